"""From an example to Hoare triples: the expected output, and wrong ones made from it."""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import Literal

from attrs import evolve, frozen

from ..deciding.clauses import EVALUATOR, OUT_OF_TIME, ClauseVerdict, theory_of
from ..deciding.engines import Engines
from ..deciding.triples import TripleJudgement
from ..ir.contracts import Program
from ..ir.variables import Name, Valuation
from ..limits import MUTANTS
from ..metrics import Score, proportion
from ..synthesis.values import complexity
from .aliased import GivenArrays, with_identities
from .constructed import has_objects
from .contents import contents
from .examples import Example
from .functional import Outputs, another_accepted, is_determined, outputs_of
from .further_calls import after_further_calls
from .heap_outputs import changed_heap, object_by_object
from .judging import are_possible, judge_inputs, judge_outputs, one_for_two
from .language import Language
from .operators import OperatorSet
from .other_outputs import other_outputs
from .output_search import NONE_FOUND, OutputQuery
from .preconditions import InvalidInput, trial_of_test, trials_of
from .reached_arrays import is_open
from .rounding import Approximation, approximation, is_nearly
from .states import Seen
from .wrong_outputs import Making, accepts, wrong_outputs

FURTHER = 0.15
"""Of the time for what is accepted on an input, for what further calls lead to: where much is accepted, an output near
the expected one shows it sooner."""
MOST_TRIED = 200
"""Outputs of one input."""


def accepted_nearby(query: OutputQuery, program: Program, engines: Engines) -> Outputs:
    """What a Python postcondition accepts beside the expected output, among outputs worth trying: as
    `functional.outputs_of`. That there is no other output is not proved: no solver has Python's values."""
    example = query.example
    accepted = list(query.survivors)
    if not accepted:
        theory = theory_of(program)
        expected = {name: contents(value) for name, value in query.expected.items()}
        tried = (other_outputs(example, query.expected, program, query.label, wide) for wide in (False, True))
        for output in islice(chain.from_iterable(tried), MOST_TRIED):
            if engines.remaining <= 0:
                break
            if {name: contents(value) for name, value in output.items()} == expected:
                continue
            if judge_outputs(example, output, (), theory, engines, query.label).verdict == "holds":
                accepted.append(output)
    if not accepted:
        reason = NONE_FOUND.reason if engines.remaining > 0 else OUT_OF_TIME.reason
        return Outputs("unknown", EVALUATOR, {}, reason)
    wrong = [output for output in accepted if query.is_wrong(output)]
    other = min(wrong or accepted, key=lambda output: [complexity(value) for value in output.values()])
    return another_accepted(query, other, EVALUATOR)


INVALID_INPUTS = 5
"""Made from a valid one, where no outputs are mutated."""
TestVerdict = ClauseVerdict | Literal["invalid input", "approximate"]
"""`approximate`: refuted, and only because of rounding. It is no evidence either way: neither the specification's
fault, which is exact, nor its merit."""


OutputOracle = Callable[[Sequence["Tested"], Program], tuple["Tested", ...]]
"""Judges tests of one method again, in place of our engines."""


@frozen(slots=True)
class Options:
    """How many mutants an example gets, from which operators (where a set joins two, as many of either) and seed; who
    decides: the engines and then, if there is one, the oracle; whether any other output is searched for; whether the
    method's body is mutated, too; and the language of what is shown and read. `states`: the examples from which objects
    get other states, as `states.py` says."""

    engines: Engines
    operators: OperatorSet
    language: Language
    mutants: int = MUTANTS
    seed: int = 0
    functional: bool = True
    bodies: bool = False
    oracle: OutputOracle | None = None
    states: tuple[Example, ...] = ()


@frozen(slots=True)
class Mutant:
    """A wrong output. `changed` names the components that the operator changed, `outputs` has all that are
    known. `published`: whether it is one of those that the published operators alone make."""

    operator: str
    changed: tuple[Name, ...]
    outputs: Valuation
    judgement: TripleJudgement
    published: bool = False


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
        if self.example.invalid:
            return "invalid input"
        if self.judgement is None:
            return "invalid input" if self.precondition.verdict == "refuted" else self.precondition.verdict
        return "approximate" if self.nearly is not None else self.judgement.verdict


def functional_share(tests: Sequence[Tested]) -> Score:
    """The share of tests whose expected output is accepted and is the only one. Approximate ones say nothing."""
    verdicts = [test.accepted.verdict for test in tests if test.accepted is not None and test.nearly is None]
    return proportion(verdicts.count("functional"), verdicts.count("unknown"), len(verdicts))


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
    if example.invalid:
        return Tested(example, requires)
    if requires.verdict == "refuted":
        return Tested(example, requires, trials=(trial_of_test(example, requires, theory, options.engines, label),))
    if requires.verdict != "holds":
        return Tested(example, requires)
    # Half of the budget is for the expected output and its mutants, of which a dear one leaves its share to the others;
    # the rest is for what follows from them.
    engines = options.engines.part(1 / 2)
    judgement = judge_outputs(example, example.outputs, example.constraints, theory, engines, label)
    making = Making(options.operators, options.mutants, options.seed, options.engines, label, options.states)
    wrong = wrong_outputs(example, siblings, judgement, theory, making)
    most = making.most + len(example.wrong)
    judged = tuple(
        Mutant(
            each.operator,
            each.changed,
            each.outputs,
            # A mutant is known in full: the constraints, which say what the expected output may be, are no part of it.
            judge_outputs(example, each.outputs, (), theory, engines, f"{label}-mutant{number}"),
            each.published,
        )
        for number, (each, engines) in enumerate(zip(wrong, options.engines.shares(most), strict=False))
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

    def is_wrong(output: Valuation) -> bool:
        if seen.stands_for_the_same(output, theory):
            return False
        return not any(accepts(other, output, theory, Engines()) or _is_nearly(other, output) for other in siblings)

    example, judgement = test.example, test.judgement
    found = judgement.witness
    known = {name: found[binder.name] for name, binder in example.unknowns.items() if binder.name in found}
    survivors = [mutant.outputs for mutant in test.mutants if mutant.judgement.verdict == "holds"]
    expected = {**example.outputs, **known}
    seen = Seen(example, expected)
    query = OutputQuery(example, expected, judgement.verdict, survivors, is_wrong, label, seen.unseen({}))
    return evolve(test, accepted=_accepted(query, seen, program, engines))


def _accepted(query: OutputQuery, seen: Seen, program: Program, engines: Engines) -> Outputs:
    """What the postcondition accepts on an example's input."""
    specification = query.example.specification
    if why := one_for_two(query.example):
        return Outputs("unknown", None, {}, why)
    if specification.is_dynamic:
        return accepted_nearby(query, program, engines)
    if query.survivors:
        return outputs_of(query, program, engines)
    asked, parts = query, None
    if changed_heap(specification):
        parts = object_by_object(query, theory_of(program))
        if parts is None:
            return Outputs("unknown", None, {}, "any object may change")
        asked = evolve(parts.query, unseen=seen.unseen(parts.places))
    solved = query.verdict == "holds" and has_objects(specification, program)
    if solved:
        if is_determined(asked, program, engines):
            return Outputs("functional", EVALUATOR)
        further = _after_further_calls(query, program, engines)
        if further:
            return outputs_of(evolve(query, survivors=further), program, engines)
    found = outputs_of(asked, program, engines, solved)
    return evolve(found, other=parts.joined(found.other)) if parts is not None and found.other else found


def _after_further_calls(query: OutputQuery, program: Program, engines: Engines) -> list[Valuation]:
    """A wrong output among those that further calls lead to, which the postcondition accepts; empty if none is."""
    example, theory = query.example, theory_of(program)
    if is_open(example.specification):
        return []
    judging = evolve(engines.part(FURTHER), backends=())
    given = GivenArrays(example.specification, example.inputs)
    for output in after_further_calls(example, program, judging, query.label):
        if judging.remaining <= 0:
            break
        # Other methods may change what the frame of this one does not let it change.
        output = with_identities(given, output)
        if not query.is_wrong(output) or not are_possible(example, example.inputs, output, theory):
            continue
        if judge_outputs(example, output, (), theory, judging, "").verdict == "holds":
            return [output]
    return []


def _is_nearly(example: Example, output: Valuation) -> bool:
    """Does only rounding keep an output apart from the expected one?"""
    return bool(example.outputs) and all(
        is_nearly(output[name], value) if isinstance(value, Fraction) else contents(output[name]) == contents(value)
        for name, value in example.outputs.items()
        if name in output
    )
