"""What a Python postcondition accepts beside the expected output: among outputs near it, which the evaluator knows.

That there is no other output is not proved for Python's values: no solver has them.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from ..core.contracts import Program
from ..core.deciding import EVALUATOR, Engines, theory_of
from ..core.synthesis.values import complexity
from .examples import Example
from .functional import Outputs
from .judging import judge_outputs
from .operators import Mutation, mutants, operator_set

MOST_NEAR = 60
"""How many outputs near the expected one are tried."""



def accepted_nearby(
    example: Example,
    expected: Mapping[str, Any] | None,
    survivors: Sequence[Mapping[str, Any]],
    program: Program,
    engines: Engines,
    label: str,
) -> Outputs:
    """What the postcondition accepts: arguments as of `functional.outputs_of`."""
    accepted = list(survivors)
    if not accepted:
        theory = theory_of(program)
        for output in _neighbours(example, program, label):
            judgement = judge_outputs(example, output, (), theory, engines, label)
            if judgement.verdict == "holds":
                accepted.append(output)
    if not accepted:
        return Outputs("unknown", EVALUATOR, {}, "no other output was found, and none is excluded")
    other = min(accepted, key=lambda output: [complexity(value) for value in output.values()])
    if expected is None:
        return Outputs("unknown", EVALUATOR, other, "the expected output is refused; others may be accepted")
    return Outputs("several", EVALUATOR, other)


def _neighbours(example: Example, program: Program, label: str) -> list[dict[str, Any]]:
    specification = example.specification
    operators = operator_set("full")
    inputs = tuple((binder.sort, example.inputs[binder.name]) for binder in specification.inputs)
    mutation = Mutation(operators, Random(f"near/{label}"), program.datatypes, inputs)
    return [
        {**example.outputs, binder.name: value}
        for binder in specification.outputs
        for _, value in islice(mutants(example.outputs[binder.name], binder.sort, mutation), MOST_NEAR)
    ]
