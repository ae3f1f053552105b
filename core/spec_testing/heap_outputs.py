"""Outputs that are fields of objects without a name, object by object.

After a call `object.Node.val` is one value, a map from the objects that are known to their fields. Whether a
specification accepts another one is asked of its parts: each object that the frame lets change, and each new one, has a
variable of its own in place of its field, and all others keep what they had. The objects stay those of the expected
output: other new ones would be the same under other names, or more of them than a method has to make.

Invariant: what is proved of the parts holds of the map, for the map is put together of them in every clause.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from ..deciding.clauses import Theory
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import integer, op
from ..ir.contracts import Clause, Condition, Specification
from ..ir.objects import with_own_variables
from ..ir.sorts import OBJECT
from ..ir.terms import Binder, Term, const, free_names, sorts_by_name, substitute, var
from ..ir.values import FrozenMap, UninterpretedValue
from ..ir.variables import Name, Valuation, element_of, field_sort, heap_sort, pre_state
from ..spans import Span
from .output_search import OutputQuery
from .spec_testing_limits import LIMITS

_SPAN = Span("", 1, 1, 1, 1)


@frozen(slots=True)
class ObjectByObject:
    """The query about the parts, and how its outputs are put together."""

    query: OutputQuery
    whole: OutputQuery
    places: Mapping[Name, tuple[Name, UninterpretedValue]]
    """The variable of a part → the heap variable and the object."""

    def joined(self, output: Valuation) -> dict[Name, Any]:
        """The output that consists of these parts."""
        found = {name: value for name, value in output.items() if name not in self.places}
        fields: dict[Name, dict[Any, Any]] = {}
        for name, (variable, owner) in self.places.items():
            fields.setdefault(variable, {})[owner] = output[name]
        for variable in changed_heap(self.whole.example.specification):
            number, known = self.whole.expected[variable]
            found[variable] = number, FrozenMap({**known, **fields.get(variable, {})})
        return found


def changed_heap(specification: Specification) -> list[Name]:
    """The heap variables that a method may change."""
    return [name for name in specification.modifies if name in specification.heap.fields]


def object_by_object(query: OutputQuery, theory: Theory) -> ObjectByObject | None:
    """The query about the parts of the heap. None where a test only constrains it, where arrays without a name may
    change, too, where it is not known which objects may change, or where there are too many."""
    example, changed = query.example, changed_heap(query.example.specification)
    # All that may change has to be known, or the parts are not all there are.
    if example.constraints or example.specification.heap.reached is not None or not {*changed} <= query.expected.keys():
        return None
    frames = {name: _frame(name, example.specification) for name in changed}
    sorts = {binder.name: field_sort(binder.sort) for binder in example.specification.inputs if binder.name in changed}
    binders: dict[Name, Binder] = {}
    places: dict[Name, tuple[Name, UninterpretedValue]] = {}
    wholes: dict[Name, Term] = {}
    for name in changed:
        entries = []
        # Ordered by number, so that the question is the same in each run.
        for owner, value in sorted(query.expected[name][1].items(), key=lambda pair: pair[0].index):
            term: Term = const(value, sorts[name])
            # The frame is asked object by object.
            may_change = _may_change(owner, name, frames[name], query, theory)
            if may_change is None:
                return None
            # An object that may change has a variable in its place; the others keep their constants.
            if may_change:
                binder = Binder(element_of(name, owner.index), sorts[name])
                binders[binder.name], places[binder.name] = binder, (name, owner)
                term = binder.variable
            entries += [const(owner, OBJECT), term]
        number, whole = query.expected[name][0], heap_sort(sorts[name])
        wholes[name] = op("tuple.make", integer(number), op("map.literal", *entries, sort=whole.args[1]))
    # One variable an object: beyond a number no solver answers.
    if len(binders) > LIMITS.changing_fields:
        return None
    apart = ObjectByObject(query, query, places)
    return evolve(apart, query=_about_parts(apart, binders, wholes))


def _frame(name: Name, specification: Specification) -> Term | None:
    """What says of all objects that those outside the frame keep a field."""
    both = {name, pre_state(name)}
    facts = (
        condition.term for condition in specification.ensures if condition.clause.fact and condition.term is not None
    )
    return next((term for term in facts if term.op == "forall" and both <= free_names(term)), None)


def _may_change(
    owner: UninterpretedValue, name: Name, frame: Term | None, query: OutputQuery, theory: Theory
) -> bool | None:
    """May a field of an object have another value after the call? None where that is not known."""
    example = query.example
    if owner in with_own_variables(name, example.specification, example.inputs):
        return False  # Its field is a variable of its own.
    if frame is None or frame.args[-1].op != "implies":
        return None
    (element,) = frame.data
    kept = substitute(frame.args[-1].args[0], {element.name: const(owner, OBJECT)})
    before = {pre_state(modify): example.inputs[modify] for modify in example.specification.modifies}
    values = {**example.inputs, **before, **query.expected}
    evaluation = evaluate(kept, values, theory.functions, theory.datatypes, Fuel(steps=LIMITS.frame_steps))
    return None if evaluation.state != "defined" else not evaluation.value


def _about_parts(apart: ObjectByObject, binders: Mapping[Name, Binder], wholes: Mapping[Name, Term]) -> OutputQuery:
    query, example = apart.whole, apart.whole.example
    specification = example.specification
    before = {pre_state(name): example.inputs[name] for name in wholes}
    sorts = sorts_by_name(specification.inputs)
    # The frame itself is left out: it holds by construction, as all others keep their values.
    frames = [_frame(name, specification) for name in wholes]
    # Every clause sees the map put together of the parts.
    ensures = [
        condition if condition.term is None else evolve(condition, term=substitute(condition.term, wholes))
        for condition in specification.ensures
        if condition.term is None or not any(condition.term is frame for frame in frames)
    ]
    ensures += _promises(apart.places, binders, specification)
    # The maps are given in the state before, and no longer free after.
    inputs = [binder for binder in specification.inputs if binder.name not in wholes]
    inputs += [Binder(pre_state(name), sorts[name]) for name in wholes]
    parts = evolve(
        specification,
        inputs=tuple(inputs),
        outputs=(*specification.outputs, *binders.values()),
        ensures=tuple(ensures),
        modifies=tuple(name for name in specification.modifies if name not in wholes),
        heap=evolve(
            specification.heap,
            fields=tuple(name for name in specification.heap.fields if name not in wholes),
            models=tuple(substitute(model, wholes) for model in specification.heap.models),
            ensures_of_aliases=(),
        ),
    )
    values = {name: value for name, value in example.inputs.items() if name not in wholes}
    expected = _split(query.expected, apart.places, wholes)
    moved = evolve(example, specification=parts, inputs={**values, **before}, outputs=expected, unknowns={})
    return evolve(query, example=moved, expected=expected, is_wrong=lambda each: query.is_wrong(apart.joined(each)))


def _split(
    output: Valuation, places: Mapping[Name, tuple[Name, UninterpretedValue]], wholes: Mapping[Name, Term]
) -> dict[Name, Any]:
    rest = {name: value for name, value in output.items() if name not in wholes}
    return {**rest, **{part: output[name][1][owner] for part, (name, owner) in places.items()}}


def _promises(
    places: Mapping[Name, tuple[Name, UninterpretedValue]], binders: Mapping[Name, Binder], specification: Specification
) -> Iterator[Condition]:
    """What the types of the fields promise of the parts."""
    types = dict(specification.heap.field_types)
    for part, (name, _) in places.items():
        if name in types:
            term = substitute(types[name], {name: var(part, binders[part].sort)})
            yield Condition(Clause("ensures", str(part), specification.span or _SPAN, (), "type", True), term)
