"""EvalPlus' rules, one by one."""

import math
from typing import Any

import pytest

from specassay.backends.python.sandbox import Opaque, Sandbox
from specassay.benchmarks.grading.evalplus_rules import (
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
    found = oracle_of(f"{prefix}0", name)
    assert found is not None
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


def test_oracles_belong_to_their_data_set() -> None:
    assert oracle_of("HumanEval/1", "check_str") is None
    assert oracle_of("Own/1", "find_zero") is None
    assert asks_only_whether_none("Mbpp/1", "check_str")
    assert not asks_only_whether_none("Mbpp/1", "Diff")
    assert len({prefix for prefix, _ in ORACLES}) == 2


@pytest.mark.parametrize(
    ("number", "row", "converted"),
    [
        (1, [[1]], [[1]]),
        (2, [[1], [2]], [(1,), (2,)]),
        (63, [[[1, 2]]], [[(1, 2)]]),
        (75, [[[1], [2]], 3], [[(1,), (2,)], 3]),
        (106, [[1], [2]], [[1], (2,)]),
        (115, [[[1], []]], [[{1}, {}]]),
        (124, [1, "2j"], [1.0, 2j]),
        (250, [[1], 2], [(1,), 2]),
        (252, ["1j"], [1j]),
        (259, [[[1]], [[2]]], [((1,),), ((2,),)]),
        (278, [[1, [2]]], [(1, (2,))]),
        (307, [[1], 2, 3], [(1,), 2, 3]),
        (580, [[1, [2, [3]]]], [(1, (2, (3,)))]),
        (722, [{"a": [1]}, 2], [{"a": (1,)}, 2]),
        (2, [1], [1]),
    ],
)
def test_inputs_are_converted_as_the_data_set_says(number: int, row: list[Any], converted: list[Any]) -> None:
    assert convert_inputs(f"Mbpp/{number}", [row]) == [converted]
    assert convert_inputs(f"HumanEval/{number}", [row]) == [row]
