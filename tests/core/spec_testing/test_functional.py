"""What a specification accepts on one input beside the expected output."""

import pytest
from attrs import evolve

from specassay.backends.solvers.registry import get
from specassay.core.deciding.clauses import ClauseVerdict
from specassay.core.deciding.engines import Engines, Work
from specassay.core.ir.variables import Valuation
from specassay.core.spec_testing.assessment import assess
from specassay.core.spec_testing.functional import is_accepted, outputs_of
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.output_search import OutputQuery, OutputSearch
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of


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


def test_where_the_time_is_over_a_right_output_says_nothing_of_wrong_ones() -> None:
    text = "method M(x: int) returns (r: int)\n  ensures r > x\n{ }\nmethod T() { var r := M(3); assert r == 4; }"
    program = parse_program(text, file="t.dfy")
    (example,) = examples_of(program).examples
    for over in (False, True):
        work, asked = Work(), list[Valuation]()

        def is_wrong(output: Valuation, over: bool = over, work: Work = work, asked: list[Valuation] = asked) -> bool:
            if over and output in asked:  # again, once it is accepted
                work.end = 0.0
            asked.append(output)
            return False

        query = OutputQuery(example, {"r": 4}, "holds", is_wrong=is_wrong)
        found = outputs_of(query, program, Engines(work=work, deadline=60.0))
        assert (found.verdict, found.wrong, bool(found.reason)) == ("several", False, over)
        (score,) = score_program(
            program, examples_of(program), Options(Engines(), operator_set("full"), DAFNY, mutants=0)
        )
        tested = evolve(score.tests[0], accepted=found)
        verdict = assess(example.specification, [tested], (), (), DAFNY).verdict
        assert verdict == ("unknown" if over else "strong up to choice")


def test_which_components_alone_make_no_wrong_output_is_said_to_solvers() -> None:
    text = "method M(x: int) returns (r: int, n: int)\n  ensures r * r * r == x * x * x\n{ }"
    text += "\nmethod T() { var r, n := M(3); assert r == 3 && n == 0; }"
    program = parse_program(text, file="t.dfy")
    (example,) = examples_of(program).examples
    query = OutputQuery(example, {"r": 3, "n": 0}, "holds", is_wrong=lambda output: output["r"] != 3)
    engines = Engines(backends=(get("z3"),))
    search = OutputSearch(evolve(query, unseen=frozenset({"n"})), program, engines)
    right, decision = search._solver((query.expected,))
    assert right is not None
    assert right["r"] == 3
    assert decision.verdict == "refuted"  # no other r
