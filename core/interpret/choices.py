"""The choices that a program leaves open (`*`, `:|`): trying one after the other."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

from attrs import define, field

from ..ir.sorts import OBJECT
from ..ir.values import UninterpretedValue

FIRST_MARK = 10**15
"""Numbers from here on stand for elements that nobody gave a value: beyond those of programs and of made inputs."""

T = TypeVar("T")


@define(slots=True)
class Choices:
    """The choices of one execution: `first` are the positions of the first ones among their options, later ones are the
    first option. `taken` are all that were made, with how many options there were; `open`: were there others that are
    not listed? `blank`: were there elements of new arrays that nobody gave a value? With `marks` each of these, and
    each variable and field that nobody has given a value yet, is a value of its own: the numbers from the one after
    `marks` on. From `FIRST_MARK` on they stand for any value, by which it is told what the outputs have of them."""

    first: tuple[int, ...] = ()
    taken: list[tuple[int, int]] = field(factory=list)
    open: bool = False
    marks: int | None = None
    blank: bool = False

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, of which there is at least one."""
        number = len(self.taken)
        position = self.first[number] if number < len(self.first) else 0
        position = min(position, len(options) - 1)
        self.taken.append((position, len(options)))
        return options[position]

    def mark(self, like: Any) -> Any:
        """A value of the sort of another one that is no other mark, and hardly a value of the program; what it is like,
        where there is none."""
        if self.marks is None:
            return like
        self.marks += 1
        match like:
            case bool():
                return like
            case int() | Fraction():
                return type(like)(self.marks)
            case UninterpretedValue() if like.sort != OBJECT.label:
                return UninterpretedValue(like.sort, self.marks)
            case _:
                return like

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


def is_mark(value: Any) -> bool:
    """Does a value stand for an element that nobody gave one?"""
    match value:
        case bool():
            return False
        case int() | Fraction():
            return value > FIRST_MARK
        case UninterpretedValue():
            return value.index > FIRST_MARK
        case _:
            return False
