"""The order of two Dafny specifications: by text, values and solvers."""

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.comparing.common_variables import SpecificationSide
from specassay.core.comparing.order import SAME_CLAUSE, ContractComparison
from specassay.core.comparing.specifications import compare_specifications
from specassay.core.errors import InputError
from specassay.frontends.dafny import parse_program


def side(text: str) -> SpecificationSide:
    program = parse_program(text, "a.dfy")
    return SpecificationSide(program.specifications[-1], program, "a.dfy")


def compared(first: str, second: str) -> ContractComparison:
    return compare_specifications(side(first), side(second), engines_of("auto", None, 10.0))


MAX = "method Max(a: int, b: int) returns (m: int)"


@pytest.mark.parametrize(
    ("first", "second", "inputs", "outputs", "relation"),
    [
        ("ensures m >= a", "ensures m >= a && m >= b", "equal", "weaker", "weaker"),
        ("ensures m >= a && m >= b", "ensures m >= a", "equal", "stronger", "stronger"),
        ("ensures m >= a", "ensures m >= b", "equal", "incomparable", "incomparable"),
        ("ensures m >= a ensures m >= b", "ensures b <= m && a <= m", "equal", "equal", "equal"),
        ("ensures 2 * m > 2 * a", "ensures m - 1 >= a", "equal", "equal", "equal"),
        ("requires a > 0 ensures m > 0", "requires a >= 0 ensures m > 0", "stronger", "equal", "weaker"),
        ("requires a > 0 ensures m > 0", "requires a >= 0 ensures m > 1", "stronger", "weaker", "weaker"),
        ("requires a > 0 ensures m > 1", "requires a >= 0 ensures m > 0", "stronger", "stronger", "incomparable"),
        ("requires a > 0", "ensures m == a", "stronger", "weaker", "weaker"),
    ],
)
def test_inputs_and_outputs_give_the_relation(
    first: str, second: str, inputs: str, outputs: str, relation: str
) -> None:
    found = compared(f"{MAX} {first}", f"{MAX} {second}")
    assert found.outputs is not None
    assert (found.inputs.relation, found.outputs.relation, found.relation) == (inputs, outputs, relation)


def test_outputs_are_compared_on_inputs_that_both_accept_only() -> None:
    found = compared(f"{MAX} requires a > 3 ensures m == a", f"{MAX} ensures a > 3 ==> m == a")
    assert found.outputs is not None
    assert found.outputs.relation == "equal"
    assert found.inputs.relation == "stronger"


def test_without_postconditions_the_stronger_condition_accepts_less() -> None:
    assert compared(f"{MAX} requires a > 0", f"{MAX} requires a >= 0").relation == "stronger"


def test_a_separating_value_has_the_outcome_of_each() -> None:
    found = compared(f"{MAX} ensures m >= a", f"{MAX} ensures m >= a && m >= b")
    assert found.outputs is not None
    (value,) = found.outputs.separating
    assert value.outputs["m"] >= value.inputs["a"]
    assert value.outputs["m"] < value.inputs["b"]
    assert (value.first, value.second) == ("accepted", "false")


def test_what_is_undefined_is_not_what_is_false() -> None:
    text = "method F(xs: seq<int>) returns (m: int) requires {} ensures m == 0"
    found = compared(text.format("xs[0] > 0"), text.format("|xs| > 0 && xs[0] > 0"))
    assert found.relation == "equal"
    value = found.inputs.undefined
    assert value is not None
    assert (value.first, value.second) == ("undefined", "false")
    assert value.inputs["xs"] == ()


RENAMED = [
    (
        "predicate P(n: int) { n > 0 }"
        "method F(x: int) returns (y: int) requires P(x) ensures forall i :: i > x ==> i > y",
        "predicate Q(k: int) { k > 0 }"
        "method G(a: int) returns (b: int) requires Q(a) ensures forall j :: j > a ==> j > b",
    ),
    (
        "function S(n: nat): nat { if n == 0 then 0 else n + S(n - 1) }"
        "method F(x: nat) returns (y: nat) ensures y == S(x)",
        "function T(k: nat): nat { if k == 0 then 0 else k + T(k - 1) }"
        "method F(a: nat) returns (b: nat) ensures b == T(a)",
    ),
    (
        "method F(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[i]) + 1",
        "method F(b: array<int>) modifies b ensures forall k :: 0 <= k < b.Length ==> b[k] == old(b[k]) + 1",
    ),
    ("method F<T>(a: T, b: T) returns (c: T) ensures c == a", "method G<U>(x: U, y: U) returns (z: U) ensures z == x"),
]


@pytest.mark.parametrize(("first", "second"), RENAMED)
def test_names_do_not_matter(first: str, second: str) -> None:
    found = compared(first, second)
    assert found.relation == "equal"
    parts = [found.inputs, found.outputs]
    clauses = [each for part in parts if part is not None for each in (*part.first_clauses, *part.second_clauses)]
    assert {each.engine for each in clauses} == {SAME_CLAUSE}


def test_functions_of_one_name_with_other_bodies_are_two() -> None:
    text = "predicate P(n: int) {{ n > {} }} method F(x: int) returns (y: int) ensures P(y)"
    assert compared(text.format(0), text.format(1)).relation == "weaker"


def test_a_function_that_nobody_defines_is_the_same_by_its_name() -> None:
    text = "predicate {0}(n: int) method F(x: int) returns (y: int) ensures {0}(y)"
    assert compared(text.format("P"), text.format("P")).relation == "equal"
    assert compared(text.format("P"), text.format("Q")).relation == "unknown"


def test_what_is_not_modified_stays_as_it_was() -> None:
    kept = "method F(a: array<int>) returns (n: int) ensures n == 0"
    changed = "method F(a: array<int>) returns (n: int) modifies a ensures n == 0"
    found = compared(changed, kept)
    assert found.relation == "weaker"
    assert found.outputs is not None
    assert found.outputs.separating[0].clause == "a is not modified"


def test_an_array_is_compared_with_a_seq_by_its_elements() -> None:
    array = "method F(a: array<int>) returns (n: int) requires a.Length > 0 ensures n == a[0]"
    seq = "method F(s: seq<int>) returns (n: int) requires |s| >= 0 ensures n in s"
    for found, relation in ((compared(array, seq), "stronger"), (compared(seq, array), "weaker")):
        assert found.inputs.relation == relation
        assert found.notes
        assert "array" in found.notes[0]


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("method F(a: int)", "method F(a: int, b: int)", "number of parameters is 1 in"),
        ("method F(a: int)", "method F(a: real)", "no value is of both types"),
        (
            "datatype D = A | B method F(a: D) requires a == A",
            "datatype D = A | C method F(a: D) requires a == A",
            "declare the datatype D differently",
        ),
    ],
)
def test_what_has_no_common_values_is_said(first: str, second: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        compared(first, second)


def test_a_clause_that_is_not_supported_is_open_and_no_premise() -> None:
    first = "method F(a: int) returns (b: int) ensures b > a ensures unchanged(`x)"
    found = compared(first, "method F(a: int) returns (b: int) ensures b >= a")
    assert found.outputs is not None
    assert [each.verdict for each in found.outputs.first_clauses] == ["not implied", "unknown"]
    assert found.outputs.second_clauses[0].verdict == "implied"
    assert found.relation in ("unknown", "stronger")


def test_an_array_has_as_many_elements_after_the_call_in_what_separates() -> None:
    found = compared(
        "method M(a: array<int>) modifies a ensures forall i :: 0 < i < a.Length ==> a[i - 1] <= a[i]",
        "method M(a: array<int>) modifies a ensures forall i :: 0 < i < a.Length ==> a[i - 1] < a[i]",
    )
    assert found.outputs is not None
    assert found.outputs.relation == "weaker"
    for value in found.outputs.separating:
        assert len(value.inputs["a"].elements) == len(value.outputs["a"].elements)
        assert value.inputs["a"] == value.outputs["a"]
