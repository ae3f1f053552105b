"""What an evaluation works on, and what it gives.

Typed terms: the values of variables, and what is known of terms over them. Python terms: names and their values. The
outcome is a value, undefined, or unknown.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Protocol

from attrs import define, field, frozen

from ..fuel import Fuel
from ..ir.operators.context import EvaluationContext
from ..ir.sorts import Sort
from ..ir.terms import Term
from ..ir.variables import Name, Valuation
from ..spans import Span
from ..trampoline import Steps
from .candidates import KnownElements

PENDING: Any = object()
"""Stands for a value that is not computed yet."""


@define(slots=True, eq=False)
class Known:
    """The value of a term while none of the variables called `names`, which occur free in it, changes."""

    names: frozenset[Name]
    value: Any = PENDING


@define(slots=True, eq=False)
class LiveValues:
    """What variables are that stand for parts of a state that changes: where a function is made, and now."""

    initial: Valuation
    now: Callable[[], Valuation]


class Environment(dict[Name, Any]):
    """Variable → value. `known` are terms that mean the same in every round of a loop around them; `live` tells what
    the functions that are made here read when they are called."""

    __slots__ = ("known", "live")
    known: Mapping[Term, Known]
    live: LiveValues | None

    def __init__(
        self,
        values: Valuation | Iterable[tuple[Name, Any]],
        known: Mapping[Term, Known] = {},
        live: LiveValues | None = None,
    ) -> None:
        super().__init__(values)
        self.known = known
        self.live = live

    def called(self) -> "Environment":
        """A copy for a call of a function that was made here, with what the state is now. What a variable inside the
        function shadows stays as it is."""
        if self.live is None:
            return self.inner(())
        absent = object()
        initial, now = self.live.initial, self.live.now()
        changed = [name for name in now if self.get(name, absent) is initial.get(name, absent)]
        environment = self.inner(changed)
        environment.update((name, now[name]) for name in changed)
        # A function that is made inside this call reads them when it is called in its turn.
        environment.live = LiveValues({**self.live.initial, **{name: now[name] for name in changed}}, self.live.now)
        return environment

    def inner(self, names: Iterable[Name]) -> "Environment":
        """A copy in which variables of these names get other values."""
        if not self.known:
            return Environment(self, {}, self.live)
        changed = frozenset(names)
        kept = {term: term_known for term, term_known in self.known.items() if changed.isdisjoint(term_known.names)}
        return Environment(self, kept, self.live)


def own_copy(values: Valuation) -> Environment:
    """An environment with these values."""
    return Environment(values, live=values.live if isinstance(values, Environment) else None)


@frozen(slots=True, eq=False)
class AsKey:
    """A mapping as part of a key: equal to itself only. Programs do not change."""

    mapping: Valuation

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AsKey) and other.mapping is self.mapping

    def __hash__(self) -> int:
        return id(self.mapping)


class Evaluator(Protocol):
    """What an operator that is not strict is evaluated with: `machine.Machine`."""

    @property
    def depth(self) -> int:
        """How many bodies of functions are under way."""

    @property
    def context(self) -> EvaluationContext:
        """The declarations, and the fuel that is left."""

    def state(self, value: Any, sort: Sort) -> Any:
        """A value as part of a key, with what the arrays in it hold."""

    @property
    def inside(self) -> KnownElements:
        """What values hold of sorts that only know equality, as far as it was looked for."""

    def value(self, term: Term, environment: Environment) -> Steps[Any]:
        """The value of a term."""

    def at_once(self, term: Term, environment: Environment) -> Any:
        """The same where it is known or small; PENDING for others, which `computed` computes."""

    def computed(self, term: Term, environment: Environment) -> Steps[Any]:
        """The value of a term that has none at once."""

    def arguments(self, terms: tuple[Term, ...], environment: Environment) -> Steps[list[Any]]:
        """The values of terms, left to right."""

    def deeper(self, body: Term, environment: Environment) -> Steps[Any]:
        """The value of a function's body: one level of recursion."""


_ABSENT = object()


@define(slots=True)
class EvaluationScope:
    """A scope and the one around it. All scopes of one evaluation share their fuel."""

    names: dict[Name, Any]
    outer: "EvaluationScope | None"
    fuel: Fuel

    def inner(self) -> "EvaluationScope":
        return EvaluationScope({}, self, self.fuel)

    def bind(self, name: Name, value: Any) -> Any:
        """Give a name of this scope a value, and return that."""
        self.names[name] = value
        return value

    def get(self, name: Name) -> Any:
        """The value of a name. Raises NameError as Python does."""
        scope: EvaluationScope | None = self
        while scope is not None:
            value = scope.names.get(name, _ABSENT)
            if value is not _ABSENT:
                return value
            scope = scope.outer
        raise NameError(f"name {name!r} is not defined")


@frozen(slots=True)
class Evaluation:
    """`defined`: `value` is the term's value. `undefined`: `reason` is why (for Python, the exception's class name).
    `unknown`: fuel ran out or a quantifier has no finite domain; `reason` says which. `choice`: it is unknown since a
    choice is open (`:|`). `function`: as of `Undefined`."""

    state: Literal["defined", "undefined", "unknown"]
    value: Any = None
    reason: str = ""
    span: Span | None = field(default=None, eq=False)
    choice: bool = field(default=False, eq=False)
    function: str = field(default="", eq=False)

    @property
    def is_true(self) -> bool:
        return self.state == "defined" and self.value is True

    @property
    def is_false(self) -> bool:
        return self.state == "defined" and self.value is False
