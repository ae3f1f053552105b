"""Which comments say what is expected, and which only look like it: a value that nobody expects is a false verdict."""

from typing import Any

import pytest

from specassay.core.spec_testing.examples import Example
from specassay.dafny_harness.comments import looks_like_one
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of

ONE = "method F(x: int) returns (r: int)\n  ensures r > x\n"
TWO = "method F(x: int) returns (r: int, s: seq<int>)\n  ensures r > x\n"


def read(method: str, comment: str, before: str = "") -> Example | None:
    """The example that a comment behind a call makes."""
    results = "r, s" if method == TWO else "r"
    test = f"method T() {{ var {results} := F(3); {before}  // {comment}\n}}"
    examples = examples_of(parse_program(f"{method}\n{test}", file="t.dfy")).examples
    return next((each for each in examples if each.source == "comment"), None)


@pytest.mark.parametrize(
    "comment",
    [
        "expected 4",
        "Expected: 4",
        "EXPECTED = 4;",
        "expected output is 4",
        "expected result: 4.",
        "expects 4",
        "expeced 4",
        "expectd 4",
        "Expecteed: 4",
        "expecting 4",
        "exp: 4",
        "should be 4",
        "should return 4",
        "must be 4",
        "returns 4",
        "result is 4",
        "answer: 4",
        "=> 4",
        "-> 4",
        "assert r == 4",
        "expect r == 4",
        "r == 4",
    ],
)
def test_what_is_expected_is_read(comment: str) -> None:
    found = read(ONE, comment)
    assert found is not None
    assert found.outputs == {"r": 4}


@pytest.mark.parametrize(
    "comment",
    [
        "exponent 4",
        "explicit 4",
        "explained: 4",
        "expensive 4",
        "export 4",
        "expression 4",
        "expert 4",
        "expires 4",
        "result of F",
        "returns the larger one",
        "4",
        "step 4",
        "TODO 4",
        "expected",
        "unexpected 4",
        "x > 4",
    ],
)
def test_what_only_looks_like_it_is_not(comment: str) -> None:
    assert read(ONE, comment) is None


@pytest.mark.parametrize(
    ("comment", "outputs"),
    [
        ("expected 4, [1]", {"r": 4, "s": (1,)}),
        ("expected (4, [1])", {"r": 4, "s": (1,)}),
        ("assert r == 4 && s == [1]", {"r": 4, "s": (1,)}),
    ],
)
def test_several_results_are_a_tuple(comment: str, outputs: dict[str, Any]) -> None:
    found = read(TWO, comment)
    assert found is not None
    assert found.outputs == outputs
    assert read(TWO, "expected 4") is None


def test_what_was_printed_is_what_a_value_is_about() -> None:
    found = read(TWO, "expected [1]", "print s;")
    assert found is not None
    assert found.outputs == {"s": (1,)}
    shown = read(ONE, "expected: r is 4", 'print "r is ", r;')
    assert shown is not None
    assert shown.outputs == {"r": 4}


@pytest.mark.parametrize(
    ("printed", "about_the_call"),
    [
        ("r", True),
        ('"F: "', True),
        ('"F: ", r, 7', True),
        ("7", False),
        ("x + 1", False),
        ("G()", False),  # not known
        ("x.length", False),  # not lowered
    ],
)
def test_a_comment_about_another_printed_value_is_not_about_the_call(printed: str, about_the_call: bool) -> None:
    found = read(f"function G(): int\n{ONE}", "expected 4", f"var x := 3; print {printed};")
    assert (found is not None) == about_the_call


def test_a_comment_that_cannot_be_read_still_looks_like_one() -> None:
    assert looks_like_one("expected [1, 2")
    assert looks_like_one("  assert r == 4 ;")
    assert not looks_like_one("exponent 3")
