"""Positions in a text that is put together lead back to the file: of a copy to the very character."""

import pytest

from specassay.frontends.python.pieces import Piece, TextOrigin, copy, edited, replaced

FILE = "@require(lambda x:\n  x > 0)\ndef f(x): ...\n"
START = FILE.index("x > 0")
ORIGIN = TextOrigin(
    FILE, (Piece("assert ", 0, 0, shown="positive"), copy(FILE, START, START + 5), Piece("\n", START + 5, START + 5))
)


def test_a_block_is_what_its_pieces_make_up() -> None:
    assert ORIGIN.block == "assert x > 0\n"


@pytest.mark.parametrize(
    ("start", "end", "place"),
    [(7, 12, (2, 3, 2, 8)), (7, 8, (2, 3, 2, 4)), (11, 12, (2, 7, 2, 8)), (0, 6, (1, 1, 1, 1)), (0, 12, (1, 1, 2, 8))],
)
def test_a_place_in_the_block_is_one_in_the_file(start: int, end: int, place: tuple[int, int, int, int]) -> None:
    span = ORIGIN.span(start, end, "f.py")
    assert (span.line, span.column, span.end_line, span.end_column) == place
    rest = ORIGIN.after(3).span(start - 3, end - 3, "f.py")  # of the block after "ass"
    assert rest == span


def test_an_assertion_is_shown_in_the_words_of_its_piece() -> None:
    assert [ORIGIN.shown(offset) for offset in (0, 6, 7)] == ["positive", "positive", None]


def test_edits_replace_in_the_order_of_the_file() -> None:
    text = "old.x + result"
    pieces = edited(text, 0, len(text), [replaced(8, 14, "r"), replaced(0, 4, "")])
    assert "".join(piece.text for piece in pieces) == "x + r"
    assert [text[piece.start : piece.end] for piece in pieces if piece.verbatim] == ["x + "]
