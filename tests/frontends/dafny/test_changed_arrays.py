"""Of which arrays a clause speaks after a call is known, asked of each input, or refused; never guessed."""

import pytest

from specassay.core.ir.contracts import Condition
from specassay.frontends.dafny import parse_program

CLASSES = "class C { var d: array<int>  var n: int }\ndatatype Box = Box(inner: array<int>)\n"


def clause(method: str) -> Condition:
    """The last clause of the postcondition of a method."""
    program = parse_program(f"{CLASSES}method {method}\n{{ }}", file="t.dfy")
    (specification,) = program.specifications
    return [each for each in specification.ensures if each.clause.origin == "text"][-1]


def problem(method: str) -> str:
    found = clause(method)
    assert (found.term is None) is bool(found.clause.problems)
    return "; ".join(each.construct for each in found.clause.problems)


@pytest.mark.parametrize(
    "method",
    [
        "M(a: array<int>) requires a.Length > 0 modifies a ensures a[0] == 1",
        "M(a: array<int>, b: array<int>) requires b.Length > 0 modifies a ensures b[0] == 1",
        "M(s: seq<array<int>>) requires |s| > 0 && s[0].Length > 0 modifies s[0] ensures s[0][0] == 1",
        "M(s: seq<array<int>>) returns (r: int) requires |s| > 0 && s[0].Length > 0 ensures r == s[0][0]",
        "M(c: C) requires c.d.Length > 0 modifies c.d ensures c.d[0] == 1",
        "M(c: C) modifies c ensures c.n == 1",
        "M(b: Box, a: array<int>) requires b.inner.Length > 0 modifies a ensures b.inner[0] == 1",
    ],
)
def test_arrays_that_each_input_tells_are_read(method: str) -> None:
    assert problem(method) == ""


@pytest.mark.parametrize(
    "method",
    [
        "M(a: array<int>) returns (s: seq<array<int>>) modifies a ensures |s| > 0 && s[0].Length > 0 && s[0][0] == 1",
        "M(a: array<int>) returns (b: Box) modifies a ensures b.inner.Length > 0 && b.inner[0] == 1",
    ],
)
def test_arrays_inside_a_result_may_be_any_of_those_that_change(method: str) -> None:
    assert "array" in problem(method)


@pytest.mark.parametrize(
    "method",
    [
        "M() returns (s: seq<array<int>>) ensures |s| > 0 && s[0].Length > 0 && s[0][0] == 1",
        "M(a: array<int>) returns (s: seq<int>) modifies a ensures |s| > 0 && s[0] == 1",
        "M(a: array<int>) returns (s: seq<array<int>>) modifies a ensures |s| == 1",
    ],
)
def test_a_result_of_which_no_elements_of_changed_arrays_are_read_is_no_problem(method: str) -> None:
    assert problem(method) == ""
