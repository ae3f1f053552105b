"""A solver that another package adds: any program that reads SMT-LIB from its standard input, here that of z3.

For each check it starts a process that reads the whole script: slow, and as short as a driver can be.
"""

import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from specassay.backends.smtlib.symbols import SExpr, parse
from specassay.backends.solvers.driver import THEORIES, Overdue, Profile, Reply
from specassay.core.deciding.solver import Outcome
from specassay.core.errors import SolverFailure

PROGRAM = (str(Path(sysconfig.get_path("scripts")) / "z3"), "-in")
HEAD = "(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n"


class SampleDriver:
    """The script so far."""

    def __init__(self) -> None:
        self._script = HEAD

    def feed(self, text: str) -> None:
        self._script += f"{text}\n"

    def check(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        said = run(f"{self._script}(check-sat-assuming ({' '.join(literals)}))", seconds)
        if said == "unknown":
            return Reply(Outcome.UNKNOWN, message="unknown")
        if said not in ("sat", "unsat"):
            raise SolverFailure(f"sample: {said[:500]}")
        more = "(get-unsat-assumptions)" if said == "unsat" else f"(get-value ({' '.join(symbols)}))"
        if not (literals if said == "unsat" else symbols):
            return Reply(Outcome(said))
        again = run(f"{self._script}(check-sat-assuming ({' '.join(literals)}))\n{more}", seconds)
        answer = parse(again.removeprefix(said))
        if said == "unsat":
            used = {text(each) for each in answer}
            return Reply(Outcome.UNSAT, core=tuple(each for each in literals if each in used))
        return Reply(Outcome.SAT, values={symbol: text(pair[1]) for symbol, pair in zip(symbols, answer, strict=True)})

    def close(self) -> None:
        """No process outlives its check."""


class SampleSolver:
    name = "sample"
    theories = THEORIES

    def version(self) -> str:
        return "1.0"

    def start(self, profile: Profile) -> SampleDriver:
        return SampleDriver()


SOLVER = SampleSolver()


def run(script: str, seconds: float) -> str:
    """What the program says to a script. Raises Overdue."""
    try:
        done = subprocess.run(PROGRAM, input=script, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        raise Overdue(f"killed: no answer within {seconds:g} s") from error
    return done.stdout.strip()


def text(value: SExpr) -> str:
    return value if isinstance(value, str) else f"({' '.join(map(text, value))})"
