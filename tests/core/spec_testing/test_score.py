"""Scores of small specifications, right and wrong, strong and weak."""

import time
from typing import Any

import pytest

from specassay.backends.solvers.registry import get as backend_of
from specassay.core.deciding.engines import Engines, Work, counted_engines
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of


def scores(text: str, **options: Any) -> tuple[MethodScore, ...]:
    program = parse_program(text, file="t.dfy")
    return score_program(program, examples_of(program), Options(Engines(), operator_set("paper"), DAFNY, **options))


def score(text: str, **options: Any) -> MethodScore:
    (only,) = scores(text, **options)
    return only


def rates(found: MethodScore) -> tuple[float | None, float | None]:
    return found.correctness.value, found.completeness.value


def kinds(found: MethodScore) -> set[str]:
    return {finding.kind for finding in found.findings}


def minimum(*clauses: str, requires: str = "", tests: str = "var r := Min(2, 5);\nassert r == 2;") -> str:
    lines = [
        *([f"  requires {requires}"] if requires else []),
        *(f"  ensures {clause}" for clause in clauses),
    ]
    declaration = "\n".join(["method Min(a: int, b: int) returns (r: int)", *lines, "{ r := a; }"])
    return f"{declaration}\nmethod MinTest()\n{{\n{tests}\n}}\n"


def test_a_strong_specification() -> None:
    found = score(minimum("r <= a && r <= b", "r == a || r == b"))
    assert found.status == "scored"
    assert rates(found) == (1.0, 1.0)
    assert len(found.tests[0].mutants) == 5
    assert kinds(found) == set()


def test_an_invalid_input_that_several_tests_give_counts_once_for_the_precondition() -> None:
    text = "method M(s: seq<int>) returns (r: int)\n  requires |s| > 0\n  ensures r in s\n{ r := s[0]; }\n"
    tests = "var a := M([1]);\nassert a == 1;\nvar b := M([4]);\nassert b == 4;"
    found = score(f"{text}method MTest()\n{{\n{tests}\n}}\n")
    assert [len(test.trials) for test in found.tests] == [1, 1]
    assert [(clause.kills, clause.judged) for clause in found.requires] == [(1, 1)]


def test_a_weak_specification_lets_mutants_through_and_its_idle_clause_is_named() -> None:
    found = score(minimum("r <= a && r <= b", "r < 1000"))
    assert found.correctness.value == 1.0
    assert found.completeness.value is not None
    assert found.completeness.value < 1.0
    seen = [(f.kind, f.clause) for f in found.findings if f.kind != "repair"]
    assert seen == [("accepts-another-output", None), ("kills-nothing", 1)]


def test_the_clauses_that_kill_a_mutant_are_named() -> None:
    found = score(minimum("r <= a", "r == a || r == b"))
    for mutant in found.tests[0].mutants:
        value = mutant.outputs["r"]
        expected = tuple(i for i, fails in enumerate((value > 2, value not in (2, 5))) if fails)
        assert mutant.judgement.refuting == expected


def test_a_wrong_specification_contradicts_its_test() -> None:
    found = score(minimum("r >= a && r >= b"))
    assert found.correctness.value == 0.0
    (finding,) = [f for f in found.findings if f.kind == "contradicts-test"]
    assert finding.clause == 0
    assert finding.span is not None
    assert "r >= a && r >= b" in finding.message


def test_a_method_without_a_postcondition_accepts_everything() -> None:
    found = score(minimum())
    assert rates(found) == (1.0, 0.0)
    assert kinds(found) == {"accepts-another-output", "no-postcondition"}


def test_an_input_outside_the_precondition_is_no_test() -> None:
    tests = "var r := Min(2, 5);\nassert r == 2;\nvar s := Min(-1, 5);\nassert s == -1;"
    found = score(minimum("r <= a", requires="a >= 0", tests=tests))
    assert found.correctness.n == 1
    assert found.tests[1].judgement is None
    assert found.tests[1].mutants == ()
    (finding,) = [f for f in found.findings if f.kind == "breaks-precondition"]
    assert finding.span is not None
    assert finding.span.line == 9


def test_no_test_is_a_status_of_its_own() -> None:
    found = score(minimum("r <= a", tests=""))
    assert found.status == "no tests"
    assert rates(found) == (None, None)
    assert "no-tests" in kinds(found)


def test_an_undefined_postcondition_refuses_a_mutant_and_says_why() -> None:
    text = (
        "method Find(s: seq<int>) returns (p: int)\n  ensures s[p] == 3\n{ }\n"
        "method FindTest() {\n  var p := Find([1, 3]);\n  assert p == 1;\n}\n"
    )
    found = score(text)
    assert rates(found) == (1.0, 1.0)
    reasons = {mutant.judgement.clauses[0].reason for mutant in found.tests[0].mutants}
    assert any(reason.startswith("undefined") for reason in reasons)


def test_a_bool_has_one_mutant_however_many_are_asked_for() -> None:
    text = (
        "method Odd(n: int) returns (r: bool)\n  ensures r <==> n % 2 == 1\n{ }\n"
        "method OddTest() {\n  var r := Odd(3);\n  assert r;\n}\n"
    )
    found = score(text)
    assert [mutant.outputs["r"] for mutant in found.tests[0].mutants] == [False]
    assert rates(found) == (1.0, 1.0)


def test_another_right_answer_is_no_mutant() -> None:
    tests = "".join(f"var r{i} := Min(2, 5);\nassert r{i} == 2 || r{i} == {i};\n" for i in range(3, 13))
    found = score(minimum("0 < r < 100", tests=tests))
    for test in found.tests:
        assert all(not 2 <= mutant.outputs["r"] <= 12 for mutant in test.mutants)


def test_an_output_that_is_constrained_through_the_input() -> None:
    text = (
        "method Find(a: array<int>) returns (found: bool, p: int)\n"
        "  ensures found ==> 0 <= p < a.Length && a[p] % 2 == 1\n"
        "  ensures !found ==> forall i :: 0 <= i < a.Length ==> a[i] % 2 == 0\n{ }\n"
        "method FindTest() {\n  var a := new int[] [8, 9, 1];\n"
        "  var f, p := Find(a);\n  expect a[p] == 9;\n}\n"
    )
    found = score(text)
    assert rates(found) == (1.0, 1.0)
    assert all(mutant.outputs["p"] != 1 for mutant in found.tests[0].mutants)


def test_a_method_that_works_in_place() -> None:
    text = (
        "method Bump(a: array<int>)\n  modifies a\n"
        "  ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[i]) + 1\n{ }\n"
        "method BumpTest() {\n  var a := new int[] [1, 2];\n  Bump(a);\n  assert a[..] == [2, 3];\n}\n"
    )
    found = score(text)
    assert rates(found) == (1.0, 1.0)
    assert len(found.tests[0].mutants) == 5


def test_the_same_seed_gives_the_same_mutants_and_another_seed_others() -> None:
    text = minimum("r <= a")
    first, again, other = ([mutant.outputs for mutant in score(text, seed=seed).tests[0].mutants] for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("count", [0, 1, 12])
def test_the_number_of_mutants(count: int) -> None:
    assert len(score(minimum("r <= a"), mutants=count).tests[0].mutants) == count


def test_what_no_engine_decides_widens_the_bounds() -> None:
    text = minimum("exists k: int, m: int :: k * k * k + m * m * m == r * 1000003 + 4", "r == a")
    found = score(text)
    assert found.status == "scored"
    assert (found.correctness.low, found.correctness.high) == (0.0, 1.0)
    assert found.completeness.value == 1.0
    assert "undecided" in kinds(found)


@pytest.mark.parametrize(
    ("expected", "kind"),
    [("0.333333333333333", "approximate"), ("0.33", "approximate"), ("0.34", "contradicts-test")],
)
def test_a_decimal_that_only_rounds_is_told_from_a_wrong_one(expected: str, kind: str) -> None:
    text = (
        "method Third() returns (r: real)\n  ensures r == 1.0 / 3.0\n{ }\n"
        f"method ThirdTest() {{\n  var r := Third();\n  assert r == {expected};\n}}\n"
    )
    program = parse_program(text, file="t.dfy")
    options = Options(Engines(backends=(backend_of("z3"),)), operator_set("paper"), DAFNY)
    (found,) = score_program(program, examples_of(program), options)
    assert kinds(found) == {kind}
    if kind == "approximate":
        assert (found.correctness.value, found.correctness.no_data) == (None, 1)
        assert found.tests[0].verdict == "approximate"
        assert found.assessed.reason == "the tests expect rounded outputs, which the specification refuses"
    else:
        assert found.correctness.value == 0.0


def test_a_constant_with_fewer_digits_in_a_test_is_named() -> None:
    text = (
        "method Area(r: real) returns (a: real)\n  ensures a == 3.14159265 * r * r\n{ }\n"
        "method AreaTest() {\n  var a := Area(10.0);\n  assert a == 314.15000000000003;\n}\n"
    )
    found = score(text)
    (finding,) = found.findings
    assert finding.kind == "approximate"
    assert "with 3.1415 in the place of 3.14159265" in finding.message
    assert "it accepts only 314.159265" in finding.message


def test_functions_of_an_array_see_the_state_they_are_asked_about() -> None:
    text = (
        "function Sum(a: array<int>, n: int): int\n  reads a\n  requires 0 <= n <= a.Length\n"
        "{ if n == 0 then 0 else Sum(a, n - 1) + a[n - 1] }\n"
        "method Bump(a: array<int>)\n  modifies a\n"
        "  ensures Sum(a, a.Length) == old(Sum(a, a.Length)) + a.Length\n{ }\n"
        "method BumpTest() {\n  var a := new int[] [1, 2];\n  Bump(a);\n  assert a[..] == [2, 3];\n}\n"
    )
    program = parse_program(text, file="t.dfy")
    for engines in (Engines(), Engines(use_evaluator=False, backends=(backend_of("z3"),))):
        (found,) = score_program(program, examples_of(program), Options(engines, operator_set("paper"), DAFNY))
        assert found.correctness.value == 1.0


HARD = """
predicate P0(n: int) { n * n >= 0 }
predicate P1(n: int) { forall x :: 0 <= x < 1000 ==> P0(n * 1000 + x) }
predicate P2(n: int) { forall x :: 0 <= x < 1000 ==> P1(n * 1000 + x) }
method M(n: int) returns (r: int)
  ensures n == 0 ==> P2(r)
  ensures r == n
{ r := n; }
method ATest() { var r := M(0); assert r == 0; }
method BTest() { var r := M(5); assert r == 5; }
"""


def test_a_test_that_takes_long_leaves_the_others_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock takes a hundredth of a second, and evaluation looks at it all the time."""
    clock = [0.0]

    def look() -> float:
        clock[0] += 0.01
        return clock[0]

    program = parse_program(HARD, file="t.dfy")
    examples = examples_of(program)
    monkeypatch.setattr(time, "monotonic", look)
    options = Options(Engines(deadline=30.0), operator_set("paper"), DAFNY, functional=False)
    (found,) = score_program(program, examples, options)
    hard, easy = found.tests
    assert (hard.verdict, easy.verdict) == ("timeout", "holds")
    for test in found.tests:
        assert {mutant.judgement.verdict for mutant in test.mutants} == {"refuted"}
    assert clock[0] < 40.0


@pytest.mark.parametrize("seconds", [0.0, 1.7])
def test_what_is_found_does_not_depend_on_how_busy_the_machine_is(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at the clock takes so long: other outputs are searched for all the same, the equation is solved, and
    what is accepted on an input without end is found."""
    text = "method M(n: int) returns (r: int)\n  ensures r == n + 1 || (n == 7 && r > 3)\n{ r := n + 1; }\n"
    program = parse_program(
        text + "method MTest()\n{\n var a := M(2);\n assert a == 3;\n var b := M(7);\n assert b == 8;\n}\n",
        file="t.dfy",
    )
    examples = examples_of(program)
    clock = [0.0]

    def look() -> float:
        clock[0] += seconds
        return clock[0]

    monkeypatch.setattr(time, "monotonic", look)
    engines = Engines(backends=(backend_of("z3"),), deadline=60.0, work=Work())
    (found,) = score_program(program, examples, Options(engines, operator_set("paper"), DAFNY))
    accepted = [test.accepted and (test.accepted.verdict, test.accepted.other) for test in found.tests]
    assert accepted == [("functional", {}), ("several", {"r": 10})]


def test_a_repair_is_held_against_every_valid_input_that_is_found() -> None:
    """`r == n` keeps the test and refuses its wrong outputs; of the inputs only those with n == 30 have none then, and
    many others are found before them."""
    text = (
        "method M(n: int, m: int) returns (r: int)\n  ensures r >= n\n  ensures n == 30 ==> r > 30\n{ r := n; }\n"
        "method MTest()\n{\n  var r := M(2, 5);\n  assert r == 2;\n}\n"
    )
    assert score(text).repair is None


def test_a_test_whose_own_assertion_takes_long_leaves_the_others_their_time() -> None:
    program = parse_program(HARD.replace("assert r == 0;", "assert P2(0) && r == 0;"), file="t.dfy")
    engines = counted_engines(4.0)
    found = examples_of(program, engines)
    assert [example.outputs for example in found.examples][-1] == {"r": 5}
    assert engines.now < 6
