"""Tests made of executions: what the body returned is expected, and what it failed on is a finding."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..deciding.clauses import Theory
from ..deciding.engines import Engines
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..interpret.bodies import ExecutionOutcome
from ..interpret.store import NULL
from ..ir.contracts import Specification, UnmentionedField
from ..ir.objects import objects_in
from ..ir.sorts import OBJECT, set_of
from ..ir.terms import Binder, Term, free_names
from ..ir.values import UninterpretedValue
from ..ir.variables import (
    Valuation,
    field_variable,
    heap_place,
    is_field,
    member_of,
    pre_state,
    root_of,
    without_state,
)
from .aliased import of_call
from .examples import BODY, Example, Examples, Source
from .executed_subjects import Executed
from .findings import Finding, Witness
from .judging import judge_outputs
from .notation import Notation, told
from .spec_testing_limits import LIMITS


def test_of(executed: Executed, specification: Specification, source: Source) -> Example:
    """A test that expects what the body returns."""
    called, outputs = of_call(specification, executed.inputs), executed.outcome.outputs
    began = executed.beginning if specification.kind == "method" else None
    return Example(called, executed.inputs, outputs, {}, (), source, source, specification.span, beginning=began)


def tests_of(
    specification: Specification, listed: Sequence[Executed], language: Notation, source: Source, theory: Theory
) -> Examples:
    """What the body returns on each input, or the only result that the postcondition allows. One finding for what it
    cannot be followed on, and one for each place where it fails."""
    examples: list[Example] = []
    failed: dict[object, Executed] = {}
    unknown: list[ExecutionOutcome] = []
    for executed in listed:
        outcome = executed.outcome
        if outcome.state == "returned":
            examples.append(test_of(executed, specification, source))
        elif outcome.state == "failed":
            # The reason names the values of this input, as an index and a length.
            # One finding for each place of failure, not for each input.
            failed.setdefault(outcome.span or outcome.reason, executed)
        else:
            unknown.append(outcome)
    findings = []
    for each in failed.values():
        shown = language.literals(each.inputs, specification)
        message = f"{specification.name}({told(shown)}) fails: {each.outcome.reason}"
        span = each.outcome.span or specification.span
        witness = Witness(shown, {}, {})
        findings.append(Finding("fails-at-run-time", specification.name, message, span, witness=witness))
    findings.extend(_of_unsaid(specification, listed, language, theory))
    if unknown:
        # What could not be followed is said, with the place of the first.
        place = f" at {unknown[0].span}" if unknown[0].span else ""
        message = f"on {len(unknown)} of {len(listed)} inputs the body cannot be executed: {unknown[0].reason}{place}"
        findings.append(Finding("not-executed", specification.name, message, specification.span))
    findings.extend(_of_partial_functions(specification, listed, language, theory))
    return Examples(tuple(examples), tuple(findings))


def _of_partial_functions(
    specification: Specification, listed: Sequence[Executed], language: Notation, theory: Theory
) -> Iterator[Finding]:
    """A finding for each function that is called as it allows and has no value: it says so nowhere, and of a function
    without a postcondition nothing else is said."""
    found = dict[str, Executed]()
    for executed in listed:
        callee = executed.outcome.callee
        if executed.outcome.state == "unknown" and callee in theory.functions:
            found.setdefault(callee, executed)
    for callee, executed in found.items():
        called = f"{specification.name}({told(language.literals(executed.inputs, specification))})"
        message = f"{called} comes to nothing: {executed.outcome.reason}"
        yield Finding("fails-at-run-time", callee, message, executed.outcome.span)


def _is_said(field: UnmentionedField, executed: Executed, specification: Specification, theory: Theory) -> bool:
    """Is there a clause about this field of an object by another name that the object has on this input? With
    `requires a == b` the clause `b.v == 1` is about `a.v`. Of null, which a frame may be, there is nothing to say."""
    inputs, known = executed.inputs, specification.sorts
    others = (binder.name for binder in specification.inputs if binder.sort == OBJECT)
    twins = ((name, field_variable(name, field.member)) for name in others)
    mentioned = {inputs[name] for name, twin in twins if twin != field.name and twin in known}
    if field.owner is not None and field.owner.op == "var" and field.owner.data not in inputs:
        return False  # No clause asks which object it is, so that it is none of the others.
    owners = None if field.owner is None else _objects(field.owner, inputs, theory)
    return bool(mentioned) if owners is None else owners <= {NULL, *mentioned}


def _objects(term: Term, inputs: Valuation, theory: Theory) -> frozenset[UninterpretedValue] | None:
    """The objects that a term over the inputs is or holds. None where that is not known."""
    names = free_names(term)
    if not {without_state(name) for name in names} <= inputs.keys():
        return None
    values = {name: inputs[without_state(name)] for name in names}
    evaluation = evaluate(term, values, theory.functions, theory.datatypes, Fuel(steps=LIMITS.clause_frame_steps))
    return frozenset(objects_in([evaluation.value])) if evaluation.state == "defined" else None


def _is_said_of_another(field: Binder, executed: Executed, specification: Specification, theory: Theory) -> bool:
    """Is a result that the body has made another name of an object by which a clause is about this field, and do the
    clauses say that it is that object? With `ensures c == d` the clause `c.v == 1` is about `d.v`."""
    outputs, name = executed.outcome.outputs, root_of(field.name)
    binders = (*specification.inputs, *specification.outputs)
    # Names under which the result's object may be known elsewhere.
    twins = (binder.name for binder in binders if binder.sort == OBJECT and binder.name != name)
    known = {binder.name for binder in binders}
    mentioned = {twin for twin in twins if field_variable(twin, member_of(field.name)) in known}
    if (
        # Only where the value is that of an object with another name.
        not is_field(field.name)
        or name not in outputs
        or outputs[name] not in {outputs.get(twin) for twin in mentioned}
    ):
        return False
    # A new object in its place: if the clauses refuse that, they do say which object it is.
    values = (value for value in (*executed.inputs.values(), *outputs.values()))
    highest = max(value.index for value in values if isinstance(value, UninterpretedValue))
    moved = {**outputs, name: UninterpretedValue(str(OBJECT.label), highest + 1)}
    example = test_of(executed, specification, BODY)
    return judge_outputs(example, moved, (), theory, Engines(), "").verdict == "refuted"


def _is_frame_alone(specification: Specification) -> bool:
    """Does an object say in ghost fields of what it consists at most (`Repr: set<object>`), and not what it stands
    for?"""
    return all(specification.sorts.get(name) == set_of(OBJECT) for name in specification.heap.representation)


def _of_unsaid(
    specification: Specification, listed: Sequence[Executed], language: Notation, theory: Theory
) -> Iterator[Finding]:
    """That a field of which no clause says anything may have any value after the call, whether the body changes it or
    not: `modifies this` allows that. Where an object says in ghost fields or functions what it stands for, others are
    its own business (of what it consists is no such thing); and a clause that is not read may be about any of them."""
    # An unread clause may be about the field.
    unread = any(condition.term is None and not condition.clause.fact for condition in specification.ensures)
    if unread or specification.heap.modelled or not _is_frame_alone(specification):
        return
    # Which arrays change is a question of each input where they have no name, and so is what the clauses say of them.
    asked = listed if specification.heap.reached is None else ()
    assigned = ((executed, binder, value) for executed in asked for binder, value in executed.outcome.unsaid)
    shown = (triple for triple in assigned if not _is_said_of_another(triple[1], triple[0], specification, theory))
    # The first input on which a field changes without a clause about it.
    first, binder, value = next(shown, (None, None, None))
    if first is not None and binder is not None:
        of_field = evolve(
            specification, inputs=(binder,), outputs=(), modifies=(), heap=evolve(specification.heap, fields=())
        )
        kind, member = heap_place(binder.name)
        which = f"{member} of a new {kind}" if kind else str(binder.name)
        (text,) = language.literals({binder.name: value}, of_field).values()
        after = {which: text}
        message = f"no clause constrains {which}, which the body assigns"
    # Nothing assigned without a clause: what the frame allows and nobody mentions is open all the same.
    elif specification.heap.unmentioned:
        returned = [executed for executed in listed if executed.outcome.state == "returned"]
        pairs = ((one, executed) for one in specification.heap.unmentioned for executed in returned)
        field, first = next((pair for pair in pairs if not _is_said(*pair, specification, theory)), (None, None))
        if field is not None:
            after = {str(field.name): str(pre_state(field.name))}
            message = f"no clause constrains {field.name}, which the frame allows to change"
    if first is None:
        return
    witness = Witness(language.literals(first.inputs, specification), after, dict.fromkeys(after, "any other value"))
    yield Finding("accepts-another-output", specification.name, message, specification.span, witness=witness)
