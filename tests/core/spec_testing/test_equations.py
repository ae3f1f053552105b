"""What facts determine, and what they leave as constraints."""

from typing import Any

from specassay.core.ir.build import conj, disj, eq, gt, integer, op
from specassay.core.ir.contracts import Program
from specassay.core.ir.sorts import INT, array_of, multiset_of, seq_of, set_of
from specassay.core.ir.terms import Term, const, free_variables, var
from specassay.core.ir.values import Multiset
from specassay.core.ir.variables import Name
from specassay.core.spec_testing.equations import Equations

R, S, A = var("r#", INT), var("s#", seq_of(INT)), var("a#", array_of(INT))


def at(index: int) -> Term:
    return op("seq.at", S, integer(index))


def length(value: int) -> Term:
    return eq(op("seq.len", S), integer(value))


def solved(*facts: Term) -> Equations:
    equations = Equations(Program("t"), lambda name: str(name).endswith("#"))
    equations.solve(facts)
    return equations


def values(*facts: Term) -> dict[Name, Any]:
    return {name: value for name, value in solved(*facts).values.items() if str(name).endswith("#")}


def test_a_fact_may_use_what_another_determines() -> None:
    assert values(eq(at(1), R), length(2), eq(R, integer(5)), eq(at(0), integer(4))) == {
        "r#": 5,
        "s#": (4, 5),
    }


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
        parts = [op(f"{kind}.subset", const(made(part), sort), unknown) for part in ((1, 2), (2, 3))]
        card = op(f"{kind}.card", unknown)
        assert values(*parts, eq(card, integer(3))) == {"t#": made((1, 2, 3))}
        assert values(*parts, eq(card, integer(4))) == {}
        assert solved(*parts, eq(card, integer(2))).contradicted == {2}


def test_arrays_are_determined_by_their_elements() -> None:
    facts = (
        eq(op("array.len", A), integer(1)),
        eq(op("array.at", A, integer(0)), integer(7)),
    )
    assert solved(*facts).values["a#"].elements == (7,)
