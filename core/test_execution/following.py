"""The execution of a test as it is written, on unknown results of the methods under test.

Everything else is executed by the interpreter of bodies: helpers, loops, arrays, objects. A condition that depends on a
result is followed both ways (`paths.py`). What the test demands is what keeps it from failing: an assertion holds on
every way that reaches it, and a way that fails is one that no right result takes.
"""

from typing import Any

from ..deciding.engines import ENDLESS, Engines
from ..errors import OutOfFuel, Unsupported
from ..fuel import Fuel, nested_too_deeply
from ..interpret.places import concrete_assign, concrete_place, operand, value_of
from ..interpret.state import ExecutionStopped, StateAccess
from ..interpret.statements import execute_simple
from ..interpret.store import FIRST, UNKNOWN, Store, Variables
from ..interpret.unset_values import arbitrary_value
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
    While,
    statements_of,
)
from ..ir.terms import Term, const, sorts_by_name
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
from ..limits import TEST_LIMITS
from ..spec_testing.findings import Finding
from ..trampoline import Steps, run
from .changed_state import change_some_object, forget_all, learn_fields
from .followed_statements import follow_statements, follows, follows_nested
from .following_limits import LIMITS
from .method_calls import is_silent
from .paths import PathEnd, PathState, merged, merged_states
from .symbolic import SymbolicValue, as_term, is_symbolic
from .tracing import Note, Trace
from .unknown_results import (
    FollowedTest,
    Unfollowed,
    as_of_now,
    decided_condition,
    demand,
    depends_on_results,
    enter_state,
    forget_output,
    forget_returned,
    known_value,
    parted_ways,
    refuse_way,
    report_unfollowed,
    symbolic_may_have_sort,
    symbolic_operand,
    symbolic_value,
    symbolic_variable,
    unknown_value,
)


def followed(test: TestMethod, program: Program, helpers: frozenset[str], engines: Engines = ENDLESS) -> Trace:
    """What a test does and demands. `helpers` are executed as part of it, and are not under test. Raises Unsupported
    where nothing of it is executed."""
    routine = program.tested.get(test.name)
    if routine is None:
        raise Unsupported(f"{test.name}, which has no body", test.span)
    fuel = engines.executing(Fuel(TEST_LIMITS.steps, TEST_LIMITS.largest, depth=TEST_LIMITS.deepest))
    # The objects of a test are inputs of calls, and what is executed on these makes objects with higher numbers.
    store = Store(bases=program.bases, first=0)
    execution = FollowedTest(program, fuel, store, access=SYMBOLIC, engines=engines, test=test.name, helpers=helpers)
    follow_test(execution, routine)
    return execution.trace


def follow_test(execution: FollowedTest, routine: Routine) -> None:
    state = PathState({}, execution.store, (), execution.top)
    learn_fields(execution, routine.objects)
    for object_ in routine.objects:  # The test is a method of a class itself. Of its object nothing is known.
        # Arrays among the fields are left out: which array it is, is not known either.
        fields = ((name, sort) for name, sort in execution.kinds[object_.kind].items() if sort.kind != "Array")
        unknown_fields = {name: unknown_value(execution, RECEIVER, sort) for name, sort in fields}
        state.variables[object_.name] = execution.store.new_object(object_.kind, unknown_fields)
    try:
        # One handler for everything that ends the execution early: what was learnt until then counts.
        run(follow_statements(execution, routine.body, state))
    except Unfollowed as problem:
        report_unfollowed(execution, problem.reason, problem.span)
    except (Undecided, Unsupported) as problem:
        reason = problem.reason if isinstance(problem, Undecided) else problem.construct
        report_unfollowed(execution, reason, problem.span or routine.span)
        execution.trace.stopped = True
    except OutOfFuel as problem:
        report_unfollowed(execution, str(problem), routine.span)
    except RecursionError:
        report_unfollowed(execution, nested_too_deeply(), routine.span)


@follows(Update)
def _follow_update(execution: FollowedTest, statement: Update, state: PathState) -> None:
    _note_sorts(execution, statement, state)
    execute_simple(execution, statement, state.variables)
    _note_spare(execution, statement, state)


@follows(Arbitrary)
def _follow_arbitrary(execution: FollowedTest, statement: Arbitrary, state: PathState) -> None:
    target, variables = statement.target, state.variables
    state.sorts[target.name] = target.sort
    value = None if is_hidden(target.name) else arbitrary_value(execution, statement, variables)
    variables[target.name] = unknown_value(execution, "any", target.sort) if value is None else value


@follows(Choose)
def _follow_choose(execution: FollowedTest, statement: Choose, state: PathState) -> None:
    known_value(execution, statement.choice, state.variables)
    state.sorts.update(sorts_by_name(statement.targets))
    execute_simple(execution, statement, state.variables)


@follows(UpdateAll)
def _follow_update_all(execution: FollowedTest, statement: UpdateAll, state: PathState) -> None:
    known_value(execution, statement.choices, state.variables)
    execute_simple(execution, statement, state.variables)


@follows(NewArray)
def _follow_new_array(execution: FollowedTest, statement: NewArray, state: PathState) -> None:
    state.sorts[statement.target] = array_of(statement.sort)
    for length in statement.lengths:
        known_value(execution, length, state.variables)
    execute_simple(execution, statement, state.variables)
    array = state.variables[statement.target]
    execution.element_sorts[array.identity] = replace_sorts(statement.sort, state.types)


@follows(NewObject)
def _follow_new_object(execution: FollowedTest, statement: NewObject, state: PathState) -> None:
    state.sorts.pop(statement.target, None)
    execute_simple(execution, statement, state.variables)
    if state.variables[statement.target].index > FIRST:
        raise Undecided(f"more than {FIRST} objects and arrays are made", statement.span)
    fields = execution.kinds.setdefault(statement.kind, {})
    fields.update((binder.name, binder.sort) for binder in statement.fields)


@follows(OpaqueStatement)
def leave_out(execution: FollowedTest, statement: OpaqueStatement, state: PathState) -> None:
    """A statement that is not lowered: what it may change is unknown behind it. Raises Undecided where it may end
    the test."""
    # A statement that may end the test ends the execution.
    if statement.effect == "anything":
        raise Undecided(f"{statement.construct} is not executed", statement.span)
    match statement.problem:
        case "unknown-method":
            message = f"{execution.test} calls {statement.construct}"
        case "wrong-arity":
            message = f"{statement.construct}, in {execution.test}"
        case _:
            message = f"{execution.test}: {statement.construct} is not followed"
    finding = Finding(statement.problem, execution.test, message, statement.span)
    if finding not in execution.trace.findings:  # In a loop it is met again and again.
        execution.trace.findings.append(finding)
    # From here on the test may say more than is known.
    execution.trace.incomplete = True
    # What it assigns is unknown, and so is whatever depends on it.
    for target in statement.assigns:
        state.sorts[target.name] = replace_sorts(target.sort, state.types)
        state.variables[target.name] = unknown_value(execution, "any", state.sorts[target.name])
        execution.trace.spare.pop(target.name, None)
    execution.printed_others = execution.printed_others or statement.effect == "output"
    # It may have changed any object.
    if statement.effect == "state":
        forget_all(execution)


def symbolic_assign(execution: FollowedTest, changed_place: Any, value: Any, variables: Variables) -> None:
    if isinstance(changed_place, tuple) and isinstance(changed_place[0], SymbolicValue):
        change_some_object(execution, changed_place[0], changed_place[1], value)
        return
    if isinstance(changed_place, tuple) and isinstance(changed_place[0], ArrayValue):
        execution.known_changed += 1
    if isinstance(changed_place, tuple) and isinstance(changed_place[0], UninterpretedValue):
        # Which array a field held after a call is not known of the one that it holds now.
        execution.store.objects[changed_place[0]].fields.pop(which_array(changed_place[1]), None)
        forget_returned(execution)
    concrete_assign(execution, changed_place, value, variables)


def _note_sorts(execution: FollowedTest, statement: Update, state: PathState) -> None:
    for target, value in zip(statement.places, statement.values, strict=True):
        if isinstance(target, Name) and isinstance(value, Term):
            state.sorts[target] = replace_sorts(value.sort, state.types)


def _note_spare(execution: FollowedTest, statement: Update, state: PathState) -> None:
    """Variables of the test that nothing has read yet."""
    # Only in the body of the test itself, and where it is sure to be executed.
    if state.sorts is not execution.top or state.way:
        return
    for target, value in zip(statement.places, statement.values, strict=True):
        if isinstance(target, Name) and isinstance(value, Term):
            variable = state.variables.get(target, UNKNOWN)
            if variable is not UNKNOWN and not is_symbolic(variable):
                execution.trace.spare[target] = const(execution.store.now(variable), value.sort, statement.span)


def symbolic_place(execution: FollowedTest, assigned_place: Place, variables: Variables) -> Any:
    if isinstance(assigned_place, ElementPlace):
        for index in assigned_place.indices:
            known_value(execution, index, variables)
        if isinstance(operand(execution, assigned_place.array, variables), SymbolicValue):
            raise Undecided("an element of an array that a call returned is assigned", assigned_place.indices[0].span)
    if isinstance(assigned_place, FieldPlace):
        subject = value_of(execution, assigned_place.subject, variables)
        if isinstance(subject, SymbolicValue):
            return subject, assigned_place.field
    return concrete_place(execution, assigned_place, variables)


@follows(Expect)
def follow_expect(execution: FollowedTest, statement: Expect, state: PathState) -> bool:
    """`assert`, `expect` and `assume`. Does the way go on?"""
    try:
        # Decided on this way, by what holds on it.
        condition = decided_condition(execution, statement.test, state)
    except (Undecided, Unsupported) as problem:
        reason = problem.reason if isinstance(problem, Undecided) else problem.construct
        # On the only way, about nothing that is unknown, it demands nothing of a result: a test may assert what
        # it likes of itself.
        # About results, or under a condition on them: then something is lost, and that is told.
        if state.way or depends_on_results(execution, statement.test, state.variables):
            report_unfollowed(execution, f"{statement.text} is not followed: {reason}", statement.span)
        return True
    if condition is True:
        return True
    # An assumption that nothing establishes would make anything follow.
    if statement.assumed:
        raise Undecided(f"{statement.text} is assumed, and nothing establishes it", statement.span)
    # False on this way: no right result leads here, or the test contradicts itself.
    if condition is False:
        raw = value_of(execution, statement.test, state.variables)
        if isinstance(raw, SymbolicValue):  # It contradicts what was demanded before.
            demand(execution, raw.term, state, statement.span)
            return True
        refuse_way(execution, state, f"{statement.text} is false", statement.span)
        return False
    raw = value_of(execution, statement.test, state.variables)
    # What is demanded is a fact about the results, on this way.
    demand(execution, raw.term if isinstance(raw, SymbolicValue) else condition, state, statement.span)
    return True


@follows(Print)
def follow_print(execution: FollowedTest, statement: Print, state: PathState) -> None:
    for term in statement.values:
        execution.in_parts |= bool(state.way)
        try:
            printed_value = value_of(execution, term, state.variables)
            printed_term = _term_of(execution, printed_value, term.sort)
        except (ExecutionStopped, Undecided, Unsupported):
            execution.printed_others = True
            continue
        execution.printed_terms.append(printed_term)
        execution.printed_others |= printed_term.op == "const" and term.sort != seq_of(CHAR)


def _term_of(execution: FollowedTest, value: Any, sort: Sort) -> Term:
    """The term of a value. Raises Undecided where there is none."""
    if isinstance(value, ArrayValue) and id(value.elements) in execution.wholes:
        return execution.wholes[id(value.elements)][1]
    return as_term(value, sort)


@follows(Remark)
def follow_remark(execution: FollowedTest, statement: Remark, state: PathState) -> None:
    text, span = statement.text, statement.span
    # Under a condition a comment is about one case, and which one is not said.
    if state.way:
        return
    # Before any call it can only announce.
    if not execution.trace.calls:
        execution.trace.early.append(text)
        return
    # A comment may mention variables: they are kept as they are at this place.
    scope = {}
    for name, value in state.variables.items():
        sort = state.sorts.get(name)
        if sort is not None and not is_hidden(name):
            try:
                scope[name] = _term_of(execution, as_of_now(execution, execution.store.now(value)), sort)
            except (Undecided, Unsupported):
                continue
    # Only in one piece: a part of a printed line is no value.
    printed = () if execution.in_parts else tuple(execution.printed_terms)
    beside = span is not None and span.line == execution.line
    others_printed = execution.printed_others and not execution.in_parts
    execution.trace.notes.append(Note(text, scope, execution.trace.calls[-1], span, printed, beside, others_printed))
    forget_output(execution)


@follows_nested(If)
def follow_if(execution: FollowedTest, statement: If, state: PathState) -> Steps[list[PathEnd]]:
    test, then, orelse = statement.test, statement.then, statement.orelse
    condition = decided_condition(execution, test, state)
    if isinstance(condition, bool):
        chosen: list[PathEnd] = yield follow_statements(execution, then if condition else orelse, state)
        return chosen
    ways: list[PathEnd] = []
    for holds, way in parted_ways(execution, condition, state):
        ways += yield follow_statements(execution, then if holds else orelse, way)
    return merged(ways, state.way)


@follows_nested(Block)
def follow_block(execution: FollowedTest, statement: Block, state: PathState) -> Steps[list[PathEnd]]:
    # Variables of the block hide those around it, which come back at its end, on every path.
    outside = {name: state.variables.get(name, UNKNOWN) for name in statement.hides}
    sorts = {name: state.sorts[name] for name in statement.hides if name in state.sorts}
    path_ends: list[PathEnd] = []
    for signal, state_at_end in (yield follow_statements(execution, statement.body, state)):
        state_at_end.variables.update(outside)
        mine = isinstance(signal, Break) and signal.label in statement.labels and signal.label
        path_ends.append((None if mine else signal, state_at_end))
    state.sorts.update(sorts)
    return merged(path_ends, state.way) if len(path_ends) > 1 else path_ends


@follows_nested(While)
def follow_while(execution: FollowedTest, statement: While, state: PathState) -> Steps[list[PathEnd]]:
    """A loop. `open_rounds` that depend on a result are followed; then what the loop changes is unknown."""
    # All ways are at the same round. In `while i < r { i := i + 1; }`, where r is the result of a call, each round
    # parts a way into one that leaves the loop, under `!(i < r)`, and one that goes on, under `i < r`. A round
    # whose test is decided parts none: `while i < 10` may have any number of them, as far as the fuel reaches.
    # At the end of a round the ways that go on are merged, or a loop with an `if` in it would double them.
    way_before, live, ways_left, open_rounds = state.way, [state], list[PathEnd](), 0
    while live:
        # A loop whose test depends on results: after some rounds, what it changes is unknown.
        if open_rounds > LIMITS.open_rounds:
            ways_left += [(None, _without_changed(execution, statement, state_of_round)) for state_of_round in live]
            break
        following: list[PathEnd] = []
        parted = False
        # Each way decides the test for itself.
        for state_of_round in live:
            execution.fuel.step()
            enter_state(execution, state_of_round)
            condition = decided_condition(execution, statement.test, state_of_round)
            if condition is False:
                ways_left.append((None, state_of_round))
            elif condition is True:
                following += yield follow_statements(execution, statement.body, state_of_round)
            else:
                parted = True
                for holds, way in parted_ways(execution, condition, state_of_round):
                    if holds:
                        following += yield follow_statements(execution, statement.body, way)
                    else:
                        ways_left.append((None, way))
        # Only rounds that part ways count, for others end by themselves.
        open_rounds += parted
        live = []
        # A jump that this loop handles ends the round, or the loop.
        for signal, state_of_round in following:
            mine = isinstance(signal, Break | Continue) and (not signal.label or signal.label in statement.labels)
            if signal is None or (mine and isinstance(signal, Continue)):
                live.append(state_of_round)
            else:
                ways_left.append((None if mine else signal, state_of_round))
        if len(live) > 1:
            live = merged_states(live, way_before)
        if len(live) > LIMITS.paths:
            raise Undecided(f"too many paths through the loop: more than {LIMITS.paths}", statement.span)
    return merged(ways_left, way_before)


def _without_changed(execution: FollowedTest, statement: While, state: PathState) -> PathState:
    """After a loop whose rounds depend on a result: what it changes is not known. Raises Undecided where it
    changes more than variables."""
    why = f"how often the loop is executed depends on a result: no more than {LIMITS.open_rounds} rounds are followed"
    undecided = Undecided(why, statement.span)
    for inner_statement in statements_of(statement.body):
        match inner_statement:
            # An assertion in such a loop is demanded an unknown number of times.
            case Expect() | Return():
                raise undecided
            case Call() if not is_silent(execution, inner_statement.method, set()):
                raise undecided
            # Variables are forgotten; anything else that may change ends it.
            case Update(places=places):
                for target in places:
                    if not isinstance(target, Name):
                        raise undecided
                    _forget_variable(execution, target, state)
            case Call(places=places):
                for target in places:
                    if isinstance(target, Name) and target != "_":
                        _forget_variable(execution, target, state)
            case Print() | If() | While() | Block() | Break() | Continue() | Remark():
                continue
            case _:
                raise undecided
    return state


def _forget_variable(execution: FollowedTest, name: Name, state: PathState) -> None:
    sort = state.sorts.get(name)
    if sort is None or sort.kind == "Array":
        state.variables.pop(name, None)
    else:
        state.variables[name] = unknown_value(execution, "loop", sort)


SYMBOLIC = StateAccess(
    symbolic_value,
    symbolic_operand,
    symbolic_variable,
    symbolic_may_have_sort,
    symbolic_place,
    symbolic_assign,
)
"""What depends on a result of a method under test is a term."""
