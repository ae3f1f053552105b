"""What a reader of results wants to see first: findings, with their witnesses, and the clauses that they are about as
they are written, with their places."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen
from msgspec import UNSET

from ...core.errors import SpecassayError
from ...core.spec_testing.notation import told, with_fields
from ...frontends.python.declared import fits
from ...frontends.python.origins import OF_CLASS
from ..datasets.tasks import ContractTask, SourcePlace, place_of_span
from ..english.clause_examples import call_text
from ..runs.consistency import CONTRADICTORY
from ..runs.contract_oracle import contract_of
from ..runs.task_report import Report
from ..schema import CvtRow, FindingPart, SpecRow
from .rules import KINDS
from .statistics import Redundancy, compare, disagreements, idle_clauses, redundant_clauses

_ABOUT_REQUIRES = frozenset({"breaks-precondition", "unmet-requires", "requires-more-than-needed"})
"""Kinds that a clause of the precondition is about. What is proved of a clause stands in the line of either."""
PROVED = frozenset({"idle-clause", "unreachable"})
"""Kinds that are told of a clause where its text is not at hand, too."""
_ABOUT_ENSURES = frozenset({"contradicts-test", "counterexample", "body-breaks-postcondition"})


@frozen(slots=True)
class WrittenClause:
    """A clause: its text on one line, where it is in its file, and what in it is not supported."""

    text: str
    place: SourcePlace | None
    problems: tuple[str, ...] = ()
    never_false: bool = False
    """It is violated only where it raises."""


def clauses_of(task: ContractTask) -> tuple[WrittenClause, ...]:
    """The clauses of a task's contract in their order; none where it cannot be read. A clause of a data set has the
    place of its task: what is in a JSON string has no lines of its own."""
    if task.unsupported is not None:
        return ()
    try:
        clauses = contract_of(task).clauses
    except SpecassayError:
        return ()
    source = task.file.endswith(".py")
    return tuple(
        WrittenClause(
            " ".join(clause.text.split()),
            place_of_span(clause.span) if source else SourcePlace(task.file, task.line),
            tuple(problem.construct for problem in clause.problems),
            clause.never_false,
        )
        for clause in clauses
    )


@frozen(slots=True)
class ReportedFinding:
    """One finding. `subject` is the qualified name of the function or method, or the file, that it is about, `clause`
    the number of the clause, if about one, and `text` how that is written; `witness` is source text, `parts` the same,
    where it is a call, as `inputs`, `expected` and `other`, each from names to literals; `diff` lines of a proposal."""

    kind: str
    subject: str
    message: str
    place: SourcePlace | None = None
    witness: str = ""
    diff: tuple[str, ...] = ()
    clause: int | None = None
    text: str = ""
    parts: Mapping[str, Mapping[str, str]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no such kind of finding: {self.kind}")

    @property
    def where(self) -> str:
        """The file, and line and column where they are known; empty where nothing is."""
        return "" if self.place is None else str(self.place)

    @property
    def further_witness(self) -> str:
        """The witness, unless the message has it: `First([]) fails` tells it already."""
        return "" if self.witness in self.message else self.witness


def of_python(
    report: Report, feasible: Iterable[frozenset[int]] = (), task: ContractTask | None = None
) -> Iterator[ReportedFinding]:
    """The findings about one task of `cvt`. `feasible`: subsets that some input violates exactly. `task`: the
    Python function, which gives findings their places, and single clauses those of their own."""
    name = report.task_id
    source_place = None if task is None else SourcePlace(task.file, task.line)
    unread = () if task is None else task.unread
    # A guard that is not read is told even where the contract failed: it is about the text.
    for guard in unread:
        message = f"`{guard.text.rstrip(':')}` is not read: {guard.reason}"
        yield ReportedFinding("guard-not-read", name, message, guard.place, text=guard.text)
    if report.error is not None:
        yield not_done(name, report.error, source_place)
        return
    # Where guards were not read, they say why there is no contract.
    if not report.clauses and not unread:
        for problem in report.problems:
            yield ReportedFinding("unsupported-contract", name, problem, source_place)
    for subset in sorted(compare(report, feasible).wrong, key=sorted):
        yield ReportedFinding("wrong-infeasible", name, f"clauses {numbers(subset)}", source_place)
    for check in disagreements([report]):
        answers = ", ".join(f"{name}: {answer.outcome.value}" for name, answer in check.answers.items())
        yield ReportedFinding("disagreement", name, f"clauses {numbers(check.violates)}: {answers}", source_place)
    if report.contradictions:
        yield ReportedFinding("refuted-proof", name, f"{report.contradictions} of its verdicts", source_place)
    yield from _of_consistency(report, source_place)
    yield from _of_failures(report, task, source_place)
    if left_out := not_looked_at(report):
        yield ReportedFinding("not-looked-at", name, left_out, source_place)
    yield from _of_clauses(report, task, source_place)


def not_done(subject: str, error: str, source_place: SourcePlace | None) -> ReportedFinding:
    """The finding that something was not done. Where the error begins with the place, or with another line of the same
    file, that is the place, and the message is the rest."""
    match = (
        None if source_place is None else re.match(rf"{re.escape(source_place.file)}(?::(\d+))?(?::(\d+))?: ", error)
    )
    if source_place is None or match is None:
        return ReportedFinding("not-done", subject, error, source_place)
    line, column = (None if group is None else int(group) for group in match.groups())
    same_line = line is None or line == source_place.line
    error_place = source_place if same_line and column is None else SourcePlace(source_place.file, line, column)
    return ReportedFinding("not-done", subject, error[match.end() :], error_place)


def _of_consistency(report: Report, source_place: SourcePlace | None) -> Iterator[ReportedFinding]:
    """The finding that no input satisfies the contract, or that this is unknown."""
    consistency = next((row.consistency for row in report.rows), UNSET)
    if consistency is UNSET:
        return
    if consistency.get("outcome") == CONTRADICTORY:
        message = f"no input satisfies clauses {numbers(consistency.get('clauses', ()))} together"
        if len(consistency.get("clauses", ())) == 1:
            message = f"no input satisfies clause {consistency['clauses'][0]}"
        witness = f"proved from: {', '.join(map(str, consistency.get('core', ())))}"
        yield ReportedFinding("contradictory-contract", report.task_id, message, source_place, witness, text=witness)
    else:
        message = f"no input that satisfies it is known, and no proof that there is none: {consistency.get('reason')}"
        yield ReportedFinding("open-contract", report.task_id, message, source_place)


def _of_failures(
    report: Report, task: ContractTask | None, source_place: SourcePlace | None
) -> Iterator[ReportedFinding]:
    """The finding that the function fails on a call which its contract accepts."""
    for row in report.rows[:1]:
        if row.fails is not UNSET:
            arguments = row.fails.arguments
            shown_call = None if task is None else call_text(task, arguments)
            call = shown_call or ", ".join(f"{name}={text}" for name, text in arguments.items())
            message = f"{call} violates nothing, and raises {row.fails.raised}"
            yield ReportedFinding("fails-on-valid-input", report.task_id, message, source_place)


def _of_clauses(
    report: Report, task: ContractTask | None, source_place: SourcePlace | None
) -> Iterator[ReportedFinding]:
    """The findings about single clauses. Their texts are read again only where there is something to say."""
    name, idle = report.task_id, idle_clauses(report)
    contradictory = any(row.consistency is not UNSET for row in report.rows)
    # In a contract that nothing satisfies every clause follows from the others, which would hide the real finding.
    redundant = {} if contradictory else {redundancy.clause: redundancy for redundancy in redundant_clauses(report)}
    tests = [row for row in report.rows if row.is_test]
    written: Sequence[WrittenClause] = ()
    for clause in range(report.clauses):
        mine = [row for row in tests if clause in row.violates]
        single = next((row for row in report.rows if row.violates == [clause]), None)
        kind_and_message = _told_of(clause, mine, single, idle, () if task is None else _ill_typed(task, mine))
        if (
            kind_and_message is None or (task is None and kind_and_message[0] not in PROVED)
        ) and clause not in redundant:
            continue
        # The texts are read again only for a clause with something to say: most contracts have none.
        if task is not None and not written:
            written = clauses_of(task)
        written_clause = written[clause] if clause < len(written) else WrittenClause("", source_place)
        if clause in redundant:
            kind_and_message = _of_redundancy(redundant[clause], written, task)
        assert kind_and_message is not None
        kind, message, witness = kind_and_message
        if kind == "raising-clause" and written_clause.never_false:
            continue
        # A clause that is not supported is open for that reason, and has a kind of its own.
        # Constraints that a library checks are all read: their texts are names of ours for them, and no Python.
        if kind == "open-clause" and written_clause.problems and task is not None and task.declaration is None:
            kind, message = "unsupported-clause", f"{message}; {'; '.join(written_clause.problems)}"
        yield ReportedFinding(
            kind, name, message, written_clause.place or source_place, witness, clause=clause, text=written_clause.text
        )


def _of_redundancy(
    redundancy: Redundancy, written: Sequence[WrittenClause], task: ContractTask | None
) -> tuple[str, str, str]:
    """Kind, message and witness of a clause that others imply."""
    places = [clause.place for number in redundancy.implied_by for clause in written[number : number + 1]]
    lines = list(dict.fromkeys(str(source_place.line) for source_place in places if source_place is not None))
    many = len(redundancy.implied_by) > 1
    implying = " and ".join(map(str, redundancy.implied_by))
    where = f", line{'s' if len(lines) > 1 else ''} {' and '.join(lines)}" if lines else ""
    together = " together" if many else ""
    message = f"clause {redundancy.clause} is implied by clause{'s' if many else ''} {implying}{together}{where}"
    call = None if task is None else call_text(task, redundancy.witness.arguments or {})
    witness = f"for example {call or arguments_of(redundancy.witness)} violates {numbers(redundancy.witness.violates)}"
    return "redundant-clause", message, witness


def _told_of(
    clause: int, tests: Sequence[CvtRow], single: CvtRow | None, idle: Sequence[int], ill_typed: Sequence[CvtRow]
) -> tuple[str, str, str] | None:
    """Kind, message and witness of what there is to say about a clause, if anything. `tests` are those that violate
    it, `ill_typed` those of them of which it is no wonder that they make a clause raise; `single` is the row of the set
    with this clause alone."""
    # That a clause is never reached is worse than that it is idle, and both may hold: it is told first.
    if single is not None and single.never_false is True:
        message = (
            f"clause {clause} can never be what fails: on each input that violates it, a statement before it raises"
        )
        example = single if single.is_test else min(tests, key=lambda row: len(row.violates))
        raised = f" ({example.raised})" if example.raised else ""
        return "unreachable", f"{message}{raised}", arguments_of(example)
    if clause in idle:
        because = "" if single is None or not single.core else f"proved from: {', '.join(single.core)}"
        return "idle-clause", f"clause {clause}: no input violates it", because
    if not tests:
        if single is not None and single.is_bounded:
            why = "none was found within bounds, which is no proof"
        else:
            why = "unknown" if single is None or not single.reason else single.reason
        return "open-clause", f"clause {clause}: it is not known whether any input violates it: {why}", ""
    well_typed = [row for row in tests if row not in ill_typed]
    if well_typed and all((row.how or {}).get(str(clause)) == "raises" for row in tests):
        best = min(well_typed, key=lambda row: len(row.violates))
        raised = f" ({best.raised})" if best.raised and best.raises_first == clause else ""
        message = f"clause {clause} raises{raised} on each input found that violates it"
        return "raising-clause", message, arguments_of(best)
    return None


def _ill_typed(task: ContractTask, tests: Sequence[CvtRow]) -> list[CvtRow]:
    """The tests in which a parameter that is declared to be an object of a class has a plain value, as it has where no
    object is known."""
    classes = {name: text for name, text in task.annotations.items() if f"{OF_CLASS}." in text}

    def is_ill_typed(row: CvtRow) -> bool:
        given = {name: text for name, text in (row.arguments or {}).items() if name in classes and _is_plain(text)}
        return any(fits(classes[name], ast.literal_eval(text)) is not True for name, text in given.items())

    return list(filter(is_ill_typed, tests))


def _is_plain(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True


def arguments_of(row: CvtRow) -> str:
    """The arguments of a test as they are written in a call; empty without a test."""
    return ", ".join(f"{name}={value}" for name, value in (row.arguments or {}).items())


def not_looked_at(report: Report) -> str:
    """How many sets of clauses were left out, if any were, and why."""
    looked_at = len(report.rows)
    beyond = max(0, report.subsets - looked_at) if looked_at else 0
    larger = f"{beyond:,} of {report.subsets:,} sets of clauses, the larger ones: {looked_at:,} are looked at"
    remarks = [larger] if beyond else []
    remarks += [f"{report.spent:,} sets were not decided: the budget was spent"] if report.spent else []
    return "; and ".join(remarks)


def of_specifications(rows: Sequence[SpecRow]) -> Iterator[ReportedFinding]:
    """The findings about one file with specifications, from its rows."""
    for row in rows:
        if row.status == "error":
            yield not_done(_subject(row, row.method), row.reason, SourcePlace(row.file, row.line))
        elif row.assessment is not None and row.assessment.verdict == "unknown":
            of_verdict = (part.instead for part in row.undecided if part.about == "verdict")
            message = ": ".join((row.assessment.reason, *of_verdict))
            yield ReportedFinding(
                "unknown-verdict", _subject(row, row.method), message, SourcePlace(row.file, row.line)
            )
        for finding in row.findings:
            if row.status == "error" and finding.message == row.reason:
                continue  # That it has nothing to score is why a file was not done, and told as that.
            proposed = row.repair.diff if finding.kind == "repair" and row.repair else finding.diff
            witness_parts = _parts(row, finding)
            witness = shown(row.method or "", witness_parts) if witness_parts else ""
            yield ReportedFinding(
                finding.kind,
                _subject(row, finding.method),
                finding.message,
                _place_of(finding, row),
                witness,
                tuple(proposed.splitlines()),
                clause=finding.clause,
                text=_clause_at(row, finding),
                parts=witness_parts,
            )


def _subject(row: SpecRow, method: str | None) -> str:
    return f"{row.task_id}.{method}" if method else str(row.task_id)


def _place_of(finding: FindingPart, row: SpecRow) -> SourcePlace:
    """Where a finding is: in the file of its row, unless it names another one."""
    file = finding.file or row.file
    return SourcePlace(file, finding.line, finding.column, finding.end_line, finding.end_column)


def _parts(row: SpecRow, finding: FindingPart) -> Mapping[str, Mapping[str, str]]:
    """The input and the outputs that show a finding: its own; the first test where none meets a clause."""
    if finding.witness is not None:
        return finding.witness
    if finding.kind == "unmet-requires" and row.tests:
        return {"inputs": row.tests[0].inputs, "expected": row.tests[0].output, "other": {}}
    return {}


def _clause_at(row: SpecRow, finding: FindingPart) -> str:
    """The text of the clause that a finding is about: that in its line; those of the whole precondition where that can
    never be met."""
    if finding.kind == "contradiction" and finding.clause is None:
        return " && ".join(f"({condition.text})" for condition in row.requires)
    if finding.clause is None:
        return ""
    clauses = row.requires if finding.kind in _ABOUT_REQUIRES else row.clauses
    if finding.kind in _ABOUT_REQUIRES | _ABOUT_ENSURES and finding.clause < len(clauses):
        return clauses[finding.clause].text
    if finding.line is None:
        return ""
    return next((clause.text for clause in (*row.requires, *row.clauses) if clause.line == finding.line), "")


def shown(method: str, witness: Mapping[str, Mapping[str, str]]) -> str:
    """A witness as `name(arguments) → outputs` and what was expected, as far as there is either."""
    right, wrong = witness["expected"], witness["other"]
    named = with_fields(witness["inputs"]) or with_fields(right)
    if named and right.keys() == wrong.keys():
        # Of the fields of many objects those matter that differ.
        differing = [name for name in right if right[name] != wrong[name]] or list(right)
        right, wrong = ({name: outputs[name] for name in differing} for outputs in (right, wrong))
    arguments, expected, other_output = (told(values, named) for values in (witness["inputs"], right, wrong))
    arrow = f" → {other_output}" if other_output else ""
    expectation = f" where {expected} is expected" if expected else ""
    return f"{method}({arguments}){arrow}{expectation}"


def other_output(row: SpecRow) -> str:
    """What a method's specification accepts and should not, as `shown`; empty where that is not known."""
    witnesses = (finding.witness for finding in row.findings if finding.kind == "accepts-another-output")
    return next((shown(row.method or "", witness) for witness in witnesses if witness is not None), "")


def numbers(subset: Iterable[int]) -> str:
    """A set of clauses for people."""
    return "{" + ", ".join(map(str, sorted(subset))) + "}"
