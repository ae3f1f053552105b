"""Conversions between texts and numbers: int, float, str, ord, and the tests of floats in math."""

import keyword
import math
import sys
from collections.abc import Iterable
from typing import Any

from ..ir.build import eq, ge, implies, integer, ite, lt, neg, op, string
from ..ir.operators.text import MAX_DIGITS
from ..ir.sorts import BOOL, STRING
from ..ir.terms import TRUE
from . import floats, numbers
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
from .guards import conjunction, disjunction, negation
from .hashing import hashable_abstract
from .numbers import as_int
from .numerals import float_of_text, int_of_text, int_with_base

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
    base = _known_base(arguments[1])
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


def _known_base(value: Symbolic) -> int | None:
    """The base that is a known whole number; None for another value."""
    known = [as_int(abstract) for guard, abstract in value if guard is TRUE]
    whole = known[0] if known else None
    return int(whole.data) if whole is not None and whole.op == "const" else None


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
