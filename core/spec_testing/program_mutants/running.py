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
from ...interpret.bodies import EXECUTION_STEPS
from ...ir.contracts import Program, Specification, may_hold
from ...ir.routines import Change, Routine
from ...ir.terms import Term
from ...ir.variables import Name, Valuation
from ..contents import contents
from ..examples import OF_BODY, Example
from ..executing import Alternatives, alternatives, execute_from, execution_fuel
from ..findings import Finding, Witness
from ..findings_of_tests import OPEN
from ..function_values import outputs_differ
from ..judging import judge_outputs
from ..notation import Notation
from ..states import in_state_of, stands_for_the_same
from ..triples import Options, Tested
from ..wrong_outputs import accepts
from .model import ProgramMutant
from .registry import program_mutants

MOST_MUTANTS = 100
"""Mutants of one body, in an order that the seed gives: each runs on all valid inputs. What a longer body has beyond
these is not made, and counts nowhere."""
TURNS, MORE_STEPS = 20, 2_000
"""A mutant may take `TURNS` times the steps of the body, and these more, for a body that takes next to none. What takes
longer has *no end*, as mutation testing says: it is no survivor. Chosen, not measured."""
SECONDS = 2.0
"""Seconds for all mutants of one body."""

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
    """An input, what the body returns on it, the steps that this takes, what else it may return, and the tests that
    list the right outputs there."""

    example: Example
    outputs: Valuation
    steps: int
    others: Alternatives
    asserted: tuple[Example, ...] = ()


@frozen(slots=True)
class _Judge:
    """Who says what a mutant is."""

    specification: Specification
    program: Program
    routine: Routine
    theory: Theory
    engines: Engines
    show: Callable[[Change, Routine], str]

    def verdict(self, mutant: ProgramMutant, runs: Sequence[_Run]) -> BodyMutant:
        """Run a mutant on the inputs until one decides."""
        routine = evolve(self.routine, body=mutant.body())
        # A ChainMap only reads what is not its first mapping; typeshed wants all of them mutable.
        routines = ChainMap({routine.name: routine}, self.program.routines)  # type: ignore[arg-type]
        program = evolve(self.program, routines=routines)
        survived: BodyMutant | None = None
        unknown: BodyMutant | None = None
        chosen: BodyMutant | None = None
        for number, run in enumerate(runs, 1):
            found = self._on(mutant, run, program, number)
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
        last = survived or unknown or chosen or BodyMutant(mutant, "", "equal", len(runs), {}, {}, {})
        return evolve(last, tried=len(runs))

    def found(self, runs: Sequence[_Run], seed: str) -> Iterator[BodyMutant]:
        """What became of the first mutants, until the time is over."""
        end = min(self.engines.deadline, self.engines.now + SECONDS)
        for mutant, diff in islice(self._written(seed), MOST_MUTANTS):
            if self.engines.now >= end:
                return
            yield evolve(self.verdict(mutant, runs), diff=diff)

    def _written(self, seed: str) -> Iterator[tuple[ProgramMutant, str]]:
        """The mutants that can be written, with the lines that they change."""
        for mutant in program_mutants(self.routine, self.program, Random(seed)):
            with suppress(Unsupported):
                yield mutant, self.show(mutant.change, self.routine)

    def _on(self, mutant: ProgramMutant, run: _Run, program: Program, number: int) -> BodyMutant:
        """What it is on one input."""
        most = run.steps * TURNS + MORE_STEPS
        fuel = execution_fuel(self.engines, min(EXECUTION_STEPS, most))
        called, began = run.example.specification, run.example.beginning
        outcome = execute_from(began, called, run.example.inputs, program, fuel)
        outputs = in_state_of(run.outputs, outcome.outputs, called)
        body_mutant = BodyMutant(
            mutant, "", "unknown", number, run.example.inputs, run.outputs, outputs, specification=called
        )
        if outcome.state == "failed":
            return evolve(body_mutant, verdict="fails", reason=outcome.reason)
        if outcome.state == "unknown":
            endless = fuel.is_spent and not fuel.expired and most <= EXECUTION_STEPS
            return evolve(body_mutant, verdict="no end" if endless else "unknown", reason=outcome.reason)
        if not outputs_differ(outputs, run.outputs, self.theory):
            return evolve(body_mutant, verdict="equal")
        allowed = any(accepts(example, outputs, self.theory, self.engines) for example in run.asserted)
        if allowed or outputs in run.others or self._may_be_chosen(outputs, run.others):
            return evolve(body_mutant, verdict="choice")
        judgement = judge_outputs(run.example, outputs, (), self.theory, self.engines, "")
        if judgement.verdict == "refuted":
            return evolve(body_mutant, verdict="killed", killed_by=tuple(judgement.refuting))
        accepted = judgement.verdict == "holds"
        if accepted and stands_for_the_same(outputs, run.outputs, run.example, self.theory):
            return evolve(body_mutant, verdict="equal")
        if accepted:
            return evolve(body_mutant, reason=OPEN) if run.others.open else evolve(body_mutant, verdict="survives")
        return evolve(body_mutant, reason=f"whether the postcondition accepts an output is {judgement.verdict}")

    def _may_be_chosen(self, outputs: Valuation, others: Alternatives) -> bool:
        """Does an output with functions in it differ from none that the body may return?"""
        if not any(may_hold("Function", output.sort, self.program.datatypes) for output in self.specification.outputs):
            return False
        return any(not outputs_differ(outputs, output, self.theory) for output in others.outputs)


def run_mutants(
    specification: Specification, tests: Sequence[Tested], program: Program, options: Options, label: str
) -> tuple[BodyMutant, ...]:
    """The mutants of the body that a specification is about, on the valid inputs of its tests; none where the method
    has no body that returns on one of them. Ends at the deadline of the engines, with the mutants that were run so far.
    The seed of `options` and `label` decide which mutants."""
    routine, show = program.routines.get(specification.name), options.language.diff
    if routine is None or show is None:
        return ()
    seen = evolve(options.engines, backends=())
    theory = theory_of(program)
    runs = list(_runs(tests, program, theory, seen))
    if not runs:
        return ()
    judge = _Judge(specification, program, routine, theory, seen, show)
    return tuple(judge.found(runs, f"{options.seed}/{label}"))


def _runs(tests: Sequence[Tested], program: Program, theory: Theory, engines: Engines) -> Iterator[_Run]:
    """Each valid input once, where the body returns and the postcondition does not refuse that."""
    known = set()
    asserting = [test.example for test in tests if _says_what_is_right(test.example)]
    for test in tests:
        key = contents(tuple(test.example.inputs.values()))
        if test.judgement is None or test.judgement.verdict != "holds" or key in known:
            continue
        known.add(key)
        fuel = execution_fuel(engines)
        specification, inputs, began = test.example.specification, test.example.inputs, test.example.beginning
        outcome = execute_from(began, specification, inputs, program, fuel)
        if outcome.state == "returned":
            example = evolve(test.example, outputs=outcome.outputs, unknowns={}, constraints=())
            if judge_outputs(example, outcome.outputs, (), theory, engines, "").verdict == "refuted":
                continue  # The body is wrong there: a mutant that is accepted may be the one that is right.
            others = alternatives(specification, inputs, program, engines, began)
            asserted = tuple(each for each in asserting if contents(tuple(each.inputs.values())) == key)
            yield _Run(example, outcome.outputs, EXECUTION_STEPS - fuel.steps, others, asserted)


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
