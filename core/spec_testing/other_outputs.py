"""Outputs worth trying in place of an expected one: near it, at hand in the input, small, and two changes at once."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, product
from random import Random
from typing import Any

from ..deciding.clauses import Theory, theory_of
from ..errors import Unsupported
from ..evaluate.candidates import at_hand
from ..ir.contracts import Program, Specification
from ..ir.terms import Binder
from ..ir.values import ArrayValue, DatatypeValue
from ..ir.variables import Name, Valuation
from .aliased import with_identities
from .contents import contents
from .examples import Example
from .function_values import near_functions
from .operators import Mutation, mutants, operator_set
from .operators.samples import samples
from .operators.sequences import like
from .rearranged import rearranged
from .wrong_outputs import ensured

MOST_NEAR = 60
"""Mutants of one component."""
MOST_AT_HAND = 30
"""Values of one component that are small, in the input, or in the clauses."""
MOST_SHORT = 40
"""Short sequences of values at hand."""
TWICE = (6, 6)
"""So many mutants are mutated again, and so often each: two changes at once."""
TOGETHER = 8
"""So many values of each of two components are combined."""


def other_outputs(
    example: Example, base: Valuation, program: Program, label: str, wide: bool
) -> Iterator[dict[Name, Any]]:
    """Outputs of an example, each once. `base`: a value for each component (the expected one); of those that have none,
    small values are taken. `wide`: not those near the base, but all the others. `label` seeds what is random."""
    specification = example.specification
    modified = [binder for binder in specification.inputs if binder.name in specification.modifies]
    changed = [*specification.outputs, *modified]
    inputs = tuple((binder.sort, example.inputs[binder.name]) for binder in specification.inputs)
    mutation = Mutation(operator_set("full"), Random(f"near/{label}"), program.datatypes, inputs)
    near = {binder.name: _near(binder, base, specification, mutation, theory_of(program)) for binder in changed}
    complete = {**{name: pool[0] for name, pool in near.items() if pool}, **base}
    if complete.keys() != near.keys():
        return
    seen = set()
    if wide:
        pools = {binder.name: list(_far(binder, near[binder.name], base, example, mutation)) for binder in changed}
        tried = _wide(complete, near, pools)
    else:
        tried = chain((dict(complete),), _one_changed(complete, near))
    for output in tried:
        key = tuple(contents(output[name]) for name in near)
        if key not in seen:
            seen.add(key)
            yield with_identities(specification, example.inputs, output)


def _one_changed(base: dict[Name, Any], pools: Mapping[Name, Sequence[Any]]) -> Iterator[dict[Name, Any]]:
    for name, pool in pools.items():
        yield from ({**base, name: value} for value in pool)


def _wide(
    base: dict[Name, Any], near: Mapping[Name, Sequence[Any]], far: Mapping[Name, Sequence[Any]]
) -> Iterator[dict[Name, Any]]:
    yield from _one_changed(base, far)
    few = {name: [*near[name][:TOGETHER], *far[name][:TOGETHER]] for name in near}
    for one, other in combinations(near, 2):
        for first, second in product(few[one], few[other]):
            yield {**base, one: first, other: second}


def _near(
    binder: Binder, base: Valuation, specification: Specification, mutation: Mutation, theory: Theory
) -> list[Any]:
    """Mutants of the value of a component, of a datatype its parts in other places, too, of a function those with
    another result on one argument; small values where it has none."""
    if binder.sort.kind == "Function":
        known = binder.name in base and binder.name in specification.unrestricted
        return list(islice(near_functions(base[binder.name], binder.sort.args[-1], theory), MOST_NEAR)) if known else []
    if binder.name in base:
        operators = mutation.operators.fixed_length if specification.has_fixed_length(binder) else None
        value = base[binder.name]
        found = [other for _, other in islice(mutants(value, binder.sort, mutation, operators), MOST_NEAR)]
        rebuilt = isinstance(value, DatatypeValue)
        return [*found, *rearranged(value, binder.sort, mutation.datatypes)] if rebuilt else found
    try:
        return samples(binder.sort, mutation.datatypes)
    except Unsupported:  # a sort without literals
        return []


def _far(
    binder: Binder, near: Sequence[Any], base: Valuation, example: Example, mutation: Mutation
) -> Iterator[Any]:
    """Other values of a component: at hand, short, and mutated twice."""
    specification = example.specification
    yield from at_hand(binder.sort, example.inputs, ensured(specification), MOST_AT_HAND)
    if binder.name in base:
        yield from _short(binder, base[binder.name], specification, example)
        operators = mutation.operators.fixed_length if specification.has_fixed_length(binder) else None
        first, again = TWICE
        for value in near[:first]:
            yield from (twice for _, twice in islice(mutants(value, binder.sort, mutation, operators), again))


def _short(binder: Binder, value: Any, specification: Specification, example: Example) -> Iterator[Any]:
    """Sequences of at most two values at hand; of an array that keeps its length, as long as it is."""
    if binder.sort.kind not in ("Seq", "Array") or value is None:
        return
    elements = at_hand(binder.sort.args[0], example.inputs, ensured(specification), MOST_AT_HAND)
    if specification.has_fixed_length(binder):
        size = len(value.elements) if isinstance(value, ArrayValue) else len(value)
        yield from (like(value, (element,) * size) for element in elements[:TOGETHER])
        return
    lengths = (product(elements, repeat=length) for length in range(3))
    yield from islice((like(value, parts) for found in lengths for parts in found), MOST_SHORT)


