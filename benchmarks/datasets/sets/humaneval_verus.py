"""HumanEval-Verus: tasks of HumanEval in Verus by hand, most with verified bodies."""

from pathlib import Path

from .adapter import DataSetAdapter, DataSetPart

NAME = "humaneval-verus"
_PLACES = ("humaneval_verus", "human-eval-verus/tasks", "tasks", ".")


def _find(folder: Path) -> tuple[DataSetPart, ...]:
    for place in _PLACES:
        files = tuple(sorted((folder / place).glob("human_eval_*.rs")))
        if files:
            return (DataSetPart(name=NAME, specifications=files, root=folder / place),)
    return ()


ADAPTER = DataSetAdapter(
    name=NAME,
    title="tasks of HumanEval in Verus by hand, most with verified bodies (MIT)",
    reference="Aguirre et al.: HumanEval-Verus. 2024",
    address="https://github.com/secure-foundations/human-eval-verus",
    find=_find,
)
