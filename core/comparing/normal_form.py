"""When two terms say the same, whatever their bound variables and functions are called.

A term is compared by its *key*: spans are left out, bound variables are numbered from outside, and a function is named
by its class. Two functions are of one class when their parameters, results, conditions and bodies have equal keys;
classes are refined until nothing changes, as in the minimisation of automata (Hopcroft 1971), so that functions that
call themselves or each other are compared, too: in the end two functions of a class solve the same equations.
"""

from collections.abc import Hashable, Mapping

from ..ir.contracts import Function
from ..ir.terms import BINDING, Term, bare
from ..ir.variables import Name, is_heap

FLIPPED = {"gt": "lt", "ge": "le"}
"""`a > b` is `b < a`: both operands are evaluated in any case."""
MOST_NODES = 20_000
"""Subterms of one term, with those that it shares counted again: a key spells all of them out. What is larger is left
to solvers. Chosen, not measured."""

Classes = Mapping[Name, Hashable]
"""Function → its class."""


def key_of(term: Term, classes: Classes) -> Hashable:
    """A key that is equal for terms that are equal up to names of bound variables and functions. A term that is too
    large or too deep to look at is equal to itself only."""
    counted = [0]
    try:
        term_key = _key(bare(term), {}, 0, classes, counted)
    except RecursionError:
        return "large", bare(term)
    return ("large", bare(term)) if counted[0] > MOST_NODES else term_key


def _key(term: Term, bound: Mapping[Name, int], depth: int, classes: Classes, counted: list[int]) -> Hashable:
    counted[0] += 1
    # Terms may be exponentially large as trees: beyond a size nothing equals anything.
    if counted[0] > MOST_NODES:
        return None
    if term.op == "var":
        # De Bruijn levels for bound names.
        return ("bound", bound[term.data]) if term.data in bound else ("var", term.data, term.sort)
    if term.op in BINDING:
        # The domain of a variable may mention those before it, and not itself: `forall i, j <- s[i] :: ...`. So names
        # are numbered one by one, each after its own domain was looked at.
        bound_inside, argument_keys = dict(bound), []
        for position, arg in enumerate(term.args):
            argument_keys.append(_key(arg, bound_inside, depth + position, classes, counted))
            if position < len(term.data):
                bound_inside[term.data[position].name] = depth + position
        return term.op, tuple(binder.sort for binder in term.data), term.sort, tuple(argument_keys)
    argument_keys = [_key(arg, bound, depth, classes, counted) for arg in term.args]
    name: str = term.op
    data = term.data
    # `a > b` and `b < a` are one.
    if name in FLIPPED:
        name, argument_keys = FLIPPED[name], argument_keys[::-1]
    if name == "eq":  # Its order does not matter: both operands are evaluated in any case.
        argument_keys = sorted(argument_keys, key=repr)
    # A function by its class, not its name.
    if name == "call":
        data = classes.get(data, data)
    if name == "const":
        data = bare(term)
    return name, data, term.sort, tuple(argument_keys)


def classes_of(functions: Mapping[Name, Function], written: Mapping[Name, Name] = {}) -> dict[Name, int]:
    """The class of each function. One whose body is not known is alone in its class, unless nobody wrote a body.
    `written`: name → what its text calls it, of functions that were given other names."""
    current = {name: _signature(name, function, written.get(name, name)) for name, function in functions.items()}
    numbers = _numbered(current)
    # The classes only ever become smaller, so that as many as before are the same: then no function calls, in the same
    # place, functions of two classes.
    while True:
        refined = {name: (numbers[name], _definition(function, numbers)) for name, function in functions.items()}
        numbers_refined = _numbered(refined)
        if len(set(numbers_refined.values())) == len(set(numbers.values())):
            return numbers_refined
        numbers = numbers_refined


def _numbered(keys: Mapping[Name, Hashable]) -> dict[Name, int]:
    numbers: dict[Hashable, int] = {}
    return {name: numbers.setdefault(key, len(numbers)) for name, key in keys.items()}


def _signature(name: Name, function: Function, written: Name) -> Hashable:
    sorts = tuple(binder.sort for binder in function.parameters)
    name_apart = None
    if function.body is None:  # What is not read may differ; what nobody wrote is one function by its name.
        is_read = is_heap(written) or not (function.unread or function.missing)
        name_apart = (
            written if is_read else name
        )  # The fields of objects are those of one state, which both sides speak of.
    return name_apart, sorts, function.result, function.extreme


def _definition(function: Function, classes: Classes) -> Hashable:
    positions = {binder.name: -1 - position for position, binder in enumerate(function.parameters)}
    counted = [0]
    keys = tuple(_key(bare(term), positions, 0, classes, counted) for term in function.terms)
    return (len(function.requires), keys) if counted[0] <= MOST_NODES else ("large", function.name)
