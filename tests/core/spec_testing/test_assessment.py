"""One verdict on a specification: which evidence decides."""

from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.solvers.registry import get as backend_of
from specassay.core.deciding.clauses import ClauseVerdict, Decision
from specassay.core.deciding.engines import Engines
from specassay.core.deciding.triples import TripleJudgement
from specassay.core.spec_testing.assessment import ASSESSMENTS, Assessed, assess_definition, on_every_input
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.findings import Finding
from specassay.core.spec_testing.making import made_examples, subjects_of
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of
from tests.rows import rows_of_file

LARGEST = "(s: seq<int>) returns (r: int)\n  requires |s| > 0\n  ensures forall x :: x in s ==> x <= r\n"
TEST = "var r := M([3, 5]);\nassert r == 5;"


def assessed(header: str, test: str, engines: Engines | None = None) -> Assessed:
    """The verdict on a method `M` with this signature and specification."""
    program = parse_program(f"method M{header}\nmethod MTest() {{\n{test}\n}}\n", file="t.dfy")
    engines = engines or Engines(backends=(backend_of("z3"),))
    (found,) = score_program(program, examples_of(program), Options(engines, operator_set("paper"), DAFNY))
    assert found.assessed.verdict in ASSESSMENTS
    return found.assessed


@pytest.mark.parametrize(
    ("header", "test", "verdict"),
    [
        (LARGEST + "  ensures r in s", TEST, "strong"),
        (LARGEST, TEST, "weak"),
        (LARGEST + "  ensures r != 5", TEST, "wrong"),
        (LARGEST + "  ensures r < 0 && r > 0", TEST, "wrong"),
        ("(s: seq<int>) returns (r: int)", TEST, "vacuous"),
        ("(s: seq<int>) returns (r: int)\n  ensures r in s || r !in s", TEST, "vacuous"),
        (
            "(n: int) returns (r: int)\n  requires n > 0 && n < 0\n  ensures r == n",
            "var r := M(1);\nassert r == 1;",
            "vacuous",
        ),
        (
            "(s: seq<int>) returns (r: int)\n  requires |s| > 0\n  ensures r in s",
            "var r := M([3, 5]);\nassert r == 3 || r == 5;",
            "strong up to choice",
        ),
        (
            "(s: seq<int>) returns (r: int)\n  ensures r in s",
            "var r := M([3, 5]);\nassert r == 3 || r == 4 || r == 5;",
            "strong up to choice",
        ),
        (LARGEST + "  ensures r in s", "var r := M([]);\nassert r == 0;", "wrong"),
        (LARGEST + "  ensures r in s", "var r := M([3, 5]);", "unknown"),
    ],
)
def test_the_first_evidence_decides(header: str, test: str, verdict: str) -> None:
    assert assessed(header, test).verdict == verdict


def test_what_is_weak_has_the_output_that_shows_it() -> None:
    found = assessed(LARGEST, TEST)
    assert found.witness is not None
    assert (found.witness.inputs, found.witness.expected) == ({"s": "[3, 5]"}, {"r": "5"})
    assert int(found.witness.other["r"]) > 5


def test_no_strength_rests_on_some_of_the_inputs_that_were_made() -> None:
    """Whatever ran out of time or fuel may have been what shows a weakness."""
    body = "{ r := s[0]; for i := 1 to |s| { if s[i] > r { r := s[i]; } } }"
    text = f"method M{LARGEST}  ensures r in s\n{body}\nfunction F(n: nat): nat ensures F(n) == n {{ n }}\n"
    program = subjects_of(parse_program(text, file="t.dfy"))
    options = Options(Engines(backends=(backend_of("z3"),)), operator_set("paper"), DAFNY)
    made = made_examples(program, Examples(()), None, options.engines, DAFNY)
    message = "on 2 of 6 inputs the body cannot be executed: too many steps"
    less = evolve(made, findings=tuple(Finding("not-executed", name, message) for name in "MF"), determined={})
    for examples, verdict in ((evolve(made, determined={}), "strong"), (less, "unknown")):
        found = {score.method: score.assessed for score in score_program(program, examples, options)}
        assert (found["M"].verdict, found["F"].verdict) == (verdict, verdict)
    assert found["M"].reason.endswith(message)
    proved = on_every_input(found["M"], "z3")
    assert (proved.verdict, on_every_input(found["F"], "z3").verdict) == ("strong", "unknown")


def test_tests_of_the_author_count_whatever_else_was_made() -> None:
    program = parse_program(f"method M{LARGEST}  ensures r in s\nmethod MTest() {{\n{TEST}\n}}\n", file="t.dfy")
    options = Options(Engines(backends=(backend_of("z3"),)), operator_set("paper"), DAFNY)
    known = examples_of(program)
    more = Finding("not-executed", "M", "on 2 of 6 inputs the body cannot be executed: too many steps")
    (found,) = score_program(program, evolve(known, findings=(*known.findings, more)), options)
    assert found.assessed.verdict == "strong"


def test_what_no_engine_decides_is_no_strength() -> None:
    """That r is the only root needs a proof about all integers."""
    header = "(n: int) returns (r: int)\n  ensures r * r * r == n"
    found = assessed(header, "var r := M(27);\nassert r == 3;", Engines())
    assert found.verdict == "unknown"
    assert "the one valid input" in found.reason


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "function Open(n: int): int\nmethod M(n: int) returns (r: int)\n  requires Open(n) > 3\n  ensures r == n\n"
            "{ r := n; }",
            "there is no test: no input that meets the precondition was found: none of 200 candidates is known to meet "
            "Open(n) > 3",
        ),
        (
            "function Open(n: int): int\nlemma M(n: int)\n  ensures Open(n) > 3\n{ }",
            "whether it holds is open on 6 of 6 valid inputs: Open has no body",
        ),
        (
            "function Open(n: int): int\nmethod M(n: int) returns (r: int)\n  ensures r > Open(n)\n{ r := n; }",
            "whether another output is accepted is open on 6 of 6 valid inputs: whether the expected output is "
            "accepted is not known: it depends on Open: true under some interpretations, false under others",
        ),
    ],
)
def test_an_unknown_verdict_says_what_stands_in_its_way(text: str, why: str) -> None:
    program = subjects_of(parse_program(text, file="t.dfy"))
    options = Options(Engines(backends=(backend_of("z3"),)), operator_set("paper"), DAFNY)
    examples = made_examples(program, Examples(()), None, options.engines, DAFNY)
    found = {score.method: score.assessed for score in score_program(program, examples, options)}
    assert (found["M"].verdict, found["M"].reason) == ("unknown", why)


def test_one_output_where_the_body_has_no_choice_says_nothing_of_where_it_has_one(tmp_path: Path) -> None:
    text = """method Q(n: nat) returns (r: int) ensures n == 0 ==> r == 0
    { if n == 0 { r := 0; } else { r := *; if r < 5 { r := 5; } } }"""
    path = tmp_path / "file.dfy"
    path.write_text(text, encoding="utf-8")
    (row,) = rows_of_file(path)
    assert row["assessment"]["verdict"] == "unknown"
    assert row["assessment"]["reason"].endswith("the body has more choices than were tried")


@pytest.mark.parametrize(
    ("number", "verdict", "reason", "expected"),
    [
        (1, "timeout", "the time limit was reached", "strong"),
        (1, "unknown", "out of fuel: too many steps", "strong"),
        # One that is open for another reason may be the one for which the lemma is false.
        (1, "unknown", "no finite domain for n", "unknown"),
        (2, "timeout", "the time limit was reached", "unknown"),
    ],
)
def test_a_few_inputs_that_take_too_long_leave_a_promise_as_it_is_on_the_others(
    number: int, verdict: ClauseVerdict, reason: str, expected: str
) -> None:
    program = subjects_of(parse_program("lemma Square(n: int) ensures n * n >= n { }", file="t.dfy"))
    engines = Engines(backends=())
    examples = made_examples(program, Examples(()), 6, engines, DAFNY)
    (score,) = score_program(program, examples, Options(engines, operator_set("paper"), DAFNY))
    judgement = TripleJudgement(verdict, (Decision(verdict, None, reason),))
    open_tests = [evolve(test, judgement=judgement) for test in score.tests[:number]]
    found = assess_definition(score.specification, [*open_tests, *score.tests[number:]], ())
    assert (len(score.tests), found.verdict) == (6, expected)
    assert (f"holds on {6 - number} of 6 valid inputs, and takes too long on {number}" in found.reason) is (
        expected == "strong"
    )
