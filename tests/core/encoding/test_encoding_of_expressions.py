"""The encoding against the reference execution on generated expressions."""

import math
from typing import Any

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from specassay.core.evaluate.execution import run
from specassay.frontends.python import parse_contract

from ...frontends.python.expressions import NAMES, environments, expressions
from ...samples import samples
from .judges import EncodingJudge

# The types of the variables keep the encoding small; v is of any type.
CONTRACT = """
import math, re
if (type(b) is bool and type(n) is int and type(f) is float and type(z) is complex and type(s) is str
        and type(xs) is list and type(t) is tuple and type(d) is dict and type(q) is set):
    assert ({expression})
"""


@given(expressions(2), st.lists(environments(), min_size=4, max_size=4))
@settings(max_examples=samples(200), deadline=None, suppress_health_check=list(HealthCheck))
def test_generated_expressions_are_violated_alike(expression: str, environments: list[dict[str, Any]]) -> None:
    contract = parse_contract(CONTRACT.format(expression=expression), name="contract", parameters=NAMES)
    judge = EncodingJudge(contract)
    try:
        if contract.clauses[0].problems or judge.needs_solver:
            return
        for arguments in environments:
            violated = run(contract, arguments).violated
            found = judge.violated(arguments)
            event("decided" if found is not None else "not decided")
            assert found is None or violated is None or found == violated, arguments
            if violated is not None and not any(map(_elsewhere, arguments.values())):
                assert judge.allows(arguments, violated), arguments
    finally:
        judge.close()


def _elsewhere(value: Any) -> bool:
    """Is a number in a value outside the universe?"""
    if isinstance(value, (list, tuple, set, frozenset)):
        return any(map(_elsewhere, value))
    if isinstance(value, dict):
        return any(map(_elsewhere, [*value, *value.values()]))
    return isinstance(value, float) and math.isfinite(value) and (value * 8 % 1 != 0 or abs(value) > 2**40)
