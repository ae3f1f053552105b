"""Whether two outputs differ, where they may hold functions.

A function value is equal to itself only, and of two that executions made nobody can say that they are equal. They
differ where they give different results on some arguments; where no such arguments are found, nothing may follow from
their being two.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from ..deciding.clauses import Theory
from ..errors import Unsupported
from ..evaluate.machine import Closure
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap
from ..ir.variables import Name, Valuation
from .contents import contents
from .operators.samples import samples

MOST_ARGUMENTS = 40
"""On which two functions are compared."""
STEPS = 5_000
"""Of the evaluator, for the result on one of them."""


def outputs_differ(one: Valuation, other: Valuation, theory: Theory) -> bool:
    """Is it known that two outputs differ in a component that both have?"""
    return any(differ(value, other[name], theory) for name, value in one.items() if name in other)


def differ(one: Any, other: Any, theory: Theory) -> bool:
    """Is it known that two values differ? Other values than functions either are the same or differ."""
    match one, other:
        case Closure(), Closure():
            return one is not other and any(
                differ(first, second, theory)
                for arguments in _arguments(one, theory)
                for first in _result(one, arguments, theory)
                for second in _result(other, arguments, theory)
            )
        case (tuple(), tuple()):
            return len(one) != len(other) or any(differ(*pair, theory) for pair in zip(one, other, strict=True))
        case ArrayValue(), ArrayValue():
            return differ(one.elements, other.elements, theory)
        case DatatypeValue(), DatatypeValue():
            return one.constructor != other.constructor or differ(one.fields, other.fields, theory)
        case FrozenMap(), FrozenMap():
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
    yield from (dict(zip(names, values, strict=True)) for values in islice(product(*pools), MOST_ARGUMENTS))


def _result(function: Closure, arguments: Valuation, theory: Theory) -> Iterator[Any]:
    """What a function gives, if that is known. `arguments`: those of the first of two functions, in their order."""
    own = dict(zip((binder.name for binder in function.parameters), arguments.values(), strict=True))
    found = evaluate(function.closed, own, theory.functions, theory.datatypes, Fuel(steps=STEPS))
    if found.state == "defined":
        yield found.value
