"""The adequacy of suites as tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..runs.adequacy.measure import Adequacy, score
from .run_tables import rate, units
from .tables import Table, count, plain_table

MOST_SURVIVORS = 30
"""Rows of the table. A note says how many more there are."""


def tables(suites: Mapping[str, Adequacy]) -> Iterator[Table]:
    """Suites by task: the scores of all together, and what survives."""
    yield _scores(list(suites.values()))
    survivors = _survivors(suites)
    if survivors:
        more = len(survivors) - MOST_SURVIVORS
        notes = (f"{more:,} more; the rows have them all.",) if more > 0 else ()
        columns = ("task", "mutant", "status", "separated by")
        code = {"mutant", "separated by"}
        yield plain_table(
            "Mutants the suite does not kill", columns, survivors[:MOST_SURVIVORS], code=code, notes=notes
        )


def _scores(suites: Sequence[Adequacy]) -> Table:
    statuses = Counter(report.status for suite in suites for report in suite.mutants)
    unstrengthened, after = score(suites, strengthened=False), score(suites, strengthened=True)
    rows = [
        ("tasks", count(len(suites))),
        ("  without mutants", count(sum(not suite.mutants for suite in suites))),
        ("inputs the contract refuses", count(sum(suite.refused for suite in suites))),
        ("  accepts", count(sum(suite.valid for suite in suites))),
        ("mutants", count(sum(statuses.values()))),
        ("  no programs", count(statuses["invalid"])),
        ("  proved equivalent", count(statuses["equivalent"])),
        ("  equivalent in bounds", count(statuses["equivalent within bounds"])),
        ("  open", count(statuses["open"])),
        ("  killed", count(statuses["killed"])),
        ("  separated by another input", count(statuses["separated"])),
        ("mutation score", rate(unstrengthened)),
        ("  n", units(unstrengthened)),
    ]
    if any(suite.strengthened for suite in suites):
        rows += [
            ("  strengthened", rate(after)),
            ("inputs added", count(sum(len(suite.added) for suite in suites))),
        ]
    rows.append(("seconds", f"{sum(suite.seconds for suite in suites):,.1f}"))
    note = (
        "Mutation score: the mutants killed (an input is accepted by one of contract and mutant and refused by the "
        "other, in Python) of those not proved equivalent. Open ones and those equivalent in bounds make its range."
    )
    return plain_table("How good are the tests?", ("", "all"), rows, notes=(note,))


def _survivors(suites: Mapping[str, Adequacy]) -> tuple[tuple[str, str, str, str], ...]:
    return tuple(
        (
            task_id,
            f"{report.mutant.before} → {report.mutant.after or 'dropped'}",
            report.reason or report.status,
            ", ".join(f"{name}={text}" for name, text in report.by.items()) if report.by else "",
        )
        for task_id, suite in suites.items()
        for report in suite.mutants
        if report.status in ("separated", "equivalent within bounds", "open")
    )
