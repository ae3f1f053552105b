import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.errors import Unsupported
from specassay.frontends.python import literal

from ...samples import samples
from .same import same

_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.complex_numbers(allow_nan=True),
    st.binary(max_size=5),
    st.text(st.characters(), max_size=5),
    st.builds(range, st.integers(-5, 5), st.integers(-5, 5)),
    st.just(...),
)
_keys = st.recursive(_scalars, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=4)
_values = st.recursive(
    _keys,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(_keys, inner, max_size=3),
        st.sets(_keys, max_size=3),
    ),
    max_leaves=8,
)


@settings(max_examples=samples(1600), deadline=None)
@given(_values)
def test_a_literal_evaluates_to_the_value(value: Any) -> None:
    assert same(eval(literal(value), {"inf": math.inf, "nan": math.nan}), value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "-0.0"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
        (2j, "2j"),
        (1 - 2j, "(1-2j)"),
        (complex(0.0, -2.0), "complex(0.0, -2.0)"),
        (complex(1, math.nan), "complex(1.0, nan)"),
        ("\ud800", "'\\ud800'"),
        (set(), "set()"),
        (frozenset({2, 10}), "frozenset({2, 10})"),
        ((1,), "(1,)"),
        ({"a": [None]}, "{'a': [None]}"),
        ([bool, int], "[bool, int]"),
    ],
)
def test_literals_read_naturally(value: Any, text: str) -> None:
    assert literal(value) == text


def test_a_huge_integer_has_a_literal() -> None:
    assert eval(literal(10**5000)) == 10**5000


def test_other_values_have_none() -> None:
    with pytest.raises(Unsupported, match="literal of type Random"):
        literal([random.Random()])
