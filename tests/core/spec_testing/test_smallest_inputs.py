"""Smaller inputs that show the same."""

from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.sorts import INT, Sort, seq_of, tuple_of
from specassay.core.ir.terms import Binder
from specassay.core.ir.values import DatatypeValue
from specassay.core.spec_testing.contradictions import smaller_values, smallest_input

SORTS = {"n": INT, "s": seq_of(INT), "p": tuple_of(INT, INT)}
BOX = Datatype("Box", (), (Constructor("Box", (Binder("n", INT),)),))


def test_the_least_number_and_the_shortest_sequence_are_found() -> None:
    large = {"n": 127, "s": (9, -50, 9, 7), "p": (3, -8)}
    found = smallest_input(large, SORTS, {}, lambda each: each["n"] >= 12 and sum(each["s"]) <= -2 and each["p"][1] < 0)
    assert found == {"n": 12, "s": (-2,), "p": (0, -1)}


def test_what_is_smaller_is_of_the_sort_and_ends() -> None:
    assert list(smaller_values(6, INT, {})) == [0, 3, 5]
    assert list(smaller_values(-2, INT, {})) == [0, -1]
    assert list(smaller_values(DatatypeValue("Box", (1,)), Sort("Datatype", (), "Box"), {"Box": BOX})) == [
        DatatypeValue("Box", (0,))
    ]
    assert not list(smaller_values(0, INT, {}))
