"""Inputs that a candidate treats apart from all others: those at the values that it mentions.

`requires s != [13, 7, 99]` promises nothing of one input, and `if s == [13, 7, 99] then t == 0 else …` something wrong
of it. Inputs that are drawn do not hit such values. Who singles them out mentions them, as a rule: so what is right is
asked of the constants of a candidate, as fuzzers take their dictionary from a program.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations, product
from typing import Any

from ...core.ir.contracts import Program
from ...core.ir.sorts import INT, Sort
from ...core.ir.terms import Binder
from ...core.ir.values import ArrayValue, FrozenMap, Multiset
from ...core.ir.variables import Valuation
from ...core.spec_testing.contents import contents
from ...core.spec_testing.examples import Example
from .reward_limits import LIMITS
from .written import written_constants


def singled_out(bases: Sequence[Example], program: Program) -> list[Valuation]:
    """Inputs of a candidate at its constants. `bases`: examples of it, whose other values are kept."""
    specification = bases[0].specification
    constants = written_constants(specification, program)
    values = {
        binder.name: list(islice(_different(_at(binder, constants)), LIMITS.constant_values))
        for binder in specification.inputs
    }
    made = [*_one_each(bases, values), *_all_together(bases[0], values)]
    return made[: LIMITS.constant_inputs]


def _one_each(bases: Sequence[Example], values: Mapping[Any, Sequence[Any]]) -> Iterator[Valuation]:
    for base in bases:
        for name, found in values.items():
            yield from ({**base.inputs, name: _like(base.inputs[name], value)} for value in found)


def _all_together(base: Example, values: Mapping[Any, Sequence[Any]]) -> Iterator[Valuation]:
    if len(values) > 1:
        for chosen in product(*values.values()):
            yield {name: _like(base.inputs[name], value) for name, value in zip(values, chosen, strict=True)}


def _like(old: Any, value: Any) -> Any:
    return ArrayValue(value, old.identity) if isinstance(old, ArrayValue) else value


def _at(binder: Binder, constants: Mapping[Sort, Sequence[Any]]) -> Iterator[Any]:
    sort = Sort("Seq", binder.sort.args) if binder.sort.kind == "Array" else binder.sort
    parts = (part for of, found in constants.items() for value in found for part in _inside(of, value))
    own = [*constants.get(sort, ()), *(value for of, value in parts if of == sort)]
    yield from own
    if sort == INT:
        # A candidate may single out a value by a comparison with its neighbour.
        yield from (number + step for number in own for step in (1, -1))
    if sort.kind == "Seq":
        yield from (first + second for first, second in permutations(own[: LIMITS.joined_sequences], 2))
        if sort.args[0] == INT:
            yield from _sequences(constants.get(INT, ())[: LIMITS.listed_numbers])


def _inside(sort: Sort, value: Any) -> Iterator[tuple[Sort, Any]]:
    """The elements, keys and values of a collection, and what is inside these, each with its sort."""
    of = sort.args
    match value:
        case FrozenMap():
            inside = [*((of[0], key) for key in value), *((of[1], item) for item in value.values())]
        case frozenset() | tuple() | Multiset() if sort.kind in ("Set", "Seq", "Multiset"):
            inside = [(of[0], item) for item in value]
        case _:
            return
    for part in inside:
        yield part
        yield from _inside(*part)


def _sequences(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Numbers that follow each other, and every second one: `|s| == 3 && s[0] == 13 && s[1] == 7` has places between
    them, and a length."""
    rows = [
        tuple(row[first:last])
        for row in (numbers, numbers[::2], numbers[1::2])
        for first, last in combinations(range(len(row) + 1), 2)
    ]
    yield from rows
    for length in (number for number in numbers if 1 < number <= LIMITS.grown_elements):
        yield from (row + (0,) * (length - len(row)) for row in rows if 1 < len(row) < length)


def _different(values: Iterator[Any]) -> Iterator[Any]:
    yield from {contents(value): value for value in values}.values()
