"""Exceptions whose classes the module defines are raised, and caught by their builtin bases."""

import pytest

from specassay.core.encoding.encode import encode
from specassay.core.evaluate.execution import run
from specassay.core.fuel import Fuel
from specassay.frontends.python import parse_contract

MODULE = """class MyError(ValueError):
    '''Mine.'''


class Sub(MyError):
    code = 1

    def __str__(self):
        return 'sub'


class Odd(Exception):
    def __init__(self, text, *, context):
        super().__init__(text)


def need(d, key):
    if key not in d:
        raise Sub(f'no {key}')
    return d[key]


def odd(d):
    if not d:
        raise Odd('empty', context=1)
    return 1
"""


@pytest.mark.parametrize(
    ("text", "argument", "violated"),
    [
        ("assert need(d, 'a') > 0", {}, {0}),
        ("assert need(d, 'a') > 0", {"a": 1}, set()),
        ("try:\n    v = need(d, 'a')\nexcept ValueError:\n    v = 1\nassert v > 0", {}, set()),
        ("try:\n    v = need(d, 'a')\nexcept LookupError:\n    v = 1\nassert v > 0", {}, {0}),
        ("try:\n    v = need(d, 'a')\nexcept Exception:\n    v = 0\nassert v > 0", {}, {0}),
    ],
)
def test_they_are_what_their_builtin_base_is(text: str, argument: dict[str, int], violated: set[int]) -> None:
    contract = parse_contract(text, name="f", parameters=["d"], context=MODULE)
    assert not any(clause.problems for clause in contract.clauses)
    assert run(contract, {"d": argument}, Fuel()).violated == frozenset(violated)
    assert not any(clause.unsupported_constructs for clause in encode(contract).clauses)


@pytest.mark.parametrize(
    "text",
    [
        "assert odd(d)",
        "try:\n    v = need(d, 'a')\nexcept MyError:\n    v = 0\nassert v > 0",
        "assert need(d, 'a') is MyError",
    ],
)
def test_what_depends_on_the_class_itself_is_not_read(text: str) -> None:
    contract = parse_contract(text, name="f", parameters=["d"], context=MODULE)
    assert contract.clauses[0].problems
