"""Running the mutants of a body, and what that says of its specification.

A mutant is run on the inputs of the method's tests. It is *killed* where the postcondition refuses what it returns on
one of them, it *fails* where it cannot go on, and has *no end* where it needs many times the steps of the body. It
*survives* where the postcondition accepts all that it returns, and that is not what the body returns on some input: the
specification is weak. It is a *choice* where the body itself may return that (`*`, `:|`), or a test that lists
the right outputs (`assert r == 1 || r == 2`) has it. *Equal* says that it returns
the same on these inputs, and no more: of objects, what stands for the same and is accepted.
"""

from collections import ChainMap
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Literal

from attrs import evolve, frozen

from ...deciding.clauses import Theory, theory_of
from ...deciding.engines import Engines
from ...errors import Unsupported
from ...ir.contracts import Program, Specification, may_hold
from ...ir.routines import Change, Routine
from ...ir.terms import Term
from ...ir.variables import Name, Valuation
from ...limits import BODY_LIMITS
from ..contents import contents
from ..examples import OF_BODY, Example
from ..executing import Alternatives, alternatives, execute_from, execution_fuel
from ..findings import Finding, Witness
from ..findings_of_tests import OPEN
from ..function_values import outputs_differ
from ..judging import judge_outputs
from ..notation import Notation
from ..spec_testing_limits import LIMITS
from ..states import in_state_of, stands_for_the_same
from ..triples import Options, Tested
from ..wrong_outputs import accepts, keeps_types
from .executed import ExecutableBody, ExecutedCall, ExecutedMutant
from .model import ProgramMutant
from .registry import program_mutants

MutantVerdict = Literal["killed", "fails", "no end", "survives", "choice", "equal", "unknown"]


@frozen(slots=True)
class BodyMutant:
    """What became of a mutant, whose change of the text is `diff`. `inputs` are the first ones on which it is killed,
    fails or survives; `expected` is what the body returns there, `outputs` what the mutant does. `killed_by` are the
    positions of the clauses that refuse that; `tried`: on how many inputs it was run; `reason`: why it fails, or why it
    is unknown. `specification`: the one that is exact of these inputs."""

    mutant: ProgramMutant
    diff: str
    verdict: MutantVerdict
    tried: int
    inputs: Valuation
    expected: Valuation
    outputs: Valuation
    killed_by: tuple[int, ...] = ()
    reason: str = ""
    specification: Specification | None = None


@frozen(slots=True)
class _Run:
    """An input, what the body returns on it, its execution, what else it may return, and the tests that list the right
    outputs there."""

    example: Example
    outputs: Valuation
    executed: ExecutedCall
    others: Alternatives
    asserted: tuple[Example, ...] = ()


@frozen(slots=True)
class _Judge:
    """Who says what a mutant is."""

    specification: Specification
    program: Program
    theory: Theory
    engines: Engines

    def verdict(
        self, mutant: ProgramMutant, runs: Sequence[_Run], execute: Callable[[int], ExecutedCall]
    ) -> BodyMutant:
        """Look at what a mutant does on one input after the other, by their positions, until one decides."""
        # Killed or failing on any input decides; the weaker verdicts wait until all inputs were tried.
        survived: BodyMutant | None = None
        unknown: BodyMutant | None = None
        chosen: BodyMutant | None = None
        for number, run in enumerate(runs):
            found = self._on(mutant, run, execute(number), number + 1)
            match found.verdict:
                case "equal":
                    continue
                case "choice":
                    chosen = chosen or found
                case "unknown":
                    unknown = unknown or found
                case "survives":
                    survived = survived or found
                case _:
                    return found
        # Weaker verdicts by what they tell: survival, openness, a choice, and equality.
        last = survived or unknown or chosen or BodyMutant(mutant, "", "equal", len(runs), {}, {}, {})
        return evolve(last, tried=len(runs))

    def _on(self, mutant: ProgramMutant, run: _Run, executed: ExecutedCall, number: int) -> BodyMutant:
        """What it is on one input."""
        called, outcome = run.example.specification, executed.outcome
        # Numbers of states count assignments, which the mutant may make more of.
        outputs = in_state_of(run.outputs, outcome.outputs, called)
        body_mutant = BodyMutant(
            mutant, "", "unknown", number, run.example.inputs, run.outputs, outputs, specification=called
        )
        # A mutant that fails, or does not end, is not seen by the postcondition: it says nothing about it.
        if outcome.state == "failed":
            return evolve(body_mutant, verdict="fails", reason=outcome.reason)
        if outcome.state == "unknown":
            return evolve(body_mutant, verdict="no end" if executed.is_endless else "unknown", reason=outcome.reason)
        if not outputs_differ(outputs, run.outputs, self.theory):
            return evolve(body_mutant, verdict="equal")
        if not keeps_types(outputs, run.outputs, run.example, self.theory):
            return evolve(body_mutant, verdict="fails", reason="a field has a value that is not of its type")
        # What a test lists as right, or the body may choose, is no wrong output.
        allowed = any(accepts(example, outputs, self.theory, self.engines) for example in run.asserted)
        if allowed or outputs in run.others or self._may_be_chosen(outputs, run.others):
            return evolve(body_mutant, verdict="choice")
        judgement = judge_outputs(run.example, outputs, (), self.theory, self.engines, "")
        if judgement.verdict == "refuted":
            return evolve(body_mutant, verdict="killed", killed_by=tuple(judgement.refuting))
        accepted = judgement.verdict == "holds"
        # The same to callers, however it is represented.
        if accepted and stands_for_the_same(outputs, run.outputs, run.example, self.theory):
            return evolve(body_mutant, verdict="equal")
        if accepted:
            # Where the body may return more than is known, this may be one of its outputs.
            return evolve(body_mutant, reason=OPEN) if run.others.open else evolve(body_mutant, verdict="survives")
        return evolve(body_mutant, reason=f"whether the postcondition accepts an output is {judgement.verdict}")

    def _may_be_chosen(self, outputs: Valuation, others: Alternatives) -> bool:
        """Does an output with functions in it differ from none that the body may return?"""
        if not any(may_hold("Function", output.sort, self.program.datatypes) for output in self.specification.outputs):
            return False
        return any(not outputs_differ(outputs, output, self.theory) for output in others.outputs)


def run_mutants(
    specification: Specification,
    tests: Sequence[Tested],
    program: Program,
    options: Options,
    label: str,
) -> tuple[BodyMutant, ...]:
    """The mutants of the body that a specification is about, on the valid inputs of its tests; none where the method
    has no body that returns on one of them. Ends at the deadline of the engines, with the mutants that were run so far.
    The seed of `options` and `label` decide which mutants."""
    body = options.executable.get(specification.name)
    routine = program.routines.get(specification.name)
    # Mutants are many: no solver is asked.
    engines = evolve(options.engines, backends=())
    judge = _Judge(specification, program, theory_of(program), engines)
    if body is None:
        # Bodies that the language itself runs come first; else the interpreter does.
        if routine is None or options.language.diff is None:
            return ()
        body = _Interpreted(specification, routine, program, engines, options.language.diff)
    # Only inputs on which the original is accepted: else killing would show nothing.
    valid = list(_valid(tests))
    runs = list(_runs(valid, body, judge, [test.example for test in tests if _says_what_is_right(test.example)]))
    return tuple(_found(judge, runs, body, f"{options.seed}/{label}")) if runs else ()


def _found(judge: _Judge, runs: Sequence[_Run], body: ExecutableBody, seed: str) -> Iterator[BodyMutant]:
    """What became of the first mutants, until the time is over."""
    end = min(judge.engines.deadline, judge.engines.now + LIMITS.body_mutants_seconds)
    examples, originals = [run.example for run in runs], [run.executed for run in runs]
    for executed in islice(body.mutants(examples, originals, seed), LIMITS.body_mutants):
        if judge.engines.now >= end:
            return
        yield evolve(judge.verdict(executed.mutant, runs, executed.on), diff=executed.diff)


def _valid(tests: Sequence[Tested]) -> Iterator[Example]:
    """An example of each valid input of which the postcondition accepts what is expected."""
    known = set()
    for test in tests:
        key = contents(tuple(test.example.inputs.values()))
        if test.judgement is not None and test.judgement.verdict == "holds" and key not in known:
            known.add(key)
            yield test.example


def _runs(
    examples: Sequence[Example], body: ExecutableBody, judge: _Judge, asserting: Sequence[Example]
) -> Iterator[_Run]:
    """The inputs on which the body returns and the postcondition does not refuse that."""
    for example, executed in zip(examples, body.execute(examples), strict=True):
        outcome = executed.outcome
        if outcome.state != "returned":
            continue
        run = evolve(example, outputs=outcome.outputs, unknowns={}, constraints=())
        if judge_outputs(run, outcome.outputs, (), judge.theory, judge.engines, "").verdict == "refuted":
            continue  # The body is wrong there: a mutant that is accepted may be the one that is right.
        others = alternatives(
            example.specification, example.inputs, judge.program, judge.engines, example.beginning, outcome.outputs
        )
        key = contents(tuple(example.inputs.values()))
        asserted = tuple(each for each in asserting if contents(tuple(each.inputs.values())) == key)
        yield _Run(run, outcome.outputs, executed, others, asserted)


@frozen(slots=True)
class _Interpreted:
    """A body that our interpreter runs."""

    specification: Specification
    routine: Routine
    program: Program
    engines: Engines
    show: Callable[[Change, Routine], str]

    def execute(self, examples: Sequence[Example]) -> Iterator[ExecutedCall]:
        return (self._run(example, self.program, BODY_LIMITS.steps) for example in examples)

    def mutants(
        self, examples: Sequence[Example], originals: Sequence[ExecutedCall], seed: str
    ) -> Iterator[ExecutedMutant]:
        """The mutants that can be written, with the lines that they change."""
        for mutant in program_mutants(self.routine, self.program, Random(seed)):
            with suppress(Unsupported):
                diff = self.show(mutant.change, self.routine)
                yield ExecutedMutant(mutant, diff, self._executing(mutant, examples, originals))

    def _executing(
        self, mutant: ProgramMutant, examples: Sequence[Example], originals: Sequence[ExecutedCall]
    ) -> Callable[[int], ExecutedCall]:
        routine = evolve(self.routine, body=mutant.body())
        # A ChainMap only reads what is not its first mapping; typeshed wants all of them mutable.
        routines = ChainMap({routine.name: routine}, self.program.routines)  # type: ignore[arg-type]
        program = evolve(self.program, routines=routines)
        return lambda number: self._run(
            examples[number], program, originals[number].steps * LIMITS.mutant_turns + LIMITS.mutant_steps
        )

    def _run(self, example: Example, program: Program, most: int) -> ExecutedCall:
        """What an execution of at most so many steps comes to."""
        limit = min(BODY_LIMITS.steps, most)
        fuel = execution_fuel(self.engines, limit)
        outcome = execute_from(example.beginning, example.specification, example.inputs, program, fuel)
        return ExecutedCall(
            outcome, limit - fuel.steps, fuel.is_spent and not fuel.expired and most <= BODY_LIMITS.steps
        )


def _says_what_is_right(example: Example) -> bool:
    """Does a test list the values that are right of every output that it leaves open? `r == 1 || r == 2` does. One like
    `r >= 3` repeats what the specification promises, which is weak all the same."""
    listed = {name for constraint in example.constraints for name in _listed(constraint)}
    unknown = {binder.name for binder in example.unknowns.values()}
    return example.source not in OF_BODY and bool(unknown) and unknown <= listed


def _listed(condition: Term) -> frozenset[Name]:
    """The variables of which a condition lists the values: equations with values, membership in a value, and what is
    made of these by `&&` and `||`."""
    match condition.op, condition.args:
        case "and", parts:
            return frozenset[Name]().union(*map(_listed, parts))
        case "or", parts:
            return frozenset.intersection(*map(_listed, parts))
        case (("seq.member" | "set.member" | "multiset.member"), (Term(op="var", data=name), Term(op="const"))):
            return frozenset((name,))
        case "eq", ((Term(op="var", data=name), Term(op="const")) | (Term(op="const"), Term(op="var", data=name))):
            return frozenset((name,))
        case _:
            return frozenset()


def surviving_findings(
    specification: Specification, mutants: Sequence[BodyMutant], language: Notation
) -> Iterator[Finding]:
    """At most one finding: the specification accepts what mutants of the body return, and the body does not. Its
    witness and its lines are those of the mutant with the shortest ones."""
    survivors = [mutant for mutant in mutants if mutant.verdict == "survives"]
    if not survivors:
        return
    told = sum(mutant.verdict in ("killed", "survives") for mutant in mutants)
    shown = [(_witness(survivor, specification, language), survivor) for survivor in survivors]
    witness, best = min(shown, key=lambda pair: _length(*pair))
    message = f"{len(survivors)} of {told} mutants of the body that return another output are accepted"
    span = best.mutant.change.span or specification.span
    yield Finding("body-mutant-survives", specification.name, message, span, witness=witness, diff=best.diff)


def _witness(mutant: BodyMutant, specification: Specification, language: Notation) -> Witness:
    listed = (mutant.inputs, mutant.expected, mutant.outputs)
    called = mutant.specification or specification
    inputs, expected, other = (language.literals(values, called) for values in listed)
    return Witness(inputs, expected, other)


def _length(witness: Witness, mutant: BodyMutant) -> tuple[int, str]:
    shown = (*witness.inputs.values(), *witness.other.values())
    return sum(map(len, shown)), mutant.diff
