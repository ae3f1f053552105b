"""Text that is put together from pieces of a file, and where each of its characters comes from.

A contract may be written in decorators, in a docstring or as guards. It is read as a block of assertions made
of the same words: this is how positions in that block lead back to the file.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from attrs import evolve, field, frozen

from ...core.spans import Span


@frozen(slots=True)
class Piece:
    """`text` stands for the characters `start` to `end` of the file: the same text (`verbatim`), or other text.

    `shown` is what to show for the assertion that starts here, where its own test says too little.
    """

    text: str
    start: int
    end: int
    verbatim: bool = False
    shown: str | None = None


@frozen(slots=True)
class TextOrigin:
    """Where the text of consecutive pieces comes from. `text` is the file's.

    `order`: the numbers, as clauses, of the first assertions of the block. Clauses are numbered as in the file, the
    block has them as they are checked, and decorators are checked from the bottom.
    """

    text: str = field(repr=False)
    pieces: tuple[Piece, ...]
    order: tuple[int, ...] = ()
    raises: tuple[str | None, ...] = ()
    """The class of exception that each clause raises where it is false; None for AssertionError."""

    skipped: int = 0
    """How many characters of the block precede those that positions count."""

    @property
    def block(self) -> str:
        """The text that the pieces make up."""
        return "".join(piece.text for piece in self.pieces)

    def span(self, start: int, end_offset: int, file: str) -> Span:
        """The place in the file of the characters `start` to `end` of the block."""
        start, end_offset = start + self.skipped, end_offset + self.skipped
        first = self._at(start)
        last = self._at(max(start, end_offset - 1))
        from_ = self._offset(first, start, at_end=False)
        to = max(from_, self._offset(last, end_offset, at_end=True))
        return Span(file, *self._position(from_), *self._position(to))

    def shown(self, start: int) -> str | None:
        """What to show for the assertion at an offset of the block, if not its test."""
        return self.pieces[self._at(start + self.skipped)].shown

    def after(self, skipped: int) -> "TextOrigin":
        """The same for the part of the block after its first characters."""
        return evolve(self, skipped=self.skipped + skipped)

    def _at(self, offset: int) -> int:
        """The number of the piece that a character of the block belongs to."""
        # `@require(lambda x: x > 0)` becomes the pieces `assert `, which stands for the decorator, `x > 0`, which is a
        # copy, and a line break: an offset in the second leads to the very character, in the others to all of it.
        starts = [0, *accumulate(len(piece.text) for piece in self.pieces)]
        return min(bisect_right(starts, offset) - 1, len(self.pieces) - 1)

    def _offset(self, number: int, offset: int, at_end: bool) -> int:
        piece = self.pieces[number]
        if not piece.verbatim:
            return piece.end if at_end else piece.start
        length_before = sum(len(piece.text) for piece in self.pieces[:number])
        return piece.start + min(offset - length_before, len(piece.text))

    def _position(self, offset: int) -> tuple[int, int]:
        text_before = self.text[:offset]
        return text_before.count("\n") + 1, offset - (text_before.rfind("\n") + 1) + 1


def copy(text: str, start: int, end_offset: int) -> Piece:
    """The characters `start` to `end` of a file's text, as they are."""
    return Piece(text[start:end_offset], start, end_offset, verbatim=True)


TextEdit = tuple[int, int, Sequence[Piece]]
"""Pieces that replace the characters of a file's text from a start to an end."""


def replaced(start: int, end_offset: int, text: str) -> TextEdit:
    """The edit that puts other text in place of some."""
    return start, end_offset, (Piece(text, start, end_offset),)


def edited(text: str, start: int, end_offset: int, edits: Iterable[TextEdit]) -> list[Piece]:
    """The characters `start` to `end` of a file's text after edits that do not overlap."""
    pieces: list[Piece] = []
    position = start
    for begin, stop, new_pieces in sorted(edits, key=lambda edit: edit[:2]):
        pieces += [copy(text, position, begin), *new_pieces]
        position = stop
    return [piece for piece in (*pieces, copy(text, position, end_offset)) if piece.text or not piece.verbatim]
