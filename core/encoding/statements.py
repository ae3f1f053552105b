"""Symbolic execution of statements: both branches, under their conditions, merged afterwards."""

from attrs import define, field

from ..statements import (
    Assign,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    For,
    If,
    Opaque,
    Raise,
    Return,
    Statement,
    Try,
    While,
)
from ..terms import FALSE, TRUE, Term, subterms
from .context import Context, Raised, any_of, is_subclass, single, union
from .expressions import NONE, UNBOUND, Names, bind, evaluate
from .guards import join, meet, opposite
from .shapes import ConstantShape, HelperShape, Symbolic
from .truth import iterate, truth


@define(slots=True, eq=False)
class Frame:
    """An execution of a block: the names, and the condition under which it is still going on."""

    names: Names
    live: Term = TRUE
    returned: list[tuple[Term, Symbolic]] = field(factory=list)
    broken: Term = FALSE
    continued: Term = FALSE

    def branch(self, guard: Term) -> "Frame":
        """An execution of a part of the block under a further condition; returns are shared."""
        return Frame(dict(self.names), meet(self.live, guard), self.returned)


def run_function(context: Context, definition: Define, names: Names) -> Symbolic:
    """Execute a helper's body: the value that it returns."""
    frame = Frame(dict(names))
    frame.names[definition.name] = single(HelperShape(definition, names))
    execute(context, definition.body, frame)
    return union([*frame.returned, (frame.live, NONE)])


def execute(context: Context, statements: tuple[Statement, ...], frame: Frame) -> None:
    """Execute statements, changing the frame; exceptions go to the context."""
    for statement in statements:
        if frame.live is FALSE:
            return
        with context.under(frame.live) as possible:
            if not possible:
                frame.live = FALSE
                return
        _execute(context, statement, frame)


def value_of(context: Context, frame: Frame, term: Term) -> Symbolic:
    """Evaluate under the frame's condition, which afterwards excludes what raised."""
    with context.under(frame.live), context.collecting() as raised:
        value = evaluate(context, term, frame.names)
    context.raised.extend(raised)
    if raised:
        frame.live = meet(frame.live, opposite(any_of(raised)))
    return value


def _execute(context: Context, statement: Statement, frame: Frame) -> None:
    match statement:
        case Check():
            if context.checks is not None:
                context.checks.check(statement, frame.names, frame.live)
        case Assign(target, value):
            result = value_of(context, frame, value)
            with context.under(frame.live), context.collecting() as raised:
                bind(context, target, result, frame.names)
            _leave(context, frame, raised)
        case Evaluate(value):
            value_of(context, frame, value)
        case If(test, then, orelse):
            condition = truth(context, value_of(context, frame, test))
            _branch(context, condition, then, orelse, frame)
        case For():
            _for(context, statement, frame)
        case Define(name):
            frame.names[name] = single(HelperShape(statement, frame.names))
        case Return(value):
            result = NONE if value is None else value_of(context, frame, value)
            frame.returned.append((frame.live, result))
            frame.live = FALSE
        case Raise(exception):
            context.raised.append(Raised(meet(context.path, frame.live), exception or "RuntimeError"))
            frame.live = FALSE
        case Break():
            frame.broken, frame.live = join(frame.broken, frame.live), FALSE
        case Continue():
            frame.continued, frame.live = join(frame.continued, frame.live), FALSE
        case Try():
            _try(context, statement, frame)
        case Opaque(construct):
            with context.under(frame.live):
                context.gap(TRUE, construct)
        case While():
            with context.under(frame.live):
                context.gap(TRUE, "while")
        case _:
            raise TypeError(statement)


def _leave(context: Context, frame: Frame, raised: list[Raised]) -> None:
    context.raised.extend(raised)
    if raised:
        frame.live = meet(frame.live, opposite(any_of(raised)))


def _branch(
    context: Context, condition: Term, then: tuple[Statement, ...], orelse: tuple[Statement, ...], frame: Frame
) -> None:  # fmt: skip
    yes, no = frame.branch(condition), frame.branch(opposite(condition))
    execute(context, then, yes)
    execute(context, orelse, no)
    _merge(frame, yes, no, condition)


def _merge(frame: Frame, yes: Frame, no: Frame, condition: Term) -> None:
    frame.names = merged_names(condition, yes.names, no.names)
    frame.live = join(yes.live, no.live)
    frame.broken = join(frame.broken, yes.broken, no.broken)
    frame.continued = join(frame.continued, yes.continued, no.continued)


def merged_names(condition: Term, yes: Names, no: Names) -> Names:
    """The names after a branch: those of `yes` where the condition holds, else those of `no`."""
    unbound = single(ConstantShape(UNBOUND))
    result: Names = {}
    for name in {**no, **yes}:
        first, second = yes.get(name, unbound), no.get(name, unbound)
        if first is second:
            result[name] = first
        else:
            result[name] = union([(condition, first), (opposite(condition), second)])
    return result


def _for(context: Context, statement: For, frame: Frame) -> None:
    iterable = value_of(context, frame, statement.iterable)
    with context.under(frame.live), context.collecting() as raised:
        alternatives = iterate(context, iterable)
    _leave(context, frame, raised)
    stateless = not any(isinstance(part, (Assign, Define)) for part in _all_statements(statement.body))
    broken = FALSE
    for guard, items in alternatives:
        for entry in items.entries:
            turn = frame.branch(meet(guard, entry.present, opposite(broken)))
            condition = meet(guard, entry.present, opposite(broken))
            if turn.live is FALSE:
                continue
            with context.under(turn.live), context.collecting() as unpacking:
                bind(context, statement.target, entry.value, turn.names)
            _leave(context, turn, unpacking)
            execute(context, statement.body, turn)
            turn.live = join(turn.live, turn.continued)
            broken = join(broken, turn.broken)
            rest = meet(frame.live, opposite(condition))
            frame.names = merged_names(condition, turn.names, frame.names)
            frame.live = join(turn.live, turn.broken, rest)
        with context.under(frame.live):
            context.bound(meet(guard, items.more, opposite(broken)), "turns of a loop", hard=not stateless)
    if statement.orelse:
        _branch(context, opposite(broken), statement.orelse, (), frame)


def _all_statements(statements: tuple[Statement, ...]) -> list[Statement]:
    found: list[Statement] = []
    for statement in statements:
        found.append(statement)
        for part in ("body", "then", "orelse", "final"):
            found.extend(_all_statements(getattr(statement, part, ())))
        for handler in getattr(statement, "handlers", ()):
            found.extend(_all_statements(handler.body))
    return found


def _try(context: Context, statement: Try, frame: Frame) -> None:
    before = dict(frame.names)
    returned = len(frame.returned)
    with context.collecting() as raised:
        execute(context, statement.body, frame)
    execute(context, statement.orelse, frame)
    uncaught = list(raised)
    for handler in statement.handlers:
        names = handler.exceptions or ("BaseException",)
        caught = [item for item in uncaught if is_subclass(item.exception, names)]
        uncaught = [item for item in uncaught if not is_subclass(item.exception, names)]
        if not caught:
            continue
        guard = any_of(caught)
        entered = Frame(dict(before), guard, frame.returned)
        _doubt_names(context, statement, handler.body, guard)
        execute(context, handler.body, entered)
        frame.names = merged_names(guard, entered.names, frame.names)
        frame.live = join(frame.live, entered.live)
        frame.broken = join(frame.broken, entered.broken)
        frame.continued = join(frame.continued, entered.continued)
    context.raised.extend(uncaught)
    if statement.final and (len(frame.returned) > returned or uncaught):
        with context.under(frame.live):
            context.gap(TRUE, "finally after a return or an exception")
    execute(context, statement.final, frame)


def _doubt_names(context: Context, statement: Try, handler: tuple[Statement, ...], guard: Term) -> None:
    """A handler sees the names as they were when the body raised; the encoding knows them from before the body."""
    assigned = {part.target for part in _all_statements(statement.body) if isinstance(part, Assign)}
    for part in _all_statements(handler):
        for term in (getattr(part, "value", None), getattr(part, "test", None), getattr(part, "iterable", None)):
            if term is not None and any(node.op == "var" and node.data in assigned for node in subterms(term)):
                context.gap(guard, "a name assigned in try and read in except")
