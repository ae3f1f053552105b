"""Conversions between texts and numbers: int, float, str, ord, and the tests of floats in math."""

import keyword
import math
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..ir.build import add, eq, ge, gt, implies, integer, ite, le, lt, mul, neg, op, string
from ..ir.characters import ASCII, CharacterSet, characters, digits, holding, number_space
from ..ir.operators.text import MAX_DIGITS
from ..ir.sorts import BOOL, INT, REAL, STRING
from ..ir.terms import TRUE, Term
from . import floats, numbers, rounding, units
from .abstract_values import (
    AbstractBool,
    AbstractComplex,
    AbstractConstant,
    AbstractFloat,
    AbstractInt,
    AbstractNone,
    AbstractText,
    AbstractValue,
    Symbolic,
    kind_of,
)
from .alternatives import Handler, SymbolicArguments, boolean, constant, each, raising, unsupported
from .byte_strings import float_of_bytes, whole_number
from .context import Context, int_value, single, text_value
from .guards import conjunction, disjunction, negation
from .hashing import hashable_abstract
from .numbers import as_int
from .text import matching, one_of, run_of
from .unrolling import USUAL

MOST_DIGITS, LONG = 10**MAX_DIGITS, 10**100
"""Whole numbers from `MOST_DIGITS` on have no text (library reference, "Integer string conversion length limitation");
of those from `LONG` on the encoding leaves it open."""


def text_of(context: Context, abstract: AbstractValue) -> Symbolic | None:
    """str(x), for texts, whole numbers, booleans and None."""
    match abstract:
        case AbstractText():
            return single(abstract)
        case AbstractNone():
            return constant("None")
        case AbstractBool(term):
            return text_value(ite(term, string("True"), string("False")))
        case AbstractInt(term):
            if term.op == "const" and abs(term.data) < MOST_DIGITS:
                # Python 3.11 refuses to print ints of more than 4,300 digits, and the limit can be changed: beyond it,
                # either may happen.
                return constant(str(term.data))
            short = conjunction(lt(integer(-LONG), term), lt(term, integer(LONG)))
            context.fail(conjunction(negation(short), context.fresh("raises", BOOL)), "ValueError")
            # `str.from_int` is defined for naturals only (SMT-LIB gives the empty text for negative numbers).
            digits = op("str.from_int", term)
            minus = op("str.concat", string("-"), op("str.from_int", neg(term)))
            return text_value(ite(ge(term, integer(0)), digits, minus))
    return None


def _int(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if not arguments:
        return constant(0)
    if len(arguments) == 2:
        return _int_with_base(context, arguments)

    # The alternatives are tried in the order in which `int` itself asks: numbers, then texts and bytes.
    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        number = as_int(abstract)
        if number is not None:
            return int_value(number)
        if isinstance(abstract, AbstractFloat):
            return single(numbers.truncate(context, abstract))
        if isinstance(abstract, AbstractText):
            return int_of_text(context, abstract.term)
        return whole_number(context, abstract) if kind_of(abstract) == "bytes" else raising(context, "TypeError")

    return each(context, arguments[0], apply_to, "int")


def _int_with_base(context: Context, arguments: SymbolicArguments) -> Symbolic:
    base = _known_base(arguments[1])
    if base is None:
        return unsupported(context, "int with an unknown base")
    if base != 0 and not 2 <= base <= 36:
        return raising(context, "ValueError")

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        if isinstance(abstract, AbstractText):
            return int_with_base(context, abstract.term, base)
        # Only texts and bytes may have a base: `int(1, 10)` is a TypeError in Python.
        if kind_of(abstract) != "bytes":
            return raising(context, "TypeError")
        # Base 0 reads the base from the prefix of the text, which is not encoded for bytes.
        return None if base == 0 else whole_number(context, abstract, base)

    return each(context, arguments[0], apply_to, "int with a base")


def _known_base(value: Symbolic) -> int | None:
    """The base that is a known whole number; None for another value."""
    numbers_known = [as_int(abstract) for guard, abstract in value if guard is TRUE]
    base = numbers_known[0] if numbers_known else None
    return int(base.data) if base is not None and base.op == "const" else None


def _float(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if not arguments:
        return constant(0.0)

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        if numbers.as_float(abstract) is not None:
            # An integer beyond the largest float raises OverflowError, and has no value behind that.
            with context.under(numbers.fits_a_float(context, abstract)):
                return single(floats.operand(context, abstract))
        if isinstance(abstract, AbstractText):
            return float_of_text(context, abstract.term)
        return float_of_bytes(context, abstract) if kind_of(abstract) == "bytes" else raising(context, "TypeError")

    return each(context, arguments[0], apply_to, "float")


def _complex(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """complex(x) and complex(x, y) of numbers that are not complex themselves."""
    if not arguments:
        return constant(0j)

    def with_real(real: AbstractValue) -> Symbolic | None:
        imaginaries = arguments[1] if len(arguments) > 1 else constant(0)
        return each(context, imaginaries, lambda imaginary: _of_parts(context, real, imaginary), "complex")

    return each(context, arguments[0], with_real, "complex")


def _of_parts(context: Context, real: AbstractValue, imaginary: AbstractValue) -> Symbolic | None:
    if numbers.as_float(real) is None or numbers.as_float(imaginary) is None:
        return None
    return single(AbstractComplex(floats.operand(context, real), floats.operand(context, imaginary)))


def _float_test(infinite: bool | None) -> Handler:
    """math.isinf (True), math.isnan (False), math.isfinite (None)."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            number = numbers.as_float(abstract)
            # An int too large for a float raises OverflowError before the question is answered.
            if number is None:
                return raising(context, "TypeError")
            numbers.fits_a_float(context, abstract)
            finite = eq(number.kind, integer(0))
            nan = eq(number.kind, integer(3))
            # `kind` has one value each for finite, both infinities and nan, so that these questions need no arithmetic.
            if infinite is None:
                return boolean(finite)
            return boolean(conjunction(negation(finite), negation(nan)) if infinite else nan)

        return each(context, arguments[0], apply_to, "math function")

    return handler


def _ord(context: Context, arguments: SymbolicArguments) -> Symbolic:
    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        if not isinstance(abstract, AbstractText):
            return None if kind_of(abstract) == "bytes" else raising(context, "TypeError")
        context.require(eq(op("str.len", abstract.term), integer(1)), "TypeError")
        return int_value(op("str.to_code", abstract.term))

    return each(context, arguments[0], apply_to, "ord")


def _chr(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """A text of one character, of which `ord` is the number."""

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        code = as_int(abstract)
        if code is None:
            return None if isinstance(abstract, AbstractConstant) else raising(context, "TypeError")
        if code.op == "const" and 0 <= code.data <= sys.maxunicode:
            return constant(chr(code.data))
        # C converts first: an int beyond 32 bits raises OverflowError, one that is no code point ValueError.
        of_c = conjunction(ge(code, integer(-(2**31))), lt(code, integer(2**31)))
        context.require(of_c, "OverflowError")
        inside = conjunction(ge(code, integer(0)), ge(integer(sys.maxunicode), code))
        context.require(inside, "ValueError")
        # One variable for one code: equal numbers give equal characters.
        key = ("chr", code)
        term, is_new = context.shared(key, "character", STRING)
        if is_new:
            context.know(eq(op("str.len", term), integer(1)))
            context.know(implies(inside, eq(op("str.to_code", term), code)))
        return text_value(term)

    return each(context, arguments[0], apply_to, "chr")


def _in_words(words: Iterable[str]) -> Handler:
    """Whether a value is one of some texts, as the `in` of a set says."""
    sorted_words = sorted(words)

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        for guard, abstract in arguments[0]:
            # The set hashes what is looked for, so a list raises even though it could equal no text.
            with context.under(guard) as possible:
                if possible and kind_of(abstract) != "set":  # A set is taken for the frozenset of its members.
                    context.require(hashable_abstract(context, abstract), "TypeError")
        texts = [(guard, text_value.term) for guard, text_value in arguments[0] if isinstance(text_value, AbstractText)]
        terms = (
            conjunction(guard, disjunction(*(eq(text, string(word)) for word in sorted_words))) for guard, text in texts
        )
        return boolean(disjunction(*terms))

    return handler


HANDLERS: dict[Any, Handler] = {
    keyword.iskeyword: _in_words(keyword.kwlist),
    keyword.issoftkeyword: _in_words(keyword.softkwlist),
    int: _int,
    float: _float,
    complex: _complex,
    ord: _ord,
    chr: _chr,
    math.isinf: _float_test(True),
    math.isnan: _float_test(False),
    math.isfinite: _float_test(None),
}


# -- which texts are numbers, and which

_SIGN = op("re.optional", one_of("+-"))
_PLAIN_DIGITS = op("re.plus", one_of("0123456789"))
_PLAIN_INT = op("re.concat", _SIGN, _PLAIN_DIGITS)
MOST_CHARACTERS = 300
"""Texts of so many characters have a finite value, unless they have an exponent."""
_PREFIXES = {16: "xX", 8: "oO", 2: "bB"}
_POWERS_OF_TWO = (2, 4, 8, 16, 32)
_LENGTHS = (1, 2, 3, 4, 6, 8, 16, 32)
"""Of texts up to such lengths, and from there on, the size of the number is known."""


def int_of_text(context: Context, text: Term) -> Symbolic:
    """int(s): ValueError outside its syntax; the value of signed decimal digits."""
    if text.op == "const":
        try:
            return constant(int(text.data))
        except ValueError:
            context.fail(TRUE, "ValueError")
            return Symbolic(())
    # The regular language of the syntax decides exceptions exactly, for texts of any size.
    number = matching(text, _int_syntax())
    context.require(number, "ValueError")
    # The value is exact for plain decimal digits; else it is one number for the text, of which no more is known.
    plain = matching(text, _PLAIN_INT)
    context.size(conjunction(number, negation(plain)), "spaces, underscores and digits beyond ASCII in int()")
    context.bound(gt(op("str.len", text), integer(MAX_DIGITS)), "digits of a text in int()", most=MAX_DIGITS)
    # One number for one text, or `int(s) == int(s)` would not hold.
    if text not in context.wholes:
        context.wholes[text] = context.fresh("whole", INT)
    return int_value(ite(plain, _int_of_plain_text(text), context.wholes[text]))


def _int_of_plain_text(text: Term) -> Term:
    signed = matching(text, op("re.concat", one_of("+-"), _PLAIN_DIGITS))
    unsigned = ite(signed, op("str.substr", text, integer(1), op("str.len", text)), text)
    size = op("str.to_int", unsigned)
    return ite(op("str.prefixof", string("-"), text), neg(size), size)


@lru_cache(maxsize=1)
def _int_syntax() -> Term:
    """What int() accepts (library reference, int)."""
    return op("re.concat", _space(), _SIGN, _digits(), _space())


@lru_cache(maxsize=1)
def _space() -> Term:
    return run_of(number_space())


@lru_cache(maxsize=1)
def _digits() -> Term:
    """Digits of any script, and underscores between them."""
    some = op("re.plus", one_of(holding("isdecimal")))
    return op("re.concat", some, op("re.star", op("re.concat", op("re.literal", data="_"), some)))


def float_of_text(context: Context, text: Term) -> Symbolic:
    """float(s): ValueError outside its syntax; its kind is exact, its finite value an unknown number."""
    if text.op == "const":
        try:
            return constant(float(text.data))
        except ValueError:
            context.fail(TRUE, "ValueError")
            return Symbolic(())
    number, infinity, nan = (matching(text, syntax) for syntax in _float_syntax())
    # Numbers, infinities and nan are three languages; anything else raises.
    context.require(op("or", number, infinity, nan), "ValueError")
    negative = matching(text, op("re.concat", _space(), op("re.literal", data="-"), op("re.all")))
    kind = ite(nan, integer(3), ite(infinity, ite(negative, integer(2), integer(1)), integer(0)))
    # An exponent can make a finite text infinite (1e999), and so can many digits: such texts are beyond the bound.
    context.bound(matching(text, _has_exponent()), "float of a text with an exponent")
    long = gt(op("str.len", text), integer(MOST_CHARACTERS))
    context.bound(long, "characters of a text as a float", most=MOST_CHARACTERS)
    value = context.fresh("float", INT if context.grid else REAL)
    # A text of plain digits has the value of its int, rounded once; other decimals are an unknown finite number.
    whole_number = units.of_whole(_int_of_plain_text(text))
    written = whole_number if context.grid else rounding.nearest(context, units.ones(whole_number), tiny=False)
    context.know(disjunction(negation(matching(text, _PLAIN_INT)), eq(value, written)))
    return single(AbstractFloat(kind, value))


@lru_cache(maxsize=1)
def _float_syntax() -> tuple[Term, Term, Term]:
    """What float() accepts (library reference, float): a number, an infinity, a nan."""
    some, space, point = _digits(), _space(), op("re.literal", data=".")
    fraction = op(
        "re.union",
        op("re.concat", some, op("re.optional", op("re.concat", point, op("re.optional", some)))),
        op("re.concat", point, some),
    )
    exponent = op("re.optional", op("re.concat", one_of("eE"), _SIGN, some))
    number = op("re.concat", space, _SIGN, fraction, exponent, space)
    infinity = op("re.concat", space, _SIGN, _alternatives("inf", "infinity"), space)
    nan = op("re.concat", space, _SIGN, _alternatives("nan"), space)
    return number, infinity, nan


def _alternatives(*words: str) -> Term:
    """The words, in any mixture of upper and lower case."""
    spelled = [op("re.concat", *(one_of(c.lower() + c.upper()) for c in word)) for word in words]
    return spelled[0] if len(spelled) == 1 else op("re.union", *spelled)


@lru_cache(maxsize=1)
def _has_exponent() -> Term:
    mantissa = one_of(holding("isdecimal") | characters("."))
    return op("re.concat", op("re.all"), mantissa, one_of("eE"), op("re.all"))


def int_with_base(context: Context, text: Term, base: int) -> Symbolic:
    """int(text, base) for a base from 2 to 36, or 0: ValueError outside its syntax (library reference, int)."""
    if text.op == "const":
        try:
            return constant(int(text.data, base))
        except ValueError:
            return raising(context, "ValueError")
    numeral = matching(text, numerals(base))
    context.require(numeral, "ValueError")
    # For bases that are powers of two, digits have no limit in Python (CVE-2020-10735 concerns the others).
    if base not in _POWERS_OF_TWO:
        context.bound(gt(op("str.len", text), integer(MAX_DIGITS)), "digits of a text in int()", most=MAX_DIGITS)
    value, is_new = context.shared(("int", text, base), "whole", INT)
    if is_new:
        with context.anywhere():
            context.facts += _value_facts(text, base, value, numeral)
    # Exact for few digits: longer numerals have only the facts about sign, zero and size.
    if base:
        plain = matching(text, op("re.loop", one_of(_plain_digits(base)), data=(1, USUAL.characters)))
        longer = f"a text of more than {USUAL.characters} digits in int() with a base"
        context.size(conjunction(numeral, negation(plain)), longer)
    else:
        context.size(numeral, "int() with base 0")
    return int_value(value)


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
    # Base 0 reads a prefix, up to hexadecimal: its digits are worth at most those of base 16.
    largest = base or 16
    # A number of at most n digits is less than base**n, and one of n digits without leading zeros at least base**(n-1).
    for length in _LENGTHS:
        limit = largest**length
        short = conjunction(numeral, le(size, integer(length)))
        facts.append(implies(short, conjunction(lt(integer(-limit), value), lt(value, integer(limit)))))
    if base:
        plain = _plain_digits(base)
        leading = op("re.concat", one_of(plain - characters("0")), run_of(plain))
        for length in _LENGTHS:
            long = conjunction(matching(text, leading), ge(size, integer(length)))
            facts.append(implies(long, ge(value, integer(base ** (length - 1)))))
        # The positional sum, for each length that is followed.
        for length in range(1, USUAL.characters + 1):
            written = matching(text, op("re.loop", one_of(plain), data=(length, length)))
            terms = [
                mul(integer(base ** (length - 1 - position)), _digit(op("str.at", text, integer(position)), base))
                for position in range(length)
            ]
            facts.append(implies(written, eq(value, add(*terms) if length > 1 else terms[0])))
    return facts


def _digit(piece: Term, base: int) -> Term:
    result: Term = integer(0)
    for value in range(1, base):
        result = ite(matching(piece, one_of(_spelled(value) & ASCII)), integer(value), result)
    return result


def _plain_digits(base: int) -> CharacterSet:
    return _of_base(base) & ASCII


def _of_base(base: int) -> CharacterSet:
    spellings = CharacterSet()
    for value in range(base):
        spellings |= _spelled(value)
    return spellings


@lru_cache(maxsize=64)
def _spelled(value: int) -> CharacterSet:
    """The characters that int() reads as a digit of this value: those of any script up to 9, then letters of ASCII."""
    if value < 10:
        return digits()[value]
    letter = chr(ord("a") + value - 10)
    return characters(letter + letter.upper())


@lru_cache(maxsize=64)
def numerals(base: int, zero: bool = False) -> Term:
    """The texts that int() reads with a base from 2 to 36, or 0; `zero`: those of them that it reads as 0."""
    none = _spelled(0)
    underscore = op("re.optional", op("re.literal", data="_"))

    def number(some: CharacterSet, first: CharacterSet | None = None) -> Term:
        start = one_of(some if first is None else first)
        return op("re.concat", start, op("re.star", op("re.concat", underscore, one_of(some))))

    forms = []
    # A prefix is allowed for its own base, and for base 0, which takes the base from it.
    for base_of_prefix, letters in _PREFIXES.items():
        if base in (base_of_prefix, 0):
            accepted = none if zero else _of_base(base_of_prefix)
            forms.append(op("re.concat", one_of(none), one_of(letters), underscore, number(accepted)))
    if base:
        forms.append(number(none if zero else _of_base(base)))
    else:
        # Base 0 refuses leading zeros of other numbers than zero, as literals do.
        forms.append(number(none))
        if not zero:
            forms.append(number(_of_base(10), _of_base(10) - none))
    body = forms[0] if len(forms) == 1 else op("re.union", *forms)
    return op("re.concat", _space(), _SIGN, body, _space())
