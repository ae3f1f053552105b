"""`python -m tests.frontends.verus.against_rust FOLDER PROGRAMS SEED`: each `code.rs` below a folder, and invented
programs, compiled by rustc, and run by the interpreter on the same made inputs. Exit code 1 where they differ; an
interrupt ends it with what was seen."""

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from specassay.core.errors import InputError, Unsupported

from .rust import UNKNOWN, RustCase, case_of, compiled_together, interpreted
from .rust_programs import program

INPUTS = 12
"""For each program: some of them panic, and some take a branch that others do not."""
TOGETHER = 25
"""Invented programs that are compiled at once."""


def differences(cases: Sequence[tuple[str, RustCase]], rustc: Path, counts: Counter[str]) -> Iterator[str]:
    """Where rustc and the interpreter say something else of programs, each with its name; `counts` takes what was
    seen."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = compiled_together([case for _, case in cases], Path(folder), rustc)
        except NotImplementedError:
            if len(cases) > 1:
                for each in cases:
                    yield from differences([each], rustc, counts)
            else:
                counts["programs that rustc refuses, or that have no end"] += 1
            return
    for (name, case), right in zip(cases, found, strict=True):
        counts["programs"] += 1
        for ours, theirs, values in zip(interpreted(case), right, case.inputs, strict=True):
            if ours.startswith(UNKNOWN):
                counts["inputs that are not followed"] += 1
            elif ours == theirs:
                counts["inputs with the same result"] += 1
            else:
                yield f"{name}: {values}: rustc {theirs}, here {ours}"


def invented(count: int, seed: int) -> Iterator[list[tuple[str, RustCase]]]:
    """Invented programs, so many at a time as are compiled at once."""
    for start in range(seed, seed + count, TOGETHER):
        seeds = range(start, min(start + TOGETHER, seed + count))
        yield [(f"program {each}", case_of(program(each), INPUTS, each)) for each in seeds]


def written(folder: str, counts: Counter[str]) -> Iterator[list[tuple[str, RustCase]]]:
    """The programs below a folder, one at a time: each names things as it likes."""
    for path in sorted(Path(folder).rglob("code.rs")):
        text = path.read_text("utf-8")
        try:
            yield [(str(path), case_of(text, INPUTS, seed=len(text)))]
        except (NotImplementedError, Unsupported, InputError) as error:
            counts[f"left out: {type(error).__name__}"] += 1


def main(folder: str, programs: int, seed: int) -> int:
    rustc = shutil.which("rustc")
    if rustc is None:
        print("rustc is not installed")
        return 1
    counts = Counter[str]()
    try:
        for cases in chain(invented(programs, seed), written(folder, counts)):
            for difference in differences(cases, Path(rustc), counts):
                counts["differences"] += 1
                print(difference, flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    print(*(f"{number} {name}" for name, number in counts.items()), sep="\n")
    return 1 if counts["differences"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
