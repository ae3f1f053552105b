"""Scopes of bodies and of patterns: what a name means where two declarations have it (Dafny reference manual, sections
8.4, 8.5, 8.10.3 and 9.31.2)."""

from typing import Any

import pytest

from specassay.frontends.dafny import parse_program

from .executed import run

RESULTS = """\
datatype Result = Ok(value: int) | Bad(code: int) {
  predicate IsFailure() { Bad? }
  function PropagateFailure(): Result { this }
  function Extract(): int requires Ok? { value }
}
function Half(n: int): Result { if n % 2 == 0 then Ok(n / 2) else Bad(n) }
"""


def outputs(text: str, **inputs: Any) -> tuple[Any, ...]:
    """What the first method of a text returns."""
    found = run(text, **inputs)
    assert found.state == "returned", found.reason
    return tuple(found.outputs.values())


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("r := 2; if n > 0 { var r := 3; return 1; }", 1),
        ("r := 2; if n > 0 { var r := 3; return r; }", 3),
        ("r := 2; if n > 0 { var r := 3; return; }", 2),
        ("r := 2; if n > 0 { var r := 3; if n > 1 { var r := 4; return r + 1; } }", 5),
        ("r := 2; for r := 0 to n { if r == 1 { return 7; } }", 7),
        ("r := 2; for r := 0 to n { }", 2),
        ("r := 2; while r < 9 { var r := true; if r { return 8; } }", 8),
        ("r := 2; var s := {5}; if r :| r in s { return r + 1; }", 6),
        ("r := 2; var s := {5}; if r :| r in s && r > 5 { return 0; } else { r := r + 1; }", 3),
        ("r := 2; var s := {5}; if r :| r in s { } r := r + 1;", 3),
        ("r := 2; var s := {4, 5}; while r :| r in s && r > n { s := s - {r}; } r := r + |s|;", 2),
        ("r := 2; if n > 0 { var s := {9}; var r :| r in s; return r; }", 9),
        ("r := 2; label L: { var r := 3; if n > 0 { break L; } return r; }", 2),
        ("r := 2; { var r := Again(n); return r; }", 4),
        ("r := 2; { var r := 5; return Again(n); }", 4),
        ("r := 2; match n case 3 => { var r := 5; return 6; } case r => return r;", 6),
        ("r := 2; match n case 4 => return 0; case r => return r + 1;", 4),
        ("r := 2; { var n := 8; r := n; }  r := r + n;", 11),
    ],
)
def test_a_variable_that_hides_a_result_does_not_take_what_is_returned(body: str, expected: int) -> None:
    callee = "method Again(n: int) returns (r: int) { { var n := n + 1; r := n; } }"
    assert outputs(f"method M(n: int) returns (r: int) {{ {body} }}\n{callee}", n=3) == (expected,)


def test_a_variable_that_hides_a_parameter_leaves_it_what_it_is() -> None:
    text = "method M(n: int) returns (r: int) ensures r == n + 1 { var n := n + 1; r := n; n := 0; }"
    assert outputs(text, n=3) == (4,)


def test_several_results_are_returned_at_once() -> None:
    assert outputs("method M(a: int) returns (x: int, y: int) { { var x, y := a, 2; return y, x; } }", a=1) == (2, 1)


@pytest.mark.parametrize(("n", "expected"), [(4, (0, 12)), (3, (3, 8))])
def test_a_failure_is_returned_past_variables_of_the_same_name(n: int, expected: tuple[int, int]) -> None:
    body = "q := 8; { var r := 1; var h :- Half(n); q := h + 9 + r; } r := Ok(0);"
    (result, q) = outputs(f"method M(n: int) returns (r: Result, q: int) {{ {body} }}\n{RESULTS}", n=n)
    assert (result.fields[0], q) == expected


CONSTANTS = """\
const Zero := 0
const Ten: int := 10
const Letter := 'b'
datatype Shape = Dot | Box(side: int)
"""


@pytest.mark.parametrize(
    ("cases", "x", "expected"),
    [
        ("case Zero => 1 case Ten => 2 case _ => 3", 0, 1),
        ("case Zero => 1 case Ten => 2 case _ => 3", 10, 2),
        ("case Zero => 1 case Ten => 2 case _ => 3", 7, 3),
        ("case Zero: int => Zero + 1", 7, 8),
        ("case One => One", 7, 7),
        ("case Zero | Ten => 1 case _ => 2", 10, 1),
    ],
)
def test_the_name_of_a_constant_is_no_variable_in_a_pattern(cases: str, x: int, expected: int) -> None:
    as_expression = f"r := match x {cases};"
    as_statement = f"match x {{ {cases.replace('=> ', '=> r := ').replace(' case', '; case')}; }}"
    for body in (as_expression, as_statement):
        assert outputs(f"method M(x: int) returns (r: int) {{ {body} }}\n{CONSTANTS}", x=x) == (expected,)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("match Box(10) case Dot => 1 case Box(Ten) => 2 case Box(s) => s", 2),
        ("match Box(11) case Dot => 1 case Box(Ten) => 2 case Box(s) => s", 11),
        ("match (0, 'b') case (Ten, _) => 1 case (Zero, Letter) => 2 case _ => 3", 2),
        ("match (0, 'a') case (Ten, _) => 1 case (Zero, Letter) => 2 case _ => 3", 3),
        ("(var Zero := 5; match 5 case Zero => Zero)", 5),  # a variable is found before a constant
        ("(var (Zero, y) := (4, 5); Zero)", 4),  # only a `match` has constants in its patterns
    ],
)
def test_constants_in_patterns_inside_others(expression: str, expected: int) -> None:
    assert outputs(f"method M() returns (r: int) {{ r := {expression}; }}\n{CONSTANTS}") == (expected,)


def test_a_field_hides_a_constant_and_is_a_variable_in_patterns() -> None:
    text = "datatype D = D(Zero: int) { function F(x: int): int { match x case Zero => Zero } }"
    assert outputs(f"method M() returns (r: int) {{ r := D(4).F(6); }}\n{text}\n{CONSTANTS}") == (6,)


def test_a_constant_that_is_no_literal_is_refused_as_a_pattern() -> None:
    program = parse_program("function F(x: int): int { match x case C => 1 case _ => 2 }\nconst C := F(1)")
    assert program.functions["F"].body is None


def test_an_unsupported_pattern_stops_a_body_where_it_is_reached() -> None:
    found = run("method M(x: int) returns (r: int) { match x case C => r := 1; }\nconst C: int", x=1)
    assert (found.state, found.reason) == ("unknown", "the pattern C, a constant whose value is no literal")
