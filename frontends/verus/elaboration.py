"""Expressions of specifications → typed terms (Verus reference, "Specification language").

A specification is total: what lies outside the domain of a partial operation has some value that nobody knows, the call
of a function without a body. The arithmetic of specifications is that of whole numbers, whatever the types are.
"""

from collections.abc import Callable, Mapping, Sequence

from attrs import define, evolve, field

from ...core.errors import Unsupported
from ...core.ir.build import (
    boolean,
    call,
    conj,
    disj,
    eq,
    exists,
    forall,
    implies,
    integer,
    ite,
    let,
    negate,
    op,
    real,
    sequence,
)
from ...core.ir.contracts import Constructor, Datatype, Function
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import BOOL, CHAR, INT, Sort, seq_of
from ...core.ir.terms import TRUE, Binder, Term, const, make, var
from ...core.ir.variables import Name
from ...core.spans import Span
from . import tree as t
from .bits import bitwise, shifted
from .patterns import Matched, matched
from .printing import show_expression
from .scan import VerusSource
from .scopes import DeclaredFunction, NameScope, Typed
from .types import (
    BOOLEAN,
    CHARACTER,
    CHARACTERS,
    INTEGER,
    LITERAL,
    NATURAL,
    RANGES,
    STR,
    TRANSPARENT,
    UNIT,
    Structure,
    TypeScope,
    VerusType,
    bounds,
    sequence_of,
    sort_of,
    structure_bounds,
    unify,
    width_of,
    with_parameters,
    within,
)

MAX_DEPTH = 100
"""Expressions nested deeper than this are read, but have no meaning."""
MOST_INSTANCES = 2000
"""Functions for particular types: a generic function that calls itself at ever larger types has no end of them."""
_COMPARISONS: dict[str, OperatorName] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_EQUALITIES = {
    "==": True,
    "===": True,
    "=~=": True,
    "=~~=": True,
    "!=": False,
    "!==": False,
    "!~=": False,
    "!~~=": False,
}
_ARITHMETIC: dict[str, OperatorName] = {"+": "add", "-": "sub", "*": "mul"}
Builtin = Callable[["SpecLowering", Typed, Sequence[t.Expr], NameScope, t.Expr], Typed]


@define(slots=True)
class SpecLowering:
    """The lowering of a program's expressions. `declared`: the functions by owner and name; `methods`: what is built
    in, by type and name; `renamed`: what `use … as` calls otherwise here; `functions` and `datatypes` are what
    terms call and are made of, in the IR."""

    source: VerusSource
    structures: Mapping[str, Structure]
    declared: Mapping[tuple[str, str], DeclaredFunction]
    constants: Mapping[tuple[str, str], t.ItemConst]
    aliases: Mapping[str, t.ItemType]
    methods: Mapping[tuple[str, str], Builtin]
    calls: Mapping[str, Callable[["SpecLowering", Sequence[t.Expr], NameScope, t.Expr, VerusType | None], Typed]]
    renamed: Mapping[str, str] = field(factory=dict)
    functions: dict[Name, Function] = field(factory=dict)
    datatypes: dict[str, Datatype] = field(factory=dict)
    waiting: list[tuple[str, DeclaredFunction, TypeScope]] = field(factory=list)
    depth: int = 0

    # -- places and errors

    def span(self, node: t.VerusNode) -> Span | None:
        return self.source.span(*node.at) if node.at != (0, 0) else None

    def unsupported(self, construct: str, node: t.VerusNode) -> Unsupported:
        return Unsupported(construct, self.span(node))

    # -- types

    def sort(self, kind: VerusType) -> Sort:
        """The sort of a type, whose structures are declared from then on."""
        for argument in kind.arguments:
            self.sort(argument)
        if kind.name == "adt":
            self._declare(kind.label)
        return sort_of(kind)

    def _declare(self, name: str) -> None:
        if name in self.datatypes:
            return
        structure = self.structures[name]
        parameters = tuple(VerusType("param", (), parameter) for parameter in structure.parameters)
        kind = VerusType("adt", parameters, name)
        self.datatypes[name] = Datatype(name, structure.parameters, ())
        scope = TypeScope(dict(zip(structure.parameters, parameters, strict=True)), self.structures, self.aliases)
        made = []
        for variant in structure.variants:
            fields = scope.fields(kind, variant)
            made.append(Constructor(variant.name, tuple(Binder(each, self.sort(part)) for each, part in fields)))
        self.datatypes[name] = Datatype(name, structure.parameters, tuple(made))

    def bounds(self, kind: VerusType, value: Term) -> Term:
        """What holds of every value of a type beyond its sort."""
        scope = TypeScope({}, self.structures, self.aliases)
        return bounds(scope, kind, value, lambda part, inner: self._structure_bounds(scope, part, inner))

    def _structure_bounds(self, scope: TypeScope, kind: VerusType, value: Term) -> Term:
        """Those of a structure are a function, for it may contain itself."""
        name = f"a value of {kind}"
        binder = Binder("value", self.sort(kind))
        if name not in self.functions:
            self.functions[name] = Function(name, (binder,), BOOL, TRUE)
            body = structure_bounds(scope, kind, var(binder.name, binder.sort), self.bounds)
            recursive = any(subterm.op == "call" and subterm.data == name for subterm in _subterms(body))
            self.functions[name] = Function(name, (binder,), BOOL, body)
            if not recursive:
                return structure_bounds(scope, kind, value, self.bounds)
        function = self.functions[name]
        return TRUE if function.body == TRUE else call(name, value, sort=BOOL)

    # -- partial operations

    def partial(
        self,
        conditions: Sequence[Term],
        defined: Term,
        name: str,
        scope: NameScope,
        arguments: Sequence[Term] | None = None,
    ) -> Term:
        """A term that has its meaning under conditions, and an unknown value otherwise, which depends on its arguments
        alone, or on these."""
        missing = [condition for condition in conditions if not scope.facts.imply(condition)]
        if not missing:
            return defined
        given = defined.args if arguments is None else arguments
        return ite(conj(*missing), defined, self.unspecified(name, given, defined.sort))

    def unspecified(self, name: str, arguments: Sequence[Term], sort: Sort) -> Term:
        """A value of which nothing is known but that it depends on these arguments alone."""
        sorts = ", ".join(str(argument.sort) for argument in arguments)
        unique = f"{name}({sorts}) -> {sort}"
        if unique not in self.functions:
            binders = tuple(Binder(f"a{place}", argument.sort) for place, argument in enumerate(arguments))
            self.functions[unique] = Function(unique, binders, sort, None)
        return call(unique, *arguments, sort=sort)

    # -- expressions

    def term(self, node: t.Expr, scope: NameScope, expected: VerusType | None = None) -> Term:
        return self.typed(node, scope, expected).term

    def condition(self, node: t.Expr, scope: NameScope) -> Term:
        """The term of a condition. Raises Unsupported for what is none."""
        found = self.typed(node, scope, BOOLEAN)
        if found.type != BOOLEAN:
            raise self.unsupported(f"a condition of type {found.type}", node)
        return found.term

    def number(self, node: t.Expr, scope: NameScope) -> Term:
        found = self.typed(node, scope, INTEGER)
        if found.term.sort != INT:
            raise self.unsupported(f"a number of type {found.type}", node)
        return found.term

    def typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None = None) -> Typed:
        """The term of an expression and its type, which may be `expected`. Raises Unsupported."""
        self.depth += 1
        try:
            if self.depth > MAX_DEPTH:
                raise self.unsupported(f"an expression nested deeper than {MAX_DEPTH} levels", node)
            found = self._typed(node, scope, expected)
        finally:
            self.depth -= 1
        term = found.term
        if term.span is None and term.args:
            term = make(term.op, term.args, term.sort, term.data, self.span(node))
        return Typed(term, found.type)

    def _typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None) -> Typed:
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
            case t.ExprIs(value, variant, negated):
                found = self._is(self.typed(value, scope), variant, node)
                return Typed(negate(found) if negated else found, BOOLEAN)
            case t.ExprHas(value, element, negated):
                found = self._method(node, value, "contains", (element,), scope, None).term
                return Typed(negate(found) if negated else found, BOOLEAN)
            case t.ExprMatches():
                return Typed(self._matches(node, scope), BOOLEAN)
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
                wanted = expected.arguments if expected is not None and expected.name == "tuple" else ()
                listed = [
                    self.settled(self.typed(element, scope, wanted[place] if place < len(wanted) else None), None)
                    for place, element in enumerate(elements)
                ]
                made = op("tuple.make", *(each.term for each in listed))
                return Typed(made, VerusType("tuple", tuple(each.type for each in listed)))
            case t.ExprArray(elements):
                return self.display(elements, scope, expected, "array")
            case t.ExprMacro(name, arguments):
                return self._macro(node, name, arguments, scope, expected)
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
                raise self.unsupported(f"`{_excerpt(node)}` in a specification", node)

    def _literal(self, node: t.ExprLit, expected: VerusType | None) -> Typed:
        value = node.value
        match node.kind:
            case "bool":
                return Typed(boolean(bool(value)), BOOLEAN)
            case "int" if isinstance(value, int):
                kind = VerusType(node.suffix or LITERAL)
                if node.suffix == "real" or (not node.suffix and expected is not None and expected.name == "real"):
                    return Typed(real(value), VerusType("real"))
                if not node.suffix and expected is not None and expected.is_integer:
                    kind = expected
                return Typed(integer(value), kind)
            case "char":
                return Typed(const(value, CHAR), CHARACTER)
            case "str":
                return Typed(const(value, seq_of(CHAR)), STR)
            case "byte" if isinstance(value, int):
                return Typed(integer(value), VerusType("u8"))
            case "float" if node.suffix == "real":
                return Typed(real(str(value)), VerusType("real"))
            case _:
                raise self.unsupported(f"a literal of type {node.suffix or node.kind} in a specification", node)

    def _name(self, node: t.ExprPath, path: t.RustPath, scope: NameScope, expected: VerusType | None) -> Typed:
        names = path.names
        if len(names) == 1 and names[0] in scope.variables:
            return scope.variables[names[0]]
        if len(names) == 2 and names[0] in RANGES and names[1] in ("MAX", "MIN", "BITS"):
            value = width_of(VerusType(names[0])) if names[1] == "BITS" else RANGES[names[0]][names[1] == "MAX"]
            return Typed(integer(value), VerusType("u32" if names[1] == "BITS" else names[0]))
        owner = self._owner(names, scope)
        constant = self.constants.get((owner, names[-1])) or self.constants.get(("", names[-1]))
        if constant is not None and constant.value is not None:
            kind = scope.types.read(constant.type)
            empty = NameScope({}, scope.types, owner=owner)
            return self.settled(self.typed(constant.value, empty, kind), kind)
        found = self._variant(path, scope, expected)
        if found is not None:
            kind, variant = found
            if variant.shape == "unit":
                return self.constructed(kind, variant, (), node)
        raise self.unsupported(f"the name `{path.text}`", node)

    def _owner(self, names: Sequence[str], scope: NameScope) -> str:
        if len(names) < 2:
            return ""
        return scope.owner if names[-2] == "Self" else names[-2]

    # -- structures

    def _variant(
        self, path: t.RustPath, scope: NameScope, expected: VerusType | None = None
    ) -> tuple[VerusType, t.VariantDef] | None:
        """The variant that a path names, and its type, whose arguments may be unknown."""
        *before, last = path.segments
        name, owner = last.name, before[-1].name if before else ""
        if owner == "Self" or name == "Self":
            owner = scope.owner
            name = owner if name == "Self" else name
        structure = self.structures.get(owner) or self.structures.get(name)
        if structure is None and not owner:
            owners = {"Some": "Option", "None": "Option", "Ok": "Result", "Err": "Result"}
            structure = self.structures.get(owners.get(name, ""))
        if structure is None:
            return None
        variant = structure.variant(name)
        if variant is None:
            return None
        written = [argument for segment in path.segments for argument in segment.arguments]
        types = [each for each in written if not isinstance(each, t.Lifetime | t.AssociatedType)]
        if len(types) == len(structure.parameters) and types:
            arguments = tuple(scope.types.read(type_) for type_ in types)  # type: ignore[arg-type]
        elif expected is not None and expected.label == structure.name:
            arguments = expected.arguments
        elif "Self" in scope.types.names and scope.types.names["Self"].label == structure.name:
            arguments = scope.types.names["Self"].arguments
        else:
            arguments = tuple(VerusType("param", (), parameter) for parameter in structure.parameters)
        return VerusType("adt", arguments, structure.name), variant

    def constructed(self, kind: VerusType, variant: t.VariantDef, values: Sequence[Typed], node: t.Expr) -> Typed:
        """A variant of a type, whose arguments may follow from the values of its fields."""
        if len(values) != len(variant.fields):
            raise self.unsupported(f"{variant.name} with {len(values)} fields", node)
        structure = self.structures[kind.label]
        known = dict(zip(structure.parameters, kind.arguments, strict=True))
        known = {name: each for name, each in known.items() if each.label != name}
        generic = VerusType(
            "adt", tuple(VerusType("param", (), parameter) for parameter in structure.parameters), kind.label
        )
        parameters = dict(zip(structure.parameters, generic.arguments, strict=True))
        scope = TypeScope(parameters, self.structures, self.aliases)
        for (_, declared), value in zip(scope.fields(generic, variant), values, strict=True):
            unify(declared, value.type, known)
        known = {name: INTEGER if each.name == LITERAL else each for name, each in known.items()}
        made = with_parameters(generic, known)
        if any(
            True for argument in made.arguments if argument.name == "param" and argument.label in structure.parameters
        ):
            raise self.unsupported(f"{variant.name} of an unknown type", node)
        term = op("datatype.make", *(value.term for value in values), data=variant.name, sort=self.sort(made))
        return Typed(term, made)

    def _struct(self, node: t.ExprStruct, scope: NameScope, expected: VerusType | None) -> Typed:
        found = self._variant(node.path, scope, expected)
        if found is None:
            raise self.unsupported(f"the structure `{node.path.text}`", node)
        kind, variant = found
        base = None if node.base is None else self.typed(node.base, scope, expected)
        given = {each.name: each.value for each in node.fields}
        fields = dict(scope.types.fields(base.type if base else kind, variant))
        values = []
        for name, part in fields.items():
            if name in given:
                wanted = part if part.name != "param" else None
                values.append(self.settled(self.typed(given[name], scope, wanted), wanted))
            elif base is not None:
                values.append(self._field(node, base, name, False, scope))
            else:
                raise self.unsupported(f"{variant.name} without {name}", node)
        return self.constructed(base.type if base else kind, variant, values, node)

    def _is(self, value: Typed, variant: str, node: t.Expr) -> Term:
        if value.type.name != "adt" or self.structures[value.type.label].variant(variant) is None:
            raise self.unsupported(f"{variant} of {value.type}", node)
        self.sort(value.type)
        return op("datatype.is", value.term, data=variant)

    def _field(self, node: t.Expr, value: Typed, name: str, arrow: bool, scope: NameScope) -> Typed:
        kind = value.type
        if kind.name == "tuple" and name.isdigit() and int(name) < len(kind.arguments):
            return Typed(op("tuple.at", value.term, data=int(name)), kind.arguments[int(name)])
        if kind.name != "adt":
            raise self.unsupported(f"the field {name} of {kind}", node)
        structure = self.structures[kind.label]
        holders = [variant for variant in structure.variants if any(part.name == name for part in variant.fields)]
        if not holders:
            raise self.unsupported(f"the field {name} of {kind}", node)
        part = dict(scope.types.fields(kind, holders[0]))[name]
        self.sort(kind)
        found: Term | None = None
        for variant in reversed(holders):
            own = op("datatype.at", value.term, data=(variant.name, name), sort=self.sort(part))
            tested = op("datatype.is", value.term, data=variant.name)
            if found is not None:
                found = ite(tested, own, found)
            elif len(holders) == len(structure.variants) or len(structure.variants) == 1:
                found = own
            else:
                found = self.partial([tested], own, f"{kind}->{name}", scope)
        assert found is not None
        return Typed(found, part)

    def _view(self, value: Typed, node: t.Expr, scope: NameScope) -> Typed:
        kind = value.type
        if kind.name == "str":
            return Typed(value.term, CHARACTERS)
        if kind.is_sequence:
            return Typed(value.term, sequence_of(kind.element))
        if kind.name == "adt" and (declared := self.declared.get((kind.label, "view"))) is not None:
            return self._apply(declared, (value,), scope, node)
        return value

    def _index(self, node: t.ExprIndex, whole: t.Expr, index: t.Expr, scope: NameScope) -> Typed:
        value = self.typed(whole, scope)
        if value.type.name == "Map":
            key = self.settled(self.typed(index, scope, value.type.element), value.type.element)
            found = op("map.at", value.term, key.term)
            member = op("map.member", key.term, value.term)
            return Typed(self.partial([member], found, "Map::index", scope), value.type.arguments[1])
        if not value.type.is_sequence:
            if value.type.name == "adt" and (value.type.label, "spec_index") in self.declared:
                return self._method(node, whole, "spec_index", (index,), scope, None)
            raise self.unsupported(f"an element of {value.type}", node)
        if isinstance(index, t.ExprRange):
            return self._slice(value, index, scope)
        return self.element(value, self.number(index, scope), scope)

    def element(self, whole: Typed, place: Term, scope: NameScope) -> Typed:
        """An element of a sequence, which is some value outside of it."""
        length = op("seq.len", whole.term)
        conditions = [op("le", integer(0), place), op("lt", place, length)]
        found = self.partial(conditions, op("seq.at", whole.term, place), "Seq::index", scope)
        return Typed(found, whole.type.element)

    def _slice(self, whole: Typed, places: t.ExprRange, scope: NameScope) -> Typed:
        low = integer(0) if places.start is None else self.number(places.start, scope)
        high = op("seq.len", whole.term) if places.end is None else self.number(places.end, scope)
        if places.inclusive:
            high = op("add", high, integer(1))
        return Typed(self.subrange(whole.term, low, high, scope), whole.type)

    def subrange(self, whole: Term, low: Term, high: Term, scope: NameScope) -> Term:
        length = op("seq.len", whole)
        conditions = [op("le", integer(0), low), op("le", low, high), op("le", high, length)]
        return self.partial(conditions, op("seq.slice", whole, low, high), "Seq::subrange", scope)

    # -- operators

    def _unary(
        self, node: t.Expr, operator: str, operand: t.Expr, scope: NameScope, expected: VerusType | None
    ) -> Typed:
        if operator in ("&", "&mut", "*"):
            return self.typed(operand, scope, expected)
        if operator == "-":
            value = self.typed(operand, scope, expected)
            if value.term.sort.kind not in ("Int", "Real"):
                raise self.unsupported(f"the negative of {value.type}", node)
            literal = isinstance(operand, t.ExprLit)
            if literal and isinstance(value.term.data, int):
                return Typed(integer(-value.term.data), value.type)
            return Typed(op("neg", value.term), value.type if value.type.name == "real" else INTEGER)
        value = self.typed(operand, scope, expected)
        if value.type == BOOLEAN:
            return Typed(negate(value.term), BOOLEAN)
        if value.type.name in RANGES:
            # ~x is -x - 1 of a signed number, and the greatest number less x of an unsigned one.
            least, greatest = RANGES[value.type.name]
            return Typed(op("sub", integer(greatest + least), value.term), value.type)
        raise self.unsupported(f"`!` of {value.type}", node)

    def _joined(self, operator: str, operands: Sequence[t.Expr], scope: NameScope) -> Term:
        """A conjunction or disjunction: the operands to the left are known, or known to be false, of the others."""
        terms = list[Term]()
        for operand in operands:
            found = self._known(operand, scope)
            terms.append(found.condition)
            scope = scope.knowing(found.condition) if operator == "&&" else scope.denying(found.condition)
            scope = scope.binding(found.variables) if operator == "&&" else scope
        return conj(*terms) if operator == "&&" else disj(*terms)

    def _known(self, node: t.Expr, scope: NameScope) -> Matched:
        """A condition, and the variables that it binds for what follows `&&`."""
        match node:
            case t.ExprLet(pattern, value):
                return self._match(value, pattern, scope)
            case t.ExprMatches(value, pattern, "", None):
                return self._match(value, pattern, scope)
            case t.ExprBinary("&&", left, right):
                first = self._known(left, scope)
                inside = scope.knowing(first.condition).binding(first.variables)
                second = self._known(right, inside)
                return Matched(conj(first.condition, second.condition), {**first.variables, **second.variables})
            case _:
                return Matched(self.condition(node, scope), {})

    def _binary(
        self, node: t.Expr, operator: str, left: t.Expr, right: t.Expr, scope: NameScope, expected: VerusType | None
    ) -> Typed:
        match operator:
            case "&&" | "||":
                return Typed(self._joined(operator, _operands(node, operator), scope), BOOLEAN)
            case "==>":
                first = self._known(left, scope)
                inside = scope.knowing(first.condition).binding(first.variables)
                return Typed(implies(first.condition, self.condition(right, inside)), BOOLEAN)
            case "<==":
                premise = self.condition(right, scope)
                return Typed(implies(premise, self.condition(left, scope.knowing(premise))), BOOLEAN)
            case "<==>":
                return Typed(eq(self.condition(left, scope), self.condition(right, scope)), BOOLEAN)
        one, other = self.pair(left, right, scope, expected)
        sort = one.term.sort
        if one.type.is_sequence and operator == "+":
            return Typed(op("seq.concat", one.term, other.term), sequence_of(one.type.element))
        if one.type.name in ("Set", "Multiset", "Map") and operator in ("+", "*", "-"):
            name = {"+": "add", "*": "intersect", "-": "sub"}[operator]
            return self.built_in(one, name, (right,), scope, node)
        if sort != other.term.sort or sort.kind not in ("Int", "Real"):
            if operator in ("&", "|", "^") and one.type == other.type == BOOLEAN:
                return Typed(_boolean_operator(operator, one.term, other.term), BOOLEAN)
            raise self.unsupported(f"`{operator}` of {one.type} and {other.type}", node)
        kind = one.type if sort.kind == "Real" else INTEGER
        if operator in _ARITHMETIC:
            return Typed(op(_ARITHMETIC[operator], one.term, other.term), kind)
        if operator in ("/", "%"):
            zero = integer(0) if sort == INT else real(0)
            nonzero = negate(eq(other.term, zero))
            known = [] if other.term.op == "const" and other.term.data != 0 else [nonzero]
            positive = scope.facts.imply(op("gt", other.term, zero)) or scope.facts.imply(op("lt", other.term, zero))
            found = op("div" if operator == "/" else "mod", one.term, other.term)
            return Typed(self.partial([] if positive else known, found, operator, scope), kind)
        number = self._machine(one, other, node)
        if operator in ("<<", ">>"):
            found, within_width = shifted(operator, one.term, other.term, number)
            return Typed(self.partial(within_width, found, operator, scope, (one.term, other.term)), one.type)
        return Typed(bitwise(operator, one.term, other.term, number), number)

    def _machine(self, one: Typed, other: Typed, node: t.Expr) -> VerusType:
        """The machine integer that bit operators work on."""
        for each in (one, other):
            if each.type.name in RANGES:
                return each.type
        raise self.unsupported(f"bits of {one.type}", node)

    def pair(
        self, left: t.Expr, right: t.Expr, scope: NameScope, expected: VerusType | None = None
    ) -> tuple[Typed, Typed]:
        """Two operands, of which one may tell the type of the other."""
        try:
            one = self.typed(left, scope, expected)
        except Unsupported:
            other = self.typed(right, scope, expected)
            return self.settled(self.typed(left, scope, other.type), other.type), other
        other = self.typed(right, scope, one.type)
        if one.type.name == LITERAL:
            one = Typed(one.term, other.type if other.type.is_integer else INTEGER)
        if other.type.name == LITERAL:
            other = Typed(other.term, one.type if one.type.is_integer else INTEGER)
        if one.type.name == "real" != other.type.name and isinstance(right, t.ExprLit):
            other = self.typed(right, scope, one.type)
        return one, other

    def _compare(self, node: t.ExprCompare, scope: NameScope) -> Typed:
        parts = []
        for place, operator in enumerate(node.operators):
            left, right = node.operands[place], node.operands[place + 1]
            one, other = self.pair(left, right, scope)
            if operator in _EQUALITIES:
                one, other = self._comparable(one, other, node)
                same = eq(one.term, other.term)
                parts.append(same if _EQUALITIES[operator] else negate(same))
            elif one.type == BOOLEAN == other.type:
                values = [ite(each.term, integer(1), integer(0)) for each in (one, other)]
                parts.append(op(_COMPARISONS[operator], *values))
            elif one.term.sort == other.term.sort and one.term.sort.kind in ("Int", "Real", "Char"):
                parts.append(op(_COMPARISONS[operator], one.term, other.term, span=self.span(node)))
            else:
                raise self.unsupported(f"`{operator}` of {one.type} and {other.type}", node)
        return Typed(conj(*parts), BOOLEAN)

    def _comparable(self, one: Typed, other: Typed, node: t.Expr) -> tuple[Typed, Typed]:
        if one.term.sort != other.term.sort:
            raise self.unsupported(f"whether {one.type} is {other.type}", node)
        if any(each.name == "param" for each in (one.type, other.type)) and one.type != other.type:
            raise self.unsupported(f"whether {one.type} is {other.type}", node)
        return one, other

    def cast(self, value: Typed, kind: VerusType, scope: NameScope, node: t.Expr) -> Typed:
        """`value as kind`: beyond the range of a machine integer or `nat`, some value of it (reference, "as")."""
        source, term = value.type, value.term
        if source == BOOLEAN and kind.is_integer:
            return Typed(ite(term, integer(1), integer(0)), kind)
        if source == CHARACTER and kind.is_integer:
            code = op("char.code", term)
            return self.cast(Typed(code, VerusType("u32")), kind, scope, node)
        if kind == CHARACTER and source.is_integer:
            inside = [within(0, 0x10FFFF, term), negate(within(0xD800, 0xDFFF, term))]
            known = source.name == "u8"
            return Typed(self.partial([] if known else inside, op("char.of_int", term), "as char", scope), CHARACTER)
        if kind.name == "real" and source.is_integer:
            return Typed(op("real.of_int", term), kind)
        if kind == source:
            return value
        if not (source.is_integer and kind.is_integer):
            raise self.unsupported(f"{source} as {kind}", node)
        if kind.name == "int" or _includes(kind, source):
            return Typed(term, kind)
        inside = [op("ge", term, integer(0))] if kind == NATURAL else [within(*RANGES[kind.name], term)]
        if term.op == "const" and isinstance(term.data, int):
            least, greatest = RANGES.get(kind.name, (0, term.data))
            if least <= term.data <= greatest:
                return Typed(term, kind)
        missing = [each for each in inside if not scope.facts.imply(each)]
        if not missing:
            return Typed(term, kind)
        return Typed(ite(conj(*missing), term, self.unspecified(f"as {kind}", (term,), INT)), kind)

    # -- control

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

    def _match(self, value: t.Expr, pattern: t.Pat, scope: NameScope) -> Matched:
        return matched(self, pattern, self.typed(value, scope), scope, value)

    def _matches(self, node: t.ExprMatches, scope: NameScope) -> Term:
        found = self._match(node.value, node.pattern, scope)
        if node.rest is None:
            return found.condition
        rest = self.condition(node.rest, scope.knowing(found.condition).binding(found.variables))
        return conj(found.condition, rest) if node.operator == "&&" else implies(found.condition, rest)

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
        free = [var(name, sort) for name, sort in _free(choice)]
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
                kind = self._guessed(parameter, node)
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

    def _guessed(self, parameter: t.ClosureParameter, node: t.Expr) -> VerusType:
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
        taken = tuple(
            scope.types.read(parameter.type) if parameter.type is not None else given[place]
            for place, parameter in enumerate(node.parameters)
        )
        return Typed(term, VerusType("fn", (*taken, body.type)))

    # -- displays

    def settled(self, value: Typed, kind: VerusType | None) -> Typed:
        """A value of which the type is known: literals become `int` where nothing else is."""
        if value.type.name == LITERAL:
            return Typed(value.term, kind if kind is not None and kind.is_integer else INTEGER)
        if kind is not None and kind.name not in ("param", "fn") and kind.is_integer and value.type.is_integer:
            return Typed(value.term, kind)
        return value

    def display(self, elements: Sequence[t.Expr], scope: NameScope, expected: VerusType | None, name: str) -> Typed:
        """A sequence of these elements."""
        wanted = expected.element if expected is not None and expected.is_sequence else None
        wanted = None if wanted is not None and wanted.name == "param" else wanted
        listed = list[Typed]()
        for each in elements:
            known = wanted or next((one.type for one in listed if one.type.name != LITERAL), None)
            listed.append(self.typed(each, scope, known))
        kind = wanted or next((one.type for one in listed if one.type.name != LITERAL), INTEGER if listed else None)
        if kind is None:
            raise self.unsupported("an empty sequence of an unknown type", t.ExprTuple(()))
        terms = [each.term for each in listed]
        if any(term.sort != self.sort(kind) for term in terms):
            raise self.unsupported(f"elements that are not of {kind}", elements[0])
        return Typed(sequence(terms, self.sort(kind)), VerusType(name, (kind,)))

    def _macro(
        self, node: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope, expected: VerusType | None
    ) -> Typed:
        if name in ("seq", "vec"):
            return self.display(arguments, scope, expected, "Seq" if name == "seq" else "Vec")
        if name in ("set", "iset"):
            wanted = expected.element if expected is not None and expected.name == "Set" else None
            listed = [self.settled(self.typed(argument, scope, wanted), wanted) for argument in arguments]
            kind = wanted or (listed[0].type if listed else None)
            if kind is None:
                raise self.unsupported("an empty set of an unknown type", node)
            verus_type = VerusType("Set", (kind,))
            return Typed(op("set.literal", *(each.term for each in listed), sort=self.sort(verus_type)), verus_type)
        raise self.unsupported(f"`{name}!` in a specification", node)

    def _map_display(
        self, node: t.Expr, entries: Sequence[tuple[t.Expr, t.Expr]], scope: NameScope, expected: VerusType | None
    ) -> Typed:
        wanted = expected.arguments if expected is not None and expected.name == "Map" else (None, None)
        terms, kinds = list[Term](), list[VerusType | None](wanted)
        for entry in entries:
            for place, part in enumerate(entry):
                found = self.settled(self.typed(part, scope, kinds[place]), kinds[place])
                kinds[place] = kinds[place] or found.type
                terms.append(found.term)
        if None in kinds:
            raise self.unsupported("an empty map of an unknown type", node)
        verus_type = VerusType("Map", tuple(kind for kind in kinds if kind is not None))
        return Typed(op("map.literal", *terms, sort=self.sort(verus_type)), verus_type)

    # -- calls

    def _call(
        self, node: t.Expr, function: t.Expr, arguments: Sequence[t.Expr], scope: NameScope, expected: VerusType | None
    ) -> Typed:
        if not isinstance(function, t.ExprPath):
            return self._applied(node, self.typed(function, scope), arguments, scope)
        path = self.canonical(function.path)
        name = path.names[-1]
        if len(path.names) == 1 and name in scope.variables:
            return self._applied(node, scope.variables[name], arguments, scope)
        declared = self._declared_at(path, scope)
        if declared is not None:
            return self._apply_to(declared, arguments, scope, node, expected)
        if len(path.names) == 1 and name == "old" and len(arguments) == 1:
            return self._old(arguments[0], scope, expected)
        if len(path.names) == 1 and name == "final" and len(arguments) == 1:
            return self.typed(arguments[0], scope, expected)
        if len(path.names) == 2 and path.names[0] in TRANSPARENT and name == "new" and len(arguments) == 1:
            return self.typed(arguments[0], scope, expected)
        if len(path.names) == 1 and name in TRANSPARENT and len(arguments) == 1:
            return self.typed(arguments[0], scope, expected)
        built_in = self.calls.get("::".join(path.names[-2:])) or self.calls.get(name if len(path.names) == 1 else "")
        built_in = built_in or self.calls.get(f"*::{name}" if len(path.names) > 1 else "")
        if built_in is not None:
            kind = _type_of_path(path, scope)
            return built_in(self, arguments, scope, node, kind or expected)
        found = self._variant(path, scope, expected)
        if found is not None and found[1].shape == "tuple":
            kind, variant = found
            wanted = [part for _, part in scope.types.fields(kind, variant)]
            values = []
            for place, argument in enumerate(arguments):
                hint = wanted[place] if place < len(wanted) and wanted[place].name != "param" else None
                values.append(self.settled(self.typed(argument, scope, hint), hint))
            return self.constructed(kind, variant, values, node)
        raise self.unsupported(f"the function `{path.text}`", node)

    def canonical(self, path: t.RustPath) -> t.RustPath:
        """A path with the names that its parts have where they are declared."""
        if self.renamed.keys().isdisjoint(path.names):
            return path
        parts = tuple(evolve(segment, name=self.renamed.get(segment.name, segment.name)) for segment in path.segments)
        return evolve(path, segments=parts)

    def _old(self, node: t.Expr, scope: NameScope, expected: VerusType | None) -> Typed:
        before = evolve(scope, variables={**scope.variables, **scope.before}, before={})
        return self.typed(node, before, expected)

    def _declared_at(self, path: t.RustPath, scope: NameScope) -> DeclaredFunction | None:
        names = path.names
        if len(names) > 1:
            owner = self._owner(names, scope)
            if path.owner is not None:
                match path.owner:
                    case t.TypePath(own):
                        owner = own.segments[-1].name
            found = self.declared.get((owner, names[-1]))
            return found or self.declared.get(("", names[-1]))
        return self.declared.get(("", names[0]))

    def _applied(self, node: t.Expr, function: Typed, arguments: Sequence[t.Expr], scope: NameScope) -> Typed:
        if function.type.name != "fn" or len(function.type.arguments) != len(arguments) + 1:
            raise self.unsupported(f"a call of {function.type}", node)
        taken = function.type.arguments[:-1]
        values = [
            self.settled(self.typed(argument, scope, kind), kind)
            for argument, kind in zip(arguments, taken, strict=True)
        ]
        return self.applied(function, values)

    def applied(self, function: Typed, values: Sequence[Typed]) -> Typed:
        """A function value at arguments."""
        terms = [value.term for value in values]
        return Typed(op("apply", function.term, *terms), function.type.arguments[-1])

    def _method(
        self,
        node: t.Expr,
        receiver: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        value = self.typed(receiver, scope)
        if value.type.name == LITERAL:
            value = Typed(value.term, INTEGER)
        kind = value.type
        if name == "view" and not arguments:
            return self._view(value, node, scope)
        if name in ("deep_view", "clone", "as_ref", "as_str", "borrow", "unref", "deref") and not arguments:
            return value
        declared = self.declared.get((kind.label or kind.name, name)) or (
            self.declared.get(("Seq", name)) if kind.is_sequence else None
        )
        if declared is not None:
            return self._apply_to(declared, arguments, scope, node, expected, value)
        return self.built_in(value, name, arguments, scope, node)

    def built_in(self, value: Typed, name: str, arguments: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        """A method that the language has without a definition."""
        kind = value.type
        method = self.methods.get((kind.label or kind.name, name))
        if method is None and kind.is_sequence:
            method = self.methods.get(("Seq", name))
        if method is None and kind.name == "adt":
            variants = {variant.name for variant in self.structures[kind.label].variants}
            if name.startswith("is_") and (variant := _named(variants, name[3:])):
                return Typed(self._is(value, variant, node), BOOLEAN)
            for prefix in ("get_", "arrow_"):
                variant, _, part = name.removeprefix(prefix).rpartition("_")
                if name.startswith(prefix) and (variant in variants or (prefix == "arrow_" and not variant)):
                    return self._field(node, value, part, True, scope)
        if method is None and kind.is_integer:
            method = self.methods.get(("int", name))
        if method is None:
            raise self.unsupported(f"the method {name} of {kind}", node)
        return method(self, value, arguments, scope, node)

    def _apply_to(
        self,
        declared: DeclaredFunction,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        node: t.Expr,
        expected: VerusType | None,
        receiver: Typed | None = None,
    ) -> Typed:
        """The call of a declared function at expressions."""
        types = self.signature(declared, scope)[0]
        taken = list(types)
        typeds: list[Typed] = [] if receiver is None else [receiver]
        known: dict[str, VerusType] = {}
        if receiver is not None and taken:
            unify(taken[0], receiver.type, known)
        if len(taken) != len(arguments) + len(typeds):
            raise self.unsupported(f"{declared.qualified} with {len(arguments)} arguments", node)
        for argument, kind in zip(arguments, taken[len(typeds) :], strict=True):
            wanted = with_parameters(kind, known)
            hint = None if wanted.name == "param" else wanted
            value = self.typed(argument, scope, hint)
            unify(kind, value.type, known)
            typeds.append(self.settled(value, hint))
        return self._apply(declared, typeds, scope, node, expected, known)

    def signature(
        self, declared: DeclaredFunction, scope: NameScope
    ) -> tuple[tuple[VerusType, ...], VerusType, TypeScope]:
        """The types of a function's parameters and of its result, over its type parameters, and what names mean."""
        names = {generic: VerusType("param", (), generic) for generic in declared.generics}
        types = TypeScope(names, self.structures, self.aliases)
        if declared.owner is not None:
            types = types.with_names({"Self": types.read(declared.owner)})
            types = types.with_names({f"Self::{name}": types.read(kind) for name, kind in declared.associated.items()})
        taken = tuple(
            types.read(parameter.type) if parameter.type is not None else types.names["Self"]
            for parameter in declared.item.parameters
        )
        result = UNIT if declared.item.result is None else types.read(declared.item.result.type)
        return taken, result, types

    def _apply(
        self,
        declared: DeclaredFunction,
        values: Sequence[Typed],
        scope: NameScope,
        node: t.Expr,
        expected: VerusType | None = None,
        known: Mapping[str, VerusType] | None = None,
    ) -> Typed:
        """The call of a declared function at values."""
        if not declared.is_spec and not _usable(declared):
            raise self.unsupported(f"a call of {declared.qualified}, which is no spec function,", node)
        taken, result, types = self.signature(declared, scope)
        bound = dict(known or {})
        for kind, value in zip(taken, values, strict=True):
            unify(kind, value.type, bound)
        if expected is not None:
            unify(result, expected, bound)
        bound = {name: INTEGER if each.name == LITERAL else each for name, each in bound.items()}
        missing = [generic for generic in declared.generics if generic not in bound]
        if missing:
            raise self.unsupported(f"{declared.qualified} with an unknown type {missing[0]}", node)
        instance = {generic: bound[generic] for generic in declared.generics}
        for kind, value in zip(taken, values, strict=True):
            if value.term.sort != self.sort(with_parameters(kind, instance)):
                raise self.unsupported(f"{declared.qualified} with an argument of type {value.type}", node)
        name = declared.qualified
        if instance:
            name += f"<{', '.join(map(str, instance.values()))}>"
        sort = self.sort(with_parameters(result, instance))
        if name not in self.functions:
            if len(self.functions) > MOST_INSTANCES:
                raise self.unsupported(f"{declared.qualified} with more than {MOST_INSTANCES} types", node)
            parameters = parameter_names(declared.item)
            binders = tuple(
                Binder(parameter, self.sort(with_parameters(kind, instance)))
                for parameter, kind in zip(parameters, taken, strict=True)
            )
            self.functions[name] = Function(name, binders, sort, None, span=None)
            inner = TypeScope({**types.names, **instance}, self.structures, self.aliases)
            if declared.owner is not None:
                inner = inner.with_names({"Self": with_parameters(types.names["Self"], instance)})
            self.waiting.append((name, declared, inner))
        return Typed(call(name, *(value.term for value in values), sort=sort), with_parameters(result, instance))


def _usable(declared: DeclaredFunction) -> bool:
    """May a specification call it? An exec function may be a spec function by an attribute."""
    words = " ".join(declared.item.attributes)
    return "when_used_as_spec" in words or "allow_in_spec" in words


def parameter_names(item: t.ItemFn) -> list[str]:
    """What the IR calls the parameters of a function."""
    return [
        parameter.pattern.name if isinstance(parameter.pattern, t.PatIdent) else f"p{place}"
        for place, parameter in enumerate(item.parameters)
    ]


def _operands(node: t.Expr, operator: str) -> list[t.Expr]:
    """What a chain of one associative operator joins, from left to right."""
    exprs = list[t.Expr]()
    while isinstance(node, t.ExprBinary) and node.operator == operator:
        exprs.append(node.right)
        node = node.left
    return [node, *reversed(exprs)]


def _includes(kind: VerusType, source: VerusType) -> bool:
    """Are all values of one type of integers values of another?"""
    if source == kind:
        return True
    if source.name not in RANGES:
        return False
    least, greatest = RANGES[source.name]
    if kind == NATURAL:
        return least >= 0
    return kind.name in RANGES and RANGES[kind.name][0] <= least and greatest <= RANGES[kind.name][1]


def _boolean_operator(operator: str, one: Term, other: Term) -> Term:
    if operator == "^":
        return negate(eq(one, other))
    return conj(one, other) if operator == "&" else disj(one, other)


def _named(variants: set[str], name: str) -> str:
    """The variant that `is_name` asks for: `is_some` of Some, `is_Leaf` of Leaf."""
    return next((variant for variant in variants if name in (variant, variant.lower())), "")


def _excerpt(node: t.Expr) -> str:
    text = " ".join(show_expression(node).split())
    return text if len(text) <= 40 else f"{text[:40]}..."


def _type_of_path(path: t.RustPath, scope: NameScope) -> VerusType | None:
    """The type before the last name of a path, with its arguments: that of `Seq::<int>::empty`."""
    if len(path.segments) < 2 or path.owner is not None:
        return scope.types.read(path.owner) if path.owner is not None else None
    try:
        return scope.types.read(t.TypePath(t.RustPath(path.segments[:-1])))
    except Unsupported:
        return None


def _subterms(term: Term) -> Sequence[Term]:
    from ...core.ir.terms import subterms

    return list(subterms(term))


def _free(term: Term) -> Sequence[tuple[str, Sort]]:
    from ...core.ir.terms import ordered_variables

    return [(str(name), sort) for name, sort in ordered_variables(term)]
