"""Methods of bytes: Python's library reference, "Bytes and Bytearray Operations".

What comes out of them is a sequence of the same entries under further conditions, in the same order: to strip, or to
cut a word out, takes the places of bytes away and moves none. So an entry may be absent in the middle, as a byte of
`b"a b"` in its words, and who looks at what is beside a byte has to pass over absent ones (`_last_is_inside`).
"""

import string
from collections.abc import Callable, Sequence

from ..ir.build import add, ge, integer, ite, le, mul, neg, sub
from ..ir.sorts import BOOL, INT, REAL
from ..ir.terms import FALSE, TRUE, Term
from . import floats
from .abstract_values import (
    FINITE,
    NOT_A_NUMBER,
    AbstractFloat,
    AbstractInt,
    AbstractNone,
    AbstractSequence,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
)
from .alternatives import SymbolicArguments, boolean, iterate, raising
from .context import Context, int_value, single, union
from .guards import conjunction, disjunction, negation
from .sequences import count, filtered, sequence
from .units import ZERO

SPACES = tuple(code for code in range(256) if bytes([code]).isspace())
_OF_BASES = {16: b"xX", 8: b"oO", 2: b"bB"}
"""The letters by which a number may say its base: `0x1f`."""
_BETWEEN_DIGITS = (*SPACES, ord("_"))
"""What may stand around digits of a number, or between them, and is not followed there."""
_IN_FLOATS = (*_BETWEEN_DIGITS, *b".eEinftyaINFTYA")
"""The same of a float: also a point, an exponent, and the letters of `infinity` and `nan`."""
_PREDICATES = frozenset(("isalnum", "isalpha", "isdigit", "isspace"))
"""Predicates that hold of bytes iff there are some and they hold of each."""
_OTHER_CASE = {"islower": "isupper", "isupper": "islower"}
_MAPPINGS = frozenset(("lower", "upper", "swapcase"))
_STRIPPING = {"strip": (True, True), "lstrip": (True, False), "rstrip": (False, True)}
_TAKING_TEXTS = frozenset(("decode", "fromhex", "hex", "join"))
"""Methods of bytes whose first argument may be a text."""


def on_bytes(context: Context, receiver: AbstractValue, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    """A method of bytes; None where the encoding has none."""
    if arguments:
        # Methods of bytes take bytes: a text in their place is refused before anything else.
        if name not in _TAKING_TEXTS and all(isinstance(abstract, AbstractText) for _, abstract in arguments[0]):
            return raising(context, "TypeError")
        # `None` means whitespace to `strip` and `split`, as no argument does.
        none = len(arguments) == 1 and all(isinstance(abstract, AbstractNone) for _, abstract in arguments[0])
        if not none or name not in (*_STRIPPING, "split"):
            return None
    if name == "isascii":
        return _each(context, receiver, lambda items: boolean(negation(_some_beyond_ascii(items))))
    if name in _PREDICATES or name in _OTHER_CASE:
        return _each(context, receiver, lambda items: boolean(_predicate(items, name)))
    if name in _MAPPINGS:
        return _each(context, receiver, lambda items: single(_mapped(items, name)))
    if name in _STRIPPING:
        return _each(context, receiver, lambda items: single(_stripped(items, *_STRIPPING[name])))
    if name == "split":
        return _each(context, receiver, lambda items: single(_words(items)))
    return None


def whole_number(context: Context, abstract: AbstractValue, base: int = 10) -> Symbolic | None:
    """int(b"…", base) of digits behind an optional sign, for a base from 2 to 36; None for what is no sequence of
    bytes. Of longer bytes, and of those with spaces, underscores and what tells the base, a proof assumes nothing: they
    may be any number, or none."""
    allowed = (*_BETWEEN_DIGITS, *_OF_BASES.get(base, b""))
    pair = _numeral(context, abstract, allowed, "bytes in int(), and other than digits among them", base)
    if pair is None:
        return None
    number, unfollowed = pair
    if context.skolem_constants:
        # In a proof, any number; in a search, the guess is replayed anyway.
        number = ite(unfollowed, context.fresh("number", INT), number)
    return int_value(number)


def float_of_bytes(context: Context, abstract: AbstractValue) -> Symbolic | None:
    """float(b"…") as `whole_number`, which also says nothing of bytes that may be in a number that is not whole."""
    pair = _numeral(context, abstract, _IN_FLOATS, "bytes in float(), and other than digits among them")
    if pair is None:
        return None
    number, unfollowed = pair
    written = floats.operand(context, AbstractInt(ite(unfollowed, ZERO, number)))
    if not context.skolem_constants:
        return single(written)
    kind, value = context.fresh("kind", INT), context.fresh("float", INT if context.grid else REAL)
    # Any float: of any kind, and of any value.
    context.facts += [ge(kind, integer(FINITE)), le(kind, integer(NOT_A_NUMBER))]
    return single(AbstractFloat(ite(unfollowed, kind, written.kind), ite(unfollowed, value, written.value)))


def _numeral(
    context: Context, abstract: AbstractValue, allowed: Sequence[int], what: str, base: int = 10
) -> tuple[Term, Term] | None:
    """The whole number that digits behind an optional sign are, and where some bytes are not followed, those among
    `allowed`. Raises ValueError for other bytes. None for what is no sequence of bytes."""
    items = sequence(context, abstract)
    if items is None:
        return None
    # Whitespace and underscores may occur in numerals; where they do, the value is left open instead of wrong.
    odd = (conjunction(entry.present, _is_one_of(entry, allowed)) for entry in items.entries)
    unfollowed = disjunction(items.more, *odd)
    well_formed, begun, some, negative = TRUE, FALSE, FALSE, FALSE
    number: Term = integer(0)
    # Horner's rule over the entries, absent ones leaving the state as it is; signs only before the first byte.
    for entry in items.entries:
        digit = conjunction(entry.present, _is_one_of(entry, _digits(base)))
        sign = conjunction(entry.present, negation(begun), _is_one_of(entry, b"+-"))
        negative = disjunction(negative, conjunction(sign, _is_one_of(entry, b"-")))
        well_formed = conjunction(well_formed, disjunction(negation(entry.present), digit, sign))
        number = ite(digit, add(mul(integer(base), number), _digit_of(entry)), number)
        begun, some = disjunction(begun, entry.present), disjunction(some, digit)
    number, well_formed = ite(negative, neg(number), number), conjunction(well_formed, some)
    # With Skolem constants the encoding stands for all sizes: what is not followed may be a numeral or none.
    if context.skolem_constants:
        context.size(unfollowed, what)
        well_formed = ite(unfollowed, context.fresh("numeral", BOOL), well_formed)
    else:
        context.bound(unfollowed, what)
    context.require(well_formed, "ValueError")
    return number, unfollowed


def _each(context: Context, receiver: AbstractValue, visit: Callable[[AbstractSequence], Symbolic]) -> Symbolic:
    guarded = []
    for guard, items in iterate(context, single(receiver)):
        context.bound(conjunction(guard, items.more), "bytes", hard=False)
        guarded.append((guard, visit(items)))
    return union(guarded)


def _code(entry: Entry) -> Term:
    """The entry as a number from 0 to 255."""
    code: Term = integer(0)
    for guard, abstract in entry.value:
        assert isinstance(abstract, AbstractInt)
        code = ite(guard, abstract.term, code)
    return code


def _digits(base: int) -> tuple[int, ...]:
    """The codes of the digits of a base (library reference, int)."""
    letters = string.ascii_lowercase[: max(base - 10, 0)]
    return tuple(sorted((string.digits[:base] + letters + letters.upper()).encode()))


def _digit_of(entry: Entry) -> Term:
    """What an entry counts that is a digit of some base."""
    code = _code(entry)
    letter = ite(ge(code, integer(ord("a"))), sub(code, integer(ord("a"))), sub(code, integer(ord("A"))))
    return ite(le(code, integer(ord("9"))), sub(code, integer(ord("0"))), add(letter, integer(10)))


def _is_one_of(entry: Entry, codes: Sequence[int]) -> Term:
    code = _code(entry)
    starts = [first for first in codes if first - 1 not in codes]
    ends = [last for last in codes if last + 1 not in codes]
    ranges = zip(starts, ends, strict=True)
    return disjunction(*(conjunction(ge(code, integer(first)), le(code, integer(last))) for first, last in ranges))


def _accepted(name: str) -> tuple[int, ...]:
    return tuple(code for code in range(256) if getattr(bytes([code]), name)())


def _predicate(items: AbstractSequence, name: str) -> Term:
    accepted = _accepted(name)
    some = disjunction(*(conjunction(entry.present, _is_one_of(entry, accepted)) for entry in items.entries))
    # `islower` asks that some byte has the case and none the other; bytes without a case are allowed.
    if name in _OTHER_CASE:
        refused = _accepted(_OTHER_CASE[name])
        wrong = disjunction(*(conjunction(entry.present, _is_one_of(entry, refused)) for entry in items.entries))
    else:
        wrong = disjunction(
            *(conjunction(entry.present, negation(_is_one_of(entry, accepted))) for entry in items.entries)
        )
    return conjunction(some, negation(wrong))


def _some_beyond_ascii(items: AbstractSequence) -> Term:
    return disjunction(*(conjunction(entry.present, ge(_code(entry), integer(128))) for entry in items.entries))


def _mapped(items: AbstractSequence, name: str) -> AbstractSequence:
    lower, upper = _accepted("islower"), _accepted("isupper")
    case = ord("a") - ord("A")
    entries = []
    for entry in items.entries:
        # Methods of bytes change ASCII letters alone (library reference, "Bytes and Bytearray Operations").
        code = changed = _code(entry)
        if name != "upper":
            changed = ite(_is_one_of(entry, upper), add(code, integer(case)), changed)
        if name != "lower":
            changed = ite(_is_one_of(entry, lower), add(code, integer(-case)), changed)
        entries.append(Entry(entry.present, int_value(changed)))
    return AbstractSequence("bytes", items.length, tuple(entries), items.prefix, items.more)


def _stripped(items: AbstractSequence, left: bool, right: bool) -> AbstractSequence:
    inside = [conjunction(entry.present, negation(_is_one_of(entry, SPACES))) for entry in items.entries]
    kept = []
    for position, entry in enumerate(items.entries):
        after = disjunction(*inside[: position + 1]) if left else TRUE
        precedes = disjunction(*inside[position:]) if right else TRUE
        kept.append(Entry(conjunction(entry.present, after, precedes), entry.value))
    return filtered("bytes", tuple(kept))


def _words(items: AbstractSequence) -> AbstractSequence:
    """The longest runs without spaces, in order."""
    # A word may begin at any byte: there is an entry for each, present where this byte is no space and what is before
    # it is one. Its bytes are those from here on as long as no space came between.
    inside = [conjunction(entry.present, negation(_is_one_of(entry, SPACES))) for entry in items.entries]
    # Every byte opens a word at most once, so there are as many candidates as bytes.
    words = []
    for start, first in enumerate(inside):
        opened = conjunction(first, negation(_last_is_inside(items, inside, start)))
        run: list[Entry] = []
        unbroken = first
        # `unbroken`: no space so far. Absent entries are passed over, since stripping leaves holes.
        for position in range(start, len(inside)):
            absent = negation(items.entries[position].present)
            run.append(Entry(conjunction(unbroken, inside[position]), items.entries[position].value))
            unbroken = conjunction(unbroken, disjunction(inside[position], absent))
        words.append(Entry(opened, single(AbstractSequence("bytes", count(tuple(run)), tuple(run), False, FALSE))))
    return filtered("list", tuple(words))


def _last_is_inside(items: AbstractSequence, inside: Sequence[Term], position: int) -> Term:
    """Is the last byte that is there before a position no space?"""
    term: Term = FALSE
    for entry, is_there in zip(items.entries[:position], inside[:position], strict=True):
        term = disjunction(is_there, conjunction(term, negation(entry.present)))
    return term
