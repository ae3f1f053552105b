"""A Python function as a trusted reference: what it returns on inputs that are made for a signature."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from ...core.errors import InputError, not_there
from ...core.ir.contracts import Program, Specification
from ...core.ir.variables import Name
from ...core.iteration import in_turn
from ...core.spec_testing.drawn_inputs import inputs_to_try
from ...core.spec_testing.examples import BODY, Example
from ...core.spec_testing.python_values import ReferenceCase, example_of_case
from ..comparing.counterparts import Counterpart, counterparts_of, to_python
from .hidden import grown_inputs

SMALL, LARGER = 24, 24
"""Inputs that are drawn, and larger ones made of them."""
MOST_TRIED = 200
"""Inputs that the function is called with, of which it may refuse some."""


def python_function(place: str | Path, name: str) -> Callable[..., Any]:
    """The function of a Python file, which is executed: `FILE`, where it has the name of the method, or `FILE::NAME`.
    Raises InputError where there is none."""
    text, _, own = str(place).partition("::")
    path = Path(text)
    if not path.is_file():
        raise not_there(path)
    module = ModuleType(path.stem)
    try:
        exec(compile(path.read_bytes(), text, "exec"), module.__dict__)
    except Exception as error:
        raise InputError(f"the reference does not run: {type(error).__name__}: {error}", file=text) from error
    function: Callable[..., Any] | None = getattr(module, own or name, None)
    if not callable(function):
        raise InputError(f"no function {own or name}; name another one as {text}::NAME", file=text)
    return function


def examples_of_function(function: Callable[..., Any], signature: Specification) -> list[Example]:
    """What a Python function returns on inputs of a signature. An input that it raises on is outside its domain. Raises
    InputError for types without a counterpart in Python."""
    program = Program(signature.span.file if signature.span is not None else "")
    counterparts = {binder.name: counterparts_of(binder.sort, {})[0] for binder in signature.inputs}
    found = list(islice(_called(function, signature, counterparts, inputs_to_try(signature, (), program)), SMALL))
    larger = in_turn([grown_inputs(example, Random(place)) for place, example in enumerate(found)])
    return [
        *found,
        *islice(_called(function, signature, counterparts, (inputs for _, inputs in larger)), LARGER),
    ]


def _called(
    function: Callable[..., Any],
    signature: Specification,
    counterparts: Mapping[Name, Counterpart],
    inputs: Iterator[Mapping[Name, Any]],
) -> Iterator[Example]:
    for values in islice(inputs, MOST_TRIED):
        try:
            arguments = [to_python(values[name], counterpart) for name, counterpart in counterparts.items()]
            case = ReferenceCase(tuple(arguments), function(*deepcopy(arguments)))
            yield example_of_case(case, signature, BODY, BODY)
        except Exception:  # what a function raises says that the input is none of its own
            continue
