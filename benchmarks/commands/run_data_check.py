"""What `specassay data check` does."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import click
from attrs import frozen

from ...core.spec_testing.findings import DATA_DEFECTS
from ..auditing.data_checks import of_python_tasks, of_specification_files
from ..auditing.findings import as_row, command_of
from ..configuration import DEFAULT
from ..datasets.sets.registry import parts_of
from ..datasets.tasks import SpecTask
from ..exit_codes import ExitCode
from ..grading.cache import NO_CACHE, Cache, default_folder
from ..grading.command import NOWHERE
from ..reporting.details import lines_of_findings
from ..reporting.findings import ReportedFinding, of_specifications
from ..reporting.output import progress, row_writer
from ..reporting.rules import NO_DEFECTS
from ..reporting.tables import counted
from ..reporting.text import MOST_CHARACTERS_OF_A_FINDING, complain, tell
from ..runs.parallel import file_reports
from ..runs.run import RunSettings
from ..schema import SpecRow
from .options import config
from .plans import plan_of_parts

KINDS_OF_DATA = DATA_DEFECTS | {"invalid-input", "no-answer", "duplicate-task", "duplicate-input", "not-done"}


@frozen(slots=True, kw_only=True)
class CheckOptions:
    """The options of the command, as they are given there."""

    file_limit: float | None = DEFAULT.file_limit
    jobs: int | None = None
    tasks: tuple[str, ...] = ()
    cache: Path | None = None
    out: Path | None = None
    as_json: bool = False


def check_data(names: Sequence[str], options: CheckOptions) -> ExitCode:
    """Print what is wrong with data. Raises InputError for what is not there at all."""
    plan = plan_of_parts([part for name in names for part in parts_of(name)]).only(options.tasks)
    plan.check()
    complain(*plan.errors)
    python = [task for _, task in plan.contract_tasks]
    specified = [task for _, task in plan.spec_tasks]
    cache = NO_CACHE if options.cache == NOWHERE else Cache(options.cache or default_folder())
    findings: list[ReportedFinding] = []
    with (
        row_writer(options.out, to_stdout=options.as_json) as write,
        progress(len(python) + len(specified), "check") as step,
    ):

        def tell(finding: ReportedFinding) -> None:
            findings.append(finding)
            write(as_row(finding, command_of(finding)))

        for finding in of_python_tasks(python, options.jobs, cache, step):
            tell(finding)
        rows: list[SpecRow] = []
        for file in file_reports(specified, _settings(options)):
            step()
            rows += file.rows
            for finding in of_specifications(file.rows):
                if finding.kind in KINDS_OF_DATA:
                    tell(finding)
        for finding in of_specification_files(specified, rows):
            tell(finding)
    if not options.as_json:
        _show(findings, len(python), specified)
    # What could not be looked at may have defects, too: where nothing else was found, that is no clean bill.
    if plan.errors or any(finding.kind == "not-done" for finding in findings):
        return ExitCode.BAD_INPUT
    return ExitCode.FINDINGS if any(finding.kind not in NO_DEFECTS for finding in findings) else ExitCode.DONE


def _settings(options: CheckOptions) -> RunSettings:
    """No wrong outputs are made: only what the tests themselves say counts."""
    return RunSettings(config=config(file_limit=options.file_limit, jobs=options.jobs, mutants=0), made=0)


def _show(found: Sequence[ReportedFinding], python: int, specified: Sequence[SpecTask]) -> None:
    tell(chain.from_iterable(lines_of_findings(found)), MOST_CHARACTERS_OF_A_FINDING)
    kinds = Counter(finding.kind for finding in found)
    said = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items())) or "nothing is wrong"
    click.echo(f"{counted(python, 'Python task')} and {counted(len(specified), 'specification file')}: {said}.")
