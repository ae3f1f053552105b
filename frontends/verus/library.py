"""What vstd gives specifications without a definition: the primitive operations of its collections.

The other functions of vstd are defined by these, in `vstd.rs`. `Set` and `Map` are finite there; a set that a condition
defines may have no end, and then nothing is known of it but its members.
"""

from collections.abc import Callable, Sequence

from ...core.errors import Unsupported
from ...core.ir.build import UNBOUNDED, conj, elements, eq, exists, forall, integer, ite, op
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import BOOL, INT
from ...core.ir.terms import TRUE, Binder, Term, bare, free_names, make, var
from . import tree as t
from .bits import wrapped
from .elaboration import Builtin, FunctionBuiltin, SpecLowering
from .lowering import condition_of
from .modules import LIBRARY
from .scopes import NameScope, Typed
from .types import BOOLEAN, INTEGER, NAMED_ITERATOR, NATURAL, RANGES, VerusType, sequence_of, within


def _arguments(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, *kinds: VerusType | None
) -> list[Typed]:
    """The arguments of a call, of these types where they are known. Raises Unsupported for another number."""
    if len(nodes) != len(kinds):
        raise Unsupported(f"{len(nodes)} arguments", lowering.span(nodes[0]) if nodes else None)
    return [lowering.settled(lowering.typed(node, scope, kind), kind) for node, kind in zip(nodes, kinds, strict=True)]


def _exactly(lowering: SpecLowering, nodes: Sequence[t.Expr], count: int, node: t.Expr) -> Sequence[t.Expr]:
    """The arguments of a call that has so many. Raises Unsupported for another number."""
    if len(nodes) != count:
        raise lowering.unsupported(f"{len(nodes)} arguments", node)
    return nodes


def _same(lowering: SpecLowering, value: Typed, other: Typed, node: t.Expr) -> Term:
    if value.term.sort != other.term.sort:
        raise lowering.unsupported(f"{value.type} with {other.type}", node)
    return other.term


def _joined(name: OperatorName, gives: VerusType | None = None) -> Builtin:
    """A method whose argument is of the type of its receiver; `gives`: its result, if that is not the same."""

    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        (other,) = _arguments(lowering, nodes, scope, value.type)
        kind = value.type if not value.type.is_sequence else sequence_of(value.type.element)
        return Typed(op(name, value.term, _same(lowering, value, other, node)), gives or kind)

    return built


def _plain(name: OperatorName, gives: Callable[[VerusType], VerusType]) -> Builtin:
    """A method without arguments."""

    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        _arguments(lowering, nodes, scope)
        return Typed(op(name, value.term), gives(value.type))

    return built


def _member(name: OperatorName, element: Callable[[VerusType], VerusType]) -> Builtin:
    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        (found,) = _arguments(lowering, nodes, scope, element(value.type))
        # Of a set that a condition defines, to be a member is that condition: a comprehension without an end has no
        # other meaning.
        condition = condition_of(value.term, found.term)
        return Typed(op(name, found.term, value.term) if condition is None else condition, BOOLEAN)

    return built


def _first(kind: VerusType) -> VerusType:
    return kind.arguments[0]


# -- sequences


def _index(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    (place,) = _arguments(lowering, nodes, scope, INTEGER)
    return lowering.element(value, place.term, scope)


def _push(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    (last,) = _arguments(lowering, nodes, scope, value.type.element)
    added = op("seq.literal", last.term)
    return Typed(op("seq.concat", value.term, added), sequence_of(value.type.element))


def _subrange(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    low, high = _arguments(lowering, nodes, scope, INTEGER, INTEGER)
    return Typed(lowering.subrange(value.term, low.term, high.term, scope), sequence_of(value.type.element))


def _update(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    place, new = _arguments(lowering, nodes, scope, INTEGER, value.type.element)
    inside = [op("le", integer(0), place.term), op("lt", place.term, op("seq.len", value.term))]
    changed = op("seq.update", value.term, place.term, new.term)
    return Typed(lowering.partial(inside, changed, "Seq::update", scope), sequence_of(value.type.element))


def _to_set(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    _arguments(lowering, nodes, scope)
    binder = Binder("element", lowering.sort(value.type.element))
    element = var(binder.name, binder.sort)
    whole = op("set.comprehension", elements(value.term), TRUE, element, data=(binder,))
    return Typed(whole, VerusType("Set", (value.type.element,)))


def _extreme(name: str) -> Builtin:
    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        declared = lowering.declared[(f"mod {LIBRARY}", name)]
        return lowering._apply(declared, (value,), scope, node)

    return built


def _flatten(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    return lowering._apply(lowering.declared[(f"mod {LIBRARY}", "flatten_sequences")], (value,), scope, node)


def _sequence_is_empty(
    lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr
) -> Typed:
    return Typed(eq(op("seq.len", value.term), integer(0)), BOOLEAN)


def _sequence_map(with_place: bool) -> Builtin:
    """`map`, whose function takes the place, too, and `map_values`."""

    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        (function,) = _exactly(lowering, nodes, 1, node)
        # `map` gives the place and the element, `map_values` the element alone.
        taken = (*((INTEGER,) if with_place else ()), value.type.element)
        if isinstance(function, t.ExprClosure):
            mapped = lowering.closure(function, scope, None, taken)
        else:
            mapped = lowering.typed(function, scope)
        # A function of other types is another map.
        if mapped.type.arguments[:-1] != taken:
            raise lowering.unsupported(f"a map of {value.type} by {mapped.type}", node)
        place, inside = _place_in(lowering, value, scope)
        image = lowering.applied(mapped, (place, inside) if with_place else (inside,))
        # Mapping each element to itself is the sequence itself: solvers need not find that out.
        if _is_same(image.term, inside.term):
            return Typed(value.term, sequence_of(image.type))
        binder, length = Binder(place.term.data, INT), op("seq.len", value.term)
        whole = op("seq.comprehension", op("range", integer(0), length), image.term, data=(binder,))
        return Typed(whole, sequence_of(image.type))

    return built


def _is_same(image: Term, element: Term) -> bool:
    """Is the image of an element that element, as that of `x as int` is, and that of a tuple of such parts?"""
    if image.sort != element.sort:
        return False
    if image.op == "tuple.make":
        parts = (op("tuple.at", element, data=place) for place in range(len(image.args)))
        return all(map(_is_same, image.args, parts))
    return bare(image) == bare(element)


def _place_in(lowering: SpecLowering, whole: Typed, scope: NameScope) -> tuple[Typed, Typed]:
    """A variable for a place in a sequence, and what is there."""
    taken = {str(name) for name in free_names(whole.term)}
    place = scope.binding({name: Typed(var(name, INT), INTEGER) for name in taken}).variable("index", INTEGER)
    return place, Typed(op("seq.at", whole.term, place.term), whole.type.element)


def _all_in_sequence(quantifier: str) -> Builtin:
    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        (condition,) = _arguments(lowering, nodes, scope, VerusType("fn", (value.type.element, BOOLEAN)))
        place, inside = _place_in(lowering, value, scope)
        body = lowering.applied(condition, (inside,)).term
        make_quantifier = forall if quantifier == "forall" else exists
        # Over places, as Verus defines it: the domain is finite, and no element is asked for beyond the end.
        domain = op("range", integer(0), op("seq.len", value.term))
        return Typed(make_quantifier((Binder(place.term.data, INT),), body, (domain,)), BOOLEAN)

    return built


# -- sets, multisets and maps


def _with_element(name: OperatorName, literal: OperatorName) -> Builtin:
    """`insert` and `remove` of one element, which is a collection with that alone."""

    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        (element,) = _arguments(lowering, nodes, scope, value.type.element)
        return Typed(op(name, value.term, op(literal, element.term)), value.type)

    return built


def _set_filter(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    verus_type = VerusType("fn", (value.type.element, BOOLEAN))
    (kept,) = _arguments(lowering, nodes, scope, verus_type)
    binder = Binder(scope.fresh("element"), value.term.sort.args[0])
    element = Typed(var(binder.name, binder.sort), value.type.element)
    condition = lowering.applied(kept, (element,)).term
    return Typed(op("set.comprehension", elements(value.term), condition, element.term, data=(binder,)), value.type)


def _set_map(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    (function,) = _exactly(lowering, nodes, 1, node)
    mapped = (
        lowering.closure(function, scope, None, (value.type.element,))
        if isinstance(function, t.ExprClosure)
        else lowering.typed(function, scope)
    )
    binder = Binder(scope.fresh("element"), value.term.sort.args[0])
    element = Typed(var(binder.name, binder.sort), value.type.element)
    image = lowering.applied(mapped, (element,))
    whole = op("set.comprehension", elements(value.term), TRUE, image.term, data=(binder,))
    return Typed(whole, VerusType("Set", (image.type,)))


def _all_of(quantifier: str) -> Builtin:
    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        (condition,) = _arguments(lowering, nodes, scope, VerusType("fn", (value.type.element, BOOLEAN)))
        binder = Binder(scope.fresh("element"), value.term.sort.args[0])
        element = Typed(var(binder.name, binder.sort), value.type.element)
        body = lowering.applied(condition, (element,)).term
        make_quantifier = forall if quantifier == "forall" else exists
        return Typed(make_quantifier((binder,), body, (elements(value.term),)), BOOLEAN)

    return built


def _finite(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    return Typed(lowering.unspecified("finite", (value.term,), BOOL), BOOLEAN)


def _map_insert(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    key, item = _arguments(lowering, nodes, scope, *value.type.arguments)
    return Typed(op("map.update", value.term, key.term, item.term), value.type)


def _map_remove(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    (key,) = _arguments(lowering, nodes, scope, value.type.element)
    return Typed(op("map.remove", value.term, op("set.literal", key.term)), value.type)


def _map_index(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    (key,) = _arguments(lowering, nodes, scope, value.type.element)
    return lowering.looked_up(value, key, scope)


def _map_contains_value(
    lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr
) -> Typed:
    (item,) = _arguments(lowering, nodes, scope, value.type.arguments[1])
    return Typed(op("set.member", item.term, op("map.values", value.term)), BOOLEAN)


def _map_get(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    (key,) = _arguments(lowering, nodes, scope, value.type.element)
    option = VerusType("adt", (value.type.arguments[1],), "Option")
    some = op("datatype.make", op("map.at", value.term, key.term), data="Some", sort=lowering.sort(option))
    none = op("datatype.make", data="None", sort=lowering.sort(option))
    return Typed(ite(op("map.member", key.term, value.term), some, none), option)


# -- machine integers


def _wrapping(name: OperatorName) -> Builtin:
    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        (other,) = _arguments(lowering, nodes, scope, value.type)
        if value.type.name not in RANGES:
            raise lowering.unsupported(f"wrapping_{name} of {value.type}", node)
        return Typed(wrapped(op(name, value.term, other.term), value.type), value.type)

    return built


def _checked(name: OperatorName) -> Builtin:
    def built(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
        (other,) = _arguments(lowering, nodes, scope, value.type)
        if value.type.name not in RANGES:
            raise lowering.unsupported(f"checked_{name} of {value.type}", node)
        option = VerusType("adt", (value.type,), "Option")
        result = op(name, value.term, other.term)
        # Computed without a limit first: whether the result has room is the question.
        some = op("datatype.make", result, data="Some", sort=lowering.sort(option))
        none = op("datatype.make", data="None", sort=lowering.sort(option))
        return Typed(ite(within(*RANGES[value.type.name], result), some, none), option)

    return built


# -- functions that parameters of programs are


def _requires(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    """`f.requires(arguments)`: a function that a program is given is total here."""
    _passed(lowering, value, nodes, scope, node)
    return Typed(TRUE, BOOLEAN)


def _ensures(lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr) -> Typed:
    """`f.ensures(arguments, result)`: it promises its value."""
    if len(nodes) != 2:
        raise lowering.unsupported(f"ensures with {len(nodes)} arguments", node)
    returned = lowering.applied(value, _passed(lowering, value, nodes[:1], scope, node))
    result = lowering.settled(lowering.typed(nodes[1], scope, returned.type), returned.type)
    return Typed(eq(returned.term, _same(lowering, returned, result, node)), BOOLEAN)


def _passed(
    lowering: SpecLowering, value: Typed, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr
) -> list[Typed]:
    """The arguments of a function, which stand in a tuple."""
    if value.type.name != "fn" or len(nodes) != 1 or not isinstance(nodes[0], t.ExprTuple):
        raise lowering.unsupported(f"the contract of {value.type}", node)
    return _arguments(lowering, nodes[0].elements, scope, *value.type.arguments[:-1])


def _contract(built: Builtin) -> FunctionBuiltin:
    """`call_requires(f, arguments)` and the like."""

    def called(
        lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
    ) -> Typed:
        if not nodes:
            raise lowering.unsupported("a contract of no function", node)
        return built(lowering, lowering.typed(nodes[0], scope), nodes[1:], scope, node)

    return called


def _part(value: Typed, place: int) -> Term:
    return value.term.args[place] if value.term.op == "tuple.make" else op("tuple.at", value.term, data=place)


METHODS: dict[tuple[str, str], Builtin] = {
    ("Seq", "len"): _plain("seq.len", lambda kind: NATURAL if kind.name == "Seq" else VerusType("usize")),
    ("Seq", "spec_len"): _plain("seq.len", lambda kind: VerusType("usize")),
    ("Seq", "index"): _index,
    ("Seq", "spec_index"): _index,
    ("Seq", "push"): _push,
    ("Seq", "add"): _joined("seq.concat"),
    ("Seq", "subrange"): _subrange,
    ("Seq", "update"): _update,
    ("Seq", "contains"): _member("seq.member", _first),
    ("Seq", "is_prefix_of"): _joined("seq.prefix", BOOLEAN),
    ("Seq", "to_set"): _to_set,
    ("Seq", "to_multiset"): _plain("multiset.of_seq", lambda kind: VerusType("Multiset", kind.arguments)),
    ("Seq", "flatten"): _flatten,
    ("Seq", "map"): _sequence_map(with_place=True),
    ("Seq", "map_values"): _sequence_map(with_place=False),
    ("Seq", "all"): _all_in_sequence("forall"),
    ("Seq", "any"): _all_in_sequence("exists"),
    ("Seq", "max"): _extreme("largest_of"),
    ("Seq", "min"): _extreme("smallest_of"),
    ("Seq", "is_empty"): _sequence_is_empty,
    ("Set", "contains"): _member("set.member", _first),
    ("Set", "len"): _plain("set.card", lambda kind: NATURAL),
    ("Set", "insert"): _with_element("set.union", "set.literal"),
    ("Set", "remove"): _with_element("set.difference", "set.literal"),
    ("Set", "union"): _joined("set.union"),
    ("Set", "add"): _joined("set.union"),
    ("Set", "intersect"): _joined("set.intersection"),
    ("Set", "difference"): _joined("set.difference"),
    ("Set", "sub"): _joined("set.difference"),
    ("Set", "subset_of"): _joined("set.subset", BOOLEAN),
    ("Set", "disjoint"): _joined("set.disjoint", BOOLEAN),
    ("Set", "filter"): _set_filter,
    ("Set", "map"): _set_map,
    ("Set", "all"): _all_of("forall"),
    ("Set", "any"): _all_of("exists"),
    ("Set", "finite"): _finite,
    ("Set", "is_empty"): lambda e, value, nodes, scope, node: Typed(
        eq(value.term, op("set.literal", sort=value.term.sort)), BOOLEAN
    ),
    ("Multiset", "count"): lambda e, value, nodes, scope, node: Typed(
        op("multiset.count", value.term, _arguments(e, nodes, scope, value.type.element)[0].term), NATURAL
    ),
    ("Multiset", "contains"): _member("multiset.member", _first),
    ("Multiset", "len"): _plain("multiset.card", lambda kind: NATURAL),
    ("Multiset", "insert"): _with_element("multiset.union", "multiset.literal"),
    ("Multiset", "remove"): _with_element("multiset.difference", "multiset.literal"),
    ("Multiset", "add"): _joined("multiset.union"),
    ("Multiset", "sub"): _joined("multiset.difference"),
    ("Multiset", "intersection_with"): _joined("multiset.intersection"),
    ("Multiset", "difference_with"): _joined("multiset.difference"),
    ("Multiset", "subset_of"): _joined("multiset.subset", BOOLEAN),
    ("Multiset", "is_disjoint_from"): _joined("multiset.disjoint", BOOLEAN),
    ("Map", "dom"): _plain("map.keys", lambda kind: VerusType("Set", kind.arguments[:1])),
    ("Map", "values"): _plain("map.values", lambda kind: VerusType("Set", kind.arguments[1:])),
    ("Map", "len"): _plain("map.card", lambda kind: NATURAL),
    ("Map", "contains_key"): _member("map.member", _first),
    ("Map", "contains_value"): _map_contains_value,
    ("Map", "insert"): _map_insert,
    ("Map", "remove"): _map_remove,
    ("Map", "index"): _map_index,
    ("Map", "get"): _map_get,
    ("Map", "union_prefer_right"): _joined("map.merge"),
    (NAMED_ITERATOR, "index"): lambda e, value, nodes, scope, node: Typed(_part(value, 0), INTEGER),
    (NAMED_ITERATOR, "seq"): lambda e, value, nodes, scope, node: Typed(
        _part(value, 1), sequence_of(value.type.element)
    ),
    (NAMED_ITERATOR, "history"): lambda e, value, nodes, scope, node: Typed(
        op("seq.slice", _part(value, 1), integer(0), _part(value, 0)), sequence_of(value.type.element)
    ),
    ("fn", "requires"): _requires,
    ("fn", "ensures"): _ensures,
    ("int", "wrapping_add"): _wrapping("add"),
    ("int", "wrapping_sub"): _wrapping("sub"),
    ("int", "wrapping_mul"): _wrapping("mul"),
    ("int", "checked_add"): _checked("add"),
    ("int", "checked_sub"): _checked("sub"),
    ("int", "checked_mul"): _checked("mul"),
}

# -- functions


def _is_open(kind: VerusType, scope: NameScope) -> bool:
    """Is a type a parameter that is still to be found, and none of the function that this is in?"""
    return kind.name == "param" and kind not in scope.types.names.values()


def _empty(name: str, literal: OperatorName) -> FunctionBuiltin:
    def built(
        lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
    ) -> Typed:
        if (
            expected is None
            or not expected.arguments
            or any(_is_open(argument, scope) for argument in expected.arguments)
        ):
            raise lowering.unknown_type(f"an empty {name}", node)
        kind = expected if not expected.is_sequence else VerusType("Seq", expected.arguments)
        return Typed(op(literal, sort=lowering.sort(kind)), kind)

    return built


def _empty_of_path(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
) -> Typed:
    """`<Seq<T>>::empty()`."""
    literals: dict[str, OperatorName] = {"Set": "set.literal", "Multiset": "multiset.literal", "Map": "map.literal"}
    name = expected.name if expected is not None else ""
    return _empty(name, literals.get(name, "seq.literal"))(lowering, nodes, scope, node, expected)


def _new_sequence(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
) -> Typed:
    length, function = _exactly(lowering, nodes, 2, node)
    size = lowering.number(length, scope)
    element = expected.element if expected is not None and expected.is_sequence else None
    element = None if element is not None and element.name == "param" else element
    wanted = VerusType("fn", (INTEGER, element)) if element is not None else None
    made = (
        lowering.closure(function, scope, wanted, (INTEGER,))
        if isinstance(function, t.ExprClosure)
        else lowering.typed(function, scope)
    )
    kind = sequence_of(made.type.arguments[-1])
    return Typed(_comprehension(lowering, size, made, scope), kind)


def _comprehension(lowering: SpecLowering, size: Term, function: Typed, scope: NameScope) -> Term:
    """The sequence of a function's values from 0 on; `nat` is what the number of them has to be."""
    binder = Binder(scope.fresh("index"), INT)
    value = lowering.applied(function, (Typed(var(binder.name, INT), INTEGER),)).term
    length = lowering.partial([op("ge", size, integer(0))], size, "Seq::new", scope) if size.op != "const" else size
    return op("seq.comprehension", op("range", integer(0), length), value, data=(binder,))


def _new_set(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
) -> Typed:
    (function,) = _exactly(lowering, nodes, 1, node)
    if not isinstance(function, t.ExprClosure):
        raise lowering.unsupported("a set of a function value", node)
    known = expected.arguments if expected is not None and expected.name == "Set" else ()
    binders, variables, promised = lowering.binders(function.parameters, scope, node, known)
    condition = conj(*promised, lowering.condition(function.body, scope.binding(variables).knowing(*promised)))
    (binder,) = binders
    # By its binder: a pattern may bind parts of it as well.
    kind = next(variable.type for variable in variables.values() if variable.term.data == binder.name)
    whole = op("set.comprehension", UNBOUNDED, condition, var(binder.name, binder.sort), data=binders)
    return Typed(whole, VerusType("Set", (kind,)))


def _new_map(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
) -> Typed:
    keys, values = _exactly(lowering, nodes, 2, node)
    if not (isinstance(keys, t.ExprClosure) and isinstance(values, t.ExprClosure)):
        raise lowering.unsupported("a map of function values", node)
    known = expected.arguments[:1] if expected is not None and expected.name == "Map" else ()
    binders, variables, promised = lowering.binders(keys.parameters, scope, node, known)
    inside = scope.binding(variables).knowing(*promised)
    condition = conj(*promised, lowering.condition(keys.body, inside))
    (binder,) = binders
    key = next(variable for variable in variables.values() if variable.term.data == binder.name)
    function = lowering.closure(values, inside, None, (key.type,))
    item = lowering.applied(function, (key,))
    kind = VerusType("Map", (key.type, item.type))
    term = make("map.comprehension", (UNBOUNDED, condition, key.term, item.term), lowering.sort(kind), binders)
    return Typed(term, kind)


def _singleton(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
) -> Typed:
    known = expected.element if expected is not None and expected.arguments else None
    (element,) = _arguments(lowering, nodes, scope, known)
    return Typed(op("multiset.literal", element.term), VerusType("Multiset", (element.type,)))


def _arbitrary(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
) -> Typed:
    """One unknown value for each type."""
    if expected is None or expected.name == "param":
        raise lowering.unknown_type("arbitrary()", node)
    unknown = lowering.unspecified(f"arbitrary {expected}", (), lowering.sort(expected), lowering.span(node))
    return Typed(unknown, expected)


def _equal(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
) -> Typed:
    left, right = _exactly(lowering, nodes, 2, node)
    one, other = lowering.pair(left, right, scope)
    return Typed(eq(one.term, _same(lowering, one, other, node)), BOOLEAN)


def _set_range(
    lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
) -> Typed:
    low, high = _arguments(lowering, nodes, scope, INTEGER, INTEGER)
    binder = Binder(scope.fresh("element"), INT)
    domain = op("range", low.term, high.term)
    whole = op("set.comprehension", domain, TRUE, var(binder.name, INT), data=(binder,))
    return Typed(whole, VerusType("Set", (INTEGER,)))


def _arithmetic(name: OperatorName) -> FunctionBuiltin:
    """`vstd::math::add` and the like: the operator."""

    def built(
        lowering: SpecLowering, nodes: Sequence[t.Expr], scope: NameScope, node: t.Expr, expected: VerusType | None
    ) -> Typed:
        one, other = _arguments(lowering, nodes, scope, INTEGER, INTEGER)
        return Typed(op(name, one.term, other.term), INTEGER)

    return built


CALLS: dict[str, FunctionBuiltin] = {
    "Seq::empty": _empty("sequence", "seq.literal"),
    "Set::empty": _empty("set", "set.literal"),
    "ISet::empty": _empty("set", "set.literal"),
    "Map::empty": _empty("map", "map.literal"),
    "IMap::empty": _empty("map", "map.literal"),
    "Multiset::empty": _empty("multiset", "multiset.literal"),
    "*::empty": _empty_of_path,
    "Seq::new": _new_sequence,
    "Set::new": _new_set,
    "ISet::new": _new_set,
    "Map::new": _new_map,
    "Multiset::singleton": _singleton,
    "arbitrary": _arbitrary,
    "call_requires": _contract(_requires),
    "call_ensures": _contract(_ensures),
    "equal": _equal,
    "ext_equal": _equal,
    "set_int_range": _set_range,
    "add": _arithmetic("add"),
    "sub": _arithmetic("sub"),
    "mul": _arithmetic("mul"),
}
