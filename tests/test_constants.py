"""A number with a name says where it comes from: what it bounds, in which unit, and why it is as large as it is."""

import ast
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.test_imports import parsed, source_files

_LIMIT = re.compile(r"[a-z_]+")
_CONSTANT = re.compile(r"_*[A-Z][A-Z0-9_]*")


def is_number(node: ast.expr) -> bool:
    """Whether an expression is written with numbers only: `64`, `1 << 20`, `8 * 2**20`, `-1`, `4, 8`."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float) and not isinstance(value, bool)
        case ast.UnaryOp(operand=operand):
            return is_number(operand)
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
        case ast.Tuple(elts=elements):
            return bool(elements) and all(map(is_number, elements))
    return False


def numbers_of(body: Sequence[ast.stmt], name_pattern: re.Pattern[str]) -> dict[int, ast.Assign | ast.AnnAssign]:
    """The assignments that give numbers to names of a pattern, by their place in the body of a module or class. A tuple
    that has one name is a table, and none of them."""
    found = {}
    for place, node in enumerate(body):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                if name_pattern.fullmatch(name) and is_number(value) and not isinstance(value, ast.Tuple):
                    found[place] = node
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                written = [each.id for each in names if isinstance(each, ast.Name) and name_pattern.fullmatch(each.id)]
                if len(written) == len(names) and is_number(value):
                    found[place] = node
    return found


def unexplained(source: str, path: str) -> list[str]:
    """One message for each constant with a number, and each field in a module of limits, of which nothing is said."""
    module = parsed(source)
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    records = classes if path.endswith("limits.py") else []
    bodies = [(module.body, _CONSTANT), *((record.body, _LIMIT) for record in records)]
    return [message for body, names in bodies for message in _unexplained(body, names, source.splitlines(), path)]


def _unexplained(body: Sequence[ast.stmt], name_pattern: re.Pattern[str], lines: Sequence[str], path: str) -> list[str]:
    """Nothing is said by a docstring below it, by a comment behind it, or by one above it, or above the constants that
    stand above it without anything between."""
    numbers = numbers_of(body, name_pattern)
    of_lines = {line for node in numbers.values() for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    found = []
    for place, node in numbers.items():
        following = body[place + 1] if place + 1 < len(body) else None
        below = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        behind = "#" in lines[(node.end_lineno or node.lineno) - 1]
        above = node.lineno - 1
        while above in of_lines:
            above -= 1
        if not (below or behind or (above and lines[above - 1].startswith("#"))):
            found.append(f"{path}:{node.lineno}: what does {lines[node.lineno - 1]} bound, and why is it so large?")
    return found


def test_every_number_says_where_it_comes_from(root: Path) -> None:
    files = source_files(root)
    assert files
    found = [
        message
        for path in files
        for message in unexplained(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "MOST = 3",
        "import os\n\nMOST: int = 3\n\n\ndef f(): ...",
        "_MOST = 8 * 2**20",
        "LEAST, MOST = 1, -1.5",
        "MOST = 3\nTEXT = 'a'\n'''A text.'''",
        "# What is below.\n\nMOST = 3",
        "LEAST = 1\n'''Why it is 1.'''\nMOST = 3",
        "class SearchLimits:\n    least: int = 1\n    '''Why it is 1.'''\n    most: int = 3",
    ],
)
def test_a_number_without_a_reason_is_reported(source: str) -> None:
    assert unexplained(source, "core/limits.py")


@pytest.mark.parametrize(
    "source",
    [
        "MOST = 3\n'''Elements.'''",
        "MOST = 3  # elements",
        "# prctl(2)\nFIRST = 1\nSECOND = 2",
        "LEAST, MOST = 1, 3\n'''Elements.'''",
        "SIZES = (1, 2)",
        "IS_OPEN = True",
        "most = 3",
        "def f():\n    MOST = 3",
    ],
)
def test_a_number_with_a_reason_and_what_is_none_are_accepted(source: str) -> None:
    assert unexplained(source, "core/limits.py") == []
