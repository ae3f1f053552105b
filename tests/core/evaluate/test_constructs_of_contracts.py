"""Constructs of contracts where people write them, against CPython: equal outcomes, or none."""

from typing import Any

import pytest

from specassay.core.evaluate.execution import run
from specassay.frontends.python import parse_contract

TESTS = [
    "x.bit_length() <= 3",
    "x.zfill(4) == '0012'",
    "len(x.splitlines()) == 2",
    "x.splitlines(True)[0] == 'a\\n'",
    "round(x, 1) == x",
    "round(x, -1) == 10",
    "round(x) == x",
    "max(*x) > 2",
    "(lambda a, b: a < b)(*x)",
    "sum([*x, *x]) == 6",
    "{**x} == {'a': 1}",
    "f'{x:>5}' == '    1'",
    "x.removeprefix('a') != x",
]
VALUES: list[Any] = [
    0,
    1,
    7,
    8,
    -9,
    True,
    0.25,
    2.675,
    12,
    "12",
    "",
    "a\nb",
    "a\r\nb\x0bc",
    [1, 2],
    [3],
    (1, 2),
    {"a": 1},
    None,
    "\u2028x",
    10.0,
    1e300,
    b"a",
]


@pytest.mark.parametrize("test", TESTS)
def test_a_construct_means_what_it_does_in_python(test: str) -> None:
    contract = parse_contract(f"assert {test}\n", name="f", parameters=["x"])
    assert contract.clauses[0].problems == ()
    known = 0
    for value in VALUES:
        found = run(contract, {"x": value})
        if found.violated is not None:
            known += 1
            assert found.outcomes == (outcome(test, value),), value
    assert known >= len(VALUES) - 1


def outcome(test: str, value: Any) -> str:
    try:
        return "holds" if eval(test, {"x": value}) else "false"
    except Exception as error:
        return type(error).__name__


@pytest.mark.parametrize(
    "value", ["[0] * 3 + [helper]", "[0] * 200 + [helper]", "(0,) * 200 + (helper,)", "{0: helper}"]
)
def test_the_text_of_what_holds_a_helper_is_not_known(value: str) -> None:
    """It has the helper's address, which is another in each run."""
    text = f"def helper(y):\n    return y\nassert len(str({value})) == x\n"
    for length in (40, 700):
        assert run(parse_contract(text, name="f", parameters=["x"]), {"x": length}).violated is None
