"""Rows of files whose tests are made, for several files of tests."""

from pathlib import Path
from typing import Any

from tests.rows import rows_of_file


def rows(tmp_path: Path, text: str, **settings: Any) -> list[dict[str, Any]]:
    path = tmp_path / "file.dfy"
    path.write_text(text, encoding="utf-8")
    return rows_of_file(path, **{"engine": "evaluate", **settings})


def kinds(row: dict[str, Any]) -> set[str]:
    return {finding["kind"] for finding in row["findings"]}
