"""What facts determine, and what they leave as constraints."""

from typing import Any

import pytest
from attrs import evolve

from specassay.core.deciding.engines import ENDLESS, counted_engines
from specassay.core.ir.build import conj, disj, eq, gt, implies, integer, op
from specassay.core.ir.contracts import Constructor, Datatype, Program
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import INT, OBJECT, Sort, array_of, multiset_of, seq_of, set_of
from specassay.core.ir.terms import Binder, Term, const, free_variables, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, Multiset, UninterpretedValue, array_object
from specassay.core.ir.variables import Name
from specassay.core.spec_testing.equations import Equations
from specassay.core.spec_testing.kept_reductions import simplified_fact

R, S, A = var("r#", INT), var("s#", seq_of(INT)), var("a#", array_of(INT))
B = var("b#", array_of(INT))
GIVEN = ArrayValue((1, 2), UninterpretedValue("object", -1))
BOX = Datatype("Box", (), (Constructor("Box", (Binder("arr", array_of(INT)), Binder("n", INT))),))
PROGRAM = Program("t", datatypes={"Box": BOX})


def at(index: int) -> Term:
    return op("seq.at", S, integer(index))


def length(value: int) -> Term:
    return eq(op("seq.len", S), integer(value))


def solved(*facts: Term, unchanged: frozenset[UninterpretedValue] | None = None) -> Equations:
    """What facts determine; as those of tests, or of a specification where some arrays are `unchanged`."""
    equations = Equations(PROGRAM, lambda name: str(name).endswith("#"), unchanged=unchanged)
    equations.solve(facts)
    return equations


def values(*facts: Term) -> dict[Name, Any]:
    return {name: value for name, value in solved(*facts).values.items() if str(name).endswith("#")}


def test_a_fact_may_use_what_another_determines() -> None:
    assert values(eq(at(1), R), length(2), eq(R, integer(5)), eq(at(0), integer(4))) == {
        "r#": 5,
        "s#": (4, 5),
    }


def joined(*parts: Term) -> Term:
    first, *others = parts
    for part in others:
        first = op("seq.concat", first, part)
    return first


def display(*elements: Term) -> Term:
    return op("seq.literal", *elements, sort=seq_of(INT))


def numbers(*elements: int) -> Term:
    return const(elements, seq_of(INT))


def test_one_part_of_a_concatenation_may_have_any_length() -> None:
    """As in `ensures old(items) == [x] + items` of what takes the first of some items."""
    assert values(eq(joined(display(R), S), numbers(1, 2, 3))) == {"r#": 1, "s#": (2, 3)}
    assert values(eq(joined(S, display(R)), numbers(1))) == {"r#": 1, "s#": ()}
    assert values(eq(joined(numbers(1), S, display(R)), numbers(1, 2, 3, 4))) == {"r#": 4, "s#": (2, 3)}
    assert values(eq(joined(S, S), numbers(1, 1))) == {}


def test_a_concatenation_that_is_too_long_or_has_other_elements_is_contradicted() -> None:
    for parts in ((display(R, R), S), (display(R),), (numbers(7), S)):
        assert solved(eq(joined(*parts), numbers(1) if len(parts) > 1 else numbers())).contradicted == {0}


def test_a_sequence_with_an_open_element_is_not_determined() -> None:
    equations = solved(length(2), eq(at(0), integer(4)), gt(at(1), integer(0)))
    assert "s#" not in equations.values
    constraints = equations.constraints()
    assert {name for term in constraints for name, _ in free_variables(term)} == {"s#"}
    assert len(constraints) == 3


def test_an_alternative_determines_nothing() -> None:
    equations = solved(disj(eq(R, integer(1)), eq(R, integer(2))))
    assert equations.values == {}
    assert len(equations.constraints()) == 1


def test_contradictions_are_numbered() -> None:
    assert solved(eq(R, integer(1)), gt(R, integer(0)), eq(R, integer(2))).contradicted == {2}
    assert solved(length(3), eq(S, const((1, 2), S.sort))).contradicted
    assert not solved(conj(length(2), eq(S, const((1, 2), S.sort)))).contradicted


def test_a_set_that_holds_as_many_elements_as_are_known_to_be_in_it_is_determined() -> None:
    for sort, made in ((set_of(INT), frozenset), (multiset_of(INT), Multiset)):
        unknown = var("t#", sort)
        kind = sort.kind.lower()
        parts = [op(operator_name(f"{kind}.subset"), const(made(part), sort), unknown) for part in ((1, 2), (2, 3))]
        card = op(operator_name(f"{kind}.card"), unknown)
        assert values(*parts, eq(card, integer(3))) == {"t#": made((1, 2, 3))}
        assert values(*parts, eq(card, integer(4))) == {}
        assert solved(*parts, eq(card, integer(2))).contradicted == {2}


def test_arrays_are_determined_by_their_elements() -> None:
    facts = (
        eq(op("array.len", A), integer(1)),
        eq(op("array.at", A, integer(0)), integer(7)),
    )
    assert solved(*facts).values["a#"].elements == (7,)


@pytest.mark.parametrize(("order", "sorted_"), [("le", (1, 2, 2)), ("lt", (1, 2, 2)), ("ge", (2, 2, 1))])
def test_what_is_in_order_and_whose_elements_are_known_is_determined(order: str, sorted_: tuple[int, ...]) -> None:
    """That the elements are not all different, and so `lt` of none, is for the other facts to say."""
    same = eq(op("multiset.of_seq", S), const(Multiset((2, 1, 2)), multiset_of(INT)))
    ordered = [op(operator_name(order), at(0), at(1)), op(operator_name(order), at(1), at(2))]
    assert solved(length(3), same, *ordered).values["s#"] == sorted_
    assert "s#" not in solved(length(3), same, ordered[0]).values
    assert "s#" not in solved(same, *ordered).values
    assert solved(length(2), same, op(operator_name(order), at(0), at(1))).contradicted


def elements(array: Term, *values: int) -> list[Term]:
    return [eq(op("array.at", array, integer(index)), integer(value)) for index, value in enumerate(values)]


def test_an_array_of_a_test_that_equals_another_one_holds_the_same() -> None:
    assert solved(eq(A, const(GIVEN, A.sort))).values["a#"].elements == (1, 2)


def test_an_array_of_a_specification_that_is_another_one_holds_the_same_where_that_is_unchanged() -> None:
    which = eq(A, const(GIVEN, A.sort))
    assert solved(which, unchanged=frozenset([array_object(GIVEN)])).values["a#"] == GIVEN
    changed = solved(which, *elements(A, 7), unchanged=frozenset())
    assert "a#" not in changed.values
    assert not changed.contradicted


def test_a_value_that_holds_an_array_is_determined_where_that_is_unchanged() -> None:
    boxes = var("x#", Sort("Datatype", (), "Box"))
    which = eq(boxes, const(DatatypeValue("Box", (GIVEN, 3)), boxes.sort))
    assert "x#" in solved(which, unchanged=frozenset([array_object(GIVEN)])).values
    assert "x#" not in solved(which, unchanged=frozenset()).values


def test_an_array_with_known_elements_is_the_one_that_a_fact_says() -> None:
    size = eq(op("array.len", A), integer(2))
    found = solved(size, *elements(A, 7, 8), eq(A, const(GIVEN, A.sort)), unchanged=frozenset())
    assert not found.contradicted
    assert (found.values["a#"].elements, found.values["a#"].identity) == ((7, 8), GIVEN.identity)


def test_an_array_that_may_be_another_one_is_not_determined_by_its_elements() -> None:
    """It would be neither, and the facts contradicted: no identity is known to be that of `a#`."""
    either = disj(eq(A, const(GIVEN, A.sort)), eq(A, B))
    found = solved(eq(op("array.elements", A), const((7, 8), S.sort)), either, unchanged=frozenset())
    assert "a#" not in found.values
    assert found.determined({"a": Binder("a#", A.sort)})["a"].elements == (7, 8)
    assert not found.contradicted


def test_two_names_of_one_array_have_one_value() -> None:
    which = [eq(op("array.object", each), const(array_object(GIVEN), OBJECT)) for each in (A, B)]
    same = implies(eq(A, B), eq(op("array.elements", A), op("array.elements", B)))
    size = eq(op("array.len", B), integer(2))
    found = solved(*which, size, same, *elements(A, 7, 8), unchanged=frozenset())
    assert found.values["b#"].elements == (7, 8)


def test_arrays_inside_displays_are_seen() -> None:
    box = op("datatype.make", A, integer(3), sort=Sort("Datatype", (), "Box"), data="Box")
    held = op("datatype.at", box, sort=A.sort, data=("Box", "arr"))
    key = UninterpretedValue("object", 4)
    stored = op("map.at", op("map.literal", const(key, OBJECT), A), const(key, OBJECT))
    first = op("tuple.at", op("tuple.make", A, integer(1)), data=0)
    rows = op("array.of", const(UninterpretedValue("object", -3), OBJECT), op("seq.literal", A))
    row = op("array.at", rows, integer(0))
    for array in (held, stored, first, row):
        facts = (eq(op("array.len", A), integer(1)), eq(op("array.at", array, integer(0)), integer(7)))
        assert solved(*facts).values["a#"].elements == (7,)


def test_a_value_that_is_said_outright_is_put_in_before_other_facts_are_looked_at() -> None:
    """Whichever fact stands first; an equation between two unknowns says neither."""
    low, high = op("le", integer(0), R), op("lt", R, integer(3))
    assert solved(conj(low, high, eq(integer(2), R))).pending == []
    assert solved(conj(low, high), eq(R, integer(5))).contradicted == {0}
    assert values(eq(R, var("q#", INT)), eq(var("q#", INT), integer(1))) == {"r#": 1, "q#": 1}


def test_what_a_fact_is_simplified_to_is_kept_where_the_time_was_enough() -> None:
    program = Program("kept")
    fact = conj(*(eq(op("add", integer(number), integer(number)), R) for number in range(60)))
    late = evolve(counted_engines(5.0), deadline=-1.0)
    assert simplified_fact(fact, program, late, set()) == fact
    left = simplified_fact(fact, program, ENDLESS, set())
    assert left != fact
    assert simplified_fact(fact, program, late, set()) == left
