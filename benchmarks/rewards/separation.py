"""What separates a candidate from what is right: an output that it accepts and must not, an input that it refuses and
must not, a right output that it refuses.

A reference says what is right on any input: by its postcondition or, where it has none, by what its body returns. Where
there are tests alone, or a Python function beside them, the right outputs of an input are those that these say, and no
others; of an input of none of them it is known that two outputs are one too many. Of what no test reaches tests alone
say nothing (`untold.py`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from attrs import evolve, frozen

from ...core.comparing.common_variables import SpecificationSide
from ...core.deciding.clauses import theory_of
from ...core.deciding.engines import Engines, counted_engines
from ...core.errors import Unsupported
from ...core.ir.build import conjuncts
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import REAL, sorts_in
from ...core.ir.terms import free_names
from ...core.ir.variables import Valuation
from ...core.iteration import in_turn
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs
from ...core.spec_testing.open_inputs import OpenInput, two_outputs_accepted, two_outputs_nearby
from ...core.spec_testing.triples import Tested
from ...core.spec_testing.valid_inputs import input_conditions
from .example_judge import LABEL, ExampleJudge, literals_of
from .hidden import inputs_at_constants
from .reference import ReferenceJudge, asking, separated, solving
from .reward_limits import LIMITS
from .singled_out import singled_out
from .sizes import NO_THEORY, ReferenceInputs, has_size, is_of_type, sizes_left_out
from .tests import moved_to, same_input
from .untold import left_out, unknown_number, unreached_part


@frozen(slots=True)
class RewardSeparation:
    """What separates a candidate from what is right. `weaker`: an input that it refuses, or an output that it accepts,
    and must not, in words; `refused`: a right output that it refuses."""

    weaker: str = ""
    refused: Tested | None = None

    def __bool__(self) -> bool:
        return bool(self.weaker) or self.refused is not None


NOTHING = RewardSeparation()


def separation_of(
    candidate: Specification,
    tested: Sequence[Tested],
    tests: Sequence[Example],
    types: Specification,
    reached: ReferenceInputs | None,
    judge: ExampleJudge,
) -> RewardSeparation:
    """The first thing that is found, the cheapest first. `tested`: the valid tests, and inputs of a reference, with
    mutants of their outputs; `tests`: all tests, those of invalid inputs among them; `types`: the
    parameters and what their types say of them; `reached`: what a Python function was executed on, None without one."""
    # What the tests took of the work is not taken from what comes now.
    engines = counted_engines(judge.seconds)
    reference = None if judge.reference is None else evolve(judge.reference, engines=engines)
    judge = evolve(judge, engines=engines, reference=reference)
    bases = [test.example for test in tested[: LIMITS.mutated_tests]]
    # Iterators, not lists: a search begins when those before it have found nothing, and so the cheapest decides.
    excluded = (refused_input(test, judge) for test in tested if test.verdict == "invalid input")
    apart = singled_out(bases[:2], judge.program)
    searches: list[Iterator[RewardSeparation]] = [excluded, _accepted(tested, judge)]
    if reference is not None:
        searches.append(_on_further(candidate, apart, judge, reference))
        searches.append(_beside_reference(candidate, tested, judge, reference))
    searches.append(_without_output(candidate, apart, judge))
    # "Two outputs are one too many" is true only where exactly one output is right.
    if reference is not None or _says_all(tested):
        searches.append(_open(candidate, bases, judge))
    searches.append(_sizes(tests, types, reached, judge))
    if any(not condition.clause.fact for condition in types.requires):
        searches.append(_of_domain(candidate, types, judge))
    if reference is None:
        searches.append(_unreached(candidate, tested, judge))
    if reference is None and reached is None:
        searches.append(_untold(tests, tested, apart, judge))
    return next(filter(None, chain.from_iterable(searches)), NOTHING)


def refused_input(test: Tested, judge: ExampleJudge) -> RewardSeparation:
    """The finding that a candidate refuses an input which it must allow."""
    return RewardSeparation(
        f"{literals_of(test.example.inputs, test.example.specification, judge.language)} is not allowed"
    )


def _says_all(tested: Sequence[Tested]) -> bool:
    """Is one output right on each input, as far as the tests say, and none rounded?"""
    specification = tested[0].example.specification
    if any(REAL in sorts_in(binder.sort) for binder in specification.outputs):
        return False
    return len({same_input(test.example) for test in tested}) == len(tested)


def _accepted(tested: Sequence[Tested], judge: ExampleJudge) -> Iterator[RewardSeparation]:
    """Wrong outputs of inputs with a right one that are accepted."""
    for test in tested:
        others = [mutant.outputs for mutant in test.mutants if mutant.judgement.verdict == "holds"]
        if test.accepted is not None and test.accepted.other and (test.accepted.wrong or judge.reference is not None):
            others.append(test.accepted.other)
        for outputs in others:
            # Where there is a reference, only what it refuses is known to be wrong.
            if judge.reference is None or judge.reference.refuses(test.example, outputs):
                values = {**test.example.inputs, **outputs}
                yield RewardSeparation(literals_of(values, test.example.specification, judge.language))


def _without_output(
    candidate: Specification, inputs: Sequence[Valuation], judge: ExampleJudge
) -> Iterator[RewardSeparation]:
    """Inputs that are allowed, and on which a part of the postcondition is false whatever the outputs are."""
    names = {binder.name for binder in candidate.inputs}
    about_inputs = tuple(
        evolve(condition, term=term)
        for condition in candidate.ensures
        if condition.term is not None and not condition.clause.fact
        for term in conjuncts(condition.term)
        if free_names(term) <= names
    )
    # What changes fields may speak of them in either state: then no part is about inputs alone.
    if not about_inputs or candidate.modifies or candidate.heap.fields:
        return
    theory, engines = theory_of(judge.program), counted_engines(judge.seconds).part(LIMITS.share)
    for values in inputs:
        asked = asking(candidate, values)
        if judge_inputs(asked, values, theory, engines, LABEL).verdict != "holds":
            continue
        # Such a part is a condition on inputs, and judged as one.
        promised = evolve(asked, specification=evolve(asked.specification, requires=about_inputs))
        found = judge_inputs(promised, values, theory, engines, LABEL)
        if any(decision.verdict == "refuted" and not decision.undefined for decision in found.clauses):
            yield RewardSeparation(f"no output is accepted on {literals_of(values, candidate, judge.language)}")


def _beside_reference(
    candidate: Specification, tested: Sequence[Tested], judge: ExampleJudge, reference: ReferenceJudge
) -> Iterator[RewardSeparation]:
    bases = [test.example for test in tested[: LIMITS.mutated_tests]]
    numbered = in_turn([inputs_at_constants(base, judge.program, LIMITS.numbers) for base in bases])
    at_constants = (inputs for _, inputs in islice(numbered, LIMITS.inputs_at_numbers))
    yield from _on_further(candidate, at_constants, judge, reference)
    yield from _excluded_at_numbers(candidate, bases[:2], judge, reference)
    separation = separated(candidate, judge.program, reference.side, judge.seconds)
    if separation.weaker:
        yield RewardSeparation(literals_of(separation.weaker, candidate, judge.language))
    yield from _on_further(candidate, separation.inputs, judge, reference)
    yield from _excluded(candidate, separation.inputs, judge, reference)
    # What is proved to be the same needs no test. Of what is not, the tests and the reference's outputs have to tell
    # all: a comparison that was ended says nothing.
    if not separation.same:
        yield from _unreached(candidate, tested, judge)
        yield from _unknown_number(candidate, tested, judge)


def _excluded_at_numbers(
    candidate: Specification, bases: Sequence[Example], judge: ExampleJudge, reference: ReferenceJudge
) -> Iterator[RewardSeparation]:
    """Inputs of the reference at numbers of a candidate that this does not allow."""
    numbered = (inputs_at_constants(base, judge.program, LIMITS.excluded_numbers) for base in bases)
    yield from _excluded(candidate, (inputs for _, inputs in chain.from_iterable(numbered)), judge, reference)


def _excluded(
    candidate: Specification, inputs: Iterable[Valuation], judge: ExampleJudge, reference: ReferenceJudge
) -> Iterator[RewardSeparation]:
    """The inputs that the reference allows and a candidate does not, found without executing a body."""
    theory, engines = theory_of(judge.program), counted_engines(judge.seconds).part(LIMITS.share)
    reference = evolve(reference, engines=engines)
    for values in inputs:
        asked = asking(candidate, values)
        if judge_inputs(asked, values, theory, engines, LABEL).verdict == "refuted" and reference.allows(asked):
            yield refused_input(Tested(asked, judge.allows(asked)), judge)


def _on_further(
    candidate: Specification, inputs: Iterable[Valuation], judge: ExampleJudge, reference: ReferenceJudge
) -> Iterator[RewardSeparation]:
    """What is found on further inputs, of which the body of the reference says what is right."""
    for values in inputs:
        right = reference.right(candidate, values)
        if right is None:
            continue
        test = judge.test(right, [right], 0)
        if test.verdict == "refuted":
            yield RewardSeparation(refused=test)
        if test.verdict == "invalid input":
            yield refused_input(test, judge)
        yield from _accepted([test], judge)


def _open(candidate: Specification, bases: Sequence[Example], judge: ExampleJudge) -> Iterator[RewardSeparation]:
    """Inputs on which two outputs are accepted: at numbers of the candidate, and any, for a solver."""
    for open_input in _open_inputs(candidate, bases, judge, counted_engines(judge.seconds).part(LIMITS.share)):
        asked = asking(candidate, open_input.inputs)
        reference = judge.reference
        for outputs in open_input.outputs if reference is not None else open_input.outputs[1:]:
            if reference is None or reference.refuses(asked, outputs):
                yield RewardSeparation(literals_of({**open_input.inputs, **outputs}, candidate, judge.language))


def _open_inputs(
    candidate: Specification, bases: Sequence[Example], judge: ExampleJudge, engines: Engines
) -> Iterator[OpenInput]:
    theory = theory_of(judge.program)
    numbered = in_turn([inputs_at_constants(base, judge.program, LIMITS.numbers) for base in bases])
    # Values first: at the numbers that the candidate mentions a clause changes its answer, if it does so anywhere. Of
    # each such input the evaluator looks near the right output for a second one that is accepted.
    for _, inputs in islice(numbered, LIMITS.inputs_at_numbers):
        asked = asking(candidate, inputs)
        if judge_inputs(asked, inputs, theory, engines, LABEL).verdict == "holds":
            found = two_outputs_nearby(inputs, bases[0].outputs, candidate, judge.program, engines)
            if found is not None:
                yield found
    # Then a solver, of any input at all. What it finds is evaluated before it counts.
    try:
        asked_of_solver = two_outputs_accepted(
            candidate, input_conditions(candidate), judge.program, solving(judge.seconds).part(LIMITS.share)
        )
    except Unsupported:
        return
    if isinstance(asked_of_solver, OpenInput):
        yield asked_of_solver


def _of_domain(candidate: Specification, types: Specification, judge: ExampleJudge) -> Iterator[RewardSeparation]:
    """Inputs that the precondition of a signature allows, and the candidate does not."""
    engines = counted_engines(judge.seconds).part(LIMITS.share)
    side = SpecificationSide(types, Program(""), "the signature")
    for inputs in separated(candidate, judge.program, side, judge.seconds).inputs:
        asked = asking(candidate, inputs)
        domain = moved_to(asked, types)
        if judge_inputs(domain, domain.inputs, NO_THEORY, engines, LABEL).verdict != "holds":
            continue
        if judge_inputs(asked, inputs, theory_of(judge.program), engines, LABEL).verdict == "refuted":
            yield refused_input(Tested(asked, judge.allows(asked)), judge)


def _unreached(candidate: Specification, tested: Sequence[Tested], judge: ExampleJudge) -> Iterator[RewardSeparation]:
    """Parts of a candidate of which no test says anything, nor a further input of a reference."""
    # An input on which the candidate leaves the right output open says nothing of the part that does.
    engines, examples = counted_engines(judge.seconds).part(LIMITS.share), _decided(tested)
    if part := unreached_part(candidate, judge.program, examples, engines):
        yield RewardSeparation(f"no test reaches {part}")


def _decided(tested: Sequence[Tested]) -> list[Example]:
    """The examples of which it is known whether the right output is accepted."""
    return [test.example for test in tested if test.is_decided]


def _untold(
    tests: Sequence[Example], tested: Sequence[Tested], apart: Sequence[Valuation], judge: ExampleJudge
) -> Iterator[RewardSeparation]:
    """What tests alone do not tell: an input that is left out, a number that could be any other."""
    engines = counted_engines(judge.seconds).part(LIMITS.share)
    candidate = tests[0].specification
    if inputs := left_out(apart, tests, judge.program, engines):
        yield RewardSeparation(f"{literals_of(inputs, candidate, judge.language)} alone is not allowed")
    yield from _unknown_number(candidate, tested, judge)


def _unknown_number(
    candidate: Specification, tested: Sequence[Tested], judge: ExampleJudge
) -> Iterator[RewardSeparation]:
    """A number of a candidate for which any other may stand, as far as the right and wrong outputs of tests tell."""
    engines = counted_engines(judge.seconds).part(LIMITS.share)
    if number := unknown_number(candidate, judge.program, tested, engines):
        yield RewardSeparation(f"no test knows the number {number}")


def _sizes(
    tests: Sequence[Example], types: Specification, reached: ReferenceInputs | None, judge: ExampleJudge
) -> Iterator[RewardSeparation]:
    """Sizes beyond the tests at which no input is allowed, unless their types or a reference allow none."""
    engines, asked = counted_engines(judge.seconds).part(LIMITS.share), solving(judge.seconds).part(LIMITS.share)
    valid = [test for test in tests if not test.invalid]
    # The types alone may exclude a size (`nat` is never negative): that is no fault of the candidate.
    typed = moved_to(valid[0], types)
    for missing in sizes_left_out(tests, reached, judge.program, engines, asked):
        if not is_of_type(missing, typed, engines, asked):
            continue
        # Nor is it one where the reference allows no input of that size.
        if judge.reference is not None:
            side = judge.reference.side
            own = [moved_to(test, side.specification) for test in valid]
            if not has_size(missing, own, side.program, engines, asked):
                continue
        yield RewardSeparation(str(missing))
