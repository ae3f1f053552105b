"""Inputs that violate exactly the chosen preconditions of a Dafny method."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.backends.solvers.engines import engines_of
from specassay.benchmarks.runs.requires_cvt import rows_of
from specassay.benchmarks.schema import CvtRow
from specassay.core.deciding.engines import Engines
from specassay.core.ir.contracts import Program
from specassay.core.ir.sorts import INT, array_of, seq_of
from specassay.core.ir.terms import Binder
from specassay.core.ir.values import ArrayValue
from specassay.core.language import DEFAULT_READING
from specassay.core.spec_testing.violating_inputs import violations
from specassay.core.spec_testing.violating_values import simpler
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

FOLDER = Path(__file__).parents[2] / "data" / "dafny"


def engines() -> Engines:
    """With a deadline that starts now."""
    return engines_of("auto", None, 60.0)


def rows(text: str, chosen: Engines | None = None) -> list[CvtRow]:
    program = parse_program(text)
    (specification,) = program.specifications
    return rows_of(violations(specification, program, (), chosen or engines()), "task", DAFNY)


def by_set(found: list[CvtRow]) -> dict[tuple[int, ...], CvtRow]:
    return {tuple(row.violates): row for row in found}


def test_a_file_has_the_recorded_verdicts() -> None:
    """To record: `specassay cvt preconditions.dfy --json > preconditions.jsonl` in its folder, and read it."""
    path = FOLDER / "preconditions.dfy"
    program = DAFNY.read(path, DEFAULT_READING)
    found = [
        row
        for each in program.specifications
        for row in rows_of(violations(each, program, (), engines()), f"{path.stem}.{each.name}", DAFNY)
    ]
    recorded = [json.loads(line) for line in (FOLDER / "preconditions.jsonl").read_text().splitlines()]
    keys = ("task_id", "violates", "verdict")
    assert [[getattr(row, key) for key in keys] for row in found] == [[row[key] for key in keys] for row in recorded]
    by_search = [row for row in recorded if row["solver"] == "search"]
    assert [msgspec.to_builtins(row) for row in found if row.solver == "search"] == by_search


def test_a_clause_is_violated_where_it_is_undefined_and_false_is_preferred() -> None:
    found = by_set(rows("method M(s: seq<int>, i: int) requires s[i] > 0 requires i < 2"))
    assert found[0,].how == {"0": "false"}
    assert found[1,].arguments == {"s": "[1, 1, 1]", "i": "2"}
    only = by_set(rows("method M(x: int) requires x != 0 requires 10 / x >= 0"))
    assert only[0, 1].how == {"0": "false", "1": "undefined"}
    assert only[0, 1].raises_first == 0
    assert only[0,].verdict == "infeasible"


def test_what_a_type_promises_is_no_clause_and_always_holds() -> None:
    found = rows("type Small = x: int | x < 10\nmethod M(n: nat, s: seq<Small>) requires n > 3 requires |s| > 2")
    assert [row.violates for row in found] == [[0], [1], [0, 1]]
    proof = by_set(rows("method M(n: nat) requires n >= 0 requires n < 7"))[0,]
    assert proof.verdict == "infeasible"
    assert proof.core == ["clause 0 violated: n >= 0"]


def test_null_is_a_value_of_nullable_arrays_only() -> None:
    (never,) = rows("method M(a: array<int>) requires a != null")
    assert never.verdict == "infeasible"
    (null,) = rows("method M(a: array?<int>) requires a != null")
    assert null.arguments == {"a": "null"}


def test_type_parameters_stand_for_int() -> None:
    (row,) = rows("method M<T>(s: seq<T>, m: map<T, set<T>>) requires |s| > 1 ==> s[0] == s[1]")
    assert row.arguments == {"s": "[0, 1]", "m": "map[]"}


def test_a_clause_that_is_not_lowered_leaves_every_set_open() -> None:
    found = rows("method M(a: array<int>, x: int) requires fresh(a) requires x > 0")
    assert [row.verdict for row in found] == ["unknown"] * 3
    assert all("unsupported" in (row.reason or "") for row in found)


def test_a_value_without_a_text_is_no_test() -> None:
    (row,) = rows("type T\ndatatype D = D(t: T, n: int)\nmethod M(d: D) requires d.n > 0")
    assert (row.verdict, row.arguments) == ("unknown", None)
    assert "has no text" in (row.reason or "")


def test_fields_of_a_value_have_texts_of_their_types() -> None:
    (row,) = rows("datatype D = D(m: map<int, int>, p: (int, int))\nmethod M(d: D) requires |d.m| > 0")
    assert (row.verdict, row.arguments) == ("violating", {"d": "D(map[], (0, 0))"})


def test_what_the_search_does_not_find_is_asked_of_a_solver() -> None:
    text = "method M(x: int, y: int) requires x * 31 + y * 17 != 123457 requires y > 1000 requires x > 2000"
    found = by_set(rows(text))
    assert found[0,].solver == "z3"
    alone = by_set(rows(text, Engines()))
    assert alone[0,].verdict == "unknown"
    assert alone[0,].reason == "no input was found, and no solver was asked"


def test_a_test_of_a_generic_method_is_about_one_instance_of_it() -> None:
    text = """
    method Pick<T>(s: seq<T>, k: int) returns (r: T) requires 0 <= k < |s| ensures r == s[k]
    method Test() { var r := Pick([1, 2, 3], 1); assert r == 2; }
    """
    program = parse_program(text)
    (specification,) = (one for one in program.specifications if one.name == "Pick")
    found = violations(specification, program, examples_of(program).examples, engines())
    assert [row.verdict for row in rows_of(found, "task", DAFNY)] == ["violating"]


def test_no_time_is_unknown_and_not_infeasible() -> None:
    found = rows("method M(n: nat) requires n >= 0", engines_of("auto", None, 0.0))
    assert [row.verdict for row in found] == ["unknown"]
    assert found[0].reason == "cvc5: the time limit of 0 s was reached"


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_each_solver_alone_comes_to_the_same_verdicts(solver: str) -> None:
    text = "method M(a: seq<int>, k: int) requires |a| > 0 requires 0 <= k < |a| requires a[k] > 100"
    backends = tuple(each for each in engines().backends if each.name == solver)
    assert {s: r.verdict for s, r in by_set(rows(text, Engines(backends=backends))).items()} == {
        (0,): "infeasible",
        (1,): "infeasible",
        (2,): "violating",
        (0, 1): "infeasible",
        (0, 2): "infeasible",
        (1, 2): "violating",
        (0, 1, 2): "violating",
    }


@given(st.lists(st.integers(), min_size=1))
def test_a_simpler_input_is_the_same_for_who_asks(elements: list[int]) -> None:
    parameters = (Binder("a", array_of(INT)), Binder("s", seq_of(INT)))
    inputs = {"a": ArrayValue(tuple(elements), "a"), "s": tuple(elements)}

    def same(one: Any, other: Any) -> bool:
        return len(one["s"]) == len(other["s"]) and (max(one["a"].elements, default=0) > 10) == (max(elements) > 10)

    found = simpler(inputs, parameters, Program(file="t").datatypes, same)
    assert same(found, inputs)
    assert len(found["s"]) == len(elements)
    if max(elements) > 10:
        assert len(found["a"].elements) == 1


@pytest.mark.parametrize(
    ("clauses", "core"),
    [
        ("requires n > 3 requires n < 3 requires n != 77", [0, 1]),
        ("requires n < 0", [0]),
        ("requires |s| > 2 requires s == []", [0, 1]),
    ],
)
def test_a_precondition_that_no_input_meets_contradicts_itself(clauses: str, core: list[int]) -> None:
    found = rows(f"method M(n: nat, s: seq<int>) returns (r: int) {clauses}")
    for row in found:
        assert isinstance(row.consistency, dict)
        assert (row.consistency["outcome"], row.consistency["clauses"]) == ("contradictory", core)


def test_nothing_is_said_of_a_precondition_that_some_input_meets() -> None:
    (row,) = rows("method M(n: int) returns (r: int) requires n > 12345")
    assert row.consistency is msgspec.UNSET


OBJECTS = """
class Node { var next: Node? var v: int
  constructor (x: int, n: Node?) ensures v == x && next == n { v := x; next := n; }
}
method Second(n: Node) returns (r: int)
  requires n.next != null && n.next.v > n.v
  requires n.v > 3
{ r := n.next.v; }
"""


def test_objects_are_built_and_none_is_null_that_may_not_be() -> None:
    program = parse_program(OBJECTS)
    (specification,) = (each for each in program.specifications if each.name == "Second")
    found = by_set(rows_of(violations(specification, program, (), engines()), "task", DAFNY))
    assert [row.verdict for row in found.values()] == ["violating"] * 3
    for row in found.values():
        assert row.arguments is not None
        assert row.arguments["n"].startswith("object#")
    assert found[(1,)].arguments is not None
    assert found[(1,)].arguments["n.next"].startswith("object#")
