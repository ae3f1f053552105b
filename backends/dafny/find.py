"""The verifier on this machine: where it is, its version, and how to talk to it."""

import re
import shutil
from functools import cache

from attrs import frozen

from ...core.errors import SolverFailure
from .dialect_2 import Dialect2
from .dialect_4 import Dialect4
from .process import run_limited
from .report import ReleaseLine

START_SECONDS = 30.0
_VERSIONS = (("/version", re.compile(r"^Dafny (\d+)\.(\S+)", re.M)), ("--version", re.compile(r"^(\d+)\.(\S+)", re.M)))
"""Dafny 2 takes `--version` for a file name, and Dafny 4 `/version`; each prints its version for its own."""


@frozen(slots=True)
class Verifier:
    """An executable, its version as it prints it, and the driver for it."""

    executable: str
    version: str
    dialect: ReleaseLine


@cache
def find_verifier(program: str = "dafny") -> Verifier:
    """The verifier called `program`: a name on PATH or a path. Raises SolverFailure with advice where there is none."""
    executable = shutil.which(program)
    if executable is None:
        raise SolverFailure(
            f"no program {program!r} on PATH: apt-get install dafny (Debian, 2.3.0), or a release of the Dafny project"
        )
    for option, pattern in _VERSIONS:
        match = pattern.search(run_limited([executable, option], START_SECONDS).output)
        if match is not None:
            return Verifier(executable, f"{match[1]}.{match[2]}", _dialect(int(match[1]), executable))
    raise SolverFailure(f"{executable} printed no version: reinstall dafny")


def _dialect(major: int, executable: str) -> ReleaseLine:
    match major:
        case 2:
            return Dialect2()
        case 4:
            return Dialect4()
        case _:
            raise SolverFailure(f"{executable} is Dafny {major}: 2.x and 4.x are supported")
