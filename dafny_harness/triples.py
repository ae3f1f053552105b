"""From an example to Hoare triples: the expected output, and wrong ones made from it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from attrs import evolve, frozen

from ..core.build import le, real
from ..core.contracts import Condition, Program
from ..core.sorts import REAL
from ..core.specification_testing import Decision, Engines, Judgement, Theory, combine, decide, judge
from ..core.terms import Binder, Term, free_variables, substitute, var
from .contents import contents
from .examples import Example
from .operators import Mutation, OperatorSet, mutants

MOST_ATTEMPTS = 200
"""How many candidate mutants of one example are looked at: a property may accept most of them."""

ROUNDING = Fraction(1, 10**9)
"""How far, relative to its size, a decimal in a test may be from the exact number that it stands for."""


@frozen(slots=True)
class Options:
    """How many mutants an example gets, from which operators and seed, and who decides."""

    engines: Engines
    operators: OperatorSet
    mutants: int = 5
    seed: int = 0


@frozen(slots=True)
class Mutant:
    """A wrong output. `changed` names the components that the operator changed, `outputs` has all that are
    known."""

    operator: str
    changed: tuple[str, ...]
    outputs: Mapping[str, Any]
    judgement: Judgement


@frozen(slots=True)
class Tested:
    """An example and what became of it.

    An input that violates a precondition has no judgement and no mutants. `nearly`: the expected output is
    refuted, and would not be if its real numbers were other ones, at most `ROUNDING` (relative) away.
    """

    example: Example
    precondition: Judgement
    judgement: Judgement | None = None
    nearly: bool = False
    mutants: tuple[Mutant, ...] = ()


def run_example(
    example: Example, siblings: Sequence[Example], program: Program, options: Options, label: str
) -> Tested:
    """Judge an example and its mutants. `siblings` are the examples of the same method, this one among them:
    a mutant that one of the same input accepts is not wrong. `label` seeds the mutants and names dumped
    queries."""
    theory = Theory(program.functions, program.datatypes)
    requires = _judge(
        example.specification.requires, example.inputs, {}, (), theory, options.engines, f"{label}-requires"
    )
    if requires.verdict == "refuted":
        return Tested(example, requires)
    judgement = judge_outputs(example, example.outputs, example.constraints, theory, options.engines, label)
    wrong = _wrong_outputs(example, siblings, judgement, theory, options, label)
    judged = tuple(
        Mutant(
            operator,
            changed,
            outputs,
            judge_outputs(example, outputs, (), theory, options.engines, f"{label}-mutant{number}"),
        )
        for number, (operator, changed, outputs) in enumerate(wrong)
    )
    nearly = judgement.verdict == "refuted" and _holds_nearby(
        example, theory, options.engines, f"{label}-nearby"
    )
    return Tested(example, requires, judgement, nearly, judged)


def _holds_nearby(example: Example, theory: Theory, engines: Engines, label: str) -> bool:
    """Whether the postcondition accepts real results next to those that the example expects."""
    reals = {
        binder.name: Binder(f"{binder.name}#nearby", REAL)
        for binder in example.specification.outputs
        if binder.sort == REAL and binder.name in example.outputs
    }
    if not reals:
        return False
    near = [
        constraint
        for name, binder in reals.items()
        for constraint in _around(var(binder.name, REAL), example.outputs[name])
    ]
    others = {name: value for name, value in example.outputs.items() if name not in reals}
    relaxed = evolve(example, outputs=others, unknowns={**example.unknowns, **reals})
    constraints = (*example.constraints, *near)
    return judge_outputs(relaxed, others, constraints, theory, engines, label).verdict == "holds"


def _around(unknown: Term, value: Fraction) -> tuple[Term, Term]:
    margin = ROUNDING * max(abs(value), Fraction(1))
    return le(real(value - margin), unknown), le(unknown, real(value + margin))


def judge_outputs(
    example: Example,
    outputs: Mapping[str, Any],
    constraints: Sequence[Term],
    theory: Theory,
    engines: Engines,
    label: str,
) -> Judgement:
    """Does the postcondition hold of the example's input and these outputs, for some value of those not
    given?"""
    modified = example.specification.modifies
    values = {**example.inputs, **{f"old({name})": example.inputs[name] for name in modified}}
    unknowns = {name: binder for name, binder in example.unknowns.items() if name not in outputs}
    values = {name: value for name, value in {**values, **outputs}.items() if name not in unknowns}
    return _judge(example.specification.ensures, values, unknowns, constraints, theory, engines, label)


def _judge(
    conditions: Sequence[Condition],
    values: Mapping[str, Any],
    unknowns: Mapping[str, Binder],
    constraints: Sequence[Term],
    theory: Theory,
    engines: Engines,
    label: str,
) -> Judgement:
    """The judgement on all clauses; one that is not lowered is unknown."""
    renaming = {name: var(binder.name, binder.sort) for name, binder in unknowns.items()}
    lowered = [substitute(condition.term, renaming) for condition in conditions if condition.term is not None]
    judged = judge(
        lowered, values, tuple(unknowns.values()), constraints, theory=theory, engines=engines, label=label
    )
    if len(lowered) == len(conditions):
        return judged
    decisions = iter(judged.clauses)
    clauses = tuple(
        next(decisions)
        if condition.term is not None
        else Decision("unknown", None, "; ".join(map(str, condition.clause.problems)))
        for condition in conditions
    )
    verdict = "refuted" if judged.verdict == "refuted" else combine(clauses)
    return Judgement(verdict, clauses, judged.witness)


def _wrong_outputs(
    example: Example,
    siblings: Sequence[Example],
    judgement: Judgement,
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
    accepted = [other for other in siblings if _same_input(other, example)]
    produced = 0
    for attempt, (operator, name, value) in enumerate(_component_mutants(example, base, mutation)):
        if produced == options.mutants or attempt == MOST_ATTEMPTS:
            return
        outputs = {**base, name: value}
        if not any(_accepts(other, outputs, theory, options.engines) for other in accepted):
            produced += 1
            yield operator, (name,), outputs


def _component_mutants(
    example: Example, base: Mapping[str, Any], mutation: Mutation
) -> Iterator[tuple[str, str, Any]]:
    """Operator, component, value: the components take turns in a random order."""
    sorts = {
        binder.name: binder.sort for binder in (*example.specification.inputs, *example.specification.outputs)
    }
    names = mutation.random.sample(list(base), len(base))
    streams = [
        (name, mutants(base[name], sorts[name], mutation, mutation.operators.in_place if name in example.inputs else None))
        for name in names
    ]
    while streams:
        going_on = []
        for name, stream in streams:
            for operator, value in stream:
                yield operator, name, value
                going_on.append((name, stream))
                break
        streams = going_on


def _witness(
    example: Example, judgement: Judgement, theory: Theory, engines: Engines, label: str
) -> dict[str, Any]:
    """A right output of an example that is only constrained: what its specification or, failing that, what
    the test alone accepts; empty when none is found."""
    found = judgement.witness
    if not found:
        unknowns = tuple(example.unknowns.values())
        values = {**example.inputs, **example.outputs}
        found = judge(
            (), values, unknowns, example.constraints, theory=theory, engines=engines, label=f"{label}-right"
        ).witness
    return {name: found[binder.name] for name, binder in example.unknowns.items() if binder.name in found}


def _same_input(left: Example, right: Example) -> bool:
    return contents(tuple(left.inputs.values())) == contents(tuple(right.inputs.values()))


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
