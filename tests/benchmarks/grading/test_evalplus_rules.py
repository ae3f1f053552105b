"""EvalPlus' rules, one by one."""

import math
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.python.sandbox import Opaque, Sandbox
from specassay.benchmarks.datasets.evalplus import read
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.evalplus_rules import (
    CONVERSIONS,
    ORACLES,
    asks_only_whether_none,
    convert_inputs,
    holds_floats,
    is_right,
    oracle_of,
    tolerances,
)


@pytest.mark.parametrize(
    ("output", "expected", "tolerance", "right"),
    [
        (1, 1, 0, True),
        (True, 1, 0, True),
        ([1], (1,), 0, False),
        (1.0000001, 1.0, 0, False),
        (1.0000001, 1.0, 1e-6, True),
        (1.00001, 1.0, 1e-6, False),
        (1, 1.0, 1e-6, True),
        (2, 2.0000001, 1e-6, False),
        ([1.0, 2.0000001], [1.0, 2.0], 1e-6, True),
        ([1.0], [1.0, 2.0], 1e-6, False),
        ((1.0,), [1.0], 1e-6, False),
        ([[1.0], [2.0000001]], [[1.0], [2.0]], 1e-6, True),
        (math.nan, math.nan, 1e-6, False),
        (math.inf, math.inf, 1e-6, True),
        (math.inf, 1.0, 1e-6, False),
        (1 + 1e-7j, 1 + 0j, 1e-6, True),
        ("a", "b", 1e-6, False),
        ({"a": 1.0}, {"a": 1.0000001}, 1e-6, False),
        (None, 0, 0, False),
        (10**400, 1.0, 1e-6, False),
    ],
)
def test_equality_and_tolerance(output: Any, expected: Any, tolerance: float, right: bool) -> None:
    assert is_right((), output, expected, tolerance) is right


def test_floats_make_everything_after_them_approximate() -> None:
    assert tolerances([False, True, False], 0) == [0, 1e-6, 1e-6]
    assert tolerances([True], 0.1) == [0.1]


@pytest.mark.parametrize(
    ("value", "floats"),
    [
        ("1.0", True),
        ("[1.0, 2.0]", True),
        ("(1.0,)", True),
        ("[]", False),
        ("[1.0, 1]", False),
        ("1", False),
        ("'f'", False),
        ("[[1.0]]", False),
        ("['ffffffff']", False),
        ("{1.0}", False),
    ],
)
def test_floats_are_seen_in_the_encoding(sandbox: Sandbox, value: str, floats: bool) -> None:
    outcome = sandbox.run(f"def f():\n    return {value}", "f", ["()"]).results[0]
    assert holds_floats(outcome.encoded) is floats


def oracle(prefix: str, name: str, arguments: Any, output: Any, expected: Any, tolerance: float = 0) -> bool:
    (found,) = (found for (task, function), found in ORACLES.items() if task.startswith(prefix) and function == name)
    return is_right(arguments, output, expected, tolerance, found)


def test_special_oracles() -> None:
    assert oracle("Mbpp/", "similar_elements", (), (2, 1), (1, 2))
    assert not oracle("Mbpp/", "similar_elements", (), (2,), (1, 2))
    assert not oracle("Mbpp/", "similar_elements", (), 3, (1, 2))
    assert oracle("Mbpp/", "check_str", (), Opaque("re.Match", ""), Opaque("re.Match", ""))
    assert oracle("Mbpp/", "check_str", (), True, Opaque("re.Match", ""))
    assert not oracle("Mbpp/", "check_str", (), True, None)
    assert not oracle("Mbpp/", "check_str", (), None, "x")
    assert oracle("Mbpp/", "are_equivalent", (), 5, False)
    assert oracle("Mbpp/", "sum_div", (), 0, 7)
    assert not oracle("Mbpp/", "sum_div", (), 1, 7)
    assert oracle("Mbpp/", "surface_Area", (3, 4), 35, 33)
    assert not oracle("Mbpp/", "surface_Area", (3, 4), 34, 33)
    assert oracle("Mbpp/", "digit_distance_nums", (1, 12), 2, 0)
    assert oracle("HumanEval/", "find_zero", ([1, 2],), -0.5, 7, 1e-4)
    assert not oracle("HumanEval/", "find_zero", ([1, 2],), 0.5, 7, 1e-4)
    assert not oracle("HumanEval/", "find_zero", ([1, 2],), "x", 7, 1e-4)


def test_oracles_belong_to_their_tasks() -> None:
    assert oracle_of("HumanEval/1", "check_str") is None
    assert oracle_of("Own/1", "find_zero") is None
    assert oracle_of("Mbpp/295", "sum_div") is not None
    assert oracle_of("Mbpp/1", "sum_div") is None
    assert oracle_of("Mbpp/295", "own") is None
    assert asks_only_whether_none("Mbpp/737", "check_str")
    assert not asks_only_whether_none("Mbpp/769", "Diff")


@pytest.mark.parametrize(
    ("number", "function", "row", "converted"),
    [
        (1, "first", [[1]], [[1]]),
        (2, "similar_elements", [[1], [2]], [(1,), (2,)]),
        (63, "max_difference", [[[1, 2]]], [[(1, 2)]]),
        (75, "find_tuples", [[[1], [2]], 3], [[(1,), (2,)], 3]),
        (106, "add_lists", [[1], [2]], [[1], (2,)]),
        (115, "empty_dit", [[[1], []]], [[{1}, {}]]),
        (124, "angle_complex", [1, "2j"], [1.0, 2j]),
        (250, "count_X", [[1], 2], [(1,), 2]),
        (252, "convert", ["1j"], [1j]),
        (259, "maximize_elements", [[[1]], [[2]]], [((1,),), ((2,),)]),
        (278, "count_first_elements", [[1, [2]]], [(1, (2,))]),
        (307, "colon_tuplex", [[1], 2, 3], [(1,), 2, 3]),
        (580, "extract_even", [[1, [2, [3]]]], [(1, (2, (3,)))]),
        (722, "filter_data", [{"a": [1]}, 2], [{"a": (1,)}, 2]),
        (2, "similar_elements", [1], [1]),
    ],
)
def test_inputs_are_converted_as_the_data_set_says(
    number: int, function: str, row: list[Any], converted: list[Any]
) -> None:
    assert convert_inputs(f"Mbpp/{number}", function, [row]) == [converted]
    assert convert_inputs(f"HumanEval/{number}", function, [row]) == [row]
    assert convert_inputs(f"Mbpp/{number}", "own", [row]) == [row]


def test_the_tables_name_the_tasks_of_the_data_set(data_dir: Path) -> None:
    found = [
        each for name in ("MbppPlus", "HumanEvalPlus") for each in read(data_dir / "evalplus" / f"{name}.jsonl.gz")
    ]
    tasks = {task.task_id: task.entry_point for task in found if isinstance(task, ContractTask)}
    named = {f"Mbpp/{number}": name for functions, _ in CONVERSIONS for number, name in functions.items()}
    named |= dict(ORACLES)
    shared = named.keys() & tasks.keys()
    assert len(shared) > 20
    assert {task: named[task] for task in shared} == {task: tasks[task] for task in shared}
