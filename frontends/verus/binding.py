"""What binds variables in specifications: blocks, cases, quantifiers and closures."""

from collections.abc import Sequence

from attrs import define

from ...core.ir.build import (
    conj,
    eq,
    exists,
    forall,
    implies,
    ite,
    let,
    op,
)
from ...core.ir.sorts import Sort
from ...core.ir.terms import TRUE, Binder, Term, make, ordered_variables, var
from . import tree as t
from .inference import inferred_type
from .operators import OperatorLowering
from .patterns import matched
from .scopes import NameScope, Typed
from .types import (
    BOOLEAN,
    INTEGER,
    LITERAL,
    VerusType,
)


@define(slots=True)
class BindingLowering(OperatorLowering):
    """Blocks, cases, quantifiers and closures."""

    def _if(self, node: t.ExprIf, scope: NameScope, expected: VerusType | None) -> Typed:
        tested = self._known(node.condition, scope)
        then = self.block(node.then, scope.knowing(tested.condition).binding(tested.variables), expected)
        if node.otherwise is None:
            raise self.unsupported("`if` without `else` in a specification", node)
        wanted = expected or (None if then.type.name == LITERAL else then.type)
        other = self.typed(node.otherwise, scope.denying(tested.condition), wanted)
        kind = self._common(then, other, node)
        return Typed(ite(tested.condition, then.term, other.term), kind)

    def _common(self, one: Typed, other: Typed, node: t.Expr) -> VerusType:
        if one.term.sort != other.term.sort:
            raise self.unsupported(f"{one.type} or {other.type}", node)
        if one.type.name == LITERAL:
            return other.type
        if one.type.is_integer and other.type.is_integer and one.type != other.type and other.type.name != LITERAL:
            return INTEGER
        return one.type

    def _match_arms(self, node: t.ExprMatch, scope: NameScope, expected: VerusType | None) -> Typed:
        value = self.typed(node.value, scope)
        found: list[tuple[Term, Typed]] = []
        for arm in node.arms:
            case = matched(self, arm.pattern, value, scope, node)
            inside = scope.knowing(case.condition).binding(case.variables)
            condition = case.condition
            if arm.guard is not None:
                guard = self._known(arm.guard, inside)
                inside = inside.knowing(guard.condition).binding(guard.variables)
                condition = conj(condition, guard.condition)
            wanted = expected or (found[-1][1].type if found and found[-1][1].type.name != LITERAL else None)
            found.append((condition, self.typed(arm.body, inside, wanted)))
            scope = scope.denying(condition)
        if not found:
            raise self.unsupported("`match` without arms", node)
        _, result = found.pop()
        for condition, body in reversed(found):
            result = Typed(ite(condition, body.term, result.term), self._common(body, result, node))
        return result

    def block(self, block: t.CodeBlock, scope: NameScope, expected: VerusType | None) -> Typed:
        """The value of a block: variables, and then an expression."""
        bound: list[tuple[Binder, Term]] = []
        result: Typed | None = None
        for statement in block.statements:
            match statement:
                case t.StmtLet(_, pattern, kind, value, None) if value is not None:
                    wanted = None if kind is None else scope.types.read(kind)
                    found = self.settled(self.typed(value, scope, wanted), wanted)
                    scope = self._bind(pattern, found, scope, bound, value)
                case t.StmtExpr(t.ExprBlock(_, "proof"), _) | t.StmtEmpty():
                    continue
                case t.StmtExpr(t.ExprAssert() | t.ExprAssertForall(), _):
                    continue
                case t.StmtExpr(t.ExprCall(t.ExprPath(path), _), True) if path.names[-1] in ("reveal", "assume"):
                    continue
                case t.StmtExpr(t.ExprReturn(value), _) if value is not None and statement is block.statements[-1]:
                    result = self.typed(value, scope, expected)
                case t.StmtExpr(value, False) if statement is block.statements[-1]:
                    result = self.typed(value, scope, expected)
                case _:
                    raise self.unsupported("a statement in a specification", statement)
        if result is None:
            raise self.unsupported("a block without a value", block)
        term = result.term
        for binder, bound_value in reversed(bound):
            term = let(binder, bound_value, term)
        return Typed(term, result.type)

    def _bind(
        self, pattern: t.Pat, value: Typed, scope: NameScope, bound: list[tuple[Binder, Term]], node: t.Expr
    ) -> NameScope:
        """The scope after `let pattern = value`."""
        if not isinstance(pattern, t.PatIdent) or value.term.op not in ("var", "const"):
            name = pattern.name if isinstance(pattern, t.PatIdent) else "whole"
            kept = scope.variable(name, value.type)
            bound.append((Binder(kept.term.data, kept.term.sort), value.term))
            scope = scope.knowing(eq(kept.term, value.term))
            value = kept
            scope = scope.binding({str(kept.term.data): kept})
        return scope.binding(matched(self, pattern, value, scope, node).variables)

    def _quantifier(self, node: t.ExprQuantifier, scope: NameScope) -> Typed:
        binders, variables, promised = self.binders(node.binders, scope, node)
        inside = scope.binding(variables)
        inside = inside.knowing(*promised)
        body = self.condition(node.body, inside)
        if node.kind == "choose":
            return self._choose(node, binders, list(variables.values()), conj(*promised, body))
        join = implies if node.kind == "forall" else conj
        make_quantifier = forall if node.kind == "forall" else exists
        return Typed(make_quantifier(binders, join(conj(*promised), body), span=self.span(node)), BOOLEAN)

    def _choose(self, node: t.Expr, binders: Sequence[Binder], chosen: Sequence[Typed], condition: Term) -> Typed:
        """Some value of which a condition is true, and any where there is none."""
        value = chosen[0] if len(chosen) == 1 else None
        whole = value.term if value else op("tuple.make", *(each.term for each in chosen))
        kind = value.type if value else VerusType("tuple", tuple(each.type for each in chosen))
        unbounded = make("unbounded", (), Sort("Domain"))
        choice = op("such_that", *(unbounded for _ in binders), condition, whole, data=tuple(binders))
        free = [var(str(name), sort) for name, sort in ordered_variables(choice)]
        some = exists(tuple(binders), condition)
        return Typed(ite(some, choice, self.unspecified(f"choose at {node.at[0]}", free, choice.sort)), kind)

    def binders(
        self, parameters: Sequence[t.ClosureParameter], scope: NameScope, node: t.Expr, given: Sequence[VerusType] = ()
    ) -> tuple[tuple[Binder, ...], dict[str, Typed], list[Term]]:
        """The variables of a quantifier or closure: as binders, by name, and what their types promise."""
        binders, variables, promised = list[Binder](), dict[str, Typed](), list[Term]()
        for place, parameter in enumerate(parameters):
            if parameter.type is not None:
                kind = scope.types.read(parameter.type)
            elif place < len(given):
                kind = given[place]
            else:
                kind = self._guessed(parameter, scope.binding(variables), node)
            pattern = parameter.pattern
            name = pattern.name if isinstance(pattern, t.PatIdent) else f"p{place}"
            made = scope.binding(variables).variable(name, kind)
            binders.append(Binder(made.term.data, self.sort(kind)))
            variables[str(made.term.data)] = made
            inner = scope.binding(variables)
            variables.update(matched(self, pattern, made, inner, node).variables)
            promise = self.bounds(kind, made.term)
            if promise != TRUE:
                promised.append(promise)
        return tuple(binders), variables, promised

    def _guessed(self, parameter: t.ClosureParameter, scope: NameScope, node: t.Expr) -> VerusType:
        if isinstance(parameter.pattern, t.PatIdent) and isinstance(node, t.ExprQuantifier | t.ExprClosure):
            kind = inferred_type(self, parameter.pattern.name, node.body, scope)
            if kind is not None:
                return kind
        raise self.unsupported("a variable without a type", parameter if parameter.at != (0, 0) else node)

    def closure(
        self, node: t.ExprClosure, scope: NameScope, expected: VerusType | None, given: Sequence[VerusType] = ()
    ) -> Typed:
        """A function value. What its parameters' types promise is promised of each argument."""
        if expected is not None and expected.name == "fn" and not given:
            given = expected.arguments[:-1]
        binders, variables, promised = self.binders(node.parameters, scope, node, given)
        inside = scope.binding(variables).knowing(*promised)
        wanted = expected.arguments[-1] if expected is not None and expected.name == "fn" else None
        wanted = None if wanted is not None and wanted.name == "param" else wanted
        body = self.settled(self.typed(node.body, inside, wanted), wanted)
        unbounded = make("unbounded", (), Sort("Domain"))
        term = op("lambda", *(unbounded for _ in binders), body.term, data=binders)
        taken = tuple(variables[str(binder.name)].type for binder in binders)
        return Typed(term, VerusType("fn", (*taken, body.type)))
