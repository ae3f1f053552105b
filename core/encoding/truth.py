"""bool(x) and iteration over values of several kinds."""

from ..ir.build import eq, gt, integer, string
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import NodeShape, NoneShape, SequenceShape, SetShape, Shape, Symbolic, TextShape
from .context import Context
from .guards import join, meet, opposite
from .numbers import is_number
from .numbers import truth as truth_of_number
from .sequences import length, sequence


def truth(context: Context, value: Symbolic) -> Term:
    """bool(value), as a Bool term: the plain values never raise."""
    return join(*(meet(guard, truth_of_shape(context, shape)) for guard, shape in value))


def truth_of_shape(context: Context, shape: Shape) -> Term:
    if is_number(shape):
        return truth_of_number(shape)
    match shape:
        case NoneShape():
            return FALSE
        case TextShape(term):
            return opposite(eq(term, string("")))
    if isinstance(shape, SetShape):
        return join(*(entry.present for entry in shape.members))
    size = length(context, shape)
    return TRUE if size is None else gt(size, integer(0))


def iterate(
    context: Context, value: Symbolic, whole: bool = True, witnesses: bool = False
) -> list[tuple[Term, SequenceShape]]:
    """The sequences that a value may be, guarded; raises TypeError where it cannot be iterated. `whole`: all
    elements of an iterator are asked for, and nothing is done in between. `witnesses`: see `sequence`."""
    grouped: dict[object, tuple[Term, Shape]] = {}
    for guard, shape in value:
        key: object = id(shape)
        if isinstance(shape, NodeShape):
            family = "ordered" if shape.kind in ("list", "tuple") else "hashed" if shape.kind != "bytes" else "bytes"
            key = (family, id(shape.node))
        before = grouped.get(key)
        grouped[key] = (guard if before is None else join(before[0], guard), shape)
    result = []
    for _, shape in value:
        if isinstance(shape, SequenceShape):
            context.consume(shape, whole)
    for guard, shape in grouped.values():
        with context.under(guard) as possible:
            if not possible:
                continue
            items = sequence(context, shape, witnesses)
            if items is not None:
                result.append((guard, items))
            elif type(shape).__name__ in ("RangeShape", "HelperShape"):
                context.gap(TRUE, f"iteration over {type(shape).__name__}")
            else:
                context.fail(TRUE, "TypeError")
    return result
