"""The real Dafny 2.3 compiles and runs generated programs: the interpreter prints the same.

`make compiled` does the same for a thousand of them.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from specassay.core.interpret.bodies import execute
from specassay.frontends.dafny import parse_program, printed
from tests.dafny_harness.random_programs import program

SAMPLE = range(8)
BATCH = 50


def compiled(text: str, folder: Path) -> list[str]:
    """The lines that a program prints, compiled by the real Dafny."""
    path = folder / "programs.dfy"
    path.write_text(text, encoding="utf-8")
    command = ["dafny", "/compile:4", "/noVerify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)
    assert "Running...\n\n" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.partition("Running...\n\n")[2].splitlines()


def interpreted(text: str, numbers: Sequence[int]) -> list[str]:
    """The same lines, by the interpreter."""
    found = parse_program(text)
    methods = {each.name: each for each in found.specifications}
    lines = []
    for number in numbers:
        outcome = execute(methods[f"M{number}"], {}, found)
        shown = "".join(printed(value, sort, found.datatypes, "2") for sort, value in outcome.printed).rstrip("\n")
        lines.append(shown if outcome.state == "returned" else f"{outcome.state}: {outcome.reason}")
    return lines


def differences(numbers: Sequence[int], folder: Path) -> list[tuple[int, str, str]]:
    """Program, what Dafny prints, what we print, where these differ."""
    text = program(numbers)
    lines = zip(numbers, compiled(text, folder), interpreted(text, numbers), strict=True)
    return [(number, theirs, ours) for number, theirs, ours in lines if theirs != ours]


@pytest.mark.against_dafny
def test_generated_programs_print_the_same(tmp_path: Path) -> None:
    assert differences(SAMPLE, tmp_path) == []


def main(count: int) -> int:
    """Compare so many programs; how many differ."""
    found = []
    for start in range(0, count, BATCH):
        with TemporaryDirectory() as folder:
            found += differences(range(start, min(count, start + BATCH)), Path(folder))
        print(f"{min(count, start + BATCH)} programs, {len(found)} differ", flush=True)
    for number, theirs, ours in found:
        print(f"program {number}\n  Dafny  {theirs}\n  ours   {ours}")
    return len(found)


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]))))
