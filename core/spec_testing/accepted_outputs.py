"""What the postcondition accepts on the input of a test, beside the expected output: asked of a test that is judged.

The way depends on the outputs. Of Python's values those worth trying are tried, for no solver has them; of fields of
objects each is asked about by itself (`heap_outputs.py`); of all others `functional.py` asks.

Of objects also outputs that further calls lead to: what they hold when their methods are called once more. A change of
one field is refused by a `Valid()` that relates many, and one value replaced everywhere says nothing of a postcondition
that leaves open how many there are. The methods of the class keep `Valid()`, and change what it leaves open. Example:
`ensures Valid() && k in Elems` of an insertion into a tree accepts what a second insertion leaves.
"""

from collections.abc import Collection, Iterator
from itertools import chain, islice
from random import Random
from typing import Any

from attrs import evolve

from ..deciding.clauses import EVALUATOR, EngineReason, theory_of
from ..deciding.engines import Engines
from ..errors import OutOfFuel, Unsupported
from ..fuel import Fuel
from ..interpret.bodies import new_execution, outcome_of, outputs_after, prepared_variables
from ..interpret.state import ExecutionState, ExecutionStopped
from ..interpret.store import Variables
from ..ir.contracts import Program, lowered_terms
from ..ir.operators.context import Undecided
from ..ir.routines import Routine
from ..ir.terms import Term, free_names
from ..ir.variables import Name, Valuation
from ..synthesis.values import complexity
from ..synthesis.verdicts import Verdict
from .candidate_inputs import constants_of
from .constructed import has_objects
from .contents import contents
from .drawn_inputs import LIKE_ANOTHER
from .dynamic_outputs import other_output
from .examples import Example
from .executing import execution_fuel
from .functional import Outputs, another_accepted, is_determined, outputs_of
from .heap_outputs import changed_heap, object_by_object
from .judging import are_possible, judge_outputs, one_for_two
from .object_builder import ObjectBuilder
from .other_outputs import other_outputs
from .output_search import NONE_FOUND, OutputQuery
from .reached_arrays import is_open
from .references import GivenArrays, with_identities
from .rounding import are_nearly
from .spec_testing_limits import LIMITS
from .states import Seen, in_state_of
from .triples import Tested
from .wrong_outputs import accepts

WITHIN_BOUNDS_ONLY = "there is no other output within the bounds of its encoding, which is no proof"
"""Of an infeasible set within bounds."""
OF_OTHER_TYPES = "another output is accepted, of other types than the right one: declare the type of the result"
"""Of an output that a solver found and that is no witness: `(7 / 3, 0.0)` beside `(2, 1)`."""


def with_accepted(
    test: Tested,
    siblings: Collection[Example],
    program: Program,
    engines: Engines,
    label: str,
    determined: str | None = None,
) -> Tested:
    """The test with what the postcondition accepts on its input, if that is valid. `siblings`: as of `run_example`;
    `determined`: who proved that no valid input has two accepted outputs."""
    if test.judgement is None:
        return test
    if determined is not None and _is_only(test, program):
        return evolve(test, accepted=Outputs("functional", determined))
    theory = theory_of(program)

    def is_wrong(output: Valuation) -> bool:
        # An output that a client cannot tell from the expected one is no wrong output, whatever its representation.
        if seen.stands_for_the_same(output, theory):
            return False
        return not any(
            accepts(sibling, output, theory, Engines()) or _is_nearly(sibling, output) for sibling in siblings
        )

    example, judgement = test.example, test.judgement
    found = judgement.witness
    # Unknowns of the test that the judgement has settled are part of the expected output.
    known = {name: found[binder.name] for name, binder in example.unknowns.items() if binder.name in found}
    # A mutant that the postcondition accepts answers the question before any search.
    survivors = [mutant.outputs for mutant in test.mutants if mutant.judgement.verdict == "holds"]
    expected = {**example.outputs, **known}
    seen = Seen(example, expected)
    query = OutputQuery(example, expected, judgement.verdict, survivors, is_wrong, label, seen.unseen({}))
    return evolve(test, accepted=_accepted(query, seen, program, engines))


def _is_only(test: Tested, program: Program) -> bool:
    """Is the expected output, all of which is known, accepted, so that it is the only one where there are no two? That
    is not asked of objects, of which two states may stand for the same, nor where a mutant is accepted, which is
    evidence against the proof."""
    specification = test.example.specification
    names = {*(binder.name for binder in specification.outputs), *specification.modifies}
    return (
        test.verdict == "holds"
        and test.example.outputs.keys() == names
        and not specification.heap.fields
        and not has_objects(specification, program)
        and all(mutant.judgement.verdict != "holds" for mutant in test.mutants)
    )


def _is_nearly(example: Example, output: Valuation) -> bool:
    """Does only rounding keep an output apart from the expected one?"""
    return bool(example.outputs) and are_nearly(output, example.outputs)


def _accepted(query: OutputQuery, seen: Seen, program: Program, engines: Engines) -> Outputs:
    """What the postcondition accepts on an example's input."""
    specification = query.example.specification
    # One object under two names: what is known of the state after the call is not exact.
    if why := one_for_two(query.example):
        return Outputs("unknown", None, {}, why)
    # Each kind of outputs has its way: Python's values are tried, heaps are asked object by object, the rest is solved.
    if specification.is_dynamic:
        return _accepted_by_python(query, program, engines)
    if query.survivors:
        return outputs_of(query, program, engines)
    asked, parts = query, None
    if changed_heap(specification):
        parts = object_by_object(query, theory_of(program))
        if parts is None:
            return Outputs("unknown", None, {}, "any object may change")
        asked = evolve(parts.query, unseen=seen.unseen(parts.places))
    # A solver is needed only where equations leave something open.
    solved = query.verdict == "holds" and has_objects(specification, program)
    if solved:
        # Equations that determine every output are a proof, and cost no solver.
        if is_determined(asked, program, engines):
            return Outputs("functional", EVALUATOR)
        further = _wrong_after_further_calls(query, program, engines)
        if further:
            return outputs_of(evolve(query, survivors=further), program, engines)
    outputs = outputs_of(asked, program, engines, solved)
    return evolve(outputs, other=parts.joined(outputs.other)) if parts is not None and outputs.other else outputs


def _equated(clause: Term, changing: Collection[Name]) -> Iterator[Name]:
    """The outputs that a clause of Python says to be equal to what no output is in."""
    match clause.op:
        case "python.truth" | "python.and":
            for term in clause.args:
                yield from _equated(term, changing)
        case "python.compare" if clause.data == "==":
            for first, second in (clause.args, clause.args[::-1]):
                # Equal to another output would leave both open.
                if first.op == "var" and first.data in changing and free_names(second).isdisjoint(changing):
                    yield first.data


def _is_like(value: Any, expected: Any) -> bool:
    """Whether a value has the type of the expected one, and nothing in it a type that nothing there has."""
    return type(value) is type(expected) and _types_in(value) <= _types_in(expected)


def _types_in(value: Any) -> frozenset[type]:
    inside = [*value, *value.values()] if isinstance(value, dict) else value
    parts = inside if isinstance(inside, list | tuple | set | frozenset) else ()
    return frozenset({type(value)}).union(*map(_types_in, parts))


def _why_open(verdict: Verdict) -> EngineReason:
    """Why a solver's word about other outputs settles nothing."""
    if verdict.outcome == "violating":
        return EngineReason(verdict.solver, OF_OTHER_TYPES)
    reason = WITHIN_BOUNDS_ONLY if verdict.bounded else verdict.reason.removeprefix(f"{verdict.solver}: ")
    return EngineReason(verdict.solver, reason)


def _accepted_by_python(query: OutputQuery, program: Program, engines: Engines) -> Outputs:
    """What a Python postcondition accepts beside the expected output: as `functional.outputs_of`. That there is no
    other output is proved where each is said to be equal to what the input gives, or by the engine of contracts; else
    outputs worth trying are tried."""
    example = query.example
    # Of plain values equality is transitive: what equals what the input gives equals the expected output, which does.
    changing = {binder.name for binder in example.specification.outputs} | {*example.specification.modifies}
    # The names for which some clause says `out == term of the input`.
    terms = lowered_terms(example.specification.ensures)
    if query.verdict == "holds" and changing <= {name for term in terms for name in _equated(term, changing)}:
        return Outputs("functional", EVALUATOR)
    accepted = list(query.survivors)
    verdict = None if accepted else other_output(example, query.expected, program, engines)
    if verdict is not None and verdict.outcome == "infeasible" and not verdict.bounded:
        if query.verdict == "holds":
            return Outputs("functional", verdict.solver)
        if query.verdict == "refuted":
            return Outputs("none", verdict.solver)
    # Mutants of the expected output, near ones first, and then wider ones.
    if not accepted:
        theory = theory_of(program)
        expected = {name: contents(value) for name, value in query.expected.items()}
        tried = (other_outputs(example, query.expected, program, query.label, wide) for wide in (False, True))
        for output in islice(chain.from_iterable(tried), LIMITS.outputs_of_an_input):
            if engines.remaining <= 0:
                break
            # Equal contents, or equal as Python has it, are no other output.
            if {name: contents(value) for name, value in output.items()} == expected or output == query.expected:
                continue
            if judge_outputs(example, output, (), theory, engines, query.label).verdict == "holds":
                accepted.append(output)
    # Of what a solver finds only that counts which a person could have written: 0.5 is no quotient of two ints.
    if not accepted and verdict is not None and verdict.arguments is not None:
        output = {name: verdict.arguments[str(name)] for name in changing}
        if all(_is_like(output[name], query.expected[name]) for name in changing):
            accepted.append(output)
    # Having found none is no proof.
    if not accepted:
        reason = NONE_FOUND.reason if engines.remaining > 0 else engines.out_of_time
        return Outputs("unknown", EVALUATOR, {}, reason, reasons=() if verdict is None else (_why_open(verdict),))
    # A wrong output is the better witness; of several the simplest one is shown.
    wrong = [output for output in accepted if query.is_wrong(output)]
    other = min(wrong or accepted, key=lambda output: [complexity(value) for value in output.values()])
    return another_accepted(query, other, EVALUATOR)


def _wrong_after_further_calls(query: OutputQuery, program: Program, engines: Engines) -> list[Valuation]:
    """A wrong output among those that further calls lead to, which the postcondition accepts; empty if none is."""
    example, theory = query.example, theory_of(program)
    # Where the frame or a type is open, further calls prove nothing.
    if is_open(example.specification):
        return []
    # No solver here: each candidate is complete, so the evaluator decides it.
    judging = evolve(engines.part(LIMITS.further_calls_share), backends=())
    given_arrays = GivenArrays(example.specification, example.inputs)
    for output in after_further_calls(example, program, judging, query.label):
        if judging.remaining <= 0:
            break
        # Other methods may change what the frame of this one does not let it change.
        output = with_identities(given_arrays, output)
        if not query.is_wrong(output) or not are_possible(example, example.inputs, output, theory):
            continue
        if judge_outputs(example, output, (), theory, judging, "").verdict == "holds":
            return [output]
    return []


def after_further_calls(example: Example, program: Program, engines: Engines, label: str) -> Iterator[dict[Name, Any]]:
    """The outputs of a method on an example after further calls of methods of the objects that it is about, itself
    among them, with random arguments that meet their preconditions; `label` seeds them. None where there are no
    objects, or where an execution comes to no end that is known."""
    specification = example.specification
    routine = program.routines.get(specification.name)
    # Only what has a body can be executed.
    if routine is None:
        return
    required = lowered_terms(specification.requires)
    constants = constants_of(specification, required, program)
    # Every trial is a run of its own with a seed of its own, so that a run can be repeated.
    for trial in range(LIMITS.further_executions):
        random, fuel = Random(f"{label}/{trial}"), execution_fuel(engines)
        try:
            execution, variables = _begun(example, routine, program, fuel)
            builder = ObjectBuilder(program, execution, random, LIKE_ANOTHER, constants, specification.heap.fields)
            first = outcome_of(execution, specification, routine, variables)
            names = [*(object_.name for object_ in routine.objects), *(result.name for result in routine.results)]
            owners = [each for name in names if (each := variables.get(name)) in execution.store.objects]
            # Without a returned first state or an object there is nothing to call.
            if first.state != "returned" or not owners:
                return
            for _ in range(LIMITS.further_calls):
                builder.called(random.choice(owners))
                yield in_state_of(first.outputs, outputs_after(execution, specification, variables), specification)
        # A trial that ends abnormally says nothing; the next one has other arguments.
        except (ExecutionStopped, Undecided, Unsupported, OutOfFuel, RecursionError):
            continue


def _begun(example: Example, routine: Routine, program: Program, fuel: Fuel) -> tuple[ExecutionState, Variables]:
    """An execution of the method of an example, before its first statement. Raises Unsupported."""
    beginning = example.beginning
    if beginning is not None:
        return new_execution(program, fuel, beginning.store.copy()), dict(beginning.variables)
    execution = new_execution(program, fuel)
    return execution, prepared_variables(execution, example.specification, routine, example.inputs)
