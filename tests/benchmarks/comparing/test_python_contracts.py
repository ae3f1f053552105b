"""Python contracts against each other: inputs, results, and what CPython says."""

from pathlib import Path

import pytest

from specassay.benchmarks.comparing.pairs import compare_pair
from specassay.benchmarks.comparing.subjects import ComparingOptions, read_subjects
from specassay.core.comparing.order import SAME_CLAUSE, ContractComparison
from specassay.core.errors import InputError


def compared(folder: Path, first: str, second: str) -> ContractComparison:
    for name, text in (("a", first), ("b", second)):
        (folder / f"{name}.py").write_text(text)
    (one,), (other,) = read_subjects(str(folder / "a.py")).found, read_subjects(str(folder / "b.py")).found
    found = compare_pair(one, other, ComparingOptions(seconds=10)).comparison
    assert found is not None
    return found


def test_names_constants_and_the_way_of_refusing_do_not_matter(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        "TOP = 9\ndef f(n, m):\n    assert isinstance(n, int) and 0 <= n < TOP\n    assert m != 0\n",
        "def f(a, b):\n    if b == 0:\n        raise ValueError\n"
        "    if not isinstance(a, int):\n        raise TypeError\n    if a < 0 or a >= 9:\n        raise ValueError\n",
    )
    assert found.relation == "equal"
    assert found.notes == (
        "the parameters are matched by position, which is a guess: n=a,m=b; --match gives another order",
    )


def test_an_input_separates_and_was_replayed(tmp_path: Path) -> None:
    found = compared(tmp_path, "def f(n):\n    assert n > 0\n", "def f(n):\n    assert n >= 0\n")
    (clause,) = found.inputs.first_clauses
    assert clause.separating is not None
    assert (found.relation, clause.verdict, clause.separating.inputs["n"]) == ("stronger", "not implied", 0)
    assert (clause.separating.first, clause.separating.second) == ("false", "accepted")
    assert clause.separating.replayed == ("CPython",)


def test_what_raises_is_told_from_what_is_false(tmp_path: Path) -> None:
    second = "def f(n):\n    assert type(n) is int\n    assert n > 0\n"
    found = compared(tmp_path, "def f(n):\n    assert n > 0\n", second)
    value = found.inputs.undefined
    assert value is not None
    assert (value.first, value.second) == ("undefined", "false")


def test_results_are_compared_on_what_both_accept(tmp_path: Path) -> None:
    text = (
        "import icontract\n@icontract.require(lambda n: type(n) is int)\n"
        "@icontract.ensure(lambda n, result: result {} n)\ndef f(n):\n    return n + 1\n"
    )
    found = compared(tmp_path, text.format(">"), text.format(">="))
    assert found.outputs is not None
    assert (found.inputs.relation, found.outputs.relation, found.relation) == ("equal", "stronger", "stronger")
    (value,) = found.outputs.separating
    assert value.inputs["n"] == value.outputs["result"]


def test_the_same_text_asks_no_solver(tmp_path: Path) -> None:
    first = "def f(xs):\n    assert isinstance(xs, list)\n    assert all(x > 0 for x in xs)\n"
    second = "def f(ys):\n    assert isinstance(ys, list) and all(0 < y for y in ys)\n"
    found = compared(tmp_path, first, second)
    clauses = (*found.inputs.first_clauses, *found.inputs.second_clauses)
    assert {each.engine for each in clauses} == {SAME_CLAUSE}


def test_other_parameters_are_no_common_problem(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no common problem: f of a\.py takes \(n\)"):
        compared(tmp_path, "def f(n):\n    assert n\n", "def f(n, m):\n    assert n\n")


def test_a_clause_that_cannot_be_taken_out_is_no_equality(tmp_path: Path) -> None:
    """Of a `match`, no block has one of the assertions in its cases alone."""
    cases = "        case 1:\n            raise ValueError\n        case _:\n            assert n > {}\n"
    text = f"def f(n):\n    match n:\n{cases}"
    for name, most in (("a", 5), ("b", 6)):
        (tmp_path / f"{name}.py").write_text(text.format(most))
    (one,), (other,) = read_subjects(str(tmp_path / "a.py")).found, read_subjects(str(tmp_path / "b.py")).found
    found = compare_pair(one, other, ComparingOptions(seconds=2))
    assert found.comparison is None
    assert "cannot be separated" in found.reason
