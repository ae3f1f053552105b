"""Better tests near valid inputs."""

from specassay.core.evaluate.execution import run
from specassay.core.synthesis.preferred import near, raising
from specassay.core.synthesis.search import constants
from specassay.core.synthesis.verdicts import Arguments, Observation
from specassay.frontends.python import parse_contract

CONTRACT = parse_contract(
    "assert not base > 36\nassert len(digits) < 9 and digits.isdigit()", name="f", parameters=("base", "digits")
)


def observe(arguments: Arguments) -> Observation:
    outcomes = run(CONTRACT, arguments)
    violated = outcomes.violated or frozenset()
    return Observation(
        violated, {index: "false" if outcomes.outcomes[index] == "false" else "raises" for index in violated}
    )


def test_clauses_are_false_in_the_best_input_of_each_set() -> None:
    found = near([{"base": 2, "digits": "1"}], constants(CONTRACT), observe, lambda: True)
    assert found.keys() == {frozenset({0}), frozenset({1}), frozenset({0, 1})}
    for target, kept in found.items():
        for arguments, seen in kept:
            assert seen == observe(arguments)
            assert seen.violated == target
        assert raising(kept[0][1].how) == 0, "an input on which every clause is false is near"
    (best, _), *_ = found[frozenset({0})]
    assert best == {"base": 37, "digits": "1"}


def test_it_stops_when_time_is_up() -> None:
    assert near([{"base": 2, "digits": "1"}], [], observe, lambda: False) == {}
