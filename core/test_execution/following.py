"""The execution of a test as it is written, on unknown results of the methods under test.

Everything else is executed by the interpreter of bodies: helpers, loops, arrays, objects. A condition that depends on a
result is followed both ways (`paths.py`). What the test demands is what keeps it from failing: an assertion holds on
every way that reaches it, and a way that fails is one that no right result takes.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define

from ..deciding.engines import ENDLESS, Engines
from ..errors import OutOfFuel, Unsupported
from ..fuel import Fuel
from ..interpret.bodies import DEEPEST_CALL, LARGEST_VALUE, Interpreter
from ..interpret.places import ExecutionStopped
from ..interpret.statements import RETURN
from ..interpret.store import FIRST, UNKNOWN, Store, Variables
from ..ir.contracts import Program, TestMethod
from ..ir.operators.context import Undecided
from ..ir.routines import Routine
from ..ir.sorts import CHAR, Sort, array_of, seq_of
from ..ir.statements import (
    Block,
    Break,
    Continue,
    Expect,
    If,
    OpaqueStatement,
    Print,
    Remark,
    Return,
    Statement,
    While,
    statements_of,
)
from ..ir.terms import Term, const
from ..ir.type_instances import replace_sorts
from ..ir.updates import (
    Arbitrary,
    Call,
    Choose,
    ElementPlace,
    FieldPlace,
    NewArray,
    NewObject,
    Place,
    Update,
    UpdateAll,
)
from ..ir.values import ArrayValue, UninterpretedValue
from ..ir.variables import RECEIVER, Name, is_hidden, which_array
from ..spans import Span
from ..spec_testing.findings import Finding
from ..trampoline import Steps, run
from .method_calls import Calls
from .paths import PathEnd, PathState, merged
from .symbolic import SymbolicValue, as_term, is_symbolic
from .tracing import Note, Trace
from .unknown_results import Unfollowed

STEPS = 200_000
"""Nodes that are evaluated in the execution of one test. A test that takes more says nothing. Chosen, not measured."""
UNROLLED = 40
"""Rounds of a loop of which a result decides whether they happen."""
WAYS = 24
"""States that are followed at the same time."""


def followed(test: TestMethod, program: Program, helpers: frozenset[str], engines: Engines = ENDLESS) -> Trace:
    """What a test does and demands. `helpers` are executed as part of it, and are not under test. Raises Unsupported
    where nothing of it is executed."""
    routine = program.tested.get(test.name)
    if routine is None:
        raise Unsupported(f"{test.name}, which has no body", test.span)
    fuel = engines.executing(Fuel(STEPS, LARGEST_VALUE, depth=DEEPEST_CALL))
    # The objects of a test are inputs of calls, and what is executed on these makes objects with higher numbers.
    store = Store(bases=program.bases, first=0)
    execution = TestExecution(program, fuel, store, engines=engines, test=test.name, helpers=helpers)
    execution.follow(routine)
    return execution.trace


@define(slots=True, eq=False)
class TestExecution(Calls):
    """The execution of one test."""

    # -- the whole

    def follow(self, routine: Routine) -> None:
        state = PathState({}, self.store, (), self.top)
        self.meet(routine.objects)
        for object_ in routine.objects:  # The test is a method of a class itself. Of its object nothing is known.
            fields = ((name, sort) for name, sort in self.kinds[object_.kind].items() if sort.kind != "Array")
            made = {name: self.unknown(RECEIVER, sort) for name, sort in fields}
            state.variables[object_.name] = self.store.new_object(object_.kind, made)
        try:
            run(self.statements(routine.body, state))
        except Unfollowed as problem:
            self.report(problem.reason, problem.span)
        except (Undecided, Unsupported) as problem:
            reason = problem.reason if isinstance(problem, Undecided) else problem.construct
            self.report(reason, problem.span or routine.span)
            self.trace.stopped = True
        except OutOfFuel as problem:
            self.report(str(problem), routine.span)
        except RecursionError:
            self.report("out of fuel: a value is nested too deeply", routine.span)

    # -- statements

    def statements(self, listed: Iterable[Statement], state: PathState) -> Steps[list[PathEnd]]:
        """Execute statements in order; how they are left, and with which states."""
        before, live, left = state.way, [state], list[PathEnd]()
        for statement in listed:
            following: list[PathEnd] = []
            for each in live:
                self.fuel.step()
                following += yield self.one(statement, each)
            left += [way for way in following if way[0] is not None]
            live = [one for signal, one in following if signal is None]
            # Ways meet again behind a condition about a result: what differs is `if` of it from then on. Two hundred
            # conditions in a row are then two states, and not 2**200.
            if len(live) > 1 and not left:
                live = [one for _, one in merged([(None, one) for one in live], before)]
            if len(live) + len(left) > WAYS:
                raise Undecided("too many paths through the test", getattr(statement, "span", None))
            if not live:
                break
        return merged([*left, *((None, one) for one in live)], before)

    def one(self, statement: Statement, state: PathState) -> Steps[list[PathEnd]]:
        """Execute one statement."""
        self.enter(state)
        if state.sorts is self.top and not isinstance(statement, Remark):
            span = getattr(statement, "span", None)
            self.line = self.line if span is None else span.end_line
        try:
            match statement:
                case If(test, then, orelse):
                    return (yield from self.branch(test, then, orelse, state))
                case While():
                    return (yield from self.repeat(statement, state))
                case Block():
                    return (yield from self.enclosed(statement, state))
                case Call():
                    return [(None, one) for one in (yield from self.invoke(statement, state))]
                case Return():
                    return [(RETURN, state)]
                case Break() | Continue():
                    return [(statement, state)]
                case _:
                    alive = self.effect(statement, state)
                    return [(None, state)] if alive else []
        except ExecutionStopped as problem:
            self.refuse(state, problem.reason, problem.span)
            return []

    def effect(self, statement: Statement, state: PathState) -> bool:
        """A statement without statements in it. Does the way go on?"""
        variables = state.variables
        match statement:
            case Update():
                self.note_sorts(statement, state)
                self.update(statement, variables)
                self.note_spare(statement, state)
            case Expect():
                return self.checked(statement, state)
            case Print(values):
                for term in values:
                    self.show(term, state)
            case Remark(text, span):
                self.remark(text, span, state)
            case Arbitrary(target):
                state.sorts[target.name] = target.sort
                made = None if is_hidden(target.name) else self.arbitrary(statement, variables)
                variables[target.name] = self.unknown("any", target.sort) if made is None else made
            case OpaqueStatement():
                self.leave_out(statement, state)
            case Choose():
                self.known(statement.choice, variables)
                state.sorts.update({binder.name: binder.sort for binder in statement.targets})
                self.simple(statement, variables)
            case UpdateAll():
                self.known(statement.choices, variables)
                self.simple(statement, variables)
            case NewArray(target):
                state.sorts[target] = array_of(statement.sort)
                for length in statement.lengths:
                    self.known(length, variables)
                self.simple(statement, variables)
                self.element_sorts[variables[target].identity] = replace_sorts(statement.sort, state.types)
            case NewObject(target):
                state.sorts.pop(target, None)
                self.simple(statement, variables)
                if variables[target].index > FIRST:
                    raise Undecided(f"more than {FIRST} objects and arrays are made", statement.span)
                fields = self.kinds.setdefault(statement.kind, {})
                fields.update((binder.name, binder.sort) for binder in statement.fields)
            case _:
                self.simple(statement, variables)
        return True

    def leave_out(self, statement: OpaqueStatement, state: PathState) -> None:
        """A statement that is not lowered: what it may change is unknown behind it. Raises Undecided where it may end
        the test."""
        if statement.effect == "anything":
            raise Undecided(f"{statement.construct} is not executed", statement.span)
        match statement.problem:
            case "unknown-method":
                message = f"{self.test} calls {statement.construct}"
            case "wrong-arity":
                message = f"{statement.construct}, in {self.test}"
            case _:
                message = f"{self.test}: {statement.construct} is not followed"
        finding = Finding(statement.problem, self.test, message, statement.span)
        if finding not in self.trace.findings:  # In a loop it is met again and again.
            self.trace.findings.append(finding)
        self.trace.incomplete = True
        for target in statement.assigns:
            state.sorts[target.name] = replace_sorts(target.sort, state.types)
            state.variables[target.name] = self.unknown("any", state.sorts[target.name])
            self.trace.spare.pop(target.name, None)
        self.printed_others = self.printed_others or statement.effect == "output"
        if statement.effect == "state":
            self.change_all()

    def assign(self, place: Any, value: Any, variables: Variables) -> None:
        if isinstance(place, tuple) and isinstance(place[0], SymbolicValue):
            self.change_one_of_all(place[0], place[1], value)
            return
        if isinstance(place, tuple) and isinstance(place[0], ArrayValue):
            self.known_changed += 1
        if isinstance(place, tuple) and isinstance(place[0], UninterpretedValue):
            # Which array a field held after a call is not known of the one that it holds now.
            self.store.objects[place[0]].fields.pop(which_array(place[1]), None)
            self.forget_returned()
        Interpreter.assign(self, place, value, variables)

    def note_sorts(self, statement: Update, state: PathState) -> None:
        for place, value in zip(statement.places, statement.values, strict=True):
            if isinstance(place, Name) and isinstance(value, Term):
                state.sorts[place] = replace_sorts(value.sort, state.types)

    def note_spare(self, statement: Update, state: PathState) -> None:
        """Variables of the test that nothing has read yet."""
        # Only in the body of the test itself, and where it is sure to be executed.
        if state.sorts is not self.top or state.way:
            return
        for place, value in zip(statement.places, statement.values, strict=True):
            if isinstance(place, Name) and isinstance(value, Term):
                variable = state.variables.get(place, UNKNOWN)
                if variable is not UNKNOWN and not is_symbolic(variable):
                    self.trace.spare[place] = const(self.store.now(variable), value.sort, statement.span)

    def located(self, place: Place, variables: Variables) -> Any:
        if isinstance(place, ElementPlace):
            for index in place.indices:
                self.known(index, variables)
            if isinstance(self.read(place.array, variables), SymbolicValue):
                raise Undecided("an element of an array that a call returned is assigned", place.indices[0].span)
        if isinstance(place, FieldPlace):
            subject = self.value(place.subject, variables)
            if isinstance(subject, SymbolicValue):
                return subject, place.field
        return Interpreter.located(self, place, variables)

    def checked(self, statement: Expect, state: PathState) -> bool:
        """`assert`, `expect` and `assume`. Does the way go on?"""
        try:
            found = self.condition(statement.test, state)
        except (Undecided, Unsupported) as problem:
            reason = problem.reason if isinstance(problem, Undecided) else problem.construct
            # On the only way, about nothing that is unknown, it demands nothing of a result: a test may assert what
            # it likes of itself.
            if state.way or self.depends(statement.test, state.variables):
                self.report(f"{statement.text} is not followed: {reason}", statement.span)
            return True
        if found is True:
            return True
        if statement.assumed:
            raise Undecided(f"{statement.text} is assumed, and nothing establishes it", statement.span)
        if found is False:
            raw = self.value(statement.test, state.variables)
            if isinstance(raw, SymbolicValue):  # It contradicts what was demanded before.
                self.demand(raw.term, state, statement.span)
                return True
            self.refuse(state, f"{statement.text} is false", statement.span)
            return False
        raw = self.value(statement.test, state.variables)
        self.demand(raw.term if isinstance(raw, SymbolicValue) else found, state, statement.span)
        return True

    def show(self, term: Term, state: PathState) -> None:
        self.in_parts = self.in_parts or bool(state.way)
        try:
            found = self.value(term, state.variables)
            shown = self.term_of(found, term.sort)
        except (ExecutionStopped, Undecided, Unsupported):
            self.printed_others = True
            return
        self.printed_terms.append(shown)
        self.printed_others = self.printed_others or (shown.op == "const" and term.sort != seq_of(CHAR))

    def term_of(self, value: Any, sort: Sort) -> Term:
        """The term of a value. Raises Undecided where there is none."""
        if isinstance(value, ArrayValue) and id(value.elements) in self._wholes:
            return self._wholes[id(value.elements)][1]
        return as_term(value, sort)

    def remark(self, text: str, span: Span | None, state: PathState) -> None:
        if state.way:
            return
        if not self.trace.calls:
            self.trace.early.append(text)
            return
        scope = {}
        for name, value in state.variables.items():
            sort = state.sorts.get(name)
            if sort is not None and not is_hidden(name):
                try:
                    scope[name] = self.term_of(self.at_hand(self.store.now(value)), sort)
                except (Undecided, Unsupported):
                    continue
        printed = () if self.in_parts else tuple(self.printed_terms)
        beside = span is not None and span.line == self.line
        others = self.printed_others and not self.in_parts
        self.trace.notes.append(Note(text, scope, self.trace.calls[-1], span, printed, beside, others))
        self.forget_output()

    # -- statements with statements in them

    def branch(
        self, test: Term, then: Sequence[Statement], orelse: Sequence[Statement], state: PathState
    ) -> Steps[list[PathEnd]]:
        found = self.condition(test, state)
        if isinstance(found, bool):
            chosen: list[PathEnd] = yield self.statements(then if found else orelse, state)
            return chosen
        ways: list[PathEnd] = []
        for holds, way in self.part(found, state):
            ways += yield self.statements(then if holds else orelse, way)
        return merged(ways, state.way)

    def enclosed(self, statement: Block, state: PathState) -> Steps[list[PathEnd]]:
        outside = {name: state.variables.get(name, UNKNOWN) for name in statement.hides}
        sorts = {name: state.sorts[name] for name in statement.hides if name in state.sorts}
        path_ends: list[PathEnd] = []
        for signal, one in (yield self.statements(statement.body, state)):
            one.variables.update(outside)
            mine = isinstance(signal, Break) and signal.label in statement.labels and signal.label
            path_ends.append((None if mine else signal, one))
        state.sorts.update(sorts)
        return merged(path_ends, state.way) if len(path_ends) > 1 else path_ends

    def repeat(self, statement: While, state: PathState) -> Steps[list[PathEnd]]:
        """A loop. `UNROLLED` rounds that depend on a result are followed; then what the loop changes is unknown."""
        # All ways are at the same round. In `while i < r { i := i + 1; }`, where r is the result of a call, each round
        # parts a way into one that leaves the loop, under `!(i < r)`, and one that goes on, under `i < r`. A round
        # whose test is decided parts none: `while i < 10` may have any number of them, as far as the fuel reaches.
        # At the end of a round the ways that go on are merged, or a loop with an `if` in it would double them.
        before, live, left, open_rounds = state.way, [state], list[PathEnd](), 0
        while live:
            if open_rounds > UNROLLED:
                left += [(None, self.forgotten(statement, one)) for one in live]
                break
            following: list[PathEnd] = []
            parted = False
            for one in live:
                self.fuel.step()
                self.enter(one)
                found = self.condition(statement.test, one)
                if found is False:
                    left.append((None, one))
                elif found is True:
                    following += yield self.statements(statement.body, one)
                else:
                    parted = True
                    for holds, way in self.part(found, one):
                        if holds:
                            following += yield self.statements(statement.body, way)
                        else:
                            left.append((None, way))
            open_rounds += parted
            live = []
            for signal, one in following:
                mine = isinstance(signal, Break | Continue) and (not signal.label or signal.label in statement.labels)
                if signal is None or (mine and isinstance(signal, Continue)):
                    live.append(one)
                else:
                    left.append((None if mine else signal, one))
            if len(live) > 1:
                live = [one for _, one in merged([(None, one) for one in live], before)]
            if len(live) > WAYS:
                raise Undecided("too many paths through the loop", statement.span)
        return merged(left, before)

    def forgotten(self, statement: While, state: PathState) -> PathState:
        """After a loop whose rounds depend on a result: what it changes is not known. Raises Undecided where it
        changes more than variables."""
        for inner in statements_of(statement.body):
            match inner:
                case Expect() | Return():
                    raise Undecided("how often the loop is executed depends on a result", statement.span)
                case Call() if not self.is_silent(inner.method, set()):
                    raise Undecided("how often the loop is executed depends on a result", statement.span)
                case Update(places=places):
                    for place in places:
                        if not isinstance(place, Name):
                            raise Undecided("how often the loop is executed depends on a result", statement.span)
                        self.forget(place, state)
                case Call(places=places):
                    for place in places:
                        if isinstance(place, Name) and place != "_":
                            self.forget(place, state)
                case Print() | If() | While() | Block() | Break() | Continue() | Remark():
                    continue
                case _:
                    raise Undecided("how often the loop is executed depends on a result", statement.span)
        return state

    def forget(self, name: Name, state: PathState) -> None:
        sort = state.sorts.get(name)
        if sort is None or sort.kind == "Array":
            state.variables.pop(name, None)
        else:
            state.variables[name] = self.unknown("loop", sort)
