"""Functions without a body, which are what their postcondition says, and methods: is there any value on an input?"""

from collections.abc import Sequence

from attrs import evolve

from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..deciding.triples import find
from ..evaluate.calls import allowed_values
from ..ir.contracts import Program, Specification
from ..ir.terms import free_names, subterms
from ..ir.variables import Valuation

SECONDS = 0.3
"""For one query to a solver."""


def input_without_value(
    specification: Specification, inputs: Sequence[Valuation], program: Program, engines: Engines
) -> tuple[Valuation, str] | None:
    """The first of some valid inputs on which no value satisfies what the function promises, and who proved it: then
    the promise is a contradiction, and everything follows from it. None is no proof that there are values."""
    function = program.functions.get(specification.name)
    allowed = None if function is None else allowed_values(function)
    if function is None or allowed is None:
        return None
    *_, condition, _value = allowed.args
    # What the function is elsewhere only the promise itself says, and there a solver would find the contradiction.
    if any(part.op == "call" and part.data == function.name for part in subterms(condition)):
        return None
    limited = evolve(engines, seconds=min(engines.seconds, SECONDS))
    own = [binder.name for binder in function.parameters]
    for each in inputs:
        if limited.remaining <= 0 or not each.keys() >= {*own}:
            return None
        found, _ = find((condition,), each, allowed.data, theory=theory_of(program), engines=limited, label="promised")
        if found.verdict == "refuted" and found.engine is not None:
            return each, found.engine
    return None


def input_without_output(
    specification: Specification, inputs: Sequence[Valuation], program: Program, engines: Engines
) -> tuple[Valuation, str] | None:
    """The first of some valid inputs of a method on which no output satisfies its postcondition, and who proved it.
    None is no proof that there are outputs, nor for a method that changes what it is given."""
    conditions = tuple(each.term for each in specification.ensures if each.term is not None)
    known = {binder.name for binder in (*specification.inputs, *specification.outputs)}
    if specification.modifies or specification.heap or len(conditions) < len(specification.ensures):
        return None
    if any(not free_names(term) <= known for term in conditions):
        return None
    limited = evolve(engines, seconds=min(engines.seconds, SECONDS))
    theory, outputs = theory_of(program), specification.outputs
    for each in inputs:
        if limited.remaining <= 0:
            return None
        found, _ = find(conditions, each, outputs, theory=theory, engines=limited, label="accepted")
        if found.verdict == "refuted" and found.engine is not None:
            return each, found.engine
    return None
