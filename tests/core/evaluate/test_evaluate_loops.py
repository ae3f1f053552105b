"""Quantifiers spare work: what they keep between rounds and which loops they leave out changes no value."""

from collections.abc import Callable
from itertools import product
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir import build
from specassay.core.ir.build import conj, eq, exists, forall, implies, integer, le, lt, op
from specassay.core.ir.contracts import Function
from specassay.core.ir.sorts import INT, seq_of
from specassay.core.ir.terms import Binder, Term, var

from ...samples import samples

ZERO = integer(0)
I, J, N = (var(name, INT) for name in "ijn")  # noqa: E741
S = var("s", seq_of(INT))
NAMES = "ijn"


def at(index: Term) -> Term:
    return op("seq.at", S, index)


def up_to(index: Term, high: Term) -> Term:
    return conj(le(ZERO, index), lt(index, high))


def binders(names: str) -> list[Binder]:
    return [Binder(name, INT) for name in names]


class Undefined(Exception):
    pass


Oracle = Callable[[dict[str, Any]], Any]
Sample = tuple[Term, Oracle]


def _element(index: Sample) -> Sample:
    def oracle(environment: dict[str, Any]) -> int:
        position: int = index[1](environment)
        if not 0 <= position < len(environment["s"]):
            raise Undefined
        element: int = environment["s"][position]
        return element

    return at(index[0]), oracle


def _quotient(left: Sample, right: Sample) -> Sample:
    def oracle(environment: dict[str, Any]) -> int:
        dividend, divisor = left[1](environment), right[1](environment)
        if divisor == 0:
            raise Undefined
        quotient: int = (dividend - dividend % abs(divisor)) // divisor
        return quotient

    return op("div", left[0], right[0]), oracle


def _all(parts: list[Sample]) -> Sample:
    return op("and", *(term for term, _ in parts)), lambda environment: all(part(environment) for _, part in parts)


def _any(parts: list[Sample]) -> Sample:
    return op("or", *(term for term, _ in parts)), lambda environment: any(part(environment) for _, part in parts)


def _not(part: Sample) -> Sample:
    return op("not", part[0]), lambda environment: not part[1](environment)


def _implies(left: Sample, right: Sample) -> Sample:
    return op("implies", left[0], right[0]), lambda environment: not left[1](environment) or right[1](environment)


def _quantified(wanted: bool, names: list[str], highs: list[Sample], body: Sample) -> Sample:
    """Bounds mean the variables around the quantifier."""
    domains = [build.between(ZERO, high) for high, _ in highs]

    def oracle(environment: dict[str, Any]) -> bool:
        ranges: list[range] = []
        for position, (_, high) in enumerate(highs):
            limit: int = high(environment)
            ranges.append(range(limit))
            if position == 0 and limit <= 0:
                break  # The inner loop is never entered, nor is its bound looked at.
        if len(ranges) < len(highs):
            return not wanted
        for values in product(*ranges):
            found: bool = body[1]({**environment, **dict(zip(names, values, strict=True))})
            if found is wanted:
                return wanted
        return not wanted

    quantifier = exists if wanted else forall
    return quantifier([Binder(name, INT) for name in names], body[0], domains), oracle


def _constant(number: int) -> Oracle:
    return lambda environment: number


VARIABLES: list[Sample] = [(var(name, INT), itemgetter(name)) for name in NAMES]
LITERALS: list[Sample] = [(integer(number), _constant(number)) for number in (0, 1, 2)]
NUMBERS = st.recursive(
    st.sampled_from([*VARIABLES, *VARIABLES, *LITERALS]),
    lambda inner: st.builds(_element, inner) | st.builds(_quotient, inner, inner),
    max_leaves=3,
)
ATOMS = st.builds(
    lambda left, right: (lt(left[0], right[0]), lambda environment: left[1](environment) < right[1](environment)),
    NUMBERS,
    NUMBERS,
)


def _larger(inner: st.SearchStrategy[Sample]) -> st.SearchStrategy[Sample]:
    several = st.lists(inner, min_size=2, max_size=4)
    names = st.lists(st.sampled_from("ij"), min_size=1, max_size=2, unique=True)
    quantified = names.flatmap(
        lambda chosen: st.builds(
            _quantified,
            st.booleans(),
            st.just(chosen),
            st.lists(st.sampled_from([VARIABLES[2], *LITERALS]), min_size=len(chosen), max_size=len(chosen)),
            inner,
        )
    )
    return (
        st.builds(_all, several)
        | st.builds(_any, several)
        | st.builds(_not, inner)
        | st.builds(_implies, inner, inner)
        | quantified
    )


@settings(deadline=None, max_examples=samples(600))
@given(
    st.recursive(ATOMS, _larger, max_leaves=8),
    st.tuples(*(st.integers(0, 3) for _ in NAMES)),
    st.lists(st.integers(-1, 3), max_size=3).map(tuple),
)
def test_loops_agree_with_loops_in_python(sample: Sample, numbers: tuple[int, ...], elements: tuple[int, ...]) -> None:
    term, oracle = sample
    environment = {**dict(zip(NAMES, numbers, strict=True)), "s": elements}
    found = evaluate(term, environment)
    try:
        expected = oracle(environment)
    except Undefined:
        assert found.state == "undefined", term
    else:
        assert (found.state, found.value) == ("defined", expected), term


def test_what_does_not_depend_on_the_variables_is_computed_once() -> None:
    """10,000 rounds with a set of 500 each would be five million steps."""
    small = op("set.comprehension", build.between(ZERO, integer(500)), lt(ZERO, J), J, data=(Binder("j", INT),))
    outside = build.negate(op("set.member", I, small))
    whole = forall(binders("i"), outside, [build.between(integer(500), integer(10_500))])
    assert evaluate(whole, {}, fuel=Fuel(200_000)).value is True


def test_a_loop_is_left_out_where_an_outer_variable_decides() -> None:
    """Of 2,000 x 2,000 pairs, 2,000 are looked at."""
    size = op("seq.len", S)
    body = conj(up_to(I, size), up_to(J, size), eq(at(I), integer(7)), lt(at(J), ZERO))
    elements = (*range(10_000, 11_999), 7)
    found = evaluate(exists(binders("ij"), body), {"s": elements}, fuel=Fuel(200_000))
    assert (found.state, found.value) == ("defined", False)
    ordered = implies(conj(up_to(I, size), up_to(J, size), eq(at(I), integer(7)), lt(I, J)), le(at(I), at(J)))
    assert evaluate(forall(binders("ij"), ordered), {"s": elements}, fuel=Fuel(200_000)).value is True


@pytest.mark.parametrize(
    "term",
    [
        # At i = 0, s[j + 5] comes before the condition that would leave j out.
        exists(
            binders("ij"),
            conj(lt(at(op("add", J, integer(5))), ZERO), eq(I, integer(9))),
            [build.between(ZERO, integer(2)), build.between(ZERO, integer(2))],
        ),
        # What is undefined for an outer variable hides what comes after it.
        exists(
            binders("ij"),
            conj(lt(at(integer(5)), ZERO), eq(I, integer(9)), lt(J, I)),
            [build.between(ZERO, integer(2)), build.between(ZERO, integer(2))],
        ),
    ],
)
def test_a_loop_that_is_undefined_is_not_left_out(term: Term) -> None:
    assert evaluate(term, {"s": (1, 2)}).state == "undefined"


def test_nothing_is_computed_for_a_loop_without_rounds() -> None:
    never = forall(binders("i"), lt(at(integer(5)), I), [build.between(ZERO, ZERO)])
    assert evaluate(never, {"s": ()}).value is True
    inner = forall(binders("ij"), lt(at(I), J), [build.between(ZERO, integer(3)), build.between(ZERO, ZERO)])
    assert evaluate(inner, {"s": ()}).value is True


def test_a_function_with_a_parameter_of_the_same_name_sees_its_own() -> None:
    first = Function("First", (Binder("s", seq_of(INT)),), INT, body=at(ZERO))
    call = build.call("First", op("seq.literal", I), sort=INT)
    body = conj(eq(at(ZERO), integer(4)), eq(call, I))
    found = evaluate(forall(binders("i"), body, [build.between(ZERO, integer(3))]), {"s": (4,)}, {"First": first})
    assert found.value is True


def test_a_lambda_in_a_loop_keeps_its_own_variable() -> None:
    double = op("lambda", build.UNBOUNDED, op("add", I, I), data=(Binder("i", INT),))
    applied = op("apply", double, J)
    body = conj(eq(applied, op("add", J, J)), eq(op("add", I, I), integer(10)))
    found = evaluate(forall(binders("j"), body, [build.between(ZERO, integer(3))]), {"i": 5})
    assert found.value is True
