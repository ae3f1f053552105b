"""A test as an expression that a person can paste: the call of a function, of a method on its object, of a class."""

import ast
import builtins
from collections.abc import Mapping, Sequence

from attrs import frozen

from ....core.errors import InputError
from ...datasets.tasks import PythonTask
from ...english.clause_examples import call_of

SOURCES = {
    "Fraction": "fractions", "Decimal": "decimal", "deque": "collections",
    "UserString": "collections", "UserList": "collections", "array": "array",
}  # fmt: skip
"""Where the names in literals come from that are not builtins."""
MODULES = frozenset({
    "collections", "datetime", "decimal", "enum", "fractions", "functools", "http", "importlib", "io", "ipaddress",
    "numpy", "pandas", "pathlib", "random", "re", "types", "uuid", "icontract", "deal", "msgspec", "pydantic",
})  # fmt: skip
"""Modules that expressions mention by their names."""

@frozen(slots=True)
class TestCall:
    """A checked test: the text of its call, the text of the exception class that is expected (empty where it is
    accepted), and what it violates."""

    __test__ = False

    call: str
    raised: str
    violates: tuple[int, ...]


def call_text(task: PythonTask, arguments: Mapping[str, str]) -> str | None:
    """The call with these arguments, which are expressions by parameter; None where no call of what the module defines
    can pass them, as of a nested function."""
    try:
        return call_of(task, arguments)
    except InputError:
        return None


def imports_of(tests: Sequence[TestCall]) -> tuple[list[str], list[str]]:
    """The imports of what the texts of tests mention of known modules, and the names of what is left: those that the
    module under test defines."""
    used = {
        node.id
        for test in tests
        for text in (test.call, test.raised or "None")
        for node in ast.walk(ast.parse(text, mode="eval"))
        if isinstance(node, ast.Name)
    }
    unbound = used - set(dir(builtins)) - {"inf", "nan"}
    standard: dict[str, list[str]] = {}
    for name in sorted(unbound & SOURCES.keys()):
        standard.setdefault(SOURCES[name], []).append(name)
    found = [f"import {name}" for name in sorted(unbound & MODULES)]
    found += [f"from {source} import {', '.join(names)}" for source, names in sorted(standard.items())]
    return found, sorted(unbound - MODULES - SOURCES.keys())
