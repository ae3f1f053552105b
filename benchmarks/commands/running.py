"""What the commands over tasks have in common: which tasks, the run itself, and findings for people.

Tables and JSON go to standard output, errors to standard error.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

import click
from attrs import frozen

from ...core.spec_testing.assessment import ASSESSMENTS
from ..datasets.tasks import SpecTask
from ..reporting.details import lines_of_findings
from ..reporting.findings import ReportedFinding
from ..reporting.output import RowMapping, make_folder, progress, row_writer
from ..reporting.results import Results
from ..reporting.tables import counted
from ..reporting.text import complain, tell
from ..runs.provenance import digest_of, digest_of_file
from ..runs.run import FileReport, RunSettings
from ..runs.task_report import Report
from ..schema import Row
from .plans import UNWATCHED, Arrival, Plan, Watching, run
from .presenting import Presentation
from .resume import Earlier, read_back, read_back_files, set_aside

MOST_DETAILED = 12
"""With more tasks than this, `cvt` prints a row for each task instead of one for each subset, and `spec` no clauses."""
PROMISES_NOTHING = "no-postcondition"
FIRST_OF_MANY = 10
"""Findings of several files that are printed: what to look at first."""
MOST_NAMED = 5
"""Methods that promise nothing, by their names."""
MOST_FINDINGS = 40
"""Findings that are printed where all are in a file."""


@frozen(slots=True)
class Selection:
    """Which tasks are worked on: those of these names or patterns (all, if there are none), of which lines changed
    since a revision of their repository."""

    names: tuple[str, ...] = ()
    since: str | None = None


def told(report: FileReport) -> None:
    """Say what became of a file, for whoever waits for the rest."""
    verdicts = Counter(row.assessment.verdict for row in report.rows if row.assessment is not None)
    counts = [f"{verdicts[verdict]} {verdict}" for verdict in ASSESSMENTS if verdicts[verdict]]
    unassessed = [
        f"{row.status}: {row.reason}" if row.reason else row.status for row in report.rows if not row.assessment
    ]
    line = f"{report.task.file}: {', '.join(counts) or '; '.join(dict.fromkeys(unassessed))} ({report.seconds:.1f} s)"
    tell([line], err=True)


def narrowed(plan: Plan, selection: Selection, sources: Sequence[Path]) -> Plan:
    """The plan with the tasks that are asked for. Raises InputError."""
    chosen = plan.only(selection.names)
    if selection.since is None:
        return chosen
    changed = chosen.since(selection.since, sources)
    click.echo(f"{changed.size} of {chosen.size} changed since {selection.since}.", err=True)
    return changed


def spec_tasks(plan: Plan) -> list[SpecTask]:
    """The Dafny tasks of a plan, in order."""
    return [task for _, task in plan.spec_tasks]


def run_plan(chosen: Plan, settings: RunSettings, name: str, output: Presentation) -> Results:
    """Work on the tasks: rows go where the output says as they come, errors to standard error."""
    complain(*chosen.errors)
    make_dump(settings)
    earlier_reports: Mapping[int, Report | FileReport] = {}
    rows: Sequence[RowMapping | Row] = ()
    out = output.rows
    if output.resume and out is not None:
        earlier = _earlier(chosen, settings, out)
        earlier_reports, rows = earlier.known, earlier.rows
        if earlier.superseded:
            # Rows that will not be repeated as they are may be wanted still.
            set_aside(out, earlier.superseded)
        click.echo(earlier.described(out), err=True)
    several = output.for_people and len(spec_tasks(chosen)) > 1
    with row_writer(out, to_stdout=output.as_json, first=rows) as write, progress(chosen.size, name) as step:

        def arrived(arrival: Arrival) -> None:
            for row in arrival.rows:
                write(row)

        # Where there is one file, or nobody reads along, its rows say it all.
        watching = Watching(arrived=arrived, step=step, told=told if several else UNWATCHED.told)
        results = run(chosen, settings, watching, earlier_reports)
    complain(*results.failures(), *results.broken_tools())
    return results


def make_dump(settings: RunSettings) -> None:
    """Make the folder for queries, if they are to be kept. Raises InputError."""
    if settings.config.dump is not None:
        make_folder(Path(settings.config.dump))


def _earlier(chosen: Plan, settings: RunSettings, out: Path) -> Earlier[Report] | Earlier[FileReport]:
    if chosen.specifications:
        return read_back_files(out, spec_tasks(chosen), lambda task: digest_of_file(task, settings))
    tasks = [task for _, task in chosen.contract_tasks]
    return read_back(out, tasks, settings.config.max_subsets, lambda task: digest_of(task, settings))


def show_findings(
    findings: Sequence[ReportedFinding],
    rows: Path | None = None,
    most_of_many: int = MOST_FINDINGS,
    *,
    first: bool = False,
) -> None:
    """Print the findings, the worst first: all, or the first ones where the others are in a file of `rows`, or where
    they are about several files, `most_of_many`, or the `first` alone. The others are counted, and so are methods that
    promise nothing. What was not done was told on standard error when it failed, and is not told again."""
    listed = [finding for finding in findings if finding.kind not in ("not-done", PROMISES_NOTHING)]
    lines = lines_of_findings(listed)
    several = len({finding.place.file for finding in findings if finding.place is not None}) > 1
    # Without a file of rows, what is not printed is told nowhere.
    most = len(lines) if rows is None else MOST_FINDINGS
    most = min(most, most_of_many) if several and most_of_many < MOST_FINDINGS else most
    most = 1 if first else most
    tell(chain.from_iterable(lines[:most]))
    if first and len(lines) > most:
        click.echo(f"{counted(len(lines) - most, 'more finding')}; without --first all are told.")
    elif len(lines) > most:
        where = f"the rows in {rows} have them all" if rows is not None else "--out FILE has them all"
        click.echo(f"{counted(len(lines) - most, 'more finding')}; {where}.")
        if several:
            kinds = Counter(finding.kind for finding in listed).most_common()
            click.echo(f"All of them: {', '.join(f'{number:,} {kind}' for kind, number in kinds)}.")
    # They are too many and too alike for a line each.
    silent = [finding.subject for finding in findings if finding.kind == PROMISES_NOTHING]
    if silent:
        named = ", ".join(silent[:MOST_NAMED]) + (", …" if len(silent) > MOST_NAMED else "")
        click.echo(f"{counted(len(silent), 'method')} without a postcondition: {named}")
