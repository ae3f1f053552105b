"""Names for values: noun phrases of terms, and Python text where that says it best."""

import math
import re
from typing import Any

from ...core.ir.sorts import VALUE
from ...core.ir.substitution import FreeNames
from ...core.ir.terms import Term, const, make
from ...frontends.show import show
from .claims import Noun

_NAMES = FreeNames()
_OF_ONE = {
    len: "the length of",
    max: "the largest element of",
    min: "the smallest element of",
    sum: "the sum of",
    abs: "the absolute value of",
    type: "the type of",
}
_OF_MANY = {max: ("larger", "largest"), min: ("smaller", "smallest")}


def code(text: str) -> str:
    """Python text in backticks, more of them where the text has some (CommonMark, section 6.1)."""
    fence = "`"
    while fence in text:
        fence += "`"
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def one_line(text: str) -> str:
    """Python text without its line breaks, where these are layout only: not with comments or long strings."""
    if any(mark in text for mark in ("#", '"""', "'''")):
        return text
    return re.sub(r"\s*\\?\n\s*", " ", text)


def names_in(*terms: Term) -> frozenset[str]:
    """The variables that terms mention; those that a comprehension or a lambda binds are among them."""
    return frozenset(str(name) for term in terms for name in _NAMES.of(term))


def callee(term: Term) -> Any:
    """The function or type that a call without starred or keyword arguments calls, None for any other term."""
    if term.op != "python.call" or any(marker is not None for marker in term.data):
        return None
    return term.args[0].data if term.args[0].op == "const" else None


def arguments(term: Term) -> tuple[Term, ...]:
    return term.args[1:]


def method(term: Term) -> str | None:
    """The name of the method that a call without starred or keyword arguments calls, None for any other term."""
    if term.op != "python.method" or any(marker is not None for marker in term.data[1]):
        return None
    return str(term.data[0])


def is_constant(term: Term) -> bool:
    return constant(term) is not None


def constant(term: Term) -> Noun | None:
    """The noun of a constant, of a negated number, or of float("inf"); None for another term."""
    match term.op:
        case "const":
            return Noun(_literal(term.data))
        case "python.unary" if term.data == "-" and term.args[0].op == "const":
            return Noun(f"-{_literal(term.args[0].data)}") if _is_number(term.args[0].data) else None
        case _ if callee(term) is float and len(term.args) == 2:
            return _special_float(term.args[1].data) if term.args[1].op == "const" else None
        case _:
            return None


def _special_float(text: Any) -> Noun | None:
    try:
        value = float(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if value is None or math.isfinite(value):
        return None
    if math.isnan(value):
        return Noun("nan")
    return Noun("infinity" if value > 0 else "minus infinity")


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _literal(value: Any) -> str:
    if value is None or value is Ellipsis:
        return repr(value)
    if isinstance(value, type):
        return f"the type {code(value.__name__)}"
    if callable(value):
        return f"the function {code(getattr(value, '__name__', repr(value)))}"
    return _number(value) if _is_number(value) else code(repr(value))


def _number(value: int | float) -> str:
    try:
        return repr(value)
    except ValueError:  # more digits than CPython converts
        return hex(int(value))


def noun(term: Term) -> Noun:
    """The name of a term's value."""
    value = constant(term)
    if value is not None:
        return value
    names = names_in(term)
    if term.op == "var":
        return Noun(code(str(term.data)), names, str(term.data))
    called = callee(term)
    operands = arguments(term)
    # Only plain names are put into words: `the length of the list of the …` is harder to read than code.
    if called in _OF_ONE and len(operands) == 1 and _is_plain(operands[0]):
        return Noun(f"{_OF_ONE[called]} {noun(operands[0]).text}", names)
    if called in _OF_MANY and len(operands) > 1:
        return Noun(
            f"the {_OF_MANY[called][len(operands) > 2]} of {listed([noun(operand).text for operand in operands])}",
            names,
        )
    if called is set and len(operands) == 1:
        return Noun(f"the set of {_elements(operands[0])}", names)
    if method(term) == "count" and len(term.args) == 2 and _is_plain(term.args[0]):
        return Noun(f"the number of times that {noun(term.args[1]).text} occurs in {noun(term.args[0]).text}", names)
    # What has no words is quoted as code, which is always right.
    return Noun(code(show(term)), names)


def _is_plain(term: Term) -> bool:
    """Is the term named by its own text, so that "the length of" cannot be read two ways?"""
    return not is_constant(term) and noun(term).text.startswith("`")


def _elements(term: Term) -> str:
    bounds = range_bounds(term)
    if method(term) in ("keys", "values") and len(term.args) == 1:
        return f"the {method(term)} of {noun(term.args[0]).text}"
    return f"the integers {bounds}" if bounds is not None else f"the elements of {noun(term).text}"


def range_bounds(term: Term) -> str | None:
    """How far `range(low, high)` reaches: "from 0 to 9"; None for a term that is none or has a step."""
    operands = arguments(term)
    if callee(term) is not range or not 1 <= len(operands) <= 2:
        return None
    low = noun(operands[0]).text if len(operands) == 2 else "0"
    high = operands[-1]
    if high.op == "const" and type(high.data) is int:
        return f"from {low} to {_number(high.data - 1)}"
    if high.op == "python.binary" and high.data == "+" and high.args[1].op == "const" and high.args[1].data == 1:
        return f"from {low} to {noun(high.args[0]).text}"
    less = 1
    if high.op == "python.binary" and high.data == "-" and type(high.args[1].data) is int:
        high, less = high.args[0], high.args[1].data + 1
    last = make("python.binary", (high, const(less, VALUE)), VALUE, "-")
    return f"from {low} to {code(show(last))}"


def listed(texts: list[str], last: str = "and") -> str:
    """Texts as a list in prose."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"
