"""Terms as text for people: Dafny's operators for typed terms, Python's for python.* terms.

The text is for reading. It is short and unambiguous up to sorts, and is never parsed again.
"""

from collections.abc import Sequence

from attrs import evolve, frozen

from ..core.ir.notation import cut, show_value
from ..core.ir.sorts import BOOL, REAL
from ..core.ir.terms import BINDING, Binder, Term, fold
from .dafny.notation import Precedence
from .dafny.symbols import INFIX, NEGATED
from .python import notation as python
from .python.notation import Shown, show_python


@frozen(slots=True)
class Fragment:
    """The text of a typed term and how tightly it holds together in Dafny; of a comparison or a range also its
    `(left, symbol, right)`."""

    text: str
    level: Precedence = Precedence.POSTFIX
    split: tuple[str, str, str] | None = None

    def at(self, level: Precedence) -> str:
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


def _step(node: Term, args: tuple[Fragment | Shown, ...]) -> Fragment | Shown:
    if node.op.startswith("python."):
        shown = show_python(node, tuple(map(_as_python, args)))
        return evolve(shown, text=cut(shown.text))
    piece = _typed(node, tuple(map(_as_typed, args)))
    return evolve(piece, text=cut(piece.text))


def _as_python(text: Fragment | Shown) -> Shown:
    """A typed term in one of Python's: the scales of the two languages meet at numbers with a sign and at names."""
    if isinstance(text, Shown):
        return text
    levels = {Precedence.UNARY: python.PythonPrecedence.UNARY, Precedence.POSTFIX: python.PythonPrecedence.ATOM}
    return Shown(text.text, levels.get(text.level, python.PythonPrecedence.OPEN))


def _as_typed(text: Fragment | Shown) -> Fragment:
    if isinstance(text, Fragment):
        return text
    return Fragment(text.text, Precedence.POSTFIX if text.level >= python.PythonPrecedence.POSTFIX else Precedence.OPEN)


def _typed(node: Term, args: tuple[Fragment, ...]) -> Fragment:
    op = node.op
    if op in BINDING:
        return _binding(node, args)
    if op in _SYMBOLS:
        return _infix(node, *args)
    texts = [arg.text for arg in args]
    if op in _LENGTH:
        return Fragment(f"|{texts[0]}|")
    if op in _AT:
        return Fragment(f"{args[0].at(Precedence.POSTFIX)}[{texts[1]}]", Precedence.POSTFIX)
    if op in _UPDATE:
        return Fragment(f"{args[0].at(Precedence.POSTFIX)}[{texts[1]} := {texts[2]}]", Precedence.POSTFIX)
    if op in _PROPERTY:
        return Fragment(f"{args[0].at(Precedence.POSTFIX)}.{_PROPERTY[op]}", Precedence.POSTFIX)
    if op in _LITERAL:
        brackets = _LITERAL[op]
        return Fragment(brackets[:-1] + ", ".join(texts) + brackets[-1])
    match op:
        case "const":
            return _constant(node)
        case "var":
            return Fragment(str(node.data))
        case "not" | "neg" | "bv.not":
            return _unary(op, args[0])
        case "and" | "or" if not args:
            return Fragment("true" if op == "and" else "false")
        case "and":
            return _conjunction(args)
        case "or" | "str.concat" if args:
            symbol, level = ("||", Precedence.DISJUNCTION) if op == "or" else ("+", Precedence.SUM)
            return Fragment(f" {symbol} ".join(arg.at(Precedence(level + 1)) for arg in args), level)
        case "implies":
            return Fragment(
                f"{args[0].at(Precedence.DISJUNCTION)} ==> {args[1].at(Precedence.IMPLICATION)}",
                Precedence.IMPLICATION,
            )
        case "ite":
            return Fragment(f"if {texts[0]} then {texts[1]} else {texts[2]}", Precedence.OPEN)
        case "call" | "datatype.make":
            arguments = f"({', '.join(texts)})" if texts or op == "call" else ""
            return Fragment(f"{node.data}{arguments}", Precedence.POSTFIX)
        case "apply":
            return Fragment(f"{args[0].at(Precedence.POSTFIX)}({', '.join(texts[1:])})", Precedence.POSTFIX)
        case "seq.slice":
            return Fragment(f"{args[0].at(Precedence.POSTFIX)}[{texts[1]}..{texts[2]}]", Precedence.POSTFIX)
        case "array.elements":
            return Fragment(f"{args[0].at(Precedence.POSTFIX)}[..]", Precedence.POSTFIX)
        case "array.is_null":
            return _compare(args[0].at(Precedence.SHIFT), "==", "null")
        case "map.literal":
            pairs = zip(texts[::2], texts[1::2], strict=True)
            return Fragment("map[" + ", ".join(f"{key} := {value}" for key, value in pairs) + "]")
        case "tuple.at":
            return Fragment(f"{args[0].at(Precedence.POSTFIX)}.{node.data}", Precedence.POSTFIX)
        case "datatype.is":
            return Fragment(f"{args[0].at(Precedence.POSTFIX)}.{node.data}?", Precedence.POSTFIX)
        case "datatype.at":
            return Fragment(f"{args[0].at(Precedence.POSTFIX)}.{node.data[1]}", Precedence.POSTFIX)
        case "datatype.update":
            return Fragment(f"{args[0].at(Precedence.POSTFIX)}.({node.data[1]} := {texts[1]})", Precedence.POSTFIX)
        case "range":
            low, high = (arg.at(Precedence.SUM) for arg in args)
            return Fragment(f"{low}..{high}", Precedence.OPEN, (low, "..", high))
        case "elements":
            return args[0]
        case _:
            return _application(node, texts)


def _application(node: Term, texts: Sequence[str]) -> Fragment:
    """Function notation, with the operator's own name when it has no better one."""
    name = str(node.sort) if node.op == "bv.of_int" else _FUNCTION.get(node.op, node.op)
    data = [] if node.data is None else [show_value(part) for part in _parts(node.data)]
    parameters = [*texts, *data]
    return Fragment(f"{name}({', '.join(parameters)})" if parameters else name, Precedence.POSTFIX)


def _parts(data: object) -> tuple[object, ...]:
    return data if isinstance(data, tuple) else (data,)


def _constant(node: Term) -> Fragment:
    text = show_value(node.data, node.sort)
    if node.sort == REAL and "/" in text:
        return Fragment(text, Precedence.PRODUCT)
    return Fragment(text, Precedence.UNARY if text.startswith("-") else Precedence.POSTFIX)


def _unary(op: str, arg: Fragment) -> Fragment:
    if op == "not" and arg.split is not None and arg.split[1] in NEGATED:
        left, symbol, right = arg.split
        return Fragment(f"{left} {NEGATED[symbol]} {right}", Precedence.COMPARISON)
    operand = arg.at(Precedence.POSTFIX if arg.text.startswith("-") else Precedence.UNARY)
    return Fragment(("-" if op == "neg" else "!") + operand, Precedence.UNARY)


def _infix(node: Term, left: Fragment, right: Fragment) -> Fragment:
    infix = _SYMBOLS[node.op]
    if node.op == "eq" and node.args[0].sort == BOOL:
        return Fragment(
            f"{left.at(Precedence.IMPLICATION)} <==> {right.at(Precedence.IMPLICATION)}",
            Precedence.EQUIVALENCE,
        )
    one, two = left.at(infix.left_level), right.at(infix.right_level)
    if infix.level == Precedence.COMPARISON:
        return _compare(one, infix.symbol, two)
    return Fragment(f"{one} {infix.symbol} {two}", infix.level)


def _compare(left: str, symbol: str, right: str) -> Fragment:
    return Fragment(f"{left} {symbol} {right}", Precedence.COMPARISON, (left, symbol, right))


def _conjunction(args: Sequence[Fragment]) -> Fragment:
    """Neighbours such as `a <= b` and `b < c` become `a <= b < c`."""
    pieces: list[Fragment] = []
    directions: set[tuple[str, ...]] = set()
    for arg in args:
        last = pieces[-1].split if pieces else None
        if last and arg.split and last[2] == arg.split[0]:
            both = {way for way in directions if last[1] in way and arg.split[1] in way}
            if both:
                pieces[-1] = Fragment(
                    f"{pieces[-1].text} {arg.split[1]} {arg.split[2]}", Precedence.COMPARISON, arg.split
                )
                directions = both
                continue
        pieces.append(arg)
        directions = {_RISING, _FALLING}
    if len(pieces) == 1:
        return Fragment(pieces[0].text, pieces[0].level)
    return Fragment(
        " && ".join(piece.at(Precedence(Precedence.CONJUNCTION + 1)) for piece in pieces),
        Precedence.CONJUNCTION,
    )


def _binding(node: Term, args: tuple[Fragment, ...]) -> Fragment:
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
    guarded = " && ".join([*bounds, body.at(Precedence.CONJUNCTION)] if bounds else [body.text])
    match node.op:
        case "let":
            values = ", ".join(arg.text for arg in args[:count])
            return Fragment(f"var {', '.join(b.name for b in names)} := {values}; {body.text}", Precedence.OPEN)
        case "forall":
            premise = " && ".join(bounds)
            text = f"{premise} ==> {body.at(Precedence.IMPLICATION)}" if premise else body.text
            return Fragment(f"forall {listed} :: {text}", Precedence.OPEN)
        case "exists":
            return Fragment(f"exists {listed} :: {guarded}", Precedence.OPEN)
        case "set.comprehension":
            return Fragment(f"set {listed} | {guarded} :: {args[count + 1].text}", Precedence.OPEN)
        case "map.comprehension":
            return Fragment(
                f"map {listed} | {guarded} :: {args[count + 1].text} := {args[count + 2].text}", Precedence.OPEN
            )
        case "seq.comprehension":
            length = args[0].split[2] if args[0].split else args[0].text
            return Fragment(f"seq({length}, {names[0].name} => {body.text})", Precedence.POSTFIX)
        case "such_that":
            return Fragment(f"var {listed} :| {guarded}; {args[count + 1].text}", Precedence.OPEN)
        case _:
            return Fragment(f"({listed}) => {body.text}", Precedence.OPEN)


def _bound(binder: Binder, domain: Term, shown: Fragment) -> str | None:
    """The condition that a domain puts on its variable."""
    match domain.op:
        case "range" if shown.split is not None:
            return f"{shown.split[0]} <= {binder.name} < {shown.split[2]}"
        case "elements":
            return f"{binder.name} in {shown.at(Precedence.SHIFT)}"
        case _:
            return None
