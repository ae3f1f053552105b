"""What a term asks of a display is the part that it asks for, and never another value."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.deciding.displays import has_value, rebuilt
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import boolean, integer, op
from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.sorts import INT, OBJECT, Sort, array_of, datatype, map_of, seq_of, tuple_of
from specassay.core.ir.terms import Binder, Term, const, make, var
from specassay.core.ir.values import UninterpretedValue

X, Y, S = var("x", INT), var("y", INT), var("s", seq_of(INT))
BOX = Datatype(
    "Box", (), (Constructor("Box", (Binder("n", INT),)), Constructor("Pair", (Binder("n", INT), Binder("m", INT))))
)
DATATYPES = {"Box": BOX}
PAIR = op("datatype.make", X, Y, data="Pair", sort=datatype("Box"))
DISPLAY = op("seq.literal", X, Y, sort=seq_of(INT))
UNDEFINED = op("seq.at", S, integer(99))


def asked(node: Term) -> Term:
    return rebuilt(node, node.args, DATATYPES)


def map_display(*pairs: Term) -> Term:
    return op("map.literal", *pairs, sort=map_of(INT, INT))


M = var("m", map_of(INT, INT))


def updated(key: Term, value: Term, before: Term = M) -> Term:
    return op("map.update", before, key, value)


@pytest.mark.parametrize(
    ("node", "part"),
    [
        (op("seq.len", DISPLAY), integer(2)),
        (op("seq.at", DISPLAY, integer(1)), Y),
        (op("seq.slice", DISPLAY, integer(1), integer(2)), op("seq.literal", Y, sort=seq_of(INT))),
        (op("tuple.at", op("tuple.make", X, Y, data=None), data=0), X),
        (op("datatype.is", PAIR, data="Pair"), boolean(True)),
        (op("datatype.is", PAIR, data="Box"), boolean(False)),
        (op("datatype.at", PAIR, data=("Pair", "m"), sort=INT), Y),
        (op("map.member", integer(2), map_display(integer(1), X)), boolean(False)),
        (op("map.at", map_display(integer(1), X, integer(1), Y), integer(1)), Y),
        (op("map.at", updated(integer(1), X), integer(1)), X),
        (op("map.member", integer(1), updated(integer(1), X)), boolean(True)),
        (op("map.member", integer(2), updated(integer(1), X)), op("map.member", integer(2), M)),
        (op("map.at", updated(integer(2), Y, updated(integer(1), X)), integer(1)), X),
    ],
)
def test_a_part_of_a_display_is_that_part(node: Term, part: Term) -> None:
    assert asked(node) == part


@pytest.mark.parametrize(
    "node",
    [
        op("seq.at", DISPLAY, integer(2)),
        op("seq.at", DISPLAY, X),
        op("seq.slice", DISPLAY, integer(2), integer(1)),
        op("datatype.at", PAIR, data=("Box", "n"), sort=INT),
        op("map.at", map_display(integer(1), X), integer(2)),
        op("map.at", map_display(X, Y), integer(1)),
        op("map.member", X, map_display(integer(1), Y)),
        op("map.at", updated(X, Y), integer(1)),
        op("map.at", updated(integer(1), UNDEFINED), integer(1)),
        op("seq.len", S),
    ],
)
def test_what_has_no_value_or_depends_on_one_stays(node: Term) -> None:
    assert asked(node) is node


@pytest.mark.parametrize(
    "display", [op("seq.literal", X, UNDEFINED, sort=seq_of(INT)), op("tuple.make", X, UNDEFINED, data=None)]
)
def test_no_part_is_lost_that_may_have_no_value(display: Term) -> None:
    assert not has_value(display)
    node = op("tuple.at", display, data=0) if display.op == "tuple.make" else op("seq.at", display, integer(0))
    assert asked(node) is node


@pytest.mark.parametrize(("index", "known"), [(-3, True), (0, False)])
def test_the_elements_of_an_array_are_known_unless_it_is_null(index: int, known: bool) -> None:
    which = const(UninterpretedValue("object", index), OBJECT)
    array = make("array.of", (which, DISPLAY), array_of(INT))
    for node in (op("array.len", array), op("array.at", array, integer(0)), op("array.elements", array)):
        assert (asked(node) is node) is not known


NUMBERS = st.integers(-1, 3)
ELEMENTS = st.lists(st.sampled_from([X, Y, integer(0), integer(1)]), max_size=3)


def nodes(elements: list[Term], first: int, last: int) -> list[Term]:
    display = op("seq.literal", *elements, sort=seq_of(INT))
    sort: Sort = tuple_of(*(INT for _ in elements))
    pairs = [part for number, element in enumerate(elements) for part in (integer(number % 2), element)]
    return [
        op("seq.len", display),
        op("seq.at", display, integer(first)),
        op("seq.slice", display, integer(first), integer(last)),
        op("map.at", map_display(*pairs), integer(first)),
        op("map.member", integer(first), map_display(*pairs)),
        op("map.at", updated(integer(last), X, map_display(*pairs)), integer(first)),
        op("map.member", integer(first), updated(integer(last), X, map_display(*pairs))),
        *(op("tuple.at", make("tuple.make", elements, sort), data=place) for place in range(len(elements))),
    ]


@given(elements=ELEMENTS, first=NUMBERS, last=NUMBERS, x=NUMBERS, y=NUMBERS)
def test_the_value_stays_the_same(elements: list[Term], first: int, last: int, x: int, y: int) -> None:
    values: dict[Any, Any] = {"x": x, "y": y}
    for node in nodes(elements, first, last):
        before, after = evaluate(node, values), evaluate(asked(node), values)
        assert (after.state, after.value) == (before.state, before.value)
