"""A Python function as a trusted reference: what it returns on inputs that are made for a signature."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from inspect import isgeneratorfunction
from itertools import chain, islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from attrs import frozen

from ...core.errors import InputError, not_there
from ...core.ir.contracts import Program, Specification
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name
from ...core.iteration import in_turn
from ...core.spec_testing.drawn_inputs import inputs_to_try
from ...core.spec_testing.examples import BODY, Example
from ...core.spec_testing.python_values import ReferenceCase, example_of_case
from ..comparing.counterparts import Counterpart, counterparts_of, to_python
from .hidden import grown_inputs
from .reward_limits import LIMITS


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


@frozen(slots=True)
class CalledReference:
    """What a Python function returns on inputs of a signature. `examples`: an input with several right outputs stands
    there several times; `is_bounded`: it refused larger inputs."""

    examples: tuple[Example, ...]
    is_bounded: bool


def examples_of_function(
    function: Callable[..., Any], signature: Specification, tests: Sequence[Example] = ()
) -> CalledReference:
    """What a Python function returns: of a generator function each output that it yields is right. An input that it
    raises on is outside its domain. `tests`: of a generator function their inputs are among those that it is called
    with. Raises InputError for types without a counterpart in Python."""
    program = Program(signature.span.file if signature.span is not None else "")
    calling = _calling(function, signature)
    # A generator yields several right outputs, of which a test has one: its input is asked again.
    told = [test.inputs for test in tests if not test.invalid] if isgeneratorfunction(function) else []
    drawn = islice(chain(told, inputs_to_try(signature, (), program)), LIMITS.called_inputs)
    small = list(islice(filter(None, map(calling.examples, drawn)), len(told) + LIMITS.drawn_inputs))
    # Larger inputs in turn from each small one, so that none of the shapes is missing.
    grown = in_turn([grown_inputs(examples[0], Random(place)) for place, examples in enumerate(small)])
    larger, is_bounded = list[list[Example]](), False
    for _, inputs in islice(grown, LIMITS.called_inputs):
        found = calling.examples(inputs)
        # An input that is refused though a smaller one was not shows the edge of the domain.
        is_bounded = is_bounded or not found
        larger += [found] if found else []
        if len(larger) == LIMITS.larger_inputs:
            break
    return CalledReference(tuple(chain.from_iterable((*small, *larger))), is_bounded)


def examples_at(
    function: Callable[..., Any], signature: Specification, inputs: Sequence[Sequence[Any]]
) -> list[Example]:
    """What a Python function returns on inputs that a candidate chose, by position: not on larger ones than those that
    are made for a signature, on which it may take for ever."""
    calling = _calling(function, signature)
    names = [binder.name for binder in signature.inputs]
    called = (dict(zip(names, values, strict=True)) for values in inputs if all(map(_is_small, values)))
    return [example for values in called for example in calling.examples(values)]


def _is_small(value: Any) -> bool:
    match value:
        case int():
            return abs(value) <= LIMITS.grown_number
        case ArrayValue(elements=elements):
            return _is_small(elements)
        case str():
            return len(value) <= LIMITS.grown_elements
        case tuple() | frozenset():
            return len(value) <= LIMITS.grown_elements and all(map(_is_small, value))
    return False


def _calling(function: Callable[..., Any], signature: Specification) -> "_Calling":
    """Raises InputError for types without a counterpart in Python."""
    return _Calling(
        function, signature, {binder.name: counterparts_of(binder.sort, {})[0] for binder in signature.inputs}
    )


@frozen(slots=True)
class _Calling:
    """A function that is called with values of a signature."""

    function: Callable[..., Any]
    signature: Specification
    counterparts: Mapping[Name, Counterpart]

    def examples(self, inputs: Mapping[Name, Any]) -> list[Example]:
        """The input with each right output; none where the function raises, or yields more than are listed."""
        try:
            arguments = tuple(to_python(inputs[name], counterpart) for name, counterpart in self.counterparts.items())
            returned = self.function(*deepcopy(arguments))
            results = [returned]
            if isgeneratorfunction(self.function):
                results = list(islice(returned, LIMITS.right_outputs + 1))
            cases = [ReferenceCase(arguments, result) for result in results]
            found = [example_of_case(case, self.signature, BODY, BODY) for case in cases]
        except Exception:  # what a function raises says that the input is none of its own
            return []
        return found if len(found) <= LIMITS.right_outputs else []
