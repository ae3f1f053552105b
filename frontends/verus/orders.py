"""The order of the values of a type in bodies (Rust standard library, `Ord`), and their default values (`Default`)."""

from collections.abc import Sequence

from ...core.ir.build import boolean, conj, disj, eq, exists, forall, integer, ite, negate, op
from ...core.ir.sorts import BOOL, CHAR, INT, Sort
from ...core.ir.statements import While
from ...core.ir.terms import FALSE, Binder, Term, const, make, var
from ...core.ir.updates import Update
from . import tree as t
from .inlining import ExecInlining
from .scopes import NameScope, Typed
from .types import ORDERING, VerusType

ORDER = VerusType("adt", (), "Ordering")


def less(lowering: ExecInlining, kind: VerusType, left: Term, right: Term, node: t.VerusNode) -> Term:
    """Is one value of a type before another? Raises Unsupported for a type without an order that is known."""
    if left.sort != right.sort:
        raise lowering.unsupported(f"an order of {kind}", node)
    if left.sort in (INT, CHAR):
        return op("lt", left, right)
    if left.sort == BOOL:
        return conj(negate(left), right)
    if kind.name == "tuple":
        parts = [
            (part, op("tuple.at", left, data=place), op("tuple.at", right, data=place))
            for place, part in enumerate(kind.arguments)
        ]
        return _first_difference(lowering, parts, node)
    if kind.is_sequence:
        return _sequence_less(lowering, kind, left, right, node)
    structure = lowering.structures.get(kind.label) if kind.name == "adt" else None
    if structure is None or not (structure.derives & {"Ord", "PartialOrd"}):
        raise lowering.unsupported(f"an order of {kind}", node)
    # Derived: earlier variants come first, and then their fields decide (Rust reference, "Derive").
    scope = lowering.types
    earlier, cases = FALSE, list[Term]()
    for variant in structure.variants:
        one, other = (op("datatype.is", value, data=variant.name) for value in (left, right))
        parts = [
            (
                part,
                op("datatype.at", left, data=(variant.name, name), sort=lowering.sort(part)),
                op("datatype.at", right, data=(variant.name, name), sort=lowering.sort(part)),
            )
            for name, part in scope.fields(kind, variant)
        ]
        cases += [conj(earlier, other), conj(one, other, _first_difference(lowering, parts, node))]
        earlier = disj(earlier, one)
    return disj(*(case for case in cases if case != FALSE))


def _first_difference(lowering: ExecInlining, parts: Sequence[tuple[VerusType, Term, Term]], node: t.VerusNode) -> Term:
    """Is the first pair of parts that are not equal in order?"""
    found = FALSE
    for kind, left, right in reversed(parts):
        here = less(lowering, kind, left, right, node)
        # Lexicographic: a later part decides where all before it are equal.
        found = here if found == FALSE else disj(here, conj(eq(left, right), found))
    return found


def _sequence_less(lowering: ExecInlining, kind: VerusType, left: Term, right: Term, node: t.VerusNode) -> Term:
    """Lexicographic: at the first place where they differ, or where the first one has ended."""
    place, before = (Binder(lowering.fresh_name(name), INT) for name in ("differs", "before"))
    at, earlier = var(place.name, INT), var(before.name, INT)
    size, zero = op("seq.len", left), integer(0)
    same = forall((before,), eq(op("seq.at", left, earlier), op("seq.at", right, earlier)), (op("range", zero, at),))
    inside = less(lowering, kind.element, op("seq.at", left, at), op("seq.at", right, at), node)
    differs = conj(op("le", at, size), same, disj(eq(at, size), conj(op("lt", at, size), inside)))
    return exists((place,), differs, (op("range", zero, op("seq.len", right)),))


def compared(lowering: ExecInlining, kind: VerusType, left: Term, right: Term, node: t.VerusNode) -> Typed:
    """`left.cmp(&right)`."""
    if lowering.structures.get("Ordering") != ORDERING:
        raise lowering.unsupported("an `Ordering` that is declared here", node)
    sort = lowering.sort(ORDER)
    before, equal, after = (op("datatype.make", data=name, sort=sort) for name in ("Less", "Equal", "Greater"))
    is_less = less(lowering, kind, left, right, node)
    return Typed(ite(eq(left, right), equal, ite(is_less, before, after)), ORDER)


def in_order(lowering: ExecInlining, elements: Typed, node: t.VerusNode) -> Typed:
    """The elements of a set, from the least one to the greatest one."""
    kind, sort = elements.type.element, elements.term.sort.args[0]
    rest = lowering.kept(elements, "rest", node)
    listed = lowering.kept(Typed(op("seq.literal", sort=Sort("Seq", (sort,))), VerusType("Iter", (kind,))), "ordered")
    least, other = (Binder(lowering.fresh_name(name), sort) for name in ("least", "other"))
    candidate = var(least.name, sort)
    domain = make("elements", (rest.term,), op("range", integer(0), integer(0)).sort)
    none_before = forall((other,), negate(less(lowering, kind, var(other.name, sort), candidate, node)), (domain,))
    chosen = op("such_that", domain, none_before, candidate, data=(least,))
    # One turn for each element: the least one of the rest is moved to the end of the list. There is exactly one least
    # element, for the order is total.
    name = lowering.fresh_name("next")
    following = var(name, sort)
    body = (
        Update((name,), (chosen,)),
        Update((listed.term.data,), (op("seq.concat", listed.term, op("seq.literal", following)),)),
        Update((rest.term.data,), (op("set.difference", rest.term, op("set.literal", following)),)),
    )
    lowering.emit(While(negate(eq(op("set.card", rest.term), integer(0))), body))
    return listed


def default_value(lowering: ExecInlining, kind: VerusType, node: t.VerusNode) -> Term:
    """`Default::default()` of a type. Raises Unsupported for others."""
    sort = lowering.sort(kind)
    match kind.name:
        case "bool":
            return boolean(False)
        case "char":
            return const("\0", CHAR)
        case "tuple":
            return op("tuple.make", *(default_value(lowering, part, node) for part in kind.arguments))
        case "Set":
            return op("set.literal", sort=sort)
        case "Map":
            return op("map.literal", sort=sort)
        case "adt" if kind.label == "Option":
            return op("datatype.make", data="None", sort=sort)
        case "str":
            return make("const", (), sort, ())
        case _ if kind.is_integer:
            return integer(0)
        case _ if kind.is_sequence and kind.name != "array":
            return op("seq.literal", sort=sort)
    # `derive(Default)` takes the default of each field.
    structure = lowering.structures.get(kind.label) if kind.name == "adt" else None
    if structure is not None and "Default" in structure.derives and len(structure.variants) == 1:
        scope = lowering.types
        (variant,) = structure.variants
        parts = [default_value(lowering, part, node) for _, part in scope.fields(kind, variant)]
        return op("datatype.make", *parts, data=variant.name, sort=sort)
    raise lowering.unsupported(f"the default of {kind}", node)


def order_method(
    lowering: ExecInlining, kind: VerusType, name: str, operands: tuple[t.Expr, t.Expr], scope: NameScope, node: t.Expr
) -> Typed | None:
    """`cmp`, `max` and the like of two values of a type that has an order; None of another method."""
    if name not in ("cmp", "partial_cmp", "max", "min", "lt", "le", "gt", "ge", "eq", "ne"):
        return None
    first, second = lowering.ordered(operands, scope, (kind, kind))
    if first.term.sort != second.term.sort:
        raise lowering.unsupported(f"{name} of {first.type} and {second.type}", node)
    if name in ("eq", "ne"):
        same = eq(first.term, second.term)
        return Typed(same if name == "eq" else negate(same), VerusType("bool"))
    # Both are mentioned several times below, by the parts that the order compares.
    left, right = (value if value.term.op in ("var", "const") else lowering.kept(value) for value in (first, second))
    kind = lowering.known(left.type)
    if name == "cmp":
        return compared(lowering, kind, left.term, right.term, node)
    if name == "partial_cmp":
        order = compared(lowering, kind, left.term, right.term, node)
        option = VerusType("adt", (order.type,), "Option")
        return Typed(op("datatype.make", order.term, data="Some", sort=lowering.sort(option)), option)
    # Of equal values `max` gives the second one, and `min` the first one.
    second_less = less(lowering, kind, right.term, left.term, node)
    if name in ("max", "min"):
        chosen = (left.term, right.term) if name == "max" else (right.term, left.term)
        return Typed(ite(second_less, *chosen), kind)
    first_less = less(lowering, kind, left.term, right.term, node)
    terms = {"lt": first_less, "le": negate(second_less), "gt": second_less, "ge": negate(first_less)}
    return Typed(terms[name], VerusType("bool"))
