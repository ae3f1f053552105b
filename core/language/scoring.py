"""Scoring files and folders: a score for each method.

Of a method nothing may be known as long as nobody says what functions without a body are: it is judged again for
functions that keep their promises, which the verdict names (`core/spec_testing/interpretations.py`)."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from attrs import evolve, frozen

from ..alarm import LimitReached, alarm
from ..deciding.engines import Engines
from ..evaluate.calls import Closure
from ..evaluate.environment import Environment
from ..ir.contracts import Program
from ..ir.routines import RoutinesWithout
from ..ir.sorts import function_of
from ..ir.variables import Name
from ..limits import MUTANTS, SECONDS_PER_FILE
from ..spec_testing.assessment import Assessed
from ..spec_testing.blame import broken_callee
from ..spec_testing.examples import OF_BODY, SPECIFICATION, Examples
from ..spec_testing.findings import Finding
from ..spec_testing.interpretations import applied_by, interpreted
from ..spec_testing.lemma_parameters import with_lemma_parameters
from ..spec_testing.making import implemented, made_examples, subjects_of
from ..spec_testing.notation import Notation
from ..spec_testing.operators import operator_set
from ..spec_testing.score import MethodScore, score_program
from ..spec_testing.triples import Options
from ..test_execution.examples_of_tests import SECONDS, examples_of_tests
from . import DEFAULT_READING, Language, ReadingOptions

MakeEngines = Callable[[str, str | None, float], Engines]
"""The name of an engine, a folder for its queries or None, and a limit in seconds for all its verdicts together → the
engines (`backends/solvers/engines.py`). Raises InputError for an unknown name."""

EVALUATE = "evaluate"
"""The engine without solvers."""
MUTATED = {"outputs": (True, False), "body": (False, True), "both": (True, True)}
"""What is mutated: whether the outputs of tests are, and whether the bodies of methods are."""
EXECUTING = 0.25
"""The part of the time of a file in which its tests are executed."""
SHARE = 0.3
"""Share of the time that is left for a file, for proofs that functions without a body keep their promises, and for
judging again with other classes that implement a trait."""
MOST_IMPLEMENTATIONS = 3
"""Classes beside the first that stand for a trait."""
STRONG = ("strong", "strong up to choice")
_PROVED = ("tautology", "contradiction")
BROKEN = "body-breaks-postcondition"


class ExtraTests(Protocol):
    """Tests beside those of a file; `path` is where they are from."""

    @property
    def path(self) -> str: ...

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the program of the file `task` (its name without suffix), and what cannot be used."""


@frozen(slots=True, kw_only=True)
class Scoring:
    """How a file is scored."""

    engine: str = "auto"
    """Who judges. The name of the file's language: its real verifier judges every test and mutant again."""
    mutants: int = MUTANTS
    """How many wrong outputs a test gets, chosen by `seed` from the set called `operators`."""
    mutate: str = "both"
    """What is mutated, one of `MUTATED`."""
    seed: int = 0
    operators: str = "both"
    tests: ExtraTests | None = None
    """Tests to use beside those in the file."""
    instead: ExtraTests | None = None
    """Tests for a file that has none, be they its own or of `tests`."""
    made: int | None = None
    """How many tests are made of each method's body, 0 for none; None: for methods without a test, some."""
    dump: str | None = None
    """A folder for the queries to solvers."""
    seconds: float = SECONDS_PER_FILE
    """Seconds of work on a file, in Python on a function, after which every verdict is a timeout."""
    reading: ReadingOptions = DEFAULT_READING

    def engines(self, language: Language, engines_of: MakeEngines) -> Engines:
        """What judges. The time starts now. Raises InputError for an unknown engine."""
        # Which direction the verifier is asked first is what the evaluator says.
        name = EVALUATE if self.asks_verifier(language) else self.engine
        return engines_of(name, self.dump, self.seconds)

    def options(self, language: Language, engines_of: MakeEngines) -> Options:
        """What judging a test needs. The time starts now. Raises InputError for an unknown engine or operator set."""
        engines = self.engines(language, engines_of)
        outputs, bodies = MUTATED[self.mutate]
        mutants = self.mutants if outputs else 0
        return Options(engines, operator_set(self.operators), language, mutants, self.seed, bodies=bodies)

    def asks_verifier(self, language: Language) -> bool:
        """Does the real verifier of the language judge again?"""
        return self.engine == language.name and language.verifier is not None


DEFAULT = Scoring()


@frozen(slots=True)
class FileScores:
    """What a file states."""

    language: Language
    methods: tuple[MethodScore, ...]
    findings: tuple[Finding, ...] = ()
    """When it has no methods."""
    unread: tuple[str, ...] = ()
    """What of it could not be read."""
    clauses: tuple[int, int] | None = None
    """How many clauses its specifications have, and how many of them are lowered; None where that is not counted."""


def score_file(path: Path, language: Language, engines_of: MakeEngines, scoring: Scoring = DEFAULT) -> FileScores:
    """The scores of one file. Raises InputError for one that cannot be read or parsed, and for an unknown engine or
    operator set; SolverFailure where the real verifier is asked for and missing."""
    end = time.monotonic() + scoring.seconds
    options = scoring.options(language, engines_of)
    # Reading tests executes helpers, and has a share of the limit that is its own: where a helper does not end, the
    # methods are judged all the same, by the tests that were read up to there.
    executing = evolve(options.engines, deadline=min(SECONDS, scoring.seconds * EXECUTING), backends=())
    file = language.read_tested(path, scoring.reading, executing)
    if language.verifier is not None and scoring.asks_verifier(language):
        options = evolve(options, oracle=language.verifier(end))
    options = evolve(options, executable=file.bodies)
    methods: list[MethodScore] = []
    fits = scoring.tests is None
    for program, examples in file.programs:
        # In Python a program is one function, and a module has as many as its author likes: the time is for each.
        if language.dynamic:
            options = evolve(options, engines=scoring.engines(language, engines_of))
        if scoring.tests is not None:
            beside = scoring.tests.examples(path.stem, program)
            fits = fits or bool(beside.examples or beside.findings)
            examples = examples.joined(beside)
        if scoring.instead is not None and all(example.source in OF_BODY for example in examples.examples):
            examples = examples.joined(scoring.instead.examples(path.stem, program))
        methods += _scores(program, examples, language, options, scoring, path.stem)
    methods += file.scores
    if not methods:
        return FileScores(language, (), (*file.all_findings, _nothing(path, language)), file.unread, file.clauses)
    # Each finding stands in a row, and what belongs to no method is in the first.
    more = list(file.findings)
    if scoring.tests is not None and not fits:
        more.append(Finding("no-tests", "", f"{Path(scoring.tests.path).name} has no test for {path.stem}"))
    first = evolve(methods[0], findings=(*methods[0].findings, *more))
    return FileScores(language, (first, *methods[1:]), (), file.unread, file.clauses)


def _scores(
    program: Program, found: Examples, language: Language, options: Options, scoring: Scoring, label: str
) -> Sequence[MethodScore]:
    """The scores of a program by the examples in its tests and, where its bodies are executed, by made ones."""
    if language.dynamic:
        return score_program(program, found, options, label)
    if scoring.made != 0:
        program = with_lemma_parameters(subjects_of(implemented(program)))
        found = found.joined(made_examples(program, found, scoring.made, options.engines, language))
    methods = score_program(program, found, options, label)
    if scoring.made != 0:
        methods = _without_wrong_bodies(methods, program, found, scoring.made, options, label)
    if scoring.made != 0 and options.engines.left:
        with suppress(LimitReached), alarm(options.engines.left):
            methods = _of_all_implementations(methods, program, scoring.made, options, label)
    if scoring.made != 0 and options.engines.left:
        with suppress(LimitReached), alarm(options.engines.left):
            methods = _with_interpretations(methods, program, scoring.made, options, label)
    return methods


def _nothing(path: Path, language: Language) -> Finding:
    """What to say of a file that was parsed and has no method to score."""
    if language.holds_code(path):
        return Finding("no-method", "", language.no_method)
    return Finding("no-code", "", "the file holds no code")


def _with_interpretations(
    scores: Sequence[MethodScore], program: Program, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those that are *unknown* and rest on functions without a body as they are where these
    are interpreted. `count`: as of `made_examples`. Only methods and functions that nobody has written a test for: what
    a test expects is about the true function, and what a lemma says is to be proved of all."""
    open_scores = {score.method: score for score in scores if _is_unknown(score, program)}
    if not open_scores or options.oracle is not None:
        return tuple(scores)
    subjects = [open_score.specification for open_score in open_scores.values()]
    known, names = interpreted(program, subjects, options.engines.part(SHARE))
    decided = _interpreted_scores(open_scores, known, names, count, options, label)
    # A constant may have any value: one that nothing depends on says more than one of many.
    constants = {name: known.functions[name] for name in names if not known.functions[name].parameters}
    strong = {method: score for method, score in open_scores.items() if _is_strong(decided.get(method))}
    if constants and strong:
        subjects = [open_score.specification for open_score in strong.values()]
        known, names = interpreted(program, subjects, options.engines.part(SHARE), constants)
        again = _interpreted_scores(strong, known, names, count, options, label)
        decided.update((method, score) for method, score in again.items() if not _is_strong(score))
    return tuple(decided.get(score.method, score) for score in scores)


def _is_strong(score: MethodScore | None) -> bool:
    return score is not None and score.assessed.verdict in STRONG


def _interpreted_scores(
    open_scores: Mapping[str, MethodScore],
    known: Program,
    names: Sequence[Name],
    count: int | None,
    options: Options,
    label: str,
) -> dict[str, MethodScore]:
    """The scores of those that a program with interpretations of these functions decides."""
    decided = dict[str, MethodScore]()
    if not names:
        return decided
    examples = made_examples(known, Examples(()), count, options.engines, options.language, open_scores.keys())
    # *Unknown* may remain with an interpretation, too; then the first score, which depends on none, is kept.
    for each in score_program(known, examples, options, label, open_scores.keys()):
        own = applied_by([each.specification], known)
        # The verdict holds for the interpretation alone, so the row names each that the subject uses.
        shown = [_shown(name, known, options.language) for name in names if name in own]
        if shown and each.assessed.verdict != "unknown":
            decided[each.method] = _told(each, open_scores[each.method], " and ".join(shown))
    return decided


def _without_wrong_bodies(
    scores: Sequence[MethodScore], program: Program, found: Examples, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those of methods and functions that are not to blame for what their bodies return as
    they are where what is to blame has no body: something that they call and that breaks its own postcondition, or that
    of the class or module that stands for theirs. It is a defect of that, and a finding of its own. `found`: what they
    were scored by; `count`: as of `made_examples`."""
    if options.oracle is not None:
        return tuple(scores)
    known, others = dict[str, MethodScore](), set[str]()
    callees: dict[str, str] = {}
    wrong = frozenset(score.method for score in scores if score.assessed.verdict == "wrong")
    for score in filter(_is_broken_by_body, scores):
        if not _has_own_body(score, program):
            others.add(score.method)
        elif callee := _callee_to_blame(score, program, options.engines, wrong):
            callees[score.method] = callee
            known[score.method] = _without_refused(score, callee, program, found, options, label)
    if not (callees or others):
        return tuple(scores)
    with suppress(LimitReached), alarm(options.engines.left):
        known.update(_scores_of(others, _without_bodies(others, program), count, options, label))
        # Callers know of a method without a body what it promises, so that what they return then is their own.
        bodiless = _without_bodies(set(callees.values()), program)
        again = _scores_of(callees.keys() - set(callees.values()), bodiless, count, options, label)
        known.update((name, score) for name, score in again.items() if _is_decided(score, bodiless, wrong, options))
        still = {name for name in callees if known[name].assessed.verdict == "unknown"}
        # By the specification alone. That nothing satisfies it may be right where the callee never returns.
        again = _scores_of(still, _without_bodies(still, program), count, options, label)
        known.update((name, score) for name, score in again.items() if score.assessed.verdict in (*STRONG, "weak"))
    return tuple(known.get(score.method, score) for score in scores)


def _without_bodies(names: Collection[str], program: Program) -> Program:
    routines, checked = (RoutinesWithout(bodies, names) for bodies in (program.routines, program.checked))
    functions = {
        name: evolve(function, body=None) if name in names else function for name, function in program.functions.items()
    }
    return evolve(program, routines=routines, checked=checked, functions=functions)


def _scores_of(
    subjects: Collection[str], program: Program, count: int | None, options: Options, label: str
) -> dict[str, MethodScore]:
    """The scores of some methods and functions, by their names."""
    if not subjects:
        return {}
    part = options.engines.part(SHARE)
    examples = made_examples(program, Examples(()), count, part, options.language, subjects)
    scores = score_program(program, examples, evolve(options, engines=part), label, subjects)
    return {score.method: score for score in scores}


def _is_decided(score: MethodScore, program: Program, wrong: Collection[str], options: Options) -> bool:
    """Is the verdict known, and nothing that is called to blame for it?"""
    blames = _is_broken_by_body(score) and _callee_to_blame(score, program, options.engines, wrong)
    return score.assessed.verdict != "unknown" and not blames


def _callee_to_blame(score: MethodScore, program: Program, engines: Engines, wrong: Collection[str]) -> str:
    """What the body calls that breaks its own postcondition wherever the body breaks its own; empty where it does so
    without that, too. `wrong`: the names of all that is known to be wrong."""
    refuted = [
        test.example
        for test in score.tests
        if test.example.source in OF_BODY and test.judgement is not None and test.judgement.verdict == "refuted"
    ]
    callees = [broken_callee(example, program, engines, wrong) for example in refuted]
    return callees[0] if callees and all(callees) else ""


def _without_refused(
    score: MethodScore, callee: str, program: Program, found: Examples, options: Options, label: str
) -> MethodScore:
    """A score by those of the examples `found` alone whose outputs are accepted. `callee`: what is to blame for the
    others."""
    accepted = tuple(
        test.example for test in score.tests if test.judgement is None or test.judgement.verdict != "refuted"
    )
    findings = tuple(finding for finding in found.findings if finding.method == score.method and finding.kind != BROKEN)
    part = evolve(options, engines=options.engines.part(SHARE))
    (again,) = score_program(program, evolve(found, examples=accepted, findings=findings), part, label, {score.method})
    if accepted:
        return again
    reason = f"{callee}, which its body calls, breaks its own postcondition"
    return evolve(again, assessed=Assessed("unknown", reason))


def _has_own_body(score: MethodScore, program: Program) -> bool:
    return (
        score.method not in program.implemented
        or program.routines[score.method].span == program.implemented[score.method].span
    )


def _is_broken_by_body(score: MethodScore) -> bool:
    return any(finding.kind == BROKEN for finding in score.findings)


def _of_all_implementations(
    scores: Sequence[MethodScore], program: Program, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those that are strong with one class for a trait, or one module for an abstract one, as
    they are with the first for which they are not. `count`: as of `made_examples`. Where it is not known whether they
    are, the verdict says with which it was found."""
    current = {score.method: score for score in scores}
    if options.oracle is not None:
        return tuple(scores)
    for number, read in enumerate(program.otherwise[:MOST_IMPLEMENTATIONS]):
        asked = {name for name in program.implemented if name in current and current[name].assessed.verdict in STRONG}
        if not asked:
            break
        # Each takes a part of the time that is left, so that functions without a body have some, too.
        part = evolve(options, engines=options.engines.part(SHARE / (len(program.otherwise) - number)))
        other = implemented(read())
        examples = made_examples(other, Examples(()), count, part.engines, options.language, asked)
        for score in score_program(other, examples, part, label, asked):
            verdict, before = score.assessed.verdict, current[score.method]
            # A body that breaks the postcondition is a defect of the class or module that has it.
            if (
                score.method not in other.implemented
                or verdict in STRONG
                or (verdict == "wrong" and _is_broken_by_body(score))
            ):
                continue
            reason = f"{before.assessed.reason}, with {program.standing}; it is unknown with {other.standing}"
            told = f"{score.assessed.reason}, with {other.standing}"
            known = score if verdict != "unknown" else before
            current[score.method] = evolve(
                known, assessed=evolve(known.assessed, reason=reason if known is before else told)
            )
    return tuple(current[score.method] for score in scores)


def _is_unknown(score: MethodScore, program: Program) -> bool:
    """Is it a method or function with a body of which the verdict is unknown, and nobody has written a test for it?"""
    of_body = all(test.example.source in {*OF_BODY, SPECIFICATION} for test in score.tests)
    function = program.functions.get(score.method)
    bodiless = score.specification.kind == "function" and (function is None or function.body is None)
    definition = score.specification.kind == "lemma" or bodiless
    return score.assessed.verdict == "unknown" and score.status != "error" and of_body and not definition


def _shown(name: Name, program: Program, language: Notation) -> str:
    """`hash, which has no body, as (key: int) => 1`."""
    function = program.functions[name]
    assert function.body is not None
    value = Closure(function.parameters, function.body, Environment({}))
    sort = function_of(*(parameter.sort for parameter in function.parameters), function.result)
    return f"{name}, which has no body, as {language.text(value, sort, program.datatypes)}"


def _told(score: MethodScore, before: MethodScore, functions: str) -> MethodScore:
    """The score with the functions for which it is, in its verdict and its findings. What is found against a
    specification counts for all functions that keep their promises or not at all: that one of them shows it makes the
    verdict no other than it was `before`."""
    if score.assessed.verdict not in STRONG:
        reason = f"{before.assessed.reason}; it is {score.assessed.verdict} with {functions}, and open for others"
        return evolve(before, assessed=evolve(before.assessed, reason=reason))
    said = f", with {functions}"
    # What is proved of a clause is proved of these functions alone.
    findings = tuple(
        evolve(finding, message=finding.message + said) for finding in score.findings if finding.kind not in _PROVED
    )
    requires, ensures = (
        tuple(
            evolve(clause, strength="unknown", engine=None, undecided=()) if clause.strength in _PROVED else clause
            for clause in clauses
        )
        for clauses in (score.requires, score.ensures)
    )
    assessed = evolve(score.assessed, reason=score.assessed.reason + said)
    return evolve(score, assessed=assessed, findings=findings, requires=requires, ensures=ensures)


def read_examples(
    path: Path | str,
    language: Language,
    tests: ExtraTests | None = None,
    reading: ReadingOptions = DEFAULT_READING,
    engines: Engines | None = None,
) -> tuple[Program, Examples]:
    """The program of a file whose tests are methods, and the examples in it and in `tests`. Engines as for
    `examples_of_tests`. Raises InputError."""
    program = language.read(path, reading)
    examples = examples_of_tests(program, language.comments, engines)
    if tests is not None:
        examples = examples.joined(tests.examples(Path(path).stem, program))
    return program, examples
