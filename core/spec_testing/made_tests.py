"""Tests made of executions: what the body returned is expected, and what it failed on is a finding."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..interpret.bodies import ExecutionOutcome
from ..ir.contracts import Specification
from ..ir.sorts import OBJECT
from ..ir.variables import Name, field_variable, heap_place, is_field, member_of, pre_state, root_of
from .aliased import of_call
from .examples import Example, Examples, Source
from .findings import Finding, Witness
from .notation import Notation, told
from .object_builder import Executed


def test_of(executed: Executed, specification: Specification, source: Source) -> Example:
    """A test that expects what the body returns."""
    called, outputs = of_call(specification, executed.inputs), executed.outcome.outputs
    began = executed.beginning if specification.kind == "method" else None
    return Example(called, executed.inputs, outputs, {}, (), source, source, specification.span, beginning=began)


def tests_of(specification: Specification, listed: Sequence[Executed], language: Notation, source: Source) -> Examples:
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
    findings.extend(_of_unsaid(specification, listed, language))
    if unknown:
        place = f" at {unknown[0].span}" if unknown[0].span else ""
        message = f"on {len(unknown)} of {len(listed)} inputs the body cannot be executed: {unknown[0].reason}{place}"
        findings.append(Finding("not-executed", specification.name, message, specification.span))
    return Examples(tuple(examples), tuple(findings))


def _is_said(field: Name, executed: Executed, specification: Specification) -> bool:
    """Is there a clause about this field of an object by another name that the object has on this input? With
    `requires a == b` the clause `b.v == 1` is about `a.v`."""
    if not is_field(field):
        return False
    inputs, owner = executed.inputs, root_of(field)
    others = (input_.name for input_ in specification.inputs if input_.sort == OBJECT and input_.name != owner)
    twins = {field_variable(each, member_of(field)) for each in others if inputs[each] == inputs.get(owner)}
    return any(each.name in twins for each in (*specification.inputs, *specification.outputs))


def _of_unsaid(specification: Specification, listed: Sequence[Executed], language: Notation) -> Iterator[Finding]:
    """That a field of which no clause says anything may have any value after the call, whether the body changes it or
    not: `modifies this` allows that. Where an object says in ghost fields or functions what it stands for, others are
    its own business; and a clause that is not read may be about any of them."""
    unread = any(condition.term is None and not condition.clause.fact for condition in specification.ensures)
    if unread or specification.heap.representation or specification.heap.modelled:
        return
    # Which arrays change is a question of each input where they have no name, and so is what the clauses say of them.
    asked = listed if specification.heap.reached is None else ()
    first = next((each for each in asked if each.outcome.unsaid), None)
    if first is not None:
        binder, value = first.outcome.unsaid[0]
        of_field = evolve(
            specification, inputs=(binder,), outputs=(), modifies=(), heap=evolve(specification.heap, fields=())
        )
        kind, member = heap_place(binder.name)
        which = f"{member} of a new {kind}" if kind else str(binder.name)
        (text,) = language.literals({binder.name: value}, of_field).values()
        after = {which: text}
        message = f"no clause constrains {which}, which the body assigns"
    elif specification.heap.unmentioned:
        returned = [each for each in listed if each.outcome.state == "returned"]
        pairs = ((one, each) for one in specification.heap.unmentioned for each in returned)
        name, first = next((pair for pair in pairs if not _is_said(*pair, specification)), ("", None))
        after = {str(name): str(pre_state(name))}
        message = f"no clause constrains {name}, which the frame allows to change"
    if first is None:
        return
    witness = Witness(language.literals(first.inputs, specification), after, dict.fromkeys(after, "any other value"))
    yield Finding("accepts-another-output", specification.name, message, specification.span, witness=witness)
