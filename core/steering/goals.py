"""What a term is to become, and what operations give on values.

Everything that inverts an operation is a guess, and each guess is checked here by the operation itself before anything
is built on it: so an inverse may be as rough as is useful.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal

from attrs import frozen

from ..errors import SpecassayError
from ..evaluate.dynamic import Compiled, compiled
from ..evaluate.environment import EvaluationScope
from ..fuel import Fuel
from ..ir.sorts import VALUE
from ..ir.terms import Term, make, var
from ..ir.variables import Name

LONGEST = 1_000
"""Items of a lazy value that are looked at: a range of a million is no part of an input that a person reads."""
_LAZY: tuple[type, ...] = (range, type({}.keys()), type({}.values()), type({}.items()))


@frozen(slots=True)
class RaisedException:
    """What a term gives that raises: the class name of the exception."""

    name: str


@frozen(slots=True, eq=False)
class Goal:
    """What a term is to become: `equals` the value; `is` true or false, as the value says; one that `raises`; or one
    that is `defined`, whatever its value."""

    kind: Literal["equals", "is", "raises", "defined"]
    value: Any = None

    def is_met_by(self, outcome: Any) -> bool:
        """Whether a value, or `RaisedException`, is what was wanted."""
        if isinstance(outcome, RaisedException) or self.kind == "raises":
            return isinstance(outcome, RaisedException) and self.kind == "raises"
        if self.kind == "defined":
            return True
        try:
            if self.kind == "is":
                return bool(outcome) is self.value
            if isinstance(outcome, re.Match) and isinstance(self.value, re.Match):  # Each is equal to itself alone.
                return (outcome.re, outcome.string) == (self.value.re, self.value.string)
            return type(outcome) is type(self.value) and bool(outcome == self.value)
        except Exception:  # A foreign `__bool__` or `__eq__` raised: the goal is not met; the replay decides.
            return False


TRUE, FALSE, RAISES, DEFINED = Goal("is", True), Goal("is", False), Goal("raises"), Goal("defined")


def evaluated(code: Compiled, scope: EvaluationScope) -> Any:
    """What compiled code gives in a scope: its value, with what is lazy as a list, or `RaisedException`. Raises
    what says that nothing is known (OutOfFuel, Unsupported)."""
    try:
        return settled(code(scope), scope.fuel)
    except (SpecassayError, RecursionError):
        raise
    except Exception as problem:
        return RaisedException(type(problem).__name__)


def settled(value: Any, fuel: Fuel) -> Any:
    """A value that may be looked at twice: what is lazy is a list of its items."""
    if not isinstance(value, (*_LAZY, Iterator)):
        return value
    items: list[Any] = []
    for item in value if isinstance(value, Iterable) else ():
        fuel.step()
        if len(items) >= LONGEST:
            break
        items.append(item)
    return items


@lru_cache(maxsize=2048)
def _operation(term: Term) -> Compiled:
    """The outermost operation of a term alone, on operands that are called by their places."""
    operands = [
        make("python.starred", [_operand(position)], arg.sort) if arg.op == "python.starred" else _operand(position)
        for position, arg in enumerate(term.args)
    ]
    return compiled(make(term.op, operands, term.sort, term.data))


def _operand(position: int) -> Term:
    return var(f"operand {position}", VALUE)


def applied(term: Term, operands: Sequence[Any], fuel: Fuel) -> Any:
    """What the outermost operation of a term gives on these operands, or `RaisedException`."""
    names: dict[Name, Any] = {f"operand {position}": value for position, value in enumerate(operands)}
    return evaluated(_operation(term), EvaluationScope(names, None, fuel))
