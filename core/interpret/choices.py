"""The choices that a program leaves open (`*`, `:|`): trying one after the other."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from attrs import define, field

from ..ir.sorts import OBJECT
from ..ir.values import DatatypeValue, FrozenMap, Multiset, UninterpretedValue

FIRST_MARK = 10**15
"""Numbers from here on stand for elements that nobody gave a value: beyond those of programs and of made inputs."""

SPACING = 10**6 + 3
"""How far apart such numbers are, at least."""

T = TypeVar("T")
_OPERATIONS = (
    *("eq", "ne", "lt", "le", "gt", "ge", "hash", "bool", "int", "index", "trunc", "floor", "neg", "abs", "invert"),
    *(side + name for name in ("add", "sub", "mul", "floordiv", "mod", "truediv", "pow") for side in ("", "r")),
    *(side + name for name in ("and", "or", "xor", "lshift", "rshift", "divmod") for side in ("", "r")),
    *("len", "iter", "contains", "getitem"),
)
"""Operations that show which value it is that nobody gave, or make another one of it."""
_PARTS = ("constructor", "fields")
"""What of a datatype's value shows that."""
IsAllowed = Callable[[Any], bool]


def is_not_known(value: Any) -> bool:
    """Among `Marks`, says that nobody knows which values a mark stands for: it is inside of another value, and the type
    says something of the whole alone. It is told by its identity and never called."""
    raise NotImplementedError(value)


Marks = Mapping[tuple[type, Any], IsAllowed | None]
"""Type and value of a mark → which values it stands for; None: all of its sort."""


@define(slots=True)
class Choices:
    """The choices of one execution: `first` are the positions of the first ones among their options, later ones are the
    first option. `taken` are all that were made, with how many options there were; `open`: were there others that are
    not listed? `blank`: were there elements of new arrays that nobody gave a value? With `marks` each of these, and
    each variable and field that nobody has given a value yet, is a value of its own: numbers above `marks`, of which
    there have been `number`. From `FIRST_MARK` on they stand for any value, or those that are allowed, by which it is
    told what the outputs have of them: the `given` ones. With `watching` it is noted, as long as the body runs, whether
    it has `looked` at a mark, and not only handed it on: what it returns for other values is not known then. Its
    outputs are no values to go on with."""

    first: tuple[int, ...] = ()
    taken: list[tuple[int, int]] = field(factory=list)
    open: bool = False
    marks: int | None = None
    blank: bool = False
    given: dict[tuple[type, Any], IsAllowed | None] = field(factory=dict)
    number: int = 0
    watching: bool = False
    looked: bool = False

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, of which there is at least one."""
        number = len(self.taken)
        position = self.first[number] if number < len(self.first) else 0
        position = min(position, len(options) - 1)
        self.taken.append((position, len(options)))
        return options[position]

    def mark(self, like: Any, is_allowed: IsAllowed | None = None) -> Any:
        """A value of the sort of another one that is no other mark, and hardly a value of the program; what it is like,
        where there is none. `is_allowed`: which values it stands for, where these are not all of its sort."""
        if self.marks is None:
            return like
        self.number += 1
        # No sum or difference of marks is a mark.
        number = self.marks + (self.number if self.marks < FIRST_MARK else SPACING * self.number**3)
        mark: Any
        match like:
            case bool():
                return like
            case int() | Fraction():
                mark = type(like)(number)
            case UninterpretedValue() if like.sort != OBJECT.label:
                mark = UninterpretedValue(like.sort, number)
            case _:
                return like
        self.given[type(mark), mark] = is_allowed
        return self.watched(mark)

    def watched(self, mark: Any) -> Any:
        """The same value, at which nobody looks unnoticed if this execution is `watching`."""
        kind = _WATCHED.get(type(mark)) if self.watching else None
        if kind is None:
            return mark
        watched = kind(mark.constructor, mark.fields) if isinstance(mark, DatatypeValue) else kind(mark)
        watched.__dict__["choices"] = self  # a datatype's value is frozen
        return watched

    def following(self) -> tuple[int, ...] | None:
        """The next choices in the order of a search in depth; None after the last ones."""
        # Taken 0 of 2, then 2 of 3: the second has no option left, so that the first goes on, and the next execution
        # begins with (1,). What comes after that is chosen anew, since other statements may follow.
        taken = list(self.taken)
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken.pop()
        if not taken:
            return None
        return (*(position for position, _ in taken[:-1]), taken[-1][0] + 1)


def _watched_type(kind: type) -> type:
    """A subclass of a type, the values of which tell their choices of each operation on them."""

    def noting(operation: Callable[..., Any]) -> Callable[..., Any]:
        def noted(mark: Any, *operands: Any) -> Any:
            # The interpreter itself asks whether something is one of its own constants.
            if all(isinstance(operand, _VALUES) for operand in operands):
                _note(mark)
            return operation(mark, *operands)

        return noted

    names = [f"__{name}__" for name in _OPERATIONS]
    return type(f"Watched{kind.__name__}", (kind,), {n: noting(getattr(kind, n)) for n in names if hasattr(kind, n)})


class _WatchedDatatypeValue(DatatypeValue):
    """A value of a datatype that tells its choices of each look at its constructor or its fields."""

    def __getattribute__(self, name: str) -> Any:
        if name in _PARTS:
            _note(self)
        return super().__getattribute__(name)


def _note(mark: Any) -> None:
    choices = mark.__dict__.get("choices")  # while the mark is being made there are none
    if choices is not None and choices.watching:
        choices.looked = True


_VALUES = (int, Fraction, str, tuple, frozenset, FrozenMap, Multiset, DatatypeValue)
_WATCHED: Mapping[type, type] = {
    **{kind: _watched_type(kind) for kind in (int, Fraction, str, tuple, frozenset, FrozenMap)},
    bool: _watched_type(int),  # the type of truth values has no subclasses
    DatatypeValue: _WatchedDatatypeValue,
}
