"""The tables and rows of `specassay grade`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import get_args

from attrs import asdict
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..reporting.fields import table_of
from ..reporting.paired_columns import PAIRED, short
from ..reporting.program_rates import failing_table, graded_file, scores_of, scores_table
from ..reporting.run_tables import Line, units
from ..reporting.tables import NOTHING, Table, count, plain_table
from ..schema import GradeRow, LeftOutRow, PairedPart, ResponsePart, ScorePart, StatisticsRow, SuitePart, part_of
from ..schema.grade import RaisedBy
from .adherence import ClauseRow, Reject, Response
from .expected import LeftOut
from .grade import FileGrades, Grade
from .judging import ProgramVerdict, SuiteVerdict


def first_tables(files: Sequence[FileGrades], ks: Sequence[int], reject: Reject) -> Iterator[Table]:
    """What is read first of graded files: the leaderboard, and programs that do not pass, each with an input."""
    graded = [
        graded_file(file.source.name, [row_of(file.source.name, grade, reject) for grade in file.grades])
        for file in files
    ]
    yield scores_table([scores_of(file, ks) for file in graded], "command")
    if failing := failing_table(graded):
        yield failing


MOST_COLUMNS = 6
"""Sample files side by side in one table."""

ADHERENCE: list[Line[StatisticsRow]] = [
    ("CSR", lambda each: rate(each.csr)),
    ("  n tests", lambda each: units(each.csr)),
    ("  by crashing", lambda each: _known(each.csr_crash, rate)),
    ("  if correct", lambda each: rate(each.csr_correct)),
    ("  feasible", lambda each: rate(each.csr_feasible)),
    ("CSR any", lambda each: rate(each.csr_any)),
    ("  feasible", lambda each: rate(each.csr_feasible_any)),
    ("  n tests", lambda each: units(each.csr_feasible_any)),
    ("AVC", lambda each: rate(each.avc)),
    ("  any", lambda each: rate(each.avc_any)),
    ("  n clauses", lambda each: units(each.avc)),
]


def tables(statistics: Sequence[StatisticsRow], ks: Sequence[int]) -> Iterator[Table]:
    """The rates of sample files, side by side."""
    for start in range(0, len(statistics), MOST_COLUMNS):
        yield _table(statistics[start : start + MOST_COLUMNS], ks)


def _table(columns: Sequence[StatisticsRow], ks: Sequence[int]) -> Table:
    problems = dict.fromkeys(name for column in columns for name in column.problems)
    verdicts = dict.fromkeys(name for column in columns for name in column.verdicts)
    order = {name: place for place, name in enumerate(get_args(ProgramVerdict))}
    lines: list[Line[StatisticsRow]] = [
        ("samples", lambda statistics_row: count(statistics_row.samples)),
        # A problem that became a verdict is counted there.
        *map(_problem, (name for name in problems if name not in verdicts)),
        ("tasks", lambda statistics_row: count(statistics_row.tasks)),
        ("  without samples", lambda statistics_row: count(statistics_row.tasks_without_samples)),
        ("inputs left out", lambda statistics_row: count(statistics_row.inputs_left_out)),
        ("graded", lambda statistics_row: count(sum(statistics_row.verdicts.values()))),
        *map(_verdict, sorted(verdicts, key=lambda name: order.get(name, len(order)))),
    ]
    for k in ks:
        lines += _passes(k)
    lines += ADHERENCE
    if any(column.aar is not UNSET for column in columns):
        lines += [*_alignment("AAR", "aar"), *_alignment("AAP", "aap")]
    rows = tuple((label, *(cell(column) for column in columns)) for label, cell in lines)
    reject = columns[0].reject
    notes = (
        "Rates in %, in brackets 95 % intervals. CSR: of all tests that violate the contract, those that a check "
        f"refuses (by {reject}); by crashing: those that end by another exception, or by one that a handler makes of "
        "it; any: both; feasible: those on which the reference without its contract runs.",
        "base, plus: of the code found in each answer. as written: an answer that is no module as it stands fails; "
        "conditional: of the samples that define the function; strict: tasks without samples fail; and refuses: and "
        "refuses every test.",
        "inputs left out: they break the contract of their own task, or the canonical solution does not return. "
        "graded: by the verdict on the first valid input that a sample does not pass, or why there is no code.",
        "AVC: clauses that are enforced, of those that a test violates alone. AAR, AAP: clauses with an equivalent "
        "check, checks with an equivalent clause, proved; in context: where the other clauses hold; published: by "
        "equal text.",
    )
    return plain_table("Graded samples", ("", *(short(column.samples_file) for column in columns)), rows, notes=notes)


def _problem(name: str) -> Line[StatisticsRow]:
    return f"  {name}", lambda each: count(each.problems.get(name, 0))


def _verdict(name: str) -> Line[StatisticsRow]:
    return f"  {name}", lambda each: count(each.verdicts.get(name, 0))


def _passes(k: int) -> list[Line[StatisticsRow]]:
    def line(label: str, kind: str, cell: Callable[[ScorePart], str]) -> Line[StatisticsRow]:
        return label, lambda statistics: cell(statistics.pass_at_k[kind][str(k)])

    return [
        line(f"pass@{k} base", "base", rate),
        line(f"pass@{k} plus", "plus", rate),
        line("  n tasks", "plus", units),
        line("  conditional", "conditional", rate),
        line("  strict", "strict", rate),
        line("  and refuses", "both", rate),
        line("  as written", "as_written", rate),
    ]


def _alignment(name: str, key: str) -> list[Line[StatisticsRow]]:
    def line(label: str, score: str, cell: Callable[[ScorePart], str]) -> Line[StatisticsRow]:
        return label, lambda statistics: _known(getattr(statistics, score), cell)

    return [
        line(name, key, rate),
        line("  in context", f"{key}_in_context", rate),
        line("  published", f"{key}_published", rate),
        line("  n", key, units),
    ]


def _known(score: ScorePart | UnsetType, cell: Callable[[ScorePart], str]) -> str:
    return NOTHING if isinstance(score, UnsetType) else cell(score)


def rate(score: ScorePart) -> str:
    """A rate in percent with its bounds and interval, short enough for a narrow column."""
    if score.low is None or score.high is None:
        return NOTHING
    value = f"{100 * score.low:.1f}"
    if score.low != score.high:
        value += f" to {100 * score.high:.1f}"
    if score.interval is None:
        return value
    return f"{value} [{100 * score.interval.low:.1f}, {100 * score.interval.high:.1f}]"


def clauses_table(rows: Sequence[tuple[ClauseRow, str]]) -> Table:
    """What programs did with the tests that violate one clause alone, clause by clause with its text."""
    return plain_table(
        "Clauses: what programs do with tests that violate one alone",
        ("task", "clause", "text", "refused", "raised else", "returned", "unknown"),
        (
            (row.task_id, str(row.clause), text, *map(count, (row.rejected, row.raised, row.accepted, row.unknown)))
            for row, text in rows
        ),
        numeric={"clause", "refused", "raised else", "returned", "unknown"},
        code={"text"},
    )


def loose_table(tasks: Mapping[str, str]) -> Table:
    """Tasks whose oracle takes more for right than the expected outputs."""
    return plain_table(
        "Loose oracles: what these tasks also take for right, as their data set says",
        ("task", "also right"),
        tasks.items(),
    )


def paired_table(tests: Sequence[PairedPart]) -> Table:
    """Sample files against each other."""
    notes = (
        "Only first, only second: pairs of samples of which only that one passes. p: exact sign-flip test "
        "over tasks (McNemar's where each has one sample); corrected: by Holm, for all of these tests. "
        "pass +, CSR +: second minus first in points, mean over tasks, with a 95 % bootstrap interval.",
    )
    return table_of("Paired tests", PAIRED, tests, notes=notes)


def disagreements_table(test: PairedPart) -> Table:
    """The samples of which one passes and its partner does not."""
    return plain_table(
        f"{short(test.first)} and {short(test.second)}: where only one passes",
        ("task", "passes", "the other", "input", "expected", "found"),
        (
            (
                disagreement.task_id,
                "first" if disagreement.passes == test.first else "second",
                disagreement.verdict,
                disagreement.input,
                disagreement.expected,
                disagreement.found,
            )
            for disagreement in test.disagreements
        ),
        code={"input", "expected", "found"},
    )


def left_out_row(task_id: str, inputs: Sequence[LeftOut]) -> LeftOutRow:
    """The shipped inputs of a task that are no tests."""
    return LeftOutRow(
        task_id=task_id,
        left_out=[
            {"suite": input_.suite, "place": input_.place, "input": input_.call, "reason": input_.reason}
            for input_ in inputs
        ],
    )


def row_of(source: str, grade: Grade, reject: Reject) -> GradeRow:
    """A grade as a row."""
    sample, judgement = grade.sample, grade.judgement
    row = part_of(
        GradeRow,
        sample,
        samples_file=source,
        base=_suite(judgement.base),
        plus=_suite(judgement.plus),
        also_right=grade.loose,
        responses=[_response(response, reject) for response in grade.responses],
    )
    if grade.alignment is None:
        return row
    seen = grade.alignment.seen or {}
    return replace(
        row,
        clauses=[clause.text for clause in grade.alignment.clauses],
        guards=[{"line": guard.line, "text": guard.text} for guard in grade.alignment.guards],
        relations=[
            {
                "clause": pair.clause,
                "guard": pair.guard,
                **asdict(pair.comparison),
                "seen": seen.get((pair.clause, pair.guard)),
            }
            for pair in grade.alignment.pairs
        ],
        guards_complete=grade.alignment.complete,
        guards_reason=grade.alignment.reason or None,
    )


def _suite(suite: SuiteVerdict) -> SuitePart:
    return part_of(SuitePart, suite, input=suite.call)


def _response(response: Response, reject: Reject) -> ResponsePart:
    return ResponsePart(
        violates=sorted(response.test.violates),
        input=response.test.call,
        feasible=response.test.runs_without_contract,
        outcome=response.kind,
        exception=response.exception or None,
        rejection=response.rejection(reject),
        raised_by=_raised_by(response),
    )


def _raised_by(response: Response) -> RaisedBy | UnsetType:
    if response.kind != "raised":
        return UNSET
    if response.by == "handler":
        return "handler"
    return "check" if response.by == "aligned check" else "other"
