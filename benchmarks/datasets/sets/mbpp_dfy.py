"""MBPP-DFY, with the labels of its authors where `labels.json` is beside its folder of tests."""

from pathlib import Path

from .adapter import DataSetAdapter, DataSetPart, dafny_files

NAME = "mbpp-dfy"
COLUMN = "mbpp_dfy"


def _find(folder: Path) -> tuple[DataSetPart, ...]:
    found = dafny_files(folder, "mbpp_dfy/test", "MBPP-DFY-153/test", "mbpp_dfy", "MBPP-DFY-153")
    return (
        () if found is None else (DataSetPart(name=COLUMN, specifications=(found,), has_tests=True, has_bodies=True),)
    )


ADAPTER = DataSetAdapter(
    name=NAME,
    title="Dafny methods with specifications, tests and labels by people",
    reference="Misu, Lopes, Ma, Noble: Towards AI-Assisted Synthesis of Verified Dafny Methods. FSE 2024",
    address="https://github.com/Mondego/dafny-synthesis",
    find=_find,
)
