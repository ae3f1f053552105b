"""Deciding sets of clauses, in any language: which of them can an input violate while it meets all others?

The order of work is the same whatever the clauses are written in:

1. A set that contains the literals of an earlier unsatisfiable core is infeasible for the same reason, and not asked.
2. A model is asked for; it is read back as an input, and an *oracle* says what the input violates. Only an input that
   violates exactly the set is reported, made simpler first. A model that the oracle refutes is excluded, and the next
   one is asked for.
3. A proof is minimised literal by literal, so that it prunes as many sets as possible. Example: of the clauses `n > 0`,
   `n > 5` and `n < 9`, the set {0} is infeasible since `n > 5` holds: the core {0 violated, 1 holds} prunes {0, 2} too.
4. Hard queries get little time first and all of it later (`in_two_rounds`): by then a search that starts from the
   inputs of other sets has settled some of them.

What a language adds: the oracle, a `ClauseQuery` for each encoding of its clauses (literals of a set, models, reading a
model back), and the methods of `Engine` that are abstract (what is simpler, the texts of clauses, which encodings are
asked in which order). `synthesise.py` does so for contracts in Python,
`core/spec_testing/violating_inputs.py` for typed preconditions.

Invariants. A proof assumes nothing but the literals of the set: what excludes refuted models may restrict models only,
never proofs, since the oracle may not know what such an input does. And a core that an observed input makes true is
wrong: it decides and prunes nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from attrs import define, evolve, field

from ..deciding.solver import Answer, Outcome
from ..errors import Unsupported
from ..ir.terms import Term
from ..limits import SECONDS_PER_CHECK, SECONDS_PER_TASK
from .synthesis_limits import LIMITS
from .verdicts import NOTHING, Arguments, Core, Evidence, Observation, Oracle, Origin, SolverCheck, Verdict, named


def budget_is_spent(seconds: float) -> str:
    """Why nothing is asked any more, as users read it. `seconds`: the budget of the whole task."""
    return f"the budget of {seconds:g} s for the task is spent"


Said = tuple[Verdict, Outcome]
"""A verdict, and what the solver answered to the query that decided it."""


class ClauseQuery(Protocol):
    """The clauses of a contract in one encoding, and the session that holds its facts. `seconds` are those that all
    `asked` queries took, and `work` those that they counted, which are the same in each run; `timeouts`: how many took
    all that one may. `covered`: the sets of clauses that inputs of its
    models were observed to violate."""

    seconds: float
    work: float
    asked: int
    timeouts: int
    covered: set[frozenset[int]]

    @property
    def universe(self) -> str:
        """The values that a proof is about."""

    def literals(self, target: frozenset[int]) -> list[Term]:
        """Exactly the clauses of the set are violated: a literal for each clause, in order."""

    def check(self, assumptions: list[Term], limit: float | None = None) -> Answer:
        """Are the facts and these terms satisfiable together? `limit`: seconds, at most those for one query."""

    def models(self, target: frozenset[int]) -> Iterator[Answer]:
        """Models of inputs that violate exactly the set, the best first (clauses that are false before such that are
        undefined or raise); or the answer why there is none, which is the last one. The caller excludes each
        model that it refuses before it asks for the next."""

    def decode(self, answer: Answer) -> Arguments | None:
        """The input of a model; None where there is no such value."""

    def exclude(self, answer: Answer) -> None:
        """Exclude the input of a model from further models."""

    def close(self) -> None:
        """End the session. Idempotent."""


Q = TypeVar("Q", bound=ClauseQuery)


@define(slots=True, eq=False, repr=False)
class Engine(ABC, Generic[Q]):
    """The sets of clauses of one contract, with one solver. Several engines of one contract may share the `evidence`.

    `seconds_per_check` limits one query to the solver and `budget` all queries together; `remaining` gives the seconds
    that are left for everything. `repairs` counts models that the oracle refuted; `contradictions` counts cores without
    bounds that an observed input refuted: then the encoding, the solver or the oracle is wrong.
    `quick`: what is not decided at once is asked again later.
    """

    solver: str = field(kw_only=True)
    oracle: Oracle = field(kw_only=True)
    seconds_per_check: float = field(default=SECONDS_PER_CHECK, kw_only=True)
    budget: float = field(default=SECONDS_PER_TASK, kw_only=True)
    evidence: Evidence = field(factory=Evidence, kw_only=True)
    remaining: Callable[[], float] = field(default=lambda: float("inf"), kw_only=True)
    spent: str = field(default=budget_is_spent(SECONDS_PER_TASK), kw_only=True)
    """Why nothing is asked once no seconds are left."""
    repairs: int = field(default=0, init=False)
    contradictions: int = field(default=0, init=False)
    quick: bool = field(default=False, init=False)
    _cores: list[tuple[Core, Verdict, Q]] = field(factory=list, init=False)
    _satisfied: dict[int, list[Mapping[str, Any]]] = field(factory=dict, init=False)

    # -- what a language adds

    may_be_empty: ClassVar[bool] = False
    """Whether there may be no input at all. Else a proof of that shows that the encoding is cut short everywhere."""

    @abstractmethod
    def shrink(self, arguments: Arguments, observed: Observation) -> Arguments:
        """A simpler input that violates the same."""

    @abstractmethod
    def text(self, clause: int) -> str:
        """A clause as it is written."""

    @abstractmethod
    def queries(self) -> Sequence[Q]:
        """The encodings that are open."""

    @abstractmethod
    def procedure(self, target: frozenset[int]) -> Said:
        """Ask about a set that nothing is known of. May raise Unsupported."""

    @abstractmethod
    def why_refuted(self, query: Q, doubtful: frozenset[int]) -> str:
        """Why models were refuted: `doubtful` are the clauses of which they are wrong."""

    def stands(self, query: Q, verdict: Verdict) -> Verdict:
        """A proof for another set, or what is to be said instead: some proofs do not carry over."""
        return verdict

    def goes_on(self) -> bool:
        """Whether it has a procedure for sets that are open when there is time for more than what is quick."""
        return False

    # -- the decision

    @property
    def solve_seconds(self) -> float:
        return sum(query.seconds for query in self.queries())

    @property
    def work(self) -> float:
        """The seconds that were counted, not measured: budgets are about these."""
        return sum(query.work for query in self.queries())

    @property
    def timeouts(self) -> int:
        """How many queries took all the time that one may take."""
        return sum(query.timeouts for query in self.queries())

    def left(self) -> float:
        """The seconds that are left for queries."""
        return min(self.budget - self.work, self.remaining())

    def close(self) -> None:
        """End the sessions. Idempotent."""
        for query in self.queries():
            query.close()

    def ask_again(self, seconds_per_check: float) -> None:
        """Give queries so much time from now on, and forget what was infeasible within bounds only: with more time
        it may be proved, or refuted."""
        self.seconds_per_check, self.quick = seconds_per_check, False
        self._cores = [entry for entry in self._cores if not entry[1].bounded]

    def decide(self, target: frozenset[int], procedure: Callable[[frozenset[int]], Said] | None = None) -> Verdict:
        """The verdict about one set, by its own procedure or another; never raises for the solver's sake."""
        # Pruning comes before the budget is looked at: it asks no solver, so a set that follows from an earlier core is
        # decided even when no time is left.
        pruned = self._pruned(target)
        if pruned is not None:
            return pruned
        if self.left() <= 0:
            check = SolverCheck(self.solver, Outcome.TIMEOUT, 0.0, _NOT_ASKED)
            return evolve(self.unknown(target, self.spent), checks=(check,))
        seconds, queries_before = self.solve_seconds, self._asked()
        try:
            # A set that needs an encoding which does not exist is unknown for that reason; the other sets go on.
            verdict, outcome = (procedure or self.procedure)(target)
        except Unsupported as problem:
            verdict, outcome = self.unknown(target, f"not encoded: {problem.construct}"), Outcome.UNKNOWN
        # A verdict from kept evidence is not the solver's own word: comparisons of solvers leave it out.
        origin: Origin = "asked" if self._asked() > queries_before else "not asked"
        check = SolverCheck(self.solver, outcome, self.solve_seconds - seconds, origin)
        return evolve(verdict, checks=(check,))

    def _asked(self) -> int:
        return sum(query.asked for query in self.queries())

    def _pruned(self, target: frozenset[int]) -> Verdict | None:
        """A set that contains an earlier unsat core is infeasible for the same reason, if the core still stands."""
        for core, verdict, query in self._cores:
            # An input that was seen since refutes the core, and with it all that follows from it.
            if not core.matches(target) or self.evidence.counterexample(core) is not None:
                continue
            mine = self.stands(query, evolve(verdict, target=target))
            if mine.outcome != "unknown":
                is_violating = mine.outcome == "violating"
                outcome, origin = (Outcome.UNKNOWN, _NOT_ASKED) if is_violating else (Outcome.UNSAT, _DERIVED)
                return evolve(mine, checks=(SolverCheck(self.solver, outcome, 0.0, origin),))
        return None

    def observe(self, arguments: Arguments) -> Observation | None:
        """Ask the oracle about an input and remember what it realises."""
        seen = self.oracle(arguments)
        self.evidence.note(arguments, seen)
        return seen

    # -- models

    def find(self, query: Q, target: frozenset[int]) -> tuple[Arguments | None, Answer]:
        """An input that the oracle confirms, or None with the answer that ended the attempt."""
        doubtful: frozenset[int] = frozenset()
        for answer in islice(query.models(target), LIMITS.models):
            if answer.outcome is not Outcome.SAT:
                return None, answer
            arguments, seen = self._confirmed(query, target, answer)
            if arguments is not None:
                return arguments, answer
            # The clauses that the encoding and the oracle disagree about.
            doubtful |= target if seen is None else seen.violated ^ target
            self.repairs += 1
            # The next model has to be another one.
            query.exclude(answer)
        return None, Answer(Outcome.UNKNOWN, message=self.why_refuted(query, doubtful))

    def _confirmed(
        self, query: Q, target: frozenset[int], answer: Answer
    ) -> tuple[Arguments | None, Observation | None]:
        """The shrunk input of a model that the oracle confirms, else None; and what the oracle said of the model."""
        arguments, evidence = query.decode(answer), self.evidence
        if arguments is None:
            return None, None
        seen = self.observe(arguments)
        if seen is not None:
            # A model that misses its set is still an input: what it violates is known now, and may be what another
            # set wants.
            query.covered.add(seen.violated)
            if seen.violated == target and target not in evidence.shrunk:
                evidence.known[target] = self.shrink(arguments, seen)
                evidence.shrunk.add(target)
        return evidence.known.get(target), seen

    # -- proofs

    def infeasible(
        self, query: Q, target: frozenset[int], proof: Answer, used: frozenset[int] = frozenset()
    ) -> Verdict:
        """A proof, unless an input refutes it. `used`: clauses whose literals the encoding itself relies on."""
        core = self.core(query, target, proof).together(target & used, used - target)
        violated = self.evidence.counterexample(core)
        if violated is not None:
            self.contradictions += 1
            return self.unknown(target, f"the proof is wrong: an input violates {named(violated)} exactly")
        if core == NOTHING and not self.may_be_empty:
            return self.unknown(target, "the encoding allows no input at all")
        return self.kept(
            query,
            Verdict(target, "infeasible", self.solver, core=self.texts(core), literals=core, universe=query.universe),
        )

    def core(self, query: Q, target: frozenset[int], proof: Answer, extra: Sequence[Term] = ()) -> Core:
        """An irreducible core of an unsatisfiable query: no literals where nothing about the clauses is needed. The
        proof had the literals of the set first, then the `extra` assumptions.

        Other sets are pruned by it, so the solver's word for its own core is not enough: it is asked about the core
        alone. Where it does not confirm that at once, the core is the whole query. What an earlier model of these
        facts satisfies is not asked: of the cores of many sets most parts are the same.
        """
        literals = query.literals(target)
        # The literals come before the extra assumptions, so a smaller index is that of a clause.
        count = len(literals)
        used = sorted({index for index in proof.core if index < count})
        satisfied = self._satisfied.setdefault(id(query), [])
        # Minimising may cost a multiple of the proof and no more: a core spares later queries, and these are no dearer
        # than this one.
        limit = min(
            LIMITS.core_seconds, self.seconds_per_check, max(LIMITS.least_core_seconds, LIMITS.core_times * proof.work)
        )

        def unsatisfiable(places: list[int]) -> bool:
            terms = [*(literals[position] for position in places), *extra]
            # A model of some literals is one of each subset of them: a kept model spares the query.
            if any(_is_model(model, terms) for model in satisfied):
                return False
            answer = query.check(terms, limit)
            if answer.outcome is Outcome.SAT:
                satisfied.append(answer.model)
            return answer.outcome is Outcome.UNSAT

        # A solver may name no literal of an incremental query, or too few: then nothing, or everything, is the core.
        if not used or (len(used) < count and not unsatisfiable(used)):
            # The facts alone are contradictory: an encoding without inputs. The callers take that as a fault, not as a
            # proof.
            if not used and unsatisfiable([]):
                return NOTHING
            used = list(range(count))
        # Deletion-based minimisation (Marques-Silva 2010): one query a literal, so that a long core is taken as it is.
        # A core without literals is refused, since it would prune every set.
        if len(used) <= LIMITS.minimised_core:
            for position in list(used):
                rest = [literal for literal in used if literal != position]
                if rest and unsatisfiable(rest):
                    used = rest
        # What stays in the core splits by what the set asked of it: these clauses violated, those held.
        return Core(target & set(used), frozenset(used) - target)

    def kept(self, query: Q, verdict: Verdict) -> Verdict:
        """Remember a verdict with a core, to prune by."""
        assert verdict.literals is not None
        self._cores.append((verdict.literals, verdict, query))
        return verdict

    def texts(self, core: Core) -> tuple[str, ...]:
        """The literals of a core for people."""
        return tuple(
            f"clause {index} {'violated' if index in core.violated else 'holds'}: {self.text(index)}"
            for index in sorted(core.violated | core.held)
        )

    def unknown(self, target: frozenset[int], reason: str) -> Verdict:
        return Verdict(target, "unknown", self.solver, reason=f"{self.solver}: {reason}")

    def open(self, target: frozenset[int], answer: Answer) -> Said:
        """What is to be said where a query has no answer."""
        return self.unknown(target, answer.message or answer.outcome.value), answer.outcome

    def violating(self, target: frozenset[int], arguments: Arguments) -> Said:
        return Verdict(target, "violating", self.solver, arguments), Outcome.SAT


def _is_model(model: Mapping[str, Any], literals: Sequence[Term]) -> bool:
    """Whether each literal is a Bool variable, or the negation of one, that is true in the model of a solver."""
    for literal in literals:
        atom, value = (literal.args[0], False) if literal.op == "not" else (literal, True)
        if atom.op != "var" or model.get(atom.data) is not value:
            return False
    return True


_NOT_ASKED: Origin = "not asked"
_DERIVED: Origin = "derived"

Verdicts = dict[frozenset[int], Verdict]


def in_two_rounds(
    engines: Sequence[Engine[Q]],
    targets: Sequence[frozenset[int]],
    decide: Callable[[frozenset[int]], Verdict],
    search: Callable[[Verdicts], None],
    limit: float,
    quick: float = LIMITS.quick_seconds,
) -> Verdicts:
    """The verdict on each of the wanted sets: first what the engines decide at once; then, with all the time (`limit`
    seconds for a query), what a search has not settled by then. Where all the time is little, there is one round.

    `decide` asks the engines; `search` may replace verdicts that are open by others. `quick`: the seconds of a query
    in the first round.
    """
    # All sets get little time before any gets much: most are easy, and the tests of easy ones are where the search for
    # hard ones starts.
    for engine in engines:
        engine.seconds_per_check, engine.quick = min(quick, limit), limit > quick
    timeouts_before = sum(engine.timeouts for engine in engines)
    verdicts = {target: decide(target) for target in targets}
    # A second round has to have a chance: an engine with another procedure, or a query that its limit ended.
    more = any(engine.goes_on() for engine in engines) and any(verdict.is_open for verdict in verdicts.values())
    if limit > quick and (more or sum(engine.timeouts for engine in engines) > timeouts_before):
        search(verdicts)
        for engine in engines:
            engine.ask_again(limit)
        # Only what is still open is asked again; a verdict that the search replaced stays.
        verdicts |= {target: decide(target) for target in targets if verdicts[target].is_open}
    return verdicts
