"""Outputs that are objects in some state.

An object whose ghost fields say what it stands for may represent that as it likes, with other objects, too: two states
that differ in nothing else are one output. A wrong one is therefore made from what the method leaves on another input.
There ghost fields and what represents them fit together, as after a change of one of them they do not: any Valid()
would refuse that.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from ..deciding.clauses import Theory
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..interpret.store import NULL
from ..ir.contracts import Specification, lowered_terms
from ..ir.objects import is_object, objects_in, objects_reached, renamed
from ..ir.sorts import OBJECT
from ..ir.terms import Term, names_outside_calls
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, UninterpretedValue, ordered
from ..ir.variables import (
    ALLOCATED,
    Name,
    Valuation,
    field_name,
    field_variable,
    is_field,
    is_which_array,
    pre_state,
    root_of,
)
from .contents import contents
from .examples import Example
from .spec_testing_limits import LIMITS

STATE = "other.state"
"""The operator that gives an object the state that it has in another test."""


def stands_for_the_same(output: Valuation, expected: Valuation, example: Example, theory: Theory) -> bool:
    """Are two outputs of an example equal but for how an object represents what its ghost fields, or functions of it,
    say, and for which new object it is?"""
    return Seen(example, expected).stands_for_the_same(output, theory)


def in_state_of(right: Valuation, outputs: Valuation, specification: Specification) -> dict[Name, Any]:
    """Outputs as those of the state with the number that the `right` ones have: how many assignments led there is no
    output."""
    heap = [name for name in specification.heap.fields if name in right and name in outputs]
    return {**outputs, **{name: (right[name][0], outputs[name][1]) for name in heap}}


@frozen(slots=True, eq=False)
class Seen:
    """What a caller sees of the expected output of an example, beside which others stand: thousands of them, so that
    what they have in common is made once. `hidden`: the fields that represent something; `before`: the objects that a
    caller comes to before the call without these; `named`: the heap variables that clauses mention themselves, so that
    callers see these fields of all objects, as n of `Valid() && cell.n > old(cell.n)`."""

    example: Example
    expected: Valuation
    hidden: frozenset[Name] = field(init=False)
    existing: frozenset[UninterpretedValue] = field(init=False)
    before: frozenset[UninterpretedValue] = field(init=False)
    named: frozenset[Name] = field(init=False)
    of_expected: Valuation = field(init=False)
    shown: dict[Name, Hashable] = field(init=False)

    @hidden.default
    def _hidden(self) -> frozenset[Name]:
        return frozenset((*self.example.specification.heap.representation, *self.example.specification.heap.modelled))

    @existing.default
    def _existing(self) -> frozenset[UninterpretedValue]:
        return frozenset({NULL, *objects_in(self.example.inputs.values())})

    @before.default
    def _before(self) -> frozenset[UninterpretedValue]:
        """The objects from which a caller reaches others: all that exist, where nothing is hidden."""
        return self._reached(self.example.inputs, {}, frozenset({NULL})) if self.hidden else self.existing

    @named.default
    def _named(self) -> frozenset[Name]:
        specification = self.example.specification
        written = (
            condition for condition in specification.ensures if not (condition.clause.implicit or condition.clause.fact)
        )
        names = names_outside_calls(lowered_terms(written)) if self.hidden else set()
        return frozenset(names & {*specification.heap.fields})

    @of_expected.default
    def _of_expected(self) -> Valuation:
        return self._of(self.expected)

    @shown.default
    def _shown(self) -> dict[Name, Hashable]:
        return {name: contents(value) for name, value in self.of_expected.items() if name not in self.hidden}

    def stands_for_the_same(self, output: Valuation, theory: Theory) -> bool:
        """Like the function of this name."""
        if self._differs_in_a_value(output):  # most do
            return False
        if output.keys() != self.expected.keys():
            return False
        # Only what is seen says which new object stands for which: the others may hold any.
        seen = self._of(output)
        places = _exchanged({name: seen[name] for name in self.shown}, self.of_expected, self.existing)
        if any(contents(renamed(seen[name], places)) != value for name, value in self.shown.items()):
            return False
        output = {name: renamed(value, places) for name, value in output.items()} if places else output
        models = self.example.specification.heap.models
        return all(_says_the_same(model, output, self.expected, self.example, theory) for model in models)

    def unseen(self, parts: Mapping[Name, tuple[Name, UninterpretedValue]]) -> frozenset[Name]:
        """The components in which alone no wrong output differs of which the models of the specification, if it has
        any, say the same: what is hidden, and of the `parts` of heap variables, each with its variable and the object
        whose field it is, those of objects that nobody comes to.

        That those objects are nobody's holds of each output that is as the expected one in all other components."""
        if not self.hidden:
            return frozenset()
        reached = self._reached(self.expected, self.example.inputs, self.before)
        return self.hidden | {
            part for part, (name, owner) in parts.items() if name not in self.named and owner not in reached
        }

    def _differs_in_a_value(self, output: Valuation) -> bool:
        """Does a component that nothing hides have another value, which holds no objects, whatever these are called?"""
        heap = self.example.specification.heap.fields
        for name, value in output.items():
            expected = self.expected.get(name, value)
            if value is expected or name in self.hidden or name in heap or contents(value) == contents(expected):
                continue
            # Objects may be called otherwise in two equal states.
            if next(objects_in((value, expected)), None) is None:
                return True
        return False

    def _of(self, output: Valuation) -> Valuation:
        """The output without the fields of objects that nobody can come to, and of those that have variables of their
        own for their fields.

        Of a queue that is said to be `contents` nobody sees its nodes: that the `val` of the first one, which holds no
        element, is 0 or 2 is no difference."""
        specification = self.example.specification
        heap = [name for name in specification.heap.fields if name in output]
        # Without a heap everything is a value of its own, and nothing is hidden.
        if not heap:
            return output
        # What callers reach, fields that stand for the representation left out.
        reached = self._reached(output, self.example.inputs, self.before)
        all_of_it = objects_reached(output, heap, self.existing) if self.named else reached
        listed = {*(binder.name for binder in specification.outputs), *self.hidden}
        roots = {**self.example.inputs, **output} if self.hidden else output
        found = dict(output)
        for name in heap:
            number, fields_of = output[name]
            field = field_name(name)
            # An object whose field is a variable of its own has it twice: once is enough.
            own = {value for root, value in roots.items() if field_variable(root, field) in listed}
            there = all_of_it if name in self.named else reached
            kept = {owner: value for owner, value in fields_of.items() if owner in there and owner not in own}
            found[name] = number, FrozenMap(kept)
        return found

    def _reached(
        self, values: Valuation, others: Valuation, known: frozenset[UninterpretedValue]
    ) -> frozenset[UninterpretedValue]:
        """The objects that a caller comes to from those that are `known` and from values, but for hidden fields.
        `others`: where the objects stand whose fields `values` has."""
        heap = [name for name in self.example.specification.heap.fields if name in values]
        # Nothing hidden: plain reachability.
        if not self.hidden:
            return objects_reached(values, heap, known)
        # The hidden fields of these owners are private: nobody goes through them.
        owners: dict[Name, set[Any]] = {}
        for name in self.hidden:
            root = root_of(name)
            owners.setdefault(field_name(name), set()).update(each[root] for each in (values, others) if root in each)
        plain = {name: value for name, value in values.items() if name not in self.hidden and name != ALLOCATED}
        for name in heap:
            number, fields_of = values[name]
            private = owners.get(field_name(name), ())
            kept = {owner: value for owner, value in fields_of.items() if owner not in private}
            plain[name] = number, kept
        return objects_reached(plain, heap, known)


def _exchanged(output: Valuation, expected: Valuation, existing: Collection[Any]) -> dict[Any, Any]:
    """Which new objects, which are none of those `existing`, stand in an output for which ones of another. No program
    tells which object `new` makes: where two results differ in nothing else, `Repr == {n, left}` holds of both, each
    with its own n.

    Invariant: objects are exchanged, never joined. Two new ones, where the other output has one twice, are no such
    output, for a program can tell.
    """
    places: dict[Any, Any] = {}
    taken: dict[Any, Any] = {}
    # In the order of the components, so that the exchange is the same in each run.
    for value, other in (pair for name in output for pair in _objects_beside(output[name], expected.get(name))):
        new = value not in existing and other not in existing
        if new and value not in places and other not in taken:
            places[value], taken[other] = other, value
    # The partial renaming is completed to a permutation: each chain is closed into a cycle.
    for other in taken.keys() - places.keys():  # a -> b -> c goes on with c -> a
        first = other
        while first in taken:
            first = taken[first]
        places[other] = first
    return {value: other for value, other in places.items() if value != other}


def _objects_beside(value: Any, second: Any) -> Iterator[tuple[Any, Any]]:
    """The objects that stand in one place of two values, as far as their parts have places. Values may be deep."""
    pending = [(value, second)]
    while pending:
        match pending.pop():
            case (UninterpretedValue() as one, UninterpretedValue() as two) if is_object(one) and is_object(two):
                yield one, two
            case (tuple() as one, tuple() as two):
                pending.extend(reversed([*zip(one, two, strict=False)]))
            case (ArrayValue() as one, ArrayValue() as two):
                pending.append((one.elements, two.elements))
            # Reversed, since the stack gives them back from its end: pairs come in the order of places.
            case (DatatypeValue() as one, DatatypeValue() as two) if one.constructor == two.constructor:
                pending.extend(reversed([*zip(one.fields, two.fields, strict=True)]))
            case (FrozenMap() as one, FrozenMap() as two):
                pending.extend((one[key], two[key]) for key in ordered(one.keys() & two.keys()))
            # Elements of sets have no places: only where one is left on each side do these two belong together.
            case (frozenset() as one, frozenset() as two) if len(one - two) == len(two - one) == 1:
                pending.extend(zip(one - two, two - one, strict=True))


def with_fields_of_results(changed: Valuation, base: Valuation, example: Example) -> dict[Name, Any]:
    """A change of an output in which each result that is an object has one value of each field: as a variable of its
    own, among the fields of all objects, and as the field of a parameter that it may be."""
    found = dict(changed)
    for binder in example.specification.outputs:
        root, field = root_of(binder.name), field_name(binder.name)
        # Only the fields of results are in question, and only of results that are there.
        if not is_field(binder.name) or root not in base:
            continue
        owner = found.get(root, base[root])
        # The result may be a parameter: then its field has that parameter's variable.
        same = (field_variable(name, field) for name, value in example.inputs.items() if value == owner)
        variable = next((each for each in same if each in base or each in example.inputs), None)
        if variable is not None:
            found[binder.name] = found[variable] if variable in found else {**example.inputs, **base}[variable]
            continue
        # Otherwise it is one of the objects of the heap: both places have to agree.
        for heap in (name for name in example.specification.heap.fields if field_name(name) == field):
            number, fields = found[heap] if heap in found else base[heap] if heap in base else example.inputs[heap]
            if owner not in fields:
                continue
            if contents(fields[owner]) == contents(found.get(binder.name, base[binder.name])):
                continue
            # Whichever of the two has been changed says it.
            if binder.name in changed and heap in example.specification.modifies:
                found[heap] = number, FrozenMap({**fields, owner: changed[binder.name]})
            else:
                found[binder.name] = fields[owner]
    return found


def _says_the_same(model: Term, output: Valuation, expected: Valuation, example: Example, theory: Theory) -> bool:
    # The model speaks of fields before the call, too, by names of their own.
    before = {
        pre_state(name): example.inputs[name] for name in example.specification.heap.fields if name in example.inputs
    }
    first, second = (
        evaluate(
            model,
            {**example.inputs, **before, **values},
            theory.functions,
            theory.datatypes,
            Fuel(steps=LIMITS.condition_steps),
        )
        for values in (output, expected)
    )
    defined = first.state == second.state == "defined"
    return contents(first.value) == contents(second.value) if defined else first.state == second.state == "undefined"


def other_states(
    example: Example, base: Valuation, examples: Sequence[Example], theory: Theory
) -> Iterator[dict[Name, Any]]:
    """What changes of an output `base` of an example where the objects have the states of other examples, and stand for
    something else. Objects and arrays keep their identities, and arrays their lengths. A generic class has tests at
    several types: only those at the types of this one have values that it may have."""
    sorts = example.specification.sorts
    for other in examples:
        if other.specification.sorts != sorts:
            continue
        # With the identities of this example: otherwise every state would differ, by nothing but names.
        state = _with_identities(other, example, base)
        if state.keys() == base.keys() and not stands_for_the_same(state, base, example, theory):
            yield {name: value for name, value in state.items() if contents(value) != contents(base[name])}


def _with_identities(other: Example, example: Example, base: Valuation) -> dict[Name, Any]:
    """The outputs of another example, about the objects of this one. Heap variables keep the number of the state here:
    how many assignments led there is no output."""
    objects = [binder.name for binder in example.specification.inputs if binder.sort == OBJECT]
    arrays = [name for name in base if is_which_array(name)]
    # Objects of the other example stand for those of this one under the same names.
    renaming = {other.outputs[name]: base[name] for name in arrays if name in other.outputs}
    renaming |= {other.inputs[name]: example.inputs[name] for name in objects if name in other.inputs}
    outputs = {name: renamed(value, renaming) for name, value in other.outputs.items()}
    outputs |= {
        name: (base[name][0], outputs[name][1])
        for name in example.specification.heap.fields
        if name in outputs and name in base
    }
    # Arrays keep their lengths, whatever the other state had.
    for name in example.specification.heap.held:
        if name in outputs and name in base:
            outputs[name] = _as_long(outputs[name], base[name])
    return outputs


def _as_long(elements: tuple[Any, ...], like: tuple[Any, ...]) -> tuple[Any, ...]:
    """The elements of an array that keeps its length: what does not fit is left out, and the rest stays."""
    return (*elements[: len(like)], *like[len(elements) :])
