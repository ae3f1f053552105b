"""Sequences that share their elements with those that they were appended to.

A loop that appends n elements one by one copies n² of them where each sequence is a tuple of its own. Here a sequence
is the first elements of a list, and whoever appends to the newest one appends to that list: n elements take n steps.

Example: s = [1, …, 64] and t = s + [65] are the first 64 and 65 elements of one list. s + [0], after that, is a copy.

Everybody else sees a tuple: a `GrownSequence` is one for `isinstance` and for patterns, has its equality and its hash,
and is pickled as one. Invariant: of the list nothing is changed but its end, so that no sequence ever changes.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from attrs import define, field, frozen

FEWEST = 64
"""Elements from which on a sequence shares its own: shorter tuples are copied faster."""


@define(slots=True, eq=False)
class _SharedElements:
    """The elements of all sequences that were grown from one, and the digest of the first of them."""

    items: list[Any]
    digested: int = 0
    digest: int = 0

    def digest_of(self, size: int) -> int:
        """A number that equal sequences have alike, which takes as many steps as there are elements beyond those of the
        last one that was asked for. Raises what the hash of an element raises."""
        begin, digest = (self.digested, self.digest) if size >= self.digested else (0, 0)
        for item in islice(self.items, begin, size):
            digest = hash((digest, item))
        self.digested, self.digest = size, digest
        return digest


class GrownSequence(tuple[Any, ...]):
    """The first elements of a list, as a tuple."""

    _shared: _SharedElements
    _size: int
    _hash: int | None

    def __new__(cls, shared: _SharedElements, size: int) -> "GrownSequence":
        self = super().__new__(cls)  # the tuple itself is empty: whatever looks at it is defined anew below
        self._shared, self._size, self._hash = shared, size, None
        return self

    def appended(self, more: tuple[Any, ...]) -> "GrownSequence":
        """The sequence followed by more elements."""
        shared = self._shared
        if len(shared.items) != self._size:
            shared = _SharedElements(shared.items[: self._size])
        shared.items.extend(more)
        return GrownSequence(shared, len(shared.items))

    @property
    def whole(self) -> tuple[Any, ...]:
        """The same as a tuple of its own."""
        return tuple(self)

    @property
    def digest(self) -> int:
        """A number that equal grown sequences have alike. Raises what the hash of an element raises."""
        return self._shared.digest_of(self._size)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return islice(self._shared.items, self._size)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            if index.step in (None, 1):
                return tuple(self._shared.items[slice(*index.indices(self._size))])
            return self.whole[index]
        if index < 0:
            index += self._size
        if not 0 <= index < self._size:
            raise IndexError("tuple index out of range")
        return self._shared.items[index]

    def __contains__(self, element: object) -> bool:
        return any(element is item or element == item for item in self)

    def __add__(self, other: Any) -> Any:
        return self.whole + other

    def __radd__(self, other: Any) -> Any:
        return other + self.whole

    def __mul__(self, count: Any) -> Any:
        return self.whole * count

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple):
            return NotImplemented
        if len(other) != self._size:
            return False
        if isinstance(other, GrownSequence):
            return other._shared is self._shared or other.whole == self.whole
        return self.whole == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return self.whole < tuple(other)

    def __le__(self, other: tuple[Any, ...]) -> bool:
        return self.whole <= tuple(other)

    def __gt__(self, other: tuple[Any, ...]) -> bool:
        return self.whole > tuple(other)

    def __ge__(self, other: tuple[Any, ...]) -> bool:
        return self.whole >= tuple(other)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.whole)
        return self._hash

    def count(self, value: Any, /) -> int:
        return self.whole.count(value)

    def index(self, value: Any, *bounds: Any) -> int:
        return self.whole.index(value, *bounds)

    def __repr__(self) -> str:
        return repr(self.whole)

    def __reduce__(self) -> Any:
        return tuple, (list(self),)


def concatenated(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
    """Two sequences as one. It takes as many steps as the right one has elements, where the left one is the newest of
    those that share its elements."""
    if not right:
        return left
    if not left:
        return right
    if isinstance(left, GrownSequence):
        return left.appended(right)
    if len(left) < FEWEST or len(right) > len(left):
        return left + right
    return GrownSequence(_SharedElements(list(left)), len(left)).appended(right)


@frozen(slots=True)
class SequenceKey:
    """A grown sequence as part of a key: its digest takes no second look at the elements before those appended."""

    sequence: GrownSequence
    digest: int = field(eq=False)

    def __hash__(self) -> int:
        return self.digest


def key_of_value(value: Any) -> Any:
    """A value as part of a key, in a cache that may miss equal values. Raises what its hash raises."""
    return SequenceKey(value, value.digest) if type(value) is GrownSequence else value
