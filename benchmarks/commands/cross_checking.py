"""The real Dafny verifier beside our engines: the run of `spec --cross-check`, and its tables."""

from collections.abc import Sequence
from typing import get_args

import click

from ...core.deciding.clauses import ClauseVerdict
from ...core.errors import InputError
from ...dafny_harness.cross_check import CrossCheck, Subject, cross_check
from ...dafny_harness.verifier.run import VerifierStatus
from ..datasets.tasks import SpecTask
from ..exit_codes import ExitCode
from ..reporting.output import progress
from ..reporting.tables import Table, plain_table, show
from ..runs.run import RunSettings, scoring_of
from ..schema import AgreementPart, CrossCheckPart, CrossCheckRow, OpenTriplePart, line_of
from .presenting import Presentation


def check_verified(tasks: Sequence[SpecTask], options: str) -> None:
    """Raises InputError where a file is in a language that the real verifier does not read. `options` ask it."""
    for task in tasks:
        if task.language.verifier is None:
            raise InputError(f"the verifier reads no {task.language.title}: leave out {options}", file=str(task.file))


def check_files(tasks: Sequence[SpecTask], settings: RunSettings) -> CrossCheck:
    """Ask the verifier about every triple of these files. Raises SolverFailure where there is no verifier."""
    with progress(len(tasks), "cross-check") as step:
        return cross_check(
            [Subject(task.file, task.reading(settings.root).root) for task in tasks],
            scoring_of(settings),
            step=step,
        )


def code_of(check: CrossCheck) -> ExitCode:
    """A disagreement is a finding; a verifier that broke is a failure."""
    if any(triple.answer.status == "error" for triple in check.checked):
        return ExitCode.FAILED
    return ExitCode.FINDINGS if check.disagreements else ExitCode.DONE


def matrix_table(check: CrossCheck) -> Table:
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
    return plain_table("Cross-check", columns, rows, numeric=theirs, notes=notes)


def row_of_check(check: CrossCheck) -> CrossCheckRow:
    """The statistics, and each disagreement and open triple."""
    matrix = [AgreementPart(ours=o, verifier=v, triples=n) for (o, v), n in sorted(check.matrix.items())]
    left_open = [triple for triple in check.checked if not triple.answer.definite]
    return CrossCheckRow(
        cross_check=CrossCheckPart(
            verifier=check.version,
            matrix=matrix,
            files=len(check.files),
            files_with_triples=sum(bool(file.checked) for file in check.files),
            files_definite=sum(file.definite for file in check.files),
            calls=check.calls,
            seconds=check.seconds,
            problems={str(file.file): file.problem for file in check.files if file.problem},
            disagreements=[disagreement.explained() for disagreement in check.disagreements],
            open=[
                OpenTriplePart(triple=triple.triple.label, status=triple.answer.status, reason=triple.answer.message)
                for triple in left_open
            ],
        )
    )


def shown(check: CrossCheck, output: Presentation) -> ExitCode:
    """Print what the verifier said, and give back the exit code that follows from it."""
    if output.as_json:
        click.echo(line_of(row_of_check(check)), nl=False)
    elif output.for_people:
        show([matrix_table(check)])
        if not check.checked:
            click.echo(
                "Dafny was asked nothing: no test has a valid input and an output to judge. Write a test method."
            )
        for disagreement in check.disagreements:
            click.echo(disagreement.explained())
    return code_of(check)
