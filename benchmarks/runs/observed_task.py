"""What the inputs of a task violate: asked of the evaluator, and of Python where that has no answer.

Each input is observed within the budget of its task, which counts steps of the evaluator rather than seconds: so a busy
machine changes no verdict. Invariant: whatever is learned of an input goes into the evidence, from which proofs that
an input refutes are withdrawn.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack

from attrs import define, field

from ...backends.python.replay import Replay, Replayer
from ...backends.python.replay.tasks import KNOWN
from ...core.deciding.engines import processor_time
from ...core.errors import InputError, Unsupported
from ...core.ir.contracts import Contract
from ...core.synthesis.search import Effort
from ...core.synthesis.synthesise import Synthesis
from ...core.synthesis.verdicts import STEPS_A_SECOND, Arguments, Evidence, Observation
from ..configuration import Config
from ..datasets.tasks import ContractTask
from .contract_oracle import STEPS_OF_A_REPLAY, STEPS_OF_A_TRY, counted, observed, texts_of
from .objects import Made, realised
from .run_limits import LIMITS
from .task_report import SolverChoice

SECONDS_OF_A_STOPPED_REPLAY = 0.5
"""What a replay counts that a limit of time or memory ends."""


@define(slots=True, eq=False)
class PhaseClock:
    """Seconds by phase of the work on a task: `parse`, `encode`, `solve`, `search` and `replay`."""

    seconds: dict[str, float] = field(factory=dict)

    def add(self, phase: str, seconds: float) -> None:
        self.seconds[phase] = self.seconds.get(phase, 0.0) + seconds


@define(slots=True, eq=False)
class ObservedTask:
    """A task whose inputs are looked at. `made`: the objects that were built for its parameters; `wasted`: what
    replays without a verdict count, in seconds; `replaying`: the processor time of all of them."""

    task: ContractTask
    contract: Contract
    solver: SolverChoice
    replayer: Replayer
    watch: PhaseClock
    config: Config
    stack: ExitStack
    made: Made
    started: float = field(factory=processor_time)
    wasted: float = 0.0
    replaying: float = 0.0
    syntheses: list[Synthesis] = field(factory=list)
    evidence: Evidence = field(factory=Evidence)
    seen: dict[tuple[str, ...], Observation | None] = field(factory=dict)
    evaluated: dict[str, tuple[Observation | None, int]] = field(factory=dict)

    def left(self) -> float:
        """The seconds that are left of the budget: of work that is counted (steps of evaluations and encodings,
        replays, what solvers count of theirs), so that a busy machine changes no verdict. What that does not count may
        take `slowed_times` times the budget of processor time."""
        return (
            self.config.seconds_per_task - self.work
            if self._measured() < LIMITS.slowed_times * self.config.seconds_per_task
            else 0.0
        )

    @property
    def work(self) -> float:
        """The seconds of work so far, as it is counted."""
        return self.evidence.steps / STEPS_A_SECOND + sum(synthese.work for synthese in self.syntheses)

    def _measured(self) -> float:
        """Seconds of processor time so far: of this process, of the solvers, and of replays."""
        elsewhere = self.replaying + sum(synthese.solve_seconds for synthese in self.syntheses)
        return elsewhere + processor_time() - self.started

    def oracle(self, arguments: Arguments) -> Observation | None:
        """The reference evaluator's word, or the replay's where the evaluator has none; None for what no call gives."""
        seen = self._observed(arguments)
        self.evidence.note(arguments, seen)
        return seen

    def _observed(self, arguments: Arguments) -> Observation | None:
        arguments = self._realised(arguments)
        if not self.task.takes(arguments) or not self.may_be_input(arguments):
            return None
        # The evaluator takes microseconds, a replay a process: a search of 10,000 tries is possible only where nearly
        # all of them end here. It answers only what it can follow to the end, so its word is never a guess.
        seen, steps = self._evaluated(arguments)
        self.evidence.steps += STEPS_OF_A_TRY + steps
        if seen is not None:
            return seen if self.is_input(arguments, seen.violated) else None
        # A contract that sleeps for a second ends every replay by its limit: a hundred of these would take the budget
        # and tell nothing. The steps below are not counted then, and the search ends by its quiet share.
        if self.wasted > min(LIMITS.wasted_seconds, LIMITS.wasted_share * self.config.seconds_per_task):
            return None
        try:
            texts = self._texts(arguments)
        except Unsupported:  # Steering hands out what a clause compares with, which may be any object of Python.
            return None
        key = tuple(texts.values())
        if key not in self.seen:
            replay = self._replay_texts(texts, reference=False)
            self.seen[key] = None if replay is None else observed(replay)
        found = self.seen[key]
        return found if found is not None and self.is_input(arguments, found.violated) else None

    def may_be_input(self, arguments: Arguments) -> bool:
        """Whether arguments may be in the universe, whatever they violate."""
        return True

    def is_input(self, arguments: Arguments, violated: Iterable[int]) -> bool:
        """Whether arguments that violate some clauses are in the universe."""
        return True

    def _evaluated(self, arguments: Arguments) -> tuple[Observation | None, int]:
        """The evaluator's word, and its steps. Searches and shrinking come to the same inputs again and again: what it
        said is kept, and its steps count again, so that nothing ends elsewhere for that. The key is the `repr`, in
        which `1`, `1.0` and `True` differ, and so do equal sets whose items stand in another order."""
        key = repr(arguments)
        if len(key) > LIMITS.kept_characters:
            return counted(self.contract, arguments)
        kept = self.evaluated.get(key)
        if kept is None:
            kept = counted(self.contract, arguments)
            if len(self.evaluated) < LIMITS.kept_inputs:
                self.evaluated[key] = kept
        return kept

    def _replay(self, arguments: Arguments) -> Replay | None:
        return self._replay_texts(self._texts(arguments))

    def _realised(self, arguments: Arguments) -> Arguments:
        """Arguments with the receiver: in place of values for its fields, or the first that is known."""
        found = realised(self.task, arguments, self.made) if self.task.members.fields or self.task.given else arguments
        receiver = self.task.receiver
        if receiver not in self.contract.parameters or receiver in found:
            return found
        return {receiver: next(iter(self.contract.samples.get(receiver, ())), None), **found}

    def _texts(self, arguments: Arguments) -> dict[str, str]:
        """The text of an argument for each parameter, also for those that the contract is not about."""
        texts = {**self.made.first, **texts_of(self._realised(arguments))}
        return {name: texts[name] for name in self.task.parameter_names}

    def _replay_texts(self, texts: Mapping[str, str], *, reference: bool = True) -> Replay | None:
        started = time.perf_counter()
        replay = None
        self.evidence.steps += STEPS_OF_A_REPLAY
        try:
            replay = self.replayer.run(texts, reference=reference)
        except InputError:
            return None
        finally:
            self.watch.add("replay", time.perf_counter() - started)
            self.replaying += STEPS_OF_A_REPLAY / STEPS_A_SECOND if replay is None else replay.seconds
            # What is added is a constant, not the seconds that the clock shows: these depend on the machine, and with
            # them the replay from which on only the evaluator is asked, and so the verdict.
            if replay is None or not replay.decided:
                is_stopped = replay is not None and not KNOWN.issuperset(replay.outcomes)
                self.wasted += SECONDS_OF_A_STOPPED_REPLAY if is_stopped else STEPS_OF_A_REPLAY / STEPS_A_SECOND
        return replay

    def _effort(self, tries: int, seconds: float) -> Effort:
        """A search of so many tries in the steps that take about so many seconds. What has to be replayed takes ten
        times the steps of what the evaluator follows: few tries have to tell there whether it goes on."""
        quiet = LIMITS.quiet_share * seconds * STEPS_A_SECOND
        return Effort(
            tries,
            self._within(seconds),
            steps=lambda: self.evidence.steps,
            quiet_steps=quiet,
            quiet_tries=LIMITS.quiet_tries,
            shrinking=self.shrinking,
        )

    @property
    def shrinking(self) -> int:
        """Executions of the contract that making one test simpler may take."""
        return (
            LIMITS.shrinking_executions
            if len(self.contract.clauses) < LIMITS.quickly_shrunk_clauses
            else LIMITS.shrinking_executions // 4
        )

    def _within(self, seconds: float) -> Callable[[], bool]:
        """Are there steps left of those that take about so many seconds, beginning now, and is there time?"""
        end = self.evidence.steps + seconds * STEPS_A_SECOND
        look: float = self.evidence.steps

        def go_on() -> bool:
            nonlocal look
            steps = self.evidence.steps
            if steps >= end or (steps >= look and self.left() <= 0):
                return False
            if steps >= look:
                look = steps + LIMITS.steps_a_look
            return True

        return go_on
