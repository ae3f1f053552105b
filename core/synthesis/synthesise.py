"""The synthesis of contract-violating tests for one contract with one solver.

For each target, smallest first: ask for an input on which every clause of the target is *false*, then for one on
which it is violated in any way; read the model back, shrink it, observe it. A model that the oracle refutes is blocked
and the query asked again: an observed input realises one known target, so excluding it loses nothing.

Queries go to a *lean* encoding first, over the common kinds of values and those that the contract names: it finds
most tests. What it cannot satisfy is asked of the full encoding, without its assumptions: what is unsatisfiable there
is a proof for the whole universe. What is so only with the assumption `within bounds` is asked again with witnesses
for what is beyond (`encoding/skolem.py`), and with texts in the solver's own theory; what remains is infeasible
within bounds. What needs `followed` is unknown.
"""

import time
from collections.abc import Callable, Iterable

from attrs import define, evolve, field

from ..deciding.solver import SECONDS_PER_CHECK, Answer, Outcome, Session
from ..encoding.context import WITHIN_BOUNDS
from ..encoding.encode import Encoding, encode, lean_kinds
from ..encoding.inputs import KINDS, NoSuchValue
from ..encoding.pool import arguments as arguments_of
from ..encoding.pool import pooled
from ..encoding.renaming import compressed
from ..errors import Unsupported
from ..ir.contracts import Contract
from .enumeration import small_inputs
from .evidence import Evidence
from .queries import SPENT, Query
from .search import Generator
from .shrink import shrink
from .verdicts import NOTHING, Arguments, Core, Observation, Oracle, Origin, SolverCheck, Verdict, named
from .within_bounds import Coverage

REPAIRS = 8
"""Models of one target that may be refuted before the encoding is given up."""

NOTHING_FOLLOWED = "the encoding follows the contract on no input within bounds that may violate exactly these"
"""Why nothing is known where models exist only of inputs that are cut off on the way, so that none could be tried."""

MINIMISED = 12
"""The largest unsat core that is minimised literal by literal, so that it prunes more targets."""

ENUMERATED, ENUMERATION_SECONDS = 3_000, 1.0
"""Small inputs that are tried before nothing is said to be found within bounds, and the processor time for them."""


OpenSession = Callable[[], Session]
Said = tuple[Verdict, Outcome]
"""A verdict, and what the solver answered to the query that decided it."""


@define(slots=True, eq=False, repr=False)  # An encoding is too long to read.
class Synthesis:
    """The state of one contract's synthesis. Several syntheses of one contract may share its `evidence`; one test is
    shrunk with at most `effort` tries. `seconds_per_check` limits one query to the solver and `budget` all queries
    together; `remaining` gives the seconds that are left of the task for everything.

    `contradictions` counts unsatisfiable cores without bounds that an observed input refuted: either the encoding, the
    solver or the oracle is wrong.
    """

    contract: Contract
    solver: str
    open_session: OpenSession
    oracle: Oracle
    seconds_per_check: float = SECONDS_PER_CHECK
    budget: float = 30.0
    evidence: Evidence = field(factory=Evidence)
    effort: int = 400
    remaining: Callable[[], float] = field(default=lambda: float("inf"))
    repairs: int = 0
    contradictions: int = 0
    encode_seconds: float = 0.0
    _repairs_before: int = 0
    _queries: dict[str, Query] = field(factory=dict)
    _unsupported: dict[str, Unsupported] = field(factory=dict)
    _coverages: dict[Query, Coverage] = field(factory=dict)
    _cores: list[tuple[Core, Verdict, Query]] = field(factory=list)

    @property
    def solve_seconds(self) -> float:
        return sum(query.seconds for query in self._queries.values())

    @property
    def timeouts(self) -> int:
        """How many queries took all the time that one may take."""
        return sum(query.timeouts for query in self._queries.values())

    def ask_again(self, seconds_per_check: float) -> None:
        """Give queries so much time from now on, and forget what was infeasible within bounds only: with more time
        it may be proved, or refuted."""
        self.seconds_per_check = seconds_per_check
        self._cores = [entry for entry in self._cores if not entry[1].bounded]

    def _left(self) -> float:
        return min(self.budget - self.solve_seconds, self.remaining())

    def close(self) -> None:
        """End the sessions. Idempotent."""
        for query in self._queries.values():
            query.session.close()
        self._queries.clear()

    def _query(
        self, name: str, kinds: tuple[str, ...], *, ranks: bool, witnesses: bool, grid: bool = False
    ) -> Query:
        """The query of this name, opened when it is first asked. Raises Unsupported for a contract that is too
        large to encode."""
        found = self._queries.get(name)
        if found is None:
            if name in self._unsupported:
                raise self._unsupported[name]
            started = time.perf_counter()
            try:
                encoding = encode(self.contract, kinds, witnesses, grid=grid, left=self._left)
                if ranks:
                    encoding = pooled(encoding) or encoding
                encoding = compressed(encoding)
            except Unsupported as problem:
                self._unsupported[name] = problem
                raise
            finally:
                self.encode_seconds += time.perf_counter() - started
            session = self.open_session()
            session.add(*encoding.facts)
            found = self._queries[name] = Query(encoding, session, self._left, lambda: self.seconds_per_check)
        return found

    def lean(self) -> Query:
        """The common kinds of values, and those that the contract names; of floats the multiples of 1/8."""
        found = self._queries.get("lean")
        return found or self._query("lean", lean_kinds(self.contract), ranks=True, witnesses=False, grid=True)

    def full(self) -> Query:
        """All kinds of values."""
        return self._query("full", KINDS, ranks=True, witnesses=False)

    def unbounded(self) -> Query:
        """All kinds of values, of any size."""
        return self._query("unbounded", KINDS, ranks=True, witnesses=True)

    def native(self) -> Query:
        """All kinds of values, of any size, with texts of the solver's own theory."""
        return self._query("native", KINDS, ranks=False, witnesses=True)

    def decide(self, target: frozenset[int]) -> Verdict:
        """The verdict about one target; never raises for the solver's sake."""
        pruned = self._pruned(target)
        if pruned is not None:
            return pruned
        if self._left() <= 0:
            check = SolverCheck(self.solver, Outcome.TIMEOUT, 0.0, _NOT_ASKED)
            return evolve(self._unknown(target, SPENT), checks=(check,))
        seconds, asked = self.solve_seconds, self._asked()
        try:
            verdict, outcome = self._decide(target)
        except Unsupported as problem:
            verdict, outcome = self._unknown(target, f"not encoded: {problem.construct}"), Outcome.UNKNOWN
        origin: Origin = "asked" if self._asked() > asked else "not asked"
        check = SolverCheck(self.solver, outcome, self.solve_seconds - seconds, origin)
        return evolve(verdict, checks=(check,))

    def _asked(self) -> int:
        return sum(query.asked for query in self._queries.values())

    def _decide(self, target: frozenset[int]) -> Said:
        self._repairs_before = self.repairs
        found, lean = self._find(self.lean(), target)
        if found is not None:
            return self._violating(target, found), Outcome.SAT
        if lean.outcome is not Outcome.UNSAT:
            return self._unknown(target, lean.message or lean.outcome.value), lean.outcome
        return self._refute(target)

    def _find(self, query: Query, target: frozenset[int]) -> tuple[Arguments | None, Answer]:
        """Arguments that the oracle confirms, or None with the answer that ended the attempt."""
        doubtful: set[int] = set()
        for _ in range(REPAIRS):
            answer = query.model(target)
            if answer.outcome is not Outcome.SAT:
                return None, answer
            found, seen = self._from_model(query, target, answer)
            if found is not None:
                return found, answer
            doubtful |= target if seen is None else seen.violated ^ target
            self.repairs += 1
        return None, Answer(Outcome.UNKNOWN, message=self._why_not(query.encoding, doubtful))

    def _why_not(self, encoding: Encoding, doubtful: set[int]) -> str:
        """Why models did not replay: what the encoding does not follow in the clauses of which they are wrong."""
        clauses = ", ".join(map(str, sorted(doubtful)))
        return self._not_followed(encoding, doubtful) or (
            f"{REPAIRS} models did not replay: Python has another word on clauses {clauses}"
        )

    def _not_followed(self, encoding: Encoding, clauses: Iterable[int]) -> str:
        """What was not read of these clauses, or else what the encoding does not follow in them; empty for nothing."""
        ordered = sorted(clauses)
        problems = [str(problem) for index in ordered for problem in self.contract.clauses[index].problems]
        constructs = [
            f"not followed: {what}" for index in ordered for what in encoding.clauses[index].unsupported_constructs
        ]
        return ", ".join(dict.fromkeys(problems or constructs))

    def _refute(self, target: frozenset[int]) -> Said:
        """A proof over all kinds of values that nothing realises the target, or else an input of a rarer kind."""
        full = self.full()
        proof = full.check(full.literals(target))
        if proof.outcome is Outcome.UNSAT:
            return self._infeasible(full, target, proof), Outcome.UNSAT
        found, answer = self._find(full, target)
        if found is not None:
            return self._violating(target, found), Outcome.SAT
        if answer.outcome is not Outcome.UNSAT:
            return self._unknown(target, answer.message or answer.outcome.value), answer.outcome
        if full.refined:
            proof = full.check(full.literals(target))
            if proof.outcome is Outcome.UNSAT:
                return self._infeasible(full, target, proof), Outcome.UNSAT
        return self._refute_for_any_size(target)

    def _refute_for_any_size(self, target: frozenset[int]) -> Said:
        """Nothing within bounds realises the target: ask about values of any size, and about all texts."""
        unbounded = self.unbounded()
        proof = unbounded.check(unbounded.literals(target))
        if proof.outcome is Outcome.UNSAT:
            return self._infeasible(unbounded, target, proof), Outcome.UNSAT
        query = self.full()
        if query.encoding.pool:
            query = self.native()
            proof = query.check(query.literals(target))
            if proof.outcome is Outcome.UNSAT:
                return self._infeasible(query, target, proof), Outcome.UNSAT
            found, answer = self._find(query, target)
            if found is not None:
                return self._violating(target, found), Outcome.SAT
            if answer.outcome is not Outcome.UNSAT:
                return self._unknown(target, answer.message or answer.outcome.value), answer.outcome
        proof = query.check([*query.literals(target), WITHIN_BOUNDS])
        if proof.outcome is Outcome.UNSAT:
            return self._none_within_bounds(query, target, proof), Outcome.UNSAT
        if proof.outcome is not Outcome.SAT:
            return self._unknown(target, proof.message or proof.outcome.value), proof.outcome
        # What is left are inputs on which the contract is cut off, and those whose models were excluded.
        refuted = self.repairs - self._repairs_before
        reason = self._not_followed(query.encoding, range(len(self.contract.clauses)))
        reason = reason or (f"{refuted} models did not replay, and there is no other" if refuted else NOTHING_FOLLOWED)
        return self._unknown(target, reason), Outcome.UNKNOWN

    def _unknown(self, target: frozenset[int], reason: str) -> Verdict:
        return Verdict(target, "unknown", self.solver, reason=f"{self.solver}: {reason}")

    def _violating(self, target: frozenset[int], arguments: Arguments) -> Verdict:
        return Verdict(target, "violating", self.solver, arguments)

    def _infeasible(self, query: Query, target: frozenset[int], proof: Answer) -> Verdict:
        """A proof, unless an input refutes it."""
        core = self._core(query, target, proof, bounded=False)
        violated = self.evidence.counterexample(core)
        if violated is not None:
            self.contradictions += 1
            return self._unknown(target, f"the proof is wrong: an input violates {named(violated)} exactly")
        if core == NOTHING:
            return self._unknown(target, "the encoding has no input at all")
        return self._kept(query, Verdict(
            target, "infeasible", self.solver, core=self._texts(core), literals=core,
            universe=query.encoding.universe,
        ))  # fmt: skip

    def _none_within_bounds(self, query: Query, target: frozenset[int], proof: Answer) -> Verdict:
        """What is unsatisfiable within bounds only: where that means something it is said so, else unknown."""
        core = self._core(query, target, proof, bounded=True)
        verdict = Verdict(
            target, "infeasible", self.solver, core=(*self._texts(core), "within bounds"), literals=core,
            bounds=query.encoding.bounds, universe=query.encoding.universe,
        )  # fmt: skip
        checked = self._checked(query, verdict)
        return self._kept(query, checked) if checked.bounded else checked

    def _checked(self, query: Query, verdict: Verdict) -> Verdict:
        """A verdict within bounds, if it stands up to `within_bounds.py` and to all small inputs."""
        self._enumerate()
        assert verdict.literals is not None
        objection = self._coverage(query).objection(verdict.target, verdict.literals, self.evidence.realised)
        if verdict.target in self.evidence.known:
            return Verdict(verdict.target, "violating", "search", self.evidence.known[verdict.target])
        return self._unknown(verdict.target, objection) if objection else verdict

    def _coverage(self, query: Query) -> Coverage:
        if query not in self._coverages:
            self._coverages[query] = Coverage(query, self.observe)
        return self._coverages[query]

    def _enumerate(self) -> None:
        """Observe small inputs, once for a contract."""
        if self.evidence.enumerated:
            return
        self.evidence.enumerated = True
        started = time.process_time()
        inputs = small_inputs(self.contract, [*self.evidence.known.values()])
        for _, arguments in zip(range(ENUMERATED), inputs, strict=False):
            self.observe(arguments)
            if time.process_time() - started > min(ENUMERATION_SECONDS, self.remaining()):
                break

    def _kept(self, query: Query, verdict: Verdict) -> Verdict:
        assert verdict.literals is not None
        self._cores.append((verdict.literals, verdict, query))
        return verdict

    def _texts(self, core: Core) -> tuple[str, ...]:
        return tuple(
            f"clause {index} {'violated' if index in core.violated else 'holds'}: {self.contract.clauses[index].text}"
            for index in sorted(core.violated | core.held)
        )

    def _core(self, query: Query, target: frozenset[int], proof: Answer, bounded: bool) -> Core:
        """An irreducible core of an unsatisfiable query: no literals where nothing about the clauses is needed.

        Other targets are pruned by it, so the solver's word for its own core is not enough: it is asked about the core
        alone. Where it does not confirm that at once, the core is the whole query.
        """
        count = len(query.encoding.clauses)
        every = [index in target for index in range(count)]
        used = sorted({place for place in proof.core if place < count})
        extra = [WITHIN_BOUNDS] if bounded else []
        literals = query.literals(target)

        def unsatisfiable(places: list[int]) -> bool:
            limit = min(0.3, self.seconds_per_check)
            return query.check([*(literals[place] for place in places), *extra], limit).outcome is Outcome.UNSAT

        if not used or (len(used) < count and not unsatisfiable(used)):
            if not used and unsatisfiable([]):
                return NOTHING
            used = list(range(count))
        if len(used) <= MINIMISED:
            for place in list(used):
                rest = [other for other in used if other != place]
                if rest and unsatisfiable(rest):
                    used = rest
        return Core(
            frozenset(place for place in used if every[place]), frozenset(place for place in used if not every[place])
        )

    def _pruned(self, target: frozenset[int]) -> Verdict | None:
        """A target that contains an earlier unsat core is infeasible for the same reason: where the core is one within
        bounds, only if that stands for this target, too."""
        for core, verdict, query in self._cores:
            if not core.matches(target) or self.evidence.counterexample(core) is not None:
                continue
            mine = evolve(verdict, target=target)
            if verdict.bounded:
                mine = self._checked(query, mine)
            if mine.outcome != "unknown":
                found = mine.outcome == "violating"
                outcome, origin = (Outcome.UNKNOWN, _NOT_ASKED) if found else (Outcome.UNSAT, _DERIVED)
                return evolve(mine, checks=(SolverCheck(self.solver, outcome, 0.0, origin),))
        return None

    def _from_model(
        self, query: Query, target: frozenset[int], answer: Answer
    ) -> tuple[Arguments | None, Observation | None]:
        """The shrunk arguments of a model that the oracle confirms; None after blocking one that it does not. And what
        the oracle said of the model."""
        try:
            arguments = arguments_of(query.encoding, answer.model)
        except NoSuchValue:
            query.exclude(answer)
            return None, None
        seen, evidence = self.observe(arguments), self.evidence
        if seen is not None:
            self._coverage(query).covered.add(seen.violated)
        if seen is not None and seen.violated == target and target not in evidence.shrunk:
            evidence.known[target] = shrink(
                arguments, seen, self.oracle, self.effort, lambda: self.remaining() > 0
            )
            evidence.shrunk.add(target)
        if target in evidence.known:
            return evidence.known[target], seen
        query.exclude(answer)
        return None, seen

    def observe(self, arguments: Arguments) -> Observation | None:
        """Ask the oracle about an input and remember what it realises."""
        seen = self.oracle(arguments)
        self.evidence.note(arguments, seen)
        return seen


_NOT_ASKED: Origin = "not asked"
_DERIVED: Origin = "derived"


def search(
    contract: Contract, wanted: set[frozenset[int]] | None, known: dict[frozenset[int], Arguments], oracle: Oracle,
    tries: int, seconds: float, seed: int = 0,
) -> dict[frozenset[int], Arguments]:  # fmt: skip
    """Inputs for some of the wanted targets (None: for any), found by trying.

    It ends when all the wanted are found, after `tries` executions of the oracle, or after `seconds` of wall time.
    """
    generator = Generator(contract, seed)
    for arguments in known.values():
        generator.learn(arguments)
    found: dict[frozenset[int], Arguments] = {}
    seen_targets = set(known)
    deadline = time.perf_counter() + seconds
    for _, arguments in zip(range(tries), generator, strict=False):
        if (wanted is not None and wanted <= set(found)) or time.perf_counter() > deadline:
            break
        seen = oracle(arguments)
        if seen is None or seen.violated in seen_targets:
            continue
        seen_targets.add(seen.violated)
        small: Arguments = arguments
        if seen.violated:
            small = shrink(arguments, seen, oracle, go_on=lambda: time.perf_counter() < deadline)
        generator.learn(small)
        if seen.violated and (wanted is None or seen.violated in wanted):
            found[seen.violated] = small
    return found
