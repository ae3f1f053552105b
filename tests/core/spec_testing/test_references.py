"""Which array an output is; and arrays and objects of classes, which terms tell apart by their numbers alone."""

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir.build import conj
from specassay.core.ir.contracts import Specification
from specassay.core.ir.sorts import OBJECT, Sort, set_of
from specassay.core.ir.terms import Binder
from specassay.core.ir.values import ArrayValue, UninterpretedValue
from specassay.core.ir.variables import element_of, field_variable, heap_variable, which_array
from specassay.core.spec_testing.references import GivenArrays, keeps_kinds, kinds_of_references, with_identities
from specassay.frontends.dafny import parse_program

ONE, TWO, ARRAY, OTHER = (UninterpretedValue("object", number) for number in (1, 2, -3, -4))
NULL = UninterpretedValue("object", 0)
WHICH = which_array(field_variable("this", "keys"))
WHICH_OF_TWO = element_of(which_array(heap_variable("C", "keys")), 2)


@pytest.mark.parametrize(
    ("name", "sort", "expected", "other", "kept"),
    [
        (WHICH, OBJECT, ARRAY, OTHER, True),
        (WHICH, OBJECT, ARRAY, NULL, True),
        (WHICH, OBJECT, ARRAY, ONE, False),
        (WHICH_OF_TWO, OBJECT, ARRAY, OTHER, True),
        (WHICH_OF_TWO, OBJECT, ARRAY, TWO, False),
        ("r", OBJECT, ONE, TWO, True),
        ("r", OBJECT, ONE, NULL, True),
        ("r", OBJECT, ONE, ARRAY, False),
        ("r", OBJECT, ARRAY, ONE, True),  # it is an `object`
        ("s", set_of(OBJECT), frozenset({ONE}), frozenset({ONE, TWO}), True),
        ("s", set_of(OBJECT), frozenset({ONE}), frozenset({ONE, OTHER}), False),
        ("s", set_of(OBJECT), frozenset({ONE, ARRAY}), frozenset({OTHER}), True),
    ],
)
def test_a_reference_stays_of_its_kind(name: str, sort: Sort, expected: object, other: object, kept: bool) -> None:
    assert keeps_kinds({name: other}, {name: expected}) is kept
    values = {"a": ONE, "b": TWO, "c": ARRAY, "d": OTHER}
    facts = kinds_of_references({name: expected}, {name: Binder("unknown", sort)}, values)
    found = evaluate(conj(*facts), {"unknown": other}, {}, {}, Fuel())
    assert found.value is kept


def specification(text: str) -> Specification:
    (found,) = parse_program(text, file="t.dfy").specifications
    return found


SAME = specification("method M(a: array<int>) returns (b: array<int>) ensures b == a")
ZEROES = specification("method M(a: array<int>, b: array<int>) modifies a ensures forall x :: x in a[..] ==> x == 0")
A, B = ArrayValue((1, 2), "a"), ArrayValue((1, 2), "b")


def test_a_result_with_other_elements_is_not_the_parameter() -> None:
    assert with_identities(GivenArrays(SAME, {"a": A}), {"b": A})["b"].identity == "a"
    changed = with_identities(GivenArrays(SAME, {"a": A}), {"b": ArrayValue((1, 3), "a")})["b"]
    assert changed.elements == (1, 3)
    assert changed.identity != "a"


def test_a_parameter_that_is_modified_stays_the_array_that_it_was() -> None:
    found = with_identities(GivenArrays(ZEROES, {"a": A, "b": B}), {"a": ArrayValue((0, 0), "new")})
    assert found["a"] == ArrayValue((0, 0), "a")
