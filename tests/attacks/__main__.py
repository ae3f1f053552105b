"""`python -m tests.attacks`: the attacks against the sandbox, against a plain process, and on grades."""

import os
import pwd
import sys
from collections.abc import Iterator

import click
from rich.console import Console
from rich.table import Table

from specassay.backends.python.sandbox import Installation, SandboxUnavailable
from specassay.benchmarks.reporting.output import progress

from .checks import attack_grade, attack_rewards
from .grading import ATTACKS, HONEST, WAYS, Earned, attack_gradings
from .interpreter_hacks import INTERPRETER_HACKS
from .records import Finding
from .reward_hacks import HACKS, attack_hacks
from .runners import PlainRunner, Runner, SandboxRunner
from .suite import GROUPS, attack_all, run_benign
from .users import NoInterpreter, as_user


@click.command()
@click.option("--plain/--no-plain", default=True, help="Also run them against a plain process with limits.")
@click.option("--user", default="nobody", help="Also run them as this user, when you are root; empty: do not.")
@click.option("--grading/--no-grading", default=True, help="Also grade programs that want something for nothing.")
@click.option("--verbose", is_flag=True, help="A line for every attack.")
def main(plain: bool, user: str, grading: bool, verbose: bool) -> None:
    """Attack the sandbox and watch from outside. Exit code 1 when there is harm, 3 when it cannot be tried."""
    console = Console(width=None if sys.stdout.isatty() else 100)
    me = pwd.getpwuid(os.geteuid()).pw_name
    try:
        harmed = _report(console, f"sandbox, as {me}", *_against_sandbox(None), verbose)
        if user and os.geteuid() == 0:
            harmed |= _report(console, f"sandbox, as {user}", *as_user(user, _against_sandbox), verbose)
        harmed |= _report(
            console, f"hacks of rewards, as {me}", list(attack_hacks({**HACKS, **INTERPRETER_HACKS})), [], verbose
        )
        harmed |= _report(console, f"checks in programs, as {me}", [*attack_rewards(), *attack_grade()], [], verbose)
    except NoInterpreter as error:
        console.print(f"[yellow]not run as {user}:[/] {error}")
    except (SandboxUnavailable, RuntimeError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(3)
    if grading:
        harmed |= _report_gradings(console, list(_graded()), verbose)
    if plain:
        _report(console, f"plain process with limits, as {me}", _attack(PlainRunner()), None, verbose)
    sys.exit(1 if harmed else 0)


def _against_sandbox(installation: Installation | None) -> tuple[list[Finding], list[str]]:
    """What the attacks did, and the benign programs that did not run. Raises SandboxUnavailable."""
    runner = SandboxRunner(installation)
    try:
        failed = [f"{program.name}: {judged}" for program, judged in run_benign(runner) if not judged.passed]
        return _attack(runner), failed
    finally:
        runner.close()


def _graded() -> Iterator[Earned]:
    with progress(len(WAYS) * (len(ATTACKS) + len(HONEST)), "attacks on grades and rewards") as step:
        for earned in attack_gradings():
            step()
            yield earned


def _report_gradings(console: Console, earned: list[Earned], verbose: bool) -> bool:
    """Print a table, and who earned something for nothing; whether anybody did."""
    table = Table(title="specassay grade and reward", title_justify="left")
    for column in ("way", "programs", "earned for nothing", "slowest"):
        table.add_column(column, justify="left" if column == "way" else "right")
    for way in dict.fromkeys(each.way for each in earned):
        found = [each for each in earned if each.way == way]
        harmed = sum(bool(each.harm) for each in found)
        table.add_row(way, str(len(found)), str(harmed), f"{max(each.seconds for each in found):.1f} s")
    console.print(table)
    for each in earned:
        if verbose or each.harm:
            line = f"  {each.way}: {each.program}: {each.harm or 'nothing'}"
            console.print(line, markup=False, soft_wrap=True)
    return any(each.harm for each in earned)


def _attack(runner: Runner) -> list[Finding]:
    findings = []
    with progress(sum(map(len, GROUPS.values())), f"attacks on: {runner.name}") as step:
        for finding in attack_all(runner):
            findings.append(finding)
            step()
    return findings


def _report(console: Console, title: str, findings: list[Finding], failed: list[str] | None, verbose: bool) -> bool:
    """Print a table, and what did harm in a sandbox; whether anything did. `failed`: the benign programs that did not
    run, None for no sandbox, where harm is expected."""
    table = Table(title=title, title_justify="left")
    for column in ("group", "attacks", "did harm", "forged", "left behind", "poisoned the next"):
        table.add_column(column, justify="left" if column == "group" else "right")
    for group in dict.fromkeys(finding.group for finding in findings):
        table.add_row(group, *_counts([finding for finding in findings if finding.group == group]))
    table.add_section()
    table.add_row("all", *_counts(findings))
    console.print(table)
    if failed is not None:
        console.print(f"benign programs that do not run: {len(failed)}")
        for line in failed:
            console.print(f"  {line}", markup=False, soft_wrap=True)
    for finding in findings:
        if verbose or (finding.harm and failed is not None):
            seen = "; ".join(f"{witness}: {what}" for witness, what in finding.harm.items()) or "no harm"
            line = f"  {finding.group}: {finding.attack.name}: {finding.outcome}: {seen}"
            console.print(line, markup=False, soft_wrap=True)
    return bool(failed) or any(finding.harm for finding in findings)


def _counts(findings: list[Finding]) -> tuple[str, ...]:
    left = sum(bool({"orphans", "kernel objects"} & finding.harm.keys()) for finding in findings)
    harmed, forged, poisoned = (
        sum(witness in finding.harm if witness else bool(finding.harm) for finding in findings)
        for witness in ("", "forged", "poison")
    )
    return tuple(map(str, (len(findings), harmed, forged, left, poisoned)))


if __name__ == "__main__":
    main()
