"""From an example to Hoare triples: the expected output, and wrong ones made from it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Literal

from attrs import evolve, frozen

from ..deciding.clauses import ClauseVerdict, Engines, Theory, decide, theory_of
from ..deciding.triples import TripleJudgement, Unknowns, judge
from ..ir.contracts import Program
from ..ir.terms import free_variables
from ..ir.values import FrozenMap
from ..ir.variables import field_name, field_sort, field_variable
from .contents import contents
from .examples import Example
from .functional import OutputQuery, Outputs, outputs_of
from .judging import are_possible, judge_inputs, judge_outputs
from .language import Language
from .nearby import accepted_nearby
from .operators import Mutation, OperatorSet, mutants
from .operators.shapes import SHAPE, other_shapes
from .preconditions import InvalidInput, trial_of_test, trials_of
from .rounding import Approximation, approximation, is_nearly

INVALID_INPUTS = 5
"""Made from a valid one, where no outputs are mutated."""
MOST_ATTEMPTS = 200
"""How many candidate mutants of one example are looked at: a property may accept most of them."""

TestVerdict = ClauseVerdict | Literal["invalid input", "approximate"]
"""`approximate`: refuted, and only because of rounding. It is no evidence either way: neither the specification's
fault, which is exact, nor its merit."""


OutputOracle = Callable[[Sequence["Tested"], Program], tuple["Tested", ...]]
"""Judges tests of one method again, in place of our engines."""


@frozen(slots=True)
class Options:
    """How many mutants an example gets, from which operators and seed, and who decides: the engines and then, if
    there is one, the oracle; whether any other output is searched for; whether the method's body is mutated, too; and
    the language of what is shown and read."""

    engines: Engines
    operators: OperatorSet
    language: Language
    mutants: int = 5
    seed: int = 0
    functional: bool = True
    bodies: bool = False
    oracle: OutputOracle | None = None


@frozen(slots=True)
class Mutant:
    """A wrong output. `changed` names the components that the operator changed, `outputs` has all that are
    known."""

    operator: str
    changed: tuple[str, ...]
    outputs: Mapping[str, Any]
    judgement: TripleJudgement


@frozen(slots=True)
class Tested:
    """An example and what became of it.

    An input that is not known to meet the precondition has no judgement and no mutants. `nearly`: the expected output
    is refuted, and only because of rounding. `accepted`: what the postcondition accepts on the input, None when that
    was not asked. `trials`: invalid inputs made from this one; an invalid one is its only trial.
    """

    example: Example
    precondition: TripleJudgement
    judgement: TripleJudgement | None = None
    nearly: Approximation | None = None
    mutants: tuple[Mutant, ...] = ()
    accepted: Outputs | None = None
    trials: tuple[InvalidInput, ...] = ()

    @property
    def verdict(self) -> TestVerdict:
        """What the test says of the specification."""
        if self.judgement is None:
            return "invalid input" if self.precondition.verdict == "refuted" else self.precondition.verdict
        return "approximate" if self.nearly is not None else self.judgement.verdict


def run_example(
    example: Example,
    siblings: Collection[Example],
    program: Program,
    options: Options,
    label: str,
    trials: bool = True,
) -> Tested:
    """Judge an example and its mutants. `siblings` are the examples of the same method and input that say different
    things: a mutant that one of them accepts is not wrong. `label` seeds the mutants and names dumped queries;
    `trials`: whether invalid inputs are made from this one."""
    theory = theory_of(program)
    requires = judge_inputs(example, example.inputs, theory, options.engines, f"{label}-requires")
    if requires.verdict == "refuted":
        return Tested(example, requires, trials=(trial_of_test(example, requires, theory, options.engines, label),))
    if requires.verdict != "holds":
        return Tested(example, requires)
    engines = options.engines.part(1 / 2)
    judgement = judge_outputs(example, example.outputs, example.constraints, theory, engines, label)
    wrong = _wrong_outputs(example, siblings, judgement, theory, options, label)
    judged = tuple(
        Mutant(
            operator,
            changed,
            outputs,
            judge_outputs(example, outputs, (), theory, engines, f"{label}-mutant{number}"),
        )
        for number, ((operator, changed, outputs), engines) in enumerate(
            zip(wrong, options.engines.shares(options.mutants), strict=False)
        )
    )
    refused = judgement.verdict == "refuted"
    nearly = approximation(example, program, options.engines, f"{label}-nearby") if refused else None
    count = (options.mutants or INVALID_INPUTS) if trials else 0
    invalid = trials_of(example, [mutant.outputs for mutant in judged], count, theory, options.engines, label)
    return Tested(example, requires, judgement, nearly, judged, None, invalid)


def with_accepted(
    test: Tested, siblings: Collection[Example], program: Program, engines: Engines, label: str
) -> Tested:
    """The test with what the postcondition accepts on its input, if that is valid. `siblings`: as of `run_example`."""
    if test.judgement is None:
        return test
    theory = theory_of(program)

    def is_wrong(output: Mapping[str, Any]) -> bool:
        return not any(_accepts(other, output, theory, Engines()) or _is_nearly(other, output) for other in siblings)

    example, judgement = test.example, test.judgement
    found = judgement.witness
    known = {name: found[binder.name] for name, binder in example.unknowns.items() if binder.name in found}
    survivors = [mutant.outputs for mutant in test.mutants if mutant.judgement.verdict == "holds"]
    expected = {**example.outputs, **known}
    query = OutputQuery(example, expected, judgement.verdict, survivors, is_wrong, label)
    return evolve(test, accepted=_accepted(query, program, engines))


def _accepted(query: OutputQuery, program: Program, engines: Engines) -> Outputs:
    """What the postcondition accepts on an example's input."""
    specification = query.example.specification
    if not query.survivors and any(name in specification.heap for name in specification.modifies):
        return Outputs("unknown", None, {}, "any object may change")
    if specification.is_dynamic:
        return accepted_nearby(query, program, engines)
    return outputs_of(query, program, engines)


def _is_nearly(example: Example, output: Mapping[str, Any]) -> bool:
    """Does only rounding keep an output apart from the expected one?"""
    return bool(example.outputs) and all(
        is_nearly(output[name], value) if isinstance(value, Fraction) else contents(output[name]) == contents(value)
        for name, value in example.outputs.items()
        if name in output
    )


def _wrong_outputs(
    example: Example,
    siblings: Collection[Example],
    judgement: TripleJudgement,
    theory: Theory,
    options: Options,
    label: str,
) -> Iterator[tuple[str, tuple[str, ...], dict[str, Any]]]:
    """At most `options.mutants` distinct wrong outputs: operator, changed components, outputs."""
    base = dict(example.outputs)
    if example.constraints:
        base.update(_witness(example, judgement, theory, options.engines, label))
    inputs = tuple((binder.sort, example.inputs[binder.name]) for binder in example.specification.inputs)
    mutation = Mutation(options.operators, Random(f"{options.seed}/{label}"), theory.datatypes, inputs)
    produced = 0
    for attempt, (operator, changed) in enumerate(_component_mutants(example, base, mutation)):
        if produced == options.mutants or attempt == MOST_ATTEMPTS:
            return
        outputs = {**base, **changed}
        if not are_possible(example, example.inputs, outputs, theory):
            continue
        if not any(_accepts(other, outputs, theory, options.engines) for other in siblings):
            produced += 1
            yield operator, tuple(changed), outputs


def _component_mutants(
    example: Example, base: Mapping[str, Any], mutation: Mutation
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Operator and changed components, which take turns in a random order."""
    specification = example.specification
    binders = {binder.name: binder for binder in (*specification.inputs, *specification.outputs)}
    names = mutation.random.sample(list(base), len(base))
    in_place = mutation.operators.in_place
    streams = [
        _of_objects(name, base[name], example, mutation)
        if name in specification.heap
        else _of_component(name, mutants(base[name], binders[name].sort, mutation, in_place if fixed else None))
        for name in names
        for fixed in (specification.in_place(binders[name]),)
    ]
    outputs = {binder.name for binder in specification.outputs}
    lengths = {each.array: each.lengths for each in specification.dimensions if each.array in outputs}
    streams += [
        ((SHAPE, changed) for changed in other_shapes(name, lengths[name], base)) for name in names if name in lengths
    ]
    while streams:
        going_on = []
        for stream in streams:
            for found in stream:
                yield found
                going_on.append(stream)
                break
        streams = going_on


def _of_component(name: str, found: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((operator, {name: value}) for operator, value in found)


def _of_objects(name: str, value: Any, example: Example, mutation: Mutation) -> Iterator[tuple[str, dict[str, Any]]]:
    """The field of one object has another value; not of `this` or a parameter, whose fields are outputs themselves."""
    number, fields = value
    sorts = {binder.name: binder.sort for binder in example.specification.inputs}
    field = field_name(name)
    named = {example.inputs[owner] for owner in sorts if field_variable(owner, field) in sorts}
    for key in [one for one in fields if one not in named]:
        for operator, mutant in mutants(fields[key], field_sort(sorts[name]), mutation):
            yield operator, {name: (number, FrozenMap({**fields, key: mutant}))}


def _witness(
    example: Example, judgement: TripleJudgement, theory: Theory, engines: Engines, label: str
) -> dict[str, Any]:
    """A right output of an example that is only constrained: what its specification or, failing that, what
    the test alone accepts; empty when none is found."""
    found = judgement.witness
    if not found:
        unknowns = Unknowns(tuple(example.unknowns.values()), example.constraints)
        values = {**example.inputs, **example.outputs}
        found = judge((), values, unknowns, theory=theory, engines=engines, label=f"{label}-right").witness
    return {name: found[binder.name] for name, binder in example.unknowns.items() if binder.name in found}


def _accepts(example: Example, outputs: Mapping[str, Any], theory: Theory, engines: Engines) -> bool:
    """Whether these outputs may be right for the example: only a definite no is a no."""
    for name, value in example.outputs.items():
        if name in outputs and contents(outputs[name]) != contents(value):
            return False
    known = {binder.name: outputs[name] for name, binder in example.unknowns.items() if name in outputs}
    return not any(
        decide(constraint, known, theory=theory, engines=engines).verdict == "refuted"
        for constraint in example.constraints
        if {name for name, _ in free_variables(constraint)} <= known.keys()
    )
