"""Function values that inputs have, drawn at random: constants, projections, comparisons, and what is near another one.

Each takes the source of chance, and what draws a value of a sort for it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from attrs import evolve

from ..evaluate.calls import Closure
from ..evaluate.environment import Environment
from ..ir.build import add, boolean, integer, negate, op
from ..ir.functions import NOTHING
from ..ir.sorts import BOOL, INT, Sort
from ..ir.terms import Binder, Term, const, var

DrawValue = Callable[[Sort], Any]
"""A sort → a value of it."""
_RELATIONS = {INT: ("lt", "le", "eq"), BOOL: ("implies", "eq")}
"""Of two values of a sort: a precondition may ask for an order."""


def drawn_function(sort: Sort, random: Random, draw: DrawValue) -> Closure:
    """A constant function, one that returns a parameter or what is next to it, or that compares a parameter with
    another one or a value."""
    *parameters, result = sort.args
    binders = tuple(Binder(f"x{number}", each) for number, each in enumerate(parameters, 1))
    same = [binder for binder in binders if binder.sort == result]
    body: Term = const(draw(result), result)
    if result == INT and random.random() < 0.5:
        body = integer(random.randrange(3))
    if same and random.random() < 0.6:
        chosen = random.choice(same)
        body = var(chosen.name, result)
        if result == INT and random.random() < 0.5:
            body = add(body, integer(random.choice((-1, 1, 2))))
    elif result == BOOL and binders and binders[0].sort.kind not in ("Function", "Array"):
        first = binders[0]
        alike = [binder for binder in binders[1:] if binder.sort == first.sort]
        other: Term = const(draw(first.sort), first.sort)
        if alike and random.random() < 0.7:
            other = var(random.choice(alike).name, first.sort)
        name = random.choice(_RELATIONS.get(first.sort, ("eq",)))
        pair = [var(first.name, first.sort), other]
        if name != "eq" and random.random() < 0.5:
            pair.reverse()
        body = op(name, *pair)
    return Closure(binders, body, Environment({}))


def near_function(function: Closure, random: Random, draw: DrawValue) -> Closure:
    """The function, sometimes with another result on one argument: two that are drawn by themselves are hardly ever
    the same on some arguments and not on others."""
    first = function.parameters[0] if function.parameters else None
    if first is None or first.sort.kind in ("Function", "Array") or function.body.op == "lambda.clauses":
        return function
    if random.random() < 0.3:
        return function
    result = function.body.sort
    argument, other = map(draw, (first.sort, result))
    here = op("eq", var(first.name, first.sort), const(argument, first.sort))
    return evolve(function, body=op("ite", here, const(other, result), function.body))


def restricted(function: Closure, others: Sequence[Any], random: Random, draw: DrawValue) -> Closure:
    """The function without one argument, or without small ones: with a precondition, which total functions lack. It
    is near the other inputs, to which the function will be applied."""
    required: Term = boolean(False)
    for binder in function.parameters[:1]:
        if binder.sort.kind in ("Function", "Array"):
            return function
        variable, limit = var(binder.name, binder.sort), draw(binder.sort)
        near = [value for value in others if type(value) is int]
        if binder.sort == INT and near and random.random() < 0.7:
            limit = random.choice(near) + random.randrange(-1, 2)
        order = "lt" if binder.sort == INT and random.random() < 0.5 else "eq"
        required = negate(op(order, variable, const(limit, binder.sort)))
    return evolve(function, body=op("lambda.clauses", required, NOTHING, function.body))
