"""Values to try for a bound variable: all of a small sort, or those at hand where a sort is infinite.

Two kinds of answers, which a caller must not mix up. `everything` and `up_to_renaming` are complete: if none of their
values satisfies a condition, no value does, and that is a proof. `at_hand` is a guess: what it finds is a witness, what
it does not find says nothing. So whoever makes the first two leave out a value makes wrong proofs.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from typing import Any

from ..ir.contracts import Datatype
from ..ir.rational_trees import RationalTree
from ..ir.sorts import INT, REAL, Sort
from ..ir.terms import Term, subterms
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue, ordered
from ..ir.variables import Valuation

_MAX_WIDTH = 16
_MAX_VALUES = 1 << _MAX_WIDTH
_MAX_VISITED = 5000
_REARRANGED = 5
"""Elements of which all parts and orders are tried."""
_CUT = object()
"""In place of the values that are not looked at any more."""
_ATOMS = frozenset({bool, int, Fraction, str, UninterpretedValue, type(None)})


def everything(sort: Sort, datatypes: Mapping[str, Datatype]) -> tuple[Any, ...] | None:
    """Every value of a small finite sort, in order; None for other sorts."""
    return _everything(sort, datatypes, frozenset())


def _everything(
    sort: Sort, datatypes: Mapping[str, Datatype], within: frozenset[str]
) -> tuple[Any, ...] | None:
    match sort.kind:
        case "Bool":
            return (False, True)
        case "BitVec" if isinstance(sort.label, int) and sort.label <= _MAX_WIDTH:
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
    parts = []
    for sort in sorts:
        part = _everything(sort, datatypes, within)
        if part is None:
            return None
        parts.append(part)
    found = tuple(islice(product(*parts), _MAX_VALUES + 1))
    return found if len(found) <= _MAX_VALUES else None


def _constructed(
    sort: Sort, datatypes: Mapping[str, Datatype], within: frozenset[str]
) -> tuple[Any, ...] | None:
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


def at_hand(sort: Sort, environment: Valuation, body: Term, limit: int) -> tuple[Any, ...]:
    """At most `limit` values of the sort: small ones, then those in the environment and the body."""
    found: dict[Any, None] = {}
    for value in _sources(environment, body):
        if len(found) >= limit:
            break
        if _fits(value, sort):
            found[value] = None
            if sort in (INT, REAL):  # boundaries: `i < |s|` is decided at |s| - 1 and |s|
                found.update(dict.fromkeys((value - 1, value + 1)))
    if sort.kind == "Set" and sort.args[0].kind == "Uninterpreted":
        elements = at_hand(sort.args[0], environment, body, limit)
        found.update(dict.fromkeys(frozenset({element}) for element in elements))
    if sort.kind == "Seq":
        found.update(dict.fromkeys(islice(_rearranged(tuple(found), sort, environment, body), limit)))
    return tuple(dict.fromkeys((*_small(sort), *found)))[:limit]


def _rearranged(
    known: tuple[Any, ...], sort: Sort, environment: Valuation, body: Term
) -> Iterator[tuple[Any, ...]]:
    """Sequences made of known ones: their parts and rearrangements, and two elements at hand."""
    short = [values for values in known if 1 < len(values) <= _REARRANGED]
    for values in short:
        yield values[::-1]
        for length in range(len(values), 0, -1):
            yield from combinations(values, length)
    for values in short:
        yield from permutations(values)
    yield from product(at_hand(sort.args[0], environment, body, _REARRANGED), repeat=2)


def up_to_renaming(
    sort: Sort, environment: Valuation, body: Term, others: int, limit: int
) -> tuple[Any, ...] | None:
    """The elements of a sort that only knows equality, as far as they can differ: those in the environment and the
    body, and `others` more, for a variable each. None when there are more than `limit`, or not all were looked at."""
    # A condition can tell an element from another only by one that it knows. With s == [t1, t1] and two variables, t1,
    # t2 and t3 are enough: renaming the elements that nobody mentions changes no truth. An element of the environment
    # that is not among these would be one that the condition may know.
    known = at_hand(sort, environment, body, limit)
    if len(known) + others > limit or any(value is _CUT for value in _sources(environment, body)):
        return None
    first = max((element.index for element in known), default=0) + 1
    return (*known, *(UninterpretedValue(str(sort.label), first + number) for number in range(others)))


def is_inside(sort: Sort, other: Sort) -> bool:
    """Is a sort a part of another one?"""
    return any(part == sort or is_inside(sort, part) for part in other.args)


def _small(sort: Sort) -> tuple[Any, ...]:
    match sort.kind:
        case "Int":
            return (0, 1, -1, 2, 3, -2)
        case "Real":
            return tuple(map(Fraction, ("0", "1", "-1", "1/2", "2")))
        case "Char":
            return ("a", "0", " ")
        case "String":
            return ("", "a")
        case "Seq":
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
    level: list[Any] = [*environment.values(), *(term.data for term in subterms(body) if term.op == "const")]
    visited = 0
    while level and visited < _MAX_VISITED:
        deeper: list[Any] = []
        for value in level:
            visited += 1
            yield value
            parts = _elements(value)
            if parts is None and type(value) not in _ATOMS:
                yield _CUT
            if parts is not None:
                yield len(parts)
                deeper.extend(parts)
        if len(deeper) > _MAX_VISITED:
            yield _CUT
        level = deeper[:_MAX_VISITED]
    if level:
        yield _CUT


def _elements(value: Any) -> tuple[Any, ...] | None:
    if type(value) in _ATOMS:
        return None
    match value:
        case tuple():
            return value
        case frozenset() | Multiset():
            return tuple(ordered(value))
        case FrozenMap():
            keys = ordered(value)
            return (*keys, *(value[key] for key in keys))
        case ArrayValue():
            return value.elements
        case DatatypeValue():
            return value.fields
        case RationalTree():
            return value.parts
        case _:
            return None


def _fits(value: Any, sort: Sort) -> bool:
    """Is it a value of the sort?"""
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
            return isinstance(value, tuple) and all(_fits(item, sort.args[0]) for item in value)
        case "Tuple":
            return (
                isinstance(value, tuple)
                and len(value) == len(sort.args)
                and all(_fits(item, part) for item, part in zip(value, sort.args, strict=True))
            )
        case "Set":
            return isinstance(value, frozenset) and all(_fits(item, sort.args[0]) for item in value)
        case "Multiset":
            return isinstance(value, Multiset) and all(_fits(item, sort.args[0]) for item in value)
        case "Uninterpreted":
            return isinstance(value, UninterpretedValue) and value.sort == sort.label
        case _:
            return False
