"""Terms of a body in the state at hand, and the places that statements change.

A term reads a snapshot (`ArrayValue`, maps of fields), a program changes things in place. A `Reader` gives the terms of
bodies, of preconditions and of functions what they were lowered for: the elements of an array now, `o.f` the field of
the object that the variable o holds, `object.C.f` a map of that field of all objects.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from attrs import define, field, frozen

from ..errors import NotComputed, OutOfFuel, Unsupported
from ..evaluate.direct import direct
from ..evaluate.environment import AsKey, Environment, LiveValues
from ..evaluate.typed import Machine
from ..fuel import Fuel
from ..ir.contracts import Datatype, Program, Specification, may_hold
from ..ir.operators.context import EvaluationContext, Undecided, Undefined
from ..ir.sorts import OBJECT, Sort, sorts_in
from ..ir.terms import Term, free_variables, ordered_variables, subterms
from ..ir.updates import ElementPlace, FieldPlace, Place
from ..ir.values import ArrayValue, CodatatypeValue, UninterpretedValue, arrays_within
from ..ir.variables import (
    ALLOCATED,
    LENGTHS,
    STATE,
    Name,
    StateVariable,
    field_sort,
    hidden_variable,
    is_field,
    is_heap,
    is_pre_state,
    label_of,
    member_of,
    root_of,
    without_state,
)
from ..spans import Span
from ..trampoline import run
from .choices import Choices
from .store import ATOMS, NULL, UNKNOWN, Object, Store, Variables, field_value

BEGINNING = hidden_variable("state", "")
"""The variable that keeps the store at the beginning of a body, where it mentions that."""

Reader = Callable[[Variables, Store], Any]
"""The value of one variable of a term; UNKNOWN where it has none."""


def readers(term: Term, datatypes: Mapping[str, Datatype]) -> tuple[tuple[Name, Reader], ...]:
    """How the free variables of a term are read."""
    return tuple((name, _reader(name, sort, datatypes)) for name, sort in ordered_variables(term))


def reads_state_when_called(term: Term) -> bool:
    """Is it a function that reads fields or elements? After `var f := x reads c => x + c.n; c.n := 2;`, f(1) is 3
    (reference manual, section 5.3: what a function reads, it reads when it is applied)."""
    return term.op == "lambda" and any(
        is_field(name) or any(each.kind in ("Array", "Datatype") for each in sorts_in(sort))
        for name, sort in free_variables(term)
    )


def _reader(name: Name, sort: Sort, datatypes: Mapping[str, Datatype]) -> Reader:
    if without_state(name) == ALLOCATED:
        # What exists before the call, or at a label; before a body begins, now.
        state = state_variable(label_of(name))
        return lambda variables, store: variables.get(state, store).allocated()
    if is_pre_state(name):
        held = may_hold("Array", sort, datatypes)
        earlier = _earlier(_reader(without_state(name), sort, datatypes), state_variable(label_of(name)), held)
        # A parameter that is a value and changes has its earlier value beside it.
        return lambda variables, store: variables[name] if name in variables else earlier(variables, store)
    if name == STATE:
        return lambda variables, store: store.version
    if is_heap(name):
        if field_sort(sort).kind == "Array":
            return lambda variables, store: store.heap_of_arrays(name)
        return lambda variables, store: store.heap(name)
    if is_field(name):
        return _part(root_of(name), member_of(name), sort, datatypes)
    if may_hold("Array", sort, datatypes):
        return lambda variables, store: store.now(_at_hand(variables.get(name, UNKNOWN)))
    return lambda variables, store: variables.get(name, UNKNOWN)


def state_variable(label: str) -> Name:
    """The variable that keeps the store at a label, or at the beginning of a body where there is none."""
    return hidden_variable("state", label)


def _at_hand(value: Any) -> Any:
    """A value in which arrays can be found. What is not computed yet may hold some: then it is unknown."""
    return UNKNOWN if isinstance(value, CodatatypeValue) else value


def _earlier(read: Reader, state: Name, may_hold_arrays: bool) -> Reader:
    """The same in a state that is kept. Local variables are what they are now (reference manual, section 9.20)."""

    def read_before(variables: Variables, store: Store) -> Any:
        kept = variables.get(state)
        if kept is None:
            return UNKNOWN
        found = read(variables, kept)
        # What an array held before it was made, nobody knows.
        made_later = may_hold_arrays and any(each.identity not in kept.arrays for each in arrays_within(found))
        return UNKNOWN if made_later else found

    return read_before


def _part(root: Name, member: Name, sort: Sort, datatypes: Mapping[str, Datatype]) -> Reader:
    """A length of an array of several dimensions, or a field of an object: of an array that it holds the elements."""
    dimension = LENGTHS.index(member) if member in LENGTHS else len(LENGTHS)
    holds_arrays = may_hold_arrays(sort, datatypes)

    def read(variables: Variables, store: Store) -> Any:
        owner = variables.get(root, UNKNOWN)
        if isinstance(owner, ArrayValue):
            lengths = store.shapes.get(owner.identity)
            return UNKNOWN if lengths is None or dimension >= len(lengths) else lengths[dimension]
        found = store.objects.get(owner) if isinstance(owner, UninterpretedValue) else None
        value = UNKNOWN if found is None else field_value(found, member)
        if sort.kind == "Seq" and (value is None or isinstance(value, ArrayValue)):
            return () if value is None else store.now(value).elements
        return store.now(value) if holds_arrays else value

    return read


def may_hold_arrays(sort: Sort, datatypes: Mapping[str, Datatype]) -> bool:
    """May a value of a sort be an array or hold one, as one of a type parameter may, so that it may change?"""
    open_type = any(each.kind == "Uninterpreted" and each != OBJECT for each in sorts_in(sort))
    return open_type or may_hold("Array", sort, datatypes)


class ExecutionStopped(Exception):
    """The program cannot go on."""

    def __init__(self, reason: str, span: Span | None) -> None:
        self.reason, self.span = reason, span
        super().__init__(reason)


# What follows is kept for all executions: of one body there are many, on further inputs and with further choices.


@lru_cache(maxsize=4096)
def _kept_readers(term: Term, datatypes: AsKey) -> tuple[tuple[Name, Reader], ...]:
    known: Mapping[str, Datatype] = datatypes.mapping
    return readers(term, known)


@lru_cache(maxsize=4096)
def _may_make_live_functions(term: Term) -> bool:
    return any(map(reads_state_when_called, subterms(term)))


@lru_cache(maxsize=4096)
def _reads_all_at_once(term: Term, datatypes: AsKey) -> bool:
    """Is all that a term reads among its variables? A function value may read the state when it is applied."""
    known: Mapping[str, Datatype] = datatypes.mapping
    functions = any(may_hold("Function", sort, known) for _, sort in free_variables(term))
    return not functions and not _may_make_live_functions(term)


def _is_same(one: Any, other: Any) -> bool:
    """Are two values of a variable known to be the same at once? Equal arrays may hold different elements."""
    return one is other or (type(one) is type(other) and type(one) in ATOMS and one == other)


@frozen(slots=True, eq=False)
class KeptTruth:
    """Whether a term is known to be true where its variables have these values, and the steps that it took."""

    values: tuple[Any, ...]
    is_true: bool
    steps: int


@define(slots=True, eq=False)
class Places:
    """One execution: its state, and what terms and places are in it. Choices that the language leaves open are made by
    `choices`; where there are none, by a generator with a fixed seed, and as the evaluator does."""

    program: Program
    fuel: Fuel
    store: Store = field()
    printed: list[tuple[Sort, Any]] = field(factory=list)
    depth: int = 0
    types: Mapping[str, Sort] = field(factory=dict)
    """What the type parameters of the routine under way stand for, where that is known."""
    choices: Choices | None = None
    context: EvaluationContext = field(init=False)
    _random: Random = field(factory=lambda: Random(0))
    _holding: dict[Sort, bool] = field(factory=dict)
    _live_terms: dict[Term, bool] = field(factory=dict)
    _readers: dict[Term, tuple[tuple[Name, Reader], ...]] = field(factory=dict)
    _truths: dict[Term, KeptTruth] = field(factory=dict)
    _specifications: dict[str, Specification] = field(init=False)

    @store.default
    def _nothing(self) -> Store:
        return Store(bases=self.program.bases, fuel=self.fuel)

    def __attrs_post_init__(self) -> None:
        self.context = EvaluationContext(self.program.functions, self.program.datatypes, self.fuel, runs=True)
        self._specifications = {specification.name: specification for specification in self.program.specifications}

    # -- values

    def value(self, term: Term, variables: Variables) -> Any:
        """The value of a term now. Raises ExecutionStopped, Undecided, OutOfFuel, Unsupported."""
        if term.op == "const":
            return term.data
        plan = self._plan(term)
        if term.op == "var":
            # As below, in one step; nearly half of all that statements read are variables.
            self.fuel.step()
            found = plan[0][1](variables, self.store)
            if found is UNKNOWN:
                raise Undecided(f"no value for {term.data}", term.span)
            return found
        environment = Environment({})
        for name, read in plan:
            found = read(variables, self.store)
            if found is not UNKNOWN:
                environment[name] = found
        if self._makes_live_functions(term):
            environment.live = self._live(plan, environment, variables)
        try:
            function = direct(term)
            if function is not None:
                try:
                    return function(environment, self.context)
                except NotComputed:
                    function = None  # the machine computes it
            machine = Machine(self.context, environment)
            return run(machine.evaluate(term, machine.environment))
        except Undefined as problem:
            raise ExecutionStopped(problem.reason, problem.span or term.span) from None

    def _plan(self, term: Term) -> tuple[tuple[Name, Reader], ...]:
        """How the variables of a term are read."""
        plan = self._readers.get(term)
        if plan is None:
            plan = self._readers[term] = _kept_readers(term, AsKey(self.program.datatypes))
        return plan

    def _makes_live_functions(self, term: Term) -> bool:
        """Does a term make functions that read the state?"""
        found = self._live_terms.get(term)
        if found is None:
            found = self._live_terms[term] = _may_make_live_functions(term)
        return found

    def _live(
        self, plan: tuple[tuple[Name, Reader], ...], environment: Environment, variables: Variables
    ) -> LiveValues:
        """What a function reads: of local variables as they are now, of the state as it is when it is called."""
        kept = dict(variables)

        def now() -> dict[Name, Any]:
            found = ((name, read(kept, self.store)) for name, read in plan)
            return {name: value for name, value in found if value is not UNKNOWN}

        return LiveValues(dict(environment), now)

    def may_hold_arrays(self, sort: Sort) -> bool:
        """Whether the function of that name says so."""
        found = self._holding.get(sort)
        if found is None:
            found = self._holding[sort] = may_hold_arrays(sort, self.program.datatypes)
        return found

    def read(self, value: Term | FieldPlace, variables: Variables) -> Any:
        """The value of what is assigned or given."""
        if isinstance(value, Term):
            return self.value(value, variables)
        found = self.object_of(value, variables).get(value.field, UNKNOWN)
        if found is UNKNOWN:
            raise Undecided(f"the field {value.field} has no known value", value.subject.span)
        return self.store.now(found)

    def object_of(self, place: FieldPlace, variables: Variables) -> dict[Name, Any]:
        """The fields of the object of a place."""
        owner = self.value(place.subject, variables)
        if owner == NULL:
            raise ExecutionStopped(f"null has no field {place.field}", place.subject.span)
        return self._object(owner, place.subject.span).fields

    def _object(self, owner: UninterpretedValue, span: Span | None) -> Object:
        if owner not in self.store.objects:
            raise Undecided("an unknown object", span)
        return self.store.objects[owner]

    def truth(self, term: Term, variables: Variables) -> bool:
        return self.value(term, variables) is True

    def is_met(self, condition: Term, variables: Variables) -> bool:
        """Is a condition known to be true? Raises OutOfFuel."""
        # `Valid()` goes through all that an object holds, and is asked of the same object for a dozen arguments. What
        # is known is counted as if it were evaluated: whatever is limited by work ends where it did.
        values = tuple(read(variables, self.store) for _, read in self._plan(condition))
        kept = self._truths.get(condition)
        if kept is not None and all(map(_is_same, kept.values, values)):
            self.fuel.step(kept.steps)
            return kept.is_true
        before = self.fuel.steps
        try:
            found = self.truth(condition, variables)
        except (ExecutionStopped, Undecided, Unsupported):
            found = False
        # An observer is to see each evaluation.
        if self.context.observer is None and _reads_all_at_once(condition, AsKey(self.program.datatypes)):
            self._truths[condition] = KeptTruth(values, found, before - self.fuel.steps)
        return found

    def attempted(self, value: Term | FieldPlace, variables: Variables, ghost: bool) -> Any:
        """The value of what is assigned; UNKNOWN where it is not known."""
        try:
            return self.read(value, variables)
        except ExecutionStopped:
            if not ghost:
                raise
            return UNKNOWN
        except Undecided:
            return UNKNOWN
        except OutOfFuel:
            if self.fuel.is_spent or not ghost:
                raise
            return UNKNOWN

    # -- places

    def located(self, place: Place, variables: Variables) -> Any:
        """A place with its parts evaluated: a name, an object's fields with a name, an array with a position."""
        match place:
            case str() | StateVariable():
                return place
            case FieldPlace(subject, name):
                owner = self.value(subject, variables)
                if owner == NULL:
                    raise ExecutionStopped(f"null has no field {name}", subject.span)
                self._object(owner, subject.span)
                return owner, name
            case ElementPlace(array, indices):
                found = self.read(array, variables)
                positions = [self.value(index, variables) for index in indices]
                if found is None:
                    raise ExecutionStopped("null has no elements", indices[0].span)
                return found, self.position(found, positions, indices[0].span)

    def position(self, array: ArrayValue, positions: list[int], span: Span | None) -> int:
        lengths = self.store.shapes.get(array.identity) or (len(self.store.elements(array)),)
        if len(lengths) != len(positions):
            raise Unsupported("an element of an array of other dimensions", span)
        found = 0
        for position, length in zip(positions, lengths, strict=True):
            if not 0 <= position < length:
                raise ExecutionStopped(f"index {position} is outside an array of length {length}", span)
            found = found * length + position
        return found

    def assign(self, place: Any, value: Any, variables: Variables) -> None:
        match place:
            case str() | StateVariable():
                variables[place] = value
            case (ArrayValue() as array, int(position)):
                held = self.store.elements(array)
                self.fuel.step()
                self.fuel.copy(len(held))
                self.store.arrays[array.identity] = (*held[:position], value, *held[position + 1 :])
            case (UninterpretedValue() as owner, str(name)):
                self.store.set_field(owner, name, value)
