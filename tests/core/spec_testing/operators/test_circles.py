"""Values of codatatypes that come back to themselves."""

from itertools import islice
from random import Random
from typing import Any

from specassay.core.ir.contracts import Constructor
from specassay.core.ir.rational_trees import RationalTree
from specassay.core.ir.sorts import INT, Sort, datatype
from specassay.core.spec_testing.contents import contents
from specassay.core.spec_testing.operators import Mutation, operator_set
from specassay.core.spec_testing.operators.samples import drawn_circle, fields_of, near_circle, small_circles
from specassay.frontends.dafny import parse_program

TYPES = parse_program(
    "codatatype Stream = Next(head: int, tail: Stream)\ndatatype List = Nil | Cons(head: int, tail: List)", file="t.dfy"
).datatypes
STREAM, LIST = datatype("Stream"), datatype("List")


def sorts(made: Constructor) -> list[Sort]:
    return [binder.sort for binder in made.fields]


FIELDS = fields_of(STREAM, TYPES, sorts)


def heads(value: Any, count: int = 4) -> list[int]:
    found = []
    for _ in range(count):
        found.append(value.fields[0])
        value = value.fields[1]
    return found


def test_only_a_codatatype_has_values_without_an_end() -> None:
    assert [made.name for made, _ in FIELDS] == ["Next"]
    assert fields_of(LIST, TYPES, sorts) == ()
    assert fields_of(INT, TYPES, sorts) == ()


def test_small_circles_are_those_of_one_node_and_then_those_of_two() -> None:
    found = list(small_circles(STREAM, FIELDS, lambda sort: [0, 1]))
    assert [heads(each) for each in found] == [[0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0, 1], [1, 0, 1, 0]]
    assert len({contents(each) for each in found}) == len(found)


def test_a_drawn_circle_has_no_end() -> None:
    for seed in range(20):
        value = drawn_circle(STREAM, FIELDS, Random(seed), lambda sort: 7)
        assert isinstance(value, RationalTree)
        assert heads(value, 10) == [7] * 10


def test_what_is_near_a_circle_differs_from_it_near_its_beginning() -> None:
    (value, *_) = small_circles(STREAM, FIELDS, lambda sort: [0])
    mutation = Mutation(operator_set("paper"), Random(0), TYPES)
    found = list(islice(near_circle(value, STREAM, lambda name: [INT, STREAM], mutation), 30))
    assert any(heads(each)[0] != 0 for each in found)
    assert any(heads(each)[0] == 0 and heads(each)[1] != 0 for each in found)
