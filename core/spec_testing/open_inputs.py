"""An input on which a postcondition leaves its outputs open, looked for among all inputs and not only those of tests.

A postcondition may determine its outputs on a few small inputs and on no others. That the result is one of three
numbers, and which one where two are equal, says all of a median on (0, 0, 1) and nothing on (1, 2, 3); made inputs are
small, and alike, so that it would be called strong. An input like (1, 2, 3) is worth a test of its own. It is found in
two ways, the cheaper one first:

1. Of many valid inputs, by evaluation: the body is executed, and outputs near its output are tried.
2. By a solver, over all inputs: the postcondition is put down twice, over two outputs that differ, as in
   self-composition (Barthe, D'Argenio and Rezk, "Secure Information Flow by Self-Composition", CSFW 2004). That there
   is no model proves that the outputs are determined on every input; from an answer that does not come nothing follows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..deciding.triples import find
from ..ir.build import conj, eq, negate, op
from ..ir.contracts import Program, Specification
from ..ir.sorts import OBJECT
from ..ir.terms import Binder, Term, sorts_by_name, substitute, var
from ..ir.variables import Name, Valuation, hidden_variable
from .aliased import of_call
from .examples import BODY, Example
from .executing import key_of
from .functional import another_nearby, is_accepted
from .heap_outputs import changed_heap, object_by_object
from .output_search import OutputQuery, OutputSearch
from .reached_arrays import with_arrays_named
from .spec_testing_limits import LIMITS


@frozen(slots=True)
class OpenInput:
    """An input, and two outputs that the postcondition accepts on it; of the first way, the body's comes first."""

    inputs: dict[Name, Any]
    outputs: tuple[Valuation, Valuation]


@frozen(slots=True)
class Determined:
    """The postcondition determines the outputs on every input that meets the precondition; `engine` proved it."""

    engine: str


def near_outputs_accepted(
    executed: Iterable[tuple[dict[Name, Any], Valuation]],
    specification: Specification,
    program: Program,
    engines: Engines,
) -> OpenInput | None:
    """The first of some inputs on which the postcondition accepts another output than the body's. `executed`: inputs
    that meet the precondition, each with what the body returns."""
    limited = _limited(engines)
    # Cheap to expensive: first without a solver, over inputs that are there anyway.
    for inputs, outputs in islice(executed, LIMITS.open_inputs):
        if limited.remaining <= 0:
            return None
        query = _query(inputs, outputs, specification, program)
        # The fields of objects without a name are one value, whose parts are asked for.
        parts = object_by_object(query, theory_of(program)) if changed_heap(specification) else None
        if parts is None and changed_heap(specification):
            continue
        other = another_nearby(query if parts is None else parts.query, program, limited)
        other = other if parts is None or other is None else parts.joined(other)
        if other is not None:
            return OpenInput(inputs, (outputs, other))
    return None


def two_outputs_nearby(
    inputs: Valuation, outputs: Valuation, specification: Specification, program: Program, engines: Engines
) -> OpenInput | None:
    """Two outputs that the postcondition accepts on an input, without a solver. `outputs`: those of another input, near
    which some are tried."""
    search = OutputSearch(_query(inputs, outputs, specification, program), program, engines)
    first = search.nearby(())
    second = None if first is None else search.nearby((first,))
    return None if first is None or second is None else OpenInput(dict(inputs), (first, second))


def two_outputs_on_some(
    inputs: Iterable[Valuation], specification: Specification, program: Program, engines: Engines
) -> OpenInput | None:
    """The first of some valid inputs on which two outputs are found that the postcondition accepts, without a
    solver."""
    limited = _limited(engines)
    for values in inputs:
        if limited.remaining <= 0:
            return None
        found = two_outputs_nearby(values, {}, specification, program, limited)
        if found is not None:
            return found
    return None


def beside(
    found: OpenInput, outputs: Valuation, specification: Specification, program: Program, engines: Engines
) -> Valuation | None:
    """The one of two outputs that is not the body's; None where the postcondition refuses either. `outputs`: what the
    body returns on the input."""
    output = next(output for output in found.outputs if key_of(output) != key_of(outputs))
    both = (_query(found.inputs, each, specification, program) for each in (outputs, output))
    return output if all(is_accepted(query, program, engines) for query in both) else None


def _query(inputs: Valuation, outputs: Valuation, specification: Specification, program: Program) -> OutputQuery:
    """The query about one input, exact where two names stand for one object, and of arrays without a name."""
    example = Example(of_call(specification, inputs), inputs, outputs, {}, (), BODY, "body", specification.span)
    named = with_arrays_named(example, theory_of(program))
    return OutputQuery(named, named.outputs, "holds", label=f"{specification.name}/open")


def two_outputs_accepted(
    specification: Specification, conditions: Sequence[Term], program: Program, engines: Engines
) -> OpenInput | Determined | None:
    """An input that a solver finds, confirmed by evaluation, with two outputs that the postcondition accepts, or the
    proof that there is none. `conditions`: what an input has to meet, in place of `requires`. None where neither is
    found."""
    # Without a solver, or with a clause that was not read, nothing can be concluded for all inputs.
    if not engines.backends or any(condition.term is None for condition in specification.ensures):
        return None
    # Two copies of the outputs over one input: a product construction (self-composition; Barthe, D'Argenio and Rezk
    # 2004).
    first, second = (_changed(specification, number) for number in (1, 2))
    # The input is valid, both outputs are accepted, and they differ.
    goal = [
        *conditions,
        *_postcondition(specification, first),
        *_postcondition(specification, second),
        negate(conj(*(_same(first[name], second[name]) for name in first))),
    ]
    unknowns = (*specification.inputs, *first.values(), *second.values())
    # The evaluator would look for witnesses by enumeration: that was the first way.
    limited = evolve(_limited(engines), seconds=min(engines.seconds, LIMITS.open_query_seconds), use_evaluator=False)
    decision, witness = find(goal, {}, unknowns, theory=theory_of(program), engines=limited, label="two-outputs")
    # Unsatisfiable: the postcondition is functional on every valid input.
    if decision.verdict == "refuted" and decision.engine is not None and not _may_be_one(specification):
        return Determined(decision.engine)
    if not witness:
        return None
    one, other = ({name: witness[binder.name] for name, binder in copy.items()} for copy in (first, second))
    inputs = {binder.name: witness[binder.name] for binder in specification.inputs}
    # The query has two variables for an array that two names stand for, and then an output that is none of a call.
    return OpenInput(inputs, (one, other)) if of_call(specification, inputs) is specification else None


def _may_be_one(specification: Specification) -> bool:
    """Whether two names may stand for one array, or for one object, which the query does not know."""
    return sum(binder.sort == OBJECT or binder.sort.kind == "Array" for binder in specification.inputs) > 1


def _limited(engines: Engines) -> Engines:
    return engines.within(LIMITS.open_input_seconds, "inputs that leave the output open")


def _changed(specification: Specification, copy: int) -> dict[Name, Binder]:
    """The outputs, and the parameters that the method modifies, as variables of their own, others for each copy."""
    modified = (binder for binder in specification.inputs if binder.name in specification.modifies)
    after = (*specification.outputs, *modified)
    return {binder.name: Binder(hidden_variable(binder.name, copy), binder.sort) for binder in after}


def _postcondition(specification: Specification, after: Mapping[Name, Binder]) -> Iterator[Term]:
    """The postcondition, over the variables of `after` and the inputs before the call."""
    sorts = sorts_by_name(specification.inputs)
    before = {state: var(name, sorts[name]) for name, state in specification.pre_states.items() if name in sorts}
    renaming = {**before, **{name: binder.variable for name, binder in after.items()}}
    for name in specification.modifies:
        if name in after and sorts[name].kind == "Array":
            yield negate(op("array.is_null", renaming[name]))
            # No assignment changes the length of an array, or makes it null: no clause has to say so.
            yield eq(op("array.len", renaming[name]), op("array.len", var(name, sorts[name])))
    yield from (
        substitute(condition.term, renaming) for condition in specification.ensures if condition.term is not None
    )


def _same(one: Binder, other: Binder) -> Term:
    first, second = one.variable, other.variable
    if one.sort.kind == "Array":
        return eq(op("array.elements", first), op("array.elements", second))
    return eq(first, second)
