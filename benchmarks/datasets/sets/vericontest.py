"""VeriContest: tasks of programming contests in Verus by people, a folder each: `verified.rs` has specification, body
and proof."""

from pathlib import Path

from .adapter import DataSetAdapter, DataSetPart

NAME = "vericontest"
_PLACES = ("vericontest", "VeriContest", ".")
_CONTESTS = ("leetcode", "codeforces", "extended")
_FILE = "verified.rs"


def _find(folder: Path) -> tuple[DataSetPart, ...]:
    for place in _PLACES:
        parts = []
        for contest in _CONTESTS:
            files = tuple(sorted((folder / place / contest).glob(f"*/{_FILE}")))
            if files:
                parts.append(
                    DataSetPart(
                        name=f"{NAME}-{contest}",
                        specifications=files,
                        root=folder / place / contest,
                        problem=_problem,
                        has_bodies=True,
                    )
                )
        if parts:
            return tuple(parts)
    return ()


def _problem(file: Path) -> str:
    return f"VeriContest {file.parent.name}"


ADAPTER = DataSetAdapter(
    name=NAME,
    title="tasks of programming contests in Verus by people, with verified bodies (CC BY 4.0)",
    reference="VeriContest. 2026",
    address="https://github.com/VeriContest/VeriContest",
    find=_find,
)
