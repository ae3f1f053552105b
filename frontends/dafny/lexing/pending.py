"""The parts of expressions that are not at their end: `var x := e` before its semicolon, `if c then a` before `else`.

They tell the semicolon of `var x := e; b` from the one that ends a clause and from the one after the call of a lemma.
"""

from typing import Literal

from attrs import define, field

End = Literal["semicolon", "else"]


@define(slots=True)
class Pending:
    """What is open, innermost last, each with the number of brackets around it."""

    depth: int = 0
    """The number of brackets around the token being read."""
    _open: list[tuple[int, End]] = field(factory=list)

    def begin(self, end: End) -> None:
        """A part begins that `end` ends."""
        self._open.append((self.depth, end))

    @property
    def innermost(self) -> End | None:
        """What ends the innermost part inside the current bracket, if one is open there."""
        return self._open[-1][1] if self._open and self._open[-1][0] == self.depth else None

    def end(self, end: End) -> None:
        """End the innermost part that `end` ends, if there is one, with all that is open inside it."""
        for position in range(len(self._open) - 1, -1, -1):
            depth, wanted = self._open[position]
            if depth < self.depth:
                return
            if wanted == end:
                del self._open[position:]
                return

    def drop(self) -> None:
        """Forget what is open inside the current bracket."""
        while self._open and self._open[-1][0] >= self.depth:
            self._open.pop()
