"""What a candidate specification is worth on given tests. It runs in a process of its own: the text may be hostile.

Nothing of a candidate is executed or believed but its `requires` and `ensures` and the functions that they call: not
its bodies, its tests, its lemmas or what it says that is proved. Solvers only look for what separates a candidate from
a trusted reference, which the evaluator confirms: functions without a body, whose meaning a solver would choose, decide
nothing. Wrong outputs are made without the candidate's clauses, so that
they are the same for all candidates.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Literal

from attrs import evolve, frozen

from ...core.deciding.clauses import ClauseVerdict, theory_of
from ...core.deciding.engines import counted_engines
from ...core.deciding.triples import TripleJudgement
from ...core.errors import InputError
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import OBJECT
from ...core.iteration import grouped, in_turn
from ...core.language import Language
from ...core.metrics import Score, proportion
from ...core.spec_testing.contents import contents
from ...core.spec_testing.examples import BODY, Example
from ...core.spec_testing.triples import Tested
from ...frontends.registry import language
from .answers import texts_of
from .example_judge import ExampleJudge, literals_of
from .held_out import held_out
from .hidden import inputs_at_constants, is_larger
from .reference import ReferenceJudge, side_of
from .reward_limits import LIMITS
from .separation import separation_of
from .singled_out import singled_out
from .sizes import ReferenceInputs
from .tests import SpecTests, bare, same_input, with_signature

ASSUME = "assume "
"""How the message about a statement begins that assumes something."""
DECLARED_BEFORE = "a name that is declared twice"

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
    # The length is looked at before anything is parsed: a parser's time grows with the text, and it is anybody's.
    if len(text) > LIMITS.candidate_characters:
        return nothing("not readable", f"{len(text):,} characters; at most {LIMITS.candidate_characters:,} are read")
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


def singled_out_of(text: str, tests: SpecTests) -> tuple[tuple[Any, ...], ...]:
    """The inputs that a text singles out, by position; none of one that is no candidate."""
    program = nothing("not readable", "") if len(text) > LIMITS.candidate_characters else _program(text, tests)
    found = program if isinstance(program, SpecParts) else _candidate(program, tests)
    if isinstance(program, SpecParts) or isinstance(found, SpecParts):
        return ()
    given = tests.for_candidate(found)
    valid = [example for example in given.examples if not example.invalid][:2]
    # Such a candidate is judged without further inputs.
    if given.findings or not valid:
        return ()
    at_constants = in_turn([inputs_at_constants(example, program, LIMITS.numbers) for example in valid])
    apart = [*(inputs for _, inputs in islice(at_constants, LIMITS.inputs_at_numbers)), *singled_out(valid, program)]
    return tuple(tuple(inputs[binder.name] for binder in found.inputs) for inputs in apart)


def _program(text: str, tests: SpecTests) -> Program | SpecParts:
    return read_candidate(text, tests.method, language(tests.language))


def read_candidate(answer: str, method: str, language: Language, *, statements: bool = True) -> Program | SpecParts:
    """The program in an answer, or why there is none: what is wrong with the first text that holds no specification.
    `method`: its name, empty for any; `statements`: whether `assume` counts as an assumption, which only a verifier
    that looks at bodies would believe."""
    trouble: SpecParts | None = None
    program: Program | None = None
    file = f"candidate{language.suffixes[0]}"
    assert language.parse_program is not None
    # A chatty answer holds several texts; the first that has a specification is the answer. The first trouble is the
    # one that is told, for later texts are more likely to be prose.
    for text in texts_of(answer, method, language.words):
        try:
            assumed = () if language.assumptions is None else language.assumptions(text, file)
            assumed = assumed if statements else tuple(told for told in assumed if not told.startswith(ASSUME))
            parsed = language.parse_program(text, file)
        except InputError as error:
            # One text that cannot be read does not spoil the others, but one that assumes something does: it would be
            # believed.
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
    # Without a name, whichever method the tests fit; two of them would leave it to us which one is judged.
    named = list(program.specifications)
    if tests.method:
        named = [specification for specification in named if specification.name == tests.method]
    else:
        named = [specification for specification in named if tests.for_candidate(specification).examples]
    if len(named) != 1:
        many = f"{len(named)} methods" if named else "no method"
        return nothing("no such method", f"{many} {tests.method or 'that fit the tests'}")
    (candidate,) = named
    if tests.signature is None:
        return candidate
    instance = with_signature(candidate, tests.signature)
    return nothing("other signature", instance) if isinstance(instance, str) else instance


def _on_tests(candidate: Specification, program: Program, tests: SpecTests, judge: ExampleJudge) -> SpecParts:
    """The parts of a candidate with the right signature."""
    given = tests.for_candidate(candidate)
    if given.findings:
        return nothing("other signature", given.findings[0].message)
    unread = [
        problem for condition in candidate.conditions if condition.term is None for problem in condition.clause.problems
    ]
    valid = [example for example in given.examples if not example.invalid]
    invalid = [example for example in given.examples if example.invalid]
    hidden = tests.hidden_for(candidate)
    # What tests expect of other inputs are wrong outputs here. What a sibling expects, a test of the same input, is
    # right as well.
    siblings = grouped((same_input(example), example) for example in (*valid, *hidden))
    valid = [_with_outputs_of_others(one, valid, siblings[same_input(one)], judge.mutants) for one in valid]
    tested = _within_reach([judge.test(one, siblings[same_input(one)], place) for place, one in enumerate(valid)])
    correct = _correct(tested)
    rejects = _refused([judge.allows(one).verdict for one in invalid])
    score_parts = SpecParts("paid", "", correct, NO_DATA, NO_DATA, NO_DATA, rejects, NO_DATA)
    # From here on each gate ends the judging: a candidate that refuses what is right is paid nothing, however strong it
    # is otherwise, or `ensures false` would earn most.
    if correct.low != 1:
        verdict, reason = _why_incorrect(tested, list(map(str, unread)), judge.language)
        return evolve(score_parts, verdict=verdict, reason=reason)
    # A clause without a value (a division by zero, an index out of range) accepts nothing and refuses nothing. A
    # verifier would not take it, and its author is not to be paid for outputs that it so keeps out.
    for test in tested:
        for mutant in test.mutants:
            clause = _without_value(candidate, mutant.judgement)
            if clause is not None:
                shown = _shown({**test.example.inputs, **mutant.outputs}, test, judge.language)
                return evolve(score_parts, verdict="not well-formed", reason=f"{clause} has no value for {shown}")
    # The published measure: the share of wrong outputs that are refused. Unknown ones are neither in it nor out, so
    # that it is an interval, whose lower end is paid.
    wrong = [mutant.judgement.verdict for test in tested for mutant in test.mutants]
    complete = _refused(wrong)
    if not complete.low:
        return evolve(score_parts, verdict="refuses nothing", reason=_none_refused(wrong), complete=complete)
    # A list of the tests' outputs passes every gate so far. So wrong outputs of inputs like those of the tests are
    # asked about, and a rule has to refuse some.
    first = [test.example for test in tested[: LIMITS.mutated_tests]]
    beyond = held_out(first, theory_of(program), judge.engines, judge.is_right)
    score_parts = evolve(score_parts, complete=complete, held_out=beyond.refused)
    if beyond.refused.low == 0:
        return evolve(score_parts, verdict="no rule beyond the tests", reason=beyond.reason)
    # What a reference says of inputs that the author never saw.
    on_hidden = [
        judge.test(one, siblings[same_input(one)], place % LIMITS.mutated_tests) for place, one in enumerate(hidden)
    ]
    if tests.is_bounded is not None:
        # A function says what is right on its inputs, and of those beside the tests nobody knows which outputs are.
        score_parts = evolve(score_parts, held_out=NO_DATA)
    score_parts = _on_hidden(score_parts, on_hidden, tested, judge.language)
    if score_parts.verdict != "paid":
        return score_parts
    # Last what costs most: a search for one value that separates the candidate from what is right.
    with_others = judge.with_others(tested[: LIMITS.mutated_tests], siblings)
    # Wrong outputs of four kinds each say little of a long sequence: of some inputs that are larger than those of the
    # tests, more outputs near the right one are tried.
    tested_inputs = [example.inputs for example in valid]
    larger_first = sorted(on_hidden, key=lambda test: not is_larger(test.example.inputs, tested_inputs))
    within = evolve(judge, engines=judge.engines.part(LIMITS.share))
    on_larger = within.with_others(larger_first[: LIMITS.mutated_tests], siblings)
    all_tested = [*with_others, *tested[LIMITS.mutated_tests :], *on_larger, *larger_first[LIMITS.mutated_tests :]]
    reached = None
    if tests.is_bounded is not None:
        reached = ReferenceInputs([example.inputs for example in hidden], tests.is_bounded)
    separation = separation_of(
        candidate, all_tested, given.examples, tests.signature or bare(candidate), reached, judge
    )
    if separation.refused is not None:
        return evolve(
            score_parts, verdict="refuses a right output", reason=_expected(separation.refused, judge.language)
        )
    return evolve(score_parts, weaker=separation.weaker, functional=judge.functional(with_others))


def _on_hidden(found: SpecParts, tested: Sequence[Tested], on_tests: Sequence[Tested], language: Language) -> SpecParts:
    """The parts with what a trusted reference says of other inputs: which of them are allowed, whether the right output
    is accepted, and how many wrong ones are refused. `on_tests`: the same of the tests."""
    # Of several right outputs a candidate may accept some: it is the stronger one.
    shown = [test.example.inputs for test in on_tests]
    listed = grouped((same_input(test.example), test) for test in (*tested, *on_tests))
    for first, *others in listed.values():
        if all(test.verdict == "refuted" for test in (first, *others)):
            return evolve(found, verdict="refuses a right output", reason=_expected(first, language))
    refused = _refused([mutant.judgement.verdict for test in tested for mutant in test.mutants])
    # The lesser counts, of what it refuses beside the tests and of what it refuses here.
    if refused.low is not None and found.held_out.low is not None and refused.low > found.held_out.low:
        refused = found.held_out
    larger = [test for test in tested if is_larger(test.example.inputs, shown)]
    # The lesser of them: small inputs are many, and say nothing of those that the tests' author did not think of.
    domain = _least(_allowed(tested), _allowed(larger))
    return evolve(found, domain=domain, held_out=found.held_out if refused.low is None else refused)


def _allowed(tested: Sequence[Tested]) -> Score:
    """The share of inputs that are allowed."""
    return proportion(sum(test.verdict != "invalid input" for test in tested), 0, len(tested))


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
    # What another test of the same input expects is right as well.
    right = {contents(tuple(sibling.outputs.values())) for sibling in siblings}
    found = {contents(tuple(one.outputs.values())): one.outputs for one in others}
    crossed = [outputs for key, outputs in found.items() if key not in right]
    return evolve(example, wrong=(*example.wrong, *crossed[:most]))


def _without_value(candidate: Specification, judgement: TripleJudgement) -> str | None:
    """A clause that has no value where those before it hold, and the types of the results: with it no program of this
    specification verifies, so that what it seems to refuse is not refused."""
    listed = list(zip(candidate.ensures, judgement.clauses, strict=True))
    if any(condition.clause.implicit and decision.verdict == "refuted" for condition, decision in listed):
        return None
    first = next(((condition, decision) for condition, decision in listed if decision.verdict != "holds"), None)
    if first is None or first[1].verdict != "refuted" or not first[1].undefined:
        return None
    return first[0].clause.text


def _refused(verdicts: Sequence[ClauseVerdict]) -> Score:
    refused = verdicts.count("refuted")
    return proportion(refused, len(verdicts) - refused - verdicts.count("holds"), len(verdicts))


def _within_reach(tested: Sequence[Tested]) -> list[Tested]:
    """The tests without those that are made at the bounds of types and not decided, as long as these are the fewer:
    nobody evaluates `sum(n)` by its recursion at 2 ** 32 - 1. A part of the candidate that no other input reaches earns
    it nothing all the same."""
    within = [test for test in tested if test.is_decided or test.example.source != BODY]
    return within if 2 * len(within) > len(tested) else list(tested)


def _correct(tested: Sequence[Tested]) -> Score:
    """The share of tests with an allowed input and an accepted output; those that only rounding refuses say nothing."""
    exact = [test for test in tested if test.verdict != "approximate"]
    accepted = sum(test.verdict == "holds" for test in exact)
    return proportion(accepted, sum(not test.is_decided for test in exact), len(exact))


def _why_incorrect(tested: Sequence[Tested], unread: Sequence[str], language: Language) -> tuple[SpecVerdict, str]:
    """The verdict on a candidate that is not known to accept what is right, and the first test that shows it."""
    for test in tested:
        # Before outputs: a candidate that refuses the input says nothing of these.
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


def _none_refused(wrong: Sequence[ClauseVerdict]) -> str:
    if not wrong:
        return "no wrong output could be made"
    accepted = wrong.count("holds")
    return f"{accepted} of {len(wrong)} wrong outputs accepted, {len(wrong) - accepted} undecided"
