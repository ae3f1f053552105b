"""What lies behind a score: clauses, other outputs, invalid inputs, and proposals."""

import json

import pytest
from attrs import evolve

from specassay.backends.solvers.registry import get as backend_of
from specassay.benchmarks.runs.spec_rows import row_of
from specassay.benchmarks.schema import line_of
from specassay.core.deciding.engines import Engines, Work
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

Z3 = Engines(backends=(backend_of("z3"),))


def score(header: str, test: str, engines: Engines = Z3, helpers: str = "") -> MethodScore:
    """The score of a method `M` with this signature and specification."""
    text = f"{helpers}\nmethod M{header}\n{{ }}\nmethod MTest() {{\n{test}\n}}\n"
    program = parse_program(text, file="t.dfy")
    counted = evolve(engines, deadline=60.0, work=Work())  # By the clock, a busy machine would prove less.
    (found,) = score_program(program, examples_of(program), Options(counted, operator_set("full"), DAFNY))
    return found


MIN = "var r := M(2, 5);\nassert r == 2;"


def test_each_clause_has_what_it_kills_alone_and_at_all() -> None:
    found = score("(a: int, b: int) returns (r: int)\n  ensures r <= a && r <= b\n  ensures r == a || r == b", MIN)
    upper, one_of = found.ensures
    assert upper.judged == one_of.judged == 5
    assert 0 < upper.kills < 5
    assert upper.kills + one_of.kills_alone == one_of.kills + upper.kills_alone == 5
    assert {upper.strength, one_of.strength} == {"contingent"}


@pytest.mark.parametrize(
    ("clause", "strength"),
    [
        ("r == r", "tautology"),
        ("true <== r > 7", "tautology"),
        ("r > a && r < a", "contradiction"),
        ("r < a + 1000", "contingent"),
    ],
)
def test_clauses_that_say_nothing_or_too_much_are_proved(clause: str, strength: str) -> None:
    found = score(f"(a: int, b: int) returns (r: int)\n  ensures {clause}", MIN)
    assert found.ensures[0].strength == strength
    assert (strength in {finding.kind for finding in found.findings}) == (strength != "contingent")


def test_without_a_solver_nothing_is_proved() -> None:
    found = score("(a: int, b: int) returns (r: int)\n  ensures r == r", MIN, Engines())
    assert found.ensures[0].strength == "unknown"
    assert {finding.kind for finding in found.findings} == {"accepts-another-output", "kills-nothing"}


def test_a_precondition_that_no_test_meets() -> None:
    found = score("(a: int, b: int) returns (r: int)\n  requires a > b\n  ensures r == b", MIN)
    assert found.status == "no tests"
    assert {finding.kind for finding in found.findings} == {"breaks-precondition", "unmet-requires"}


@pytest.mark.parametrize(
    ("clauses", "verdict", "engine"),
    [
        ("r == if a < b then a else b", "functional", "evaluate"),
        ("a <= r < a + 1", "functional", "evaluate"),
        ("r * r * r == 8", "functional", "z3"),
        ("r <= a && r <= b", "several", "evaluate"),
    ],
)
def test_other_outputs_are_excluded_or_shown(clauses: str, verdict: str, engine: str) -> None:
    found = score(f"(a: int, b: int) returns (r: int)\n  ensures {clauses}", MIN)
    accepted = found.tests[0].accepted
    assert accepted is not None
    assert (accepted.verdict, accepted.engine) == (verdict, engine)
    assert bool(accepted.other) == (verdict == "several")
    assert found.functional.value == (1.0 if verdict == "functional" else 0.0)


def test_the_smallest_of_several_outputs_is_the_witness() -> None:
    header = "(n: int) returns (r: int)\n  ensures r == n || r == n * n || r == n + 100"
    found = score(header, "var r := M(20);\nassert r == 20;")
    accepted = found.tests[0].accepted
    assert accepted is not None
    assert accepted.other == {"r": 120}


def test_a_contradicted_test_is_told_what_the_specification_accepts() -> None:
    found = score("(a: int, b: int) returns (r: int)\n  ensures r == a + b", MIN)
    (finding,) = found.findings
    assert finding.kind == "contradicts-test"
    assert "M(2, 5) → 2; it accepts only 7" in finding.message
    nothing = score("(a: int, b: int) returns (r: int)\n  ensures r == a && r == b", MIN)
    assert any("no output satisfies the postcondition" in finding.message for finding in nothing.findings)


def test_an_output_of_several_components() -> None:
    header = "(n: int) returns (q: int, r: int)\n  ensures n == 3 * q + r"
    test = "var q, r := M(7);\nassert q == 2 && r == 1;"
    found = score(f"{header}\n  ensures 0 <= r < 3", test)
    assert found.functional.value == 1.0
    weak = score(header, test)
    assert weak.functional.value == 0.0


@pytest.mark.parametrize(
    "requires",
    ["requires n > 5 && n < 3", "requires n > 5\n  requires n < 3", "requires a.Length < 0\n  requires n > 0"],
)
def test_of_a_method_that_can_never_be_called_nothing_else_is_proved(requires: str) -> None:
    found = score(f"(n: int, a: array<int>) returns (r: int)\n  {requires}\n  ensures r == n", "")
    assert {clause.strength for clause in found.ensures} == {"unknown"}
    assert "tautology" not in {finding.kind for finding in found.findings}
    assert [f.message for f in found.findings if f.kind == "contradiction" and "can never be called" in f.message]


def test_a_method_without_tests_can_still_be_called() -> None:
    found = score("(n: int) returns (r: int)\n  requires n > 5\n  ensures r == r", "")
    assert [clause.strength for clause in found.ensures] == ["tautology"]
    assert "contradiction" not in {finding.kind for finding in found.findings}


def test_the_four_buckets() -> None:
    found = score("(n: int) returns (r: int)\n  requires n > 0\n  ensures r == n * n", "var r := M(3);\nassert r == 9;")
    row = json.loads(line_of(row_of(found, "t", "t.dfy", DAFNY)))
    assert set(row["buckets"]) == {"valid_right", "valid_wrong", "invalid_right", "invalid_wrong"}
    assert row["buckets"]["valid_right"] == {"holds": 1}
    assert row["buckets"]["valid_wrong"] == {"refuted": 5}
    assert sum(row["buckets"]["invalid_right"].values()) == 5
    assert all(int(trial["inputs"]["n"]) <= 0 for trial in row["tests"][0]["invalid_inputs"])
    assert {trial["right"] for trial in row["tests"][0]["invalid_inputs"] if trial["inputs"]["n"] == "-3"} <= {"holds"}
    assert row["requires"][0]["kills"] == 5


def test_each_clause_of_a_precondition_is_violated() -> None:
    header = (
        "(xs: seq<int>, k: int) returns (r: int)\n  requires |xs| > 0\n  requires forall x :: x in xs ==> x >= 0\n"
        "  requires k in xs\n  ensures r == k"
    )
    found = score(header, "var r := M([3, 1, 2], 2);\nassert r == 2;")
    assert all(0 < clause.kills <= clause.judged == 5 for clause in found.requires)


def test_an_invalid_test_input_whose_output_is_right_all_the_same() -> None:
    header = "(n: int) returns (r: int)\n  requires n > 0\n  ensures r == n * n"
    found = score(header, "var r := M(-3);\nassert r == 9;")
    messages = [finding.message for finding in found.findings if finding.kind == "breaks-precondition"]
    assert messages == [
        "the input of this test violates requires n > 0; even so, the postcondition accepts its expected output"
    ]


@pytest.mark.parametrize(
    ("header", "test", "diff"),
    [
        (
            "(a: seq<int>, b: seq<int>) returns (r: set<int>)\n  ensures forall x :: x in r ==> x in a && x in b",
            "var r := M([1, 2, 3], [2, 3, 4]);\nassert r == {2, 3};",
            "- ensures forall x :: x in r ==> x in a && x in b\n+ ensures forall x :: x in r <==> x in a && x in b",
        ),
        (
            "(a: int, b: int) returns (r: int)\n  ensures r <= a",
            MIN,
            "- ensures r <= a\n+ ensures r == a",
        ),
        (
            "(a: seq<int>) returns (r: seq<int>)\n  ensures forall x :: x in r ==> x in a",
            "var r := M([1, 2]);\nassert r == [1, 2];",
            "- ensures forall x :: x in r ==> x in a\n+ ensures forall x :: x in r <==> x in a",
        ),
    ],
)
def test_a_repair_is_proposed(header: str, test: str, diff: str) -> None:
    found = score(header, test)
    assert found.repair is not None
    assert found.repair.diff == diff
    assert found.repair.kills > 0
    (message,) = (finding.message for finding in found.findings if finding.kind == "repair")
    assert message.endswith("and keeps every test, of which there is only 1")


def test_no_repair_for_what_is_strong_or_wrong() -> None:
    assert score("(a: int, b: int) returns (r: int)\n  ensures r == a", MIN).repair is None
    assert score("(a: int, b: int) returns (r: int)\n  ensures r >= b", MIN).repair is None


def test_a_repair_says_on_how_many_tests_it_rests_when_these_are_few() -> None:
    few = [f"var r{n} := M({n}, 9);\nassert r{n} == {n};" for n in (2, 3, 4)]
    messages = []
    for count in (1, 2, 3):
        found = score("(a: int, b: int) returns (r: int)\n  ensures r <= a", "\n".join(few[:count]))
        messages += [finding.message for finding in found.findings if finding.kind == "repair"]
    assert [message.partition("keeps every test")[2] for message in messages] == [
        ", of which there is only 1",
        ", of which there are only 2",
        "",
    ]


def test_a_repair_keeps_every_test() -> None:
    both = "var r := M(2, 5);\nassert r == 2;\nvar s := M(7, 5);\nassert s == 5;"
    found = score("(a: int, b: int) returns (r: int)\n  ensures r <= a", both)
    assert found.repair is None


@pytest.mark.parametrize(
    ("header", "test"),
    [
        # `s[p]` is out of range for the survivors: undefined is no kill.
        ("(s: seq<int>) returns (p: int)\n  ensures 0 <= p < |s| ==> s[p] == 3", "var p := M([3]);\nassert p == 0;"),
        # It is in range on the test, and not on every valid input.
        (
            "(s: seq<int>, i: int) returns (r: bool)\n  ensures 0 <= i < |s| && r ==> s[i] == 3",
            "var r := M([3], 0);\nassert r;",
        ),
        # Only a clause after it says that it is in range.
        (
            "(s: seq<int>, i: int) returns (r: bool)\n  ensures 0 <= i < |s| && r ==> s[i] == 3\n"
            "  ensures 0 <= i < |s|",
            "var r := M([3], 0);\nassert r;",
        ),
    ],
)
def test_a_repair_is_defined_wherever_the_clauses_before_it_hold(header: str, test: str) -> None:
    assert score(header, test).repair is None


def test_clauses_before_a_repair_may_make_it_well_formed() -> None:
    header = "(s: seq<int>, i: int) returns (r: bool)\n  requires {}\n  ensures {}\n"
    header += "  ensures 0 <= i < |s| && r ==> s[i] == 3"
    for requires, ensures in (("0 <= i < |s|", "true"), ("i == 0", "|s| > 0")):
        found = score(header.format(requires, ensures), "var r := M([3], 0);\nassert r;")
        assert found.repair is not None
        assert "<==>" in found.repair.after


def test_a_repair_that_nobody_proves_well_formed_is_not_shown() -> None:
    header = "(s: seq<int>, i: int) returns (r: bool)\n  requires 0 <= i < |s|\n  ensures r ==> s[i] == 3"
    test = "var r := M([3], 0);\nassert r;"
    assert score(header, test).repair is not None
    assert score(header, test, Engines()).repair is None


def test_a_repair_leaves_an_output_to_every_valid_input() -> None:
    """`r == a` keeps the only test; on (5, 2) no output satisfies it and `r <= b`."""
    header = "(a: int, b: int) returns (r: int)\n  ensures r <= b\n  ensures r <= a"
    assert score(header, MIN).repair is None
    kept = score(header.replace("\n", "\n  requires a < b\n", 1), MIN).repair
    assert kept is not None
    assert kept.after == "r == a"


def test_the_bound_of_a_quantified_variable_is_no_slip() -> None:
    header = "(s: seq<int>) returns (r: int)\n  ensures exists i :: 0 <= i < |s| && r == s[i]"
    assert score(header, "var r := M([3, 1]);\nassert r == 3;").repair is None
    found = score(header.replace("r == s", "r >= s"), "var r := M([3, 4]);\nassert r == 3;").repair
    assert found is None or "0 <= i" in found.after


def test_that_a_result_is_fresh_is_no_tautology() -> None:
    """Which array a result is, no test says: the clause is read as if it were a new one."""
    header = "(s: seq<int>) returns (a: array<int>)\n  ensures fresh(a)\n  ensures a[..] == s"
    found = score(header, "var a := M([1, 2]);\nassert a[..] == [1, 2];")
    assert [clause.strength for clause in found.ensures] == ["unknown", "contingent"]
    assert found.findings == ()
