"""The second opinion on every *sat*: the reference evaluator on the solver's model."""

from collections.abc import Mapping, Sequence
from typing import Any

from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir.contracts import Datatype, Function
from specassay.core.ir.terms import Term
from specassay.core.ir.variables import Name


def check_model(
    terms: Sequence[Term],
    model: Mapping[str, Any],
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
    *,
    steps: int = 1_000_000,
) -> tuple[list[int], list[int]]:
    """Positions of the terms that are false or undefined in the model, and of those the evaluator cannot
    decide (out of fuel, or a quantifier without a finite domain). Both empty: the model is certified."""
    failed: list[int] = []
    unknown: list[int] = []
    for position, term in enumerate(terms):
        result = evaluate(term, model, functions, datatypes, Fuel(steps, depth=10_000))
        if result.state == "unknown":
            unknown.append(position)
        elif not result.is_true:
            failed.append(position)
    return failed, unknown
