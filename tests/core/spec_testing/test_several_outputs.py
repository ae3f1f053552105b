"""Changes of several outputs at once."""

from typing import Any

from specassay.core.ir.sorts import BOOL, INT, Sort
from specassay.core.ir.values import ArrayValue
from specassay.core.ir.variables import Name
from specassay.core.spec_testing.wrong_outputs import EXCHANGED, TWO_CHANGED, exchanged, reshaped, two_changed

Changed = tuple[str, dict[Name, Any]]


def test_outputs_of_one_sort_are_exchanged_where_that_changes_them() -> None:
    sorts: dict[Name, Sort] = {"q": INT, "r": INT, "same": INT, "found": BOOL}
    found = list(exchanged(sorts, {"q": 3, "r": 1, "same": 3, "found": True}))
    assert found == [(EXCHANGED, {"q": 1, "r": 3}), (EXCHANGED, {"r": 3, "same": 1})]


def test_two_outputs_are_changed_until_one_has_no_mutant_left() -> None:
    made: list[list[Changed]] = [[("a", {"x": 1}), ("a", {"x": 2})], [("b", {"y": 5})], [("c", {"z": 7})]]
    assert list(two_changed([*map(iter, made)])) == [(TWO_CHANGED, {"x": 1, "y": 5}), (TWO_CHANGED, {"x": 2, "z": 7})]


def test_another_shape_has_as_many_elements_as_places() -> None:
    outputs = {"m": ArrayValue((1, 2, 3, 4), 1), "m.Length0": 2, "m.Length1": 2}
    found = list(reshaped("m", ("m.Length0", "m.Length1"), outputs))
    assert found
    for changed in found:
        assert changed["m.Length0"] * changed["m.Length1"] == len(changed["m"].elements)
        assert changed != outputs
