"""What the specification of a trusted reference says of a candidate: which outputs both accept, and what separates the
two, at any size.

Wrong outputs that are made from right ones show a weak postcondition, unless what it lets through is rare: one number
among all (`r == f(x) || r == 31337`), one remainder, sequences of 13 elements. So the two are compared as `compare`
does it, by values and by solvers, and what separates them counts where the evaluator confirms it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen

from ...backends.solvers.registry import get
from ...backends.solvers.worker import isolated
from ...core.comparing.common_variables import SpecificationSide
from ...core.comparing.order import SeparatingValue
from ...core.comparing.specifications import compare_specifications
from ...core.deciding.clauses import ClauseVerdict, theory_of
from ...core.deciding.engines import Engines, work_of
from ...core.errors import InputError, SolverFailure, Unsupported
from ...core.interpret.bodies import execute
from ...core.ir.contracts import Program, Specification
from ...core.ir.variables import Name, Valuation
from ...core.spec_testing.examples import BODY, Example
from ...core.spec_testing.executed_subjects import Executed
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...core.spec_testing.made_tests import test_of
from ...core.spec_testing.rounding import are_nearly
from ...frontends.registry import language_of
from .reward_limits import LIMITS
from .tests import ReferenceText, moved_to

LABEL = "reference"
SOLVER = "z3"
KEPT = 64
"""References that are kept as they were read."""


@frozen(slots=True)
class ReferenceJudge:
    """A reference beside the candidates of one process. `engines`: what evaluates its clauses. Where it promises
    nothing, what its body returns is right, and nothing else is."""

    side: SpecificationSide
    engines: Engines

    def accepts(self, example: Example, outputs: Valuation) -> bool:
        """Whether the reference is known to accept an output on the input of a candidate's example: any output, where
        its precondition refuses the input."""
        return self._verdict(example, outputs) == "holds"

    def refuses(self, example: Example, outputs: Valuation) -> bool:
        """Whether it is known to refuse one."""
        return self._verdict(example, outputs) == "refuted"

    @property
    def promises(self) -> bool:
        """Has it a postcondition?"""
        return any(not condition.clause.fact for condition in self.side.specification.ensures)

    def _verdict(self, example: Example, outputs: Valuation) -> ClauseVerdict:
        allowed = self._allowed(example)
        if allowed != "holds":
            # A candidate may allow more inputs than it must. Of these the reference says nothing.
            return "holds" if allowed == "refuted" else "unknown"
        if not self.promises:
            right = self.right(example.specification, example.inputs)
            if right is None:
                return "unknown"
            return "holds" if are_nearly(outputs, right.outputs) else "refuted"
        moved = moved_to(evolve(example, outputs=outputs, wrong=()), self.side.specification)
        return judge_outputs(moved, moved.outputs, (), theory_of(self.side.program), self.engines, LABEL).verdict

    def allows(self, asked: Example) -> bool:
        """Whether the reference is known to allow the input of a candidate's example."""
        return self._allowed(asked) == "holds"

    def _allowed(self, asked: Example) -> ClauseVerdict:
        moved = moved_to(asked, self.side.specification)
        return judge_inputs(moved, moved.inputs, theory_of(self.side.program), self.engines, LABEL).verdict

    def right(self, candidate: Specification, inputs: Valuation) -> Example | None:
        """What the reference's body returns on an input of a candidate, as an example of the candidate; None where the
        reference does not allow the input, its body is not known to return, or breaks the reference's own
        postcondition, as a stub does."""
        own = self.side.specification
        # The candidate's names are its own: the input is moved to the reference, and what comes out is moved back.
        # Outside its precondition the reference promises nothing, so that nothing is right or wrong there.
        asked = moved_to(asking(candidate, inputs), own)
        if not self.allows(asked):
            return None
        try:
            outcome = execute(own, asked.inputs, self.side.program)
        except Unsupported:
            return None
        # An input on which it does not end within its steps, or fails, tells nothing either.
        if outcome.state != "returned":
            return None
        returned = moved_to(test_of(Executed(dict(asked.inputs), outcome), own, BODY), candidate)
        return None if self.promises and self.refuses(returned, returned.outputs) else returned


def asking(candidate: Specification, inputs: Valuation) -> Example:
    """An input of a candidate as an example without outputs."""
    return Example(candidate, inputs, {}, {}, (), BODY, LABEL, None)


@frozen(slots=True)
class ReferenceDifference:
    """What separates a candidate from a reference, by the candidate's names. `weaker`: an input and an output that the
    candidate accepts and the reference refuses, empty where none is known; `inputs`: inputs on which the two differ;
    `same`: it is proved that nothing does, on all inputs of the reference."""

    weaker: Valuation
    inputs: tuple[Valuation, ...] = ()
    same: bool = False


@lru_cache(maxsize=KEPT)
def side_of(reference: ReferenceText) -> SpecificationSide | None:
    """The method of a reference with its program; None where it cannot be read by itself."""
    parse = language_of(reference.file).parse_program
    assert parse is not None
    try:
        program = parse(reference.text, reference.file)
    except InputError:
        return None
    named = [specification for specification in program.specifications if specification.name == reference.method]
    return SpecificationSide(named[0], program, "the reference") if len(named) == 1 else None


def solving(seconds: float) -> Engines:
    """The evaluator and a solver, for so many seconds of work."""
    return Engines(backends=(isolated(get(SOLVER), LIMITS.solver_memory),), deadline=seconds, work=work_of(seconds))


def separated(
    candidate: Specification, program: Program, side: SpecificationSide, seconds: float
) -> ReferenceDifference:
    """What separates a candidate from a reference, as far as so many seconds of work find it."""
    first = SpecificationSide(candidate, program, "the candidate")
    try:
        comparison = compare_specifications(first, side, solving(seconds))
    except (InputError, Unsupported, SolverFailure):
        return ReferenceDifference({})
    of_inputs = comparison.inputs.separating
    of_outputs = comparison.outputs.separating if comparison.outputs is not None else ()
    # The candidate is compared at its own names: `renamed` says what those of the reference became. Only what the
    # candidate accepts and the reference refuses shows that it is weaker. What it refuses beyond the reference is no
    # loss by itself: the reference may leave several outputs open.
    names = comparison.renamed[0]
    weaker = next((_named(value, names) for value in of_outputs if value.first == "accepted"), {})
    inputs = [binder.name for binder in candidate.inputs]
    differing = (_named(value, names) for value in (*of_inputs, *of_outputs))
    return ReferenceDifference(
        weaker,
        tuple({name: values[name] for name in inputs if name in values} for values in differing),
        same=comparison.inputs.second_implies_first == "implied"
        and comparison.outputs is not None
        and comparison.outputs.relation == "equal",
    )


def _named(value: SeparatingValue, names: Mapping[Name, Name]) -> dict[Name, Any]:
    """The input and the output of a value, by the names of the first: `names` has those that the value has in place
    of them."""
    own = {shown: name for name, shown in names.items()}
    return {own.get(name, name): content for name, content in {**value.inputs, **value.outputs}.items()}
