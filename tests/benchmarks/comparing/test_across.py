"""A Python contract and a Dafny specification: over the values of both languages, replayed in both."""

import json
from pathlib import Path

import pytest
from attrs import evolve

from specassay.benchmarks.comparing import dafny_replay
from specassay.benchmarks.comparing.comparing_limits import LIMITS
from specassay.benchmarks.comparing.dafny_replay import ReferenceCheck
from specassay.benchmarks.comparing.pairs import ComparedPair, compare_pair
from specassay.benchmarks.comparing.subjects import ComparingOptions, read_subjects
from specassay.core.comparing.order import ContractComparison
from specassay.core.errors import InputError


def compared(folder: Path, python: str, dafny: str, *, turned: bool = False) -> ContractComparison:
    (folder / "a.py").write_text(python)
    (folder / "a.dfy").write_text(dafny)
    (one,), (other,) = read_subjects(str(folder / "a.py")).found, read_subjects(str(folder / "a.dfy")).found
    pair: ComparedPair = compare_pair(*((other, one) if turned else (one, other)), ComparingOptions(seconds=10))
    assert pair.comparison is not None, pair.reason
    return pair.comparison


def test_what_is_decided_is_about_the_values_of_both(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        "def f(xs):\n    assert isinstance(xs, list) and len(xs) > 0\n    assert all(x != 0 for x in xs)\n",
        "method F(s: seq<int>) requires |s| > 0 requires forall i :: 0 <= i < |s| ==> s[i] != 0",
    )
    assert found.relation == "equal"
    assert "xs, s: list[int] ↔ seq<int>" in found.notes
    assert any("Python accepts more than" in note for note in found.notes)


@pytest.mark.parametrize("turned", [False, True])
def test_a_value_separates_in_both_languages(tmp_path: Path, turned: bool) -> None:
    python = "def f(n):\n    assert isinstance(n, int)\n    assert n > 0\n"
    found = compared(tmp_path, python, "method F(n: int) requires n >= 0", turned=turned)
    assert found.relation == ("weaker" if turned else "stronger")
    (value,) = found.inputs.separating
    assert (value.inputs, value.second_inputs) == ({"n": 0}, {"n": 0})
    assert (value.first, value.second) == (("accepted", "false") if turned else ("false", "accepted"))
    assert set(value.replayed) == {"CPython", "evaluator"}


def test_the_python_type_is_the_one_that_the_contract_accepts(tmp_path: Path) -> None:
    found = compared(tmp_path, "def f(t):\n    assert type(t) is tuple\n", "method F(s: seq<int>) requires |s| >= 0")
    assert found.relation == "equal"
    assert "t, s: tuple[int, ...] ↔ seq<int>" in found.notes


def test_results_are_compared_where_both_promise_something(tmp_path: Path) -> None:
    python = (
        "import icontract\n@icontract.require(lambda n: type(n) is int and n >= 0)\n"
        "@icontract.ensure(lambda n, result: result > n)\ndef f(n):\n    return n + 1\n"
    )
    found = compared(tmp_path, python, "method F(n: nat) returns (r: int) ensures r >= n")
    assert found.outputs is not None
    assert (found.inputs.relation, found.outputs.relation, found.relation) == ("equal", "stronger", "stronger")


def test_a_clause_without_a_counterpart_is_open(tmp_path: Path) -> None:
    dafny = "predicate P(k: int) method F(n: int) requires n > 0 requires P(n)"
    found = compared(tmp_path, "def f(n):\n    assert n > 0\n", dafny)
    assert [each.verdict for each in found.inputs.second_clauses] == ["implied", "unknown"]
    assert "P, whose body is not known" in found.inputs.second_clauses[1].reason


def test_types_and_parameters_without_a_counterpart_are_no_common_problem(tmp_path: Path) -> None:
    for dafny, message in (
        ("method F(n: multiset<int>) requires |n| > 0", "no counterpart in Python: multiset<int>"),
        ("method F(n: int, m: int) requires n > m", "no common problem"),
    ):
        with pytest.raises(InputError, match=message):
            compared(tmp_path, "def f(n):\n    assert n\n", dafny)


def held_against(tmp_path: Path) -> ReferenceCheck:
    """What a postcondition says of a reference that keeps it on two of three tests, with one that does not convert."""
    task = {
        "task_id": "Mbpp/7",
        "entry_point": "up",
        "prompt": "",
        "contract": "\n    assert isinstance(n, int)\n",
        "canonical_solution": "def up(n):\n    return n + 1 if n < 5 else n\n",
        "base_input": [[1], [2]],
        "plus_input": [[7], ["a"]],
    }
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task))
    (tmp_path / "task_id_7.dfy").write_text("method Up(n: int) returns (r: int) ensures r > n")
    (one,), (other,) = (
        read_subjects(str(tmp_path / "tasks.jsonl")).found,
        read_subjects(str(tmp_path / "task_id_7.dfy")).found,
    )
    found = compare_pair(one, other, ComparingOptions(seconds=5)).reference
    assert found is not None
    return found


def test_the_reference_is_held_against_the_postcondition(tmp_path: Path) -> None:
    found = held_against(tmp_path)
    assert (found.satisfied, found.refuted, found.tests) == (2, 1, 3)
    assert found.counterexample is not None
    assert (found.counterexample.inputs, found.counterexample.outputs) == ({"n": 7}, {"result": 7})


def test_tests_of_the_reference_that_are_not_tried_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dafny_replay, "LIMITS", evolve(LIMITS, reference_cases=2))
    found = held_against(tmp_path)
    assert (found.satisfied, found.tests, found.left_out) == (2, 2, 1)
    assert "1: only the first 2 are tried" in found.reason


@pytest.mark.parametrize(
    ("python", "dafny"),
    [
        ("type(s) is list and all(x > 0 for x in s)", "s: seq<int>) requires forall x :: x in s ==> x > 0"),
        ("type(s) is list and any(x > 0 for x in s)", "s: seq<int>) requires exists x :: x in s && x > 0"),
        ("type(s) is set and all(x != 0 for x in s)", "s: set<int>) requires forall x :: x in s ==> 0 != x"),
        ("type(s) is dict and all(k > 0 for k in s)", "s: map<int, int>) requires forall k | k in s :: 0 < k"),
    ],
)
def test_a_condition_on_all_elements_is_proved_for_any_number_of_them(python: str, dafny: str, tmp_path: Path) -> None:
    found = compared(tmp_path, f"def f(s):\n    assert {python}\n", f"method F({dafny}")
    assert found.inputs.relation == "equal", found.inputs
