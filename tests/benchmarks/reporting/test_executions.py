"""Runs of methods as people read them."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.benchmarks.reporting.executions import (
    arguments_of,
    lines_of_checks,
    lines_of_outcome,
    merged,
    row_of_execution,
    shown,
)
from specassay.core.interpret.checks import ObjectState
from specassay.core.ir.contracts import Program
from specassay.core.ir.sorts import BOOL, CHAR, INT, Sort, seq_of, tuple_of
from specassay.core.ir.values import ArrayValue, FrozenMap, Multiset
from specassay.core.language.running import Execution, run_on, subject
from specassay.frontends.dafny import DAFNY, parse_program, with_checks

TEXT = """method M(n: int, s: string) returns (r: int)
  ensures r > n
{ print s, "\\n"; r := 10 / n; }
"""


def run(n: int, checks: bool = False) -> tuple[Execution, Program]:
    program = with_checks(parse_program(TEXT, "m.dfy", framed=True))
    return run_on(subject(program, "M"), {"n": n, "s": tuple("ab")}, program, 10.0, checks), program


@pytest.mark.parametrize(
    ("value", "sort", "text"),
    [
        (None, None, "null"),
        (True, BOOL, "true"),
        (tuple("ab"), seq_of(CHAR), '"ab"'),
        ((), seq_of(CHAR), '""'),
        ((), seq_of(INT), "[]"),
        ((1, (2, 3)), tuple_of(INT, seq_of(INT)), "(1, [2, 3])"),
        (Fraction(1, 3), None, "1/3"),
        (Fraction(5, 2), None, "2.5"),
        (ArrayValue((3, 1), 1), None, "[3, 1]"),
        (Multiset([2, 1, 2]), None, "multiset{1, 2, 2}"),
        (FrozenMap({2: frozenset({4, 3})}), None, "map[2 := {3, 4}]"),
        (ObjectState("Node", 1, (("next", ObjectState("Node", 1, None)),)), None, "Node#1(next := Node#1)"),
    ],
)
def test_values_are_written_as_dafny_writes_them(value: Any, sort: Sort | None, text: str) -> None:
    assert shown(value, sort) == text


def test_a_long_value_is_cut_and_a_deep_one_ends() -> None:
    assert shown(tuple(range(1_000))).endswith("…")
    deep: Any = 0
    for _ in range(100_000):
        deep = (deep,)
    assert shown(deep).endswith("…]]]]]]]]]]]]]]]]]]]]]")


def test_what_a_run_printed_stands_before_how_it_ended() -> None:
    returned, program = run(2)
    (specification,) = program.specifications
    assert list(lines_of_outcome(returned, specification, program, DAFNY)) == ["ab", "r = 5"]
    assert arguments_of(returned, specification, DAFNY) == 'n := 2, s := "ab"'
    failed, program = run(0)
    *_, last = lines_of_outcome(failed, specification, program, DAFNY)
    assert last.startswith("m.dfy:3:")
    assert 'error: M(n := 0, s := "ab") fails: ' in last


def test_a_failure_is_told_once_with_the_run_in_which_it_is_met() -> None:
    first, program = run(5, checks=True)
    second, _ = run(7, checks=True)
    (specification,) = program.specifications
    found = merged([first, second])
    assert [len(checks.failures) for _, checks in found] == [1, 0]
    lines = list(lines_of_checks(found, specification, DAFNY))
    assert lines[0].startswith("m.dfy:2:11: error: ensures r > n ")
    assert '    called with n := 5, s := "ab"' in lines
    row = row_of_execution(first, specification, program, DAFNY)
    assert (row.method, row.state, row.printed, row.outputs) == ("M", "returned", "ab\n", {"r": "2"})
    assert [(each.clause, each.times) for each in row.failures] == [("r > n", 1)]
