"""What is done to every alternative of a value, whatever its kind: operations, `bool(x)`, iteration; and the symbolic
values of constants."""

from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from ..ir.build import eq, gt, integer, string
from ..ir.sorts import BOOL
from ..ir.terms import FALSE, TRUE, Term, const
from . import numbers
from .abstract_values import (
    AbstractBool,
    AbstractComplex,
    AbstractConstant,
    AbstractHelper,
    AbstractNode,
    AbstractNone,
    AbstractRange,
    AbstractSequence,
    AbstractSet,
    AbstractText,
    AbstractValue,
    Symbolic,
    is_counter,
    kind_of,
)
from .context import Context, int_value, single, text_value, union
from .guards import conjunction, disjunction, negation
from .sequences import from_values, in_some_order, length, sequence

SymbolicArguments = list[Symbolic]
Handler = Callable[[Context, SymbolicArguments], Symbolic]
"""A builtin: from the values of its arguments to its result."""

UNBOUND = object()
NOT_BOUND = single(AbstractConstant(UNBOUND))
NONE = single(AbstractNone())


def boolean(term: Term) -> Symbolic:
    return single(AbstractBool(term))


def constant(value: Any) -> Symbolic:
    """A Python constant as a symbolic value."""
    match value:
        case None:
            return NONE
        case bool():  # before int, which it is a subclass of
            return boolean(const(value, BOOL))
        case int():
            return int_value(integer(value))
        case float():
            return single(numbers.float_constant(value))
        case complex():
            return single(AbstractComplex(numbers.float_constant(value.real), numbers.float_constant(value.imag)))
        case str():
            return text_value(string(value))
        case bytes():
            return single(from_values("bytes", [constant(byte) for byte in value]))
        case _:
            return single(AbstractConstant(value))


def each(context: Context, value: Symbolic, apply: Callable[[AbstractValue], Symbolic | None], what: str) -> Symbolic:
    """Apply an operation to every alternative under its guard; None from it is an unsupported construct called
    `what`."""
    guarded = []
    for guard, abstract in value:
        with context.under(guard) as possible:
            if possible:
                result = apply(abstract)
                if result is None:
                    context.unsupported(TRUE, f"{what} on {kind_of(abstract)}")
                else:
                    guarded.append((guard, result))
    return union(guarded)


def each_of_both(
    context: Context,
    values: tuple[Symbolic, Symbolic],
    apply: Callable[[AbstractValue, AbstractValue], Symbolic | None],
    what: str,
) -> Symbolic:
    """Apply a function to each pair of alternatives of two values, as `each` does for one."""
    first, second = values
    return each(
        context, first, lambda first_abstract: each(context, second, partial(apply, first_abstract), what), what
    )


def united(value: Symbolic, key: Callable[[AbstractValue], Hashable]) -> list[tuple[Term, AbstractValue]]:
    """The alternatives, with those of one key as one: the last of them, where any of them is meant."""
    by_key: dict[Hashable, tuple[Term, AbstractValue]] = {}
    for guard, abstract in value:
        earlier = by_key.get(key(abstract))
        by_key[key(abstract)] = (guard if earlier is None else disjunction(earlier[0], guard), abstract)
    return list(by_key.values())


def raising(context: Context, exception: str) -> Symbolic:
    """No value: the path raises."""
    context.fail(TRUE, exception)
    return Symbolic(())


def unsupported(context: Context, what: str) -> Symbolic:
    """No value: the encoding does not follow."""
    context.unsupported(TRUE, what)
    return Symbolic(())


TYPES = {
    kind.__name__: kind
    for kind in (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset, range, slice, type(None))
}


def has_attribute(kind: type, name: str) -> bool:
    """Do the instances of a plain type have this attribute?"""
    return any(name in vars(base) for base in kind.__mro__)


def lacks(abstract: AbstractValue, name: str) -> bool:
    """Is it known that a value has no such attribute? Of constants, which may be any object, it is not."""
    kind = Counter if is_counter(abstract) else TYPES.get(kind_of(abstract))
    return not isinstance(abstract, AbstractConstant) and kind is not None and not has_attribute(kind, name)


def type_of(abstract: AbstractValue) -> Symbolic | None:
    """type(x)."""
    if isinstance(abstract, AbstractConstant):
        return single(AbstractConstant(type(abstract.value)))
    if is_counter(abstract):
        return single(AbstractConstant(Counter))
    kind = TYPES.get(kind_of(abstract))
    return None if kind is None else single(AbstractConstant(kind))


def truth(context: Context, value: Symbolic) -> Term:
    """bool(value), as a Bool term: the plain values never raise."""
    return disjunction(*(conjunction(guard, _truth_of_abstract(context, abstract)) for guard, abstract in value))


def _truth_of_abstract(context: Context, abstract: AbstractValue) -> Term:
    if numbers.is_number(abstract):
        return numbers.truth(abstract)
    match abstract:
        case AbstractNone():
            return FALSE
        case AbstractText(term):
            return negation(eq(term, string("")))
    if isinstance(abstract, AbstractSet):
        # Its members may be equal to each other: the size is not their number, but whether there is one can be told.
        return disjunction(*(entry.present for entry in abstract.members))
    size = length(context, abstract)
    return TRUE if size is None else gt(size, integer(0))


def iterable_part(context: Context, value: Symbolic) -> Symbolic:
    """The alternatives that may be iterated; raises TypeError for numbers and None."""
    kept = []
    for guard, abstract in value:
        if numbers.is_number(abstract) or isinstance(abstract, AbstractNone):
            context.fail(guard, "TypeError")
        else:
            kept.append((guard, abstract))
    return Symbolic(tuple(kept))


def iterate(
    context: Context, value: Symbolic, whole: bool = True, skolem_constants: bool = False, in_order: bool = True
) -> list[tuple[Term, AbstractSequence]]:
    """The sequences that a value may be, guarded; raises TypeError where it cannot be iterated. `whole`: all
    elements of an iterator are asked for, and nothing is done in between. `skolem_constants`: see `sequence`.
    `in_order`: false where the order of the elements of a set changes nothing."""
    result = []
    for _, abstract in value:
        if isinstance(abstract, AbstractSequence):
            # An iterator is used up by this: a second iteration finds it empty (`consume`).
            context.consume(abstract, whole)
    for guard, abstract in united(value, _iterated):
        with context.under(guard) as possible:
            if not possible:
                continue
            # A set is iterated in an order that no program may rely on; who depends on it gets an unknown one.
            if in_order and isinstance(abstract, AbstractSet):
                result.append((guard, in_some_order(context, abstract)))
                continue
            items = sequence(context, abstract, skolem_constants)
            if items is not None:
                result.append((guard, items))
            # Ranges and generators that were not unrolled would be iterable in Python: to raise here would be a wrong
            # proof.
            elif isinstance(abstract, AbstractRange | AbstractHelper):
                context.unsupported(TRUE, f"iteration over {type(abstract).__name__}")
            else:
                context.fail(TRUE, "TypeError")
    return result


def _iterated(abstract: AbstractValue) -> Hashable:
    """What an iteration goes through: a list and a tuple of the same elements have the same."""
    if not isinstance(abstract, AbstractNode):
        return id(abstract)
    return {"list": "ordered", "tuple": "ordered", "bytes": "bytes"}.get(abstract.kind, "hashed"), id(abstract.node)
