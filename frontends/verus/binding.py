"""What binds variables in specifications: blocks, cases, quantifiers and closures."""

from collections.abc import Sequence

from attrs import define, evolve

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
    UnknownType,
    VerusType,
)


@define(slots=True)
class BindingLowering(OperatorLowering):
    """Blocks, cases, quantifiers and closures."""

    def _if(self, node: t.ExprIf, scope: NameScope, expected: VerusType | None) -> Typed:
        if node.otherwise is None:
            raise self.unsupported("`if` without `else` in a specification", node)
        tested = self._known(node.condition, scope)
        inside = scope.knowing(tested.condition).binding(tested.variables)
        try:
            then = self.block(node.then, inside, expected)
        except UnknownType:
            # Of `if c { None } else { Some(x) }` the second branch tells the type.
            if expected is not None:
                raise
            expected = self.typed(node.otherwise, scope.denying(tested.condition)).type
            then = self.block(node.then, inside, expected)
        wanted_type = expected or (None if then.type.name == LITERAL else then.type)
        otherwise = self.typed(node.otherwise, scope.denying(tested.condition), wanted_type)
        kind = self._common(then, otherwise, node)
        return Typed(ite(tested.condition, then.term, otherwise.term), kind)

    def _common(self, first_typed: Typed, second_typed: Typed, node: t.Expr) -> VerusType:
        # A conditional term has one sort; machine integers of two types are whole numbers both.
        if first_typed.term.sort != second_typed.term.sort:
            raise self.unsupported(f"{first_typed.type} or {second_typed.type}", node)
        if first_typed.type.name == LITERAL:
            return second_typed.type
        if (
            first_typed.type.is_integer
            and second_typed.type.is_integer
            and first_typed.type != second_typed.type
            and second_typed.type.name != LITERAL
        ):
            return INTEGER
        return first_typed.type

    def _match_arms(self, node: t.ExprMatch, scope: NameScope, expected: VerusType | None) -> Typed:
        try:
            return self._arms(node, scope, expected)
        except UnknownType:
            # Of `None => None, Some(x) => Some(f(x))` a later arm tells the type of the first.
            if expected is not None or len(node.arms) < 2:
                raise
            return self._arms(node, scope, self._match_arms(evolve(node, arms=node.arms[1:]), scope, None).type)

    def _arms(self, node: t.ExprMatch, scope: NameScope, expected: VerusType | None) -> Typed:
        value = self.typed(node.value, scope)
        cases_found: list[tuple[Term, Typed]] = []
        # Each arm is read under the conditions that the arms before it did not match, which may make partial operations
        # total.
        for arm in node.arms:
            case = matched(self, arm.pattern, value, scope, node)
            inside = scope.knowing(case.condition).binding(case.variables)
            condition = case.condition
            if arm.guard is not None:
                guard = self._known(arm.guard, inside)
                # The guard is part of the condition: if it fails, later arms are tried.
                inside = inside.knowing(guard.condition).binding(guard.variables)
                condition = conj(condition, guard.condition)
            wanted_type = expected or (
                cases_found[-1][1].type if cases_found and cases_found[-1][1].type.name != LITERAL else None
            )
            cases_found.append((condition, self.typed(arm.body, inside, wanted_type)))
            scope = scope.denying(condition)
        if not cases_found:
            raise self.unsupported("`match` without arms", node)
        # The last arm needs no condition: a match is exhaustive.
        _, result = cases_found.pop()
        for condition, body in reversed(cases_found):
            result = Typed(ite(condition, body.term, result.term), self._common(body, result, node))
        return result

    def block(self, block: t.CodeBlock, scope: NameScope, expected: VerusType | None) -> Typed:
        """The value of a block: variables, and then an expression."""
        bound: list[tuple[Binder, Term]] = []
        result: Typed | None = None
        # Only `let` binds; proof code and assertions say nothing of the value.
        for statement in block.statements:
            match statement:
                case t.StmtLet(_, pattern, kind, value, None) if value is not None:
                    wanted_type = None if kind is None else scope.types.read(kind)
                    found = self.settled(self.typed(value, scope, wanted_type), wanted_type)
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
        # A block that ends without an expression is a unit, which no specification asks for.
        if result is None:
            raise self.unsupported("a block without a value", block)
        term = result.term
        # Inside out: later variables may mention earlier ones.
        for binder, bound_value in reversed(bound):
            term = let(binder, bound_value, term)
        return Typed(term, result.type)

    def _bind(
        self, pattern: t.Pat, value: Typed, scope: NameScope, bound: list[tuple[Binder, Term]], node: t.Expr
    ) -> NameScope:
        """The scope after `let pattern = value`."""
        # A value that is computed becomes a variable of a `let`, so that a pattern that looks at it many times has it
        # once. A variable or a constant is used as it is.
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
        # The body is about values of the types alone, and may need that to have a meaning.
        inside = inside.knowing(*promised)
        body = self.condition(node.body, inside)
        if node.kind == "choose":
            return self._choose(node, binders, list(variables.values()), conj(*promised, body))
        # Values outside of the types count for neither quantifier.
        join = implies if node.kind == "forall" else conj
        make_quantifier = forall if node.kind == "forall" else exists
        return Typed(make_quantifier(binders, join(conj(*promised), body), span=self.span(node)), BOOLEAN)

    def _choose(self, node: t.Expr, binders: Sequence[Binder], chosen: Sequence[Typed], condition: Term) -> Typed:
        """Some value of which a condition is true, and any where there is none."""
        value = chosen[0] if len(chosen) == 1 else None
        chosen_values = value.term if value else op("tuple.make", *(chosen_value.term for chosen_value in chosen))
        kind = value.type if value else VerusType("tuple", tuple(chosen_value.type for chosen_value in chosen))
        unbounded = make("unbounded", (), Sort("Domain"))
        choice = op(
            "such_that",
            *(unbounded for _ in binders),
            condition,
            chosen_values,
            data=tuple(binders),
            span=self.span(node),
        )
        # `choose` is a function of what it mentions: at the same values it chooses the same, also where nothing fits.
        free = [var(str(name), sort) for name, sort in ordered_variables(choice)]
        some = exists(tuple(binders), condition)
        none = self.unspecified(f"choose at {node.at[0]}", free, choice.sort, self.span(node))
        return Typed(ite(some, choice, none), kind)

    def binders(
        self,
        parameters: Sequence[t.ClosureParameter],
        scope: NameScope,
        node: t.Expr,
        types_given: Sequence[VerusType] = (),
    ) -> tuple[tuple[Binder, ...], dict[str, Typed], list[Term]]:
        """The variables of a quantifier or closure: as binders, by name, and what their types promise."""
        binders, variables, promised = list[Binder](), dict[str, Typed](), list[Term]()
        # A type that is not written follows from where the closure stands, or from the uses of the variable.
        for position, parameter in enumerate(parameters):
            if parameter.type is not None:
                kind = scope.types.read(parameter.type)
            elif position < len(types_given):
                kind = types_given[position]
            else:
                kind = self._guessed(parameter, scope.binding(variables), node)
            pattern = parameter.pattern
            # A pattern binds a value of its own, which is taken apart inside.
            name = pattern.name if isinstance(pattern, t.PatIdent) else f"p{position}"
            bound_variable = scope.binding(variables).variable(name, kind)
            binders.append(Binder(bound_variable.term.data, self.sort(kind)))
            variables[str(bound_variable.term.data)] = bound_variable
            # Later parameters may not have the name that this one has been given.
            inner_scope = scope.binding(variables)
            variables.update(matched(self, pattern, bound_variable, inner_scope, node).variables)
            # What the type promises (`0 <= i` of a `nat`) guards the body.
            promise = self.bounds(kind, bound_variable.term)
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
        self, node: t.ExprClosure, scope: NameScope, expected: VerusType | None, types_given: Sequence[VerusType] = ()
    ) -> Typed:
        """A function value. What its parameters' types promise is promised of each argument."""
        if expected is not None and expected.name == "fn" and not types_given:
            types_given = expected.arguments[:-1]
        binders, variables, promised = self.binders(node.parameters, scope, node, types_given)
        inside = scope.binding(variables).knowing(*promised)
        result_type = expected.arguments[-1] if expected is not None and expected.name == "fn" else None
        # An open type parameter says nothing about the body: what the body is decides.
        result_type = None if result_type is not None and result_type.name == "param" else result_type
        body = self.settled(self.typed(node.body, inside, result_type), result_type)
        unbounded = make("unbounded", (), Sort("Domain"))
        term = op("lambda", *(unbounded for _ in binders), body.term, data=binders)
        taken = tuple(variables[str(binder.name)].type for binder in binders)
        return Typed(term, VerusType("fn", (*taken, body.type)))
