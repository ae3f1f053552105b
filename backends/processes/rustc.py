"""The Rust compiler on this machine, for one question: are literals values of a type?

`let value: Vec<i8> = vec![300];` is refused, and with 0 for each number it is not: so the type has no room for a
number. Nothing is run.
"""

import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from attrs import frozen

from ...core.errors import SolverFailure
from .measured import CommandLimits, run_measured

LIMITS = CommandLimits(cpu_seconds=20.0, wall_seconds=120.0, memory_mb=0)
"""A hang of the compiler ends at these; a line takes it a tenth of a second."""
# A type of the file that is asked about gets into a program of ours: it may have no macro, which could read files.
_TYPE = re.compile(r"[\w<>(),&\[\] ':]+")
_NUMBER = re.compile(r"-?(?<![\w'\"])\d+(?![\w'\"])")
Room = Literal["refused", "accepted", "not known"]


@frozen(slots=True)
class RustCompiler:
    """The compiler: where it is, and its version."""

    executable: str
    version: str

    @property
    def name(self) -> str:
        """How rows call it."""
        return f"rustc {self.version}"

    def room(self, type_text: str, literal: str) -> Room:
        """Whether the type has room for the numbers of a literal; *not known* where it is none with small numbers,
        either."""
        owned = re.sub(r"^&\s*(mut\s+)?", "", type_text.strip())
        owned = re.sub(r"^\[(.*)\]$", r"Vec<\1>", owned)
        if not _TYPE.fullmatch(owned) or not self._compiles(owned, _NUMBER.sub("0", literal)):
            return "not known"
        return "accepted" if self._compiles(owned, literal) else "refused"

    def _compiles(self, type_text: str, literal: str) -> bool:
        with TemporaryDirectory(prefix="specassay-rustc-") as folder:
            source = Path(folder) / "value"
            source.write_text(f"pub fn value() {{ let _value: {type_text} = {literal}; }}\n", encoding="utf-8")
            command = [
                self.executable,
                "--edition",
                "2021",
                "--crate-type",
                "lib",
                "--crate-name",
                "value",
                "--emit",
                "metadata",
            ]
            return run_measured([*command, "--out-dir", folder, str(source)], LIMITS).code == 0


@cache
def find_rustc() -> RustCompiler:
    """The compiler on PATH. Raises SolverFailure where there is none."""
    executable = shutil.which("rustc")
    if executable is None:
        raise SolverFailure("no program 'rustc' on PATH: install Rust")
    said = run_measured([executable, "--version"], LIMITS).said.split()
    if len(said) < 2:
        raise SolverFailure(f"{executable} printed no version: reinstall rustc")
    return RustCompiler(executable, said[1])
