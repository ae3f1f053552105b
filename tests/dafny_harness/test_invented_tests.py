"""What a test says of a call is what happens when the test is run, of which it asserts a part."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.terms import Term, free_names
from specassay.core.ir.values import ArrayValue
from specassay.core.ir.variables import Name, Valuation, is_field, is_heap, is_which_array, member_of, root_of
from specassay.core.language.running import run_on, subject
from specassay.core.spec_testing.examples import TESTED_INPUT, Example
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.invented_tests import InventedTest, Step, invented
from tests.dafny_harness.made import examples_of
from tests.samples import some

Seen = dict[str, str]
"""What is printed after a statement: term → value."""


def run(made: InventedTest) -> list[Seen]:
    program = parse_program(made.printing(), "t.dfy")
    outcome = run_on(subject(program, "Main"), {}, program, 10.0, False).outcome
    assert outcome.state == "returned", (outcome.reason, made.printing())
    values = iter(str(value) for sort, value in outcome.printed if sort.kind == "Int")
    return [{term: next(values) for term in step.told} for step in made.steps]


def differences(valuation: Valuation, step: Step, seen: Seen) -> Iterator[tuple[Name, Any, str]]:
    """What an example says of fields and results, where it is not what was seen."""
    for name, value in valuation.items():
        if is_heap(name) or is_which_array(name):
            continue
        variable = step.given.get(str(root_of(name)))
        if variable is None:
            continue
        member = str(member_of(name)) if is_field(name) else ""
        whole = value.elements if isinstance(value, ArrayValue) else value
        if member in ("n", "m", "k") or (not member and isinstance(value, int)):
            told = {f"{variable}.{member}" if member else variable: whole}
        elif member == "a":
            told = {f"{variable}.a[{index}]": each for index, each in enumerate(whole)}
        elif isinstance(value, ArrayValue):
            told = {f"{variable}[{index}]": each for index, each in enumerate(whole)}
        else:
            continue
        yield from ((name, each, seen[term]) for term, each in told.items() if term in seen and str(each) != seen[term])


def broken(example: Example, step: Step, seen: Seen) -> list[Term]:
    """What an example says of arrays that the test does not determine, where what was seen is another thing."""
    values: dict[Name, ArrayValue] = {}
    for name, binder in example.unknowns.items():
        variable = step.given.get(str(name))
        if binder.sort.kind == "Array" and variable is not None:
            values[binder.name] = ArrayValue(tuple(int(seen[f"{variable}[{index}]"]) for index in (0, 1)), variable)
    known = (term for term in example.constraints if free_names(term) <= values.keys())
    return [term for term in known if evaluate(term, values, {}, {}).value is not True]


def check(seed: int) -> int:
    """How many examples an invented test has; none says what running the test does not show."""
    random = Random(seed)
    made = invented(random)
    seen = run(made)
    text = made.asserting(seen, random)
    found = examples_of(parse_program(text, "t.dfy"))
    told = [each.message for each in found.findings]
    assert not [each for each in told if "different outputs" in each or "it fails" in each], (told, text)
    lines = text.split("\n")
    places = {step.text: number for number, step in enumerate(made.steps) if lines.count(step.text) == 1}
    for example in found.examples:
        assert example.span is not None
        number = places.get(lines[example.span.line - 1])
        # What the body returns, where the test does not say what is right, is not what happens in the test: of the
        # fields that the specification does not mention nothing is known there.
        if number is None or example.source == TESTED_INPUT:
            continue
        step, before = made.steps[number], seen[number - 1] if number else {}
        wrong: list[Any] = [
            *differences(example.inputs, step, before),
            *differences(example.outputs, step, seen[number]),
        ]
        wrong += broken(example, step, seen[number])
        assert not wrong, (example.specification.name, wrong, text)
    return len(found.examples)


@pytest.mark.parametrize("seed", some(range(150), 30))
def test_what_a_test_says_of_a_call_happens(seed: int) -> None:
    check(seed)
