"""The lines of an example-augmented specification (EAS): each assertion in words, with a call that violates it alone.

Lim, Hahn, Park, Ko, Han: ContractEval: A Benchmark for Evaluating Contract-Satisfying Assertions in Code Generation.
Findings of ACL 2026 (arXiv 2510.12047), the prompts with contract-violating test cases.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...datasets.tasks import PythonTask
from ...prompting.clause_examples import ClauseExample, clause_examples
from .suite import Suite


def eas_lines(task: PythonTask, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lines for a task, from the rows of `specassay cvt` about it; blank ones between the assertions.

    An assertion without an exact test gets a line that says so, and whether that is proved. Raises InputError for
    rows that do not fit the contract, ParseError for a contract that is no Python.
    """
    blocks = [example_lines(example) for example in clause_examples(task, rows)]
    return [line for block in blocks for line in (*block, "")][:-1]


def lines(suites: Sequence[Suite]) -> Iterator[str]:
    """The lines for all tasks, each after a line with its id."""
    for number, suite in enumerate(suites):
        yield from [""] * bool(number)
        yield f"# {suite.task.task_id}"
        yield from eas_lines(suite.task, suite.rows)


def example_lines(example: ClauseExample) -> list[str]:
    """The lines for one clause."""
    head = f"assert_{example.clause.number}: {example.clause.sentence}"
    match example.known:
        case "violating":
            return [head, f">>> {example.call}", "AssertionError"]
        case "infeasible":
            return [head, "(No input violates this assertion alone.)"]
        case "unknown":
            return [head, "(No input is known that violates this assertion alone.)"]
