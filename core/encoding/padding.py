"""Texts that are filled up to a width: `zfill`, `ljust`, `rjust`, `center`, `expandtabs` (library reference, "String
Methods").

The padding is a text of its own, of the filling character and of the length that is missing, which is all there is to
know of it. A text whose tabs are expanded is one of its own, too, where it has any.
"""

from ..ir.build import add, eq, ge, gt, integer, ite, mul, op, string, sub
from ..ir.sorts import STRING
from ..ir.terms import TRUE, Term
from .abstract_values import AbstractText, Symbolic
from .alternatives import SymbolicArguments, raising, unsupported
from .context import Context, text_value
from .encoding_limits import LIMITS
from .guards import conjunction, negation
from .numbers import as_int
from .text import matching, occurrences, one_of, replaced, run_of

METHODS = frozenset({"zfill", "ljust", "rjust", "center"})
NOTHING = integer(0)
"""The length of a padding that is not there."""


def padded(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic:
    """A method in METHODS; raises TypeError for a width that is no whole number, or a filling that is no character."""
    width: Term | None = None
    # A width that may be of several kinds: those that are no ints raise.
    for guard, abstract in arguments[0]:
        whole = as_int(abstract)
        if whole is None:
            context.fail(guard, "TypeError")
        else:
            width = whole if width is None else ite(guard, whole, width)
    if width is None:
        return Symbolic(())
    filling = _filling(context, arguments[1]) if len(arguments) > 1 else " "
    if filling is None:
        return unsupported(context, f".{name} with an unknown character")
    # One character exactly (library reference, str.ljust).
    if len(filling) != 1:
        return raising(context, "TypeError")
    # Every character of the padding is a character for the solver.
    most = LIMITS.padded_width
    context.unsupported(gt(width, integer(most)), f".{name} to a width of more than {most:,}")
    missing = sub(width, op("str.len", text))
    # A text that is long enough stays as it is.
    missing = ite(gt(missing, NOTHING), missing, NOTHING)
    if name == "zfill":
        return _after_the_sign(context, text, missing)
    # CPython, Objects/unicodeobject.c: of an odd number the extra character is on the left where the width is odd.
    half = op("div", missing, integer(2))
    extra = conjunction(*(eq(op("mod", term, integer(2)), integer(1)) for term in (missing, width)))
    left = {"ljust": NOTHING, "rjust": missing}.get(name, add(half, ite(extra, integer(1), integer(0))))
    # A run of one character is determined by its length.
    before, after = (_run(context, filling, size) for size in (left, sub(missing, left)))
    return text_value(op("str.concat", before, text, after))


def _filling(context: Context, value: Symbolic) -> str | None:
    """The filling, where it is known; empty where it is no text."""
    fillings = [abstract for guard, abstract in value if guard is TRUE]
    if not fillings:
        return None
    if not isinstance(fillings[0], AbstractText):
        return ""
    return str(fillings[0].term.data) if fillings[0].term.op == "const" else None


def _run(context: Context, character: str, size: Term) -> Term:
    """The text of `size` copies of a character."""
    if size is NOTHING:
        return string("")
    key = ("run", character, size)
    term, is_new = context.shared(key, "padding", STRING)
    # Its characters and its length make it one text.
    if is_new:
        context.know(matching(term, run_of(character)))
        context.know(eq(op("str.len", term), size))
    return term


def _after_the_sign(context: Context, text: Term, missing: Term) -> Symbolic:
    zeros = _run(context, "0", missing)
    signed = matching(text, op("re.concat", one_of("+-"), op("re.all")))
    sign = op("str.substr", text, integer(0), integer(1))
    rest = op("str.substr", text, integer(1), op("str.len", text))
    filled = ite(signed, op("str.concat", sign, zeros, rest), op("str.concat", zeros, text))
    return text_value(ite(ge(integer(0), missing), text, filled))


def tabs_expanded(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    """text.expandtabs(size) of a known size; raises TypeError for one that is no whole number.

    Assumes: of a positive size a tab becomes one to `size` spaces, of another size nothing.
    """
    # Tabs are expanded to a known size only.
    sizes = [as_int(abstract) for _, abstract in arguments[0]] if arguments else [integer(8)]
    if None in sizes and len(sizes) == 1:
        return raising(context, "TypeError")
    size = sizes[0]
    if len(sizes) != 1 or size is None or size.op != "const" or size.data > LIMITS.padded_width:
        return None
    if text.op == "const":
        return text_value(string(text.data.expandtabs(size.data)))
    # With a size of zero or less, tabs vanish.
    if size.data <= 0:
        return replaced(context, text, "\t", "")
    expanded, is_new = context.shared((name, text, size), "expanded", STRING)
    if is_new:
        tab, length, longer = string("\t"), op("str.len", text), op("str.len", expanded)
        # Each tab becomes at least one space and at most `size` of them.
        most = add(length, mul(integer(size.data - 1), occurrences(context, text, "\t")))
        # What stands before the first tab stays, and is followed by a space.
        head = op("str.substr", text, NOTHING, op("str.indexof", text, tab, NOTHING))
        with_tabs = conjunction(op("str.prefixof", op("str.concat", head, string(" ")), expanded), ge(longer, length))
        has_tab = op("str.contains", text, tab)
        context.facts += [
            ite(has_tab, conjunction(with_tabs, ge(most, longer)), eq(expanded, text)),
            negation(op("str.contains", expanded, tab)),
        ]
    return text_value(expanded)
