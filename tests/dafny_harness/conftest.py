"""How many inputs are looked for, for the tests of methods that have none."""

from collections.abc import Iterator

import pytest
from attrs import evolve

from specassay.core.spec_testing import constructed
from specassay.core.spec_testing import valid_inputs as searching
from specassay.core.spec_testing.spec_testing_limits import LIMITS
from tests.samples import in_laws

OF_USERS = (LIMITS.valid_inputs, LIMITS.drawn_inputs, LIMITS.building_attempts)
OF_EVERY_DAY = (40, 1_000, 24)
"""Of each a third or little more: where a method gets two tests, they are chosen among more than enough. With the
numbers of users the tests of this folder took a quarter more processor time (159 s, not 127), for inputs that no
verdict depends on."""


def _look_for(bounds: tuple[int, int, int], patch: pytest.MonkeyPatch) -> None:
    valid, drawn, attempts = bounds
    patch.setattr(searching, "LIMITS", evolve(LIMITS, valid_inputs=valid, drawn_inputs=drawn))
    patch.setattr(constructed, "LIMITS", evolve(LIMITS, building_attempts=attempts))


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
