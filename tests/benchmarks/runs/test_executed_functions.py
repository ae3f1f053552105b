"""A Python function with a postcondition and without tests is judged by what its body does on valid inputs."""

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.runs.run import RunSettings, run_specifications
from specassay.benchmarks.schema import SpecRow
from specassay.benchmarks.schema.spec import AssessmentPart

MODULE = '''
import icontract


def root(n: int) -> int:
    """
    pre: n >= 0
    post: _ * _ <= n < (_ + 1) * (_ + 1)
    """
    r = 0
    while (r + 1) * (r + 1) <= n:
        r += 1
    return r + (n == 7)


def kept(xs: list[int]) -> list[int]:
    """
    post: len(__return__) == len(xs)
    """
    return sorted(xs)


@icontract.ensure(lambda result: sorted(result) == result)
def sorted_once(xs: list[int]) -> list[int]:
    return sorted(set(xs))


def total(record: dict[str, int]) -> int:
    """
    pre: len(record) > 0
    post: _ == record["total"]
    """
    return record["total"]


def third(n: int) -> int:
    if n < 0:
        raise ValueError
    r = n * 3
    assert r > n
    return r


def untyped(n):
    """
    post: _ == n
    """
    return n


def tested(n: int) -> int:
    """
    >>> tested(1)
    2

    post: _ == n + 1
    """
    return n + 2
'''


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SpecRow]:
    path = tmp_path_factory.mktemp("posts") / "posts.py"
    path.write_text(MODULE)
    report = run_specifications(SpecTask(task_id="posts", file=path), RunSettings(config=Config(file_limit=40.0)))
    return {str(row.method): row for row in report.rows}


def kinds(row: SpecRow) -> set[str]:
    assert isinstance(row.findings, list)
    return {finding.kind for finding in row.findings}


@pytest.mark.parametrize(
    ("name", "verdict", "kind"),
    [
        ("root", "wrong", "body-breaks-postcondition"),
        ("kept", "weak", "accepts-another-output"),
        ("sorted_once", "weak", "accepts-another-output"),
        ("total", "weak", "fails-at-run-time"),
        ("third", "wrong", "body-breaks-postcondition"),
    ],
)
def test_bodies_are_run_on_inputs_that_meet_the_contract(
    rows: dict[str, SpecRow], name: str, verdict: str, kind: str
) -> None:
    assessment = rows[name].assessment
    assert isinstance(assessment, AssessmentPart)
    assert assessment.verdict == verdict
    assert kind in kinds(rows[name])


def test_nothing_is_made_where_types_are_not_known_or_there_are_tests(rows: dict[str, SpecRow]) -> None:
    assert "no-tests" in kinds(rows["untyped"])
    assert "body-breaks-postcondition" not in kinds(rows["tested"])
