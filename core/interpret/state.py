"""The record of one execution: what it has come to, and what it has computed and keeps.

What is done with a record are functions of it: values and places (`places.py`), checks of ghost code (`checking.py`),
statements by their kind (`statements.py`), calls (`calls.py`), whole bodies (`bodies.py`).
"""

from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Any

from attrs import define, field, frozen

from ..fuel import Fuel
from ..ir.contracts import Program, Specification
from ..ir.operators.context import EvaluationContext
from ..ir.routines import Routine
from ..ir.sorts import Sort
from ..ir.terms import Binder, Term
from ..ir.updates import Arbitrary, FieldPlace, Place
from ..ir.values import UninterpretedValue
from ..spans import Span
from ..trampoline import Resumable
from .checks import GhostChecks
from .choices import Choices
from .readers import ReadingPlan
from .store import Store, Variables


class ExecutionStopped(Exception):
    """The program cannot go on. `expected`: it ends itself, by an `expect`, of which its verifier assumes that it
    holds. `routine`: the body or function that was called last, where one was."""

    def __init__(self, reason: str, span: Span | None, *, expected: bool = False, routine: str = "") -> None:
        self.reason, self.span, self.expected, self.routine = reason, span, expected, routine
        super().__init__(reason)


@frozen(slots=True, eq=False)
class KeptTruth:
    """Whether a term is known to be true where its variables have these values, and the steps that it took."""

    values: tuple[Any, ...]
    is_true: bool
    steps: int


# -- values


@frozen(slots=True)
class Allowed:
    """What a body may change: objects, arrays among them, single fields of objects, and all that was made since it
    began, when the store had made so many."""

    whole: frozenset[Any]
    fields: frozenset[tuple[Any, str]]
    made: int
    text: str


@frozen(slots=True)
class StateAccess:
    """How an execution reads and changes its state: `CONCRETE` of `places.py` where all values are known, `SYMBOLIC` of
    `core/test_execution` where results of methods are unknowns. The first argument of each is the execution."""

    value: Callable[[Any, Term, Variables], Any]
    """The value of a term now."""
    operand: Callable[[Any, Term | FieldPlace, Variables], Any]
    """The value of what is assigned or given."""
    variable: Callable[[Any, Binder, Specification, Variables], Any]
    """The value of a variable that a specification is about."""
    may_have_sort: Callable[[Any, Any, Sort], bool]
    """May a field with this value be one of this sort?"""
    located: Callable[[Any, Place, Variables], Any]
    """A place with its parts evaluated."""
    assign: Callable[[Any, Any, Any, Variables], None]
    """Give a place that is evaluated a value."""


@define(slots=True, eq=False)
class ExecutionState:
    """One execution of a body. Choices that the language leaves open are made by `choices`; where there are none, by
    `random`, whose seed is fixed, and as the evaluator does. Without `checks` nothing is checked."""

    program: Program
    fuel: Fuel
    store: Store
    access: StateAccess = field(kw_only=True)
    choices: Choices | None = None
    checks: GhostChecks | None = None
    printed: list[tuple[Sort, Any]] = field(factory=list)
    """What `print` has written, in order."""
    depth: int = 0
    """How many calls are inside each other."""
    types: Mapping[str, Sort] = field(factory=dict)
    """What the type parameters of the routine under way stand for, where that is known."""
    active: list[tuple[Routine, tuple[Any, ...] | None]] = field(factory=list)
    """The bodies that are under way, with their measures, where these are checked."""
    allowed: list[Allowed | None] = field(factory=list)
    """What each body under way may change; None where it is not known."""
    iterators: dict[UninterpretedValue, Resumable] = field(factory=dict)
    """The bodies of iterators that have begun."""
    nested: int = 0
    """How many iterators are inside each other."""
    context: EvaluationContext = field(init=False)
    random: Random = field(init=False, factory=lambda: Random(0))
    specifications: dict[str, Specification] = field(init=False)
    """Method → its specification."""
    promises: dict[str, Specification] = field(init=False, factory=dict)
    """Function → its specification, where its postcondition is checked."""
    seen_calls: set[Hashable] = field(init=False, factory=set)
    """The calls of functions whose postconditions were checked."""
    holding: dict[Sort, bool] = field(init=False, factory=dict)
    """Sort → whether its values may be arrays or hold some."""
    plans: dict[Term, ReadingPlan] = field(init=False, factory=dict)
    """Term → how it is read and computed."""
    truths: dict[Term, KeptTruth] = field(init=False, factory=dict)
    """Condition → what was found of it last."""
    reached: dict[str, set[str]] = field(init=False, factory=dict)
    """Routine → all that it may call, itself or through others."""
    unset_fields: dict[tuple[Arbitrary, tuple[tuple[str, Sort], ...]], Any] = field(init=False, factory=dict)
    """Field that nobody gave a value, and what the type parameters stand for → what it has."""

    def __attrs_post_init__(self) -> None:
        self.context = EvaluationContext(self.program.functions, self.program.datatypes, self.fuel, runs=True)
        self.specifications = {specification.name: specification for specification in self.program.specifications}
