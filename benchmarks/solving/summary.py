"""What many answers say together: outcomes, times, who decides what alone, who contradicts whom.

PAR-2 as SAT competitions define it: the mean over queries of the processor time where the solver decides, and twice the
limit where it does not.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from statistics import mean, median

from attrs import field, frozen

from ...backends.solvers.choices import names
from ...core.iteration import grouped
from ..schema import SolverScoreRow
from .asking import DEFINITE, OUTCOMES, QueryFile, SolverAnswer

STATUS = ":status"
"""The name under which a query itself answers."""
VIRTUAL_BEST = "virtual best"
_WORST = ("error", "timeout", "unknown", "not asked")


@frozen(slots=True)
class SolverCell:
    """The answers of a solver to a query, one for each time that it was asked."""

    answers: tuple[SolverAnswer, ...]

    @property
    def outcome(self) -> str:
        """Definite if every answer is, and the same one: of different ones the worst counts."""
        outcomes = {answer.outcome for answer in self.answers}
        worst = next((outcome for outcome in _WORST if outcome in outcomes), None)
        return worst or ("unknown" if len(outcomes) > 1 else next(iter(outcomes)))

    @property
    def is_unstable(self) -> bool:
        return len({answer.outcome for answer in self.answers}) > 1

    @property
    def definite(self) -> frozenset[str]:
        """What it said of sat and unsat: both, if it contradicts itself."""
        return frozenset(answer.outcome for answer in self.answers) & frozenset(DEFINITE)

    @property
    def cpu_seconds(self) -> float:
        return median(answer.cpu_seconds for answer in self.answers)

    @property
    def peak_bytes(self) -> int:
        return max(answer.peak_bytes for answer in self.answers)


AnswerCells = Mapping[tuple[str, str], SolverCell]
"""By query and solver."""


@frozen(slots=True)
class Conflict:
    """A query that is satisfiable to some and unsatisfiable to others; `STATUS` stands for itself. `wrong`: who is, if
    that is known; `explanation`: why, or why it is not known."""

    query: QueryFile
    sat: tuple[str, ...]
    unsat: tuple[str, ...]
    wrong: tuple[str, ...] = ()
    explanation: str = ""
    assertions: int = 0
    minimised: str | None = None

    @property
    def explained(self) -> bool:
        return bool(self.wrong)


@frozen(slots=True)
class SolverComparison:
    """Queries, the names of solvers, their answers, the limit in seconds, and who is known to be wrong about what."""

    queries: tuple[QueryFile, ...]
    solvers: tuple[str, ...]
    cells: AnswerCells
    limit: float
    wrong: Collection[tuple[str, str]] = field(factory=frozenset)

    def decides(self, query: QueryFile, solver: str) -> bool:
        return self.cells[query.name, solver].outcome in DEFINITE and (query.name, solver) not in self.wrong

    def deciding(self, query: QueryFile) -> list[str]:
        return [solver for solver in self.solvers if self.decides(query, solver)]

    def conflicts(self) -> Iterator[Conflict]:
        """The queries that have both answers, in the order of the queries."""
        for query in self.queries:
            definite = {solver: self.cells[query.name, solver].definite for solver in self.solvers}
            definite[STATUS] = frozenset({query.status}) & frozenset(DEFINITE)
            sat, unsat = (tuple(name for name, answers in definite.items() if status in answers) for status in DEFINITE)
            if sat and unsat:
                yield Conflict(query, sat, unsat)

    def score(self, solver: str, queries: Sequence[QueryFile] | None = None) -> SolverScoreRow:
        """What a solver did on all queries, or on some; as its row, without the version."""
        chosen = self.queries if queries is None else queries
        mine = {query.name: self.cells[query.name, solver] for query in chosen}
        counted = Counter(cell.outcome for cell in mine.values())
        decided = [query for query in chosen if self.decides(query, solver)]
        times = [mine[query.name].cpu_seconds for query in decided]
        return SolverScoreRow(
            solver=solver,
            solver_version="",
            outcomes={outcome: counted[outcome] for outcome in OUTCOMES},
            wrong=sum((query.name, solver) in self.wrong for query in chosen),
            par2=self._par2(times, len(chosen)),
            seconds=round(sum(times), 4),
            alone=sum(self.deciding(query) == [solver] for query in decided),
            unstable=sum(cell.is_unstable for cell in mine.values()),
        )

    def virtual_best(self, queries: Sequence[QueryFile] | None = None) -> SolverScoreRow:
        """The score of the virtual best: for each query, the fastest solver that decides it and is not known to be
        wrong."""
        chosen = self.queries if queries is None else queries
        counted: Counter[str] = Counter()
        times = []
        for query in chosen:
            cells = [self.cells[query.name, solver] for solver in self.deciding(query)]
            # A wrong answer decides nothing, however fast it is: `deciding` has left it out.
            best = min(cells, key=lambda cell: cell.cpu_seconds, default=None)
            counted["unknown" if best is None else best.outcome] += 1
            if best is not None:
                times.append(best.cpu_seconds)
        outcomes = {outcome: counted[outcome] for outcome in OUTCOMES}
        par2, seconds = self._par2(times, len(chosen)), round(sum(times), 4)
        return SolverScoreRow(
            solver=VIRTUAL_BEST,
            solver_version="",
            outcomes=outcomes,
            wrong=0,
            par2=par2,
            seconds=seconds,
            alone=0,
            unstable=0,
        )

    def by_logic(self) -> Mapping[str, list[QueryFile]]:
        """The queries by their logic; those of ALL, or of none, by the theories that they need."""
        return self._grouped(logic_of)

    def by_task(self) -> Mapping[str, list[QueryFile]]:
        """The queries by the task that they come from, as `--dump` names its files; of others, by their folder."""
        return self._grouped(task_of)

    def _grouped(self, key: Callable[[QueryFile], str]) -> Mapping[str, list[QueryFile]]:
        return dict(sorted(grouped((key(query), query) for query in self.queries).items()))

    def times(self, solver: str) -> list[float]:
        """The seconds of each query that a solver, or the virtual best, decides."""
        seconds = []
        for query in self.queries:
            deciding = [name for name in self.deciding(query) if solver in (name, VIRTUAL_BEST)]
            if deciding:
                seconds.append(min(self.cells[query.name, name].cpu_seconds for name in deciding))
        return seconds

    def _par2(self, times: Sequence[float], queries: int) -> float:
        undecided = [2 * self.limit] * (queries - len(times))
        return round(mean([*times, *undecided]), 4)


def logic_of(query: QueryFile) -> str:
    """The logic that a query names; of ALL, which says nothing, the theories."""
    if query.logic not in ("", "ALL"):
        return query.logic
    return f"ALL: {', '.join(sorted(query.theories)) or 'linear arithmetic'}"


def task_of(query: QueryFile) -> str:
    """The task that a query comes from: `--dump` writes `TASK-SOLVER-001.smt2` (with the solver twice where it has it
    in its label). Of a file with another name, its folder."""
    solver_names = "|".join(map(re.escape, names()))
    match = re.fullmatch(rf"(.+?)(?:-(?:{solver_names}))+-\d+\.smt2", query.name)
    return match[1] if match else query.name.rpartition("/")[0] or "-"
