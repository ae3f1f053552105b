"""The states of a test that is executed on unknown results: where a condition depends on one there are two of them,
and where the ways meet again they are one, whose values say which way they are from.

    if r < 0 { ok := false; }        two states, of r < 0 and of r >= 0
    expect ok;                       one state: ok is `if r < 0 then false else true`
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from ..interpret.statements import Signal
from ..interpret.store import Store
from ..ir.build import conj, disj
from ..ir.operators.context import Undecided
from ..ir.sorts import Sort
from ..ir.statements import Return
from ..ir.terms import Term
from ..ir.variables import Name
from .symbolic import chosen

VariableSorts = dict[Name, Sort]
"""The sorts of the variables of a body, as far as it is executed."""


@define(slots=True, eq=False)
class PathState:
    """One way through a test. `way`: what holds of the results on it, in order. `sorts` are those of the variables,
    `types` what the type parameters stand for."""

    variables: dict[Name, Any]
    store: Store
    way: tuple[Term, ...] = ()
    sorts: VariableSorts = field(factory=dict)
    types: Mapping[str, Sort] = field(factory=dict)

    def taking(self, condition: Term) -> "PathState":
        """A copy on which a condition holds."""
        return PathState(dict(self.variables), self.store.copy(), (*self.way, condition), self.sorts, self.types)


PathEnd = tuple[Signal | None, PathState]
"""How statements are left, and in which state."""


def merged(ways: Iterable[PathEnd], way_before: tuple[Term, ...]) -> list[PathEnd]:
    """The ways with those united that are left in the same manner, where their states can be one. `way_before`: what
    held where they parted; where only one state is left, nothing more is said of it."""
    groups: dict[Any, list[PathState]] = {}
    signals: dict[Any, Signal | None] = {}
    for signal, state in ways:
        # A return has one target; a break or continue that of its label.
        key = (type(signal), None if signal is None or isinstance(signal, Return) else signal.label)
        signals[key] = signal
        groups.setdefault(key, []).append(state)
    path_ends = [(signals[key], state) for key, states in groups.items() for state in _united(states, len(way_before))]
    if len(path_ends) == 1:
        path_ends[0][1].way = way_before
    return path_ends


def merged_states(states: Iterable[PathState], way_before: tuple[Term, ...]) -> list[PathState]:
    """`merged`, of states that go on alike."""
    return [state for _, state in merged(((None, state) for state in states), way_before)]


def _united(states: Sequence[PathState], shared: int) -> list[PathState]:
    kept: list[PathState] = []
    for state in states:
        for position, kept_state in enumerate(kept):
            one_state = _both(kept_state, state, shared)
            if one_state is not None:
                kept[position] = one_state
                break
        else:
            kept.append(state)
    return kept


def _both(first_state: PathState, second_state: PathState, shared: int) -> PathState | None:
    """One state for two; None where there is none. They are of the same body."""
    # What both have in common stays in front.
    first, second = first_state.way[shared:], second_state.way[shared:]
    # The simpler condition distinguishes the values.
    turned = _weight(first) > _weight(second)
    if turned:
        first_state, second_state, first, second = second_state, first_state, second, first
    # Each variable is a conditional over the ways.
    condition = conj(*first)
    try:
        variables = {
            name: chosen(
                condition, first_state.variables[name], second_state.variables[name], first_state.sorts.get(name)
            )
            for name in first_state.variables
            if name in second_state.variables
        }
        store = _one_store(condition, first_state.store, second_state.store)
    # Where a value has no term, the ways stay apart.
    except Undecided:
        return None
    # What still differs becomes a disjunction.
    common = _common(first, second)
    rest = disj(conj(*first[common:]), conj(*second[common:]))
    way = (*first_state.way[:shared], *first[:common], *(() if rest.op == "const" else (rest,)))
    return PathState(variables, store, way, first_state.sorts, first_state.types)


def _weight(way: tuple[Term, ...]) -> int:
    """How hard a way is to say."""
    return sum(10 if term.op == "or" else 1 for term in way)


def _common(first: tuple[Term, ...], second: tuple[Term, ...]) -> int:
    count = 0
    for left, right in zip(first, second, strict=False):
        if left is not right:
            break
        count += 1
    return count


def _one_store(condition: Term, first: Store, second: Store) -> Store:
    """Raises Undecided where there is no such store."""
    store = first.copy()
    for identity, elements in second.arrays.items():
        array = first.arrays.get(identity, elements)  # Each way numbers what it makes: the two may be different arrays.
        if array is not elements:
            if len(array) != len(elements):
                raise Undecided("arrays of different lengths")
            pairs = zip(array, elements, strict=True)
            store.arrays[identity] = tuple(chosen(condition, left, right, None) for left, right in pairs)
    store.shapes.update(second.shapes)
    for identity, object_ in second.objects.items():
        known = first.objects.get(identity)
        if known is None:
            store.objects[identity] = evolve(object_, fields=dict(object_.fields))
        elif known.kind != object_.kind or known.fields.keys() != object_.fields.keys():
            raise Undecided("different objects")
        else:
            for name, value in object_.fields.items():
                store.set_field(identity, name, chosen(condition, known.fields[name], value, None))
    return store
