"""What a candidate specification is worth on the tests of its problem, hidden ones too: the suite's own judge of
specifications, on texts from anybody. It runs in a process of its own, under limits that the kernel enforces.

Nothing of a candidate is executed or believed but its clauses and the functions that they call: its bodies and its
tests are taken away before it is judged.
"""

import atexit
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen
from msgspec.structs import replace

from ...backends.processes.killable import ProcessStopped, RequestLimits
from ...backends.solvers.engines import engines_of
from ...core.comparing.common_variables import SpecificationSide
from ...core.comparing.specifications import compare_specifications
from ...core.deciding.engines import Work, processor_time
from ...core.deciding.triples import TripleJudgement
from ...core.errors import InputError, SpecassayError, defect
from ...core.ir.contracts import Condition, Program, Specification
from ...core.ir.variables import Valuation
from ...core.language import Language, ReadingOptions
from ...core.language.scoring import Scoring
from ...core.metrics import proportion
from ...core.spec_testing.examples import Examples
from ...core.spec_testing.making import made_examples
from ...core.spec_testing.score import MethodScore, score_program
from ...core.spec_testing.triples import Tested
from ...frontends.registry import language as language_named
from ..comparing.matching import match, ordered
from ..comparing.subjects import ComparingOptions, SpecificationSubject
from ..datasets.benchmark_problem import BenchmarkProblem, ProblemTest
from ..datasets.tasks import SpecTask
from ..fences import fenced
from ..problems.carrying import CarriedTests, carry
from ..problems.checking import programs_of, promises, stated
from ..problems.judging_limits import LIMITS
from ..problems.tests_of_files import spread
from ..rewards.answers import texts_of
from ..rewards.judging import SpecParts, declared_twice, read_candidate
from ..rewards.reward_limits import LIMITS as REWARD_LIMITS
from ..rewards.specifications import WarmPool
from ..rewards.tests import DEFAULT_LANGUAGE
from ..schema import (
    AskedProblemRow,
    BucketPart,
    CandidateState,
    ReferenceRelationPart,
    ScorePart,
    SpecificationGradeRow,
    SpecificationWitnessPart,
    WitnessKind,
    part_of,
)
from .reading import SpecificationCandidate

# How a candidate relates to the specification that somebody wrote for its problem in its language (`compare`).


@frozen(slots=True)
class ReferenceMethod:
    """A specification that somebody wrote for a problem: a method of a file."""

    path: Path
    root: Path | None
    language: str
    method: str


def references_of(problem: BenchmarkProblem, tests: Sequence[ProblemTest]) -> dict[str, ReferenceMethod]:
    """The first specification of a problem in each language of specifications that can be read."""
    found: dict[str, ReferenceMethod] = {}
    for subject in problem.subjects:
        task = subject.task
        if not isinstance(task, SpecTask) or subject.language in found or task.language.dynamic:
            continue
        with suppress(SpecassayError):
            reading = task.reading()
            stating = stated(problem, tests, [task.language.read(task.file, reading)])
            if stating is not None and any(not condition.clause.fact for condition in stating[1].ensures):
                found[subject.language] = ReferenceMethod(task.file, reading.root, subject.language, stating[1].name)
    return found


def relation_to(reference: ReferenceMethod, program: Program, candidate: Specification) -> ReferenceRelationPart:
    """The relation of a candidate to a reference. Never raises for the sake of either."""
    named = ReferenceRelationPart(reference=f"{reference.path}::{reference.method}", relation="unknown")
    try:
        own, its = (
            SpecificationSubject(reference.path, side, "", "", language_named(reference.language))
            for side in (SpecificationSide(candidate, program, "the candidate"), _side_of(reference))
        )
        first, second = ordered(own, its, match(own, its, {}))
        assert isinstance(first, SpecificationSubject)
        assert isinstance(second, SpecificationSubject)
        # What is counted ends it: where the processor is slower, or shared, the same work takes several times as long.
        engines = evolve(
            ComparingOptions(seconds=LIMITS.relating_seconds).engines(),
            work=Work(processor_time() + LIMITS.relating_room),
        )
        found = compare_specifications(first.side, second.side, engines)
    except SpecassayError as error:
        return replace(named, reason=str(error))
    except Exception as error:  # A defect of ours is that of this pair alone.
        return replace(named, reason=defect(error))
    return replace(named, relation=found.relation, possible=list(found.possible), reason=found.outputs_reason)


@lru_cache(maxsize=LIMITS.kept_references)
def _side_of(reference: ReferenceMethod) -> SpecificationSide:
    """Raises SpecassayError."""
    language = language_named(reference.language)
    program = language.read(reference.path, ReadingOptions(reference.root))
    named = [each for each in (*program.specifications, *program.others) if each.name == reference.method]
    if not named:
        raise InputError(f"no method {reference.method}", file=str(reference.path))
    return SpecificationSide(named[-1], program, str(reference.path))


WORKER_LIMITS = RequestLimits(cpu_seconds=10.0, wall_seconds=60.0, memory_mb=1024)
STRONG = ("strong", "strong up to choice")
NO_DATA = part_of(ScorePart, proportion(0, 0, 0))


@frozen(slots=True)
class AskedProblem:
    """A problem as far as candidates are judged for it. `function`: its name, where that is known; `references`: what
    people wrote for it, by language."""

    name: str
    function: str
    tests: tuple[ProblemTest, ...]
    description: str = ""
    references: Mapping[str, ReferenceMethod] = {}

    @property
    def row(self) -> AskedProblemRow:
        """What rows say of it."""
        return AskedProblemRow(
            problem=self.name,
            description=self.description,
            tests=len(self.tests),
            right=sum(bool(test.right) for test in self.tests),
            wrong=sum(len(test.wrong) for test in self.tests),
            invalid=sum(test.invalid for test in self.tests),
        )


def asked(problem: BenchmarkProblem, tests: Sequence[ProblemTest]) -> AskedProblem:
    """A problem with some of its tests, of which not more are taken than `LIMITS.candidate_tests`."""
    taken = spread(tests, LIMITS.candidate_tests)
    return AskedProblem(
        problem.name, problem.function, taken, problem.description.strip(), references_of(problem, taken)
    )


def grade_candidates(
    pairs: Sequence[tuple[SpecificationCandidate, AskedProblem]], jobs: int
) -> list[SpecificationGradeRow]:
    """What each candidate is worth for its problem, in order, by at most so many processes."""
    graded = POOL.map(grade_candidate, pairs, WORKER_LIMITS, jobs)
    return [
        _unjudged(*pair, "stopped", str(row)) if isinstance(row, ProcessStopped) else row
        for pair, row in zip(pairs, graded, strict=True)
    ]


def grade_candidate(candidate: SpecificationCandidate, problem: AskedProblem) -> SpecificationGradeRow:
    """What a candidate is worth for its problem. Never raises for the text's sake."""
    if candidate.unanswered is not None:
        return _unjudged(candidate, problem, candidate.unanswered, candidate.text)
    if len(candidate.text) > REWARD_LIMITS.candidate_characters:
        reason = f"{len(candidate.text):,} characters; at most {REWARD_LIMITS.candidate_characters:,} are read"
        return _unjudged(candidate, problem, "not readable", reason)
    language = language_named(candidate.language)
    read = _read(candidate.text, language)
    if isinstance(read, _Unread):
        return _unjudged(candidate, problem, read.state, read.reason)
    named = BenchmarkProblem(name=problem.name, function=problem.function)
    stating = stated(named, problem.tests, read)
    if stating is None:
        asked_for = f"nothing states what {problem.function} does: " if problem.function else ""
        reason = f"{asked_for}{language.no_method}"
        return _unjudged(candidate, problem, "no specification", reason)
    program, method = stating
    if not promises(method):
        return _unjudged(candidate, problem, "no specification", f"{method.name} has no postcondition")
    carried = carry(problem.tests, method, program, language)
    if not carried.examples:
        return _unjudged(candidate, problem, "does not fit", "; ".join(carried.reasons))
    # The same wrong outputs for each candidate of a problem, whatever its file is called.
    options = Scoring(seconds=LIMITS.candidate_seconds).options(language, engines_of)
    bare = evolve(program, specifications=(method,), routines={}, tests=(), tested={}, implemented={})
    examples = Examples(carried.examples)
    if not language.dynamic:
        # Tests may all be ones on which the postcondition determines its output, and others not.
        examples = examples.joined(made_examples(bare, examples, None, options.engines, language))
    (score,) = score_program(bare, examples, options, problem.name)
    row = _judged(candidate, problem, carried, score)
    reference = problem.references.get(language.name)
    return replace(
        row,
        witness=next(_witnesses(score, language), None),
        reference=None if reference is None else relation_to(reference, bare, method),
    )


def _witnesses(score: MethodScore, language: Language) -> Iterator[SpecificationWitnessPart]:
    """The values that break a candidate, the worst kind first."""
    method = score.specification

    def blamed(conditions: Sequence[Condition], judgement: TripleJudgement) -> str:
        texts = [" ".join(conditions[place].clause.text.split()) for place in judgement.refuting]
        return texts[0] if texts else ""

    def witness(
        kind: WitnessKind, test: Tested, outputs: Valuation | None, clause: str = ""
    ) -> SpecificationWitnessPart:
        # Only an output other than the expected one needs the expected one beside it.
        told = outputs is not None and outputs is not test.example.outputs
        return SpecificationWitnessPart(
            kind=kind,
            inputs=dict(language.literals(test.example.inputs, method)),
            output=dict(language.literals(outputs or {}, method)),
            expected=dict(language.literals(test.example.outputs, method)) if told else {},
            clause=clause,
        )

    allowed = [test for test in score.tests if not test.example.invalid]
    for test in allowed:
        if test.precondition.verdict == "refuted":
            yield witness("refuses a valid input", test, None, blamed(method.requires, test.precondition))
    for test in allowed:
        if test.verdict == "refuted" and test.judgement is not None:
            clause = blamed(method.ensures, test.judgement)
            yield witness("refuses a right output", test, test.example.outputs, clause)
    for test in score.tests:
        if test.example.invalid and test.precondition.verdict == "holds":
            yield witness("allows an invalid input", test, None)
    for test in allowed:
        for mutant in test.mutants:
            if mutant.judgement.verdict == "holds":
                yield witness("accepts a wrong output", test, mutant.outputs)
    for test in allowed:
        if test.accepted is not None and test.accepted.other and test.accepted.wrong:
            yield witness("accepts a wrong output", test, test.accepted.other)
    # What is left are tests without an answer: neither for the candidate nor against it.
    for test in score.tests:
        if test.verdict not in ("holds", "refuted", "invalid input", "approximate"):
            yield witness("not known", test, None)


# -- reading


@frozen(slots=True)
class _Unread:
    """Why there is no program in a text."""

    state: Literal["not readable", "assumes something"]
    reason: str


def _read(text: str, language: Language) -> list[Program] | _Unread:
    """The programs in an answer."""
    if not language.dynamic:
        program = read_candidate(text, "", language, statements=False)
        if isinstance(program, SpecParts):
            return _Unread(
                "assumes something" if program.verdict == "assumes something" else "not readable", program.reason
            )
        twice = declared_twice(program)
        return _Unread("not readable", twice) if twice else [program]
    trouble, readable = "", False
    for part in texts_of(text, "", language.words):
        try:
            if programs := programs_of(part, language):
                return programs
            readable = True  # A block without a specification: the text around it is none that should have been one.
        except SpecassayError as error:
            trouble = trouble or str(error)
    return _Unread("not readable", trouble) if trouble and not readable else []


# -- what is found


def _unjudged(
    candidate: SpecificationCandidate, problem: AskedProblem, state: CandidateState, reason: str
) -> SpecificationGradeRow:
    """The row of a candidate that is not judged: it is nothing of what is asked, or where it was stopped unknown."""
    # What was stopped may have been right.
    known = None if state == "stopped" else False
    return _row(
        candidate,
        problem,
        state=state,
        reason=reason,
        completeness=NO_DATA,
        functional=NO_DATA,
        well_formed=known,
        correct=known,
        complete=known,
        strong=known,
    )


def _judged(
    candidate: SpecificationCandidate, problem: AskedProblem, carried: CarriedTests, score: MethodScore
) -> SpecificationGradeRow:
    carriages = [test.carriage for test in carried.tests]
    no_room = sum(carriage.startswith("no room") for carriage in carriages)
    unconverted = [test for test in carried.tests if test.carriage == "not converted"]
    # A method of which nothing was found out has no tests: all that was carried is unknown.
    missing = [] if score.tests else list(carried.examples)
    allowed = [test for test in score.tests if not test.example.invalid]
    valid = _bucket(
        [test.precondition.verdict for test in allowed],
        sum(not test.test.invalid for test in unconverted) + sum(not example.invalid for example in missing),
    )
    invalid = _bucket(
        [test.precondition.verdict for test in score.tests if test.example.invalid],
        sum(test.test.invalid for test in unconverted) + sum(example.invalid for example in missing),
    )
    right = _bucket([test.verdict for test in allowed if test.judgement and test.verdict != "approximate"])
    wrong = _bucket([mutant.judgement.verdict for test in allowed for mutant in test.mutants])
    correct = _every_accepted(valid, right)
    strong = _strong(score, correct)
    verdict, reason = score.assessed.verdict, score.assessed.reason
    # It is strong on the tests that were judged; what the others say is not known.
    if verdict in STRONG and strong is None:
        open_ones = f"{valid.unknown + right.unknown:,} of {len(carriages):,} tests are not judged"
        verdict, reason = "unknown", "; ".join([open_ones, *carried.reasons])
    return _row(
        candidate,
        problem,
        state="well-formed",
        reason=reason,
        method=score.method,
        verdict=verdict,
        no_room=no_room,
        approximate=sum(test.verdict == "approximate" for test in allowed),
        valid_inputs=valid,
        invalid_inputs=invalid,
        right_outputs=right,
        wrong_outputs=wrong,
        completeness=score.completeness,
        functional=score.functional,
        well_formed=True,
        correct=correct,
        complete=_every_refused(valid, wrong),
        strong=strong,
        order=carried.order,
        conversions=carried.conversions,
    )


def _row(candidate: SpecificationCandidate, problem: AskedProblem, **fields: Any) -> SpecificationGradeRow:
    text = _specification_text(candidate)
    tests = len(problem.tests)
    return part_of(SpecificationGradeRow, candidate, problem=problem.name, text=text, tests=tests, **fields)


def _specification_text(candidate: SpecificationCandidate) -> str:
    """The specification in an answer, without the prose around its fences."""
    words = language_named(candidate.language).words
    has_blocks = next(fenced(candidate.text), None) is not None
    found = list(islice(texts_of(candidate.text, "", words), 2))
    return found[-1] if has_blocks else candidate.text


def _bucket(verdicts: Sequence[str], unknown: int = 0) -> BucketPart:
    accepted, refused = verdicts.count("holds"), verdicts.count("refuted")
    return BucketPart(accepted=accepted, refused=refused, unknown=unknown + len(verdicts) - accepted - refused)


def _every_accepted(*buckets: BucketPart) -> bool | None:
    if any(bucket.refused for bucket in buckets):
        return False
    known = all(bucket.accepted for bucket in buckets) and not any(bucket.unknown for bucket in buckets)
    return True if known else None


def _every_refused(valid: BucketPart, wrong: BucketPart) -> bool | None:
    if wrong.accepted or valid.refused:
        return False
    return True if wrong.refused and not wrong.unknown and not valid.unknown else None


def _strong(score: MethodScore, correct: bool | None) -> bool | None:
    if correct is False:
        return False
    if score.assessed.verdict == "unknown":
        return None
    return correct if score.assessed.verdict in STRONG else False


def _warm_up() -> None:
    """Judge a candidate, so that everything that judging needs is imported."""
    text = "method M(x: int) returns (r: int)\n  ensures r == x + 1\n"
    test = ProblemTest(inputs=(1,), right=(2,))
    grade_candidate(SpecificationCandidate("", DEFAULT_LANGUAGE, text), AskedProblem("", "", (test,)))


POOL = WarmPool(_warm_up)
atexit.register(POOL.close)
