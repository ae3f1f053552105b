"""Methods of plain values: of texts, lists, tuples, dicts, sets, bytes and numbers.

The receiver is a symbolic value, and each of its alternatives has the methods of its own type: `x.keys()` raises
AttributeError where x is a list, and has a value where it is a dict. Methods only read here. Those that change their
receiver are assignments before the encoding sees them (`frontends/python/aliasing/updates.py`).

Example: `s.split(",")` for a text s is a list of fresh texts without commas whose concatenation with commas is s
(`text.py`). There are up to `split_parts` of them; of more parts only the number is known.

Invariant: a method that the type has and that is not encoded is an unsupported construct; a method that the type has
not raises AttributeError (`lacks` asks the type itself). If one were taken for the other, proofs would be
false.
"""

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import MethodDescriptorType

from attrs import evolve

from ..ir.build import add, ge, integer, ite, joined, le, op, string
from ..ir.characters import CharacterSet, characters, holding
from ..ir.operator_names import OperatorName
from ..ir.python_builtins import PREDICATES, of_type
from ..ir.terms import FALSE, TRUE, Term
from . import text as texts
from .abstract_values import (
    AbstractConstant,
    AbstractFloat,
    AbstractMatch,
    AbstractNode,
    AbstractNone,
    AbstractObject,
    AbstractSequence,
    AbstractSet,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
    identity,
    is_counter,
    kind_of,
)
from .alternatives import (
    NONE,
    TYPES,
    SymbolicArguments,
    boolean,
    constant,
    each,
    has_attribute,
    iterate,
    lacks,
    raising,
)
from .byte_strings import on_bytes
from .case_changes import CHANGES, changed
from .context import Context, any_of, int_value, single, text_value, union
from .counters import METHODS as COUNTER_METHODS
from .counters import on_counter
from .dates import of_object
from .encoded_texts import encode_text
from .equality import known_bytes, same, subset
from .expressions import Names, evaluate, evaluate_all, evaluates, lookup
from .formatting import format_template
from .guards import conjunction, disjunction, negation
from .hashing import hashable, items_of
from .joining import combined
from .matches import on_match
from .numbers import as_int, is_whole, number_of_bits
from .padding import METHODS as PADDING
from .padding import padded, tabs_expanded
from .regex import on_pattern
from .rest import as_set, matches
from .searching import TEXT_METHODS, index_in_sequence, on_text
from .sequences import count, from_values, members, pairs_and_rest

SETS = ("set", "frozenset")


@evaluates("python.method")
def method(context: Context, term: Term, names: Names) -> Symbolic:
    """`receiver.name(arguments)`."""
    name, layout = term.data
    receiver = _having(context, evaluate_all(context, term.args[0], names), name)
    arguments = [evaluate(context, arg, names) for arg in term.args[1:]]
    # By position or by name these arguments are the same.
    if name in ("split", "rsplit") and layout in ((None, "maxsplit"), ("sep", "maxsplit")):
        layout = (None, None)
    if name == "format" and not {"*", "**"} & {*layout}:
        return _formatted(context, receiver, list(zip(layout, arguments, strict=True)))
    if any(kind is not None for kind in layout):
        context.unsupported(TRUE, f"keyword arguments of .{name}")
        return Symbolic(())
    return each(context, receiver, lambda abstract: _method(context, abstract, name, arguments), f"method .{name}")


def _having(context: Context, receiver: Symbolic, name: str) -> Symbolic:
    """The alternatives that have the attribute. The others raise, before Python evaluates any argument: a handler may
    tell the AttributeError from what an argument raises."""
    having = []
    for guard, abstract in receiver:
        if lacks(abstract, name):
            context.fail(guard, "AttributeError")
        else:
            having.append((guard, abstract))
    return Symbolic(tuple(having))


def _method(context: Context, receiver: AbstractValue, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    if isinstance(receiver, AbstractObject):
        return of_object(context, receiver, name, arguments)
    kind = kind_of(receiver)
    row = of_type(_type_of(receiver), name)
    # Arity is checked for every method of the table at one place.
    if row is not None and not row.least <= len(arguments) <= row.most:
        return raising(context, "TypeError")
    # A constant of the module: a compiled pattern, a class.
    if isinstance(receiver, AbstractConstant):
        return _on_constant(context, receiver, name, arguments)
    # Methods that only counters have; those of dicts follow below.
    if is_counter(receiver) and not has_attribute(dict, name):
        return on_counter(context, receiver, name, arguments) if name in COUNTER_METHODS else None
    if isinstance(receiver, AbstractText):
        handler = ON_TEXTS.get(name)
        return None if handler is None else handler(context, receiver.term, name, arguments)
    if kind == "dict":
        return _on_dict(context, receiver, name, arguments)
    if kind in SETS:
        return _on_set(context, receiver, name, arguments)
    if kind in ("list", "tuple"):
        return _on_sequence(context, receiver, name, arguments)
    if kind == "bytes":
        # `bytes.count` takes a byte as a number or as bytes.
        if name == "count" and len(arguments) == 1:
            return each(
                context, arguments[0], lambda argument: _count_in_bytes(context, receiver, argument), "bytes.count"
            )
        return on_bytes(context, receiver, name, arguments)
    number = as_int(receiver)
    if number is not None and name in ("bit_length", "bit_count"):
        return int_value(number_of_bits(context, name, number))
    if isinstance(receiver, AbstractFloat) and name == "is_integer":
        return boolean(is_whole(receiver))
    return None


def _type_of(receiver: AbstractValue) -> type:
    """The type whose methods a value has, among those that have a row; object for another."""
    if isinstance(receiver, AbstractMatch):
        return re.Match
    if isinstance(receiver, AbstractConstant):
        return type(receiver.value)
    return Counter if is_counter(receiver) else TYPES.get(kind_of(receiver), object)


def unbound(context: Context, function: MethodDescriptorType, arguments: SymbolicArguments) -> Symbolic:
    """`str.lower(x)`: the function that a plain type has, with what it is called on as the first argument."""
    if not arguments:
        return raising(context, "TypeError")
    receiver, *rest = arguments

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        receiver_type = TYPES.get(kind_of(abstract))
        if receiver_type is None or is_counter(abstract):
            return None
        # `str.lower(b"a")` is a TypeError, though bytes have a method of that name.
        if not issubclass(receiver_type, function.__objclass__):
            return raising(context, "TypeError")
        return _method(context, abstract, function.__name__, rest)

    return each(context, receiver, apply_to, f"method .{function.__name__}")


def _on_constant(
    context: Context, receiver: AbstractConstant, name: str, arguments: SymbolicArguments
) -> Symbolic | None:
    """A method of a compiled pattern, or a function that a type has."""
    if isinstance(receiver, AbstractMatch):
        return on_match(context, receiver, name, arguments)
    match receiver.value:
        case re.Pattern() as pattern:
            return on_pattern(context, pattern, name, arguments)
        case type() as kind if kind in TYPES.values():
            function = getattr(kind, name, None)
            return unbound(context, function, arguments) if isinstance(function, MethodDescriptorType) else None
    return None


def _formatted(context: Context, receiver: Symbolic, arguments_given: list[tuple[str | None, Symbolic]]) -> Symbolic:
    """`template.format(…)` of a constant template."""
    positional = [value for kind, value in arguments_given if kind is None]
    keywords = {kind: value for kind, value in arguments_given if kind is not None}

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        if isinstance(abstract, AbstractText) and abstract.term.op == "const":
            return format_template(context, abstract.term.data, positional, keywords)
        return None

    return each(context, receiver, apply_to, "method .format")


def _count_in_bytes(context: Context, receiver: AbstractValue, argument: AbstractValue) -> Symbolic | None:
    """receiver.count(part) for a byte, as a number or as bytes."""
    code = as_int(argument)
    if isinstance(argument, AbstractText):
        return raising(context, "TypeError")
    if code is not None:
        context.require(conjunction(ge(code, integer(0)), le(code, integer(255))), "ValueError")
        return counted(context, receiver, int_value(code))
    octets = known_bytes(argument)
    # Of several bytes, occurrences could overlap: these are not counted.
    return None if octets is None or len(octets) != 1 else counted(context, receiver, constant(octets[0]))


def _predicate(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    term = texts.predicate(name, text)
    return None if term is None else boolean(term)


def _at_an_end(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    """`startswith` and `endswith`; a part of the text is not followed."""
    if len(arguments) > 1:
        return None
    relation: OperatorName = "str.prefixof" if name == "startswith" else "str.suffixof"
    return each(context, arguments[0], lambda affix: _affix(context, relation, text, affix), f".{name}")


def _split(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    if not arguments:
        return single(texts.words(context, text))
    if len(arguments) == 2:
        return on_text(context, text, name, arguments)
    return _of_parts(context, text, name, arguments)


def _of_parts(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    if len(arguments) > 1:
        return None
    return each(context, arguments[0], lambda argument: _with_text(context, text, name, argument), f".{name}")


def _trimmed(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    if arguments:
        return _of_parts(context, text, name, arguments)
    return text_value(_stripped(context, text, name, holding("isspace")))


def _stripped(context: Context, text: Term, name: str, accepted: CharacterSet) -> Term:
    return texts.stripped(context, text, accepted, name != "rstrip", name != "lstrip")


def _all_joined(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic:
    return union([(guard, _joined(context, text, guard, items)) for guard, items in iterate(context, arguments[0])])


def _joined(context: Context, separator: Term, outer: Term, items: AbstractSequence) -> Symbolic:
    # What lies beyond the shown entries would be part of the text.
    context.bound(conjunction(outer, items.more), "texts that are joined", most=len(items.entries))
    pieces: list[Term] = []
    any_before: Term = FALSE
    for entry in items.entries:
        # An absent piece is empty, and so is the separator before it: the concatenation has a fixed number of parts.
        piece = string("")
        for guard, abstract in entry.value:
            if isinstance(abstract, AbstractText):
                piece = ite(guard, abstract.term, piece)
            # `join` refuses anything but texts (library reference), wherever it stands.
            else:
                context.fail(conjunction(outer, entry.present, guard), "TypeError")
        # A separator stands before each piece but the first that is present.
        mark = ite(conjunction(any_before, entry.present), separator, string(""))
        pieces += [mark, ite(entry.present, piece, string(""))]
        any_before = disjunction(any_before, entry.present)
    pieces = [piece for piece in pieces if piece is not string("")]
    return text_value(joined("str.concat", pieces, string("")))


def _affix(context: Context, relation: OperatorName, text: Term, affix: AbstractValue) -> Symbolic | None:
    match affix:
        case AbstractText(term):
            return boolean(op(relation, term, text))
        case AbstractSequence("tuple") | AbstractNode("tuple"):
            # Python goes through them in order: what is no text raises only where no earlier one fits.
            items, has_affix = items_of(context, affix), FALSE
            for entry in items.entries:
                for guard, abstract in entry.value:
                    if isinstance(abstract, AbstractText):
                        has_affix = disjunction(
                            has_affix, conjunction(entry.present, guard, op(relation, abstract.term, text))
                        )
                    else:
                        context.fail(conjunction(entry.present, guard, negation(has_affix)), "TypeError")
            # If no shown text fits, one beyond may.
            context.bound(conjunction(items.more, negation(has_affix)), "texts in a tuple", most=len(items.entries))
            return boolean(has_affix)
    return raising(context, "TypeError")


def _with_text(context: Context, text: Term, name: str, piece: AbstractValue) -> Symbolic | None:
    # `None` means whitespace, as if there was no argument.
    if isinstance(piece, AbstractNone) and name != "count":
        return ON_TEXTS[name](context, text, name, [])
    if not isinstance(piece, AbstractText):
        return raising(context, "TypeError")
    # An unknown separator would make a word equation with an unknown constant: solvers do not finish these.
    if piece.term.op != "const":
        return None
    argument = piece.term.data
    match name:
        case "split":
            return single(texts.split(context, text, argument)) if argument else raising(context, "ValueError")
        case "count":
            total = texts.counted(context, text, argument)
            return None if total is None else int_value(total)
        case _:
            return text_value(_stripped(context, text, name, characters(argument)))


def _replaced(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    if len(arguments) != 2:
        return None

    def with_old(old: AbstractValue) -> Symbolic | None:
        return each(context, arguments[1], lambda new: _replace(context, text, old, new), ".replace")

    return each(context, arguments[0], with_old, ".replace")


def _replace(context: Context, text: Term, old: AbstractValue, new: AbstractValue) -> Symbolic | None:
    if not isinstance(old, AbstractText) or not isinstance(new, AbstractText):
        return raising(context, "TypeError")
    if old.term.op != "const" or new.term.op != "const" or len(old.term.data) != 1:
        return None
    return texts.replaced(context, text, old.term.data, new.term.data)


ON_TEXTS: dict[str, Callable[[Context, Term, str, SymbolicArguments], Symbolic | None]] = {
    **dict.fromkeys(PREDICATES, _predicate),
    **dict.fromkeys(CHANGES, lambda context, text, name, _: changed(context, text, name)),
    **dict.fromkeys(TEXT_METHODS, on_text),
    **dict.fromkeys(PADDING, padded),
    **dict.fromkeys(("startswith", "endswith"), _at_an_end),
    **dict.fromkeys(("strip", "lstrip", "rstrip"), _trimmed),
    "split": _split,
    "splitlines": lambda context, text, _, arguments: None if arguments else single(texts.lines(context, text)),
    "count": _of_parts,
    "replace": _replaced,
    "join": _all_joined,
    "encode": lambda context, text, _, arguments: encode_text(context, text, arguments),
    "expandtabs": tabs_expanded,
}
"""Who encodes a method of a text: None is what is not followed."""


def _on_dict(context: Context, receiver: AbstractValue, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    # Other methods change the dict, or take an element out of it.
    if name not in ("keys", "values", "items", "get", "copy"):
        return None
    if name == "copy":
        return single(receiver)
    if name == "keys":
        return _view(context, receiver, name, lambda key, _: key)
    if name == "get":
        everything = pairs_and_rest(context, receiver)
        assert everything is not None
        # Hashing comes before looking up, also in an empty dict.
        context.require(hashable(context, arguments[0]), "TypeError")
        value, missing = lookup(context, everything, arguments[0])
        return union([(negation(missing), value), (missing, arguments[1] if len(arguments) > 1 else NONE)])
    if name == "values":
        return _view(context, receiver, name, lambda key, value: evolve(key, value=value))
    return _view(context, receiver, name, _pair)


def _pair(key: Entry, value: Symbolic) -> Entry:
    return evolve(key, value=single(from_values("tuple", [key.value, value])))


def _view(
    context: Context, receiver: AbstractValue, name: str, entry_of: Callable[[Entry, Symbolic], Entry]
) -> Symbolic:
    """x.keys(), x.values() or x.items() with what each has for a key and its value."""
    dict_pairs = pairs_and_rest(context, receiver)
    assert dict_pairs is not None
    shown_pairs, more, rest = dict_pairs
    entries = tuple(entry_of(key, value) for key, value in shown_pairs)
    beyond = tuple(entry_of(key, value) for key, value in rest)
    is_input = isinstance(receiver, AbstractNode)
    size = receiver.node.length if isinstance(receiver, AbstractNode) else count(entries)
    owner = (receiver.node.name, name) if isinstance(receiver, AbstractNode) else None
    return single(AbstractSequence(f"dict_{name}", size, entries, is_input, more, beyond=beyond, owner=owner))


def _on_set(context: Context, receiver: AbstractValue, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    relation = {"union": "|", "intersection": "&", "difference": "-", "symmetric_difference": "^"}.get(name)
    if name == "copy":
        return _set_copy(context, receiver)
    if len(arguments) != 1:
        return None
    if relation is None and name not in ("issubset", "issuperset", "isdisjoint"):
        return None
    with context.collecting() as raised:
        result = _with_elements(context, receiver, name, relation, arguments[0])
    if name in ("issuperset", "isdisjoint", "intersection"):  # They stop where nothing more can change.
        context.unsupported(any_of(raised), f"an exception of some element in {name}")
    context.raised.extend(raised)
    return result


def _with_elements(
    context: Context, receiver: AbstractValue, name: str, relation: str | None, iterable: Symbolic
) -> Symbolic:
    """Assumes: of the methods of sets only `isdisjoint`, `issuperset` and `intersection` stop before the end of
    an iterable."""
    guarded = []
    for guard, items in iterate(context, iterable, skolem_constants=True, in_order=False):
        # The iterable is read as a set, which hashes its elements.
        with context.under(guard) as possible:
            if not possible:
                continue
            other_set = as_set(context, "set", items)
            # `intersection`, `union` and so on have the type of the receiver.
            if relation is not None:
                guarded.append((guard, single(combined(context, relation, kind_of(receiver), receiver, other_set))))
            elif name == "issubset":
                guarded.append((guard, boolean(subset(context, receiver, other_set))))
            elif name == "issuperset":
                guarded.append((guard, boolean(subset(context, other_set, receiver))))
            # `isdisjoint`: no member of the intersection.
            else:
                common: AbstractSet = combined(context, "&", "set", receiver, other_set)
                some = disjunction(*(entry.present for entry in common.members))
                guarded.append((guard, boolean(negation(some))))
    return union(guarded)


def _set_copy(context: Context, receiver: AbstractValue) -> Symbolic:
    """The same members. A copy of a set may have another order; one of a frozenset is that frozenset itself.

    Assumes: a copy of a frozenset is itself, and one of a set has the same members.
    """
    if kind_of(receiver) == "frozenset":
        return single(receiver)
    if isinstance(receiver, AbstractSet):
        return single(evolve(receiver))
    items = members(context, receiver, skolem_constants=True)
    assert items is not None
    return single(AbstractSet("set", items.entries, items.more, items.beyond, items.length))


def _equals(context: Context, value: Symbolic, entry: Entry) -> Term:
    return same(context, entry.value, value)


def _on_sequence(context: Context, receiver: AbstractValue, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    if name == "copy":
        return single(receiver)
    if name == "index" and len(arguments) == 1:
        return index_in_sequence(context, receiver, arguments[0])
    return counted(context, receiver, arguments[0]) if name == "count" else None


def counted(context: Context, receiver: AbstractValue, value_counted: Symbolic) -> Symbolic:
    """How many elements of a list, tuple or bytes equal a value."""
    guarded = []
    # A sorted list counts as its origin does.
    for guard, found_items in iterate(context, single(receiver), skolem_constants=True):
        items = found_items.origin or found_items  # of a sorted list, the elements that were sorted
        hits = []
        for entry in items.entries:
            with context.under(entry.present) as possible:
                # Counted by identity or equality, as `list.count` does.
                if possible:
                    term = same(context, entry.value, value_counted)
                    hits.append(Entry(conjunction(entry.present, term), entry.value))
        rest = None
        with context.under(guard):
            if items.more is not FALSE:
                found_in = partial(_equals, context, value_counted)
                # Of the elements beyond, a number between none and all of them.
                rest = matches(context, items, found_in, ("count", identity(value_counted)))
            if rest is None:
                context.bound(items.more, "elements of a sequence", most=len(items.entries))
            else:
                context.size(items.more, "elements of a sequence", most=len(items.entries))
        shown_count = count(tuple(hits))
        guarded.append((guard, int_value(shown_count if rest is None else add(shown_count, rest))))
    return union(guarded)
