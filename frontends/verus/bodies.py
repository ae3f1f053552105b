"""The bodies of exec functions → statements that the interpreter runs (Rust reference, "Statements and expressions").

An expression is a term; what it does besides is statements before it. A partial operation is the one of the IR, which
is undefined where Rust panics: an index out of bounds, a division by zero, and arithmetic beyond the range of its type,
which is a function whose precondition is that range. Ghost code is no part of a body.
"""

import re
from collections.abc import Mapping, Sequence

from attrs import define, evolve

from ...core.errors import Unsupported
from ...core.ir.build import conj, ite, negate, op
from ...core.ir.routines import Routine
from ...core.ir.statements import Continue, If, Measure, Statement
from ...core.ir.terms import TRUE, Binder, Term, var
from ...core.ir.updates import Update
from ...core.ir.variables import hidden_variable
from . import tree as t
from .elaboration import SpecLowering
from .exec_calls import PLACEHOLDERS, ExecCalls, NoBody, changes
from .exec_values import NO_VALUE, leaves
from .patterns import Matched, matched, refers
from .printing import show_expression
from .scopes import DeclaredFunction, NameScope, Typed
from .types import (
    LITERAL,
    UNIT,
    TypeScope,
    VerusType,
    with_parameters,
)

_WORD = re.compile(r"\w+")
GHOST_CALLS = frozenset({"reveal", "reveal_with_fuel", "hide", "assume", "broadcast"})
MOST_ROUNDS = 8
"""How often a body is lowered to find the types that are not written: each round tells some that the next one needs."""


@define(slots=True)
class ExecLowering(ExecCalls):
    """The lowering of one body: its statements, blocks and cases."""

    def _typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None) -> Typed:
        match node:
            case t.ExprAssign(operator, target, value):
                return self._assign(node, operator, target, value, scope)
            case t.ExprReturn(value):
                return self._return(value, scope, node)
            case t.ExprBreak(label, value):
                return self._break(node, label, value, scope)
            case t.ExprContinue(label):
                self.emit(Continue(self.span(node), label))
                return Typed(NO_VALUE, UNIT)
            case t.ExprWhile(condition, _, body, label):
                return self._while(condition, body, label, scope, node)
            case t.ExprLoop(_, body, label):
                return self._loop(body, label, scope, expected, node)
            case t.ExprForLoop():
                return self._for(node, scope)
            case t.ExprTry(value):
                return self._try(value, scope, node)
            case t.ExprMacroRepeat(_, value, length) | t.ExprRepeat(value, length):
                return self._repeated(
                    value, length, scope, expected, "Vec" if isinstance(node, t.ExprMacroRepeat) else "array"
                )
            case t.ExprAssert():
                self.asserted(node, scope)
                return Typed(NO_VALUE, UNIT)
            case t.ExprAssertForall():
                self.asserted_forall(node, scope)
                return Typed(NO_VALUE, UNIT)
            case t.ExprBlock(_, "proof") | t.ExprMacroOpaque("calc"):
                return Typed(NO_VALUE, UNIT)
            case t.ExprPath(path) if len(path.segments) == 1 and path.text in self.places:
                place = self.places[path.text]
                return Typed(place.read(), self.known(place.type))
            case t.ExprQuantifier():
                raise self.unsupported("a quantifier in a body", node)
            case t.ExprClosure():
                raise self.unsupported("a closure in a body", node)
            case _:
                return SpecLowering._typed(self, node, scope, expected)

    def asserted(self, node: t.ExprAssert, scope: NameScope) -> None:
        """`assert(…)`, which is ghost code and no part of a body."""

    def asserted_forall(self, node: t.ExprAssertForall, scope: NameScope) -> None:
        """`assert forall`, which is ghost code, too."""

    def measure(self, clauses: Sequence[t.SpecClause], scope: NameScope) -> Measure | None:
        """What gets smaller with each call in a recursion; None where ghost code does not count."""
        return None

    def _assign(self, node: t.Expr, operator: str, target: t.Expr, value: t.Expr, scope: NameScope) -> Typed:
        if isinstance(target, t.ExprPath) and target.path.text == "_":
            self.typed(value, scope)
            return Typed(NO_VALUE, UNIT)
        if isinstance(target, t.ExprTuple) and operator == "=":
            found = self.kept(self.typed(value, scope))
            for number, element in enumerate(target.elements):
                self.write(self.place(element, scope), op("tuple.at", found.term, data=number), node)
            return Typed(NO_VALUE, UNIT)
        if operator == "=":
            kind = self.type_of_place(target, scope)
            found = self.settled(self.typed(value, scope, kind), kind)
            place = self.place(target, scope)
        else:
            kind = self.type_of_place(target, scope)
            other = self.typed(value, scope, None if operator in ("<<=", ">>=") else kind)
            place = self.place(target, scope)
            one = Typed(place.read(), self.known(place.type))
            self.learn(one.type, other.type)
            other = self.settled(other, one.type)
            if one.type.is_sequence and operator == "+=":
                found = Typed(op("seq.concat", one.term, other.term), one.type)
            else:
                found = self.arithmetic(operator[:-1], one, other, node)
        self.learn(place.type, found.type)
        if found.term.sort != place.read().sort:
            raise self.unsupported(f"{found.type} assigned to {place.type}", node)
        self.write(place, found.term, node)
        return Typed(NO_VALUE, UNIT)

    def _return(self, value: t.Expr | None, scope: NameScope, node: t.Expr) -> Typed:
        if self.within_closure:
            raise self.unsupported("`return` in a closure", node)
        if value is not None:
            wanted = self.result.type if self.result is not None else None
            found = self.settled(self.typed(value, scope, wanted), wanted)
            self.leave(found, node)
        else:
            self.leave(None, node)
        return Typed(NO_VALUE, UNIT)

    def block(self, block: t.CodeBlock, scope: NameScope, expected: VerusType | None) -> Typed:
        """The value of a block, whose statements go to the output."""
        hidden = dict(self.places)
        try:
            return self._block(block, scope, expected)
        finally:
            self.places = hidden

    def _block(self, block: t.CodeBlock, scope: NameScope, expected: VerusType | None) -> Typed:
        for statement in block.statements:
            last = statement is block.statements[-1]
            match statement:
                case t.StmtLet(mode) if mode:
                    continue
                case t.StmtLet():
                    scope = self._let(statement, scope)
                case t.StmtExpr(t.ExprAssert() as claim, _):
                    self.asserted(claim, scope)
                case t.StmtExpr(t.ExprAssertForall() as claim, _):
                    self.asserted_forall(claim, scope)
                case t.StmtExpr(t.ExprBlock(_, "proof"), _) | t.StmtEmpty():
                    continue
                case t.StmtExpr(t.ExprCall(t.ExprPath(path), arguments), _) if path.names[-1] in PLACEHOLDERS | {
                    "assume"
                }:
                    if path.names[-1] in PLACEHOLDERS or arguments == (t.ExprLit("bool", False),):
                        raise NoBody
                    continue
                case t.StmtExpr(t.ExprMacro(name), _) if name in PLACEHOLDERS and len(block.statements) == 1:
                    raise NoBody
                case t.StmtExpr(t.ExprCall(t.ExprPath(path), _), _) if path.names[-1] in GHOST_CALLS:
                    continue
                case t.StmtExpr(value, ended):
                    found = self.typed(value, scope, expected if last and not ended else None)
                    if last and not ended:
                        return found
                    if found.term.op != "var" and found.term != NO_VALUE and found.term.op != "const":
                        self.kept(found, "unused", value)
                case t.StmtItem(t.ItemUse()):
                    continue
                case _:
                    raise self.unsupported("an item in a body", statement)
        return Typed(NO_VALUE, UNIT)

    def _let(self, statement: t.StmtLet, scope: NameScope) -> NameScope:
        pattern, value = statement.pattern, statement.value
        kind = None if statement.type is None else scope.types.read(statement.type)
        if value is None:
            if not isinstance(pattern, t.PatIdent):
                raise self.unsupported("a pattern without a value", statement)
            kind = kind or self.hole(pattern)
            name = self.fresh_name(pattern.name)
            self.places.pop(pattern.name, None)
            return scope.binding({pattern.name: Typed(var(name, self.sort(kind)), kind)})
        if isinstance(value, t.ExprUnary) and value.operator == "&mut" and isinstance(pattern, t.PatIdent):
            self.places[pattern.name] = self.place(value, scope)
            return scope
        if isinstance(value, t.ExprClosure) and isinstance(pattern, t.PatIdent):
            return scope.binding({pattern.name: self._closure_value(value, scope)})
        outer = None if isinstance(pattern, t.PatIdent) else self.reference(value, scope)
        if outer is not None or refers(pattern):
            outer = outer or self.place(value, scope)
            case = matched(self, pattern, Typed(outer.read(), self.known(outer.type)), scope, value)
            if statement.otherwise is not None:
                raise self.unsupported("`else` of a pattern over places", statement)
            return scope.binding(self._variables(case.variables, pattern, outer))
        found = self.settled(self.typed(value, scope, kind), kind)
        found = Typed(found.term, self.known(found.type))
        if kind is not None:
            self.learn(found.type, kind)
            found = Typed(found.term, kind) if kind.is_integer or found.type.name == "param" else found
        found = self.labelled(found, pattern)
        if isinstance(pattern, t.PatIdent):
            kept = self.kept(found, pattern.name, statement)
            self.places.pop(pattern.name, None)
            if not pattern.mutable:
                self.unchanged.add(str(kept.term.data))
            return scope.binding({pattern.name: kept})
        kept = self.kept(found, "whole", statement)
        case = matched(self, pattern, kept, scope, value)
        otherwise = statement.otherwise
        if otherwise is not None:
            _, statements = self.within_block(lambda: self.block(otherwise, scope, None))
            self.emit(If(negate(case.condition), tuple(statements)))
        return scope.binding(self._variables(case.variables, pattern))

    def _closure_value(self, closure: t.ExprClosure, scope: NameScope) -> Typed:
        """A variable that holds a closure, which is called in place. One that moves what it mentions has that as it is
        now."""
        kept = dict[str, Typed]()
        if closure.moves:
            mentioned = set(_WORD.findall(show_expression(closure.body)))
            kept = {
                name: self.kept(value, name)
                for name, value in scope.variables.items()
                if name in mentioned and name not in self.places and value.term.op == "var"
            }
            if not mentioned.isdisjoint(self.places):
                raise self.unsupported("a closure that moves a reference", closure)
        label = f"closure {len(self.closures)}"
        self.closures[label] = (closure, scope.binding(kept))
        return Typed(NO_VALUE, VerusType("closure", (), label))

    def _if(self, node: t.ExprIf, scope: NameScope, expected: VerusType | None) -> Typed:
        tested = self._tested(node.condition, scope)

        def then_part() -> Typed:
            hidden = dict(self.places)
            inside = scope.binding(self._bound(tested))
            found = self.block(node.then, inside, expected)
            self.places = hidden
            return found

        then, first = self.within_block(then_part)
        if node.otherwise is None:
            self.emit(If(tested.condition, tuple(first), (), self.span(node)))
            return Typed(NO_VALUE, UNIT)
        wanted = expected or (then.type if then.type not in (UNIT,) and then.type.name != LITERAL else None)
        otherwise = node.otherwise
        other, second = self.within_block(lambda: self.typed(otherwise, scope, wanted))
        return self._chosen([(tested.condition, then, first), (TRUE, other, second)], node)

    def _chosen(self, cases: list[tuple[Term, Typed, list[Statement]]], node: t.Expr) -> Typed:
        """The value of the first case that applies."""
        values = [each for _, each, statements in cases if not leaves(statements)]
        value = next((value for value in values if value.type.name not in (LITERAL,)), values[0] if values else None)
        if value is None or value.term == NO_VALUE:
            value = Typed(NO_VALUE, UNIT)
        for each in values:
            self.learn(each.type, value.type)
            if each.term.sort != value.term.sort:
                raise self.unsupported(f"{each.type} or {value.type}", node)
        if not any(statements for _, _, statements in cases):
            *before, (_, last, _) = cases
            term = last.term
            for condition, each, _ in reversed(before):
                term = ite(condition, each.term, term)
            return Typed(term, value.type)
        name = self.fresh_name("chosen")
        result: tuple[Statement, ...] = ()
        for condition, each, statements in reversed(cases):
            stored = [] if value.term == NO_VALUE or leaves(statements) else [Update((name,), (each.term,))]
            body = (*statements, *stored)
            result = body if condition == TRUE else (If(condition, body, result, self.span(node)),)
        self.emit(*result)
        if value.term == NO_VALUE:
            return value
        return Typed(var(name, value.term.sort), value.type)

    def _match_arms(self, node: t.ExprMatch, scope: NameScope, expected: VerusType | None) -> Typed:
        outer = self.reference(node.value, scope)
        if outer is None and any(refers(arm.pattern) for arm in node.arms):
            outer = self.place(node.value, scope)
        value = self.typed(node.value, scope) if outer is None else Typed(outer.read(), self.known(outer.type))
        if outer is None and value.term.op not in ("var", "const"):
            value = self.kept(value, "matched", node.value)
        cases: list[tuple[Term, Typed, list[Statement]]] = []
        wanted = expected
        for arm in node.arms:
            case = matched(self, arm.pattern, value, scope, node)
            condition = case.condition
            if arm.guard is not None:
                guard = self.within_block_matched(arm.guard, scope.binding(case.variables))
                if guard[1]:
                    raise self.unsupported("a guard with statements", arm)
                condition = conj(condition, guard[0].condition)

            def body(arm: t.MatchArm = arm, case: Matched = case, wanted: VerusType | None = wanted) -> Typed:
                hidden = dict(self.places)
                found = self.typed(arm.body, scope.binding(self._variables(case.variables, arm.pattern, outer)), wanted)
                self.places = hidden
                return found

            found, statements = self.within_block(body)
            if wanted is None and found.type.name not in (LITERAL, "tuple"):
                wanted = found.type
            cases.append((condition, found, statements))
        if not cases:
            raise self.unsupported("`match` without arms", node)
        _, found, statements = cases.pop()
        return self._chosen([*cases, (TRUE, found, statements)], node)


def routine_of(
    lowering: ExecLowering, declared: DeclaredFunction, source: str, instance: Mapping[str, VerusType], name: str
) -> Routine | None:
    """The body of a function, as the interpreter runs it, for an instance of its type parameters; None where the text
    says that there is none. Raises Unsupported."""
    item = declared.item
    if item.body is None or (not item.body.statements and item.result is not None):
        return None
    hints: dict[str, VerusType] = {}
    for _ in range(MOST_ROUNDS):
        before = dict(hints)
        fresh = evolve(
            lowering,
            hints=hints,
            output=[],
            places={},
            names=set(),
            loops=[],
            closures={},
            unchanged=set(),
            types_of={},
        )
        try:
            found = _lowered(fresh, declared, source, instance, name)
        except NoBody:
            return None
        except Unsupported:
            if hints == before:
                raise
            continue
        if hints == before:
            return found
    return found


def _lowered(
    e: ExecLowering, declared: DeclaredFunction, source: str, instance: Mapping[str, VerusType], name: str
) -> Routine:
    item = declared.item
    empty = NameScope({}, TypeScope({}, e.structures, e.aliases))
    taken, result, types = e.signature(declared, empty)
    taken, result = tuple(with_parameters(kind, instance) for kind in taken), with_parameters(result, instance)
    types = types.with_names({each: with_parameters(kind, instance) for each, kind in types.names.items()})
    variables, parameters, changed = dict[str, Typed](), list[Binder](), list[Binder]()
    for parameter, kind in zip(item.parameters, taken, strict=True):
        pattern = parameter.pattern
        if not isinstance(pattern, t.PatIdent):
            raise e.unsupported("a parameter with a pattern", parameter)
        own = "this" if pattern.name == "self" else pattern.name
        e.names.add(own)
        binder = Binder(own, e.sort(kind))
        parameters.append(binder)
        variables[pattern.name] = Typed(var(own, binder.sort), kind)
        if changes(parameter):
            e.borrowed |= {pattern.name}
            changed.append(binder)
    results = list[Binder]()
    if result != UNIT and item.result is not None:
        named = item.result.pattern
        own = named.name if isinstance(named, t.PatIdent) else "result"
        own = f"{own}_" if own in e.names else own
        e.names.add(own)
        results.append(Binder(own, e.sort(result)))
        e.result = Typed(var(own, e.sort(result)), result)
    copies = [(binder.name, hidden_variable(binder.name, "after")) for binder in changed]
    results += [Binder(copy, binder.sort) for (_, copy), binder in zip(copies, changed, strict=True)]
    e.copied = tuple((str(changing), copy) for changing, copy in copies)
    e.parameters = tuple(parameters)
    scope = NameScope(variables, types, owner=declared.owner_name, module=declared.module)
    assert item.body is not None
    measure = e.measure(item.clauses, scope)
    value = e.settled(e.block(item.body, scope, result), result)
    if not leaves(e.output):
        e.leave(value if result != UNIT else None, item.body)
    span = e.span(item)
    return Routine(name, tuple(parameters), tuple(results), tuple(e.output), span=span, source=source, measure=measure)
