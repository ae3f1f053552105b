"""Mutants of contracts: what is changed, and what is left alone."""

import ast
from typing import TYPE_CHECKING

import pytest

from specassay.core.errors import InputError

if TYPE_CHECKING:  # To import mutmut takes each worker of xdist a second and more, and few of them run these tests.
    from specassay.benchmarks.runs.adequacy.measure import ContractMutant

CONTRACT = """
    assert isinstance(n, int), "an int"  # $_CONTRACT_$
    limit = 10
    assert 0 <= n and n < limit, f"too large: {n}"
"""


def mutants(text: str) -> tuple["ContractMutant", ...]:
    from specassay.benchmarks.runs.adequacy.measure import mutants

    return mutants(text)


def conditions(text: str) -> str:
    from specassay.benchmarks.runs.adequacy.measure import conditions

    return conditions(text)


def test_every_clause_is_dropped_once() -> None:
    from specassay.benchmarks.runs.adequacy.measure import DROPPED

    dropped = [(mutant.clause, mutant.before) for mutant in mutants(CONTRACT) if mutant.operator == DROPPED]
    assert dropped == [(0, "assert isinstance(n, int)"), (1, "assert 0 <= n and n < limit")]


def test_the_operators_of_mutmut_change_one_place_each() -> None:
    changed = {(mutant.operator, mutant.after, mutant.clause) for mutant in mutants(CONTRACT)}
    assert ("swap op", "assert 0 < n and n < limit", 1) in changed
    assert ("swap op", "assert 0 <= n or n < limit", 1) in changed
    assert ("number", "limit = 11", None) in changed
    assert ("assignment", "limit = None", None) in changed


def test_messages_are_no_part_of_what_a_contract_accepts() -> None:
    assert "too large" not in conditions(CONTRACT)
    guard = "if n < 0:\n    raise ValueError('negative')\nassert n"
    assert all("NEGATIVE" not in mutant.text and "XX" not in mutant.text for mutant in mutants(guard))


def test_mutants_are_programs_and_all_different() -> None:
    made = mutants(CONTRACT)
    abstract_values = {ast.dump(ast.parse(mutant.text)) for mutant in made}
    assert len(abstract_values) == len(made)
    assert ast.dump(ast.parse(conditions(CONTRACT))) not in abstract_values


def test_what_cannot_be_mutated_is_bad_input() -> None:
    from specassay.benchmarks.runs.run_limits import LIMITS

    for text in ("assert (", "assert x" + " and x" * LIMITS.mutated_characters):
        with pytest.raises(InputError):
            mutants(text)
