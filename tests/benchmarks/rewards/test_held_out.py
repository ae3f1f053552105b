"""A list of the tests refuses nothing else; a rule refuses most outputs on inputs that no test has."""

from collections.abc import Container

import pytest

from specassay.benchmarks.rewards.held_out import HeldOut, held_out
from specassay.benchmarks.rewards.reward_limits import LIMITS
from specassay.core.deciding.clauses import theory_of
from specassay.core.deciding.engines import Engines, Work
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of

TESTS = "var r := M(3); assert r == 4; var q := M(8); assert q == 9;"


def found(
    clauses: str, header: str = "x: int", result: str = "r: int", tests: str = TESTS, right: Container[int] = ()
) -> HeldOut:
    text = f"method M({header}) returns ({result})\n{clauses}\n{{ }}\nmethod T() {{ {tests} }}"
    program = parse_program(text, file="t.dfy")
    engines = Engines(work=Work(), deadline=60.0)
    return held_out(
        examples_of(program).examples, theory_of(program), engines, lambda _, outputs: outputs["r"] in right
    )


def share(clauses: str) -> tuple[float | None, int]:
    refused = found(clauses).refused
    return refused.value, refused.n


def test_a_rule_refuses_all_that_is_counted() -> None:
    assert share("  ensures r == x + 1")[0] == 1.0


@pytest.mark.parametrize("clauses", ["  ensures x == 3 ==> r == 4\n  ensures x == 8 ==> r == 9", "  ensures true"])
def test_a_list_of_the_tests_refuses_nothing_on_other_inputs(clauses: str) -> None:
    value, counted = share(clauses)
    assert value == 0.0
    assert counted > LIMITS.held_out_inputs


def test_one_output_of_each_input_may_be_right() -> None:
    all_refused, one_accepted = share("  ensures false || r == x + 1"), share("  ensures x in {3, 8} ==> r == x + 1")
    assert all_refused[0] == 1.0
    assert one_accepted[0] == 0.0
    assert share("  requires x > 0\n  ensures r < x - 1000000")[0] == 1.0  # no better than one that is right


def test_a_precondition_that_allows_the_tests_alone_is_a_list_of_them() -> None:
    only = found("  requires x == 3 || x == 8\n  ensures r == x + 1")
    assert (only.refused.value, only.refused.n) == (0.0, 1)
    assert "allows none" in only.reason


def test_where_few_inputs_are_near_nothing_is_said() -> None:
    only = found("  requires b\n  ensures r == 1", "b: bool", tests="var r := M(true); assert r == 1;")
    assert only.refused.n == 0
    assert only.reason == ""


def test_further_right_outputs_are_not_counted() -> None:
    several, right = found("  ensures r in {4, 5}").refused, found("  ensures r in {4, 5}", right={4, 5}).refused
    assert several.low is not None
    assert several.low < 1 == right.low
