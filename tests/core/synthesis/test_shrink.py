"""Inputs become as simple as what they show allows."""

from typing import Any

import pytest

from specassay.core.ir.plain_values import Constructed
from specassay.core.synthesis.shrink import shrink
from specassay.core.synthesis.verdicts import Arguments, Observation


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([frozenset({-2, " "}), frozenset({-2, " "})], [0, 0]),
        (["ab", 3, "ab", 7.5], [0, 0]),
        (({"a": 1}, [2], {"a": 1}), (0, 0)),
    ],
)
def test_equal_items_become_simpler_together(value: Any, expected: Any) -> None:
    def oracle(arguments: Arguments) -> Observation | None:
        items = arguments["xs"]
        if type(items) is not type(value):
            return Observation(frozenset(), {})
        repeats = any(item in items[:place] for place, item in enumerate(items))
        return Observation(frozenset({0}), {0: "false"}) if repeats else Observation(frozenset(), {})

    seen = oracle({"xs": value})
    assert seen is not None
    assert shrink({"xs": value}, seen, oracle) == {"xs": expected}


def test_shrinking_ends_when_there_is_no_more_time() -> None:
    def oracle(_: Arguments) -> Observation:
        return Observation(frozenset({0}), {0: "false"})

    assert shrink({"n": 9}, oracle({}), oracle, go_on=lambda: False) == {"n": 9}


def test_no_input_is_tried_twice() -> None:
    tried: list[str] = []

    def oracle(arguments: Arguments) -> Observation:
        tried.append(repr(arguments))
        return Observation(frozenset({0}) if sum(arguments["xs"]) > arguments["n"] >= 3 else frozenset(), {0: "false"})

    wanted = Observation(frozenset({0}), {0: "false"})

    def careful(arguments: Arguments) -> Observation | None:
        try:
            return oracle(arguments)
        except TypeError:
            return None

    assert shrink({"xs": [9, 9, 9], "n": 20}, wanted, careful) == {"xs": [4], "n": 3}
    assert len(tried) == len(set(tried))


def test_what_has_the_declared_type_keeps_it() -> None:
    def oracle(arguments: Arguments) -> Observation:
        return Observation(frozenset({0}), {0: "false"})

    def is_text(name: str, value: object) -> bool:
        return name == "b" or isinstance(value, str)

    given = {"a": "some text", "b": "some text"}
    assert shrink(given, oracle(given), oracle, suits=is_text) == {"a": "", "b": 0}
    other = {"a": [1, 2], "b": 3}
    assert shrink(other, oracle(other), oracle, suits=is_text) == {"a": 0, "b": 0}


def test_objects_become_no_plain_values() -> None:
    def oracle(arguments: Arguments) -> Observation:
        return Observation(frozenset({0}), {0: "false"})

    given = {"a": Constructed("datetime.date(2000, 1, 1)")}
    assert shrink(given, oracle(given), oracle) == given


def test_a_large_number_leaves_executions_for_the_other_arguments() -> None:
    def oracle(arguments: Arguments) -> Observation | None:
        number, texts = arguments["n"], arguments["texts"]
        if type(number) is not int or type(texts) is not list:
            return None
        is_violated = number > 150 and "abc" in texts
        return Observation(frozenset({0} if is_violated else ()), {0: "false"} if is_violated else {})

    arguments = {"n": 2**40, "texts": ["zz", "abc", "y"]}
    seen = oracle(arguments)
    assert seen is not None
    assert shrink(arguments, seen, oracle, 150) == {"n": 151, "texts": ["abc"]}


def test_a_key_and_what_is_looked_up_become_simpler_together() -> None:
    def oracle(arguments: Arguments) -> Observation:
        is_there = isinstance(arguments["key"], str) and arguments["key"] in [*arguments["d"]]
        return Observation(frozenset({0}) if is_there else frozenset(), {0: "false"})

    def careful(arguments: Arguments) -> Observation | None:
        return oracle(arguments) if isinstance(arguments["d"], dict) else None

    arguments = {"d": {"qux": [], "zap": []}, "key": "qux"}
    assert shrink(arguments, oracle(arguments), careful) == {"d": {"a": 0}, "key": "a"}


def test_sequences_that_have_to_be_equally_long_become_shorter_together() -> None:
    def oracle(arguments: Arguments) -> Observation:
        starts, ends = arguments["starts"], arguments["ends"]
        sequences = isinstance(starts, list) and isinstance(ends, tuple) and len(starts) == len(ends)
        bad = sequences and any(start >= end for start, end in zip(starts, ends, strict=True))
        return Observation(frozenset({0}), {0: "false"}) if bad else Observation(frozenset(), {})

    arguments = {"starts": [1, 2, 5, 3, 4], "ends": (2, 3, 4, 4, 5)}
    assert shrink(arguments, oracle(arguments), oracle) == {"starts": [0], "ends": (0,)}


def test_texts_inside_objects_are_renamed_with_those_outside() -> None:
    def oracle(arguments: Arguments) -> Observation:
        is_owner = repr(arguments["key"]) in repr(arguments["box"])
        return Observation(frozenset({0}) if is_owner and arguments["key"] else frozenset(), {0: "false"})

    arguments = {"box": Constructed("Box('qux', 'it\\'s')"), "key": "qux"}
    assert shrink(arguments, oracle(arguments), oracle) == {"box": Constructed("Box('a')"), "key": "a"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(obj := Line('a' * 81, 1), obj.open(), obj.send(b''))[0]", "(obj := Line('a'), obj.open())[0]"),
        ("Line('closed', flags=[12, 13], open=True)", "Line('a', open=True)"),
        # What is inside a call of another module is as its author wrote it.
        ("Line('a', open=datetime.date(2000, 1, 31))", "Line('a', open=datetime.date(2000, 1, 31))"),
    ],
)
def test_objects_are_made_of_what_matters(text: str, expected: str) -> None:
    def oracle(arguments: Arguments) -> Observation:
        made = repr(arguments["line"])
        return Observation(frozenset({0}) if "open" in made and "Line('a'" in made else frozenset(), {0: "false"})

    arguments = {"line": Constructed(text)}
    seen = Observation(frozenset({0}), {0: "false"})
    assert shrink(arguments, seen, oracle) == {"line": Constructed(expected)}


def test_a_list_stands_for_a_tuple_where_it_has_the_declared_type_too() -> None:
    def oracle(arguments: Arguments) -> Observation:
        return Observation(frozenset({0}) if all(map(len, arguments.values())) else frozenset(), {0: "false"})

    def is_sequence(name: str, value: object) -> bool:
        return isinstance(value, tuple) or (name == "people" and isinstance(value, list))

    given = {"people": ("anna", "bo"), "pair": ("anna", "bo")}
    shrunk = shrink(given, oracle(given), oracle, suits=is_sequence)
    assert {name: type(value) for name, value in shrunk.items()} == {"people": list, "pair": tuple}


def test_a_text_that_stands_for_no_name_is_of_one_letter() -> None:
    def oracle(arguments: Arguments) -> Observation | None:
        text = arguments["text"]
        bad = isinstance(text, str) and len(text) > 40 and not text.islower() and text in arguments["taken"]
        return Observation(frozenset({0}) if bad else frozenset(), {0: "false"})

    given = {"text": "[a-z]" * 9, "taken": ["[a-z]" * 9]}

    def careful(arguments: Arguments) -> Observation | None:
        return oracle(arguments) if isinstance(arguments["taken"], list) else None

    assert set(shrink(given, Observation(frozenset({0}), {0: "false"}), careful)["text"]) == {"A"}


def test_the_values_of_a_dict_in_a_dict_are_made_simpler_and_its_keys_renamed() -> None:
    def oracle(arguments: Arguments) -> Observation:
        graph, source = arguments["graph"], arguments["source"]
        try:
            known = all(node in graph for edges in graph.values() for node in edges)
            bad = source in graph and known and any(cost < 0 for edges in graph.values() for cost in edges.values())
        except (AttributeError, TypeError):
            bad = False
        return Observation(frozenset({0}) if bad else frozenset(), {0: "false"})

    given = {"graph": {"12": {}, "xy": {"12": -17}}, "source": "xy"}
    assert shrink(given, oracle(given), oracle) == {"graph": {"a": {"a": -1}}, "source": "a"}
