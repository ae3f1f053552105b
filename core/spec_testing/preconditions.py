"""Testing preconditions: invalid inputs beside those of the tests, and what the postcondition makes of them.

An input that violates a precondition is no test of the postcondition. Crossed with outputs that makes four buckets:
valid or invalid input, right or wrong output. For an invalid input nothing is right; what the test expects of the
input that it was made from stands for it. A postcondition that holds there too did not need the precondition.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from attrs import evolve, frozen

from ..deciding.clauses import ClauseVerdict, Theory
from ..deciding.engines import Engines
from ..deciding.triples import TripleJudgement
from ..errors import Unsupported
from ..ir.sorts import Sort
from ..ir.terms import Binder
from ..ir.variables import Name, Valuation
from ..iteration import in_turn
from .contents import contents
from .examples import Example
from .judging import are_possible, judge_inputs, judge_outputs
from .operators import Mutation, mutants, operator_set
from .operators.samples import samples
from .spec_testing_limits import LIMITS


@frozen(slots=True)
class InvalidInput:
    """An invalid input. `right` and `wrong`: what the postcondition says of it with the output that the test expects
    and with a wrong one, None where there is none."""

    inputs: Valuation
    precondition: TripleJudgement
    right: ClauseVerdict | None
    wrong: ClauseVerdict | None


def trial_of_test(
    example: Example, precondition: TripleJudgement, theory: Theory, engines: Engines, label: str
) -> InvalidInput:
    """The trial of a test whose own input is invalid."""
    expected = judge_outputs(example, example.outputs, example.constraints, theory, engines, f"{label}-invalid")
    return InvalidInput(example.inputs, precondition, expected.verdict, None)


def trials_of(
    example: Example,
    wrong: Sequence[Valuation],
    count: int,
    theory: Theory,
    engines: Engines,
    label: str,
) -> tuple[InvalidInput, ...]:
    """At most `count` invalid inputs made from a valid one, none of them twice, each with one of the `wrong` outputs in
    turn. Those that violate a clause that no other one does come first."""
    if not count:
        return ()
    # The clauses that no input has violated yet.
    written = enumerate(example.specification.requires)
    missing = {index for index, condition in written if condition.term is not None and not condition.clause.fact}
    first: list[tuple[Valuation, TripleJudgement]] = []
    others: list[tuple[Valuation, TripleJudgement]] = []
    seen = {contents(tuple(example.inputs.values()))}
    # Until every clause is violated and the count is reached.
    for number, inputs in enumerate(_other_inputs(example, theory, label)):
        if (not missing and len(first) + len(others) >= count) or engines.left <= 0:
            break
        # A value comes up again where it is small and near the given one, too.
        if (key := contents(tuple(inputs.values()))) in seen:
            continue
        seen.add(key)
        # An input that cannot be, such as two lengths for one array, is none.
        if not are_possible(example, inputs, None, theory):
            continue
        precondition = judge_inputs(example, inputs, theory, engines, f"{label}-input{number}")
        if precondition.verdict == "refuted":
            # An input that violates something new comes first.
            new = missing & set(precondition.refuting)
            missing -= new
            (first if new else others).append((inputs, precondition))
    # Each with one of the wrong outputs, in turn: four buckets by two axes.
    return tuple(
        _trial(
            evolve(example, inputs=inputs),
            precondition,
            wrong[number % len(wrong)] if wrong else None,
            theory,
            engines,
            f"{label}-input{number}",
        )
        for number, (inputs, precondition) in enumerate([*first, *others][:count])
    )


def _trial(
    moved: Example,
    precondition: TripleJudgement,
    wrong: Valuation | None,
    theory: Theory,
    engines: Engines,
    label: str,
) -> InvalidInput:
    """`moved`: an example with other inputs than the test's, which `precondition` is about. What outputs are where
    arrays are reached through them is a question of these inputs, and there is no answer for others."""
    if moved.specification.heap.reached is not None:
        return InvalidInput(moved.inputs, precondition, None, None)
    # The expected output of the valid input stands for right.
    right = judge_outputs(moved, moved.outputs, moved.constraints, theory, engines, f"{label}-right").verdict
    if wrong is None:
        return InvalidInput(moved.inputs, precondition, right, None)
    return InvalidInput(
        moved.inputs, precondition, right, judge_outputs(moved, wrong, (), theory, engines, f"{label}-wrong").verdict
    )


def _other_inputs(example: Example, theory: Theory, label: str) -> Iterator[dict[Name, Any]]:
    """Inputs that differ in one parameter, the parameters taking turns: small values, then some near the given one."""
    if not any(condition.term is not None for condition in example.specification.requires):
        return
    binders = example.specification.inputs
    inputs = tuple((binder.sort, example.inputs[binder.name]) for binder in binders)
    mutation = Mutation(operator_set("full"), Random(f"inputs/{label}"), theory.datatypes, inputs)

    def changed(binder: Binder) -> Iterator[dict[Name, Any]]:
        for value in islice(_other_values(example.inputs[binder.name], binder.sort, mutation), LIMITS.invalid_values):
            yield {**example.inputs, binder.name: value}

    # An array that is reached through another input is not given by itself.
    named = () if example.specification.heap.reached is None else example.specification.heap.reached.named or ()
    yield from in_turn(changed(binder) for binder in binders if binder.name not in named)


def _other_values(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    with suppress(Unsupported):  # A sort without literals has no samples.
        yield from samples(sort, mutation.datatypes)
    yield from (mutant for _, mutant in mutants(value, sort, mutation))


def buckets(
    tests: Sequence[TripleJudgement], mutants_: Sequence[TripleJudgement], trials: Sequence[InvalidInput]
) -> dict[str, Counter[ClauseVerdict]]:
    """How often the postcondition reaches each verdict, by bucket: the tests with a valid input, their mutants, and
    the trials with right and wrong outputs."""
    return {
        "valid_right": Counter(judgement.verdict for judgement in tests),
        "valid_wrong": Counter(judgement.verdict for judgement in mutants_),
        "invalid_right": Counter(trial.right for trial in trials if trial.right is not None),
        "invalid_wrong": Counter(trial.wrong for trial in trials if trial.wrong is not None),
    }
