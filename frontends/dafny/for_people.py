"""Typed terms as text for people, with Dafny's operators, which are those of logic on paper.

The text is for reading. It is short and unambiguous up to sorts, and is never parsed again.
"""

from functools import partial

from attrs import evolve

from ...core.ir.notation import cut, show_value
from ...core.ir.sorts import REAL
from ...core.ir.terms import Term, fold
from .printing import SHOWERS
from .showers import Shower, binding, relate, suffix, wrapped
from .symbols import INFIX, Infix, Precedence, Text

_RISING, _FALLING = ("<", "<=", "=="), (">", ">=", "==")


def show(term: Term) -> str:
    """A typed term as one line of text, cut after `notation.MAX_TEXT` characters."""
    return fold(term, shown).text


def shown(node: Term, texts: tuple[Text, ...]) -> Text:
    """A term of these parts, cut where it is long."""
    piece = _SHOWERS.get(node.op, _application)(node, texts)
    return evolve(piece, text=cut(piece.text))


def _application(term: Term, texts: tuple[Text, ...]) -> Text:
    """Function notation, with the operator's own name when it has no better one."""
    data = term.data if isinstance(term.data, tuple) else () if term.data is None else (term.data,)
    parameters = [*(text.text for text in texts), *map(show_value, data)]
    return Text(f"{term.op}({', '.join(parameters)})" if parameters else term.op)


def _constant(term: Term, texts: tuple[Text, ...]) -> Text:
    text = show_value(term.data, term.sort)
    if term.sort == REAL and "/" in text:
        return Text(text, Precedence.PRODUCT)
    return Text(text, Precedence.UNARY if text.startswith("-") else Precedence.POSTFIX)


def _minus(term: Term, texts: tuple[Text, ...]) -> Text:
    operand = texts[0].at(Precedence.POSTFIX if texts[0].text.startswith("-") else Precedence.UNARY)
    return Text(f"-{operand}", Precedence.UNARY)


def _joined(infix: Infix, empty: str, term: Term, texts: tuple[Text, ...]) -> Text:
    if not texts:
        return Text(empty)
    return Text(f" {infix.symbol} ".join(text.at(infix.right_level) for text in texts), infix.level)


def _conjunction(term: Term, texts: tuple[Text, ...]) -> Text:
    """Neighbours such as `a <= b` and `b < c` become `a <= b < c`."""
    pieces: list[Text] = []
    directions: set[tuple[str, ...]] = set()
    direction_end = ""
    for link, text in zip(term.args, texts, strict=True):
        symbol = _SYMBOLS.get(link.op, "")
        # A chain has one direction: `a <= b >= c` is not Dafny.
        onward = (
            {way for way in directions if symbol in way} if direction_end and direction_end == text.sides[0] else set()
        )
        if onward:
            pieces[-1] = Text(f"{pieces[-1].text} {symbol} {text.sides[1]}", Precedence.COMPARISON)
            directions = onward
        else:
            pieces.append(text)
            directions = {way for way in (_RISING, _FALLING) if symbol in way}
        direction_end = text.sides[1]
    if len(pieces) == 1:
        return Text(pieces[0].text, pieces[0].level)
    return _joined(_AND, "true", term, tuple(pieces))


def _binders(term: Term) -> str:
    """Variables with their sorts where no domain tells these."""
    return ", ".join(
        f"{binder.name}: {binder.sort}" if domain.op == "unbounded" else binder.name
        for binder, domain in zip(term.data, term.args, strict=False)
    )


_AND = Infix("&&", Precedence.CONJUNCTION)
_SYMBOLS = {
    **{name: infix.symbol for name, infix in INFIX.items()},
    "str.lt": "<",
    "str.le": "<=",
    "array.is_null": "==",
}
_SHOWERS: dict[str, Shower] = {
    **SHOWERS,
    **binding(_binders, Precedence.CONJUNCTION, short=False),
    **{name: wrapped("|", "|") for name in ("array.len", "str.len")},
    **{
        name: wrapped(f"{function}(", ")")
        for name, function in {
            "real.of_int": "real",
            "real.floor": "floor",
            "real.to_int": "int",
            "char.code": "code",
            "char.of_int": "char",
            "bv.to_int": "int",
        }.items()
    },
    "bv.of_int": lambda term, parts: Text(f"{term.sort}({parts[0].text})"),
    "str.lt": lambda term, parts: relate(INFIX["lt"], *parts),
    "str.le": lambda term, parts: relate(INFIX["le"], *parts),
    "str.concat": partial(_joined, Infix("+", Precedence.SUM), "str.concat"),
    "const": _constant,
    "var": lambda term, parts: Text(str(term.data)),
    "neg": _minus,
    "and": _conjunction,
    "or": partial(_joined, Infix("||", Precedence.DISJUNCTION), "false"),
    "call": lambda term, parts: Text(f"{term.data}({', '.join(part.text for part in parts)})"),
    "array.at": suffix("[", "]"),
    "seq.slice": suffix("[", "..", "]"),
}
