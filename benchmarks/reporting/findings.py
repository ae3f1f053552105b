"""What a reader of results wants to see first: findings, with their witnesses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from ...core.spec_testing.findings import KINDS as DAFNY_KINDS
from ..runs.task_report import Report
from .schema import SpecRow
from .statistics import compare, disagreements, idle_clauses

KINDS: dict[str, str] = {
    **DAFNY_KINDS,
    "idle-clause": "no input violates the clause: it checks nothing that holds not anyway",
    "wrong-infeasible": "called infeasible, but an input violates exactly these clauses",
    "disagreement": "one solver answers sat and another unsat",
    "refuted-proof": "an input refuted a proof that none exists: the verdict was corrected",
    "unsupported-contract": "a function states a contract that is not read",
    "not-looked-at": "sets of clauses about which nothing is known because of a limit of the run",
    "not-done": "the task or file could not be worked on",
}
"""Kind → what it means. Kinds are stable."""

NOTES = frozenset(
    {
        "unsupported-clause",
        "unsupported-contract",
        "unsupported-test",
        "unconverted-test",
        "approximate",
        "undecided",
        "no-tests",
        "no-expectation",
        "no-method",
        "no-mutants",
        "not-looked-at",
        "not-done",
    }
)
"""Kinds that say what is not known."""

PROPOSALS = frozenset({"repair", "kills-nothing"})
"""Kinds that say what could be better: a strong specification may have a clause that its tests do not need."""

NO_DEFECTS = NOTES | PROPOSALS
"""The other kinds say what is wrong: with them a run exits with 1."""


@frozen(slots=True)
class Notable:
    """One finding. `where` is a file, or a file and line; `witness` is source text, `diff` lines of a proposal."""

    kind: str
    subject: str
    message: str
    where: str = ""
    witness: str = ""
    diff: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no such kind of finding: {self.kind}")


def of_python(report: Report, known: Iterable[frozenset[int]] = ()) -> Iterator[Notable]:
    """The findings about one Python task; `known`: subsets that some input is known to violate exactly."""
    if report.error is not None:
        yield Notable("not-done", report.task_id, report.error)
    if not report.clauses:
        for problem in report.problems:
            yield Notable("unsupported-contract", report.task_id, problem)
    for subset in sorted(compare(report, known).wrong, key=sorted):
        yield Notable("wrong-infeasible", report.task_id, f"clauses {numbers(subset)}")
    for check in disagreements([report]):
        answers = ", ".join(f"{name}: {answer.outcome.value}" for name, answer in check.answers.items())
        yield Notable("disagreement", report.task_id, f"clauses {numbers(check.violates)}: {answers}")
    if report.contradictions:
        yield Notable("refuted-proof", report.task_id, f"{report.contradictions} of its verdicts")
    if left_out := not_looked_at(report):
        yield Notable("not-looked-at", report.task_id, left_out)
    for clause in idle_clauses(report):
        yield Notable("idle-clause", report.task_id, f"clause {clause}: every subset with it is infeasible")


def not_looked_at(report: Report) -> str:
    """How many sets of clauses were left out, if any were, and why."""
    beyond = max(0, report.subsets - len(report.rows)) if report.rows else 0
    parts = [f"{beyond:,} of {report.subsets:,} sets of clauses, the larger ones"] if beyond else []
    parts += [f"{report.spent:,} sets about which nothing was asked: the budget was spent"] if report.spent else []
    return "; and ".join(parts)


def of_dafny(rows: Sequence[SpecRow]) -> Iterator[Notable]:
    """The findings about one Dafny file, from its rows."""
    for row in rows:
        if row.status == "error":
            yield Notable("not-done", row.task_id, row.reason, row.file)
        for finding in row.findings:
            where = _place(row.file, finding.line)
            diff = tuple(row.repair.diff.splitlines()) if finding.kind == "repair" and row.repair else ()
            witness = shown(row.method or "", finding.witness) if finding.witness else ""
            yield Notable(
                finding.kind, _subject(row, finding.method), finding.message, where, witness, diff
            )


def _subject(row: SpecRow, method: str | None) -> str:
    return f"{row.task_id}.{method}" if method else str(row.task_id)


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"


def shown(method: str, witness: Mapping[str, Mapping[str, str]]) -> str:
    """The witness of an accepted output as `name(arguments) → outputs` and what was expected."""
    arguments, expected, other = (", ".join(witness[part].values()) for part in ("inputs", "expected", "other"))
    wanted = f" where {expected} is expected" if expected else ""
    return f"{method}({arguments}) → {other}{wanted}"


def other_output(row: SpecRow) -> str:
    """What a method's specification accepts and should not, as `shown`; empty where that is not known."""
    found = (finding.witness for finding in row.findings if finding.kind == "accepts-another-output")
    return next((shown(row.method or "", witness) for witness in found if witness is not None), "")


def numbers(subset: Iterable[int]) -> str:
    """A set of clauses for people."""
    return "{" + ", ".join(map(str, sorted(subset))) + "}"
