"""Comparisons of polynomials, against direct computation."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.deciding.simplifier import decided
from specassay.core.deciding.simplify import simplify
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir import build
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import INT, REAL
from specassay.core.ir.terms import Term, var
from specassay.core.ir.variables import field_variable

from ...samples import samples

N, M = var("n", INT), var("m", INT)
X = var("x", REAL)
FIELD = var(field_variable("o", "width"), INT)


def _square(term: Term) -> Term:
    return build.mul(term, term)


@pytest.mark.parametrize(
    ("comparison", "truth"),
    [
        (
            build.eq(
                build.mul(N, build.sub(build.mul(build.integer(2), N), build.integer(1))),
                build.sub(build.mul(build.integer(2), build.mul(N, N)), N),
            ),
            True,
        ),
        (build.lt(_square(build.add(N, M)), build.add(_square(build.add(M, N)), build.integer(1))), True),
        (build.ge(_square(N), build.add(build.mul(N, N), build.integer(3))), False),
        (build.eq(_square(X), build.add(build.mul(X, X), build.real("0.5"))), False),
        (build.eq(_square(N), build.mul(N, M)), None),
        (build.eq(build.mul(FIELD, N), build.mul(N, FIELD)), True),
        (build.le(N, N), None),
        (build.eq(build.op("div", _square(N), M), build.op("div", _square(N), M)), None),
    ],
)
def test_decided(comparison: Term, truth: bool | None) -> None:
    assert decided(comparison) is truth


def _polynomials() -> st.SearchStrategy[Term]:
    leaves = st.sampled_from([N, M]) | st.integers(-5, 5).map(build.integer)
    binary: list[Callable[..., Term]] = [build.add, build.sub, build.mul]
    return st.recursive(
        leaves, lambda inner: st.builds(lambda f, a, b: f(a, b), st.sampled_from(binary), inner, inner), max_leaves=7
    )


@settings(max_examples=samples(600), deadline=None)
@given(_polynomials(), _polynomials(), st.sampled_from(["eq", "lt", "le", "gt", "ge"]), st.data())
def test_a_decision_holds_for_all_values(left: Term, right: Term, order: str, data: st.DataObject) -> None:
    comparison = build.op(operator_name(order), left, right)
    truth = decided(comparison)
    values = {"n": data.draw(st.integers(-9, 9)), "m": data.draw(st.integers(-9, 9))}
    if truth is not None:
        assert evaluate(comparison, values).value is truth
    assert evaluate(simplify(comparison, {}), values) == evaluate(comparison, values)
