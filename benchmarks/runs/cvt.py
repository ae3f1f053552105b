"""The main job on one Python task: contract-violating tests, certified by replay, or proofs that none exist."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import chain, islice
from typing import Any

from attrs import define, evolve, field
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...backends.solvers import registry
from ...backends.solvers.choices import BOTH, chosen
from ...backends.solvers.worker import isolated
from ...core.deciding.solver import Session
from ...core.encoding.encode import Encoding
from ...core.encoding.inputs import ANNOTATED, UNIVERSE
from ...core.errors import SolverFailure, SpecassayError
from ...core.synthesis.directed import DirectedSearch
from ...core.synthesis.engine import budget_is_spent, in_two_rounds
from ...core.synthesis.preferred import raising
from ...core.synthesis.search import InputGenerator, recombinations
from ...core.synthesis.shrink import shrink
from ...core.synthesis.synthesis_limits import LIMITS as SYNTHESIS
from ...core.synthesis.synthesise import Synthesis, search
from ...core.synthesis.values import complexity
from ...core.synthesis.verdicts import (
    Arguments,
    Observation,
    Verdict,
    best_of,
    disagree,
    is_spent,
    targets,
    together,
    withdrawn,
)
from ..configuration import DEFAULT, Config
from ..datasets.tasks import ContractTask
from ..schema import CvtRow, FailsPart
from . import declared_constraints, wide
from .accepted_objects import with_accepted
from .annotated import believing, holders
from .better_tests import TaskWithTests
from .consistency import NOTHING_VIOLATED, consistency_of
from .constructing import Constructing
from .contract_oracle import contract_of, manner_of, provable_part
from .failing_inputs import failing_call
from .objects import made_for, with_built, with_samples
from .objects_put_together import (
    KnownInputs,
    with_arguments_of_two,
    with_one_object_for_two,
    with_other_numbers,
    with_what_is_inside,
)
from .observed_task import PhaseClock
from .run_limits import LIMITS
from .task_report import Report, SolverAnswers, SolverChoice, row_of_verdict
from .undecided import undecided_clause, undecided_set


def synthesise(
    task: ContractTask, solver: SolverChoice = "z3", config: Config = DEFAULT, *, replayer: Replayer | None = None
) -> Report:
    """Decide every non-empty set of clauses of a task's contract, within the limits of `config`.

    In a wide universe (`wide.py`) what plain values cannot violate is tried with others. `replayer`: the process in
    which tests are replayed, one of its own if None.
    Never raises for the task's sake: what goes wrong is the report's `error`.
    """
    if task.unsupported is not None:
        return Report(task_id=task.task_id, problems=(task.unsupported,))
    if task.declaration is not None:
        return _of_declared(task, solver, config, replayer)
    watch = PhaseClock()
    started = time.perf_counter()
    try:
        contract = contract_of(task)
    except SpecassayError as problem:
        return Report(task_id=task.task_id, error=str(problem))
    watch.add("parse", time.perf_counter() - started)
    with ExitStack() as stack:
        own_replayer = (
            stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS))) if replayer is None else replayer
        )
        try:
            own_replayer.load(task.replay_task)
            constructing = Constructing(own_replayer, LIMITS.constructing_share * config.seconds_per_task)
            # Objects first: without values for its parameters nothing is known of a method.
            task = with_built(task, contract, constructing)
            task = with_accepted(task, constructing, lambda constructor: _accepted_by(constructor, solver, config))
            samples_made = made_for(task, constructing)
            watch.add("replay", constructing.wasted)
            sampled = with_samples(contract, samples_made, task.declared)
            return _TaskJob(task, sampled, solver, own_replayer, watch, config, stack, samples_made).report()
        except SpecassayError as problem:
            return Report(
                task_id=task.task_id,
                clauses=len(contract.clauses),
                seconds=watch.seconds,
                error=_told(task, problem),
                failed=isinstance(problem, SolverFailure),
            )


def _accepted_by(constructor: ContractTask, solver: SolverChoice, config: Config) -> Mapping[str, str] | None:
    """Arguments that violate nothing of the contract of a constructor, where such are found."""
    budget = min(LIMITS.constructor_seconds, config.seconds_per_task)
    rows = synthesise(constructor, solver, evolve(config, budget=budget)).rows
    return rows[0].valid or None if rows else None


def _of_declared(task: ContractTask, solver: SolverChoice, config: Config, replayer: Replayer | None) -> Report:
    """The report on a class or a function whose constraints a library checks."""
    with ExitStack() as stack:
        own_replayer = (
            stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS))) if replayer is None else replayer
        )
        try:
            own_replayer.load(task.replay_task)
            beside = stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)))
            decide = partial(synthesise, solver=solver, replayer=beside)
            return declared_constraints.report_of(
                task, own_replayer, config, lambda inner, limits: decide(inner, config=limits)
            )
        except SpecassayError as problem:
            failed = isinstance(problem, SolverFailure)
            return Report(task_id=task.task_id, error=_told(task, problem), failed=failed)


def _told(task: ContractTask, problem: SpecassayError) -> str:
    """A problem with a task, with its place and without its name, which stands before it anyway."""
    text = str(problem).removeprefix(f"{task.task_id}: ")
    return text if text.startswith(task.file) else f"{task.file}:{task.line}: {text}"


@define(slots=True, eq=False)
class _TaskJob(TaskWithTests):
    """One task in work."""

    repairs: int = 0
    contradictions: int = 0
    disagreements: set[frozenset[int]] = field(factory=set)
    checks: dict[frozenset[int], SolverAnswers] = field(factory=dict)
    reasons: dict[frozenset[int], dict[str, str]] = field(factory=dict)
    """Why each solver left a set open."""

    @property
    def compares(self) -> bool:
        """Whether all solvers are asked about every set of clauses, and not one after the other until one knows."""
        return self.solver == BOTH

    def report(self) -> Report:
        budget = self.config.seconds_per_task
        names = chosen(self.solver) if self.compares else registry.in_order(chosen(self.solver))
        provable = (
            provable_part(self.task, holders(self.task, self.types) if self.believed else ())
            if self.task.samples or self.task.given or self.task.receiver
            else self.contract
        )
        if self.believed:
            provable = believing(provable, self.task, self.types)
        # The budget: one search before the solvers and one after them, and what is left for these. Solvers that are
        # compared are all asked about everything, so each has its part; those of a portfolio share the whole.
        search_seconds = max(LIMITS.searching_share * budget, min(LIMITS.least_searching_seconds, budget / 4))
        if all(clause.problems for clause in provable.clauses):
            search_seconds = max(
                search_seconds, min(LIMITS.searching_share_of_objects * budget, LIMITS.searching_seconds_of_objects)
            )
        solving = (budget - 2 * search_seconds) / (len(names) if self.compares else 1)
        kept = search_seconds + LIMITS.preferring_share * budget
        encodings: dict[str, Encoding] = {}
        for name in names:
            synthesis = Synthesis(
                provable,
                name,
                self._opener(name),
                self.oracle,
                self.config.solver_limit,
                solving,
                self.evidence,
                effort=self.shrinking,
                remaining=lambda: self.left() - kept,
                spent=budget_is_spent(budget),
                realise=self._realised,
                encodings=encodings,
            )
            self.stack.callback(synthesis.close)
            self.syntheses.append(synthesis)
        all_targets = list(targets(len(self.contract.clauses), self.config.max_subsets))
        # Whatever comes later may turn an open verdict into a test, and a proof into a contradiction that is counted.
        # A test, which was replayed when it was kept, is only taken back at the very end, where it worked after others.
        self._try_first(all_targets, search_seconds)
        verdicts = self._verdicts(all_targets, search_seconds)
        self.watch.add("encode", sum(synthesis.encode_seconds for synthesis in self.syntheses))
        self.watch.add("solve", sum(synthesis.solve_seconds for synthesis in self.syntheses))
        self._put_together([target for target, verdict in verdicts.items() if verdict.is_open])
        self._search(verdicts, LIMITS.last_tries, search_seconds)
        self._improve(LIMITS.preferring_share * budget)
        self._keep_defaults()
        self._withdraw(verdicts)
        if self.config.universe == wide.UNIVERSE:
            self._widen(verdicts, search_seconds)
        self._certify_afresh(verdicts)
        self._look_for_accepted(search_seconds)
        consistency = self._consistency()
        unreachable = self._unreachable()
        rows = [
            replace(self._row(verdict), consistency=consistency, never_false=verdict.target in unreachable or UNSET)
            for verdict in verdicts.values()
        ]
        rows[:1] = [replace(row, valid=self._accepted_input() or UNSET, fails=self._failing()) for row in rows[:1]]
        read = [
            clause if not clause.problems else provable_clause
            for clause, provable_clause in zip(self.contract.clauses, provable.clauses, strict=True)
        ]
        if any(row.verdict == "unknown" for row in rows):
            unread = ((number, clause.problems) for number, clause in enumerate(read) if clause.problems)
            parts = [undecided_clause(number, map(str, problems)) for number, problems in unread]
            of_first = [] if rows[0].undecided is UNSET else rows[0].undecided
            rows[0] = replace(rows[0], undecided=[*parts, *of_first] or UNSET)
        problems = dict.fromkeys(str(problem) for clause in read for problem in clause.problems)
        problems.update(dict.fromkeys(self.made.problems))
        return Report(
            task_id=self.task.task_id,
            rows=tuple(rows),
            clauses=len(self.contract.clauses),
            lowered=sum(1 for clause in read if not clause.problems),
            problems=tuple(problems),
            repairs=self.repairs + sum(synthesis.repairs for synthesis in self.syntheses),
            contradictions=self.contradictions + sum(synthesis.contradictions for synthesis in self.syntheses),
            subsets=2 ** len(self.contract.clauses) - 1,
            spent=sum(map(is_spent, verdicts.values())),
            seconds=self.watch.seconds,
            work=self.work,
            checks=tuple(self.checks.values()),
            disagreements=len(self.disagreements),
        )

    def _opener(self, name: str) -> Callable[[], Session]:
        solver = isolated(registry.get(name), LIMITS.solver_memory)
        return lambda: solver.session(dump=self.config.dump, label=f"{self.task.task_id}-{name}")

    def _try_first(self, all_targets: Sequence[frozenset[int]], seconds: float) -> None:
        if self.types.known:
            self._direct(all_targets, seconds)
        started = time.perf_counter()
        tries = LIMITS.first_tries_of_many if len(all_targets) > LIMITS.many_sets else LIMITS.first_tries
        missing = set(all_targets) - self.replays.keys()
        by_search = search(self.contract, missing, {}, self.oracle, self._effort(tries, seconds)) if missing else {}
        self.watch.add("search", time.perf_counter() - started)
        self._keep_all(by_search)
        if not self.types.known:
            self._direct(all_targets, seconds)
        self._put_together(all_targets)
        started = time.perf_counter()
        pairs = (mixed for arguments in by_search.values() for mixed in recombinations(arguments, by_search.values()))
        self._mix(islice(pairs, LIMITS.first_recombinations))
        self.watch.add("search", time.perf_counter() - started)

    def _put_together(self, all_targets: Sequence[frozenset[int]]) -> None:
        """Look for tests with objects that are made as those of known tests are, and for a first valid input."""
        for arguments in islice(with_what_is_inside(self._known_inputs()), LIMITS.crossed_inputs):
            if self.evidence.accepted or self.left() <= 0:
                break
            self.oracle(arguments)
        self._keep_new(with_one_object_for_two(self._known_inputs()), all_targets)
        for way in [with_what_is_inside, *[with_arguments_of_two] * LIMITS.crossing_rounds, with_other_numbers]:
            self._keep_new(islice(way(self._known_inputs()), LIMITS.crossed_inputs), all_targets)
        self._keep_new(with_one_object_for_two(self._known_inputs()), all_targets)

    def _known_inputs(self) -> KnownInputs:
        tests = [arguments for arguments, _ in self.replays.values()]
        return KnownInputs(self.task, self.classes, self.contract.samples, self.types, tests, self.evidence.accepted)

    def _keep_all(self, inputs_by_target: Mapping[frozenset[int], Arguments]) -> None:
        for target, arguments in inputs_by_target.items():
            if self.left() > 0 and self._keep(target, arguments):
                self._keep_simpler_objects(target)
                self.evidence.known[target] = self.replays[target][0]
                self.evidence.shrunk.add(target)

    def _direct(self, all_targets: Sequence[frozenset[int]], seconds: float) -> None:
        """Look for tests from what clauses ask for, among inputs of the declared types where these are known."""
        open_targets = [target for target in all_targets if target not in self.replays or self._raises(target)]
        if not open_targets:
            return
        started = time.perf_counter()
        search = DirectedSearch(
            self.contract, self._typed_oracle, self._effort(LIMITS.directed_tries, seconds), self._spend
        )
        search.learn(islice(self._seeds(), LIMITS.seeds))
        search.reach([NOTHING_VIOLATED, *open_targets])
        self.watch.add("search", time.perf_counter() - started)
        found = [target for target in open_targets if target in search.found]
        better = [target for target in found if target not in self.replays or target not in search.raising]
        self._keep_all({target: self._readable(search.found[target]) for target in better})

    def _readable(self, arguments: Arguments) -> Arguments:
        """The simplest input that violates the same: the search makes what it goes on from only somewhat simpler."""
        seen = self.oracle(arguments)
        if seen is None:
            return arguments
        return shrink(arguments, seen, self.oracle, self.shrinking, lambda: self.left() > 0, self.contract.suits)

    def _raises(self, target: frozenset[int]) -> bool:
        """Whether clauses of a set raise in its test, instead of being false."""
        return raising(manner_of(self.replays[target][1])) > 0

    def _keep_new(self, candidates: Iterable[Arguments], all_targets: Sequence[frozenset[int]]) -> None:
        """Keep what violates a set that no test is known for, or none in which clauses are false, as long as there is
        such a set."""
        missing = {target for target in all_targets if target not in self.replays or self._raises(target)}
        for arguments in candidates:
            if not missing or self.left() <= 0:
                return
            seen = self.oracle(arguments)
            if seen is None or seen.violated not in missing:
                continue
            is_better = seen.violated not in self.replays or not raising(seen.how)
            # Beside another part, a part of a shrunk test may be longer than it has to be.
            for candidate in (self._readable(arguments), arguments) if is_better else ():
                if self._keep(seen.violated, candidate):
                    self.evidence.known[seen.violated] = candidate
                    self.evidence.shrunk.add(seen.violated)
                    missing.remove(seen.violated)
                    break

    def _seeds(self) -> Iterator[Arguments]:
        """Inputs from which others are looked for: valid ones, known ones, and such of the declared types."""
        names = self.task.parameter_names
        base_inputs = (row for row in self.task.base_input if len(row) == len(names))
        yield from (dict(zip(names, row, strict=True)) for row in islice(base_inputs, LIMITS.given_inputs))
        yield from [*self.evidence.known.values()]
        if self.contract.samples and self.types.known:
            # Texts that a parser reads, and objects, are not what is drawn of a type.
            suits = self.types.suits
            first = islice(InputGenerator(self.contract), 4 * LIMITS.sampled_seeds)
            yield from islice(
                (each for each in first if all(suits(*item) for item in each.items())), LIMITS.sampled_seeds
            )
        yield from self._typed() if self.types.known else InputGenerator(self.contract)

    def _spend(self, steps: int) -> None:
        self.evidence.steps += steps

    def _mix(self, candidates: Iterable[Arguments]) -> None:
        """Keep what violates a set that no test is known for. Parts of shrunk tests need no more shrinking."""
        # With one parameter there is nothing to mix.
        if len(self.contract.parameters) < 2 or len(self.contract.clauses) < LIMITS.mixed_clauses:
            return
        for arguments in candidates:
            if self.left() <= 0:
                return
            seen = self.oracle(arguments)
            new = seen is not None and seen.violated and seen.violated not in self.replays
            if seen is not None and new and self._keep(seen.violated, arguments):
                self.evidence.known[seen.violated] = arguments
                self.evidence.shrunk.add(seen.violated)

    def _decide(self, target: frozenset[int]) -> Verdict:
        """The verdict of all solvers together, with a certified test if there is one.

        They are asked only where the search found nothing, one after the other until one knows. Those that are compared
        are all asked about every set of clauses.
        """
        if target in self.replays and not self.compares:
            return Verdict(target, "violating", "search", self.replays[target][0])
        verdicts: list[Verdict] = []
        for synthesis in self.syntheses:
            procedure = synthesis.agree if target in self.replays else synthesis.procedure
            verdicts.append(self._certified(synthesis.decide(target, procedure)))
            if not self.compares and not verdicts[-1].is_open:
                break
        checks = tuple(check for verdict in verdicts for check in verdict.checks)
        earlier = self.checks[target].answers if target in self.checks else {}
        self.checks[target] = SolverAnswers(
            tuple(sorted(target)), {check.solver: together(earlier.get(check.solver), check) for check in checks}
        )
        said = {
            verdict.solver: verdict.reason for verdict in verdicts if verdict.outcome == "unknown" and verdict.solver
        }
        self.reasons.setdefault(target, {}).update(said)
        if disagree(checks):
            self.disagreements.add(target)
        best = best_of(verdicts)
        # A test is stronger than a proof: of a set that has one, *infeasible* can only be wrong. Within bounds it is
        # not even that: the test lies outside of them.
        if target in self.replays and best.outcome != "violating":
            self.contradictions += best.outcome == "infeasible" and not best.bounded
            return Verdict(target, "violating", "search", self.replays[target][0], checks=checks)
        return best

    def _certified(self, verdict: Verdict) -> Verdict:
        """A violating verdict only when the real contract in real Python says so."""
        if verdict.outcome != "violating" or verdict.arguments is None or verdict.target in self.replays:
            return verdict
        if self._keep(verdict.target, verdict.arguments):
            tests = [arguments for arguments, _ in self.replays.values()]
            self._mix(islice(recombinations(verdict.arguments, reversed(tests)), LIMITS.recombinations))
            return verdict
        self.repairs += 1
        return Verdict(
            verdict.target, "unknown", verdict.solver, reason="the test did not replay", checks=verdict.checks
        )

    def _verdicts(self, all_targets: Sequence[frozenset[int]], search_seconds: float) -> dict[frozenset[int], Verdict]:
        """The verdict on every set, in two rounds: what takes long is asked again after another search."""

        def search(verdicts: dict[frozenset[int], Verdict]) -> None:
            self._search(verdicts, LIMITS.quick_tries, search_seconds)

        verdicts: dict[frozenset[int], Verdict] = {}
        many = len(all_targets) > LIMITS.many_sets
        limit, quick = self.config.solver_limit, SYNTHESIS.hasty_seconds if many else SYNTHESIS.quick_seconds
        single, pairs = (sum(len(target) <= size for target in all_targets) for size in (1, 2))
        # With hundreds of sets the budget ends somewhere among them. Single clauses are what coverage counts, and their
        # cores rule out larger sets without a query.
        for group in (all_targets[:single], all_targets[single:pairs], all_targets[pairs:]) if many else (all_targets,):
            verdicts |= in_two_rounds(self.syntheses, group, self._decide, search, limit, quick)
        return verdicts

    def _search(self, verdicts: dict[frozenset[int], Verdict], tries: int, seconds: float) -> None:
        """Look for tests where the solvers have none: of unknown sets, and of those infeasible within bounds."""
        known_verdicts = self.evidence.known
        open_targets = {target for target, verdict in verdicts.items() if verdict.is_open}
        started = time.perf_counter()
        # What other searches have met is used before anything new is tried.
        settled = {target: known_verdicts[target] for target in open_targets if target in known_verdicts}
        unsettled = open_targets - set(settled)
        if unsettled:
            settled |= search(self.contract, unsettled, known_verdicts, self.oracle, self._effort(tries, seconds))
        self.watch.add("search", time.perf_counter() - started)
        for target, arguments in settled.items():
            # A test counts only once it was replayed in CPython.
            if self._keep(target, arguments):
                self._keep_simpler_objects(target)
                arguments = self.replays[target][0]
                verdicts[target] = Verdict(target, "violating", "search", arguments, checks=verdicts[target].checks)
        # A search may meet an input that a proof excludes. Then the proof is wrong, and that is counted.
        for target, verdict in verdicts.items():
            refuted = (
                verdict.outcome == "infeasible"
                and target in known_verdicts
                and self._keep(target, known_verdicts[target])
            )
            if refuted:
                self.contradictions += not verdict.bounded
                verdicts[target] = Verdict(target, "violating", "search", known_verdicts[target], checks=verdict.checks)

    def _withdraw(self, verdicts: dict[frozenset[int], Verdict]) -> None:
        """What was infeasible, and what was not found within bounds, is unknown where an input that was observed later
        violates what the core says cannot be violated."""
        for target, verdict in verdicts.items():
            instead = withdrawn(verdict, self.evidence)
            if instead is not None:
                self.contradictions += not verdict.bounded
                verdicts[target] = instead

    def _look_for_accepted(self, seconds: float) -> None:
        """Try inputs until one violates nothing, if none was seen: searches end when each set of clauses has a test,
        and an input that satisfies all of them may not have been among what was tried by then."""
        if NOTHING_VIOLATED in self.evidence.realised:
            return
        started = time.perf_counter()
        effort = self._effort(LIMITS.last_tries, seconds)
        is_open = effort.go_on
        effort = evolve(effort, go_on=lambda: is_open() and NOTHING_VIOLATED not in self.evidence.realised)
        search(self.contract, {NOTHING_VIOLATED}, self.evidence.known, self.oracle, effort)
        self.watch.add("search", time.perf_counter() - started)

    def _consistency(self) -> dict[str, Any] | UnsetType:
        """What is to be said where no input is known that violates nothing."""
        if self.task.base_input:
            return UNSET
        false = frozenset(
            index for _, replay in self.replays.values() for index, how in manner_of(replay).items() if how == "false"
        )
        consistency = consistency_of(self.contract, self.syntheses, self.evidence, false)
        return UNSET if consistency is None else dict(consistency)

    def _accepted_input(self) -> Mapping[str, str] | None:
        """A simple input that violates nothing, where one is known: one on which the function returns, if it does on
        some of those that were seen or are drawn."""
        accepted = sorted(
            chain(self.evidence.accepted, self._with_all_defaults()),
            key=lambda arguments: (
                self.types.misfits(arguments, ()),
                len(self._differing_defaults(arguments)),
                [complexity(value) for value in arguments.values()],
            ),
        )
        texts, returns = self._returning(accepted)
        if texts is None or returns:
            return texts
        # What is around the function may refuse more, as a decorator does, and what is in it may fail.
        drawn = list(islice(self._typed(), LIMITS.valid_draws))
        drawn.sort(key=lambda arguments: [complexity(value) for value in arguments.values()])
        other_texts, returns = self._returning(drawn)
        return other_texts if returns else texts

    def _returning(self, inputs: Iterable[Arguments]) -> tuple[Mapping[str, str] | None, bool]:
        """The first of some inputs that violates nothing and on which the function returns, made simpler, and True;
        else the first one that violates nothing, if there is one, and False."""
        texts: Mapping[str, str] | None = None
        nothing = Observation(NOTHING_VIOLATED, {})
        for arguments in inputs:
            seen = self.oracle(arguments) if self.left() > 0 else None
            if seen is None or seen.violated:
                continue
            # `positive(0, 0, False)` is no simpler than `positive(1, 0)`, which leaves a default.
            oracle = self._keeping_defaults(arguments)
            small = shrink(
                arguments, nothing, oracle, self.shrinking // 4, lambda: self.left() > 0, self.contract.suits
            )
            # A simpler one may be refused by what the contract does not say.
            simpler = [self._valid_with_defaults(small), small]
            for candidate in (*(other for other in simpler if other != arguments), arguments):
                replay = self._replay(candidate)
                if replay is not None and replay.decided and not replay.violated:
                    texts = texts or self._texts(candidate)
                    if replay.runs_without_contract:
                        return self._texts(candidate), True
        return texts, False

    def _failing(self) -> FailsPart | UnsetType:
        """A call that violates nothing and on which the function fails, where one is found."""
        call = failing_call(self)
        return UNSET if call is None else FailsPart(arguments=dict(call.arguments), raised=call.raised)

    def _unreachable(self) -> frozenset[frozenset[int]]:
        """The sets of one clause that is never false, since what raises comes before it on each input that violates it:
        so it was in every test, and so it is proved to be."""
        never_false = set()
        for clause in range(len(self.contract.clauses)):
            replays = [replay for target, (_, replay) in self.replays.items() if clause in target]
            replays_before = all(
                replay.raises_first is None and manner_of(replay).get(clause) == "raises" for replay in replays
            )
            if replays and replays_before and any(synthesis.is_never_false(clause) for synthesis in self.syntheses):
                never_false.add(frozenset({clause}))
        return frozenset(never_false)

    def _row(self, verdict: Verdict) -> CvtRow:
        row = row_of_verdict(self.task.task_id, verdict, ANNOTATED if self.believed else UNIVERSE)
        if verdict.outcome == "unknown":
            reasons = self.reasons.get(verdict.target, {})
            told = [(name, reason.removeprefix(f"{name}: ")) for name, reason in reasons.items() if reason]
            # Where no engine was asked, the verdict says why.
            known = told or [("reason", verdict.reason)]
            return replace(row, undecided=[undecided_set(known, len(self.evaluated) + len(self.seen))])
        if verdict.outcome != "violating":
            return row
        if verdict.universe == wide.UNIVERSE:
            # Such values have no literals: their texts were kept when they were found.
            texts, replay = self.wide[verdict.target]
        else:
            arguments, replay = self.replays[verdict.target]
            texts = self._texts(arguments)
        return replace(
            row,
            arguments=texts,
            raised=replay.raised,
            raises_first=replay.raises_first,
            how={str(index): how for index, how in manner_of(replay).items()},
            runs_without_contract=replay.runs_without_contract,
        )
