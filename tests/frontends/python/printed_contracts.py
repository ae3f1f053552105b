"""The IR of Python contracts as Python text, which reads back as the same IR but for spans."""

import math
import re
from collections.abc import Iterable, Iterator
from types import BuiltinFunctionType, FunctionType
from typing import Any

from specassay.core.errors import Unsupported
from specassay.core.ir.contracts import Contract
from specassay.core.ir.statements import (
    Assign,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    For,
    If,
    OpaqueStatement,
    Raise,
    Return,
    Statement,
    Try,
    While,
    own_terms,
)
from specassay.core.ir.terms import Term, fold, subterms
from specassay.frontends.python.dependence import blocks
from specassay.frontends.python.literal import literal
from specassay.frontends.python.names import BUILTINS, MODULES
from specassay.frontends.python.notation import PythonPrecedence, Shown, show_python, show_target

_INDENT = "    "
_NAMED = (type, BuiltinFunctionType, FunctionType)
_NAMES: dict[int, tuple[str | None, str]] = {
    **{
        id(value): (module, name)
        for module, members in reversed(MODULES.items())
        for name, value in members.items()
        if isinstance(value, _NAMED)
    },
    **{id(value): (None, name) for name, value in BUILTINS.items()},
}
"""Functions and types by identity: the module to import, or None, and the name in it."""


def print_term(term: Term) -> str:
    """The text of a VALUE term: `parse_expression` reads it back. Raises Unsupported where there is none."""
    return fold(term, _step).text


def print_statements(statements: Iterable[Statement]) -> str:
    """The lines of a block, each with a newline. Raises Unsupported for an `OpaqueStatement`."""
    return "".join(f"{line}\n" for line in _block(tuple(statements)))


def print_contract(contract: Contract) -> str:
    """The text of a contract, with the imports that it needs: `parse_contract` reads it back."""
    modules = sorted({name for term in _terms(contract.body) for name in _module(term)})
    imports = "".join(f"import {name}\n" for name in modules)
    return imports + print_statements(contract.body)


def _terms(body: tuple[Statement, ...]) -> Iterator[Term]:
    for statement in body:
        for term in own_terms(statement):
            yield from subterms(term)
        for block in blocks(statement):
            yield from _terms(block)


def _module(term: Term) -> Iterator[str]:
    if term.op == "const" and isinstance(term.data, re.RegexFlag):
        yield "re"
    elif term.op == "const" and isinstance(term.data, _NAMED):
        module, _ = _NAMES.get(id(term.data), (None, ""))
        if module is not None:
            yield module


def _step(node: Term, args: tuple[Shown, ...]) -> Shown:
    match node.op:
        case "const":
            return _constant(node)
        case "var":
            return Shown(node.data)
        case "python.format":
            return _format(node, args)
        case "python.index":
            index = args[1].text
            if node.args[1].op == "python.tuple" and any(arg.op == "python.slice" for arg in node.args[1].args):
                index = index[1:-1]
            return Shown(f"{args[0].at(PythonPrecedence.POSTFIX)}[{index}]", PythonPrecedence.POSTFIX)
        case "python.method" | "python.attribute" if type(node.args[0].data) is int:
            # `1.real` would be read as a number and a name.
            return show_python(node, (Shown(f"({args[0].text})"), *args[1:]))
        case op if op.startswith("python."):
            return show_python(node, args)
        case op:
            raise Unsupported(f"operator {op} in Python text", node.span)


def _constant(node: Term) -> Shown:
    value: Any = node.data
    if isinstance(value, re.RegexFlag):
        return Shown(f"re.{value.name}", PythonPrecedence.POSTFIX)
    if isinstance(value, _NAMED):
        if id(value) not in _NAMES:
            raise Unsupported(f"constant {value!r} in Python text", node.span)
        module, name = _NAMES[id(value)]
        return Shown(name if module is None else f"{module}.{name}", PythonPrecedence.POSTFIX)
    if type(value) is float and value == math.inf:
        return Shown("1e999")
    if type(value) is complex and value.real == 0 and math.copysign(1, value.real) > 0 and value.imag >= 0:
        return Shown("1e999j" if value.imag == math.inf else f"{value.imag!r}j")
    text = literal(value)
    return Shown(text, PythonPrecedence.UNARY if text.startswith("-") else PythonPrecedence.ATOM)


def _format(node: Term, args: tuple[Shown, ...]) -> Shown:
    """An f-string in the quotes that no field contains (before Python 3.12 a field cannot contain them)."""
    fields = "".join(arg.text for arg in args)
    quotes = [quote for quote in ("'", '"', '"""', "'''") if quote not in fields]
    if not quotes or "\\" in fields:
        raise Unsupported("an f-string field with quotes or backslashes", node.span)
    quote = quotes[0]
    remaining = iter(args)
    pieces = []
    for part in node.data:
        if isinstance(part, str):
            pieces.append(_format_text(part, quote[0]))
            continue
        conversion, specification = part
        text = next(remaining).text
        space = " " if text.startswith("{") else ""
        if any(sign in text for sign in ("lambda", "=", "!", ":")):
            text = f"({text})"
        field = "{" + space + text
        suffix = f":{_format_text(specification, quote[0])}" if specification else ""
        pieces.append(field + (f"!{conversion}" if conversion else "") + suffix + "}")
    return Shown("f" + quote + "".join(pieces) + quote)


def _format_text(text: str, quote: str) -> str:
    escaped = repr(quote + text)[1:-1].replace("\\'", "'").removeprefix(quote)
    return escaped.replace(quote, "\\" + quote).replace("{", "{{").replace("}", "}}")


def _block(body: tuple[Statement, ...]) -> list[str]:
    return [line for statement in body for line in _statement(statement)]


def _indented(head: str, body: tuple[Statement, ...]) -> list[str]:
    return [head, *(_INDENT + line for line in _block(body) or ["pass"])]


def _statement(statement: Statement) -> list[str]:
    match statement:
        case Assign(target, value):
            return [f"{show_target(target)} = {print_term(value)}"]
        case Check(_, test):
            return [f"assert {print_term(test)}"]
        case Evaluate(value):
            return [print_term(value)]
        case If(test, then, orelse):
            return _indented(f"if {print_term(test)}:", then) + _else(orelse)
        case While(test, body, orelse):
            return _indented(f"while {print_term(test)}:", body) + _else(orelse)
        case For(target, iterable, body, orelse):
            return _indented(f"for {show_target(target)} in {print_term(iterable)}:", body) + _else(orelse)
        case Try():
            return _try(statement)
        case Define(name, _, defaults, body):
            signature = statement.signature
            values = dict(zip(signature.with_default, map(print_term, defaults), strict=True))
            shown = [f"{each}={values[each]}" if each in values else each for each in signature.heading]
            return _indented(f"def {name}({', '.join(shown)}):", body)
        case Return(value):
            return ["return" if value is None else f"return {print_term(value)}"]
        case Raise(exception):
            return ["raise" if exception is None else f"raise {exception}"]
        case Break():
            return ["break"]
        case Continue():
            return ["continue"]
        case OpaqueStatement(construct, span):
            raise Unsupported(construct, span)
        case _:
            raise Unsupported(f"{type(statement).__name__} in Python text", statement.span)


def _else(orelse: tuple[Statement, ...]) -> list[str]:
    return _indented("else:", orelse) if orelse else []


def _try(statement: Try) -> list[str]:
    lines = _indented("try:", statement.body)
    for handler in statement.handlers:
        caught = ", ".join(handler.exceptions)
        head = "except" + (f" ({caught},)" if caught else "") + (f" as {handler.name}" if handler.name else "")
        lines += _indented(f"{head}:", handler.body)
    lines += _else(statement.orelse)
    if statement.final or not statement.handlers:
        lines += _indented("finally:", statement.final)
    return lines
