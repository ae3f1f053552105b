"""What is open with the usual sizes is decided with those that the contract names."""

import pytest

from specassay.backends.solvers import registry
from specassay.core.evaluate.execution import run
from specassay.core.fuel import Fuel
from specassay.core.synthesis.synthesise import Synthesis
from specassay.core.synthesis.verdicts import Arguments, Observation
from specassay.core.synthesis.within_bounds import kinds_left
from specassay.frontends.python import parse_contract


def synthesis(text: str, parameter: str) -> Synthesis:
    contract = parse_contract(text, name="f", parameters=[parameter])

    def oracle(arguments: Arguments) -> Observation | None:
        violated = run(contract, arguments, Fuel(steps=5_000)).violated
        return None if violated is None else Observation(violated, dict.fromkeys(violated, "false"))

    return Synthesis(contract, "z3", registry.get("z3").session, oracle)


SEVEN = """
assert len(xs) >= 7 and len(set(xs)) == len(xs)
assert all(isinstance(x, int) for x in xs)
assert max(xs) < 100
assert sum(xs) >= 21
"""
BITS = """
assert isinstance(xs, list) and all(type(x) is int for x in xs) and len(xs) == 6 and sum(xs) == 4
assert set(xs) <= {0, 1}
"""
STEPS = """
assert type(n) is int
steps = 0
while n > 0 and steps < 12:
    n = n - 1
    steps = steps + 1
assert steps < 12
assert steps != 7
"""


@pytest.mark.slow
def test_an_input_of_as_many_elements_as_the_contract_names_is_found() -> None:
    """Six numbers, not all 0 or 1, whose sum is four: with the usual sizes none is found."""
    subject = synthesis(BITS, "xs")
    found = subject.decide(frozenset({1}))
    subject.close()
    assert found.outcome == "violating"
    assert found.arguments is not None
    assert len(found.arguments["xs"]) == 6


def test_a_loop_is_followed_for_as_many_turns_as_its_counter_is_compared_with() -> None:
    """After it `steps` is 12 or 7, not both: a proof for all numbers, and of no less than what the kinds rest on."""
    subject = synthesis(STEPS, "n")
    found = subject.decide(frozenset({1, 2}))
    subject.close()
    assert (found.outcome, found.bounded, found.universe) == ("infeasible", False, "plain")
    assert found.literals is not None
    assert found.literals.violated == {1, 2}


def test_in_the_quick_round_only_the_usual_sizes_are_asked_about() -> None:
    subject = synthesis(STEPS, "n")
    subject.quick = True
    assert subject.decide(frozenset({1, 2})).is_open
    assert subject.goes_on()
    subject.close()


@pytest.mark.slow
def test_the_kinds_that_are_left_of_arguments_and_of_all_their_elements() -> None:
    """Those of elements beyond the ones that are shown, too; and the places of the clauses that say so."""
    subject = synthesis(SEVEN, "xs")
    generic = subject.generic()
    left = kinds_left(generic, generic.literals(frozenset({2, 3})), inside=True)
    assert left.kinds["xs.item"] == left.kinds["xs.hashed"] == ("bool", "int")
    assert 1 in left.places
    free = kinds_left(generic, generic.literals(frozenset({1, 2})), inside=True)
    assert "xs.item" not in free.kinds
    subject.close()


def test_of_an_argument_with_a_type_one_kind_is_left() -> None:
    subject = synthesis("assert type(s) is str\nassert len(s) == 9\nassert s.isdigit()\n", "s")
    unbounded = subject.unbounded()
    left = kinds_left(unbounded, unbounded.literals(frozenset({2})), inside=False)
    assert (dict(left.kinds), left.places) == ({"s": ("str",)}, frozenset({0}))
    subject.close()
