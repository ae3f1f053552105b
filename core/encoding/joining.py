"""Binary operators on values that are not both numbers: concatenation, repetition, set algebra."""

from types import UnionType
from typing import Any

from attrs import evolve

from ..ir.build import add, integer, op, string
from ..ir.sorts import BOOL
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractConstant,
    AbstractHelper,
    AbstractNone,
    AbstractSequence,
    AbstractSet,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
    is_counter,
    kind_of,
)
from .context import Context, single, text_value, union
from .counters import combined_counters
from .encoding_limits import LIMITS
from .equality import among, same
from .guards import conjunction, disjunction, negation
from .hashing import unique
from .numbers import as_int
from .sequences import members, sequence

SETS = ("set", "frozenset")
ORDERED = ("list", "tuple", "bytes")


def joined(context: Context, name: str, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    """The operator's result; None for an unsupported construct. Raises TypeError where no type involved defines the
    operator."""
    if is_counter(left) or is_counter(right):
        # Counters define `-`, `&`, `|` and `+` for themselves; others with them are not followed.
        return combined_counters(context, name, left, right) if is_counter(left) and is_counter(right) else None
    first, second = kind_of(left), kind_of(right)
    match left, right:
        case AbstractText(first_text), AbstractText(second_text) if name == "+":
            return text_value(op("str.concat", first_text, second_text))
    # Concatenation needs the same type on both sides: a list and a tuple have no sum.
    if name == "+" and first == second and first in ORDERED:
        return _concatenated(context, left, right)
    # A sequence is repeated by a number on either side.
    if name == "*" and (first in (*ORDERED, "str") or second in (*ORDERED, "str")):
        return _repeated(context, left, right) if first in (*ORDERED, "str") else _repeated(context, right, left)
    # Old-style formatting: the text is opaque, and a mismatch is a TypeError.
    if name == "%" and first in ("str", "bytes"):
        return _formatted(context, left, second)
    if first in SETS and second in SETS and name in "&|-^":
        return single(combined(context, name, kind_of(left), left, right))
    if name in "&|-^" and {first, second} & {"dict_keys", "dict_items"}:
        # Of views these give sets, with any iterable (library reference, "Dictionary view objects").
        return _of_keys(context, name, left, right)
    # `d | e` of dicts would need a merge of unknown keys.
    if name == "|" and first == second == "dict":
        return None
    # `int | None` is a type.
    if name == "|" and (union := _union_of_types(left, right)) is not None:
        return single(AbstractConstant(union))
    # What is a constant of the module, or a function, may define operators of its own.
    if isinstance(left, (AbstractConstant, AbstractHelper)) or isinstance(right, (AbstractConstant, AbstractHelper)):
        return None
    # `d.keys() & iterator` is defined.
    if name in "&|-^" and "iterator" in (first, second):
        return None
    context.fail(TRUE, "TypeError")
    return Symbolic(())


def _union_of_types(left: AbstractValue, right: AbstractValue) -> Any:
    """`int | str`, of types and None."""
    first: Any
    second: Any
    first, second = (
        None if isinstance(operand, AbstractNone) else getattr(operand, "value", ...) for operand in (left, right)
    )
    are_types = all(
        type_operand is None or isinstance(type_operand, type | UnionType) for type_operand in (first, second)
    )
    # `None | None` is no type, but a TypeError.
    return first | second if are_types and not (first is None and second is None) else None


def _formatted(context: Context, template: AbstractValue, kind: str) -> Symbolic | None:
    """`template % value`: a text without a place for the value is a TypeError, for most types."""
    if not isinstance(template, AbstractText) or kind not in _FILLING:
        return None
    places = op("str.contains", template.term, string("%"))
    context.unsupported(places, "% in a text")
    context.require(places, "TypeError")
    return Symbolic(())


_FILLING = ("NoneType", "bool", "int", "float", "complex", "str", "set", "frozenset")
"""The types of which a value needs a place in the text that it is formatted with."""


def _concatenated(context: Context, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    first, second = sequence(context, left), sequence(context, right)
    assert first is not None
    assert second is not None
    if first.more is not FALSE or second.more is not FALSE:
        return _concatenated_beyond(context, first, second)
    return single(_joined(first, second))


def _joined(first: AbstractSequence, second: AbstractSequence) -> AbstractSequence:
    exact = _all_present(first)
    length = add(first.length, second.length)
    return AbstractSequence(first.kind, length, first.entries + second.entries, exact and second.prefix, FALSE)


def _all_present(items: AbstractSequence) -> bool:
    return all(entry.present is TRUE for entry in items.entries)


def _concatenated_beyond(context: Context, first: AbstractSequence, second: AbstractSequence) -> Symbolic:
    """One of the two has elements that are not shown: the place of what follows them is not known."""
    # A sequence shows some entries, and `more` says when it has others. Where the first shows all it has, what follows
    # is known as far as the second shows it. Else its last elements are unknown, and so are the places of all that come
    # after them: with bounds such inputs are left out (and the answer says so); without, the sum is one of three
    # values, by which of the two has more than it shows. Of [x0, x1, ...] + [y0], x0 and x1 are still at 0 and 1 then.
    length = add(first.length, second.length)
    some = op("gt", second.length, integer(0))
    if _all_present(first) and first.more is FALSE:
        # The whole first part is known, so that every element of the second has its place behind it.
        joined_shown = _joined(first, second)
        return single(evolve(joined_shown, prefix=second.prefix, more=second.more))
    if not context.skolem_constants:
        # Within bounds there is no more than is shown.
        context.bound(disjunction(conjunction(first.more, some), second.more), "elements of a joined sequence")
        complete = _joined(first, second)
        return single(complete if first.more is FALSE else evolve(complete, prefix=False, more=first.more))
    context.size(disjunction(first.more, second.more), "elements of a joined sequence")
    # Where only the second has more, its shown elements would be wrong beyond the first's unknown end: nothing of them
    # is claimed.
    only_second = conjunction(negation(first.more), second.more)
    return Symbolic(
        (
            (negation(disjunction(first.more, second.more)), _joined(first, second)),
            (first.more, AbstractSequence(first.kind, length, first.entries, first.prefix, TRUE)),
            *(
                ((only_second, AbstractSequence(first.kind, length, (), True, TRUE)),)
                if only_second is not FALSE
                else ()
            ),
        )
    )


def _repeated(context: Context, items: AbstractValue, times: AbstractValue) -> Symbolic | None:
    number = as_int(times)
    if number is None:
        context.fail(TRUE, "TypeError")
        return Symbolic(())
    # A number of copies that is not known makes a length that no list of entries has.
    if number.op != "const" or not isinstance(items, AbstractSequence) or abs(number.data) > LIMITS.repeated:
        return None
    count = max(0, number.data)
    entries = items.entries * count
    total = integer(0) if not count else add(*([items.length] * count)) if count > 1 else items.length
    # Copies follow each other only where all elements are shown.
    context.bound(items.more, "elements of a repeated sequence", most=len(items.entries))
    return single(AbstractSequence(items.kind, total, entries, all(entry.present is TRUE for entry in entries), FALSE))


def _of_keys(context: Context, name: str, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    """Set operators on the keys of a dict and what holds hashable elements, too; None for what may hold others."""
    if {kind_of(left), kind_of(right)} <= {"dict_keys", *SETS}:
        return single(combined(context, name, "set", left, right))
    return None


def combined(context: Context, name: str, kind: str, left: AbstractValue, right: AbstractValue) -> AbstractSet:
    """& | - ^ of two collections as sets."""
    first, second = members(context, left), members(context, right)
    assert first is not None
    assert second is not None
    # Set algebra looks at every member.
    context.bound(disjunction(first.more, second.more), "elements of a set")
    # For sets whose elements may be equal or absent, by formulas. Each entry of the result is one of the operands' with
    # a new condition: of `a & b` those of a that are among b, of `a ^ b` those of each that are not among the other.
    # `unique` then drops an entry that equals an earlier one: {x} | {y} has one element where x == y.
    # A union takes all of the left, and of the right what the left has not.
    if name == "|":
        mine = first.entries
    elif name == "&":
        mine = _common(context, first.entries, second.entries)
    else:
        mine = _kept(context, first.entries, second.entries)
    theirs = _kept(context, second.entries, first.entries) if name in "^|" else ()
    return unique(context, kind, tuple(mine) + tuple(theirs))


def _common(context: Context, entries: tuple[Entry, ...], other_entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries that equal one of the others. Of two that are equal (1 and True, 0.0 and -0.0) CPython takes that of
    the smaller set, of all of them: which set that is, is not followed.

    Assumes: each element of `a & b` is one of a or of b.
    """
    # One choice for the whole operation: CPython iterates over the smaller set.
    of_others = context.fresh("of the other set", BOOL)
    common = []
    for entry in entries:
        with context.under(entry.present) as possible:
            if not possible:
                continue
            matches: list[tuple[Term, Symbolic]] = []
            earlier: Term = FALSE
            # Of several equal members the first one is the partner.
            for other_entry in other_entries:
                with context.under(conjunction(other_entry.present, negation(earlier))) as possible:
                    if possible:
                        hit = conjunction(
                            other_entry.present, negation(earlier), same(context, entry.value, other_entry.value)
                        )
                        # Only where the partner may look different (1 for True) is it worth an alternative.
                        if not _alike(entry.value, other_entry.value):
                            matches.append((conjunction(of_others, hit), other_entry.value))
                        earlier = disjunction(earlier, hit)
            if matches:
                mine = negation(disjunction(*(guard for guard, _ in matches)))
                common.append(Entry(conjunction(entry.present, earlier), union([*matches, (mine, entry.value)])))
            else:
                common.append(Entry(conjunction(entry.present, earlier), entry.value))
    return tuple(common)


def _alike(first: Symbolic, second: Symbolic) -> bool:
    """Whether nothing tells two values apart where they are equal."""
    kinds = [{kind_of(abstract) for _, abstract in value} for value in (first, second)]
    kinds_of_both = kinds[0] | kinds[1]
    return first is second or (
        kinds_of_both <= {"str", "bytes", "NoneType", "int", "bool"} and not {"int", "bool"} <= kinds_of_both
    )


def _kept(context: Context, entries: tuple[Entry, ...], other_entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries that equal none of the others.

    Assumes: each element of `a - b` is one of a.
    """
    kept = []
    for entry in entries:
        with context.under(entry.present) as possible:
            if possible:
                inside = among(context, entry.value, other_entries)
                kept.append(Entry(conjunction(entry.present, negation(inside)), entry.value))
    return tuple(kept)
