"""How a text reads a field of an object that is reached through others: `this.next.x`, `old(c.next.x)`.

In a term that is a call over a map with the field of every object (`lowering/reached.py`).
"""

from collections import Counter

from ...core.terms import Term, fold, free_variables, make, rebuild, subterms
from .lowering.reached import is_heap, read_field
from .states import is_old

FIELD, EARLIER_FIELD = "field", "field.old"
"""The operators of `e.x` and `old(e.x)`, only made here and only printed."""


def with_fields(term: Term) -> Term:
    """The term with these operators. Where two classes have a field of one name, it stays a call: a text of `e.x` does
    not say which."""
    names = Counter(name.rpartition(".")[2] for name, _ in free_variables(term) if is_heap(name))

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        field = read_field(node)
        if field is None or names[field] > 1:
            return rebuild(node, args)
        earlier = any(part.op == "var" and is_old(str(part.data)) for part in subterms(node.args[0]))
        return make(EARLIER_FIELD if earlier else FIELD, (args[1],), node.sort, field, node.span)

    return fold(term, step) if names else term
