"""Queries as files: SMT-LIB 2.6 scripts with one `check-sat` (reference, section 3.9 and 4.2), whoever wrote them."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from attrs import frozen

from ...core.errors import InputError, SolverFailure
from .symbols import SExpr, parse

STATUSES = ("sat", "unsat", "unknown")
_BETWEEN = r'(?:[^()"|;]++|"[^"]*+"|\|[^|]*+\||;[^\n]*+)*'
_PARENTHESES = re.compile(rf"({_BETWEEN})(\(+|\)+|\Z)")
"""What stands before the next parentheses, and these: a tenth as many as the tokens of a query, which has megabytes."""
_BLANK = re.compile(r"(?:\s|;[^\n]*)*+")
_NAME = re.compile(rf'\({_BLANK.pattern}([^\s()|";]++|\|[^|]*\|)')
_PRODUCT = re.compile(rf"\({_BLANK.pattern}[*/][\s(;]")
_ENVIRONMENT = {
    "set-info",
    "set-option",
    "set-logic",
    "exit",
    "echo",
    "get-model",
    "get-value",
    "get-info",
    "get-option",
    "get-assertions",
    "get-assignment",
    "get-proof",
    "get-unsat-core",
    "get-unsat-assumptions",
}
"""Commands that say nothing of what is asked."""
_READ = {"set-info", "set-logic", "check-sat", "check-sat-assuming"}
"""Commands of which more than the name matters here."""
_STACK = {"push", "pop", "reset", "reset-assertions"}
_NUMERAL = re.compile(r"\d+(\.\d+)?")


@frozen(slots=True)
class QueryCommand:
    """A command: its name, and its text."""

    name: str
    text: str

    @cached_property
    def parts(self) -> Sequence[SExpr]:
        """The S-expression that it is, whose first part is its name. It is read where it is asked for: nearly all of a
        query is assertions, which are only passed on. Raises SolverFailure where the text is none."""
        parsed_command = parse(self.text)
        assert isinstance(parsed_command, list)
        return parsed_command


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
        constants_found = []
        for command in self.commands:
            match command.parts if command.name in ("declare-const", "declare-fun") else ():
                case ["declare-const", str() as name, sort] | ["declare-fun", str() as name, [], sort]:
                    constants_found.append((name, sort))
        return tuple(constants_found)

    @property
    def text(self) -> str:
        return "\n".join(command.text for command in self.commands)

    @property
    def multiplies_reals(self) -> bool:
        """Are terms that are no numbers multiplied or divided, in a script with reals?"""
        written_so = (command for command in self.commands if _PRODUCT.search(command.text))
        return "Real" in self.text and any(_multiplies(command.parts) for command in written_so)


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
        # Only the commands that say something here are parsed to S-expressions: reading all took most of the time.
        match command.parts if command.name in _READ else [command.name]:
            case ["set-info", ":status", str() as header_value]:
                status = header_value if header_value in STATUSES else "unknown"
            case ["set-logic", str() as header_value]:
                logic = header_value
            case ["check-sat"]:
                checks += 1
            case ["check-sat-assuming", [*assumed]]:
                checks += 1
                # Assumptions of the one check are assertions: there is no other check that could do without them.
                kept += [QueryCommand("assert", f"(assert {written(assumed_literal)})") for assumed_literal in assumed]
            case [str() as name, *_] if name in _STACK:
                raise InputError(f"has {name}: only scripts with one check are compared")
            # What a command asks of the solver (`get-model`, `echo`, `exit`) changes no answer.
            case [str() as name, *_] if name not in _ENVIRONMENT:
                if checks:
                    raise InputError(f"has {name} after its check: only scripts with one check are compared")
                kept.append(command)
    if checks != 1:
        raise InputError(f"has {checks} check-sat: only scripts with one check are compared")
    return ScriptQuery(tuple(kept), status, logic)


def commands_of(text: str) -> Iterator[QueryCommand]:
    """The commands of a script, without the comments between them. Raises SolverFailure for what is no script."""
    # One regular expression jumps from parentheses to parentheses: texts, quoted symbols and comments between them are
    # skipped whole, so that `|)|` and `"("` close and open nothing. Its loop is possessive: on a script that is broken
    # it fails at once, and does not try each way to cut what it has passed.
    depth = start = position = 0
    while position < len(text):
        parenthesis = _PARENTHESES.match(text, position)
        if parenthesis is None:
            raise SolverFailure(f"not an S-expression: {text[position : position + 60]!r}")
        if depth == 0 and not _BLANK.fullmatch(parenthesis[1]):
            raise SolverFailure(f"not an SMT-LIB command: {parenthesis[1].strip()[:60]!r}")
        position, run = parenthesis.end(), parenthesis[2]
        if run.startswith("("):
            start = parenthesis.start(2) if depth == 0 else start
            depth += len(run)
        elif len(run) > depth:
            raise SolverFailure("a parenthesis is closed that was not opened")
        elif run:
            depth -= len(run)
            if depth == 0:
                yield _command(text[start:position])
    if depth:
        raise SolverFailure("the last command is not closed")


def _command(text: str) -> QueryCommand:
    name = _NAME.match(text)
    if name is None:
        raise SolverFailure(f"not an SMT-LIB command: {text[:60]!r}")
    return QueryCommand(name[1], text)


def written(expr: SExpr) -> str:
    """An S-expression as text."""
    return expr if isinstance(expr, str) else f"({' '.join(map(written, expr))})"


def _multiplies(expr: Sequence[SExpr]) -> bool:
    pending: list[SExpr] = list(expr)
    while pending:
        subexpression = pending.pop()
        if isinstance(subexpression, list):
            # A constant factor keeps a product linear.
            if subexpression[:1] == ["*"] and sum(not _is_number(factor) for factor in subexpression[1:]) > 1:
                return True
            if subexpression[:1] == ["/"] and not all(_is_number(factor) for factor in subexpression[2:]):
                return True
            pending += subexpression
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
