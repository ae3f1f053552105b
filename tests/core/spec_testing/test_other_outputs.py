"""Outputs that are tried in place of an expected one."""

from typing import Any

from specassay.core.ir.values import ArrayValue
from specassay.core.spec_testing.contents import contents
from specassay.core.spec_testing.examples import Example
from specassay.core.spec_testing.other_outputs import other_outputs
from specassay.frontends.dafny import parse_program

PROGRAM = parse_program(
    "method M(a: array<int>, s: seq<int>) returns (r: seq<int>) modifies a\n  ensures |r| == 77 { r := s; }\n"
)
EXPECTED = {"r": (4, 1), "a": ArrayValue((1, 2, 3), 1)}


def tried(wide: bool, label: str = "") -> list[dict[Any, Any]]:
    (specification,) = PROGRAM.specifications
    inputs = {"a": ArrayValue((3, 2, 1), 1), "s": (9, 8)}
    example = Example(specification, inputs, EXPECTED, {}, (), "assertion", "T", None)
    return list(other_outputs(example, EXPECTED, PROGRAM, label, wide))


def keys(outputs: list[dict[Any, Any]]) -> list[Any]:
    return [tuple(contents(each[name]) for name in ("r", "a")) for each in outputs]


def test_no_output_is_tried_twice_and_the_same_ones_each_time() -> None:
    for wide in (False, True):
        found = keys(tried(wide))
        assert len(found) > 20
        assert len(set(found)) == len(found)
        assert keys(tried(wide)) == found
        assert len({tuple(each) for each in tried(wide)}) == 1, "sizes are compared component by component"


def test_near_ones_change_one_component_or_one_value_in_both_and_the_expected_one_is_first() -> None:
    first, *others = tried(wide=False)
    assert keys([first]) == keys([EXPECTED])
    both = [each for each in others if each["r"] != EXPECTED["r"] and each["a"].elements != (1, 2, 3)]
    assert {(each["r"], each["a"].elements) for each in both} == {((4, n), (n, 2, 3)) for n in (0, 2, 5)}
    assert all(each["r"] != EXPECTED["r"] or each["a"].elements != (1, 2, 3) for each in others)


def test_further_ones_hold_what_is_at_hand_and_change_two_components() -> None:
    found = tried(wide=True)
    assert any(each["r"] == (9, 8) for each in found), "the input itself"
    assert any(each["r"] != EXPECTED["r"] and each["a"].elements != (1, 2, 3) for each in found)


def test_an_array_that_is_modified_keeps_its_length_and_stays_the_same_array() -> None:
    assert {(len(each["a"].elements), each["a"].identity) for wide in (False, True) for each in tried(wide)} == {(3, 1)}
