"""`specassay grade --for specification`: candidate specifications on the tests of their problems, and their rates by
model, strategy and language."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import evolve

from ...core.errors import InputError, SpecassayError
from ...frontends.registry import language as language_named
from ..exit_codes import ExitCode
from ..grading.command import GradeOptions
from ..problems.catalogue import Catalogue
from ..problems.checking import hidden_tests, tests_of
from ..problems.judging_limits import LIMITS
from ..reporting.candidate_rates import (
    candidates_table,
    paired_rows,
    paired_table,
    rates_of,
    rates_table,
    relations_table,
)
from ..reporting.output import progress, row_writer
from ..reporting.tables import Table, show
from ..reporting.text import complain
from ..schema import SpecificationGradeRow
from .judging import AskedProblem, asked, grade_candidates
from .reading import SpecificationCandidate, read_candidates

MOST_DETAILED = 40
"""With more candidates than this there is no table of them; rows have them all."""


def grade_specifications(files: Sequence[Path], catalogue: Catalogue, shown: int, options: GradeOptions) -> ExitCode:
    """Grade the candidates in files, and print what came of it. A line that is no candidate, or for a problem without
    tests, is told and not graded. `shown`: how many tests of each problem prompts showed, which take no part. Raises
    InputError for a file that cannot be read."""
    ks = options.ks
    pairs, errors = pairs_of(files, catalogue, options.tasks, shown)
    complain(*errors)
    rows: list[SpecificationGradeRow] = []
    with row_writer(options.out, to_stdout=options.as_json) as write, progress(len(pairs), "grade") as step:
        # Each problem is written once, before the grades that refer to it.
        for problem in {problem.name: problem for _, problem in pairs}.values():
            write(problem.row)
        # In batches, so that grades are written while later candidates still wait.
        for start in range(0, len(pairs), LIMITS.rows_together):
            batch = pairs[start : start + LIMITS.rows_together]
            for row in grade_candidates(batch, options.jobs or os.cpu_count() or 1):
                write(row)
                rows.append(row)
                step()
        for each in (*rates_of(rows, ks), *paired_rows(rows)):
            write(each)
    if not options.as_json:
        show(tables_of(rows, ks))
    if trouble := trouble_of(rows, errors):
        return trouble
    return ExitCode.DONE if all(row.strong for row in rows) else ExitCode.FINDINGS


def trouble_of(rows: Iterable[SpecificationGradeRow], errors: Sequence[SpecassayError]) -> ExitCode:
    """Failed where a candidate was stopped, bad input where a line was none; done otherwise."""
    if any(row.state == "stopped" for row in rows):
        return ExitCode.FAILED
    return ExitCode.BAD_INPUT if errors else ExitCode.DONE


def tables_of(rows: Sequence[SpecificationGradeRow], ks: Sequence[int]) -> Iterator[Table]:
    """The leaderboard, relations to references, paired tests and, where they are few, the candidates."""
    titles = {row.language: language_named(row.language).title for row in rows}
    rates = rates_of(rows, ks)
    yield rates_table(rates, ks, titles)
    if (relations := relations_table(rates, titles)) is not None:
        yield relations
    if tests := paired_rows(rows):
        yield paired_table(tests, titles)
    if len(rows) <= MOST_DETAILED:
        yield candidates_table(rows, titles)


def pairs_of(
    files: Sequence[Path], catalogue: Catalogue, tasks: Sequence[str], shown: int
) -> tuple[list[tuple[SpecificationCandidate, AskedProblem]], list[SpecassayError]]:
    """The candidates in files with their problems, and what is wrong with other lines. `tasks`: of which problems,
    none for all; `shown`: tests of each problem that prompts showed. Raises InputError for a file that cannot be
    read."""
    pairs: list[tuple[SpecificationCandidate, AskedProblem]] = []
    errors: list[SpecassayError] = []
    known: dict[str, AskedProblem | SpecassayError] = {}
    asked_before = Counter[tuple[str, ...]]()
    for item in (item for file in files for item in read_candidates(file)):
        if isinstance(item, SpecassayError):
            errors.append(item)
            continue
        if tasks and item.task_id not in tasks:
            continue
        # A problem is looked up once; one that is not known is one error, however many candidates name it.
        if item.task_id not in known:
            known[item.task_id] = problem = _asked(item.task_id, catalogue, shown)
            if isinstance(problem, SpecassayError):
                errors.append(problem)
        problem = known[item.task_id]
        if isinstance(problem, AskedProblem):
            author = (problem.name, item.language, item.model, item.strategy)
            pairs.append((evolve(item, number=asked_before[author]), problem))
            asked_before[author] += 1
    return pairs, errors


def _asked(name: str, catalogue: Catalogue, shown: int) -> AskedProblem | SpecassayError:
    try:
        problem = catalogue.problem(name)
        hidden = hidden_tests(tests_of(problem), shown)
        if not any(test.right for test in hidden):
            raise InputError(
                f"{problem.name}: prompts show {shown} tests (--show-tests), and no other one says what is right"
            )
        return asked(problem, hidden)
    except SpecassayError as error:
        return error
