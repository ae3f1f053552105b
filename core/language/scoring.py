"""Scoring files: a score for each method of each program in them."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from attrs import evolve, frozen

from ..deciding.engines import Engines
from ..ir.contracts import Program
from ..limits import MUTANTS, SECONDS_PER_FILE
from ..spec_testing.examples import OF_BODY, Examples
from ..spec_testing.findings import Finding
from ..spec_testing.lemma_parameters import with_lemma_parameters
from ..spec_testing.making import implemented, made_examples, subjects_of
from ..spec_testing.operators import operator_set
from ..spec_testing.rescoring import judged_again
from ..spec_testing.score import MethodScore, score_program
from ..spec_testing.triples import Options
from ..test_execution.examples_of_tests import examples_of_tests
from ..test_execution.following_limits import LIMITS
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
    executing = evolve(options.engines, deadline=min(LIMITS.seconds, scoring.seconds * EXECUTING), backends=())
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
    return methods if scoring.made == 0 else judged_again(methods, program, found, scoring.made, options, label)


def _nothing(path: Path, language: Language) -> Finding:
    """What to say of a file that was parsed and has no method to score."""
    if language.holds_code(path):
        return Finding("no-method", "", language.no_method)
    return Finding("no-code", "", "the file holds no code")


def read_examples(
    path: Path | str,
    language: Language,
    tests: ExtraTests | None = None,
    reading: ReadingOptions = DEFAULT_READING,
) -> tuple[Program, Examples]:
    """The program of a file whose tests are methods, and the examples in it and in `tests`. Raises InputError."""
    program = language.read(path, reading)
    examples = examples_of_tests(program, language.comments)
    if tests is not None:
        examples = examples.joined(tests.examples(Path(path).stem, program))
    return program, examples
