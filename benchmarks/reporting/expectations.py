"""The verdicts on the bundled suite against the expected ones.

What a run left open contradicts nothing, and may be decided on a faster machine: an *unknown* is no mismatch, and what
was only not found within bounds is none where a proof is expected. The other way round it is: such a proof is wrong.
"""

from collections.abc import Iterator

from ..datasets.bundled import ContractVerdicts, Expected, SpecificationVerdicts
from ..runs.run import FileReport
from ..runs.task_report import Report
from .findings import numbers
from .run_tables import bounds

BOUNDED = "none found within bounds"


def mismatches(report: Report | FileReport, expected: Expected) -> Iterator[str]:
    """How the report of a task differs from what is expected of it, one line for each difference."""
    match report:
        case Report(task_id=name):
            contract = expected.contracts.get(name)
            differences = _nothing(name) if contract is None else _of_contract(report, contract)
        case FileReport(task=task):
            name = task.task_id
            specification = expected.specifications.get(name)
            differences = _nothing(name) if specification is None else _of_specification(report, specification)
    yield from differences


def _nothing(name: str) -> Iterator[str]:
    yield f"{name}: nothing is expected of it"


def _of_contract(report: Report, expected: ContractVerdicts) -> Iterator[str]:
    if report.error is not None:
        yield f"{report.task_id}: not done"
        return
    expected_verdicts = dict.fromkeys(expected.infeasible, "infeasible") | dict.fromkeys(expected.bounded, BOUNDED)
    expected_verdicts |= {violation.violates: "violating" for violation in expected.violating}
    verdicts = {frozenset(row.violates): BOUNDED if row.is_bounded else row.verdict for row in report.rows}
    for subset in sorted(expected_verdicts.keys() | verdicts.keys(), key=lambda subset: (len(subset), sorted(subset))):
        verdict, expectation = verdicts.get(subset, "no verdict"), expected_verdicts.get(subset, "no verdict")
        if verdict not in (expectation, "unknown") and (expectation, verdict) != ("infeasible", BOUNDED):
            yield f"{report.task_id}: clauses {numbers(subset)}: {verdict}, expected {expectation}"


def _of_specification(report: FileReport, expected: SpecificationVerdicts) -> Iterator[str]:
    name = report.task.task_id
    scored = [row for row in report.rows if row.status == "scored"]
    if not scored:
        yield f"{name}: not scored"
    for row in scored:
        for rate, within in (("correctness", expected.correctness), ("completeness", expected.completeness)):
            score = getattr(row, rate)
            if score is None or score[1] < within[0] or within[1] < score[0]:
                yield f"{name}.{row.method}: {rate} {bounds(score)}, expected {bounds(within)}"
