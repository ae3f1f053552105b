"""How statements and expressions of a mutated body are written in Rust (`frontends/parsing/mutated_text.py`)."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from attrs import evolve

from ...core.errors import InputError, Unsupported
from ...core.ir.routines import Change, Replaced, Rewritten, Routine
from ...core.ir.statements import Break, Continue, Return
from ...core.ir.terms import Term, subterms
from ...core.ir.updates import Call, Update
from ...core.ir.variables import is_hidden
from ...core.spans import Span
from ..parsing.mutated_text import (
    ChangeWriter,
    TextLines,
    TextReplacement,
    begins_place,
    is_enclosed,
    lines_of,
    mutated_lines,
    path_to_change,
)
from . import tree as t
from .printing import ExprWritten, binds_as_tightly
from .reading import parse_expression_tree
from .scan import VerusSource
from .terms import show_term

_DECLARED = re.compile(r"let\s+(?:mut\s+)?(\w+)\s*(?::[^=;]*)?=\s*")
_WORD = re.compile(r"[A-Za-z_]\w*")
_ATOM = re.compile(r"\w+|[\w.]+\([^()]*\)")
_CALLED = re.compile(r"[\w)\]>!]\Z")
_SIGNED = re.compile(r"\bi(?:8|16|32|64|128|size)\b")


def _statement(change: Rewritten, lines: TextLines) -> str:
    """The text of the statement that a mutant has instead of another, or before it; that of an assignment or a call
    ends where the text that it replaces does, before the semicolon."""
    statement, old = change.statement, lines.at(change.spans[0])
    ending = "" if change.kind == "instead" and not old.rstrip().endswith((";", "}")) else ";"
    match statement:
        case Break() | Continue():
            return type(statement).__name__.lower() + ending
        case Return(None):
            return "return" + ending
        case Update(places=(str() as place,), values=(Term() as value,)):
            text = lines.at(value.span) if value.span else _shown(value, (), lines)
            return _assigned(old, place, text) + ending
        case Call(method=method, arguments=arguments, places=places):
            spans = [argument.span for argument in arguments if isinstance(argument, Term)]
            # Arguments are written as they stand in the file; what lowering has made has no text there.
            texts = [lines.at(span) for span in spans if span is not None]
            if len(texts) == len(arguments) and len(places) <= 1 and "::" not in method:
                return f"{method}({', '.join(texts)}){ending}"
    raise Unsupported("a statement that a mutant would have")


def _assigned(old: str, place: str, value: str) -> str:
    """A value in the place of the one that a statement assigns, or of the expression that it is."""
    # `let mut x: T = 1` keeps its head: only the value is another.
    declared = _DECLARED.match(old)
    if declared is not None and declared[1] == place:
        return declared[0] + value
    if re.match(rf"{re.escape(place)}\s*[-+*/%&|^]?=[^=]", old):
        return f"{place} = {value}"
    if old.startswith("let ") or re.match(r"[\w.\[\]]+\s*(?:[-+*/%&|^]|<<|>>)?=[^=]", old):
        raise Unsupported("a statement that a mutant would have")
    return value


def _expression(change: Replaced, lines: TextLines) -> TextReplacement:
    """The smallest part of an expression that has a text of its own and holds the change; or what is around that, where
    parentheses are saved by it."""
    # The way from the whole expression to the changed part, outermost first.
    path = path_to_change(change.whole, change.mutated)
    listed = [number for number, (old, _) in enumerate(path) if old.span is not None and begins_place(path, number)]
    wrapped: TextReplacement | None = None
    # From the smallest part that has a text outwards, two steps at most: a larger one would change more than the mutant
    # does.
    for number in listed[:-3:-1]:
        old, new = path[number]
        assert old.span is not None
        start, end = lines.offsets(old.span)
        text = lines.text[start:end]
        # `let` and compound assignments are no expressions that could stand elsewhere.
        if re.match(r"let\b|[\w.\[\]]+\s*(?:[-+*/%&|^]|<<|>>)=[^=]", text):
            raise Unsupported("a part of an assignment")
        made = _shown(new, subterms(change.whole), lines, old.span)
        tree = _parsed(text)
        loose = number > 0 and not is_enclosed(lines.text, start, end)
        start, end = _without_parentheses(lines.text, start, end, made)
        # The new text may bind less tightly than the old one: then it needs parentheses.
        if not loose or (tree is not None and binds_as_tightly(_tree(made), tree)):
            return TextReplacement(start, end, made)
        wrapped = wrapped or TextReplacement(start, end, f"({made})")
    if wrapped is None:
        raise Unsupported("an expression that a mutant would have")
    return wrapped


def _without_parentheses(text: str, start: int, end: int, made: str) -> tuple[int, int]:
    """The place of an expression with the parentheses around it, where what stands there instead needs none."""
    while _ATOM.fullmatch(made) and text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        if _CALLED.search(text[: start - 1][-1:]):
            break
        start, end = start - 1, end + 1
    return start, end


def _shown(term: Term, around: Iterable[Term], lines: TextLines, outer: Span | None = None) -> str:
    """The text of a new term: parts that were in the text `around` keep theirs. Raises Unsupported where it would have
    names that nobody wrote, or the negative of what has no sign."""
    parts = [part for part in around if part.span is not None]
    count = Counter(part.span for part in parts)
    kept = dict[int, t.Expr]()
    # Parts of the old text keep their text, and so their layout.
    for part in parts:
        if part.span is not None and count[part.span] == 1 and part.span != outer:
            text = lines.at(part.span)
            tree = _parsed(text)
            if tree is not None:
                kept[id(part)] = ExprWritten(VerusSource(text, "<mutant>").on_one_line, tree)
    inside = {id(subterm) for part in parts for subterm in subterms(part)}
    words = _words(lines.text)
    # A name that the text does not have would be invented by the lowering.
    for subterm in subterms(term):
        if id(subterm) in inside:
            continue
        if subterm.op == "var" and str(subterm.data).replace("this", "self") not in words:
            raise Unsupported("a name that no text has", subterm.span)
        if subterm.op == "neg" and not _SIGNED.search(lines.text):
            raise Unsupported("the negative of a number without a sign", subterm.span)
    return show_term(term, kept)


@lru_cache(maxsize=8)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


def _parsed(text: str) -> t.Expr | None:
    try:
        return _tree(text)
    except InputError:
        return None


@lru_cache(maxsize=1 << 12)
def _tree(text: str) -> t.Expr:
    """Kept, because the mutants of a body have most of their parts in common."""
    return parse_expression_tree(VerusSource(text, "<mutant>"))


def _ended(span: Span, lines: TextLines) -> Span:
    """The place of a statement with its semicolon."""
    end = lines.offsets(span)[1]
    return evolve(span, end_column=span.end_column + 1) if lines.text[end : end + 1] == ";" else span


WRITER = ChangeWriter(_statement, _expression)
"""Mutants in Rust."""


def changed_lines(change: Change, routine: Routine) -> str:
    """The lines that a change of a body concerns, before and after it. Raises Unsupported for what Rust has no text of,
    or refuses: a function that ends without its value."""
    lines = lines_of(routine.source)
    if isinstance(change, Rewritten):
        change = evolve(change, spans=tuple(_ended(span, lines) for span in change.spans))
    if isinstance(change, Rewritten) and not all(is_hidden(result.name) for result in routine.results):
        if isinstance(change.statement, Return):
            raise Unsupported("a return without a value")
        if change.kind in ("delete", "exchange") and routine.span is not None:
            rest = lines.text[lines.offsets(change.spans[-1])[1] : lines.offsets(routine.span)[1]]
            if not rest.replace(";", "").strip(" \n\t}"):
                raise Unsupported("a function that ends without its value")
    return mutated_lines(change, routine.source, WRITER)
