"""Texts that are numbers to int, with a base and without, and to float: as CPython reads them."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.abstract_values import AbstractFloat, AbstractInt
from specassay.core.encoding.context import Context
from specassay.core.encoding.conversions import float_of_text, int_of_text, int_with_base, numerals
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import conj, op, string
from specassay.core.ir.sorts import STRING
from specassay.core.ir.terms import var

from ...samples import samples
from .symbolic import exceptions, known

TEXT = var("s", STRING)
NUMBERS = ["7", "+7", "-0", "007", " 5\n", "1_000", "_1", "1__0", "", "-", "1.5", "٣", "x", "9" * 30, "+-1", "- 1"]
FLOATS = ["1", "-2", ".5", "5.", "-.5e3", "1e", ".", "inf", "-Infinity", "NaN", "+nan", "infinit", " 1 ", "1_0.5", "٣"]
BASES = (0, 2, 3, 8, 10, 16, 35, 36)
NUMERALS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", " ", "-", "+", "\u2003-", "\x1c"]),
    st.sampled_from(["", "0", "0x", "0X_", "0b", "0o", "\u0660x", "0x-", "1_"]),
    st.text(alphabet="0011129_7afFxzZ\u0663\u00e9", max_size=6),
    st.sampled_from(["", "", " ", "\n", "_"]),
)


@pytest.mark.parametrize("text", NUMBERS)
def test_a_text_that_is_not_known_is_a_number_where_int_says_so(text: str) -> None:
    context = Context()
    ((_, found),) = int_of_text(context, TEXT)
    assert isinstance(found, AbstractInt)
    try:
        expected = int(text)
    except ValueError:
        assert exceptions(context, {"s": text}) == ["ValueError"]
        return
    assert exceptions(context, {"s": text}) == []
    # Spaces, underscores and digits beyond ASCII leave the number open: it is the unknown one, whatever that is.
    plain = text.lstrip("+-").isascii() and text.lstrip("+-").isdigit()
    unknown = context.wholes[TEXT].data
    for other in (expected, expected + 1):
        assert known(found.term, {"s": text, unknown: other}) == (expected if plain else other)
    left_open = any(known(cut.guard, {"s": text}) is True for cut in context.cuts)
    assert left_open is not plain


@pytest.mark.parametrize("text", FLOATS)
@pytest.mark.parametrize("grid", [True, False])
def test_of_a_text_as_a_float_the_kind_is_exact(text: str, grid: bool) -> None:
    context = Context(grid=grid)
    ((_, found),) = float_of_text(context, TEXT)
    assert isinstance(found, AbstractFloat)
    try:
        expected = float(text)
    except ValueError:
        assert exceptions(context, {"s": text}) == ["ValueError"]
        return
    assert exceptions(context, {"s": text}) == []
    kind = 3 if math.isnan(expected) else 0 if math.isfinite(expected) else 1 if expected > 0 else 2
    assert known(found.kind, {"s": text}) == kind
    if grid and text.lstrip("+-").isdigit() and text.isascii():
        for eighths in (int(expected) * 8, int(expected) * 8 + 1):
            allowed = known(conj(*context.facts), {"s": text, found.value.data: eighths})
            assert allowed is (eighths == int(expected) * 8)


def _int(text: str, base: int) -> int | None:
    try:
        return int(text, base)
    except ValueError:
        return None


@given(st.sampled_from(BASES), NUMERALS | st.text(max_size=3))
@settings(max_examples=samples(800), deadline=None)
def test_int_with_a_base(base: int, text: str) -> None:
    value = _int(text, base)
    assert evaluate(op("str.in_re", string(text), numerals(base)), {}).value is (value is not None)
    assert evaluate(op("str.in_re", string(text), numerals(base, zero=True)), {}).value is (value == 0)
    context = Context(skolem_constants=1)
    ((_, abstract),) = int_with_base(context, var("text", STRING), base)
    assert isinstance(abstract, AbstractInt)
    values = {"text": text, abstract.term.data: 77 if value is None else value}
    for fact in context.facts:
        assert evaluate(fact, values).value is True, fact
    assert evaluate(context.raised[0].guard, values).value is (value is None)
