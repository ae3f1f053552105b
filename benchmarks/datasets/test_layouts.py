"""Tests of VERINA and of MBPP as tests in our own layout."""

import ast
import json
import re
from typing import Any

from ...core.errors import InputError

LONGEST = 50_000
"""Characters of an assertion."""


def layout_of(rows: Any, file: str, line: int | None = None) -> Any:
    """The tests by method or task, in our own layout; what is in neither of the two is given back as it is. Raises
    InputError, with the path in the JSON."""
    if isinstance(rows, dict) and set(rows) <= {"tests", "reject_inputs"} and "reject_inputs" in rows:
        listed = [*_list(rows.get("tests", []), "$.tests", file, line)]
        rejected = _list(rows["reject_inputs"], "$.reject_inputs", file, line)
        tests = [_verina(test, f"$.tests[{number}]", file, line) for number, test in enumerate(listed)]
        return {"": tests + [_rejected(one, f"$.reject_inputs[{n}]", file, line) for n, one in enumerate(rejected)]}
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return rows
    if all("input" in row and "expected" in row for row in rows):
        return {"": [_verina(row, f"$[{number}]", file, line) for number, row in enumerate(rows)]}
    if all(set(row) == {"input"} for row in rows):
        return {"": [_rejected(row, f"$[{number}]", file, line) for number, row in enumerate(rows)]}
    if all("task_id" in row and "test_list" in row for row in rows):
        return {str(row["task_id"]): _mbpp(row, f"$[{n}].test_list", file, line) for n, row in enumerate(rows)}
    return rows


def _list(value: Any, place: str, file: str, line: int | None) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"no list, in {place}", file=file, line=line)
    return value


# -- VERINA: github.com/sunblaze-ucb/verina, test.json and reject_inputs.json


def _verina(row: Any, place: str, file: str, line: int | None) -> dict[str, Any]:
    if not isinstance(row, dict) or not {"input", "expected"} <= set(row) <= {"input", "expected", "unexpected"}:
        raise InputError(f"not a test with input, expected and unexpected, in {place}", file=file, line=line)
    wrong = _list(row.get("unexpected", []), f"{place}.unexpected", file, line)
    shown = [each["output"] if isinstance(each, dict) and set(each) == {"output"} else each for each in wrong]
    return {
        **_rejected(row, place, file, line),
        "invalid": False,
        "output": _plain(row["expected"]),
        "wrong": list(map(_plain, shown)),
    }


def _rejected(row: Any, place: str, file: str, line: int | None) -> dict[str, Any]:
    given = row.get("input") if isinstance(row, dict) else None
    if not isinstance(given, dict):
        raise InputError(f"no input by name, in {place}.input", file=file, line=line)
    return {"inputs": {name: _plain(value) for name, value in given.items()}, "invalid": True}


def _plain(value: Any) -> Any:
    """A value; one that is written as Lean writes it (`#[1, 2]`, `True`) is what JSON writes for it."""
    if not isinstance(value, str):
        return value
    text = re.sub(r"\bTrue\b", "true", re.sub(r"\bFalse\b", "false", value.replace("#[", "[")))
    if not re.match(r"\[|-?\d|true$|false$|\"", text.strip()):
        return value
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return value


# -- MBPP: assertions in Python


def _mbpp(row: dict[str, Any], place: str, file: str, line: int | None) -> list[dict[str, Any]]:
    listed = _list(row["test_list"], place, file, line)
    return [_assertion(text, f"{place}[{number}]", file, line) for number, text in enumerate(listed)]


def _assertion(text: Any, place: str, file: str, line: int | None) -> dict[str, Any]:
    """`assert f(1, [2]) == 3` as a test."""
    problem = f"no assertion that a call equals a value, in {place}"
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InputError(problem, file=file, line=line)
    try:
        (statement,) = ast.parse(text.strip()).body
        match statement:
            case ast.Assert(
                test=ast.Compare(left=ast.Call(args=args, keywords=[]), ops=[ast.Eq()], comparators=[right])
            ):
                return {"arguments": [ast.unparse(arg) for arg in args], "result": ast.unparse(right)}
            case _:
                raise InputError(problem, file=file, line=line)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(problem, file=file, line=line) from None
