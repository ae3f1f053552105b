"""The bodies of exec functions → statements that the interpreter runs (Rust reference, "Statements and expressions").

An expression is a term; what it does besides is statements before it. A partial operation is the one of the IR, which
is undefined where Rust panics: an index out of bounds, a division by zero, and arithmetic beyond the range of its type,
which is a function whose precondition is that range. Ghost code is no part of a body.
"""

from collections.abc import Mapping, Sequence

from attrs import define, evolve

from ...core.errors import Unsupported
from ...core.ir.build import conj, eq, integer, ite, negate, op
from ...core.ir.routines import Routine
from ...core.ir.sorts import INT
from ...core.ir.statements import Break, Continue, Expect, If, Return, Statement, While
from ...core.ir.terms import FALSE, TRUE, Binder, Term, make, var
from ...core.ir.updates import Call, Update
from ...core.ir.variables import hidden_variable
from . import tree as t
from .elaboration import SpecLowering
from .exec_methods import exec_method
from .exec_values import NO_VALUE, USIZE, ExecValues
from .patterns import Matched, matched
from .places import RustPlace
from .scopes import DeclaredFunction, NameScope, Typed
from .types import (
    CHARACTER,
    LITERAL,
    UNIT,
    TypeScope,
    VerusType,
)

GHOST_CALLS = frozenset({"reveal", "reveal_with_fuel", "hide", "assume", "broadcast"})
PLACEHOLDERS = frozenset({"unimplemented", "todo", "unreached", "unreachable"})
MOST_ROUNDS = 8
"""How often a body is lowered to find the types that are not written: each round tells some that the next one needs."""


class NoBody(Exception):
    """A body says that there is none: `assume(false)`, `todo!()`."""


@define(slots=True)
class ExecLowering(ExecValues):
    """The lowering of one body: its statements, blocks, loops and calls."""

    # -- expressions with statements

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
            case t.ExprAssertForall() | t.ExprBlock(_, "proof") | t.ExprMacroOpaque("calc"):
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
        if value is not None:
            wanted = self.result.type if self.result is not None else None
            found = self.settled(self.typed(value, scope, wanted), wanted)
            self.leave(found, node)
        else:
            self.leave(None, node)
        return Typed(NO_VALUE, UNIT)

    def leave(self, value: Typed | None, node: t.VerusNode) -> None:
        """The end of the function, with this value."""
        if self.result is not None and value is not None and value.term != NO_VALUE:
            self.learn(value.type, self.result.type)
            if value.term.sort != self.result.term.sort:
                raise self.unsupported(f"{value.type} returned as {self.result.type}", node)
            self.emit(Update((self.result.term.data,), (value.term,), self.span(node)))
        for name, copy in self.copied:
            binder = next(parameter for parameter in self.parameters if parameter.name == name)
            self.emit(Update((copy,), (var(name, binder.sort),)))
        self.emit(Return(None, self.span(node)))

    # -- blocks

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
                case t.StmtExpr(t.ExprAssertForall() | t.ExprBlock(_, "proof"), _) | t.StmtEmpty():
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
        found = self.settled(self.typed(value, scope, kind), kind)
        found = Typed(found.term, self.known(found.type))
        if kind is not None:
            self.learn(found.type, kind)
            found = Typed(found.term, kind) if kind.is_integer or found.type.name == "param" else found
        if found.type.name == LITERAL and not found.type.label:
            label = f"?{pattern.at[0]}"
            found = Typed(found.term, self.hints.get(label, VerusType(LITERAL, (), label)))
        if isinstance(pattern, t.PatIdent):
            kept = self.kept(found, pattern.name, statement)
            self.places.pop(pattern.name, None)
            return scope.binding({pattern.name: kept})
        kept = self.kept(found, "whole", statement)
        case = matched(self, pattern, kept, scope, value)
        otherwise = statement.otherwise
        if otherwise is not None:
            _, statements = self.within_block(lambda: self.block(otherwise, scope, None))
            self.emit(If(negate(case.condition), tuple(statements)))
        return scope.binding(self._variables(case.variables))

    def _variables(self, variables: Mapping[str, Typed]) -> dict[str, Typed]:
        """The variables of a pattern, each with a value of its own, as it is now."""
        found = {}
        for name, value in variables.items():
            found[name] = self.kept(value, name)
            self.places.pop(name, None)
        return found

    def _if(self, node: t.ExprIf, scope: NameScope, expected: VerusType | None) -> Typed:
        tested = self._tested(node.condition, scope)

        def then_part() -> Typed:
            hidden = dict(self.places)
            inside = scope.binding(self._variables(tested.variables))
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
        values = [each for _, each, statements in cases if not _leaves(statements)]
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
            stored = [] if value.term == NO_VALUE or _leaves(statements) else [Update((name,), (each.term,))]
            body = (*statements, *stored)
            result = body if condition == TRUE else (If(condition, body, result, self.span(node)),)
        self.emit(*result)
        if value.term == NO_VALUE:
            return value
        return Typed(var(name, value.term.sort), value.type)

    def _match_arms(self, node: t.ExprMatch, scope: NameScope, expected: VerusType | None) -> Typed:
        value = self.typed(node.value, scope)
        if value.term.op not in ("var", "const"):
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
                found = self.typed(arm.body, scope.binding(self._variables(case.variables)), wanted)
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

    # -- loops

    def _body_of_loop(self, body: t.CodeBlock, scope: NameScope) -> list[Statement]:
        return self.within_block(lambda: self.block(body, scope, None))[1]

    def _while(self, condition: t.Expr, body: t.CodeBlock, label: str, scope: NameScope, node: t.Expr) -> Typed:
        tested, statements = self.within_block_matched(condition, scope)
        self.loops.append((label, None))
        hidden = dict(self.places)
        if not statements and not tested.variables:
            inside = self._body_of_loop(body, scope)
            self.emit(While(tested.condition, tuple(inside), span=self.span(node), labels=_labels(label)))
        else:

            def whole() -> Typed:
                self.emit(*statements, If(negate(tested.condition), (Break(),)))
                return self.block(body, scope.binding(self._variables(tested.variables)), None)

            inside = self.within_block(whole)[1]
            self.emit(While(TRUE, tuple(inside), span=self.span(node), labels=_labels(label)))
        self.places = hidden
        self.loops.pop()
        return Typed(NO_VALUE, UNIT)

    def _loop(self, body: t.CodeBlock, label: str, scope: NameScope, expected: VerusType | None, node: t.Expr) -> Typed:
        result = None
        if expected is not None and expected != UNIT:
            result = Typed(var(self.fresh_name("broken"), self.sort(expected)), expected)
        self.loops.append((label, result))
        inside = self._body_of_loop(body, scope)
        self.emit(While(TRUE, tuple(inside), span=self.span(node), labels=_labels(label)))
        self.loops.pop()
        return result or Typed(NO_VALUE, UNIT)

    def _break(self, node: t.Expr, label: str, value: t.Expr | None, scope: NameScope) -> Typed:
        if value is not None:
            target = next((loop for loop in reversed(self.loops) if not label or loop[0] == label), None)
            if target is None or target[1] is None:
                raise self.unsupported("a break with a value", node)
            found = self.settled(self.typed(value, scope, target[1].type), target[1].type)
            self.emit(Update((target[1].term.data,), (found.term,)))
        self.emit(Break(self.span(node), label))
        return Typed(NO_VALUE, UNIT)

    def _for(self, node: t.ExprForLoop, scope: NameScope) -> Typed:
        value, steps = _without_adaptors(node.value)
        backwards = "rev" in steps
        counted = "enumerate" in steps
        if not set(steps) <= {"rev", "enumerate", "iter", "into_iter", "chars", "cloned", "copied", "iter_mut"}:
            raise self.unsupported("an iterator of this kind", node.value)
        self.loops.append((node.label, None))
        hidden = dict(self.places)
        if isinstance(value, t.ExprRange) and value.start is not None and value.end is not None and not counted:
            self._for_range(node, value, backwards, scope)
        else:
            self._for_elements(node, value, steps, scope)
        self.places = hidden
        self.loops.pop()
        return Typed(NO_VALUE, UNIT)

    def _for_range(self, node: t.ExprForLoop, value: t.ExprRange, backwards: bool, scope: NameScope) -> None:
        assert value.start is not None
        assert value.end is not None
        low, high = self.pair(value.start, value.end, scope)
        kind = low.type
        if kind.name == LITERAL and not kind.label:
            label = f"?{node.pattern.at[0]}"
            kind = self.hints.get(label, VerusType(LITERAL, (), label))
        end = op("add", high.term, integer(1)) if value.inclusive else high.term
        first = self.kept(Typed(op("sub", end, integer(1)) if backwards else low.term, kind), "next", node.value)
        last = self.kept(Typed(low.term if backwards else end, kind), "end", node.value)

        def body() -> Typed:
            name = node.pattern.name if isinstance(node.pattern, t.PatIdent) else "turn"
            turn = self.kept(first, name, node.pattern)
            step = op("sub" if backwards else "add", first.term, integer(1))
            self.emit(Update((first.term.data,), (step,)))
            self.places.pop(name, None)
            return self.block(node.body, scope.binding({name: turn}), None)

        inside = self.within_block(body)[1]
        test = op("ge" if backwards else "lt", first.term, last.term)
        self.emit(While(test, tuple(inside), span=self.span(node), labels=_labels(node.label)))

    def _for_elements(self, node: t.ExprForLoop, value: t.Expr, steps: Sequence[str], scope: NameScope) -> None:
        place: RustPlace | None = None
        if "iter_mut" in steps or (isinstance(value, t.ExprUnary) and value.operator == "&mut"):
            place = self.place(value, scope)
        whole = self.kept(self.typed(value, scope), "elements", node.value)
        if not whole.type.is_sequence:
            raise self.unsupported(f"a loop over {whole.type}", node.value)
        element = self.known(whole.type.element)
        length = op("seq.len", whole.term)
        backwards = "rev" in steps
        start = op("sub", length, integer(1)) if backwards else integer(0)
        index = self.kept(Typed(start, USIZE), "position", node.value)

        def body() -> Typed:
            own = self.kept(index, "place")
            step = op("sub" if backwards else "add", index.term, integer(1))
            self.emit(Update((index.term.data,), (step,)))
            found = Typed(op("seq.at", whole.term, own.term), element)
            pattern = node.pattern
            if place is not None:
                if not isinstance(pattern, t.PatIdent) or "enumerate" in steps:
                    raise self.unsupported("a pattern over places", node)
                self.places[pattern.name] = self._checked_step(place, own.term, node)
                return self.block(node.body, scope, None)
            if "enumerate" in steps:
                found = Typed(op("tuple.make", own.term, found.term), VerusType("tuple", (USIZE, element)))
            case = matched(self, pattern, found, scope, node)
            return self.block(node.body, scope.binding(self._variables(case.variables)), None)

        inside = self.within_block(body)[1]
        test = op("ge", index.term, integer(0)) if backwards else op("lt", index.term, length)
        self.emit(While(test, tuple(inside), span=self.span(node), labels=_labels(node.label)))

    def _try(self, value: t.Expr, scope: NameScope, node: t.Expr) -> Typed:
        found = self.kept(self.typed(value, scope))
        kind = found.type
        if kind.name != "adt" or kind.label not in ("Option", "Result") or self.result is None:
            raise self.unsupported(f"`?` of {kind}", node)
        good = "Some" if kind.label == "Option" else "Ok"
        result = self.result.type
        if kind.label == "Option":
            left = op("datatype.make", data="None", sort=self.sort(result))
        else:
            failure = op("datatype.at", found.term, data=("Err", "0"), sort=self.sort(kind.arguments[1]))
            left = op("datatype.make", failure, data="Err", sort=self.sort(result))
        _, statements = self.within_block(lambda: self._left(Typed(left, result), node))
        self.emit(If(negate(op("datatype.is", found.term, data=good)), tuple(statements)))
        inner = op("datatype.at", found.term, data=(good, "0"), sort=self.sort(kind.arguments[0]))
        return Typed(inner, kind.arguments[0])

    def _left(self, value: Typed, node: t.Expr) -> Typed:
        self.leave(value, node)
        return value

    def _repeated(
        self, value: t.Expr, length: t.Expr, scope: NameScope, expected: VerusType | None, name: str
    ) -> Typed:
        wanted = expected.element if expected is not None and expected.is_sequence else None
        element, size = self.ordered((value, length), scope, (wanted, USIZE))
        if element.type.name == LITERAL and not element.type.label:
            label = f"?{value.at[0]}"
            element = Typed(element.term, self.hints.get(label, VerusType(LITERAL, (), label)))
        binder = Binder(self.fresh_name("index"), INT)
        domain = op("range", integer(0), size.term)
        whole = op("seq.comprehension", domain, element.term, data=(binder,))
        return Typed(whole, VerusType(name, (element.type,)))

    def _macro(
        self,
        node: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        match name:
            case "vec" if not arguments:
                return self.empty("Vec", node, expected)
            case "assert" | "debug_assert":
                test = self._tested(arguments[0], scope).condition
                self.emit(Expect(test, "assert!", self.span(node)))
                return Typed(NO_VALUE, UNIT)
            case "assert_eq" | "assert_ne":
                one, other = self.pair(arguments[0], arguments[1], scope)
                same = eq(one.term, other.term)
                self.emit(Expect(same if name == "assert_eq" else negate(same), f"{name}!", self.span(node)))
                return Typed(NO_VALUE, UNIT)
            case "panic" | "unreachable":
                self.emit(Expect(FALSE, f"{name}!", self.span(node)), Return(None))
                return Typed(NO_VALUE, UNIT)
            case "println" | "print" | "eprintln" | "eprint":
                return Typed(NO_VALUE, UNIT)
            case "todo" | "unimplemented":
                raise NoBody
        return SpecLowering._macro(self, node, name, arguments, scope, expected)

    def empty(self, name: str, node: t.Expr, expected: VerusType | None) -> Typed:
        """An empty sequence, of what may be known later."""
        element = expected.element if expected is not None and expected.is_sequence else self.hole(node)
        element = self.known(element)
        kind = VerusType(name, (element,))
        return Typed(op("seq.literal", sort=self.sort(kind)), kind)

    # -- calls

    def _call(
        self,
        node: t.Expr,
        function: t.Expr,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        if not isinstance(function, t.ExprPath):
            raise self.unsupported("a call of a function value in a body", node)
        path = self.canonical(function.path)
        name = path.names[-1]
        declared = self._declared_at(path, scope)
        if declared is not None and not declared.library:
            if declared.is_spec or declared.is_proof:
                raise self.unsupported(f"a call of {declared.qualified} in a body", node)
            return self.calling(declared, arguments, scope, node)
        if len(path.names) > 1 and path.names[-2] in ("Vec", "VecDeque", "String"):
            if name in ("new", "with_capacity"):
                if path.names[-2] == "String":
                    return Typed(
                        make("const", (), self.sort(VerusType("str", (CHARACTER,))), ()), VerusType("str", (CHARACTER,))
                    )
                written = [argument for segment in path.segments for argument in segment.arguments]
                element = self._written_element(written, scope)
                wanted = VerusType("Vec", (element,)) if element is not None else expected
                for argument in arguments:
                    self.typed(argument, scope, USIZE)
                return self.empty("Vec", node, wanted)
            if name == "from" and len(arguments) == 1:
                return self.typed(arguments[0], scope, expected)
        if name in ("min", "max") and len(arguments) == 2:
            one, other = self.pair(arguments[0], arguments[1], scope, expected)
            test = op("le" if name == "min" else "ge", one.term, other.term)
            return Typed(ite(test, one.term, other.term), one.type)
        if name == "swap" and len(arguments) == 2:
            first, second = (self.place(argument, scope) for argument in arguments)
            kept = self.kept(Typed(first.read(), first.type))
            self.write(first, second.read(), node)
            self.write(second, kept.term, node)
            return Typed(NO_VALUE, UNIT)
        if name in PLACEHOLDERS:
            raise NoBody
        return SpecLowering._call(self, node, function, arguments, scope, expected)

    def _written_element(self, written: Sequence[t.GenericArgument], scope: NameScope) -> VerusType | None:
        for each in written:
            if isinstance(each, t.TypePath | t.TypeTuple | t.TypeReference | t.TypeArray):
                return scope.types.read(each)
        return None

    def calling(
        self,
        declared: DeclaredFunction,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        node: t.Expr,
        receiver: t.Expr | None = None,
    ) -> Typed:
        """The call of an exec function: its body is run, and what it changes comes back."""
        taken, result, _ = self.signature(declared, scope)
        if declared.generics:
            raise self.unsupported(f"a call of {declared.qualified}, which is generic,", node)
        nodes = [*([] if receiver is None else [receiver]), *arguments]
        if len(nodes) != len(taken):
            raise self.unsupported(f"{declared.qualified} with {len(arguments)} arguments", node)
        values = self.ordered(nodes, scope, taken)
        for value, kind in zip(values, taken, strict=True):
            if value.term.sort != self.sort(kind):
                raise self.unsupported(f"{declared.qualified} with an argument of type {value.type}", node)
        places, back = list[str](), list[tuple[RustPlace, str]]()
        typed = Typed(NO_VALUE, UNIT)
        if result != UNIT:
            name = self.fresh_name("returned")
            places.append(name)
            typed = Typed(var(name, self.sort(result)), result)
        for parameter, each in zip(declared.item.parameters, nodes, strict=True):
            if changes(parameter):
                copy = self.fresh_name("changed")
                places.append(copy)
                back.append((self.place(each, scope), copy))
        terms = tuple(value.term for value in values)
        self.emit(Call(declared.qualified, terms, tuple(places), span=self.span(node)))
        for place, copy in back:
            self.write(place, var(copy, self.sort(place.type)), node)
        return typed

    def _method(
        self,
        node: t.Expr,
        receiver: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        kind = self.type_of_place(receiver, scope)
        declared = self.declared.get((kind.label or kind.name, name)) if kind is not None else None
        if declared is not None and not declared.library and not declared.is_spec:
            return self.calling(declared, arguments, scope, node, receiver)
        found = exec_method(self, node, receiver, name, arguments, scope)
        if found is not None:
            return found
        return SpecLowering._method(self, node, receiver, name, arguments, scope, expected)


def changes(parameter: t.FnParameter) -> bool:
    """Is a parameter a mutable reference?"""
    return parameter.reference == "&mut" or (isinstance(parameter.type, t.TypeReference) and parameter.type.mutable)


def _labels(label: str) -> tuple[str, ...]:
    return (label,) if label else ()


def _leaves(statements: Sequence[Statement]) -> bool:
    """Do statements end by leaving what they are in?"""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, If):
        return _leaves(last.then) and _leaves(last.orelse)
    if isinstance(last, While):
        return last.test == TRUE and not any(isinstance(each, Break) for each in _statements_in(last.body))
    return isinstance(last, Return | Break | Continue)


def _statements_in(statements: Sequence[Statement]) -> list[Statement]:
    found = list[Statement]()
    for statement in statements:
        found.append(statement)
        if isinstance(statement, If):
            found += _statements_in((*statement.then, *statement.orelse))
    return found


_ADAPTORS = frozenset({"rev", "enumerate", "iter", "into_iter", "chars", "cloned", "copied", "iter_mut"})


def _without_adaptors(node: t.Expr) -> tuple[t.Expr, list[str]]:
    """What an iterator goes over, and how."""
    steps = list[str]()
    while isinstance(node, t.ExprMethodCall) and node.name in _ADAPTORS and not node.arguments:
        steps.append(node.name)
        node = node.receiver
    return node, steps


# -- routines


def routine_of(lowering: ExecLowering, declared: DeclaredFunction, source: str) -> Routine | None:
    """The body of a function, as the interpreter runs it; None where the text says that there is none. Raises
    Unsupported."""
    item = declared.item
    if item.body is None or (not item.body.statements and item.result is not None):
        return None
    hints: dict[str, VerusType] = {}
    for _ in range(MOST_ROUNDS):
        before = dict(hints)
        fresh = evolve(lowering, hints=hints, output=[], places={}, names=set(), loops=[])
        try:
            found = _lowered(fresh, declared, source)
        except NoBody:
            return None
        except Unsupported:
            if hints == before:
                raise
            continue
        if hints == before:
            return found
    return found


def _lowered(e: ExecLowering, declared: DeclaredFunction, source: str) -> Routine:
    item = declared.item
    empty = NameScope({}, TypeScope({}, e.structures, e.aliases))
    taken, result, types = e.signature(declared, empty)
    variables, parameters, changed = dict[str, Typed](), list[Binder](), list[Binder]()
    for parameter, kind in zip(item.parameters, taken, strict=True):
        pattern = parameter.pattern
        if not isinstance(pattern, t.PatIdent):
            raise e.unsupported("a parameter with a pattern", parameter)
        name = "this" if pattern.name == "self" else pattern.name
        e.names.add(name)
        binder = Binder(name, e.sort(kind))
        parameters.append(binder)
        variables[pattern.name] = Typed(var(name, binder.sort), kind)
        if changes(parameter):
            changed.append(binder)
    results = list[Binder]()
    if result != UNIT and item.result is not None:
        named = item.result.pattern
        name = named.name if isinstance(named, t.PatIdent) else "result"
        name = f"{name}_" if name in e.names else name
        e.names.add(name)
        results.append(Binder(name, e.sort(result)))
        e.result = Typed(var(name, e.sort(result)), result)
    copies = [(binder.name, str(hidden_variable(binder.name, "after"))) for binder in changed]
    results += [Binder(copy, binder.sort) for (_, copy), binder in zip(copies, changed, strict=True)]
    e.copied = tuple((str(name), copy) for name, copy in copies)
    e.parameters = tuple(parameters)
    scope = NameScope(variables, types, owner=declared.owner_name)
    assert item.body is not None
    value = e.settled(e.block(item.body, scope, result), result)
    if not _leaves(e.output):
        e.leave(value if result != UNIT else None, item.body)
    span = e.span(item)
    return Routine(declared.qualified, tuple(parameters), tuple(results), tuple(e.output), span=span, source=source)
