"""A caller is not called wrong for what it calls: of that it knows the specification alone, as a verifier does."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY
from tests.dafny_harness.test_traits import verdicts

INC = "method Inc(x: int) returns (r: int) ensures r == x + 1"
SET = "class Cell { var v: int  method Set(x: int) modifies this ensures v == x { v := if x == 0 then 1 else -x; } }"

FALSE = "lemma False(x: int) ensures x == 3 { }"


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
        (
            # After its precondition a lemma may promise anything, and the body that calls it is believed.
            f"""{FALSE}
            method Caller(x: int) returns (r: int) ensures r == 3 {{ False(x); r := x; }}
            method Sometimes(x: int) returns (r: int) ensures r == 3 {{ r := 3; if x > 5 {{ False(x); r := 4; }} }}
            method Own(x: int) returns (r: int) ensures r == 3 {{ r := 4; if x > 5 {{ False(x); }} }}
            method Told(x: int) returns (r: int) ensures r == 3 {{ assert x == 3 by {{ False(x); }} r := x; }}
            method Hinted(x: int) returns (r: int) ensures r == 3 {{ calc {{ x; == {{ False(x); }} 3; }} r := x; }}
            method Claimed(x: int) returns (r: int) ensures r == 3 {{ assert x == 3; False(x); r := x; }}
            lemma True(x: int) ensures x * x >= 0 {{ }}
            method Beside(x: int) returns (r: int) ensures r == 3 {{ True(x); r := x; }}""",
            {
                "False": "wrong",
                "Caller": "strong",
                "Sometimes": "strong",
                "Own": "wrong",
                "Told": "strong",
                "Hinted": "strong",
                "Claimed": "wrong",
                "True": "strong",
                "Beside": "wrong",
            },
        ),
        (
            """class C { var v: int  lemma Bad() ensures v == 3 { }  lemma Good() ensures v * v >= 0 { }
              method M() returns (r: int) ensures r == 3 { Bad(); r := v; }
              method N() returns (r: int) ensures r == 3 { Good(); r := v; } }
            lemma Of(k: int, c: C) ensures c.v == k { }
            method P(c: C) returns (r: int) ensures r == 3 { Of(3, c); r := c.v; }""",
            {"C.Bad": "wrong", "C.Good": "strong", "C.M": "strong", "C.N": "wrong", "Of": "wrong", "P": "strong"},
        ),
        (
            # A function that is called as it allows has to have a value.
            """function Third(s: seq<int>): int { s[2] }
            function Half(n: int): int requires n % 2 == 0 { n / 2 }
            function Halved(n: int): int { Half(n) }
            method Get(s: seq<int>) returns (r: int) ensures r == Third(s) { r := Third(s); }
            method Third3(s: seq<int>) returns (r: int) ensures |s| > 2 ==> r == s[2] { r := Third(s); }
            method Halve(n: int) returns (r: int) ensures r == Halved(n) { r := Halved(n); }
            method Own(n: int) returns (r: int) ensures r == Half(n) { r := Half(n); }""",
            {"Get": "unknown", "Third3": "unknown", "Halve": "unknown", "Own": "weak"},
        ),
        (
            # What lemmas promise in proofs that are not executed is believed, also that of false ones.
            f"""{FALSE} ghost method Wrong(x: int) returns (y: int) ensures y > x {{ y := x; }}
            method Each(s: seq<int>) returns (r: seq<int>) ensures r == s && forall x | x in s :: x == 3
            {{ forall x | x in s {{ False(x); }} r := s; }}
            method Promised(s: seq<int>) returns (r: seq<int>) ensures r == s && forall x | x in s :: x == 3
            {{ forall x | x in s ensures x == 3 {{ False(x); }} r := s; }}
            method Within(x: int) returns (r: int) ensures r == 3 {{ r := (False(x); x); }}
            method Nested(x: int) returns (r: int) ensures r == 3 {{
              assert x == 3 by {{ if x > 0 {{ False(x); }} else {{ False(x); }} }} r := x; }}
            function Of(x: int): int ensures Of(x) == 3 {{ False(x); x }}
            function Calling(x: int): int ensures Calling(x) == 3 {{ assert x == 3 by {{ False(x); }} x }}
            method Caller(x: int) returns (r: int) ensures r == 3 {{ r := Of(x); }}
            method Ghost(x: int) returns (r: int) ensures x > 9 && r == x {{ ghost var y := Wrong(x); r := x; }}
            lemma True(x: int) ensures x * x >= 0 {{ }}
            method Beside(s: seq<int>) returns (r: int) ensures r == 3 {{ forall x | x in s {{ True(x); }} r := 4; }}
            function Own(x: int): int ensures Own(x) == 3 {{ True(x); x }}""",
            {
                "False": "wrong",
                "Wrong": "wrong",
                "Each": "strong",
                "Promised": "strong",
                "Within": "strong",
                "Nested": "strong",
                "Of": "strong",
                "Calling": "strong",
                "Caller": "strong",
                "Ghost": "unknown",
                "True": "strong",
                "Beside": "wrong",
                "Own": "wrong",
            },
        ),
        (
            # A constant without a value may have any, and one whose value fails is not its reader's fault.
            """const K: int := 4 / 0   const Z: int   const B: bool   const H: int := 4 / 2
            method Failing() returns (r: int) ensures r == K { r := K; }
            method Same() returns (r: int) ensures r == Z { r := Z; }
            method Squared(x: int) returns (r: int) ensures r == x * Z * Z { r := x * Z; }
            method Either() returns (r: bool) ensures r == B { r := true; }
            method Two() returns (r: int) ensures r == 2 { r := H; }""",
            {
                "Failing": "unknown",
                "Same": "strong",
                "Squared": "unknown",
                "Either": "unknown",
                "Two": "strong",
            },
        ),
    ],
    ids=[
        "methods",
        "functions",
        "objects",
        "traits",
        "recursion",
        "never",
        "failures",
        "lemmas",
        "lemmas about objects",
        "partial functions",
        "proofs",
        "constants",
    ],
)
def test_a_caller_is_not_to_blame_for_what_it_calls(text: str, expected: dict[str, str], tmp_path: Path) -> None:
    assert verdicts(tmp_path, text) == expected


def test_what_shows_the_defect_of_a_callee_is_in_no_column_of_its_caller(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    path.write_text(
        f"""{FALSE} method M(x: int) returns (r: int) ensures r == 3 {{ r := 3; if x > 0 {{ False(x); r := 4; }} }}""",
        encoding="utf-8",
    )
    score = score_file(path, DAFNY, engines_of, Scoring(engine="evaluate")).methods[0]
    (clause,) = score.ensures
    wrong_outputs = sum(len(test.mutants) for test in score.tests)
    assert (score.correctness.value, score.functional.value) == (1.0, 1.0)
    assert (clause.kills, clause.refuses) == (wrong_outputs, 0)
