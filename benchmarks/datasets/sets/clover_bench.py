"""CloverBench: specifications that are right, and ones that their authors made weak or wrong."""

from pathlib import Path

from .adapter import DataSetAdapter, DataSetPart, dafny_files, prefixed

NAME = "clover-bench"
_PLACES = ("labelled_specs/clover", "clover", "CloverBench", ".")
_KINDS = ("ground_truth", "weak_postcondition", "weak_or_wrong")


def _find(folder: Path) -> tuple[DataSetPart, ...]:
    for place in _PLACES:
        found = [(kind, dafny_files(folder / place, kind)) for kind in _KINDS]
        parts = [
            DataSetPart(
                name="clover" if kind == _KINDS[0] else f"clover-{kind}".replace("_", "-"),
                specifications=(path,),
                problem=prefixed("Clover"),
                has_tests=True,
                has_bodies=True,
            )
            for kind, path in found
            if path is not None
        ]
        if parts and found[0][1] is not None and (place != "." or len(parts) > 1):
            return tuple(parts)
    return ()


ADAPTER = DataSetAdapter(
    name=NAME,
    title="Dafny methods with specifications that are right, and variants that are weak or wrong",
    reference="Sun, Sheng, Padon, Barrett: Clover: Closed-Loop Verifiable Code Generation. SAIV 2024",
    address="https://github.com/ChuyueSun/Clover",
    find=_find,
)
