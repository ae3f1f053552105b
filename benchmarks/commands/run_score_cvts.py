"""What `specassay score-cvts` does."""

from collections.abc import Sequence
from pathlib import Path

from ...backends.python.replay import Replayer
from ...core.errors import InputError
from ..exit_codes import ExitCode
from ..grading.command import load_tasks
from ..peers.suites import rates_of, score_suite
from ..reporting.output import row_writer
from ..reporting.run_tables import rate
from ..reporting.tables import TableData, show
from ..reporting.text import complain
from ..schema import SuiteScoresRow


def score(sources: Sequence[Path], datasets: Sequence[Path], out: Path | None, as_json: bool) -> ExitCode:
    """Score suites and show what came of it. Raises InputError for a file that is none, and for one without a test for
    a task of the data sets."""
    tasks, errors = load_tasks(datasets, ())
    complain(*errors)
    found: list[SuiteScoresRow] = []
    with row_writer(out, to_stdout=as_json) as write, Replayer() as replayer:
        for source in sources:
            row = score_suite(source, tasks, replayer)
            if not row.tests:
                raise InputError("no test for a task of the data set", file=str(source))
            write(row)
            found.append(row)
    if not as_json:
        show([_table(found)])
    if errors:
        return ExitCode.BAD_INPUT
    return ExitCode.FINDINGS if any(row.refuted for row in found) else ExitCode.DONE


def _table(rows: Sequence[SuiteScoresRow]) -> TableData:
    names = tuple(name for name, _ in rates_of(rows[0]))
    columns = ("suite", "model", "tasks", "tests", "malformed", *names, "unsatisfiable", "refuted")
    lines = tuple(map(_line, rows))
    return TableData("Published suites", columns, lines, numeric=frozenset(columns[2:]))


def _line(row: SuiteScoresRow) -> tuple[str, ...]:
    counts = (row.tasks, row.tests, row.malformed)
    rates = (rate(each) for _, each in rates_of(row))
    return Path(row.suite).name, row.model, *map(str, counts), *rates, str(row.unsatisfiable), str(row.refuted)
