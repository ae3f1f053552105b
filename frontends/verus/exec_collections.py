"""Hash maps, hash sets and characters in bodies (Rust standard library). In which order a hash map is gone through
nobody knows, so that loops over one are not followed."""

from collections.abc import Sequence

from ...core.ir.build import disj, eq, integer, ite, negate, op
from ...core.ir.statements import If
from ...core.ir.terms import Term
from . import tree as t
from .exec_values import NO_VALUE, USIZE
from .orders import in_order
from .pipelines import ExecPipelines
from .places import PlaceStep, RustPlace
from .scopes import NameScope, Typed
from .types import BOOLEAN, CHARACTER, UNIT, VerusType, within


def member(collection: Typed, key: Term) -> Term:
    return op("map.member" if collection.type.name == "Map" else "set.member", key, collection.term)


def of_hashes(lowering: ExecPipelines, node: t.ExprMethodCall, scope: NameScope, kind: VerusType) -> Typed:
    """A method of a hash map or a hash set. Raises Unsupported for others."""
    name, arguments, is_map = node.name, node.arguments, kind.name == "Map"
    # What `or_insert` gives is a place; here it is read.
    if name == "or_insert":
        item_place = lowering.place(node, scope)
        return Typed(item_place.read(), lowering.known(item_place.type))
    if name in ("contains_key", "contains") and len(arguments) == 1:
        collection = lowering.typed(node.receiver, scope)
        return Typed(member(collection, _key(lowering, collection, arguments[0], scope, node)), BOOLEAN)
    if name in ("len", "is_empty") and not arguments:
        size = op("map.card" if is_map else "set.card", lowering.typed(node.receiver, scope).term)
        return Typed(size, USIZE) if name == "len" else Typed(eq(size, integer(0)), BOOLEAN)
    if name == "get" and is_map and len(arguments) == 1:
        collection = lowering.typed(node.receiver, scope)
        return _looked_up(lowering, collection, _key(lowering, collection, arguments[0], scope, node))
    # Arguments come before the receiver is borrowed, so that changes have an order of their own.
    if name in ("insert", "remove", "clear"):
        return _changed(lowering, node, scope, kind)
    # Only the ordered ones have a label (`BTreeMap`): a hash map has no first element.
    if kind.label and (found := _at_end(lowering, node, scope, kind)) is not None:
        return found
    raise lowering.unsupported(f"the method {name} of {kind} in a body", node)


_ENDS = frozenset({"first", "last", "first_key_value", "last_key_value", "pop_first", "pop_last"})
_OF_SETS = frozenset({"first", "last"})


def _at_end(lowering: ExecPipelines, node: t.ExprMethodCall, scope: NameScope, kind: VerusType) -> Typed | None:
    """The least or the greatest element of an ordered set, or key of a map with what it has; None of another method."""
    of_map = kind.name == "Map"
    if node.name not in _ENDS or node.arguments:
        return None
    # `first` and `last` are methods of sets, `first_key_value` and `last_key_value` of maps.
    if of_map != (node.name not in _OF_SETS) and not node.name.startswith("pop_"):
        return None
    # Whoever only looks needs a value; what is taken out has to come from a place, which is written afterwards.
    pops = node.name.startswith("pop_")
    place = lowering.place(node.receiver, scope) if pops else None
    whole = lowering.kept(lowering.typed(node.receiver, scope) if place is None else Typed(place.read(), kind))
    keys = Typed(op("map.keys", whole.term) if of_map else whole.term, VerusType("Set", kind.arguments[:1]))
    # An ordered collection is a set here: its elements are put in order, and the first or last one taken.
    listed = in_order(lowering, keys, node)
    size = op("seq.len", listed.term)
    at = integer(0) if "first" in node.name else op("sub", size, integer(1))
    key, key_type = op("seq.at", listed.term, at), kind.element
    result, result_type = key, key_type
    if of_map:
        result = op("tuple.make", key, op("map.at", whole.term, key))
        result_type = VerusType("tuple", kind.arguments)
    some, none = lowering.option_of(result_type, result), lowering.option_of(result_type)
    # Kept before the collection changes: the result is what was there.
    returned = lowering.kept(Typed(ite(op("gt", size, integer(0)), some.term, none.term), some.type), "end", node)
    if place is not None:
        single = op("set.literal", key)
        less = op("map.remove", whole.term, single) if of_map else op("set.difference", whole.term, single)
        lowering.write(place, ite(op("gt", size, integer(0)), less, whole.term), node)
    return returned


def _key(lowering: ExecPipelines, collection: Typed, key: t.Expr, scope: NameScope, node: t.VerusNode) -> Term:
    (value,) = lowering.ordered((key,), scope, (collection.type.element,))
    if value.term.sort != collection.term.sort.args[0]:
        raise lowering.unsupported(f"{value.type} in {collection.type}", node)
    return value.term


def _looked_up(lowering: ExecPipelines, collection: Typed, key: Term) -> Typed:
    # `map.at` is undefined for other keys: only the branch with the key evaluates it.
    item = lowering.known(collection.type.arguments[1])
    some, none = lowering.option_of(item, op("map.at", collection.term, key)), lowering.option_of(item)
    return Typed(ite(member(collection, key), some.term, none.term), some.type)


def _changed(lowering: ExecPipelines, node: t.ExprMethodCall, scope: NameScope, kind: VerusType) -> Typed:
    name, is_map = node.name, kind.name == "Map"
    # The types of the arguments follow from those of the collection.
    argument_types: Sequence[VerusType | None] = ()
    if name == "insert":
        argument_types = kind.arguments
    elif name == "remove":
        argument_types = kind.arguments[:1]
    values = lowering.ordered(node.arguments, scope, argument_types)
    # The place is taken after the arguments, as Rust evaluates a two-phase borrow.
    collection_place = lowering.place(node.receiver, scope)
    # A key of another sort is no member of any map of this one: the type of a literal was guessed wrongly.
    for value, sort in zip(values, collection_place.read().sort.args, strict=False):
        if value.term.sort != sort:
            raise lowering.unsupported(f"{value.type} in {kind}", node)
    collection = Typed(collection_place.read(), kind)
    if name == "clear":
        lowering.write(
            collection_place, op("map.literal" if is_map else "set.literal", sort=collection.term.sort), node
        )
        return Typed(NO_VALUE, UNIT)
    key = values[0].term
    had = member(collection, key)
    # `insert` of a map returns what was there; that of a set whether it is new.
    if is_map:
        returned = lowering.kept(_looked_up(lowering, collection, key), "before", node)
    else:
        returned = lowering.kept(Typed(had if name == "remove" else negate(had), BOOLEAN), "news", node)
    single = op("set.literal", key)
    if is_map and name == "insert":
        new = op("map.update", collection.term, key, values[1].term)
    elif is_map:
        new = op("map.remove", collection.term, single)
    else:
        new = op("set.union" if name == "insert" else "set.difference", collection.term, single)
    lowering.write(collection_place, new, node)
    return returned


def optional_place(lowering: ExecPipelines, node: t.Expr, scope: NameScope) -> tuple[Term, RustPlace] | None:
    """When there is a place that a method gives a mutable reference to, and which; None of other expressions."""
    match node:
        case t.ExprMethodCall(receiver, "get_mut", _, (key,)):
            # `get_mut`: the place is there where the key is.
            outer = lowering.place(receiver, scope)
            if outer.type.name == "Map":
                collection = Typed(outer.read(), outer.type)
                kept = lowering.kept(
                    Typed(_key(lowering, collection, key, scope, node), outer.type.element), "key"
                ).term
                return member(collection, kept), _item(lowering, outer, kept)
            # In a sequence, where the index is inside.
            if outer.type.is_sequence:
                (value,) = lowering.ordered((key,), scope, (USIZE,))
                index = lowering.kept(value, "index").term
                return op("lt", index, op("seq.len", outer.read())), lowering._checked_step(outer, index, node)
        case t.ExprMethodCall(receiver, "last_mut" | "first_mut" as name, _, ()):
            outer = lowering.place(receiver, scope)
            if outer.type.is_sequence:
                length = op("seq.len", outer.read())
                at = integer(0) if name == "first_mut" else op("sub", length, integer(1))
                index = lowering.kept(Typed(at, USIZE), "index").term
                return op("gt", length, integer(0)), lowering._checked_step(outer, index, node)
    return None


def _item(lowering: ExecPipelines, outer: RustPlace, key: Term) -> RustPlace:
    value_type = lowering.known(outer.type.arguments[1])
    return outer.to(PlaceStep(value_type, lowering.sort(value_type), key))


def entry_place(lowering: ExecPipelines, node: t.ExprMethodCall, scope: NameScope) -> RustPlace | None:
    """The place of `map.entry(key).or_insert(value)`, which is there from then on; None of another expression."""
    match node:
        case t.ExprMethodCall(t.ExprMethodCall(receiver, "entry", _, (key,)), "or_insert", _, (value,)):
            # `entry(…).or_insert(…)` inserts only where the key is missing, and then gives its place.
            outer = lowering.place(receiver, scope)
            if outer.type.name != "Map":
                return None
            key_value, default_value = lowering.ordered((key, value), scope, outer.type.arguments)
            for key_or_value, sort in zip((key_value, default_value), outer.read().sort.args, strict=True):
                if key_or_value.term.sort != sort:
                    raise lowering.unsupported(f"{key_or_value.type} in {outer.type}", node)
            # The key is asked about now, and the place that it leads to is read and written later, when its variables
            # may have changed.
            kept = lowering.kept(key_value, "key").term
            collection_now = outer.read()

            def insert() -> Typed:
                lowering.write(outer, op("map.update", collection_now, kept, default_value.term), node)
                return Typed(NO_VALUE, UNIT)

            # The insertion is a statement of its own, under that condition.
            statements = lowering.within_block(insert)[1]
            lowering.emit(If(negate(member(Typed(collection_now, outer.type), kept)), tuple(statements)))
            return _item(lowering, outer, kept)
        case _:
            return None


_RANGES_OF_ASCII: dict[str, tuple[tuple[int, int], ...]] = {
    "is_ascii": ((0, 127),),
    "is_ascii_digit": ((48, 57),),
    "is_ascii_uppercase": ((65, 90),),
    "is_ascii_lowercase": ((97, 122),),
    "is_ascii_alphabetic": ((65, 90), (97, 122)),
    "is_ascii_alphanumeric": ((48, 57), (65, 90), (97, 122)),
    "is_ascii_whitespace": ((9, 10), (12, 13), (32, 32)),
    "is_ascii_punctuation": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "is_ascii_hexdigit": ((48, 57), (65, 70), (97, 102)),
    "is_ascii_control": ((0, 31), (127, 127)),
    "is_ascii_graphic": ((33, 126),),
}
"""The code points of which a method of `char` and `u8` is true (Rust standard library)."""
_CASES = {"to_ascii_lowercase": ((65, 90), 32), "to_ascii_uppercase": ((97, 122), -32)}


def of_character(lowering: ExecPipelines, node: t.ExprMethodCall, scope: NameScope) -> Typed | None:
    """A method of `char` or `u8` about ASCII, or about digits; None of another one."""
    name = node.name
    # Of other methods nothing is known here.
    if name not in _RANGES_OF_ASCII and name not in _CASES and name != "to_digit":
        return None
    value = lowering.typed(node.receiver, scope)
    code = op("char.code", value.term) if value.type == CHARACTER else value.term
    # The ASCII classes are ranges of codes.
    if name in _RANGES_OF_ASCII:
        return Typed(disj(*(within(low, high, code) for low, high in _RANGES_OF_ASCII[name])), BOOLEAN)
    if name in _CASES:
        (low, high), distance = _CASES[name]
        changed = op("add", code, integer(distance))
        term = op("char.of_int", changed) if value.type == CHARACTER else changed
        # Other characters have no other case in ASCII.
        return Typed(ite(within(low, high, code), term, value.term), value.type)
    if node.arguments != (t.ExprLit("int", 10),):
        raise lowering.unsupported("to_digit of another radix than 10", node)
    is_digit = within(48, 57, code)
    kind = VerusType("u32")
    some, none = lowering.option_of(kind, op("sub", code, integer(48))), lowering.option_of(kind)
    return Typed(ite(is_digit, some.term, none.term), some.type)
