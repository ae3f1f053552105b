"""Which values are all of a sort, and which are only some."""

from itertools import combinations

import pytest

from specassay.core.evaluate.calls import Closure
from specassay.core.evaluate.candidates import KnownElements, at_hand, everything, up_to_renaming
from specassay.core.evaluate.environment import Environment
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import UNBOUNDED, conj, disj, eq, exists, forall, ne
from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.sorts import BOOL, INT, OBJECT, Sort, bit_vector, datatype, seq_of, tuple_of, uninterpreted
from specassay.core.ir.terms import TRUE, Binder, Term, const, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, UninterpretedValue

T = uninterpreted("T")
LIST = Datatype("List", (), (Constructor("Nil", ()), Constructor("Cons", (Binder("tail", datatype("List")),))))
FLAG = Datatype("Flag", (), (Constructor("No", ()), Constructor("Yes", (Binder("how", BOOL),))))


def test_all_values_of_a_small_sort() -> None:
    assert everything(BOOL, {}) == (False, True)
    assert everything(tuple_of(BOOL, bit_vector(1)), {}) == ((False, 0), (False, 1), (True, 0), (True, 1))
    found = everything(datatype("Flag"), {"Flag": FLAG})
    assert found == (DatatypeValue("No"), DatatypeValue("Yes", (False,)), DatatypeValue("Yes", (True,)))


@pytest.mark.slow
def test_a_sort_with_too_many_values_or_without_end_has_no_list_of_them() -> None:
    for sort in (INT, seq_of(BOOL), bit_vector(17), tuple_of(bit_vector(16), BOOL), datatype("List")):
        assert everything(sort, {"List": LIST}) is None, sort


def test_values_at_hand_are_those_of_the_environment_with_their_neighbours() -> None:
    found = at_hand(INT, {"s": (40, 50)}, eq(var("n", INT), const(70, INT)), 100)
    assert {39, 40, 41, 49, 51, 69, 70, 71} <= set(found)
    assert 2 in found, "the length of s"
    assert len(at_hand(INT, {"s": tuple(range(1000))}, TRUE, 10)) == 10
    assert not any(isinstance(value, bool) for value in at_hand(INT, {"b": True}, TRUE, 100))


STEP = Datatype("Step", (), (Constructor("Add", (Binder("k", INT),)), Constructor("Pop", ())))
OTHER = Datatype("Other", (), (Constructor("Add", (Binder("k", BOOL), Binder("l", INT))),))


def test_values_of_a_datatype_are_made_of_those_at_hand() -> None:
    known = {"Step": STEP, "Other": OTHER, "List": LIST}
    there = {"s": (70,), "e": DatatypeValue("Add", (9,)), "o": DatatypeValue("Add", (True, 9))}
    found = at_hand(datatype("Step"), there, TRUE, 100, known)
    assert {DatatypeValue("Pop"), DatatypeValue("Add", (70,)), DatatypeValue("Add", (9,))} <= set(found)
    assert all(len(value.fields) < 2 for value in found), "a constructor of one name is another datatype's"
    assert len(at_hand(datatype("List"), {}, TRUE, 100, known)) > 1
    assert at_hand(datatype("Step"), there, TRUE, 100) == ()


def test_elements_up_to_renaming_are_the_known_ones_and_one_more_for_each_variable() -> None:
    known, named = UninterpretedValue("T", 1), UninterpretedValue("T", 5)
    body = eq(var("x", T), const(named, T))
    found = up_to_renaming(T, {"a": known}, body, 2, 100)
    assert found is not None
    assert set(found[:2]) == {known, named}
    assert len(set(found)) == 4
    assert up_to_renaming(T, {"a": known}, body, 2, 3) is None
    hidden = (*[known] * 6_000, UninterpretedValue("T", 9))
    assert up_to_renaming(T, {"s": hidden}, TRUE, 1, 100) is None


def test_equal_arrays_that_hold_different_elements_are_looked_through_each_for_itself() -> None:
    known: KnownElements = {}
    one, other = UninterpretedValue("T", 3), UninterpretedValue("T", 4)
    found = [up_to_renaming(T, {"a": ArrayValue((each,), "a")}, TRUE, 1, 100, known) for each in (one, other, one)]
    assert found == [(one, UninterpretedValue("T", 4)), (other, UninterpretedValue("T", 5)), (one, other)]


def test_elements_come_as_deep_as_they_are_those_of_all_variables_in_turn() -> None:
    elements = [UninterpretedValue("T", index) for index in range(4)]
    environment = {"m": FrozenMap({1: (elements[3],), 2: elements[1]}), "x": elements[0], "s": (elements[2],)}
    assert up_to_renaming(T, environment, TRUE, 0, 100) == (*elements[:3], elements[3])


def test_what_a_function_value_knows_is_not_seen() -> None:
    closure = Closure((Binder("y", T),), eq(var("y", T), const(UninterpretedValue("T", 7), T)), Environment({}))
    assert up_to_renaming(T, {"f": closure}, TRUE, 1, 100) is None


def quantified(quantifier: str, body: Term, sort: Sort = T) -> str:
    """The value of a quantifier over x and y that knows `a`."""
    binders = (Binder("x", sort), Binder("y", sort))
    known = UninterpretedValue(str(sort.label), 1)
    build = forall if quantifier == "forall" else exists
    found = evaluate(build(binders, body, (UNBOUNDED, UNBOUNDED)), {"a": known})
    return "true" if found.is_true else "false" if found.state == "defined" else found.state


def test_a_quantifier_over_a_type_parameter_is_decided_by_elements_that_nobody_mentions() -> None:
    x, y, a = (var(name, T) for name in "xya")
    assert quantified("exists", conj(ne(x, y), ne(x, a), ne(y, a))) == "true"
    assert quantified("forall", disj(eq(x, y), eq(x, a), eq(y, a))) == "false"
    assert quantified("forall", disj(ne(x, y), ne(x, a), eq(y, a))) == "true"
    for references in (OBJECT, uninterpreted("array3<Int>")):
        three = [var(name, references) for name in "xya"]
        assert quantified("exists", conj(*(ne(*pair) for pair in combinations(three, 2))), references) == "unknown"
