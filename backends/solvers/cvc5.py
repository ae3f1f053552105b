"""cvc5, in process. It holds the GIL while it works and has no interrupt: only its own limits stop it.

What a query may take is bounded by cvc5's count of its work (`rlimit-per`), so that a busy machine changes no answer,
and by the clock far above that, for where it loses count.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import cvc5
from attrs import evolve, frozen

from ...core.deciding.solver import Outcome
from ...core.errors import SolverFailure
from .driver import THEORIES, TIMEOUT, Profile, Reply, patience

_OPTIONS = {
    "incremental": "true",
    "produce-models": "true",
    "produce-unsat-assumptions": "true",
    "arrays-exp": "true",  # constant arrays: empty sets and maps
    "dt-nested-rec": "true",  # a datatype with a sequence of itself
    "verbosity": "-1",  # warnings about models with long texts, on the standard error of the user
}
_RECURSIVE = {"fmf-fun": "true"}
"""Finite models of recursive functions: without it most satisfiable queries about lists stay unknown."""
_QUANTIFIED = {"mbqi": "true"}
"""Instantiation guided by models: finds models of the axioms that define unions and comprehensions."""

_UNITS = 400_000
"""Units of cvc5's resource count, in a second of processor time (most queries of contracts that take over 0.1 s count
300,000 to 900,000, few as little as 120,000)."""
_LIMIT = "reproducible-resource-limit"
"""The name of `rlimit-per` by which it may be changed between two queries."""
_COUNT = "resource::resourceUnitsUsed"
_SPENT = (cvc5.UnknownExplanation.TIMEOUT, cvc5.UnknownExplanation.RESOURCEOUT)


class Cvc5Driver:
    """One cvc5 solver."""

    def __init__(self, profile: Profile) -> None:
        self._terms = cvc5.TermManager()
        self._solver = cvc5.Solver(self._terms)
        options = dict(_OPTIONS)
        # Not both: with quantified axioms about a recursive function, cvc5 1.4 crashes.
        if profile.quantified:
            options |= _QUANTIFIED
        elif profile.recursive:
            options |= _RECURSIVE
        for name, value in options.items():
            self._solver.setOption(name, value)
        self._solver.setLogic("ALL")
        self._symbols = cvc5.SymbolManager(self._terms)
        self._parser = cvc5.InputParser(self._solver, self._symbols)
        self._known: dict[str, Any] = {}

    def feed(self, text: str) -> None:
        try:
            for command in self._commands(text):
                output = command.invoke(self._solver, self._symbols)
                if output:
                    raise SolverFailure(f"cvc5 does not read the script: {output.strip()}")
        except RuntimeError as error:
            raise SolverFailure(f"cvc5 does not read the script: {error}") from error

    def check(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        work_before = self._counted()
        reply = self._checked(literals, symbols, seconds)
        spent = reply.outcome is Outcome.TIMEOUT
        return evolve(reply, work=seconds if spent else (self._counted() - work_before) / _UNITS)

    def _counted(self) -> int:
        """Units of cvc5's resource count so far."""
        return int(self._solver.getStatistics()[_COUNT]["value"])

    def _checked(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        try:
            assumptions = [self._term(text) for text in literals]
            self._solver.setOption(_LIMIT, str(max(1, round(seconds * _UNITS))))
            self._solver.setOption("tlimit-per", str(max(1, round(patience(seconds) * 1000))))
            result = self._solver.checkSatAssuming(*assumptions) if assumptions else self._solver.checkSat()
            if result.isSat():
                values = {text: str(self._solver.getValue(self._term(text))) for text in symbols}
                return Reply(Outcome.SAT, values=values)
            # Without assumptions there is no core to ask for.
            if result.isUnsat():
                core = set(self._solver.getUnsatAssumptions()) if assumptions else set()
                used = (text for text, term in zip(literals, assumptions, strict=True) if term in core)
                return Reply(Outcome.UNSAT, core=tuple(used))
            reason = result.getUnknownExplanation()
        except RuntimeError as error:
            raise SolverFailure(f"cvc5: {error}") from error
        if reason in _SPENT:
            return Reply(Outcome.TIMEOUT, message=TIMEOUT)
        return Reply(Outcome.UNKNOWN, message=reason.name.lower())

    def close(self) -> None:
        self._known.clear()

    def _commands(self, text: str) -> Iterator[Any]:
        self._parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "script")
        while not (command := self._parser.nextCommand()).isNull():
            yield command

    def _term(self, text: str) -> Any:
        term_known = self._known.get(text)
        if term_known is None:
            self._parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "term")
            term_known = self._known[text] = self._parser.nextTerm()
        return term_known


@frozen(slots=True)
class Cvc5:
    name: str = "cvc5"
    theories: frozenset[str] = THEORIES

    def version(self) -> str:
        return str(cvc5.__version__)

    def start(self, profile: Profile) -> Cvc5Driver:
        return Cvc5Driver(profile)


SOLVER = Cvc5()
