"""The sorts of connectives, binders and applications: what does not fit is refused where the term is built."""

from typing import Any

import pytest

from specassay.core.errors import SortError
from specassay.core.ir.build import UNBOUNDED, boolean, integer, op
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.operators.context import EvaluationContext, Undecided
from specassay.core.ir.operators.logic import LOGIC
from specassay.core.ir.operators.table import OPERATORS, STRICT
from specassay.core.ir.sorts import BOOL, INT, OBJECT, Sort, datatype, function_of, map_of, seq_of, set_of, tuple_of
from specassay.core.ir.terms import Binder, Term, var
from specassay.core.ir.values import DatatypeValue, FrozenMap, FunctionValue

X, P = Binder("x", INT), Binder("i", BOOL)
TRUE, ONE = boolean(True), integer(1)
F = var("f", function_of(INT, BOOL, INT))
RANGE = op("range", integer(0), integer(9))


@pytest.mark.parametrize(
    ("name", "arguments", "data", "sort"),
    [
        ("forall", (UNBOUNDED, TRUE), (X,), BOOL),
        ("exists", (UNBOUNDED, RANGE, TRUE), (X, X), BOOL),
        ("set.comprehension", (RANGE, TRUE, ONE), (X,), set_of(INT)),
        ("map.comprehension", (RANGE, TRUE, ONE, TRUE), (X,), map_of(INT, BOOL)),
        ("seq.comprehension", (RANGE, TRUE), (X,), seq_of(BOOL)),
        ("lambda", (UNBOUNDED, UNBOUNDED, ONE), (X, P), function_of(INT, BOOL, INT)),
        ("let", (ONE, TRUE, ONE), (X, P), INT),
        ("such_that", (RANGE, TRUE, ONE), (X,), INT),
        ("apply", (F, ONE, TRUE), None, INT),
        ("function.requires", (F, ONE, TRUE), None, BOOL),
        ("function.reads", (F, ONE, TRUE), None, set_of(OBJECT)),
        ("ite", (TRUE, ONE, ONE), None, INT),
    ],
)
def test_a_term_has_the_sort_that_its_parts_give_it(
    name: str, arguments: tuple[Term, ...], data: Any, sort: Sort
) -> None:
    assert op(operator_name(name), *arguments, data=data).sort == sort


@pytest.mark.parametrize(
    ("name", "arguments", "data"),
    [
        ("forall", (UNBOUNDED, ONE), (X,)),
        ("forall", (ONE, TRUE), (X,)),
        ("forall", (UNBOUNDED, TRUE, TRUE), (X,)),
        ("exists", (UNBOUNDED, TRUE), (X, X)),
        ("set.comprehension", (RANGE, ONE, ONE), (X,)),
        ("set.comprehension", (RANGE, TRUE), (X,)),
        ("map.comprehension", (RANGE, TRUE, ONE), (X,)),
        ("seq.comprehension", (RANGE, TRUE), (P,)),
        ("let", (TRUE, ONE), (X,)),
        ("such_that", (RANGE, ONE, ONE), (X,)),
        ("apply", (F, ONE), None),
        ("apply", (F, TRUE, ONE), None),
        ("apply", (ONE, ONE), None),
        ("apply", (), None),
        ("ite", (TRUE, ONE, TRUE), None),
        ("eq", (ONE, TRUE), None),
    ],
)
def test_parts_that_do_not_fit_are_refused(name: str, arguments: tuple[Term, ...], data: Any) -> None:
    with pytest.raises(SortError):
        op(operator_name(name), *arguments, data=data)


def test_functions_are_not_compared() -> None:
    """Two functions may be equal without being written alike: false would be a false proof."""

    def equal(left: Any, right: Any, sort: Sort) -> Any:
        term = var("x", sort)
        return STRICT["eq"](op("eq", term, term), EvaluationContext(), left, right)

    one, other = FunctionValue(), FunctionValue()
    pair, box = tuple_of(F.sort, INT), datatype("Box")
    held: list[tuple[Any, Any, Sort]] = [
        (one, other, F.sort),
        ((one, 1), (other, 1), pair),
        (frozenset({one}), frozenset({other}), set_of(F.sort)),
        (FrozenMap({1: one}), FrozenMap({1: other}), map_of(INT, F.sort)),
        (DatatypeValue("Box", ((one,),)), DatatypeValue("Box", ((other,),)), box),
    ]
    for left, right, sort in held:
        assert equal(left, left, sort) is True
        with pytest.raises(Undecided):
            equal(left, right, sort)
    assert equal((one, 1), (other, 2), pair) is False
    assert equal((one,), (other, other), seq_of(F.sort)) is False
    assert equal(FrozenMap({1: one}), FrozenMap({2: one}), map_of(INT, F.sort)) is False
    assert equal(DatatypeValue("Box", (one,)), DatatypeValue("Bag", (one,)), box) is False
    assert equal(1, 1, INT) is True


def test_what_need_not_have_all_its_arguments_is_evaluated_by_the_evaluator() -> None:
    lazy = {row.name for row in LOGIC if row.evaluate is None}
    assert {"and", "or", "implies", "ite", "forall", "exists", "let", "such_that"} <= lazy
    assert lazy.isdisjoint({"not", "eq"})
    assert all(OPERATORS[row.name] is row for row in LOGIC)
