"""Small inputs one after the other: which, in which order, and none twice."""

from itertools import islice, product
from typing import Any

import pytest
from attrs import evolve

from specassay.core.ir.contracts import Contract
from specassay.core.synthesis import enumeration
from specassay.core.synthesis.enumeration import ELEMENTS, small_inputs
from specassay.core.synthesis.search import constants
from specassay.core.synthesis.synthesis_limits import LIMITS
from specassay.core.synthesis.values import SIMPLE
from specassay.core.synthesis.verdicts import NOTHING, Core, Evidence, Observation
from specassay.frontends.python import parse_contract


def contract(text: str, *parameters: str) -> Contract:
    return parse_contract(text, name="f", parameters=list(parameters))


ONE = contract("assert x != 41 and x != 'key'\n", "x")
TWO = contract("assert x != y\n", "x", "y")


def values(subject: Contract = ONE, most: int = 10_000) -> list[Any]:
    return [inputs["x"] for inputs in islice(small_inputs(subject), most)]


def test_what_is_of_one_kind_gets_values_of_that_kind() -> None:
    told = evolve(contract("assert p or q or x\n", "p", "q", "x"), collects={"p": "bool", "q": "bool"})
    inputs = list(islice(small_inputs(told, [{"p": True, "q": False, "x": 7}]), 200))
    assert {(type(each["p"]), type(each["q"])) for each in inputs} == {(bool, bool)}
    assert {(each["p"], each["q"]) for each in inputs} == {*product((True, False), repeat=2)}
    assert len({repr(each["x"]) for each in inputs}) > 20


def test_no_value_comes_twice() -> None:
    texts = [repr(value) for value in values()]
    assert len(texts) == len(set(texts)) == LIMITS.listed_values


def test_what_the_contract_mentions_and_plain_values_are_among_the_first() -> None:
    first = list(map(repr, values(most=400)))
    plain = [value for value in SIMPLE if not isinstance(value, (list, tuple, dict, set, frozenset))]
    for value in (*constants(ONE), *plain, 2, -2, 3, -3, [], (), set(), {}, "a", "k"):
        assert repr(value) in first
    assert first[0] == repr(constants(ONE)[0])


@pytest.mark.parametrize("make", [list, tuple])
def test_all_containers_of_a_few_elements_come_by_size(make: Any) -> None:
    """The elements are the constants 41, 40, 42 and "key", and 1, 0 and "a"."""
    found = values(most=2_000)
    elements = [*constants(ONE), 1, 0, "a"]
    assert len(elements) == 7
    small = [make(items) for size in (0, 1, 2) for items in product(elements, repeat=size)]
    assert all(any(repr(value) == repr(each) for each in found) for value in small)
    sizes = [len(each) for each in found if type(each) is make and not any(isinstance(item, list) for item in each)]
    assert sizes == sorted(sizes)
    assert max(sizes) <= ELEMENTS


def test_sets_dictionaries_texts_and_lists_of_lists_come_too() -> None:
    found = values(most=2_000)
    assert {1, 0} in found
    assert {1: 0, 0: 0} in found
    assert [[], []] in found
    assert [[1]] in found
    texts = [each for each in found if isinstance(each, str)]
    assert {"ke", "ey", "a1", "ka", " "} <= set(texts)
    assert len([each for each in texts if len(each) == 1]) == 7


def test_without_constants_the_elements_are_plain_values() -> None:
    found = list(map(repr, values(contract("assert x\n", "x"), 2_000)))
    for value in (1, 0, "a", 2, 0.5, None, ""):
        assert repr([value]) in found
        assert repr([0, value]) in found


def test_of_two_parameters_all_combinations_come_those_of_early_values_first() -> None:
    pool = [repr(value) for value in values(TWO, 300)]
    inputs = list(islice(small_inputs(TWO), 300))
    assert all(list(each) == ["x", "y"] for each in inputs)
    order = list(dict.fromkeys(pool))
    sums = [order.index(repr(each["x"])) + order.index(repr(each["y"])) for each in inputs]
    assert sums == sorted(sums)
    assert len({(repr(each["x"]), repr(each["y"])) for each in inputs}) == 300
    full = [total for total in range(max(sums)) if sums.count(total) == total + 1]
    assert full == list(range(max(sums)))


def test_beside_known_arguments_each_parameter_takes_all_values() -> None:
    known = {"x": "there", "y": 77}
    inputs = list(islice(small_inputs(TWO, [known]), 2_000))
    beside = [each for each in inputs if (each["x"] == "there") != (each["y"] == 77)]
    assert len(beside) >= 900
    assert {"x": 0, "y": 77} in beside
    assert {"x": "there", "y": 0} in beside
    assert {"x": 0, "y": 0} in inputs
    assert inputs.index({"x": 0, "y": 77}) < inputs.index({"x": 0, "y": 1})


def test_known_arguments_of_a_single_parameter_add_nothing() -> None:
    assert list(map(repr, small_inputs(ONE, [{"x": 5}]))) == list(map(repr, small_inputs(ONE)))


def test_known_arguments_with_an_object_in_place_of_its_fields_add_nothing() -> None:
    subject = contract("assert x\n", "self.v", "x")
    known = {"self": "an object", "x": 1}
    assert list(islice(small_inputs(subject, [known]), 99)) == list(islice(small_inputs(subject), 99))


def test_containers_and_texts_of_given_sizes_come_too() -> None:
    found = [inputs["x"] for inputs in islice(small_inputs(ONE, sizes=[9]), 2_000)]
    long = [value for value in found if isinstance(value, (list, tuple, set, dict, str)) and len(value) == 9]
    assert {type(value) for value in long} >= {list, tuple, set, dict}
    assert [0, 1, 2, 3, 4, 5, 6, 7, 8] in long
    assert any(value[0] != value[1] and len(set(map(repr, value[1:]))) == 1 for value in long if type(value) is list)


def test_without_parameters_there_are_no_inputs() -> None:
    assert list(small_inputs(contract("assert 1 > 0\n"))) == []


def test_it_ends_with_all_combinations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "LIMITS", evolve(LIMITS, listed_values=4))
    inputs = list(small_inputs(TWO))
    pool = [inputs[0]["x"], *(each["y"] for each in inputs if each["x"] == inputs[0]["x"])][1:]
    assert [repr(each) for each in pool] == list(dict.fromkeys(map(repr, pool)))
    assert {(repr(each["x"]), repr(each["y"])) for each in inputs} == set(product(map(repr, pool), repeat=2))
    assert len(inputs) == 16
    known = list(small_inputs(TWO, [{"x": "there", "y": 77}]))
    assert len(known) == 16 + 8


# --- what was observed

FIRST, BOTH = frozenset({0}), frozenset({0, 1})


def test_what_is_not_known_is_no_evidence() -> None:
    evidence = Evidence()
    evidence.note({"x": 1}, None)
    assert (evidence.known, evidence.realised) == ({}, set())


def test_an_input_that_violates_nothing_counts_and_is_no_test() -> None:
    evidence = Evidence()
    evidence.note({"x": 1}, Observation(frozenset(), {}))
    assert (evidence.known, evidence.realised) == ({}, {frozenset()})


def test_the_first_input_of_a_set_stays() -> None:
    evidence = Evidence()
    for x in (1, 2):
        evidence.note({"x": x}, Observation(FIRST, {0: "false"}))
    assert (evidence.known, evidence.realised) == ({FIRST: {"x": 1}}, {FIRST})


def test_a_counterexample_makes_every_literal_of_a_core_true() -> None:
    evidence = Evidence()
    evidence.note({"x": 1}, Observation(BOTH, {0: "false", 1: "raises"}))
    assert evidence.counterexample(None) is None
    assert evidence.counterexample(Core(FIRST, frozenset())) == BOTH
    assert evidence.counterexample(Core(FIRST, frozenset({2}))) == BOTH
    assert evidence.counterexample(Core(FIRST, frozenset({1}))) is None
    assert evidence.counterexample(Core(frozenset({2}), frozenset())) is None
    assert evidence.counterexample(NOTHING) == BOTH


def test_false_clauses_of_an_observation_are_counted() -> None:
    how = {0: "false", 1: "raises", 2: "false"}
    assert Observation(frozenset(how), how).false_count() == 2
