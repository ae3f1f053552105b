"""How statements and expressions of a mutated body are written in Dafny (`frontends/parsing/mutated_text.py`)."""

from collections import Counter

from ...core.errors import Unsupported
from ...core.ir.routines import Replaced, Rewritten
from ...core.ir.statements import Break, Continue, Return
from ...core.ir.terms import BINDING, Term, subterms
from ...core.ir.updates import Call, Update
from ...core.ir.variables import ALLOCATED, STATE, Name, StateVariable, is_heap, is_heap_read, is_hidden
from ...core.spans import Span
from ..parsing.mutated_text import ChangeWriter, TextLines, TextReplacement, begins_place, is_enclosed, path_to_change
from .printing import show_node, show_term
from .symbols import Precedence, Text


def _statement(change: Rewritten, lines: TextLines) -> str:
    """The text of the statement that a mutant has instead of another, or before it."""
    statement = change.statement
    declares = "var " if lines.at(change.spans[0]).startswith("var ") else ""
    match statement:
        case Break() | Continue() | Return():
            return f"{type(statement).__name__.lower()};"
        case Update(places=(str() | StateVariable() as target,), values=(Term() as value,)):
            return f"{declares}{target} := {lines.at(value.span) if value.span else show_term(value)};"
        case Call(method=method, arguments=arguments, places=places):
            spans = [argument.span for argument in arguments if isinstance(argument, Term)]
            texts = [lines.at(span) for span in spans if span is not None]
            if len(texts) == len(arguments) and all(isinstance(target, Name) for target in places):
                taken = ", ".join(str(target) for target in places if target != "_")
                return f"{declares}{taken}{' := ' if taken else ''}{method}({', '.join(texts)});"
    raise Unsupported("a statement that a mutant would have")


# -- expressions


def _of_term(change: Replaced, lines: TextLines) -> TextReplacement:
    """The smallest part of an expression that has a text of its own and holds the change; or what is around that, where
    parentheses are saved by it."""
    path = path_to_change(change.whole, change.mutated)
    listed = [number for number, (old, _) in enumerate(path) if old.span is not None and begins_place(path, number)]
    wrapped: TextReplacement | None = None
    # The smallest part comes first. The one around it is tried where that would need parentheses.
    for number in listed[:-3:-1]:
        old, new = path[number]
        assert old.span is not None
        texts = _kept(change.whole, old.span, lines)
        try:
            text = _show(new, texts)
        except Unsupported:
            continue
        start, text_end = lines.offsets(old.span)
        if number == 0 or is_enclosed(lines.text, start, text_end) or text.level >= _level(old, texts):
            return TextReplacement(start, text_end, text.text)
        wrapped = wrapped or TextReplacement(start, text_end, f"({text.text})")
    if wrapped is None:
        raise Unsupported("an expression that a mutant would have")
    return wrapped


def _kept(whole_term: Term, outer: Span, lines: TextLines) -> dict[int, Text]:
    """The texts of the parts that are as they were: those that alone have their place, which is inside `outer`."""
    terms = [subterm for subterm in subterms(whole_term) if subterm.span is not None]
    count = Counter(placed_term.span for placed_term in terms)
    texts: dict[int, Text] = {}
    for term in terms:
        if term.span is not None and count[term.span] == 1 and term.span != outer:
            texts[id(term)] = Text(lines.at(term.span), _level(term, texts))
    return texts


def _level(term: Term, texts: dict[int, Text]) -> Precedence:
    """How tightly the text of a term holds together, as far as that is known."""
    # These reach as far to the right as they can: as an operand they need parentheses.
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


WRITER = ChangeWriter(_statement, _of_term)
"""Mutants in Dafny."""
