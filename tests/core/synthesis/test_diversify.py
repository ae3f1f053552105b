"""Several tests of one target: exact, different, and those on a boundary first."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.evaluate.execution import run
from specassay.core.fuel import Fuel
from specassay.core.ir.contracts import Contract
from specassay.core.synthesis.diversify import diversify
from specassay.core.synthesis.search import Effort
from specassay.core.synthesis.verdicts import Arguments, Observation
from specassay.frontends.python import parse_contract


def contract(text: str) -> Contract:
    return parse_contract(text, name="f", parameters=["x"])


def further(read: Contract, target: set[int], first: Any, count: int, tries: int = 400) -> list[Any]:
    def oracle(arguments: Arguments) -> Observation | None:
        outcomes = run(read, arguments, Fuel(steps=10_000))
        violated = outcomes.violated
        if violated is None:
            return None
        return Observation(violated, {i: "false" if outcomes.outcomes[i] == "false" else "raises" for i in violated})

    found = diversify(read, frozenset(target), {"x": first}, oracle, count, Effort(tries))
    return [arguments["x"] for arguments in found]


LARGE = contract("assert isinstance(x, int)\nassert x > 100\n")


def test_the_first_alternative_is_on_the_boundary() -> None:
    assert further(LARGE, {1}, 0, 1) == [100]


def test_a_length_that_the_contract_asks_for_is_reached() -> None:
    assert len(further(contract("assert isinstance(x, list)\nassert len(x) < 5\n"), {1}, [0] * 9, 1)[0]) == 5


def test_other_types_come_before_more_of_the_same() -> None:
    found = further(contract("assert isinstance(x, int)\n"), {0}, "", 4)
    assert len({type(value) for value in found}) == 4


def test_where_there_is_one_test_only_there_is_no_other() -> None:
    assert further(contract("assert isinstance(x, str) and x\nassert x is not None\n"), {0, 1}, None, 3) == []


@settings(deadline=None, max_examples=25)
@given(first=st.one_of(st.integers(-50, 100), st.booleans()), count=st.integers(1, 6))
def test_alternatives_are_exact_and_different(first: Any, count: int) -> None:
    found = further(LARGE, {1}, first, count, tries=80)
    assert len({repr(value) for value in (first, *found)}) == len(found) + 1
    assert len(found) <= count
    assert all(isinstance(value, int) and value <= 100 for value in found)
