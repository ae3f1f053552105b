"""Inputs that violate preconditions of Verus: what rests on a value that nobody knows is unknown, and long vectors."""

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.benchmarks.runs.requires_cvt import rows_of
from specassay.core.ir.sorts import INT, seq_of
from specassay.core.spec_testing.violating_inputs import violations
from specassay.frontends.verus import VERUS, literal, parse_program


def rows(requires: str, parameters: str) -> dict[tuple[int, ...], str | dict[str, str]]:
    """Set of clauses → the input that violates exactly these, or the verdict without one."""
    program = parse_program(f"verus! {{ fn f({parameters}) requires {requires} ensures true {{ }} }}")
    (specification,) = program.specifications
    found = rows_of(violations(specification, program, (), engines_of("auto", None, 20.0)), "task", VERUS)
    return {tuple(row.violates): row.arguments or row.verdict for row in found}


@pytest.mark.parametrize(
    ("requires", "parameters", "second"),
    [
        ("v.len() > 0, v[0] > 3", "v: &Vec<u8>", {"v": "vec![0]"}),
        ("b > 0, a / b > 3", "a: u32, b: u32", {"a": "0", "b": "1"}),
        ("o is Some, o->0 > 3", "o: Option<u8>", {"o": "Some(0)"}),
    ],
)
def test_a_clause_outside_of_its_domain_is_neither_violated_nor_met(
    requires: str, parameters: str, second: dict[str, str]
) -> None:
    found = rows(requires, parameters)
    assert found == {(0,): "unknown", (1,): second, (0, 1): "unknown"}


def test_a_long_vector_violates_what_bounds_its_length() -> None:
    assert rows("v@.len() < 1000", "v: &Vec<u8>") == {(0,): {"v": "vec![0; 1000]"}}


def test_what_has_the_length_grows_with_the_vector() -> None:
    found = rows("a.len() == b.len() && n == a.len(), n <= 1000, a.len() > 0", "a: &Vec<i32>, b: &Vec<i32>, n: usize")
    arguments = found[1,]
    assert isinstance(arguments, dict)
    assert arguments["n"] == "1001"
    assert all("; 1001]" in arguments[name] for name in "ab")


def test_equal_elements_are_written_once() -> None:
    assert literal((7,) * 30, seq_of(INT), {}) == "vec![7; 30]"
    assert literal((7,) * 3, seq_of(INT), {}) == "vec![7, 7, 7]"
    assert literal(((0,) * 40,) * 20, seq_of(seq_of(INT)), {}) == "vec![vec![0; 40]; 20]"
    program = parse_program("verus! { fn f() -> (r: Vec<u8>) ensures r@ == vec![7u8; 30]@ { vec![7; 30] } }")
    (specification,) = program.specifications
    assert not specification.ensures[0].clause.problems
