"""Outputs worth trying in place of an expected one: near it, at hand in the input, small, and two changes at once.

Of a datatype also values that have the parts of another one, put together in other ways: the trees of the same numbers.
A specification of a search tree accepts each of them that is in order. One is as near to the expected output as a
sequence in another order, and no change of one field leads to it.

And outputs in which a value is another one in all the places where it stands. An object often holds one thing twice: a
node its `value`, and the list beside its nodes `elems == [v] + old(elems)`. `Valid()` says that the two fit together,
so that no change of one of them is accepted, and a postcondition that says too little of `elems` goes unnoticed. Both
changed in one way, they fit together again. Example: of `ensures Valid() && elems[0] == v` with the expected output
`elems == [1, 5]`, head.value == 1 and head.next.value == 5 one of these outputs has 6 for 5 in both.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice, product
from random import Random
from typing import Any

from attrs import field, frozen

from ..deciding.clauses import Theory, theory_of
from ..errors import Unsupported
from ..evaluate.candidates import at_hand
from ..ir.contracts import Datatype, Program, Specification
from ..ir.objects import is_object
from ..ir.sorts import Sort, array_of
from ..ir.terms import Binder
from ..ir.values import ArrayValue, DatatypeValue, UninterpretedValue, object_array, parts_of, with_parts
from ..ir.variables import Name, Valuation, field_name, is_field, is_heap, object_of_part, which_array, whole_of
from .contents import contents
from .examples import Example
from .function_values import near_functions
from .operators import Mutation, mutants, operator_set
from .operators.collections import like
from .operators.samples import field_sorts, samples
from .references import GivenArrays, with_identities
from .spec_testing_limits import LIMITS
from .wrong_outputs import ensured

TWICE = (6, 6)
"""How many mutants are mutated again, and how often each: two changes at once."""


def other_outputs(
    example: Example, base: Valuation, program: Program, label: str, wide: bool
) -> Iterator[dict[Name, Any]]:
    """Outputs of an example, each once. `base`: a value for each component (the expected one); of those that have none,
    small values are taken. `wide`: not those near the base, but all the others. `label` seeds what is random."""
    specification = example.specification
    # What the call may leave: results and what it modifies.
    modified = [binder for binder in specification.inputs if binder.name in specification.modifies]
    changed = [*specification.outputs, *modified]
    inputs = tuple((binder.sort, example.inputs[binder.name]) for binder in specification.inputs)
    mutation = Mutation(operator_set("full"), Random(f"near/{label}"), program.datatypes, inputs)
    # Pools for each component; outputs are put together of these.
    near = {binder.name: _near(binder, base, specification, mutation, theory_of(program)) for binder in changed}
    fields = list(_arrays_of_fields(example))
    # An array that a field holds is a likely wrong result: a representation that is handed out.
    for binder in specification.outputs:
        near[binder.name] = [*(array for sort, array in fields if sort == binder.sort), *near[binder.name]]
    # Every component has a value: the expected one, or the first of its pool.
    complete = {**{name: pool[0] for name, pool in near.items() if pool}, **base}
    if complete.keys() != near.keys():
        return
    seen, keys = set(), _Keys()
    given_arrays = GivenArrays(specification, example.inputs)
    if wide:
        # Far: products of pools. Near: one component at a time.
        pools = {binder.name: list(_far(binder, near[binder.name], base, example, mutation)) for binder in changed}
        tried = _wide(complete, near, pools)
    else:
        together = with_values_replaced(complete)
        tried = chain((dict(complete),), together, _one_changed(complete, near))
    # Equal contents count as one output.
    for output in tried:
        key = tuple(keys.of(output[name]) for name in near)
        if key not in seen:
            seen.add(key)
            yield with_identities(given_arrays, output)


def _arrays_of_fields(example: Example) -> Iterator[tuple[Sort, ArrayValue]]:
    """The arrays that fields hold, as a result may be one of them: an input has their elements and which ones they are
    apart."""
    specification, inputs = example.specification, example.inputs
    for binder in specification.inputs:
        which = inputs.get(which_array(binder.name))
        if binder.name in specification.heap.held and which is not None:
            array = object_array(which, inputs[binder.name])
            if array is not None:
                yield array_of(*binder.sort.args), array


@frozen(slots=True)
class _Keys:
    """What `contents` says of the values that outputs are put together of: thousands of outputs have a few hundred of
    them. Each is kept beside its key, so that its id stays its own."""

    known: dict[int, tuple[Hashable, Any]] = field(factory=dict)

    def of(self, value: Any) -> Hashable:
        """The contents of a value."""
        pair = self.known.get(id(value))
        if pair is None:
            pair = self.known[id(value)] = contents(value), value
        return pair[0]


def _one_changed(base: dict[Name, Any], pools: Mapping[Name, Sequence[Any]]) -> Iterator[dict[Name, Any]]:
    for name, pool in pools.items():
        yield from ({**base, name: value} for value in pool)


def _wide(
    base: dict[Name, Any], near: Mapping[Name, Sequence[Any]], far: Mapping[Name, Sequence[Any]]
) -> Iterator[dict[Name, Any]]:
    yield from _one_changed(base, far)
    few = {name: [*near[name][: LIMITS.values_combined], *far[name][: LIMITS.values_combined]] for name in near}
    for one, other in combinations(near, 2):
        for first, second in product(few[one], few[other]):
            yield {**base, one: first, other: second}


def _near(
    binder: Binder, base: Valuation, specification: Specification, mutation: Mutation, theory: Theory
) -> list[Any]:
    """Mutants of the value of a component, of a datatype its parts in other places, too, of a function those with
    another result on one argument; small values where it has none."""
    # Functions are changed at one argument at most.
    if binder.sort.kind == "Function":
        known = binder.name in base and binder.name in specification.unrestricted
        return (
            list(islice(near_functions(base[binder.name], binder.sort.args[-1], theory), LIMITS.outputs_near_one))
            if known
            else []
        )
    if binder.name in base:
        operators = mutation.operators.fixed_length if specification.has_fixed_length(binder) else None
        # The mutation operators keep the length of what has a fixed one.
        value = base[binder.name]
        found = [
            other for _, other in islice(mutants(value, binder.sort, mutation, operators), LIMITS.outputs_near_one)
        ]
        rebuilt = isinstance(value, DatatypeValue)
        return [*found, *rearranged(value, binder.sort, mutation.datatypes)] if rebuilt else found
    try:
        return samples(binder.sort, mutation.datatypes)
    except Unsupported:  # a sort without literals
        return []


def _far(binder: Binder, near: Sequence[Any], base: Valuation, example: Example, mutation: Mutation) -> Iterator[Any]:
    """Other values of a component: at hand, short, and mutated twice."""
    specification = example.specification
    yield from at_hand(binder.sort, example.inputs, ensured(specification), LIMITS.values_at_hand)
    if binder.name in base:
        yield from _short(binder, base[binder.name], specification, example)
        operators = mutation.operators.fixed_length if specification.has_fixed_length(binder) else None
        first, again = TWICE
        for value in near[:first]:
            # What is near was tried by itself: two steps away, another clause may be the one to refuse.
            yield from (twice for _, twice in islice(mutants(value, binder.sort, mutation, operators), again))


def _short(binder: Binder, value: Any, specification: Specification, example: Example) -> Iterator[Any]:
    """Sequences of at most two values at hand; of an array that keeps its length, as long as it is."""
    if binder.sort.kind not in ("Seq", "Array") or value is None:
        return
    elements = at_hand(binder.sort.args[0], example.inputs, ensured(specification), LIMITS.values_at_hand)
    if specification.has_fixed_length(binder):
        size = len(value.elements) if isinstance(value, ArrayValue) else len(value)
        yield from (like(value, (element,) * size) for element in elements[: LIMITS.values_combined])
        return
    # The shortest first, and no more than a few: their number grows with each length.
    lengths = (product(elements, repeat=length) for length in range(3))
    yield from islice((like(value, parts) for length in lengths for parts in length), LIMITS.short_sequences)


_Rest = tuple[int, tuple[tuple[Sort, Any], ...]]
"""How many constructors are left to use, and which parts."""


def rearranged(value: DatatypeValue, sort: Sort, datatypes: Mapping[str, Datatype]) -> list[DatatypeValue]:
    """Return at most `rearranged_outputs` other values of the same parts and as many constructors. Raises Unsupported
    for a datatype that is not declared."""
    apart = _taken_apart(value, sort, datatypes)
    if apart is None:
        return []
    found = {contents(value): value}
    for other, (_, left) in islice(_values(sort, apart, datatypes, True), 4 * LIMITS.rearranged_outputs):
        if not left:
            found.setdefault(contents(other), other)
    return list(found.values())[1 : LIMITS.rearranged_outputs + 1]


def _taken_apart(value: DatatypeValue, sort: Sort, datatypes: Mapping[str, Datatype]) -> _Rest | None:
    """The number of constructors in a value, and what else it holds, in order; None where either is too much. A list
    may be nested more deeply than Python recurses, and is left here as soon as that is seen."""
    count, parts = 0, list[tuple[Sort, Any]]()
    pending: list[tuple[Sort, Any]] = [(sort, value)]
    while pending:
        kind, part = pending.pop()
        if not isinstance(part, DatatypeValue):
            parts.append((kind, part))
        else:
            count += 1
            pending.extend(reversed(list(zip(_fields(part.constructor, kind, datatypes), part.fields, strict=True))))
        if len(parts) > LIMITS.parts_put_together or count > LIMITS.constructors_put_together:
            return None
    return count, tuple(parts)


def _values(
    sort: Sort, rest: _Rest, datatypes: Mapping[str, Datatype], last: bool
) -> Iterator[tuple[DatatypeValue, _Rest]]:
    """Values that use no more than the rest, with what they leave of it; all constructors, if it is the last value."""
    # Constructors are the budget: the value uses some of them and leaves the rest to what comes after.
    count, parts = rest
    declared = datatypes.get(str(sort.label))
    if declared is None:
        raise Unsupported(f"values of the undeclared type {sort}")
    if count <= 0:
        return
    for constructor in declared.constructors:
        fields = field_sorts(constructor, sort, datatypes)
        # All ways of filling the fields with the parts at hand.
        for held, left in _all_fields(fields, (count - 1, parts), datatypes, last):
            # The last value has to use up all constructors, or it is another value of fewer parts.
            if not (last and left[0]):
                yield DatatypeValue(constructor.name, held), left


def _all_fields(
    sorts: list[Sort], rest: _Rest, datatypes: Mapping[str, Datatype], last: bool
) -> Iterator[tuple[tuple[Any, ...], _Rest]]:
    if not sorts:
        yield (), rest
        return
    first, *others = sorts
    is_last = last and not any(sort.kind == "Datatype" for sort in others)
    for value, left in _one_field(first, rest, datatypes, is_last):
        for values, after in _all_fields(others, left, datatypes, last):
            yield (value, *values), after


def _one_field(sort: Sort, rest: _Rest, datatypes: Mapping[str, Datatype], last: bool) -> Iterator[tuple[Any, _Rest]]:
    if sort.kind == "Datatype":
        yield from _values(sort, rest, datatypes, last)
        return
    count, parts = rest
    # Of equal parts one is enough in a place: exchanged, they give the same value again, which would use up `MOST`.
    seen = set()
    for position, (kind, value) in enumerate(parts):
        if kind == sort and contents(value) not in seen:
            seen.add(contents(value))
            yield value, (count, (*parts[:position], *parts[position + 1 :]))


def _fields(constructor: str, sort: Sort, datatypes: Mapping[str, Datatype]) -> list[Sort]:
    declared = datatypes.get(str(sort.label))
    found = next((each for each in declared.constructors if each.name == constructor), None) if declared else None
    if found is None:
        raise Unsupported(f"values of the undeclared type {sort}")
    return field_sorts(found, sort, datatypes)


_Kind = tuple[type, str]
_Atom = tuple[_Kind, Any]
"""A value without parts, and what another one that takes its place has to have in common with it."""
_NOTHING = frozenset[_Atom]()


def with_values_replaced(output: Mapping[Name, Any]) -> Iterator[dict[Name, Any]]:
    """At most `replaced_outputs` outputs of the same components, in which a value is another one in all the places
    where it stands. Only values are replaced that two components hold: a change of one is found without this."""
    # The fields of all objects come with the number of their state, which is no value that an object holds.
    held = {
        name: _NOTHING if is_heap(name) and object_of_part(name) is None else _atoms(value)
        for name, value in output.items()
    }
    # A value that two components hold: changing it in one of them breaks what relates them.
    holders = Counter(atom for atoms in held.values() for atom in atoms)
    twice = sorted((atom for atom, count in holders.items() if count > 1), key=_order_of_atoms)
    count_made = 0
    for atom in twice:
        kind, value = atom
        present = [other for other_kind, other in holders if other_kind == kind]
        # All its places at once, so that relations between them stay.
        for other in _other_values(value, present):
            for kept in _kept_apart(value, output):
                yield {
                    name: _replaced(each, atom, other) if atom in held[name] and _field_of(name) not in kept else each
                    for name, each in output.items()
                }
                count_made += 1
                if count_made >= LIMITS.replaced_outputs:
                    return


def _kept_apart(value: Any, output: Mapping[Name, Any]) -> Iterator[frozenset[Name]]:
    """Which fields to leave alone: none, or each one that only happens to equal the value (`size` 2 beside an element
    2)."""
    yield frozenset()
    if type(value) is int:
        plain = {_field_of(name) for name, each in output.items() if type(each) is int and each == value}
        yield from (frozenset({name}) for name in sorted(plain, key=str))


def _field_of(name: Name) -> Name:
    """The field that a component is, whichever object it is of, or the component itself."""
    whole = whole_of(name)
    return field_name(whole) if is_field(whole) else whole


def _kind(value: Any) -> _Kind | None:
    """What a value has to have in common with another one that takes its place; None of what has parts, and of objects,
    for which others are tried elsewhere."""
    match value:
        case UninterpretedValue():
            return None if is_object(value) else (UninterpretedValue, str(value.sort))
        case bool() | int() | Fraction() | str():
            return type(value), ""
        case _:
            return None


def _atoms(value: Any) -> frozenset[_Atom]:
    """The atoms that a value is or holds; none for a large value."""
    found = set()
    pending, visited = [value], 0
    while pending:
        part = pending.pop()
        visited += 1
        if visited > LIMITS.parts_of_a_component:
            return _NOTHING
        kind = _kind(part)
        if kind is not None:
            found.add((kind, part))
        pending.extend(parts_of(part))
    return frozenset(found)


def _replaced(value: Any, atom: _Atom, other: Any) -> Any:
    if (_kind(value), value) == atom:
        return other
    return with_parts(value, lambda part: _replaced(part, atom, other))


def _other_values(value: Any, present: Collection[Any]) -> Iterator[Any]:
    """Values for the place of another one: its neighbours, which keep what is in order so, and one beyond all that are
    `present`."""
    match value:
        case bool():
            yield not value
        case int() | Fraction():
            yield from dict.fromkeys((value + 1, value - 1, max(present) + 1))
        case str():
            # Below the surrogates, which are no characters of these languages.
            code = ord(value)
            yield from (chr(neighbour_code) for neighbour_code in (code + 1, code - 1) if 0 <= neighbour_code < 0xD800)
        case UninterpretedValue():
            yield UninterpretedValue(value.sort, max(neighbour_code.index for neighbour_code in present) + 1)


def _order_of_atoms(atom: _Atom) -> tuple[str, Any]:
    (kind, sort), value = atom
    return kind.__name__ + sort, value.index if isinstance(value, UninterpretedValue) else value
