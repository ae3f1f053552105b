"""Expressions of specifications → typed terms (Verus reference, "Specification language")."""

from collections.abc import Callable, Mapping, Sequence

from attrs import define, field

from ...core.errors import Unsupported
from ...core.ir.build import (
    boolean,
    conj,
    integer,
    negate,
    op,
    real,
    sequence,
)
from ...core.ir.sorts import CHAR, seq_of
from ...core.ir.terms import TRUE, Term, const
from . import tree as t
from .binding import BindingLowering
from .scopes import NameScope, Typed
from .terms import BY_IEEE
from .types import (
    BOOLEAN,
    CHARACTER,
    CHARACTERS,
    FLOATS,
    INTEGER,
    LITERAL,
    RANGES,
    STR,
    TRANSPARENT,
    UnknownType,
    VerusType,
    sequence_of,
    width_of,
)

Builtin = Callable[["SpecLowering", Typed, Sequence[t.Expr], NameScope, t.Expr], Typed]
FunctionBuiltin = Callable[["SpecLowering", Sequence[t.Expr], NameScope, t.Expr, VerusType | None], Typed]


@define(slots=True)
class SpecLowering(BindingLowering):
    """The lowering of a program's expressions. `methods`: what is built in, by type and name; `calls`: functions that
    are, by name."""

    methods: Mapping[tuple[str, str], Builtin] = field(kw_only=True)
    calls: Mapping[str, FunctionBuiltin] = field(kw_only=True)

    def _typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None) -> Typed:
        # By the form of the node; each case says which part of the reference it follows by its name.
        match node:
            case t.ExprLit():
                return self._literal(node, expected)
            case t.ExprPath(path):
                return self._name(node, self.canonical(path), scope, expected)
            case t.ExprAttributed(_, value):
                return self.typed(value, scope, expected)
            case t.ExprUnary(operator, operand):
                return self._unary(node, operator, operand, scope, expected)
            case t.ExprBinary(operator, left, right):
                return self._binary(node, operator, left, right, scope, expected)
            case t.ExprCompare():
                return self._compare(node, scope)
            case t.ExprPrefixed(operator, operands):
                return Typed(self._joined("&&" if operator == "&&&" else "||", operands, scope), BOOLEAN)
            case t.ExprCast(value, kind):
                return self.cast(self.typed(value, scope), scope.types.read(kind), scope, node)
            # Conditions that patterns make are Booleans like any others.
            case t.ExprIs(value, variant, negated):
                is_there = self._is(self.typed(value, scope), variant, node)
                return Typed(negate(is_there) if negated else is_there, BOOLEAN)
            case t.ExprHas(value, element, negated):
                is_there = self._method(node, value, "contains", (element,), scope, None).term
                return Typed(negate(is_there) if negated else is_there, BOOLEAN)
            case t.ExprMatches():
                return Typed(self._matches(node, scope), BOOLEAN)
            # What the pattern binds is seen by the guard.
            case t.ExprMacroMatches(value, pattern, guard):
                case = self._match(value, pattern, scope)
                inside = scope.knowing(case.condition).binding(case.variables)
                return Typed(conj(case.condition, self.condition(guard, inside) if guard else TRUE), BOOLEAN)
            case t.ExprLet(pattern, value):
                return Typed(self._match(value, pattern, scope).condition, BOOLEAN)
            case t.ExprField(value, name, arrow):
                return self._field(node, self.typed(value, scope), name, arrow, scope)
            case t.ExprView(value):
                return self._view(self.typed(value, scope), node, scope)
            case t.ExprIndex(value, index):
                return self._index(node, value, index, scope)
            case t.ExprCall(function, arguments):
                return self._call(node, function, arguments, scope, expected)
            case t.ExprMethodCall(receiver, name, _, arguments):
                return self._method(node, receiver, name, arguments, scope, expected)
            case t.ExprTuple(elements):
                # The expected type of a tuple is that of its parts.
                component_types = expected.arguments if expected is not None and expected.name == "tuple" else ()
                kinds = [
                    component_types[position] if position < len(component_types) else None
                    for position in range(len(elements))
                ]
                listed = self.values_of(elements, scope, kinds)
                tuple_term = op("tuple.make", *(component.term for component in listed))
                return Typed(tuple_term, VerusType("tuple", tuple(component.type for component in listed)))
            case t.ExprArray(elements):
                return self.display(elements, scope, expected, "array")
            case t.ExprMacro(name, arguments):
                return self._macro(node, name, arguments, scope, expected)
            # `seq![e; n]` is `Seq::new(n, |_| e)`, by vstd; `vec![e; n]` is how a value is written that is as long.
            case t.ExprMacroRepeat("seq" | "vec", value, length):
                made = t.RustPath((t.PathSegment("Seq"), t.PathSegment("new")))
                each = t.ExprClosure((t.ClosureParameter(t.PatWild()),), value, at=node.at)
                return self.typed(t.ExprCall(t.ExprPath(made, at=node.at), (length, each), at=node.at), scope, expected)
            case t.ExprMacroMap(_, entries):
                return self._map_display(node, entries, scope, expected)
            case t.ExprStruct():
                return self._struct(node, scope, expected)
            case t.ExprQuantifier():
                return self._quantifier(node, scope)
            case t.ExprClosure():
                return self.closure(node, scope, expected)
            case t.ExprBlock(block):
                return self.block(block, scope, expected)
            case t.ExprIf():
                return self._if(node, scope, expected)
            case t.ExprMatch():
                return self._match_arms(node, scope, expected)
            case _:
                raise self.unsupported(f"`{self._excerpt(node)}` in a specification", node)

    def _literal(self, node: t.ExprLit, expected: VerusType | None) -> Typed:
        value = node.value
        match node.kind:
            case "bool":
                return Typed(boolean(bool(value)), BOOLEAN)
            case "int" if isinstance(value, int):
                kind = VerusType(node.suffix or LITERAL)
                # Literals take the type that is expected; one without is left open for the other operand to tell.
                if node.suffix == "real" or (not node.suffix and expected is not None and expected.name == "real"):
                    return Typed(real(value), VerusType("real"))
                if not node.suffix and expected is not None and expected.is_integer:
                    kind = expected
                return Typed(integer(value), kind)
            case "char":
                return Typed(const(value, CHAR), CHARACTER)
            # A text is the sequence of its characters.
            case "str":
                return Typed(const(tuple(str(value)), seq_of(CHAR)), STR)
            case "byte" if isinstance(value, int):
                return Typed(integer(value), VerusType("u8"))
            case "float" if node.suffix == "real":
                return Typed(real(str(value)), VerusType("real"))
            # Floats are values of which nothing is known but equality of what is written alike.
            case "float" if not node.suffix or node.suffix in FLOATS:
                float_type = expected.name if expected is not None and expected.name in FLOATS else "f64"
                kind = VerusType(node.suffix or float_type)
                return Typed(self.unspecified(f"{node.value!s}{kind}", (), self.sort(kind), what=BY_IEEE), kind)
            case _:
                raise self.unsupported(f"a literal of type {node.suffix or node.kind} in a specification", node)

    def _name(self, node: t.ExprPath, path: t.RustPath, scope: NameScope, expected: VerusType | None) -> Typed:
        names = path.names
        if len(names) == 1 and names[0] in scope.variables:
            return scope.variables[names[0]]
        if len(names) == 2 and names[0] in RANGES and names[1] in ("MAX", "MIN", "BITS"):
            # A pair (least, greatest): the comparison is the place in it.
            value = width_of(VerusType(names[0])) if names[1] == "BITS" else RANGES[names[0]][names[1] == "MAX"]
            return Typed(integer(value), VerusType("u32" if names[1] == "BITS" else names[0]))
        owner = self._owner(names, scope)
        constant = self.constants.get((owner, names[-1])) or self.constants.get(("", names[-1]))
        if constant is not None and constant.value is not None:
            kind = scope.types.read(constant.type)
            # A constant is evaluated where it is declared: no variable of the place of use is in scope.
            empty = NameScope({}, scope.types, owner=owner)
            return self.settled(self.typed(constant.value, empty, kind), kind)
        variant_found = self._variant(path, scope, expected)
        if variant_found is not None:
            kind, variant = variant_found
            if variant.shape == "unit":
                return self.constructed(kind, variant, (), node)
        raise self.unsupported(f"the name `{path.text}`", node)

    def _view(self, value: Typed, node: t.Expr, scope: NameScope) -> Typed:
        kind = value.type
        # `s@` of a text is the sequence of its characters.
        if kind.name == "str":
            return Typed(value.term, CHARACTERS)
        if kind.is_sequence:
            return Typed(value.term, sequence_of(kind.element))
        if kind.name in ("Map", "Set"):
            return Typed(value.term, VerusType(kind.name, kind.arguments))
        if kind.name == "adt" and (declared := self.declared.get((kind.label, "view"))) is not None:
            return self._apply(declared, (value,), scope, node)
        return value

    def _index(self, node: t.ExprIndex, indexed: t.Expr, index: t.Expr, scope: NameScope) -> Typed:
        value = self.typed(indexed, scope)
        if value.type.name == "Map":
            key = self.settled(self.typed(index, scope, value.type.element), value.type.element)
            return self.looked_up(value, key, scope)
        if not value.type.is_sequence:
            # `x[i]` of a type of one's own is `x.spec_index(i)` (Verus guide, "Operators").
            if value.type.name == "adt" and (value.type.label, "spec_index") in self.declared:
                return self._method(node, indexed, "spec_index", (index,), scope, None)
            raise self.unsupported(f"an element of {value.type}", node)
        if isinstance(index, t.ExprRange):
            return self._slice(value, index, scope)
        return self.element(value, self.number(index, scope), scope)

    # -- displays

    def display(self, elements: Sequence[t.Expr], scope: NameScope, expected: VerusType | None, name: str) -> Typed:
        """A sequence of these elements."""
        element_type = expected.element if expected is not None and expected.is_sequence else None
        # An open type parameter says nothing: the elements tell what it is.
        element_type = None if element_type is not None and element_type.name == "param" else element_type
        # The first element with a type tells it to the others.
        listed = list[Typed]()
        for element in elements:
            type_known = element_type or next(
                (element_before.type for element_before in listed if element_before.type.name != LITERAL), None
            )
            listed.append(self.typed(element, scope, type_known))
        kind = element_type or next(
            (element_before.type for element_before in listed if element_before.type.name != LITERAL),
            INTEGER if listed else None,
        )
        # An empty display needs a type from outside.
        if kind is None:
            raise self.unknown_type("an empty sequence", t.ExprTuple(()))
        terms = [element.term for element in listed]
        # A sequence of two sorts would be no term; Rust refuses it, too, so that a type was read wrongly.
        if any(term.sort != self.sort(kind) for term in terms):
            raise self.unsupported(f"elements that are not of {kind}", elements[0])
        return Typed(sequence(terms, self.sort(kind)), VerusType(name, (kind,)))

    def _macro(
        self, node: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope, expected: VerusType | None
    ) -> Typed:
        if name in ("seq", "vec"):
            return self.display(arguments, scope, expected, "Seq" if name == "seq" else "Vec")
        if name in ("set", "iset"):
            # What is expected decides, or else the first element: literals have no type of their own.
            element_type = expected.element if expected is not None and expected.name == "Set" else None
            listed = [self.settled(self.typed(argument, scope, element_type), element_type) for argument in arguments]
            kind = element_type or (listed[0].type if listed else None)
            if kind is None:
                raise self.unknown_type("an empty set", node)
            verus_type = VerusType("Set", (kind,))
            return Typed(
                op("set.literal", *(element.term for element in listed), sort=self.sort(verus_type)), verus_type
            )
        raise self.unsupported(f"`{name}!` in a specification", node)

    def _map_display(
        self, node: t.Expr, entries: Sequence[tuple[t.Expr, t.Expr]], scope: NameScope, expected: VerusType | None
    ) -> Typed:
        key_and_value_types = expected.arguments if expected is not None and expected.name == "Map" else (None, None)
        terms, kinds = list[Term](), list[VerusType | None](key_and_value_types)
        for entry in entries:
            for number, key_or_value in enumerate(entry):
                typed_part = self.settled(self.typed(key_or_value, scope, kinds[number]), kinds[number])
                # The first entry decides for the others where nothing is expected.
                kinds[number] = kinds[number] or typed_part.type
                terms.append(typed_part.term)
        if None in kinds:
            raise self.unknown_type("an empty map", node)
        verus_type = VerusType("Map", tuple(kind for kind in kinds if kind is not None))
        return Typed(op("map.literal", *terms, sort=self.sort(verus_type)), verus_type)

    # -- calls

    def _call(
        self, node: t.Expr, function: t.Expr, arguments: Sequence[t.Expr], scope: NameScope, expected: VerusType | None
    ) -> Typed:
        # A function value is applied, a path is looked up.
        if not isinstance(function, t.ExprPath):
            return self._applied(node, self.typed(function, scope), arguments, scope)
        path = self.canonical(function.path)
        name = path.names[-1]
        # A variable hides a function of its name.
        if len(path.names) == 1 and name in scope.variables:
            return self._applied(node, scope.variables[name], arguments, scope)
        declared = self.declared_at(function.path, scope)
        if declared is not None:
            return self._apply_to(declared, arguments, scope, node, expected)
        # `old(x)` is the value before the call, and `final(x)` that after it.
        if len(path.names) == 1 and name == "old" and len(arguments) == 1:
            return self._old(arguments[0], scope, expected)
        if len(path.names) == 1 and name == "final" and len(arguments) == 1:
            return self.typed(arguments[0], scope, expected)
        # Boxes and references are what is in them.
        if len(path.names) == 2 and path.names[0] in TRANSPARENT and name == "new" and len(arguments) == 1:
            return self.typed(arguments[0], scope, expected)
        if len(path.names) == 1 and name in TRANSPARENT and len(arguments) == 1:
            return self.typed(arguments[0], scope, expected)
        # What vstd has without a definition: looked up from the most special name to the most general one.
        built_in = self.calls.get("::".join(path.names[-2:])) or self.calls.get(name if len(path.names) == 1 else "")
        built_in = built_in or self.calls.get(f"*::{name}" if len(path.names) > 1 else "")
        if built_in is not None:
            kind = _type_of_path(path, scope)
            return built_in(self, arguments, scope, node, kind or expected)
        # A tuple variant is called like a function.
        variant_found = self._variant(path, scope, expected)
        if variant_found is not None and variant_found[1].shape == "tuple":
            kind, variant = variant_found
            field_types = [field_type for _, field_type in scope.types.fields(kind, variant)]
            hints = [
                field_types[position] if position < len(field_types) and field_types[position].name != "param" else None
                for position in range(len(arguments))
            ]
            values = self.values_of(arguments, scope, hints)
            return self.constructed(kind, variant, values, node)
        raise self.unsupported(f"the function `{path.text}`", node)

    def _method(
        self,
        node: t.Expr,
        receiver: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        try:
            value = self.typed(receiver, scope)
        except UnknownType:
            # What is appended to is of the type of the result: `seq![seq![]].add(rest)`.
            if expected is None or name not in ("add", "push"):
                raise
            value = self.typed(receiver, scope, expected)
        # A literal has methods as an `int`.
        if value.type.name == LITERAL:
            value = Typed(value.term, INTEGER)
        kind = value.type
        # `view` and its kin are the identity for values that are mathematical already.
        if name == "view" and not arguments:
            return self._view(value, node, scope)
        if name in ("deep_view", "clone", "as_ref", "as_str", "borrow", "unref", "deref") and not arguments:
            return value
        # A declared method comes before a built-in one.
        declared = self.declared.get((kind.owner, name)) or (
            self.declared.get(("Seq", name)) if kind.is_sequence else None
        )
        if declared is not None:
            return self._apply_to(declared, arguments, scope, node, expected, value)
        return self.built_in(value, name, arguments, scope, node)

    def built_in(self, value: Typed, name: str, arguments: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        """A method that the language has without a definition."""
        kind = value.type
        method = self.methods.get((kind.owner, name))
        if method is None and kind.is_sequence:
            method = self.methods.get(("Seq", name))
        if method is None and kind.name == "adt":
            variants = {variant.name for variant in self.structures[kind.label].variants}
            # `is_Some` and `get_Some_0`, which the macro `is_variant` defines, and the arrows of Verus, `arrow_Some_0`
            # or `arrow_0`.
            if name.startswith("is_") and (variant := _named(variants, name[3:])):
                return Typed(self._is(value, variant, node), BOOLEAN)
            for prefix in ("get_", "arrow_"):
                variant, _, field_name = name.removeprefix(prefix).rpartition("_")
                if name.startswith(prefix) and (variant in variants or (prefix == "arrow_" and not variant)):
                    return self._field(node, value, field_name, True, scope)
        if method is None and kind.is_integer:
            method = self.methods.get(("int", name))
        if method is None:
            raise self.unsupported(f"the method {name} of {kind}", node)
        return method(self, value, arguments, scope, node)

    def _excerpt(self, node: t.Expr) -> str:
        text = self.source.excerpt(*node.at)
        return text if len(text) <= 40 else f"{text[:40]}..."


def _named(variants: set[str], name: str) -> str:
    """The variant that `is_name` asks for: `is_some` of Some, `is_Leaf` of Leaf."""
    return next((variant for variant in variants if name in (variant, variant.lower())), "")


def _type_of_path(path: t.RustPath, scope: NameScope) -> VerusType | None:
    """The type before the last name of a path, with its arguments: that of `Seq::<int>::empty`."""
    if len(path.segments) < 2 or path.owner is not None:
        return scope.types.read(path.owner) if path.owner is not None else None
    try:
        return scope.types.read(t.TypePath(t.RustPath(path.segments[:-1])))
    except Unsupported:
        return None
