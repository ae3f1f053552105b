"""What a reader of results wants to see first: findings, with their witnesses."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from ..dafny_harness.findings import KINDS as DAFNY_KINDS
from .cvt import TaskReport
from .figures import compare, disagreements, idle_clauses
from .output import Row

KINDS: dict[str, str] = {
    **DAFNY_KINDS,
    "idle-clause": "no input violates the clause: it checks nothing that holds not anyway",
    "surviving-mutant": "the specification accepts a wrong output",
    "wrong-infeasible": "called infeasible, but an input violates exactly these clauses",
    "disagreement": "one solver answers sat and another unsat",
    "refuted-proof": "an input refuted a proof that none exists: the verdict was corrected",
    "unsupported-contract": "a function states a contract that is not read",
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
        "repair",
        "undecided",
        "no-tests",
        "no-expectation",
        "no-method",
        "no-mutants",
        "not-done",
    }
)
"""Kinds that say what is not known. The others say what is wrong: with them a run exits with 1."""


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


def of_python(report: TaskReport, known: Iterable[frozenset[int]] = ()) -> Iterator[Notable]:
    """The findings about one Python task; `known`: subsets that some input is known to violate exactly."""
    if report.error is not None:
        yield Notable("not-done", report.task_id, report.error)
    if not report.clauses:
        for problem in report.problems:
            yield Notable("unsupported-contract", report.task_id, problem)
    for subset in sorted(compare(report, known).wrong, key=sorted):
        yield Notable("wrong-infeasible", report.task_id, f"clauses {numbers(subset)}")
    for check in disagreements([report]):
        answers = ", ".join(f"{name}: {outcome}" for name, (outcome, _) in check.answers.items())
        yield Notable("disagreement", report.task_id, f"clauses {numbers(check.violates)}: {answers}")
    if report.contradictions:
        yield Notable("refuted-proof", report.task_id, f"{report.contradictions} of its verdicts")
    for clause in idle_clauses(report):
        yield Notable("idle-clause", report.task_id, f"clause {clause}: every subset with it is infeasible")


def of_dafny(rows: Sequence[Row]) -> Iterator[Notable]:
    """The findings about one Dafny file, from its rows."""
    for row in rows:
        if row["status"] == "error":
            yield Notable("not-done", row["task_id"], row["reason"], row["file"])
        for finding in row["findings"]:
            where = _place(row["file"], finding["line"])
            diff = tuple(row["repair"]["diff"].splitlines()) if finding["kind"] == "repair" else ()
            yield Notable(finding["kind"], _subject(row, finding["method"]), finding["message"], where, diff=diff)
        if witness := survivor(row):
            low, high = row["completeness"]
            rate = f"{low:.0%}" if low == high else f"{low:.0%} to {high:.0%}"
            where = _place(row["file"], row["line"])
            yield Notable("surviving-mutant", _subject(row, row["method"]), f"completeness {rate}", where, witness)


def _subject(row: Row, method: str | None) -> str:
    return f"{row['task_id']}.{method}" if method else str(row["task_id"])


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"


def survivor(row: Row) -> str:
    """The wrong output that a method's specification accepts and a reader doubts least, as `name(arguments) →
    outputs`; else empty.

    Where the specification refuses what a test expects, the two disagree about what is right: no output for that input
    is a witness of weakness. A rearranged result may be meant to be right, so others come first, and short ones."""
    found = []
    for test in row["tests"]:
        arguments, expected = (", ".join(part.values()) for part in (test["inputs"], test["output"]))
        for mutant in test["mutants"]:
            if mutant["verdict"] == "holds" and test["verdict"] == "holds":
                outputs = ", ".join(mutant["output"].values())
                rearranged = sorted(outputs) == sorted(expected)
                found.append((rearranged, len(arguments) + len(outputs), f"{row['method']}({arguments}) → {outputs}"))
    return min(found, default=(False, 0, ""))[-1]


def numbers(subset: Iterable[int]) -> str:
    """A set of clauses for people."""
    return "{" + ", ".join(map(str, sorted(subset))) + "}"
