"""Does a program that returns a constant satisfy a specification?

`t == f(s) || t == 31337` refuses nearly every wrong output and accepts one everywhere. Where nobody says which outputs
are right beside those of the tests, any other accepted output may be; one that is accepted whatever the input is, of a
method whose outputs differ, is no answer to the input.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from attrs import evolve

from ...core.deciding.clauses import Theory
from ...core.deciding.engines import Engines
from ...core.ir.sorts import OBJECT
from ...core.ir.variables import Valuation
from ...core.spec_testing.contents import contents
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...core.spec_testing.triples import Tested
from .held_out import near_inputs
from .tests import same_input

LABEL = "constant output"
NEAR = 20
"""Inputs near those of the tests on which an output is tried, too."""
FEWEST = 3
"""Inputs that have to accept an output before it is said to be accepted whatever the input is."""
MOST_OUTPUTS = 24
"""Outputs that are tried: most are refused on the first input that they were not made for."""


def constant_output(
    tested: Sequence[Tested], further: Sequence[Example], theory: Theory, engines: Engines
) -> Valuation | None:
    """An output that a specification accepts on the inputs of all its tests, of further examples, and on inputs near
    them, as far as it allows these; None where none is known, and where all right outputs are one. `tested`: tests with
    what the specification accepts beside the right output."""
    examples = [*(test.example for test in tested), *further]
    specification = examples[0].specification
    if specification.modifies or any(
        output.sort.kind == "Array" or output.sort == OBJECT for output in specification.outputs
    ):
        return None
    if len({contents(tuple(example.outputs.values())) for example in examples}) < 2:
        return None
    near = list(islice(near_inputs([test.example for test in tested], theory), NEAR))
    allowed = [
        example
        for example in _distinct(chain(examples, near))
        if judge_inputs(example, example.inputs, theory, engines, LABEL).verdict == "holds"
    ]
    if len(allowed) < FEWEST:
        return None
    for outputs in islice(_accepted(tested), MOST_OUTPUTS):
        if all(judge_outputs(each, outputs, (), theory, engines, LABEL).verdict == "holds" for each in allowed):
            return outputs
    return None


def _accepted(tested: Sequence[Tested]) -> Iterator[Valuation]:
    """The outputs that are accepted on some test, each once: right ones of another test among them."""
    seen = set()
    for test in tested:
        others = [mutant.outputs for mutant in test.mutants if mutant.judgement.verdict == "holds"]
        if test.accepted is not None and test.accepted.other:
            others.append(test.accepted.other)
        for outputs in others:
            key = tuple(map(contents, outputs.values()))
            if key not in seen and outputs.keys() == test.example.outputs.keys():
                seen.add(key)
                yield outputs


def _distinct(examples: Iterable[Example]) -> Iterator[Example]:
    """The examples, each input once, without what they say is wrong."""
    seen = set()
    for example in examples:
        if (key := same_input(example)) not in seen:
            seen.add(key)
            yield evolve(example, wrong=())
