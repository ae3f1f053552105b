"""`python -m tests.frontends.verus.against_rust FOLDER`: each `code.rs` below a folder, compiled by rustc, and run by
the interpreter on the same made inputs. Exit code 1 where they differ."""

import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from specassay.core.errors import InputError, Unsupported

from .rust import UNKNOWN, case_of, compiled, interpreted

INPUTS = 12
"""For each program: some of them panic, and some take a branch that others do not."""


def differences(path: Path, rustc: Path, counts: Counter[str]) -> list[str]:
    """Where rustc and the interpreter say something else of a program; `counts` takes what was seen."""
    text = path.read_text("utf-8")
    try:
        case = case_of(text, INPUTS, seed=len(text))
        with tempfile.TemporaryDirectory() as folder:
            right = compiled(case, Path(folder), rustc)
    except (NotImplementedError, Unsupported, InputError) as error:
        counts[f"left out: {type(error).__name__}"] += 1
        return []
    counts["programs"] += 1
    found = []
    for ours, theirs, values in zip(interpreted(case), right, case.inputs, strict=True):
        if ours.startswith(UNKNOWN):
            counts["inputs that are not followed"] += 1
        elif ours == theirs:
            counts["inputs with the same result"] += 1
        else:
            found.append(f"{path}: {values}: rustc {theirs}, here {ours}")
    return found


def main(folder: str) -> int:
    rustc = shutil.which("rustc")
    if rustc is None:
        print("rustc is not installed")
        return 1
    counts = Counter[str]()
    found = list[str]()
    for path in sorted(Path(folder).rglob("code.rs")):
        found += differences(path, Path(rustc), counts)
    print(*found, *(f"{number} {name}" for name, number in counts.items()), f"{len(found)} differences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
