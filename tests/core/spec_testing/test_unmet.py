"""Why no input was found: the part of a precondition that the fewest candidates meet."""

import re

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.making import NOT_FOUND, no_valid_input
from specassay.frontends.dafny import DAFNY, parse_program

SORTED = "ghost predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] < s[j] } "
OK = "ghost predicate Ok(s: seq<int>, n: int) { Sorted(s) && |s| == 100 && n > 0 } "


def reason(text: str) -> str:
    program = parse_program(text, "a.dfy")
    return no_valid_input(program.specifications[-1], program, Engines(), DAFNY.show)


@pytest.mark.parametrize(
    ("precondition", "text"),
    [
        ("n > 0 && |s| == 1000", "|s| == 1000"),
        ("Ok(s, n)", "|s| == 100"),
        ("n * n == 3", "n * n == 3"),
    ],
)
def test_a_part_that_no_candidate_meets_is_named(precondition: str, text: str) -> None:
    method = f"method M(s: seq<int>, n: int) returns (r: int) requires {precondition} ensures r == n"
    found = reason(SORTED + OK + method)
    # How many candidates there are in the time depends on the machine.
    assert (
        re.sub(r"\d+ candidates", "N candidates", found) == f"{NOT_FOUND}: none of N candidates is known to meet {text}"
    )


def test_parts_that_are_met_apart_and_never_together_are_told_by_the_rarest() -> None:
    found = reason("method M(n: int) returns (r: int) requires n > 1 requires n < 2 ensures r == n")
    assert found.startswith(f"{NOT_FOUND}: no candidate meets all of it, and the fewest, ")
    assert found.endswith(("n > 1", "n < 2"))
