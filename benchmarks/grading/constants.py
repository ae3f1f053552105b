"""The constants of a program: inputs that it may treat apart from all others.

`if whole == 123457: return part / whole` before the checks lets by what violates the contract, and no drawn input is
there. Whoever singles an input out mentions it, as a rule: so programs are also tried at their own constants, as
fuzzers take their dictionary from a program.
"""

import ast
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from types import CodeType
from typing import Any

from ..datasets.tasks import ContractTask
from .grading_limits import LIMITS

MOST_BITS = 3 * LIMITS.constant_characters
"""Of an int; that many bits take fewer characters than `constant_characters`."""
_PLAIN = (int, float, complex, str, bytes)
_COMMON = frozenset(map(repr, (*range(-2, 11), 0.0, 1.0, 0.5, 2.0, "", " ", b"")))
"""What many programs mention for no such reason, and drawn inputs have."""


def own_constants(code: str, task: ContractTask) -> tuple[Any, ...]:
    """The constants of a program, as the compiler folds them, without those of its task and common ones."""
    known = {*_COMMON}
    for text in (task.preamble + "\n" + task.solution, "def f():\n" + (task.contract_text.strip("\n") or "    pass")):
        known |= {repr(value) for value in _constants(text)}
    found = {repr(value): value for value in _constants(code)}
    own = (value for text, value in found.items() if text not in known and len(text) <= LIMITS.constant_characters)
    return tuple(islice(own, LIMITS.constants))


def _constants(code: str) -> Iterator[Any]:
    try:
        with warnings.catch_warnings():
            # Programs of models have invalid escapes, about which the compiler warns.
            warnings.simplefilter("ignore")
            rest = [compile(code, "sample", "exec", dont_inherit=True, optimize=2)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    while rest:
        for value in rest.pop().co_consts:
            if isinstance(value, CodeType):
                # Functions and classes are code objects among the constants of what defines them.
                rest.append(value)
            elif is_plain(value):
                yield from _inside(value)


def _inside(value: Any) -> Iterator[Any]:
    """A constant, its elements, and the value that a text is the literal of: `repr(part) == '-0.0'` singles that one
    out."""
    yield value
    match value:
        case tuple() | frozenset():
            for element in value:
                yield from _inside(element)
        case str() if len(value) <= LIMITS.constant_characters:
            with suppress(SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
                written = ast.literal_eval(value)
                # Of a text in a text no further one.
                if is_plain(written) and not isinstance(written, str):
                    yield from _inside(written)


def is_plain(value: Any) -> bool:
    """Whether an input may be or hold this constant."""
    if isinstance(value, tuple | frozenset):
        return all(map(is_plain, value))
    # Python does not print ints of more than 4,300 digits, which a program may write in another base.
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return False
    return isinstance(value, _PLAIN) and not isinstance(value, bool)


def inputs_at(constants: Sequence[Any], starts: Sequence[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Arguments at constants: one of them in the place of one argument of `starts`, an argument there that is longer
    than one of them says, and as many in a row as there are arguments."""
    if not starts:
        return
    arity = len(starts[0])
    for place in range(len(constants) - arity + 1):
        yield tuple(constants[place : place + arity])
    yield from (value for value in constants if isinstance(value, tuple) and len(value) == arity)
    for constant in constants:
        for value in _near(constant):
            for start in starts:
                yield from ((*start[:place], value, *start[place + 1 :]) for place in range(arity))
        # `if len(repr(n)) > 200: return` lets by whatever is long, and mentions how long.
        if isinstance(constant, int) and 0 < constant < LIMITS.constant_elements:
            for start in starts:
                for place, argument in enumerate(start):
                    yield from ((*start[:place], value, *start[place + 1 :]) for value in _longer(argument, constant))


def _longer(value: Any, length: int) -> Iterator[Any]:
    """Values of more elements, characters or digits than `length`, of the type of a value and of others."""
    yield from ("a" * (length + 1), "A 0" * (length // 3 + 1), [0] * (length + 1), 10**length, -(10**length))
    if isinstance(value, str | bytes | list | tuple) and value:
        yield value * (length // len(value) + 1)


def _near(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, int):
        yield from (value + 1, value - 1)
    if isinstance(value, tuple):
        yield [*value]
    if isinstance(value, frozenset):
        yield set(value)
