"""DafnyBench: programs of many authors that verify."""

from pathlib import Path

from .adapter import DataSetAdapter, DataSetPart, dafny_files, prefixed

NAME = "dafny-bench"
COLUMN = "dafny_bench"


def _find(folder: Path) -> tuple[DataSetPart, ...]:
    found = dafny_files(folder, "dafny_bench", "DafnyBench/dataset/ground_truth", "dataset/ground_truth")
    return (
        ()
        if found is None
        else (DataSetPart(name=COLUMN, specifications=(found,), problem=prefixed("DafnyBench"), has_bodies=True),)
    )


ADAPTER = DataSetAdapter(
    name=NAME,
    title="782 Dafny programs that verify",
    reference="Loughridge, Sun, Ahrenbach, Cassano, Sun, Sheng, Mudide, Misu, Amin, Tegmark: DafnyBench. 2024",
    address="https://github.com/sun-wendy/DafnyBench",
    find=_find,
)
