"""What a term forces, against all values of its atoms."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import conj, eq, integer, negate, op, string
from specassay.core.ir.sorts import BOOL, INT, STRING, seq_of
from specassay.core.ir.terms import Term, var
from specassay.core.spec_testing.consequences import forced

ATOMS = [var(name, BOOL) for name in "pqr"]
TERMS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.builds(lambda one: op("not", one), inner),
        st.builds(
            lambda name, one, other: op(name, one, other), st.sampled_from(["and", "or", "implies", "eq"]), inner, inner
        ),
        st.builds(lambda test, one, other: op("ite", test, one, other), inner, inner, inner),
    ),
    max_leaves=8,
)


def _holds(term: Term, values: dict[str, bool]) -> bool:
    return evaluate(term, values).value is True


@given(TERMS)
def test_it_is_what_holds_wherever_the_term_does(term: Term) -> None:
    every = (dict(zip("pqr", values, strict=True)) for values in product((False, True), repeat=3))
    where = [values for values in every if _holds(term, values)]
    found = set(forced(term))
    for literal in found:
        assert all(_holds(literal, values) for values in where)
    if where:
        always = [each for atom in ATOMS for each in (atom, negate(atom)) if all(_holds(each, v) for v in where)]
        assert found == set(always)


def test_what_equals_one_constant_equals_no_other() -> None:
    name = var("s", STRING)
    either = op("or", eq(name, string("a")), eq(name, string("b")))
    assert negate(eq(name, string("a"))) in forced(conj(either, eq(name, string("b"))))


def test_a_literal_about_a_part_is_one_about_the_whole() -> None:
    numbers = var("s", seq_of(INT))
    part = op("seq.slice", numbers, integer(1), var("n", INT))
    second = op("seq.at", part, integer(2))
    (literal,) = forced(eq(second, integer(5)))
    assert literal == eq(op("seq.at", numbers, integer(3)), integer(5))
