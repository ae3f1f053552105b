"""Terms that lowering makes where the text has other words: calls of builtins, comparisons, slices."""

from collections.abc import Iterable

from ...core.ir.sorts import VALUE
from ...core.ir.terms import Term, const, make
from ...core.spans import Span


def called(
    function: object, arguments: Iterable[Term], span: Span | None, kinds: tuple[str | None, ...] | None = None
) -> Term:
    """A call of a function that is known, as a builtin is. `kinds`: how each argument is given, by position if None."""
    terms = tuple(arguments)
    argument_kinds = (None,) * len(terms) if kinds is None else kinds
    return make("python.call", [const(function, VALUE, span), *terms], VALUE, argument_kinds, span)


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
