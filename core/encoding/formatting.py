"""Texts of values: f-strings, `format`, `str.format`, and `str` of what has no other encoding (library reference,
"Format Specification Mini-Language").

The text of a whole number in decimal digits is exact, with a width, too. Of any other value the text is one of its own
(`context.fresh`), the same each time that it is asked for: of it is known what holds for all values (`bin(n)` begins
with `0b` or `-0b`), and of a specification, whether CPython refuses it for a type. So a proof about such a text holds
for all of them, and a model with a text that is none is found out by the replay.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from string import Formatter
from typing import Any

from ..ir.build import eq, ge, gt, integer, ite, joined, lt, neg, op, string, sub
from ..ir.sorts import BOOL, STRING
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractBool,
    AbstractConstant,
    AbstractFloat,
    AbstractHelper,
    AbstractInt,
    AbstractText,
    AbstractValue,
    Symbolic,
    identity,
    kind_of,
)
from .alternatives import Handler, SymbolicArguments, constant, each, raising, unsupported
from .context import Context, single, text_value
from .conversions import text_of
from .encoding_limits import LIMITS
from .expressions import Names, evaluate, evaluates
from .guards import conjunction, disjunction, negation
from .numbers import as_int, truth
from .text import matching, one_of, run_of

SAMPLES: dict[str, tuple[Any, ...]] = {
    "int": (0, 1, -1, 10**6),
    "float": (0.5, -1e300),
    "complex": (0.5 + 1j,),
    "str": ("a", ""),
}
"""Values on which CPython is asked whether it accepts a specification for a type. Chosen: what it refuses depends on
the type alone, but for the conversion to a character and that of an integer to a float."""
LARGEST_FLOAT = 2**1023
"""Whole numbers below it have a text as a float (`f"{n:.2f}"`)."""
_SPECIFICATION = re.compile(r"(?:.?[<>=^])?+[-+ ]?z?#?0?([0-9]*)[,_]?(?:\.[0-9]+)?[a-zA-Z%]?", re.DOTALL)
"""With the width as its group. A first character is the fill wherever an alignment follows it: `7<` has no width."""
_WIDTH = re.compile(r"(0?)([1-9][0-9]{0,3})?d?")
"""The specifications of which the text of a whole number is exact: decimal digits, with spaces or zeros before them."""


@evaluates("python.format")
def format_string(context: Context, term: Term, names: Names) -> Symbolic:
    """An f-string."""
    # The text between values is in the data of the term, its operands are the values.
    values = iter(term.args)
    pieces: list[Term] = []
    for segment in term.data:
        if isinstance(segment, str):
            pieces.append(string(segment))
            continue
        conversion, specification = segment
        piece = formatted(context, evaluate(context, next(values), names), conversion, specification)
        if piece is None:
            return Symbolic(())
        pieces.append(piece)
    return text_value(joined("str.concat", pieces, string("")))


def formatted(context: Context, value: Symbolic, conversion: str | None, specification: str) -> Term | None:
    """The text of a replacement field; raises what CPython raises. None where nothing of the value is followed."""

    def text(abstract: AbstractValue) -> Symbolic | None:
        # `!r` and `!a` have texts of their own; `!s` that of `str`; without a conversion the specification decides.
        if conversion in ("r", "a"):
            texts = _some_text(context, abstract, conversion)
        elif conversion == "s":
            texts = text_of_any(context, abstract)
        else:
            return _formatted(context, abstract, specification)
        return (
            None
            if texts is None
            else each(context, texts, lambda some_text: _formatted(context, some_text, specification), "")
        )

    result = each(context, value, text, "the text")
    # One term for all alternatives: those that are not followed have been cut under their guards.
    term = None
    for guard, abstract in result:
        if isinstance(abstract, AbstractText):
            term = abstract.term if term is None else ite(guard, abstract.term, term)
    return term


def _formatted(context: Context, abstract: AbstractValue, specification: str) -> Symbolic | None:
    """`format(value, specification)`.

    Assumes: a text is at least as long as the width in its specification.
    """
    # An object of the module may define `__format__`.
    if isinstance(abstract, AbstractConstant | AbstractHelper):
        return None
    if not specification:
        return text_of_any(context, abstract)
    # A bool is formatted as the int it is, unless nothing is specified.
    kind = "int" if isinstance(abstract, AbstractBool) else kind_of(abstract)
    # CPython refuses a width beyond `sys.maxsize`, and to write a smaller one may take all memory.
    if any(len(number) > LIMITS.format_digits for number in re.findall(r"[0-9]+", specification)):
        return None
    if kind not in SAMPLES:
        return raising(context, "TypeError")  # of object.__format__
    if kind == "int" and specification[-1] == "c":
        return None
    # Whether a specification is accepted depends on the type alone, except where samples of the type disagree.
    accepted = {_accepts(sample, specification) for sample in SAMPLES[kind]}
    if len(accepted) != 1:
        return None
    if accepted == {False}:
        return raising(context, "ValueError")
    # Constants are formatted by Python itself.
    int_term = as_int(abstract)
    if int_term is not None and int_term.op == "const" and abs(int_term.data) < LARGEST_FLOAT:
        return constant(format(int_term.data, specification))
    if int_term is not None:
        # A float's format converts the int first, which fails for large ones.
        if specification[-1] in "eEfFgG%":
            inside = conjunction(lt(integer(-LARGEST_FLOAT), int_term), lt(int_term, integer(LARGEST_FLOAT)))
            context.unsupported(negation(inside), "the text of a number beyond all floats")
        elif specification[-1] in "dn,_0123456789 <>^=+-":
            _digits_allowed(context, int_term)
        # Decimal digits with a width: exact. Any other text is opaque, with a lower bound of its length.
        exact = _WIDTH.fullmatch(specification)
        if exact is not None:
            return text_value(_padded(context, int_term, exact[1], int(exact[2] or 0)))
    term = _own_text(context, abstract, ("format", specification))
    width = _SPECIFICATION.fullmatch(specification)
    if width is not None and width[1]:
        context.know(ge(op("str.len", term), integer(int(width[1]))))
    # In base 2, 8 and 16 the alphabet of the digits is known, though not the digits.
    if int_term is not None and specification in _ALPHABETS:
        _states_digits(context, int_term, term, "", _ALPHABETS[specification])
    return text_value(term)


def _accepts(sample: Any, specification: str) -> bool:
    try:
        format(sample, specification)
    except ValueError:
        return False
    return True


def _digits_allowed(context: Context, number: Term) -> None:
    """A number of very many digits has no text in decimal (`conversions.text_of`)."""
    text_of(context, AbstractInt(number))


def _padded(context: Context, number: Term, zero: str, width: int) -> Term:
    """The digits of a number with spaces before them up to a width, or with zeros between them and the sign."""
    # The digits without any padding are the text of `str`.
    ((_, decimal),) = text_of(context, AbstractInt(number)) or Symbolic(())
    assert isinstance(decimal, AbstractText)
    if width < 2:
        return decimal.term
    key = ("padded", number, zero, width)
    padding, is_new = context.shared(key, "padding", STRING)
    # The padding is determined by its alphabet and its length.
    if is_new:
        missing = sub(integer(width), op("str.len", decimal.term))
        length = op("str.len", padding)
        context.know(matching(padding, run_of("0" if zero else " ")))
        context.know(eq(length, ite(gt(missing, integer(0)), missing, integer(0))))
    # Spaces go before the sign, zeros after it.
    if not zero:
        return op("str.concat", padding, decimal.term)
    negative = lt(number, integer(0))
    digits = op("str.from_int", ite(negative, neg(number), number))
    return op("str.concat", ite(negative, string("-"), string("")), padding, digits)


_ALPHABETS = {"b": "01", "o": "01234567", "x": "0123456789abcdef", "X": "0123456789ABCDEF"}
_PREFIXES: dict[Callable[[int], str], tuple[str, str]] = {bin: ("0b", "b"), oct: ("0o", "o"), hex: ("0x", "x")}


def _states_digits(context: Context, number: Term, text: Term, prefix: str, alphabet: str) -> None:
    """The text is a sign, a prefix and digits: 0, or digits of which the first is not 0."""
    first = op("re.concat", one_of(alphabet[1:]), run_of(alphabet))
    digits = op("re.union", op("re.literal", data="0"), first)
    mark = op("re.literal", data=prefix)
    negative = lt(number, integer(0))
    context.facts += [
        disjunction(negative, matching(text, op("re.concat", mark, digits))),
        disjunction(negation(negative), matching(text, op("re.concat", op("re.literal", data="-"), mark, first))),
        disjunction(negation(eq(text, string(f"{prefix}0"))), eq(number, integer(0))),
    ]


def _in_base(function: Callable[[int], str]) -> Handler:
    """bin, oct and hex."""
    prefix, letter = _PREFIXES[function]

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            number = as_int(abstract)
            # Where a user's `__index__` may stand behind it, nothing is said.
            if number is None:
                return None if isinstance(abstract, AbstractConstant) else raising(context, "TypeError")
            if number.op == "const":
                return constant(function(number.data))
            # One text for one number and base; its alphabet and its prefix are facts.
            term = _own_text(context, AbstractInt(number), ("base", letter))
            _states_digits(context, number, term, prefix, _ALPHABETS[letter])
            return text_value(term)

        return each(context, arguments[0], apply_to, function.__name__)

    return handler


def text_of_any(context: Context, abstract: AbstractValue) -> Symbolic | None:
    """str(x): exact for texts, whole numbers, booleans and None, else some text."""
    exact = text_of(context, abstract)
    return exact if exact is not None else _some_text(context, abstract, "s")


def _some_text(context: Context, abstract: AbstractValue, conversion: str) -> Symbolic | None:
    """A text that is the same whenever it is asked for; of a container it may raise, as a number in it may have too
    many digits."""
    if isinstance(abstract, AbstractConstant | AbstractHelper) or kind_of(abstract) in ("iterator", "slice"):
        return None
    # An integer of too many digits raises (library reference, "Integer string conversion length limitation").
    if kind_of(abstract) not in ("NoneType", "bool", "float", "complex", "str", "bytes"):
        key = ("no text", identity(single(abstract)))
        raises, _ = context.shared(key, "raises", BOOL)
        context.fail(raises, "ValueError")
    term = _own_text(context, abstract, ("str", conversion))
    if kind_of(abstract) in _BRACKETS:
        context.know(matching(term, _syntax(kind_of(abstract))))
    return text_value(term)


_BRACKETS: dict[str, tuple[tuple[str, str], ...]] = {
    "list": (("[", "]"),),
    "tuple": (("(", ")"),),
    "dict": (("{", "}"),),
    "set": (("{", "}"), ("set(", ")")),
    "frozenset": (("frozenset(", ")"),),
    "bytes": (("b'", "'"), ('b"', '"')),
    "complex": (("", "j"), ("(", "j)")),
    "float": (),
}
"""How the text of a value begins and ends, by its type."""


@lru_cache(maxsize=16)
def _syntax(kind: str) -> Term:
    """What texts of values of a type look like."""
    if kind == "float":
        digits = op("re.plus", one_of("0123456789"))
        exponent = op("re.optional", op("re.concat", op("re.literal", data="e"), one_of("+-"), digits))
        fraction = op("re.optional", op("re.concat", op("re.literal", data="."), digits))
        number = op("re.concat", digits, fraction, exponent)
        signed = op("re.union", number, op("re.literal", data="inf"))
        minus = op("re.optional", op("re.literal", data="-"))
        return op("re.union", op("re.concat", minus, signed), op("re.literal", data="nan"))
    ways = [
        op("re.concat", op("re.literal", data=opening), op("re.all"), op("re.literal", data=after))
        for opening, after in _BRACKETS[kind]
    ]
    return ways[0] if len(ways) == 1 else op("re.union", *ways)


def _own_text(context: Context, abstract: AbstractValue, key_of_format: Hashable) -> Term:
    """Assumes: floats that are equal and not zero have the same text in each format."""
    if not isinstance(abstract, AbstractFloat):
        return _text_by(context, abstract, key_of_format, identity(single(abstract)))
    usual = _text_by(context, abstract, key_of_format, identity(single(abstract)))
    zero = negation(truth(abstract))
    if zero is FALSE:
        return usual
    # Which zero it is, 0.0 or -0.0, no term says: another float that is equal may have another text.
    return ite(zero, _text_by(context, abstract, key_of_format, abstract), usual)


def _text_by(context: Context, abstract: AbstractValue, key_of_format: Hashable, identified: Hashable) -> Term:
    key = ("text", key_of_format, identified)
    result, is_new = context.shared(key, "shown", STRING)
    if is_new and kind_of(abstract) != "str":
        context.know(gt(op("str.len", result), integer(0)))
    return result


def _str(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if not arguments:
        return constant("")
    if len(arguments) > 1:
        return unsupported(context, "str with an encoding")
    return each(context, arguments[0], lambda abstract: text_of_any(context, abstract), "str")


def _format(context: Context, arguments: SymbolicArguments) -> Symbolic:
    specifications = [specified for guard, specified in arguments[1] if guard is TRUE] if len(arguments) > 1 else []
    if len(arguments) > 1 and not (
        specifications and isinstance(specifications[0], AbstractText) and specifications[0].term.op == "const"
    ):
        return unsupported(context, "format with an unknown specification")
    specification = (
        specifications[0].term.data if specifications and isinstance(specifications[0], AbstractText) else ""
    )
    term = formatted(context, arguments[0], None, specification)
    return Symbolic(()) if term is None else text_value(term)


def format_template(
    context: Context, template: str, arguments: SymbolicArguments, keywords: dict[str, Symbolic]
) -> Symbolic | None:
    """`template.format(*arguments, **keywords)`; None for what is not followed: parts of values (`{0.real}`), and
    specifications with fields of their own."""
    # Python's own parser of templates: what it refuses, the call refuses.
    try:
        fields = list(Formatter().parse(template))
    except ValueError:
        return raising(context, "ValueError")
    names = [name for _, name, _, _ in fields if name is not None]
    if any("{" in (specification or "") for _, _, specification, _ in fields):
        return None
    # `{0.real}` and `{0[key]}` look inside of values.
    if any(not (name == "" or name.isdecimal() or name.isidentifier()) or not name.isascii() for name in names):
        return None
    # Automatic and explicit numbers do not mix (library reference, "Format String Syntax").
    if "" in names and any(name.isdecimal() for name in names):
        return None  # raises ValueError, at the first field of the other kind
    numbers: Iterator[int] = iter(range(len(names)))
    pieces: list[Term] = []
    # In the order of the template, since the first field that fails decides which exception there is.
    for literal, name, specification, conversion in fields:
        pieces.append(string(literal))
        if name is None:
            continue
        position = next(numbers) if name == "" else int(name) if name.isdecimal() else None
        if position is None and name not in keywords:
            return raising(context, "KeyError")
        if position is not None and position >= len(arguments):
            return raising(context, "IndexError")
        if conversion not in (None, "r", "s", "a"):
            return raising(context, "ValueError")
        value = keywords[name] if position is None else arguments[position]
        piece = formatted(context, value, conversion, specification or "")
        if piece is None:
            return Symbolic(())
        pieces.append(piece)
    pieces = [piece for piece in pieces if piece is not string("")]
    return text_value(joined("str.concat", pieces, string("")))


HANDLERS: dict[Any, Handler] = {
    str: _str,
    format: _format,
    bin: _in_base(bin),
    oct: _in_base(oct),
    hex: _in_base(hex),
}
