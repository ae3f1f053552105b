"""Which input separates two conditions? One contract has both as clauses; an input that violates exactly one separates
them, and where it is proved that none violates exactly one, they are equivalent.

Example: `assert n > 0` (clause 0) beside `assert n >= 1` (clause 1). 0.5 violates exactly {1}, and {0} is infeasible:
what is at least 1 is positive. Further clauses of the contract are a context: the sets that are asked about do not have
them, so they hold on every input that separates.

Each set is searched for first; then each solver in turn is asked about what is still open. Every verdict `violating`
was replayed in real Python. Used for the mutants of a contract (`adequacy/measure.py`) and for the checks of a program
beside the clauses of a contract (`grading/equivalence.py`).
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from attrs import define, evolve, field, frozen

from ...backends.python.replay import Replayer
from ...core.deciding.engines import processor_time
from ...core.errors import InputError, Unsupported
from ...core.ir.contracts import Contract
from ...core.synthesis.search import InputGenerator
from ...core.synthesis.shrink import shrink
from ...core.synthesis.synthesis_limits import LIMITS as SYNTHESIS
from ...core.synthesis.synthesise import OpenSession, Synthesis
from ...core.synthesis.verdicts import STEPS_A_SECOND, Arguments, Evidence, Observation, Verdict, best_of, withdrawn
from ..datasets.tasks import ContractTask
from .contract_oracle import (
    STEPS_OF_A_REPLAY,
    STEPS_OF_A_TRY,
    contract_of,
    counted,
    observed,
    texts_of,
)
from .run_limits import LIMITS

NOTHING_ASKED = "no solver was asked"


@frozen(slots=True)
class Budget:
    """Seconds for one query to a solver; for each solver, with the evaluation and the replay of what it finds; and for
    everything: no solver is asked after that. All are work that is counted, so that the same question ends at the same
    place each time; what is counted too low may take `slowed_times` times as much processor time."""

    query: float
    solver: float
    total: float = float("inf")


@frozen(slots=True)
class NamedSolver:
    """A solver by its name, and what opens a session with it."""

    name: str
    open_session: OpenSession


Done = Callable[["Separation"], bool]
"""Whether enough is known, asked after each set that is decided."""


@define(slots=True, eq=False)
class Separation:
    """Two conditions in work. `sets` are the sets of clauses of the `contract` that are asked about, `verdicts` what is
    known of each. The replayer has the `task` loaded."""

    task: ContractTask
    contract: Contract
    sets: tuple[frozenset[int], ...]
    replayer: Replayer
    budget: Budget
    verdicts: dict[frozenset[int], Verdict] = field(factory=dict)
    evidence: Evidence = field(factory=Evidence)
    _solving: float = 0.0
    _started: float = field(factory=processor_time)

    @property
    def work(self) -> float:
        """Seconds of work so far: of evaluations, by their steps, of replays, and of solvers, as they count theirs."""
        return self.evidence.steps / STEPS_A_SECOND + self._solving

    @property
    def is_over(self) -> bool:
        """Whether all that the budget allows is spent."""
        return self.work >= self.budget.total or self._late

    @property
    def _late(self) -> bool:
        return processor_time() - self._started > LIMITS.slowed_times * min(self.budget.total, LIMITS.question_seconds)

    @property
    def separated(self) -> Verdict | None:
        """The first set with an input, if there is one."""
        return next((verdict for verdict in self.verdicts.values() if verdict.outcome == "violating"), None)

    @property
    def decided(self) -> bool:
        """Whether every set has an input or a proof."""
        return all(set_ in self.verdicts and not self.verdicts[set_].is_open for set_ in self.sets)

    def search(self, arguments_known: Iterable[Arguments], done: Done) -> None:
        """Try inputs, those like the `arguments_known` more often."""
        generator = InputGenerator(self.contract)
        for arguments in arguments_known:
            generator.learn(arguments)
        ends = self.work + LIMITS.separating_seconds
        for arguments in islice(generator, LIMITS.separating_tries):
            if self.work > ends or self._late:
                break
            seen = self._observe(arguments)
            # Exactly the set, no more: with a further clause of the context violated, the two conditions would be told
            # apart where neither is ever reached.
            if seen is not None and seen.violated in self.sets and seen.violated not in self.verdicts:
                small = shrink(arguments, seen, self._observe, SYNTHESIS.shrinking_executions, lambda: self.work < ends)
                verdict = self._confirmed(Verdict(seen.violated, "violating", "search", small))
                if verdict.outcome == "violating":
                    self.verdicts[seen.violated] = verdict
                    if done(self):
                        break

    def ask(self, solver: NamedSolver, done: Done) -> None:
        """Ask a solver about every set that is open."""
        synthesis = Synthesis(
            self.contract,
            solver.name,
            solver.open_session,
            self._observe_model,
            self.budget.query,
            self.budget.solver,
            self.evidence,
            effort=SYNTHESIS.shrinking_executions,
        )
        ends = self.work + self.budget.solver
        # Read when it is asked, as everything that is spent until then counts.
        synthesis.remaining = lambda: 0.0 if self._late else ends - self.work - synthesis.work
        try:
            for target in self.sets:
                verdict = self.verdicts.get(target)
                if verdict is None or verdict.is_open:
                    decided = self._confirmed(synthesis.decide(target))
                    self.verdicts[target] = decided if verdict is None else best_of([verdict, decided])
                    if done(self):
                        break
        finally:
            self._solving += synthesis.work
            synthesis.close()

    def concluded(self) -> dict[frozenset[int], Verdict]:
        """The verdict on each set. What an input that was seen later refutes is withdrawn; what nobody was asked about
        is unknown."""
        unasked = {set_: Verdict(set_, "unknown", "", reason=NOTHING_ASKED) for set_ in self.sets}
        verdicts = {target: self.verdicts.get(target, unasked[target]) for target in self.sets}
        return {target: withdrawn(verdict, self.evidence) or verdict for target, verdict in verdicts.items()}

    def _observe_model(self, arguments: Arguments) -> Observation | None:
        return self._observe(arguments, LIMITS.model_steps)

    def _observe(self, arguments: Arguments, steps: int = LIMITS.evaluation_steps) -> Observation | None:
        """What an input violates: the evaluator's word, or the replay's where it has none."""
        if not self.task.takes(arguments):
            return None
        evaluated, taken = counted(self.contract, arguments, steps)
        self.evidence.steps += STEPS_OF_A_TRY + taken
        seen = evaluated or self._replayed(arguments)
        self.evidence.note(arguments, seen)
        return seen

    def _replayed(self, arguments: Arguments) -> Observation | None:
        self.evidence.steps += STEPS_OF_A_REPLAY
        try:
            return observed(self.replayer.run(texts_of(arguments), reference=False))
        except (InputError, Unsupported):
            return None

    def _confirmed(self, verdict: Verdict) -> Verdict:
        """A verdict `violating` only where the contract in real Python agrees."""
        if verdict.outcome != "violating" or verdict.arguments is None:
            return verdict
        seen = self._replayed(verdict.arguments)
        if seen is not None and seen.violated == verdict.target:
            return verdict
        return evolve(verdict, outcome="unknown", arguments=None, reason="the input did not replay")


def separation_of(
    combined: ContractTask, sets: Sequence[frozenset[int]], replayer: Replayer, budget: Budget
) -> Separation:
    """The question which input violates exactly the clauses of a set, for each of the `sets` of clauses of `combined`.

    The replayer has this task loaded afterwards. Raises what parsing and loading raise: InputError, Unsupported,
    SolverFailure.
    """
    contract = contract_of(combined)
    replayer.load(combined.replay_task)
    return Separation(combined, contract, tuple(sets), replayer, budget)


def separate(
    separation: Separation,
    solvers: Sequence[NamedSolver],
    arguments_known: Iterable[Arguments] = (),
    *,
    done: Done = lambda found: found.decided,
    search: bool = True,
) -> Separation:
    """Look for an input that violates exactly the clauses of a set, for each set that is asked about.

    `arguments_known` are worth starting from; without `search` only solvers look. It ends when `done`, or when every
    solver was asked. Gives back what it was given, with what is known now.
    """
    if search:
        separation.search(arguments_known, done)
    for solver in solvers:
        if done(separation) or separation.is_over:
            break
        separation.ask(solver, done)
    return separation
