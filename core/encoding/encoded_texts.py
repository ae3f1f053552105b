"""`str.encode`: which texts a codec has bytes for, and how many these are, for texts of any size."""

import codecs

from ..ir.build import add, eq, ge, gt, implies, integer, ite, le, mul, op
from ..ir.characters import ASCII, of_ranges
from ..ir.sorts import INT
from ..ir.terms import Term
from .abstract_values import AbstractSequence, AbstractText, Symbolic
from .alternatives import SymbolicArguments, constant, raising
from .context import Context, single
from .guards import conjunction
from .text import matching, one_of, run_of

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
    # Whether the codec has every character is a regular question, exact for any size; surrogates are in no codec.
    context.require(matching(text, run_of(_CODECS[codec])), "UnicodeEncodeError")
    size = _bytes_of(context, text) if codec == "utf-8" else op("str.len", text)
    return single(AbstractSequence("bytes", size, (), True, gt(size, integer(0))))


def _known_text(value: Symbolic) -> str | None:
    constants = [
        abstract.term.data
        for _, abstract in value
        if isinstance(abstract, AbstractText) and abstract.term.op == "const"
    ]
    return constants[0] if len(constants) == len(value.alternatives) == 1 else None


def _codec(name: str | None) -> str | None:
    try:
        codec = None if name is None else codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    return codec if codec in _CODECS else None


def _bytes_of(context: Context, text: Term) -> Term:
    """How many bytes the text has in UTF-8 (surrogates count as three)."""
    key = ("bytes of", text)
    size = op("str.len", text)
    # Without Skolem constants the encoding counts character by character, up to the bound.
    if not context.skolem_constants:
        most = context.unrolling.characters
        context.bound(gt(size, integer(most)), "characters of a text", most=most)
        pieces = [op("str.at", text, integer(position)) for position in range(most)]
        return add(*map(_size_of, pieces))
    # For any size: between one and four bytes a character, and by class of characters more closely.
    context.size(gt(size, integer(0)), "bytes of a text")
    result, is_new = context.shared(key, "bytes", INT)
    if not is_new:
        return result
    facts = [ge(result, size), le(result, mul(integer(4), size))]
    # All characters of at most k bytes bound the sum from above; all of more than k bytes from below.
    for most, some in _SIZES.items():
        facts.append(implies(matching(text, run_of(some)), le(result, mul(integer(most), size))))
        facts.append(implies(matching(text, run_of(~some)), ge(result, mul(integer(most + 1), size))))
    # Exactly as many bytes as characters where, and only where, the text is ASCII.
    facts.append(eq(matching(text, run_of(ASCII)), eq(result, size)))
    context.know(conjunction(*facts))
    return result


def _size_of(piece: Term) -> Term:
    result: Term = integer(4)
    for most, some in reversed(_SIZES.items()):
        result = ite(matching(piece, one_of(some)), integer(most), result)
    return ite(eq(op("str.len", piece), integer(0)), integer(0), result)
