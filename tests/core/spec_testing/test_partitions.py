"""Ways through a contract, and inputs that take them."""

from collections.abc import Iterator
from typing import Any

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.deciding.triples import find
from specassay.core.ir.variables import Name
from specassay.core.spec_testing import valid_inputs as searching
from specassay.core.spec_testing.drawn_inputs import inputs_to_try
from specassay.core.spec_testing.spec_testing_limits import LIMITS
from specassay.core.spec_testing.valid_inputs import many_valid_inputs, valid_inputs, ways
from specassay.frontends.dafny import parse_program
from specassay.frontends.show import show

PRICE = """
function Cost(n: int): int { if n == 123456 then 0 else 3 * n + 17 }
method Price(n: int, m: int) returns (r: int)
  requires n >= 0
  ensures m == 4711 && n != 0 ==> r == Cost(n)
  ensures m != 4711 ==> r == 0
{ r := if m != 4711 then 0 else Cost(n); }
"""


def ways_of(text: str) -> list[str]:
    program = parse_program(text)
    (specification,) = program.specifications
    return list(map(show, ways(specification, program)))


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("requires a < 3 || b", {"a < 3", "b", "a + 1 == 3", "a == 3", "a == 4"}),
        ("ensures b ==> r == 1", {"b", "!b"}),
        ("ensures r == if a == 7 then 1 else 2", {"a == 7", "a != 7", "a + 1 == 7", "a == 8"}),
        # inside a branch, under the conditions that lead there
        ("ensures if b then (a == 1 ==> r == 1) else r == 2", {"b && a == 1", "b && a != 1"}),
        ("ensures b <==> r == 1", {"b", "!b"}),
        # what an output decides is no matter of the input
        ("ensures r > 3 || a > 2", {"a > 2"}),
        ("ensures forall i :: i > a ==> r != i", set()),
    ],
)
def test_the_ways_through_a_contract(clauses: str, expected: set[str]) -> None:
    found = ways_of(f"method M(a: int, b: bool) returns (r: int) {clauses}")
    assert expected <= set(found)
    assert not any("r" in way for way in found)


def test_a_membership_and_a_quantified_condition_are_true_on_one_input_and_false_on_another() -> None:
    signature = "method M(s: seq<int>, x: int) returns (r: int)"
    assert ways_of(f"{signature} ensures r < 0 ==> x !in s") == ["x in s", "x !in s"]
    every = "forall i: Int :: 0 <= i < |s| ==> s[i] != x"
    found = ways_of(f"{signature} ensures r < 0 ==> forall i :: 0 <= i < |s| ==> s[i] != x")
    assert found == [every, f"!({every})"]


def test_what_is_required_is_no_way_of_its_own() -> None:
    signature = "method M(s: seq<int>, x: int)"
    assert ways_of(f"{signature} requires x in s && forall i :: 0 <= i < |s| ==> s[i] > 0") == []


def test_the_value_before_the_call_is_the_input() -> None:
    text = "method M(a: array<int>) modifies a ensures old(a[..]) == [] ==> a.Length == 0 ensures |a[..]| > 3 ==> true"
    assert not any("old" in way for way in ways_of(text))


def test_there_are_not_too_many_of_them() -> None:
    tests = " && ".join(f"(a != {number} || r == {number})" for number in range(99))
    assert len(ways_of(f"method M(a: int) returns (r: int) ensures {tests}")) == LIMITS.ways


def inputs_of(count: int, more: int) -> list[dict[Name, Any]]:
    program = parse_program(PRICE)
    (specification,) = program.specifications
    return valid_inputs(specification, program, count, engines_of("auto", None, 60.0), 1.5, more)


def test_an_input_for_each_way_is_found_where_a_search_meets_none() -> None:
    found = inputs_of(6, 4)
    assert {(each["m"] == 4711, each["n"] == 123456) for each in found} >= {(True, True), (True, False), (False, False)}
    assert all(each["n"] >= 0 for each in found)
    assert 6 <= len(found) <= 10


def test_no_more_inputs_are_made_than_are_asked_for() -> None:
    assert len(inputs_of(2, 0)) == 2


@pytest.mark.parametrize(
    ("parameters", "different"),
    [("b: bool", 2), ("b: bool, c: bool", 4)],
)
def test_a_search_ends_where_all_inputs_were_tried(
    parameters: str, different: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    def counted(*arguments: Any) -> Iterator[dict[Name, Any]]:
        nonlocal tried
        for inputs in inputs_to_try(*arguments):
            tried += 1
            yield inputs

    monkeypatch.setattr(searching, "inputs_to_try", counted)
    program = parse_program(f"method M({parameters}) returns (r: bool) ensures r == b")
    found = many_valid_inputs(program.specifications[0], program, engines_of("evaluate", None, 60.0), 1.5)
    assert len(found) == different
    assert tried < 2 * LIMITS.repeated_inputs


def test_arrays_that_are_shared_otherwise_are_other_inputs() -> None:
    text = "method M(a: array<array<int>>) requires a.Length == 2 && a[0] == a[1] && a[0].Length == 0"
    program = parse_program(text)
    (specification,) = program.specifications
    assert many_valid_inputs(specification, program, engines_of("evaluate", None, 60.0), 1.5)


def test_ways_that_no_input_takes_are_ruled_out_in_one_query(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one of several is taken, it is found, too."""
    asked: list[str] = []

    def counting(*args: Any, label: str = "", **more: Any) -> Any:
        asked.append(label)
        return find(*args, label=label, **more)

    monkeypatch.setattr(searching, "find", counting)

    def missed_ways(condition: str) -> list[dict[Name, Any]]:
        asked.clear()
        text = f"method M(n: int) returns (r: int) ensures n * n < 0 - 1 ==> r == 1 ensures {condition} ==> r == 2"
        program = parse_program(text)
        return valid_inputs(program.specifications[0], program, 3, engines_of("auto", None, 60.0), 1.5, 2)

    assert missed_ways("n - n == 5")
    assert asked == ["ways"]
    found = missed_ways("3 * n == 370368")
    assert asked[0] == "ways"
    assert any(inputs["n"] == 123456 for inputs in found)
