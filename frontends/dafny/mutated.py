"""How the text of a file changes where a body is mutated: what is the same keeps its text, comments and all."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, takewhile

from attrs import frozen

from ...core.errors import Unsupported
from ...core.ir.routines import Change, Replaced, Rewritten
from ...core.ir.statements import Break, Continue, Return
from ...core.ir.terms import BINDING, Term, subterms
from ...core.ir.updates import Call, Update
from ...core.ir.variables import ALLOCATED, STATE, Name, StateVariable, is_heap, is_heap_read, is_hidden
from ...core.spans import Span
from .printing import show_node, show_term
from .symbols import Precedence, Text


@frozen(slots=True)
class TextReplacement:
    """The text between two offsets gives way to another."""

    start: int
    end: int
    text: str


def mutated_text(change: Change, text: str) -> str:
    """The text of a file after a change of a body in it. Raises Unsupported for a change that cannot be written."""
    # From the last to the first: what is before a piece keeps its offsets when the piece changes its length.
    for piece in sorted(_pieces(change, _lines(text)), key=lambda one: one.start, reverse=True):
        text = text[: piece.start] + piece.text + text[piece.end :]
    return text


def mutated_lines(change: Change, text: str) -> str:
    """The lines that a change concerns as a diff, `- ` before the old ones and `+ ` before the new ones, without what
    all are indented by. Raises Unsupported."""
    before, after = text.splitlines(), mutated_text(change, text).splitlines()
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


class _Lines:
    """A text and where its lines start."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        for number, character in enumerate(text):
            if character == "\n":
                self.starts.append(number + 1)

    def offsets(self, span: Span) -> tuple[int, int]:
        return (
            self.starts[span.line - 1] + span.column - 1,
            self.starts[span.end_line - 1] + span.end_column - 1,
        )

    def at(self, span: Span) -> str:
        start, end = self.offsets(span)
        return self.text[start:end]


@lru_cache(maxsize=8)
def _lines(text: str) -> _Lines:
    """Kept, because a file has hundreds of mutants."""
    return _Lines(text)


def _pieces(change: Change, lines: _Lines) -> Sequence[TextReplacement]:
    if isinstance(change, Replaced):
        return [_of_term(change, lines)]
    places = [lines.offsets(span) for span in change.spans]
    match change.kind:
        case "delete":
            return [TextReplacement(start, end, "") for start, end in places]
        case "exchange":
            (first, last), texts = (places[0], places[-1]), [lines.at(span) for span in change.spans]
            if first[1] > last[0]:
                raise Unsupported("parts that overlap are not exchanged")
            return [TextReplacement(*first, texts[-1]), TextReplacement(*last, texts[0])]
        case "before":
            return [TextReplacement(places[0][0], places[0][0], _statement(change, lines) + " ")]
        case "instead":
            return [TextReplacement(*places[0], _statement(change, lines))]


def _statement(change: Rewritten, lines: _Lines) -> str:
    """The text of the statement that a mutant has instead of another, or before it."""
    statement = change.statement
    declares = "var " if lines.at(change.spans[0]).startswith("var ") else ""
    match statement:
        case Break() | Continue() | Return():
            return f"{type(statement).__name__.lower()};"
        case Update(places=(str() | StateVariable() as place,), values=(Term() as value,)):
            return f"{declares}{place} := {lines.at(value.span) if value.span else show_term(value)};"
        case Call(method=method, arguments=arguments, places=places):
            spans = [argument.span for argument in arguments if isinstance(argument, Term)]
            texts = [lines.at(span) for span in spans if span is not None]
            if len(texts) == len(arguments) and all(isinstance(place, Name) for place in places):
                taken = ", ".join(str(place) for place in places if place != "_")
                return f"{declares}{taken}{' := ' if taken else ''}{method}({', '.join(texts)});"
    raise Unsupported("a statement that a mutant would have")


# -- expressions


def _of_term(change: Replaced, lines: _Lines) -> TextReplacement:
    """The smallest part of an expression that has a text of its own and holds the change; or what is around that, where
    parentheses are saved by it."""
    path = _path(change.whole, change.mutated)
    listed = [number for number, (old, _) in enumerate(path) if old.span is not None and _starts(path, number)]
    wrapped: TextReplacement | None = None
    for number in listed[:-3:-1]:
        old, new = path[number]
        assert old.span is not None
        texts = _kept(change.whole, old.span, lines)
        try:
            found = _show(new, texts)
        except Unsupported:
            continue
        start, end = lines.offsets(old.span)
        if number == 0 or _is_enclosed(lines.text, start, end) or found.level >= _level(old, texts):
            return TextReplacement(start, end, found.text)
        wrapped = wrapped or TextReplacement(start, end, f"({found.text})")
    if wrapped is None:
        raise Unsupported("an expression that a mutant would have")
    return wrapped


def _path(whole: Term, mutated: Term) -> list[tuple[Term, Term]]:
    """The terms around the change, from the outside, before and after it."""
    path = [(whole, mutated)]
    while True:
        old, new = path[-1]
        same = old.op == new.op and len(old.args) == len(new.args) and old.data == new.data
        differ = [pair for pair in zip(old.args, new.args, strict=False) if pair[0] is not pair[1]]
        if not same or len(differ) != 1:
            return path
        path.append(differ[0])


def _starts(path: list[tuple[Term, Term]], number: int) -> bool:
    """Is it the outermost term of its place?"""
    return all(old.span != path[number][0].span for old, _ in path[:number])


def _is_enclosed(text: str, start: int, end: int) -> bool:
    before, after = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    return before in tuple("([{,") and after in tuple(")]},")


def _kept(whole: Term, outer: Span, lines: _Lines) -> dict[int, Text]:
    """The texts of the parts that are as they were: those that alone have their place, which is inside `outer`."""
    parts = [subterm for subterm in subterms(whole) if subterm.span is not None]
    count = Counter(part.span for part in parts)
    found: dict[int, Text] = {}
    for part in parts:
        if part.span is not None and count[part.span] == 1 and part.span != outer:
            found[id(part)] = Text(lines.at(part.span), _level(part, found))
    return found


def _level(term: Term, texts: dict[int, Text]) -> Precedence:
    """How tightly the text of a term holds together, as far as that is known."""
    if term.op in BINDING or term.op == "ite":
        return Precedence.OPEN
    if term.op in ("var", "call") and (is_heap(term.data) or term.op == "var"):
        return Precedence.POSTFIX
    try:
        return _show_one(term, texts).level
    except Unsupported:
        return Precedence.OPEN


def _show(term: Term, texts: dict[int, Text]) -> Text:
    """The text of a term whose parts have these texts."""
    text = texts.get(id(term))
    return _show_one(term, texts) if text is None else text


def _show_one(term: Term, texts: dict[int, Text]) -> Text:
    name = term.data if term.op in ("var", "call") else ""
    if is_hidden(name) or name in (ALLOCATED, STATE) or is_heap(name) or is_heap_read(name):
        raise Unsupported("a name that no text has")
    return show_node(term, tuple(_show(arg, texts) for arg in term.args))
