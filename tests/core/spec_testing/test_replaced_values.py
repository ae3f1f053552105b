"""Outputs in which a value is replaced in all the places where it stands."""

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue
from specassay.core.ir.variables import Name, element_of, field_variable, heap_variable
from specassay.core.spec_testing.other_outputs import with_values_replaced
from specassay.core.spec_testing.spec_testing_limits import LIMITS

VALUE = heap_variable("Node", "value")
ELEMS = field_variable("this", "elems")


def test_the_nodes_and_the_sequence_beside_them_change_together() -> None:
    found = list(with_values_replaced({ELEMS: (1, 5), element_of(VALUE, 1): 1, element_of(VALUE, 2): 5}))
    assert {ELEMS: (1, 6), element_of(VALUE, 1): 1, element_of(VALUE, 2): 6} in found
    assert {ELEMS: (0, 5), element_of(VALUE, 1): 0, element_of(VALUE, 2): 5} in found


def test_a_size_that_is_an_element_by_chance_may_stay() -> None:
    size = field_variable("this", "size")
    found = list(with_values_replaced({ELEMS: (7, 2), size: 2, element_of(VALUE, 1): 7, element_of(VALUE, 2): 2}))
    assert {ELEMS: (7, 3), size: 2, element_of(VALUE, 1): 7, element_of(VALUE, 2): 3} in found


def test_values_of_one_component_and_large_components_stay() -> None:
    assert list(with_values_replaced({"a": (1, 2), "b": (3,)})) == []
    assert list(with_values_replaced({"a": (1,) * LIMITS.parts_of_a_component, "b": (1,)})) == []


def test_the_number_of_a_state_is_no_value() -> None:
    other = heap_variable("Node", "size")
    assert list(with_values_replaced({VALUE: (7, FrozenMap()), other: (7, FrozenMap()), ELEMS: (7,)})) == []


def test_true_is_no_number() -> None:
    assert list(with_values_replaced({"a": True, "b": 1})) == []
    assert {"a": (False, 1), "b": False} in list(with_values_replaced({"a": (True, 1), "b": True}))


ATOMS = st.one_of(
    st.integers(-2, 2),
    st.booleans(),
    st.sampled_from("ab"),
    st.sampled_from([Fraction(1), Fraction(1, 2)]),
    st.builds(UninterpretedValue, st.just("T"), st.integers(0, 2)),
    st.builds(UninterpretedValue, st.just("object"), st.integers(0, 2)),
)


def _collections(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(parts, max_size=3).map(tuple)
    return st.one_of(
        several,
        several.map(frozenset),
        several.map(Multiset),
        several.map(lambda elements: ArrayValue(elements, "a")),
        several.map(lambda fields: DatatypeValue("Made", fields)),
        st.dictionaries(parts, parts, max_size=2).map(FrozenMap),
    )


def _forms(value: Any) -> Any:
    """What a value is but for its atoms."""
    match value:
        case tuple():
            return tuple(map(_forms, value))
        case ArrayValue():
            return "array", _forms(value.elements), value.identity
        case DatatypeValue():
            return value.constructor, _forms(value.fields)
        case UninterpretedValue():
            return value if value.sort == "object" else value.sort
        case frozenset() | Multiset() | FrozenMap():
            return type(value)  # Two of their elements may have become one.
        case _:
            return type(value)


@given(output=st.dictionaries(st.sampled_from("pqr"), st.recursive(ATOMS, _collections, max_leaves=6), min_size=2))
def test_components_keep_their_forms_and_their_objects(output: dict[Name, Any]) -> None:
    found = list(with_values_replaced(output))
    assert len(found) <= LIMITS.replaced_outputs
    for other in found:
        assert {name: _forms(value) for name, value in other.items()} == {n: _forms(v) for n, v in output.items()}
