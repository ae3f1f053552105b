"""Calls: the execution of one body from another."""

from typing import Any

from attrs import define

from ..errors import OutOfFuel, Unsupported
from ..ir.operators.context import Undecided
from ..ir.statements import Call, Routine
from ..spans import Span
from ..trampoline import Steps
from .places import ExecutionStopped
from .statements import Statements
from .store import BEGINNING, NULL, UNKNOWN, Object, Variables, some_value

CALLS = 400
"""The deepest recursion of methods."""


@define(slots=True, eq=False)
class CallExecution(Statements):
    """The execution of calls."""

    def called(self, statement: Call, variables: Variables) -> Steps[None]:
        places = [self.located(place, variables) for place in statement.places]
        try:
            results = yield self.call(statement, variables)
        except (ExecutionStopped, Undecided, Unsupported):
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
                raise ExecutionStopped(f"{name} is called on null", statement.span)
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
            own.update(self.unset(routine))
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
            except (ExecutionStopped, Undecided, Unsupported, OutOfFuel):
                if self.fuel.is_spent:
                    raise
                continue
            if not holds:
                text = " ".join(condition.clause.text.split())
                raise ExecutionStopped(f"the call of {name} violates its precondition {text}", span)

    def unset(self, routine: Routine) -> Variables:
        """The results of a routine before it has run."""
        return {binder.name: some_value(binder.sort, self.program.datatypes) for binder in routine.results}
