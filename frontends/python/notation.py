"""Python's operators: how tightly they bind, and terms of them as text."""

from collections.abc import Sequence
from enum import IntEnum

from attrs import frozen

from ...core.ir.statements import Comprehension, Target
from ...core.ir.terms import Term


class PythonPrecedence(IntEnum):
    """How tightly Python's operators bind, the loosest first (language reference, 6.17)."""

    OPEN = 0
    TERNARY = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARE = 5
    BIT_OR = 6
    BIT_XOR = 7
    BIT_AND = 8
    SHIFT = 9
    ADD = 10
    MULTIPLY = 11
    UNARY = 12
    POWER = 13
    POSTFIX = 14
    ATOM = 15


@frozen(slots=True)
class Shown:
    """The text of a term, and how tightly it binds."""

    text: str
    level: PythonPrecedence = PythonPrecedence.ATOM

    def at(self, level: PythonPrecedence) -> str:
        """The text where operands must bind at least so tightly."""
        return self.text if self.level >= level else f"({self.text})"


_BINARY: dict[str, PythonPrecedence] = {
    "|": PythonPrecedence.BIT_OR,
    "^": PythonPrecedence.BIT_XOR,
    "&": PythonPrecedence.BIT_AND,
    "<<": PythonPrecedence.SHIFT,
    ">>": PythonPrecedence.SHIFT,
    "+": PythonPrecedence.ADD,
    "-": PythonPrecedence.ADD,
    "**": PythonPrecedence.POWER,
}
"""The others multiply."""


def show_python(node: Term, args: tuple[Shown, ...]) -> Shown:
    """The text of a python.* term from the texts of its arguments."""
    match node.op.removeprefix("python."):
        case "truth" | "of_bool":
            return args[0]
        case "not":
            return Shown("not " + args[0].at(PythonPrecedence.NOT), PythonPrecedence.NOT)
        case "and" | "or" as name:
            level = PythonPrecedence.AND if name == "and" else PythonPrecedence.OR
            return Shown(f" {name} ".join(arg.at(PythonPrecedence(level + 1)) for arg in args), level)
        case "ite":
            condition, then, orelse = args
            # `a if b else c if d else e` is `a if b else (c if d else e)`: what comes last needs no parentheses.
            head = f"{then.at(PythonPrecedence.OR)} if {condition.at(PythonPrecedence.OR)}"
            return Shown(f"{head} else {orelse.at(PythonPrecedence.TERNARY)}", PythonPrecedence.TERNARY)
        case "unary":
            return Shown(node.data + args[0].at(PythonPrecedence.UNARY), PythonPrecedence.UNARY)
        case "binary":
            return _binary(node.data, *args)
        case "compare":
            left, right = (arg.at(PythonPrecedence.BIT_OR) for arg in args)
            return Shown(f"{left} {node.data} {right}", PythonPrecedence.COMPARE)
        case "call":
            return Shown(
                f"{args[0].at(PythonPrecedence.POSTFIX)}({_arguments(args[1:], node.data)})", PythonPrecedence.POSTFIX
            )
        case "method":
            name, markers = node.data
            return Shown(
                f"{args[0].at(PythonPrecedence.POSTFIX)}.{name}({_arguments(args[1:], markers)})",
                PythonPrecedence.POSTFIX,
            )
        case "attribute":
            return Shown(f"{args[0].at(PythonPrecedence.POSTFIX)}.{node.data}", PythonPrecedence.POSTFIX)
        case "index":
            return Shown(f"{args[0].at(PythonPrecedence.POSTFIX)}[{args[1].text}]", PythonPrecedence.POSTFIX)
        case "slice":
            low, high, step = ("" if arg.text == "None" else arg.text for arg in args)
            return Shown(f"{low}:{high}" + (f":{step}" if step else ""), PythonPrecedence.OPEN)
        case "comprehension":
            return Shown(_comprehension(node.data, args))
        case "lambda":
            head = f"lambda {', '.join(node.data)}".rstrip()
            return Shown(f"{head}: {args[0].at(PythonPrecedence.TERNARY)}", PythonPrecedence.OPEN)
        case "assign":
            return Shown(f"({node.data} := {args[0].at(PythonPrecedence.TERNARY)})")
        case "format":
            return Shown(_format_string(node.data, args))
        case "starred":
            return Shown("*" + args[0].at(PythonPrecedence.BIT_OR), PythonPrecedence.OPEN)
        case display:
            return Shown(_display(display, node, args))


def _binary(symbol: str, left: Shown, right: Shown) -> Shown:
    level = _BINARY.get(symbol, PythonPrecedence.MULTIPLY)
    tighter = PythonPrecedence(level + 1)
    if symbol == "**":
        return Shown(f"{left.at(tighter)}**{right.at(PythonPrecedence.UNARY)}", level)
    return Shown(f"{left.at(level)} {symbol} {right.at(tighter)}", level)


def _arguments(args: Sequence[Shown], markers: Sequence[str | None]) -> str:
    def one(arg: Shown, marker: str | None) -> str:
        if marker is None:
            return arg.text
        return marker + arg.text if marker in ("*", "**") else f"{marker}={arg.text}"

    return ", ".join(one(arg, marker) for arg, marker in zip(args, markers, strict=True))


def _display(kind: str, node: Term, args: tuple[Shown, ...]) -> str:
    texts = [arg.text for arg in args]
    match kind:
        case "list":
            return f"[{', '.join(texts)}]"
        case "tuple":
            return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
        case "set":
            return f"{{{', '.join(texts)}}}" if texts else "set()"
        case _:
            pairs = zip(node.args[::2], texts[::2], texts[1::2], strict=True)
            return "{" + ", ".join(f"*{k}" if t.op == "python.starred" else f"{k}: {v}" for t, k, v in pairs) + "}"


def show_target(target: Target) -> str:
    """A target as it is written: `x`, or `(x, y)`."""
    if isinstance(target, str):
        return target
    return "(" + ", ".join(map(show_target, target)) + ("," if len(target) == 1 else "") + ")"


def _comprehension(data: Comprehension, args: tuple[Shown, ...]) -> str:
    clauses = []
    position = 0
    for generator in data.generators:
        clauses.append(f"for {show_target(generator.target)} in {args[position].at(PythonPrecedence.OR)}")
        position += 1
        for condition in args[position : position + generator.conditions]:
            clauses.append(f"if {condition.at(PythonPrecedence.OR)}")
        position += generator.conditions
    element = ": ".join(arg.at(PythonPrecedence.TERNARY) for arg in args[position:])
    brackets = {"list": "[]", "generator": "()"}.get(data.kind, "{}")
    return f"{brackets[0]}{element} {' '.join(clauses)}{brackets[1]}"


def _format_string(data: tuple[object, ...], args: tuple[Shown, ...]) -> str:
    pending = list(args)
    pieces = []
    for piece_of_string in data:
        if isinstance(piece_of_string, str):
            pieces.append(piece_of_string.replace("{", "{{").replace("}", "}}"))
        elif isinstance(piece_of_string, tuple):
            conversion, specification = piece_of_string
            suffix = (f"!{conversion}" if conversion else "") + (f":{specification}" if specification else "")
            pieces.append("{" + pending.pop(0).text + suffix + "}")
    return "f" + repr("".join(pieces))
