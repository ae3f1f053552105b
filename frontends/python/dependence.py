"""Which clauses depend on statements that are not lowered.

A statement that is not lowered may raise, bind names, change values or leave its block. So every clause that
may be checked after it is executed depends on it: the clauses below it, and those above it in a loop around
it. A helper function whose body contains one does nothing until it is mentioned.
"""

from collections.abc import Iterator

from attrs import define, field

from ...core.ir.contracts import Problem
from ...core.ir.statements import (
    Body,
    Check,
    Define,
    ExceptHandler,
    For,
    If,
    OpaqueStatement,
    Statement,
    Try,
    While,
    own_terms,
)
from ...core.ir.terms import Term, subterms


def dependent_clauses(body: Body) -> dict[int, Problem]:
    """Clause → the first `OpaqueStatement` that it depends on."""
    walk = _DependenceWalk()
    while True:
        helpers_before, walk.executed = len(walk.helpers), walk.block(body, None)
        # A helper may mention one that is defined below it, and its clauses are checked where it is called.
        if len(walk.helpers) == helpers_before:
            walk.block(body, None)
            return walk.clauses


@define(slots=True)
class _DependenceWalk:
    clauses: dict[int, Problem] = field(factory=dict)
    helpers: dict[str, Problem] = field(factory=dict)
    """Helpers that are not lowered entirely."""
    executed: Problem | None = None
    """The first statement that is not lowered, of those that are executed."""

    def block(self, body: Body, depended_on: Problem | None) -> Problem | None:
        """What the statements after this block depend on, given what the block itself depends on."""
        for statement in body:
            depended_on = self._statement(statement, depended_on)
        return depended_on

    def _statement(self, statement: Statement, depended_on: Problem | None) -> Problem | None:
        match statement:
            case OpaqueStatement(construct, span):
                return depended_on or Problem(construct, span)
            case Check(clause, test):
                # A clause keeps its first problem, which is the one that a reader meets first.
                problem = depended_on or self._mentioned([test])
                if problem is not None:
                    self.clauses.setdefault(clause, problem)
                return depended_on
            case Define(name, _, defaults, inner_body):
                # The body of a helper is no statement here: its problem counts where the helper is mentioned.
                problem_found = self._repeated(inner_body, None)
                if problem_found is not None:
                    self.helpers.setdefault(name, problem_found)
                elif self.executed is not None:
                    # A helper's clauses are checked wherever it is called: they depend on what any executed statement
                    # spoils.
                    self.block(inner_body, self.executed)
                return depended_on or self._mentioned(defaults)
        depended_on = depended_on or self._mentioned(own_terms(statement))
        if isinstance(statement, (For, While)):
            # The `else` of a loop comes after all its turns, so that it depends on what any of them spoils.
            return self.block(statement.orelse, self._repeated(statement.body, depended_on))
        for inner_body in blocks(statement):
            depended_on = self.block(inner_body, depended_on)
        return depended_on

    def _repeated(self, body: Body, depended_on: Problem | None) -> Problem | None:
        """A block that may be executed again: a second walk meets at its start what the first found in it."""
        after = self.block(body, depended_on)
        return after if after is depended_on else self.block(body, after)

    def _mentioned(self, terms: Iterator[Term] | tuple[Term, ...] | list[Term]) -> Problem | None:
        for term in subterms(*terms):
            if term.op == "var" and term.data in self.helpers:
                return self.helpers[term.data]
        return None


Branch = bool | ExceptHandler
"""Which block of a compound statement: whether it is the first one (of an `if`: `then`), or a handler of a `try`."""


def branches(statement: Statement) -> Iterator[tuple[Branch, Body]]:
    """The blocks in a statement, in source order; of a `try` the `else` and `finally` count as first ones, too."""
    match statement:
        case If(_, then, orelse):
            yield True, then
            yield False, orelse
        case For(_, _, body, orelse) | While(_, body, orelse):
            yield True, body
            yield False, orelse
        case Try(body, handlers, orelse, final):
            yield True, body
            for handler in handlers:
                yield handler, handler.body
            yield True, orelse
            yield True, final
        case Define(_, _, _, body):
            yield True, body


def blocks(statement: Statement) -> Iterator[Body]:
    """The blocks in a statement, in source order."""
    return (body for _, body in branches(statement))
