"""The state of an encoding: the path, what raises, and what is left out.

What is left out. A *bound* is a limit of size (elements of a set, depth of nesting, characters looked at one by one);
an *unsupported construct* is an operation with no encoding. Both are recorded as *cuts*: conditions, under the path, in
which a clause's encoding is not faithful. An encoded clause is exact whenever its cuts are false, and unconstrained
whenever one is true and the assumption `within bounds` is not made (see `encode.py`): so what is unsatisfiable without
that assumption is unsatisfiable for all values of the universe, whatever was left out.

Alternatives are merged: values of one kind under several guards become one value with conditional parts.
"""

import builtins
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from attrs import define, evolve, field, frozen

from ..errors import Unsupported
from ..ir.build import ite
from ..ir.library import EXCEPTIONS
from ..ir.sorts import BOOL, Sort
from ..ir.statements import Check, Statement, base_of_raised
from ..ir.terms import FALSE, TRUE, Term, make, var
from ..spans import Span
from . import units
from .abstract_values import (
    AbstractBool,
    AbstractComplex,
    AbstractConstant,
    AbstractFloat,
    AbstractInt,
    AbstractMatch,
    AbstractNode,
    AbstractNone,
    AbstractSequence,
    AbstractText,
    AbstractValue,
    Entry,
    Raised,
    Symbolic,
)
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation
from .unrolling import USUAL, Unrolling


def merged(alternatives: list[tuple[Term, AbstractValue]]) -> tuple[tuple[Term, AbstractValue], ...]:
    """The same value with at most one alternative per scalar kind."""
    if len(alternatives) < 2:
        return tuple(alternatives)
    # The guards of a value exclude each other, and still do afterwards: under `before or guard` the first part is meant
    # where `before` holds, and the other one elsewhere. `x if p else 2` is one int, `ite(p, x, 2)`, and not two: loops
    # would double the alternatives in each round. A container is only merged with itself: of two, all parts would have
    # to be merged one by one.
    result: list[tuple[Term, AbstractValue]] = []
    places: dict[object, int] = {}
    for guard, abstract in alternatives:
        # Containers and constants have keys by identity, so these merge only with themselves; scalars merge by kind.
        key = _key(abstract)
        position = places.get(key) if key is not None else None
        if position is None:
            if key is not None:
                places[key] = len(result)
            result.append((guard, abstract))
        else:
            # The first place stays, so that the order of alternatives, and with it the model found, is the same in each
            # run.
            known_guard, known_value = result[position]
            result[position] = (disjunction(known_guard, guard), _either(known_guard, known_value, abstract))
    return tuple(result)


def _key(abstract: AbstractValue) -> object:
    match abstract:
        case AbstractBool() | AbstractInt() | AbstractFloat() | AbstractComplex() | AbstractText() | AbstractNone():
            return type(abstract)
        case AbstractMatch():
            return id(abstract)
        case AbstractConstant(value):
            return AbstractConstant, id(value)
        case AbstractNode(kind, node):
            return AbstractNode, kind, id(node)
        case _:
            return id(abstract)


def _either(guard: Term, first: AbstractValue, second: AbstractValue) -> AbstractValue:
    match first, second:
        # Exclusive guards allow one conditional term: where neither holds the value is not looked at.
        case AbstractBool(left), AbstractBool(right):
            return AbstractBool(ite(guard, left, right))
        case AbstractInt(left), AbstractInt(right):
            return AbstractInt(ite(guard, left, right))
        case AbstractText(left), AbstractText(right):
            return AbstractText(ite(guard, left, right))
        case AbstractFloat(), AbstractFloat():
            return _either_float(guard, first, second)
        case AbstractComplex(), AbstractComplex():
            return AbstractComplex(
                _either_float(guard, first.real, second.real), _either_float(guard, first.imaginary, second.imaginary)
            )
        case _:
            return first


def _either_float(guard: Term, first: AbstractFloat, second: AbstractFloat) -> AbstractFloat:
    return AbstractFloat(ite(guard, first.kind, second.kind), units.either(guard, first.value, second.value))


CLOCK = 32
"""The encoder checks its deadline every `CLOCK` steps."""

BLOCK = 16
"""Exceptions whose disjunction is a term of its own where there are more."""

WITHIN_BOUNDS = var("within bounds", BOOL)
"""The assumption that sizes stay within the encoding's bounds."""

FOLLOWED = var("followed", BOOL)
"""The assumption that no operation without an encoding takes part."""


@frozen(slots=True, eq=False)
class Cut:
    """Under `guard` the encoding is not faithful. `hard`: nothing sensible can be assumed there either. `most`: how
    many of what it counts the encoding follows; None for what is not counted."""

    kind: str
    guard: Term
    hard: bool
    what: str
    span: Span | None
    most: int | None = None


@frozen(slots=True, eq=False)
class Rounding:
    """`result` is the double nearest to `exact` (both Real), were there no largest one."""

    exact: Term
    result: Term


class Checks(Protocol):
    """Receives the checks of a contract as they are executed."""

    def check(self, statement: Check, names: dict[str, Symbolic], live: Term) -> None:
        """A check is executed with these names, under the context's path and `live`."""

    def repeated(self, body: tuple[Statement, ...]) -> None:
        """No more iterations of a loop are looked at: its checks depend on all that has been cut so far."""


Comparison = tuple[Symbolic, Symbolic, Term, dict[tuple[str, str, bool], Term]]
"""Two values, when they are equal, and the cuts of that by kind, reason and hardness."""


@define(slots=True)
class Context:
    """What one encoding shares. `path` is the condition under which the current expression is evaluated; `longest`
    bounds the containers of the arguments. `unrolling` says how many elements are shown of them and how often loops are
    unrolled; `Skolem constants` are those that stand for the rest, about all of which `summaries` say something (of
    sums, by `limits` of the elements); `checks` receives the assertions; `left` gives the seconds that encoding may
    still take; `wholes` are the unknown numbers of texts; `results` those of functions of the standard library, by what
    these are called with; `operands` the terms of sums and products, by the order in which they came up.

    `pairs` is the number of neighbours that stand for the rest (`neighbours.py`), `descending` whether they may be
    asked to descend; `positions` has, of the elements of one owner, those at positions that are not shown.

    `kinds`: those that an argument may be of (by its name), and its elements (by the name of their part, see
    `inputs.Node.child`), where that is known to be fewer than all; `lengths`: of those of them that are tuples;
    `holders`: arguments of which parts without such kinds may be objects.

    `taken` are the Skolem constants that queries have; `spares`, where such are wanted, those that no query gets, so
    that they are any elements beyond those shown.

    `grid`: finite floats of the arguments are multiples of 1/8. `doubles` are numbers of the contract (Real) that
    floats hold; `roundings` are the results that they may not hold; `compensating`: the addition is a step of
    `sum`."""

    path: Term = TRUE
    raised: list[Raised] = field(factory=list)
    cuts: list[Cut] = field(factory=list)
    facts: list[Term] = field(factory=list)
    span: Span | None = None
    depth: int = 0
    longest: int = 0
    unrolling: Unrolling = USUAL
    kinds: Mapping[str, tuple[str, ...]] = field(factory=dict)
    lengths: Mapping[str, tuple[int, ...]] = field(factory=dict)
    holders: frozenset[str] = frozenset()
    skolem_constants: int = 0
    pairs: int = 0
    descending: bool = False
    grid: bool = False
    compensating: bool = False
    doubles: tuple[Term, ...] = ()
    roundings: list[Rounding] = field(factory=list)
    limits: tuple[int, ...] = (0, 1)
    taken: set[Hashable] = field(factory=set)
    spares: set[Hashable] | None = None
    characters: dict[Term, tuple[Entry, ...]] = field(factory=dict)
    comparisons: dict[Hashable, Comparison] = field(factory=dict)
    operands: dict[Term, int] = field(factory=dict)
    wholes: dict[Term, Term] = field(factory=dict)
    results: dict[Hashable, Term] = field(factory=dict)
    summaries: dict[Hashable, Any] = field(factory=dict)
    positions: "dict[Hashable, tuple[AbstractSequence, list[tuple[Term, Entry]]]]" = field(factory=dict)
    checks: Checks | None = None
    steps: int = 0
    left: Callable[[], float] = field(default=lambda: math.inf)
    most_steps: int = LIMITS.steps
    _fresh: int = 0
    _blocks: tuple[list[Raised], list[Term]] | None = None

    def fresh(self, name: str, sort: Sort) -> Term:
        """A variable of its own."""
        self._fresh += 1
        return var(f"{name}!{self._fresh}", sort)

    def shared(self, key: Hashable, name: str, sort: Sort) -> tuple[Term, bool]:
        """The variable that is kept under a key, the same whenever it is asked for, and whether it is new: then nothing
        is said of it yet."""
        is_new = key not in self.summaries
        if is_new:
            self.summaries[key] = self.fresh(name, sort)
        return self.summaries[key], is_new

    def know(self, fact: Term) -> None:
        """State a fact, which holds whatever the path."""
        self.facts.append(fact)

    def fail(self, guard: Term, exception: str) -> None:
        """The evaluation raises under this guard."""
        condition = conjunction(self.path, guard)
        if condition is not FALSE:
            self.raised.append(Raised(condition, exception))

    def require(self, condition: Term, exception: str) -> None:
        """The evaluation raises unless this holds."""
        self.fail(negation(condition), exception)

    def consume(self, items: AbstractSequence, whole: bool = True) -> None:
        """The elements of an iterator are asked for, perhaps not all of them: then which exceptions are reached is
        not followed."""
        if not whole:
            self.unsupported(any_of(items.pending), "an exception in an iterator that may not be consumed")
        for item in items.pending:
            self.fail(item.guard, item.exception)

    def bound(self, guard: Term, what: str, hard: bool = True, most: int | None = None) -> None:
        """The encoding looks no further under this guard: a limit of size, after `most` of what it counts."""
        self.cut("bound", guard, what, hard, most)

    def undetermined(self, what: str, name: str) -> Term:
        """The answer to a query about more than is shown, under the path: anything. Without Skolem constants that is a
        limit; with them, whatever holds for both answers holds."""
        if self.skolem_constants:
            self.size(TRUE, what)
        else:
            self.bound(TRUE, what)
        return self.fresh(name, BOOL)

    def size(self, guard: Term, what: str, most: int | None = None) -> None:
        """Within bounds this does not happen; without them the encoding follows it."""
        self.cut("size", guard, what, True, most)

    def unsupported(self, guard: Term, what: str) -> None:
        """The encoding cannot follow under this guard: an operation without an encoding."""
        self.cut("unsupported", guard, what, True)

    def cut(self, kind: str, guard: Term, what: str, hard: bool, most: int | None = None) -> None:
        """A bound, a size or an unsupported construct."""
        # What follows an exception is not executed.
        condition = conjunction(self.path, guard)
        if condition is not FALSE and kind != "size" and self.raised:
            condition = conjunction(condition, negation(self._failed()))
        if condition is not FALSE:
            self.cuts.append(Cut(kind, condition, hard, what, self.span, most))

    def _failed(self) -> Term:
        """Something has been raised so far. Of much it is the disjunction of blocks, which later conditions share."""
        if self._blocks is None or self._blocks[0] is not self.raised:
            self._blocks = (self.raised, [])
        raised, blocks = self._blocks
        # A block that is full never changes, so that its term is the same for all conditions to come.
        while len(raised) >= BLOCK * (len(blocks) + 1):
            blocks.append(any_of(raised[BLOCK * len(blocks) : BLOCK * (len(blocks) + 1)]))
        terms = [term for term in (*blocks, any_of(raised[BLOCK * len(blocks) :])) if term is not FALSE]
        # Not `disjunction`, which would take the blocks apart again.
        if len(terms) < 2 or TRUE in terms:
            return disjunction(*terms)
        return make("or", terms, BOOL)

    def spend(self, steps: int) -> None:
        """Count steps of work. Raises Unsupported when there are too many, or no time is left for more."""
        looks = self.steps // CLOCK
        self.steps += steps
        if self.steps > self.most_steps:
            raise Unsupported(f"more than {self.most_steps:,} conditions")
        if any(self.left() <= 0 for _ in range(self.steps // CLOCK - looks)):
            raise Unsupported(f"more conditions than the budget allows, {self.steps:,} so far")

    @contextmanager
    def under(self, guard: Term) -> Iterator[bool]:
        """Evaluate under a further condition. Yields False when it can never hold: then do not evaluate."""
        self.spend(1)
        outer_path = self.path
        self.path = conjunction(outer_path, guard)
        try:
            yield self.path is not FALSE
        finally:
            self.path = outer_path

    @contextmanager
    def anywhere(self) -> Iterator[None]:
        """State something that holds whatever the path."""
        outer_path = self.path
        self.path = TRUE
        try:
            yield
        finally:
            self.path = outer_path

    @contextmanager
    def summing(self) -> Iterator[None]:
        """Add floats as `sum` does."""
        outer_mode = self.compensating
        self.compensating = True
        try:
            yield
        finally:
            self.compensating = outer_mode

    @contextmanager
    def collecting(self) -> Iterator[list[Raised]]:
        """Collect what is raised inside instead of passing it on."""
        outer_raised = self.raised
        self.raised = []
        try:
            yield self.raised
        finally:
            self.raised = outer_raised


def union(guarded: list[tuple[Term, Symbolic]]) -> Symbolic:
    """The value that is each part under its guard; scalars of one kind are merged to keep it small."""
    flat: list[tuple[Term, AbstractValue]] = []
    for guard, value in guarded:
        for alternative_guard, abstract in value:
            condition = conjunction(guard, alternative_guard)
            if condition is not FALSE:
                flat.append((condition, abstract))
    return Symbolic(merged(flat))


def single(abstract: AbstractValue) -> Symbolic:
    return Symbolic(((TRUE, abstract),))


def int_value(term: Term) -> Symbolic:
    """The whole number that a term is."""
    return Symbolic(((TRUE, AbstractInt(term)),))


def text_value(term: Term) -> Symbolic:
    """The text that a term is."""
    return Symbolic(((TRUE, AbstractText(term)),))


def deferred(context: Context, raised: list[Raised], value: Symbolic) -> Symbolic:
    """Computing the elements of an iterator raises when they are asked for; what is no iterator raises at once."""
    # Only iterators defer: a list comprehension computes its elements where it stands.
    iterators = [isinstance(abstract, AbstractSequence) and abstract.kind == "iterator" for _, abstract in value]
    if not any(iterators):
        context.raised.extend(raised)
        return value
    return Symbolic(
        tuple(
            (
                guard,
                evolve(deferred_value, pending=tuple(raised))
                if isinstance(deferred_value, AbstractSequence) and lazy
                else deferred_value,
            )
            for (guard, deferred_value), lazy in zip(value, iterators, strict=True)
        )
    )


def any_of(raised: Iterable[Raised]) -> Term:
    """The condition under which something is raised."""
    return disjunction(*(item.guard for item in raised))


def is_subclass(name: str, caught: tuple[str, ...]) -> bool:
    """Is the exception class called `name` one of these, or below one of them?"""
    kind = getattr(builtins, base_of_raised(name), None) or EXCEPTIONS.get(name)
    if not isinstance(kind, type):
        return name in caught or "Exception" in caught or "BaseException" in caught
    return any({base.__name__, f"{base.__module__}.{base.__name__}"} & {*caught} for base in kind.__mro__)


Shape = Callable[[Context, Hashable], Symbolic]
"""A result of a function of the standard library, given what it is a result of."""


def result(context: Context, key: Hashable, sort: Sort) -> Term:
    """A variable for a result, the same for the same key."""
    term = context.results.get((key, sort))
    if term is None:
        term = context.results[key, sort] = context.fresh("result", sort)
    return term
