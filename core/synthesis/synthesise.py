"""The synthesis of contract-violating tests for one contract in Python, with one solver.

The loop over sets of clauses is that of `engine.py`; this is Python's procedure for one set. A clause counts as *false*
or as raising; inputs on which it is false are asked for first.

Queries go to a *lean* encoding first, over the common kinds of values and those that the contract names: it finds
most tests. What it cannot satisfy is asked of the full encoding, without its assumptions: what is unsatisfiable there
is a proof for the whole universe. What is so only with the assumption `within bounds` is asked again with witnesses
for what is beyond (`encoding/skolem.py`), and, when every set has been asked about so, with texts in the solver's own
theory; what remains is infeasible within bounds. What needs `followed` is unknown.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from functools import partial
from itertools import islice
from typing import Any

from attrs import define, evolve, field

from ..deciding.solver import Answer, Outcome, Session
from ..encoding.context import CLOCK, WITHIN_BOUNDS
from ..encoding.encode import USUAL, Encoding, Extent, encode, lean_kinds
from ..encoding.inputs import KINDS
from ..encoding.pool import pooled
from ..encoding.renaming import compressed
from ..encoding.unrolling import named, usual
from ..errors import Unsupported
from ..ir.contracts import Contract
from ..ir.statements import (
    Break,
    Check,
    Continue,
    Define,
    For,
    If,
    Raise,
    Return,
    Statement,
    Try,
    While,
    own_terms,
    statements_of,
)
from ..ir.terms import Term, subterms
from ..limits import SECONDS_PER_CHECK, SECONDS_PER_TASK
from .engine import Engine, Said
from .enumeration import is_inside, small_inputs
from .queries import Query
from .search import Effort, InputGenerator
from .shrink import shrink
from .synthesis_limits import LIMITS
from .verdicts import Arguments, Evidence, Observation, Oracle, Verdict
from .within_bounds import CONTAINERS, Left, kinds_left, objection

# What the proof of a verdict rests on: the operations of Python whose encoding it believes, by their names in Python.
#
# Where one is found to be encoded wrongly, the verdicts that rest on it are found by these names. They are those of the
# clauses in the unsat core, and of all statements around clauses, helper functions among them.

_STATEMENTS: dict[type, str] = {
    Break: "break",
    Continue: "continue",
    Define: "def",
    For: "for",
    If: "if",
    Raise: "raise",
    Return: "return",
    Try: "try",
    While: "while",
}
_OPERATORS = {
    "python.and": "and",
    "python.assign": ":=",
    "python.dict": "{:}",
    "python.format": 'f""',
    "python.index": "[]",
    "python.ite": "if else",
    "python.lambda": "lambda",
    "python.list": "[,]",
    "python.not": "not",
    "python.or": "or",
    "python.set": "{,}",
    "python.slice": "[:]",
    "python.starred": "*",
    "python.tuple": "(,)",
}


def operations(contract: Contract, clauses: Collection[int]) -> tuple[str, ...]:
    """The operations in these clauses of a contract and in the statements around clauses, sorted: operators and
    keywords, functions (`sorted`, `math.gcd`) and, after a dot, methods and attributes."""
    named: set[str] = set()
    for statement in statements_of(contract.body):
        if not isinstance(statement, Check) or statement.clause in clauses:
            named.update(_of_statement(statement))
    return tuple(sorted(named))


def _of_statement(statement: Statement) -> Iterator[str]:
    name = _STATEMENTS.get(type(statement))
    if name is not None:
        yield name
    if isinstance(statement, Try) and statement.final:
        yield "finally"
    for term in subterms(*own_terms(statement)):
        yield from _of_term(term)


def _of_term(term: Term) -> Iterator[str]:
    match term.op:
        case "python.binary" | "python.unary" | "python.compare":
            yield str(term.data)
        case "python.method":
            yield f".{term.data[0]}"
        case "python.attribute":
            yield f".{term.data}"
        case "python.comprehension":
            yield f"{term.data.kind} comprehension"
        case "const" if callable(term.data):
            yield _name(term.data)
        case op if op in _OPERATORS:
            yield _OPERATORS[op]


def _name(function: Any) -> str:
    name = str(getattr(function, "__qualname__", type(function).__qualname__))
    module = getattr(function, "__module__", None)
    return name if module in (None, "builtins") else f"{module}.{name}"


NOTHING_FOLLOWED = "the encoding covers no input within bounds that may violate exactly these"
"""Why nothing is known where models exist only of inputs that are cut off on the way, so that none could be tried."""


STEPS_OF_A_CONDITION = 100
"""What encoding a condition costs, in steps of the oracle."""

MANY_CLAUSES = 8
"""Of contracts with more clauses most inputs violate sets that nobody asked for: these are not made simpler."""

OpenSession = Callable[[], Session]


@define(slots=True, eq=False, repr=False)  # An encoding is too long to read.
class Synthesis(Engine[Query]):
    """The state of one contract's synthesis; one test is shrunk with at most `effort` tries."""

    contract: Contract
    solver: str
    open_session: OpenSession
    oracle: Oracle
    seconds_per_check: float = SECONDS_PER_CHECK
    budget: float = SECONDS_PER_TASK
    evidence: Evidence = field(factory=Evidence)
    effort: int = LIMITS.shrinking_executions
    realise: Callable[[Arguments], Arguments] = lambda arguments: arguments
    """What the oracle is asked about in place of what a model says, where that is about parts of an argument."""
    encodings: dict[str, Encoding] = field(factory=dict)
    """The encodings made so far, by the names of their queries. The engines of one contract may share them."""
    encode_seconds: float = field(default=0.0, init=False)
    _repairs_before: int = field(default=0, init=False)
    _queries: dict[str, Query] = field(factory=dict, init=False)
    _wide: set[str] = field(factory=set, init=False)
    _put_off: bool = field(default=False, init=False)
    _unsupported: dict[str, Unsupported] = field(factory=dict, init=False)

    def queries(self) -> Sequence[Query]:
        return [*self._queries.values()]

    def close(self) -> None:
        super().close()
        self._queries.clear()

    def text(self, clause: int) -> str:
        return self.contract.clauses[clause].text

    def shrink(self, arguments: Arguments, observed: Observation) -> Arguments:
        return shrink(arguments, observed, self.oracle, self.effort, lambda: self.remaining() > 0)

    def _query(
        self,
        name: str,
        kinds: tuple[str, ...],
        *,
        ranks: bool,
        witnesses: bool,
        grid: bool = False,
        extent: Extent = USUAL,
    ) -> Query:
        """The query of this name, opened when it is first asked. Raises Unsupported for a contract that is too
        large to encode."""
        query = self._queries.get(name)
        if query is None:
            # An encoding that failed once fails again: the reason is kept, since many sets ask for it.
            if name in self._unsupported:
                raise self._unsupported[name]
            started = time.perf_counter()
            try:
                # Solvers share encodings: what one has made another finds here.
                encoding = self.encodings.get(name) or self._encoded(kinds, ranks, witnesses, grid, extent)
            except Unsupported as problem:
                self._unsupported[name] = problem
                raise
            # A failed attempt took its time, too, and the budget is to know of it.
            finally:
                self.encode_seconds += time.perf_counter() - started
            self.encodings[name] = encoding
            session = self.open_session()
            session.add(*encoding.facts)
            query = Query(encoding, session, self.left, lambda: self.seconds_per_check, self.spent, self.realise)
            self._queries[name] = query
        return query

    def _encoded(self, kinds: tuple[str, ...], ranks: bool, witnesses: bool, grid: bool, extent: Extent) -> Encoding:
        def left() -> float:
            self.evidence.steps += CLOCK * STEPS_OF_A_CONDITION
            return self.left()

        encoding = encode(self.contract, kinds, witnesses, grid=grid, left=left, extent=extent)
        ranked = pooled(encoding) if ranks else None
        return compressed(encoding) if ranked is None else ranked

    def lean(self) -> Query:
        """The common kinds of values, and those that the contract names; of floats the multiples of 1/8."""
        query = self._queries.get("lean")
        return query or self._query("lean", lean_kinds(self.contract), ranks=True, witnesses=False, grid=True)

    def full(self) -> Query:
        """All kinds of values."""
        return self._query("full", KINDS, ranks=True, witnesses=False)

    def unbounded(self) -> Query:
        """All kinds of values, of any size."""
        return self._query("unbounded", KINDS, ranks=True, witnesses=True)

    def native(self) -> Query:
        """All kinds of values, of any size, with texts of the solver's own theory."""
        return self._query("native", KINDS, ranks=False, witnesses=True)

    def generic(self) -> Query:
        """The query of `unbounded`, with an element that stands for any other."""
        return self._query("generic", KINDS, ranks=True, witnesses=True, extent=Extent(spare=True))

    def goes_on(self) -> bool:
        return self._put_off or self._names_sizes()

    def _names_sizes(self) -> bool:
        return named(self.contract) != usual(self.contract)

    def observe(self, arguments: Arguments) -> Observation | None:
        return super().observe(self.realise(arguments))

    def procedure(self, target: frozenset[int]) -> Said:
        answer = self._usual(target)
        return self._wider(target, answer) if answer[0].is_open and not self.quick and self._names_sizes() else answer

    def _usual(self, target: frozenset[int]) -> Said:
        """The procedure with the usual sizes."""
        self._repairs_before = self.repairs
        arguments, lean = self.find(self.lean(), target)
        if arguments is not None:
            return self.violating(target, arguments)
        if self._is_put_off():
            self._put_off = True
            unsat = lean.outcome is Outcome.UNSAT
            return self._unattempted(target) if unsat else self.open(target, lean)
        if lean.outcome is Outcome.UNSAT:
            return self._refute(target)
        # A proof for values of any size may be easier than an input, or none, of a few elements.
        return self._proved(self.unbounded(), target) or self.open(target, lean)

    def _unattempted(self, target: frozenset[int]) -> Said:
        """What is said of a set of which only the lean encoding was asked, unless it is asked again."""
        return self.unknown(target, f"no proof was attempted, because {self.spent}"), Outcome.UNKNOWN

    def _is_put_off(self) -> bool:
        """Encoding many clauses in full may take all the time: first each set gets its lean query."""
        large = len(self.contract.clauses) > MANY_CLAUSES and self._queries.keys() <= {"lean"}
        return self.quick and large

    def agree(self, target: frozenset[int]) -> Said:
        """The procedure for a set that a test is known of, where solvers are compared: an input, or a word that
        contradicts the test. No proof is looked for where no answer is at hand, nor an input of a rarer kind."""
        answer = self._found(self.lean(), target)
        if answer is not None:
            return answer
        if self._is_put_off():
            return self._unattempted(target)
        full = self.full()
        proof = full.check(full.literals(target))
        if proof.outcome is Outcome.UNSAT:
            return self.infeasible(full, target, proof), Outcome.UNSAT
        return self.open(target, proof)

    def is_never_false(self, clause: int) -> bool:
        """Whether it is proved that each input that violates a clause makes it, or what is before it, raise."""
        try:
            encodings = [query.encoding for query in (self.full(), self.unbounded())]
        except Unsupported:
            return False
        return any(self._is_unsatisfiable(encoding, encoding.clauses[clause].possibly_false) for encoding in encodings)

    def _is_unsatisfiable(self, encoding: Encoding, term: Term) -> bool:
        """Asked in a session of its own: another fact may change the models that a solver finds."""
        session = self.open_session()
        try:
            session.add(*encoding.facts, term)
            return session.check([], min(self.left() + 0.1, self.seconds_per_check)).outcome is Outcome.UNSAT
        finally:
            session.close()

    def why_refuted(self, query: Query, doubtful: frozenset[int]) -> str:
        """What the encoding does not follow in the clauses of which its models are wrong."""
        clauses = ", ".join(map(str, sorted(doubtful)))
        return self._not_followed(query.encoding, doubtful) or (
            f"{LIMITS.models} models did not replay: Python disagrees on clauses {clauses}"
        )

    def _not_followed(self, encoding: Encoding, clauses: Iterable[int]) -> str:
        """What was not read of these clauses, or else what the encoding does not follow in them; empty for nothing."""
        ordered = sorted(clauses)
        problems = [str(problem) for index in ordered for problem in self.contract.clauses[index].problems]
        constructs = [
            f"not followed: {construct}"
            for index in ordered
            for construct in encoding.clauses[index].unsupported_constructs
        ]
        return ", ".join(dict.fromkeys(problems or constructs))

    def _refute(self, target: frozenset[int]) -> Said:
        """A proof over all kinds of values that nothing realises the target, or else an input of a rarer kind."""
        full = self.full()
        answer = self._proved(full, target) or self._found(full, target)
        if answer is None and full.refined:
            answer = self._proved(full, target)
        return answer or self._refute_for_any_size(target)

    def _proved(self, query: Query, target: frozenset[int], used: frozenset[int] = frozenset()) -> Said | None:
        """A proof, if one query gives it. `used`: as of `infeasible`."""
        proof = query.check(query.literals(target))
        return (self.infeasible(query, target, proof, used), proof.outcome) if proof.outcome is Outcome.UNSAT else None

    def _found(self, query: Query, target: frozenset[int]) -> Said | None:
        """An input of the sizes that the query looks at, or that the solver does not know of one; None for none."""
        arguments, answer = self.find(query, target)
        if arguments is not None:
            return self.violating(target, arguments)
        return None if answer.outcome is Outcome.UNSAT else self.open(target, answer)

    def _refute_for_any_size(self, target: frozenset[int]) -> Said:
        """Nothing within bounds realises the target: ask about values of any size, and about all texts."""
        # Three attempts, each stronger and dearer: values of any size, then texts in the solver's own theory, then only
        # what lies within bounds.
        answer = self._proved(self.unbounded(), target)
        query = self.full()
        # The pool holds the texts that ranks stand for: without one there are none for the native theory to decide.
        if answer is None and query.encoding.pool:
            # First each set has what is cheap: two that are hard for the theory of texts would take all the time.
            if self.quick:
                self._put_off = True
                return self._unattempted(target)
            query = self.native()
            answer = self._proved(query, target) or self._found(query, target)
        if answer is not None:
            return answer
        # Nothing is proved for all inputs. Unsatisfiable with `WITHIN_BOUNDS` is the weaker claim, which `stands`
        # checks.
        proof = query.check([*query.literals(target), WITHIN_BOUNDS])
        if proof.outcome is Outcome.UNSAT:
            return self._none_within_bounds(query, target, proof), Outcome.UNSAT
        if proof.outcome is not Outcome.SAT:
            return self.open(target, proof)
        # What is left are inputs on which the contract is cut off, and those whose models were excluded.
        refuted = self.repairs - self._repairs_before
        reason = self._not_followed(query.encoding, range(len(self.contract.clauses)))
        reason = reason or (f"{refuted} models did not replay, and there is no other" if refuted else NOTHING_FOLLOWED)
        return self.unknown(target, reason), Outcome.UNKNOWN

    def _wider(self, target: frozenset[int], answer: Said) -> Said:
        """What is open with the usual sizes is asked about those that the contract names: first for an input of common
        kinds, then for a proof over the kinds that the set leaves, of which there are few where it names types."""
        # Few kinds are left where a clause names a type: an encoding of a hundred ints is small, one of a hundred of
        # anything is not.
        try:
            kinds_left_open = self._kinds_left(target)
            # The grid (floats as multiples of 1/8) is cheap and good for finding; a proof needs all floats, so the
            # second query has none.
            query = self._wide_query(lean_kinds(self.contract), kinds_left_open, grid=True)
            arguments, _ = self.find(query, target)
            if arguments is not None:
                return self.violating(target, arguments)
            query = self._wide_query(KINDS, kinds_left_open)
            # The places of the kinds are part of the core: the proof holds only where these literals do.
            if (proved := self._proved(query, target, kinds_left_open.places)) is not None:
                return proved
            proof = query.check([*query.literals(target), WITHIN_BOUNDS])
            if proof.outcome is Outcome.UNSAT:
                return self._none_within_bounds(query, target, proof, kinds_left_open.places), Outcome.UNSAT
        except Unsupported:
            pass  # Too many elements for an encoding: the usual ones have to do.
        return answer

    def _kinds_left(self, target: frozenset[int]) -> Left:
        unbounded = self.unbounded()
        open_kinds = kinds_left(unbounded, unbounded.literals(target), inside=False)
        if all(
            name in open_kinds.kinds and CONTAINERS.isdisjoint(open_kinds.kinds[name])
            for name in unbounded.encoding.nodes
        ):
            return open_kinds
        generic = self.generic()
        return kinds_left(generic, generic.literals(target), inside=True)

    def _wide_query(self, kinds: tuple[str, ...], open_kinds: Left, grid: bool = False) -> Query:
        """An encoding of as many elements as the contract names, or half of these. Raises Unsupported where these are
        too many, or other such encodings have taken their share."""
        # Ranks describe texts by their order alone: where no argument can be a text they cost nothing.
        ranks = all("str" not in open_kinds.kinds.get(name, KINDS) for name in self.contract.parameters)
        name = f"wide {sorted(open_kinds.kinds.items())} {grid}"
        # One encoding of hundreds of elements takes seconds: there are a few for a contract, whatever number of sets
        # asks.
        if name not in self._wide and len(self._wide) >= LIMITS.wide_encodings:
            raise Unsupported("more encodings of many elements")
        self._wide.add(name)
        # The sizes that the contract names first; half of these where the whole is too large.
        wide = named(self.contract)
        extents = (Extent(sizes, open_kinds.kinds) for sizes in (wide, wide.halved(usual(self.contract))))
        for extent in extents:
            try:
                return self._query(
                    f"{name} {extent.unrolling}", kinds, ranks=ranks, witnesses=not grid, grid=grid, extent=extent
                )
            except Unsupported:
                pass
        raise Unsupported("too many elements")

    def _none_within_bounds(
        self, query: Query, target: frozenset[int], proof: Answer, used: frozenset[int] = frozenset()
    ) -> Verdict:
        """What is unsatisfiable within bounds only: where that means something it is said so, else unknown."""
        # The literals that the encoding itself rests on belong to the core: without them it would prune sets for which
        # it was not made.
        core = self.core(query, target, proof, [WITHIN_BOUNDS]).together(target & used, used - target)
        verdict = Verdict(
            target,
            "infeasible",
            self.solver,
            core=(*self.texts(core), "within bounds"),
            literals=core,
            bounds=query.encoding.bounds,
            universe=query.universe,
        )
        # A verdict that objections withdraw prunes nothing.
        checked = self.stands(query, verdict)
        return self.kept(query, checked) if checked.bounded else checked

    def kept(self, query: Query, verdict: Verdict) -> Verdict:
        assert verdict.literals is not None
        core = verdict.literals.violated | verdict.literals.held
        return super().kept(query, evolve(verdict, operations=operations(self.contract, core)))

    def stands(self, query: Query, verdict: Verdict) -> Verdict:
        """A verdict within bounds, if it stands up to `within_bounds.py` and to all small inputs. A proof stands."""
        if not verdict.bounded:
            return verdict
        query.covered |= self._enumerate(query.encoding)
        assert verdict.literals is not None
        why_not = objection(query, verdict.target, verdict.literals, self.observe, self.evidence.realised)
        if verdict.target in self.evidence.known:
            return Verdict(verdict.target, "violating", "search", self.evidence.known[verdict.target])
        return self.unknown(verdict.target, why_not) if why_not else verdict

    def _enumerate(self, encoding: Encoding) -> Set[frozenset[int]]:
        """Observe small inputs inside the bounds of an encoding, and such of the sizes at their edge; once for these
        bounds. The result is what these violate, a set of clauses for each that was observed."""
        # One enumeration for each choice of bounds, shared by all sets and solvers.
        for bounds, violated in self.evidence.enumerated:
            if bounds == encoding.bounds:
                return violated
        observed = set[frozenset[int]]()
        self.evidence.enumerated.append((encoding.bounds, observed))
        # Steps, not seconds: the same inputs are looked at on a slow machine.
        most = self.evidence.steps + LIMITS.enumeration_steps
        inputs = small_inputs(self.contract, [*self.evidence.known.values()], encoding.bounds.sizes())
        # `is_inside` is asked of the encoding: an input outside says nothing about what was found within.
        for arguments in islice(
            filter(partial(is_inside, encoding), islice(inputs, LIMITS.listed_inputs)), LIMITS.enumerated_inputs
        ):
            seen = self.observe(arguments)
            if seen is not None:
                observed.add(seen.violated)
            if self.evidence.steps > most or self.remaining() <= 0:
                break
        return observed


def search(
    contract: Contract,
    targets: set[frozenset[int]] | None,
    known_inputs: dict[frozenset[int], Arguments],
    oracle: Oracle,
    effort: Effort,
) -> dict[frozenset[int], Arguments]:
    """Inputs for some of the wanted targets (None: for any), found by trying.

    It ends when all the wanted are found, or the `effort` is spent, or has been quiet for long. The same inputs are
    tried in the same order every time; so what is found is the same, too, where `effort` counts steps and not seconds.
    """
    generator = InputGenerator(contract, effort.seed)
    for arguments in known_inputs.values():
        generator.learn(arguments)
    new_inputs: dict[frozenset[int], Arguments] = {}
    seen_targets = set(known_inputs)
    last, steps_before = 0, effort.steps()
    for number, arguments in zip(range(effort.tries), generator, strict=False):
        if (targets is not None and targets <= set(new_inputs)) or not effort.go_on():
            break
        if effort.is_quiet(number, last, steps_before):
            break
        seen = oracle(arguments)
        if seen is None or seen.violated in seen_targets:
            continue
        # What violates a new set is a good start for others: the generator learns it, shrunk where there is time.
        seen_targets.add(seen.violated)
        last, steps_before = number, effort.steps()
        small: Arguments = arguments
        useful = targets is None or seen.violated in targets
        if seen.violated and (useful or len(contract.clauses) <= MANY_CLAUSES):
            small = shrink(arguments, seen, oracle, effort.shrinking, effort.go_on, contract.suits)
        generator.learn(small, len(seen.violated))
        if seen.violated and useful:
            new_inputs[seen.violated] = small
    return new_inputs
