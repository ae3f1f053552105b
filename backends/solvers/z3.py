"""z3, in process. Parses with a parser context of its own, which keeps declarations from chunk to chunk."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any

import z3
from attrs import evolve, frozen

from ...core.deciding.solver import Outcome
from ...core.errors import SolverFailure
from .driver import PRODUCTS, RECURSION, THEORIES, TIMEOUT, Profile, Reply, patience

_OPTIONS = {"arith.solver": 2}
"""On Int and String constraints with many assumptions the older arithmetic is several times faster.

Where unknown reals are multiplied it calls satisfiable scripts unsatisfiable (z3 5.4.1; a root of 1e308, with errors of
2**-1075): there the newer one is used, which finds models of them, too.
"""

_UNITS = 2_500_000
"""Units of z3's resource count, in a second of processor time (the median of slow queries of contracts; most are within
a factor of three)."""
_COUNT = "rlimit count"
_UNITS_OF_PRODUCTS = 500_000
"""The same where unknown reals are multiplied: it counts a step as any other, and each takes several times as long."""
_MOST_UNITS = 2**32 - 1  # z3 keeps `rlimit` in 32 bits
_LATE = 0.001
"""Seconds by which a look at the clock comes after the time that is left: clocks have steps."""
_FULL = "out of memory"
_SPENT = ("timeout", "canceled", "max. resource limit exceeded")
"""What z3 calls a limit, by which it was and by where in its work it was reached."""


class Z3Driver:
    """One z3 solver in a context of its own: nothing outlives it."""

    def __init__(self, profile: Profile) -> None:
        self._context = z3.Context()
        self._solver = z3.SimpleSolver(ctx=self._context)
        _require_options()
        for name, value in ({} if PRODUCTS in profile.theories else _OPTIONS).items():
            self._solver.set(name, value)
        self._parser = z3.ParserContext(self._context)
        self._unfolds = RECURSION in profile.theories
        self._units = _UNITS_OF_PRODUCTS if PRODUCTS in profile.theories else _UNITS
        self._is_full = False
        self._literals: dict[str, Any] = {}
        self._constants: dict[str, Any] = {}

    def feed(self, text: str) -> None:
        try:
            for formula in self._parse(text):
                z3.Z3_solver_assert(self._context.ref(), self._solver.solver, formula.as_ast())
        except z3.Z3Exception as error:  # It simplifies what it is told, which may take any memory.
            self._fail(error)

    def check(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        if self._is_full:
            return Reply(Outcome.UNKNOWN, message=_FULL)
        assumptions = self._literal_terms(literals)
        work_before = self._counted()
        reply = self._checked(literals, assumptions, symbols, seconds)
        spent = self._is_full or reply.outcome is Outcome.TIMEOUT
        return evolve(reply, work=seconds if spent else (self._counted() - work_before) / self._units)

    def _counted(self) -> int:
        """Units of z3's resource count so far, in the only context that this solver has."""
        statistics = self._solver.statistics()
        names = statistics.keys()
        return int(statistics.get_key_value(_COUNT)) if _COUNT in names else 0

    def _checked(
        self, literals: Sequence[str], assumptions: Sequence[Any], symbols: Sequence[str], seconds: float
    ) -> Reply:
        try:
            # The limit of work is what stops it; the clock, far above, is for where z3 counts nothing.
            self._solver.set("rlimit", max(1, min(_MOST_UNITS, round(seconds * self._units))))
            self._solver.set("timeout", max(1, round(patience(seconds) * 1000)))
            # While z3 unfolds recursive functions it counts next to no work: without end it would take the time of all
            # others.
            with self._interrupted(seconds) if self._unfolds else nullcontext():
                result = self._solver.check(*assumptions)
            if result == z3.sat:
                return Reply(Outcome.SAT, values=self._values(symbols))
            if result == z3.unsat:
                # Assumptions come back as terms; each is told by its identity, which z3 keeps for equal terms.
                core = {term.get_id() for term in self._solver.unsat_core()}
                used = (text for text, term in zip(literals, assumptions, strict=True) if term.get_id() in core)
                return Reply(Outcome.UNSAT, core=tuple(used))
            reason = self._solver.reason_unknown()
        except z3.Z3Exception as error:
            self._fail(error)
            return Reply(Outcome.UNKNOWN, message=_FULL)
        if reason in _SPENT:
            return Reply(Outcome.TIMEOUT, message=TIMEOUT)
        return Reply(Outcome.UNKNOWN, message=reason)

    @contextmanager
    def _interrupted(self, seconds: float) -> Iterator[None]:
        """Interrupt z3 when this thread has worked for so many seconds, by the clock of its own processor time."""
        clock = time.pthread_getcpuclockid(threading.get_ident())
        cpu_limit, done = time.clock_gettime(clock) + seconds, threading.Event()

        def watch() -> None:
            # It sleeps as long as there is time left, and looks again: this thread's processor time goes slower than
            # the clock on a busy machine.
            while (seconds_left := cpu_limit - time.clock_gettime(clock)) > 0:
                if done.wait(seconds_left + _LATE):
                    return
            self._context.interrupt()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        # Joined in any case: an interrupt that comes after this check would end the next one.
        try:
            yield
        finally:
            done.set()
            watcher.join()

    def _fail(self, error: z3.Z3Exception) -> None:
        """Nothing can be asked any more where there is no memory left. Raises SolverFailure for anything else."""
        if _message(error) != _FULL:
            raise SolverFailure(f"z3: {_message(error)}") from error
        self._is_full = True

    def close(self) -> None:
        self._literals.clear()
        self._constants.clear()

    def _parse(self, text: str) -> Any:
        try:
            return self._parser.from_string(text)
        except z3.Z3Exception as error:
            raise SolverFailure(f"z3 does not read the script: {_message(error)}") from error

    def _literal_terms(self, literals: Sequence[str]) -> list[Any]:
        new = [text for text in dict.fromkeys(literals) if text not in self._literals]
        if new:
            parsed = self._parse("\n".join(f"(assert {text})" for text in new))
            self._literals.update(zip(new, parsed, strict=True))
        return [self._literals[text] for text in literals]

    def _values(self, symbols: Sequence[str]) -> dict[str, str]:
        new = [text for text in symbols if text not in self._constants]
        if new:
            parsed = self._parse("\n".join(f"(assert (= {text} {text}))" for text in new))
            self._constants.update((text, term.arg(0)) for text, term in zip(new, parsed, strict=True))
        model = self._solver.model()
        return {text: model.eval(self._constants[text], model_completion=True).sexpr() for text in symbols}


@frozen(slots=True)
class Z3:
    name: str = "z3"
    theories: frozenset[str] = THEORIES

    def version(self) -> str:
        return str(z3.get_version_string())

    def start(self, profile: Profile) -> Z3Driver:
        return Z3Driver(profile)


SOLVER = Z3()


@cache
def _require_options() -> None:
    """Raises SolverFailure for an option that this z3 does not have: z3 itself would ignore it silently."""
    parameter_table = z3.SimpleSolver().param_descrs()
    names = {parameter_table.get_name(position) for position in range(parameter_table.size())}
    for name in _OPTIONS:
        if name not in names:
            raise SolverFailure(f"z3 {z3.get_version_string()} has no option {name}")


def _message(error: z3.Z3Exception) -> str:
    value = error.args[0] if error.args else error
    return value.decode("utf-8", "replace").strip() if isinstance(value, bytes) else str(value).strip()
