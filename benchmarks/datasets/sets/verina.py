"""VERINA's tests with specifications in Dafny: a folder `expected` of files with the expected outputs, and a folder
`wrong` of the same files with others. `index.json` says of each test, by file and line, what it is: `E` an expected
output, `U` one that VERINA's authors call wrong, `R` an input that they call invalid.
"""

from pathlib import Path

from ..text_lines import read_json
from .adapter import DataSetAdapter, DataSetPart, dafny_files

NAME = "verina"
_PLACES = ("labelled_specs/verina", "verina", ".")
_INDEX = "index.json"


def _find(folder: Path) -> tuple[DataSetPart, ...]:
    for place in _PLACES:
        here = folder / place
        if (expected := dafny_files(here, "expected")) is None or not (here / _INDEX).is_file():
            continue
        parts = [DataSetPart(name=NAME, specifications=(expected,), has_tests=True, has_bodies=False)]
        if (wrong := dafny_files(here, "wrong")) is not None:
            index = _labels(here / _INDEX)
            parts.append(
                DataSetPart(
                    name="verina-wrong",
                    specifications=(wrong,),
                    wrong_tests={name: _lines(lines, "U") for name, lines in index.items()},
                    bad_inputs={name: _lines(lines, "R") for name, lines in index.items()},
                    has_tests=True,
                    has_bodies=False,
                )
            )
        return tuple(parts)
    return ()


def _labels(path: Path) -> dict[str, dict[str, str]]:
    """Name of a file in `wrong` → line → label. Raises InputError."""
    index = read_json(path, dict[str, dict[str, str]], "expected files with lines and labels")
    return {Path(name).stem: lines for name, lines in index.items() if name.startswith("wrong/")}


def _lines(labels: dict[str, str], begins: str) -> frozenset[int]:
    return frozenset(int(line) for line, label in labels.items() if label.startswith(begins) and line.isdecimal())


ADAPTER = DataSetAdapter(
    name=NAME,
    title="VERINA's tests, with wrong outputs and invalid inputs by its authors, on specifications in Dafny",
    reference="Ye, Yan, He, Kasriel, Yang, Song: VERINA: Benchmarking Verifiable Code Generation. 2025; "
    "specifications: Bursuc et al.: A benchmark for vericoding. 2025",
    address="https://github.com/Beneficial-AI-Foundation/vericoding",
    find=_find,
)
