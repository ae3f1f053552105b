"""What is in a block of statements."""

from typing import Any

import attrs
import pytest

from specassay.core.ir import statements
from specassay.core.ir.build import boolean
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.statements import Check, ExceptHandler, If, Return, Try, names_of, statements_of, terms_of
from specassay.core.ir.terms import var

TRUE = boolean(True)


def test_nested_blocks_are_included_in_the_order_of_the_text() -> None:
    inner = [Check(number, var(f"c{number}", BOOL)) for number in range(5)]
    handler = ExceptHandler(("ValueError",), None, (inner[1],))
    attempt = Try((inner[0],), (handler,), (inner[2],), (inner[3],))
    block = (If(TRUE, (attempt,), (inner[4],)), Return(None))
    found = list(statements_of(block))
    assert found[:2] == [block[0], attempt]
    assert {each.clause for each in found if isinstance(each, Check)} == set(range(5))
    assert {term.data for term in terms_of(block) if term.op == "var"} == {f"c{number}" for number in range(5)}


KINDS = [
    kind
    for kind in vars(statements).values()
    if isinstance(kind, type) and attrs.has(kind) and kind.__module__ == statements.__name__
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_block_of_a_statement_is_left_out(kind: Any) -> None:
    """Every field of statements is one of those that are looked into, by its name."""
    blocks = {field.name for field in attrs.fields(kind) if "Statement" in str(field.type)}
    assert blocks <= {"body", "then", "orelse", "final"}


def test_the_names_of_a_nested_target() -> None:
    assert names_of((("x", "y"), "z")) == {"x", "y", "z"}
