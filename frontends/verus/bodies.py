"""The bodies of exec functions → statements that the interpreter runs (Rust reference, "Statements and expressions").

An expression is a term; what it does besides is statements before it. A partial operation is the one of the IR, which
is undefined where Rust panics: an index out of bounds, a division by zero, and arithmetic beyond the range of its type,
which is a function whose precondition is that range. Ghost code is no part of a body.
"""

from collections.abc import Callable, Mapping, Sequence

from attrs import define, evolve, field

from ...core.errors import Unsupported
from ...core.ir.build import call, conj, eq, integer, ite, negate, op
from ...core.ir.contracts import Function
from ...core.ir.operator_names import OperatorName
from ...core.ir.routines import Routine
from ...core.ir.sorts import INT
from ...core.ir.statements import Break, Continue, Expect, If, Return, Statement, While
from ...core.ir.terms import FALSE, TRUE, Binder, Term, make, var
from ...core.ir.updates import Call, Update
from ...core.ir.variables import hidden_variable
from . import tree as t
from .bits import bitwise, shifted, wrapped
from .elaboration import SpecLowering
from .patterns import Matched, matched
from .places import PlaceStep, RustPlace
from .scopes import DeclaredFunction, NameScope, Typed
from .types import (
    BOOLEAN,
    CHARACTER,
    LITERAL,
    RANGES,
    UNIT,
    TypeScope,
    VerusType,
    width_of,
    within,
)

_CHECKED: dict[str, OperatorName] = {"+": "add", "-": "sub", "*": "mul"}
_NO_VALUE = op("tuple.make")
_NOWHERE = "_"
"""The place of a result that nobody wants."""
GHOST_CALLS = frozenset({"reveal", "reveal_with_fuel", "hide", "assume", "broadcast"})
PLACEHOLDERS = frozenset({"unimplemented", "todo", "unreached", "unreachable"})
MOST_ROUNDS = 8
"""How often a body is lowered to find the types that are not written: each round tells some that the next one needs."""
USIZE = VerusType("usize")


class NoBody(Exception):
    """A body says that there is none: `assume(false)`, `todo!()`."""


@define(slots=True)
class ExecLowering(SpecLowering):
    """The lowering of one body. `output` takes the statements of the block that is being lowered; `places` are the
    variables that stand for places, by the name that they have in the text; `loops` the labels of the loops around,
    each with where its value goes; `hints` what types are that nobody wrote, found in an earlier round."""

    output: list[Statement] = field(factory=list)
    places: dict[str, RustPlace] = field(factory=dict)
    names: set[str] = field(factory=set)
    loops: list[tuple[str, Typed | None]] = field(factory=list)
    hints: dict[str, VerusType] = field(factory=dict)
    result: Typed | None = None
    copied: tuple[tuple[str, str], ...] = ()
    """Parameters that the caller gets back, and the results that they come back as."""
    count: int = 0

    # -- variables and statements

    def emit(self, *statements: Statement) -> None:
        self.output.extend(statements)

    def fresh_name(self, name: str) -> str:
        found, count = name, 0
        while found in self.names:
            count += 1
            found = f"{name}_{count}"
        self.names.add(found)
        return found

    def kept(self, value: Typed, name: str = "value", node: t.VerusNode | None = None) -> Typed:
        """A new variable with this value."""
        own = self.fresh_name(name)
        self.sort(value.type)
        self.emit(Update((own,), (value.term,), self.span(node) if node is not None else None))
        return Typed(var(own, value.term.sort), value.type)

    def within_block(self, lowered: Callable[[], Typed]) -> tuple[Typed, list[Statement]]:
        """What is lowered, and its statements apart."""
        outside, self.output = self.output, []
        try:
            return lowered(), self.output
        finally:
            self.output = outside

    def ordered(self, nodes: Sequence[t.Expr], scope: NameScope, kinds: Sequence[VerusType | None]) -> list[Typed]:
        """The values of expressions from left to right: what a later one changes is read before."""
        found = list[Typed]()
        for node, kind in zip(nodes, kinds, strict=True):
            before = len(self.output)
            value = self.settled(self.typed(node, scope, kind), kind)
            if len(self.output) > before and any(each.term.op != "const" for each in found):
                added, self.output = self.output[before:], self.output[:before]
                found = [self.kept(each) for each in found]
                self.output += added
            if kind is not None:
                self.learn(kind, value.type)
                self.learn(value.type, kind)
            found.append(value)
        return found

    def learn(self, declared: VerusType, actual: VerusType) -> None:
        """Note what an unknown type is where a value of it meets another type."""
        if declared.name == LITERAL and declared.label and actual.name in RANGES:
            self.hints.setdefault(declared.label, actual)
        elif declared.name == "param" and declared.label.startswith("?"):
            if actual.name == LITERAL:
                actual = VerusType(LITERAL, (), actual.label or f"{declared.label}i")
            if actual.name != "param":
                self.hints.setdefault(declared.label, actual)
        else:
            if declared.arguments and len(declared.arguments) == len(actual.arguments):
                for one, other in zip(declared.arguments, actual.arguments, strict=True):
                    self.learn(one, other)

    def known(self, kind: VerusType) -> VerusType:
        """A type with what an earlier round found."""
        if kind.label in self.hints:
            return self.known(self.hints[kind.label])
        return VerusType(kind.name, tuple(map(self.known, kind.arguments)), kind.label) if kind.arguments else kind

    def hole(self, node: t.VerusNode, name: str = "") -> VerusType:
        """A type that nobody wrote here."""
        label = f"?{node.at[0]}{name}"
        return self.hints.get(label, VerusType("param", (), label))

    # -- what panics

    def partial(
        self,
        conditions: Sequence[Term],
        defined: Term,
        name: str,
        scope: NameScope,
        arguments: Sequence[Term] | None = None,
    ) -> Term:
        """A body stops where a partial operation is undefined."""
        return defined

    def in_range(self, value: Term, kind: VerusType, node: t.VerusNode | None = None) -> Term:
        """A number that a type has to hold: Rust stops where it does not."""
        if kind.name not in RANGES:
            return value
        name = f"a number that {kind} holds"
        if name not in self.functions:
            binder = Binder("number", INT)
            inside = within(*RANGES[kind.name], var("number", INT))
            self.functions[name] = Function(name, (binder,), INT, var("number", INT), (inside,))
        return call(name, value, sort=INT, span=self.span(node) if node is not None else None)

    def _divided(self, operator: str, one: Term, other: Term, kind: VerusType, node: t.VerusNode) -> Term:
        """Division that truncates, from one that leaves no negative remainder: they agree where nothing is negative.
        The remainder of the least number and -1 is out of range, too, as their quotient is."""
        quotient = ite(op("ge", one, integer(0)), op("div", one, other), op("neg", op("div", op("neg", one), other)))
        checked = self.in_range(quotient, kind, node)
        return checked if operator == "/" else op("sub", one, op("mul", checked, other))

    def _shift(self, by: Term, kind: VerusType, node: t.VerusNode) -> Term:
        """By how much a number is shifted: Rust stops where that is not less than its width."""
        width = width_of(kind)
        if by.op == "const" and 0 <= by.data < width:
            return by
        name = f"a shift of {width} bits"
        if name not in self.functions:
            inside = within(0, width - 1, var("by", INT))
            self.functions[name] = Function(name, (Binder("by", INT),), INT, var("by", INT), (inside,))
        return call(name, by, sort=INT, span=self.span(node))

    def _binary(
        self,
        node: t.Expr,
        operator: str,
        left: t.Expr,
        right: t.Expr,
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        if operator in ("&&", "||"):
            return self._short(operator, left, right, scope)
        if operator in ("==>", "<==", "<==>"):
            raise self.unsupported(f"`{operator}` in a body", node)
        wanted = expected if expected is not None and expected.is_integer else None
        one, other = self.pair(left, right, scope, None if operator in ("<<", ">>") else wanted)
        if one.type.is_sequence and operator == "+":
            return Typed(op("seq.concat", one.term, other.term), one.type)
        return self.arithmetic(operator, one, other, node)

    def arithmetic(self, operator: str, one: Typed, other: Typed, node: t.VerusNode) -> Typed:
        """`one operator other` of numbers or Booleans."""
        if one.type == BOOLEAN == other.type and operator in ("&", "|", "^"):
            joined = negate(eq(one.term, other.term))
            joined = conj(one.term, other.term) if operator == "&" else joined
            return Typed(op("or", one.term, other.term) if operator == "|" else joined, BOOLEAN)
        if one.term.sort != INT or other.term.sort != INT:
            raise self.unsupported(f"`{operator}` of {one.type} and {other.type}", node)
        kind = one.type if one.type.name in RANGES or operator in ("<<", ">>") else other.type
        if operator in _CHECKED:
            return Typed(self.in_range(op(_CHECKED[operator], one.term, other.term), kind, node), kind)
        if operator in ("/", "%"):
            unsigned = kind.name in RANGES and RANGES[kind.name][0] == 0
            if unsigned:
                return Typed(op("div" if operator == "/" else "mod", one.term, other.term), kind)
            return Typed(self._divided(operator, one.term, other.term, kind, node), kind)
        if kind.name not in RANGES:
            kind = VerusType("i32") if kind.name == LITERAL else kind
            if kind.name not in RANGES:
                raise self.unsupported(f"bits of {kind}", node)
        if operator in ("<<", ">>"):
            return Typed(shifted(operator, one.term, self._shift(other.term, kind, node), kind)[0], kind)
        return Typed(bitwise(operator, one.term, other.term, kind), kind)

    def pair(
        self, left: t.Expr, right: t.Expr, scope: NameScope, expected: VerusType | None = None
    ) -> tuple[Typed, Typed]:
        before = len(self.output)
        one = self.typed(left, scope, expected)
        middle = len(self.output)
        other = self.typed(right, scope, one.type if one.type.name != LITERAL else expected)
        if len(self.output) > middle and one.term.op != "const":
            added, self.output = self.output[middle:], self.output[:middle]
            one = self.kept(one)
            self.output += added
        self.learn(one.type, other.type)
        self.learn(other.type, one.type)
        if one.type.name == LITERAL and other.type.is_integer:
            one = self._again(left, one, other.type, scope, len(self.output) == before)
        if other.type.name == LITERAL and one.type.is_integer:
            other = Typed(other.term, one.type)
        return one, other

    def _again(self, node: t.Expr, value: Typed, kind: VerusType, scope: NameScope, plain: bool) -> Typed:
        """A value of a literal's type where another operand tells which."""
        if plain and kind.name in RANGES and isinstance(node, t.ExprBinary):
            return self.typed(node, scope, kind)
        return Typed(value.term, kind)

    def _short(self, operator: str, left: t.Expr, right: t.Expr, scope: NameScope) -> Typed:
        one = self._tested(left, scope)
        inside = scope.binding(one.variables)
        other, statements = self.within_block(lambda: self._test_of(right, inside))
        join = conj if operator == "&&" else (lambda a, b: op("or", a, b))
        if not statements:
            return Typed(join(one.condition, other.term), BOOLEAN)
        kept = self.kept(Typed(one.condition, BOOLEAN), "test")
        name = str(kept.term.data)
        test = kept.term if operator == "&&" else negate(kept.term)
        self.emit(If(test, (*statements, Update((name,), (other.term,)))))
        return kept

    def _test_of(self, node: t.Expr, scope: NameScope) -> Typed:
        return Typed(self._tested(node, scope).condition, BOOLEAN)

    def _tested(self, node: t.Expr, scope: NameScope) -> Matched:
        """A condition, and the variables of the patterns in it."""
        match node:
            case t.ExprLet(pattern, value):
                found = self.typed(value, scope)
                if found.term.op not in ("var", "const"):
                    found = self.kept(found)
                return matched(self, pattern, found, scope, node)
            case t.ExprBinary("&&", left, right) if _has_let(node):
                one = self._tested(left, scope)
                other, statements = self.within_block_matched(right, scope.binding(one.variables))
                if statements:
                    raise self.unsupported("a chain of patterns whose values are computed", node)
                return Matched(conj(one.condition, other.condition), {**one.variables, **other.variables})
            case _:
                found = self.typed(node, scope, BOOLEAN)
                if found.type != BOOLEAN:
                    raise self.unsupported(f"a condition of type {found.type}", node)
                return Matched(found.term, {})

    def within_block_matched(self, node: t.Expr, scope: NameScope) -> tuple[Matched, list[Statement]]:
        outside, self.output = self.output, []
        try:
            return self._tested(node, scope), self.output
        finally:
            self.output = outside

    def _compare(self, node: t.ExprCompare, scope: NameScope) -> Typed:
        if len(node.operators) != 1:
            raise self.unsupported("a chain of comparisons in a body", node)
        one, other = self.pair(node.operands[0], node.operands[1], scope)
        return Typed(self.compared(node.operators[0], one, other, node), BOOLEAN)

    def compared(self, operator: str, one: Typed, other: Typed, node: t.VerusNode) -> Term:
        if one.term.sort != other.term.sort:
            raise self.unsupported(f"`{operator}` of {one.type} and {other.type}", node)
        if operator in ("==", "!="):
            same = eq(one.term, other.term)
            return same if operator == "==" else negate(same)
        names: dict[str, OperatorName] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
        if one.term.sort.kind not in ("Int", "Char") or operator not in names:
            raise self.unsupported(f"`{operator}` of {one.type} in a body", node)
        return op(names[operator], one.term, other.term)

    def _unary(
        self, node: t.Expr, operator: str, operand: t.Expr, scope: NameScope, expected: VerusType | None
    ) -> Typed:
        if operator == "-" and not isinstance(operand, t.ExprLit):
            value = self.typed(operand, scope, expected)
            if value.term.sort != INT:
                raise self.unsupported(f"the negative of {value.type}", node)
            return Typed(self.in_range(op("neg", value.term), value.type, node), value.type)
        return SpecLowering._unary(self, node, operator, operand, scope, expected)

    def cast(self, value: Typed, kind: VerusType, scope: NameScope, node: t.Expr) -> Typed:
        source = value.type
        if source == CHARACTER and kind.name in RANGES:
            return Typed(wrapped(op("char.code", value.term), kind), kind)
        if source.is_integer and kind.name in RANGES:
            least, greatest = RANGES.get(source.name, (None, None))
            low, high = RANGES[kind.name]
            fits = least is not None and greatest is not None and low <= least and greatest <= high
            return Typed(value.term if fits else wrapped(value.term, kind), kind)
        return SpecLowering.cast(self, value, kind, scope, node)

    def settled(self, value: Typed, kind: VerusType | None) -> Typed:
        if value.type.name == LITERAL and kind is not None and kind.is_integer:
            self.learn(value.type, kind)
            return Typed(value.term, kind)
        return value

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
                return Typed(_NO_VALUE, UNIT)
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
            case t.ExprAssert() | t.ExprAssertForall() | t.ExprBlock(_, "proof") | t.ExprMacroOpaque("calc"):
                return Typed(_NO_VALUE, UNIT)
            case t.ExprPath(path) if len(path.segments) == 1 and path.text in self.places:
                place = self.places[path.text]
                return Typed(place.read(), self.known(place.type))
            case t.ExprQuantifier():
                raise self.unsupported("a quantifier in a body", node)
            case t.ExprClosure():
                raise self.unsupported("a closure in a body", node)
            case _:
                return SpecLowering._typed(self, node, scope, expected)

    def place(self, node: t.Expr, scope: NameScope) -> RustPlace:
        """The place that an expression is. Raises Unsupported for one that is none."""
        match node:
            case t.ExprUnary("*" | "&mut" | "&", operand):
                return self.place(operand, scope)
            case t.ExprPath(path) if len(path.segments) == 1:
                if path.text in self.places:
                    return self.places[path.text]
                found = scope.variables.get(path.text)
                if found is not None and found.term.op == "var":
                    return RustPlace(str(found.term.data), found.term.sort, found.type)
            case t.ExprIndex(whole, index):
                outer = self.place(whole, scope)
                if outer.type.is_sequence:
                    number = self.typed(index, scope, USIZE)
                    if number.term.op not in ("var", "const"):
                        number = self.kept(number, "index")
                    return self._checked_step(outer, number.term, node)
            case t.ExprField(whole, name, False):
                outer = self.place(whole, scope)
                kind = outer.type
                if kind.name == "tuple" and name.isdigit():
                    part = kind.arguments[int(name)]
                    return outer.to(PlaceStep(part, self.sort(part), component=int(name)))
                if kind.name == "adt" and len(self.structures[kind.label].variants) == 1:
                    variant = self.structures[kind.label].variants[0]
                    part = dict(scope.types.fields(kind, variant))[name]
                    return outer.to(PlaceStep(part, self.sort(part), variant=variant.name, name=name))
        raise self.unsupported("a change of what is no place", node)

    def _checked_step(self, outer: RustPlace, index: Term, node: t.VerusNode) -> RustPlace:
        part = self.known(outer.type.element)
        return outer.to(PlaceStep(part, self.sort(part), index))

    def write(self, place: RustPlace, value: Term, node: t.VerusNode) -> None:
        self.emit(Update((place.root,), (place.written(value),), self.span(node)))

    def _assign(self, node: t.Expr, operator: str, target: t.Expr, value: t.Expr, scope: NameScope) -> Typed:
        if isinstance(target, t.ExprPath) and target.path.text == "_":
            self.typed(value, scope)
            return Typed(_NO_VALUE, UNIT)
        if isinstance(target, t.ExprTuple) and operator == "=":
            found = self.kept(self.typed(value, scope))
            for place, part in enumerate(target.elements):
                self.write(self.place(part, scope), op("tuple.at", found.term, data=place), node)
            return Typed(_NO_VALUE, UNIT)
        if operator == "=":
            kind = self._type_of_place(target, scope)
            found = self.settled(self.typed(value, scope, kind), kind)
            place = self.place(target, scope)
        else:
            kind = self._type_of_place(target, scope)
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
        return Typed(_NO_VALUE, UNIT)

    def _type_of_place(self, target: t.Expr, scope: NameScope) -> VerusType | None:
        """The type of what is assigned, without the statements that its place needs."""
        try:
            found, _ = self.within_block(lambda: self.typed(target, scope))
        except Unsupported:
            return None
        return self.known(found.type)

    def _return(self, value: t.Expr | None, scope: NameScope, node: t.Expr) -> Typed:
        if value is not None:
            wanted = self.result.type if self.result is not None else None
            found = self.settled(self.typed(value, scope, wanted), wanted)
            self.leave(found, node)
        else:
            self.leave(None, node)
        return Typed(_NO_VALUE, UNIT)

    def leave(self, value: Typed | None, node: t.VerusNode) -> None:
        """The end of the function, with this value."""
        if self.result is not None and value is not None and value.term != _NO_VALUE:
            self.learn(value.type, self.result.type)
            if value.term.sort != self.result.term.sort:
                raise self.unsupported(f"{value.type} returned as {self.result.type}", node)
            self.emit(Update((self.result.term.data,), (value.term,), self.span(node)))
        for name, copy in self.copied:
            binder = next(each for each in self.parameters if each.name == name)
            self.emit(Update((copy,), (var(name, binder.sort),)))
        self.emit(Return(None, self.span(node)))

    parameters: tuple[Binder, ...] = ()

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
                case t.StmtExpr(t.ExprAssert() | t.ExprAssertForall() | t.ExprBlock(_, "proof"), _) | t.StmtEmpty():
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
                    if found.term.op != "var" and found.term != _NO_VALUE and found.term.op != "const":
                        self.kept(found, "unused", value)
                case t.StmtItem(t.ItemUse()):
                    continue
                case _:
                    raise self.unsupported("an item in a body", statement)
        return Typed(_NO_VALUE, UNIT)

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
            return Typed(_NO_VALUE, UNIT)
        wanted = expected or (then.type if then.type not in (UNIT,) and then.type.name != LITERAL else None)
        otherwise = node.otherwise
        other, second = self.within_block(lambda: self.typed(otherwise, scope, wanted))
        return self._chosen([(tested.condition, then, first), (TRUE, other, second)], node)

    def _chosen(self, cases: list[tuple[Term, Typed, list[Statement]]], node: t.Expr) -> Typed:
        """The value of the first case that applies."""
        values = [each for _, each, statements in cases if not _leaves(statements)]
        value = next((each for each in values if each.type.name not in (LITERAL,)), values[0] if values else None)
        if value is None or value.term == _NO_VALUE:
            value = Typed(_NO_VALUE, UNIT)
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
            stored = [] if value.term == _NO_VALUE or _leaves(statements) else [Update((name,), (each.term,))]
            body = (*statements, *stored)
            result = body if condition == TRUE else (If(condition, body, result, self.span(node)),)
        self.emit(*result)
        if value.term == _NO_VALUE:
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
        return Typed(_NO_VALUE, UNIT)

    def _loop(self, body: t.CodeBlock, label: str, scope: NameScope, expected: VerusType | None, node: t.Expr) -> Typed:
        result = None
        if expected is not None and expected != UNIT:
            result = Typed(var(self.fresh_name("broken"), self.sort(expected)), expected)
        self.loops.append((label, result))
        inside = self._body_of_loop(body, scope)
        self.emit(While(TRUE, tuple(inside), span=self.span(node), labels=_labels(label)))
        self.loops.pop()
        return result or Typed(_NO_VALUE, UNIT)

    def _break(self, node: t.Expr, label: str, value: t.Expr | None, scope: NameScope) -> Typed:
        if value is not None:
            target = next((each for each in reversed(self.loops) if not label or each[0] == label), None)
            if target is None or target[1] is None:
                raise self.unsupported("a break with a value", node)
            found = self.settled(self.typed(value, scope, target[1].type), target[1].type)
            self.emit(Update((target[1].term.data,), (found.term,)))
        self.emit(Break(self.span(node), label))
        return Typed(_NO_VALUE, UNIT)

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
        return Typed(_NO_VALUE, UNIT)

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
                return Typed(_NO_VALUE, UNIT)
            case "assert_eq" | "assert_ne":
                one, other = self.pair(arguments[0], arguments[1], scope)
                same = eq(one.term, other.term)
                self.emit(Expect(same if name == "assert_eq" else negate(same), f"{name}!", self.span(node)))
                return Typed(_NO_VALUE, UNIT)
            case "panic" | "unreachable":
                self.emit(Expect(FALSE, f"{name}!", self.span(node)), Return(None))
                return Typed(_NO_VALUE, UNIT)
            case "println" | "print" | "eprintln" | "eprint":
                return Typed(_NO_VALUE, UNIT)
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
                written = [each for segment in path.segments for each in segment.arguments]
                element = self._written_element(written, scope)
                wanted = VerusType("Vec", (element,)) if element is not None else expected
                for each in arguments:
                    self.typed(each, scope, USIZE)
                return self.empty("Vec", node, wanted)
            if name == "from" and len(arguments) == 1:
                return self.typed(arguments[0], scope, expected)
        if name in ("min", "max") and len(arguments) == 2:
            one, other = self.pair(arguments[0], arguments[1], scope, expected)
            test = op("le" if name == "min" else "ge", one.term, other.term)
            return Typed(ite(test, one.term, other.term), one.type)
        if name == "swap" and len(arguments) == 2:
            first, second = (self.place(each, scope) for each in arguments)
            kept = self.kept(Typed(first.read(), first.type))
            self.write(first, second.read(), node)
            self.write(second, kept.term, node)
            return Typed(_NO_VALUE, UNIT)
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
        found = Typed(_NO_VALUE, UNIT)
        if result != UNIT:
            name = self.fresh_name("returned")
            places.append(name)
            found = Typed(var(name, self.sort(result)), result)
        for parameter, each in zip(declared.item.parameters, nodes, strict=True):
            if changes(parameter):
                copy = self.fresh_name("changed")
                places.append(copy)
                back.append((self.place(each, scope), copy))
        terms = tuple(each.term for each in values)
        self.emit(Call(declared.qualified, terms, tuple(places), span=self.span(node)))
        for place, copy in back:
            self.write(place, var(copy, self.sort(place.type)), node)
        return found

    def _method(
        self,
        node: t.Expr,
        receiver: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        kind = self._type_of_place(receiver, scope)
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


def _has_let(node: t.Expr) -> bool:
    match node:
        case t.ExprLet():
            return True
        case t.ExprBinary("&&", left, right):
            return _has_let(left) or _has_let(right)
        case _:
            return False


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
    for each in statements:
        found.append(each)
        if isinstance(each, If):
            found += _statements_in((*each.then, *each.orelse))
    return found


_ADAPTORS = frozenset({"rev", "enumerate", "iter", "into_iter", "chars", "cloned", "copied", "iter_mut"})


def _without_adaptors(node: t.Expr) -> tuple[t.Expr, list[str]]:
    """What an iterator goes over, and how."""
    steps = list[str]()
    while isinstance(node, t.ExprMethodCall) and node.name in _ADAPTORS and not node.arguments:
        steps.append(node.name)
        node = node.receiver
    return node, steps


# -- methods of the standard library


def exec_method(
    e: ExecLowering, node: t.Expr, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed | None:
    """The call of a method of the standard library; None for one that specifications have, too."""
    if name in _SAME_VALUE and not arguments:
        return e.typed(receiver, scope)
    kind = e._type_of_place(receiver, scope)
    if kind is None:
        return None
    if kind.is_sequence and name in _CHANGING:
        return _changed(e, node, receiver, name, arguments, scope)
    if kind.is_sequence and name in ("get", "first", "last"):
        return _element_option(e, node, receiver, name, arguments, scope)
    if kind.name == "adt" and kind.label in ("Option", "Result"):
        return _of_option(e, receiver, name, arguments, scope)
    if kind.is_integer:
        return _of_number(e, node, receiver, name, arguments, scope)
    return None


_SAME_VALUE = frozenset(
    {"iter", "into_iter", "chars", "to_vec", "to_owned", "to_string", "as_slice", "as_mut", "collect", "clone"}
)
"""Methods whose value has the same elements, in the same order."""
_CHANGING = frozenset(
    {"push", "pop", "set", "insert", "remove", "swap", "clear", "truncate", "push_back", "pop_front", "push_str"}
    | {"extend_from_slice", "append", "reverse", "push_front", "pop_back", "swap_remove"}
)


def _changed(
    e: ExecLowering, node: t.Expr, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed:
    """A method that changes a sequence."""
    kind = e._type_of_place(receiver, scope)
    assert kind is not None
    element = kind.element
    of_elements = {"push", "push_back", "push_front"}
    kinds: dict[str, tuple[VerusType | None, ...]] = {
        **dict.fromkeys(of_elements, (element,)),
        **dict.fromkeys(("set", "insert"), (USIZE, element)),
        **dict.fromkeys(("remove", "truncate", "swap_remove"), (USIZE,)),
        "swap": (USIZE, USIZE),
        **dict.fromkeys(("extend_from_slice", "append", "push_str"), (kind,)),
    }
    wanted = kinds.get(name, ())
    if len(wanted) != len(arguments):
        raise e.unsupported(f"{name} with {len(arguments)} arguments", node)
    values = e.ordered(arguments, scope, wanted)
    place = e.place(receiver, scope)
    if name in of_elements and values[0].term.sort != e.sort(element):
        e.learn(element, values[0].type)
        raise e.unsupported(f"{values[0].type} in a sequence of {element}", node)
    whole = place.read()
    length = op("seq.len", whole)
    terms = [each.term for each in values]
    result = Typed(_NO_VALUE, UNIT)
    zero, one = integer(0), integer(1)

    def part(low: Term, high: Term) -> Term:
        return op("seq.slice", whole, low, high)

    match name:
        case "push" | "push_back":
            new = op("seq.concat", whole, op("seq.literal", terms[0]))
        case "push_front":
            new = op("seq.concat", op("seq.literal", terms[0]), whole)
        case "extend_from_slice" | "append" | "push_str":
            new = op("seq.concat", whole, terms[0])
            if name == "append":
                other = e.place(arguments[0], scope)
                e.write(place, new, node)
                e.write(other, op("seq.literal", sort=whole.sort), node)
                return result
        case "pop" | "pop_back" | "pop_front":
            at = zero if name == "pop_front" else op("sub", length, one)
            option = VerusType("adt", (element,), "Option")
            some = op("datatype.make", op("seq.at", whole, at), data="Some", sort=e.sort(option))
            none = op("datatype.make", data="None", sort=e.sort(option))
            has = op("gt", length, zero)
            result = e.kept(Typed(ite(has, some, none), option), "popped", node)
            rest = part(one, length) if name == "pop_front" else part(zero, at)
            new = ite(has, rest, whole)
        case "set":
            new = op("seq.update", whole, terms[0], terms[1])
        case "insert":
            added = op("seq.literal", terms[1])
            new = op("seq.concat", op("seq.concat", part(zero, terms[0]), added), part(terms[0], length))
        case "remove":
            result = e.kept(Typed(op("seq.at", whole, terms[0]), element), "removed", node)
            new = op("seq.concat", part(zero, terms[0]), part(op("add", terms[0], one), length))
        case "swap_remove":
            result = e.kept(Typed(op("seq.at", whole, terms[0]), element), "removed", node)
            last = op("sub", length, one)
            moved = op("seq.update", whole, terms[0], op("seq.at", whole, last))
            new = op("seq.slice", moved, zero, last)
        case "swap":
            first, second = (op("seq.at", whole, each) for each in terms)
            new = op("seq.update", op("seq.update", whole, terms[0], second), terms[1], first)
        case "truncate":
            new = ite(op("lt", terms[0], length), part(zero, terms[0]), whole)
        case "reverse":
            binder = Binder(e.fresh_name("index"), INT)
            at = op("sub", op("sub", length, one), var(binder.name, INT))
            new = op("seq.comprehension", op("range", zero, length), op("seq.at", whole, at), data=(binder,))
        case _:
            new = op("seq.literal", sort=whole.sort)
    e.write(place, new, node)
    return result


def _element_option(
    e: ExecLowering, node: t.Expr, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed:
    value = e.typed(receiver, scope)
    length = op("seq.len", value.term)
    if name == "get":
        (index,) = e.ordered(arguments, scope, (USIZE,))
        at = index.term
    else:
        at = integer(0) if name == "first" else op("sub", length, integer(1))
    option = VerusType("adt", (value.type.element,), "Option")
    some = op("datatype.make", op("seq.at", value.term, at), data="Some", sort=e.sort(option))
    none = op("datatype.make", data="None", sort=e.sort(option))
    inside = conj(op("le", integer(0), at), op("lt", at, length))
    return Typed(ite(inside, some, none), option)


def _of_option(
    e: ExecLowering, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed | None:
    if name not in ("unwrap", "expect", "unwrap_or", "is_some", "is_none", "is_ok", "is_err"):
        return None
    value = e.typed(receiver, scope)
    good = "Some" if value.type.label == "Option" else "Ok"
    test = op("datatype.is", value.term, data=good)
    if name.startswith("is_"):
        return Typed(test if name in ("is_some", "is_ok") else negate(test), BOOLEAN)
    kind = value.type.arguments[0]
    inner = op("datatype.at", value.term, data=(good, "0"), sort=e.sort(kind))
    if name == "unwrap_or":
        (other,) = e.ordered(arguments, scope, (kind,))
        return Typed(ite(test, inner, other.term), kind)
    return Typed(inner, kind)


def _of_number(
    e: ExecLowering, node: t.Expr, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed | None:
    value = e.typed(receiver, scope)
    kind = value.type
    if kind.name not in RANGES:
        return None
    least, greatest = RANGES[kind.name]
    if name in ("min", "max") and len(arguments) == 1:
        (other,) = e.ordered(arguments, scope, (kind,))
        return Typed(ite(op("le" if name == "min" else "ge", value.term, other.term), value.term, other.term), kind)
    if name in ("abs", "unsigned_abs") and not arguments:
        positive = ite(op("lt", value.term, integer(0)), op("neg", value.term), value.term)
        result = VerusType(f"u{kind.name[1:]}") if name == "unsigned_abs" else kind
        return Typed(e.in_range(positive, result, node), result)
    if name == "abs_diff" and len(arguments) == 1:
        (other,) = e.ordered(arguments, scope, (kind,))
        difference = op("sub", value.term, other.term)
        positive = ite(op("lt", difference, integer(0)), op("neg", difference), difference)
        return Typed(positive, VerusType(f"u{kind.name[1:]}"))
    prefix, _, operation = name.partition("_")
    operations: dict[str, OperatorName] = {"add": "add", "sub": "sub", "mul": "mul"}
    if prefix == "saturating" and operation in operations:
        (other,) = e.ordered(arguments, scope, (kind,))
        exact = op(operations[operation], value.term, other.term)
        low = ite(op("lt", exact, integer(least)), integer(least), exact)
        return Typed(ite(op("gt", exact, integer(greatest)), integer(greatest), low), kind)
    return None


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
        pattern = item.result.pattern
        name = pattern.name if isinstance(pattern, t.PatIdent) else "result"
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
