"""Make Hoare triples of an example: the expected output, and wrong ones made from it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from attrs import evolve, field, frozen

from ..deciding.clauses import ClauseVerdict, Theory, theory_of
from ..deciding.engines import Engines
from ..deciding.triples import TripleJudgement
from ..ir.contracts import Program
from ..ir.variables import Name, Valuation
from ..limits import MUTANTS
from ..metrics import Score, proportion
from .examples import SPECIFICATION, Example
from .functional import Outputs, determined_output
from .judging import judge_inputs, judge_outputs, judged_by_equations
from .notation import Notation
from .operators import OperatorSet
from .output_search import OutputQuery
from .preconditions import InvalidInput, trial_of_test, trials_of
from .program_mutants.executed import ExecutableBody
from .reached_arrays import is_open
from .rounding import Approximation, approximation
from .spec_testing_limits import LIMITS
from .wrong_outputs import Making, wrong_outputs

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
    get other states, as `states.py` says. `executable`: by name of a method its body, where others than our interpreter
    execute it."""

    engines: Engines
    operators: OperatorSet
    language: Notation
    mutants: int = MUTANTS
    seed: int = 0
    functional: bool = True
    bodies: bool = False
    oracle: OutputOracle | None = None
    states: tuple[Example, ...] = ()
    executable: Mapping[Name, ExecutableBody] = field(factory=dict)
    determined: str | None = None


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

    @property
    def is_decided(self) -> bool:
        """Whether an engine has reached a verdict on it."""
        return self.verdict not in ("unknown", "timeout", "error")


def functional_share(tests: Sequence[Tested], left_open: bool = False) -> Score:
    """The share of tests whose expected output is accepted and is the only one. Approximate ones say nothing.
    `left_open`: on some input a part of the state, which is in no output, may be any after the call; on which of the
    others it may is not known."""
    verdicts = [test.accepted.verdict for test in tests if test.accepted is not None and test.nearly is None]
    functional, unknown = verdicts.count("functional"), verdicts.count("unknown")
    if left_open:
        functional, unknown = 0, max(0, functional + unknown - 1)
    return proportion(functional, unknown, len(verdicts))


def run_example(
    example: Example,
    siblings: Collection[Example],
    program: Program,
    options: Options,
    label: str,
) -> Tested:
    """Judge an example and its mutants. `siblings` are the examples of the same method and input that say different
    things: a mutant that one of them accepts is not wrong. `label` seeds the mutants and names dumped queries."""
    theory = theory_of(program)
    # The precondition first: without it nothing else is asked.
    requires = judge_inputs(example, example.inputs, theory, options.engines, f"{label}-requires")
    # A test that is labelled invalid is about the precondition alone.
    if example.invalid:
        return Tested(example, requires)
    if requires.verdict == "refuted":
        # The input is invalid, against the test: what the postcondition would say is still worth knowing.
        return Tested(example, requires, trials=(trial_of_test(example, requires, theory, options.engines, label),))
    if requires.verdict != "holds":
        return Tested(example, requires)
    # Half of the budget is for the expected output and its mutants, of which a dear one leaves its share to the others;
    # the rest is for what follows from them.
    engines = options.engines.part(1 / 2)
    # Without an expected output, the one that the postcondition determines is judged.
    found = _promised(example, theory, program, engines, label) if example.source == SPECIFICATION else None
    judgement = found or judge_outputs(example, example.outputs, example.constraints, theory, engines, label)
    judgement = judged_by_equations(judgement, example, theory, options.engines)
    making = Making(options.operators, options.mutants, options.seed, options.engines, label, options.states)
    wrong = wrong_outputs(example, siblings, judgement, theory, making)
    most = making.most + len(example.wrong)
    # Each mutant with an equal share of what is left.
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
    # Refused, but perhaps by rounding only: that is asked before the test is called wrong.
    refused = judgement.verdict == "refuted"
    nearly = approximation(example, program, options.engines, f"{label}-nearby") if refused else None
    return Tested(example, requires, judgement, nearly, judged)


def with_trials(test: Tested, program: Program, options: Options, label: str) -> Tested:
    """The test with invalid inputs made from its own, if that is valid. They say nothing of the postcondition, so that
    what it accepts is asked before. `options`, `label`: as for `run_example`."""
    if test.judgement is None:
        return test
    wrong, count = [mutant.outputs for mutant in test.mutants], options.mutants or LIMITS.invalid_inputs
    return evolve(
        test,
        trials=trials_of(
            test.example, wrong, count, theory_of(program), options.engines.first(LIMITS.invalid_share), label
        ),
    )


def _promised(
    example: Example, theory: Theory, program: Program, engines: Engines, label: str
) -> TripleJudgement | None:
    """The judgement on an input of which nobody says what is right, by an output that the postcondition determines;
    None where none is found so. Solvers seldom invert what it says, such as an exclusive or."""
    if example.constraints or is_open(example.specification):
        return None
    output = determined_output(OutputQuery(example, {}, "unknown", label=label), program, engines)
    if not output or not example.unknowns.keys() <= output.keys():
        return None
    judgement = judge_outputs(example, output, (), theory, engines, label)
    # Determined by the postcondition, an output that it refuses shows that nothing was determined.
    if judgement.verdict != "holds":
        return None
    return evolve(judgement, witness={binder.name: output[name] for name, binder in example.unknowns.items()})
