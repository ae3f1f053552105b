"""Inputs that nobody is shown: what the body of a trusted reference returns on further inputs, larger ones among them.

A specification may be right near the tests only: up to a length, below a number, except where a remainder is 5. Tests
of its author do not show it, and neither do wrong outputs on their inputs.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import evolve

from ...core.deciding.clauses import theory_of
from ...core.deciding.engines import Engines
from ...core.interpret.bodies import execute
from ...core.ir.contracts import Program
from ...core.ir.variables import Name
from ...core.iteration import in_turn
from ...core.spec_testing.examples import BODY, Example, Examples
from ...core.spec_testing.judging import are_possible, judge_inputs
from ...core.spec_testing.made_tests import test_of
from ...core.spec_testing.making import made_examples
from ...core.spec_testing.notation import Notation
from ...core.spec_testing.object_builder import Executed

MADE, GROWN = 16, 24
"""Further inputs that are made as tests are, and larger ones: the body runs on them in about the time of its tests."""
LABEL = "hidden"
LONGEST = 24
"""Elements of a larger sequence: more than people write in a test, and few enough to evaluate quantifiers over."""


def hidden_examples(program: Program, method: str, engines: Engines, language: Notation) -> list[Example]:
    """What the body of a method returns on inputs that are made for it."""
    made = made_examples(program, Examples(()), MADE, engines, language, {method})
    told = [
        example for example in made.examples if example.source == BODY and not example.unknowns and not example.invalid
    ]
    return [*told, *islice(_larger(told, program, engines), GROWN)]


def _larger(examples: Sequence[Example], program: Program, engines: Engines) -> Iterator[Example]:
    """The same with larger values for one parameter, or for all."""
    theory = theory_of(program)
    for example, inputs in in_turn([_grown_inputs(example, Random(n)) for n, example in enumerate(examples)]):
        specification = example.specification
        if specification.heap.fields or specification.modifies:
            continue
        moved = evolve(example, inputs=inputs)
        if not are_possible(moved, inputs, None, theory):
            continue
        if judge_inputs(moved, inputs, theory, engines, LABEL).verdict != "holds":
            continue
        outcome = execute(specification, inputs, program)
        if outcome.state == "returned":
            yield test_of(Executed(dict(inputs), outcome), specification, BODY)


def _grown_inputs(example: Example, random: Random) -> Iterator[tuple[Example, Mapping[Name, Any]]]:
    names = [binder.name for binder in example.specification.inputs]
    grown = {name: _grown(example.inputs[name], random) for name in names}
    yield example, {**example.inputs, **grown}
    for name in names:
        if grown[name] != example.inputs[name]:
            yield example, {**example.inputs, name: grown[name]}


def _grown(value: Any, random: Random) -> Any:
    """A larger value of the same type; the value itself where there is no saying."""
    match value:
        case bool():
            return value
        case int():
            return random.choice((1, -1)) * random.randint(50, 5000) if value <= 0 else random.randint(50, 5000)
        case tuple() | str() if value:
            length = random.randint(LONGEST // 2, LONGEST)
            repeated = (value * LONGEST)[:length]
            if isinstance(value, str):
                return "".join(random.sample(repeated, len(repeated)))
            return tuple(_near(each, random) for each in repeated)
    return value


def _near(value: Any, random: Random) -> Any:
    return value + random.randint(0, 9) if type(value) is int else value
