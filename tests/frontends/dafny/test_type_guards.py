"""What types say of values beyond their sorts: a nat is not negative, wherever in a value it stands."""

from typing import Any

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import (
    BOOL,
    INT,
    Sort,
    array_of,
    function_of,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
)
from specassay.core.ir.terms import const
from specassay.core.ir.values import ArrayValue, FrozenMap, Multiset
from specassay.frontends.dafny import parse_program
from specassay.frontends.dafny.printing import show_term
from specassay.frontends.dafny.type_guards import (
    TypeGuard,
    arrow_guard,
    elements_guard,
    map_guard,
    natural,
    tuple_guard,
    unless_null,
)

NUMBERS = map_of(INT, INT)


@pytest.mark.parametrize(
    ("guard", "sort", "value", "holds"),
    [
        (natural, INT, 0, True),
        (natural, INT, -1, False),
        (tuple_guard([None, natural]), tuple_of(INT, INT), (-1, 0), True),
        (tuple_guard([None, natural]), tuple_of(INT, INT), (0, -1), False),
        (elements_guard(seq_of(INT), natural), seq_of(INT), (0, 1), True),
        (elements_guard(seq_of(INT), natural), seq_of(INT), (0, -1), False),
        (elements_guard(seq_of(INT), natural), seq_of(INT), (), True),
        (elements_guard(set_of(INT), natural), set_of(INT), frozenset({2}), True),
        (elements_guard(set_of(INT), natural), set_of(INT), frozenset({2, -2}), False),
        (elements_guard(multiset_of(INT), natural), multiset_of(INT), Multiset([-1]), False),
        (map_guard(NUMBERS, natural, None), NUMBERS, FrozenMap({1: -1}), True),
        (map_guard(NUMBERS, natural, None), NUMBERS, FrozenMap({-1: 1}), False),
        (map_guard(NUMBERS, None, natural), NUMBERS, FrozenMap({-1: 1}), True),
        (map_guard(NUMBERS, None, natural), NUMBERS, FrozenMap({1: -1}), False),
        (unless_null(elements_guard(array_of(INT), natural)), array_of(INT), None, True),
        (unless_null(elements_guard(array_of(INT), natural)), array_of(INT), ArrayValue((0, 2), 1), True),
        (unless_null(elements_guard(array_of(INT), natural)), array_of(INT), ArrayValue((0, -2), 1), False),
        (unless_null(elements_guard(array_of(INT), natural)), seq_of(INT), (0, -2), False),
        (
            elements_guard(seq_of(array_of(INT)), unless_null(elements_guard(array_of(INT), natural))),
            seq_of(array_of(INT)),
            (None,),
            True,
        ),
    ],
)
def test_a_guard_is_true_of_the_values_of_its_type(guard: TypeGuard, sort: Sort, value: Any, holds: bool) -> None:
    assert evaluate(guard(const(value, sort)), {}).value is holds


@pytest.mark.parametrize(
    "guard",
    [
        tuple_guard([None, None]),
        elements_guard(seq_of(INT), None),
        map_guard(NUMBERS, None, None),
        arrow_guard(function_of(INT, BOOL), [natural], None),  # of a function the result alone says something
    ],
)
def test_types_that_say_nothing_have_no_guard(guard: TypeGuard | None) -> None:
    assert guard is None


def test_a_bound_variable_has_the_bounds_of_its_type_whatever_that_calls_them() -> None:
    """`set p: pos | p <= x` was about `var x := p; 1 <= x`, in which no bounds were found."""
    text = "type pos = x: int | 1 <= x  lemma A(x: pos) ensures |set p: pos | p <= x| == x { }"
    (lemma,) = parse_program(text).others
    (term,) = (condition.term for condition in lemma.ensures)
    assert term is not None
    assert show_term(term) == "|set p: int | 1 <= p <= x| == x"
