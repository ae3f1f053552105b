"""The solvers that are compared: those that are registered, and any other by its command."""

import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from ...backends.solvers import registry
from ...backends.solvers.choices import chosen, is_installed, names
from ...core.errors import InputError, SolverFailure

FILE, SEED, INPUT = "{}", "{seed}", "<"
_NAMED = re.compile(r"([A-Za-z][\w.+-]*)=(.+)", re.DOTALL)


@frozen(slots=True)
class ComparedSolver:
    """A solver. `command`: its words, empty for one that is registered; `theories`: what a registered one decides of
    `driver.THEORIES`, None for a command, which is asked everything."""

    name: str
    version: str = ""
    command: tuple[str, ...] = ()
    theories: frozenset[str] | None = None

    @property
    def options(self) -> str:
        """What it is called with, for people; of one that is registered, what its module says."""
        return shlex.join(self.command) if self.command else "as registered"

    def call(self, query: Path, seconds: float, seed: int | None, *, values: bool = False) -> tuple[str, ...]:
        """The words of a process that answers this query."""
        if not self.command:
            script = f"{registry.__package__}.one_query"
            wanted = ("--values",) if values else ()
            return (sys.executable, "-m", script, self.name, str(query), str(seconds), *wanted)
        words = self.command if seed is None else tuple(word.replace(SEED, str(seed)) for word in self.command)
        if self.reads_input:
            return words[:-1]
        if any(FILE in word for word in words):
            return tuple(word.replace(FILE, str(query)) for word in words)
        return (*words, str(query))

    @property
    def reads_input(self) -> bool:
        """Does it read the query from its standard input?"""
        return self.command[-1:] == (INPUT,)


def compared(choices: Sequence[str], commands: Sequence[str]) -> tuple[ComparedSolver, ...]:
    """The solvers of some choices (`chosen`; all that are installed for none) and commands. Raises InputError for one
    that is not there, and for two of one name."""
    asked = dict.fromkeys(name for choice in choices for name in chosen(choice))
    found = [_registered(name) for name in asked or filter(is_installed, names())]
    found += [_of_command(text) for text in commands]
    for place, solver in enumerate(found):
        if any(solver.name == other.name for other in found[:place]):
            raise InputError(f"two solvers are called {solver.name}: name one with --solver-cmd 'NAME={solver.name} …'")
    return tuple(found)


def _registered(name: str) -> ComparedSolver:
    solver = registry.solver(name)
    try:
        return ComparedSolver(name, solver.version(), theories=frozenset(solver.theories))
    except SolverFailure as failure:
        raise InputError(f"the solver {name} does not start: {failure}") from failure


def _of_command(text: str) -> ComparedSolver:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"--solver-cmd {text!r}: {error}") from error
    if not words:
        raise InputError("--solver-cmd: the command is empty")
    name = Path(words[0]).name
    if named := _NAMED.fullmatch(words[0]):
        name, words[0] = named[1], named[2]
    program = shutil.which(words[0])
    if program is None:
        raise InputError(f"--solver-cmd {text!r}: there is no program {words[0]!r}")
    return ComparedSolver(name, command=(str(Path(program).absolute()), *words[1:]))
