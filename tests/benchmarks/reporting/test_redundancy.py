"""Which clauses are redundant or unreachable, and that both are defects that are told first."""

from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.reporting.statistics import redundant_clauses
from specassay.benchmarks.runs.task_report import Report
from specassay.benchmarks.schema import CvtRow


def row(*violates: int, core: tuple[str, ...] = (), how: dict[str, str] | None = None) -> CvtRow:
    """The row of a proof where there is a core, else of a test."""
    verdict: Literal["violating", "infeasible"] = "infeasible" if core else "violating"
    shown = None if core else {"x": "1"}
    told = None if core else how or {str(each): "false" for each in violates}
    return CvtRow(task_id="a", violates=[*violates], verdict=verdict, core=[*core], arguments=shown, how=told)


def redundant(clauses: int, *rows: CvtRow) -> list[tuple[int, tuple[int, ...]]]:
    return [
        (each.clause, each.implied_by) for each in redundant_clauses(Report(task_id="a", rows=rows, clauses=clauses))
    ]


FIRST_IMPLIED = row(0, core=("clause 0 violated: p", "clause 1 holds: q"))
SECOND_IMPLIED = row(1, core=("clause 0 holds: p", "clause 1 violated: q"))


def test_a_clause_is_redundant_where_others_imply_it() -> None:
    assert redundant(2, FIRST_IMPLIED, row(1), row(0, 1)) == [(0, (1,))]
    both = row(2, core=("clause 0 holds: p", "clause 1 holds: q", "clause 2 violated: r"))
    assert redundant(3, row(0), row(1), both, row(0, 2)) == [(2, (0, 1))]


def test_of_two_that_imply_each_other_the_later_one_is_redundant() -> None:
    assert redundant(2, FIRST_IMPLIED, SECOND_IMPLIED, row(0, 1)) == [(1, (0,))]


def test_what_keeps_a_later_clause_from_raising_is_not_redundant() -> None:
    assert redundant(2, FIRST_IMPLIED, row(1), row(0, 1, how={"0": "false", "1": "raises"})) == []


def test_what_follows_from_no_other_clause_alone_is_not_redundant() -> None:
    assert redundant(2, row(0, core=("clause 1 holds: q",)), row(0, 1)) == []
    assert redundant(2, row(0, core=("clause 0 violated: p",)), row(0, 1, core=("clause 0 violated: p",))) == []


@pytest.mark.parametrize(
    ("kind", "line", "body"),
    [
        ("redundant-clause", 4, "if n < 1:\n        raise ValueError\n    if n < 0:\n        raise ValueError"),
        ("unreachable", 3, "share = 10 // n\n    if n == 0:\n        raise ValueError"),
        ("idle-clause", 2, "if n != n and n == n:\n        raise ValueError"),
        ("contradictory-contract", 1, "assert n > 3\n    assert n < 3"),
    ],
)
def test_a_defect_of_a_contract_is_told_first(kind: str, line: int, body: str, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"def f(n: int) -> int:\n    {body}\n    return n\n")
    result = CliRunner().invoke(main, ["cvt", str(path)])
    assert result.exit_code == 1
    first = result.stdout.splitlines()[0]
    assert first.startswith(f"{path}:{line}:")
    assert f": {kind}: a.f: " in first
    for form in ("sarif", "junit", "github", "lines"):
        assert kind in CliRunner().invoke(main, ["cvt", str(path), "--format", form]).stdout


def test_a_guard_behind_what_raises_only_sometimes_is_reachable(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        "def f(n: int) -> int:\n    share = 10 // n\n    if n < 1:\n        raise ValueError\n    return share\n"
    )
    result = CliRunner().invoke(main, ["cvt", str(path)])
    assert (result.exit_code, "unreachable" in result.stdout) == (0, False)
