"""Arrays of several dimensions as values."""

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import integer
from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.shapes import (
    array_of_shaped,
    element_of_shaped,
    has_its_shape,
    is_shaped,
    lengths_of_shaped,
    rank_of_shaped,
    shaped,
    shaped_sort,
    shapes_in,
)
from specassay.core.ir.sorts import (
    BOOL,
    INT,
    Sort,
    array_of,
    datatype,
    map_of,
    seq_of,
    set_of,
    tuple_of,
    uninterpreted,
)
from specassay.core.ir.terms import Binder, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap

GRID = shaped_sort(INT, 2)
SIX = ArrayValue((1, 2, 3, 4, 5, 6), "six")
OPTION = Datatype("Option", ("T",), (Constructor("Some", (Binder("value", uninterpreted("T")),)),))
BOX = Datatype("Box", (), (Constructor("Empty", ()), Constructor("Full", (Binder("grid", GRID),))))


def test_the_sort_tells_how_many_dimensions_there_are_and_of_what() -> None:
    assert shaped_sort(INT, 2) == Sort("Tuple", (array_of(INT), INT, INT), "array2")
    assert is_shaped(shaped_sort(BOOL, 3))
    assert (rank_of_shaped(GRID), element_of_shaped(GRID)) == (2, INT)
    assert rank_of_shaped(shaped_sort(BOOL, 3)) == 3
    assert not is_shaped(tuple_of(array_of(INT), INT, INT)), "a tuple that somebody wrote is none"


def test_parts_of_what_is_made_are_what_it_was_made_of() -> None:
    array = var("a", array_of(INT))
    made = shaped(array, (integer(2), integer(3)))
    assert made.sort == GRID
    assert array_of_shaped(made) is array
    assert lengths_of_shaped(made) == (integer(2), integer(3))


def test_a_value_has_as_many_elements_as_places() -> None:
    says = has_its_shape(var("g", GRID))
    for lengths, holds in (((2, 3), True), ((6, 1), True), ((3, 3), False), ((-2, -3), False)):
        assert evaluate(says, {"g": (SIX, *lengths)}).value is holds, lengths
    assert evaluate(says, {"g": (ArrayValue((), "none"), 0, 5)}).value is True
    assert evaluate(says, {"g": (None, 2, 3)}).value is False


def test_those_in_a_value_are_found_wherever_they_are() -> None:
    grid = (SIX, 2, 3)
    datatypes = {"Box": BOX, "Option": OPTION}
    for value, sort in (
        (grid, GRID),
        ((grid, 1), tuple_of(GRID, INT)),
        (((1, 2), grid), tuple_of(seq_of(INT), GRID)),
        ((grid,), seq_of(GRID)),
        (frozenset({grid}), set_of(GRID)),
        (ArrayValue((grid,), "outer"), array_of(GRID)),
        (FrozenMap({1: grid}), map_of(INT, GRID)),
        (FrozenMap({grid: (1,)}), map_of(GRID, seq_of(INT))),
        (DatatypeValue("Some", (grid,)), datatype("Option", GRID)),
        (DatatypeValue("Full", (grid,)), datatype("Box")),
    ):
        assert list(shapes_in(value, sort, datatypes)) == [(SIX, (2, 3))], sort
    assert list(shapes_in(DatatypeValue("Empty"), datatype("Box"), datatypes)) == []
    assert list(shapes_in(DatatypeValue("Unknown", (grid,)), datatype("Box"), datatypes)) == []


def test_one_whose_lengths_are_not_those_of_its_elements_is_none() -> None:
    assert list(shapes_in((SIX, 2, 2), GRID, {})) == []
    assert list(shapes_in((None, 0, 0), GRID, {})) == []
