"""Which problem has what, as rows and tables."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ...frontends.registry import language
from ..datasets.benchmark_problem import BenchmarkProblem
from ..reporting.tables import NOTHING, Table, count, counted, plain_table

MOST_SHOWN = 200
"""Problems that a table has a line for; `--json` has all."""


def problem_row(problem: BenchmarkProblem) -> dict[str, Any]:
    """A problem as JSON has it."""
    return {
        "problem": problem.name,
        "description": problem.description,
        "function": problem.function,
        "parameters": dict(problem.parameters),
        "result": problem.result,
        "subjects": [
            {
                "dataset": subject.dataset,
                "language": subject.language,
                "file": str(subject.task.file),
                "task_id": subject.task.task_id,
                "method": subject.method or None,
                "has_body": subject.has_body,
            }
            for subject in problem.subjects
        ],
        "tests": [{"from": source.origin, "labels": dict(source.labels)} for source in problem.sources],
    }


def problems_table(problems: Iterable[BenchmarkProblem]) -> Table:
    """A line for each problem."""
    listed = list(problems)
    notes = ["right, wrong, invalid: what tests say of outputs and inputs; `?`: only reading them tells how many."]
    if len(listed) > MOST_SHOWN:
        notes.append(f"{len(listed) - MOST_SHOWN:,} more; --json has all of them.")
    return plain_table(
        counted(len(listed), "problem"),
        ("problem", "languages", "bodies", "tests", "tests from"),
        (
            (
                problem.name,
                _titles(problem.languages),
                _titles(dict.fromkeys(subject.language for subject in problem.subjects if subject.has_body)) or NOTHING,
                _tests(problem) or NOTHING,
                ", ".join(dict.fromkeys(_origins(problem))) or NOTHING,
            )
            for problem in listed[:MOST_SHOWN]
        ),
        notes=tuple(notes),
    )


def summary_table(problems: Iterable[BenchmarkProblem]) -> Table:
    """A line for each data set: how many problems it is about, and what there is for these, wherever it is from."""
    by_dataset: dict[str, Counter[str]] = {}
    for problem in problems:
        named = (*(subject.dataset for subject in problem.subjects), *_origins(problem))
        for dataset in dict.fromkeys(named):
            counts = by_dataset.setdefault(dataset, Counter())
            counts["problems"] += 1
            counts["with tests"] += bool(problem.sources)
            counts["in two languages"] += len(problem.languages) > 1
            counts["with a body"] += any(subject.has_body for subject in problem.subjects)
            counts["described"] += bool(problem.description)
    columns = ("problems", "in two languages", "with tests", "with a body", "described")
    return plain_table(
        "Problems by data set",
        ("data set", *columns),
        ((name, *(count(counts[column]) for column in columns)) for name, counts in by_dataset.items()),
        numeric=set(columns),
        notes=("A problem that several data sets have counts for each, with what all of them have for it.",),
    )


def _origins(problem: BenchmarkProblem) -> Iterable[str]:
    """The data sets that have tests for a problem."""
    return (source.origin.split()[0] for source in problem.sources)


def _titles(names: Iterable[str]) -> str:
    return ", ".join(language(name).title for name in names)


def _tests(problem: BenchmarkProblem) -> str:
    numbers: Counter[str] = Counter()
    unknown: dict[str, None] = {}
    for source in problem.sources:
        for label, number in source.labels.items():
            if number is None:
                unknown[label] = None
            else:
                numbers[label] += number
    return ", ".join(
        f"{'?' if label in unknown else f'{numbers[label]:,}'} {label}"
        for label in ("right", "wrong", "invalid")
        if label in unknown or numbers[label]
    )
