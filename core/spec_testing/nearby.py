"""What a Python postcondition accepts beside the expected output: among outputs worth trying, which the evaluator
knows.

That there is no other output is not proved for Python's values: no solver has them.
"""

from itertools import chain, islice

from ..deciding.clauses import EVALUATOR, OUT_OF_TIME, Engines, theory_of
from ..ir.contracts import Program
from ..synthesis.values import complexity
from .contents import contents
from .functional import NONE_FOUND, OutputQuery, Outputs
from .judging import judge_outputs
from .other_outputs import other_outputs

MOST_TRIED = 200
"""Outputs of one input."""


def accepted_nearby(query: OutputQuery, program: Program, engines: Engines) -> Outputs:
    """What the postcondition accepts: as `functional.outputs_of`."""
    example = query.example
    accepted = list(query.survivors)
    if not accepted:
        theory = theory_of(program)
        expected = {name: contents(value) for name, value in query.expected.items()}
        tried = (other_outputs(example, query.expected, program, query.label, wide) for wide in (False, True))
        for output in islice(chain.from_iterable(tried), MOST_TRIED):
            if engines.remaining <= 0:
                break
            if {name: contents(value) for name, value in output.items()} == expected:
                continue
            if judge_outputs(example, output, (), theory, engines, query.label).verdict == "holds":
                accepted.append(output)
    if not accepted:
        reason = NONE_FOUND.reason if engines.remaining > 0 else OUT_OF_TIME.reason
        return Outputs("unknown", EVALUATOR, {}, reason)
    wrong = [output for output in accepted if query.is_wrong(output)]
    other = min(wrong or accepted, key=lambda output: [complexity(value) for value in output.values()])
    return query.told(other, EVALUATOR)
