"""Inputs for which a result may have no room in a type: large numbers, and long sequences."""

from specassay.core.comparing.translations import LONG, with_large_numbers, with_long_sequences
from specassay.core.comparing.values import STEPS, judged, steps_for
from specassay.core.deciding.clauses import theory_of
from specassay.core.ir.sorts import BOOL, INT, array_of, seq_of
from specassay.core.ir.terms import Binder
from specassay.core.ir.values import ArrayValue
from specassay.frontends.dafny import parse_program

A, N, F = Binder("a", seq_of(INT)), Binder("n", INT), Binder("f", array_of(BOOL))


def test_numbers_are_replaced_together_and_alone() -> None:
    made = list(with_large_numbers({"a": (1, 2), "n": 2, "b": True}))
    assert {"a": (127, 127), "n": 127, "b": True} in made
    assert {"a": (1, 2), "n": 127, "b": True} in made


def test_a_long_input_keeps_what_has_its_length() -> None:
    values = {"a": (5, 6), "n": 2, "f": ArrayValue((True, False), 1)}
    made = list(with_long_sequences(values, (A, N, F)))
    assert {each["n"] for each in made} == set(LONG)
    assert all(len(each["a"]) == len(each["f"].elements) == each["n"] for each in made)
    assert {"equal", "different"} == {"equal" if len(set(each["a"])) == 1 else "different" for each in made}
    assert any(len(set(each["a"])) == 130 and each["a"][-1] == min(each["a"]) == -65 for each in made)
    assert list(with_long_sequences({"n": 2}, (N,))) == []


def test_each_two_of_many_elements_are_looked_at() -> None:
    program = parse_program("method M(a: seq<int>) requires forall i, j :: 0 <= i < j < |a| ==> a[i] != a[j]")
    (specification,) = program.specifications
    values = {"a": tuple(range(258))}
    assert judged(specification.requires, values, theory_of(program)).outcome == "accepted"
    assert steps_for({"a": tuple(range(10_000))}) == STEPS
