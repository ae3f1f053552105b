"""What tests of runs of `bench` share."""

from collections.abc import Iterator

import pytest

from specassay.benchmarks.commands import run_bench


@pytest.fixture(scope="module")
def no_report() -> Iterator[None]:
    """Without `report.html`, whose pictures take longer than the few tasks of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_bench, "read_report", lambda out, title: None)
        patch.setattr(run_bench, "html_of", lambda report: "")
        yield
