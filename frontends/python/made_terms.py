"""Terms that lowering makes where the text has other words: calls of builtins, comparisons, slices."""

import re
from collections.abc import Iterable, Mapping, Sequence

from ...core.errors import Unsupported
from ...core.ir.python_builtins import CHANGING
from ...core.ir.sorts import VALUE
from ...core.ir.terms import Term, const, make, subterms, var
from ...core.spans import Span
from .names import (
    CompiledPattern,
    method_variable,
)


def called(
    function: object, arguments: Iterable[Term], span: Span | None, kinds: tuple[str | None, ...] | None = None
) -> Term:
    """A call of a function that is known, as a builtin is. `kinds`: how each argument is given, by position if None."""
    terms = tuple(arguments)
    argument_kinds = (None,) * len(terms) if kinds is None else kinds
    return make("python.call", [const(function, VALUE, span), *terms], VALUE, argument_kinds, span)


def with_keys(values: Mapping[str, Term], span: Span | None) -> Term:
    """A dict whose keys are known texts."""
    parts = (part for key, value in values.items() for part in (const(key, VALUE, span), value))
    return make("python.dict", parts, VALUE, None, span)


def compared(left: Term, operator: str, right: Term, span: Span | None) -> Term:
    """`left operator right`."""
    return make("python.compare", (left, right), VALUE, operator, span)


def is_instance(subject: Term, cls: type | tuple[type, ...], span: Span | None) -> Term:
    """`isinstance(subject, cls)`."""
    if isinstance(cls, type):
        return called(isinstance, [subject, const(cls, VALUE, span)], span)
    classes = make("python.tuple", [const(class_given, VALUE, span) for class_given in cls], VALUE, None, span)
    return called(isinstance, [subject, classes], span)


def sliced(
    sequence: Term, lower: Term | int | None, upper: Term | int | None, span: Span | None, step: int | None = None
) -> Term:
    """`whole[lower:upper:step]`."""
    bounds = [
        bound_given if isinstance(bound_given, Term) else const(bound_given, VALUE, span)
        for bound_given in (lower, upper, step)
    ]
    return make("python.index", [sequence, make("python.slice", bounds, VALUE, None, span)], VALUE, None, span)


def checked_length(length: Term, span: Span | None) -> Term:
    """What `len` of an object returns, or raises, where `length` is what its `__len__` returns."""
    negative = compared(length, "<", const(0, VALUE, span), span)
    # `len` raises ValueError where it is negative, as this `int("")` does. The length of a range is the same int
    # (of True, 1), and it raises for what is no whole number or too large, as `len` does.
    checked = called(len, [called(range, [length], span)], span)
    refused = called(int, [const("", VALUE, span)], span)
    is_int = is_instance(length, int, span)
    tested = make("python.ite", [negative, refused, checked], VALUE, None, span)
    return make("python.ite", [is_int, tested, checked], VALUE, None, span)


def matched(
    pattern: CompiledPattern, method: str, terms: list[Term], kinds: tuple[str | None, ...], span: Span
) -> Term:
    """`PATTERN.match(text)` as `re.match(pattern, text)`. A place to begin at has no such form."""
    argument_count = 2 if method == "sub" else 1
    if method not in pattern.METHODS or len(terms) != argument_count or any(kinds):
        raise Unsupported(f"method {method!r} of a compiled pattern", span)
    # By name, since the functions of `re` take flags at different positions.
    flags = [const(pattern.flags, VALUE, span)] if pattern.flags else []
    terms_given = [const(pattern.pattern, VALUE, span), *terms, *flags]
    return called(getattr(re, method), terms_given, span, (None, *kinds, *("flags" for _ in flags)))


def item_getter(items: Sequence[Term], kinds: tuple[str | None, ...], span: Span) -> Term:
    """`operator.itemgetter(0)` as `lambda a: a[0]`, and of several items as the one of their tuple."""
    if not items or any(kinds) or any(node.op not in ("const", "python.unary") for node in subterms(*items)):
        raise Unsupported("operator.itemgetter of what is no constant", span)
    taken = [make("python.index", [var("a", VALUE, span), item], VALUE, None, span) for item in items]
    body = taken[0] if len(taken) == 1 else make("python.tuple", taken, VALUE, None, span)
    return make("python.lambda", [body], VALUE, ("a",), span)


def helper_call(owner: str, name: str, terms: Sequence[Term], kinds: tuple[str | None, ...], span: Span) -> Term:
    """The call of a method of an object as that of a helper function."""
    return make("python.call", [var(method_variable(owner, name), VALUE, span), *terms], VALUE, kinds, span)


_PLAIN = (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)


def check_fields(receiver: Term, name: str, span: Span) -> None:
    """Refuse what no plain value has of a value that is in a field of an object: that value is an object, then."""
    nodes = list(subterms(receiver))
    if any(node.op == "python.object" for node in nodes):
        return  # Where it is an object nothing is said of it, and the attribute is that of a plain value otherwise.
    fields = [node.data for node in nodes if node.op == "var" and "." in str(node.data)]
    if fields and not any(hasattr(kind, name) for kind in _PLAIN):
        raise Unsupported(f"attribute {name} of what is in {fields[0]}", span)


def changes_receiver(term: Term) -> bool:
    """Whether a term is the call of a method that changes what it is called on."""
    return term.op == "python.method" and term.data[0] in CHANGING


def joined_span(left: Term, right: Term, whole_span: Span) -> Span:
    """The place from the start of one term to the end of another; of one without a place, that of the whole."""
    start, end_span = left.span or whole_span, right.span or whole_span
    return Span(whole_span.file, start.line, start.column, end_span.end_line, end_span.end_column)
