"""The values of expressions in bodies: what they are, where they are kept, and where Rust panics.

An expression is a term; what it does besides is statements before it. A partial operation is the one of the IR, which
is undefined where Rust panics: an index out of bounds, a division by zero, and arithmetic beyond the range of its type,
which is a function whose precondition is that range.
"""

from collections.abc import Callable, Mapping, Sequence

from attrs import define, evolve, field, frozen

from ...core.errors import Unsupported
from ...core.ir.build import call, conj, eq, integer, ite, negate, op
from ...core.ir.contracts import Function
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import INT
from ...core.ir.statements import If, Return, Statement
from ...core.ir.terms import Binder, Term, var
from ...core.ir.updates import Update
from ...core.ir.variables import Name
from . import tree as t
from .bits import bitwise, shifted, wrapped
from .elaboration import SpecLowering
from .leaving import has_let, part_of
from .patterns import matched, mutable_names, refers
from .places import PlaceStep, RustPlace
from .scopes import DeclaredFunction, NameScope, Typed
from .types import (
    BOOLEAN,
    CHARACTER,
    LITERAL,
    RANGES,
    VerusType,
    width_of,
    within,
)

_CHECKED: dict[str, OperatorName] = {"+": "add", "-": "sub", "*": "mul"}
NO_VALUE = op("tuple.make")
"""What a statement is worth."""
USIZE = VerusType("usize")


@frozen(slots=True)
class TestedCondition:
    """A condition, and for each pattern in it its variables, itself, and the place that it looks at by reference."""

    condition: Term
    bindings: tuple[tuple[Mapping[str, Typed], t.Pat, RustPlace | None], ...] = ()

    @property
    def variables(self) -> dict[str, Typed]:
        return {name: value for variables, _, _ in self.bindings for name, value in variables.items()}


@define(slots=True)
class BreakTarget:
    """A loop or a labelled block that a `break` leaves; where its value goes, and of what type that is: None until one
    is seen."""

    label: str
    result: str
    type: VerusType | None = None
    is_loop: bool = True


@define(slots=True)
class InlinedFrame:
    """A function that is run in place: the label of its block, where its result goes, and of what type that is, None
    until it is known. `left`: does something in it return early?"""

    label: str
    result: str
    type: VerusType | None
    left: bool = False


@frozen(slots=True)
class Surroundings:
    """Where an expression stands: see the fields of `ExecValues`."""

    places: Mapping[str, RustPlace]
    borrowed: frozenset[str]
    frame: InlinedFrame | None
    loops: tuple[BreakTarget, ...]
    path: str
    foreign: bool


@frozen(slots=True)
class HeldClosure:
    """A closure, what names mean where it was made, and where that is."""

    closure: t.ExprClosure
    scope: NameScope
    surroundings: Surroundings


@define(slots=True)
class ExecValues(SpecLowering):
    """The lowering of one body. `output` takes the statements of the block that is being lowered; `places` are the
    variables that stand for places, by the name that they have in the text; `loops` the labels of the loops around,
    each with where its value goes; `hints` what types are that nobody wrote, found in an earlier round."""

    output: list[Statement] = field(factory=list)
    places: dict[str, RustPlace] = field(factory=dict)
    names: set[str] = field(factory=set)
    loops: list[BreakTarget] = field(factory=list)
    hints: dict[str, VerusType] = field(factory=dict)
    result: Typed | None = None
    copied: tuple[tuple[str, Name], ...] = ()
    """Parameters that the caller gets back, and the results that they come back as."""
    count: int = 0

    parameters: tuple[Binder, ...] = ()
    instances: dict[str, tuple[DeclaredFunction, Mapping[str, VerusType]]] = field(factory=dict)
    """The generic functions that bodies call, by the name that they have for particular types."""
    closures: dict[str, HeldClosure] = field(factory=dict)
    """The closures that variables hold, by the label of their type, each with what names mean where it was made."""
    within_closure: int = 0
    frame: InlinedFrame | None = None
    """The innermost function that is run in place; None in the body itself."""
    path: str = ""
    """Through which calls what is lowered is run in place, which tells the types of one call from those of another."""
    foreign: bool = False
    """Is what is lowered written somewhere else than in this body?"""
    nested: int = 0
    standard: Mapping[tuple[str, str], DeclaredFunction] = field(factory=dict)
    """What `std.rs` defines, by owner and name."""
    types_of: dict[tuple[str, int], VerusType] = field(factory=dict)
    """The types of expressions that methods are called of, by their nodes: each is looked at several times, and so is
    what it consists of."""
    current: RustPlace | None = None
    """The place that the loop over places is at."""
    borrowed: frozenset[str] = frozenset()
    """Parameters that are mutable references."""
    unchanged: set[str] = field(factory=set)
    """Variables that no statement can assign: what changes one changes what it refers to."""

    # -- variables and statements

    def emit(self, *statements: Statement) -> None:
        self.output.extend(statements)

    def fresh_name(self, name: str) -> str:
        free_name, count = name, 0
        while free_name in self.names:
            count += 1
            free_name = f"{name}_{count}"
        self.names.add(free_name)
        return free_name

    def kept(self, value: Typed, name: str = "value", node: t.VerusNode | None = None) -> Typed:
        """A new variable with this value."""
        own_name = self.fresh_name(name)
        self.sort(value.type)
        self.emit(Update((own_name,), (value.term,), self.span(node) if node is not None else None))
        return Typed(var(own_name, value.term.sort), value.type)

    def within_block(self, lowered: Callable[[], Typed]) -> tuple[Typed, list[Statement]]:
        """What is lowered, and its statements apart."""
        outside, self.output = self.output, []
        try:
            return lowered(), self.output
        finally:
            self.output = outside

    def ordered(self, nodes: Sequence[t.Expr], scope: NameScope, kinds: Sequence[VerusType | None]) -> list[Typed]:
        """The values of expressions from left to right: what a later one changes is read before."""
        if len(nodes) != len(kinds):
            raise Unsupported(f"{len(nodes)} arguments", self.span(nodes[0]) if nodes else None)
        typeds = list[Typed]()
        for node, kind in zip(nodes, kinds, strict=True):
            output_before = len(self.output)
            value = self.settled(self.typed(node, scope, kind), kind)
            # Evaluating this one runs statements, which may change what the earlier ones read: these are kept first.
            if len(self.output) > output_before and any(typed_value.term.op != "const" for typed_value in typeds):
                added, self.output = self.output[output_before:], self.output[:output_before]
                typeds = [self.kept(typed_value) for typed_value in typeds]
                self.output += added
            if kind is not None:
                self.learn(kind, value.type)
                self.learn(value.type, kind)
            typeds.append(value)
        return typeds

    def values_of(self, nodes: Sequence[t.Expr], scope: NameScope, kinds: Sequence[VerusType | None]) -> list[Typed]:
        return [
            self.labelled(value, node) for value, node in zip(self.ordered(nodes, scope, kinds), nodes, strict=True)
        ]

    def learn(self, declared: VerusType, actual: VerusType) -> None:
        """Note what an unknown type is where a value of it meets another type."""
        # The first type that is learnt stays (`setdefault`): rounds only add, so that they come to an end.
        if declared.name == LITERAL and declared.label and actual.name in RANGES:
            self.hints.setdefault(declared.label, actual)
        elif declared.name == "param" and declared.label.startswith("?"):
            if actual.name == LITERAL:
                actual = VerusType(LITERAL, (), actual.label or f"{declared.label}i")
            # A type parameter of the function is a type; another unknown one tells nothing.
            if not (actual.name == "param" and actual.label.startswith("?")):
                self.hints.setdefault(declared.label, actual)
        else:
            if declared.arguments and len(declared.arguments) == len(actual.arguments):
                for argument, actual_argument in zip(declared.arguments, actual.arguments, strict=True):
                    self.learn(argument, actual_argument)

    def known(self, kind: VerusType) -> VerusType:
        """A type with what an earlier round found."""
        # A hint may be another unknown type, of which a later hint says what it is.
        if kind.label in self.hints:
            return self.known(self.hints[kind.label])
        return evolve(kind, arguments=tuple(map(self.known, kind.arguments))) if kind.arguments else kind

    def hole(self, node: t.VerusNode, name: str = "") -> VerusType:
        """A type that nobody wrote here."""
        label = f"?{self.path}{node.at[0]}{name}"
        return self.hints.get(label, VerusType("param", (), label))

    def returned_type(self) -> VerusType | None:
        """The type of what `return` gives, if that is known."""
        if self.frame is not None:
            return None if self.frame.type is None else self.known(self.frame.type)
        return None if self.result is None else self.result.type

    def leave(self, value: Typed | None, node: t.VerusNode) -> None:
        """The end of the function, with this value."""
        if self.result is not None and value is not None and value.term != NO_VALUE:
            self.learn(value.type, self.result.type)
            if value.term.sort != self.result.term.sort:
                raise self.unsupported(f"{value.type} returned as {self.result.type}", node)
            self.emit(Update((self.result.term.data,), (value.term,), self.span(node)))
        # The caller's places get what the parameters are now, at every end of the body.
        for name, copy in self.copied:
            binder = next(parameter for parameter in self.parameters if parameter.name == name)
            self.emit(Update((copy,), (var(name, binder.sort),)))
        self.emit(Return(None, self.span(node)))

    def _variables(
        self, variables: Mapping[str, Typed], pattern: t.Pat | None, outer: RustPlace | None = None
    ) -> dict[str, Typed]:
        """The variables of a pattern, each with a value of its own, as it is now. Of a mutable reference to `outer`,
        they are parts of that place."""
        variables_found = {}
        mutable = mutable_names(pattern) if pattern is not None else frozenset()
        for name, value in variables.items():
            # A variable of a reference is the place, so that a change of it is one of the whole.
            part_place = None if outer is None or name in mutable else part_of(outer, value)
            if part_place is not None:
                self.places[name] = part_place
                continue
            variables_found[name] = self.kept(value, name)
            self.places.pop(name, None)
            # What no statement assigns can still be a reference that was stored: `write` refuses to change through it.
            if name not in mutable:
                self.unchanged.add(str(variables_found[name].term.data))
        return variables_found

    def _bound(self, tested: "TestedCondition") -> dict[str, Typed]:
        """The variables of the patterns of a condition."""
        variables_found = dict[str, Typed]()
        for variables, pattern, outer in tested.bindings:
            variables_found |= self._variables(variables, pattern, outer)
        return variables_found

    def labelled(self, value: Typed, node: t.VerusNode) -> Typed:
        """A value of a literal's type, which may be found in another round."""
        if value.type.name != LITERAL or value.type.label:
            return value
        label = f"?{self.path}{node.at[0]}"
        return Typed(value.term, self.hints.get(label, VerusType(LITERAL, (), label)))

    def inferred(self, kind: VerusType | None, node: t.Expr, name: str) -> VerusType:
        if kind is None:
            return self.hole(node, name)
        if kind.name == LITERAL and not kind.label:
            label = f"?{self.path}{node.at[0]}{name}"
            return self.hints.get(label, VerusType(LITERAL, (), label))
        return self.known(kind)

    def reference(self, node: t.Expr, scope: NameScope) -> RustPlace | None:
        """The place that a mutable reference borrows; None of another expression."""
        match node:
            case t.ExprUnary("&mut", inside):
                return self.place(inside, scope)
            case t.ExprMethodCall(receiver, "as_mut" | "as_mut_slice" | "iter_mut", _, ()):
                return self.place(receiver, scope)
            case t.ExprPath(path) if path.text in self.places:
                return self.places[path.text]
            # A parameter `&mut T` is handed on as it is (Rust reference, "Reborrowing").
            case t.ExprPath(path) if path.text in self.borrowed and path.text in scope.variables:
                return self.place(node, scope)
            case _:
                return None

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
            # A function with the range as precondition, and not a condition of the operator: where it fails, the
            # interpreter says what overflowed, and one function serves all places of a type.
            binder = Binder("number", INT)
            inside = within(*RANGES[kind.name], var("number", INT))
            self.functions[name] = Function(
                name, (binder,), INT, var("number", INT), (inside,), refusal=f"arithmetic overflow of {kind}"
            )
        return call(name, value, sort=INT, span=self.span(node) if node is not None else None)

    def _divided(self, operator: str, dividend: Term, divisor: Term, kind: VerusType, node: t.VerusNode) -> Term:
        """Division that truncates, from one that leaves no negative remainder: they agree where nothing is negative.
        The remainder of the least number and -1 is out of range, too, as their quotient is."""
        quotient = ite(
            op("ge", dividend, integer(0)),
            op("div", dividend, divisor),
            op("neg", op("div", op("neg", dividend), divisor)),
        )
        # Only the least number by -1 is out of range. By zero `div` itself is undefined.
        checked = self.in_range(quotient, kind, node)
        return checked if operator == "/" else op("sub", dividend, op("mul", checked, divisor))

    def _shift(self, by: Term, kind: VerusType, node: t.VerusNode) -> Term:
        """The distance of a shift: Rust stops where that is not less than the width of the number."""
        width = width_of(kind)
        if by.op == "const" and 0 <= by.data < width:
            return by
        name = f"a shift of {width} bits"
        if name not in self.functions:
            inside = within(0, width - 1, var("by", INT))
            self.functions[name] = Function(
                name, (Binder("by", INT),), INT, var("by", INT), (inside,), refusal=f"a shift by {width} bits or more"
            )
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
        wanted_type = expected if expected is not None and expected.is_integer else None
        first_operand, second_operand = self.pair(left, right, scope, None if operator in ("<<", ">>") else wanted_type)
        if first_operand.type.is_sequence and operator == "+":
            return Typed(op("seq.concat", first_operand.term, second_operand.term), first_operand.type)
        return self.arithmetic(operator, first_operand, second_operand, node)

    def arithmetic(self, operator: str, first_operand: Typed, second_operand: Typed, node: t.VerusNode) -> Typed:
        """`one operator other` of numbers or Booleans."""
        # On Booleans bit operators are the connectives, without short circuit.
        if first_operand.type == BOOLEAN == second_operand.type and operator in ("&", "|", "^"):
            joined = negate(eq(first_operand.term, second_operand.term))
            joined = conj(first_operand.term, second_operand.term) if operator == "&" else joined
            return Typed(op("or", first_operand.term, second_operand.term) if operator == "|" else joined, BOOLEAN)
        if first_operand.term.sort != INT or second_operand.term.sort != INT:
            raise self.unsupported(f"`{operator}` of {first_operand.type} and {second_operand.type}", node)
        # A shift has the type of what is shifted; otherwise the typed operand tells the type of a literal.
        kind = (
            first_operand.type if first_operand.type.name in RANGES or operator in ("<<", ">>") else second_operand.type
        )
        if operator in _CHECKED:
            return Typed(
                self.in_range(op(_CHECKED[operator], first_operand.term, second_operand.term), kind, node), kind
            )
        # Of unsigned numbers truncation and floor agree.
        if operator in ("/", "%"):
            unsigned = kind.name in RANGES and RANGES[kind.name][0] == 0
            if unsigned:
                return Typed(op("div" if operator == "/" else "mod", first_operand.term, second_operand.term), kind)
            return Typed(self._divided(operator, first_operand.term, second_operand.term, kind, node), kind)
        if kind.name not in RANGES:
            kind = VerusType("i32") if kind.name == LITERAL else kind
            if kind.name not in RANGES:
                raise self.unsupported(f"bits of {kind}", node)
        if operator in ("<<", ">>"):
            by = self._shift(second_operand.term, kind, node)
            return Typed(shifted(operator, first_operand.term, by, kind), kind)
        return Typed(bitwise(operator, first_operand.term, second_operand.term, kind), kind)

    def pair(
        self, left: t.Expr, right: t.Expr, scope: NameScope, expected: VerusType | None = None
    ) -> tuple[Typed, Typed]:
        output_before = len(self.output)
        first_operand = self.typed(left, scope, expected)
        middle = len(self.output)
        second_operand = self.typed(
            right, scope, first_operand.type if first_operand.type.name != LITERAL else expected
        )
        # The right operand has statements: the left value is kept before them, as Rust evaluates from left to right.
        if len(self.output) > middle and first_operand.term.op != "const":
            added, self.output = self.output[middle:], self.output[:middle]
            first_operand = self.kept(first_operand)
            self.output += added
        self.learn(first_operand.type, second_operand.type)
        self.learn(second_operand.type, first_operand.type)
        # A literal on the left is read again with the type that the right side has told.
        if first_operand.type.name == LITERAL and second_operand.type.is_integer:
            first_operand = self._again(
                left, first_operand, second_operand.type, scope, len(self.output) == output_before
            )
        if second_operand.type.name == LITERAL and first_operand.type.is_integer:
            second_operand = Typed(second_operand.term, first_operand.type)
        return first_operand, second_operand

    def _again(self, node: t.Expr, value: Typed, kind: VerusType, scope: NameScope, plain: bool) -> Typed:
        """A value of a literal's type where another operand tells which."""
        if plain and kind.name in RANGES and isinstance(node, t.ExprBinary):
            return self.typed(node, scope, kind)
        return Typed(value.term, kind)

    def _short(self, operator: str, left: t.Expr, right: t.Expr, scope: NameScope) -> Typed:
        first_test = self._tested(left, scope)
        inside = scope.binding(first_test.variables)
        second_test, statements = self.within_block(lambda: self._test_of(right, inside))
        join = conj if operator == "&&" else (lambda a, b: op("or", a, b))
        # Without statements the operator of the IR does: it evaluates the right operand only where it has to.
        if not statements:
            return Typed(join(first_test.condition, second_test.term), BOOLEAN)
        kept = self.kept(Typed(first_test.condition, BOOLEAN), "test")
        name = str(kept.term.data)
        # Otherwise the statements of the right operand run only where the left one leaves the answer open.
        test = kept.term if operator == "&&" else negate(kept.term)
        self.emit(If(test, (*statements, Update((name,), (second_test.term,)))))
        return kept

    def _test_of(self, node: t.Expr, scope: NameScope) -> Typed:
        return Typed(self._tested(node, scope).condition, BOOLEAN)

    def _tested(self, node: t.Expr, scope: NameScope) -> TestedCondition:
        """A condition, and the variables of the patterns in it."""
        match node:
            case t.ExprLet(pattern, value):
                # A pattern that refers binds parts of the place.
                outer = self.reference(value, scope) or (self.place(value, scope) if refers(pattern) else None)
                value_tested = (
                    self.typed(value, scope) if outer is None else Typed(outer.read(), self.known(outer.type))
                )
                # The pattern may look at several parts of it.
                if outer is None and value_tested.term.op not in ("var", "const"):
                    value_tested = self.kept(value_tested)
                case = matched(self, pattern, value_tested, scope, node)
                return TestedCondition(case.condition, ((case.variables, pattern, outer),))
            # `if let … && …`: later parts see the variables of earlier patterns.
            case t.ExprBinary("&&", left, right) if has_let(node):
                one = self._tested(left, scope)
                other, statements = self.within_block_matched(right, scope.binding(one.variables))
                # Statements in a later part would run even where the first part fails.
                if statements:
                    raise self.unsupported("a chain of patterns whose values are computed", node)
                return TestedCondition(conj(one.condition, other.condition), (*one.bindings, *other.bindings))
            case _:
                value_tested = self.typed(node, scope, BOOLEAN)
                if value_tested.type != BOOLEAN:
                    raise self.unsupported(f"a condition of type {value_tested.type}", node)
                return TestedCondition(value_tested.term)

    def within_block_matched(self, node: t.Expr, scope: NameScope) -> tuple[TestedCondition, list[Statement]]:
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
        if operator not in names:
            raise self.unsupported(f"`{operator}` of {one.type} in a body", node)
        if one.term.sort.kind in ("Int", "Char"):
            return op(names[operator], one.term, other.term)
        return self.compared_otherwise(operator, one, other, node)

    def compared_otherwise(self, operator: str, one: Typed, other: Typed, node: t.VerusNode) -> Term:
        """The order of values that are no numbers."""
        raise NotImplementedError

    def _unary(
        self, node: t.Expr, operator: str, operand: t.Expr, scope: NameScope, expected: VerusType | None
    ) -> Typed:
        # `-128i8` is a literal, though 128 is no `i8`.
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
            # `as` truncates (Rust reference, "Numeric cast"), which no value does that fits anyway.
            fits = least is not None and greatest is not None and low <= least and greatest <= high
            return Typed(value.term if fits else wrapped(value.term, kind), kind)
        return SpecLowering.cast(self, value, kind, scope, node)

    def settled(self, value: Typed, kind: VerusType | None) -> Typed:
        if value.type.name == LITERAL and kind is not None and kind.is_integer:
            self.learn(value.type, kind)
            return Typed(value.term, kind)
        return value

    # -- places

    def place(self, node: t.Expr, scope: NameScope) -> RustPlace:
        """The place that an expression is. Raises Unsupported for one that is none."""
        match node:
            # References are the place that they refer to.
            case t.ExprUnary("*" | "&mut" | "&", operand):
                return self.place(operand, scope)
            case t.ExprPath(path) if len(path.segments) == 1:
                if path.text in self.places:
                    return self.places[path.text]
                variable = scope.variables.get(path.text)
                if variable is not None and variable.term.op == "var":
                    return RustPlace(str(variable.term.data), variable.term.sort, variable.type)
            case t.ExprIndex(whole, index):
                outer = self.place(whole, scope)
                if outer.type.is_sequence:
                    # The index is computed once, where the place is taken.
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
                # Only a structure with one variant has fields that are always there.
                if kind.name == "adt" and len(self.structures[kind.label].variants) == 1:
                    variant = self.structures[kind.label].variants[0]
                    part = dict(scope.types.fields(kind, variant))[name]
                    return outer.to(PlaceStep(part, self.sort(part), variant=variant.name, name=name))
            # A value of its own is changed in a place of its own, which ends with the statement.
            case t.ExprMethodCall(_, name) if name in _FRESH:
                temporary = self.kept(self.typed(node, scope), "temporary", node)
                return RustPlace(str(temporary.term.data), temporary.term.sort, temporary.type)
        raise self.unsupported("a change of what is no place", node)

    def _checked_step(self, outer: RustPlace, index: Term, node: t.VerusNode) -> RustPlace:
        part = self.known(outer.type.element)
        return outer.to(PlaceStep(part, self.sort(part), index))

    def write(self, place: RustPlace, value: Term, node: t.VerusNode) -> None:
        if place.root in self.unchanged:
            raise self.unsupported("a change through a reference that a variable holds", node)
        self.emit(Update((place.root,), (place.written(value),), self.span(node)))

    def type_of_place(self, target: t.Expr, scope: NameScope) -> VerusType | None:
        """The type of what is assigned, without the statements that its place needs."""
        # Asked for each method of a chain, of which each contains the ones before. In a closure the same node has
        # another type with each call.
        key = (self.path, id(target))
        known_type = self.types_of.get(key) if not self.within_closure else None
        if known_type is None:
            # A failed attempt may have left loops open and names bound.
            loops, places = list(self.loops), dict(self.places)
            try:
                found, _ = self.within_block(lambda: self.typed(target, scope))
            except Unsupported:
                self.loops, self.places = loops, places
                return None
            known_type = found.type
            if not self.within_closure:
                self.types_of[key] = known_type
        return self.known(known_type)


_FRESH = frozenset({"chars", "bytes", "iter", "into_iter", "clone", "to_vec", "to_owned", "to_string", "rev", "skip"})
"""Methods whose value nobody else has, so that who changes it changes nothing else."""
