"""One array under two names: which array an output is, and the specification that is exact of such a call."""

from specassay.core.ir.contracts import Specification
from specassay.core.ir.values import ArrayValue
from specassay.core.spec_testing.aliased import GivenArrays, distinct_pairs, given_twice, of_call, with_identities
from specassay.frontends.dafny import parse_program


def specification(text: str) -> Specification:
    (found,) = parse_program(text, file="t.dfy").specifications
    return found


SAME = specification("method M(a: array<int>) returns (b: array<int>) ensures b == a")
SWAP = specification(
    "method M(a: array<int>, b: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == 0"
)
A, B = ArrayValue((1, 2), "a"), ArrayValue((1, 2), "b")


def test_a_result_with_other_elements_is_not_the_parameter() -> None:
    assert with_identities(GivenArrays(SAME, {"a": A}), {"b": A})["b"].identity == "a"
    changed = with_identities(GivenArrays(SAME, {"a": A}), {"b": ArrayValue((1, 3), "a")})["b"]
    assert changed.elements == (1, 3)
    assert changed.identity != "a"


def test_a_parameter_that_is_modified_stays_the_array_that_it_was() -> None:
    found = with_identities(GivenArrays(SWAP, {"a": A, "b": B}), {"a": ArrayValue((0, 0), "new")})
    assert found["a"] == ArrayValue((0, 0), "a")


def test_the_specification_of_a_call_with_one_array_twice() -> None:
    assert of_call(SWAP, {"a": A, "b": B}) is SWAP
    (pair,) = distinct_pairs(SWAP)
    twice = given_twice(pair, SWAP, {"a": A, "b": B})
    assert twice is not None
    assert twice["a"].identity == twice["b"].identity
    assert of_call(SWAP, twice) is not SWAP
