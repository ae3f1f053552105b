"""What solvers agree on, written into the queries: `(set-info :status …)`, which SMT-LIB benchmarks have."""

import re

from ..reporting.output import write_text
from .asking import DEFINITE
from .queries import QueryFile
from .summary import SolverComparison

_STATUS = re.compile(r';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||(?P<status>\(\s*set-info\s+:status\s+[^\s()]+\s*\))')
"""What has a status, or looks as if it had one and has not: comments and texts."""


def write_statuses(comparison: SolverComparison) -> int:
    """Write the status of queries that have none, and of which all definite answers (and at least one) are the same.
    Gives back how many were written. Raises InputError and OutputFailure."""
    written = 0
    for query in comparison.queries:
        said = {each for solver in comparison.solvers for each in comparison.cells[query.name, solver].definite}
        if len(said) == 1 and query.status not in DEFINITE:
            _write(query, said.pop())
            written += 1
    return written


def _write(query: QueryFile, status: str) -> None:
    text = query.path.read_text(encoding="utf-8")
    line = f"(set-info :status {status})"
    if any(found["status"] for found in _STATUS.finditer(text)):
        text = _STATUS.sub(lambda found: line if found["status"] else found[0], text)
    else:
        text = f"{line}\n{text}"
    write_text(query.path, text)
