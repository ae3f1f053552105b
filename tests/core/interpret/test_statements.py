"""What a body does, statement by statement, as the Dafny reference manual (section 8) has it."""

import pytest

from specassay.core.interpret.bodies import execute, full_fuel
from specassay.core.interpret.choices import FIRST_MARK, Choices
from specassay.core.interpret.statements import is_ghost
from specassay.core.ir.sorts import INT
from specassay.core.ir.statements import Block, GhostCondition, If, Return
from specassay.core.ir.terms import TRUE, var
from specassay.core.ir.updates import Update
from specassay.frontends.dafny import parse_program

from .running import Bodies

RUN = Bodies()


@pytest.mark.parametrize(
    ("body", "result"),
    RUN.rows(
        [
            ("var i := 0; a[i], i := i, 2; r := 10 * a[0] + i;", 2),
            ("var b := new int[2][3, 4]; b[0], b[1] := b[1], b[0]; r := b[0] * 10 + b[1];", 43),
            ("var x := 1; { var x := 2; r := x; } r := r * 10 + x;", 21),
            ("while r < 10 { r := r + 1; if r == 4 { break; } }", 4),
            ("var i := 0; while i < 5 { i := i + 1; if i % 2 == 0 { continue; } r := r + i; }", 9),
            ("while true { while true { r := r + 1; break; } r := r + 10; break; }", 11),
            ("label b: while true { while true { r := r + 1; break b; } r := r + 10; }", 1),
            ("label b: while r < 5 { while true { r := r + 1; continue b; } r := r + 10; }", 5),
            ("label b: { r := 1; if n == 3 { break b; } r := 2; } r := r + 10;", 11),
            ("while true { label b: { r := r + 1; if r == 23 { break; } } r := r + 10; }", 23),
            ("label b: { label c: { if n == 3 { break b; } break c; } r := 5; } r := r + 10;", 10),
            ("r := 1; while true { { var n := 2; return; } } r := 2;", 1),
            ("var b := new int[0]; r := b.Length;", 0),
            ("forall i | 0 <= i < 2 { a[i + 1] := a[i]; } r := 100 * a[0] + 10 * a[1] + a[2];", 556),
            ("var b := new int[3](i => i * i); r := b[2];", 4),
            ("var b := new int[2, 3]((i, j) => 10 * i + j); r := 100 * b[1, 0] + b[1, 2];", 1012),
            ("var b := new int[3] [7, 8, 9]; r := b[1];", 8),
            ("for i := 0 to n { r := r * 10 + i; }", 12),
            ("for i := n downto 0 { r := r * 10 + i; }", 210),
            ("var x :| x in {4, 2, 9} && x > n; r := x;", 4),
            ("if x :| x in {4, 2} && x > 3 { r := x; } else { r := 1; }", 4),
            ("if x :| x in {4, 2} && x > 4 { r := x; } else { r := 1; }", 1),
            ("expect n == 3; r := 1;", 1),
            ("assume {:axiom} n == 3; r := 1;", 1),
        ]
    ),
)
def test_a_body_returns_what_the_compiled_program_does(body: str, result: int) -> None:
    found = RUN.executed(body)
    assert (found.state, found.outputs.get("r")) == ("returned", result), found.reason


@pytest.mark.parametrize(
    ("body", "reason"),
    RUN.rows(
        [
            ("r := a[n];", "index 3 of 3"),
            ("var b := new int[n - 5];", "an array of length -2"),
            ("var b := new int[2] [7, 8, 9];", "3 elements for an array of 2"),
            ("expect n > 3;", "expect n > 3 fails"),
            ("expect 1 / (n - 3) == 1;", "division by zero"),
            ("if n / (n - 3) == 1 { r := 1; }", "division by zero"),
            ("var x :| x in {4, 2} && x < 0; r := x;", "no value satisfies"),
            ("a[0], a[n] := 1, 2;", "3"),
        ]
    ),
)
def test_a_body_stops_where_the_compiled_program_does(body: str, reason: str) -> None:
    found = RUN.executed(body)
    assert found.state == "failed"
    assert reason in found.reason


@pytest.mark.parametrize(
    "body",
    [
        "assume {:axiom} n > 3;",
        "assume {:axiom} 1 / (n - 3) == 1;",
        "while true { r := r; }",
        "var f: int -> int; var b := new (int -> int)[1]; b[0] := f;",
        "if forall x: int :: x * x * x != 5 { r := 1; }",
    ],
)
def test_what_cannot_be_told_is_no_failure_of_the_body(body: str) -> None:
    assert RUN.executed(body).state == "unknown"


@pytest.mark.parametrize(
    "ghost",
    [
        "ghost var g := 1 / (n - 3);",
        "ghost var g := 1; if forall x: int :: x * x * x != 5 { g := 2; assert g == 2; }",
        "ghost var g :| 0 < g < 0;",
        "ghost var g := 1; { g := 1 / (n - 3); }",
    ],
)
def test_ghost_code_that_has_no_value_stops_nothing(ghost: str) -> None:
    found = RUN.executed(f"{ghost} r := 4;")
    assert (found.state, found.outputs.get("r")) == ("returned", 4), found.reason


def test_what_ghost_code_may_have_changed_is_not_known_afterwards() -> None:
    passed = "ghost var g := 1; if forall x: int :: x * x * x != 5 { g := 2; }"
    found = RUN.executed(f"{passed} if g == 1 {{ r := 1; }}")
    assert found.state == "unknown"


@pytest.mark.parametrize(
    ("body", "expected", "more"),
    RUN.rows(
        [
            ("if * { r := 1; } else { r := 2; }", [1, 2], False),
            ("var x :| x in {4, 2, 9}; r := x;", [2, 4, 9], False),
            ("var b :| b || n > 3; var c: bool := *; r := if c then 1 else 2;", [1, 2], False),
            ("var x: int := *; r := if x > 2 then 1 else x;", [0, 1, -1, 2, 1], True),
            ("var x: nat := *; r := if x > 2 then 7 else x;", [0, 1, 2, 7], True),
            ("var x :| x > n; r := 7;", [7], True),
        ]
    ),
)
def test_each_choice_that_is_left_open_is_made(body: str, expected: list[int], more: bool) -> None:
    assert RUN.results(body) == (expected, more)


def test_elements_that_nobody_gave_a_value_are_marks_on_request() -> None:
    body = "var b := new int[2]; r := b[1] - b[0];"
    assert RUN.executed(body).outputs["r"] == 0
    marked = Choices(marks=FIRST_MARK)
    assert RUN.executed("var b := new int[2]; r := b[1];", choices=marked).outputs["r"] > FIRST_MARK
    usual = Choices()
    assert RUN.executed("var b := new int[2]; r := b[1];", choices=usual).outputs["r"] == 0
    assert (marked.blank, usual.blank) == (True, True)
    assert RUN.executed(body, choices=Choices(marks=FIRST_MARK)).outputs["r"] != 0


@pytest.mark.parametrize(
    ("body", "compiled"),
    [
        ("if n > 100 { r := n; }", 0),
        ("var x: int; r := x;", 0),
        ("var x: nat; r := x - 1;", -1),
        ("var b: bool; b := b && n > 100; if b { r := 4; } else { var c: char; r := c as int; }", 68),
        ("var s: seq<int>; r := |s|;", 0),
        ("var s: set<int>; r := |s|;", 0),
        ("var t: (int, bool); r := t.0;", 0),
    ],
)
def test_so_are_variables_that_nobody_gave_a_value(body: str, compiled: int) -> None:
    assert RUN.executed(body).outputs["r"] == compiled
    assert RUN.executed(body, choices=Choices()).outputs["r"] == compiled
    assert RUN.executed(body, choices=Choices(marks=FIRST_MARK)).outputs["r"] != compiled


def test_what_is_printed_before_a_failure_stands() -> None:
    found = RUN.executed("print n, a[0]; print n / 0;")
    assert (found.state, [value for _, value in found.printed]) == ("failed", [3, 5])


def test_only_code_that_claims_and_changes_ghost_variables_is_ghost() -> None:
    claim, ghost = GhostCondition("assert", TRUE, "true"), Update(("g",), (var("x", INT),), ghost=True)
    assert is_ghost((claim, If(TRUE, (ghost,), (Block((claim,)),))))
    assert not is_ghost((claim, If(TRUE, (Update(("x",), (var("g", INT),)),))))
    assert not is_ghost((If(TRUE, (), (Return(None),)),))


GROWING = """
method Q(n: int) returns (r: int) { var s: seq<int> := []; while |s| < n { s := s + [r]; } r := |s|; }
method T(n: int) returns (r: int) { var s := ""; while |s| < n { s := s + "a"; } r := |s|; }
method M(n: int) returns (r: int) { var m: map<int, int> := map[]; while |m| < n { m := m[|m| := r]; } r := |m|; }
method N(n: int) returns (r: int)
{ var s: seq<seq<int>> := []; while |s| < n { s := s + [[1, r]]; if |s| > 3 { r := |s[2]|; } } r := |s|; }
method P(n: int) returns (r: int) { var s: seq<int> := []; while |s| < n { s := Push(s); } r := |s|; }
method Push(s: seq<int>) returns (t: seq<int>) { t := Put(s); }
function Put(s: seq<int>): seq<int> { s + [1] }
"""


def test_what_grows_by_one_element_a_turn_takes_equal_turns() -> None:
    program = parse_program(GROWING)
    for specification in program.specifications[:5]:
        taken = []
        for count in (1_000, 4_000):
            fuel = full_fuel()
            found = execute(specification, {"n": count}, program, fuel)
            assert (found.state, found.outputs) == ("returned", {"r": count}), found.reason
            taken.append(full_fuel().steps - fuel.steps)
        assert taken[1] <= 4.1 * taken[0], specification.name
