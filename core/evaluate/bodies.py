"""The reference interpreter of method bodies: Dafny reference manual, section 8, as compiled programs run.

Ghost statements are no part of a body, except assignments to ghost variables and fields, which specifications are
about: where their values are not known, the variables are unknown, and the execution goes on. What it cannot follow
(fuel, a statement that is not lowered, a value that the evaluator does not find) makes the outcome *unknown*, never
failed.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Literal

from attrs import define, field, frozen

from ..errors import OutOfFuel, Unsupported
from ..fuel import Fuel
from ..ir.build import call
from ..ir.contracts import Program, Specification
from ..ir.operators.context import EvaluationContext, Undecided, Undefined
from ..ir.sorts import Sort, set_of
from ..ir.statements import (
    Arbitrary,
    Block,
    Break,
    Call,
    Choose,
    Continue,
    ElementPlace,
    Expect,
    FieldPlace,
    If,
    Instance,
    NewArray,
    NewObject,
    OpaqueStatement,
    Place,
    Print,
    Return,
    Routine,
    Statement,
    Update,
    UpdateAll,
    While,
)
from ..ir.terms import Binder, Term, make, var
from ..ir.values import ArrayValue, UninterpretedValue, ordered
from ..ir.variables import field_variable, is_field, is_heap
from ..spans import Span
from ..trampoline import Steps, run
from .choices import Choices
from .direct import direct
from .environment import Environment
from .machine import Machine
from .store import BEGINNING, NULL, UNKNOWN, Object, Reader, Store, Variables, readers, some_value
from .typed import evaluate

STEPS = 300_000
SOME_NUMBERS = (0, 1, -1, 2, 3)
"""What `*` is, where that is a number."""
SIZE = 20_000
"""The largest collection or array, and the bits of the largest number, in an execution."""
CALLS = 400
"""The deepest recursion of methods."""
DEPTH = 3_000
"""The deepest recursion of functions."""
RETURN = Return(None)
Signal = Return | Break | Continue


@frozen(slots=True)
class Outcome:
    """What an execution came to. `returned`: `outputs` has what the specification calls outputs and what it lets the
    method modify, as far as known. `failed`: it cannot go on at `span`, for this `reason`. `unknown`: it could not be
    followed. `printed`: the sorts and values of what `print` writes, in order."""

    state: Literal["returned", "failed", "unknown"]
    outputs: Mapping[str, Any] = field(factory=dict)
    reason: str = ""
    span: Span | None = None
    printed: tuple[tuple[Sort, Any], ...] = ()


class Stopped(Exception):
    """The program cannot go on."""

    def __init__(self, reason: str, span: Span | None) -> None:
        self.reason, self.span = reason, span
        super().__init__(reason)


def fuel_of_execution(deadline: float) -> Fuel:
    """What one execution may use; it ends at `deadline` (of `time.monotonic`)."""
    return Fuel(STEPS, SIZE, depth=DEPTH, deadline=deadline)


def execute(
    specification: Specification,
    inputs: Mapping[str, Any],
    program: Program,
    fuel: Fuel | None = None,
    choices: Choices | None = None,
) -> Outcome:
    """Run the body of the method that a specification is about on its inputs, which meet `requires`.

    Never raises for the body's sake. `inputs` has values as the evaluator takes them for the specification's terms;
    they are not changed. `choices` makes the choices that Dafny leaves open.
    """
    if specification.kind == "lemma":
        return Outcome("returned")
    if specification.kind == "function":
        return _applied(specification, inputs, program, fuel or fuel_of_execution(float("inf")))
    routine = program.routines.get(specification.name)
    if routine is None:
        return Outcome("unknown", reason=f"{specification.name} has no body that can be executed")
    interpreter = Interpreter(program, fuel or fuel_of_execution(float("inf")), choices=choices)
    try:
        variables = interpreter.prepared(specification, routine, inputs)
    except Unsupported as problem:
        return Outcome("unknown", reason=problem.construct, span=problem.span)
    return interpreter.outcome(specification, routine, variables)


def _applied(specification: Specification, inputs: Mapping[str, Any], program: Program, fuel: Fuel) -> Outcome:
    """What a function comes to."""
    function = program.functions.get(specification.name)
    if function is None:
        return Outcome("unknown", reason=f"{specification.name} is not lowered")
    (output,) = specification.outputs
    arguments = (var(binder.name, binder.sort) for binder in function.parameters)
    found = evaluate(
        call(function.name, *arguments, sort=function.result), inputs, program.functions, program.datatypes, fuel
    )
    match found.state:
        case "defined":
            return Outcome("returned", {output.name: found.value})
        case "undefined":
            return Outcome("failed", {}, found.reason, found.span or specification.span)
        case _:
            return Outcome("unknown", {}, found.reason, found.span)


def _why(problem: Undecided | Unsupported) -> str:
    return problem.reason if isinstance(problem, Undecided) else problem.construct


@define(slots=True, eq=False)
class Interpreter:
    """One execution. Choices that Dafny leaves open are made by `choices`; where there are none, by a generator with a
    fixed seed, and as the evaluator does."""

    program: Program
    fuel: Fuel
    store: Store = field(factory=Store)
    printed: list[tuple[Sort, Any]] = field(factory=list)
    depth: int = 0
    choices: Choices | None = None
    context: EvaluationContext = field(init=False)
    _random: Random = field(factory=lambda: Random(0))
    _readers: dict[Term, tuple[tuple[str, Reader], ...]] = field(factory=dict)
    _specifications: dict[str, Specification] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.context = EvaluationContext(self.program.functions, self.program.datatypes, self.fuel)
        self._specifications = {each.name: each for each in self.program.specifications}

    # -- the states before and after

    def prepared(self, specification: Specification, routine: Routine, inputs: Mapping[str, Any]) -> Variables:
        """The variables at the beginning, with arrays and objects as the inputs describe them. Raises Unsupported."""
        for value in inputs.values():
            self.take(value)
        variables = {name: value for name, value in inputs.items() if not is_field(name)}
        for each in specification.dimensions:
            if each.array in inputs:
                array = inputs[each.array]
                self.store.shapes[array.identity] = tuple(inputs[name] for name in each.lengths)
        if any(map(is_heap, inputs)):
            raise Unsupported("objects that are reached through others, as inputs,", specification.span)
        for instance in routine.objects:
            variables[instance.name] = self._instance(instance, inputs)
        if set(variables) >= {binder.name for binder in routine.parameters}:
            return {**variables, **self._unset(routine)}
        raise Unsupported("an input that is not known", specification.span)

    def _instance(self, instance: Instance, inputs: Mapping[str, Any]) -> UninterpretedValue:
        """An object with the fields that the inputs give. Which value another field has makes no difference to the
        specification."""
        fields: dict[str, Any] = {}
        for binder in instance.fields:
            value = inputs.get(field_variable(instance.name, binder.name), UNKNOWN)
            if value is UNKNOWN:
                value = some_value(binder.sort, self.program.datatypes)
            elif binder.sort.kind == "Array" and isinstance(value, tuple):
                value = self.store.new_array(value, (len(value),))
            fields[binder.name] = value
        return self.store.add_object(inputs.get(instance.name), instance.kind, fields)

    def take(self, value: Any) -> None:
        """Take the arrays of a value into the store."""
        if isinstance(value, ArrayValue):
            self.store.add_array(value)
        elif isinstance(value, (tuple, frozenset)):
            for part in value:
                self.take(part)

    def _unset(self, routine: Routine) -> Variables:
        return {binder.name: some_value(binder.sort, self.program.datatypes) for binder in routine.results}

    def outputs(self, specification: Specification, variables: Variables) -> dict[str, Any]:
        """The values after the execution. Raises Undecided where one is not known."""
        names = (*(binder.name for binder in specification.outputs), *specification.modifies)
        sorts = {binder.name: binder.sort for binder in (*specification.inputs, *specification.outputs)}
        return {name: self._read(Binder(name, sorts[name]), specification, variables) for name in names}

    def outcome(self, specification: Specification, routine: Routine, variables: Variables) -> Outcome:
        """Execute a body on variables, which change. Never raises for the body's sake."""
        try:
            run(self.routine(routine, variables))
            outputs = self.outputs(specification, variables)
        except Stopped as problem:
            return Outcome("failed", {}, problem.reason, problem.span, tuple(self.printed))
        except (Undecided, Unsupported) as problem:
            return Outcome("unknown", {}, _why(problem), problem.span, tuple(self.printed))
        except OutOfFuel as problem:
            return Outcome("unknown", reason=str(problem), printed=tuple(self.printed))
        except RecursionError:
            return Outcome("unknown", reason="out of fuel: a value is nested too deeply")
        return Outcome("returned", outputs, printed=tuple(self.printed))

    def perform(self, routine: Routine, variables: Variables) -> None:
        """Execute a body for what it does. Raises Stopped, Undecided, OutOfFuel, Unsupported."""
        variables.update(self._unset(routine))
        run(self.routine(routine, variables))

    def meets(self, specification: Specification, variables: Variables) -> bool:
        """Is it known that the variables meet the precondition?"""
        for condition in specification.requires:
            try:
                if condition.term is None or not self.truth(condition.term, variables):
                    return False
            except (Stopped, Undecided, Unsupported):
                return False
        return True

    def observed(self, specification: Specification, variables: Variables) -> dict[str, Any]:
        """What the specification reads of the state, as its inputs. Raises Undecided."""
        return {binder.name: self._read(binder, specification, variables) for binder in specification.inputs}

    def new_instance(self, instance: Instance) -> UninterpretedValue:
        """An object whose fields are not set."""
        return self._instance(instance, {})

    def _read(self, binder: Binder, specification: Specification, variables: Variables) -> Any:
        ((_, read),) = readers(var(binder.name, binder.sort), self.program.datatypes)
        found = read(variables, self.store)
        if found is UNKNOWN:
            raise Undecided(f"{binder.name} is not known", specification.span)
        return found

    # -- values

    def value(self, term: Term, variables: Variables) -> Any:
        """The value of a term now. Raises Stopped, Undecided, OutOfFuel, Unsupported."""
        if term.op == "const":
            return term.data
        plan = self._readers.get(term)
        if plan is None:
            plan = self._readers[term] = readers(term, self.program.datatypes)
        environment = Environment({})
        for name, read in plan:
            found = read(variables, self.store)
            if found is not UNKNOWN:
                environment[name] = found
        try:
            function = direct(term)
            if function is not None:
                return function(environment, self.context)
            machine = Machine(self.context, environment)
            return run(machine.evaluate(term, machine.environment))
        except Undefined as problem:
            raise Stopped(problem.reason, problem.span or term.span) from None

    def read(self, value: Term | FieldPlace, variables: Variables) -> Any:
        """The value of what is assigned or given."""
        if isinstance(value, Term):
            return self.value(value, variables)
        found = self.object_of(value, variables).get(value.field, UNKNOWN)
        if found is UNKNOWN:
            raise Undecided(f"the field {value.field} has no known value", value.subject.span)
        return self.store.now(found)

    def object_of(self, place: FieldPlace, variables: Variables) -> dict[str, Any]:
        """The fields of the object of a place."""
        owner = self.value(place.subject, variables)
        if owner == NULL:
            raise Stopped(f"null has no field {place.field}", place.subject.span)
        return self._object(owner, place.subject.span).fields

    def _object(self, owner: UninterpretedValue, span: Span | None) -> Object:
        if owner not in self.store.objects:
            raise Undecided("an object of which nothing is known", span)
        return self.store.objects[owner]

    def truth(self, term: Term, variables: Variables) -> bool:
        return self.value(term, variables) is True

    def attempted(self, value: Term | FieldPlace, variables: Variables, ghost: bool) -> Any:
        """The value of what is assigned; UNKNOWN where it is not known."""
        try:
            return self.read(value, variables)
        except Stopped:
            if not ghost:
                raise
            return UNKNOWN
        except Undecided:
            return UNKNOWN
        except OutOfFuel:
            if self.fuel.is_spent:
                raise
            return UNKNOWN

    # -- places

    def located(self, place: Place, variables: Variables) -> Any:
        """A place with its parts evaluated: a name, an object's fields with a name, an array with a position."""
        match place:
            case str():
                return place
            case FieldPlace(subject, name):
                owner = self.value(subject, variables)
                if owner == NULL:
                    raise Stopped(f"null has no field {name}", subject.span)
                self._object(owner, subject.span)
                return owner, name
            case ElementPlace(array, indices):
                found = self.read(array, variables)
                positions = [self.value(index, variables) for index in indices]
                if found is None:
                    raise Stopped("null has no elements", indices[0].span)
                return found, self.position(found, positions, indices[0].span)

    def position(self, array: ArrayValue, positions: list[int], span: Span | None) -> int:
        lengths = self.store.shapes.get(array.identity) or (len(self.store.elements(array)),)
        if len(lengths) != len(positions):
            raise Unsupported("an element of an array of other dimensions", span)
        found = 0
        for position, length in zip(positions, lengths, strict=True):
            if not 0 <= position < length:
                raise Stopped(f"index {position} is outside an array of length {length}", span)
            found = found * length + position
        return found

    def assign(self, place: Any, value: Any, variables: Variables) -> None:
        match place:
            case str():
                variables[place] = value
            case (ArrayValue() as array, int(position)):
                held = self.store.elements(array)
                self.fuel.step(1 + len(held) // 50)
                self.store.arrays[array.identity] = (*held[:position], value, *held[position + 1 :])
            case (UninterpretedValue() as owner, str(name)):
                self.store.set_field(owner, name, value)

    # -- statements

    def block(self, statements: Iterable[Statement], variables: Variables) -> Steps[Signal | None]:
        """Execute statements in order; what it comes to is how they are left."""
        for statement in statements:
            self.fuel.step()
            match statement:
                case Update():
                    self.update(statement, variables)
                    continue
                case If():
                    signal = yield from self.conditional(statement, variables)
                case While():
                    signal = yield from self.loop(statement, variables)
                case Block():
                    signal = yield from self.inner(statement, variables)
                case Call():
                    yield from self.called(statement, variables)
                    continue
                case Return():
                    return RETURN
                case Break() | Continue():
                    return statement
                case _:
                    self.simple(statement, variables)
                    continue
            if signal is not None:
                return signal
        return None

    def simple(self, statement: Statement, variables: Variables) -> None:
        """A statement without statements in it."""
        match statement:
            case Arbitrary(target):
                variables[target.name] = self.arbitrary(target)
            case NewArray():
                variables[statement.target] = self.new_array(statement, variables)
            case NewObject(target, kind, fields):
                made = {binder.name: some_value(binder.sort, self.program.datatypes) for binder in fields}
                variables[target] = self.store.new_object(kind, made)
            case Choose():
                self.choose(statement, variables)
            case UpdateAll():
                self.update_all(statement, variables)
            case Expect():
                self.expect(statement, variables)
            case Print(values):
                self.printed.extend((value.sort, self.value(value, variables)) for value in values)
            case OpaqueStatement(construct, span):
                raise Unsupported(construct, span)
            case _:
                raise Unsupported(type(statement).__name__.lower(), getattr(statement, "span", None))

    def expect(self, statement: Expect, variables: Variables) -> None:
        """Raise Stopped where what is expected is false, Undecided where that is so of what is assumed."""
        try:
            holds = self.truth(statement.test, variables)
        except Stopped:
            if not statement.assumed:
                raise
            holds = False
        if holds:
            return
        if statement.assumed:
            raise Undecided(f"{statement.text} is assumed, and is false", statement.span)
        raise Stopped(f"expect {statement.text} fails", statement.span)

    def update(self, statement: Update, variables: Variables) -> None:
        try:
            places = [self.located(place, variables) for place in statement.places]
        except (Stopped, Undecided):
            if statement.ghost:
                return
            raise
        values = [self.attempted(value, variables, statement.ghost) for value in statement.values]
        for place, value in zip(places, values, strict=True):
            if value is UNKNOWN and not isinstance(place, str) and not statement.ghost:
                raise Undecided("a value that is not known is kept in an array or object", statement.span)
            self.assign(place, value, variables)

    def arbitrary(self, target: Binder) -> Any:
        """A value for a variable that is not initialised, or for `*`, whose variable has no name in the text. Of the
        first nobody means to make use, so it is no choice."""
        if self.choices is None or "#" not in target.name:
            is_boolean = target.sort.kind == "Bool"
            return self._random.random() < 0.5 if is_boolean else some_value(target.sort, self.program.datatypes)
        if target.sort.kind == "Bool":
            return self.choices.pick((True, False))
        self.choices.open = True
        is_number = target.sort.kind == "Int"
        return self.choices.pick(SOME_NUMBERS) if is_number else some_value(target.sort, self.program.datatypes)

    def new_array(self, statement: NewArray, variables: Variables) -> ArrayValue:
        lengths = tuple(self.value(length, variables) for length in statement.lengths)
        if any(length < 0 for length in lengths):
            raise Stopped(f"an array of length {min(lengths)}", statement.span)
        size = 1
        for length in lengths:
            size *= length
        self.fuel.allow(size)
        self.fuel.step(1 + size // 10)
        if statement.elements is not None:
            elements = tuple(self.value(statement.elements, variables))
            if len(elements) != size:
                raise Stopped(f"{len(elements)} elements for an array of {size}", statement.span)
        elif statement.element is not None:
            elements = tuple(self._initial(statement.element, statement.indices, lengths, variables, size))
        else:
            elements = (some_value(statement.sort, self.program.datatypes),) * size
        if UNKNOWN in elements:
            elements = (NULL if statement.sort.kind == "Uninterpreted" else None,) * size
        return self.store.new_array(elements, lengths)

    def _initial(
        self, element: Term, indices: tuple[str, ...], lengths: tuple[int, ...], variables: Variables, size: int
    ) -> Iterable[Any]:
        for number in range(size):
            own, rest = {}, number
            for name, length in zip(reversed(indices), reversed(lengths), strict=True):
                rest, own[name] = divmod(rest, length)
            yield self.value(element, {**variables, **own})

    def choose(self, statement: Choose, variables: Variables) -> None:
        """Take values that satisfy the condition: the first ones in the order of the evaluator, or a choice."""
        chosen: Any = UNKNOWN
        try:
            chosen = self.chosen(statement.choice, variables)
        except Stopped:
            if statement.found:
                variables[statement.found] = False
                return
            if not statement.ghost:
                raise
        except (Undecided, Unsupported):
            if not statement.ghost:
                raise
        values = (UNKNOWN,) * len(statement.targets) if chosen is UNKNOWN else chosen
        variables.update(zip((binder.name for binder in statement.targets), values, strict=True))
        if statement.found:
            variables[statement.found] = True

    def chosen(self, choice: Term, variables: Variables) -> Any:
        """The values of `:|`. Raises as `value`."""
        if self.choices is None:
            return self.value(choice, variables)
        every = make("set.comprehension", choice.args, set_of(choice.sort), choice.data, choice.span)
        try:
            options = ordered(self.value(every, variables))
        except (Undecided, Unsupported):
            self.choices.open = True
            options = [self.value(choice, variables)]
        if not options:
            raise Stopped("no value satisfies the condition", choice.span)
        return self.choices.pick(options)

    def update_all(self, statement: UpdateAll, variables: Variables) -> None:
        found = []
        for values in ordered(self.value(statement.choices, variables)):
            self.fuel.step()
            own = dict(zip((binder.name for binder in statement.targets), values, strict=True))
            inner = {**variables, **own}
            found.append((self.located(statement.place, inner), self.value(statement.value, inner)))
        for place, value in found:
            self.assign(place, value, variables)

    # -- statements with statements in them

    def conditional(self, statement: If, variables: Variables) -> Steps[Signal | None]:
        chosen = statement.then if self.truth(statement.test, variables) else statement.orelse
        return (yield from self.block(chosen, variables))

    def loop(self, statement: While, variables: Variables) -> Steps[Signal | None]:
        while self.truth(statement.test, variables):
            self.fuel.step()
            signal = yield from self.block(statement.body, variables)
            if signal is None:
                continue
            mine = not isinstance(signal, Return) and (not signal.label or signal.label in statement.labels)
            if mine and isinstance(signal, Continue):
                continue
            return None if mine else signal
        return None

    def inner(self, statement: Block, variables: Variables) -> Steps[Signal | None]:
        outside = {name: variables.get(name, UNKNOWN) for name in statement.hides}
        signal = yield from self.block(statement.body, variables)
        variables.update(outside)
        mine = isinstance(signal, Break) and signal.label in statement.labels and signal.label
        return None if mine else signal

    # -- calls

    def called(self, statement: Call, variables: Variables) -> Steps[None]:
        places = [self.located(place, variables) for place in statement.places]
        try:
            results = yield self.call(statement, variables)
        except (Stopped, Undecided, Unsupported):
            if not statement.ghost:
                raise
            results = (UNKNOWN,) * len(places)
        for place, value in zip(places, results, strict=True):
            if value is UNKNOWN and not isinstance(place, str):
                raise Undecided("a result that is not known is kept in an array or object", statement.span)
            if place != "_":
                self.assign(place, value, variables)

    def call(self, statement: Call, variables: Variables) -> Steps[tuple[Any, ...]]:
        """The results of a call."""
        arguments = [self.attempted(each, variables, True) for each in statement.arguments]
        name, own = statement.method, {}
        if statement.subject is not None:
            own["this"] = self.value(statement.subject, variables)
            if own["this"] == NULL:
                raise Stopped(f"{name} is called on null", statement.span)
            name = self.overriding(name, self._object(own["this"], statement.span))
        routine = self.program.routines.get(name)
        if routine is None:
            raise Unsupported(f"a call of {name}, which has no body", statement.span)
        if len(arguments) != len(routine.parameters):
            raise Unsupported(f"a call of {name} with other parameters", statement.span)
        own.update(zip((binder.name for binder in routine.parameters), arguments, strict=True))
        self._check_precondition(name, own, statement.span)
        if self.depth >= CALLS:
            raise OutOfFuel(f"out of fuel: methods call each other deeper than {CALLS}")
        self.depth += 1
        try:
            own.update(self._unset(routine))
            yield self.routine(routine, own)
        finally:
            self.depth -= 1
        return tuple(self.store.now(own[binder.name]) for binder in routine.results)

    def overriding(self, name: str, owner: Object) -> str:
        """The method of the object's own class that a call of a trait's method means."""
        method = name.rpartition(".")[2]
        for base in self.program.bases.get(owner.kind, ()):
            if self.program.routines.get(f"{base}.{method}") is not None:
                return f"{base}.{method}"
        return name

    def routine(self, routine: Routine, variables: Variables) -> Steps[None]:
        if routine.two_states:
            variables[BEGINNING] = dict(variables), self.store.copy()
        yield from self.block(routine.body, variables)

    def _check_precondition(self, name: str, variables: Variables, span: Span | None) -> None:
        """Raise Stopped where a call breaks a precondition; one that cannot be decided is passed over."""
        specification = self._specifications.get(name)
        for condition in () if specification is None else specification.requires:
            if condition.term is None:
                continue
            try:
                holds = self.value(condition.term, variables) is not False
            except (Stopped, Undecided, Unsupported, OutOfFuel):
                if self.fuel.is_spent:
                    raise
                continue
            if not holds:
                text = " ".join(condition.clause.text.split())
                raise Stopped(f"the call of {name} violates its precondition {text}", span)
