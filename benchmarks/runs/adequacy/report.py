"""The adequacy of suites as tables and rows."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ....core.metrics import Score, mutation_score
from ...reporting.report import rate, units
from ...reporting.schema import AdequacyRow, SeparatingRow
from ...reporting.tables import TableData, count
from .measure import Adequacy

MOST_SURVIVORS = 30


def score(suites: Sequence[Adequacy], *, strengthened: bool) -> Score:
    """The mutation score of suites together: with or without the inputs that separate what they do not kill.

    Mutants that are open, or equivalent within bounds only, are unknown. Those that are proved equivalent, and those
    that are no programs, are left out.
    """
    killed, separated, open_, bounded = (
        sum(suite.count(status) for suite in suites)
        for status in ("killed", "separated", "open", "equivalent within bounds")
    )
    if strengthened:
        return mutation_score(killed + separated, 0, open_ + bounded)
    return mutation_score(killed, separated, open_ + bounded)


def rows_of(task_id: str, suite: Adequacy) -> Iterator[SeparatingRow | AdequacyRow]:
    """The lines of a task: the inputs added to its suite, if it is strengthened, and one with every mutant."""
    if suite.strengthened:
        yield from suite.added
    yield AdequacyRow(
        task_id=task_id,
        refused=suite.refused,
        valid=suite.valid,
        score=score([suite], strengthened=False).as_json(),
        strengthened=score([suite], strengthened=True).as_json() if suite.strengthened else None,
        mutants=[report.as_json() for report in suite.mutants],
        reason=suite.error,
    )


def tables(suites: Mapping[str, Adequacy]) -> Iterator[TableData]:
    """Suites by task: the scores of all together, and what survives."""
    yield _scores(list(suites.values()))
    survivors = _survivors(suites)
    if survivors:
        more = len(survivors) - MOST_SURVIVORS
        notes = (f"{more:,} more; the rows have them all.",) if more > 0 else ()
        columns = ("task", "mutant", "status", "separated by")
        code = frozenset({"mutant", "separated by"})
        yield TableData("Mutants the suite does not kill", columns, survivors[:MOST_SURVIVORS], code=code, notes=notes)


def _scores(suites: Sequence[Adequacy]) -> TableData:
    statuses = Counter(report.status for suite in suites for report in suite.mutants)
    before, after = score(suites, strengthened=False), score(suites, strengthened=True)
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
        ("mutation score", rate(before)),
        ("  n", units(before)),
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
    return TableData("How good are the tests?", ("", "all"), tuple(rows), notes=(note,))


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
