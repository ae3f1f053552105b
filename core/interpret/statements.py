"""The execution of statements (Dafny reference manual, section 8).

A statement is executed as a compiled program executes it: places and values first, then the assignments. How a block is
left is its result: None at its end, else the `Return`, `Break` or `Continue` that ended it, and the loop or block that
is meant takes it. What is executed yields (`core/trampoline.py`), so that recursion of the program costs memory and no
frames of ours.

Example: of `a[i], i := i, 0` with i = 2 the places are (a, 2) and i and the values 2 and 0, before either is assigned.

Two kinds of code are not what a compiled program runs. *Ghost* code is executed as far as its values are known; where
one is not, the variable is UNKNOWN afterwards, and the run goes on. *Choices* (`*`, `:|`, `new T[n]`) are made by
`choices`; without these the first value in a fixed order is taken.

Invariant: the execution stops (`ExecutionStopped`) only where the compiled program would. What we cannot execute or
decide is `Undecided`, `Unsupported` or `OutOfFuel`, never a failure of the body: a finding would blame its author for
our limits.
"""

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, frozen

from ..errors import NotComputed, Unsupported
from ..handlers import entering
from ..ir.operators.context import OpenChoice, Undecided
from ..ir.sorts import set_of
from ..ir.statements import (
    Block,
    Break,
    Continue,
    Expect,
    GhostCondition,
    If,
    LabelledState,
    LemmaCall,
    OpaqueStatement,
    Print,
    Return,
    Statement,
    While,
    Yield,
    statements_of,
)
from ..ir.terms import Term, make, values_by_name
from ..ir.type_instances import replace_sorts
from ..ir.updates import Arbitrary, Call, Choose, NewArray, NewObject, Update, UpdateAll
from ..ir.values import ordered
from ..ir.variables import Name
from ..trampoline import PAUSE, Steps
from .checking import (
    check_change,
    check_claim,
    check_descent,
    check_frames,
    check_lemma,
    frame_of,
    measured,
    note_undecided,
)
from .choices import Choices
from .places import assign, attempted_operand, is_true, located, operand, value_of
from .readers import state_variable
from .state import ExecutionState, ExecutionStopped
from .store import UNKNOWN, Store, Variables
from .unset_values import arbitrary_value, initial_value, new_array, value_left_open

# Loops that come back to a state that they were in: what follows is the same again, without end.
#
# `while i < n { i := i; }` is one, and many mutants of bodies are, which would each take all of their steps.

FIRST_LOOK = 32
"""Turns after which states are compared: most loops have fewer."""


@frozen(slots=True, eq=False)
class LoopState:
    """What the turns of a loop depend on: the variables, and in the store the arrays and the fields, which its version
    counts."""

    variables: Variables
    arrays: dict[Any, tuple[Any, ...]]
    version: int

    def is_now(self, variables: Variables, store: Store) -> bool:
        """Is it known to be the state?"""
        try:
            return self.version == store.version and self.variables == variables and self.arrays == store.arrays
        except NotComputed:
            return False


@define(slots=True, eq=False)
class Recurrence:
    """Looks for a state that comes back after turns of a loop. By Brent's algorithm (BIT 20, 1980): each state is
    compared with that after the last turn whose number is a power of two, so that circles of any length are found, and
    one state is kept."""

    body: tuple[Statement, ...]
    _kept: LoopState | None = None

    def found(self, turn: int, variables: Variables, store: Store) -> bool:
        """Is the state after a turn one that was there before? To be asked from `FIRST_LOOK` on."""
        if self._kept is not None and self._kept.is_now(variables, store):
            return True
        if turn & (turn - 1) == 0 and not _has_more_state(self.body):
            self._kept = LoopState(dict(variables), dict(store.arrays), store.version)
        return False


def _has_more_state(body: tuple[Statement, ...]) -> bool:
    """May statements depend on anything else? A Bool that is any goes on with the generator of an execution, and an
    iterator, which a call may be of, with its body."""
    return any(
        isinstance(statement_inside, Call | Yield)
        or (isinstance(statement_inside, Arbitrary) and statement_inside.target.sort.kind == "Bool")
        for statement_inside in statements_of(body)
    )


RETURN = Return(None)
Signal = Return | Break | Continue


SimpleHandler = Callable[[ExecutionState, Any, Variables], object]
NestedHandler = Callable[[ExecutionState, Any, Variables], Steps[Signal | None]]
_SIMPLE: dict[type[Statement], SimpleHandler] = {}
"""Kind of statement without statements in it → what executes it."""
_NESTED: dict[type[Statement], NestedHandler] = {}
"""Kind of statement that executes others → what executes it, and says how it is left."""


executes, executes_nested = entering(_SIMPLE), entering(_NESTED)


def execute_block(
    execution: ExecutionState, statements: Iterable[Statement], variables: Variables
) -> Steps[Signal | None]:
    """Execute statements in order; what it comes to is how they are left."""
    for statement in statements:
        execution.fuel.step()
        kind = type(statement)
        if kind in _SIMPLE:
            _SIMPLE[kind](execution, statement, variables)
        elif kind in _NESTED:
            # A nested block is handed to the trampoline: programs nest and recurse deeper than Python's stack allows.
            signal = yield from _NESTED[kind](execution, statement, variables)
            if signal is not None:
                return signal
        elif isinstance(statement, Yield):
            yield PAUSE
        elif isinstance(statement, Return):
            return RETURN
        elif isinstance(statement, Break | Continue):
            return statement
        else:
            raise _unsupported(statement)
    return None


def execute_simple(execution: ExecutionState, statement: Statement, variables: Variables) -> None:
    """Execute a statement without statements in it. Raises Unsupported for one of another kind."""
    handler = _SIMPLE.get(type(statement))
    if handler is None:
        raise _unsupported(statement)
    handler(execution, statement, variables)


def _unsupported(statement: Statement) -> Unsupported:
    return Unsupported(type(statement).__name__.lower(), getattr(statement, "span", None))


@executes(Arbitrary)
def _execute_arbitrary(execution: ExecutionState, statement: Arbitrary, variables: Variables) -> None:
    variables[statement.target.name] = arbitrary_value(execution, statement, variables)


@executes(NewArray)
def _execute_new_array(execution: ExecutionState, statement: NewArray, variables: Variables) -> None:
    variables[statement.target] = new_array(execution, statement, variables)


@executes(NewObject)
def _execute_new_object(execution: ExecutionState, statement: NewObject, variables: Variables) -> None:
    fields = {binder.name: initial_value(execution, binder.sort) for binder in statement.fields}
    fields.update((unset.target.name, value_left_open(execution, unset, {})) for unset in statement.unset)
    variables[statement.target] = execution.store.new_object(statement.kind, fields)
    types = {name: replace_sorts(sort, execution.types) for name, sort in statement.types}
    execution.store.objects[variables[statement.target]].types = types


executes(GhostCondition)(check_claim)
executes(LemmaCall)(check_lemma)


@executes(LabelledState)
def _keep_state(execution: ExecutionState, statement: LabelledState, variables: Variables) -> None:
    execution.fuel.step(len(execution.store.objects))
    variables[state_variable(statement.name)] = execution.store.copy()


@executes(Print)
def _execute_print(execution: ExecutionState, statement: Print, variables: Variables) -> None:
    execution.printed.extend((value.sort, value_of(execution, value, variables)) for value in statement.values)


@executes(OpaqueStatement)
def _refuse_opaque(execution: ExecutionState, statement: OpaqueStatement, variables: Variables) -> None:
    raise Unsupported(statement.construct, statement.span)


@executes(Expect)
def execute_expect(execution: ExecutionState, statement: Expect, variables: Variables) -> None:
    """Raise ExecutionStopped where what is expected is false, Undecided where that is so of what is assumed."""
    try:
        holds = is_true(execution, statement.test, variables)
    except ExecutionStopped:
        if not statement.assumed:
            raise
        holds = False
    if holds:
        return
    if statement.assumed:
        raise Undecided(f"{statement.text} is assumed, and is false", statement.span)
    raise ExecutionStopped(f"expect {statement.text} fails", statement.span, expected=True)


@executes(Update)
def execute_update(execution: ExecutionState, statement: Update, variables: Variables) -> None:
    try:
        # All places and values of `a[i], i := i, 0` are those before the statement.
        places = [located(execution, target, variables) for target in statement.places]
    except (ExecutionStopped, Undecided):
        if statement.ghost:
            return
        raise
    values = [attempted_operand(execution, value, variables, statement.ghost) for value in statement.values]
    for target, value in zip(places, values, strict=True):
        # A variable may be unknown until somebody reads it. What arrays and objects hold is compared, copied and
        # shown, and would be taken for a value there.
        if value is UNKNOWN and not isinstance(target, Name) and not statement.ghost:
            raise Undecided("an unknown value is stored in an array or object", statement.span)
        check_change(execution, target, statement.span, variables)
        assign(execution, target, value, variables)


@executes(Choose)
def execute_choose(execution: ExecutionState, statement: Choose, variables: Variables) -> None:
    """Take values that satisfy the condition: the first ones in the order of the evaluator, or a choice."""
    chosen: Any = UNKNOWN
    # In ghost code a choice that fails or cannot be made leaves the variables unknown: no compiled program has them.
    try:
        chosen = chosen_values(execution, statement.choice, variables)
    except ExecutionStopped:
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


def chosen_values(execution: ExecutionState, choice: Term, variables: Variables) -> Any:
    """The values of `:|`. Raises as `value`."""
    if execution.choices is None:
        return _first_values(execution, choice, variables)
    every = make("set.comprehension", choice.args, set_of(choice.sort), choice.data, choice.span)
    try:
        options = ordered(value_of(execution, every, variables))
    except (Undecided, Unsupported):
        execution.choices.open = True
        options = [_first_values(execution, choice, variables)]
    if not options:
        raise ExecutionStopped("no value satisfies the condition", choice.span)
    return execution.choices.pick(options)


def _first_values(execution: ExecutionState, choice: Term, variables: Variables) -> Any:
    """The values of `:|` that are found first: a statement, unlike an expression, may take any."""
    try:
        return value_of(execution, choice, variables)
    except OpenChoice as several:
        if several.span != choice.span:  # of a choice inside its condition, whose value decides about all of it
            raise
        return several.first


@executes(UpdateAll)
def execute_update_all(execution: ExecutionState, statement: UpdateAll, variables: Variables) -> None:
    located_values = []
    for values in ordered(value_of(execution, statement.choices, variables)):
        execution.fuel.step()
        chosen_values_by_name = values_by_name(statement.targets, values)
        inner_variables = {**variables, **chosen_values_by_name}
        for target, value in statement.updates:
            located_values.append(
                (located(execution, target, inner_variables), operand(execution, value, inner_variables))
            )
    for target, new in located_values:
        check_change(execution, target, statement.span, variables)
        assign(execution, target, new, variables)


@executes_nested(If)
def execute_if(execution: ExecutionState, statement: If, variables: Variables) -> Steps[Signal | None]:
    try:
        holds = is_true(execution, statement.test, variables)
    except (ExecutionStopped, Undecided, Unsupported):
        # A condition about ghost code may be beyond what can be executed (a quantifier over all integers). The
        # compiled program does not evaluate it: only what the branches claim is not known then.
        if not is_ghost((*statement.then, *statement.orelse)):
            raise
        _pass_over(execution, (statement,), variables)
        return None
    if holds and statement.alternatives and execution.choices is not None:
        statement = _alternative(execution, statement, execution.choices, variables)
    return (yield from execute_block(execution, statement.then if holds else statement.orelse, variables))


def _alternative(execution: ExecutionState, first: If, choices: Choices, variables: Variables) -> If:
    """One of the cases that hold, of which the `first` is one. Raises as `value`."""
    options, rest = [first], first.orelse
    while rest and isinstance(rest[0], If) and rest[0].alternatives:
        if is_true(execution, rest[0].test, variables):
            options.append(rest[0])
        rest = rest[0].orelse
    # A case with a guard such as `x :| x in s` looks for its values first: whether it holds is not asked here.
    choices.open |= any(isinstance(further_case, If) and further_case.alternatives for further_case in rest)
    return choices.pick(options) if len(options) > 1 else first


def _pass_over(execution: ExecutionState, statements: Iterable[Statement], variables: Variables) -> None:
    """Leave out ghost code that cannot be executed: what it changes is not known afterwards."""
    for statement_inside in statements_of(tuple(statements)):
        if isinstance(statement_inside, GhostCondition):
            note_undecided(
                execution,
                statement_inside.kind,
                statement_inside.text,
                statement_inside.span,
                "whether it is reached is not known",
            )
        elif isinstance(statement_inside, Update):
            variables.update((target, UNKNOWN) for target in statement_inside.places if isinstance(target, Name))


@executes_nested(While)
def execute_while(execution: ExecutionState, statement: While, variables: Variables) -> Steps[Signal | None]:
    """A loop. What it says that it changes is part of what its method may change."""
    frames = frame_of(execution, statement.frames, set(), variables)
    if frames is None:
        return (yield from _turns(execution, statement, variables))
    check_frames(execution, frames, "a loop", statement.span, variables)
    execution.allowed.append(frames)
    try:
        return (yield from _turns(execution, statement, variables))
    finally:
        execution.allowed.pop()


def _turns(execution: ExecutionState, statement: While, variables: Variables) -> Steps[Signal | None]:
    """The iterations of a loop. Raises OutOfFuel where they have no end."""
    _check_invariants(execution, statement, variables, " on entry")
    turn, recurrence = 0, None
    while is_true(execution, statement.test, variables):
        execution.fuel.step()
        measure_before = measured(execution, statement.measure, variables)
        signal = yield from execute_block(execution, statement.body, variables)
        turn += 1
        if signal is not None:
            # `break` and `continue` without a label are those of the innermost loop, others of the loop that has
            # the label.
            mine = not isinstance(signal, Return) and (not signal.label or signal.label in statement.labels)
            if not (mine and isinstance(signal, Continue)):
                return None if mine else signal
        _check_invariants(execution, statement, variables, f" after turn {turn}")
        if statement.measure is not None:
            now = measured(execution, statement.measure, variables)
            check_descent(execution, statement.measure, now, measure_before, variables, f" in turn {turn}")
        if turn >= FIRST_LOOK and execution.choices is None and execution.checks is None:
            recurrence = recurrence or Recurrence(statement.body)
            if recurrence.found(turn, variables, execution.store):
                execution.fuel.step(execution.fuel.steps + 1)  # all that are left, as if they were taken
    return None


def _check_invariants(execution: ExecutionState, statement: While, variables: Variables, moment: str) -> None:
    for condition in statement.invariants if execution.checks is not None else ():
        check_claim(execution, condition, variables, moment)


@executes_nested(Block)
def execute_nested_block(execution: ExecutionState, statement: Block, variables: Variables) -> Steps[Signal | None]:
    # A variable of the block may have the name of one outside, which has its value again afterwards.
    outside = {name: variables.get(name, UNKNOWN) for name in statement.hides}
    signal = yield from execute_block(execution, statement.body, variables)
    variables.update(outside)
    mine = isinstance(signal, Break) and signal.label in statement.labels
    return None if mine else signal


def is_ghost(statements: tuple[Statement, ...]) -> bool:
    """Does nothing but ghost code happen in statements?"""
    return all(
        isinstance(statement_inside, GhostCondition | LemmaCall | If | Block)
        or (isinstance(statement_inside, Update) and statement_inside.ghost)
        for statement_inside in statements_of(statements)
    )
