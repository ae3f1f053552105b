"""Data sets in Verus that people wrote. VeriContest: tasks of programming contests, a folder each, whose `verified.rs`
has specification, body and proof. HumanEval-Verus: tasks of HumanEval."""

from pathlib import Path

from .adapter import DataSetAdapter, DataSetPart, in_first_of

_CONTESTS = ("leetcode", "codeforces", "extended")


def _contests(folder: Path) -> tuple[DataSetPart, ...]:
    found = {contest: tuple(sorted((folder / contest).glob("*/verified.rs"))) for contest in _CONTESTS}
    return tuple(
        DataSetPart(
            name=f"vericontest-{contest}",
            specifications=files,
            root=folder / contest,
            problem=lambda file: f"VeriContest {file.parent.name}",
            has_bodies=True,
        )
        for contest, files in found.items()
        if files
    )


def _humaneval(folder: Path) -> tuple[DataSetPart, ...]:
    files = tuple(sorted(folder.glob("human_eval_*.rs")))
    return (DataSetPart(name="humaneval-verus", specifications=files, root=folder),) if files else ()


VERICONTEST = DataSetAdapter(
    name="vericontest",
    title="tasks of programming contests in Verus by people, with verified bodies (CC BY 4.0)",
    reference="VeriContest. 2026",
    address="https://github.com/VeriContest/VeriContest",
    find=in_first_of(("vericontest", "VeriContest", "."), _contests),
)
HUMANEVAL_VERUS = DataSetAdapter(
    name="humaneval-verus",
    title="tasks of HumanEval in Verus by hand, most with verified bodies (MIT)",
    reference="Aguirre et al.: HumanEval-Verus. 2024",
    address="https://github.com/secure-foundations/human-eval-verus",
    find=in_first_of(("humaneval_verus", "human-eval-verus/tasks", "tasks", "."), _humaneval),
)
