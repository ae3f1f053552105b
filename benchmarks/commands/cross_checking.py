"""The real Dafny verifier beside our engines: the run of `spec --cross-check`, and its tables."""

import json
from collections.abc import Sequence
from typing import get_args

import click

from ...core.deciding.clauses import ClauseVerdict
from ...dafny_harness.cross_check import CrossCheck, Subject, cross_check
from ...dafny_harness.verifier.run import VerifierStatus
from ..datasets.tasks import DafnyTask
from ..exit_codes import ExitCode
from ..reporting.output import progress
from ..reporting.tables import TableData, show
from ..runs.run import RunSettings, scoring_of
from .presenting import Presentation


def check_files(tasks: Sequence[DafnyTask], settings: RunSettings) -> CrossCheck:
    """Ask the verifier about every triple of these files. Raises SolverFailure where there is no verifier."""
    with progress(len(tasks), "cross-check") as step:
        return cross_check(
            [Subject(task.file, settings.root or task.root) for task in tasks],
            scoring_of(settings),
            step=step,
        )


def code_of(check: CrossCheck) -> ExitCode:
    """A disagreement is a finding; a verifier that broke is a failure."""
    if any(one.answer.status == "error" for one in check.checked):
        return ExitCode.FAILED
    return ExitCode.FINDINGS if check.disagreements else ExitCode.DONE


def matrix_table(check: CrossCheck) -> TableData:
    """Our verdicts by row, the verifier's answers by column."""
    matrix = check.matrix
    ours = [verdict for verdict in get_args(ClauseVerdict) if any(row == verdict for row, _ in matrix)]
    theirs = [status for status in get_args(VerifierStatus) if any(column == status for _, column in matrix)]
    rows = tuple((verdict, *(str(matrix.get((verdict, status), 0)) for status in theirs)) for verdict in ours)
    with_triples = [file for file in check.files if file.checked]
    definite = sum(file.definite for file in with_triples)
    notes = (
        f"{definite} of {len(with_triples)} files have a definite answer on each triple; "
        f"{len(check.disagreements)} disagreements.",
        f"Dafny {check.version}: {check.calls} calls, {check.seconds:,.0f} s.",
        *(f"{file.file}: {file.problem}" for file in check.files if file.problem),
    )
    columns = ("ours", *theirs)
    return TableData("Cross-check", columns, rows, numeric=frozenset(theirs), notes=notes)


def shown(check: CrossCheck, output: Presentation) -> ExitCode:
    """Print what the verifier said, and give back the exit code that follows from it."""
    if output.as_json:
        click.echo(json.dumps({"cross_check": check.as_json()}))
    elif output.for_people:
        show([matrix_table(check)])
        for disagreement in check.disagreements:
            click.echo(disagreement.explained())
    return code_of(check)
