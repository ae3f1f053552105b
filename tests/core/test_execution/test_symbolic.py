"""Values of which a part is not known keep what is known, and mean the same once the rest is."""

from typing import Any

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir.build import add, boolean, conj, disj, eq, integer, ite, lt, negate, op
from specassay.core.ir.operators.context import Undecided
from specassay.core.ir.sorts import BOOL, INT, array_of, seq_of, tuple_of
from specassay.core.ir.terms import Term, subterms, var
from specassay.core.ir.values import ArrayValue, FrozenMap
from specassay.core.test_execution.symbolic import (
    SymbolicValue,
    as_term,
    as_value,
    chosen,
    computed,
    is_symbolic,
    positive,
    settled,
    symbolic_terms,
)
from specassay.frontends.dafny import parse_program

PROGRAM = parse_program("", file="t.dfy")
R, P, Q = var("r", INT), var("p", BOOL), var("q", BOOL)
UNKNOWN_PART = SymbolicValue(R)


@pytest.mark.parametrize(
    "value",
    [
        UNKNOWN_PART,
        (1, UNKNOWN_PART),
        ((1, (UNKNOWN_PART,)), 2),
        frozenset({UNKNOWN_PART}),
        ArrayValue((0, UNKNOWN_PART), 1),
        FrozenMap({1: UNKNOWN_PART}),
        FrozenMap({UNKNOWN_PART: 1}),
    ],
)
def test_what_is_not_known_is_found_anywhere_in_a_value_and_can_be_settled(value: Any) -> None:
    assert is_symbolic(value)
    assert [*symbolic_terms(value)] == [R]
    assert not is_symbolic(settled(value, lambda term: 7))
    assert is_symbolic(value)


@pytest.mark.parametrize("value", [3, (), (1, (2,)), frozenset({1}), ArrayValue((), 1), None])
def test_a_value_that_is_known_stays_what_it_is(value: Any) -> None:
    assert not is_symbolic(value)
    assert settled(value, lambda term: pytest.fail("nothing to settle")) == value


def test_a_value_is_a_term_and_back() -> None:
    for value, sort in (((1, UNKNOWN_PART), seq_of(INT)), ((UNKNOWN_PART, True), tuple_of(INT, BOOL)), (3, INT)):
        term = as_term(value, sort)
        assert term.sort == sort
        back = as_value(term)
        assert settled(back, lambda part: 5) == settled(value, lambda part: 5)
    with pytest.raises(Undecided):
        as_term(FrozenMap({1: UNKNOWN_PART}), INT)


def value_of(term: Term, **values: Any) -> Any:
    return computed(term, values, {}, PROGRAM, Fuel())


def test_what_known_parts_decide_is_decided() -> None:
    items = var("s", seq_of(INT))
    assert value_of(op("seq.len", items), s=(1, UNKNOWN_PART)) == 2
    assert value_of(op("seq.at", items, integer(0)), s=(1, UNKNOWN_PART)) == 1
    second = value_of(add(op("seq.at", items, integer(1)), integer(2)), s=(1, UNKNOWN_PART))
    assert isinstance(second, SymbolicValue)
    assert evaluate(second.term, {"r": 5}).value == 7


def test_of_an_array_its_length_is_known_and_itself_is_no_term() -> None:
    array = var("a", array_of(INT))
    held = ArrayValue((1, UNKNOWN_PART), 1)
    assert value_of(op("array.len", array), a=held) == 2
    assert value_of(op("array.at", array, integer(0)), a=held) == 1
    with pytest.raises(Undecided):
        value_of(eq(array, var("b", array_of(INT))), a=held, b=ArrayValue((), 2))


def test_a_relation_goes_into_what_a_condition_chooses_from() -> None:
    counted = ite(P, integer(1), integer(0))
    found = value_of(eq(var("n", INT), integer(1)), n=SymbolicValue(counted))
    assert isinstance(found, SymbolicValue)
    assert found.term == P
    assert value_of(lt(var("n", INT), integer(2)), n=SymbolicValue(counted)) is True


@pytest.mark.parametrize(
    ("then", "orelse", "value"),
    [(1, 1, 1), ((1, 2), (1, 2), (1, 2)), (UNKNOWN_PART, UNKNOWN_PART, UNKNOWN_PART)],
)
def test_a_choice_between_one_value_is_that_value(then: Any, orelse: Any, value: Any) -> None:
    assert chosen(P, then, orelse, None) == value


@pytest.mark.parametrize(
    ("then", "orelse", "term"),
    [
        (True, False, P),
        (False, True, negate(P)),
        (True, SymbolicValue(Q), disj(P, Q)),
        (SymbolicValue(Q), False, conj(P, Q)),
    ],
)
def test_a_choice_of_truth_values_is_a_connective(then: Any, orelse: Any, term: Term) -> None:
    found = chosen(P, then, orelse, BOOL)
    assert isinstance(found, SymbolicValue)
    assert found.term == term


def test_what_no_term_chooses_is_not_known() -> None:
    for then, orelse in ((ArrayValue((1,), 1), ArrayValue((1,), 2)), (1, 2), (1, True)):
        with pytest.raises(Undecided):
            chosen(P, then, orelse, None)
    same = ArrayValue((1,), 1)
    assert chosen(P, same, ArrayValue((2,), 1), None) is same


@pytest.mark.parametrize(
    "term",
    [negate(conj(P, Q)), negate(disj(P, negate(Q))), negate(negate(P)), conj(negate(conj(P, Q)), Q), boolean(True)],
)
def test_negation_moves_inwards_and_keeps_the_meaning(term: Term) -> None:
    found = positive(term)
    assert all(node.args[0].op not in ("and", "or", "not") for node in _negations(found))
    for p in (False, True):
        for q in (False, True):
            assert evaluate(found, {"p": p, "q": q}).value is evaluate(term, {"p": p, "q": q}).value


def _negations(term: Term) -> list[Term]:
    return [node for node in subterms(term) if node.op == "not"]
