"""Known findings stay known when lines move, and a second one of the same is new."""

from pathlib import Path

import pytest

from specassay.benchmarks.datasets.tasks import SourcePlace
from specassay.benchmarks.reporting.baseline import apart, fingerprint, read_baseline, write_baseline
from specassay.benchmarks.reporting.findings import ReportedFinding
from specassay.core.errors import InputError


def finding(line: int, text: str = "requires n > 0", kind: str = "tautology") -> ReportedFinding:
    return ReportedFinding(kind, "a.Half", f"{text} says nothing", SourcePlace("a.dfy", line), text=text)


def test_what_is_known_is_told_from_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    write_baseline(path, [finding(3), finding(9, "ensures r > 0")])
    known = read_baseline(path)
    moved, again, other = finding(40, "requires  n\n> 0"), finding(41), finding(3, kind="contradiction")
    assert fingerprint(moved) == fingerprint(finding(3))
    assert apart([moved, again, other], known) == ([again, other], [moved])
    assert apart([moved], None) == ([moved], [])


@pytest.mark.parametrize("text", ["[]", '{"specassay_baseline": 2, "findings": []}', "{", ""])
def test_another_file_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.json"
    path.write_text(text)
    with pytest.raises(InputError) as refused:
        read_baseline(path)
    assert "known.json" in str(refused.value)
