"""Who judges the examples of one candidate: is the input allowed, the right output accepted, a wrong one refused?"""

from collections.abc import Hashable, Mapping, Sequence

from attrs import evolve, frozen

from ...core.deciding.clauses import theory_of
from ...core.deciding.engines import Engines
from ...core.deciding.triples import TripleJudgement
from ...core.ir.contracts import Program, Specification
from ...core.ir.variables import Valuation
from ...core.language import Language
from ...core.metrics import Score
from ...core.spec_testing.accepted_outputs import with_accepted
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...core.spec_testing.operators import operator_set
from ...core.spec_testing.rounding import approximation
from ...core.spec_testing.triples import Mutant, Tested, functional_share
from ...core.spec_testing.wrong_outputs import Making, wrong_outputs
from .reference import ReferenceJudge
from .reward_limits import LIMITS
from .tests import bare, same_input

LABEL = "reward"
OPERATORS = "both"
SEED = 0
"""The seed of wrong outputs: the same candidate earns the same each time."""


@frozen(slots=True)
class ExampleJudge:
    """Who judges the examples of one candidate, and how many wrong outputs each gets of each of two sets. `reference`:
    which further outputs are right, where somebody says so; `seconds`: of work, to look for what separates the two."""

    program: Program
    language: Language
    engines: Engines
    mutants: int
    reference: ReferenceJudge | None = None
    seconds: float = 0.0

    def is_right(self, example: Example, outputs: Valuation) -> bool:
        """Whether a trusted reference is known to accept an output."""
        return self.reference is not None and self.reference.accepts(example, outputs)

    def allows(self, example: Example) -> TripleJudgement:
        """Does the precondition hold of the input?"""
        return judge_inputs(example, example.inputs, theory_of(self.program), self.engines, LABEL)

    def test(self, example: Example, siblings: Sequence[Example], place: int) -> Tested:
        """A right output and wrong ones made from it. `siblings`: the tests of this input."""
        theory = theory_of(self.program)
        requires = self.allows(example)
        if requires.verdict != "holds":
            return Tested(example, requires)
        judgement = judge_outputs(example, example.outputs, (), theory, self.engines, LABEL)
        if judgement.verdict == "refuted":
            nearly = approximation(example, self.program, self.engines, LABEL)
            return Tested(example, requires, judgement, nearly)
        if judgement.verdict != "holds":
            return Tested(example, requires, judgement)
        count = self.mutants if place < LIMITS.mutated_tests else 0
        making = Making(operator_set(OPERATORS), count, SEED, self.engines, f"test {place}")
        # Without the candidate's clauses: from their constants it could choose its own wrong outputs.
        judged_on = evolve(example, specification=bare(example.specification))
        wrong = (
            Mutant(
                output.operator,
                output.changed,
                output.outputs,
                judge_outputs(example, output.outputs, (), theory, self.engines, LABEL),
                output.published,
            )
            for output in wrong_outputs(judged_on, siblings, judgement, theory, making)
        )
        kept = (
            mutant
            for mutant in wrong
            if mutant.judgement.verdict != "holds" or not self.is_right(example, mutant.outputs)
        )
        return Tested(example, requires, judgement, None, tuple(kept))

    def with_others(self, tested: Sequence[Tested], siblings: Mapping[Hashable, list[Example]]) -> list[Tested]:
        """The tests with what is accepted on their inputs beside the right outputs."""
        return [
            with_accepted(test, siblings[same_input(test.example)], self.program, self.engines, LABEL)
            for test in tested
        ]

    def functional(self, with_others: Sequence[Tested]) -> Score:
        """The share of tests on whose input no other output is accepted, but for right ones."""
        return functional_share([test for test in with_others if not self._has_right_other(test)])

    def _has_right_other(self, test: Tested) -> bool:
        if test.accepted is None or not test.accepted.other:
            return False
        return not test.accepted.wrong or self.is_right(test.example, test.accepted.other)


def literals_of(values: Valuation, specification: Specification, language: Language) -> str:
    """Values of a specification's variables as people read them."""
    return ", ".join(f"{name} = {text}" for name, text in language.literals(values, specification).items())
