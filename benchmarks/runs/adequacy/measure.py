"""The adequacy of one task's suite: every mutant of its contract killed, separated, proved equivalent, or open; as a
score and as rows. Which inputs a contract accepts, and which mutants they kill, real Python decides."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Literal

from attrs import define, field, frozen

from ....backends.python.replay import REPLAY_SECONDS, Replay, Replayer, ReplayLimits
from ....backends.python.replay.guest.literals import NotALiteral
from ....backends.python.replay.guest.literals import literal as value_of
from ....backends.solvers import registry
from ....backends.solvers.worker import isolated
from ....core.errors import InputError, SpecassayError
from ....core.metrics import Score, mutation_score
from ....core.synthesis.verdicts import Arguments, Verdict
from ....frontends.python import literal
from ...datasets.python_tests import inputs_of
from ...datasets.tasks import ContractTask
from ...schema import AdequacyRow, ContractMutantPart, ScorePart, SeparatingRow, part_of
from ..separating import Budget, NamedSolver, Separation, separate, separation_of
from .mutants import ContractMutant, conditions, mutants, pair_of

MOST_VALID = 64
"""Valid inputs of a task that take part; data sets have a thousand of some."""
TASK_SECONDS = 30.0
"""After which the mutants that are left stay open."""
QUESTION_SECONDS = 2.0
"""Seconds for one query to a solver."""
SOLVER_SECONDS = 4.0
"""Seconds that a solver may take for one mutant."""

MutantStatus = Literal["killed", "separated", "equivalent", "equivalent within bounds", "open", "invalid"]


Literals = Mapping[str, str]
"""An input: parameter to the text of a Python literal."""

FIRST_BATCH, LARGEST_BATCH = 4, 64
"""Inputs that a mutant is tried on at once, twice as many each time: the first ones tell most mutants apart."""
MOST_UNDECIDED = 3
"""A mutant that has no verdict (in time) on so many inputs is given up."""


@frozen(slots=True)
class Input:
    """An input of the suite, and whether the contract accepts it."""

    arguments: Literals
    accepted: bool


@frozen(slots=True)
class MutantTrial:
    """What became of a mutant on a series of inputs: `killed` by one of them; it `survived` all of them; `undecided`:
    it survived, and on some of them it took too long; `invalid`: it is no program."""

    outcome: Literal["killed", "survived", "undecided", "invalid"]
    by: Input | None = None


@define(slots=True)
class Judge:
    """Runs a contract and its mutants, each in a process of its own. `task` is the original."""

    task: ContractTask
    original: Replayer
    mutated: Replayer

    def observe(self, inputs: Sequence[Literals]) -> list[Input]:
        """The inputs on which the contract has a verdict, with that verdict."""
        replays = self.original.run_many(inputs, reference=False)
        return [
            Input(arguments, replay.accepted)
            for arguments, replay in zip(inputs, replays, strict=True)
            if replay.accepted is not None
        ]

    def replay(self, arguments: Literals) -> Replay:
        """What an input does to the contract, with the reference implementation."""
        return self.original.run(arguments)

    def try_mutant(self, text: str, inputs: Sequence[Input]) -> MutantTrial:
        """Run a mutant on inputs until one kills it."""
        try:
            self.mutated.load(self.task.with_contract(text).replay_task)
        except InputError:
            return MutantTrial("invalid")
        undecided = 0
        for batch in _batches(inputs):
            replays = self.mutated.run_many([observed.arguments for observed in batch], reference=False)
            for observed, replay in zip(batch, replays, strict=True):
                if replay.accepted is None:
                    undecided += 1
                elif replay.accepted is not observed.accepted:
                    return MutantTrial("killed", observed)
            if undecided >= MOST_UNDECIDED:
                break
        return MutantTrial("undecided" if undecided else "survived")


def _batches(inputs: Sequence[Input]) -> Iterator[Sequence[Input]]:
    """Parts of a series, small ones first: most mutants die early."""
    start, size = 0, FIRST_BATCH
    while start < len(inputs):
        yield inputs[start : start + size]
        start, size = start + size, min(2 * size, LARGEST_BATCH)


@frozen(slots=True, kw_only=True)
class MutantReport:
    """What became of one mutant.

    `killed`: by an input of the suite. `separated`: only by an input that is not in it. `equivalent`: a solver proved
    that they accept the same values of the universe; `within bounds`: up to the limits of the encoding. `open`: none
    of these, for a `reason`. `invalid`: no program. `by`: the input that kills it. `how`: who found that or the proof.
    """

    mutant: ContractMutant
    status: MutantStatus
    by: Literals | None = None
    how: str = ""
    reason: str = ""


@frozen(slots=True, kw_only=True)
class Adequacy:
    """The mutants of a task, the size of its suite (inputs that the contract refuses, and `valid` ones), and the rows
    of the inputs that separate what the suite does not kill: part of the suite when it is `strengthened`. `error`:
    why there are no mutants."""

    mutants: tuple[MutantReport, ...] = ()
    refused: int = 0
    valid: int = 0
    added: tuple[SeparatingRow, ...] = ()
    strengthened: bool = False
    seconds: float = 0.0
    error: str | None = None

    def count(self, status: MutantStatus) -> int:
        return sum(report.status == status for report in self.mutants)


@frozen(slots=True, kw_only=True)
class Measuring:
    """How adequacy is measured. `solvers` are asked about what no test tells apart; `limit` is the seconds for one
    query, `seconds` those after which the remaining mutants stay open. `strengthen`: what separates a mutant becomes
    part of the suite. `dump`: a folder for the queries."""

    solvers: tuple[str, ...] = ("z3",)
    limit: float = QUESTION_SECONDS
    seconds: float = TASK_SECONDS
    strengthen: bool = False
    dump: str | None = None


DEFAULT = Measuring()


def measure(task: ContractTask, tests: Sequence[Literals], measuring: Measuring = DEFAULT) -> Adequacy:
    """Try the tests and the task's valid inputs on every mutant of its contract; compare the others with it.

    Never raises for the task's sake: what goes wrong is the `error`.
    """
    started = time.perf_counter()
    try:
        original, made = conditions(task.contract_text), mutants(task.contract_text)
        with ExitStack() as stack:
            replayer = stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)))
            replayer.load(task.replay_task)
            mutated = stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)))
            judge = Judge(task, replayer, mutated)
            work = _Measurement(task, original, judge, measuring, started + measuring.seconds)
            work.gather(tests)
            reports = tuple(work.report(mutant) for mutant in made)
    except SpecassayError as problem:
        return Adequacy(error=str(problem), seconds=time.perf_counter() - started)
    return Adequacy(
        mutants=reports,
        refused=sum(not observed.accepted for observed in work.suite),
        valid=sum(observed.accepted for observed in work.suite),
        added=tuple(work.rows),
        strengthened=measuring.strengthen,
        seconds=time.perf_counter() - started,
    )


@define(slots=True, eq=False)
class _Measurement:
    """One task in work: the suite, and the inputs that were found beside it."""

    task: ContractTask
    original: str
    judge: Judge
    measuring: Measuring
    deadline: float
    suite: list[Input] = field(factory=list)
    added: list[Input] = field(factory=list)
    rows: list[SeparatingRow] = field(factory=list)
    known: list[Arguments] = field(factory=list)

    def gather(self, tests: Sequence[Literals]) -> None:
        """The suite: the tests, and valid inputs."""
        names = self.task.parameter_names
        valid = [
            {name: literal(value) for name, value in zip(names, row, strict=True)}
            for row in inputs_of(self.task, self.judge.original, MOST_VALID)
        ]
        self.suite = self.judge.observe(tests) + [
            observed for observed in self.judge.observe(valid) if observed.accepted
        ]
        self.known = [values for observed in self.suite if (values := _values(observed.arguments)) is not None]

    def report(self, mutant: ContractMutant) -> MutantReport:
        trial = self.judge.try_mutant(mutant.text, self.suite)
        if trial.outcome == "invalid":
            return MutantReport(mutant=mutant, status="invalid")
        if trial.by is not None:
            return MutantReport(mutant=mutant, status="killed", by=trial.by.arguments)
        # From the cheap to the dear: the suite, what separated earlier mutants, a search, solvers. Mutants are alike,
        # and one input often separates several; it is no part of the suite, so that what it separates is not killed.
        again = self.judge.try_mutant(mutant.text, self.added)
        if again.by is not None:
            return MutantReport(mutant=mutant, status="separated", by=again.by.arguments, how="earlier input")
        if trial.outcome == "undecided":
            return MutantReport(mutant=mutant, status="open", reason="the mutant takes too long")
        if time.perf_counter() > self.deadline:
            return MutantReport(mutant=mutant, status="open", reason="the time for the task ran out")
        return self._compared(mutant)

    def _compared(self, mutant: ContractMutant) -> MutantReport:
        try:
            pair = pair_of(self.original, mutant, self.task.parameter_names)
            budget = Budget(self.measuring.limit, SOLVER_SECONDS)
            separation = separation_of(self.task.with_contract(pair.text), pair.sets, self.judge.mutated, budget)
            solvers = [*map(self._solver, self.measuring.solvers)]
            searched = separate(separation, solvers, self.known, done=_separated_or_decided)
        except (SpecassayError, RecursionError) as problem:
            return MutantReport(mutant=mutant, status="open", reason=str(problem))
        separating = searched.separated
        if separating is None or separating.arguments is None:
            return _inseparable(mutant, [*searched.concluded().values()])
        arguments, how = separating.arguments, separating.solver
        texts = {name: literal(value) for name, value in arguments.items()}
        seen = self.judge.observe([texts])
        if self.judge.try_mutant(mutant.text, seen).by is None:
            return MutantReport(mutant=mutant, status="open", reason="the input that separates them did not replay")
        self.added += seen
        self.known.append(arguments)
        self.rows.append(self._row(mutant, texts, self.judge.replay(texts), how))
        return MutantReport(mutant=mutant, status="separated", by=texts, how=how)

    def _solver(self, name: str) -> NamedSolver:
        label = f"{self.task.task_id}-{name}-mutant"
        return NamedSolver(name, lambda: isolated(registry.get(name)).session(dump=self.measuring.dump, label=label))

    def _row(self, mutant: ContractMutant, texts: Literals, replay: Replay, how: str) -> SeparatingRow:
        """An input beside the suite, in the form of the suite's own rows."""
        violated = sorted(replay.violated)
        return SeparatingRow(
            task_id=self.task.task_id,
            violates=violated,
            verdict="accepted" if replay.accepted else ("violating" if violated else "raises"),
            arguments=dict(texts),
            raised=replay.raised,
            raises_first=replay.raises_first,
            how={str(index): replay.outcomes[index] for index in violated},
            runs_without_contract=replay.runs_without_contract,
            solver=how,
            mutant={"operator": mutant.operator, "before": mutant.before, "after": mutant.after},
        )


def _separated_or_decided(separation: Separation) -> bool:
    return separation.separated is not None or separation.decided


def _inseparable(mutant: ContractMutant, verdicts: Sequence[Verdict]) -> MutantReport:
    """No input violates exactly one of the two: proved, not found within bounds, or open."""
    unknown = [verdict.reason for verdict in verdicts if verdict.outcome != "infeasible"]
    if unknown:
        return MutantReport(mutant=mutant, status="open", reason=unknown[0])
    bounded = any(verdict.bounded for verdict in verdicts)
    how = "+".join(dict.fromkeys(verdict.solver for verdict in verdicts))
    return MutantReport(mutant=mutant, status="equivalent within bounds" if bounded else "equivalent", how=how)


def _values(texts: Literals) -> Arguments | None:
    """The values of an input for the search to start from; None where one has no literal."""
    try:
        return {name: value_of(text) for name, text in texts.items()}
    except NotALiteral:
        return None


def score(suites: Sequence[Adequacy], *, strengthened: bool) -> Score:
    """The mutation score of suites together: with or without the inputs that separate what they do not kill.

    Mutants that are open, or equivalent within bounds only, are unknown. Those that are proved equivalent, and those
    that are no programs, are left out.
    """
    killed, separated, open_, bounded = (
        sum(suite.count(status) for suite in suites)
        for status in ("killed", "separated", "open", "equivalent within bounds")
    )
    if strengthened:
        return mutation_score(killed + separated, 0, open_ + bounded)
    return mutation_score(killed, separated, open_ + bounded)


def rows_of(task_id: str, suite: Adequacy) -> Iterator[SeparatingRow | AdequacyRow]:
    """The lines of a task: the inputs added to its suite, if it is strengthened, and one with every mutant."""
    if suite.strengthened:
        yield from suite.added
    yield AdequacyRow(
        task_id=task_id,
        refused=suite.refused,
        valid=suite.valid,
        score=part_of(ScorePart, score([suite], strengthened=False)),
        strengthened=part_of(ScorePart, score([suite], strengthened=True)) if suite.strengthened else None,
        mutants=[_part(report) for report in suite.mutants],
        reason=suite.error,
    )


def _part(report: MutantReport) -> ContractMutantPart:
    mutant = report.mutant
    return ContractMutantPart(
        operator=mutant.operator,
        before=mutant.before,
        after=mutant.after,
        status=report.status,
        by=None if report.by is None else dict(report.by),
        how=report.how or None,
        reason=report.reason or None,
    )
