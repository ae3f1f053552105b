"""`n += 1` binds a new value where n is surely no container that changes, else a container is told apart."""

import pytest

from specassay.core.ir.sorts import VALUE
from specassay.core.ir.statements import Assign, Evaluate, If
from specassay.core.ir.terms import const, var
from specassay.core.spans import Span
from specassay.frontends.python import parse_contract
from specassay.frontends.python.aliasing.augmented_assignments import (
    augmented,
    binary,
    operator_of,
    plain_names,
    told_apart,
)

SPAN = Span("f.py", 1, 1, 1, 7)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("n = 1\nassert n", True),
        ("n = 1\nn = n + x\nassert n", True),  # what has a sum with a number is one
        ("n = x\nassert n", False),
        ("n = 1\nn = x\nassert n", False),
        ("n = [1]\nassert n", False),
        ("n = len(x)\nm = n\nn = m * 2\nassert n", True),
        ("n = 2 * x\nassert n", False),  # two lists of x's elements
        ("for n in x:\n    assert n", False),
        ("n = x and 1\nassert n", False),
        ("n = 1 if x else 'a'\nassert n", True),
        ("assert (n := 1) and (n := x)", False),
        ("def n(a):\n    return a\nassert n(x)", False),
    ],
)
def test_names_that_are_bound_to_no_container(text: str, plain: bool) -> None:
    contract = parse_contract(text, name="f", parameters=("x",))
    assert ("n" in plain_names(contract.body, frozenset({"x"}))) is plain
    assert "x" not in plain_names(contract.body, frozenset({"x"}))


@pytest.mark.parametrize("operator", ["+", "-", "*", "|", "&", "^"])
def test_an_augmented_assignment_has_the_result_of_its_operator(operator: str) -> None:
    statement = augmented("n", operator, var("x", VALUE), SPAN)
    assert operator_of(statement) == operator
    assigned = binary(statement)
    assert (assigned.target, assigned.value.op, assigned.value.data) == ("n", "python.binary", operator)
    assert [part.data for part in assigned.value.args] == ["n", "x"]


def test_no_container_takes_in_a_number_but_by_repetition() -> None:
    (found,) = told_apart(augmented("n", "+", const(1, VALUE), SPAN))
    assert isinstance(found, Assign)
    for operator, value in (("*", const(2, VALUE)), ("+", var("x", VALUE))):
        changed, otherwise = told_apart(augmented("n", operator, value, SPAN))
        assert isinstance(changed, If)
        assert isinstance(changed.then[0], Evaluate)
        assert isinstance(otherwise, Assign)
