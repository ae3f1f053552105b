"""Which arrays inside an input have a name of their own: those that a call may change, each once."""

from typing import Any

import pytest

from specassay.core.deciding.clauses import theory_of
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import conj
from specassay.core.ir.contracts import Specification
from specassay.core.ir.values import ArrayValue, UninterpretedValue
from specassay.core.ir.variables import Valuation
from specassay.core.spec_testing.arrays_inside import NotKnown
from specassay.core.spec_testing.reached_arrays import arrays_named, is_open
from specassay.frontends.dafny import parse_program


def array(number: int, *elements: int) -> ArrayValue:
    return ArrayValue(elements, UninterpretedValue("object", -number))


def named(modifies: str, *arrays: ArrayValue, ensures: str = "s[0][0] == 7") -> tuple[Specification, Valuation]:
    text = f"method M(s: seq<array<int>>)\n  requires |s| > 1\n  modifies {modifies}\n  ensures {ensures}\n{{ }}"
    program = parse_program(text, file="t.dfy")
    (specification,) = program.specifications
    assert is_open(specification)
    return arrays_named(specification, {"s": arrays}, theory_of(program))


def names(values: Valuation) -> dict[str, Any]:
    return {str(name): value.elements for name, value in values.items() if name != "s"}


def test_every_array_of_the_frame_has_a_name_and_its_elements() -> None:
    specification, values = named("s[0], s[1]", array(1, 5), array(2, 6, 7))
    assert names(values) == {"s[0]": (5,), "s[1]": (6, 7)}
    assert not is_open(specification)
    assert [*map(str, specification.modifies)] == ["s[0]", "s[1]"]


def holds_after(specification: Specification, values: Valuation, **after: ArrayValue) -> bool:
    """Do the clauses hold where the named arrays are these after the call?"""
    said = conj(*(each.term for each in specification.ensures if each.term is not None))
    by_text = {str(name): name for name in values}
    found = evaluate(said, {**values, **{by_text[f"s[{name[1:]}]"]: array for name, array in after.items()}})
    assert found.state == "defined"
    return found.value is True


def test_an_array_that_the_frame_does_not_name_keeps_what_it_holds() -> None:
    specification, values = named("s[0]", array(1, 5), array(2, 6), ensures="s[0][0] == 7 && s[1][0] == 6")
    assert names(values) == {"s[0]": (5,)}
    assert holds_after(specification, values, s0=array(1, 7))
    assert not holds_after(specification, values, s0=array(1, 6))


def test_a_clause_about_the_state_before_is_about_what_the_array_held() -> None:
    clause = "s[0][0] == old(s[0][0]) + s[1][0]"
    specification, values = named("s[0]", array(1, 5), array(2, 6), ensures=clause)
    assert holds_after(specification, values, s0=array(1, 11))
    assert not holds_after(specification, values, s0=array(1, 17))


def test_one_array_in_two_places_has_one_name_and_changes_in_both() -> None:
    same = array(1, 5)
    specification, values = named("s[0]", same, same, ensures="s[1][0] == 7")
    assert names(values) == {"s[0]": (5,)}
    assert holds_after(specification, values, s0=array(1, 7))
    assert not holds_after(specification, values, s0=same)


def test_one_array_that_holds_two_things_is_not_known() -> None:
    with pytest.raises(NotKnown):
        named("s[0], s[1]", array(1, 5), array(1, 6))
