"""What tests alone do not tell of a candidate."""

import pytest

from specassay.benchmarks.rewards.judging import judged
from specassay.benchmarks.rewards.tests import read_spec_tests

HEAD = "method M(n: int) returns (r: int) "
CALLS = [{"inputs": [4], "output": 4}, {"inputs": [-3], "output": 3}, {"inputs": [0], "output": 0}]
ABS = "ensures r == if n < 0 then -n else n"
BOTH = "r >= 0 && (r == n || r == -n)"


def weaker(text: str, *further: object) -> str:
    found = judged(text, read_spec_tests({"M": [*CALLS, *further]}, signature=HEAD), 4, 10.0)
    assert found.verdict == "paid", found
    return found.weaker


@pytest.mark.parametrize(
    "clauses",
    [
        ABS,
        "ensures n < 0 ==> r == -n ensures n >= 0 ==> r == n",
        "ensures (n < 0 && r == -n) || (n >= 0 && r == n)",
        "ensures r >= 0 && (r == n || r == -n)",
        f"requires n >= -1000 {ABS}",
        f"{ABS} ensures r <= 100000 && r * r >= 0",
        "ensures n > 2 ==> r == n ensures n <= 2 ==> r == 0 - n || n == r",
        "ensures n < 0 || r == n ensures 0 <= n || r == -n",
        f"{ABS} ensures forall k :: 2 <= k <= r ==> k - n >= 2 - n",
        f"{ABS} ensures !(r > 100000)",
    ],
)
def test_what_the_tests_reach_is_told(clauses: str) -> None:
    assert "no test reaches" not in weaker(HEAD + clauses)


@pytest.mark.parametrize(
    "clauses",
    [
        "ensures r == if n < 0 then -n else if n == 77 then 0 else n",
        "ensures (n < 0 ==> r == -n) && (n >= 0 ==> if n == 77 then r == 0 else r == n)",
        "ensures n == 77 ==> r == 0 ensures n != 77 && n < 0 ==> r == -n ensures n != 77 && n >= 0 ==> r == n",
        "ensures (n == 77 && r == 0) || (n < 0 && r == -n) || (n >= 0 && n != 77 && r == n)",
        "ensures r == A(n)\nfunction A(n: int): int { if n < 0 then -n else if n > 4000 then 0 else n }",
        f"ensures if -9 < n && n < 100000 then {BOTH} else r == -n",
    ],
)
def test_what_no_test_reaches_is_not(clauses: str) -> None:
    assert weaker(HEAD + clauses).startswith("no test reaches what stands at ")


def test_a_test_there_tells_it() -> None:
    text = f"{HEAD} ensures r == if n < 0 then -n else if n == 77 then 0 else n"
    assert weaker(text, {"inputs": [77], "output": 0}) == ""


def test_one_input_that_is_left_out() -> None:
    text = f"{HEAD} requires n != 2 {ABS}"
    assert weaker(text) == "n = 2 alone is not allowed"
    assert weaker(text, {"inputs": [2], "invalid": True}) == ""


def test_what_has_no_value_may_be_left_out() -> None:
    tests = read_spec_tests({"M": [{"inputs": [4], "output": 25}, {"inputs": [-3], "output": -33}]}, signature=HEAD)
    assert judged(f"{HEAD} requires n != 0 ensures r == 100 / n", tests, 4, 10.0).weaker == ""


def test_what_is_left_out_may_be_said_of_several_parameters() -> None:
    head = "method Div(n: int, d: int) returns (q: int, r: int)"
    calls = [{"inputs": [n, d], "outputs": {"q": n // d, "r": n % d}} for n, d in ((7, 2), (9, 3), (-5, 3))]
    text = f"{head} requires d > 0 && n + d != 5000 ensures n == q * d + r && 0 <= r < d"
    found = judged(text, read_spec_tests({"Div": calls}, signature=head), 4, 10.0)
    assert found.weaker.endswith(" alone is not allowed")
