"""Terms as text for people: Dafny's operators for typed terms, Python's for python.* terms.

The text is for reading. It is short and unambiguous up to sorts, and is never parsed again.
"""

from collections.abc import Sequence

from attrs import evolve, frozen

from ..core.ir.notation import cut, show_value
from ..core.ir.sorts import BOOL, REAL
from ..core.ir.terms import BINDING, Binder, Term, fold
from .dafny.notation import Level
from .dafny.symbols import INFIX, NEGATED
from .python import notation as python
from .python.notation import Shown, show_python


@frozen(slots=True)
class Piece:
    """The text of a typed term and how tightly it holds together in Dafny; of a comparison or a range also its
    `(left, symbol, right)`."""

    text: str
    level: Level = Level.POSTFIX
    split: tuple[str, str, str] | None = None

    def at(self, level: Level) -> str:
        """The text where operands must hold together at least so tightly."""
        return self.text if self.level >= level else f"({self.text})"


_SYMBOLS = {**INFIX, "str.lt": INFIX["lt"], "str.le": INFIX["le"]}
_LENGTH = frozenset({"seq.len", "array.len", "str.len", "set.card", "multiset.card", "map.card"})
_AT = frozenset({"seq.at", "array.at", "map.at", "multiset.count"})
_UPDATE = frozenset({"seq.update", "map.update", "multiset.update"})
_FUNCTION = {
    "real.of_int": "real",
    "real.floor": "floor",
    "real.to_int": "int",
    "char.code": "code",
    "char.of_int": "char",
    "bv.to_int": "int",
    "multiset.of_seq": "multiset",
    "multiset.of_set": "multiset",
}
_PROPERTY = {"map.keys": "Keys", "map.values": "Values", "map.items": "Items"}
_LITERAL = {"seq.literal": "[]", "set.literal": "{}", "multiset.literal": "multiset{}", "tuple.make": "()"}
_RISING, _FALLING = ("<", "<=", "=="), (">", ">=", "==")


def show(term: Term) -> str:
    """The term as one line of text, cut after `notation.MAX_TEXT` characters."""
    return fold(term, _step).text


def _step(node: Term, args: tuple[Piece | Shown, ...]) -> Piece | Shown:
    if node.op.startswith("python."):
        shown = show_python(node, tuple(map(_as_python, args)))
        return evolve(shown, text=cut(shown.text))
    piece = _typed(node, tuple(map(_as_typed, args)))
    return evolve(piece, text=cut(piece.text))


def _as_python(text: Piece | Shown) -> Shown:
    """A typed term in one of Python's: the scales of the two languages meet at numbers with a sign and at names."""
    if isinstance(text, Shown):
        return text
    levels = {Level.UNARY: python.Level.UNARY, Level.POSTFIX: python.Level.ATOM}
    return Shown(text.text, levels.get(text.level, python.Level.OPEN))


def _as_typed(text: Piece | Shown) -> Piece:
    if isinstance(text, Piece):
        return text
    return Piece(text.text, Level.POSTFIX if text.level >= python.Level.POSTFIX else Level.OPEN)


def _typed(node: Term, args: tuple[Piece, ...]) -> Piece:
    op = node.op
    if op in BINDING:
        return _binding(node, args)
    if op in _SYMBOLS:
        return _infix(node, *args)
    texts = [arg.text for arg in args]
    if op in _LENGTH:
        return Piece(f"|{texts[0]}|")
    if op in _AT:
        return Piece(f"{args[0].at(Level.POSTFIX)}[{texts[1]}]", Level.POSTFIX)
    if op in _UPDATE:
        return Piece(f"{args[0].at(Level.POSTFIX)}[{texts[1]} := {texts[2]}]", Level.POSTFIX)
    if op in _PROPERTY:
        return Piece(f"{args[0].at(Level.POSTFIX)}.{_PROPERTY[op]}", Level.POSTFIX)
    if op in _LITERAL:
        brackets = _LITERAL[op]
        return Piece(brackets[:-1] + ", ".join(texts) + brackets[-1])
    match op:
        case "const":
            return _constant(node)
        case "var":
            return Piece(str(node.data))
        case "not" | "neg" | "bv.not":
            return _unary(op, args[0])
        case "and" | "or" if not args:
            return Piece("true" if op == "and" else "false")
        case "and":
            return _conjunction(args)
        case "or" | "str.concat" if args:
            symbol, level = ("||", Level.DISJUNCTION) if op == "or" else ("+", Level.SUM)
            return Piece(f" {symbol} ".join(arg.at(Level(level + 1)) for arg in args), level)
        case "implies":
            return Piece(f"{args[0].at(Level.DISJUNCTION)} ==> {args[1].at(Level.IMPLICATION)}", Level.IMPLICATION)
        case "ite":
            return Piece(f"if {texts[0]} then {texts[1]} else {texts[2]}", Level.OPEN)
        case "call" | "datatype.make":
            arguments = f"({', '.join(texts)})" if texts or op == "call" else ""
            return Piece(f"{node.data}{arguments}", Level.POSTFIX)
        case "apply":
            return Piece(f"{args[0].at(Level.POSTFIX)}({', '.join(texts[1:])})", Level.POSTFIX)
        case "seq.slice":
            return Piece(f"{args[0].at(Level.POSTFIX)}[{texts[1]}..{texts[2]}]", Level.POSTFIX)
        case "array.elements":
            return Piece(f"{args[0].at(Level.POSTFIX)}[..]", Level.POSTFIX)
        case "array.is_null":
            return _compare(args[0].at(Level.SHIFT), "==", "null")
        case "map.literal":
            pairs = zip(texts[::2], texts[1::2], strict=True)
            return Piece("map[" + ", ".join(f"{key} := {value}" for key, value in pairs) + "]")
        case "tuple.at":
            return Piece(f"{args[0].at(Level.POSTFIX)}.{node.data}", Level.POSTFIX)
        case "datatype.is":
            return Piece(f"{args[0].at(Level.POSTFIX)}.{node.data}?", Level.POSTFIX)
        case "datatype.at":
            return Piece(f"{args[0].at(Level.POSTFIX)}.{node.data[1]}", Level.POSTFIX)
        case "datatype.update":
            return Piece(f"{args[0].at(Level.POSTFIX)}.({node.data[1]} := {texts[1]})", Level.POSTFIX)
        case "range":
            low, high = (arg.at(Level.SUM) for arg in args)
            return Piece(f"{low}..{high}", Level.OPEN, (low, "..", high))
        case "elements":
            return args[0]
        case _:
            return _application(node, texts)


def _application(node: Term, texts: Sequence[str]) -> Piece:
    """Function notation, with the operator's own name when it has no better one."""
    name = str(node.sort) if node.op == "bv.of_int" else _FUNCTION.get(node.op, node.op)
    data = [] if node.data is None else [show_value(part) for part in _parts(node.data)]
    parameters = [*texts, *data]
    return Piece(f"{name}({', '.join(parameters)})" if parameters else name, Level.POSTFIX)


def _parts(data: object) -> tuple[object, ...]:
    return data if isinstance(data, tuple) else (data,)


def _constant(node: Term) -> Piece:
    text = show_value(node.data, node.sort)
    if node.sort == REAL and "/" in text:
        return Piece(text, Level.PRODUCT)
    return Piece(text, Level.UNARY if text.startswith("-") else Level.POSTFIX)


def _unary(op: str, arg: Piece) -> Piece:
    if op == "not" and arg.split is not None and arg.split[1] in NEGATED:
        left, symbol, right = arg.split
        return Piece(f"{left} {NEGATED[symbol]} {right}", Level.COMPARISON)
    operand = arg.at(Level.POSTFIX if arg.text.startswith("-") else Level.UNARY)
    return Piece(("-" if op == "neg" else "!") + operand, Level.UNARY)


def _infix(node: Term, left: Piece, right: Piece) -> Piece:
    infix = _SYMBOLS[node.op]
    if node.op == "eq" and node.args[0].sort == BOOL:
        return Piece(f"{left.at(Level.IMPLICATION)} <==> {right.at(Level.IMPLICATION)}", Level.EQUIVALENCE)
    one, two = left.at(infix.left_level), right.at(infix.right_level)
    if infix.level == Level.COMPARISON:
        return _compare(one, infix.symbol, two)
    return Piece(f"{one} {infix.symbol} {two}", infix.level)


def _compare(left: str, symbol: str, right: str) -> Piece:
    return Piece(f"{left} {symbol} {right}", Level.COMPARISON, (left, symbol, right))


def _conjunction(args: Sequence[Piece]) -> Piece:
    """Neighbours such as `a <= b` and `b < c` become `a <= b < c`."""
    pieces: list[Piece] = []
    directions: set[tuple[str, ...]] = set()
    for arg in args:
        last = pieces[-1].split if pieces else None
        if last and arg.split and last[2] == arg.split[0]:
            both = {way for way in directions if last[1] in way and arg.split[1] in way}
            if both:
                pieces[-1] = Piece(
                    f"{pieces[-1].text} {arg.split[1]} {arg.split[2]}", Level.COMPARISON, arg.split
                )
                directions = both
                continue
        pieces.append(arg)
        directions = {_RISING, _FALLING}
    if len(pieces) == 1:
        return Piece(pieces[0].text, pieces[0].level)
    return Piece(" && ".join(piece.at(Level(Level.CONJUNCTION + 1)) for piece in pieces), Level.CONJUNCTION)


def _binding(node: Term, args: tuple[Piece, ...]) -> Piece:
    names: tuple[Binder, ...] = node.data
    count = len(names)
    bounds = [
        text
        for binder, domain, shown in zip(names, node.args, args, strict=False)
        if (text := _bound(binder, domain, shown)) is not None
    ]
    listed = ", ".join(
        f"{binder.name}: {binder.sort}" if domain.op == "unbounded" else binder.name
        for binder, domain in zip(names, node.args, strict=False)
    )
    body = args[count]
    guarded = " && ".join([*bounds, body.at(Level.CONJUNCTION)] if bounds else [body.text])
    match node.op:
        case "let":
            values = ", ".join(arg.text for arg in args[:count])
            return Piece(f"var {', '.join(b.name for b in names)} := {values}; {body.text}", Level.OPEN)
        case "forall":
            premise = " && ".join(bounds)
            text = f"{premise} ==> {body.at(Level.IMPLICATION)}" if premise else body.text
            return Piece(f"forall {listed} :: {text}", Level.OPEN)
        case "exists":
            return Piece(f"exists {listed} :: {guarded}", Level.OPEN)
        case "set.comprehension":
            return Piece(f"set {listed} | {guarded} :: {args[count + 1].text}", Level.OPEN)
        case "map.comprehension":
            return Piece(
                f"map {listed} | {guarded} :: {args[count + 1].text} := {args[count + 2].text}", Level.OPEN
            )
        case "seq.comprehension":
            length = args[0].split[2] if args[0].split else args[0].text
            return Piece(f"seq({length}, {names[0].name} => {body.text})", Level.POSTFIX)
        case "such_that":
            return Piece(f"var {listed} :| {guarded}; {args[count + 1].text}", Level.OPEN)
        case _:
            return Piece(f"({listed}) => {body.text}", Level.OPEN)


def _bound(binder: Binder, domain: Term, shown: Piece) -> str | None:
    """The condition that a domain puts on its variable."""
    match domain.op:
        case "range" if shown.split is not None:
            return f"{shown.split[0]} <= {binder.name} < {shown.split[2]}"
        case "elements":
            return f"{binder.name} in {shown.at(Level.SHIFT)}"
        case _:
            return None
