"""The adequacy of suites as a score and as rows."""

from collections.abc import Iterator, Sequence

from ....core.metrics import Score, mutation_score
from ...schema import AdequacyRow, ContractMutantPart, ScorePart, SeparatingRow, part_of
from .measure import Adequacy, MutantReport


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
        score=part_of(ScorePart, score([suite], strengthened=False)),
        strengthened=part_of(ScorePart, score([suite], strengthened=True)) if suite.strengthened else None,
        mutants=[_part(report) for report in suite.mutants],
        reason=suite.error,
    )


def _part(report: MutantReport) -> ContractMutantPart:
    mutant = report.mutant
    return ContractMutantPart(
        operator=mutant.operator,
        before=mutant.before,
        after=mutant.after,
        status=report.status,
        by=None if report.by is None else dict(report.by),
        how=report.how or None,
        reason=report.reason or None,
    )
