"""`str.encode` and `int` with a base: what they accept, and what is known of the result for texts of any size."""

import codecs
from functools import lru_cache

from ..ir.build import add, eq, ge, gt, implies, integer, ite, le, lt, mul, op
from ..ir.characters import ASCII, CharacterSet, characters, digits, number_space, of_ranges
from ..ir.operators.text import MAX_DIGITS
from ..ir.sorts import INT
from ..ir.terms import TRUE, Term
from .abstract_values import AbstractInt, AbstractSequence, AbstractText, Symbolic
from .alternatives import SymbolicArguments, constant, raising
from .context import Context, single
from .guards import conjunction, negation
from .numbers import as_int
from .text import matching, one_of
from .unrolling import USUAL

_SURROGATES = of_ranges([(0xD800, 0xDFFF)])
_SIZES = {1: ASCII, 2: of_ranges([(0, 0x7FF)]), 3: of_ranges([(0, 0xFFFF)])}
"""The characters that take at most so many bytes in UTF-8 (RFC 3629); all others take four."""
_CODECS = {"utf-8": ~_SURROGATES, "ascii": ASCII, "iso8859-1": of_ranges([(0, 255)])}
"""The characters that a codec has bytes for."""


def encode_text(context: Context, text: Term, arguments: SymbolicArguments) -> Symbolic | None:
    """text.encode(encoding) for UTF-8, ASCII and Latin-1, which raises UnicodeEncodeError for other characters than the
    codec has; None for others, and where errors are not strict.

    The result is bytes of which only the number is known.
    """
    names = [_known_text(argument) for argument in arguments]
    codec = _codec("utf-8" if not names else names[0])
    if codec is None or len(names) > 2 or names[1:] not in ([], ["strict"]):
        return None
    if text.op == "const":
        try:
            return constant(text.data.encode(codec))
        except UnicodeEncodeError:
            return raising(context, "UnicodeEncodeError")
    context.fail(negation(matching(text, op("re.star", one_of(_CODECS[codec])))), "UnicodeEncodeError")
    size = _bytes_of(context, text) if codec == "utf-8" else op("str.len", text)
    return single(AbstractSequence("bytes", size, (), True, gt(size, integer(0))))


def _known_text(value: Symbolic) -> str | None:
    known = [each.term.data for _, each in value if isinstance(each, AbstractText) and each.term.op == "const"]
    return known[0] if len(known) == len(value.alternatives) == 1 else None


def _codec(name: str | None) -> str | None:
    try:
        found = None if name is None else codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    return found if found in _CODECS else None


def _bytes_of(context: Context, text: Term) -> Term:
    """How many bytes the text has in UTF-8 (surrogates count as three)."""
    key = ("bytes of", text)
    size = op("str.len", text)
    if not context.skolem_constants:
        most = context.unrolling.characters
        context.bound(gt(size, integer(most)), "characters of a text", most=most)
        pieces = [op("str.at", text, integer(place)) for place in range(most)]
        return add(*map(_size_of, pieces))
    context.size(gt(size, integer(0)), "bytes of a text")
    if key in context.summaries:
        known: Term = context.summaries[key]
        return known
    result = context.summaries[key] = context.fresh("bytes", INT)
    facts = [ge(result, size), le(result, mul(integer(4), size))]
    for most, some in _SIZES.items():
        facts.append(implies(matching(text, op("re.star", one_of(some))), le(result, mul(integer(most), size))))
        facts.append(implies(matching(text, op("re.star", one_of(~some))), ge(result, mul(integer(most + 1), size))))
    facts.append(eq(matching(text, op("re.star", one_of(ASCII))), eq(result, size)))
    context.facts.append(conjunction(*facts))
    return result


def _size_of(piece: Term) -> Term:
    result: Term = integer(4)
    for most, some in reversed(_SIZES.items()):
        result = ite(matching(piece, one_of(some)), integer(most), result)
    return ite(eq(op("str.len", piece), integer(0)), integer(0), result)


_PREFIXES = {16: "xX", 8: "oO", 2: "bB"}
_POWERS_OF_TWO = (2, 4, 8, 16, 32)
_LENGTHS = (1, 2, 3, 4, 6, 8, 16, 32)
"""Of texts up to such lengths, and from there on, the size of the number is known."""


def int_with_base(context: Context, text: Term, base: int) -> Symbolic:
    """int(text, base) for a base from 2 to 36, or 0: ValueError outside its syntax (library reference, int)."""
    if text.op == "const":
        try:
            return constant(int(text.data, base))
        except ValueError:
            return raising(context, "ValueError")
    numeral = matching(text, numerals(base))
    context.fail(negation(numeral), "ValueError")
    if base not in _POWERS_OF_TWO:
        context.bound(gt(op("str.len", text), integer(MAX_DIGITS)), "digits of a text in int()", most=MAX_DIGITS)
    key = ("int", text, base)
    if key not in context.summaries:
        context.summaries[key] = value = context.fresh("whole", INT)
        with context.anywhere():
            context.facts += _value_facts(text, base, value, numeral)
    if base:
        plain = matching(text, op("re.loop", one_of(_plain_digits(base)), data=(1, USUAL.characters)))
        context.size(conjunction(numeral, negation(plain)), "a text of more than a few digits in int() with a base")
    else:
        context.size(numeral, "int() with base 0")
    return single(AbstractInt(context.summaries[key]))


def _value_facts(text: Term, base: int, value: Term, numeral: Term) -> list[Term]:
    # No solver reads numbers in a base, so the value is a new constant of which is said what is true of every numeral:
    # its sign, which numerals are zero, how large a number of n digits is at most and, without leading zeros, at least.
    # Only of a few digits is it said exactly. So a proof holds, and a test that relies on more is refused in replay.
    size, zero = op("str.len", text), integer(0)
    signed = matching(text, op("re.concat", _space(), op("re.literal", data="-"), op("re.all")))
    facts = [
        implies(conjunction(numeral, negation(signed)), ge(value, zero)),
        implies(conjunction(numeral, signed), le(value, zero)),
        implies(numeral, eq(matching(text, numerals(base, zero=True)), eq(value, zero))),
    ]
    largest = base or 16
    for length in _LENGTHS:
        limit = largest**length
        short = conjunction(numeral, le(size, integer(length)))
        facts.append(implies(short, conjunction(lt(integer(-limit), value), lt(value, integer(limit)))))
    if base:
        plain = _plain_digits(base)
        leading = op("re.concat", one_of(plain - characters("0")), op("re.star", one_of(plain)))
        for length in _LENGTHS:
            long = conjunction(matching(text, leading), ge(size, integer(length)))
            facts.append(implies(long, ge(value, integer(base ** (length - 1)))))
        for length in range(1, USUAL.characters + 1):
            written = matching(text, op("re.loop", one_of(plain), data=(length, length)))
            parts = [
                mul(integer(base ** (length - 1 - place)), _digit(op("str.at", text, integer(place)), base))
                for place in range(length)
            ]
            facts.append(implies(written, eq(value, add(*parts) if length > 1 else parts[0])))
    return facts


def _digit(piece: Term, base: int) -> Term:
    result: Term = integer(0)
    for value in range(1, base):
        result = ite(matching(piece, one_of(_spelled(value) & ASCII)), integer(value), result)
    return result


def _plain_digits(base: int) -> CharacterSet:
    return _of_base(base) & ASCII


def _of_base(base: int) -> CharacterSet:
    found = CharacterSet()
    for value in range(base):
        found |= _spelled(value)
    return found


@lru_cache(maxsize=64)
def _spelled(value: int) -> CharacterSet:
    """The characters that int() reads as a digit of this value: those of any script up to 9, then letters of ASCII."""
    if value < 10:
        return digits()[value]
    letter = chr(ord("a") + value - 10)
    return characters(letter + letter.upper())


@lru_cache(maxsize=1)
def _space() -> Term:
    return op("re.star", one_of(number_space()))


@lru_cache(maxsize=64)
def numerals(base: int, zero: bool = False) -> Term:
    """The texts that int() reads with a base from 2 to 36, or 0; `zero`: those of them that it reads as 0."""
    none = _spelled(0)
    underscore = op("re.optional", op("re.literal", data="_"))

    def number(some: CharacterSet, first: CharacterSet | None = None) -> Term:
        start = one_of(some if first is None else first)
        return op("re.concat", start, op("re.star", op("re.concat", underscore, one_of(some))))

    forms = []
    for known, letters in _PREFIXES.items():
        if base in (known, 0):
            accepted = none if zero else _of_base(known)
            forms.append(op("re.concat", one_of(none), one_of(letters), underscore, number(accepted)))
    if base:
        forms.append(number(none if zero else _of_base(base)))
    else:
        forms.append(number(none))
        if not zero:
            forms.append(number(_of_base(10), _of_base(10) - none))
    body = forms[0] if len(forms) == 1 else op("re.union", *forms)
    return op("re.concat", _space(), op("re.optional", one_of("+-")), body, _space())


def known_base(value: Symbolic) -> int | None:
    """The base that is a known whole number; None for another value."""
    known = [as_int(abstract) for guard, abstract in value if guard is TRUE]
    whole = known[0] if known else None
    return int(whole.data) if whole is not None and whole.op == "const" else None
