"""`specassay doctor`: what is installed on this machine, what is missing, and how to install it."""

import ctypes
import importlib
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Literal

import click
import msgspec
from attrs import frozen

from ...backends.python.sandbox import SandboxUnavailable, probe
from ...backends.python.sandbox.guest import landlock
from ...backends.python.sandbox.layers import UNSAFE_ADVICE
from ...backends.solvers import registry
from ...backends.solvers.built_in import BUILT_IN
from ...backends.solvers.choices import COMPARED, names
from ...core.errors import InputError, SolverFailure
from ..reporting.tables import Cell, Column, Table, show
from .options import exit_codes

ProbeGroup = Literal["python", "solver", "library", "verifier", "kernel", "sandbox"]


EXTRAS = {
    "altair": "report",
    "dask-jobqueue": "slurm",
    "distributed": "cluster",
    "mutmut": "adequacy",
    "openai": "generate",
    "vl-convert-python": "report",
}
"""Libraries that one option or command needs, and the extra that installs each. Solvers are looked for as solvers."""


DAFNY_SECONDS = 20.0
"""Seconds of wall time, for printing a version: it starts a runtime environment. One that takes longer counts as
missing."""


@frozen
class Probe:
    """One thing that was looked for.

    `detail` is its version or what was found of it, or why it was not found; `advice` says how to get it and
    is empty where it was found.
    """

    name: str
    group: ProbeGroup
    required: bool
    found: bool
    detail: str
    advice: str = ""


def run_checks() -> tuple[Probe, ...]:
    """Look for everything specassay can use, without changing anything on the machine."""
    return tuple(look() for look in looks().values())


def looks() -> dict[str, Callable[[], Probe]]:
    """What is looked for, by its name, and what looks for it."""
    return {
        "python": _python,
        **{name: partial(_solver, name) for name in names()},
        "lark": partial(_package, "lark", "lark", "library"),
        **{name: partial(_extra, name, extra) for name, extra in EXTRAS.items()},
        "dafny": _dafny,
        "seccomp": _seccomp,
        "landlock": _landlock,
        "user namespaces": _user_namespaces,
        "bubblewrap": _bubblewrap,
        "sandbox": _sandbox,
    }


def exit_code(checks: Iterable[Probe]) -> int:
    """Return 3 (a tool failed) when something required is missing, else 0."""
    return 3 if any(check.required and not check.found for check in checks) else 0


def table_of(checks: Iterable[Probe]) -> Table:
    """The checks as a table for people."""
    missing = {True: Cell("no, required", tone="bad"), False: Cell("no, optional", tone="warn")}
    rows = tuple(
        (
            Cell(check.name),
            Cell("yes", tone="ok") if check.found else missing[check.required],
            Cell(check.detail),
            Cell(check.advice),
        )
        for check in checks
    )
    columns = tuple(map(Column, ("", "found", "details", "how to get it")))
    return Table("doctor", "specassay doctor", columns, rows)


def _python() -> Probe:
    return Probe("python", "python", True, True, f"{platform.python_version()} on {platform.platform()}")


def _solver(name: str) -> Probe:
    if name in COMPARED:
        return _package(name, BUILT_IN[name], "solver")
    try:
        return Probe(name, "solver", False, True, registry.solver(name).version())
    except (InputError, SolverFailure) as error:
        advice = f"pip install {BUILT_IN[name]}" if name in BUILT_IN else "reinstall the package that adds it"
        return Probe(name, "solver", False, False, str(error), advice)


def _package(module: str, distribution: str, group: ProbeGroup) -> Probe:
    try:
        importlib.import_module(module)
        version = metadata.version(distribution)
    except (ImportError, OSError) as error:
        # OSError: the wheel is there but its shared library does not load.
        return Probe(module, group, True, False, str(error), f"pip install --force-reinstall {distribution}")
    return Probe(module, group, True, True, version)


def _extra(distribution: str, extra: str) -> Probe:
    """Not imported: mutmut alone takes half a second."""
    try:
        return Probe(distribution, "library", False, True, metadata.version(distribution))
    except metadata.PackageNotFoundError:
        advice = f"pip install 'specassay[{extra}]'"
        return Probe(distribution, "library", False, False, "not installed", advice)


def _dafny() -> Probe:
    program = shutil.which("dafny")
    if program is None:
        advice = "apt-get install dafny (Debian, 2.3.0), or a release from the Dafny project"
        return Probe("dafny", "verifier", False, False, "not on PATH", advice)
    # Dafny 2 takes the first for a file name, but prints its banner before, and rejects the second. Dafny 3 and later
    # print a bare version for that.
    for argument, pattern in (("/version", r"^Dafny (\d+\.\S+)"), ("--version", r"^(\d+\.\S+)")):
        try:
            done = subprocess.run(
                [program, argument],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=DAFNY_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Probe("dafny", "verifier", False, False, f"{program}: {error}", "reinstall dafny")
        if match := re.search(pattern, done.stdout, re.MULTILINE):
            return Probe("dafny", "verifier", False, True, f"{match[1]} ({program})")
    return Probe("dafny", "verifier", False, False, f"{program} printed no version", "reinstall dafny")


def _seccomp() -> Probe:
    actions = _read("/proc/sys/kernel/seccomp/actions_avail")
    if actions is None:
        advice = "a kernel with CONFIG_SECCOMP_FILTER"
        return Probe("seccomp", "kernel", False, False, "no seccomp filters", advice)
    return Probe("seccomp", "kernel", False, True, f"filters ({actions})")


def _landlock() -> Probe:
    advice = "Linux 5.13 or newer with landlock in the boot parameter lsm="
    if platform.system() != "Linux":
        return Probe("landlock", "kernel", False, False, "not Linux", advice)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    version = libc.syscall(
        ctypes.c_long(landlock.SYS_CREATE_RULESET),
        None,
        ctypes.c_size_t(0),
        ctypes.c_uint(landlock.CREATE_RULESET_VERSION),
    )
    if version < 0:
        return Probe("landlock", "kernel", False, False, os.strerror(ctypes.get_errno()), advice)
    return Probe("landlock", "kernel", False, True, f"ABI {version}")


def _user_namespaces() -> Probe:
    name = "user namespaces"
    if not Path("/proc/self/ns/user").exists():
        return Probe(name, "kernel", False, False, "not in this kernel", "a kernel with CONFIG_USER_NS")
    refusals = (
        ("/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
        ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"),
        (
            "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
            "1",
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0",
        ),
    )
    # Each of these files may be missing, since distributions have added them; only what refuses is told.
    for path, refusing, advice in refusals:
        if _read(path) == refusing:
            return Probe(name, "kernel", False, False, f"{path} is {refusing}", advice)
    return Probe(name, "kernel", False, True, "present")


def _bubblewrap() -> Probe:
    program = shutil.which("bwrap")
    if program is None:
        advice = "apt-get install bubblewrap"
        return Probe("bubblewrap", "sandbox", False, False, "bwrap is not on PATH", advice)
    return Probe("bubblewrap", "sandbox", False, True, program)


def _sandbox() -> Probe:
    """Start one: what is on is what it says after it tried what its layers forbid."""
    advice = f"see the kernel's rows above; {UNSAFE_ADVICE}"
    try:
        layers = probe()
    except SandboxUnavailable as error:
        return Probe("sandbox", "sandbox", False, False, str(error), advice)
    if layers.missing:
        detail = f"no {', no '.join(layers.missing)}; on: {layers.described()}"
        return Probe("sandbox", "sandbox", False, False, detail, advice)
    return Probe("sandbox", "sandbox", False, True, layers.described())


def _read(path: str) -> str | None:
    """Return the text of a small file of the kernel, or None where this kernel does not have it."""
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except OSError:
        return None


@click.command(
    epilog=exit_codes(None, failed="or something required is missing", keeps_rows=False),
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array instead of a table.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Show the versions, engines and kernel features found, what is missing, and how to install it."""
    checks = run_checks()
    if as_json:
        click.echo(msgspec.json.encode(checks))
    else:
        show([table_of(checks)])
    context.exit(exit_code(checks))
