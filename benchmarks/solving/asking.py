"""One query to one solver, in a process of its own: the queries of a folder, and the solvers that are compared,
those that are registered and any other by its command."""

import json
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from ...backends.processes.measured import CommandLimits, CommandRun, run_measured
from ...backends.smtlib.query import ScriptQuery, read_query
from ...backends.solvers import registry
from ...backends.solvers.choices import chosen, is_installed, names
from ...backends.solvers.driver import patience
from ...backends.solvers.one_query import profile_of_query
from ...core.errors import InputError, SolverFailure, not_there
from ..build import digest_of_parts
from ..reporting.text import printable

SUFFIX = ".smt2"
FILE, SEED, INPUT = "{}", "{seed}", "<"
_NAMED = re.compile(r"([A-Za-z][\w.+-]*)=(.+)", re.DOTALL)
DEFINITE = ("sat", "unsat")
OUTCOMES = (*DEFINITE, "unknown", "timeout", "error", "not asked")
"""How a run ends. *Unknown* is the solver's word, *timeout* ours; *not asked*: it does not have the theories."""
STARTING = 3.0
"""Seconds of processor time beyond the limit for a registered solver, whose interpreter has to start."""
AMPLE = 4
"""Registered solvers bound their work in units of their own, about a second each: so many more than the seconds of the
limit, so that the limit of processor time is the one that is met."""
MOST_SAID = 300
"""Characters of what a solver printed that are kept."""
_SILENT = re.compile(r"success|unsupported|;.*", re.IGNORECASE)


@frozen(slots=True)
class QueryFile:
    """A query. `name`: its path in the folder; `status`: what it says of itself; `theories`: what it needs beyond
    linear arithmetic, as far as that is told from its text."""

    name: str
    path: Path
    status: str
    logic: str
    theories: frozenset[str]


@frozen(slots=True)
class QueryFolder:
    """What is in a folder: its queries by name, and why others are none."""

    queries: tuple[QueryFile, ...]
    errors: tuple[InputError, ...]


def read_folder(path: Path) -> QueryFolder:
    """The `.smt2` files of a folder, and of the folders in it, or that one file. Raises InputError when there is
    none."""
    if not path.exists():
        raise not_there(path)
    files = sorted(file for file in path.rglob(f"*{SUFFIX}") if file.is_file()) if path.is_dir() else [path]
    if not files:
        hint = "; `bench`, `cvt` and `spec` write queries with --dump DIR"
        raise InputError(f"has no {SUFFIX} file{hint}", file=str(path))
    root = path if path.is_dir() else path.parent
    queries, errors = [], []
    for file in files:
        try:
            queries.append(_described(file, file.relative_to(root).as_posix(), read_query(file)))
        except InputError as error:
            errors.append(error)
    return QueryFolder(tuple(queries), tuple(errors))


def _described(path: Path, name: str, query: ScriptQuery) -> QueryFile:
    return QueryFile(name, path.absolute(), query.status, query.logic, profile_of_query(query).theories)


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
            flags = ("--values",) if values else ()
            return (sys.executable, "-m", script, self.name, str(query), str(seconds), *flags)
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
    names_asked = dict.fromkeys(name for choice in choices for name in chosen(choice))
    solvers = [_registered(name) for name in names_asked or filter(is_installed, names())]
    solvers += [_solver_of_command(text) for text in commands]
    for index, solver in enumerate(solvers):
        if any(solver.name == earlier.name for earlier in solvers[:index]):
            raise InputError(f"two solvers are called {solver.name}: name one with --solver-cmd 'NAME={solver.name} …'")
    return tuple(solvers)


def _registered(name: str) -> ComparedSolver:
    solver = registry.solver(name)
    try:
        return ComparedSolver(name, solver.version(), theories=frozenset(solver.theories))
    except SolverFailure as failure:
        raise InputError(f"the solver {name} does not start: {failure}") from failure


def _solver_of_command(text: str) -> ComparedSolver:
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


@frozen(slots=True)
class AskingLimits:
    """Seconds of processor time, and MiB of address space (0: any), for each run."""

    seconds: float = 10.0
    memory_mb: int = 4096


@frozen(slots=True)
class SolverRun:
    """A query for a solver: the number of this time (from 0), and the seed for commands, if one was given."""

    query: QueryFile
    solver: ComparedSolver
    repeat: int = 0
    seed: int | None = None


@frozen(slots=True)
class SolverAnswer:
    """How it ended: one of `OUTCOMES`; `values`: of the constants, as SMT-LIB texts, where they were wanted. Times are
    in seconds, `peak_bytes` is resident memory."""

    outcome: str
    message: str = ""
    cpu_seconds: float = 0.0
    seconds: float = 0.0
    peak_bytes: int = 0
    values: Mapping[str, str] = field(factory=dict)


def digest_of_run(solver_run: SolverRun, limits: AskingLimits, version: str) -> str:
    """Of all that the answer depends on but the time of day: the text of the query, which is empty where it cannot be
    read any more, the solver with its `version` or the digest of its program, its options and its limits."""
    query, solver = solver_run.query, solver_run.solver
    try:
        text = query.path.read_text("utf-8", errors="replace")
    except OSError:
        text = ""
    return digest_of_parts(
        {
            "query": [query.name, text],
            "solver": [solver.name, version, solver.options],
            "seed": solver_run.seed if solver.command else None,
            "repeat": solver_run.repeat,
            "limits": [limits.seconds, limits.memory_mb],
        }
    )


def ask(solver_run: SolverRun, limits: AskingLimits) -> SolverAnswer:
    """The answer of a solver to a query: never raises for the solver's sake."""
    query, solver = solver_run.query, solver_run.solver
    lacking = frozenset() if solver.theories is None else query.theories - solver.theories
    if lacking:
        return SolverAnswer("not asked", f"it lacks {', '.join(sorted(lacking))}")
    if solver_run.seed is None or not solver.command:
        return asked_of(solver, query.path, limits, seed=solver_run.seed)
    with tempfile.TemporaryDirectory(prefix="specassay-query-") as folder:
        seeded = Path(folder) / "query.smt2"
        seeded.write_text(f"(set-option :random-seed {solver_run.seed})\n{query.path.read_text('utf-8')}", "utf-8")
        return asked_of(solver, seeded, limits, seed=solver_run.seed)


def asked_of(
    solver: ComparedSolver, script: Path, limits: AskingLimits, *, seed: int | None = None, values: bool = False
) -> SolverAnswer:
    """The answer of a solver to the script in a file; with the `values` of its constants from a registered one."""
    # The limit is about solving: a registered solver says itself what that took, without the start of its
    # interpreter.
    starting = 0.0 if solver.command else STARTING
    bounds = CommandLimits(limits.seconds + starting, patience(limits.seconds) + starting, limits.memory_mb)
    words = solver.call(script, limits.seconds * AMPLE, seed, values=values)
    try:
        run = run_measured(words, bounds, script if solver.reads_input else None)
    except (SolverFailure, OSError) as error:
        return SolverAnswer("error", printable(str(error), MOST_SAID))
    outcome, message, cpu_seconds, model = (_of_command if solver.command else _of_registered)(run, limits)
    return SolverAnswer(outcome, printable(message, MOST_SAID), cpu_seconds, run.seconds, run.peak_bytes, model)


ReadAnswer = tuple[str, str, float, Mapping[str, str]]


def _of_registered(run: CommandRun, limits: AskingLimits) -> ReadAnswer:
    if run.stopped:
        return "timeout", "", min(run.cpu_seconds, limits.seconds), {}
    try:
        reply = json.loads(run.said)
        outcome, spent = str(reply["outcome"]), float(reply["cpu_seconds"])
    except (ValueError, KeyError, TypeError):
        return "error", _nonsense(run), run.cpu_seconds, {}
    if spent > limits.seconds:
        return "timeout", "", spent, {}
    return outcome, str(reply["message"]), spent, dict(reply["values"])


def _of_command(run: CommandRun, limits: AskingLimits) -> ReadAnswer:
    if run.stopped:
        return "timeout", "", run.cpu_seconds, {}
    lines = [line.strip() for line in run.said.splitlines()]
    lines = [line for line in lines if line and not _SILENT.fullmatch(line)]
    answers = [line for line in lines if line in (*DEFINITE, "unknown", "timeout")]
    # A solver that reports an error and answers all the same has answered another query.
    if len(answers) != 1 or lines[0] != answers[0] or any(line.startswith("(error") for line in lines):
        return "error", _nonsense(run), run.cpu_seconds, {}
    rest = "\n".join(lines[1:])
    return answers[0], "", run.cpu_seconds, {"": rest} if rest else {}


def _nonsense(run: CommandRun) -> str:
    """What it did instead of answering."""
    how = f"ended by signal {-run.code}" if run.code < 0 else f"exit code {run.code}"
    output = run.said.strip()[: 2 * MOST_SAID] or run.complained.strip()[-MOST_SAID:]
    return f"no answer ({how}): {output}" if output else f"no answer ({how}), and it printed nothing"
