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
from .comparing_limits import LIMITS

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
        first_implications = [
            self._implication(position, clause, second, common) for position, clause in enumerate(first.clauses)
        ]
        right = [self._implication(position, clause, first, common) for position, clause in enumerate(second.clauses)]
        # A separating input is evaluated on both sides before it is reported.
        first_implications = [
            self._checked(implication, first, second, of_first=True) for implication in first_implications
        ]
        right = [self._checked(implication, first, second, of_first=False) for implication in right]
        # The same text is undefined on the same inputs: nothing has to be looked for.
        one_text = all(implication.engine == SAME_CLAUSE for implication in (*first_implications, *right))
        undefined = None if one_text else self._undefined(first, second, tried)
        shown_texts = {**first.shown, **second.shown}
        first_implications, right = (
            [_written(implication, shown_texts) for implication in side] for side in (first_implications, right)
        )
        return PartComparison((*first_implications, *_open(first)), (*right, *_open(second)), undefined)

    # -- one clause

    def _implication(
        self, position: int, clause: Guard, other_side: ConditionSide, common: Sequence[Guard]
    ) -> Implication:
        implication = Implication(position, clause.text, "unknown")
        forms = normal_form(clause.block)
        known_guards = [*other_side.clauses, *common]
        if any(guard.block == clause.block for guard in known_guards):
            return evolve(implication, verdict="implied", engine=SAME_CLAUSE, core=(clause.text,))
        if forms is not None:
            held = {guard.text: normal_form(guard.block) or frozenset() for guard in known_guards}
            # The parts may come from several clauses: `0 < x < 9` is implied by `x > 0` and `x < 9`.
            if forms <= frozenset().union(*held.values()):
                core = tuple(text for text, normal_parts in held.items() if normal_parts & forms)
                return evolve(implication, verdict="implied", engine=SAME_CLAUSE, core=core)
        if other_side.open:
            return self._asked(implication, clause, known_guards, sure=False)
        return self._asked(implication, clause, known_guards, sure=True)

    def _asked(
        self, implication: Implication, clause: Guard, known_guards: Sequence[Guard], *, sure: bool
    ) -> Implication:
        """What search and solvers say. Not `sure`: an input that separates is none, since a clause is missing."""
        text = "\n".join(
            asserted(block, self.parameters, block_number) for block_number, block in enumerate((clause, *known_guards))
        )
        names = ", ".join(parameter.name for parameter in self.parameters)
        # Each implication is asked as a task: whatever violates its first clause alone separates the two sides.
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
        share = max(LIMITS.least_clause_seconds, min(self.seconds / 2, LIMITS.clause_seconds))
        try:
            budget = Budget(LIMITS.query_seconds, share, max(self.seconds, 1.0))
            separation = separate(separation_of(task, [FIRST], self.replayer, budget), solvers, self.known)
        except SpecassayError as problem:
            return evolve(implication, reason=str(problem))
        # The time is taken by what was done, not by what was allowed: a quick answer leaves more for the next.
        self.seconds -= separation.work
        verdict = separation.concluded()[FIRST]
        if verdict.outcome == "violating" and verdict.arguments is not None:
            self.known.append(verdict.arguments)
            # Without the missing clause the input may be refused after all.
            if not sure:
                return evolve(implication, reason="a clause of the other side is not supported")
            return evolve(implication, engine=verdict.solver, separating=self._value(verdict.arguments))
        return _without_input(implication, verdict, known_guards)

    def _value(self, arguments: Arguments) -> SeparatingValue:
        inputs = {name: value for name, value in arguments.items() if name not in self.outputs}
        outputs = {name: value for name, value in arguments.items() if name in self.outputs}
        return SeparatingValue(inputs, outputs, "unknown", "unknown", replayed=())

    def _checked(
        self, implication: Implication, first: ConditionSide, second: ConditionSide, *, of_first: bool
    ) -> Implication:
        """A value only where each side by itself says of it what it is to show."""
        value = implication.separating
        if value is None:
            return implication
        # The input came of one encoding of both contracts. A defect of it shows here: each side is executed alone.
        first_judgement, second_judgement = (
            side.judge({**value.inputs, **value.outputs}, False) for side in (first, second)
        )
        own_judgement, its = (first_judgement, second_judgement) if of_first else (second_judgement, first_judgement)
        separating_shown = evolve(
            value,
            first=first_judgement.outcome,
            second=second_judgement.outcome,
            clause=own_judgement.clause or implication.text,
            replayed=_by(first_judgement, second_judgement),
        )
        if its.outcome == "accepted" and own_judgement.outcome in ("false", "undefined"):
            return evolve(implication, verdict="not implied", separating=separating_shown)
        reason = (
            f"an input did not replay: the first says {first_judgement.outcome}, the second {second_judgement.outcome}"
        )
        return evolve(implication, verdict="unknown", separating=None, reason=reason)

    # -- undefined and false

    def _undefined(
        self, first: ConditionSide, second: ConditionSide, tried: Iterable[Arguments]
    ) -> SeparatingValue | None:
        """An input that neither accepts, of which one is false and the other undefined."""
        if not first.clauses or not second.clauses:
            return None
        for arguments in islice(tried, LIMITS.undefined_inputs):
            # The fast judgement rules most out; only what may differ is judged with care.
            if not _differ(first.judge(arguments, True), second.judge(arguments, True)):
                continue
            first_judgement, second_judgement = first.judge(arguments, False), second.judge(arguments, False)
            if _differ(first_judgement, second_judgement):
                blamed = first_judgement if first_judgement.outcome == "undefined" else second_judgement
                return evolve(
                    self._value(arguments),
                    first=first_judgement.outcome,
                    second=second_judgement.outcome,
                    clause=blamed.clause,
                    replayed=_by(first_judgement, second_judgement),
                )
        return None


def _differ(first_judgement: SideJudgement, second_judgement: SideJudgement) -> bool:
    return {first_judgement.outcome, second_judgement.outcome} == {"false", "undefined"}


def _by(first_judgement: SideJudgement, second_judgement: SideJudgement) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (first_judgement.by, second_judgement.by))))


def _written(implication: Implication, shown_texts: Mapping[str, str]) -> Implication:
    """The implication with clauses as they are written."""
    core = tuple(shown_texts.get(core_text, core_text) for core_text in implication.core)
    value = implication.separating
    if value is not None:
        value = evolve(value, clause=shown_texts.get(value.clause, value.clause))
    return evolve(implication, text=shown_texts.get(implication.text, implication.text), core=core, separating=value)


def _open(side: ConditionSide) -> tuple[Implication, ...]:
    start = len(side.clauses)
    return tuple(
        Implication(start + number, text, "unknown", reason=why) for number, (text, why) in enumerate(side.open)
    )


def _without_input(implication: Implication, verdict: Verdict, known_guards: Sequence[Guard]) -> Implication:
    if verdict.outcome == "infeasible" and not verdict.bounded:
        core: tuple[str, ...] = ()
        if verdict.literals is not None:
            core = tuple(
                known_guards[literal_number - 1].text
                for literal_number in sorted(verdict.literals.held)
                if 0 < literal_number <= len(known_guards)
            )
        return evolve(implication, verdict="implied", engine=verdict.solver, core=core)
    if verdict.bounds is not None:
        return evolve(
            implication, engine=verdict.solver, reason="proved within bounds only", bounds=str(verdict.bounds)
        )
    return evolve(implication, engine=verdict.solver or None, reason=verdict.reason)
