"""The values of variables during the evaluation of typed terms, and what is known of terms over them."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from attrs import define

from ..ir.operators.context import EvaluationContext
from ..ir.terms import Term
from ..trampoline import Steps

PENDING: Any = object()
"""In the place of a value that is not computed yet."""


@define(slots=True, eq=False)
class Known:
    """The value of a term while none of the variables called `names`, which occur free in it, changes."""

    names: frozenset[str]
    value: Any = PENDING


class Environment(dict[str, Any]):
    """Variable → value. `known` are terms that mean the same in every round of a loop around them."""

    __slots__ = ("known",)
    known: Mapping[Term, Known]

    def __init__(self, values: Mapping[str, Any], known: Mapping[Term, Known] = {}) -> None:
        super().__init__(values)
        self.known = known

    def inner(self, names: Iterable[str]) -> "Environment":
        """A copy in which variables of these names get other values."""
        changed = frozenset(names)
        kept = {term: known for term, known in self.known.items() if changed.isdisjoint(known.names)}
        return Environment(self, kept)


class Evaluator(Protocol):
    """What an operator that is not strict is evaluated with: `machine.Machine`."""

    @property
    def context(self) -> EvaluationContext:
        """The declarations, and the fuel that is left."""

    def value(self, term: Term, environment: Environment) -> Steps[Any]:
        """The value of a term."""

    def at_once(self, term: Term, environment: Environment) -> Any:
        """The same where it is known or small; PENDING for others, which `computed` computes."""

    def computed(self, term: Term, environment: Environment) -> Steps[Any]:
        """The value of a term that has none at once."""

    def arguments(self, terms: tuple[Term, ...], environment: Environment) -> Steps[list[Any]]:
        """The values of terms, left to right."""
