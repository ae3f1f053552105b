"""Values that Python has no immutable, hashable type for. The other sorts use Python's own values:

Bool bool, Int int, Real `fractions.Fraction`, Char str of length 1, String str, Seq and Tuple tuple,
Set frozenset, BitVec int. An Array is an `ArrayValue`, or None for null.
"""

import reprlib
from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from fractions import Fraction
from itertools import islice
from operator import is_
from typing import Any

from attrs import define, field, frozen

from ..errors import NotComputed
from .rational_trees import RationalTree

_NOT_HASHED: Any = object()
"""What the hash of a map is until somebody asks for it."""


class FrozenMap(Mapping[Any, Any]):
    """An immutable map. Insertion order is kept for iteration and does not matter for equality.

    Of the maps m, m[a := 1], m[a := 1][b := 2] all are the first items of one dictionary (`with_item`), until somebody
    iterates over one: that one then has a dictionary of its own, for the other grows. So n updates take n steps.
    """

    __slots__ = ("_hash", "_items", "_may_grow", "_size")

    def __init__(self, items: Mapping[Any, Any] | Iterable[tuple[Any, Any]] = ()) -> None:
        self._items = dict(items)
        self._size = len(self._items)
        self._may_grow = False
        self._hash: int | None = _NOT_HASHED

    def has_room(self, key: Any) -> bool:
        """Can an item be added without a copy of the others?"""
        return self._may_grow and len(self._items) == self._size and key not in self._items

    def with_item(self, key: Any, value: Any) -> "FrozenMap":
        """The map with one item that is new, or another value."""
        items = self._items if self.has_room(key) else dict(self._own())
        items[key] = value
        new_map = FrozenMap.__new__(FrozenMap)
        new_map._items, new_map._size, new_map._may_grow, new_map._hash = items, len(items), True, _NOT_HASHED
        return new_map

    def _own(self) -> dict[Any, Any]:
        """The items of this map alone, to which nothing is added any more."""
        if self._may_grow:
            self._items = dict(islice(self._items.items(), self._size))
            self._may_grow = False
        return self._items

    def _at_least(self) -> dict[Any, Any]:
        """The items to look one up."""
        return self._items if len(self._items) == self._size else self._own()

    def __getitem__(self, key: Any) -> Any:
        return self._at_least()[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._own())

    def __len__(self) -> int:
        return self._size

    # What `Mapping` makes of the methods above takes several times as long.

    def __contains__(self, key: object) -> bool:
        return key in self._at_least()

    def keys(self) -> KeysView[Any]:
        return self._own().keys()

    def values(self) -> ValuesView[Any]:
        return self._own().values()

    def items(self) -> ItemsView[Any, Any]:
        return self._own().items()

    def __hash__(self) -> int:
        if self._hash is _NOT_HASHED:
            self._hash = _hash_of(frozenset, self._own().items())
        if self._hash is None:
            raise NotComputed
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, FrozenMap) or len(self) != len(other):
            return False
        hashes = self._hash, other._hash
        if _NOT_HASHED not in hashes and _differ(*hashes):
            return False
        return self._at_least() == other._at_least()

    def __repr__(self) -> str:
        return f"FrozenMap({self._own()!r})"


def _hash_of(as_hashable: Callable[[Any], Hashable], items: Any) -> int | None:
    """The hash of a value with these parts; None where one is of a codatatype."""
    try:
        return hash(as_hashable(items))
    except NotComputed:
        return None


def _differ(first: int | None, second: int | None) -> bool:
    """Do hashes tell two values apart?"""
    return first is not None and second is not None and first != second


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
        element_count: int = self._counts.get(element, 0)
        return element_count

    @property
    def counts(self) -> FrozenMap:
        """Distinct element → its count, at least 1."""
        return self._counts

    def combine(self, other: "Multiset", how: Callable[[int, int], int]) -> "Multiset":
        """The multiset in which each element's count is `how(its count here, its count there)`."""
        return Multiset.of_counts(
            {element: how(self.count(element), other.count(element)) for element in (*self, *other)}
        )

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
    _hash: int | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_hash", _hash_of(tuple, (self.constructor, self.fields)))

    def __hash__(self) -> int:
        if self._hash is None:
            raise NotComputed
        return self._hash

    def __eq__(self, other: object) -> bool:
        # A stack in place of recursion: lists have thousands of cells.
        pending: list[tuple[Any, Any]] = [(self, other)]
        while pending:
            left, right = pending.pop()
            if left is right:
                continue
            # Other values have an equality of their own, which is cheap.
            if not isinstance(left, DatatypeValue) or isinstance(right, CodatatypeValue):
                if left != right:
                    return False
            elif (
                not isinstance(right, DatatypeValue)
                # Hashes tell most unequal values apart without a look inside.
                or _differ(left._hash, right._hash)
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
            waiting_part = waiting.pop()
            if isinstance(waiting_part, DatatypeValue):
                waiting += [f"{waiting_part.constructor}(", *_separated(waiting_part.fields), ")"][::-1]
            else:
                text += waiting_part
        return text + ("…" if waiting else "")


@define(slots=True, eq=False, repr=False)
class Delayed:
    """A field of a codatatype's value that is computed when somebody reads it: `term` in `environment`, and then
    `value`. Of two with one `origin` the values are equal."""

    term: Any
    environment: Any
    is_computed: bool = False
    value: Any = None
    origin: Hashable = None

    def keep(self, value: Any) -> None:
        """It is computed; what it is computed from is not needed any more."""
        self.value, self.is_computed, self.term, self.environment = value, True, None, None

    def __repr__(self) -> str:
        return reprlib.repr(self.value) if self.is_computed else "…"


@frozen(slots=True, eq=False, repr=False)
class CodatatypeValue:
    """A constructor of a codatatype applied to its fields, of which some are `Delayed`. It exists while a program runs
    (Dafny reference manual, section 5.14.3): what leaves an evaluation is a `DatatypeValue`, and so has an end, or a
    `RationalTree`."""

    constructor: str
    fields: tuple[Any, ...]

    def __hash__(self) -> int:
        raise NotComputed

    def __eq__(self, other: object) -> bool:
        """Raises NotComputed where the parts that are computed are equal, and others are not."""
        # Bisimulation: pairs that were met are taken for equal, so that circles end.
        pending: list[tuple[Any, Any]] = [(self, other)]
        seen: set[tuple[int, int]] = set()
        is_open = False
        while pending:
            left, right = map(computed_part, pending.pop())
            if left is right or (id(left), id(right)) in seen:
                continue
            # A part that is not computed leaves the answer open, unless another one differs.
            if isinstance(left, Delayed) or isinstance(right, Delayed):
                is_open = True
            elif not isinstance(left, CodatatypeValue) and not isinstance(right, CodatatypeValue):
                if left != right:
                    return False
            elif (
                not isinstance(left, _APPLIED)
                or not isinstance(right, _APPLIED)
                or left.constructor != right.constructor
                or len(left.fields) != len(right.fields)
            ):
                return False
            else:
                seen.add((id(left), id(right)))
                pending.extend(zip(left.fields, right.fields, strict=True))
        # Equal as far as they are known: nobody may say more.
        if is_open:
            raise NotComputed
        return True

    def __repr__(self) -> str:
        return f"{self.constructor}({', '.join(map(reprlib.repr, self.fields))})"


_APPLIED = (DatatypeValue, CodatatypeValue, RationalTree)


def computed_part(field: Any) -> Any:
    """The value of a field, where it is computed."""
    return field.value if isinstance(field, Delayed) and field.is_computed else field


def applied(constructor: str, fields: tuple[Any, ...]) -> DatatypeValue | CodatatypeValue | RationalTree:
    """A constructor applied to its fields."""
    if any(isinstance(field_value, Delayed | CodatatypeValue) for field_value in fields):
        return CodatatypeValue(constructor, fields)
    circles = (
        field_value.applied(constructor, fields) for field_value in fields if isinstance(field_value, RationalTree)
    )
    return next(filter(None, circles), None) or DatatypeValue(constructor, fields)


def _separated(fields: tuple[Any, ...]) -> Iterator[Any]:
    """The parts of a text: those that are no constructor's as text, with commas between them."""
    for position, field_value in enumerate(fields):
        yield from (", ",) if position else ()
        yield field_value if isinstance(field_value, DatatypeValue) else reprlib.repr(field_value)


_LONGEST_REPR = 400
"""Characters."""


@frozen(slots=True, cache_hash=True)  # Heaps are maps from objects, and are hashed for each call that reads them.
class UninterpretedValue:
    """An element of an uninterpreted sort: only equality is known."""

    sort: str
    index: int


_MANY = 10**9
"""Arrays that a program makes have smaller numbers; objects that stand for other arrays begin behind these."""


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
        case known_array:
            return UninterpretedValue("object", -_MANY - int.from_bytes(b"\x01" + repr(known_array).encode()))


def object_array(which: UninterpretedValue, elements: tuple[Any, ...]) -> ArrayValue | None:
    """The array of which `array_object` gives this object."""
    return ArrayValue(elements, which) if which.index else None


class FunctionValue:
    """A value that is a function. Whether two that were made separately are equal, nobody can say."""

    __slots__ = ()


def holds_function(value: Any) -> bool:
    """Is it a function, or holds it one?"""
    return isinstance(value, FunctionValue) or any(map(holds_function, parts_of(value)))


def told_apart(one: Any, other: Any) -> bool:
    """Is it known that two values are not equal? Of functions in them it is not."""
    # A stack in place of recursion: lists have thousands of cells.
    pending = [(one, other)]
    while pending:
        left, right = pending.pop()
        match left, right:
            case FunctionValue(), FunctionValue():
                pass
            case tuple(), tuple():
                if len(left) != len(right):
                    return True
                pending.extend(zip(left, right, strict=True))
            case DatatypeValue(), DatatypeValue():
                if left.constructor != right.constructor:
                    return True
                pending.append((left.fields, right.fields))
            case FrozenMap(), FrozenMap():
                pending.append((frozenset(left), frozenset(right)))
                pending.extend((value, right[key]) for key, value in left.items() if key in right)
            case _ if left != right and not holds_function(left):
                return True
    return False


def elements_in(value: Any) -> Any:
    """The elements of an array, or the collection that a value is."""
    return value.elements if isinstance(value, ArrayValue) else value


def parts_of(value: Any) -> Iterable[Any]:
    """What a value holds itself: elements, each once; keys and values of a map; what a constructor is given. Nothing of
    an atom, nor of a value of a codatatype, which may have no end."""
    match value:
        case tuple() | frozenset() | Multiset():
            return value
        case ArrayValue():
            return value.elements
        case DatatypeValue():  # before maps: whether it is one takes Python longer than all the rest
            return value.fields
        case FrozenMap():
            return (*value, *value.values())
        case _:
            return ()


def with_parts(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with each of its parts (`parts_of`) changed; itself where all of them stay the same objects. `change`
    says what becomes of one, and whether it goes deeper."""
    match value:
        case tuple():
            # The same object where nothing changes: callers test by identity.
            changed_parts = tuple(map(change, value))
            return value if all(map(is_, changed_parts, value)) else changed_parts
        case frozenset():
            changed_parts = tuple(map(change, value))
            return value if all(map(is_, changed_parts, value)) else frozenset(changed_parts)
        case ArrayValue():
            elements = with_parts(value.elements, change)
            return value if elements is value.elements else ArrayValue(elements, value.identity)
        case DatatypeValue():
            fields = with_parts(value.fields, change)
            return value if fields is value.fields else DatatypeValue(value.constructor, fields)
        case FrozenMap():
            keys, values = tuple(map(change, value)), tuple(map(change, value.values()))
            is_unchanged = all(map(is_, values, value.values())) and all(map(is_, keys, value))
            return value if is_unchanged else FrozenMap(zip(keys, values, strict=True))
        case Multiset():
            # Two elements may become one: their counts add up.
            counts: dict[Any, int] = {}
            for element, count in value.counts.items():
                changed_element = change(element)
                counts[changed_element] = counts.get(changed_element, 0) + count
            return Multiset.of_counts(counts)
        case _:
            return value


def arrays_within(value: Any) -> list[ArrayValue]:
    """The arrays that a value is or holds, in the order of its parts; those of a codatatype aside, which may have no
    end. Values may be deep: this does not recurse."""
    array_values: list[ArrayValue] = []
    pending = [value]
    while pending:
        inner_value = pending.pop()
        # Most values are numbers and texts, which have no parts.
        if type(inner_value) in _BY_SIZE or type(inner_value) is UninterpretedValue:
            continue
        if isinstance(inner_value, ArrayValue):
            array_values.append(inner_value)
        pending.extend(parts_of(inner_value))
    return array_values


def order_key(value: Any) -> tuple[Any, ...]:
    """A key that sorts values of one sort: numbers and text by size, collections by length, then elements."""
    if type(value) in _BY_SIZE:  # most are, and whether a value is a Fraction takes Python longest
        return (value,)
    if type(value) is UninterpretedValue:
        return (value.sort, value.index)
    match value:
        case bool() | int() | Fraction() | str():
            return (value,)
        case tuple():
            # Shorter first, then element by element.
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
        case CodatatypeValue():
            raise NotComputed
        case ArrayValue():
            return (len(value.elements), tuple(map(order_key, value.elements)), repr(value.identity))
        case None:  # Null is among arrays, and comes before the empty one.
            return (-1,)
        case _:
            return (type(value).__name__, repr(value))


_BY_SIZE = frozenset({bool, int, str})


def ordered(values: Iterable[Any]) -> list[Any]:
    """The values in one fixed order, so that results never depend on hash seeds."""
    return sorted(values, key=order_key)
