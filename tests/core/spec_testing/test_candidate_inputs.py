"""Inputs that are tried before any solver: known ones, then small ones, near the constants of the method."""

from itertools import islice
from typing import Any

from specassay.core.ir.build import eq, integer, op
from specassay.core.ir.sorts import BOOL, INT, array_of, seq_of
from specassay.core.ir.terms import Binder, var
from specassay.core.ir.values import ArrayValue
from specassay.core.ir.variables import Name
from specassay.core.spec_testing.candidate_inputs import Candidates
from specassay.core.spec_testing.spec_testing_limits import LIMITS

N, S, A = Binder("n", INT), Binder("s", seq_of(INT)), Binder("a", array_of(INT))
LENGTH = eq(op("seq.len", var("s", S.sort)), integer(11))


def test_what_is_known_comes_first_and_what_is_small_next() -> None:
    known: list[dict[Name, Any]] = [{"n": 1_000}]
    found = list(Candidates((N,), (), known))
    assert found[:2] == [{"n": 1_000}, {"n": 0}]
    near = [inputs["n"] for inputs in found if abs(inputs["n"] - 1_000) == 1]
    assert set(near) == {999, 1_001}


def test_a_constant_of_the_method_is_met_as_a_number_and_as_a_length() -> None:
    numbers = {inputs["n"] for inputs in Candidates((N,), (LENGTH,))}
    lengths = {len(inputs["s"]) for inputs in Candidates((S,), (LENGTH,))}
    assert {10, 11, 12} <= numbers & lengths
    assert any(len(inputs["s"]) == 11 and len(set(inputs["s"])) == 1 for inputs in Candidates((S,), (LENGTH,)))


def test_null_is_tried_where_it_is_allowed() -> None:
    assert any(inputs["a"] is None for inputs in Candidates((A,), (), (), ("a",)))
    assert all(isinstance(inputs["a"], ArrayValue) for inputs in Candidates((A,), ()))


def test_each_input_has_arrays_of_its_own_and_the_order_is_always_the_same() -> None:
    two = (A, Binder("b", array_of(INT)), Binder("c", BOOL))
    once, again = (list(islice(Candidates(two, (LENGTH,)), 200)) for _ in range(2))
    identities = [inputs[name].identity for inputs in once for name in ("a", "b")]
    assert len(set(identities)) == len(identities)
    held = [[(each["a"].elements, each["b"].elements, each["c"]) for each in one] for one in (once, again)]
    assert held[0] == held[1]
    assert sum(1 for _ in Candidates((N, S, *two), (LENGTH,))) == LIMITS.candidate_inputs
