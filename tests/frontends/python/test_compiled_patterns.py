"""Methods of a compiled pattern that a module has as a constant, against CPython."""

import re
from itertools import product
from typing import Any

import pytest

from specassay.core.evaluate.execution import run
from specassay.frontends.python import parse_contract

PATTERNS = [
    "re.compile(r'[a-z]+[0-9]*')",
    "re.compile('a|b', re.I)",
    "re.compile('^a', re.MULTILINE | re.I)",
    "re.compile(b'a')",
]
TESTS = [
    "P.match(x)",
    "P.fullmatch(x) is None",
    "not P.search(x)",
    "len(P.findall(x)) < 2",
    "P.sub('-', x) == x",
    "P.split(x)[0] != ''",
]
VALUES = ["", "a", "A", "b1", "1a", "x\na", b"a", b"", None, 3]


@pytest.mark.parametrize(("pattern", "test"), list(product(PATTERNS, TESTS)))
def test_a_method_of_a_pattern_means_what_it_does_in_python(pattern: str, test: str) -> None:
    context = f"import re\nP = {pattern}\n\ndef f(x):\n    assert {test}\n"
    contract = parse_contract(f"assert {test}\n", name="f", parameters=["x"], context=context)
    assert contract.clauses[0].problems == ()
    for value in VALUES:
        assert run(contract, {"x": value}).outcomes == (outcome(pattern, test, value),), value


def outcome(pattern: str, test: str, value: Any) -> str:
    scope = {"re": re, "P": eval(pattern, {"re": re}), "x": value}
    try:
        return "holds" if eval(test, scope) else "false"
    except Exception as error:
        return type(error).__name__


@pytest.mark.parametrize(
    ("context", "test"),
    [
        ("import re\nP = re.compile('a')", "P.match(x, 1)"),
        ("import re\nP = re.compile('a')", "P.pattern == x"),
        ("import re\nP = re.compile('a')", "P == x"),
        ("import re\nP = re.compile(other())", "P.match(x)"),
        ("import regex as re\nP = re.compile('a')", "P.match(x)"),
        ("import re\nP = re.compile('a')\nP = re.compile('b')", "P.match(x)"),
    ],
)
def test_what_else_is_done_with_it_is_not_read(context: str, test: str) -> None:
    contract = parse_contract(f"assert {test}\n", name="f", parameters=["x"], context=context)
    assert contract.clauses[0].problems
