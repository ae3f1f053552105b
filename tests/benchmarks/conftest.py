"""What tests of runs of `bench` share."""

from collections.abc import Iterator

import pytest

# Those that take the functions by name when they are first imported must not be imported while these are replaced.
from specassay.benchmarks.commands import report, solvers  # noqa: F401
from specassay.benchmarks.run_report import document, html


@pytest.fixture(scope="module")
def no_report() -> Iterator[None]:
    """Without `report.html`, whose pictures take longer than the few tasks of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "read_report", lambda out, title: None)
        patch.setattr(html, "html_of", lambda report: "")
        yield
