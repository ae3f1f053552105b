"""Inputs with objects that are made as those of known inputs are: one object in two places, an argument of one in the
other, another number inside.

Such inputs are guesses. What they violate is seen where they are tried.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations, product
from typing import Any

from attrs import frozen

from ...core.ir.plain_values import Constructed
from ...core.synthesis.verdicts import Arguments
from ...frontends.python.constructor_calls import crossed, literals_in, objects_in, renumbered
from ...frontends.python.module_classes import ModuleClasses
from ...frontends.python.receivers import after_calls_of_both
from ..datasets.tasks import ContractTask
from .run_limits import LIMITS
from .typed_values import DeclaredTypes

SHARED_NAME = "shared"
"""How an object is called in a test that two parameters are given as one."""
ODD_ARGUMENTS = ("'a'", "None", "1.5", "1", "[]")
"""What a constructor is given where a clause asks about the type of an attribute."""


@frozen(slots=True)
class KnownInputs:
    """What is known of a task: `classes` of its module, `tests`, inputs that violate sets of clauses, and `accepted`
    ones, which violate none, the latest last. `samples`: by parameter, values that it is declared to take."""

    task: ContractTask
    classes: ModuleClasses
    samples: Mapping[str, Sequence[Any]]
    types: DeclaredTypes
    tests: Sequence[Arguments]
    accepted: Sequence[Arguments]


def with_one_object_for_two(known: KnownInputs) -> Iterator[Arguments]:
    """Inputs in which two parameters of one declared class, or the receiver of a method and a parameter that takes
    objects of its class, are one object."""
    hints, receiver = known.task.annotations, known.task.receiver
    # Where a clause asks for two objects, valid inputs alone have them.
    inputs = [*known.tests, *known.accepted[-LIMITS.crossed_accepted :]]
    for first_name, second_name in combinations(known.samples, 2):
        shared = [
            argument
            for argument in known.samples[first_name]
            if isinstance(argument, Constructed)
            and argument in known.samples[second_name]
            and known.types.suits(first_name, argument)
        ]
        has_receiver = receiver in (first_name, second_name)
        if not shared if has_receiver else hints.get(first_name) != hints.get(second_name):
            continue
        names = first_name, second_name
        apart = [
            arguments
            for arguments in inputs
            if all(name in arguments and known.types.suits(name, arguments[name]) for name in names)
        ]
        # What an object has to be is often shown by inputs with two, and each shows a part of it.
        as_known = [
            (text, arguments)
            for arguments in apart
            for text in _like_both(known.classes, [arguments[name] for name in names])
        ]
        sampled = ((sample.text, arguments) for sample, arguments in product(shared[: LIMITS.shared_objects], apart))
        for text, arguments in (*as_known, *sampled):
            object_of_both = Constructed(f"({SHARED_NAME} := {text})")
            yield {**arguments, first_name: object_of_both, second_name: Constructed(SHARED_NAME)}


def _like_both(classes: ModuleClasses, values: Sequence[Any]) -> Iterator[str]:
    """Two objects, and others that are like both."""
    texts = [value.text for value in values if isinstance(value, Constructed) and SHARED_NAME not in value.text]
    yield from texts
    for first, second in permutations(texts, 2):
        yield from crossed(classes, first, second)


def with_arguments_of_two(known: KnownInputs) -> Iterator[Arguments]:
    """Inputs in which an object is made as in one known input, but for an argument that is as in another, or of another
    type where a clause asks about that; or after the calls of its methods in both."""
    for name in known.samples:
        # One input for each object; reversed, so that the first of those with one object stays.
        by_object = {repr(arguments.get(name)): arguments for arguments in reversed(known.accepted)}
        inputs = [*islice(by_object.values(), LIMITS.crossed_accepted), *known.tests]
        asked = known.types.fields_asked(name)
        pairs = [(first, first.get(name), second.get(name)) for first, second in permutations(inputs, 2)]
        for arguments in inputs:
            made = arguments.get(name)
            of_class = made.text.partition("(")[0] if isinstance(made, Constructed) else ""
            if of_class in known.classes.classes:
                # A clause about the type of an attribute is violated by an argument of another type.
                odd = (f"{of_class}({attribute}={text})" for attribute in asked for text in ODD_ARGUMENTS)
                pairs += [(arguments, made, Constructed(text)) for text in odd]
        for arguments, made, second in pairs:
            if isinstance(made, Constructed) and isinstance(second, Constructed):
                for mixed in crossed(known.classes, made.text, second.text):
                    yield {**arguments, name: Constructed(mixed)}
                if (after_both := after_calls_of_both(made.text, second.text)) is not None:
                    yield {**arguments, name: Constructed(after_both)}


def with_what_is_inside(known: KnownInputs) -> Iterator[Arguments]:
    """Inputs in which arguments are what the expression for an object mentions: objects, as the listener that a bus
    has, and texts and numbers, as the names of nodes that a graph has."""
    for arguments in [*known.accepted[-1:], *known.tests[:1]]:
        for name, samples in known.samples.items():
            others = [parameter for parameter in arguments if parameter != name]
            for sample in samples:
                if not isinstance(sample, Constructed):
                    continue
                for part, with_name in islice(objects_in(known.classes, sample.text, SHARED_NAME), LIMITS.parts_inside):
                    for parameter in others:
                        if known.types.suits(parameter, Constructed(part)):
                            yield {**arguments, name: sample, parameter: Constructed(part)}
                            # An object without a way to compare it is equal to itself alone.
                            yield {**arguments, name: Constructed(with_name), parameter: Constructed(SHARED_NAME)}
                inside = literals_in(sample.text)[: LIMITS.parts_inside]
                columns = [
                    [value for value in inside if known.types.suits(parameter, value)] or [arguments[parameter]]
                    for parameter in others
                ]
                for row in islice(product(*columns) if inside else (), LIMITS.combined_parts):
                    yield {**arguments, name: sample, **dict(zip(others, row, strict=True))}


def with_other_numbers(known: KnownInputs) -> Iterator[Arguments]:
    """Inputs in which one number in the expression for an object is another: a field of an item in a dict is in no
    field of the receiver."""
    for arguments in [*known.tests, *known.accepted[-LIMITS.crossed_accepted :]]:
        numbers = [value for value in arguments.values() if type(value) is int]
        near = list(dict.fromkeys((0, -1, *numbers)))
        for name, value in arguments.items():
            if isinstance(value, Constructed):
                yield from ({**arguments, name: Constructed(text)} for text in renumbered(value.text, near))
