"""Every operator on every pair of kinds of numbers, infinities and nan included, as CPython computes it."""

import itertools
import math
from collections.abc import Callable

import pytest

from specassay.core.encoding.encode import Encoding, encode
from specassay.core.encoding.inputs import KINDS
from specassay.core.encoding.pool import pooled
from specassay.core.encoding.renaming import compressed
from specassay.core.ir.terms import free_variables
from specassay.frontends.python import parse_contract

from ...samples import some
from .judges import EncodingJudge, python

NUMBERS = (0, 1, -3, True, 0.5, -1.5, 2.0, -8.0, math.inf, -math.inf, math.nan)
QUESTIONS = """
assert r == r
assert r > 0
assert r < 0
assert r == float('inf')
assert r == x
assert r == y
assert r < 2
"""


@pytest.mark.parametrize("operator", ["+", "-", "*", "//", "%", "/"])
def test_the_result_of_an_operator_is_that_of_cpython(operator: str) -> None:
    text = f"r = x {operator} y{QUESTIONS}"
    judge = EncodingJudge(parse_contract(text, name="contract", parameters=("x", "y")))
    real = python(text, ("x", "y"))
    pairs = some([*itertools.product(NUMBERS, repeat=2)], 3)
    decided = 0
    try:
        for x, y in pairs:
            found = judge.violated({"x": x, "y": y})
            decided += found is not None
            assert found in (None, real({"x": x, "y": y})), (x, y)
    finally:
        judge.close()
    assert decided > 0.9 * len(pairs)


@pytest.mark.parametrize("value", [None, True, 1, 1.5, 2j, "a", {1}, frozenset(), [1], (), {}, b"a"])
def test_a_text_without_a_place_for_a_value_is_not_formatted(value: object) -> None:
    text = "assert x % y"
    judge = EncodingJudge(parse_contract(text, name="contract", parameters=("x", "y")))
    real = python(text, ("x", "y"))
    try:
        for template in ("", "ab", "%s", "%"):
            found = judge.violated({"x": template, "y": value})
            assert found in (None, real({"x": template, "y": value})), template
    finally:
        judge.close()


PRODUCT = """
p = 1
for x in xs:
    p *= x
assert p != 0
assert p != 'ab'
"""


@pytest.mark.parametrize("in_other_words", [pooled, compressed], ids=["ranks", "alphabet"])
def test_roundings_speak_of_texts_as_the_facts_do(in_other_words: Callable[[Encoding], Encoding | None]) -> None:
    """A product of an unknown number of factors, some of them texts, is rounded where they are floats."""
    encoding = in_other_words(encode(parse_contract(PRODUCT, name="contract", parameters=("xs",)), KINDS, True))
    assert encoding is not None
    assert encoding.roundings
    sorts = dict(pair for fact in encoding.facts for pair in free_variables(fact))
    for rounding in encoding.roundings:
        for name, sort in free_variables(rounding.exact) | free_variables(rounding.result):
            assert sorts.get(name, sort) == sort, name
