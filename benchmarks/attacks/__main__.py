"""`python -m specassay.benchmarks.attacks`: the attacks against the sandbox and against a plain process."""

import os
import pwd
import sys
from collections import Counter

import click
from rich.console import Console
from rich.table import Table

from ..sandbox import SandboxUnavailable
from .records import Finding
from .runners import PlainRunner, Runner, SandboxRunner
from .suite import GROUPS, attack_all, run_benign
from .users import NoInterpreter, as_user


@click.command()
@click.option("--plain/--no-plain", default=True, help="Also run them against a plain process with limits.")
@click.option("--user", default="nobody", help="Also run them as this user, when you are root; empty: do not.")
@click.option("--verbose", is_flag=True, help="A line for every attack.")
def main(plain: bool, user: str, verbose: bool) -> None:
    """Attack the sandbox and watch from outside. Exit code 1 when there is harm, 3 when it cannot be tried."""
    console = Console(width=None if sys.stdout.isatty() else 100)
    me = pwd.getpwuid(os.geteuid()).pw_name
    harmed = _report(console, f"sandbox, as {me}", *_attack("sandbox", None), verbose)
    if user and os.geteuid() == 0:
        try:
            findings, failed = as_user(user, lambda python: _attack("sandbox", python))
        except NoInterpreter as error:
            console.print(f"[yellow]not run as {user}:[/] {error}")
        else:
            harmed |= _report(console, f"sandbox, as {user}", findings, failed, verbose)
    if plain:
        _report(console, f"plain process with limits, as {me}", *_attack("plain", None), verbose)
    sys.exit(1 if harmed else 0)


def _attack(name: str, python: str | None) -> tuple[list[Finding], list[str]]:
    """What the attacks did, and the benign programs that did not run."""
    try:
        runner: Runner = SandboxRunner(python) if name == "sandbox" else PlainRunner(python)
    except SandboxUnavailable as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(3)
    try:
        findings = list(attack_all(runner))
        programs = run_benign(runner) if isinstance(runner, SandboxRunner) else ()
        failed = [f"{program.name}: {judged}" for program, judged in programs if not judged.passed]
    finally:
        runner.close()
    return findings, failed


def _report(console: Console, title: str, findings: list[Finding], failed: list[str], verbose: bool) -> bool:
    """Print a table; whether there is anything that should not be."""
    table = Table(title=title, title_justify="left")
    for column in ("group", "attacks", "did harm", "forged", "left behind", "poisoned the next"):
        table.add_column(column, justify="left" if column == "group" else "right")
    for group in GROUPS:
        rows = [finding for finding in findings if finding.group == group]
        seen = Counter(witness for finding in rows for witness in finding.harm)
        harmed = sum(bool(finding.harm) for finding in rows)
        left = sum(bool({"orphans", "kernel objects"} & finding.harm.keys()) for finding in rows)
        table.add_row(group, *map(str, (len(rows), harmed, seen["forged"], left, seen["poison"])))
    total = sum(bool(finding.harm) for finding in findings)
    table.add_section()
    table.add_row("all", str(len(findings)), str(total), "", "", "")
    console.print(table)
    console.print(f"benign programs that do not run: {len(failed)}{''.join(f'{chr(10)}  {line}' for line in failed)}")
    for finding in findings:
        if verbose:
            seen_by = "; ".join(f"{witness}: {what}" for witness, what in finding.harm.items()) or "no harm"
            line = f"  {finding.group}: {finding.attack.name}: {finding.outcome}: {seen_by}"
            console.print(line, markup=False, soft_wrap=True)
    return bool(total or failed)


if __name__ == "__main__":
    main()
