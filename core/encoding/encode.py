"""A contract as Bool terms: for each clause, when an input violates it.

The contract is executed symbolically once (`statements.py`). Assertions do not stop it: of each check that is executed,
a `_Recorder` notes under which path it is reached, when its test raises, and when it is false. A clause is

    false      where it is reached, and its test has a value that is not true
    violated   where it is false, or its test raises, or what is around it raises before it is reached

Each becomes a Bool variable, so that queries about sets of clauses assume literals: `violated k` is equal to the second
condition, and `false k` implies the first.

Example: `assert len(xs) > 2` for an argument of any kind. The test raises where xs is None or a number; where xs is a
list, the clause is false iff `xs.length <= 2`. So `violated 0` is equal to `tag = none or … or tag = list and
xs.length <= 2`.

What is left out before a clause is decided is a *cut* of that clause (`cuts_of`). Where a cut's condition holds and its
assumption (`WITHIN_BOUNDS`, `FOLLOWED`) is not made, `violated k` may be true or false.

Invariant: for each input of the universe the facts can be satisfied such that every `violated k` is what CPython says;
where no cut of the clause holds, it can be nothing else. Without the first half a query without assumptions could be
unsatisfiable although there is such an input, which is a false proof.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, starmap
from math import inf
from typing import TypeVar

from attrs import define, evolve, field, frozen

from ..errors import Unsupported
from ..evaluate.constants import constants_of
from ..ir.build import implies, real
from ..ir.contracts import ArgumentTypes, Contract
from ..ir.sorts import BOOL, VALUE
from ..ir.statements import Check, Define, OpaqueStatement, Statement, statements_of, terms_of
from ..ir.terms import FALSE, TRUE, Term, bare, const, make, subterms, var
from ..ir.variables import Name
from .alphabet import Alphabet
from .alternatives import truth
from .bounds import Bounds, Limit, bounds_of
from .case_changes import facts_of_results
from .context import FOLLOWED, WITHIN_BOUNDS, Context, Cut, Rounding, any_of
from .encoding_limits import LIMITS
from .expressions import Names, evaluate
from .guards import conjunction, disjunction, negation
from .inputs import ANNOTATED, COMMON_KINDS, KINDS, LONGEST, SHORT, UNIVERSE, InputNode, part_of
from .languages import relations
from .neighbours import descends, places, relate_positions
from .rounding import nearest_double
from .statements import BlockExecution, execute
from .unrolling import Unrolling, usual

_OfPart = TypeVar("_OfPart")
SUMMARIES = {sum: 3, min: 2, max: 2, sorted: 5, set: 2, frozenset: 2}
"""Builtins that say something of all elements, and how many Skolem constants that takes, once for each collection."""


@frozen(slots=True)
class Extent:
    """How much an encoding shows: the sizes to `unrolling` (None: the usual ones); the `kinds` of arguments and of
    their elements, by the name of the part (`inputs.part_of`), where fewer than all are possible; and whether one more
    Skolem constant is wanted that no query has (`spare`), so that it is any element beyond those shown."""

    unrolling: Unrolling | None = None
    kinds: Mapping[str, tuple[str, ...]] = field(factory=dict, hash=False)
    spare: bool = False


USUAL = Extent()


@frozen(slots=True, eq=False)
class ClauseEncoding:
    """A clause: `violated` and `false` (a violation that is not an exception) are Bool variables that the facts of
    the encoding define; `possibly_false`: that it is false, or that it is not known whether it is.
    `unsupported_constructs` names what the encoding does not follow, `bounds` how far it looks."""

    violated: Term
    false: Term
    possibly_false: Term
    unsupported_constructs: tuple[str, ...]
    bounds: tuple[Limit, ...]


@frozen(slots=True, eq=False)
class Encoding:
    """A contract over flat constants. `facts` are asserted once; `nodes` read arguments back from a model, in which
    the texts of the variables `ranked` are places in a `pool` (`pool.py`), and other texts are over the characters of
    an `alphabet` (`alphabet.py`). `roundings` are the results of operations on floats that the facts know only within
    limits (`rounding.py`). `outside` is true of the inputs that some limit excludes (`synthesis/enumeration.py`)."""

    contract: Contract
    facts: tuple[Term, ...]
    clauses: tuple[ClauseEncoding, ...]
    nodes: dict[str, InputNode] = field(repr=False)
    universe: str
    bounds: Bounds
    pool: tuple[str, ...] = ()
    ranked: frozenset[str] = frozenset()
    alphabet: Alphabet | None = None
    roundings: tuple[Rounding, ...] = ()
    outside: Term = FALSE

    @property
    def described(self) -> frozenset[Name]:
        """The variables that describe the arguments. All others were made on the way."""
        return frozenset(variable.data for node in self.nodes.values() for variable in node.variables())

    @property
    def roots(self) -> tuple[Term, ...]:
        """All terms about the variables. Who writes the facts in another way writes the roundings so, too, since facts
        about them are added later."""
        rounded = (term for rounding in self.roundings for term in (rounding.exact, rounding.result))
        return (*self.facts, *rounded, *(clause.possibly_false for clause in self.clauses))

    def with_roots(self, terms: Sequence[Term]) -> "Encoding":
        """The encoding with other terms in the place of its `roots`."""
        count, first_clause = len(self.facts), len(terms) - len(self.clauses)
        # In the order in which `roots` lists them: facts, two terms for each rounding, a term for each clause.
        pairs = zip(terms[count:first_clause:2], terms[count + 1 : first_clause : 2], strict=True)
        clauses = (
            evolve(encoding, possibly_false=term)
            for encoding, term in zip(self.clauses, terms[first_clause:], strict=True)
        )
        roundings = tuple(starmap(Rounding, pairs))
        return evolve(self, facts=tuple(terms[:count]), roundings=roundings, clauses=tuple(clauses))


@define(slots=True, eq=False)
class _Recorder:
    """What the executed checks showed, by clause."""

    context: Context
    false: dict[int, list[Term]] = field(factory=dict)
    raised: dict[int, list[Term]] = field(factory=dict)
    reached: dict[int, list[Term]] = field(factory=dict)
    cuts: dict[int, list[Cut]] = field(factory=dict)

    def check(self, statement: Check, names: Names, live: Term) -> None:
        context, clause = self.context, statement.clause
        start = len(context.cuts)
        # A clause evaluated alone has no assertion inside it: a helper that its test calls asserts nothing.
        # Checks inside helpers are reached by the helper's own statement, not by this test.
        context.checks = None
        # What the test raises is collected, not raised: a clause that raises is violated, and the run goes on.
        with context.under(live), context.collecting() as raised:
            path = context.path
            holds = truth(context, evaluate(context, statement.test, names))
        context.checks = self
        failed = any_of(raised)
        self.reached.setdefault(clause, []).append(path)
        self.raised.setdefault(clause, []).append(failed)
        # False is told from raising: the test has a value, and the value is false.
        self.false.setdefault(clause, []).append(conjunction(path, negation(failed), negation(holds)))
        cuts_here = context.cuts[start:]
        # Cuts made by this test concern this clause alone. Those made before it stay: they may have decided whether it
        # is reached.
        del context.cuts[start:]
        self.cuts.setdefault(clause, []).extend([*context.cuts, *cuts_here])

    def repeated(self, body: tuple[Statement, ...]) -> None:
        for clause in _clauses(body):
            self.cuts.setdefault(clause, []).extend(self.context.cuts)

    def cuts_of(self, clause: int, helpers: frozenset[int]) -> list[Cut]:
        """What may make the encoding of a clause unfaithful: what was cut before it was checked last. One that is
        never checked depends on every statement, and so does one in a helper function."""
        recorded = self.cuts.get(clause)
        return recorded if recorded is not None and clause not in helpers else [*(recorded or ()), *self.context.cuts]


def _clauses(body: tuple[Statement, ...]) -> frozenset[int]:
    return frozenset(statement.clause for statement in statements_of(body) if isinstance(statement, Check))


def lean_kinds(contract: Contract) -> tuple[str, ...]:
    """The common kinds, and those that the contract speaks of: by their type or by a method that only they have."""
    named: set[str] = set()
    for term in terms_of(contract.body):
        nodes = list(subterms(term))
        # In set(x) the type is a function: it says nothing about the arguments.
        called = {node.args[0] for node in nodes if node.op == "python.call"}
        for node in nodes:
            if node.op == "const" and isinstance(node.data, type) and node not in called:
                named.add(node.data.__name__)
            elif node.op == "python.method" and node.data[0] in ("keys", "values", "items"):
                named.add("dict")
    return tuple(kind for kind in KINDS if kind in COMMON_KINDS or kind in named)


def _longest(contract: Contract) -> int:
    """A bound for lengths: beyond every whole number that the contract compares anything with, within reason."""
    numbers = [number for number in constants_of(contract.body) if type(number) is int and number < LONGEST]
    return max([SHORT, *(number + 2 for number in numbers)])


def _doubles(contract: Contract) -> tuple[Term, ...]:
    """The first numbers of a contract that are floats, or whole numbers that floats hold, and their negatives: results
    are compared with those, and rounding keeps the order."""
    mentioned = (number for number in constants_of(contract.body) if type(number) in (int, float))
    finite = (number for number in mentioned if abs(number) < inf)
    numbers = (sign * Fraction(number) for number in finite if number for sign in (1, -1))
    held = (number for number in numbers if nearest_double(number) == number)
    return tuple(real(number) for number in islice(dict.fromkeys(held), LIMITS.doubles))


def _collected(contract: Contract) -> dict[str, tuple[str, ...]]:
    """The kinds of what `*args` and `**options` collect, and of the keys."""
    collected: dict[str, tuple[str, ...]] = {}
    for name, kind in contract.collects.items():
        collected[name] = (kind,)
        if kind == "dict":
            collected[part_of(name, "hashed")] = ("str",)
    return collected


def _declared(types: ArgumentTypes, by_part: Mapping[str, _OfPart]) -> dict[str, _OfPart]:
    """What annotations declare, of parameters and their parts about whose type no clause asks."""
    return {
        name_of_part: said
        for name_of_part, said in by_part.items()
        if not any(f"{name_of_part}.".startswith(f"{name}.") for name in types.asked)
    }


def _promises(context: Context, types: ArgumentTypes, nodes: Mapping[str, InputNode], names: Names) -> Iterator[Term]:
    """What annotations say of all arguments, beyond the kinds of those about whose type no clause asks."""
    for name, clauses in types.asked.items():
        if name in nodes and name in types.kinds:
            is_declared = disjunction(*map(nodes[name].is_kind, types.kinds[name]))
            # A clause that asks about the type may be violated by another type than the declared one; only then.
            yield disjunction(*(var(f"violated {clause}", BOOL) for clause in sorted(clauses)), is_declared)
    for name, values in types.choices.items():
        if name in nodes and name not in types.asked:
            choices = make("python.tuple", [const(value, VALUE) for value in values], VALUE)
            yield truth(context, evaluate(context, compared(var(name, VALUE), "in", choices), names))
    for name in sorted(types.objects & nodes.keys()):
        yield truth(context, evaluate(context, compared(var(name, VALUE), "is", const(True, VALUE)), names))


@define(slots=True, eq=False)
class _Assumptions:
    """Checks that arguments are known to pass, as facts: each wherever the encoding follows it."""

    context: Context
    facts: list[Term] = field(factory=list)

    def check(self, statement: Check, names: Names, live: Term) -> None:
        context = self.context
        context.checks = None
        with context.under(live), context.collecting() as raised:
            holds = truth(context, evaluate(context, statement.test, names))
        context.checks = self
        unfollowed = disjunction(*(cut.guard for cut in context.cuts if cut.kind != "size"))
        self.facts.append(disjunction(negation(live), unfollowed, conjunction(negation(any_of(raised)), holds)))

    def repeated(self, body: tuple[Statement, ...]) -> None:
        """There are no loops around these checks."""


def _assumed(context: Context, statements: tuple[Statement, ...], names: Names) -> list[Term]:
    """Facts about the arguments; what is left out on the way is no matter of the clauses."""
    if not statements:
        return []
    assumptions = context.checks = _Assumptions(context)
    with context.collecting():
        execute(context, statements, BlockExecution(dict(names)))
    context.cuts.clear()
    return assumptions.facts


def compared(left: Term, symbol: str, right: Term) -> Term:
    """A comparison of Python."""
    return make("python.compare", (left, right), VALUE, symbol)


def _limits(contract: Contract) -> tuple[int, ...]:
    """The whole numbers nearest to 0 that a contract mentions: elements of a sum may be compared with them."""
    numbers = {number for number in constants_of(contract.body) if type(number) is int}
    return tuple(sorted({0, 1, *numbers}, key=abs)[: LIMITS.compared_numbers])


def _queries(contract: Contract) -> int:
    # An upper bound by syntax: every place that may ask for one element of a collection needs a Skolem constant of its
    # own.
    """How many queries about all elements may be asked of one collection: one for each place that iterates, looks up
    or tests membership, by the name of what it goes through; and those that summaries of all elements ask."""
    summed: dict[str, int] = {}
    asked_by_name: dict[str, int] = {}
    places_of_sorted = set[Term]()
    for term in terms_of(contract.body):
        for node in subterms(term):
            match node.op:
                case "python.comprehension":
                    # The iterables and conditions of a comprehension; its element comes last and is no place that asks.
                    through = list(node.args[: len(node.args) - 1])
                case "python.compare" if node.data in ("in", "not in"):
                    through = [node.args[1]]
                case "python.index" | "python.method":
                    through = [node.args[0]]
                    if node.op == "python.index" and _calls_sorted(node.args[0]):
                        places_of_sorted.add(bare(node.args[1]))
                case "python.call":
                    through = list(node.args[1:])
                    # A sum or sorted list asks several questions of what it goes through (`_needed`), whatever its
                    # expression.
                    needed = _needed(node.args[0])
                    for subterm in subterms(*through) if needed else ():
                        if subterm.op == "var":
                            summed[subterm.data] = max(needed, summed.get(subterm.data, 0))
                    continue
                case _:
                    continue
            for name in {
                subterm.data for iterating in through for subterm in subterms(iterating) if subterm.op == "var"
            }:
                asked_by_name[name] = asked_by_name.get(name, 0) + 1
    for name, needed in summed.items():
        asked_by_name[name] = asked_by_name.get(name, 0) + needed
    # All limited: each constant is an entry more in every sequence of the encoding.
    # Each place of a sorted list beyond the first takes one more: `sorted(xs)[-2] <= sorted(xs)[-1]` needs seven.
    further_places = min(max(len(places_of_sorted) - 1, 0), LIMITS.further_places)
    return min(max(asked_by_name.values(), default=0), LIMITS.skolem_constants + further_places)


def _calls_sorted(term: Term) -> bool:
    return term.op == "python.call" and term.args[0].op == "const" and term.args[0].data is sorted


def _needed(callee: Term) -> int:
    is_known = callee.op == "const" and callable(callee.data)
    return next((number for kind, number in SUMMARIES.items() if is_known and callee.data is kind), 0)


def encode(
    contract: Contract,
    kinds: tuple[str, ...] = KINDS,
    skolem_constants: bool = False,
    *,
    grid: bool = False,
    left: Callable[[], float] = lambda: inf,
    extent: Extent = USUAL,
) -> Encoding:
    """The encoding of a contract over arguments of the given kinds of values. `skolem_constants`: it speaks of values
    of any size where it can (`skolem.py`), so that what it refutes is proved for all of them. `grid`: finite floats are
    multiples of 1/8, which is enough for most tests and for no proof (`units.py`). `left` gives the seconds that
    encoding may still take, and is asked once for each `CLOCK` conditions. `extent`: how much it shows.

    Whatever cannot be encoded is in the clauses' `unsupported_constructs`. Raises Unsupported for what is too
    large as a whole.
    """

    types = contract.types or ArgumentTypes()

    def encoded(most: int) -> Encoding:
        # The limits come from the contract's own constants, so that `len(xs) < 12` has twelve elements to speak of.
        context = Context(
            longest=_longest(contract),
            unrolling=extent.unrolling or usual(contract),
            kinds={**_collected(contract), **_declared(types, types.kinds), **extent.kinds},
            lengths=_declared(types, types.lengths),
            holders=types.holders,
            skolem_constants=most + extent.spare if most else 0,
            spares=set() if extent.spare else None,
            limits=_limits(contract),
            grid=grid,
            pairs=places(contract) if most else 0,
            descending=descends(contract),
            doubles=_doubles(contract),
            left=left,
            most_steps=LIMITS.steps_with_skolem_constants if most > LIMITS.few_skolem_constants else LIMITS.steps,
        )
        return _encode(contract, kinds, context)

    # Each Skolem constant adds an entry to every sequence. Where that makes the encoding too large, one with the fewest
    # says less, and nothing wrong.
    most = _queries(contract) if skolem_constants else 0
    try:
        return encoded(most)
    except Unsupported:
        if most <= LIMITS.few_skolem_constants:
            raise
        return encoded(LIMITS.few_skolem_constants)


def _encode(contract: Contract, kinds: tuple[str, ...], context: Context) -> Encoding:
    # All kinds that a part of an argument may have are decided before anything is executed; its payload is made when it
    # is asked for.
    # The body runs once, with all clauses in it: the recorder notes where each is reached, false, or raises.
    nodes = {name: InputNode(name, 0, context, context.kinds.get(name, kinds), kinds) for name in contract.parameters}
    names: Names = {name: node.symbolic() for name, node in nodes.items()}
    # Annotations are believed only where the caller says so, and then the universe of the proof is named after it.
    promises = [] if contract.types is None else [*_promises(context, contract.types, nodes, names)]
    promises += _assumed(context, contract.assumed, names)
    recorder = context.checks = _Recorder(context)
    # One execution for all clauses: that is why a clause's conditions speak of what is before it, too.
    execute(context, contract.body, BlockExecution(names))
    relate_positions(context)
    body_raised = any_of(context.raised)
    opaque = any(isinstance(statement, OpaqueStatement) for statement in contract.body)
    # Checks inside of helpers are clauses as well; calls reach them any number of times.
    defined = [helper for helper in statements_of(contract.body) if isinstance(helper, Define)]
    helpers = frozenset().union(*(_clauses(definition.body) for definition in defined))
    definitions: list[Term] = []
    clauses: list[ClauseEncoding] = []
    excluded: list[Term] = []
    # A clause is also violated where the body raises before it is reached, and then all that was cut there counts, too.
    for index, clause in enumerate(contract.clauses):
        cuts = recorder.cuts_of(index, helpers)
        # A clause that is checked in a loop is reached if any turn reaches it.
        reached = disjunction(*recorder.reached.get(index, [FALSE]))
        # An exception before the clause keeps it from being checked, and is its violation: the input is refused there.
        raised_before = conjunction(body_raised, negation(reached))
        if raised_before is not FALSE:
            cuts = [*cuts, *context.cuts]
        excluded.append(_excluded(cuts))
        # A disjunction over all places of the check.
        false = disjunction(*recorder.false.get(index, []))
        violated = disjunction(false, *recorder.raised.get(index, []), raised_before)
        unknown = bool(clause.problems) or opaque
        clauses.append(_define(index, false, violated, list(dict.fromkeys(cuts)), unknown, definitions))
    universe = UNIVERSE if contract.types is None else ANNOTATED
    universe = universe if kinds == KINDS else f"{universe}: {', '.join(kinds)}"
    # Facts about results and relations are made of the facts before them, so that they come last.
    facts, roundings = (*context.facts, *promises, *definitions), tuple(context.roundings)
    facts = (*facts, *facts_of_results(context, facts))
    # Last, relations between texts and orders: consequences for the solver, no new claims.
    facts = (*facts, *relations(facts))
    bounds = bounds_of(nodes, context.longest, [limit for clause in clauses for limit in clause.bounds])
    return Encoding(
        contract,
        facts,
        tuple(clauses),
        nodes,
        universe,
        bounds,
        roundings=roundings,
        outside=disjunction(*excluded),
    )


def _excluded(cuts: Sequence[Cut]) -> Term:
    """When an input is not looked at within bounds."""
    return disjunction(*(cut.guard for cut in cuts if cut.kind == "size" or (cut.kind == "bound" and cut.hard)))


def _define(
    index: int, false: Term, violated: Term, cuts: list[Cut], unknown: bool, definitions: list[Term]
) -> ClauseEncoding:
    # Names of two words: no variable of Python has them.
    name, false_name = var(f"violated {index}", BOOL), var(f"false {index}", BOOL)
    bounds = disjunction(*(cut.guard for cut in cuts if cut.kind == "bound"))
    hard = _excluded(cuts)
    # Bounds may be assumed away by `WITHIN_BOUNDS`, unsupported constructs by `FOLLOWED`; a query that makes neither
    # assumption is about all inputs.
    unsupported_constructs = disjunction(*(cut.guard for cut in cuts if cut.kind == "unsupported"))
    # The variable is the clause, unless nothing is claimed of the input: it is beyond the bounds, or behind what is not
    # followed, and the query does not exclude these.
    doubtful = disjunction(
        conjunction(negation(WITHIN_BOUNDS), bounds), conjunction(negation(FOLLOWED), unsupported_constructs)
    )
    free = TRUE if unknown else doubtful
    # `make`, not `eq`: the smart constructor would turn a constant condition into another shape.
    exact = make("eq", (name, violated), BOOL)
    definitions.append(disjunction(free, exact))
    # One direction only: a model may leave `false` false where the clause is violated; queries that want it assume it.
    definitions.append(implies(false_name, false))
    if hard is not FALSE:
        definitions.append(implies(WITHIN_BOUNDS, negation(hard)))
    if unsupported_constructs is not FALSE:
        definitions.append(implies(FOLLOWED, negation(unsupported_constructs)))
    return ClauseEncoding(
        name,
        false_name,
        disjunction(free, false),
        tuple(dict.fromkeys(cut.what for cut in cuts if cut.kind == "unsupported")),
        tuple(
            dict.fromkeys(
                Limit(cut.what, cut.most, None if cut.span is None else cut.span.line)
                for cut in cuts
                if cut.kind != "unsupported" and cut.hard
            )
        ),
    )
