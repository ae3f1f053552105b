"""bool(x) and iteration over values of several kinds."""

from collections.abc import Hashable

from ..ir.build import eq, gt, integer, string
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractHelper,
    AbstractNode,
    AbstractNone,
    AbstractRange,
    AbstractSequence,
    AbstractSet,
    AbstractText,
    AbstractValue,
    Symbolic,
)
from .alternatives import united
from .context import Context
from .guards import conjunction, disjunction, negation
from .numbers import is_number
from .numbers import truth as truth_of_number
from .sequences import in_some_order, length, sequence


def truth(context: Context, value: Symbolic) -> Term:
    """bool(value), as a Bool term: the plain values never raise."""
    return disjunction(*(conjunction(guard, truth_of_abstract(context, abstract)) for guard, abstract in value))


def truth_of_abstract(context: Context, abstract: AbstractValue) -> Term:
    if is_number(abstract):
        return truth_of_number(abstract)
    match abstract:
        case AbstractNone():
            return FALSE
        case AbstractText(term):
            return negation(eq(term, string("")))
    if isinstance(abstract, AbstractSet):
        return disjunction(*(entry.present for entry in abstract.members))
    size = length(context, abstract)
    return TRUE if size is None else gt(size, integer(0))


def iterate(
    context: Context, value: Symbolic, whole: bool = True, skolem_constants: bool = False, in_order: bool = True
) -> list[tuple[Term, AbstractSequence]]:
    """The sequences that a value may be, guarded; raises TypeError where it cannot be iterated. `whole`: all
    elements of an iterator are asked for, and nothing is done in between. `Skolem constants`: see `sequence`.
    `in_order`: false where the order of the elements of a set changes nothing."""
    result = []
    for _, abstract in value:
        if isinstance(abstract, AbstractSequence):
            context.consume(abstract, whole)
    for guard, abstract in united(value, _iterated):
        with context.under(guard) as possible:
            if not possible:
                continue
            if in_order and isinstance(abstract, AbstractSet):
                result.append((guard, in_some_order(context, abstract)))
                continue
            items = sequence(context, abstract, skolem_constants)
            if items is not None:
                result.append((guard, items))
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
