"""EvalPlus: a JSON object for each task with its `inputs`, lists of arguments, as `evalplus/inputgen.py` writes them.

`expected` (what each input raises) and `violates` run in parallel. `valid_inputs` violate nothing. JSON has no tuples,
sets, bytes or complex numbers: inputs with these are under `not_json`, as Python literals, since another value would
not violate the same clauses.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from ....backends.python.replay.guest.literals import NotALiteral, literal
from ...schema import CvtRow
from .export import Export, Suite, SuiteInput


def lines(export: Export) -> Iterator[str]:
    """A line for each task. Accepted inputs are left out: EvalPlus takes their outputs from its own reference."""
    for suite in export.suites:
        cases = [case for case in suite.cases if case.raised is not None]
        values = [_plain(case, suite.task.parameter_names) for case in cases]
        # A value that JSON would change (a tuple, a set, nan) is another input: it is listed apart, as text.
        exact = [(case, value) for case, value in zip(cases, values, strict=True) if value is not None]
        row = {
            "task_id": suite.task.task_id,
            "entry_point": suite.task.entry_point,
            "inputs": [value for _, value in exact],
            "expected": [case.raised for case, _ in exact],
            "violates": [list(case.violates) for case, _ in exact],
            "valid_inputs": list(_valid(suite)),
            "not_json": [
                {"arguments": dict(case.arguments), "expected": case.raised, "violates": list(case.violates)}
                for case, value in zip(cases, values, strict=True)
                if value is None
            ],
        }
        yield json.dumps(row)


def _valid(suite: Suite) -> Iterator[list[Any]]:
    """Yield the inputs that are known to violate nothing, where JSON has them."""
    for row in suite.rows:
        if isinstance(row, CvtRow) and row.valid is not UNSET:
            values = _plain(SuiteInput(row.valid, (), None), suite.task.parameter_names)
            if values is not None:
                yield values


def _plain(case: SuiteInput, names: Sequence[str]) -> list[Any] | None:
    """The arguments, where JSON gives back the same values; NaN and Infinity are what Python's json makes of them."""
    try:
        values = [literal(case.arguments[name]) for name in names]
    except NotALiteral:
        return None
    return values if all(map(_same_in_json, values)) else None


def _same_in_json(value: Any) -> bool:
    match value:
        case None | bool() | int() | float() | str():
            return True
        case list():
            return all(map(_same_in_json, value))
        case dict():
            return all(isinstance(key, str) and _same_in_json(item) for key, item in value.items())
    return False
