"""The third question of `specassay bench` about specifications that models wrote: candidates for the problems of its
data sets."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from attrs import field, frozen

from ...core.errors import SpecassayError
from ..build import build, digest_of_parts
from ..candidates.grading import pairs_of, tables_of, trouble_of
from ..candidates.judging import AskedProblem, grade_candidates
from ..candidates.reading import SpecificationCandidate
from ..exit_codes import ExitCode
from ..problems.catalogue import Catalogue
from ..problems.judging_limits import LIMITS
from ..reporting.candidate_rates import paired_rows, rates_of
from ..reporting.tables import Table
from ..schema import Row, SpecificationGradeRow, row_of
from ..store import NewResult, PlannedTask, RunWriter


@frozen(slots=True)
class CandidatePlan:
    """The candidates with their problems, and what each is in the store. `errors`: lines that are no candidates."""

    pairs: Sequence[tuple[SpecificationCandidate, AskedProblem]] = ()
    planned: Sequence[PlannedTask] = ()
    errors: Sequence[SpecassayError] = ()
    ks: tuple[int, ...] = (1,)


@frozen(slots=True)
class GradedCandidates:
    """What became of the candidates of a run."""

    found: Sequence[SpecificationGradeRow] = ()
    problems: Sequence[AskedProblem] = ()
    ks: tuple[int, ...] = (1,)
    code: ExitCode = field(default=ExitCode.DONE)

    def tables(self) -> Iterator[Table]:
        """Leaderboards, relations and paired tests."""
        if self.found:
            yield from tables_of(self.found, self.ks)

    def rows(self) -> Iterator[Row]:
        """What is said beside the grades."""
        if self.found:
            yield from (problem.row for problem in self.problems)
            yield from rates_of(self.found, self.ks)
            yield from paired_rows(self.found)


def plan_candidates(
    files: Sequence[Path], catalogue: Catalogue, tasks: Sequence[str], shown: int, ks: tuple[int, ...]
) -> CandidatePlan:
    """Read the candidates in files. `tasks`: of which problems, none for all; `shown`: tests of each problem that
    prompts showed. Raises InputError."""
    pairs, errors = pairs_of(files, catalogue, tasks, shown)
    planned = []
    for candidate, problem in pairs:
        parts: Mapping[str, object] = {
            "candidate": [candidate.language, candidate.text, candidate.unanswered],
            "tests": sha256(repr((problem.tests, problem.references)).encode("utf-8", "replace")).hexdigest(),
            "build": build(),
        }
        dataset = "--".join(filter(None, (candidate.model, candidate.language, candidate.strategy))) or "candidates"
        subject = f"{problem.name}#{candidate.number}"
        planned.append(PlannedTask("grade", dataset, subject, digest_of_parts(dict(parts))))
    return CandidatePlan(pairs, planned, errors, ks)


def grade_all_candidates(
    plan: CandidatePlan, writer: RunWriter, jobs: int | None, step: Callable[[], None]
) -> GradedCandidates:
    """Grade what is not known, in processes with limits, each grade stored as soon as its batch is there."""
    if not plan.pairs:
        return GradedCandidates()
    rows: dict[int, SpecificationGradeRow] = {}
    # A row of an earlier version that is not read any more is graded again.
    for place, task in enumerate(plan.planned):
        stored = writer.known.get(task)
        row = row_of(SpecificationGradeRow, stored.rows[0]) if stored is not None and stored.rows else None
        if row is not None:
            rows[place] = row
            step()
    unknown = [place for place in range(len(plan.pairs)) if place not in rows]
    for start in range(0, len(unknown), LIMITS.rows_together):
        batch = unknown[start : start + LIMITS.rows_together]
        graded = grade_candidates([plan.pairs[place] for place in batch], jobs or os.cpu_count() or 1)
        for place, row in zip(batch, graded, strict=True):
            # A candidate that was stopped is kept as failed, and so tried again on `--resume`.
            writer.add(plan.planned[place], NewResult((row,), {}, 0.0, failed=row.state == "stopped"))
            rows[place] = row
            step()
    found = [rows[place] for place in range(len(plan.pairs))]
    problems = {problem.name: problem for _, problem in plan.pairs}
    return GradedCandidates(found, list(problems.values()), plan.ks, trouble_of(found, plan.errors))
