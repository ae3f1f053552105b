"""The statements of a test that is executed, each followed by its kind, on all ways that reach it."""

from collections.abc import Callable, Iterable
from typing import Any

from ..handlers import entering
from ..interpret.state import ExecutionStopped
from ..interpret.statements import RETURN, execute_simple
from ..ir.operators.context import Undecided
from ..ir.statements import Break, Continue, Remark, Return, Statement
from ..trampoline import Steps
from .following_limits import LIMITS
from .paths import PathEnd, PathState, merged, merged_states
from .unknown_results import FollowedTest, enter_state, refuse_way

SimpleFollower = Callable[[FollowedTest, Any, PathState], bool | None]
NestedFollower = Callable[[FollowedTest, Any, PathState], Steps[list[PathEnd]]]
_SIMPLE: dict[type[Statement], SimpleFollower] = {}
"""Kind of statement without statements in it → what follows it on one way; False: the way does not go on. Those of
a kind that is not here are executed as everywhere."""
_NESTED: dict[type[Statement], NestedFollower] = {}
"""Kind of statement that executes others → what follows it, to how it is left and with which states."""


follows, follows_nested = entering(_SIMPLE), entering(_NESTED)


def follow_statements(execution: FollowedTest, listed: Iterable[Statement], state: PathState) -> Steps[list[PathEnd]]:
    """Execute statements in order; how they are left, and with which states."""
    way_before, live, ways_left = state.way, [state], list[PathEnd]()
    # In lockstep: all live ways are at the same statement.
    for statement in listed:
        following: list[PathEnd] = []
        # Each way is followed by itself, as a coroutine, so that deep nesting needs no stack.
        for live_state in live:
            execution.fuel.step()
            following += yield follow_statement(execution, statement, live_state)
        # A way that left the block takes no part in the rest of it.
        ways_left += [way for way in following if way[0] is not None]
        live = [merged_state for signal, merged_state in following if signal is None]
        # Ways meet again behind a condition about a result: what differs is `if` of it from then on. Two hundred
        # conditions in a row are then two states, and not 2**200.
        if len(live) > 1 and not ways_left:
            live = merged_states(live, way_before)
        # Too many ways: nothing is said, rather than something of only some of them.
        if len(live) + len(ways_left) > LIMITS.paths:
            raise Undecided(
                f"too many paths through the test: more than {LIMITS.paths}", getattr(statement, "span", None)
            )
        if not live:
            break
    return merged([*ways_left, *((None, merged_state) for merged_state in live)], way_before)


def follow_statement(execution: FollowedTest, statement: Statement, state: PathState) -> Steps[list[PathEnd]]:
    """Execute one statement on one way."""
    # The state of the way is put into place before the statement is executed.
    enter_state(execution, state)
    if state.sorts is execution.top and not isinstance(statement, Remark):
        span = getattr(statement, "span", None)
        execution.line = execution.line if span is None else span.end_line
    kind = type(statement)
    # By kind: nested statements part the ways, simple ones go on or end.
    try:
        if kind in _NESTED:
            return (yield from _NESTED[kind](execution, statement, state))
        if isinstance(statement, Return):
            return [(RETURN, state)]
        if isinstance(statement, Break | Continue):
            return [(statement, state)]
        if kind not in _SIMPLE:
            execute_simple(execution, statement, state.variables)
            return [(None, state)]
        ends = _SIMPLE[kind](execution, statement, state) is False
        return [] if ends else [(None, state)]
    # A way on which the program fails is one that no right result takes.
    except ExecutionStopped as problem:
        refuse_way(execution, state, problem.reason, problem.span)
        return []
