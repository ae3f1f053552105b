"""Whether a function without a body has a value at all."""

import pytest

from specassay.backends.solvers import registry
from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.contradictions import input_without_value
from specassay.frontends.dafny import parse_program


@pytest.mark.parametrize(
    ("ensures", "without"),
    [
        ("F(n) > n && F(n) < n + 1", 0),
        ("n > 2 ==> F(n) * F(n) < 0", 3),
        ("F(n) > n", None),
        # What it is elsewhere only the promise says, of which a solver would make a contradiction.
        ("F(n) > F(n + 1) && F(n) > 0", None),
    ],
)
def test_only_an_input_that_is_proved_to_have_no_value_is_told(ensures: str, without: int | None) -> None:
    program = parse_program(f"function F(n: int): int ensures {ensures}")
    (specification,) = program.others
    inputs = [{"n": n} for n in range(4)]
    found = input_without_value(specification, inputs, program, Engines(backends=(registry.get("z3"),)))
    assert found == (None if without is None else ({"n": without}, "z3"))
