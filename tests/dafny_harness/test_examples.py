"""What a test method says about the method that it calls."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.spec_testing.contents import contents
from specassay.core.spec_testing.examples import Example, Examples
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

INT_METHOD = "method F(n: int) returns (r: int)\n  ensures r == n\n{ r := n; }\n"
SEQ_METHOD = "method F(n: int) returns (r: seq<int>)\n  ensures |r| == n\n{ }\n"
ARRAY_METHOD = "method F(n: int) returns (r: array<int>)\n  ensures r.Length == n\n{ }\n"
TWO_RESULTS = "method F(n: int) returns (found: bool, r: int)\n  ensures found\n{ }\n"
IN_PLACE = "method F(a: array<int>)\n  modifies a\n  ensures a[0] == old(a[0]) + 1\n{ }\n"


def read(declarations: str, body: str) -> Examples:
    return examples_of(parse_program(f"{declarations}\nmethod FTest()\n{{\n{body}\n}}\n", file="t.dfy"))


def only(declarations: str, body: str) -> Example:
    found = read(declarations, body)
    assert found.findings == ()
    (example,) = found.examples
    return example


@pytest.mark.parametrize(
    ("method", "body", "output", "source"),
    [
        (INT_METHOD, "var r := F(3);\nexpect r == 4;", 4, "assertion"),
        (INT_METHOD, "var r := F(3);\nassert -4 == r;", -4, "assertion"),
        (INT_METHOD, "var e := 4;\nvar r := F(3);\nassert r == e;", 4, "assertion"),
        (INT_METHOD, "var r := F(3);\nprint r;\n  // expected 4", 4, "comment"),
        (INT_METHOD, "var r := F(3);\n//expeced: 4;", 4, "comment"),
        (INT_METHOD, "var r := F(3);\n//assert r==4;", 4, "comment"),
        (INT_METHOD, "var e1 := 4;\nvar res1 := F(3);\nprint(res1);", 4, "expected variable"),
        (INT_METHOD, "var e1 := 4;\nvar e2 := 5;\nvar res2 := F(3);\nprint(res2);", 5, "expected variable"),
        (INT_METHOD, "var r := F(3);\n// expected 5\nexpect r == 4;", 4, "assertion"),
        (SEQ_METHOD, "var r := F(3);\nexpect r == [1, 2];", (1, 2), "assertion"),
        (SEQ_METHOD, "var r := F(3);\n//expected [1,2];", (1, 2), "comment"),
        (SEQ_METHOD, "var r := F(3);\nassert |r| == 2 && r[0] == 1 && r[1] == 2;", (1, 2), "assertion"),
        (
            SEQ_METHOD,
            "var r := F(3);\nassert |r| == 2;\nassert r[0] == 1;\nassert r[1] == 2;",
            (1, 2),
            "assertion",
        ),
    ],
)
def test_an_expected_output_is_read(method: str, body: str, output: Any, source: str) -> None:
    example = only(method, body)
    assert dict(example.inputs) == {"n": 3}
    assert dict(example.outputs) == {"r": output}
    assert example.source == source
    assert not example.constraints


@pytest.mark.parametrize(
    "body",
    [
        "var r := F(3);\nexpect r[..] == [1, 2];",
        "var r := F(3);\n//expected [1, 2]",
        "var e1 := new int[] [1, 2];\nvar res1 := F(3);\nprint res1;",
        "var e1: seq<int> := [1, 2];\nvar res1 := F(3);\nprint res1;",
        "var e := new int[] [1, 2];\nvar r := F(3);\nexpect r == e;",
        "var r := F(3);\nexpect r.Length == 2 && r[0] == 1 && r[1] == 2;",
    ],
)
def test_an_array_is_expected_by_its_contents(body: str) -> None:
    assert contents(only(ARRAY_METHOD, body).outputs["r"]) == ("array", (contents(1), contents(2)))


TWO_ARRAYS = """method F(a: array<int>, b: array<int>) returns (r: bool)
  {modifies}
  ensures r == (a == b)
{{ }}
"""


@pytest.mark.parametrize(
    ("modifies", "second", "told"),
    [
        *(("", "x", set()), ("", "z", set()), ("modifies a", "y", {"a"}), ("modifies a", "x", {"a"})),
        *(("modifies b", "z", {"b"}), ("modifies a, b", "z", {"a"}), ("modifies a, b", "y", {"a", "b"})),
    ],
)
def test_one_array_for_two_parameters_has_one_value_after_the_call(modifies: str, second: str, told: set[str]) -> None:
    body = "var x := new int[] [5]; var y := new int[] [5]; var z := x;\n"
    body += f"var r := F(x, {second}); assert r; assert x[0] == 5;"
    found = read(TWO_ARRAYS.format(modifies=modifies), body)
    (example,) = found.examples
    assert {*example.outputs, *example.unknowns} == {"r", *told}


def test_a_function_value_is_shown_as_a_lambda() -> None:
    method = "method F(f: int -> int) returns (r: int) ensures r == f(1) { }"
    example = only(method, "var k := 3; var r := F(x => x + k); assert r == 4;")
    assert DAFNY.literals(example.inputs, example.specification)["f"] == "(x: int) => x + 3"


def test_helper_functions_of_a_test_are_unfolded() -> None:
    helper = (
        "predicate Same(a: array<int>, b: array<int>)\n  reads a, b\n"
        "{ a.Length == b.Length && forall i :: 0 <= i < a.Length ==> a[i] == b[i] }\n"
    )
    example = only(helper + ARRAY_METHOD, "var e := new int[] [1, 2];\nvar r := F(3);\nexpect Same(r, e);")
    assert example.outputs["r"].elements == (1, 2)


@pytest.mark.parametrize(("test", "output"), [("r", True), ("!r", False), ("r == false", False)])
def test_truth_values(test: str, output: bool) -> None:
    method = "method F(n: int) returns (r: bool)\n  ensures r\n{ }\n"
    assert only(method, f"var r := F(3);\nexpect {test};").outputs == {"r": output}


def test_results_that_a_test_leaves_open_stay_unknown() -> None:
    example = only(TWO_RESULTS, "var f, r := F(3);\nexpect r == 4;")
    assert dict(example.outputs) == {"r": 4}
    assert list(example.unknowns) == ["found"]


def test_all_results_of_a_conjunction() -> None:
    assert only(TWO_RESULTS, "var f, r := F(3);\nexpect f && r == 4;").outputs == {"found": True, "r": 4}


def test_a_property_constrains_the_output() -> None:
    example = only(
        "method F(a: array<int>) returns (r: int)\n  ensures r == 0\n{ }\n",
        "var a := new int[] [7, 3];\nvar r := F(a);\nexpect a[r] == 3;",
    )
    assert dict(example.outputs) == {}
    assert len(example.constraints) == 1


def test_an_array_that_the_method_modifies_has_two_states() -> None:
    example = only(IN_PLACE, "var a := new int[] [7, 3];\nF(a);\nexpect a[0] == 8;\nexpect a[1] == 3;")
    before, after = example.inputs["a"], example.outputs["a"]
    assert (before.elements, after.elements) == ((7, 3), (8, 3))
    assert before == after  # the same array


def test_calls_may_follow_each_other() -> None:
    found = read(INT_METHOD, "var r := F(3);\nassert r == 4;\nvar s := F(r);\nassert s == 5;")
    assert [(example.inputs["n"], example.outputs["r"]) for example in found.examples] == [(3, 4), (4, 5)]


def test_a_variable_may_be_used_again() -> None:
    found = read(INT_METHOD, "var r := F(3);\nassert r == 4;\nr := F(5);\nassert r == 6;")
    assert [(example.inputs["n"], example.outputs["r"]) for example in found.examples] == [(3, 4), (5, 6)]


def test_reals_are_exact() -> None:
    method = "method F(x: real) returns (r: real)\n  ensures r == x\n{ }\n"
    example = only(method, "var r := F(0.1);\nassert r == 0.3;")
    assert (example.inputs["x"], example.outputs["r"]) == (Fraction(1, 10), Fraction(3, 10))


@pytest.mark.parametrize(
    ("method", "body", "kind"),
    [
        (INT_METHOD.replace("{ r := n; }", ""), "var r := F(3);\nprint r;", "no-expectation"),
        (INT_METHOD, "var r := F(3);\nassert r == 4;\nassert r == 5;", "conflicting-expectations"),
        (INT_METHOD, "var r := F(3);\nvar s := F(r);\nassert s == 5;\nassert r < 9;", "unsupported-test"),
        (TWO_RESULTS, "var r := F(3);\nassert r;", "unsupported-test"),
        (INT_METHOD, "var r := F(3);\n// expected [1, 2", "no-expectation"),
    ],
)
def test_what_is_wrong_with_a_test_is_found(method: str, body: str, kind: str) -> None:
    assert kind in {finding.kind for finding in read(method, body).findings}


def test_a_comment_that_cannot_be_read_is_quoted() -> None:
    (finding,) = read(INT_METHOD, "var r := F(3);\n// expected [1, 2").findings
    assert "'expected [1, 2'" in finding.message
    assert finding.span is not None
    assert finding.span.line == 7


def test_printing_helpers_are_no_methods_under_test() -> None:
    helper = "method Show(x: int)\n{ print x; }\n"
    assert only(helper + INT_METHOD, "var r := F(3);\nShow(r);\n//expected 4").outputs == {"r": 4}


# Which methods a test is about: those that promise something, and no others.

SUBJECTS = """
method Half(n: int) returns (r: int) requires n > 0 ensures 2 * r <= n { r := n / 2; }
method Some(n: int) returns (r: nat) { r := if n > 5 then 7 else 4; }
method Double(n: int) returns (r: int) ensures r == 2 * n { r := 2 * n; }
"""


def told(body: str) -> tuple[list[tuple[str, dict[str, object], dict[str, object], str]], list[str]]:
    """The examples in a test, with their sources, and the messages of findings."""
    found = examples_of(parse_program(f"{SUBJECTS} method {{:test}} T() {{ {body} }}", "t.dfy"))
    listed = [(each.specification.name, dict(each.inputs), dict(each.outputs), each.source) for each in found.examples]
    return [
        (name, {str(k): v for k, v in i.items()}, {str(k): v for k, v in o.items()}, source)
        for name, i, o, source in listed
    ], [each.message for each in found.findings]


def test_where_a_test_says_nothing_the_body_says_what_is_right_on_valid_inputs_only() -> None:
    assert told("var r := Half(7);") == ([("Half", {"n": 7}, {"r": 3}, "tested input")], [])
    examples, messages = told("var r := Half(0);")
    assert examples == []
    assert messages == ["T says nothing about the result of this call"]


def test_a_method_whose_only_promise_is_its_type_is_executed_where_others_need_its_results() -> None:
    """`nat` says that the result is not negative; nobody has written a specification of Some."""
    examples, messages = told("var a := Some(5); var r := Double(a); assert r == 8;")
    assert examples == [("Double", {"n": 4}, {"r": 8}, "assertion")]
    assert messages == []
    examples, messages = told("var a := Some(5); var b := Some(6); assert a < b;")
    assert (examples, messages) == ([], [])


def test_a_method_that_promises_nothing_is_under_test_where_a_test_says_what_it_returns() -> None:
    assert told("var a := Some(5); assert a == 3;") == ([("Some", {"n": 5}, {"r": 3}, "assertion")], [])
