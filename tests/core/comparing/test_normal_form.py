"""Terms and functions that say the same whatever their variables and functions are called."""

import pytest

from specassay.core.comparing.normal_form import classes_of, key_of
from specassay.core.ir.build import add, eq, integer
from specassay.core.ir.contracts import Program
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import Term, var
from specassay.frontends.dafny import parse_program

FUNCTIONS = """
function Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) }
function Total(xs: seq<int>): int { if xs == [] then 0 else xs[0] + Total(xs[1..]) }
function Last(s: seq<int>): int { if s == [] then 0 else Last(s[1..]) + s[0] }
predicate Even(n: nat) { n == 0 || Odd(n - 1) }
predicate Odd(n: nat) { n != 0 && Even(n - 1) }
predicate P(n: nat) { n == 0 || Q(n - 1) }
predicate Q(n: nat) { n != 0 && P(n - 1) }
"""


def program(*clauses: str) -> Program:
    ensures = "".join(f"  ensures {clause}\n" for clause in clauses)
    return parse_program(f"method M(s: seq<int>, x: int) returns (r: int)\n{ensures}{FUNCTIONS}")


def keys(one: str, other: str) -> tuple[object, object]:
    read = program(one, other)
    classes = classes_of(read.functions)
    first, second = (each.term for each in read.specifications[0].ensures[:2])
    assert isinstance(first, Term)
    assert isinstance(second, Term)
    return key_of(first, classes), key_of(second, classes)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("forall i :: 0 <= i < |s| ==> s[i] <= r", "forall k :: 0 <= k < |s| ==> s[k] <= r", True),
        ("r > x", "x < r", True),
        ("r == x", "x == r", True),
        ("r == Sum(s)", "r == Total(s)", True),
        ("r == Sum(s)", "r == Last(s)", False),
        ("r - x > 0", "x - r > 0", False),
        ("forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]", "forall j, i :: 0 <= j < i < |s| ==> s[j] <= s[i]", True),
        ("forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]", "forall i, j :: 0 <= i < j < |s| ==> s[j] <= s[i]", False),
        # A variable that is bound is none of a parameter's name.
        ("forall x :: x in s ==> x <= r", "forall y :: y in s ==> y <= r", True),
        ("forall y :: y in s ==> x <= r", "forall x :: x in s ==> x <= r", False),
    ],
)
def test_only_names_make_no_difference(one: str, other: str, same: bool) -> None:
    first, second = keys(one, other)
    assert (first == second) is same


def test_functions_that_call_each_other_are_compared() -> None:
    classes = classes_of(program("true").functions)
    assert classes["Even"] == classes["P"]
    assert classes["Odd"] == classes["Q"]
    assert classes["Even"] != classes["Odd"]
    assert classes["Sum"] == classes["Total"] != classes["Last"]


def test_a_term_that_is_too_deep_is_equal_to_itself_only() -> None:
    def deep(last: int) -> Term:
        term = var("x", INT)
        for number in (*range(3_000), last):
            term = add(term, integer(number))
        return eq(term, integer(0))

    assert key_of(deep(1), {}) == key_of(deep(1), {})
    assert key_of(deep(1), {}) != key_of(deep(2), {})
