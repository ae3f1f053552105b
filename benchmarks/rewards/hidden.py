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
from ...core.ir.sorts import CHAR, INT
from ...core.ir.values import ArrayValue, FrozenMap
from ...core.ir.variables import Name, Valuation
from ...core.iteration import in_turn
from ...core.spec_testing.examples import BODY, Example, Examples
from ...core.spec_testing.executed_subjects import Executed
from ...core.spec_testing.judging import are_possible, judge_inputs, judge_outputs
from ...core.spec_testing.made_tests import test_of
from ...core.spec_testing.making import made_examples
from ...core.spec_testing.notation import Notation
from .reward_limits import LIMITS
from .written import written_constants

LABEL = "hidden"


def hidden_examples(
    program: Program, method: str, engines: Engines, language: Notation, tests: Sequence[Example]
) -> list[Example]:
    """What the body of a method returns on inputs that are made for it, and on inputs larger than those, or than those
    of its tests where none are made, as where it promises nothing. What breaks the method's own postcondition, as what
    a stub returns, is not right."""
    # Inputs are made from the reference's own clauses, where it has some; larger ones are grown from those, or from the
    # tests where nothing is known of what inputs are allowed.
    made = made_examples(program, Examples(()), LIMITS.made_inputs, engines, language, {method})
    told = [
        example for example in made.examples if example.source == BODY and not example.unknowns and not example.invalid
    ]
    theory = theory_of(program)
    hidden = [*told, *islice(_larger(told or tests, program, engines), LIMITS.grown_inputs)]
    # A body that is a stub returns what its own postcondition refuses: nothing can be learnt from it. What is not
    # decided is kept: a clause that cannot be evaluated says nothing against the body.
    return [
        example
        for example in hidden
        if judge_outputs(example, example.outputs, (), theory, engines, LABEL).verdict != "refuted"
    ]


def _larger(examples: Sequence[Example], program: Program, engines: Engines) -> Iterator[Example]:
    """The same with larger values for one parameter, or for all."""
    theory = theory_of(program)
    for example, inputs in in_turn([grown_inputs(example, Random(n)) for n, example in enumerate(examples)]):
        specification = example.specification
        # States of objects have no size that could be made larger by itself.
        if specification.heap.fields or specification.modifies:
            continue
        moved = evolve(example, inputs=inputs)
        if not are_possible(moved, inputs, None, theory):
            continue
        # Only valid inputs are run: of others the body promises nothing.
        if judge_inputs(moved, inputs, theory, engines, LABEL).verdict != "holds":
            continue
        outcome = execute(specification, inputs, program)
        if outcome.state == "returned":
            yield test_of(Executed(dict(inputs), outcome), specification, BODY)


def inputs_at_constants(example: Example, program: Program, most: int) -> Iterator[tuple[int, Mapping[Name, Any]]]:
    """An example's input with one parameter at, or beside, a number that a specification of it mentions, after that
    number: as the value, as a length, and as an element. What is right except at such a number is right near all
    tests. `most`: how many numbers, the largest first."""
    numbers = written_constants(example.specification, program).get(INT, ())
    for number in sorted(numbers, key=abs, reverse=True)[:most]:
        for name, value in example.inputs.items():
            for changed in _at(value, number):
                yield number, {**example.inputs, name: changed}


def _at(value: Any, number: int) -> Iterator[Any]:
    match value:
        case bool():
            return
        case int():
            yield from (number, number + 1, number - 1, -number)
        case ArrayValue(elements=elements):
            yield from (ArrayValue(changed, value.identity) for changed in _at(elements, number))
        case tuple() | str() if value:
            if 0 < number <= LIMITS.elements_at_a_number:
                yield from unlike_at_the_end(value, number + 2)
                yield from ((value * (number + 1))[:length] for length in (number + 1, number, number - 1))
            if type(value[0]) is int:
                yield (number, *value[1:])
                yield (*value[:-1], number)


def unlike_at_the_end(value: Any, length: int) -> Iterator[Any]:
    """Sequences of this length whose elements are alike but for the last two: the first and the last of a sequence, and
    the other way round. What looks for an element, the first or the last one, goes through all of such a sequence, as
    it hardly ever does of values that are drawn."""
    first, last = value[:1], value[-1:]
    if length > 2 and first != last:
        yield first * (length - 2) + last * 2
        yield last * (length - 2) + first * 2


def is_larger(inputs: Valuation, shown: Sequence[Valuation]) -> bool:
    """Whether an input has a value that is longer, or further from 0, than this parameter's of all inputs that are
    shown."""
    return any(
        size_of(value) > max((size_of(each[name]) for each in shown), default=0) for name, value in inputs.items()
    )


def size_of(value: Any) -> int:
    """The length of a collection, and how far a number is from 0; 0 of anything else."""
    match value:
        case bool():
            return 0
        case int():
            return abs(value)
        case ArrayValue():
            return len(value.elements)
        case tuple() | str() | frozenset() | FrozenMap():
            return len(value)
    return 0


def grown_inputs(example: Example, random: Random) -> Iterator[tuple[Example, Mapping[Name, Any]]]:
    """An example with larger values for all of its parameters, and for one after the other."""
    names = [binder.name for binder in example.specification.inputs if binder.sort != CHAR]
    grown = {name: _grown(example.inputs[name], random) for name in names}
    yield example, {**example.inputs, **grown}
    for name in names:
        if grown[name] != example.inputs[name]:
            yield example, {**example.inputs, name: grown[name]}
    for name in names:
        for value in _long_of_two(example.inputs[name], random):
            yield example, {**example.inputs, name: value}


def _long_of_two(value: Any, random: Random) -> Iterator[Any]:
    match value:
        case ArrayValue(elements=elements):
            yield from (ArrayValue(changed, value.identity) for changed in _long_of_two(elements, random))
        case tuple() | str() if value:
            yield from unlike_at_the_end(value, random.randint(LIMITS.grown_elements // 2, LIMITS.grown_elements))


def _grown(value: Any, random: Random) -> Any:
    """A larger value of the same type; the value itself where there is no saying."""
    match value:
        case bool():
            return value
        case int():
            return (
                random.choice((1, -1)) * random.randint(50, LIMITS.grown_number)
                if value <= 0
                else random.randint(50, LIMITS.grown_number)
            )
        case tuple() | str() if value:
            length = random.randint(LIMITS.grown_elements // 2, LIMITS.grown_elements)
            repeated = (value * LIMITS.grown_elements)[:length]
            if isinstance(value, str):
                return "".join(random.sample(repeated, len(repeated)))
            farthest = random.choice((9, LIMITS.grown_number))
            return tuple(_near(each, random, farthest) for each in repeated)
    return value


def _near(value: Any, random: Random, farthest: int) -> Any:
    return value + random.randint(0, farthest) if type(value) is int else value
