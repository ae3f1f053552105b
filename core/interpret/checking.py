"""Checks of ghost code at run time: conditions, measures and frames, where somebody asks for them.

A check does not change what is executed. Its term is evaluated on the state at hand, with fuel of its own
(`_few_steps`). If it is false or undefined, that is a `Failure` with the state, and the run goes on.

Example: in `while i < n invariant s == Sum(i) { … }` the invariant is checked on entry and after each iteration. If it
is false in the third one, the failure has the values of i, s and n there, and of a conjunction the part that is false.
Of `invariant forall k :: 0 <= k < i ==> a[k] <= s` it has the first k for which the body is false.

- Conditions: `claim` (assertions, invariants), `conditions` (clauses of a call), `lemma`, and `returned` (functions).
- Measures: `measured` evaluates a `decreases` clause, and `descends` compares the value with the one before.
- Frames: `framed` is what a body may change, and `allowed` the stack of these. `check_change` looks at the top only,
  since `check_frames` has compared a frame with the one below when its call or loop began.

Invariant: what cannot be decided is reported as *unknown* (`undecided`): it is neither a failure nor counted as held.
Only when the fuel of the run itself is spent does a check end the run.
"""

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, evolve, field, frozen

from ..errors import NotComputed, OutOfFuel, Unsupported
from ..evaluate.environment import Environment
from ..evaluate.typed import Machine
from ..fuel import Fuel
from ..ir.build import negate, op
from ..ir.contracts import Clause, Condition, Function, Specification
from ..ir.operators.context import OpenChoice, Undecided, Undefined
from ..ir.routines import Routine
from ..ir.sorts import Sort, tuple_of
from ..ir.statements import Frames, GhostCondition, LemmaCall, Measure
from ..ir.terms import Term, free_variables, make, var
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, UninterpretedValue, array_object
from ..ir.variables import Name, Valuation, is_field, is_hidden, root_of
from ..spans import Span
from ..trampoline import run
from .checks import Failure, GhostChecks, ObjectState, ShownState, decreases
from .places import ExecutionStopped, Places
from .store import NULL, UNKNOWN, Variables

STEPS_OF_A_CHECK = 200_000
"""Of the evaluator, for one condition. A quantifier over a large domain is unknown then, and the run goes on."""
DEEPEST = 2
"""Objects inside objects that are shown."""


@frozen(slots=True)
class Allowed:
    """What a body may change: objects, arrays among them, single fields of objects, and all that was made since it
    began, when the store had made so many."""

    whole: frozenset[Any]
    fields: frozenset[tuple[Any, str]]
    made: int
    text: str


@define(slots=True, eq=False)
class CheckedExecution(Places):
    """The checks. Without `checks` nothing is checked."""

    checks: GhostChecks | None = None
    allowed: list[Allowed | None] = field(factory=list)
    """What each body under way may change; None where it is not known."""

    _seen: set[Hashable] = field(factory=set)
    """The calls of functions whose postconditions were checked."""
    _promises: dict[str, Specification] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        Places.__attrs_post_init__(self)
        if self.checks is not None:
            self.context = evolve(self.context, observer=self)
            self._promises = {
                specification.name: specification
                for specification in self.program.others
                if specification.kind == "function"
            }

    # -- functions

    def read_beyond(self, function: Function, span: Span | None, what: str) -> None:
        """A function has read what its frame does not name."""
        self.failed(Failure("reads", f"of {function.name}", span or function.span, f"does not name {what}"))

    def returned(self, function: Function, arguments: Valuation, result: Any) -> None:
        """Check what a function promises about its result, once for all calls with the same arguments."""
        promised = self._promises.get(str(function.name))
        if promised is None or not promised.outputs:
            return
        key = (function.name, *(arguments.get(binder.name) for binder in function.parameters))
        try:
            if key in self._seen:
                return
        except NotComputed:
            return
        self._seen.add(key)
        values: Variables = {**arguments, promised.outputs[0].name: result}
        shown = tuple(
            (binder.name, self.shown(values[binder.name], set()), binder.sort)
            for binder in (*function.parameters, promised.outputs[0])
            if not is_field(binder.name)
        )
        for condition in promised.ensures:
            if condition.term is not None and not condition.clause.fact:
                self._of_result(condition.clause, condition.term, values, Failure("ensures", "", None, "", shown))

    def _of_result(self, clause: Clause, term: Term, values: Valuation, failure: Failure) -> None:
        text = " ".join(clause.text.split())
        reason = "is false"
        try:
            with self._few_steps():
                # The clause may call the function again, which is no other call to check.
                machine = Machine(evolve(self.context, observer=None), Environment(values))
                holds = run(machine.evaluate(term, machine.environment)) is True
        except Undefined as problem:
            holds, reason = False, f"is not defined ({problem.reason})"
        except (Undecided, Unsupported, OutOfFuel) as problem:
            why = problem.reason if isinstance(problem, Undecided) else str(problem)
            self.undecided("ensures", text, clause.span, why)
            return
        if holds:
            self.held()
        else:
            self.failed(evolve(failure, text=text, span=clause.span, reason=reason))

    # -- conditions

    def claim(self, claim: GhostCondition, variables: Variables, moment: str = "") -> None:
        """Check a condition. Raises OutOfFuel where all is spent."""
        if claim.test is None:
            self.undecided(claim.kind, claim.text, claim.span, claim.problem)
        elif self.checks is not None:
            self.decide(claim.kind, claim.test, claim.text, claim.span, variables, moment)

    def lemma(self, called: LemmaCall, variables: Variables) -> None:
        """Check what a lemma asks for and, where that holds, what it promises about its arguments."""
        specification = next((each for name in called.names for each in self.program.others if each.name == name), None)
        if specification is None or self.checks is None:
            return
        arguments = called.arguments or ()
        if called.arguments is None or len(arguments) != len(specification.inputs):
            self.undecided("lemma", called.text, called.span, called.problem or "a lemma that reads objects")
            return
        values = [self.attempted(argument, variables, True) for argument in arguments]
        own = {binder.name: value for binder, value in zip(specification.inputs, values, strict=True)}
        # Of arguments that the lemma is not about it promises nothing.
        if self.conditions(specification.requires, own, f" in the call of {specification.name} at {called.span}"):
            self.conditions(
                specification.ensures, own, f" of what {specification.name} is called with at {called.span}"
            )

    def conditions(self, listed: Iterable[Condition], variables: Variables, moment: str) -> bool:
        """Check clauses of a specification. Has none of them failed?"""
        passed = True
        for condition in listed:
            clause = condition.clause
            if clause.fact or self.checks is None:
                continue
            text = " ".join(clause.text.split())
            if condition.term is None:
                self.undecided(
                    clause.kind, text, clause.span, "; ".join(problem.construct for problem in clause.problems)
                )
            else:
                passed &= self.decide(clause.kind, condition.term, text, clause.span, variables, moment)
        return passed

    def decide(self, kind: str, test: Term, text: str, span: Span | None, variables: Variables, moment: str) -> bool:
        """Check a condition. Has it not failed?"""
        try:
            holds = self.limited(test, variables) is True
            reason = "is false"
        except ExecutionStopped as problem:
            holds, reason = False, f"is not defined ({problem.reason})"
        except (Undecided, Unsupported, OutOfFuel) as problem:
            if self.fuel.is_spent:
                raise
            self.undecided(kind, text, span, problem.reason if isinstance(problem, Undecided) else str(problem))
            return True
        if holds:
            self.held()
            return True
        term, witness = self.falsified(test, variables) if reason == "is false" else (None, ())
        found = tuple(free_variables(test))
        self.failed(Failure(kind, text, span, f"{reason}{moment}", self.state(variables, found), term, witness))
        return False

    def limited(self, term: Term, variables: Variables) -> Any:
        """The value of a term for so many steps."""
        with self._few_steps():
            return self.value(term, variables)

    @contextmanager
    def _few_steps(self) -> Iterator[None]:
        """A budget of its own for a check, of which a part counts for the execution."""
        known = self.context
        fuel = Fuel(min(STEPS_OF_A_CHECK, max(0, self.fuel.steps)), self.fuel.size, self.fuel.depth)
        fuel.deadline = self.fuel.deadline
        self.context = evolve(known, fuel=fuel, runs=False)
        before = fuel.steps
        try:
            yield
        finally:
            self.context = known
            taken = max(0, before - max(0, fuel.steps))
            # A costly condition that is checked in every turn would end the run before what it is about. A quarter
            # counts, so that checks end, too.
            self.fuel.beside += taken - taken // 4
            self.fuel.step(taken // 4)

    def falsified(self, term: Term, variables: Variables) -> tuple[Term | None, ShownState]:
        """The first part of a conjunction that is false and, of a quantifier, for which values."""
        part = term
        try:
            while part.op == "and":
                # A part of which the value is not known counts as false here: the whole is false, and it is the first
                # that is not true.
                part = next(arg for arg in part.args if self.limited(arg, variables) is not True)
            if part.op != "forall":
                return (None if part is term else part), ()
            *domains, body = part.args
            whole = op("tuple.make", *(var(binder.name, binder.sort) for binder in part.data))
            sort = tuple_of(*(binder.sort for binder in part.data))
            choice = make("such_that", (*domains, negate(body), whole), sort, part.data, part.span)
            values = self.limited(choice, variables)
        except OpenChoice as several:
            values = several.first
        except (StopIteration, ExecutionStopped, Undecided, Unsupported, OutOfFuel):
            return (None if part is term else part), ()
        found = tuple((binder.name, value, binder.sort) for binder, value in zip(part.data, values, strict=True))
        return (None if part is term else part), found

    def undecided(self, kind: str, text: str, span: Span | None, reason: str) -> None:
        if self.checks is not None:
            self.checks.undecided(kind, text, span, reason)

    def failed(self, failure: Failure) -> None:
        if self.checks is not None:
            self.checks.failed(failure)

    def held(self) -> None:
        if self.checks is not None:
            self.checks.decided += 1

    # -- the state, for people

    def state(self, variables: Variables, first: Iterable[tuple[Name, Sort]] = ()) -> ShownState:
        """The variables of the text, those of a condition first."""
        sorts = dict(first)
        names = [name for name in variables if not is_hidden(name) and variables[name] is not UNKNOWN]
        mentioned = set(map(root_of, sorts))
        names.sort(key=lambda name: name not in mentioned)
        return tuple((name, self.shown(variables[name], set()), sorts.get(name)) for name in names)

    def shown(self, value: Any, above: set[Any], depth: int = 0) -> Any:
        """A value with what arrays and objects are now."""
        match value:
            case UninterpretedValue() if value in self.store.objects and value != NULL:
                object_ = self.store.objects[value]
                if value in above or depth >= DEEPEST:
                    return ObjectState(object_.kind, self.store.number_of(value), None)
                inner = above | {value}
                fields = tuple(
                    (name, self.shown(each, inner, depth + 1))
                    for name, each in object_.fields.items()
                    if each is not UNKNOWN
                )
                return ObjectState(object_.kind, self.store.number_of(value), fields)
            case ArrayValue():
                elements = self.store.elements(value)
                return evolve(value, elements=tuple(self.shown(element, above, depth + 1) for element in elements))
            case tuple():
                return tuple(self.shown(each, above, depth) for each in value)
            case FrozenMap():
                return FrozenMap({key: self.shown(each, above, depth) for key, each in value.items()})
            case DatatypeValue(constructor=name, fields=fields):
                return DatatypeValue(name, tuple(self.shown(pair, above, depth) for pair in fields))
            case _:
                return value

    # -- measures

    def measured(self, measure: Measure | None, variables: Variables) -> tuple[Any, ...] | None:
        """The value of a measure; None where there is none, or it is not known."""
        if measure is None or self.checks is None:
            return None
        if measure.terms is None:
            self.undecided("decreases", measure.text, measure.span, measure.problem)
            return None
        try:
            return tuple(self.limited(term, variables) for term in measure.terms)
        except (ExecutionStopped, Undecided, Unsupported, OutOfFuel) as problem:
            if self.fuel.is_spent:
                raise
            self.undecided("decreases", measure.text, measure.span, str(problem))
            return None

    def descends(
        self,
        measure: Measure,
        new: tuple[Any, ...] | None,
        old: tuple[Any, ...] | None,
        variables: Variables,
        moment: str,
    ) -> None:
        """Check that a measure gets smaller."""
        if new is None or old is None:
            return
        if decreases(new, old):
            self.held()
            return
        first, second = (tuple(self.shown(value, set()) for value in values) for values in (old, new))
        sorts = tuple(term.sort for term in measure.terms or ())
        witness = (
            *zip(("before",) * len(first), first, sorts, strict=False),
            *zip(("now",) * len(second), second, sorts, strict=False),
        )
        reason = f"does not decrease{moment}"
        self.failed(Failure("decreases", measure.text, measure.span, reason, self.state(variables), None, witness))

    # -- frames

    def allowing(self, routine: Routine, variables: Variables) -> Allowed | None:
        """What a body may change; None where that is not known."""
        made = {variables.get(object_.name) for object_ in routine.objects if object_.constructed}
        return self.framed(routine.frames, made, variables)

    def framed(self, frames: Frames | None, whole: set[Any], variables: Variables) -> Allowed | None:
        """What frames allow to change, and these objects."""
        if self.checks is None or frames is None:
            return None
        if frames.parts is None:
            self.undecided("modifies", frames.text, frames.span, frames.problem)
            return None
        single: set[tuple[Any, str]] = set()
        try:
            for part, name in frames.parts:
                for each in references_in(self.read(part, variables)):
                    single.add((each, name)) if name else whole.add(each)
        except (ExecutionStopped, Undecided, Unsupported, OutOfFuel) as problem:
            if self.fuel.is_spent:
                raise
            self.undecided("modifies", frames.text, frames.span, str(problem))
            return None
        return Allowed(frozenset(whole), frozenset(single), self.store.made, frames.text)

    def check_change(self, place: Any, span: Span | None, variables: Variables) -> None:
        """Check that the body at hand may change a place."""
        allowed = self.allowed[-1] if self.allowed else None
        if allowed is None or isinstance(place, Name):
            return
        owner, name = place
        owner = array_object(owner) if isinstance(owner, ArrayValue) else owner
        if self.may_change(allowed, owner, name if isinstance(name, str) else ""):
            return
        what = f"the field {name} of an object" if isinstance(name, str) else f"the element {name} of an array"
        reason = f"does not allow the change of {what} here"
        self.failed(Failure("modifies", allowed.text, span, reason, self.state(variables)))

    def may_change(self, allowed: Allowed, owner: Any, name: str) -> bool:
        fresh = self.store.number_of(owner) > allowed.made
        return fresh or owner in allowed.whole or (bool(name) and (owner, name) in allowed.fields)

    def check_frames(self, callee: Allowed | None, name: str, span: Span | None, variables: Variables) -> None:
        """Check that a call changes no more than its caller may."""
        allowed = self.allowed[-1] if self.allowed else None
        if allowed is None or callee is None:
            return
        wide = [each for each in callee.whole if not self.may_change(allowed, each, "")]
        narrow = [pair for pair in callee.fields if not self.may_change(allowed, *pair)]
        if wide or narrow:
            reason = f"does not allow the call of {name}, which may change more"
            self.failed(Failure("modifies", allowed.text, span, reason, self.state(variables)))


def references_in(value: Any) -> Iterator[Any]:
    """The objects and arrays that a frame names."""
    match value:
        case ArrayValue():
            yield array_object(value)
        case UninterpretedValue() if value != NULL:
            yield value
        case tuple() | frozenset():
            for each in value:
                yield from references_in(each)
