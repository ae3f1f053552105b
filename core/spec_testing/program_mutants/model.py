"""What mutates a program: operators, and the places of a body where they do."""

from collections.abc import Callable, Iterator, Mapping

from attrs import field, frozen

from ...ir.contracts import Program
from ...ir.routines import Change, Rewritten
from ...ir.sorts import Sort
from ...ir.statements import Body
from ...ir.terms import Term
from ...ir.variables import Name
from ...spans import Span


@frozen(slots=True, eq=False)
class MutationScope:
    """What a mutant may mention at a place: the variables by name, and what the program declares."""

    variables: Mapping[Name, Sort]
    program: Program

    def of(self, sort: Sort) -> Iterator[Name]:
        """The variables of a sort."""
        return (name for name, variable in self.variables.items() if variable == sort)


@frozen(slots=True, eq=False)
class TermSite:
    """A part `node` of an expression `whole` of a body. `put` gives the expression with another term there, `within`
    the body with another expression there; `decides`: it is the condition of a conditional or loop."""

    whole: Term
    node: Term
    put: Callable[[Term], Term]
    within: Callable[[Term], Body]
    scope: MutationScope
    decides: bool = False


@frozen(slots=True, eq=False)
class StatementSite:
    """What one statement of the text is in the IR, `group`, and the next one of its block, if there is one. `put` gives
    the body with other statements in the place of both. `loops`: is it in a loop? `declares`: does it declare a
    variable?"""

    group: Body
    following: Body
    put: Callable[[Body, Body], Body]
    scope: MutationScope
    loops: bool = False
    declares: bool = False
    span: Span = field(kw_only=True)
    next_span: Span | None = field(kw_only=True, default=None)


MutationSite = TermSite | StatementSite


@frozen(slots=True)
class TermOperator:
    """`mutate(node, scope, decides)` yields terms of the same sort, the node itself perhaps among them."""

    name: str
    meaning: str
    source: str
    mutate: Callable[[Term, MutationScope, bool], Iterator[Term]]


@frozen(slots=True)
class StatementOperator:
    """`mutate` yields, for a statement, how the text changes and the body that it becomes."""

    name: str
    meaning: str
    source: str
    mutate: Callable[[StatementSite], Iterator[tuple[Rewritten, Body]]]


ProgramOperator = TermOperator | StatementOperator


@frozen(slots=True, eq=False)
class ProgramMutant:
    """A body with one change. `body` builds it."""

    operator: str
    change: Change
    body: Callable[[], Body]
