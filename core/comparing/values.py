"""Values on which two specifications are tried: what the clauses of one side say of them, by the evaluator alone; and
inputs, and outputs for the inputs that both sides accept.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from attrs import evolve, field, frozen

from ..deciding.clauses import Decision, Theory, decide
from ..deciding.engines import Engines
from ..errors import Unsupported
from ..interpret.bodies import execute
from ..interpret.store import NULL
from ..ir.contracts import Condition, Program, lowered_terms
from ..ir.objects import is_object
from ..ir.sorts import OBJECT
from ..ir.values import ArrayValue, array_object, elements_in, parts_of
from ..ir.variables import ALLOCATED, RECEIVER, Name, Valuation, root_of
from ..spec_testing.constructed import built_inputs
from ..spec_testing.contents import contents
from ..spec_testing.different_inputs import different
from ..spec_testing.drawn_inputs import inputs_to_try
from ..spec_testing.examples import Example
from ..spec_testing.executing import execution_fuel
from ..spec_testing.other_outputs import other_outputs
from .alignment import Aligned
from .common_variables import SpecificationSide
from .order import SideOutcome

STEPS = 100_000
"""Steps of the evaluator, for one clause on one value."""
STEPS_OF_A_PAIR = 20
"""Beyond `STEPS`, for each two elements of the longest sequence of a value."""
MOST_PAIRED = 300
"""Elements of a sequence of which each two are looked at: longer ones get `STEPS`."""
EVALUATOR_ONLY = Engines(steps=STEPS)
NULLED = 5
"""Inputs that get null in the place of an object."""
MOST_INPUTS = 600
"""Beyond the inputs of tests. Both sides are evaluated on each; what these do not separate is asked of solvers."""
MOST_BASES = 14
"""Inputs for which outputs are made."""
MOST_OUTPUTS = 60
"""Outputs of one input."""


@frozen(slots=True)
class SideVerdict:
    """The outcome of one side on a value, and the position of the clause to blame."""

    outcome: SideOutcome
    clause: int = -1


ACCEPTED = SideVerdict("accepted")


def judged(
    clauses: Sequence[Condition], values: Valuation, theory: Theory, engines: Engines = EVALUATOR_ONLY
) -> SideVerdict:
    """What a side says of values of its variables, with steps as they need. The first clause that it violates is the
    one to blame."""
    # Large values take more steps, and a side that ran out of them would be unknown.
    engines = evolve(engines, steps=steps_for(values))
    unknown = False
    for position, clause in enumerate(clauses):
        decision = Decision("unknown")
        if clause.term is not None:
            decision = decide(clause.term, values, theory=theory, engines=engines)
        if decision.verdict == "refuted":
            return SideVerdict("undefined" if decision.undefined else "false", position)
        # Go on: a later clause may refuse it for certain.
        unknown = unknown or decision.verdict != "holds"
    return SideVerdict("unknown") if unknown else ACCEPTED


def steps_for(values: Valuation) -> int:
    """Steps of the evaluator, for one clause on these values: `forall i, j` looks at each two elements."""
    elements = (elements_in(value) for value in values.values())
    longest = max((len(listed) for listed in elements if isinstance(listed, tuple)), default=0)
    return STEPS + (STEPS_OF_A_PAIR * longest**2 if longest <= MOST_PAIRED else 0)


@frozen(slots=True)
class KnownCase:
    """An input of a test, with the output that it expects, as far as it says one."""

    inputs: Valuation
    outputs: Valuation = field(factory=dict)


@frozen(slots=True)
class KnownCases:
    """Cases of tests of each side, by the names of that side's variables."""

    first: tuple[KnownCase, ...] = ()
    second: tuple[KnownCase, ...] = ()


NOTHING_KNOWN = KnownCases()


@frozen(slots=True)
class Pool:
    """Inputs, over the variables before the call, and the cases of tests, by the names of the first."""

    inputs: tuple[Valuation, ...] = ()
    cases: tuple[KnownCase, ...] = ()


@frozen(slots=True)
class OutputsToTry:
    """What makes outputs for inputs of two specifications."""

    aligned: Aligned
    sides: tuple[SpecificationSide, SpecificationSide]
    engines: Engines

    def on(self, accepted: Sequence[Valuation], cases: Sequence[KnownCase]) -> Iterator[Valuation]:
        """Outputs for some of the inputs that both accept: what tests expect, what bodies return, and near these."""
        aligned = self.aligned
        names = {aligned.before(binder.name): binder.name for binder in aligned.joint.inputs}
        plain = [{names[name]: value for name, value in values.items()} for values in accepted]
        # Expected cases of tests first; then different inputs.
        expected = [case for case in cases if case.outputs]
        chosen = [*expected[:MOST_BASES], *(KnownCase(plain_input) for plain_input in different(plain, MOST_BASES))]
        for number, case in enumerate(chosen):
            # Values before the call under their own names.
            values_before = {aligned.before(name): value for name, value in case.inputs.items()}
            for output in self._of(case, f"compare-{number}"):
                # An output has to give every variable, or it is none.
                if output.keys() == {binder.name for binder in aligned.output_binders}:
                    yield {**values_before, **output}
                    # What it returns may have been there before.
                    if ALLOCATED in values_before:
                        yield with_old_outputs({**values_before, **output}, output.values(), aligned)

    def near(self, accepted: Sequence[Valuation]) -> Iterator[Valuation]:
        """Outputs near some that both accept: one clause of one side, and no more, may refuse them."""
        aligned = self.aligned
        by_inputs: dict[Any, Valuation] = {}
        for values in accepted:
            by_inputs.setdefault(contents(tuple(values[aligned.before(b.name)] for b in aligned.joint.inputs)), values)
        for number, values in enumerate(islice(by_inputs.values(), MOST_BASES)):
            values_before = {
                aligned.before(binder.name): values[aligned.before(binder.name)] for binder in aligned.joint.inputs
            }
            inputs = {binder.name: values_before[aligned.before(binder.name)] for binder in aligned.joint.inputs}
            base = {binder.name: values[binder.name] for binder in aligned.output_binders}
            for output in self._tried(inputs, base, f"compare-near-{number}"):
                yield {**values_before, **output}

    def _tried(self, inputs: Valuation, base: Valuation, label: str) -> Iterator[Valuation]:
        joint = evolve(self.aligned.joint, requires=())
        example = Example(joint, inputs, base, {}, (), "body", "compare", None)
        for wide in (False, True):
            try:
                yield from islice(other_outputs(example, base, self.sides[0].program, label, wide), MOST_OUTPUTS)
            except Unsupported:  # a result whose type has no literals
                return

    def _of(self, case: KnownCase, label: str) -> Iterator[Valuation]:
        changed = self.aligned.joint.modifies
        unchanged_values = {name: case.inputs[name] for name in changed if name in case.inputs}
        bases = (
            [case.outputs]
            if case.outputs
            else [*self._returned(case.inputs), *([unchanged_values] if unchanged_values else [])]
        )
        # Without an output at all, others are drawn.
        for base in bases or [{}]:
            if base:
                yield base
            yield from self._tried(case.inputs, base, label)

    def _returned(self, inputs: Valuation) -> Iterator[Valuation]:
        """What the bodies return."""
        first, second = self.sides
        own_names = {
            own_binder.name: own_binder.name
            for own_binder in (*first.specification.inputs, *first.specification.outputs)
        }
        # Each body is executed under its own names, and the results are renamed.
        for side, names in ((first, own_names), (second, self.aligned.renamed)):
            binders = side.specification.inputs
            values_given = {
                binder.name: inputs[names[binder.name]] for binder in binders if names[binder.name] in inputs
            }
            # An input that the body does not have cannot be given.
            if len(values_given) < len(binders):
                continue
            with suppress(Unsupported):
                outcome = execute(side.specification, values_given, side.program, execution_fuel(self.engines))
                if outcome.state == "returned":
                    yield {names[name]: value for name, value in outcome.outputs.items() if name in names}


def pool_of(
    aligned: Aligned, sides: tuple[SpecificationSide, SpecificationSide], known_cases: KnownCases, engines: Engines
) -> Pool:
    """The inputs of tests first, then small and random ones; where what all objects hold is an input, those of objects
    that are built as the program of the first builds them."""
    cases = [*known_cases.first, *_renamed(known_cases.second, aligned)]
    inputs = [dict(case.inputs) for case in cases]
    program = both_programs(aligned, sides)
    terms = lowered_terms((*aligned.joint.requires, *aligned.joint.ensures))
    # Without literals there are no values to draw.
    with suppress(Unsupported):  # a parameter whose type has no literals: solvers have a say yet
        if aligned.has_heap:
            built = list(islice(built_inputs(aligned.joint, program, engines, engines.seconds), MOST_INPUTS))
            # Objects that are built are there; null in the place of one is no state where a type does not allow it.
            objects = [each.name for each in aligned.joint.inputs if each.sort == OBJECT and each.name != RECEIVER]
            inputs += [*built, *({**values, name: NULL} for name in objects for values in built[:NULLED])]
        else:
            inputs += islice(inputs_to_try(aligned.joint, terms, program), MOST_INPUTS)
    inputs_before = [{aligned.before(name): value for name, value in input_.items()} for input_ in inputs]
    return Pool(tuple(inputs_before), tuple(cases))


def with_given(values: Valuation, aligned: Aligned) -> dict[Name, Any]:
    """The values, where null and all that inputs hold exist before the call, but not what a constructor makes."""
    completed = dict(values)
    if ALLOCATED not in completed:
        return completed
    makes = any(root_of(binder.name) == RECEIVER for binder in aligned.joint.outputs)
    names = {aligned.before(binder.name) for binder in aligned.joint.inputs if not (makes and binder.name == RECEIVER)}
    given_objects = references_in(value for name, value in completed.items() if name in names and name != ALLOCATED)
    return {**completed, ALLOCATED: completed[ALLOCATED] | given_objects | {NULL}}


def with_old_outputs(values: Valuation, outputs: Iterable[Any], aligned: Aligned) -> dict[Name, Any]:
    """The values, where all that outputs hold existed before the call, but not what a constructor makes."""
    makes = any(root_of(binder.name) == RECEIVER for binder in aligned.joint.outputs)
    made_objects = {values[aligned.before(RECEIVER)]} if makes and aligned.before(RECEIVER) in values else set()
    return {**values, ALLOCATED: (values[ALLOCATED] | references_in(outputs)) - made_objects}


def references_in(values: Iterable[Any]) -> frozenset[Any]:
    """The objects in values, and the arrays as objects."""
    references: set[Any] = set()
    pending = list(values)
    while pending:
        value = pending.pop()
        if isinstance(value, ArrayValue):
            references.add(array_object(value))
        elif is_object(value):
            references.add(value)
        pending.extend(parts_of(value))
    return frozenset(references)


def both_programs(aligned: Aligned, sides: tuple[SpecificationSide, SpecificationSide]) -> Program:
    """The program of the first, with what both call and what both say of it elsewhere."""
    theory, (first, second) = aligned.theory, (side.program for side in sides)
    said = (*first.others, *(each for each in (*second.specifications, *second.others) if each.assumed))
    unread = first.unread or second.unread
    return evolve(first, functions=dict(theory.functions), datatypes=dict(theory.datatypes), others=said, unread=unread)


def _renamed(cases: Sequence[KnownCase], aligned: Aligned) -> Iterator[KnownCase]:
    """Cases of the second by the names of the first, where a sequence may be the elements of an array."""
    sorts = aligned.joint.sorts

    def values_of(values: Valuation) -> dict[Name, Any]:
        renamed_values = {aligned.renamed.get(name, name): value for name, value in values.items()}
        return {
            name: ArrayValue(value, ("known", name))
            if sorts[name].kind == "Array" and isinstance(value, tuple)
            else value
            for name, value in renamed_values.items()
        }

    for case in cases:
        yield KnownCase(values_of(case.inputs), values_of(case.outputs))
