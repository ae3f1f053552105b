"""The finding that a specification accepts another output than its tests expect, and what is no such finding."""

import json

import pytest

from specassay.backends.solvers.registry import get as backend_of
from specassay.benchmarks.runs.spec_rows import row_of
from specassay.benchmarks.schema import line_of
from specassay.core.deciding.engines import Engines
from specassay.core.deciding.triples import TripleJudgement
from specassay.core.spec_testing import triples
from specassay.core.spec_testing.findings import Finding
from specassay.core.spec_testing.findings_of_tests import other_output_findings
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.core.spec_testing.triples import Mutant, Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

EVALUATOR = Engines()
Z3 = Engines(backends=(backend_of("z3"),))
KIND = "accepts-another-output"


def score(header: str, test: str, engines: Engines = EVALUATOR, mutants: int = 5) -> MethodScore:
    """The score of a method `M` with this signature and specification."""
    program = parse_program(f"method M{header}\n{{ }}\nmethod MTest() {{\n{test}\n}}\n", file="t.dfy")
    (found,) = score_program(program, examples_of(program), Options(engines, operator_set("paper"), DAFNY, mutants))
    return found


def finding(found: MethodScore) -> Finding | None:
    first = [each for each in found.findings if each.kind == KIND]
    assert len(first) <= 1
    assert not first or found.findings[0] is first[0]
    return first[0] if first else None


def test_a_known_other_output_is_the_first_finding_with_its_witness() -> None:
    found = score("(n: int) returns (r: int)\n  ensures r == n || r == n + 1000", "var r := M(3);\nassert r == 3;")
    assert found.completeness.value == 1.0
    row = json.loads(line_of(row_of(found, "t", "t.dfy", DAFNY)))
    assert row["findings"][0]["kind"] == KIND
    assert row["findings"][0]["witness"] == {"inputs": {"n": "3"}, "expected": {"r": "3"}, "other": {"r": "1003"}}


@pytest.mark.parametrize(
    ("header", "test", "other"),
    [
        (
            "(s: seq<int>) returns (r: seq<int>)\n  ensures |r| == |s| && multiset(r) == multiset(s)",
            "var r := M([2, 1, 3]);\nassert r == [1, 2, 3];",
            None,
        ),
        (
            "(a: int, b: int) returns (x: int, y: int)\n  ensures x + y == a + b",
            "var x, y := M(1, 2);\nassert x == 2 && y == 1;",
            None,
        ),
        (
            "(a: int, b: int) returns (x: int, y: int)\n  ensures (x == b && y == a) || (x == 40 && y == 77)",
            "var x, y := M(1, 2);\nassert x == 2 && y == 1;",
            {"x": "40", "y": "77"},
        ),
        (
            "(s: seq<int>) returns (r: seq<int>)\n  ensures r == s + [1] || r == [9] + s + [9]",
            "var r := M([4]);\nassert r == [4, 1];",
            {"r": "[9, 4, 9]"},
        ),
        (
            "(a: array<int>)\n  modifies a\n  ensures forall i :: 0 <= i < a.Length ==> a[i] == a[0]",
            "var a := new int[] [5, 6];\nM(a);\nassert a[..] == [5, 5];",
            None,
        ),
    ],
)
def test_others_are_found_without_mutants_and_solvers(header: str, test: str, other: dict[str, str] | None) -> None:
    found = finding(score(header, test, mutants=0))
    assert found is not None
    assert found.witness is not None
    assert other is None or found.witness.other == other


def test_a_solver_finds_what_is_far_away() -> None:
    header = "(n: int) returns (r: int)\n  ensures r == n || (r * r == n * 123456 && r > 900)"
    found = finding(score(header, "var r := M(123456);\nassert r == 0;", Z3, mutants=0))
    assert found is None, "the test contradicts the specification"
    header = "(n: int) returns (r: int)\n  ensures r == n || (1000 * r == n * 123456 && r > 900)"
    found = finding(score(header, "var r := M(1000);\nassert r == 1000;", Z3, mutants=0))
    assert found is not None
    assert found.witness is not None
    assert found.witness.other == {"r": "123456"}


FIND = "(s: seq<int>) returns (p: int)\n  ensures 0 <= p < |s| && s[p] == 3"


def test_a_choice_that_the_test_leaves_is_no_weakness() -> None:
    found = score(FIND, "var s := [3, 1, 3];\nvar p := M(s);\nassert s[p] == 3;", Z3)
    assert found.tests[0].accepted is not None
    assert found.tests[0].accepted.verdict == "several"
    assert finding(found) is None


def test_what_contradicts_the_constraint_of_a_test_is() -> None:
    header = FIND.replace("s[p] == 3", "s[p] >= 3")
    found = finding(score(header, "var s := [3, 1, 3, 4];\nvar p := M(s);\nassert s[p] == 3;", Z3, mutants=0))
    assert found is not None
    assert found.witness is not None
    assert (found.witness.expected, found.witness.other) == ({}, {"p": "3"})


def test_what_another_test_of_the_input_expects_is_no_weakness() -> None:
    header = "(n: int) returns (r: int)\n  ensures r == n || r == -n"
    assert finding(score(header, "var r := M(2);\nassert r == 2;\nvar q := M(2);\nassert q == -2;")) is None
    assert finding(score(header, "var r := M(2);\nassert r == 2;")) is not None


def test_a_tolerance_below_the_last_digit_of_the_test_is_no_weakness() -> None:
    header = "(x: real) returns (r: real)\n  ensures {} <= r * 3.0 - x <= {}"
    test = "var r := M(1.0);\nassert r == 0.33;"
    assert finding(score(header.format("-0.012", "-0.008"), test, Z3)) is None
    assert finding(score(header.format("-2.0", "2.0"), test, Z3)) is not None


def test_where_the_expected_output_is_refused_another_one_is_no_sign_of_weakness() -> None:
    found = score("(n: int) returns (r: int)\n  ensures r == n || r == n + 1", "var r := M(2);\nassert r == 5;", Z3)
    assert [each.kind for each in found.findings] == ["contradicts-test"]
    assert found.tests[0].accepted is not None
    assert found.tests[0].accepted.verdict == "another"


def test_a_specification_that_accepts_only_another_output_is_not_functional() -> None:
    found = score("(n: int) returns (r: int)\n  ensures r == n + 1", "var r := M(2);\nassert r == 5;", Z3)
    assert found.tests[0].accepted is not None
    assert (found.tests[0].accepted.verdict, found.tests[0].accepted.only) == ("another", True)
    assert found.functional.value == 0.0


def test_another_output_is_known_where_the_verdict_on_the_expected_one_is_not() -> None:
    cubes = "exists k: int, m: int :: k * k * k + m * m * m == r * 1000003 + 4"
    header = f"(n: int) returns (r: int)\n  ensures r == n + 1 || (r == n && {cubes})"
    found = score(header, "var r := M(2);\nassert r == 2;")
    assert found.tests[0].verdict == "unknown"
    assert finding(found) is not None
    assert found.functional.value == 0.0


def test_that_only_the_order_differs_is_said() -> None:
    header = "(s: seq<int>) returns (r: seq<int>)\n  ensures |r| == |s| && multiset(r) == multiset(s)"
    found = finding(score(header, "var r := M([1, 2]);\nassert r == [1, 2];"))
    assert found is not None
    assert "in another order" in found.message


@pytest.mark.parametrize(
    ("others", "witness"),
    [
        (["[2, 1]", "[1, 2, 3]"], "[1, 2, 3]"),
        (["[2, 1]"], "[2, 1]"),
        (["[3, 4, 5, 6]", "[]", "[9]"], "[]"),
    ],
)
def test_the_witness_is_the_one_that_a_reader_doubts_least(others: list[str], witness: str) -> None:
    clause = " || ".join(f"r == {other}" for other in ["[1, 2]", *others])
    text = f"method M() returns (r: seq<int>)\n  ensures {clause}\n{{ }}\n"
    text += "method MTest() { var r := M(); assert r == [1, 2]; }"
    program = parse_program(text, file="t.dfy")
    (example,) = examples_of(program).examples
    literals = {other: tuple(map(int, filter(None, other.strip("[]").split(", ")))) for other in others}
    holds = TripleJudgement("holds", ())
    mutants = tuple(Mutant("told", ("r",), {"r": value}, holds) for value in literals.values())
    tested = triples.Tested(example, holds, holds, mutants=mutants)
    (found,) = other_output_findings(example.specification, [tested], DAFNY)
    assert found.witness is not None
    assert found.witness.other == {"r": witness}


HIDDEN = "exists k: int, m: int :: k * k * k + m * m * m == n * 1000003 + 4"


def test_an_unknown_precondition_leaves_the_test_unknown() -> None:
    found = score(f"(n: int) returns (r: int)\n  requires {HIDDEN}\n  ensures r == n", "var r := M(2);\nassert r == 3;")
    assert found.tests[0].verdict == "unknown"
    assert found.tests[0].mutants == ()
    assert (found.correctness.low, found.correctness.high) == (0.0, 1.0)
    assert [each.kind for each in found.findings] == ["undecided"]
    assert "precondition" in found.findings[0].message
    row = json.loads(line_of(row_of(found, "t", "t.dfy", DAFNY)))["tests"][0]
    assert (row["verdict"], row["precondition"], row["violated_requires"]) == ("unknown", "unknown", [])


def test_a_precondition_over_the_values_of_a_function_is_decided() -> None:
    text = (
        "function Count(s: seq<int>, e: int): nat\n"
        "{ if |s| == 0 then 0 else Count(s[1..], e) + (if s[0] == e then 1 else 0) }\n"
        "method M(s: seq<int>) returns (r: int)\n  requires exists e :: Count(s, e) == 1\n  ensures r == |s|\n{ }\n"
        "method MTest() { var r := M([2, 2]); assert r == 2; var q := M([2, 3]); assert q == 2; }\n"
    )
    program = parse_program(text, file="t.dfy")
    (found,) = score_program(program, examples_of(program), Options(Z3, operator_set("paper"), DAFNY))
    assert [test.verdict for test in found.tests] == ["invalid input", "holds"]
