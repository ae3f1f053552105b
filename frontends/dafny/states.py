"""How a text reads the two states of a call, and fields of objects that are reached through others.

`old(...)` stands around what is read of an array before the call, not around the array itself; in a term the pre-state
is a variable of its own (`core.ir.variables.pre_state`). `this.next.x` and `old(c.next.x)` are in a term calls over a
map with the field of every object (`lowering/reached.py`).
"""

from collections import Counter
from typing import Final

from ...core.errors import Unsupported
from ...core.ir.sorts import array_of, seq_of, sorts_in
from ...core.ir.terms import Term, fold, free_names, free_variables, make, rebuild, subterms, var
from ...core.ir.variables import (
    Name,
    field_name,
    holder_of,
    is_before_call,
    is_field,
    is_heap,
    is_which_array,
    without_state,
)
from .lowering.reached import is_earlier, read_field

OLD: Final = "old"
"""The operator of `old(e)`, only made here and only printed. Inside, variables stand for their values before."""
_READS = frozenset({"array.at", "array.elements", "array.len", "call"})


def with_old(term: Term) -> Term:
    """The term with OLD around what reads an array before the call. Other variables with two states stay as they are.

    Raises Unsupported for a call that reads an array before and something else after the call.
    """
    variables = free_names(term)
    modified = {without_state(name) for name in variables if is_before_call(name)}

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        rebuilt = rebuild(node, args)
        if node.op not in _READS or not any(_is_old_array(arg) for arg in node.args):
            return rebuilt
        if not any(subterm.op == "var" and subterm.data in modified for subterm in subterms(node)):
            return make(OLD, (before(rebuilt),), node.sort, None, node.span)
        # `old(a)[i]` with an i of the state after the call: the elements are old and the index is not, so that `old`
        # goes around `a[..]` alone: `old(a[..])[i]`. No other operator can be taken apart like that.
        if node.op != "array.at" or not _is_old_array(node.args[0]):
            raise Unsupported("a call on two states in Dafny", node.span)
        array, index = args
        elements = make("array.elements", (before(array),), seq_of(node.sort), None, node.span)
        rebuilt = make(OLD, (elements,), elements.sort, None, node.span)
        return make("seq.at", (rebuilt, index), node.sort, None, node.span)

    return fold(term, step) if modified else term


def with_elements(term: Term) -> Term:
    """The term with `o.a[..]` for the elements of an array that an object holds, where `o.a` is said of the array."""
    names = set(map(without_state, free_names(term)))
    held = {holder_of(name) for name in names if is_which_array(name) and not is_heap(name)}

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "var" and without_state(node.data) in held:
            return elements_of(node)
        return rebuild(node, args)

    return fold(term, step) if held else term


def elements_of(variable: Term) -> Term:
    """`o.a[..]`, and in the pre-state `old(o.a[..])`."""
    name = variable.data
    array = var(without_state(name), array_of(*variable.sort.args), variable.span)
    all_elements = make("array.elements", (array,), variable.sort, None, variable.span)
    return make(OLD, (all_elements,), variable.sort, None, variable.span) if is_before_call(name) else all_elements


def _is_old_array(term: Term) -> bool:
    """Is it an array in the pre-state, or one that comes out of a value as `old(s)[0]` does?"""
    if term.sort.kind != "Array":
        return False
    variables = [
        name
        for name, sort in free_variables(term)
        if any(sort_inside.kind == "Array" for sort_inside in sorts_in(sort))
    ]
    return bool(variables) and all(map(is_before_call, variables))


def before(term: Term) -> Term:
    """A term about the pre-state, as the text inside `old(...)` has it."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == OLD:
            return args[0]
        if node.op == "var" and is_before_call(node.data):
            return var(without_state(node.data), node.sort, node.span)
        return rebuild(node, args)

    return fold(term, step)


FIELD: Final = "field"
EARLIER_FIELD: Final = "field.old"
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
    return set(map(without_state, free_names(term)))
