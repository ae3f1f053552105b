"""What the two data sets of EvalPlus have in common: a file of JSON Lines, and beside it what is known of it."""

from collections.abc import Callable
from pathlib import Path

from .. import evalplus
from .adapter import DataSetPart

FEASIBLE = "known_feasible.json"
_FOLDERS = ("evalplus", ".")


def finder(name: str, stem: str) -> Callable[[Path], tuple[DataSetPart, ...]]:
    """Looks for a file whose name begins with the stem: that of a release, with a version or without."""

    def find(folder: Path) -> tuple[DataSetPart, ...]:
        for place in _FOLDERS:
            found = sorted(path for path in (folder / place).glob(f"{stem}*.jsonl*") if evalplus.matches(path))
            if found:
                beside = folder / place / FEASIBLE
                known = evalplus.read_feasible(beside) if beside.is_file() else {}
                return tuple(
                    DataSetPart(name=path.name.split(".jsonl")[0], contracts=(path,), feasible=known) for path in found
                )
        return ()

    return find
