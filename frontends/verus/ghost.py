"""Ghost code of bodies as statements: for tests, whose assertions say what is right, and for whoever checks proofs.

Conditions of ghost code are those of specifications, over what variables of the body are at that moment; `old(x)` is
what a parameter was at the beginning.
"""

from abc import ABC
from collections.abc import Callable, Sequence

from attrs import define, evolve, field

from ...core.errors import Unsupported
from ...core.ir.statements import GhostCondition, Measure, While
from ...core.ir.terms import Term, var
from ...core.ir.updates import Update
from ...core.ir.variables import Name, pre_state
from . import tree as t
from .bodies import ExecLowering
from .elaboration import SpecLowering
from .pipelines import IteratorChain
from .scopes import NameScope, Typed
from .types import VerusType


@define(slots=True)
class GhostLowering(ExecLowering, ABC):
    """The lowering of a body whose ghost code counts: `ghost` lowers its conditions."""

    ghost: SpecLowering = field(kw_only=True)

    def ghost_scope(self, scope: NameScope) -> NameScope:
        """What names mean in ghost code."""
        variables = {name: evolve(value, type=self.known(value.type)) for name, value in scope.variables.items()}
        variables |= {name: Typed(place.read(), self.known(place.type)) for name, place in self.places.items()}
        changed = {str(name) for name, _ in self.copied}
        before = {
            "self" if binder.name == "this" else str(binder.name): Typed(
                var(pre_state(binder.name), binder.sort),
                variables["self" if binder.name == "this" else str(binder.name)].type,
            )
            for binder in self.parameters
            if binder.name in changed
        }
        return evolve(scope, variables=variables, before=before)

    def ghost_condition(self, node: t.Expr, scope: NameScope) -> Term:
        """The term of a condition. Raises Unsupported."""
        return self.ghost.condition(node, self.ghost_scope(scope))

    def visible(self, scope: NameScope) -> tuple[tuple[str, Name], ...]:
        """What the text calls the variables that it sees here, and what the body calls them."""
        variables = self.ghost_scope(scope).variables
        return tuple((name, value.term.data) for name, value in variables.items() if value.term.op == "var")


@define(slots=True)
class CheckLowering(GhostLowering):
    """The lowering of a body with the conditions of its proof: `assert`, `invariant`, `decreases`."""

    def asserted(self, node: t.ExprAssert, scope: NameScope) -> None:
        self.emit(self._claim("assert", node.condition, scope))

    def asserted_forall(self, node: t.ExprAssertForall, scope: NameScope) -> None:
        last = node.condition if node.implied is None else node.implied
        body = node.condition if node.implied is None else t.ExprBinary("==>", node.condition, node.implied)
        claim = t.ExprQuantifier("forall", node.binders, body, at=(node.at[0], last.at[1]))
        found = self._claim("assert", claim, scope)
        self.emit(evolve(found, text=found.text.removeprefix("assert").lstrip()))

    def ghost_let(self, statement: t.StmtLet, scope: NameScope) -> NameScope:
        pattern, value = statement.pattern, statement.value
        if not isinstance(pattern, t.PatIdent):
            return scope
        # Whatever had the name is not meant any more.
        self.places.pop(pattern.name, None)
        others = {name: typed for name, typed in scope.variables.items() if name != pattern.name}
        without = evolve(scope, variables=others)
        # What proof blocks assign is not followed, nor are tracked values.
        if value is None or pattern.mutable or statement.mode != "ghost":
            return without
        try:
            kind = None if statement.type is None else scope.types.read(statement.type)
            found = self.ghost.settled(self.ghost.typed(value, self.ghost_scope(scope), kind), kind)
        except Unsupported:
            return without
        name = self.fresh_name(pattern.name)
        self.emit(Update((name,), (found.term,), self.span(statement), ghost=True))
        return without.binding({pattern.name: Typed(var(name, found.term.sort), found.type)})

    def measure(self, clauses: Sequence[t.SpecClause], scope: NameScope) -> Measure | None:
        return self._measure(clauses, scope)

    def _claim(self, kind: str, node: t.Expr, scope: NameScope) -> GhostCondition:
        text, span = self.source.excerpt(*node.at), self.span(node)
        try:
            return GhostCondition(kind, self.ghost_condition(node, scope), text, span, "", self.visible(scope))
        except Unsupported as error:
            return GhostCondition(kind, None, text, span, error.construct)

    def _measure(self, clauses: Sequence[t.SpecClause], scope: NameScope) -> Measure | None:
        """What gets smaller with each turn of a loop."""
        clause = next((each for each in clauses if each.kind == "decreases" and each.values), None)
        if clause is None:
            return None
        text, span = ", ".join(self.source.excerpt(*value.at) for value in clause.values), self.span(clause)
        try:
            inside = self.ghost_scope(scope)
            terms = tuple(self.ghost.term(value, inside) for value in clause.values)
            return Measure(terms, text, span, "", self.visible(scope))
        except Unsupported as error:
            return Measure(None, text, span, error.construct)

    def _typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None) -> Typed:
        found = ExecLowering._typed(self, node, scope, expected)
        if isinstance(node, t.ExprWhile | t.ExprLoop):
            self._with_claims(node.clauses, scope)
        return found

    def go_through(
        self, chain: IteratorChain, scope: NameScope, visit: Callable[[Typed], None], node: t.Expr, label: str = ""
    ) -> None:
        ExecLowering.go_through(self, chain, scope, visit, node, label)
        if not isinstance(node, t.ExprForLoop):
            return
        loop = self.output[-1]
        match node, loop:
            # Before each turn, and after the last, `i` of `for i in a..b` is the number that comes next.
            case t.ExprForLoop(t.PatIdent(name=name), _, t.ExprRange(inclusive=False)), While(test=test):
                scope = scope.binding({name: chain.source.element(test.args[0])})
        self._with_claims(node.clauses, scope)

    def _with_claims(self, clauses: Sequence[t.SpecClause], scope: NameScope) -> None:
        """Give the loop that was lowered last its invariants and its measure."""
        loop = self.output[-1] if self.output else None
        if isinstance(loop, While):
            claims = tuple(
                self._claim("invariant", value, scope)
                for clause in clauses
                if clause.kind in ("invariant", "invariant_except_break")
                for value in clause.values
            )
            self.output[-1] = evolve(loop, invariants=claims, measure=self._measure(clauses, scope))
