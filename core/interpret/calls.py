"""Calls: the execution of one body from another."""

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from ..errors import OutOfFuel, Unsupported
from ..ir.build import UNBOUNDED, conj, op
from ..ir.contracts import Specification
from ..ir.operators.context import Undecided
from ..ir.routines import Routine
from ..ir.sorts import OBJECT
from ..ir.statements import statements_of
from ..ir.terms import TRUE, Term, free_names, make, var
from ..ir.type_instances import replace_sorts
from ..ir.updates import Call
from ..ir.values import ArrayValue, UninterpretedValue
from ..ir.variables import RECEIVER, Name, is_field, is_heap, last_part
from ..spans import Span
from ..trampoline import Resumable, Steps
from .checking import Allowed
from .places import BEGINNING, ExecutionStopped
from .statements import Statements
from .store import NULL, UNKNOWN, Object, Variables

DEEPEST_ITERATORS = 40
"""Iterators inside each other, whose bodies Python's own stack has."""


@define(slots=True, eq=False)
class CallExecution(Statements):
    """The execution of calls. `active` are the bodies that are under way, with their measures."""

    active: list[tuple[Routine, tuple[Any, ...] | None]] = field(factory=list)
    _iterators: dict[UninterpretedValue, Resumable] = field(factory=dict)
    """The bodies of iterators that have begun."""
    _nested: int = 0
    _reached: dict[str, set[str]] = field(factory=dict)

    def called(self, statement: Call, variables: Variables) -> Steps[None]:
        places = [self.located(place, variables) for place in statement.places]
        try:
            results = yield self.call(statement, variables)
        except (ExecutionStopped, Undecided, Unsupported):
            # What a ghost call returns decides nothing that runs: the execution goes on, and who reads it is undecided.
            if not statement.ghost:
                raise
            results = (UNKNOWN,) * len(places)
        for place, value in zip(places, results, strict=True):
            if value is UNKNOWN and not isinstance(place, Name):
                raise Undecided("an unknown result is stored in an array or object", statement.span)
            if place != "_":
                self.assign(place, value, variables)

    def call(self, statement: Call, variables: Variables) -> Steps[tuple[Any, ...]]:
        """The results of a call."""
        name = statement.method
        own: Variables = {}
        types = {name: replace_sorts(sort, self.types) for name, sort in statement.types}
        if statement.subject is not None:
            own[RECEIVER] = self.value(statement.subject, variables)
            if own[RECEIVER] == NULL:
                raise ExecutionStopped(f"{name} is called on null", statement.span)
            if statement.subject.sort == OBJECT:  # A value of a datatype has the methods of its type.
                owner = self._object(own[RECEIVER], statement.span)
                name, types = self.overriding(name, owner), {**owner.types, **types}
        routine = self.program.routines.get(name)
        if routine is None:
            arguments = [self.attempted(argument, variables, True) for argument in statement.arguments]
            return self.chosen_results(name, arguments, statement)
        if routine.resumed:
            return (self.moved_on(own[RECEIVER], routine),)
        if len(statement.arguments) != len(routine.parameters):
            raise Unsupported(f"a call of {name} with the wrong number of arguments", statement.span)
        # A compiled program does not have what is given for a ghost parameter.
        given = zip(statement.arguments, routine.parameters, strict=True)
        arguments = [self.attempted(each, variables, binder.name in routine.ghosts) for each, binder in given]
        own.update(zip((binder.name for binder in routine.parameters), arguments, strict=True))
        self._check_classes(routine, own, statement.span)
        self._check_precondition(name, own, statement.span)
        frames = self.allowing(routine, own)
        self.check_frames(frames, name, statement.span, variables)
        if self.depth >= self.fuel.depth:
            raise OutOfFuel(f"out of fuel: methods call each other deeper than {self.fuel.depth}")
        self.depth += 1
        before, self.types = self.types, types
        try:
            own.update(self.unset(routine))
            yield self.routine(routine, own, frames)
        finally:
            self.depth -= 1
            self.types = before
        return tuple(
            self.store.now(own[binder.name]) if self.may_hold_arrays(binder.sort) else own[binder.name]
            for binder in routine.results
        )

    def chosen_results(self, name: str, arguments: Sequence[Any], statement: Call) -> tuple[Any, ...]:
        """Results of a method without a body that satisfy its postcondition, which is all that its callers know: a
        choice, as `:|` is. Raises Unsupported for what is told of objects, arrays and types."""
        specification = self._specifications.get(name)
        if specification is None or statement.subject is not None or not _is_of_values(specification, len(arguments)):
            raise Unsupported(f"a call of {name}, which has no body", statement.span)
        variables: Variables = dict(zip((binder.name for binder in specification.inputs), arguments, strict=True))
        self._check_precondition(name, variables, statement.span)
        if not specification.outputs:
            return ()
        values = op("tuple.make", *(var(output.name, output.sort) for output in specification.outputs))
        domains = (UNBOUNDED,) * len(specification.outputs)
        try:
            condition = conj(
                *(
                    self._left_of(condition.term, variables)
                    for condition in specification.ensures
                    if condition.term is not None
                )
            )
            choice = make(
                "such_that", (*domains, condition, values), values.sort, specification.outputs, specification.span
            )
            results: tuple[Any, ...] = self.chosen(choice, variables)
        except ExecutionStopped as nothing:
            raise Undecided(
                f"{name} has no body, and no result that it may return was found", statement.span
            ) from nothing
        return results

    def _left_of(self, condition: Term, inputs: Variables) -> Term:
        """What a clause still asks of the results: of `a <= b ==> a <= r <= b` the range of r, which is then known."""
        while condition.op == "implies" and free_names(condition.args[0]) <= inputs.keys():
            condition = condition.args[1] if self.value(condition.args[0], inputs) else TRUE
        return condition

    def moved_on(self, iterator: UninterpretedValue, routine: Routine) -> bool:
        """Does the body of an iterator come to its next `yield`? Once it has ended, it does not."""
        known = self._iterators.get(iterator)
        if known is None:
            variables: Variables = {RECEIVER: iterator, BEGINNING: self.store.copy(), **self.unset(routine)}
            known = self._iterators[iterator] = Resumable(self.block(routine.body, variables))
        if self._nested >= DEEPEST_ITERATORS:
            raise OutOfFuel(f"out of fuel: iterators inside each other, more than {DEEPEST_ITERATORS}")
        self._nested += 1
        try:
            return known.resume()
        finally:
            self._nested -= 1

    def overriding(self, name: str, owner: Object) -> str:
        """The method of the object's own class that a call of a trait's method means."""
        method = last_part(name)
        for base in self.program.bases.get(owner.kind, ()):
            if self.program.routines.get(f"{base}.{method}") is not None:
                return f"{base}.{method}"
        return name

    def routine(self, routine: Routine, variables: Variables, frames: Allowed | None = None) -> Steps[None]:
        """Execute a body; where checks are asked for, with its measure, its frames and its postcondition."""
        if routine.two_states:
            self.fuel.step(len(self.store.objects) + len(self.store.arrays))
            variables[BEGINNING] = before = self.store.copy()
            # In the pre-state of a constructor its object does not exist: `fresh(this)` and `old` rely on that.
            for object_ in routine.objects:
                if object_.constructed:
                    before.objects.pop(variables[object_.name], None)
        if self.checks is None:
            yield from self.block(routine.body, variables)
            return
        specification = self._specifications.get(routine.name)
        for name, earlier in () if specification is None else specification.pre_states.items():
            # What an array or object was, the store of that moment says.
            is_value = name in variables and not isinstance(variables[name], ArrayValue | UninterpretedValue)
            if is_value and not is_field(name) and not is_heap(name):
                variables[earlier] = variables[name]
        measure = self.measured(routine.measure, variables)
        caller = next((each for each in reversed(self.active) if self.recurs(each[0], routine)), None)
        # `even` calls `odd`, which calls `even`: each call is held against the body that makes it, provided that
        # what is called may come back to that body: else its measure need not get smaller.
        if caller is not None and routine.measure is not None and caller is self.active[-1]:
            self.descends(routine.measure, measure, caller[1], variables, f" in the call from {caller[0].name}")
        self.active.append((routine, measure))
        self.allowed.append(frames)
        try:
            yield from self.block(routine.body, variables)
        finally:
            self.active.pop()
            self.allowed.pop()
        if specification is not None:
            self.conditions(specification.ensures, variables, f" when {routine.name} returns")

    def recurs(self, caller: Routine, callee: Routine) -> bool:
        """Does what is called come back to the caller?"""
        known = self._reached.get(callee.name)
        if known is None:
            known, pending = set(), [callee.name]
            while pending:
                routine = self.program.routines.get(pending.pop())
                for each in statements_of(routine.body) if routine is not None else ():
                    if isinstance(each, Call) and each.method not in known:
                        known.add(each.method)
                        pending.append(each.method)
            self._reached[callee.name] = known
        return caller.name in known

    def _check_classes(self, routine: Routine, variables: Variables, span: Span | None) -> None:
        """Raise Undecided where an object is of another class than the one for which a body is read: a parameter of a
        trait's type is one of the first class that extends the trait."""
        for object_ in routine.objects:
            made = self.store.objects.get(variables.get(object_.name, NULL))
            bases = () if made is None else self.program.bases.get(made.kind, ())
            if bases and object_.kind not in bases:
                raise Undecided(f"{routine.name} is called with an object of another class than {object_.kind}", span)

    def _check_precondition(self, name: str, variables: Variables, span: Span | None) -> None:
        """Raise ExecutionStopped where a call breaks a precondition; one that cannot be decided is passed over."""
        specification = self._specifications.get(name)
        if specification is not None and self.checks is not None:
            self.conditions(specification.requires, variables, f" in the call of {name} at {span}")
            return
        for condition in () if specification is None else specification.requires:
            if condition.term is None:
                continue
            try:
                holds = self.value(condition.term, variables) is not False
            except (ExecutionStopped, Undecided, Unsupported, OutOfFuel):
                if self.fuel.is_spent:
                    raise
                continue
            if not holds:
                text = " ".join(condition.clause.text.split())
                raise ExecutionStopped(f"the call of {name} violates its precondition {text}", span)

    def unset(self, routine: Routine) -> Variables:
        """The results of a routine before it has run."""
        return {binder.name: self.unset_value(binder.sort) for binder in routine.results}


def _is_of_values(specification: Specification, arguments: int) -> bool:
    """Are all values of a method plain ones, none of them changed, and all its clauses terms?"""
    binders = (*specification.inputs, *specification.outputs)
    plain = all(binder.sort != OBJECT and binder.sort.kind not in ("Array", "Function") for binder in binders)
    lowered = all(condition.term is not None for condition in specification.ensures)
    others = (
        specification.modifies
        or specification.heap.fields
        or specification.type_parameters
        or specification.heap.instances
    )
    return plain and lowered and not others and len(specification.inputs) == arguments
