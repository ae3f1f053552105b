"""Parts of an input that no clause of a precondition relates."""

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.valid_inputs import chosen_inputs, independent_parts, input_conditions
from specassay.frontends.dafny import parse_program

UNIONS = """
predicate On(r: set<(int, int)>, s: set<int>) { forall p :: p in r ==> p.0 in s && p.1 in s }
predicate Reflexive(r: set<(int, int)>, s: set<int>) { forall x :: x in s ==> (x, x) in r }
lemma Union(r: set<(int, int)>, s: set<int>, q: set<(int, int)>, t: set<int>)
  requires |s| > 0 && |t| > 0 && On(r, s) && On(q, t)
  requires Reflexive(r, s)
  requires Reflexive(q, t)
  ensures Reflexive(r + q, s + t)
{ }
"""


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("requires a < b requires c > 0", [["a", "b"], ["c"]]),
        ("requires a < b && c > 0", [["a", "b"], ["c"]]),
        ("requires a < b requires b < c", [["a", "b", "c"]]),
        ("requires a < b || c > 0", [["a", "b", "c"]]),
        ("requires 1 < 2", [["a"], ["b"], ["c"]]),
    ],
)
def test_the_parts_are_what_clauses_relate(clauses: str, expected: list[list[str]]) -> None:
    (specification,) = parse_program(f"method M(a: int, b: int, c: int) {clauses}").specifications
    parts = independent_parts(specification, input_conditions(specification))
    assert sorted([str(binder.name) for binder in part.binders] for part in parts) == expected


def test_arrays_that_may_be_one_are_no_parts() -> None:
    text = "method M(a: array<int>, b: array<int>) requires a.Length > 0 requires b.Length > 0 modifies a"
    (specification,) = parse_program(text).specifications
    assert independent_parts(specification, input_conditions(specification)) == ()


@pytest.mark.slow
def test_parts_that_are_seldom_valid_together_are_found_one_by_one() -> None:
    program = parse_program(UNIONS)
    (specification,) = program.others
    assert chosen_inputs(specification, program, [], 4, Engines())


def test_what_no_parameter_is_part_of_has_to_hold_too() -> None:
    program = parse_program("method M(a: int, b: int) requires a > 3 && b > 3 requires 1 > 2")
    (specification,) = program.specifications
    assert chosen_inputs(specification, program, [], 4, Engines()) == []
