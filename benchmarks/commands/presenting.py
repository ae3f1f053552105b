"""Where the results of `cvt` and `spec` go, and what of them counts: formats, baselines, and what fails a run."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import click
from attrs import evolve, frozen

from ...core.errors import InputError
from ...core.iteration import grouped
from ..datasets.python_project import name_of
from ..datasets.tasks import ContractTask, SourcePlace
from ..exit_codes import ExitCode
from ..reporting.baseline import Baseline, apart, read_baseline, write_baseline
from ..reporting.cases import cases_of_contract, cases_of_specifications
from ..reporting.findings import ReportedFinding, not_done
from ..reporting.formats.export import Export, ReportCase, Suite
from ..reporting.formats.registry import document
from ..reporting.ignored import without_ignored
from ..reporting.kept_tests import checked, folder_of, replayer_of_tests
from ..reporting.output import check_destination, make_folder, write_text
from ..reporting.results import Results
from ..reporting.rules import is_defect
from ..reporting.run_tests import module_that_passes
from ..reporting.text import printable
from ..runs.run import inputs_of

CommandName = Literal["cvt", "spec"]
ClauseTexts = Mapping[str, Sequence[str]]
"""The id of a method in Dafny → the texts of its clauses."""


@frozen(slots=True, kw_only=True)
class Presentation:
    """What a user wants of the results. `out`: the file for rows, or for the document of the format `form`, which is
    printed without a file; `as_json`: rows are printed, too. `strict`: what is not supported fails. `first`: of the
    findings the worst is told alone. `baseline`: a file of known findings, which pass; `updated`: where to write all
    findings as such a file. `of_folders`: a source is a folder, so that tests go into modules of their project.
    `resume`: what the rows in `out` say is not done again."""

    out: Path | None = None
    as_json: bool = False
    form: str | None = None
    strict: bool = False
    first: bool = False
    baseline: Path | None = None
    updated: Path | None = None
    of_folders: bool = False
    resume: bool = False

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


def presentation(options: Mapping[str, Any], sources: Sequence[Path]) -> Presentation:
    """Where the results of these sources go, by the options that `cvt` and `spec` share. Raises click.UsageError for
    options that do not go together."""
    out, form, as_json, resume = (options[name] for name in ("out", "form", "as_json", "resume"))
    # Only rows say what is done; the other formats are made in the end.
    if resume and (out is None or form != "jsonl"):
        raise click.UsageError("--resume continues from the rows in --out FILE")
    if as_json and form != "jsonl":
        raise click.UsageError(f"--json prints rows and cannot be combined with --format {form}")
    return Presentation(
        out=out,
        as_json=as_json,
        form=None if form == "jsonl" else form,
        strict=options["strict"],
        first=options["first"],
        baseline=options["baseline"],
        updated=options["updated"],
        of_folders=any(source.is_dir() for source in sources),
        resume=resume,
    )


@frozen(slots=True)
class Judged:
    """The findings of a run, without those that are known, and its exit code."""

    new: tuple[ReportedFinding, ...]
    known: tuple[ReportedFinding, ...]
    code: ExitCode


MOST_TOLD = 4
"""Tests of one task that are left out, with the reason."""


def judge(results: Results, output: Presentation, baseline: Baseline | None) -> Judged:
    """Which findings are new, and how the run ends. A baseline is written where that is asked for: then all findings
    are known. Raises InputError."""
    findings = [*results.findings(), *unread(results)]
    if output.updated is not None:
        write_baseline(output.updated, findings)
        new, known_findings = list[ReportedFinding](), findings
    else:
        counted_findings, ignored = without_ignored(findings)
        new, known_findings = apart(counted_findings, baseline)
        known_findings += ignored
    code = results.code
    if code == ExitCode.BAD_INPUT and known_findings and all(finding.kind != "not-done" for finding in new):
        code = ExitCode.DONE
    # What could not be worked on has an exit code of its own.
    judged = [finding.kind for finding in new if finding.kind != "not-done"]
    if any(is_defect(kind, strict=output.strict) for kind in judged):
        code = max(code, ExitCode.FINDINGS)
    return Judged(tuple(new), tuple(known_findings), code)


def unread(results: Results) -> Iterator[ReportedFinding]:
    """The sources that could not be read, as findings."""
    for error in results.errors:
        source_place = None if error.file is None else SourcePlace(error.file, error.line)
        yield not_done(error.file or "", str(error), source_place)


def export(results: Results, judged: Judged, output: Presentation, command: CommandName, texts: ClauseTexts) -> None:
    """Write the document of a format, or print it. Raises InputError and OutputFailure."""
    if output.form is None:
        return
    exported = Export(
        command=command,
        suites=_suites(results) if command == "cvt" else (),
        findings=judged.new,
        known=judged.known,
        cases=tuple(_cases(results, judged.new, texts, strict=output.strict)),
        strict=output.strict,
        finished=judged.code < ExitCode.BAD_INPUT,
    )
    # Tests of pytest go beside the modules that they import: several modules need several files.
    if output.form == "pytest":
        exported = evolve(exported, suites=_checked(exported.suites))
        files = {suite.task.file for suite in exported.suites if suite.kept is not None}
        if len(files) > 1 or (output.of_folders if output.out is None else _is_folder(output.out)):
            _write_modules(exported, output.out)
            return
    text = _passing(exported) if output.form == "pytest" else document(output.form, exported)
    if output.out is None:
        click.echo(text, nl=False)
    else:
        write_text(output.out, text)


def _checked(suites: Sequence[Suite]) -> list[Suite]:
    """The suites with the tests of Python files that are worth keeping; why others are left out is told."""
    suites_kept: list[Suite] = []
    left_out: list[str] = []
    with replayer_of_tests() as replayer:
        for suite in suites:
            # Tests of other tasks were replayed in the form in which they are exported.
            if not suite.task.file.endswith(".py"):
                suites_kept.append(suite)
                continue
            kept = checked(suite, replayer)
            suites_kept.append(kept.suite)
            left_out += kept.left_out[:MOST_TOLD]
            if len(kept.left_out) > MOST_TOLD:
                left_out.append(f"{suite.task.task_id}: {len(kept.left_out) - MOST_TOLD} more tests, similarly")
    for line in left_out:
        click.echo(f"left out: {printable(line, 240)}", err=True)
    return suites_kept


def _passing(exported: Export) -> str:
    """The text of a test module whose tests pass; why others are left out is told."""
    with replayer_of_tests() as replayer:
        module = module_that_passes(exported, replayer)
    for line in module.left_out:
        click.echo(f"left out: {printable(line, 240)}", err=True)
    return module.text


def _is_folder(path: Path) -> bool:
    return path.is_dir() or path.suffix != ".py"


def _write_modules(exported: Export, out: Path | None) -> None:
    """A test module for each module that has tests, in a folder: that one, or `tests/specassay` of the project. Raises
    InputError for a module that is there and not ours."""
    if out is not None and out.is_file():
        raise InputError("is a file; several modules have tests, so name a folder with --out", file=str(out))
    for file, group in groupby(exported.suites, key=lambda suite: suite.task.file):
        suites = [suite for suite in group if suite.kept is None or suite.kept]
        if not suites:
            continue
        folder = out or folder_of(suites[0].task)
        # Not `test_NAME.py`, which the project's own tests of the module are called: pytest refuses two of one name.
        path = folder / f"test_contracts_of_{re.sub(r'[^0-9A-Za-z_]+', '_', name_of(Path(file)))}.py"
        make_folder(folder)
        check_destination(path, [])
        text = _passing(evolve(exported, suites=suites))
        write_text(path, text)
        click.echo(f"{path}: {text.count('pytest.param(')} tests", err=True)


def _suites(results: Results) -> list[Suite]:
    return [
        Suite(results.tasks[report.task_id], inputs_of(report))
        for report in results.reports
        if report.task_id in results.tasks
    ]


def _cases(
    results: Results, findings: Sequence[ReportedFinding], texts: ClauseTexts, *, strict: bool
) -> Iterator[ReportCase]:
    by_subject = grouped((finding.subject, finding) for finding in findings)
    for report in results.reports:
        task: ContractTask | None = results.tasks.get(report.task_id)
        mine = by_subject.get(report.task_id, ())
        yield from cases_of_contract(report, task, mine, strict=strict, texts=texts.get(report.task_id, ()))
    for file in results.files:
        yield from cases_of_specifications(file.rows, findings, strict=strict)
    yield from _cases_of_unread(unread(results), findings)


def _cases_of_unread(findings: Iterable[ReportedFinding], new: Sequence[ReportedFinding]) -> Iterator[ReportCase]:
    for finding in findings:
        if finding in new:
            file = finding.subject
            yield ReportCase(
                group=file, subject=file, name="file", outcome="error", message=finding.message, place=finding.place
            )
