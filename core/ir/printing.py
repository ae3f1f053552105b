"""Terms as text for people: Dafny's operators for typed terms, Python's for python.* terms.

The text is for reading. It is short and unambiguous up to sorts, and is never parsed again.
"""

from collections.abc import Sequence

from .notation import Level, Shown, cut, show_value
from .printing_python import show_python
from .sorts import BOOL, REAL
from .terms import BINDING, Binder, Term, fold

__all__ = ["show", "show_value"]

_INFIX: dict[str, tuple[str, Level]] = {
    "eq": ("==", Level.COMPARE),
    "lt": ("<", Level.COMPARE),
    "le": ("<=", Level.COMPARE),
    "gt": (">", Level.COMPARE),
    "ge": (">=", Level.COMPARE),
    "add": ("+", Level.ADD),
    "sub": ("-", Level.ADD),
    "mul": ("*", Level.MULTIPLY),
    "div": ("/", Level.MULTIPLY),
    "mod": ("%", Level.MULTIPLY),
    "bv.add": ("+", Level.ADD),
    "bv.sub": ("-", Level.ADD),
    "bv.mul": ("*", Level.MULTIPLY),
    "bv.div": ("/", Level.MULTIPLY),
    "bv.mod": ("%", Level.MULTIPLY),
    "bv.and": ("&", Level.BIT_AND),
    "bv.or": ("|", Level.BIT_OR),
    "bv.xor": ("^", Level.BIT_XOR),
    "bv.shl": ("<<", Level.SHIFT),
    "bv.shr": (">>", Level.SHIFT),
    "bv.lt": ("<", Level.COMPARE),
    "bv.le": ("<=", Level.COMPARE),
    "str.lt": ("<", Level.COMPARE),
    "str.le": ("<=", Level.COMPARE),
    "seq.concat": ("+", Level.ADD),
    "seq.prefix": ("<=", Level.COMPARE),
    "seq.member": ("in", Level.COMPARE),
    "set.member": ("in", Level.COMPARE),
    "multiset.member": ("in", Level.COMPARE),
    "map.member": ("in", Level.COMPARE),
    "set.union": ("+", Level.ADD),
    "set.intersection": ("*", Level.MULTIPLY),
    "set.difference": ("-", Level.ADD),
    "set.subset": ("<=", Level.COMPARE),
    "set.proper_subset": ("<", Level.COMPARE),
    "set.disjoint": ("!!", Level.COMPARE),
    "multiset.union": ("+", Level.ADD),
    "multiset.intersection": ("*", Level.MULTIPLY),
    "multiset.difference": ("-", Level.ADD),
    "multiset.subset": ("<=", Level.COMPARE),
    "multiset.proper_subset": ("<", Level.COMPARE),
    "multiset.disjoint": ("!!", Level.COMPARE),
    "map.merge": ("+", Level.ADD),
    "map.remove": ("-", Level.ADD),
}

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
_NEGATED = {"==": "!=", "in": "!in"}


def show(term: Term) -> str:
    """The term as one line of text, cut after `notation.MAX_TEXT` characters."""
    return fold(term, _step).text


def _step(node: Term, args: tuple[Shown, ...]) -> Shown:
    shown = show_python(node, args) if node.op.startswith("python.") else _typed(node, args)
    return Shown(cut(shown.text), shown.level, shown.split)


def _typed(node: Term, args: tuple[Shown, ...]) -> Shown:
    op = node.op
    if op in BINDING:
        return _binding(node, args)
    if op in _INFIX:
        return _infix(node, *args)
    texts = [arg.text for arg in args]
    if op in _LENGTH:
        return Shown(f"|{texts[0]}|")
    if op in _AT:
        return Shown(f"{args[0].at(Level.POSTFIX)}[{texts[1]}]", Level.POSTFIX)
    if op in _UPDATE:
        return Shown(f"{args[0].at(Level.POSTFIX)}[{texts[1]} := {texts[2]}]", Level.POSTFIX)
    if op in _PROPERTY:
        return Shown(f"{args[0].at(Level.POSTFIX)}.{_PROPERTY[op]}", Level.POSTFIX)
    if op in _LITERAL:
        brackets = _LITERAL[op]
        return Shown(brackets[:-1] + ", ".join(texts) + brackets[-1])
    match op:
        case "const":
            return _constant(node)
        case "var":
            return Shown(str(node.data))
        case "not" | "neg" | "bv.not":
            return _unary(op, args[0])
        case "and" | "or" if not args:
            return Shown("true" if op == "and" else "false")
        case "and":
            return _conjunction(args)
        case "or" | "str.concat" if args:
            symbol, level = ("||", Level.OR) if op == "or" else ("+", Level.ADD)
            return Shown(f" {symbol} ".join(arg.at(Level(level + 1)) for arg in args), level)
        case "implies":
            return Shown(f"{args[0].at(Level.OR)} ==> {args[1].at(Level.IMPLIES)}", Level.IMPLIES)
        case "ite":
            return Shown(f"if {texts[0]} then {texts[1]} else {texts[2]}", Level.OPEN)
        case "call" | "datatype.make":
            arguments = f"({', '.join(texts)})" if texts or op == "call" else ""
            return Shown(f"{node.data}{arguments}", Level.POSTFIX)
        case "apply":
            return Shown(f"{args[0].at(Level.POSTFIX)}({', '.join(texts[1:])})", Level.POSTFIX)
        case "seq.slice":
            return Shown(f"{args[0].at(Level.POSTFIX)}[{texts[1]}..{texts[2]}]", Level.POSTFIX)
        case "array.elements":
            return Shown(f"{args[0].at(Level.POSTFIX)}[..]", Level.POSTFIX)
        case "array.is_null":
            return _compare(args[0].at(Level.BIT_OR), "==", "null")
        case "map.literal":
            pairs = zip(texts[::2], texts[1::2], strict=True)
            return Shown("map[" + ", ".join(f"{key} := {value}" for key, value in pairs) + "]")
        case "tuple.at":
            return Shown(f"{args[0].at(Level.POSTFIX)}.{node.data}", Level.POSTFIX)
        case "datatype.is":
            return Shown(f"{args[0].at(Level.POSTFIX)}.{node.data}?", Level.POSTFIX)
        case "datatype.at":
            return Shown(f"{args[0].at(Level.POSTFIX)}.{node.data[1]}", Level.POSTFIX)
        case "datatype.update":
            return Shown(f"{args[0].at(Level.POSTFIX)}.({node.data[1]} := {texts[1]})", Level.POSTFIX)
        case "range":
            low, high = (arg.at(Level.ADD) for arg in args)
            return Shown(f"{low}..{high}", Level.OPEN, (low, "..", high))
        case "elements":
            return args[0]
        case _:
            return _application(node, texts)


def _application(node: Term, texts: Sequence[str]) -> Shown:
    """Function notation, with the operator's own name when it has no better one."""
    name = str(node.sort) if node.op == "bv.of_int" else _FUNCTION.get(node.op, node.op)
    data = [] if node.data is None else [show_value(part) for part in _parts(node.data)]
    parameters = [*texts, *data]
    return Shown(f"{name}({', '.join(parameters)})" if parameters else name, Level.POSTFIX)


def _parts(data: object) -> tuple[object, ...]:
    return data if isinstance(data, tuple) else (data,)


def _constant(node: Term) -> Shown:
    text = show_value(node.data, node.sort)
    if node.sort == REAL and "/" in text:
        return Shown(text, Level.MULTIPLY)
    return Shown(text, Level.UNARY if text.startswith("-") else Level.ATOM)


def _unary(op: str, arg: Shown) -> Shown:
    if op == "not" and arg.split is not None and arg.split[1] in _NEGATED:
        left, symbol, right = arg.split
        return Shown(f"{left} {_NEGATED[symbol]} {right}", Level.COMPARE)
    operand = arg.at(Level.POSTFIX if arg.text.startswith("-") else Level.UNARY)
    return Shown(("-" if op == "neg" else "!") + operand, Level.UNARY)


def _infix(node: Term, left: Shown, right: Shown) -> Shown:
    symbol, level = _INFIX[node.op]
    if node.op == "eq" and node.args[0].sort == BOOL:
        return Shown(f"{left.at(Level.IMPLIES)} <==> {right.at(Level.IMPLIES)}", Level.IFF)
    tighter = Level(level + 1)
    if level == Level.COMPARE:
        return _compare(left.at(tighter), symbol, right.at(tighter))
    return Shown(f"{left.at(level)} {symbol} {right.at(tighter)}", level)


def _compare(left: str, symbol: str, right: str) -> Shown:
    return Shown(f"{left} {symbol} {right}", Level.COMPARE, (left, symbol, right))


def _conjunction(args: Sequence[Shown]) -> Shown:
    """Neighbours such as `a <= b` and `b < c` become `a <= b < c`."""
    pieces: list[Shown] = []
    directions: set[tuple[str, ...]] = set()
    for arg in args:
        last = pieces[-1].split if pieces else None
        if last and arg.split and last[2] == arg.split[0]:
            both = {way for way in directions if last[1] in way and arg.split[1] in way}
            if both:
                pieces[-1] = Shown(
                    f"{pieces[-1].text} {arg.split[1]} {arg.split[2]}", Level.COMPARE, arg.split
                )
                directions = both
                continue
        pieces.append(arg)
        directions = {_RISING, _FALLING}
    if len(pieces) == 1:
        return Shown(pieces[0].text, pieces[0].level)
    return Shown(" && ".join(piece.at(Level(Level.AND + 1)) for piece in pieces), Level.AND)


def _binding(node: Term, args: tuple[Shown, ...]) -> Shown:
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
    guarded = " && ".join([*bounds, body.at(Level.AND)] if bounds else [body.text])
    match node.op:
        case "let":
            values = ", ".join(arg.text for arg in args[:count])
            return Shown(f"var {', '.join(b.name for b in names)} := {values}; {body.text}", Level.OPEN)
        case "forall":
            premise = " && ".join(bounds)
            text = f"{premise} ==> {body.at(Level.IMPLIES)}" if premise else body.text
            return Shown(f"forall {listed} :: {text}", Level.OPEN)
        case "exists":
            return Shown(f"exists {listed} :: {guarded}", Level.OPEN)
        case "set.comprehension":
            return Shown(f"set {listed} | {guarded} :: {args[count + 1].text}", Level.OPEN)
        case "map.comprehension":
            return Shown(
                f"map {listed} | {guarded} :: {args[count + 1].text} := {args[count + 2].text}", Level.OPEN
            )
        case "seq.comprehension":
            length = args[0].split[2] if args[0].split else args[0].text
            return Shown(f"seq({length}, {names[0].name} => {body.text})", Level.POSTFIX)
        case "such_that":
            return Shown(f"var {listed} :| {guarded}; {args[count + 1].text}", Level.OPEN)
        case _:
            return Shown(f"({listed}) => {body.text}", Level.OPEN)


def _bound(binder: Binder, domain: Term, shown: Shown) -> str | None:
    """The condition that a domain puts on its variable."""
    match domain.op:
        case "range" if shown.split is not None:
            return f"{shown.split[0]} <= {binder.name} < {shown.split[2]}"
        case "elements":
            return f"{binder.name} in {shown.at(Level.BIT_OR)}"
        case _:
            return None
