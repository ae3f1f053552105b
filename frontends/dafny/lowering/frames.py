"""The frames of `reads` clauses as sets of objects."""

from collections.abc import Callable, Iterable

from ....core.ir.build import op
from ....core.ir.sorts import OBJECT, seq_of, set_of
from ....core.ir.terms import TRUE, Binder, Term, var
from ..syntax import Node
from ..trees import name_of, nodes, text_of, tokens
from .elaboration import Draft, Elaboration, Scope


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
        if term.sort == seq_of(OBJECT):
            return _elements(term)
        raise e.unsupported(f"the frame {text_of(node, e.source)}, a {term.sort},", node)

    return build


def frames_of(e: Elaboration, clauses: Iterable[Node], scope: Scope) -> tuple[tuple[Term, str], ...]:
    """What `reads` clauses list: sets of objects, each with the one field, if it is one only. Raises Unsupported."""
    found = []
    for part in (part for clause in clauses for part in nodes(nodes(clause)[0])):
        if name_of(part) == "set_display" and not nodes(part):
            continue
        name = str(tokens(part, "IDENT")[-1]) if name_of(part) == "frame_field" else ""
        term = e.finish(Draft(set_of(OBJECT), frame_of(e, part, scope)), part)
        found.append((term, name))
    return tuple(found)


def _elements(sequence: Term) -> Term:
    """The set of the elements of a sequence."""
    element = Binder("element#", OBJECT)
    value = var(element.name, OBJECT)
    return op("set.comprehension", op("elements", sequence), TRUE, value, data=(element,), span=sequence.span)
