"""A clause depends on each statement that is not lowered and may be executed before it."""

import pytest

from specassay.core.ir.statements import Assign
from specassay.frontends.python import parse_contract
from specassay.frontends.python.dependence import blocks, dependent_clauses


@pytest.mark.parametrize(
    ("text", "dependent"),
    [
        ("assert x\ndel y\nassert x", {1}),
        ("for i in x:\n    assert i\n    del y\nassert x", {0, 1}),
        ("if x:\n    assert x\nelse:\n    del y\nassert x", {1}),
        ("def h(v):\n    del y\n    return v\nassert x\nassert h(x)", {1}),
        ("def h(v):\n    return g(v)\ndef g(v):\n    del y\n    return v\nassert x\nassert h(x)", {1}),
        ("def h(v):\n    del y\n    return v\nassert x", set()),
        ("while x:\n    assert x\n    if x:\n        del y\nelse:\n    assert x", {0, 1}),
        ("try:\n    assert x\n    del y\nexcept ValueError:\n    assert x\nfinally:\n    assert x", {1, 2}),
    ],
)
def test_what_may_be_executed_before_a_clause(text: str, dependent: set[int]) -> None:
    contract = parse_contract(text, name="f", parameters=("x",))
    assert set(dependent_clauses(contract.body)) == dependent
    assert {number for number, clause in enumerate(contract.clauses) if clause.problems} == dependent


def test_the_blocks_of_a_statement_are_in_source_order() -> None:
    text = "try:\n    a = 1\nexcept ValueError:\n    a = 2\nelse:\n    a = 3\nfinally:\n    a = 4\nassert x"
    statement, _ = parse_contract(text, name="f", parameters=("x",)).body
    assigned = [each.value.data for body in blocks(statement) for each in body if isinstance(each, Assign)]
    assert assigned == [1, 2, 3, 4]
