"""The frames of `reads` clauses as sets of objects."""

from collections.abc import Callable

from ....core.ir.build import op
from ....core.ir.sorts import OBJECT, set_of
from ....core.ir.terms import Term, var
from ..syntax import Node
from ..trees import name_of, nodes, text_of
from .elaboration import Elaboration, Scope


def frame_of(e: Elaboration, node: Node, scope: Scope) -> Callable[[], Term]:
    """The set of the objects that a part of a `reads` clause names: an object, an array, a set of objects, or the owner
    of a field. Raises Unsupported for what has no such set, as `*`."""
    if name_of(node) == "wildcard":
        raise e.unsupported("reads *", node)
    if name_of(node) == "frame_field" and not nodes(node):
        return lambda: op("set.literal", var("this", OBJECT), span=e.span(node))
    named = nodes(node)[0] if name_of(node) == "frame_field" else node
    draft = e.as_object(e.infer(named, scope), named)

    def build() -> Term:
        term = draft.build()
        if term.sort.kind == "Array":
            term = op("array.object", term, span=e.span(node))
        if term.sort == OBJECT:
            return op("set.literal", term, span=e.span(node))
        if term.sort == set_of(OBJECT):
            return term
        raise e.unsupported(f"the frame {text_of(node, e.source)}, a {term.sort},", node)

    return build
