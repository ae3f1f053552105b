"""Published suites of contract-violating tests, scored as they are.

The layout is that of ContractEval's and PACT's solver results (S. Lim, J. Hahn, H. Park, S.-K. Ko, Y.-S. Han,
arXiv:2510.12047; github.com/suhanmen/PACT, commit 395c54c, `code/output_gpt/…/*-smt_result.json`):

    {"metadata": {"model_name": "o4-mini"},
     "test_cases": {"HumanEval/0": {"satisfied_assert_0, violated_assert_1": {
         "combination": {"assert_0": true, "assert_1": false}, "is_satisfiable": true,
         "solutions": [{"test_case": {"numbers": ["!"], "threshold": 0.5}, "solution_id": 1}]}}}}

Every test is replayed in the sandbox. Beside our AVC and TS stand those of the published program
(`evaluation_test_case_pass_k_for_grammar.py`), which counts something else: of all tests, those on which the whole
contract raises an AssertionError (and none where nothing is to be violated); of all pairs of a test and a clause that
it is to violate, those in which that clause alone does. There a clause that is undefined (it raises another exception)
is not violated, and one that is violated besides is not seen.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from attrs import define, field, frozen

from ...backends.python.replay import Replay, Replayer
from ...core.errors import InputError, Unsupported
from ...core.metrics import (
    ContractTests,
    Score,
    ViolationTest,
    assert_violation_coverage,
    proportion,
    target_specificity,
)
from ...frontends.python import literal
from ..datasets.tasks import ContractTask
from ..datasets.text_lines import read_json
from ..exit_codes import ExitCode
from ..grading.command import load_tasks
from ..reporting.output import row_writer
from ..reporting.run_tables import rate
from ..reporting.tables import Table, plain_table, show
from ..reporting.text import complain
from ..schema import ScorePart, SuiteScoresRow, part_of

LARGEST = 256 * 2**20
"""Bytes."""
ASSERTION = "AssertionError"


class _Solution(msgspec.Struct, frozen=True):
    test_case: dict[str, Any]


class _Case(msgspec.Struct, frozen=True):
    combination: dict[str, bool]
    is_satisfiable: bool
    solutions: list[_Solution] = []


class _Metadata(msgspec.Struct, frozen=True):
    model_name: str = ""


class _Suite(msgspec.Struct, frozen=True):
    test_cases: dict[str, dict[str, _Case]]
    metadata: _Metadata = _Metadata()


@frozen(slots=True)
class PublishedTest:
    """A test: the clauses that it is to violate, and its arguments as texts of literals; None for what is no test."""

    target: frozenset[int]
    arguments: Mapping[str, str] | None


@frozen(slots=True)
class PublishedSuite:
    """A suite: its tests by task, and by task the sets of clauses that it calls satisfiable and unsatisfiable."""

    model: str
    tests: Mapping[str, tuple[PublishedTest, ...]]
    satisfiable: Mapping[str, frozenset[frozenset[int]]]
    unsatisfiable: Mapping[str, frozenset[frozenset[int]]]


def read_suite(path: Path) -> PublishedSuite:
    """A file of solver results. Raises InputError, with the place in the JSON."""
    # JSON is read as a whole.
    if path.is_file() and path.stat().st_size > LARGEST:
        raise InputError(f"more than {LARGEST >> 20} MiB", file=str(path))
    suite = read_json(path, _Suite, "no solver results in ContractEval's layout")
    tests: dict[str, tuple[PublishedTest, ...]] = {}
    sets: dict[bool, dict[str, frozenset[frozenset[int]]]] = {True: {}, False: {}}
    for task, cases in suite.test_cases.items():
        targets = [(_target(case.combination, path, task), case) for case in cases.values()]
        tests[task] = tuple(
            PublishedTest(target, _arguments(solution.test_case))
            for target, one_target in targets
            for solution in one_target.solutions
        )
        for satisfiable, set_ in sets.items():
            set_[task] = frozenset(
                target for target, one_target in targets if target and one_target.is_satisfiable is satisfiable
            )
    return PublishedSuite(suite.metadata.model_name, tests, sets[True], sets[False])


def _target(combination: Mapping[str, bool], path: Path, task: str) -> frozenset[int]:
    try:
        return frozenset(int(name.removeprefix("assert_")) for name, holds in combination.items() if not holds)
    except ValueError:
        raise InputError(f"{task}: clauses that are not assert_0, assert_1, …", file=str(path)) from None


def _arguments(values: Mapping[str, Any]) -> dict[str, str] | None:
    try:
        return {name: literal(value) for name, value in values.items()}
    except (Unsupported, RecursionError):  # What no literal writes is no test of anything: it counts as malformed.
        return None


@define(slots=True)
class _Counts:
    """What is counted over the tests of a suite."""

    contracts: list[ContractTests] = field(factory=list)
    tests: list[ViolationTest] = field(factory=list)
    whole: list[bool | None] = field(factory=list)
    single: list[bool | None] = field(factory=list)
    exact: int = 0
    satisfiable: int = 0
    unsatisfiable: int = 0
    refuted: int = 0
    malformed: int = 0
    outside: int = 0


def score_suite(path: Path, tasks: Mapping[str, ContractTask], replayer: Replayer) -> SuiteScoresRow:
    """The scores of a suite for tasks. Raises InputError for a file that is none, and SolverFailure where programs
    cannot be confined."""
    suite, counts = read_suite(path), _Counts()
    for task_id, tests in suite.tests.items():
        if task_id not in tasks:
            counts.outside += 1
            continue
        realised = _count(tasks[task_id], tests, replayer, counts)
        counts.satisfiable += len(suite.satisfiable[task_id])
        counts.exact += len(suite.satisfiable[task_id] & realised)
        counts.unsatisfiable += len(suite.unsatisfiable[task_id])
        counts.refuted += len(suite.unsatisfiable[task_id] & realised)
    return part_of(
        SuiteScoresRow,
        counts,
        suite=str(path),
        model=suite.model,
        tasks=len(suite.tests) - counts.outside,
        tests=len(counts.tests),
        avc=assert_violation_coverage(counts.contracts),
        ts=target_specificity(test for test in counts.tests if test.target),
        exact=proportion(counts.exact, 0, counts.satisfiable),
        published_avc=_rate(counts.whole),
        published_ts=_rate(counts.single),
    )


def _count(
    task: ContractTask, tests: tuple[PublishedTest, ...], replayer: Replayer, counts: _Counts
) -> frozenset[frozenset[int]]:
    """Replay the tests of a task; the sets of clauses that some of them violate exactly."""
    names = set(task.parameter_names)
    clauses = replayer.load(task.replay_task)
    usable = [
        (test.target, test.arguments)
        for test in tests
        # A test of another version of the contract, with other parameters or clauses, says nothing of this one.
        if test.arguments is not None and set(test.arguments) == names and max(test.target, default=0) < clauses
    ]
    counts.malformed += len(tests) - len(usable)
    replays = replayer.run_many([arguments for _, arguments in usable], reference=False)
    found = []
    for (target, _), replay in zip(usable, replays, strict=True):
        found.append(_violation(target, replay, clauses))
        # A test that targets nothing is to be accepted.
        counts.whole.append(_raises(replay) if target else _not(_raises(replay)))
        counts.single += [_raises_alone(replay, clause) for clause in sorted(target)]
    counts.tests += found
    counts.contracts.append(ContractTests(clauses, tuple(found)))
    return frozenset(each.violated for each in found if not each.unknown)


def _violation(target: frozenset[int], replay: Replay, clauses: int) -> ViolationTest:
    unknown = frozenset() if replay.decided else frozenset(range(clauses)) - replay.violated
    return ViolationTest(target, replay.violated, unknown)


def _raises(replay: Replay) -> bool | None:
    """Does the whole contract raise an AssertionError?"""
    return None if replay.accepted is None else replay.raised == ASSERTION


def _raises_alone(replay: Replay, clause: int) -> bool | None:
    match replay.outcomes[clause]:
        case "holds" | "unreached":
            return False
        case "false":
            return True
        case "raises":
            return replay.exceptions.get(clause) == ASSERTION
        case _:
            return None


def _not(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _rate(answers: list[bool | None]) -> Score:
    return proportion(answers.count(True), answers.count(None), len(answers))


def rates_of(row: SuiteScoresRow) -> Iterator[tuple[str, ScorePart]]:
    """The rates of a suite by what they are, for tables."""
    yield "AVC", row.avc
    yield "TS", row.ts
    yield "exact", row.exact
    yield "AVC, as published", row.published_avc
    yield "TS, as published", row.published_ts


def score_suites(sources: Sequence[Path], datasets: Sequence[Path], out: Path | None, as_json: bool) -> ExitCode:
    """Score suites and show what came of it. Raises InputError for a file that is none, and for one without a test for
    a task of the data sets."""
    tasks, errors = load_tasks(datasets, ())
    complain(*errors)
    rows: list[SuiteScoresRow] = []
    with row_writer(out, to_stdout=as_json) as write, Replayer() as replayer:
        for source in sources:
            row = score_suite(source, tasks, replayer)
            # A suite of another data set would score 0 of 0.
            if not row.tests:
                raise InputError("no test for a task of the data set", file=str(source))
            write(row)
            rows.append(row)
    if not as_json:
        show([_table(rows)])
    if errors:
        return ExitCode.BAD_INPUT
    return ExitCode.FINDINGS if any(row.refuted for row in rows) else ExitCode.DONE


def _table(rows: Sequence[SuiteScoresRow]) -> Table:
    names = tuple(name for name, _ in rates_of(rows[0]))
    columns = ("suite", "model", "tasks", "tests", "malformed", *names, "unsatisfiable", "refuted")
    lines = tuple(map(_line, rows))
    return plain_table("Published suites", columns, lines, numeric=columns[2:])


def _line(row: SuiteScoresRow) -> tuple[str, ...]:
    counts = (row.tasks, row.tests, row.malformed)
    rates = (rate(each) for _, each in rates_of(row))
    return Path(row.suite).name, row.model, *map(str, counts), *rates, str(row.unsatisfiable), str(row.refuted)
