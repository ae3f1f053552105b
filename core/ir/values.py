"""Values that Python has no immutable, hashable type for. The other sorts use Python's own values:

Bool bool, Int int, Real `fractions.Fraction`, Char str of length 1, String str, Seq and Tuple tuple,
Set frozenset, BitVec int. An Array is an `ArrayValue`, or None for null.
"""

import reprlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen


class FrozenMap(Mapping[Any, Any]):
    """An immutable map. Insertion order is kept for iteration and does not matter for equality."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[Any, Any] | Iterable[tuple[Any, Any]] = ()) -> None:
        self._items = dict(items)
        self._hash = hash(frozenset(self._items.items()))

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrozenMap) and self._hash == other._hash and self._items == other._items

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"


class Multiset:
    """An immutable multiset. Iteration gives distinct elements; `len` is the total count."""

    __slots__ = ("_counts",)

    def __init__(self, elements: Iterable[Any] = ()) -> None:
        counts: dict[Any, int] = {}
        for element in elements:
            counts[element] = counts.get(element, 0) + 1
        self._counts = FrozenMap(counts)

    @classmethod
    def of_counts(cls, counts: Mapping[Any, int]) -> "Multiset":
        """The multiset with these counts; those of 0 or less are left out."""
        result = cls()
        result._counts = FrozenMap((element, count) for element, count in counts.items() if count > 0)
        return result

    def count(self, element: Any) -> int:
        found: int = self._counts.get(element, 0)
        return found

    @property
    def counts(self) -> FrozenMap:
        """Distinct element → its count, at least 1."""
        return self._counts

    def combine(self, other: "Multiset", how: Callable[[int, int], int]) -> "Multiset":
        """The multiset in which each element's count is `how(its count here, its count there)`."""
        return Multiset.of_counts({e: how(self.count(e), other.count(e)) for e in (*self, *other)})

    def __iter__(self) -> Iterator[Any]:
        return iter(self._counts)

    def __contains__(self, element: object) -> bool:
        return element in self._counts

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __hash__(self) -> int:
        return hash((Multiset, self._counts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Multiset) and self._counts == other._counts

    def __repr__(self) -> str:
        return f"Multiset.of_counts({dict(self._counts)!r})"


@frozen(slots=True)
class ArrayValue:
    """A snapshot of an array. Two arrays are equal when they are the same object, whatever they hold."""

    elements: tuple[Any, ...] = field(eq=False)
    identity: Hashable


@frozen(slots=True, eq=False, repr=False)
class DatatypeValue:
    """A constructor applied to its fields. Hashing and equality do not recurse: lists may be long."""

    constructor: str
    fields: tuple[Any, ...] = ()
    _hash: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.constructor, self.fields)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        pending: list[tuple[Any, Any]] = [(self, other)]
        while pending:
            left, right = pending.pop()
            if left is right:
                continue
            if not isinstance(left, DatatypeValue):
                if left != right:
                    return False
            elif (
                not isinstance(right, DatatypeValue)
                or left._hash != right._hash
                or left.constructor != right.constructor
                or len(left.fields) != len(right.fields)
            ):
                return False
            else:
                pending.extend(zip(left.fields, right.fields, strict=True))
        return True

    def __repr__(self) -> str:
        """`Cons(1, Cons(2, Nil()))`, without recursion, since values may be deep."""
        text, waiting = "", [f"{self.constructor}(", *_separated(self.fields), ")"][::-1]
        while waiting and len(text) < _LONGEST_REPR:
            part = waiting.pop()
            if isinstance(part, DatatypeValue):
                waiting += [f"{part.constructor}(", *_separated(part.fields), ")"][::-1]
            else:
                text += part
        return text + ("…" if waiting else "")


def _separated(fields: tuple[Any, ...]) -> Iterator[Any]:
    """The parts of a text: those that are no constructor's as text, with commas between them."""
    for position, each in enumerate(fields):
        yield from (", ",) if position else ()
        yield each if isinstance(each, DatatypeValue) else reprlib.repr(each)


_LONGEST_REPR = 400
"""Characters."""


@frozen(slots=True)
class UninterpretedValue:
    """An element of an uninterpreted sort: only equality is known."""

    sort: str
    index: int


_MANY = 10**9


def array_object(array: ArrayValue | None) -> UninterpretedValue:
    """An array as an object among others. Equal arrays are equal objects, no array is an object of a class, and null is
    null. An array whose identity is an object already is that object."""
    if array is None:
        return UninterpretedValue("object", 0)
    if isinstance(array.identity, UninterpretedValue):
        return array.identity
    # A negative number, for those of other objects are not: small for arrays that a program makes, one for each text.
    match array.identity:
        case ("new", int(number)) if 0 < number < _MANY:
            return UninterpretedValue("object", -number)
        case other:
            return UninterpretedValue("object", -_MANY - int.from_bytes(b"\x01" + repr(other).encode()))


def object_array(which: UninterpretedValue, elements: tuple[Any, ...]) -> ArrayValue | None:
    """The array of which `array_object` gives this object."""
    return ArrayValue(elements, which) if which.index else None


def order_key(value: Any) -> tuple[Any, ...]:
    """A key that sorts values of one sort: numbers and text by size, collections by length, then elements."""
    match value:
        case bool() | int() | Fraction() | str():
            return (value,)
        case tuple():
            return (len(value), tuple(map(order_key, value)))
        case frozenset():
            return (len(value), tuple(sorted(map(order_key, value))))
        case FrozenMap():
            return (len(value), tuple(sorted((order_key(k), order_key(v)) for k, v in value.items())))
        case Multiset():
            return (len(value), order_key(value.counts))
        case DatatypeValue():
            return (value.constructor, tuple(map(order_key, value.fields)))
        case UninterpretedValue():
            return (value.sort, value.index)
        case ArrayValue():
            return (len(value.elements), tuple(map(order_key, value.elements)), repr(value.identity))
        case _:
            return (type(value).__name__, repr(value))


def ordered(values: Iterable[Any]) -> list[Any]:
    """The values in one fixed order, so that results never depend on hash seeds."""
    return sorted(values, key=order_key)
