"""Symbolic execution of statements: both branches, under their conditions, merged afterwards.

A frame has one environment for all paths that are still going on, and `live`, the condition under which they are. Who
leaves (return, raise, break, continue) takes its condition out of `live` and, for a loop, its names with it.

**Loops.** The body is executed once for each element that is shown (`_for`), or as often as `unrolling` says
(`_while`); a turn counts where the element is present and nothing has broken the loop before. After a turn the names
are those of the turn where it took place, and the earlier ones elsewhere. What lies beyond is a cut: a bound whose
condition is that there is a further element. Example: in `for x in xs: if x == 0: break` over three shown elements the
third turn has the condition `2 < len(xs) and xs[0] != 0 and xs[1] != 0`, and the bound `3 < len(xs) and` no 0 among the
three. A body that assigns nothing has no state, so that a Skolem constant stands for all further turns at once
(`skolem.py`), and no cut is made.

Invariant: under `live` exactly the executions go on that Python has, or a cut says where this is not so. A path that
is forgotten (neither in `live`, nor among those that left, nor in a cut) is an input that no query finds, so that a
proof is false.
"""

import builtins

from attrs import define, evolve, field

from ..ir.statements import (
    Assign,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    ExceptHandler,
    For,
    If,
    OpaqueStatement,
    Raise,
    Return,
    Statement,
    Try,
    While,
    statements_of,
    terms_of,
)
from ..ir.terms import FALSE, TRUE, Term, subterms
from .abstract_values import AbstractConstant, AbstractHelper, Raised, Symbolic
from .alternatives import NONE, NOT_BOUND, iterate, truth
from .compact import compact
from .context import Context, any_of, is_subclass, single, union
from .expressions import Names, bind, evaluate, evaluate_all, kept
from .guards import conjunction, disjunction, negation


@define(slots=True, eq=False)
class BlockExecution:
    """An execution of a block: the names, and the condition under which it is still going on. `caught` are the
    exceptions of which one is being handled."""

    names: Names
    live: Term = TRUE
    returned: list[tuple[Term, Symbolic]] = field(factory=list)
    broken: list[tuple[Term, Names]] = field(factory=list)
    continued: list[tuple[Term, Names]] = field(factory=list)
    caught: tuple[Raised, ...] = ()

    def branch(self, guard: Term) -> "BlockExecution":
        """An execution of a part of the block under a further condition: where it leaves the block is shared."""
        return BlockExecution(
            dict(self.names), conjunction(self.live, guard), self.returned, self.broken, self.continued, self.caught
        )

    def turn(self, guard: Term) -> "BlockExecution":
        """An execution of a loop's body: what breaks it or continues it is its own."""
        return BlockExecution(dict(self.names), conjunction(self.live, guard), self.returned, caught=self.caught)

    def rename(self, names: Names) -> None:
        """Replace the names. The functions defined in the block see them, so the dict stays the same one."""
        self.names.clear()
        self.names.update(names)


def run_function(context: Context, definition: Define, names: Names) -> Symbolic:
    """Execute a helper's body: the value that it returns."""
    frame = BlockExecution(names)
    execute(context, definition.body, frame)
    return union([*frame.returned, (frame.live, NONE)])


def execute(context: Context, statements: tuple[Statement, ...], frame: BlockExecution) -> None:
    """Execute statements, changing the frame; exceptions go to the context."""
    for statement in statements:
        with context.under(frame.live) as possible:
            if not possible:
                frame.live = FALSE
                return
        _execute(context, statement, frame)


def value_of(context: Context, frame: BlockExecution, term: Term, whole: bool = False) -> Symbolic:
    """Evaluate under the frame's condition, which afterwards excludes what raised. `whole`: what is an object of the
    library, too."""
    with context.under(frame.live), context.collecting() as raised:
        value = (evaluate_all if whole else evaluate)(context, term, frame.names)
    _leave(context, frame, raised)
    return value


def _execute(context: Context, statement: Statement, frame: BlockExecution) -> None:
    match statement:
        # Checks are not executed but recorded (`encode._Recorder`): they do not stop the path.
        case Check():
            if context.checks is not None:
                context.checks.check(statement, frame.names, frame.live)
        case Assign(target, value):
            # The value is evaluated before anything is bound; unpacking may raise, too.
            result = value_of(context, frame, value, whole=isinstance(target, str))
            names = dict(frame.names)
            with context.under(frame.live), context.collecting() as raised:
                bind(context, target, result, names)
            _leave(context, frame, raised)
            frame.rename(names)
        case Evaluate(value):
            value_of(context, frame, value, whole=True)
        # The test's truth may raise (`bool(x)`), so that it is asked under the path.
        case If(test, then, orelse):
            tested = value_of(context, frame, test)
            with context.under(frame.live):
                condition = truth(context, tested)
            _branch(context, condition, then, orelse, frame)
        case For():
            _for(context, statement, frame)
        # Defaults are evaluated once, where the function is defined.
        case Define(name, _, defaults):
            values = tuple(value_of(context, frame, default) for default in defaults)
            for default in values:
                with context.under(frame.live):
                    kept(context, default)
            # The function sees the names of the frame itself, not a copy: later bindings are seen by calls.
            frame.names[name] = single(AbstractHelper(statement, frame.names, values))
        case Return(value):
            result = NONE if value is None else value_of(context, frame, value, whole=True)
            # A return takes its condition out of what goes on.
            frame.returned.append((frame.live, result))
            frame.live = FALSE
        case Raise(exception):
            _raise(context, exception, frame)
        # Names at the exit belong to the exit: what comes after sees them merged.
        case Break():
            frame.broken.append((frame.live, dict(frame.names)))
            frame.live = FALSE
        case Continue():
            frame.continued.append((frame.live, dict(frame.names)))
            frame.live = FALSE
        case Try():
            _try(context, statement, frame)
        # What was not lowered may have done anything from here on.
        case OpaqueStatement(construct):
            with context.under(frame.live):
                context.unsupported(TRUE, construct)
        case While():
            _while(context, statement, frame)
        case _:
            raise TypeError(statement)


def _leave(context: Context, frame: BlockExecution, raised: list[Raised]) -> None:
    """The frame goes on where nothing was raised."""
    if raised:
        names = dict(frame.names)
        context.raised.extend(evolve(item, names=names) for item in raised)
        frame.live = conjunction(frame.live, negation(any_of(raised)))


def _raise(context: Context, exception: str | None, frame: BlockExecution) -> None:
    """`raise exception`; without one, that which is being handled.

    Assumes: `raise` alone raises what the innermost handler handles, also in a function that the handler calls.
    """
    path = conjunction(context.path, frame.live)
    handled = frame.caught if exception is None else ()
    # A bare `raise` in a function may be called from a handler.
    if exception is None and not handled and context.depth:
        # Which exception the caller, or its caller, is handling is not known here (reference, 7.8).
        with context.under(frame.live):
            context.unsupported(TRUE, "raise without an exception outside of a handler")
        frame.live = FALSE
        return
    raised = [Raised(conjunction(path, item.guard), item.exception) for item in handled]
    # Outside of a handler it is a RuntimeError of its own.
    _leave(context, frame, raised or [Raised(path, exception or "RuntimeError")])
    frame.live = FALSE


def _branch(
    context: Context, condition: Term, then: tuple[Statement, ...], orelse: tuple[Statement, ...], frame: BlockExecution
) -> None:
    yes, no = frame.branch(condition), frame.branch(negation(condition))
    execute(context, then, yes)
    execute(context, orelse, no)
    frame.rename(merged_names(context, condition, yes.names, no.names))
    frame.live = disjunction(yes.live, no.live)


def merged_names(context: Context, condition: Term, yes: Names, no: Names) -> Names:
    """The names after a branch: those of `yes` where the condition holds, else those of `no`."""
    result: Names = {}
    # A name that one branch alone binds is unbound on the other: reading it later raises there.
    for name in {**no, **yes}:
        first, second = yes.get(name, NOT_BOUND), no.get(name, NOT_BOUND)
        if first is second:
            result[name] = first
        else:
            result[name] = compact(context, union([(condition, first), (negation(condition), second)]))
    return result


def _for(context: Context, statement: For, frame: BlockExecution) -> None:
    iterable = value_of(context, frame, statement.iterable)
    with context.under(frame.live), context.collecting() as raised:
        # A loop that only checks needs no order of a set's members.
        alternatives = iterate(context, iterable, whole=False, in_order=not _only_checks(statement))
    _leave(context, frame, raised)
    # A body that binds nothing has turns that do not depend on each other: cutting off further ones is soft then.
    stateless = not any(
        isinstance(inner_statement, (Assign, Define)) for inner_statement in statements_of(statement.body)
    ) and not any(term.op == "python.assign" for term in subterms(*terms_of(statement.body)))
    broken = FALSE
    for guard, items in alternatives:
        for entry in items.entries:
            # A turn counts where its element is there and no earlier turn has broken the loop.
            condition = conjunction(guard, entry.present, negation(broken))
            turn = frame.turn(condition)
            if turn.live is FALSE:
                continue
            # Unpacking the element is part of the turn.
            with context.under(turn.live), context.collecting() as unpacking:
                bind(context, statement.target, entry.value, turn.names)
            _leave(context, turn, unpacking)
            execute(context, statement.body, turn)
            # Four kinds of executions go on after the turn: those that came to its end, with its names; those that left
            # it by `continue` or `break`, with the names that they had there; and those that had no such turn.
            names, exits = turn.names, [*turn.continued, *turn.broken]
            for way_out, names_there in exits:
                names = merged_names(context, way_out, names_there, names)
            broken = disjunction(broken, *(way_out for way_out, _ in turn.broken))
            rest = conjunction(frame.live, negation(condition))
            frame.rename(merged_names(context, condition, names, frame.names))
            frame.live = disjunction(turn.live, *(way_out for way_out, _ in exits), rest)
        # Elements beyond the shown ones would be further turns.
        with context.under(frame.live):
            more = conjunction(guard, items.more, negation(broken))
            context.span = statement.span or context.span
            context.bound(more, "iterations of a loop", not stateless, len(items.entries))
    # Checks inside of a loop may depend on all that was cut so far.
    if context.checks is not None:
        context.checks.repeated(statement.body)
    # `else` runs where the loop was not broken.
    if statement.orelse:
        _branch(context, negation(broken), statement.orelse, (), frame)


def _only_checks(statement: For) -> bool:
    """Whether the order of the turns changes nothing: a clause that is violated in one turn ends none."""
    return all(isinstance(check, Check) for check in statement.body)


def _while(context: Context, statement: While, frame: BlockExecution) -> None:
    broken, going = FALSE, TRUE
    # Unrolled a fixed number of times, each turn under the condition that all tests before were true.
    for _ in range(context.unrolling.turns):
        turn = frame.turn(going)
        if turn.live is FALSE:
            break
        # The test is evaluated in the turn: it may have effects of its own, and raise.
        tested = value_of(context, turn, statement.test)
        with context.under(turn.live):
            holds = truth(context, tested)
        # `finished`: the test was false. Its own effects (`while (n := n - 1):`) stay: the names are those after it.
        inside, finished = frame.turn(going), conjunction(turn.live, negation(holds))
        inside.rename(turn.names)
        inside.live = conjunction(turn.live, holds)
        execute(context, statement.body, inside)
        names, exits = inside.names, [*inside.continued, *inside.broken]
        for way_out, names_there in exits:
            names = merged_names(context, way_out, names_there, names)
        # Where the test was true, the body's names; else those after the test.
        names = merged_names(context, holds, names, turn.names)
        # Executions that had left the loop before keep their names.
        outside = conjunction(frame.live, negation(going))
        frame.rename(merged_names(context, going, names, frame.names))
        frame.live = disjunction(inside.live, *(way_out for way_out, _ in exits), finished, outside)
        broken = disjunction(broken, *(way_out for way_out, _ in inside.broken))
        going = conjunction(going, holds, negation(broken))
    with context.under(frame.live):
        context.span = statement.span or context.span
        # Whether a turn after the last one would begin is not evaluated: so one turn fewer is sure to be followed.
        context.bound(going, "iterations of a loop", most=context.unrolling.turns - 1)
    if context.checks is not None:
        context.checks.repeated(statement.body)
    if statement.orelse:
        _branch(context, negation(broken), statement.orelse, (), frame)


def _try(context: Context, statement: Try, frame: BlockExecution) -> None:
    """Assumes: an exception of a handler or of `else` is not caught by the handlers, and `finally` runs before it
    leaves."""
    # Exceptions of the body are sorted to the first handler that fits; others leave.
    entry, exits = frame.live, _exits(frame)
    with context.collecting() as leaving:
        with context.collecting() as raised:
            execute(context, statement.body, frame)
        # `else` is outside of the protected part.
        execute(context, statement.orelse, frame)
        # Only the first exception on a path is raised: those after it are not reached.
        uncaught = _first(raised)
        for handler in statement.handlers:
            kinds = handler.exceptions or ("BaseException",)
            # Handlers are tried in order, and each takes what fits.
            caught = [item for item in uncaught if is_subclass(item.exception, kinds)]
            uncaught = [item for item in uncaught if not is_subclass(item.exception, kinds)]
            if caught:
                _handle(context, handler, caught, frame)
        leaving.extend(uncaught)
    if statement.final and (leaving or exits != _exits(frame)):
        # Said before the exceptions are passed on: behind one nothing is cut.
        with context.under(entry):
            context.unsupported(TRUE, "finally after an exception, return, break or continue")
    context.raised.extend(leaving)
    execute(context, statement.final, frame)


def _exits(frame: BlockExecution) -> int:
    """How many ways out of the block were found."""
    return len(frame.returned) + len(frame.broken) + len(frame.continued)


def _first(raised: list[Raised]) -> list[Raised]:
    """The same exceptions, each under the condition that none was raised before it."""
    if len({item.exception for item in raised}) < 2:
        return raised
    result: list[Raised] = []
    for item in raised:
        guard = conjunction(item.guard, negation(any_of(result)))
        if guard is not FALSE:
            result.append(evolve(item, guard=guard))
    return result


def _handle(context: Context, handler: ExceptHandler, caught: list[Raised], frame: BlockExecution) -> None:
    """Execute a handler, which sees the names as they were when the exception was raised."""
    names = caught[-1].names
    # The names at the raise: several raises merge them, the earlier ones first.
    for item in reversed(caught[:-1]):
        if item.names is not names:
            names = merged_names(context, item.guard, item.names, names)
    guard = any_of(caught)
    # The handler shares the exits of the block: a `return` in it returns from the function.
    entered = BlockExecution(dict(names), guard, frame.returned, frame.broken, frame.continued, tuple(caught))
    if handler.name is not None:
        with context.under(guard):
            unknown = disjunction(*(item.guard for item in caught if not _is_builtin(item.exception)))
            context.unsupported(unknown, "an exception that is no builtin one")
        builtin = (item for item in caught if _is_builtin(item.exception))
        # Of the exception object only its class is known.
        entered.names[handler.name] = union([(item.guard, _exception(item.exception)) for item in builtin])
    execute(context, handler.body, entered)
    # Python deletes the name at the end of the handler (reference, 8.4).
    if handler.name is not None:
        entered.names[handler.name] = NOT_BOUND
    frame.rename(merged_names(context, guard, entered.names, frame.names))
    frame.live = disjunction(frame.live, entered.live)


def _is_builtin(exception: str) -> bool:
    return isinstance(getattr(builtins, exception, None), type)


def _exception(name: str) -> Symbolic:
    """An exception of this builtin class: nothing is known of what it says."""
    kind = getattr(builtins, name)
    return single(AbstractConstant(kind.__new__(kind)))
