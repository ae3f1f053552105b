"""A caller is not called wrong for what it calls: of that it knows the specification alone, as a verifier does."""

from pathlib import Path

import pytest

from tests.dafny_harness.test_traits import verdicts

INC = "method Inc(x: int) returns (r: int) ensures r == x + 1"
SET = "class Cell { var v: int  method Set(x: int) modifies this ensures v == x { v := if x == 0 then 1 else -x; } }"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            # A body of its own that is wrong is wrong with a right callee and with none.
            f"""{INC} {{ r := x; }}
            method Caller(x: int) returns (r: int) ensures r == x + 1 {{ r := Inc(x); }}
            method Top(x: int) returns (r: int) ensures r == x + 2 {{ r := Caller(x); r := r + 1; }}
            method Own(x: int) returns (r: int) ensures r == x + 1 {{ r := x; var y := Inc(x); if x < 0 {{ r := y; }} }}
            """,
            {"Inc": "wrong", "Caller": "strong", "Top": "strong", "Own": "wrong"},
        ),
        (
            """function Inc(x: int): int ensures Inc(x) == x + 1 { x }
            function Twice(x: int): int ensures Twice(x) == x + 2 { Inc(Inc(x)) }
            method Caller(x: int) returns (r: int) ensures r == x + 1 { r := Inc(x); }""",
            {"Inc": "wrong", "Twice": "strong", "Caller": "strong"},
        ),
        (
            f"""{SET} method Use(x: int) returns (r: int) ensures r == x {{ var c := new Cell; c.Set(x); r := c.v; }}
            method Copy(a: Cell, b: Cell) requires a != b modifies b ensures b.v == a.v {{ b.Set(a.v); }}""",
            {"Cell.Set": "wrong", "Use": "strong", "Copy": "strong"},
        ),
        (
            f"""trait T {{ {INC} }} class C extends T {{ {INC} {{ r := x; }} }}
            method Caller(t: T, x: int) returns (r: int) ensures r == x + 1 {{ r := t.Inc(x); }}""",
            {"T.Inc": "strong", "C.Inc": "wrong", "Caller": "strong"},
        ),
        (
            # Of itself, too, a body is called where it promises something.
            """predicate Even(n: nat) ensures Even(n) <==> n % 2 == 0 { if n == 0 then true else Odd(n - 1) }
            predicate Odd(n: nat) ensures Odd(n) <==> n % 2 == 1 { if n == 0 then true else Even(n - 1) }
            method Count(n: nat) returns (r: nat) ensures r == n { if n > 0 { r := Count(n - 1); } r := r + 2; }""",
            {"Even": "strong", "Odd": "wrong", "Count": "wrong"},
        ),
        (
            """method Never(x: int) ensures false { }
            method Caller(x: int) ensures false { Never(x); }""",
            {"Never": "wrong", "Caller": "unknown"},
        ),
        (
            """method Get(a: array<int>, i: nat) returns (r: int) ensures r == 3 { r := a[i]; r := 3; }
            method Caller(a: array<int>) returns (r: int) ensures r == 3 { r := Get(a, 0); }
            method Take(a: array<int>, i: nat) returns (r: int) requires i < a.Length ensures r == 3 { r := 3; }
            method Taker(a: array<int>) returns (r: int) ensures r == 3 { r := Take(a, 0); }""",
            {"Get": "weak", "Caller": "unknown", "Take": "strong", "Taker": "weak"},
        ),
    ],
    ids=["methods", "functions", "objects", "traits", "recursion", "never", "failures"],
)
def test_a_caller_is_not_to_blame_for_what_it_calls(text: str, expected: dict[str, str], tmp_path: Path) -> None:
    assert verdicts(tmp_path, text) == expected
