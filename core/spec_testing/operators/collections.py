"""Mutation of values that have parts: of collections one part less, one part more, one part another; of tuples and
datatype values one part mutated, or another constructor.

Of sequences and arrays also what looks like the result of a plausible mistake: an element exchanged with another, a
copy too many, everything but an end, the input unchanged.

Example: of the sequence [1, 3] `drop_element` yields [3] and [1], `change_element` [2, 3] and others, `permute` [3, 1].

Invariant: what is yielded has the sort of the value and differs from it (equal values and repetitions are filtered by
the caller, so that an operator need not look); an array keeps its identity and its length, since a method cannot change
either. Choices are drawn from the generator of `mutation` only, so that a seed gives the same mutants.
"""

from collections.abc import Iterator
from itertools import chain, combinations, islice, product
from typing import Any

from attrs import evolve

from ...ir.contracts import Constructor
from ...ir.rational_trees import RationalTree
from ...ir.shapes import is_shaped
from ...ir.sorts import Sort
from ...ir.values import ArrayValue, FrozenMap, Multiset, applied, elements_in, ordered
from ...iteration import in_turn
from .model import Mutation, mutants
from .samples import field_sorts, near_circle, of_constructor, samples
from .scalars import ALPHABET

NEAR = 3
"""Elements of which mutants are inserted, and mutants of each: those near one element are alike."""
MOST_SWAPPED = 100
"""Elements beyond this position are not exchanged: the pairs are listed."""
MOST_POSITIONS = 30
"""Elements beyond this position are not overwritten: the pairs are listed."""
MOST_INSERTED = 10_000
"""Insertions that are listed: n elements have n² of them, of which a few are taken."""
SHUFFLES = 4
"""Random orders, beside the reverse, the sorted one, and a turn to each side. Chosen, not measured."""


def replace_character(value: Any, sort: Sort, mutation: Mutation) -> Iterator[tuple[str, ...]]:
    places = [(index, character) for index in range(len(value)) for character in ALPHABET]
    mutation.random.shuffle(places)
    for index, character in places:
        yield (*value[:index], character, *value[index + 1 :])


def append_character(value: Any, sort: Sort, mutation: Mutation) -> Iterator[tuple[str, ...]]:
    for character in mutation.random.sample(ALPHABET, len(ALPHABET)):
        yield (*value, character)


def drop_element(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    elements = elements_in(value)
    for index in mutation.random.sample(range(len(elements)), len(elements)):
        yield like(value, (*elements[:index], *elements[index + 1 :]))


def insert_element(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    elements = elements_in(value)
    additions = _additions(elements, sort.args[0], mutation)
    count = (len(elements) + 1) * len(additions)
    if count > MOST_INSERTED:
        places = mutation.random.sample(range(count), MOST_INSERTED)
    else:
        places = list(range(count))
        mutation.random.shuffle(places)
    for place in places:
        index, addition = divmod(place, len(additions))
        yield like(value, (*elements[:index], additions[addition], *elements[index:]))


def change_element(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    elements = elements_in(value)
    for changed in one_changed(elements, sort.args * len(elements), mutation):
        yield like(value, changed)


def swap_elements(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    elements = elements_in(value)
    pairs = list(combinations(range(min(len(elements), MOST_SWAPPED)), 2))
    for left, right in mutation.shuffled(pairs):
        changed = list(elements)
        changed[left], changed[right] = changed[right], changed[left]
        yield like(value, tuple(changed))


# Members and keys are put in order before chance mixes them: their own order is another in each run, and one seed is to
# give the same mutants every time.
def drop_member(value: Any, sort: Sort, mutation: Mutation) -> Iterator[frozenset[Any]]:
    for member in mutation.shuffled(ordered(value)):
        yield value - {member}


def insert_member(value: Any, sort: Sort, mutation: Mutation) -> Iterator[frozenset[Any]]:
    for addition in mutation.shuffled(_additions(tuple(ordered(value)), sort.args[0], mutation)):
        yield value | {addition}


def change_member(value: Any, sort: Sort, mutation: Mutation) -> Iterator[frozenset[Any]]:
    members = tuple(ordered(value))
    for changed in one_changed(members, sort.args * len(members), mutation):
        yield frozenset(changed)


def change_occurrence(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Multiset]:
    for member in mutation.shuffled(ordered(value)):
        for changed in mutation.component(member, sort.args[0]):
            rest = {**value.counts, member: value.count(member) - 1}
            yield Multiset.of_counts({**rest, changed: rest.get(changed, 0) + 1})


def drop_occurrence(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Multiset]:
    for member in mutation.shuffled(ordered(value)):
        yield Multiset.of_counts({**value.counts, member: value.count(member) - 1})


def insert_occurrence(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Multiset]:
    for addition in mutation.shuffled(_additions(tuple(ordered(value)), sort.args[0], mutation)):
        yield Multiset.of_counts({**value.counts, addition: value.count(addition) + 1})


def drop_key(value: Any, sort: Sort, mutation: Mutation) -> Iterator[FrozenMap]:
    for key in mutation.shuffled(ordered(value)):
        yield FrozenMap({other: item for other, item in value.items() if other != key})


def change_value(value: Any, sort: Sort, mutation: Mutation) -> Iterator[FrozenMap]:
    for key in mutation.shuffled(ordered(value)):
        for item in mutation.component(value[key], sort.args[1]):
            yield FrozenMap({**value, key: item})


def change_key(value: Any, sort: Sort, mutation: Mutation) -> Iterator[FrozenMap]:
    for key in mutation.shuffled(ordered(value)):
        rest = {other: item for other, item in value.items() if other != key}
        for changed in mutation.component(key, sort.args[0]):
            yield FrozenMap({**rest, changed: value[key]})


def insert_key(value: Any, sort: Sort, mutation: Mutation) -> Iterator[FrozenMap]:
    keys = _additions(tuple(ordered(value)), sort.args[0], mutation)
    items = [*value.values(), *samples(sort.args[1], mutation.datatypes)]
    for key in mutation.shuffled([key for key in keys if key not in value]):
        for item in items:
            yield FrozenMap({**value, key: item})


def _additions(present: tuple[Any, ...], sort: Sort, mutation: Mutation) -> list[Any]:
    """What may be inserted: copies of what is there, mutants of it, small values."""
    distinct = list(dict.fromkeys(present))
    near = [mutant for element in distinct[:NEAR] for mutant in islice(mutation.component(element, sort), NEAR)]
    return list(dict.fromkeys((*distinct, *near, *samples(sort, mutation.datatypes))))


def change_component(value: Any, sort: Sort, mutation: Mutation) -> Iterator[tuple[Any, ...]]:
    if is_shaped(sort):
        return in_turn((_other_elements(value, sort, mutation), _other_shape(value)))
    return one_changed(value, sort.args, mutation)


def _other_elements(value: Any, sort: Sort, mutation: Mutation) -> Iterator[tuple[Any, ...]]:
    """An array of several dimensions with other elements, as many as before."""
    array, *lengths = value
    for _, mutant in mutants(array, sort.args[0], mutation, mutation.operators.fixed_length):
        yield mutant, *lengths


def _other_shape(value: Any) -> Iterator[tuple[Any, ...]]:
    array, *lengths = value
    if array is not None and len(lengths) == 2:
        for rows, columns, elements in other_shapes(array.elements, *lengths):
            yield evolve(array, elements=elements), rows, columns


def other_shapes(
    elements: tuple[Any, ...], row_count: int, column_count: int
) -> Iterator[tuple[int, int, tuple[Any, ...]]]:
    """The lengths and elements of an array of two dimensions that has its columns as rows, a row more or less, or a
    column more or less."""
    if len(elements) != row_count * column_count:  # what a solver says of an output need not have a shape
        return
    rows = [elements[start * column_count : (start + 1) * column_count] for start in range(row_count)]
    # Each keeps the shape consistent: the lengths and the number of elements change together.
    found: list[tuple[int, int, list[Any]]] = []
    if row_count and column_count:
        found.append((row_count - 1, column_count, rows[:-1]))
        found.append((row_count + 1, column_count, [*rows, rows[-1]]))
        found.append((row_count, column_count - 1, [row[:-1] for row in rows]))
        found.append((row_count, column_count + 1, [(*row, row[-1]) for row in rows]))
    # The transposed one differs in shape unless it is square.
    if row_count != column_count:
        found.append((column_count, row_count, list(zip(*rows, strict=True))))
    for first, second, changed in found:
        yield first, second, tuple(chain.from_iterable(changed))


def change_field(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    if isinstance(value, RationalTree):
        sorts = {
            constructor.name: field_sorts(constructor, sort, mutation.datatypes)
            for constructor in _constructors(sort, mutation)
        }
        yield from near_circle(value, sort, sorts.__getitem__, mutation)
        return
    for constructor in _constructors(sort, mutation):
        if constructor.name == value.constructor:
            for fields in one_changed(value.fields, field_sorts(constructor, sort, mutation.datatypes), mutation):
                yield applied(value.constructor, fields)


def change_constructor(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    others = [constructor for constructor in _constructors(sort, mutation) if constructor.name != value.constructor]
    for constructor in mutation.random.sample(others, len(others)):
        yield from of_constructor(constructor, sort, mutation.datatypes)


def one_changed(
    parts: tuple[Any, ...], sorts: tuple[Sort, ...] | list[Sort], mutation: Mutation
) -> Iterator[tuple[Any, ...]]:
    """The parts with one of them mutated, the positions taking turns."""
    order = mutation.random.sample(range(len(parts)), len(parts))

    def changed(index: int) -> Iterator[tuple[Any, ...]]:
        for mutant in mutation.component(parts[index], sorts[index]):
            yield (*parts[:index], mutant, *parts[index + 1 :])

    return in_turn(map(changed, order))


def _constructors(sort: Sort, mutation: Mutation) -> tuple[Constructor, ...]:
    return mutation.datatypes[str(sort.label)].constructors


def like(value: Any, elements: tuple[Any, ...]) -> Any:
    """The elements as what `value` is; an array stays the same array with other contents."""
    return evolve(value, elements=elements) if isinstance(value, ArrayValue) else elements


def permute(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """The same elements in another order."""
    elements = elements_in(value)
    orders = [
        elements[::-1],
        (*elements[1:], *elements[:1]),
        (*elements[-1:], *elements[:-1]),
        tuple(ordered(elements)),
        *(tuple(mutation.shuffled(list(elements))) for _ in range(SHUFFLES)),
    ]
    for order in mutation.shuffled(orders):
        yield like(value, order)


def overwrite(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """One element in the place of another: the length stays, the multiset does not."""
    elements = elements_in(value)
    positions = range(min(len(elements), MOST_POSITIONS))
    for source, target in mutation.shuffled(list(product(positions, positions))):
        yield like(value, (*elements[:target], elements[source], *elements[target + 1 :]))


def duplicate(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """One element more: a copy beside the original, which keeps any order that allows equal neighbours."""
    elements = elements_in(value)
    for index in mutation.shuffled(list(range(len(elements)))):
        yield like(value, (*elements[: index + 1], *elements[index:]))


def boundary(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """Nothing, everything but an end, one end alone, everything twice."""
    elements = elements_in(value)
    ends = [(), elements[1:], elements[:-1], elements[:1], elements[-1:], elements + elements]
    for end in mutation.shuffled(ends):
        yield like(value, end)


def input_unchanged(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """An input as the output: what an implementation that does nothing returns."""
    for input_sort, given in mutation.shuffled(list(mutation.inputs)):
        if given is None:
            continue
        if sort.kind in ("Seq", "Array"):
            if input_sort.kind in ("Seq", "Array") and input_sort.args == sort.args:
                yield like(value, elements_in(given))
        elif input_sort == sort:
            yield given


def input_of_length(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """Mutate an array to a part of the input, like `input_unchanged`, keeping its length."""
    for given in input_unchanged(value, sort, mutation):
        if len(given.elements) == len(value.elements):
            yield given
