"""Python values as values of Dafny's types."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.errors import SortError
from specassay.core.ir.sorts import BOOL, CHAR, INT, REAL, Sort, array_of, map_of, multiset_of, seq_of, set_of, tuple_of
from specassay.core.ir.values import ArrayValue, FrozenMap, Multiset
from specassay.core.spec_testing.python_values import ReferenceCase, examples_of_cases, from_python
from specassay.frontends.dafny import parse_program


@pytest.mark.parametrize(
    ("value", "sort", "expected"),
    [
        (True, BOOL, True),
        (3, INT, 3),
        (3.0, INT, 3),
        (0.1, REAL, Fraction(1, 10)),
        (2, REAL, Fraction(2)),
        ("a", CHAR, "a"),
        ("ab", seq_of(CHAR), ("a", "b")),
        ("ab", seq_of(seq_of(CHAR)), (("a",), ("b",))),
        ([1, 2], seq_of(INT), (1, 2)),
        ((1, 2), set_of(INT), frozenset({1, 2})),
        ([1, 1], multiset_of(INT), Multiset((1, 1))),
        ({1: "x"}, map_of(INT, CHAR), FrozenMap({1: "x"})),
        ([1, "ab"], tuple_of(INT, seq_of(CHAR)), (1, ("a", "b"))),
        ([1, 2], array_of(INT), ArrayValue((1, 2), "x")),
    ],
)
def test_what_is_the_same_converts(value: Any, sort: Sort, expected: Any) -> None:
    assert from_python(value, sort, "x") == expected


@pytest.mark.parametrize(
    ("value", "sort"),
    [
        (1, BOOL),
        (True, INT),
        (1.5, INT),
        (float("nan"), REAL),
        (float("inf"), REAL),
        ("ab", CHAR),
        (None, INT),
        ([1, "a"], seq_of(INT)),
        ([1, 2, 3], tuple_of(INT, INT)),
        (3 + 0j, REAL),
    ],
)
def test_what_is_not_the_same_does_not(value: Any, sort: Sort) -> None:
    with pytest.raises(SortError, match=r"a Python|is no"):
        from_python(value, sort, "x")


def test_cases_go_to_the_method_that_they_fit_and_the_others_are_listed() -> None:
    program = parse_program(
        "method Helper(s: string) returns (r: int)\n{ }\nmethod Sum(a: array<int>, n: int) returns (r: int)\n{ }\n",
        file="t.dfy",
    )
    found = examples_of_cases([ReferenceCase(([1, 2], 2), 3), ReferenceCase(([1.5], 1), 2)], program, "Mbpp/7")
    (example,) = found.examples
    assert example.specification.name == "Sum"
    assert (example.inputs["a"].elements, example.inputs["n"], example.outputs) == ((1, 2), 2, {"r": 3})
    assert [(f.kind, f.message) for f in found.findings] == [
        ("unconverted-test", "1 of 2 tests of Mbpp/7: 1.5 is no Int")
    ]


def test_the_result_of_a_method_that_works_in_place_is_the_changed_array() -> None:
    program = parse_program("method Sort(a: array<int>)\n  modifies a\n  ensures a.Length >= 0\n{ }\n", file="t.dfy")
    found = examples_of_cases([ReferenceCase(([2, 1],), [1, 2]), ReferenceCase(([2, 1],), [1])], program, "Mbpp/8")
    (example,) = found.examples
    assert example.outputs["a"].elements == (1, 2)
    assert example.outputs["a"].identity == example.inputs["a"].identity
    assert "cannot change the length" in found.findings[0].message
