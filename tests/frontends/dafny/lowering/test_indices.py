"""The elements of arrays of several dimensions are rows one after the other, and an index may be a bit-vector."""

from itertools import product
from math import prod

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import INT, array_of, bit_vector
from specassay.core.ir.terms import const, var
from specassay.core.ir.values import ArrayValue
from specassay.frontends.dafny.lowering.indices import as_position, lengths_of, position_function, promised


@pytest.mark.parametrize("lengths", [(2, 3), (3, 1), (2, 2, 2), (1, 3, 2)])
def test_each_element_has_a_place_of_its_own_in_the_order_of_rows(lengths: tuple[int, ...]) -> None:
    function = position_function(len(lengths))
    assert function.body is not None
    names = [binder.name for binder in function.parameters]
    places = []
    for indices in product(*map(range, lengths)):
        given = dict(zip(names, (*indices, *lengths), strict=True))
        assert all(evaluate(each, given).value is True for each in function.requires)
        places.append(evaluate(function.body, given).value)
    assert places == list(range(prod(lengths)))


@pytest.mark.parametrize("indices", [(-1, 0), (2, 0), (0, 3), (0, -1)])
def test_an_index_outside_has_no_place(indices: tuple[int, ...]) -> None:
    function = position_function(2)
    given = dict(zip([binder.name for binder in function.parameters], (*indices, 2, 3), strict=True))
    assert any(evaluate(each, given).value is False for each in function.requires)


def test_a_bit_vector_is_an_index_by_its_number() -> None:
    assert evaluate(as_position(const(200, bit_vector(8))), {}).value == 200
    number = var("i", INT)
    assert as_position(number) is number


@pytest.mark.parametrize(("lengths", "count", "holds"), [((2, 3), 6, True), ((2, 3), 5, False), ((-1, -2), 2, False)])
def test_an_array_has_as_many_elements_as_places(lengths: tuple[int, int], count: int, holds: bool) -> None:
    names = [each.data for each in lengths_of("m", 2)]
    given = {**dict(zip(names, lengths, strict=True)), "m": ArrayValue((0,) * count, 0)}
    assert evaluate(promised("m", array_of(INT), 2), given).value is holds
