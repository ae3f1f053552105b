"""The statements that give variables their values do so when they are executed, and arrays stay one where they were."""

from typing import Any

import pytest

from specassay.core.errors import Unsupported
from specassay.core.interpret.bodies import execute
from specassay.core.ir.sorts import BOOL, INT, Sort, array_of, map_of, seq_of, set_of, tuple_of
from specassay.core.ir.values import ArrayValue, FrozenMap
from specassay.dafny_harness.verifier.values import Values, given, holds_arrays
from specassay.frontends.dafny import parse_program

ARRAY = array_of(INT)
ONE, SAME, OTHER = ArrayValue((1, 2), "one"), ArrayValue((1, 2), "one"), ArrayValue((1, 2), "other")


def results(values: Values, *questions: str) -> list[Any]:
    """What Boolean expressions about the variables are, behind the statements."""
    names = [f"q{number}" for number in range(len(questions))]
    returns = ", ".join(f"{name}: bool" for name in names)
    asked = "".join(f"{name} := {question}; " for name, question in zip(names, questions, strict=True))
    program = parse_program(f"method M() returns ({returns}) {{ {' '.join(values.statements)} {asked} }}", file="t.dfy")
    found = execute(program.specifications[0], {}, program)
    assert found.state == "returned", found
    return [found.outputs[name] for name in names]


@pytest.mark.parametrize(
    ("sort", "value", "question"),
    [
        (INT, -3, "x == -3"),
        (seq_of(INT), (1, 2), "x == [1, 2]"),
        (set_of(BOOL), frozenset({True}), "x == {true}"),
        (map_of(INT, BOOL), FrozenMap({1: False}), "x == map[1 := false]"),
        (tuple_of(INT, BOOL), (1, True), "x == (1, true)"),
        (ARRAY, ONE, "x[..] == [1, 2]"),
        (ARRAY, ArrayValue((), "none"), "x.Length == 0"),
        (ARRAY, None, "x == null"),
        (seq_of(ARRAY), (ONE, OTHER, SAME), "x[0] == x[2] && x[0] != x[1] && x[1][..] == [1, 2]"),
        (tuple_of(ARRAY, INT), (ONE, 3), "x.0[1] == 2 && x.1 == 3"),
    ],
)
def test_a_variable_has_its_value(sort: Sort, value: Any, question: str) -> None:
    values = Values({"x"}, {})
    values.declare("x", sort, value)
    assert results(values, question) == [True]


def test_equal_identities_are_one_array_and_names_that_are_taken_stay_free() -> None:
    values = Values({"x", "y", "z", "w", "cells0"}, {})
    for name, value in (("x", ONE), ("y", SAME), ("z", OTHER)):
        values.declare(name, ARRAY, value)
    values.declare("w", seq_of(ARRAY), (ONE, ArrayValue((7,), "new")))
    assert results(values, "x == y", "x == z", "w[0] == x", "w[1][0] == 7") == [True, False, True, True]
    assert values.arrays["new"] == "cells1"


def test_of_arrays_only_those_that_may_be_null_have_a_type_with_null() -> None:
    values = Values({"x", "y"}, {})
    values.declare("x", ARRAY, None)
    values.declare("y", ARRAY, ONE)
    assert [each.split(":=")[0].strip() for each in values.statements] == ["var x: array?<int>", "var y"]


def test_what_dafny_cannot_write_is_unsupported() -> None:
    with pytest.raises(Unsupported, match="arrays in a value"):
        Values(set(), {}).declare("x", set_of(ARRAY), frozenset({ONE}))
    with pytest.raises(Unsupported, match="before a call that modifies arrays"):
        given("x", seq_of(ARRAY), (ONE,), {}, {})
    assert [holds_arrays(sort) for sort in (ARRAY, seq_of(ARRAY), seq_of(INT))] == [True, True, False]


def test_the_conditions_of_a_value_hold_of_it_and_of_no_other() -> None:
    before: dict[Any, Any] = {"x": ONE, "y": SAME}
    listed = [
        given("x", ARRAY, ONE, {}, {}),
        given("y", ARRAY, SAME, {"x": ONE}, {}),
        given("z", ARRAY, OTHER, before, {}),
    ]
    conditions = " && ".join(each for found in [*listed, given("n", INT, 5, {}, {})] for each in found)
    for x, y, z, n in ((ONE, SAME, OTHER, 5), (ONE, OTHER, ONE, 5), (ONE, ONE, ONE, 5), (ONE, SAME, OTHER, 6)):
        values = Values({"x", "y", "z", "n"}, {})
        for name, sort, value in (("x", ARRAY, x), ("y", ARRAY, y), ("z", ARRAY, z), ("n", INT, n)):
            values.declare(name, sort, value)
        assert results(values, conditions) == [(x, y, z, n) == (ONE, SAME, OTHER, 5)]
    of_another_type = ArrayValue((True,), "flags")
    assert given("y", ARRAY, ONE, {"f": of_another_type}, {}) == ["y.Length == 2 && y[0] == 1 && y[1] == 2"]
