"""Which clauses of contracts do running tests violate? For `pytest --specassay`.

A clause is violated where its assertion or guard raises, or where the condition of its decorator is false or raises.
Both are seen by a trace function (`sys.settrace`): the line that an exception comes from, and what the lambda of a
decorator returns. Nothing of the program is changed. Example:

    @icontract.require(lambda n: n > 0)    # clause 0: the lambda of line 1 returns False
    def root(n):
        assert n < 10**6                   # clause 1: line 3 raises

What has no line of its own, a constraint of pydantic, is not watched, and reported as such.
"""

import ast
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from attrs import define, evolve, field, frozen

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...frontends.python.styles.model import DefinitionNode
from ..configuration import read_config
from ..datasets.registry import load
from ..datasets.tasks import ContractTask, SourcePlace, parse_module
from ..english.clause_examples import call_text
from ..reporting.findings import arguments_of, clauses_of
from ..reporting.statistics import idle_clauses
from ..reporting.text import printable
from ..runs.gathering import project_of
from ..runs.kept import report_on
from ..runs.run import RunSettings
from ..runs.task_report import Report
from ..runs.without_clauses import stating

Key = tuple[str, int]
"""A contract by its id, and the number of a clause."""


@frozen(slots=True)
class WatchedClause:
    """A clause: the lines of what states it (none where it is not watched), and whether that is a decorator."""

    key: Key
    text: str
    place: SourcePlace | None
    lines: range = range(0)
    decorator: bool = False

    @property
    def watched(self) -> bool:
        return bool(self.lines)


@frozen(slots=True)
class WatchedContract:
    """A contract of the project, and its clauses."""

    task: ContractTask
    clauses: tuple[WatchedClause, ...]


def contracts_of(sources: Sequence[Path], problems: list[str]) -> list[WatchedContract]:
    """The contracts in files and folders. What cannot be read is added to `problems`. Raises InputError where nothing
    can be read."""
    contracts: list[WatchedContract] = []
    for source in sources:
        read = load(source, project=project_of(read_config(source if source.is_dir() else source.parent)))
        problems += [printable(str(problem)) for problem in read.problems]
        contracts += [_watched(task) for task in read if isinstance(task, ContractTask) and task.unsupported is None]
    return contracts


def _watched(task: ContractTask) -> WatchedContract:
    tree = parse_module(task.context)
    nodes = (node for node in ast.walk(tree) if isinstance(node, DefinitionNode))
    node = next((node for node in nodes if node.lineno == task.line), None)
    clauses = []
    for number, clause in enumerate(clauses_of(task)):
        plain = WatchedClause((task.task_id, number), clause.text, clause.place)
        holder = None if node is None or clause.place is None else stating(node, clause.place)
        match holder:
            # In a decorator a condition runs at the lines of its lambda; what is no lambda runs elsewhere.
            case ast.expr():
                has_lambda = any(isinstance(node, ast.Lambda) for node in ast.walk(holder))
                clauses.append(evolve(plain, lines=_lines(holder) if has_lambda else range(0), decorator=True))
            case ast.Assert() | ast.If():
                clauses.append(evolve(plain, lines=_lines(holder)))
            case _:
                clauses.append(plain)
    return WatchedContract(task, tuple(clauses))


def _lines(node: ast.expr | ast.stmt) -> range:
    last = node.body[-1] if isinstance(node, ast.If) else node
    return range(node.lineno, (last.end_lineno or last.lineno) + 1)


@define(slots=True, eq=False)
class TestWatch:
    """What was violated so far. Only code of the files with contracts is traced."""

    contracts: Sequence[WatchedContract]
    violated: set[Key] = field(factory=set)
    _files: dict[str, list[WatchedClause]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        for contract in self.contracts:
            file = os.path.realpath(contract.task.file)
            self._files.setdefault(file, []).extend(clause for clause in contract.clauses if clause.watched)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what runs inside. A debugger, or a measurement of coverage by tracing, goes on with what it does, and
        nothing is seen meanwhile."""
        if sys.gettrace() is not None:
            yield
            return
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        clauses = self._files.get(code.co_filename)
        if not clauses:
            return None
        # Events of lines would make every loop of a test slow, and nothing depends on them: a clause that is violated
        # raises while its own lines are executed, or is a lambda of a decorator that returns something false.
        frame.f_trace_lines = False
        of_lambda = code.co_name == "<lambda>"
        mine = [clause for clause in clauses if clause.decorator == of_lambda]

        def inside(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "exception" or (event == "return" and of_lambda and _is_false(argument)):
                # A lambda may go over several lines, and its clause begins where it does.
                line = code.co_firstlineno if of_lambda else frame.f_lineno
                self.violated |= {clause.key for clause in mine if line in clause.lines}
            return inside

        return inside if mine else None


def _is_false(value: object) -> bool:
    """Whether a condition is false; asked of plain values only, since others run code of theirs."""
    return value is None or (type(value) in (bool, int, float, str, tuple, list, dict) and not value)


def report(
    contracts: Sequence[WatchedContract],
    watch: TestWatch,
    budget: float,
    folder: Path,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Iterator[str]:
    """A line for each watched clause that no test violated: that no input does, or one that does. They are searched for
    in the sandbox, within so many seconds a contract. `folder`: what paths are relative to; `progress` is told before
    each contract how many of how many are done."""
    settings = RunSettings(config=evolve(read_config(folder), budget=budget))
    with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
        missed_clauses = ((contract, _missed(contract, watch)) for contract in contracts)
        # A contract whose clauses were all reached costs no search.
        waiting = [(contract, missed) for contract, missed in missed_clauses if missed]
        for number, (contract, missed) in enumerate(waiting):
            progress(number, len(waiting))
            task_report = report_on(contract.task, settings, replayer)
            idle = idle_clauses(task_report)
            yield from (_line(contract, clause, task_report, idle, folder) for clause in missed)
        progress(len(waiting), len(waiting))


def _missed(contract: WatchedContract, watch: TestWatch) -> list[WatchedClause]:
    return [clause for clause in contract.clauses if clause.watched and clause.key not in watch.violated]


def _line(
    contract: WatchedContract, clause: WatchedClause, task_report: Report, idle: Sequence[int], folder: Path
) -> str:
    name, number = clause.key
    source_place = clause.place or SourcePlace(contract.task.file, contract.task.line)
    path = Path(source_place.file).resolve()
    shown_path = path.relative_to(folder) if path.is_relative_to(folder) else path
    where = str(evolve(source_place, file=str(shown_path)))
    if number in idle:
        return printable(f"{where}: idle-clause: {name}: no input violates clause {number} ({clause.text})", 2000)
    tests = [row for row in task_report.rows if row.is_test and number in row.violates]
    # The input that violates least besides shows most of this clause.
    best = min(tests, key=lambda row: len(row.violates), default=None)
    if best is None:
        why = task_report.error or "no input that violates it is known, and no proof that there is none"
    else:
        why = f"for example {call_text(contract.task, best.arguments or {}) or arguments_of(best)}"
    message = f"no test violates clause {number} ({clause.text}); {why}"
    return printable(f"{where}: unreached-clause: {name}: {message}", 2000)
