"""The registry of mutation operators, and the stream of mutants of a value."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from attrs import frozen

from ...core.contracts import Datatype
from ...core.errors import InputError
from ...core.sorts import CHAR, Sort, seq_of
from ..contents import contents
from . import collections, composites, scalars

Mutate = Callable[[Any, Sort, "Mutation"], Iterator[Any]]


@frozen(slots=True)
class MutationOperator:
    """`mutate(value, sort, mutation)` yields values of the sort, possibly the same one or repeated, in an
    order that only `mutation.random` decides. `applies` says to which sorts."""

    name: str
    applies: Callable[[Sort], bool]
    mutate: Mutate
    meaning: str


@frozen(slots=True)
class Mutation:
    """What operators work with: the operators for components, the randomness, the declared datatypes."""

    operators: tuple[MutationOperator, ...]
    random: Random
    datatypes: Mapping[str, Datatype]

    def component(self, value: Any, sort: Sort) -> Iterator[Any]:
        """Mutants of a part of a value."""
        return (mutant for _, mutant in mutants(value, sort, self))


STRING = seq_of(CHAR)


def _kind(*kinds: str) -> Callable[[Sort], bool]:
    return lambda sort: sort.kind in kinds


def _is_string(sort: Sort) -> bool:
    return sort == STRING


def _is_list(sort: Sort) -> bool:
    return sort.kind in ("Seq", "Array") and sort != STRING


PAPER = (
    MutationOperator("paper.bool-flip", _kind("Bool"), scalars.flip, "the other truth value"),
    MutationOperator("paper.int-offset", _kind("Int"), scalars.integer_offset, "± 1..10"),
    MutationOperator("paper.real-offset", _kind("Real"), scalars.real_offset, "± 1..10"),
    MutationOperator("paper.char-replace", _kind("Char"), scalars.other_character, "another character"),
    MutationOperator(
        "paper.string-replace", _is_string, collections.replace_character, "one character replaced"
    ),
    MutationOperator("paper.string-append", _is_string, collections.append_character, "one character more"),
    MutationOperator("paper.list-drop", _is_list, collections.drop_element, "one element less"),
    MutationOperator("paper.list-insert", _is_list, collections.insert_element, "one element more"),
)
"""The operators of S. K. Lahiri, FMCAD 2024, arXiv:2406.09757."""

EXTENDED = (
    MutationOperator(
        "bitvector.offset", _kind("BitVec"), scalars.bit_vector_offset, "± 1..10, modulo 2^width"
    ),
    MutationOperator("element.other", _kind("Uninterpreted"), scalars.other_element, "another element"),
    MutationOperator("set.drop", _kind("Set"), collections.drop_member, "one element less"),
    MutationOperator("set.insert", _kind("Set"), collections.insert_member, "one element more"),
    MutationOperator("multiset.drop", _kind("Multiset"), collections.drop_occurrence, "one occurrence less"),
    MutationOperator(
        "multiset.insert", _kind("Multiset"), collections.insert_occurrence, "one occurrence more"
    ),
    MutationOperator("map.drop", _kind("Map"), collections.drop_key, "one key less"),
    MutationOperator("map.value", _kind("Map"), collections.change_value, "one key's value mutated"),
    MutationOperator("map.insert", _kind("Map"), collections.insert_key, "one key more"),
    MutationOperator("tuple.component", _kind("Tuple"), composites.change_component, "one component mutated"),
    MutationOperator("datatype.field", _kind("Datatype"), composites.change_field, "one field mutated"),
    MutationOperator(
        "datatype.constructor", _kind("Datatype"), composites.change_constructor, "another constructor"
    ),
)
"""The same idea for the sorts that the paper does not have."""

IN_PLACE = (
    MutationOperator("element.change", _kind("Array"), collections.change_element, "one element mutated"),
    MutationOperator("element.swap", _kind("Array"), collections.swap_elements, "two elements exchanged"),
)
"""For an array that a method modifies: its length cannot change."""

OPERATOR_SETS: dict[str, tuple[MutationOperator, ...]] = {"paper": (*PAPER, *EXTENDED)}


def operator_set(name: str) -> tuple[MutationOperator, ...]:
    """The operators called `name`. Raises InputError for an unknown name."""
    try:
        return OPERATOR_SETS[name]
    except KeyError:
        raise InputError(f"no operator set {name!r}: choose {' or '.join(OPERATOR_SETS)}") from None


def mutants(
    value: Any, sort: Sort, mutation: Mutation, operators: tuple[MutationOperator, ...] | None = None
) -> Iterator[tuple[str, Any]]:
    """Operator name and mutant, the operators taking turns; distinct in contents and different from `value`.

    `operators` are used for the value itself, those of `mutation` for its parts; None means the same. A null
    array has no mutants.
    """
    if value is None:
        return
    seen = {contents(value)}
    chosen = mutation.operators if operators is None else operators
    streams = [
        (operator.name, operator.mutate(value, sort, mutation))
        for operator in chosen
        if operator.applies(sort)
    ]
    while streams:
        going_on = []
        for name, stream in streams:
            for mutant in stream:
                key = contents(mutant)
                if key not in seen:
                    seen.add(key)
                    yield name, mutant
                    going_on.append((name, stream))
                    break
        streams = going_on
