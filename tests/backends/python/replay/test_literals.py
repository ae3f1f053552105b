"""What the Python frontend writes, the replay worker reads."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.backends.python.replay.guest.literals import NAMES
from specassay.backends.python.replay.guest.literals import literal as value_of
from specassay.backends.python.sandbox.guest import sample
from specassay.frontends.python import literal

HASHABLE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | st.binary()
    | st.builds(range, st.integers(-9, 9), st.integers(-9, 9)),
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3) | st.tuples(),
    max_leaves=5,
)
VALUES = st.recursive(
    HASHABLE,
    lambda inner: st.lists(inner) | st.sets(HASHABLE, max_size=3) | st.dictionaries(HASHABLE, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
@settings(deadline=None)
def test_literals_are_read_back(value: object) -> None:
    text = literal(value)
    again = value_of(text)
    assert type(again) is type(value)
    assert literal(again) == text


def test_there_is_one_not_a_number() -> None:
    # Membership tests and comparisons of lists look at identity first.
    assert value_of("nan") is value_of("[nan]")[0] is math.nan


def test_calls_of_programs_may_use_the_same_names_as_replays() -> None:
    # Two tables, since the two guests share no module.
    assert sample.NAMES == NAMES
