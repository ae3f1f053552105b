"""One array under two names: the specification that is exact of such a call."""

from specassay.core.ir.contracts import Specification
from specassay.core.ir.values import ArrayValue
from specassay.core.spec_testing.aliased import distinct_pairs, given_twice, of_call
from specassay.frontends.dafny import parse_program


def specification(text: str) -> Specification:
    (found,) = parse_program(text, file="t.dfy").specifications
    return found


SWAP = specification(
    "method M(a: array<int>, b: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == 0"
)
A, B = ArrayValue((1, 2), "a"), ArrayValue((1, 2), "b")


def test_the_specification_of_a_call_with_one_array_twice() -> None:
    assert of_call(SWAP, {"a": A, "b": B}) is SWAP
    (pair,) = distinct_pairs(SWAP)
    twice = given_twice(pair, SWAP, {"a": A, "b": B})
    assert twice is not None
    assert twice["a"].identity == twice["b"].identity
    assert of_call(SWAP, twice) is not SWAP
