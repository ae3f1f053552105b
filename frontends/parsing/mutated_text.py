"""How the text of a file changes where a body is mutated: what is the same keeps its text, comments and all.

How a statement and an expression are written is the language's (`ChangeWriter`).
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice, takewhile

from attrs import frozen

from ...core.errors import Unsupported
from ...core.ir.routines import Change, Replaced, Rewritten
from ...core.ir.terms import Term
from ...core.spans import Span


@frozen(slots=True)
class TextReplacement:
    """The text between two offsets gives way to another."""

    start: int
    end: int
    text: str


class TextLines:
    """A text and where its lines start."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(newline.end() for newline in re.finditer("\n", text))]

    def offsets(self, span: Span) -> tuple[int, int]:
        return (
            self.starts[span.line - 1] + span.column - 1,
            self.starts[span.end_line - 1] + span.end_column - 1,
        )

    def at(self, span: Span) -> str:
        start, end = self.offsets(span)
        return self.text[start:end]


@frozen(slots=True)
class ChangeWriter:
    """How a language writes what a mutant has. Both raise Unsupported for what has no text."""

    statement: Callable[[Rewritten, TextLines], str]
    """The text of the statement that is put before another, or in its place."""
    expression: Callable[[Replaced, TextLines], TextReplacement]
    """What changes where a part of an expression is another."""


def mutated_text(change: Change, text: str, writer: ChangeWriter) -> str:
    """The text of a file after a change of a body in it. Raises Unsupported for a change that cannot be written."""
    # From the last to the first: what is before a piece keeps its offsets when the piece changes its length.
    for piece in sorted(_pieces(change, lines_of(text), writer), key=lambda one: one.start, reverse=True):
        text = text[: piece.start] + piece.text + text[piece.end :]
    return text


def mutated_lines(change: Change, text: str, writer: ChangeWriter) -> str:
    """The lines that a change concerns as a diff, `- ` before the old ones and `+ ` before the new ones, without what
    all are indented by. Raises Unsupported."""
    before, after = text.splitlines(), mutated_text(change, text, writer).splitlines()
    first = sum(1 for _ in takewhile(_is_same, zip(before, after, strict=False)))
    # A line that is the same at the beginning does not count at the end again: of two equal lines one may be deleted.
    shorter = min(len(before), len(after)) - first
    last = sum(1 for _ in islice(takewhile(_is_same, zip(reversed(before), reversed(after), strict=False)), shorter))
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    shown = [(sign, line) for sign, lines in (("-", old), ("+", new)) for line in lines if line.strip()]
    indents = [len(line) - len(line.lstrip()) for _, line in shown]
    least = min(indents, default=0)
    return "\n".join(f"{sign} {line[least:].rstrip()}" for sign, line in shown)


def _is_same(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1]


@lru_cache(maxsize=8)
def lines_of(text: str) -> TextLines:
    """A text and where its lines start, kept because a file has hundreds of mutants."""
    return TextLines(text)


def _pieces(change: Change, lines: TextLines, writer: ChangeWriter) -> Sequence[TextReplacement]:
    if isinstance(change, Replaced):
        return [writer.expression(change, lines)]
    places = [lines.offsets(span) for span in change.spans]
    match change.kind:
        case "delete":
            return [TextReplacement(start, end, "") for start, end in places]
        case "exchange":
            (first, last), texts = (places[0], places[-1]), [lines.at(span) for span in change.spans]
            # Each text is replaced by the other: places that overlap would mix them.
            if first[1] > last[0]:
                raise Unsupported("parts that overlap are not exchanged")
            return [TextReplacement(*first, texts[-1]), TextReplacement(*last, texts[0])]
        case "before":
            return [TextReplacement(places[0][0], places[0][0], writer.statement(change, lines) + " ")]
        case "instead":
            return [TextReplacement(*places[0], writer.statement(change, lines))]


def path_to_change(whole: Term, mutated: Term) -> list[tuple[Term, Term]]:
    """The terms around the change, from the outside, before and after it."""
    path = [(whole, mutated)]
    while True:
        old, new = path[-1]
        same = old.op == new.op and len(old.args) == len(new.args) and old.data == new.data
        differ = [pair for pair in zip(old.args, new.args, strict=False) if pair[0] is not pair[1]]
        if not same or len(differ) != 1:
            return path
        path.append(differ[0])


def begins_place(path: list[tuple[Term, Term]], number: int) -> bool:
    """Is it the outermost term of its place?"""
    return all(old.span != path[number][0].span for old, _ in path[:number])


def is_enclosed(text: str, start: int, end: int) -> bool:
    """Does what stands between two offsets fill brackets, or a place between commas in them?"""
    before, after = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    return before in tuple("([{,") and after in tuple(")]},")
