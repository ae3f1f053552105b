"""Hostile and broken files: an error with its place, in bounded time, and the scores of everything else."""

from pathlib import Path
from typing import Any

import pytest

from specassay.frontends.dafny.dafny_limits import DafnyLimits
from specassay.frontends.dafny.lexing import scan

from ..rows import rows_of_file
from ..samples import samples, some

GOOD = """method Double(n: int) returns (r: int)
  ensures r == 2 * n
{ r := n + n; }
method DoubleTest() { var r := Double(3); assert r == 6; }
"""
Row = dict[str, Any]


def score(folder: Path, text: str, **options: Any) -> dict[str | None, Row]:
    """The rows of GOOD followed by `text`, by method."""
    path = folder / "file.dfy"
    path.write_text(GOOD + text, encoding="utf-8", newline="")
    return {row["method"]: row for row in rows_of_file(path, **options)}


def is_scored(row: Row) -> bool:
    return bool(row["status"] == "scored" and row["correctness"] == row["completeness"] == [1.0, 1.0])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("method Bad(n: int)\n{ if n > 0 {\n", ":6:1: found '{' that is never closed"),
        ("}\n", ":5:1: found '}', expected a declaration"),
        ("method Bad(n: int)\n  ensures (n == 1\n{ }\n", ":7:1: found '{', expected ')'"),
        ('method Bad() { var s := "}\n', ":5:14: found '{' that is never closed"),
        ("\0", ":5:1: found the character"),
        ("const many := [" + "1, " * 3_100 + "1]", ":5: more than 3000 tokens: split the file"),
    ],
)
def test_a_broken_file_says_where_and_the_others_are_scored(
    text: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "LIMITS", DafnyLimits(tokens=3_000))
    (tmp_path / "other.dfy").write_text(GOOD)
    (tmp_path / "broken.dfy").write_text(GOOD + text)
    rows = {path.name: rows_of_file(path, engine="evaluate") for path in sorted(tmp_path.glob("*.dfy"))}
    (broken,) = (row for row in rows["broken.dfy"] if row["status"] == "error")
    assert place in broken["reason"]
    assert is_scored(rows["other.dfy"][0])


SIZE = samples(5_000_000, 15)
"""Characters."""
LONG = "x" * SIZE


@pytest.mark.parametrize(
    "text",
    [f"// {LONG}", f'const s := "{LONG}"', "method Big() { " + "x := x + 1; " * (SIZE // 12) + "}"],
    ids=["comment", "text", "body"],
)
def test_megabytes_that_mean_nothing(text: str, tmp_path: Path) -> None:
    assert is_scored(score(tmp_path, text, engine="evaluate")["Double"])


def test_a_test_that_calls_a_missing_method_is_a_finding_with_its_place(tmp_path: Path) -> None:
    text = "method OtherTest() { var r := Missing(3); assert r == 6;\n  var q := Double(4); assert q == 8; }"
    rows = score(tmp_path, text, engine="evaluate")
    assert is_scored(rows["Double"])
    assert len(rows["Double"]["tests"]) == 2
    (finding,) = [each for each in rows["Double"]["findings"] if each["kind"] == "unknown-method"]
    assert "OtherTest calls Missing, which is not declared" in finding["message"]
    assert finding["line"] == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "engine"),
    some(
        [
            ("F(n + 1)", "evaluate"),
            ("F(n + 1) + F(n - 1)", "evaluate"),
            ("F(-n)", "evaluate"),
            # A solver that unfolds this one takes all the memory there is.
            ("if n == 7 then 0 else F(n - 1)", "z3"),
        ],
        2,
        first=1,
    ),
)
def test_a_function_that_never_ends_is_a_timeout_or_unknown(function: str, engine: str, tmp_path: Path) -> None:
    text = (
        f"function F(n: int): int {{ {function} }}\nmethod Never(n: int) returns (r: int)\n  ensures r == F(n)\n"
        "method NeverTest() { var r := Never(3); assert r == 6; }"
    )
    rows = score(tmp_path, text, engine=engine, file_limit=1.5, mutants=1)
    assert rows["Double"]["status"] == "scored"
    assert {test["verdict"] for test in rows["Never"]["tests"]} <= {"timeout", "unknown", "error"}
    assert rows["Never"]["correctness"] == [0.0, 1.0]


def test_a_specification_that_is_exponential_without_memo(tmp_path: Path) -> None:
    text = (
        "function Halves(s: seq<int>): int { if s == [] then 1 else Halves(s[1..]) + Halves(s[..|s| - 1]) }\n"
        "method H(s: seq<int>) returns (r: int)\n  ensures r == Halves(s)\n"
        f"method HTest() {{ var r := H({list(range(40))}); assert r == {2**40}; }}"
    )
    assert is_scored(score(tmp_path, text, engine="evaluate")["H"])


def test_text_beyond_ascii(tmp_path: Path) -> None:
    text = (
        'method Greet(s: string) returns (r: string)\n  ensures r == "é日" + s // naïve\n'
        'method GreetTest() { var r := Greet("ß"); assert r == "é日ß"; }'
    )
    assert is_scored(score(tmp_path, text, engine="evaluate")["Greet"])


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_ends_of_other_systems(newline: str, tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    path.write_bytes(("\ufeff" + GOOD + "method Bad() ensures 1 {}").replace("\n", newline).encode())
    good, bad = rows_of_file(path, engine="evaluate")
    assert is_scored(good)
    (finding,) = [each for each in bad["findings"] if each["kind"] == "unsupported-clause"]
    assert finding["line"] == (5 if newline == "\r\n" else 1)


def test_a_method_takes_no_time_from_those_after_it(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    endless = "function Up(n: int): int { Up(n + 1) }\nmethod Climb(n: int) returns (r: int)\n  ensures r == Up(n)\n"
    test = "method ClimbTest() { var r := Climb(3); assert r == 6; }\n"
    path.write_text(f"{endless}{GOOD}{test}", encoding="utf-8")
    climb, double = rows_of_file(path, engine="z3", file_limit=2.0)
    assert climb["correctness"] == [0.0, 1.0]
    assert is_scored(double)


def test_without_a_test_it_says_what_is_one(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    path.write_text("method Same(n: int) returns (r: int)\n  ensures r == n\nmethod T() { }\n", encoding="utf-8")
    (finding,) = (finding for row in rows_of_file(path, made=0) for finding in row["findings"])
    assert finding["kind"] == "no-tests"
    assert "called Main, with test in their name or marked {:test}" in finding["message"]


def test_a_call_with_another_number_of_arguments_or_results_is_a_defect_of_the_data(tmp_path: Path) -> None:
    text = "method OtherTest() { var r := Double(3, 4); var x, y := Double(3);\n  var q := Double(4); assert q == 8; }"
    row = score(tmp_path, text, engine="evaluate")["Double"]
    assert is_scored(row)
    assert len(row["tests"]) == 2
    assert [(each["message"], each["line"]) for each in row["findings"] if each["kind"] == "wrong-arity"] == [
        ("a call of Double with 2 arguments, not 1, in OtherTest", 5),
        ("a call of Double with 2 results, not 1, in OtherTest", 5),
    ]
