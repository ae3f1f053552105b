"""Conversions between texts and numbers: int, float, str, ord, and the tests of floats in math."""

import keyword
import math
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..ir.build import eq, ge, gt, implies, integer, ite, lt, neg, op, string
from ..ir.characters import characters, holding, number_space
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
from .context import Context, single
from .encoded_texts import int_with_base, known_base
from .guards import conjunction, disjunction, negation
from .hashing import hashable_abstract
from .numbers import as_int
from .text import matching, one_of

SIGN = op("re.optional", one_of("+-"))
PLAIN_DIGITS = op("re.plus", one_of("0123456789"))
PLAIN_INT = op("re.concat", SIGN, PLAIN_DIGITS)


def _alternatives(*words: str) -> Term:
    """The words, in any mixture of upper and lower case."""
    spelled = [op("re.concat", *(one_of(c.lower() + c.upper()) for c in word)) for word in words]
    return spelled[0] if len(spelled) == 1 else op("re.union", *spelled)


@lru_cache(maxsize=1)
def _space() -> Term:
    return op("re.star", one_of(number_space()))


@lru_cache(maxsize=1)
def _digits() -> Term:
    """Digits of any script, and underscores between them."""
    some = op("re.plus", one_of(holding("isdecimal")))
    return op("re.concat", some, op("re.star", op("re.concat", op("re.literal", data="_"), some)))


@lru_cache(maxsize=1)
def _float_syntax() -> tuple[Term, Term, Term]:
    """What float() accepts (library reference, float): a number, an infinity, a nan."""
    digits, space, point = _digits(), _space(), op("re.literal", data=".")
    fraction = op("re.union",
        op("re.concat", digits, op("re.optional", op("re.concat", point, op("re.optional", digits)))),
        op("re.concat", point, digits),
    )  # fmt: skip
    exponent = op("re.optional", op("re.concat", one_of("eE"), SIGN, digits))
    number = op("re.concat", space, SIGN, fraction, exponent, space)
    infinity = op("re.concat", space, SIGN, _alternatives("inf", "infinity"), space)
    nan = op("re.concat", space, SIGN, _alternatives("nan"), space)
    return number, infinity, nan


@lru_cache(maxsize=1)
def _int_syntax() -> Term:
    """What int() accepts (library reference, int)."""
    return op("re.concat", _space(), SIGN, _digits(), _space())


@lru_cache(maxsize=1)
def _has_exponent() -> Term:
    before = one_of(holding("isdecimal") | characters("."))
    return op("re.concat", op("re.all"), before, one_of("eE"), op("re.all"))


def int_of_text(context: Context, text: Term) -> Symbolic:
    """int(s): ValueError outside its syntax; the value of signed decimal digits."""
    if text.op == "const":
        try:
            return constant(int(text.data))
        except ValueError:
            context.fail(TRUE, "ValueError")
            return Symbolic(())
    number = matching(text, _int_syntax())
    context.fail(negation(number), "ValueError")
    plain = matching(text, PLAIN_INT)
    context.size(conjunction(number, negation(plain)), "spaces, underscores and digits beyond ASCII in int()")
    context.bound(gt(op("str.len", text), integer(MAX_DIGITS)), "digits of a text in int()", most=MAX_DIGITS)
    if text not in context.wholes:
        context.wholes[text] = context.fresh("whole", INT)
    return single(AbstractInt(ite(plain, int_of_plain_text(text), context.wholes[text])))


def float_of_text(context: Context, text: Term) -> Symbolic:
    """float(s): ValueError outside its syntax; its kind is exact, its finite value an unknown number."""
    if text.op == "const":
        try:
            return constant(float(text.data))
        except ValueError:
            context.fail(TRUE, "ValueError")
            return Symbolic(())
    number, infinity, nan = (matching(text, syntax) for syntax in _float_syntax())
    context.fail(negation(op("or", number, infinity, nan)), "ValueError")
    negative = matching(text, op("re.concat", _space(), op("re.literal", data="-"), op("re.all")))
    kind = ite(nan, integer(3), ite(infinity, ite(negative, integer(2), integer(1)), integer(0)))
    # An exponent can make a finite text infinite (1e999), and so can many digits: such texts are beyond the bound.
    context.bound(matching(text, _has_exponent()), "float of a text with an exponent")
    long = gt(op("str.len", text), integer(MOST_CHARACTERS))
    context.bound(long, "characters of a text as a float", most=MOST_CHARACTERS)
    value = context.fresh("float", INT if context.grid else REAL)
    whole = units.of_whole(int_of_plain_text(text))
    written = whole if context.grid else rounding.nearest(context, units.ones(whole), tiny=False)
    context.facts.append(disjunction(negation(matching(text, PLAIN_INT)), eq(value, written)))
    return single(AbstractFloat(kind, value))


def int_of_plain_text(text: Term) -> Term:
    signed = matching(text, op("re.concat", one_of("+-"), PLAIN_DIGITS))
    digits = ite(signed, op("str.substr", text, integer(1), op("str.len", text)), text)
    size = op("str.to_int", digits)
    return ite(op("str.prefixof", string("-"), text), neg(size), size)


MOST_CHARACTERS = 300
"""Texts of so many characters have a finite value, unless they have an exponent."""
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
            return single(AbstractText(ite(term, string("True"), string("False"))))
        case AbstractInt(term):
            if term.op == "const" and abs(term.data) < MOST_DIGITS:
                return constant(str(term.data))
            short = conjunction(lt(integer(-LONG), term), lt(term, integer(LONG)))
            context.fail(conjunction(negation(short), context.fresh("raises", BOOL)), "ValueError")
            shown = op("str.from_int", term)
            minus = op("str.concat", string("-"), op("str.from_int", neg(term)))
            return single(AbstractText(ite(ge(term, integer(0)), shown, minus)))
    return None


def _int(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if not arguments:
        return constant(0)
    if len(arguments) == 2:
        return _int_with_base(context, arguments)

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        whole = as_int(abstract)
        if whole is not None:
            return single(AbstractInt(whole))
        if isinstance(abstract, AbstractFloat):
            return single(numbers.truncate(context, abstract))
        if isinstance(abstract, AbstractText):
            return int_of_text(context, abstract.term)
        return whole_number(context, abstract) if kind_of(abstract) == "bytes" else raising(context, "TypeError")

    return each(context, arguments[0], apply_to, "int")


def _int_with_base(context: Context, arguments: SymbolicArguments) -> Symbolic:
    base = known_base(arguments[1])
    if base is None:
        return unsupported(context, "int with an unknown base")
    if base != 0 and not 2 <= base <= 36:
        return raising(context, "ValueError")

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        if isinstance(abstract, AbstractText):
            return int_with_base(context, abstract.term, base)
        if kind_of(abstract) != "bytes":
            return raising(context, "TypeError")
        return None if base == 0 else whole_number(context, abstract, base)

    return each(context, arguments[0], apply_to, "int with a base")


def _float(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if not arguments:
        return constant(0.0)

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        if numbers.as_float(abstract) is not None:
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
        others = arguments[1] if len(arguments) > 1 else constant(0)
        return each(context, others, lambda imaginary: _of_parts(context, real, imaginary), "complex")

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
            if number is None:
                return raising(context, "TypeError")
            numbers.fits_a_float(context, abstract)
            finite = eq(number.kind, integer(0))
            nan = eq(number.kind, integer(3))
            if infinite is None:
                return boolean(finite)
            return boolean(conjunction(negation(finite), negation(nan)) if infinite else nan)

        return each(context, arguments[0], apply_to, "math function")

    return handler


def _ord(context: Context, arguments: SymbolicArguments) -> Symbolic:
    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        if not isinstance(abstract, AbstractText):
            return None if kind_of(abstract) == "bytes" else raising(context, "TypeError")
        context.fail(negation(eq(op("str.len", abstract.term), integer(1))), "TypeError")
        return single(AbstractInt(op("str.to_code", abstract.term)))

    return each(context, arguments[0], apply_to, "ord")


def _chr(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """A text of one character, of which `ord` is the number."""

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        whole = as_int(abstract)
        if whole is None:
            return None if isinstance(abstract, AbstractConstant) else raising(context, "TypeError")
        if whole.op == "const" and 0 <= whole.data <= sys.maxunicode:
            return constant(chr(whole.data))
        of_c = conjunction(ge(whole, integer(-(2**31))), lt(whole, integer(2**31)))
        context.fail(negation(of_c), "OverflowError")
        inside = conjunction(ge(whole, integer(0)), ge(integer(sys.maxunicode), whole))
        context.fail(negation(inside), "ValueError")
        key = ("chr", whole)
        if key not in context.summaries:
            found = context.summaries[key] = context.fresh("character", STRING)
            context.facts.append(eq(op("str.len", found), integer(1)))
            context.facts.append(implies(inside, eq(op("str.to_code", found), whole)))
        return single(AbstractText(context.summaries[key]))

    return each(context, arguments[0], apply_to, "chr")


def _in_words(words: Iterable[str]) -> Handler:
    """Whether a value is one of some texts, as the `in` of a set says."""
    known = sorted(words)

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        for guard, abstract in arguments[0]:
            with context.under(guard) as possible:
                if possible and kind_of(abstract) != "set":  # A set is taken for the frozenset of its members.
                    context.fail(negation(hashable_abstract(context, abstract)), "TypeError")
        texts = [(guard, one.term) for guard, one in arguments[0] if isinstance(one, AbstractText)]
        found = (conjunction(guard, disjunction(*(eq(text, string(word)) for word in known))) for guard, text in texts)
        return boolean(disjunction(*found))

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
