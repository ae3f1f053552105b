"""No verdict on a small program that verifies is false, and Dafny 2.3 verifies them all."""

import re
import subprocess
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY
from tests.dafny_harness.verified_programs import VerifiedProgram, programs
from tests.samples import some

PROGRAMS = list(programs())
OF_A_DAY = 40
"""One in so many is judged in the tests of every day; `make laws` judges all."""
SECONDS = 20.0
"""Of work for a program, which takes a twentieth of that."""
VERIFYING = 600
"""Seconds for Dafny on one chapter, which takes a tenth of that."""


@pytest.mark.parametrize("program", some(PROGRAMS, OF_A_DAY), ids=lambda program: program.name)
def test_the_verdicts_on_a_verified_program_are_those_that_were_written_down(
    program: VerifiedProgram, tmp_path: Path
) -> None:
    path = tmp_path / "program.dfy"
    path.write_text(program.text, encoding="utf-8")
    found = score_file(path, DAFNY, engines_of, Scoring(made=4, mutants=2, seconds=SECONDS)).methods
    assert found
    verdicts = {each.method: each.assessed.verdict for each in found}
    assert verdicts == {method: program.verdict(method) for method in verdicts}


def test_the_programs_are_told_apart_by_their_names() -> None:
    assert len({each.name for each in PROGRAMS}) == len(PROGRAMS)


@pytest.mark.against_dafny
@pytest.mark.parametrize("chapter", sorted({each.name.partition(":")[0] for each in PROGRAMS}))
def test_dafny_verifies_the_programs_of_a_chapter(chapter: str, require: Callable[[str], Path], tmp_path: Path) -> None:
    listed = [each for each in PROGRAMS if each.name.startswith(f"{chapter}:") and not each.modern]
    lines: list[str] = []
    starts: list[int] = []
    for number, each in enumerate(listed):
        starts.append(len(lines) + 1)
        lines += [f"module P{number} {{", *each.text.splitlines(), "}"]
    path = tmp_path / "all.dfy"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [str(require("dafny")), "/nologo", "/compile:0", "/timeLimit:20", str(path)]
    found = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=VERIFYING)
    wrong = re.findall(r"all\.dfy\((\d+),\d+\): (?:Error|Timed)(.*)", found.stdout)
    assert [(listed[bisect_right(starts, int(line)) - 1].name, text) for line, text in wrong] == []
    assert "0 errors" in found.stdout
