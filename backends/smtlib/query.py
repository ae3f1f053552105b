"""Queries as files: SMT-LIB 2.6 scripts with one `check-sat` (reference, section 3.9 and 4.2), whoever wrote them."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ...core.errors import InputError, SolverFailure
from .sexpr import SExpr, parse

STATUSES = ("sat", "unsat", "unknown")
_TOKEN = re.compile(r'\s+|;[^\n]*|([()]|"(?:[^"]|"")*"|\|[^|]*\||[^\s()|";]+)')
_ENVIRONMENT = {
    "set-info", "set-option", "set-logic", "exit", "echo", "get-model", "get-value", "get-info", "get-option",
    "get-assertions", "get-assignment", "get-proof", "get-unsat-core", "get-unsat-assumptions",
}  # fmt: skip
"""Commands that say nothing of what is asked."""
_STACK = {"push", "pop", "reset", "reset-assertions"}
_NUMERAL = re.compile(r"\d+(\.\d+)?")


@frozen(slots=True)
class QueryCommand:
    """A command: its text, and that as an S-expression whose first part is its name."""

    text: str
    parts: Sequence[SExpr]

    @property
    def name(self) -> str:
        return str(self.parts[0])


@frozen(slots=True)
class ScriptQuery:
    """A script with one check. `commands`: what is declared, defined and asserted before it; assumptions of the check
    are assertions. `status`: what its author says, of `STATUSES`; `logic`: as written."""

    commands: tuple[QueryCommand, ...]
    status: str = "unknown"
    logic: str = ""

    @property
    def constants(self) -> tuple[tuple[str, SExpr], ...]:
        """The symbols and sorts of the declared constants."""
        found = []
        for command in self.commands:
            match command.parts:
                case ["declare-const", str() as name, sort] | ["declare-fun", str() as name, [], sort]:
                    found.append((name, sort))
        return tuple(found)

    @property
    def text(self) -> str:
        return "\n".join(command.text for command in self.commands)

    @property
    def multiplies_reals(self) -> bool:
        """Are terms that are no numbers multiplied or divided, in a script with reals?"""
        return "Real" in self.text and any(_multiplies(command.parts) for command in self.commands)


def read_query(path: Path) -> ScriptQuery:
    """The query in a file. Raises InputError for one that cannot be read, is no script, or has not exactly one check
    of what was asserted before it, without `push` and `pop`."""
    try:
        return query_of(path.read_text(encoding="utf-8"))
    except (SolverFailure, InputError) as error:
        raise InputError(str(error), file=str(path)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", file=str(path)) from error


def query_of(text: str) -> ScriptQuery:
    """The query that a script is. Raises SolverFailure and InputError as `read_query` says."""
    kept: list[QueryCommand] = []
    status, logic, checks = "unknown", "", 0
    for command in commands_of(text):
        match command.parts:
            case ["set-info", ":status", str() as said]:
                status = said if said in STATUSES else "unknown"
            case ["set-logic", str() as said]:
                logic = said
            case ["check-sat"]:
                checks += 1
            case ["check-sat-assuming", [*assumed]]:
                checks += 1
                kept += [QueryCommand(f"(assert {written(each)})", ("assert", each)) for each in assumed]
            case [str() as name, *_] if name in _STACK:
                raise InputError(f"has {name}: only scripts with one check are compared")
            case [str() as name, *_] if name not in _ENVIRONMENT:
                if checks:
                    raise InputError(f"has {name} after its check: only scripts with one check are compared")
                kept.append(command)
    if checks != 1:
        raise InputError(f"has {checks} check-sat: only scripts with one check are compared")
    return ScriptQuery(tuple(kept), status, logic)


def commands_of(text: str) -> Iterator[QueryCommand]:
    """The commands of a script, without the comments between them. Raises SolverFailure for what is no script."""
    depth = start = position = 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise SolverFailure(f"no S-expression: {text[position : position + 60]!r}")
        if found[1] == "(":
            start = position if depth == 0 else start
            depth += 1
        elif found[1] == ")":
            depth -= 1
        elif found[1] and depth == 0:
            raise SolverFailure(f"no command of SMT-LIB: {text[position : position + 60]!r}")
        position = found.end()
        if depth < 0:
            raise SolverFailure("a parenthesis is closed that was not opened")
        if found[1] == ")" and depth == 0:
            parts = parse(text[start:position])
            if not isinstance(parts, list) or not parts or not isinstance(parts[0], str):
                raise SolverFailure(f"no command of SMT-LIB: {text[start : start + 60]!r}")
            yield QueryCommand(text[start:position], parts)
    if depth:
        raise SolverFailure("the last command is not closed")


def written(expr: SExpr) -> str:
    """An S-expression as text."""
    return expr if isinstance(expr, str) else f"({' '.join(map(written, expr))})"


def _multiplies(expr: Sequence[SExpr]) -> bool:
    pending: list[SExpr] = list(expr)
    while pending:
        part = pending.pop()
        if isinstance(part, list):
            if part[:1] == ["*"] and sum(not _is_number(each) for each in part[1:]) > 1:
                return True
            if part[:1] == ["/"] and not all(_is_number(each) for each in part[2:]):
                return True
            pending += part
    return False


def _is_number(expr: SExpr) -> bool:
    match expr:
        case str():
            return _NUMERAL.fullmatch(expr) is not None
        case ["-", value]:
            return _is_number(value)
        case ["/", left, right]:
            return _is_number(left) and _is_number(right)
    return False
