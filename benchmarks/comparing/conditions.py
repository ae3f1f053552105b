"""Two conditions over Python values: each clause of one against all clauses of the other.

Of one contract with the clause first, and then the clauses of the other side and what both have in common, an input
that violates exactly the first clause separates the two, and where none does the clause is implied
(`runs/separating.py`). Equal normal forms are a proof, too. An input counts when each side alone says the same of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice

from attrs import define, evolve, field, frozen

from ...backends.python.replay import Replayer
from ...backends.solvers import registry
from ...backends.solvers.worker import isolated
from ...core.comparing.order import SAME_CLAUSE, Implication, PartComparison, SeparatingValue, SideOutcome
from ...core.errors import SpecassayError
from ...core.synthesis.verdicts import Arguments, Verdict
from ..datasets.tasks import ContractTask, Parameter
from ..grading.equivalence import SOLVERS, asserted
from ..grading.guards import Guard
from ..grading.normal import normal_form
from ..runs.separating import Budget, NamedSolver, separate, separation_of

CLAUSE_SECONDS, LEAST_SECONDS = 6.0, 0.5
"""Seconds for all queries about one clause: of half of what is left of the pair, at most and at least so many."""
QUERY_SECONDS = 3.0
"""Seconds for one query to a solver, within the time of the pair."""
MOST_TRIED = 200
"""Inputs that are judged by both sides, to tell what is undefined from what is false."""
FIRST = frozenset({0})


@frozen(slots=True)
class SideJudgement:
    """What a contract says of an input, which clause is to blame, and who says so."""

    outcome: SideOutcome
    clause: str = ""
    by: str = ""


@frozen(slots=True)
class ConditionSide:
    """The clauses of a contract as blocks over the common parameters. `open`: clauses that are not supported, each with
    the reason: they are no premises. `judge`: what the contract itself says of an input, quickly (True), or so that it
    can be shown. `shown`: the condition of a block → the clause as it is written, where that is another text."""

    clauses: tuple[Guard, ...]
    judge: Callable[[Arguments, bool], SideJudgement]
    shown: Mapping[str, str] = field(factory=dict)
    open: tuple[tuple[str, str], ...] = ()


@define(slots=True)
class ConditionWork:
    """What the comparisons of one pair use. `known`: inputs worth starting from. `seconds` are left for solvers."""

    parameters: tuple[Parameter, ...]
    replayer: Replayer
    seconds: float
    known: list[Arguments] = field(factory=list)
    outputs: tuple[str, ...] = ()
    """Which of the parameters stand for results."""

    def compared(
        self,
        first: ConditionSide,
        second: ConditionSide,
        common: Sequence[Guard] = (),
        tried: Iterable[Arguments] = (),
    ) -> PartComparison:
        """Every clause of one against the other, where the `common` clauses hold. `tried`: inputs on which it is looked
        for what is undefined on one side and false on the other."""
        left = [self._implication(place, clause, second, common) for place, clause in enumerate(first.clauses)]
        right = [self._implication(place, clause, first, common) for place, clause in enumerate(second.clauses)]
        left = [self._checked(each, first, second, of_first=True) for each in left]
        right = [self._checked(each, first, second, of_first=False) for each in right]
        one_text = all(each.engine == SAME_CLAUSE for each in (*left, *right))
        undefined = None if one_text else self._undefined(first, second, tried)
        shown = {**first.shown, **second.shown}
        left, right = ([_written(each, shown) for each in side] for side in (left, right))
        return PartComparison((*left, *_open(first)), (*right, *_open(second)), undefined)

    # -- one clause

    def _implication(self, place: int, clause: Guard, other: ConditionSide, common: Sequence[Guard]) -> Implication:
        implication = Implication(place, clause.text, "unknown")
        forms = normal_form(clause.block)
        known = [*other.clauses, *common]
        if any(each.block == clause.block for each in known):
            return evolve(implication, verdict="implied", engine=SAME_CLAUSE, core=(clause.text,))
        if forms is not None:
            held = {each.text: normal_form(each.block) or frozenset() for each in known}
            # The parts may come from several clauses: `0 < x < 9` is implied by `x > 0` and `x < 9`.
            if forms <= frozenset().union(*held.values()):
                core = tuple(text for text, parts in held.items() if parts & forms)
                return evolve(implication, verdict="implied", engine=SAME_CLAUSE, core=core)
        if other.open:
            return self._asked(implication, clause, known, sure=False)
        return self._asked(implication, clause, known, sure=True)

    def _asked(self, told: Implication, clause: Guard, known: Sequence[Guard], *, sure: bool) -> Implication:
        """What search and solvers say. Not `sure`: an input that separates is none, since a clause is missing."""
        text = "\n".join(asserted(block, self.parameters, place) for place, block in enumerate((clause, *known)))
        names = ", ".join(parameter.name for parameter in self.parameters)
        task = ContractTask(
            task_id="comparison",
            entry_point="candidate",
            parameters=self.parameters,
            contract_text=text,
            solution=f"def candidate({names}):\n    pass\n",
            file="comparison",
            line=1,
        )
        solvers = [NamedSolver(name, isolated(registry.get(name)).session) for name in SOLVERS]
        share = max(LEAST_SECONDS, min(self.seconds / 2, CLAUSE_SECONDS))
        try:
            budget = Budget(QUERY_SECONDS, share, max(self.seconds, 1.0))
            found = separate(separation_of(task, [FIRST], self.replayer, budget), solvers, self.known)
        except SpecassayError as problem:
            return evolve(told, reason=str(problem))
        self.seconds -= found.work
        verdict = found.concluded()[FIRST]
        if verdict.outcome == "violating" and verdict.arguments is not None:
            self.known.append(verdict.arguments)
            if not sure:
                return evolve(told, reason="a clause of the other side is not supported")
            return evolve(told, engine=verdict.solver, separating=self._value(verdict.arguments))
        return _without_input(told, verdict, known)

    def _value(self, arguments: Arguments) -> SeparatingValue:
        inputs = {name: value for name, value in arguments.items() if name not in self.outputs}
        outputs = {name: value for name, value in arguments.items() if name in self.outputs}
        return SeparatingValue(inputs, outputs, "unknown", "unknown", replayed=())

    def _checked(
        self, told: Implication, first: ConditionSide, second: ConditionSide, *, of_first: bool
    ) -> Implication:
        """A value only where each side by itself says of it what it is to show."""
        value = told.separating
        if value is None:
            return told
        # The input came of one encoding of both contracts. A defect of it shows here: each side is executed alone.
        one, other = (side.judge({**value.inputs, **value.outputs}, False) for side in (first, second))
        own, its = (one, other) if of_first else (other, one)
        shown = evolve(
            value,
            first=one.outcome,
            second=other.outcome,
            clause=own.clause or told.text,
            replayed=_by(one, other),
        )
        if its.outcome == "accepted" and own.outcome in ("false", "undefined"):
            return evolve(told, verdict="not implied", separating=shown)
        reason = f"an input did not replay: the first says {one.outcome}, the second {other.outcome}"
        return evolve(told, verdict="unknown", separating=None, reason=reason)

    # -- undefined and false

    def _undefined(
        self, first: ConditionSide, second: ConditionSide, tried: Iterable[Arguments]
    ) -> SeparatingValue | None:
        """An input that neither accepts, of which one is false and the other undefined."""
        if not first.clauses or not second.clauses:
            return None
        for arguments in islice(tried, MOST_TRIED):
            if not _differ(first.judge(arguments, True), second.judge(arguments, True)):
                continue
            one, other = first.judge(arguments, False), second.judge(arguments, False)
            if _differ(one, other):
                blamed = one if one.outcome == "undefined" else other
                return evolve(
                    self._value(arguments),
                    first=one.outcome,
                    second=other.outcome,
                    clause=blamed.clause,
                    replayed=_by(one, other),
                )
        return None


def _differ(one: SideJudgement, other: SideJudgement) -> bool:
    return {one.outcome, other.outcome} == {"false", "undefined"}


def _by(one: SideJudgement, other: SideJudgement) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (one.by, other.by))))


def _written(told: Implication, shown: Mapping[str, str]) -> Implication:
    """The implication with clauses as they are written."""
    core = tuple(shown.get(each, each) for each in told.core)
    value = told.separating
    if value is not None:
        value = evolve(value, clause=shown.get(value.clause, value.clause))
    return evolve(told, text=shown.get(told.text, told.text), core=core, separating=value)


def _open(side: ConditionSide) -> tuple[Implication, ...]:
    start = len(side.clauses)
    return tuple(Implication(start + place, text, "unknown", reason=why) for place, (text, why) in enumerate(side.open))


def _without_input(told: Implication, verdict: Verdict, known: Sequence[Guard]) -> Implication:
    if verdict.outcome == "infeasible" and not verdict.bounded:
        core: tuple[str, ...] = ()
        if verdict.literals is not None:
            core = tuple(known[each - 1].text for each in sorted(verdict.literals.held) if 0 < each <= len(known))
        return evolve(told, verdict="implied", engine=verdict.solver, core=core)
    if verdict.bounds is not None:
        return evolve(told, engine=verdict.solver, reason="proved within bounds only", bounds=str(verdict.bounds))
    return evolve(told, engine=verdict.solver or None, reason=verdict.reason)
