"""Values to try for a bound variable: all of a small sort, or those at hand where a sort is infinite.

Two kinds of answers, which a caller must not mix up. `everything` and `up_to_renaming` are complete: if none of their
values satisfies a condition, no value does, and that is a proof. `at_hand` is a guess: what it finds is a witness, what
it does not find says nothing. So whoever makes the first two leave out a value makes wrong proofs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, islice, permutations, product, zip_longest
from typing import Any

from attrs import frozen

from ..ir.contracts import Datatype
from ..ir.rational_trees import RationalTree
from ..ir.sorts import INT, REAL, Sort
from ..ir.terms import Term, subterms
from ..ir.type_instances import replace_sorts
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue, ordered
from ..ir.variables import Valuation
from .evaluation_limits import LIMITS

_MAX_VALUES = 1 << LIMITS.bits
NO_DATATYPES: Mapping[str, Datatype] = {}
_CUT = object()
"""Stands for the values that are not looked at any more."""
_ATOMS = frozenset({bool, int, Fraction, str, UninterpretedValue, type(None)})


def everything(sort: Sort, datatypes: Mapping[str, Datatype]) -> tuple[Any, ...] | None:
    """Every value of a small finite sort, in order; None for other sorts."""
    return _everything(sort, datatypes, frozenset())


def _everything(sort: Sort, datatypes: Mapping[str, Datatype], within: frozenset[str]) -> tuple[Any, ...] | None:
    match sort.kind:
        case "Bool":
            return (False, True)
        case "BitVec" if isinstance(sort.label, int) and sort.label <= LIMITS.bits:
            return tuple(range(1 << sort.label))
        case "Tuple":
            return _products(sort.args, datatypes, within)
        case "Datatype":
            return _constructed(sort, datatypes, within)
        case _:
            return None


def _products(
    sorts: tuple[Sort, ...], datatypes: Mapping[str, Datatype], within: frozenset[str]
) -> tuple[Any, ...] | None:
    columns = []
    for sort in sorts:
        column = _everything(sort, datatypes, within)
        if column is None:
            return None
        columns.append(column)
    tuples = tuple(islice(product(*columns), _MAX_VALUES + 1))
    return tuples if len(tuples) <= _MAX_VALUES else None


def _constructed(sort: Sort, datatypes: Mapping[str, Datatype], within: frozenset[str]) -> tuple[Any, ...] | None:
    name = str(sort.label)
    declared = datatypes.get(name)
    # `within`: a datatype that contains itself, as a list does, also through another one, has no end of values.
    if declared is None or name in within:
        return None
    values: list[DatatypeValue] = []
    for constructor in declared.constructors:
        fields = _products(tuple(binder.sort for binder in constructor.fields), datatypes, within | {name})
        if fields is None:
            return None
        values.extend(DatatypeValue(constructor.name, field) for field in fields)
    return tuple(values)


def at_hand(
    sort: Sort, environment: Valuation, body: Term, limit: int, datatypes: Mapping[str, Datatype] = NO_DATATYPES
) -> tuple[Any, ...]:
    """Return at most `limit` values of the sort: small ones, those in the environment and the body, and what
    constructors make of these."""
    return _at_hand(sort, environment, body, limit, datatypes, LIMITS.made_levels)


def with_collected(
    values: tuple[Any, ...], sort: Sort, environment: Valuation, body: Term, datatypes: Mapping[str, Datatype]
) -> tuple[Any, ...]:
    """The values, then, of a sequence, set or multiset, those with the elements of another collection at hand: of
    `s :| (set x | x in s) == elements` one in the order of the elements."""
    made = _COLLECTED.get(sort.kind)
    if made is None:
        return values
    collections = (value for value in _sources(environment, body) if isinstance(value, tuple | frozenset | Multiset))
    collected = (made(value) for value in islice(collections, LIMITS.made_values))
    return tuple(dict.fromkeys((*values, *(value for value in collected if _fits(value, sort, datatypes)))))


def _each(collection: Any) -> tuple[Any, ...]:
    """The elements of a collection, in order, as often as it has them."""
    if isinstance(collection, tuple):
        return collection
    counts = collection.counts if isinstance(collection, Multiset) else dict.fromkeys(collection, 1)
    return tuple(element for element in ordered(collection) for _ in range(counts[element]))


_COLLECTED: Mapping[str, Callable[[Any], Any]] = {
    "Seq": _each,
    "Set": lambda collection: frozenset(_each(collection)),
    "Multiset": lambda collection: Multiset(_each(collection)),
}


def _at_hand(
    sort: Sort, environment: Valuation, body: Term, limit: int, datatypes: Mapping[str, Datatype], depth: int
) -> tuple[Any, ...]:
    candidates: dict[Any, None] = {}
    # From the environment: numbers, their neighbours, elements of collections.
    for value in _sources(environment, body):
        if len(candidates) >= limit:
            break
        if _fits(value, sort, datatypes):
            candidates[value] = None
            if sort in (INT, REAL):  # boundaries: `i < |s|` is decided at |s| - 1 and |s|
                candidates.update(dict.fromkeys((value - 1, value + 1)))
    if sort.kind == "Set" and sort.args[0].kind == "Uninterpreted":
        elements = _at_hand(sort.args[0], environment, body, limit, datatypes, depth)
        candidates.update(dict.fromkeys(frozenset({element}) for element in elements))
    # Values of datatypes are put together, to a small depth.
    if sort.kind == "Datatype" and depth:
        candidates.update(dict.fromkeys(islice(_made(sort, environment, body, datatypes, depth - 1), limit)))
    if sort.kind == "Seq":
        candidates.update(dict.fromkeys(islice(_rearranged(tuple(candidates), sort, environment, body), limit)))
    # Small values are tried first.
    return tuple(dict.fromkeys((*_small(sort), *candidates)))[:limit]


def _made(
    sort: Sort, environment: Valuation, body: Term, datatypes: Mapping[str, Datatype], depth: int
) -> Iterator[DatatypeValue]:
    """What the constructors of a datatype make of values at hand, the constructors taking turns. Of `Step = Add(k: int)
    | Pop` the step between two states is mostly one that adds a number which one of them has."""
    declared = datatypes.get(str(sort.label))
    if declared is None:
        return
    types = dict(zip(declared.parameters, sort.args, strict=False))
    each_of = []
    for constructor in declared.constructors:
        sorts = [replace_sorts(binder.sort, types) for binder in constructor.fields]
        # Few for each field, so that their product stays small.
        few = max(2, int(LIMITS.made_values ** (1 / len(sorts)))) if sorts else 1
        pools = (_at_hand(sort, environment, body, few, datatypes, depth) for sort in sorts)
        each_of.append(map(partial(DatatypeValue, constructor.name), product(*pools)))
    # The constructors take turns.
    for values in zip_longest(*each_of):
        yield from (value for value in values if value is not None)


def _rearranged(
    known_sequences: tuple[Any, ...], sort: Sort, environment: Valuation, body: Term
) -> Iterator[tuple[Any, ...]]:
    """Sequences made of known ones: their parts and rearrangements, and two elements at hand."""
    short = [values for values in known_sequences if 1 < len(values) <= LIMITS.rearranged_elements]
    for values in short:
        yield values[::-1]
        for length in range(len(values), 0, -1):
            yield from combinations(values, length)
    for values in short:
        yield from permutations(values)
    yield from product(at_hand(sort.args[0], environment, body, LIMITS.rearranged_elements), repeat=2)


@frozen(slots=True, eq=False)
class ElementsInside:
    """The elements of a sort inside a value, by how deep they are. `value` is kept, so that no other one has its
    identity; `count`: its parts, to any depth; `open`: there may be more than was looked at."""

    value: Any
    levels: tuple[tuple[UninterpretedValue, ...], ...]
    count: int
    open: bool


KnownElements = dict[tuple[int, Sort], ElementsInside]
"""By the identity of a value and the sort. Equal arrays may hold different elements."""


def up_to_renaming(
    sort: Sort, environment: Valuation, body: Term, fresh_count: int, limit: int, seen: KnownElements | None = None
) -> tuple[Any, ...] | None:
    """The elements of a sort that only knows equality, as far as they can differ: those in the environment and the
    body, and `fresh_count` more, for a variable each. None when there are more than `limit`, or not all were looked at.
    `seen` keeps what is inside values: of nested loops, each round of the outer one asks it again."""
    # A condition can tell an element from another only by one that it knows. With s == [t1, t1] and two variables, t1,
    # t2 and t3 are enough: renaming the elements that nobody mentions changes no truth. An element of the environment
    # that is not among these would be one that the condition may know.
    # Kept between rounds of nested loops.
    seen = {} if seen is None else seen
    inside = [_inside(value, sort, seen) for value in (*environment.values(), *_constants(body))]
    # What was not looked through may hold an element that matters.
    if (
        any(elements_inside.open for elements_inside in inside)
        or sum(elements_inside.count for elements_inside in inside) > LIMITS.visited_values
    ):
        return None
    known_elements: dict[UninterpretedValue, None] = {}
    # Shallow elements first.
    for level in zip_longest(
        *(elements_inside.levels for elements_inside in inside if elements_inside.levels), fillvalue=()
    ):
        for elements in level:
            known_elements.update(dict.fromkeys(elements))
    if len(known_elements) + fresh_count > limit:
        return None
    # Numbers that nobody has.
    first = max((element.index for element in known_elements), default=0) + 1
    return (*known_elements, *(UninterpretedValue(str(sort.label), first + number) for number in range(fresh_count)))


def _inside(value: Any, sort: Sort, seen: KnownElements) -> ElementsInside:
    key = id(value), sort
    elements_inside = seen.get(key)
    if elements_inside is None:
        elements_inside = seen[key] = _looked_through(value, sort)
    return elements_inside


def _looked_through(value: Any, sort: Sort) -> ElementsInside:
    levels: list[tuple[UninterpretedValue, ...]] = []
    level: Sequence[Any] = (value,)
    count, is_open = 0, False
    # Breadth first, level by level, up to a number of parts.
    while level and count <= LIMITS.visited_values:
        count += len(level)
        own = (
            part_value
            for part_value in level
            if type(part_value) is UninterpretedValue and part_value.sort == sort.label
        )
        levels.append(tuple(dict.fromkeys(own)))
        deeper: list[Any] = []
        for part_value in level:
            parts = _elements(part_value)
            if parts is not None:
                deeper.extend(parts)
            # A part that is neither atom nor collection may hide elements.
            elif type(part_value) not in _ATOMS:
                is_open = True
        level = deeper
    return ElementsInside(value, tuple(levels) if any(levels) else (), count, is_open)


def _small(sort: Sort) -> tuple[Any, ...]:
    match sort.kind:
        case "Int":
            # From near to far, since the first one that fits is what a reader sees.
            return (0, 1, -1, 2, 3, -2)
        case "Real":
            return tuple(map(Fraction, ("0", "1", "-1", "1/2", "2")))
        case "Char":
            return ("a", "0", " ")
        case "String":
            return ("", "a")
        case "Seq":
            # Two of each kind of element: the number of values is multiplied at each level of nesting.
            return ((), *((value,) for value in _small(sort.args[0])[:2]))
        case "Set":
            return (frozenset(), *(frozenset({value}) for value in _small(sort.args[0])[:2]))
        case "Multiset":
            return (Multiset(), *(Multiset((value,)) for value in _small(sort.args[0])[:2]))
        case "Map":
            return (FrozenMap(),)
        case _:
            return ()


def _sources(environment: Valuation, body: Term) -> Iterator[Any]:
    """Values in the environment, their elements and sizes, and the constants of the body. Breadth first, so that a long
    sequence does not hide the variables after it. `_CUT` is among them where there are more than it looks at: what a
    function value knows is not seen."""
    level: list[Any] = [*environment.values(), *_constants(body)]
    visited = 0
    # The search is cut at a size, and says so by `_CUT`.
    while level and visited < LIMITS.visited_values:
        deeper: list[Any] = []
        for value in level:
            visited += 1
            yield value
            elements = _elements(value)
            if elements is None and type(value) not in _ATOMS:
                yield _CUT
            if elements is not None:
                yield len(elements)
                deeper.extend(elements)
        if len(deeper) > LIMITS.visited_values:
            yield _CUT
        level = deeper[: LIMITS.visited_values]
    if level:
        yield _CUT


@lru_cache(maxsize=1024)
def _constants(body: Term) -> tuple[Any, ...]:
    """Kept, because the bodies of quantifiers are looked through for each value of the variables around them."""
    return tuple(term.data for term in subterms(body) if term.op == "const")


def _elements(value: Any) -> tuple[Any, ...] | None:
    elements_of = _PARTS.get(type(value))
    return None if elements_of is None else elements_of(value)


def _of_map(value: FrozenMap) -> tuple[Any, ...]:
    keys = ordered(value)
    return (*keys, *(value[key] for key in keys))


_PARTS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    tuple: lambda value: value,
    frozenset: lambda value: tuple(ordered(value)),
    Multiset: lambda value: tuple(ordered(value)),
    FrozenMap: _of_map,
    ArrayValue: lambda value: value.elements,
    DatatypeValue: lambda value: value.fields,
    RationalTree: lambda value: value.parts,
}
"""Type → parts of a value, since a chain of `isinstance` takes longer than all the rest."""


def _fits(
    value: Any, sort: Sort, datatypes: Mapping[str, Datatype] = NO_DATATYPES, depth: int = LIMITS.made_levels
) -> bool:
    """Is it a value of the sort? Of a datatype, nested no deeper than is looked at."""
    match sort.kind:
        case "Bool":
            return isinstance(value, bool)
        case "Int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "Real":
            return isinstance(value, Fraction)
        case "Char":
            return isinstance(value, str) and len(value) == 1
        case "String":
            return isinstance(value, str)
        case "Seq":
            return isinstance(value, tuple) and all(_fits(item, sort.args[0], datatypes, depth) for item in value)
        case "Tuple":
            return (
                isinstance(value, tuple)
                and len(value) == len(sort.args)
                and all(_fits(item, arg, datatypes, depth) for item, arg in zip(value, sort.args, strict=True))
            )
        case "Set":
            return isinstance(value, frozenset) and all(_fits(item, sort.args[0], datatypes, depth) for item in value)
        case "Multiset":
            return isinstance(value, Multiset) and all(_fits(item, sort.args[0], datatypes, depth) for item in value)
        case "Uninterpreted":
            return isinstance(value, UninterpretedValue) and value.sort == sort.label
        case "Datatype":
            declared = datatypes.get(str(sort.label))
            if declared is None or depth == 0 or not isinstance(value, DatatypeValue):
                return False
            # The sorts of the fields at this instance of the datatype.
            types = dict(zip(declared.parameters, sort.args, strict=False))
            made = next(
                (constructor for constructor in declared.constructors if constructor.name == value.constructor), None
            )
            # Another datatype may have a constructor of that name.
            return (
                made is not None
                and len(made.fields) == len(value.fields)
                and all(
                    _fits(field, replace_sorts(binder.sort, types), datatypes, depth - 1)
                    for field, binder in zip(value.fields, made.fields, strict=True)
                )
            )
        case _:
            return False
