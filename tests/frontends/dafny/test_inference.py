"""Unknown sorts: what unification makes of them, and what is left when nothing decides."""

import pytest

from specassay.core.errors import Unsupported
from specassay.core.ir.sorts import BOOL, INT, REAL, Sort, bit_vector, map_of, seq_of, set_of
from specassay.frontends.dafny.inference import Inference


def test_parts_of_sorts_are_found_from_either_side() -> None:
    inference = Inference()
    key, value = inference.fresh(), inference.fresh()
    inference.unify(map_of(key, seq_of(BOOL)), map_of(INT, value))
    assert inference.resolve(map_of(key, value)) == map_of(INT, seq_of(BOOL))


@pytest.mark.parametrize("number_first", [True, False])
@pytest.mark.parametrize("sort", [INT, bit_vector(8)])
def test_a_number_among_unknowns_stays_a_number(number_first: bool, sort: Sort) -> None:
    inference = Inference()
    number, other = inference.number(), inference.fresh()
    inference.unify(*((number, other) if number_first else (other, number)))
    with pytest.raises(Unsupported, match="incompatible types: Int and Bool"):
        inference.unify(other, BOOL)
    inference.unify(other, sort)
    assert inference.resolve(number) == inference.resolve(other) == sort


def test_a_number_is_an_int_when_nothing_decides_and_a_real_only_where_authors_write_so() -> None:
    inference = Inference()
    number = inference.number()
    assert inference.resolve(number) == INT
    with pytest.raises(Unsupported):
        inference.unify(number, REAL)
    lax = Inference(lax=True)
    number = lax.number()
    lax.unify(number, REAL)
    assert lax.resolve(number) == REAL


def test_what_cannot_be_is_unsupported() -> None:
    inference = Inference()
    unknown = inference.fresh()
    with pytest.raises(Unsupported, match="contains itself"):
        inference.unify(unknown, set_of(unknown))
    with pytest.raises(Unsupported, match="cannot be inferred"):
        inference.resolve(seq_of(inference.fresh()))
    with pytest.raises(Unsupported, match="incompatible types"):
        inference.unify(seq_of(INT), set_of(INT))


def test_what_waits_for_a_sort_runs_when_that_is_known_and_for_a_number_last() -> None:
    inference = Inference()
    first, number = inference.fresh(), inference.number()
    found: list[Sort] = []

    def decide(sort: Sort) -> None:
        found.append(sort)
        inference.unify(first, REAL)

    inference.when_known(number, decide, "+", None)
    inference.when_known(first, found.append, "a member", None)
    inference.solve()
    assert found == [INT, REAL]
    inference.when_known(inference.fresh(), found.append, "a member", None)
    with pytest.raises(Unsupported, match="a member of a type that cannot be inferred"):
        inference.solve()
