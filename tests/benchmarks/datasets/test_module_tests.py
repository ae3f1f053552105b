"""Postconditions of Python functions: where they are found, what tests are, and how they are scored."""

import json
from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.call_tests import load_call_tests
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.runs.run import RunSettings, run_specifications
from specassay.benchmarks.schema import line_of
from specassay.core.errors import InputError

SORT = '''
from icontract import require, ensure

@require(lambda xs: isinstance(xs, list))
@require(lambda xs: all(isinstance(x, int) for x in xs))
{ensures}
def ordered(xs):
    """The elements in order.

    >>> ordered([3, 1])
    [1, 3]
    """
    return sorted(xs)

def test_ordered():
    assert ordered([2, 1, 2]) == [1, 2, 2]
    assert [] == ordered(xs=[])
    assert ordered("ab") == ["a", "b"]
    assert ordered(ordered([1])) == [1]
'''
LENGTH = "@ensure(lambda xs, result: len(result) == len(xs))"
ORDER = "@ensure(lambda result: all(a <= b for a, b in zip(result, result[1:])))"
ELEMENTS = "@ensure(lambda result, xs: all(xs.count(x) == result.count(x) for x in [*xs, *result]))"


def score(folder: Path, text: str, **options: Any) -> dict[str, dict[str, Any]]:
    path = folder / "module.py"
    path.write_text(text, encoding="utf-8")
    settings = RunSettings(tests=options.pop("tests", None), config=Config(**options))
    rows = [
        json.loads(line_of(row)) for row in run_specifications(SpecTask(task_id=path.stem, file=path), settings).rows
    ]
    return {row["method"]: row for row in rows}


def test_a_strong_postcondition_refuses_every_mutant(tmp_path: Path) -> None:
    text = SORT.format(ensures="\n".join((LENGTH, ORDER, ELEMENTS)))
    row = score(tmp_path, text, operators="full", mutants=20)["ordered"]
    assert row["correctness"] == [1.0, 1.0]
    assert row["completeness"] == [1.0, 1.0]
    assert [clause["text"].startswith(("len", "all(a", "all(xs")) for clause in row["clauses"]] == [True] * 3
    assert [clause["refuses"] for clause in row["clauses"]] == [0, 0, 0]
    assert row["clauses"][2]["kills_alone"] > 0
    assert [test["source"] for test in row["tests"]] == ["assertion", "assertion", "assertion", "doctest"]
    invalid = row["tests"][2]
    assert (invalid["verdict"], invalid["violated_requires"]) == ("invalid input", [0, 1])
    assert [finding["message"] for finding in row["findings"] if finding["kind"] == "unsupported-test"] == [
        "1 of its tests have arguments or results that are not literals"
    ]


def test_a_weak_postcondition_lets_mutants_pass(tmp_path: Path) -> None:
    row = score(tmp_path, SORT.format(ensures=LENGTH), operators="full", mutants=20)["ordered"]
    low, high = row["completeness"]
    assert low == high
    assert 0 < low < 1
    survivors = [mutant for test in row["tests"] for mutant in test["mutants"] if mutant["verdict"] == "holds"]
    assert survivors
    assert all(mutant["engines"] == ["evaluate"] for mutant in survivors)
    killed = [mutant for test in row["tests"] for mutant in test["mutants"] if mutant["verdict"] == "refuted"]
    assert all(mutant["killed_by"] == [0] for mutant in killed)


def test_a_wrong_postcondition_is_blamed_by_clause(tmp_path: Path) -> None:
    wrong = "@ensure(lambda xs, result: len(result) > len(xs))"
    row = score(tmp_path, SORT.format(ensures=f"{ORDER}\n{wrong}"))["ordered"]
    assert row["correctness"] == [0.0, 0.0]
    assert {finding["clause"] for finding in row["findings"] if finding["kind"] == "contradicts-test"} == {1}


SOURCES = '''
import deal as d
from icontract import ensure, snapshot

LIMIT = 100

def is_close(a, b):
    return abs(a - b) < 1

@d.pre(lambda n: n >= 0)
@d.post(lambda r: r >= 0 and is_close(r, r))
@d.ensure(lambda _: _.result ** 2 <= _.n < LIMIT)
def root(n):
    return int(n ** 0.5)

def clamp(value, low, high=10):
    if low > high:
        raise ValueError
    elif not isinstance(value, int):
        raise TypeError
    clamped = max(low, min(high, value))
    between = low <= clamped <= high
    assert between
    assert low <= clamped <= high
    assert clamped == value or clamped in (low, high)
    return clamped

@snapshot(lambda items: items[0], name="first")
@ensure(lambda result, OLD: result == OLD.first)
def head(items):
    return items[0]

@snapshot(lambda items: items[:])
@ensure(lambda result, OLD: result in OLD.items)
@ensure(lambda result: result is not None)
def take(items):
    return items.pop()

def index(items, item, *, start=0):
    """Where an item is.

    pre: item in items[start:]
    post: items[__return__] == item

    >>> index("abc", "b")
    1
    >>> index([1, 2, 1], 1, start=1)
    2
    """
    return items.index(item, start)

assert root(10) == 3
assert root(-1) == 0
assert clamp(5, 1, 3) == 3
assert clamp(5, 1) == 5
assert clamp(5, 7, 6) == 6
assert head([1, 2]) == 1
assert take([1, 2]) == 2
'''


@pytest.mark.slow
def test_where_postconditions_are(tmp_path: Path) -> None:
    rows = score(tmp_path, SOURCES, mutants=10)
    assert {name: [clause["text"] for clause in row["clauses"]] for name, row in rows.items()} == {
        "root": ["lambda r: r >= 0 and is_close(r, r)", "result ** 2 <= n < LIMIT"],
        "clamp": ["low <= result <= high", "result == value or result in (low, high)"],
        "head": ["result == OLD.first"],
        "take": ["result in OLD.items", "result is not None"],
        "index": ["items[result] == item"],
    }
    assert {name: row["correctness"] for name, row in rows.items()} == {
        "root": [1.0, 1.0],
        "clamp": [1.0, 1.0],
        "head": [1.0, 1.0],
        "take": [0.0, 1.0],  # It changes its parameter: what the clause says after the call is not known.
        "index": [1.0, 1.0],
    }
    assert [test["violated_requires"] for test in rows["root"]["tests"]] == [[], [0]]
    assert [clause["text"] for clause in rows["clamp"]["requires"]] == ["not (low > high)", "isinstance(value, int)"]
    assert [test["violated_requires"] for test in rows["clamp"]["tests"]] == [[], [], [0]]
    unsupported = [finding for finding in rows["take"]["findings"] if finding["kind"] == "unsupported-clause"]
    assert [finding["message"][:60] for finding in unsupported] == [
        "unsupported: parameter 'items', which the function changes at"[:60]
    ]


def test_preconditions_among_statements(tmp_path: Path) -> None:
    text = """
def total(items, limit):
    for item in items:
        assert item > 0
    found = sum(items)
    if found > limit:
        raise OverflowError("too much")
    result = sum(items)
    assert result >= 0
    return result

assert total([1, 2], 5) == 3
assert total([0, 2], 5) == 2
assert total([4, 2], 5) == 6
assert total([-4, 10], 5) == 6
"""
    row = score(tmp_path, text)["total"]
    assert [test["violated_requires"] for test in row["tests"]] == [[], [0], [1], [0, 1]]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("tests.json", json.dumps({"f": [{"inputs": {"x": 2}, "output": 3}, {"inputs": [1], "output": 1}]})),
        (
            "tests.jsonl",
            '{"function": "f", "arguments": {"x": "2"}, "result": "3"}\n\n'
            '{"function": "f", "arguments": ["1"], "result": "1"}\n{"function": "g", "inputs": [], "output": 0}\n',
        ),
    ],
)
def test_tests_in_a_file(tmp_path: Path, name: str, content: str) -> None:
    tests = tmp_path / name
    tests.write_text(content)
    text = "from icontract import ensure\n@ensure(lambda x, result: result > x)\ndef f(x): return x + 1\n"
    row = score(tmp_path, text, tests=load_call_tests(tests))["f"]
    assert [test["verdict"] for test in row["tests"]] == ["holds", "refuted"]
    assert row["correctness"] == [0.5, 0.5]


def test_tests_that_do_not_fit(tmp_path: Path) -> None:
    tests = tmp_path / "tests.json"
    tests.write_text(
        json.dumps({"f": [{"inputs": {"y": 2}, "output": 3}, {"inputs": [1]}, {"arguments": ["f(1)"], "result": "1"}]})
    )
    text = "from icontract import ensure\n@ensure(lambda x, result: result > x)\ndef f(x): return x + 1\n"
    row = score(tmp_path, text, tests=load_call_tests(tests))["f"]
    assert row["status"] == "no tests"
    assert sum(finding["kind"] == "unsupported-test" for finding in row["findings"]) == 3
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"function": "f", "input": 1}\n')
    with pytest.raises(InputError, match=r"broken\.jsonl:1: not a test that calls a function"):
        load_call_tests(broken)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(x): return x\n", "no function has a postcondition (decorators"),
        ("def f(:\n", "expected"),
        ("", "the file is empty"),
    ],
)
def test_files_without_specifications(tmp_path: Path, text: str, reason: str) -> None:
    (row,) = score(tmp_path, text).values()
    assert row["status"] == "error"
    assert reason in row["reason"]
