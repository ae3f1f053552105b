"""What a specification accepts on one input beside the expected output."""

import pytest

from specassay.core.deciding.clauses import ClauseVerdict
from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.functional import is_accepted, outputs_of
from specassay.core.spec_testing.output_search import OutputQuery
from specassay.dafny_harness.examples import examples_of
from specassay.frontends.dafny import parse_program


@pytest.mark.parametrize(
    ("ensures", "judged", "verdict", "only"),
    [
        ("r == x + 1", "holds", "functional", False),
        ("x < r <= x + 2", "holds", "several", False),
        ("r == x + 2", "refuted", "another", True),
        ("x + 2 <= r <= x + 3", "refuted", "another", False),
        ("r == x && r == x + 3", "refuted", "none", False),
    ],
)
def test_the_outputs_of_an_input(ensures: str, judged: ClauseVerdict, verdict: str, only: bool) -> None:
    text = (
        f"method M(x: int) returns (r: int)\n  ensures {ensures}\n{{ }}\nmethod T() {{ var r := M(3); assert r == 4; }}"
    )
    program = parse_program(text, file="t.dfy")
    (example,) = examples_of(program).examples
    query = OutputQuery(example, {"r": 4}, judged)
    found = outputs_of(query, program, Engines())
    assert (found.verdict, found.only) == (verdict, only)
    assert bool(found.other) is (verdict in ("several", "another"))
    assert found.other != {"r": 4}
    assert is_accepted(query, program, Engines()) is (judged == "holds")


def test_a_known_survivor_is_the_witness_and_one_that_a_test_allows_is_no_sign_of_weakness() -> None:
    text = "method M(x: int) returns (r: int)\n  ensures r > x\n{ }\nmethod T() { var r := M(3); assert r == 4; }"
    program = parse_program(text, file="t.dfy")
    (example,) = examples_of(program).examples
    found = outputs_of(OutputQuery(example, {"r": 4}, "holds", [{"r": 9}, {"r": 5}]), program, Engines())
    assert (found.verdict, found.other, found.wrong) == ("several", {"r": 5}, True)
    allowed = OutputQuery(example, {"r": 4}, "holds", [{"r": 5}], is_wrong=lambda output: output != {"r": 5})
    assert outputs_of(allowed, program, Engines()).wrong is False
