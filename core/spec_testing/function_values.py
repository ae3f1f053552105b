"""Function values, of outputs and of inputs: whether two of them differ, others near one, those that a postcondition
defines, and some that are drawn at random.

A function value is equal to itself only, and of two that executions made nobody can say that they are equal. They
differ where they give different results on some arguments; where no such arguments are found, nothing may follow from
their being two.

Those of inputs are constants, projections, comparisons, and what is near another one. What draws them takes the source
of chance, and what draws a value of a sort for it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from random import Random
from typing import Any

from attrs import evolve

from ..deciding.clauses import Theory
from ..errors import Unsupported
from ..evaluate.calls import Closure
from ..evaluate.environment import Environment
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import UNBOUNDED, add, boolean, conj, conjuncts, eq, integer, ite, negate, op
from ..ir.contracts import Specification
from ..ir.functions import NOTHING
from ..ir.operator_names import OperatorName
from ..ir.sorts import BOOL, INT, Sort
from ..ir.terms import Binder, Term, const, free_names, values_by_name, var
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap
from ..ir.variables import Name, Valuation
from .contents import contents
from .operators.samples import samples
from .spec_testing_limits import LIMITS

_PLAIN = ("Bool", "Int", "Real", "Char", "BitVec")


def outputs_differ(one: Valuation, other: Valuation, theory: Theory) -> bool:
    """Is it known that two outputs differ in a component that both have?"""
    return any(differ(value, other[name], theory) for name, value in one.items() if name in other)


def differ(one: Any, other: Any, theory: Theory) -> bool:
    """Is it known that two values differ? Other values than functions either are the same or differ."""
    match one, other:
        # Of functions only a difference can be seen: arguments on which both have a value, and not the same. Where one
        # is not defined or not followed, `_result` gives nothing, and the pair of loops nothing to compare.
        case Closure(), Closure():
            return one is not other and any(
                differ(first, second, theory)
                for arguments in _arguments(one, theory)
                for first in _result(one, arguments, theory)
                for second in _result(other, arguments, theory)
            )
        # Structures differ where any part is known to differ.
        case (tuple(), tuple()):
            return len(one) != len(other) or any(differ(*pair, theory) for pair in zip(one, other, strict=True))
        case ArrayValue(), ArrayValue():
            return differ(one.elements, other.elements, theory)
        case DatatypeValue(), DatatypeValue():
            return one.constructor != other.constructor or differ(one.fields, other.fields, theory)
        case FrozenMap(), FrozenMap():
            # Keys first: values are compared under the same keys only.
            same_keys = contents(frozenset(one)) == contents(frozenset(other))
            return not same_keys or any(differ(one[key], other[key], theory) for key in one)
        case _:
            return contents(one) != contents(other)


def _arguments(function: Closure, theory: Theory) -> Iterator[dict[Name, Any]]:
    """Small arguments; none of a sort without literals."""
    try:
        pools = [samples(binder.sort, theory.datatypes) for binder in function.parameters]
    except Unsupported:
        return
    names = [binder.name for binder in function.parameters]
    yield from (dict(zip(names, values, strict=True)) for values in islice(product(*pools), LIMITS.compared_arguments))


def _result(function: Closure, arguments: Valuation, theory: Theory) -> Iterator[Any]:
    """What a function gives, if that is known. `arguments`: those of the first of two functions, in their order."""
    own = values_by_name(function.parameters, arguments.values())
    found = evaluate(function.closed, own, theory.functions, theory.datatypes, Fuel(steps=LIMITS.result_steps))
    if found.state == "defined":
        yield found.value


def near_functions(function: Closure, result: Sort, theory: Theory) -> Iterator[Closure]:
    """Functions that give something else on one argument, and on all others what this one gives; none where values are
    not all that their sorts have, or where it is partial."""
    # On other sorts a changed value might be none of the type.
    if any(sort.kind not in _PLAIN for sort in (result, *(binder.sort for binder in function.parameters))):
        return
    if function.body.op == "lambda.clauses":
        return
    for arguments in islice(_arguments(function, theory), LIMITS.changed_arguments):
        # The argument at which the new function differs.
        places = [
            (parameter.variable, const(arguments[parameter.name], parameter.sort)) for parameter in function.parameters
        ]
        there = conj(*(eq(*place) for place in places))
        for value in _result(function, arguments, theory):
            # Two other values there are enough to show that the result is not fixed.
            others = (sample for sample in samples(result, theory.datatypes) if differ(sample, value, theory))
            for other in islice(others, 2):
                yield evolve(function, body=ite(there, const(other, result), function.body))


def defined_functions(specification: Specification) -> list[Binder]:
    """The outputs that are functions of which the postcondition gives the result on all arguments, in terms of the
    inputs: `forall x :: f(x) == x + k`. Two outputs that it accepts do not differ in these."""
    named = {binder.name: binder for binder in specification.outputs if binder.sort.kind == "Function"}
    outputs = {binder.name for binder in specification.outputs} | {*specification.modifies}
    found = {}
    for clause in specification.ensures if named else ():
        for part in conjuncts(clause.term) if clause.term is not None else ():
            for name, told in _definitions(part):
                # Defined by another output, it would be known only when that is.
                if name in named and not free_names(told) & outputs:
                    found[name] = named[name]
    return list(found.values())


def _definitions(part: Term) -> Iterator[tuple[Name, Term]]:
    """The function and the term of `forall x, y :: f(x, y) == e`, read both ways."""
    if part.op != "forall" or any(domain != UNBOUNDED for domain in part.args[:-1]) or part.args[-1].op != "eq":
        return
    bound = [binder.name for binder in part.data]
    for applied, told in (part.args[-1].args, part.args[-1].args[::-1]):
        if applied.op == "apply" and all(arg.op == "var" for arg in applied.args):
            function, *arguments = (arg.data for arg in applied.args)
            if sorted(arguments, key=str) == sorted(bound, key=str) and function not in bound:
                yield function, told


DrawValue = Callable[[Sort], Any]
"""A sort → a value of it."""
_RELATIONS: dict[Sort, tuple[OperatorName, ...]] = {INT: ("lt", "le", "eq"), BOOL: ("implies", "eq")}
"""Sort → relations between two of its values: a precondition may ask for an order."""


def drawn_function(sort: Sort, random: Random, draw: DrawValue) -> Closure:
    """A constant function, one that returns a parameter or what is next to it, or that compares a parameter with
    another one or a value."""
    # A constant function.
    *parameters, result = sort.args
    binders = tuple(Binder(f"x{number}", parameter) for number, parameter in enumerate(parameters, 1))
    same = [binder for binder in binders if binder.sort == result]
    # Small numbers are likelier to matter than any.
    body: Term = const(draw(result), result)
    if result == INT and random.random() < 0.5:
        body = integer(random.randrange(3))
    # A projection, or its neighbour: what most predicates and keys are.
    if same and random.random() < 0.6:
        chosen = random.choice(same)
        body = var(chosen.name, result)
        if result == INT and random.random() < 0.5:
            body = add(body, integer(random.choice((-1, 1, 2))))
    # A comparison: orders and predicates.
    elif result == BOOL and binders and binders[0].sort.kind not in ("Function", "Array"):
        first = binders[0]
        alike = [binder for binder in binders[1:] if binder.sort == first.sort]
        other: Term = const(draw(first.sort), first.sort)
        if alike and random.random() < 0.7:
            other = var(random.choice(alike).name, first.sort)
        name: OperatorName = random.choice(_RELATIONS.get(first.sort, ("eq",)))
        pair = [first.variable, other]
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
    here = op("eq", first.variable, const(argument, first.sort))
    return evolve(function, body=op("ite", here, const(other, result), function.body))


def restricted(function: Closure, others: Sequence[Any], random: Random, draw: DrawValue) -> Closure:
    """The function without one argument, or without small ones: with a precondition, which total functions lack. It
    is near the other inputs, to which the function will be applied."""
    required: Term = boolean(False)
    for binder in function.parameters[:1]:
        if binder.sort.kind in ("Function", "Array"):
            return function
        variable, limit = binder.variable, draw(binder.sort)
        # A limit far away from all that it is applied to would never be met.
        near = [value for value in others if type(value) is int]
        if binder.sort == INT and near and random.random() < 0.7:
            limit = random.choice(near) + random.randrange(-1, 2)
        order: OperatorName = "lt" if binder.sort == INT and random.random() < 0.5 else "eq"
        required = negate(op(order, variable, const(limit, binder.sort)))
    return evolve(function, body=op("lambda.clauses", required, NOTHING, function.body))
