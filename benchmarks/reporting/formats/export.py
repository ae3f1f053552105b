"""What a run has found, as every format gets it."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from attrs import frozen

from ...datasets.places import SourcePlace
from ..findings import ReportedFinding
from ..rules import Level, level_of
from .suite import Suite

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
    path, here = Path(os.path.abspath(file)), Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else None


def told(finding: ReportedFinding) -> str:
    """What a finding says, with its witness and its proposal, on several lines where there are."""
    first = f"{finding.subject}: {finding.message}" if finding.subject else finding.message
    text = f" ({finding.text})" if finding.text and finding.text not in first else ""
    witness = f": {finding.witness}" if finding.witness else ""
    return "\n".join((f"{first}{text}{witness}", *finding.diff))
