"""Queries as files: each a complete SMT-LIB 2.6 script with one `check-sat`, for any solver to replay.

They begin as the benchmarks of SMT-LIB do: version, logic, source, category, status. Whoever publishes them adds the
`:license` of what they were made of."""

import re
from collections.abc import Sequence
from pathlib import Path

from ...core.deciding.solver import Outcome
from ...core.errors import InputError

_STATUS = {Outcome.SAT: "sat", Outcome.UNSAT: "unsat"}


class Dump:
    """Writes `FOLDER/LABEL-SOLVER-001.smt2` and so on; a number that is taken is skipped."""

    def __init__(self, folder: str, label: str, solver: str) -> None:
        self._folder = Path(folder)
        self._label = label
        self._solver = solver
        self._stem = re.sub(r"[^\w.-]+", "_", label or "query") + f"-{solver}"
        self._number = 0

    def write(self, commands: Sequence[str], literals: Sequence[str], outcome: Outcome) -> None:
        """Write one query. Raises InputError when the folder cannot be written."""
        source = f"specassay: {self._label}, answered by {self._solver}: {outcome.value}"
        lines = [
            "(set-info :smt-lib-version 2.6)",
            "(set-logic ALL)",
            f"(set-info :source {_quoted(source)})",
            '(set-info :category "industrial")',
            f"(set-info :status {_STATUS.get(outcome, 'unknown')})",
            *commands,
            *(f"(assert {literal})" for literal in literals),
            "(check-sat)",
            "(exit)",
            "",
        ]
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._create("\n".join(lines))
        except OSError as error:
            raise InputError(f"cannot write the query: {error.strerror}", file=str(self._folder)) from error

    def _create(self, text: str) -> None:
        while True:
            self._number += 1
            try:
                with (self._folder / f"{self._stem}-{self._number:03d}.smt2").open(
                    "x", encoding="ascii"
                ) as file:
                    file.write(text)
                return
            except FileExistsError:
                continue


def _quoted(text: str) -> str:
    """A quoted symbol: printable ASCII without bars and backslashes."""
    return "|" + re.sub(r"[^ -\[\]-{}~]", "_", text) + "|"
