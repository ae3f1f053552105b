"""What a run has found, as every format gets it: tasks with their tests, findings, and all that was looked at. A test
is an expression that a person can paste: the call of a function, of a method on its object, of a class."""

import ast
import builtins
import os
import re
import symtable
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from attrs import frozen

from ....core.iteration import grouped
from ...datasets.tasks import ContractTask, SourcePlace
from ...schema import CvtRow, SeparatingRow
from ..findings import ReportedFinding
from ..rules import Level, level_of

SOURCES = {
    "Fraction": "fractions",
    "Decimal": "decimal",
    "deque": "collections",
    "UserString": "collections",
    "UserList": "collections",
    "array": "array",
}
"""Where the names in literals come from that are not builtins."""
MODULES = frozenset(
    {
        "collections",
        "datetime",
        "decimal",
        "enum",
        "fractions",
        "functools",
        "http",
        "importlib",
        "io",
        "ipaddress",
        "numpy",
        "pandas",
        "pathlib",
        "random",
        "re",
        "types",
        "uuid",
        "icontract",
        "deal",
        "msgspec",
        "pydantic",
    }
)
"""Modules that expressions mention by their names."""


@frozen(slots=True)
class TestCall:
    """A checked test: the text of its call, the text of the exception class that is expected (empty where it is
    accepted), what it violates, and a part of the message by which its exception is told from others of this class,
    where there are such."""

    __test__ = False

    call: str
    raised: str
    violates: tuple[int, ...]
    message: str = ""


def pattern_of(test: TestCall) -> str:
    """The regular expression that the message of its exception has to have; one that any has where that is empty."""
    return re.escape(test.message).replace("\\ ", " ")


def imports_of(tests: Sequence[TestCall]) -> tuple[list[str], list[str]]:
    """The imports of what the texts of tests mention of known modules, and the names of what is left: those that the
    module under test defines."""
    trees = [ast.parse(text, mode="eval") for test in tests for text in (test.call, test.raised or "None")]
    used = {name for tree in trees for name in free_names(tree)}
    unbound = used - set(dir(builtins)) - {"inf", "nan"}
    standard = grouped((SOURCES[name], name) for name in sorted(unbound & SOURCES.keys()))
    lines = [f"import {name}" for name in sorted(unbound & MODULES)]
    lines += [f"from {source} import {', '.join(names)}" for source, names in sorted(standard.items())]
    return lines, sorted(unbound - MODULES - SOURCES.keys())


def free_names(tree: ast.Expression) -> set[str]:
    """The names that an expression reads and does not bind."""
    table = symtable.symtable(ast.unparse(tree), "expression", "eval")
    names: set[str] = set()
    waiting = [table]
    while waiting:
        scope = waiting.pop()
        waiting += scope.get_children()
        names |= {symbol.get_name() for symbol in scope.get_symbols() if symbol.is_global() and symbol.is_referenced()}
    return names - {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}


@frozen(slots=True)
class SuiteInput:
    """One input: parameter to the text of a Python literal. `violates` are the clauses that it violates, exactly;
    `raised` is the class of what the contract raises, None where it accepts. It is Exception, any of them, where the
    file has decorators or guards: these choose their class themselves."""

    arguments: Mapping[str, str]
    violates: tuple[int, ...]
    raised: str | None


@frozen(slots=True)
class Suite:
    """A task and the rows of its tests (see docs/schema.md)."""

    task: ContractTask
    rows: Sequence[CvtRow | SeparatingRow]
    kept: Sequence[TestCall] | None = None
    """The checked tests of a Python file (`kept_tests.py`)."""

    @property
    def cases(self) -> list[SuiteInput]:
        """The tests and their alternatives, without those of which Python did not say in time what they raise."""
        suite_inputs = []
        for row in self.rows:
            refused = row.verdict == "violating" and row.raised is not None
            if refused or row.verdict == "accepted":
                for arguments in row.tests:
                    suite_inputs.append(SuiteInput(arguments, tuple(row.violates), self._raised(row.raised)))
        return suite_inputs

    def _raised(self, name: str | None) -> str | None:
        pieces = () if self.task.origin is None else self.task.origin.pieces
        rewritten = any(not piece.verbatim and "assert" in piece.text for piece in pieces)
        return "Exception" if rewritten and name == "AssertionError" else name


CaseOutcome = Literal["passed", "failed", "skipped", "error"]


@frozen(slots=True, kw_only=True)
class ReportCase:
    """One thing that was looked at: a clause of a contract, a contract that could not be, or a method with a
    specification. `group`: its file; `subject`: the qualified name of its function. `skipped`: nothing is known of it.
    `detail` is for people: witnesses."""

    group: str
    subject: str
    name: str
    outcome: CaseOutcome
    message: str = ""
    detail: str = ""
    place: SourcePlace | None = None
    seconds: float = 0.0


@frozen(slots=True, kw_only=True)
class Export:
    """A run of `command`. `suites`: tests of contracts in Python; `findings`: without those in `known`, which a
    baseline has; `cases`: all that was looked at; `strict`: what is not supported is an error; `finished`: whether
    everything could be read and no tool broke."""

    command: Literal["cvt", "spec"] = "cvt"
    suites: Sequence[Suite] = ()
    findings: Sequence[ReportedFinding] = ()
    known: Sequence[ReportedFinding] = ()
    cases: Sequence[ReportCase] = ()
    strict: bool = False
    finished: bool = True

    def level(self, kind: str) -> Level:
        """How much a finding of this kind matters in this run."""
        return level_of(kind, strict=self.strict)


def relative(file: str) -> str | None:
    """The path of a file from the folder in which the command runs, with `/`; None for one that is elsewhere."""
    path, folder = Path(os.path.abspath(file)), Path.cwd()
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else None


def told(finding: ReportedFinding) -> str:
    """What a finding says, with its witness and its proposal, on several lines where there are."""
    first = f"{finding.subject}: {finding.message}" if finding.subject else finding.message
    text = f" ({finding.text})" if finding.text and finding.text not in first else ""
    witness = f": {finding.further_witness}" if finding.further_witness else ""
    return "\n".join((f"{first}{text}{witness}", *finding.diff))
