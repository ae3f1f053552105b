"""Loops, and how they are left (Dafny reference manual, sections 8.13 to 8.15); what gets smaller where no `decreases`
is written (7.1.3.3 and 8.15.1).

A loop: the difference of the two sides of the first comparison in its guard, under the conditions before it. A method
that calls itself: its parameters in order, those aside whose types have no order.
"""

import re
from collections.abc import Callable, Sequence

from attrs import define, evolve
from lark import Token

from ....core.errors import Unsupported
from ....core.ir.build import conj, integer, ite, le, op, real, sub
from ....core.ir.sorts import INT, OBJECT, REAL, Sort
from ....core.ir.statements import (
    Block,
    Break,
    Continue,
    Frames,
    GhostCondition,
    If,
    LabelledState,
    Measure,
    Statement,
    While,
    statements_of,
)
from ....core.ir.terms import TRUE, Binder, Term, make, substitute, var
from ....core.ir.updates import Update
from ....core.ir.variables import Name, is_field, is_pre_state
from ....core.spans import Span
from ..classes import MATRIX
from ..syntax import Node, name_of, nodes, tokens
from .base import Make, nothing
from .branches import Branches

_UNORDERED = frozenset({"Function", "Uninterpreted"})


def of_guard(guard: Term, span: Span | None) -> Measure | None:
    """The measure of a loop; None where no part of the guard is a comparison of numbers."""
    parts = guard.args if guard.op == "and" else (guard,)
    for position, part in enumerate(parts):
        difference = _difference(part)
        if difference is not None:
            nothing = integer(-1) if difference.sort == INT else real(-1)
            before = conj(*parts[:position])
            whole = ite(before, difference, nothing) if position else difference
            return Measure((whole,), "what the guard bounds, where nothing else is written", span)
    return None


def _difference(comparison: Term) -> Term | None:
    """The default measure of a loop: b - a for `a < b`, a - b for `a > b`, the distance for `a != b`."""
    if comparison.op == "not" and comparison.args[0].op == "eq":
        left, right = comparison.args[0].args
        if left.sort not in (INT, REAL):
            return None
        return ite(le(left, right), sub(right, left), sub(left, right))
    if comparison.op not in ("lt", "le", "gt", "ge") or comparison.args[0].sort not in (INT, REAL):
        return None
    left, right = comparison.args
    return sub(right, left) if comparison.op in ("lt", "le") else sub(left, right)


def of_parameters(parameters: Sequence[Binder], span: Span | None) -> Measure | None:
    """The measure of a method; None where no parameter has an order."""
    ordered = [binder for binder in parameters if _is_ordered(binder.sort)]
    if not ordered:
        return None
    text = f"{', '.join(str(binder.name) for binder in ordered)}, where nothing else is written"
    return Measure(tuple(var(binder.name, binder.sort) for binder in ordered), text, span)


def _is_ordered(sort: Sort) -> bool:
    return sort == OBJECT or sort.kind not in _UNORDERED


_CLAUSES = frozenset({"invariant", "decreases", "modifies", "requires", "ensures", "reads"})
Promises = Callable[[], tuple[tuple[GhostCondition, ...], Measure | None, Frames | None]]
_ONE = make("const", (), INT, 1)


def _no_frames() -> None:
    """A loop may change what its method may."""


@define(slots=True)
class Loops(Branches):
    """The lowering of loops."""

    def labelled(self, label: str) -> tuple[str, ...]:
        """The labels of a loop: the ones that are written, and one of its own for `break break`."""
        return tuple(filter(None, (label, str(self.fresh("loop")))))

    def loop(self, node: Node, labels: tuple[str, ...]) -> Make:
        """`while guard {...}` and `while {case ...}`."""
        parts = [part for part in nodes(node) if name_of(part) not in _CLAUSES]
        token = next(iter(tokens(node, "BODY")), None)
        outside = self.labels
        self.labels = (*outside, labels[-1])
        try:
            if parts and name_of(parts[0]) != "alternative":
                if token is None:
                    raise Unsupported("a loop without a body", self.span(node))
                promises = self.promises(node)
                before, condition, body = self.guarded(parts[0], lambda: self.within(token), node)
                return self.repeated(before, condition, body, promises, labels, node)
            if token is not None:
                parts = nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "alternatives"))
            promises = self.promises(node)
            body = self.alternatives(parts, node, loop=True)
            return self.repeated(nothing, lambda: TRUE, body, promises, labels, node)
        finally:
            self.labels = outside

    def promises(self, node: Node) -> Promises:
        """The invariants, the measure and the frames of a loop, if they are to be checked."""
        listed = nodes(node, "invariant") if self.checked else ()
        invariants = [self.claim("invariant", nodes(part)[-1]) for part in listed]
        measure, frames = self.measure(node), self.frames(node) if nodes(node, "modifies") else _no_frames
        return lambda: (tuple(invariant() for invariant in invariants), measure(), frames())

    def repeated(
        self,
        before: Make,
        condition: Callable[[], Term],
        body: Make,
        promises: Promises,
        labels: tuple[str, ...],
        node: Node,
    ) -> Make:
        """A loop. One without any effect is left out, for Dafny proves that it ends unless it `decreases *`."""
        endless = any(name_of(part) == "wildcard" for clause in nodes(node, "decreases") for part in nodes(clause))

        def build() -> tuple[Statement, ...]:
            inside, span, (invariants, measure, frames) = body(), self.span(node), promises()
            # What a ghost loop does is skipped, so nothing of it is left inside. Its invariants still hold where it
            # begins, and with --check that is asked once.
            if not inside and not endless:
                return invariants
            # `while x :| x in s && P(x)`: the statements that look for an x have to run in each turn, before it is
            # known whether there is one. IR evaluates only a term there: the guard moves into the body and leaves it.
            first = before()
            if not first:
                guard = condition()
                if self.checked and not nodes(node, "decreases"):
                    measure = of_guard(guard, span)
                return (While(guard, inside, (), span, labels, invariants, measure, frames),)
            guarded = (*first, If(condition(), inside, (Break(span),), span))
            return (While(TRUE, guarded, (), span, labels, invariants, measure, frames),)

        return build

    def counting(self, node: Node, labels: tuple[str, ...]) -> Make:
        """`for i := a to b {...}`: a hidden counter is changed before the body, so that `continue` needs no care."""
        parts = [part for part in nodes(node) if name_of(part) not in _CLAUSES]
        token = next(iter(tokens(node, "BODY")), None)
        if token is None:
            raise Unsupported("a loop without a body", self.span(node))
        name = str(tokens(node, "IDENT")[0])
        typed = name_of(parts[0]).endswith("_type")
        sort = self.engine.read_type(parts.pop(0), self.scope).sort if typed else INT
        down = "downto" in map(str, tokens(node))
        first = self.term(parts[0], sort)
        last = None if name_of(parts[1]) == "wildcard" else self.term(parts[1], sort)
        if sort != INT:
            raise Unsupported(f"a loop over {sort}", self.span(node))
        counter, end = self.fresh("counter"), self.fresh("end")
        scope = self.scope
        self.scope = scope.bind(Binder(name, INT))
        promises = self.promises(node)
        self.scope = scope
        outside = self.labels
        self.labels = (*outside, labels[-1])
        try:
            body = self.block(self.listed(token), [(name, INT)])
        finally:
            self.labels = outside
        here, bound = var(counter, INT), var(end, INT)

        def build() -> tuple[Statement, ...]:
            inside, span = body(), self.span(node)
            if not inside:
                return ()
            limit = here if last is None else last()
            # Both bounds are evaluated once, before the first turn (8.14): the body may change what they were read
            # from. `for i := 0 to n` becomes
            #     counter, end := 0, n;
            #     while counter < end { i := counter; counter := counter + 1; body }
            # and downwards, where Dafny gives the body n - 1 first, the step comes before `i` is set. An invariant
            # speaks of i where a turn begins: there it is the counter that holds its value.
            begin = Update((counter, end), (first(), limit if last is not None else first()), span)
            test = TRUE if last is None else op("gt" if down else "lt", here, bound, span=span)
            step = Update((counter,), (op("sub" if down else "add", here, _ONE, span=span),), span)
            current = Update((name,), (here,), span)
            order = (step, current) if down else (current, step)
            # The body's block forgets i when it is left, and i is set outside of it: the block has to be around both.
            hides: tuple[Name, ...] = ()
            if len(inside) == 1 and isinstance(inside[0], Block) and name in inside[0].hides:
                hides, inside = inside[0].hides, inside[0].body
            statements: tuple[Statement, ...] = (*order, *inside)
            invariants, measure, frames = promises()
            claims = tuple(
                evolve(invariant, test=None if invariant.test is None else substitute(invariant.test, {name: here}))
                for invariant in invariants
            )
            repeated = (Block(statements, hides),) if hides else statements
            return (begin, While(test, repeated, (), span, labels, claims, measure, frames))

        return build

    def jump(self, node: Node) -> Make:
        """`break;`, `break L;`, `break break;`, `continue L;`"""
        words = [str(token) for token in tokens(node) if token.type != "_END"]
        names = [word for word in words if word not in ("break", "continue")]
        count = len(words) - len(names)
        kind = Continue if words[count - 1] == "continue" else Break
        if names:
            label = names[0]
        elif count > len(self.labels):
            raise Unsupported("break outside a loop", self.span(node))
        else:
            label = self.labels[-count]
        return lambda: (kind(self.span(node), label),)

    def label(self, node: Node) -> Make:
        """`label L: statement`. The state at the label is kept where the text mentions it."""
        name = str(tokens(node, "IDENT", "DIGITS")[0])
        # `old@L(e)` needs what every field and array held at L. A state is a copy of the heap, so it is kept only for
        # labels that the text mentions after an @, and its names only what there was when L was reached.
        marked: tuple[Statement, ...] = ()
        if re.search(rf"@\s*{re.escape(name)}\b", self.source.text):
            known = frozenset(
                each
                for each, sort in self.scope.variables.items()
                if (is_field(each) or sort.kind in ("Array", MATRIX)) and not is_pre_state(each)
            )
            self.scope = evolve(self.scope, labels={**self.scope.labels, name: known})
            marked = (LabelledState(name, self.span(node)),)
        make_inner = self.labelled_statement(name, nodes(node)[0])
        return lambda: (*marked, *make_inner())

    def labelled_statement(self, name: str, inner: Node) -> Make:
        first = inner.children[0] if inner.children else None
        word = first.type if isinstance(first, Token) and name_of(inner) == "other_statement" else ""
        if word == "WHILE":
            return self.loop(inner, self.labelled(name))
        if word == "FOR":
            return self.counting(inner, self.labelled(name))
        make_inner = self.statement(inner)

        def build() -> tuple[Statement, ...]:
            inside = make_inner()
            leaves = any(isinstance(each, Break) and each.label == name for each in statements_of(inside))
            return (Block(inside, (), (name,), self.span(inner)),) if leaves else inside

        return build
