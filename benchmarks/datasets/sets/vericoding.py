"""vericoding: specifications without bodies, translated by models from one language to another. Files of one name in
the folders of two languages are one problem; sets of files repeat tasks of other data sets."""

from collections.abc import Callable
from pathlib import Path

from .adapter import DataSetAdapter, DataSetPart, in_first_of, prefixed, problem_of_file

NAME = "vericoding"
_PLACES = ("vericoding", "vericoding/specs", ".")
_LANGUAGES = ("dafny", "verus")
_SHARED = frozenset({"humaneval", "verina"})
"""Sets whose files are named by the numbers of another data set."""


def _parts_in(folder: Path) -> tuple[DataSetPart, ...]:
    roots = [folder / language for language in _LANGUAGES if (folder / language).is_dir()]
    if len(roots) < len(_LANGUAGES):
        return ()
    names = sorted({each.name for root in roots for each in root.iterdir() if each.is_dir()})
    return tuple(
        DataSetPart(
            name=f"{NAME}-{name}",
            specifications=tuple(root / name for root in roots if (root / name).is_dir()),
            root=folder,
            problem=_names(name),
            has_bodies=False,
        )
        for name in names
    )


def _names(name: str) -> Callable[[Path], str]:
    return problem_of_file if name in _SHARED else prefixed(f"{NAME} {name}")


ADAPTER = DataSetAdapter(
    name=NAME,
    title="specifications without bodies, translated by models between languages (MIT)",
    reference="Bursuc, Ehrenborg, Lin, Astefanoaei, Chiosa, Kukovec, Singh, Butterley, Bizid, Dougherty, Zhao, Tan, "
    "Tegmark: A benchmark for vericoding. 2025",
    address="https://github.com/Beneficial-AI-Foundation/vericoding-benchmark",
    find=in_first_of(_PLACES, _parts_in),
)
