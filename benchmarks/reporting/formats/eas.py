"""The lines of an example-augmented specification (EAS): each assertion in words, with a call that violates it alone.

Lim, Hahn, Park, Ko, Han: ContractEval: A Benchmark for Evaluating Contract-Satisfying Assertions in Code Generation.
Findings of ACL 2026 (arXiv 2510.12047), the prompts with contract-violating test cases.
"""

from collections.abc import Iterator

from ...english.clause_examples import eas_lines
from ...schema import CvtRow
from .export import Export


def lines(export: Export) -> Iterator[str]:
    """The lines for all tasks, each after a line with its id."""
    for number, suite in enumerate(export.suites):
        yield from [""] * bool(number)
        yield f"# {suite.task.task_id}"
        yield from eas_lines(suite.task, [row for row in suite.rows if isinstance(row, CvtRow)])
