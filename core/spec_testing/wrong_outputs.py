"""Wrong outputs of an example: mutants of the expected one that none of the tests of its input accepts.

Some change several outputs at once: an array of two dimensions and its lengths, which hang together, or two
outputs each of which may be right alone.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice
from random import Random
from typing import Any

from attrs import evolve, frozen

from ..deciding.clauses import Theory, decide
from ..deciding.engines import Engines
from ..deciding.triples import TripleJudgement, Unknowns, judge
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..interpret.store import NULL
from ..ir.build import conj
from ..ir.contracts import Specification
from ..ir.objects import objects_in, with_own_variables
from ..ir.sorts import VALUE, Sort
from ..ir.terms import Term, free_names, sorts_by_name
from ..ir.values import FrozenMap
from ..ir.variables import Name, Valuation, field_sort
from ..iteration import in_turn
from .contents import contents
from .examples import Example
from .function_values import outputs_differ
from .judging import are_possible
from .operators import Mutation, OperatorSet, mutants
from .operators.collections import other_shapes
from .references import GivenArrays, keeps_kinds, with_identities
from .spec_testing_limits import LIMITS
from .states import STATE, Seen, other_states, with_fields_of_results

SHAPE = "array2.shape"
"""The name of this operator."""
EXCHANGED = "outputs.exchange"
TWO_CHANGED = "outputs.two"
"""The names of these operators."""
LABELLED = "labelled"
"""Stands for an operator where the tests say that the output is wrong."""


def reshaped(name: Name, lengths: Sequence[Name], outputs: Valuation) -> Iterator[dict[Name, Any]]:
    """The outputs that differ where the array `name` has another shape. `lengths`: the outputs that are its lengths."""
    if len(lengths) != 2 or any(each not in outputs for each in (name, *lengths)) or outputs[name] is None:
        return
    first, second = lengths
    for rows, columns, elements in other_shapes(outputs[name].elements, outputs[first], outputs[second]):
        yield {name: evolve(outputs[name], elements=elements), first: rows, second: columns}


def exchanged(sorts: Mapping[Name, Sort], outputs: Valuation) -> Iterator[tuple[str, dict[Name, Any]]]:
    """Two outputs of one sort hold each other's values. `sorts`: those of the outputs that may hold any value."""
    names = [name for name in sorts if name in outputs]
    for first, second in combinations(names, 2):
        if sorts[first] == sorts[second] and contents(outputs[first]) != contents(outputs[second]):
            yield EXCHANGED, {first: outputs[second], second: outputs[first]}


def two_changed(
    streams: Sequence[Iterator[tuple[str, dict[Name, Any]]]],
) -> Iterator[tuple[str, dict[Name, Any]]]:
    """Two of the outputs are mutated. `streams`: for each output, operators and what they make of it."""
    pairs = [(first, second) for first, second in combinations(range(len(streams)), 2)]
    while pairs:
        for pair in list(pairs):
            found = [next(streams[position], None) for position in pair]
            changed = [each[1] for each in found if each is not None]
            if len(changed) < 2:
                # One of its outputs has no mutants left.
                pairs.remove(pair)
                continue
            yield TWO_CHANGED, {**changed[0], **changed[1]}


Changes = Iterator[tuple[str, dict[Name, Any]]]
"""Operator and changed components."""


@frozen(slots=True)
class Wrong:
    """A wrong output: the operator, the components that it changed, and all components that are known. `published`:
    whether the published operators alone make it."""

    operator: str
    changed: tuple[Name, ...]
    outputs: dict[Name, Any]
    published: bool


@frozen(slots=True)
class Making:
    """How many wrong outputs to make, `count` of each of the operators that the set joins, and from which seed; `label`
    names the example. `engines` say whether a test accepts one. `states`: the examples from which objects get other
    states."""

    operators: OperatorSet
    count: int
    seed: int
    engines: Engines
    label: str
    states: tuple[Example, ...] = ()

    @property
    def most(self) -> int:
        """How many are made at most."""
        return self.count * (1 if self.operators.own is None else 2)


def wrong_outputs(
    example: Example, siblings: Collection[Example], judgement: TripleJudgement, theory: Theory, making: Making
) -> Iterator[Wrong]:
    """At most `making.most` distinct wrong outputs. `siblings`: the examples of the same input, which may accept what
    this one does not expect; `judgement`: of its expected output."""
    base = dict(example.outputs)
    # Outputs that the test itself labels wrong come first.
    for labelled in example.wrong:
        yield Wrong(LABELLED, tuple(labelled), {**base, **labelled}, False)
    if example.constraints:
        # A test with constraints is given a value that meets them, to start from.
        base.update(_witness(example, judgement, theory, making.engines, making.label))
    # Each set of operators has its own random numbers and its own count, so that what the published ones make, and with
    # it the share that is comparable, stays the same whatever is added to ours.
    seed = f"{making.seed}/{making.label}"
    seen = set()
    given_arrays = GivenArrays(example.specification, example.inputs)
    operators = making.operators
    same = Seen(example, base)
    parts = [(operators, operators.is_published, seed)]
    if operators.own is not None:
        parts.append((operators.own, False, f"{seed}/own"))
    # Each set of operators with its own count, so that shares stay comparable.
    for each, published, own_seed in parts:
        produced = 0
        mutation = _mutation(example, each, theory, own_seed)
        # States of objects that the methods lead to: a single changed field would break the invariant.
        states = () if published else _possible_states(example, base, theory, making)
        for attempt, (operator, mutated) in enumerate(chain(states, _component_mutants(example, base, mutation))):
            # Most attempts count no work; a wrong output that is made too late is judged by nobody.
            if produced == making.count or attempt == LIMITS.mutants_looked_at or making.engines.left <= 0:
                break
            # Fields that depend on the result follow it.
            changed = with_fields_of_results(mutated, base, example)
            outputs = with_identities(given_arrays, {**base, **changed})
            # Not wrong, and tried in this order, the cheap before the dear: what was seen, an object whose fields no
            # output says, what no call gives, another new object or a heap that represents the same values, and what
            # another test of this input expects.
            key = tuple((name, contents(value)) for name, value in outputs.items())
            if key in seen or not keeps_kinds(outputs, base) or _is_of_nothing_known(outputs, base, example):
                continue
            if not are_possible(example, example.inputs, outputs, theory):
                continue
            if same.stands_for_the_same(outputs, theory) or not keeps_types(changed, base, example, theory):
                continue
            # What any test of this input accepts is not wrong.
            if not any(accepts(sibling, outputs, theory, making.engines) for sibling in siblings):
                produced += 1
                seen.add(key)
                yield Wrong(operator, tuple(changed), outputs, published)


def _is_of_nothing_known(output: Valuation, base: Valuation, example: Example) -> bool:
    """Is there an object in an output whose fields are outputs, too, and are not given?"""
    if not any(name in output for name in example.specification.heap.fields):
        return False
    known = {NULL, *objects_in(example.inputs.values()), *objects_in(base.values())}
    return not known.issuperset(objects_in(output.values()))


def keeps_types(changed: Valuation, base: Valuation, example: Example, theory: Theory) -> bool:
    """Are the changed fields of objects without a name what their types promise?"""
    for name, promise in example.specification.heap.field_types:
        before = base[name][1] if name in changed and name in base else {}
        for owner, value in changed[name][1].items() if name in changed else ():
            # What was there before is not this change's fault.
            if owner in before and contents(before[owner]) == contents(value):
                continue
            values = {**example.inputs, name: value}
            if not evaluate(
                promise, values, theory.functions, theory.datatypes, Fuel(steps=LIMITS.condition_steps)
            ).is_true:
                return False
    return True


def _possible_states(example: Example, base: Valuation, theory: Theory, making: Making) -> Changes:
    """Other states of objects, for half of the wrong outputs."""
    found = (
        changed
        for changed in other_states(example, base, making.states, theory)
        if are_possible(example, example.inputs, {**base, **changed}, theory)
    )
    return ((STATE, changed) for changed in islice(found, making.count // 2))


def _mutation(example: Example, operators: OperatorSet, theory: Theory, seed: str) -> Mutation:
    specification = example.specification
    inputs = tuple((binder.sort, example.inputs[binder.name]) for binder in specification.inputs)
    return Mutation(operators, Random(seed), theory.datatypes, inputs, ensured(specification))


def ensured(specification: Specification) -> Term:
    """The postcondition as one term, for its constants. Python's terms have none of a sort."""
    return conj(
        *(
            condition.term
            for condition in specification.ensures
            if condition.term is not None and condition.term.sort != VALUE
        )
    )


def _component_mutants(example: Example, base: Valuation, mutation: Mutation) -> Changes:
    """Operator and changed components, which take turns in a random order."""
    specification = example.specification
    # What represents an abstract value is not changed alone.
    apart = [name for name in base if name not in specification.heap.representation]
    names = mutation.random.sample(apart, len(apart))
    streams = [_of_one(name, base, example, mutation) for name in names]
    outputs = {binder.name for binder in specification.outputs}
    lengths = {
        dimension.array: dimension.lengths for dimension in specification.heap.dimensions if dimension.array in outputs
    }
    # An array and its lengths change together.
    streams += [
        ((SHAPE, changed) for changed in reshaped(name, lengths[name], base)) for name in names if name in lengths
    ]
    # Two outputs exchanged, or both changed: mistakes that no single change makes.
    if mutation.operators.together:
        fixed = {*lengths, *(length for each in lengths.values() for length in each)}
        free = {
            output.name: output.sort
            for output in specification.outputs
            if output.name in apart and output.name not in fixed
        }
        streams.append(exchanged(free, base))
        streams.append(two_changed([_of_one(name, base, example, mutation) for name in names if name in free]))
    yield from in_turn(streams)


def _of_one(name: Name, base: Valuation, example: Example, mutation: Mutation) -> Changes:
    """The mutants of one component of an output."""
    specification = example.specification
    if name in specification.heap.fields:
        return _of_objects(name, base, example, mutation)
    binders = {binder.name: binder for binder in (*specification.inputs, *specification.outputs)}
    fixed = specification.has_fixed_length(binders[name])
    found = mutants(base[name], binders[name].sort, mutation, mutation.operators.fixed_length if fixed else None)
    return ((operator, {name: value}) for operator, value in found)


def _of_objects(
    name: Name, base: Valuation, example: Example, mutation: Mutation
) -> Iterator[tuple[str, dict[Name, Any]]]:
    """The field of one object has another value; not of `this` or a parameter, whose fields are outputs
    themselves."""
    number, fields = base[name]
    sorts = sorts_by_name(example.specification.inputs)
    named = with_own_variables(name, example.specification, example.inputs)
    for key in [field for field in fields if field not in named]:
        for operator, mutant in mutants(fields[key], field_sort(sorts[name]), mutation):
            yield operator, {name: (number, FrozenMap({**fields, key: mutant}))}


def _witness(
    example: Example, judgement: TripleJudgement, theory: Theory, engines: Engines, label: str
) -> dict[Name, Any]:
    """A right output of an example that is only constrained: what its specification or, failing that, what
    the test alone accepts; empty when none is found."""
    witness = judgement.witness
    if not witness:
        unknowns = Unknowns(tuple(example.unknowns.values()), example.constraints)
        values = {**example.inputs, **example.outputs}
        witness = judge((), values, unknowns, theory=theory, engines=engines, label=f"{label}-right").witness
    return {name: witness[binder.name] for name, binder in example.unknowns.items() if binder.name in witness}


def accepts(example: Example, outputs: Valuation, theory: Theory, engines: Engines) -> bool:
    """Whether these outputs may be right for the example: only a definite no is a no."""
    if example.chosen is not None and outputs in example.chosen:
        return True
    if outputs_differ(example.outputs, outputs, theory):
        return False
    known = {binder.name: outputs[name] for name, binder in example.unknowns.items() if name in outputs}
    return not any(
        decide(constraint, known, theory=theory, engines=engines).verdict == "refuted"
        for constraint in example.constraints
        if free_names(constraint) <= known.keys()
    )
