"""How many inputs are looked for, for the tests of methods that have none."""

from collections.abc import Iterator

import pytest

from specassay.core.spec_testing import constructed, valid_inputs
from specassay.core.spec_testing.drawn_inputs import MOST_TRIED
from tests.samples import in_laws

OF_USERS = (valid_inputs.MOST_VALID, MOST_TRIED, constructed.ATTEMPTS)
OF_EVERY_DAY = (40, 1_000, 24)
"""Of each a third or little more: where a method gets two tests, they are chosen among more than enough. With the
numbers of users the tests of this folder took a quarter more processor time (159 s, not 127), for inputs that no
verdict depends on."""


def _look_for(bounds: tuple[int, int, int], patch: pytest.MonkeyPatch) -> None:
    most_valid, most_tried, attempts = bounds
    patch.setattr(valid_inputs, "MOST_VALID", most_valid)
    patch.setattr(valid_inputs, "MOST_TRIED", most_tried)
    patch.setattr(constructed, "ATTEMPTS", attempts)


@pytest.fixture(scope="module", autouse=True)
def few_inputs() -> Iterator[None]:
    """In the tests of every day fewer inputs are looked for than users get; `make laws` takes theirs. A module that is
    about the search has a fixture of this name that does nothing, and a single test asks for `all_inputs`."""
    with pytest.MonkeyPatch.context() as patch:
        if not in_laws():
            _look_for(OF_EVERY_DAY, patch)
        yield


@pytest.fixture
def all_inputs(few_inputs: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many inputs are looked for as users get: what the test asserts is seldom seen."""
    _look_for(OF_USERS, monkeypatch)
