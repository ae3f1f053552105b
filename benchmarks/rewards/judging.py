"""What a candidate specification is worth on given tests. It runs in a process of its own: the text may be hostile.

Nothing of a candidate is executed or believed but its `requires` and `ensures` and the functions that they call: not
its bodies, its tests, its lemmas or what it says that is proved. Solvers only look for what separates a candidate from
a trusted reference, which the evaluator confirms: functions without a body, whose meaning a solver would choose, decide
nothing. Wrong outputs are made without the candidate's clauses, so that
they are the same for all candidates.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

from attrs import evolve, frozen

from ...core.deciding.clauses import ClauseVerdict, theory_of
from ...core.deciding.engines import Engines, counted_engines
from ...core.deciding.triples import TripleJudgement
from ...core.errors import InputError
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import OBJECT
from ...core.ir.variables import Valuation
from ...core.iteration import grouped, in_turn
from ...core.language import Language
from ...core.metrics import Score, proportion
from ...core.spec_testing.accepted_outputs import with_accepted
from ...core.spec_testing.contents import contents
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...core.spec_testing.operators import operator_set
from ...core.spec_testing.rounding import approximation
from ...core.spec_testing.triples import Mutant, Tested, functional_share
from ...core.spec_testing.wrong_outputs import Making, wrong_outputs
from ...frontends.registry import language
from .answers import texts_of
from .constant_outputs import constant_output
from .held_out import held_out
from .hidden import inputs_at_constants, is_larger
from .reference import ReferenceJudge, asking, separated, side_of
from .tests import SpecTests, bare, same_input, with_signature

LABEL = "reward"
ASSUME = "assume "
"""How the message about a statement begins that assumes something."""
DECLARED_BEFORE = "a name that is declared twice"
LONGEST = 200_000
"""Characters of a candidate."""
OPERATORS = "both"
SEED = 0
"""The seed of wrong outputs: the same candidate earns the same each time."""
MOST_NUMBERS = 6
"""Numbers of a candidate, the largest first, at which right outputs are looked for."""
MOST_EXCLUDED = 64
"""Numbers at which inputs are looked for that it refuses, without executing a body: a candidate could hide one number
among others."""
SHARE_AT_NUMBERS = 0.25
"""Of the work, for inputs that are refused."""
MOST_AT_CONSTANTS = 24
"""Inputs at numbers of a candidate that are tried."""
MOST_MUTATED = 5
"""Tests of which wrong outputs are made and other outputs are looked for; all others count for what is right."""

SpecVerdict = Literal[
    "paid",
    "not readable",
    "assumes something",
    "no such method",
    "other signature",
    "unsupported",
    "refuses the input of a test",
    "refuses a right output",
    "undecided",
    "not well-formed",
    "refuses nothing",
    "no rule beyond the tests",
    "stopped",
]
"""Why a candidate earns what it earns, in the order in which it is asked. Only a *paid* one earns anything."""


@frozen(slots=True)
class SpecParts:
    """What was found of a candidate; rates as `SpecReward` has them."""

    verdict: SpecVerdict
    reason: str
    correct: Score
    complete: Score
    held_out: Score
    functional: Score
    rejects: Score
    domain: Score
    weaker: str = ""


NO_DATA = proportion(0, 0, 0)


def judged(text: str, tests: SpecTests, mutants: int, seconds: float) -> SpecParts:
    """What a text that may be a specification is worth. `mutants`: wrong outputs of each test, from each of two sets of
    operators; `seconds`: after so many of work all that is left is undecided. Never raises for the text's sake."""
    if len(text) > LONGEST:
        return nothing("not readable", f"{len(text):,} characters; at most {LONGEST:,} are read")
    written = language(tests.language)
    program = read_candidate(text, tests.method, written)
    if isinstance(program, SpecParts):
        return program
    found = _candidate(program, tests)
    if isinstance(found, SpecParts):
        return found
    engines = counted_engines(seconds)
    side = None if tests.reference is None else side_of(tests.reference)
    reference = None if side is None else ReferenceJudge(side, engines)
    return _on_tests(found, program, tests, ExampleJudge(program, written, engines, mutants, reference, seconds))


def read_candidate(answer: str, method: str, language: Language, *, statements: bool = True) -> Program | SpecParts:
    """The program in an answer, or why there is none: what is wrong with the first text that holds no specification.
    `method`: its name, empty for any; `statements`: whether `assume` counts as an assumption, which only a verifier
    that looks at bodies would believe."""
    trouble: SpecParts | None = None
    program: Program | None = None
    file = f"candidate{language.suffixes[0]}"
    assert language.parse_program is not None
    for text in texts_of(answer, method, language.words):
        try:
            assumed = () if language.assumptions is None else language.assumptions(text, file)
            assumed = assumed if statements else tuple(told for told in assumed if not told.startswith(ASSUME))
            parsed = language.parse_program(text, file)
        except InputError as error:
            trouble = trouble or nothing("not readable", str(error))
            continue
        if assumed:
            return nothing("assumes something", assumed[0])
        if parsed.specifications:
            return parsed
        if parsed.unread:
            trouble = trouble or nothing("not readable", str(parsed.unread[0]))
        else:
            program = program or parsed
    return program or trouble or nothing("not readable", "it is empty")


def nothing(verdict: SpecVerdict, reason: str) -> SpecParts:
    """What is found of a candidate that is not judged on the tests."""
    return SpecParts(verdict, reason, NO_DATA, NO_DATA, NO_DATA, NO_DATA, NO_DATA, NO_DATA)


def declared_twice(program: Program) -> str:
    """A name that a program declares twice, and where; empty without one."""
    twice = next((problem for problem in program.problems if problem.construct.endswith(DECLARED_BEFORE)), None)
    return "" if twice is None else f"{twice.construct} at {twice.span}"


def _candidate(program: Program, tests: SpecTests) -> Specification | SpecParts:
    """The specification that the tests are about, or why there is none."""
    if twice := declared_twice(program):
        return nothing("not readable", twice)
    named = list(program.specifications)
    if tests.method:
        named = [one for one in named if one.name == tests.method]
    else:
        named = [one for one in named if tests.for_candidate(one).examples]
    if len(named) != 1:
        many = f"{len(named)} methods" if named else "no method"
        return nothing("no such method", f"{many} {tests.method or 'that fit the tests'}")
    (candidate,) = named
    if tests.signature is None:
        return candidate
    instance = with_signature(candidate, tests.signature)
    return nothing("other signature", instance) if isinstance(instance, str) else instance


def _on_tests(candidate: Specification, program: Program, tests: SpecTests, judge: "ExampleJudge") -> SpecParts:
    """The parts of a candidate with the right signature."""
    given = tests.for_candidate(candidate)
    if given.findings:
        return nothing("other signature", given.findings[0].message)
    unread = [
        problem for condition in candidate.conditions if condition.term is None for problem in condition.clause.problems
    ]
    valid = [example for example in given.examples if not example.invalid]
    invalid = [example for example in given.examples if example.invalid]
    siblings = grouped((same_input(example), example) for example in valid)
    valid = [_with_outputs_of_others(one, valid, siblings[same_input(one)], judge.mutants) for one in valid]
    tested = [judge.test(one, siblings[same_input(one)], place) for place, one in enumerate(valid)]
    correct = _correct(tested)
    rejects = _refused([judge.allows(one).verdict for one in invalid])
    found = SpecParts("paid", "", correct, NO_DATA, NO_DATA, NO_DATA, rejects, NO_DATA)
    if correct.low != 1:
        verdict, reason = _why_incorrect(tested, list(map(str, unread)), judge.language)
        return evolve(found, verdict=verdict, reason=reason)
    for test in tested:
        for mutant in test.mutants:
            clause = _without_value(candidate, mutant.judgement)
            if clause is not None:
                shown = _shown({**test.example.inputs, **mutant.outputs}, test, judge.language)
                return evolve(found, verdict="not well-formed", reason=f"{clause} has no value for {shown}")
    wrong = [mutant.judgement.verdict for test in tested for mutant in test.mutants]
    complete = _refused(wrong)
    if not complete.low:
        return evolve(found, verdict="refuses nothing", reason=_none_refused(wrong), complete=complete)
    beyond = held_out(valid[:MOST_MUTATED], theory_of(program), judge.engines, judge.is_right)
    found = evolve(found, complete=complete, held_out=beyond.refused)
    if beyond.refused.low == 0:
        return evolve(found, verdict="no rule beyond the tests", reason=beyond.reason)
    apart = _BesideReference()
    if judge.reference is not None:
        apart = _beside_reference(candidate, tested, judge, judge.reference)
        if apart.refused is not None:
            return evolve(found, verdict="refuses a right output", reason=_expected(apart.refused, judge.language))
        found = evolve(found, weaker=apart.weaker)
    hidden = tests.hidden_for(candidate)
    found = _on_hidden(found, hidden, [example.inputs for example in valid], apart, judge)
    if found.verdict != "paid":
        return found
    with_others = judge.with_others(tested[:MOST_MUTATED], siblings)
    if judge.reference is None:
        constant = constant_output(with_others, [*valid, *hidden], theory_of(program), judge.engines)
        if constant is not None:
            shown = literals_of(constant, candidate, judge.language)
            found = evolve(found, weaker=f"{shown}, whatever the input is")
    return evolve(found, functional=judge.functional(with_others))


@frozen(slots=True)
class _BesideReference:
    """What is found of a candidate beside a reference. `weaker`: an input and an output that it accepts and the
    reference refuses, in words; `refused`: a right output that it refuses; `at_numbers`: the share of the
    reference's inputs that it allows at one of its own numbers, the least; `excluded`: how many a solver found that it
    refuses."""

    weaker: str = ""
    refused: Tested | None = None
    at_numbers: Score = NO_DATA
    excluded: int = 0


def _beside_reference(
    candidate: Specification, tested: Sequence[Tested], judge: "ExampleJudge", reference: ReferenceJudge
) -> _BesideReference:
    """What separates a candidate from a reference: an accepted mutant, the cheapest, ends the search."""
    apart = _BesideReference(_accepted_wrong(tested, reference, judge))
    if apart.weaker:
        return apart
    bases = [test.example for test in tested[:MOST_MUTATED]]
    numbered = in_turn([inputs_at_constants(base, judge.program, MOST_NUMBERS) for base in bases])
    at_constants = (inputs for _, inputs in islice(numbered, MOST_AT_CONSTANTS))
    apart = _on_further(apart, candidate, at_constants, judge, reference)
    if apart.weaker or apart.refused:
        return apart
    apart = evolve(apart, at_numbers=_at_numbers(candidate, bases[:2], judge, reference), excluded=0)
    separation = separated(candidate, judge.program, reference.side, judge.seconds)
    apart = evolve(apart, weaker=literals_of(separation.weaker, candidate, judge.language))
    return _on_further(apart, candidate, separation.inputs, judge, reference)


def _at_numbers(
    candidate: Specification, bases: Sequence[Example], judge: "ExampleJudge", reference: ReferenceJudge
) -> Score:
    """The share of the reference's inputs that a candidate allows at one of its own numbers, the least of them."""
    least, theory = NO_DATA, theory_of(judge.program)
    engines = counted_engines(judge.seconds * SHARE_AT_NUMBERS)
    reference = evolve(reference, engines=engines)
    numbered = (pair for base in bases for pair in inputs_at_constants(base, judge.program, MOST_EXCLUDED))
    for listed in grouped(numbered).values():
        asked = [example for inputs in listed if reference.allows(example := asking(candidate, inputs))]
        verdicts = [judge_inputs(example, example.inputs, theory, engines, LABEL).verdict for example in asked]
        excluded = verdicts.count("refuted")
        least = _least(least, proportion(len(asked) - excluded, 0, len(asked)))
    return least


def _on_further(
    apart: _BesideReference,
    candidate: Specification,
    inputs: Iterable[Valuation],
    judge: "ExampleJudge",
    reference: ReferenceJudge,
) -> _BesideReference:
    """What is found on further inputs, as long as no right output is refused and no wrong one accepted."""
    for values in inputs:
        right = reference.right(candidate, values)
        if right is None:
            continue
        test = judge.test(right, [right], 0)
        if test.verdict == "refuted":
            return evolve(apart, refused=test)
        apart = evolve(
            apart,
            weaker=apart.weaker or _accepted_wrong([test], reference, judge),
            excluded=apart.excluded + (test.verdict == "invalid input"),
        )
        if apart.weaker:
            break
    return apart


def _accepted_wrong(tested: Sequence[Tested], reference: ReferenceJudge, judge: "ExampleJudge") -> str:
    """The first output that is accepted although the reference refuses it, in words; empty where there is none."""
    for test in tested:
        for mutant in test.mutants:
            if mutant.judgement.verdict == "holds" and reference.refuses(test.example, mutant.outputs):
                return _shown({**test.example.inputs, **mutant.outputs}, test, judge.language)
    return ""


def _on_hidden(
    found: SpecParts,
    hidden: Sequence[Example],
    shown: Sequence[Valuation],
    apart: _BesideReference,
    judge: "ExampleJudge",
) -> SpecParts:
    """The parts with what a trusted body says of other inputs: which of them are allowed, whether the right output is
    accepted, and how many wrong ones are refused. `shown`: the inputs of the tests; `apart`: which of the reference's
    inputs a solver and the candidate's own numbers have shown not to be allowed."""
    tested = [judge.test(one, [one], place % MOST_MUTATED) for place, one in enumerate(hidden)]
    wrong = next((test for test in tested if test.verdict == "refuted"), None)
    if wrong is not None:
        return evolve(found, verdict="refuses a right output", reason=_expected(wrong, judge.language))
    refused = _refused([mutant.judgement.verdict for test in tested for mutant in test.mutants])
    if refused.low is not None and found.held_out.low is not None and refused.low > found.held_out.low:
        refused = found.held_out
    larger = [test for test in tested if is_larger(test.example.inputs, shown)]
    # The least of them: small inputs are many, and say nothing of those that the tests' author did not think of.
    domain = _least(_least(_allowed(tested, apart.excluded), _allowed(larger)), apart.at_numbers)
    return evolve(found, domain=domain, held_out=found.held_out if refused.low is None else refused)


def _allowed(tested: Sequence[Tested], further: int = 0) -> Score:
    """The share of inputs that are allowed. `further`: how many more are known not to be."""
    excluded = further + sum(test.verdict == "invalid input" for test in tested)
    return proportion(len(tested) + further - excluded, 0, len(tested) + further)


def _least(first: Score, second: Score) -> Score:
    """The lesser of two shares; the other one where there are no data for one."""
    if first.low is None or second.low is None:
        return second if first.low is None else first
    return min(first, second, key=lambda share: share.low or 0.0)


def _with_outputs_of_others(
    example: Example, others: Sequence[Example], siblings: Sequence[Example], most: int
) -> Example:
    """The example with what other tests expect as wrong outputs: a list of the tests' outputs, whatever the input is,
    refuses nearly all that is made from one output. Not where a value is an array or object of a call."""
    specification = example.specification
    sorts = [output.sort for output in specification.outputs]
    if specification.modifies or any(sort.kind == "Array" or sort == OBJECT for sort in sorts):
        return example
    right = {contents(tuple(sibling.outputs.values())) for sibling in siblings}
    found = {contents(tuple(one.outputs.values())): one.outputs for one in others}
    crossed = [outputs for key, outputs in found.items() if key not in right]
    return evolve(example, wrong=(*example.wrong, *crossed[:most]))


def _without_value(candidate: Specification, judgement: TripleJudgement) -> str | None:
    """A clause that has no value where those before it hold, and the types of the results: with it no program of this
    specification verifies, so that what it seems to refuse is not refused."""
    listed = list(zip(candidate.ensures, judgement.clauses, strict=True))
    if any(one.clause.implicit and decision.verdict == "refuted" for one, decision in listed):
        return None
    first = next(((one, decision) for one, decision in listed if decision.verdict != "holds"), None)
    if first is None or first[1].verdict != "refuted" or not first[1].undefined:
        return None
    return first[0].clause.text


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
        count = self.mutants if place < MOST_MUTATED else 0
        making = Making(operator_set(OPERATORS), count, SEED, self.engines, f"test {place}")
        # Without the candidate's clauses: from their constants it could choose its own wrong outputs.
        judged_on = evolve(example, specification=bare(example.specification))
        wrong = (
            Mutant(
                wrong_output.operator,
                wrong_output.changed,
                wrong_output.outputs,
                judge_outputs(example, wrong_output.outputs, (), theory, self.engines, LABEL),
                wrong_output.published,
            )
            for wrong_output in wrong_outputs(judged_on, siblings, judgement, theory, making)
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
        """The share of tests on whose input no other output is accepted, unless the reference accepts it, too."""
        return functional_share([test for test in with_others if not self._has_right_other(test)])

    def _has_right_other(self, test: Tested) -> bool:
        other = {} if test.accepted is None else test.accepted.other
        return bool(other) and self.is_right(test.example, other)


def _refused(verdicts: Sequence[ClauseVerdict]) -> Score:
    refused = verdicts.count("refuted")
    return proportion(refused, len(verdicts) - refused - verdicts.count("holds"), len(verdicts))


def _correct(tested: Sequence[Tested]) -> Score:
    """The share of tests with an allowed input and an accepted output; those that only rounding refuses say nothing."""
    verdicts = [test.verdict for test in tested if test.verdict != "approximate"]
    undecided = sum(verdict in ("unknown", "timeout", "error") for verdict in verdicts)
    return proportion(verdicts.count("holds"), undecided, len(verdicts))


def _why_incorrect(tested: Sequence[Tested], unread: Sequence[str], language: Language) -> tuple[SpecVerdict, str]:
    """The verdict on a candidate that is not known to accept what is right, and the first test that shows it."""
    for test in tested:
        if test.verdict == "invalid input":
            return "refuses the input of a test", _shown(test.example.inputs, test, language)
    for test in tested:
        if test.verdict == "refuted":
            return "refuses a right output", _expected(test, language)
    if unread:
        return "unsupported", unread[0]
    for test in tested:
        judgement = test.judgement or test.precondition
        if test.verdict not in ("holds", "approximate"):
            return "undecided", next((clause.reason for clause in judgement.clauses if clause.verdict != "holds"), "")
    return "undecided", "the tests give rounded outputs only" if tested else "there is no test"


def _shown(values: Mapping[str, Any], test: Tested, language: Language) -> str:
    return literals_of(values, test.example.specification, language)


def _expected(test: Tested, language: Language) -> str:
    return _shown({**test.example.inputs, **test.example.outputs}, test, language)


def literals_of(values: Valuation, specification: Specification, language: Language) -> str:
    """Values of a specification's variables as people read them."""
    return ", ".join(f"{name} = {text}" for name, text in language.literals(values, specification).items())


def _none_refused(wrong: Sequence[ClauseVerdict]) -> str:
    if not wrong:
        return "no wrong output could be made"
    accepted = wrong.count("holds")
    return f"{accepted} of {len(wrong)} wrong outputs accepted, {len(wrong) - accepted} undecided"
