"""How a text reads a field of an object that is reached through others: `this.next.x`, `old(c.next.x)`.

In a term that is a call over a map with the field of every object (`lowering/reached.py`).
"""

from collections import Counter

from ...core.ir.terms import Term, fold, free_variables, make, rebuild
from ...core.ir.variables import Name, field_name, is_field, is_heap, without_state
from .lowering.reached import is_earlier, read_field

FIELD, EARLIER_FIELD = "field", "field.old"
"""The operators of `e.x` and `old(e.x)`, only made here and only printed."""


def with_fields(term: Term) -> Term:
    """The term with these operators. Where two classes have a field of one name, it stays a call: a text of `e.x` does
    not say which."""
    variables = _states(term)
    names = Counter(field_name(name) for name in variables if is_heap(name))

    def of_another_class(field: Name, heap: Term) -> bool:
        """Whether an object with a name has such a field, and the map of the fields does not hold it."""
        return any(field_name(name) == field and is_field(name) for name in variables - _states(heap))

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        field = read_field(node)
        if field is None or names[field] > 1 or of_another_class(field, node.args[0]):
            return rebuild(node, args)
        return make(EARLIER_FIELD if is_earlier(node.args[0]) else FIELD, (args[1],), node.sort, field, node.span)

    return fold(term, step) if names else term


def _states(term: Term) -> set[Name]:
    """The free variables, as they are called in the state that is last."""
    return {without_state(name) for name, _ in free_variables(term)}
