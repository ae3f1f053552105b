"""Which parameter of one is which of the other, and what is said where that is a guess."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.comparing.matching import match
from specassay.benchmarks.comparing.pairs import ComparedPair, compare_pair
from specassay.benchmarks.comparing.subjects import Comparand, ComparingOptions, read_subjects
from specassay.core.errors import InputError

INTS = "    assert type({0}) is int and type({1}) is int\n"
DIVIDES = "method F(a: int, b: int) requires b > 0 requires a >= 2 * b"


def subject(path: Path, text: str) -> Comparand:
    path.write_text(text)
    (found,) = read_subjects(str(path)).found
    return found


def pair(folder: Path, first: str, second: str, given: Mapping[str, str] = {}) -> ComparedPair:
    one, other = (
        subject(folder / (f"{name}.dfy" if "method" in text else f"{name}.py"), text)
        for name, text in (("a", first), ("b", second))
    )
    return compare_pair(one, other, ComparingOptions(seconds=10, match=given))


def notes_of(found: ComparedPair) -> str:
    assert found.comparison is not None, found.reason
    return "\n".join(found.comparison.notes)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (DIVIDES, "method F(b: int, a: int) requires a >= b + b && 0 < b"),
        (
            "def f(a, b):\n" + INTS.format("a", "b") + "    assert b > 0 and a >= 2 * b\n",
            DIVIDES.replace("a: int, b", "b: int, a"),
        ),
        (DIVIDES, "def f(b, a):\n" + INTS.format("a", "b") + "    assert b > 0\n    assert a >= 2 * b\n"),
        (
            "def f(_a, b):\n" + INTS.format("_a", "b") + "    assert _a >= b > 3\n",
            "def f(b, a):\n" + INTS.format("a", "b") + "    assert a >= b and b >= 4\n",
        ),
    ],
)
def test_the_same_names_in_another_order_are_matched_by_name(first: str, second: str, tmp_path: Path) -> None:
    found = pair(tmp_path, first, second)
    assert found.comparison is not None
    assert found.comparison.relation == "equal", notes_of(found)
    assert found.matching is not None
    assert (found.matching.by, found.matching.guessed) == ("name", False)
    assert "in another order, matched by name" in notes_of(found)


def test_types_that_leave_one_order_are_followed(tmp_path: Path) -> None:
    python = (
        "def f(count, items):\n    assert type(count) is int and isinstance(items, list)\n"
        "    assert count < len(items)\n"
    )
    dafny = "method F(s: seq<int>, k: int) requires k < |s|"
    found = pair(tmp_path, python, dafny)
    assert found.matching is not None
    assert (found.matching.by, found.matching.places, found.matching.guessed) == ("type", (1, 0), False)
    assert found.comparison is not None
    assert found.comparison.relation == "equal"
    turned = pair(tmp_path, dafny, "method G(n: int, t: array<int>) requires t.Length > n")
    assert turned.matching is not None
    assert turned.matching.by == "type"
    assert turned.comparison is not None
    assert turned.comparison.relation == "equal"


@pytest.mark.parametrize(
    "second",
    [
        "method G(low: int, high: int) requires low > 0 requires high >= 2 * low",
        "def g(low, high):\n" + INTS.format("low", "high") + "    assert low > 0 and high >= 2 * low\n",
    ],
)
def test_a_guess_is_said_and_so_is_an_order_in_which_the_two_are_equal(second: str, tmp_path: Path) -> None:
    found = pair(tmp_path, DIVIDES, second)
    assert found.comparison is not None
    assert found.comparison.relation == "incomparable"
    assert "by position, which is a guess: a=low,b=high" in notes_of(found)
    assert "with --match a=high,b=low the two are equal" in notes_of(found)
    given = pair(tmp_path, DIVIDES, second, {"a": "high", "b": "low"})
    assert given.comparison is not None
    assert given.comparison.relation == "equal"
    assert "a guess" not in notes_of(given)


@pytest.mark.slow
def test_tests_that_pass_in_another_order_are_said(tmp_path: Path) -> None:
    python = (
        "def f(later, first):\n    assert isinstance(later, list) and isinstance(first, list)\n"
        "    return first + later\n"
    )
    dafny = (
        "method F(s: seq<int>, t: seq<int>) returns (r: seq<int>) ensures r == s + t { r := s + t; }\n"
        "method Test() { var r := F([1], [2, 3]); expect r == [1, 2, 3]; }"
    )
    found = pair(tmp_path, python, dafny)
    assert "with --match later=t,first=s 0 of the translated tests fail, instead of 1" in notes_of(found)
    given = pair(tmp_path, python, dafny, {"later": "t", "first": "s"})
    assert given.carried is not None
    assert (given.carried.same, given.carried.different) == (1, 0)


def test_a_tuple_is_what_a_seq_is_expected_to_be(tmp_path: Path) -> None:
    python = "def f(s):\n    assert isinstance(s, list)\n    return tuple(s)\n"
    dafny = (
        "method F(s: seq<int>) returns (r: seq<int>) ensures r == s { r := s; }\n"
        "method Test() { var r := F([1, 2]); expect r == [1, 2]; }"
    )
    found = pair(tmp_path, python, dafny)
    assert found.carried is not None
    assert (found.carried.same, found.carried.different) == (1, 0)


def test_types_that_exclude_the_positions_and_leave_several_orders_are_asked_about(tmp_path: Path) -> None:
    one = subject(tmp_path / "a.dfy", "method F(a: int, b: int, s: seq<int>) requires a < b")
    other = subject(tmp_path / "b.dfy", "method G(t: seq<int>, c: int, d: int) requires c < d")
    with pytest.raises(InputError, match="--match"):
        match(one, other, {})
    assert match(one, other, {"a": "c", "b": "d", "s": "t"}).places == (1, 2, 0)


def test_callers_see_positions(tmp_path: Path) -> None:
    """A later version with its parameters exchanged promises something else to who calls it."""
    one = subject(tmp_path / "a.dfy", DIVIDES)
    other = subject(tmp_path / "b.dfy", DIVIDES.replace("a: int, b", "b: int, a"))
    assert match(one, other, {}, by_position=True).places == (0, 1)
    (tmp_path / "b.dfy").write_text(DIVIDES.replace("a: int, b", "b: int, a"))
    result = CliRunner().invoke(main, ["diff", str(tmp_path / "a.dfy"), str(tmp_path / "b.dfy")])
    assert result.exit_code == 1, result.output


def test_the_row_says_how(tmp_path: Path) -> None:
    (tmp_path / "a.dfy").write_text(DIVIDES)
    (tmp_path / "b.dfy").write_text("method G(x: int, y: int) requires y > 0 && x >= 2 * y")
    files = [str(tmp_path / "a.dfy"), str(tmp_path / "b.dfy")]
    row = json.loads(CliRunner().invoke(main, ["compare", "--json", *files]).stdout)
    assert (row["relation"], row["matched"], row["guessed"]) == ("equal", "position", True)
    row = json.loads(CliRunner().invoke(main, ["compare", "--json", "--match", "a=x,b=y", *files]).stdout)
    assert (row["relation"], row["matched"], row["guessed"]) == ("equal", "given", False)


@pytest.mark.parametrize("text", ["a", "a=", "=x", "a=x,a=y", "a=x", "a=x,b=x", "a=x,b=z", "a=x,b=y,c=z", ","])
def test_a_matching_that_does_not_fit_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.dfy").write_text(DIVIDES)
    (tmp_path / "b.dfy").write_text("method G(x: int, y: int) requires y > 0")
    files = [str(tmp_path / "a.dfy"), str(tmp_path / "b.dfy")]
    result = CliRunner().invoke(main, ["compare", "--match", text, *files])
    assert (result.exit_code, "--match" in result.stderr) == (2, True), result.output
    several = CliRunner().invoke(main, ["compare", "--match", "a=x,b=y", *files, files[0]])
    assert several.exit_code == 2
