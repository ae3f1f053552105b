"""The registry of mutation operators."""

from collections.abc import Callable

from attrs import evolve

from ...errors import InputError
from ...ir.sorts import CHAR, Sort, seq_of
from ...plugins import load, plugins
from . import collections, python, scalars
from .model import MutationOperator, OperatorSet

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
    MutationOperator("paper.string-replace", _is_string, collections.replace_character, "one character replaced"),
    MutationOperator("paper.string-append", _is_string, collections.append_character, "one character more"),
    MutationOperator("paper.list-drop", _is_list, collections.drop_element, "one element less"),
    MutationOperator("paper.list-insert", _is_list, collections.insert_element, "one element more"),
)
"""The operators of S. K. Lahiri, FMCAD 2024, arXiv:2406.09757."""

EXTENDED = (
    MutationOperator("bitvector.offset", _kind("BitVec"), scalars.bit_vector_offset, "± 1..10, modulo 2^width"),
    MutationOperator("element.other", _kind("Uninterpreted"), scalars.other_element, "another element"),
    MutationOperator("set.drop", _kind("Set"), collections.drop_member, "one element less"),
    MutationOperator("set.insert", _kind("Set"), collections.insert_member, "one element more"),
    MutationOperator("multiset.drop", _kind("Multiset"), collections.drop_occurrence, "one occurrence less"),
    MutationOperator("multiset.insert", _kind("Multiset"), collections.insert_occurrence, "one occurrence more"),
    MutationOperator("map.drop", _kind("Map"), collections.drop_key, "one key less"),
    MutationOperator("map.value", _kind("Map"), collections.change_value, "one key's value mutated"),
    MutationOperator("map.insert", _kind("Map"), collections.insert_key, "one key more"),
    MutationOperator("tuple.component", _kind("Tuple"), collections.change_component, "one component mutated"),
    MutationOperator("datatype.field", _kind("Datatype"), collections.change_field, "one field mutated"),
    MutationOperator("datatype.constructor", _kind("Datatype"), collections.change_constructor, "another constructor"),
)
"""The same idea for the sorts that the paper does not have."""

FIXED_LENGTH = (
    MutationOperator("element.change", _kind("Array"), collections.change_element, "one element mutated"),
    MutationOperator("element.swap", _kind("Array"), collections.swap_elements, "two elements exchanged"),
)
"""Operators for an array that a method modifies: its length cannot change."""

PYTHON = (
    MutationOperator("python.bool-flip", _kind("Value"), python.flip, "the other truth value"),
    MutationOperator("python.number-offset", _kind("Value"), python.offset, "± 1..10"),
    MutationOperator("python.not-none", _kind("Value"), python.other_than_none, "a value instead of None"),
    MutationOperator("python.text-replace", _kind("Value"), python.replace_character, "one character replaced"),
    MutationOperator("python.text-append", _kind("Value"), python.append_character, "one character more"),
    MutationOperator("python.item-drop", _kind("Value"), python.drop_item, "one element or key less"),
    MutationOperator("python.item-insert", _kind("Value"), python.insert_item, "one element or key more"),
    MutationOperator("python.item-change", _kind("Value"), python.change_item, "one element or value mutated"),
)
"""The same idea for Python's values, which say themselves of what type they are."""

PYTHON_NEAR = (
    MutationOperator("python.boundary", _kind("Value"), python.boundary, "0, ± 1, negated, doubled, halved; empty"),
    MutationOperator("python.rearrange", _kind("Value"), python.rearrange, "reversed, rotated, sorted, other case"),
    MutationOperator("python.input", _kind("Value"), python.of_input, "an input or an element of one"),
)

NEAR = (
    MutationOperator("int.off-by-one", _kind("Int"), scalars.off_by_one, "± 1"),
    MutationOperator("int.boundary", _kind("Int"), scalars.integer_boundary, "0, ± 1, negated, doubled, halved"),
    MutationOperator("real.near-miss", _kind("Real"), scalars.near_miss, "± 1/100, 1/10⁴, 1/10⁶ of its size"),
    MutationOperator("real.boundary", _kind("Real"), scalars.real_boundary, "0, 1, rounded, negated, doubled, halved"),
    MutationOperator("char.case", _kind("Char"), scalars.other_case, "the other case"),
    MutationOperator("char.neighbour", _kind("Char"), scalars.neighbouring_character, "the next or previous one"),
    MutationOperator("domain.all", _kind("Bool", "BitVec", "Tuple", "Datatype"), scalars.every_value, "all others"),
    MutationOperator("input.part", _kind("Int", "Real", "Char", "Tuple"), scalars.of_input, "a part of the input"),
    MutationOperator("constant", _kind("Int", "Real", "Char", "Seq", "Set"), scalars.constant, "a constant"),
    MutationOperator("string.drop", _is_string, collections.drop_element, "one character less"),
    MutationOperator("set.change", _kind("Set"), collections.change_member, "one element mutated"),
    MutationOperator("multiset.change", _kind("Multiset"), collections.change_occurrence, "one occurrence mutated"),
    MutationOperator("map.key", _kind("Map"), collections.change_key, "one key mutated"),
    MutationOperator(
        "input.copy",
        _kind("Set", "Multiset", "Map", "Seq", "Array"),
        collections.input_unchanged,
        "an input, unchanged",
    ),
    MutationOperator("sequence.duplicate", _kind("Seq", "Array"), collections.duplicate, "one element twice"),
    MutationOperator("sequence.boundary", _kind("Seq", "Array"), collections.boundary, "empty, without an end"),
)

SAME_LENGTH = (
    MutationOperator("sequence.change", _kind("Seq", "Array"), collections.change_element, "one element mutated"),
    MutationOperator("sequence.swap", _kind("Seq", "Array"), collections.swap_elements, "two elements exchanged"),
    MutationOperator("sequence.permute", _kind("Seq", "Array"), collections.permute, "reversed, rotated, sorted"),
    MutationOperator("sequence.overwrite", _kind("Seq", "Array"), collections.overwrite, "one element over another"),
)
"""Wrong in a way that a postcondition about the length does not see."""

FULL = OperatorSet(
    "full",
    (*PAPER, *EXTENDED, *PYTHON, *NEAR, *PYTHON_NEAR, *SAME_LENGTH),
    (
        *SAME_LENGTH,
        MutationOperator("input.copy", _kind("Array"), collections.input_of_length, "an input, unchanged"),
    ),
    shuffled=True,
    together=True,
)
PUBLISHED = OperatorSet("paper", (*PAPER, *EXTENDED, *PYTHON), FIXED_LENGTH, is_published=True)
OWN = OperatorSet(
    "own", (*NEAR, *PYTHON_NEAR, *SAME_LENGTH), FULL.fixed_length, shuffled=True, parts=FULL.operators, together=True
)
BOTH = evolve(PUBLISHED, name="both", own=OWN)
"""The published operators and as many wrong outputs of our own, so that the figures of the published ones remain
comparable."""

OPERATOR_SETS: dict[str, OperatorSet] = {each.name: each for each in (PUBLISHED, FULL, BOTH)}


def operator_set(name: str) -> OperatorSet:
    """The operators called `name`, ours or those of another package (the entry point `specassay.operators`, an
    `OperatorSet`). Raises InputError for an unknown name."""
    if name in OPERATOR_SETS:
        return OPERATOR_SETS[name]
    if name not in plugins("operators"):
        raise InputError(f"no operator set {name!r}: choose {' or '.join((*OPERATOR_SETS, *plugins('operators')))}")
    loaded: OperatorSet = load("operators", name)
    return loaded
