"""The choices that a program leaves open (`*`, `:|`): trying one after the other."""

from collections.abc import Sequence
from typing import TypeVar

from attrs import define, field

T = TypeVar("T")


@define(slots=True)
class Choices:
    """The choices of one execution: `first` are the positions of the first ones among their options, later ones are the
    first option. `taken` are all that were made, with how many options there were; `open`: were there others that are
    not listed?"""

    first: tuple[int, ...] = ()
    taken: list[tuple[int, int]] = field(factory=list)
    open: bool = False

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, of which there is at least one."""
        number = len(self.taken)
        position = self.first[number] if number < len(self.first) else 0
        position = min(position, len(options) - 1)
        self.taken.append((position, len(options)))
        return options[position]

    def following(self) -> tuple[int, ...] | None:
        """The next choices in the order of a search in depth; None after the last ones."""
        taken = list(self.taken)
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken.pop()
        if not taken:
            return None
        return (*(position for position, _ in taken[:-1]), taken[-1][0] + 1)
