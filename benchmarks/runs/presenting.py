"""Where the results of `cvt` and `spec` go, and what of them counts: formats, baselines, and what fails a run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import click
from attrs import frozen

from ..datasets.tasks import PythonTask
from ..exit_codes import ExitCode
from ..reporting.baseline import Baseline, apart, read_baseline, write_baseline
from ..reporting.cases import cases_of_contract, cases_of_specifications
from ..reporting.findings import Notable, not_done
from ..reporting.formats.export import Case, Export
from ..reporting.formats.registry import document
from ..reporting.formats.suite import Suite
from ..reporting.output import write_text
from ..reporting.places import Place
from ..reporting.rules import is_defect
from .results import Results
from .run import inputs_of

Command = Literal["cvt", "spec"]
Texts = Mapping[str, Sequence[str]]
"""By the id of a method in Dafny, the texts of its clauses."""


@frozen(slots=True, kw_only=True)
class Output:
    """What a user wants of the results. `out`: the file for rows, or for the document of the format `form`, which is
    printed without a file; `as_json`: rows are printed, too. `strict`: what is not supported fails. `baseline`: a file
    of known findings, which pass; `updated`: where to write all findings as such a file."""

    out: Path | None = None
    as_json: bool = False
    form: str | None = None
    strict: bool = False
    baseline: Path | None = None
    updated: Path | None = None

    @property
    def rows(self) -> Path | None:
        """The file for rows, if these go to one."""
        return None if self.form else self.out

    @property
    def for_people(self) -> bool:
        """Whether tables are printed: nothing else goes to standard output."""
        return not self.as_json and (self.form is None or self.out is not None)

    def known(self) -> Baseline | None:
        """The known findings. Raises InputError."""
        return None if self.baseline is None else read_baseline(self.baseline)


@frozen(slots=True)
class Judged:
    """The findings of a run, without those that are known, and its exit code."""

    new: tuple[Notable, ...]
    known: tuple[Notable, ...]
    code: ExitCode


def judge(results: Results, output: Output, baseline: Baseline | None) -> Judged:
    """Which findings are new, and how the run ends. A baseline is written where that is asked for: then all findings
    are known. Raises InputError."""
    found = [*results.notables(), *unread(results)]
    if output.updated is not None:
        write_baseline(output.updated, found)
        new, known = list[Notable](), found
    else:
        new, known = apart(found, baseline)
    code = results.code
    if code == ExitCode.BAD_INPUT and known and all(finding.kind != "not-done" for finding in new):
        code = ExitCode.DONE
    if any(is_defect(finding.kind, strict=output.strict) for finding in new if not _told_by_the_code(finding)):
        code = max(code, ExitCode.FINDINGS)
    return Judged(tuple(new), tuple(known), code)


def _told_by_the_code(finding: Notable) -> bool:
    """What could not be worked on has an exit code of its own."""
    return finding.kind == "not-done"


def unread(results: Results) -> Iterator[Notable]:
    """The sources that could not be read, as findings."""
    for error in results.errors:
        yield not_done(error.file or "", str(error), None if error.file is None else Place(error.file, error.line))


def export(results: Results, judged: Judged, output: Output, command: Command, texts: Texts) -> None:
    """Write the document of a format, or print it. Raises InputError and OutputFailure."""
    if output.form is None:
        return
    made = Export(
        command=command,
        suites=_suites(results) if command == "cvt" else (),
        findings=judged.new,
        known=judged.known,
        cases=tuple(_cases(results, judged.new, texts, strict=output.strict)),
        strict=output.strict,
        finished=judged.code < ExitCode.BAD_INPUT,
    )
    text = document(output.form, made)
    if output.out is None:
        click.echo(text, nl=False)
    else:
        write_text(output.out, text)


def _suites(results: Results) -> list[Suite]:
    return [
        Suite(results.tasks[report.task_id], inputs_of(report))
        for report in results.reports
        if report.task_id in results.tasks
    ]


def _cases(results: Results, findings: Sequence[Notable], texts: Texts, *, strict: bool) -> Iterator[Case]:
    by_subject: dict[str, list[Notable]] = {}
    for finding in findings:
        by_subject.setdefault(finding.subject, []).append(finding)
    for report in results.reports:
        task: PythonTask | None = results.tasks.get(report.task_id)
        mine = by_subject.get(report.task_id, ())
        yield from cases_of_contract(report, task, mine, strict=strict, texts=texts.get(report.task_id, ()))
    for file in results.files:
        yield from cases_of_specifications(file.rows, findings, strict=strict)
    yield from _cases_of_unread(unread(results), findings)


def _cases_of_unread(found: Iterable[Notable], new: Sequence[Notable]) -> Iterator[Case]:
    for finding in found:
        if finding in new:
            file = finding.subject
            yield Case(group=file, subject=file, name="file", outcome="error", message=finding.message,
                       place=finding.place)  # fmt: skip
