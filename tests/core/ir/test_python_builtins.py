"""The table of the methods of Python's builtin types is CPython's, and who needs their names reads it."""

import itertools
import re
from collections import Counter
from typing import Any

import pytest

from specassay.benchmarks.english.predicates import _ENGLISH
from specassay.core.encoding.methods import ON_TEXTS
from specassay.core.ir.python_builtins import CHANGING, FUNCTIONS, METHODS, TABLE, Method, of_type
from specassay.frontends.python.aliasing.unaliased import CHANGES
from specassay.frontends.python.styles import harmless

VALUES: dict[type, Any] = {
    str: "ab", bytes: b"ab", int: 3, float: 1.5, complex: 1j, list: [1], tuple: (1,), range: range(3), dict: {1: 2},
    set: {1}, frozenset: {1}, Counter: Counter("a"), re.Pattern: re.compile("a"), re.Match: re.match("a", "a"),
}  # fmt: skip
ARGUMENTS: tuple[Any, ...] = (1, "a", b"a", [], {}, "big", b"a" * 256)
ARITY_OF_FUNCTIONS = r"takes (exactly|no|at most|at least|from|\d)|expected (at|\d)|missing required|must have at least"
ARITY = re.compile(r"takes (no|exactly|at|from|\d)|expected (at|\d)|missing required|takes .* argument")


def accepts(owner: type, name: str, count: int) -> bool:
    """Whether CPython takes so many arguments: it may refuse them all the same, but not for their number."""
    for arguments in itertools.product(ARGUMENTS, repeat=count):
        try:
            getattr(VALUES[owner].copy() if owner in (list, dict, set, Counter) else VALUES[owner], name)(*arguments)
        except TypeError as refused:
            if ARITY.search(str(refused)):
                continue
        except (ValueError, LookupError, OverflowError, AttributeError):
            pass
        return True
    return False


@pytest.mark.parametrize("row", [row for row in TABLE if row.name != "is_integer"], ids=lambda row: row.name)
def test_a_row_takes_as_many_arguments_as_in_cpython(row: Method) -> None:
    for owner in row.types:
        assert [count for count in range(4) if accepts(owner, row.name, count)] == [
            count for count in range(4) if row.least <= count <= row.most
        ]


def test_a_function_takes_as_many_arguments_as_in_cpython() -> None:
    for row in (row for row in FUNCTIONS if row.value is not type):  # It takes one or three.
        taken = [count for count in range(5) if takes(row.value, count)]
        assert taken == [count for count in range(5) if row.least <= count <= row.most], row


def takes(function: Any, count: int) -> bool:
    """Whether CPython takes so many arguments: it may refuse them all the same, but not for their number."""
    try:
        function(*[[1]] * count)
    except TypeError as refused:
        return not re.search(ARITY_OF_FUNCTIONS, str(refused))
    except ValueError:
        pass
    return True


def test_every_public_method_of_a_text_and_of_a_container_has_a_row() -> None:
    for owner in (str, bytes, list, tuple, dict, set, frozenset):
        public = {name for name in dir(owner) if not name.startswith("_") and name != "fromkeys"}
        assert public == {name for kind, name in METHODS if kind is owner}


def test_who_needs_names_of_methods_has_no_others() -> None:
    assert {name for name in ON_TEXTS if of_type(str, name) is None} == set()
    assert {name for names in CHANGES.values() for name in names if not name.startswith("__")} <= CHANGING
    assert harmless.METHODS.isdisjoint(CHANGING)
    assert harmless.MUTATORS >= CHANGING
    assert {*_ENGLISH} >= {row.name for row in TABLE if row.sees == "class"}


def test_a_value_that_is_alike_is_its_own_result() -> None:
    for row in TABLE:
        if row.alike and str in row.types:
            given = {0: (), 1: (1,), 2: ("", "")}[row.least]
            given = ("x",) if row.name.startswith("remove") else given
            assert any(getattr(text, row.name)(*given) == text for text in ("ab", "AB", "Ab", "1")), row.name
