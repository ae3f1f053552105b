"""The comparison of two runs' rows."""

import json
from pathlib import Path
from typing import Any

from .compare_rows import differences

ROW = {"kind": "cvt", "version": 2, "task_id": "f", "violates": [0], "verdict": "infeasible", "solver": "z3"}


def file(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_order_times_and_versions_do_not_count_and_verdicts_do(tmp_path: Path) -> None:
    other = ROW | {"violates": [1], "seconds": 2.5}
    before = file(tmp_path / "before", ROW | {"version": 1}, other | {"version": 1, "seconds": 1.0})
    assert list(differences(before, file(tmp_path / "same", other, ROW))) == []
    changed = file(tmp_path / "changed", ROW | {"verdict": "unknown"}, other)
    assert list(differences(before, changed)) == ["cvt f [0]: verdict: 'infeasible' → 'unknown'"]
    fewer = file(tmp_path / "fewer", ROW)
    assert list(differences(before, fewer)) == ["cvt f [1]: only before"]
