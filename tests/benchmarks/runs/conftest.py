"""CPython in a sandbox, for the tests of a module."""

from collections.abc import Iterator

import pytest

from specassay.backends.python.replay import Replayer


@pytest.fixture(scope="module")
def replayer() -> Iterator[Replayer]:
    with Replayer() as found:
        yield found
