"""Ghost code of bodies as statements: for tests, whose assertions say what is right, and for whoever checks proofs.

Conditions of ghost code are those of specifications, over what variables of the body are at that moment; `old(x)` is
what a parameter was at the beginning.
"""

from abc import ABC
from collections.abc import Callable, Sequence
from contextlib import suppress

from attrs import define, evolve, field

from ...core.errors import Unsupported
from ...core.ir.build import integer, ite, op
from ...core.ir.sorts import INT
from ...core.ir.statements import GhostCondition, If, Measure, While
from ...core.ir.terms import ZERO, Binder, Term, var
from ...core.ir.updates import Update
from ...core.ir.variables import Name, pre_state
from . import tree as t
from .bodies import ExecLowering
from .elaboration import SpecLowering
from .inference import nodes_of
from .pipelines import IteratorChain, IteratorSource
from .scopes import NameScope, Typed
from .types import NAMED_ITERATOR, VerusType


@define(slots=True)
class GhostLowering(ExecLowering, ABC):
    """The lowering of a body whose ghost code counts: `ghost` lowers its conditions."""

    ghost: SpecLowering = field(kw_only=True)

    def ghost_scope(self, scope: NameScope) -> NameScope:
        """What names mean in ghost code."""
        variables = {name: evolve(value, type=self.known(value.type)) for name, value in scope.variables.items()}
        variables |= {name: Typed(place.read(), self.known(place.type)) for name, place in self.places.items()}
        # Only what the function may change has another value before it: `old(x)` of other parameters is x.
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
    """The lowering of a body with the conditions of its proof: `assert`, `invariant`, `decreases`. `changing`: the
    variables of ghost code that it may assign to."""

    changing: set[Name] = field(factory=set)

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
        # Tracked values are not followed.
        if value is None or statement.mode != "ghost":
            return without
        try:
            kind = None if statement.type is None else scope.types.read(statement.type)
            found = self.ghost.settled(self.ghost.typed(value, self.ghost_scope(scope), kind), kind)
        except Unsupported:
            return without
        name = self.fresh_name(pattern.name)
        self.emit(Update((name,), (found.term,), self.span(statement), ghost=True))
        if pattern.mutable:
            self.changing.add(name)
        return without.binding({pattern.name: Typed(var(name, found.term.sort), found.type)})

    def proof(self, block: t.CodeBlock, scope: NameScope) -> None:
        for statement in block.statements:
            match statement:
                case t.StmtLet(pattern=t.PatIdent()):
                    scope = self.ghost_let(evolve(statement, mode="ghost"), scope)
                case t.StmtExpr(t.ExprBlock(inner), _):
                    self.proof(inner, scope)
                case t.StmtExpr(t.ExprAssign("=", t.ExprPath(path), value), _) if self._changes(path.text, scope):
                    self._set(scope.variables[path.text], value, scope, statement)
                case t.StmtExpr(t.ExprIf() as conditional, _):
                    self._branches(conditional, scope)
                case _:
                    # What is not followed may have changed every ghost variable that it names.
                    self._forget(statement, scope)

    def _changes(self, name: str, scope: NameScope) -> bool:
        return name in scope.variables and scope.variables[name].term.data in self.changing

    def _set(self, changed: Typed, value: t.Expr | None, scope: NameScope, node: t.VerusNode) -> None:
        """Give a variable of ghost code a value; None, and what is not supported, is one that nobody knows."""
        sort = changed.term.sort
        # An unknown value refutes and proves nothing: a condition about it stays unknown.
        term = self.ghost.unspecified(f"a value of ghost code: {sort}", (), sort)
        with suppress(Unsupported):
            if value is not None:
                found = self.ghost.settled(self.ghost.typed(value, self.ghost_scope(scope), changed.type), changed.type)
                term = found.term if found.term.sort == sort else term
        self.emit(Update((changed.term.data,), (term,), self.span(node), ghost=True))

    def _branches(self, node: t.ExprIf, scope: NameScope) -> None:
        try:
            test = self.ghost_condition(node.condition, scope)
        except Unsupported:
            self._forget(node, scope)
            return
        otherwise = () if node.otherwise is None else (t.StmtExpr(node.otherwise, True),)
        # Each branch collects statements of its own, since an assignment in one is none in the other.
        outside, self.output = self.output, []
        self.proof(node.then, scope)
        then, self.output = self.output, []
        self.proof(t.CodeBlock(otherwise), scope)
        orelse, self.output = self.output, outside
        if then or orelse:
            self.emit(If(test, tuple(then), tuple(orelse), self.span(node)))

    def _forget(self, node: t.VerusNode, scope: NameScope) -> None:
        """What a statement that is not followed may change is not known after it."""
        for inner in nodes_of(node):
            match inner:
                case t.ExprAssign(_, target) | t.ExprUnary("&mut", target):
                    for each in nodes_of(target):
                        if isinstance(each, t.ExprPath) and self._changes(each.path.text, scope):
                            self._set(scope.variables[each.path.text], None, scope, node)

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
        # The loop is the last statement that the lowering above has emitted; its invariants come to it there.
        loop = self.output[-1]
        match node, loop:
            # Before each turn, and after the last, `i` of `for i in a..b` is the number that comes next.
            case t.ExprForLoop(t.PatIdent(name=name), _, t.ExprRange(inclusive=False)), While(test=test):
                scope = scope.binding({name: chain.source.element(test.args[0])})
        if node.iterator and isinstance(loop, While) and not chain.steps:
            scope = scope.binding({node.iterator: self._named_iterator(chain.source, loop.test.args[0])})
        self._with_claims(node.clauses, scope)

    def _named_iterator(self, source: IteratorSource, place: Term) -> Typed:
        """The iterator that a `for` loop gives a name: how often it went on, and all that it gives."""
        length = op("sub", source.end, source.start)
        last = op("sub", source.end, integer(1))
        binder = Binder(self.fresh_name("turn"), INT)
        turn = var(binder.name, INT)
        element = source.element(op("sub", last, turn) if source.backwards else op("add", source.start, turn))
        # A range that ends before it begins gives nothing.
        count = ite(op("lt", length, ZERO), ZERO, length)
        whole = op("seq.comprehension", op("range", ZERO, count), element.term, data=(binder,))
        index = op("sub", last, place) if source.backwards else op("sub", place, source.start)
        return Typed(op("tuple.make", index, whole), VerusType(NAMED_ITERATOR, (self.known(element.type),)))

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
