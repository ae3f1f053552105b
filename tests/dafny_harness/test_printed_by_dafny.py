"""Programs with one construct in many places: the interpreter prints what Dafny 2.3 printed when it ran them.

The texts beside the programs are Dafny's: `dafny /compile:4 /noVerify FILE.dfy`, without its first lines.
"""

from pathlib import Path

import pytest

from specassay.core.language.running import run_on, subject
from specassay.frontends.dafny import parse_program, printed

FOLDER = Path(__file__).parent.parent / "data" / "dafny" / "executed"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.dfy")))
def test_a_program_prints_what_dafny_printed(name: str) -> None:
    program = parse_program((FOLDER / f"{name}.dfy").read_text(encoding="utf-8"))
    found = run_on(subject(program, "Main"), {}, program, 100.0, False).outcome
    assert found.state == "returned", found.reason
    lines = "".join(printed(value, sort, program.datatypes, "2") for sort, value in found.printed).splitlines()
    assert lines == (FOLDER / f"{name}.printed").read_text(encoding="utf-8").splitlines()
