"""Scoring files and folders: a score for each method.

Of a method nothing may be known as long as nobody says what functions without a body are: it is judged again for
functions that keep their promises, which the verdict names (`core/spec_testing/interpretations.py`)."""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import evolve, frozen

from ..backends.dafny.process import VerifierLimits, find_verifier
from ..backends.solvers.registry import get as backend_of
from ..backends.solvers.worker import isolated
from ..core.deciding.engines import Engines, work_of
from ..core.errors import InputError, not_there
from ..core.evaluate.calls import Closure
from ..core.evaluate.environment import Environment
from ..core.ir.contracts import Program
from ..core.ir.sorts import function_of
from ..core.ir.variables import Name
from ..core.limits import MUTANTS, SECONDS_PER_FILE
from ..core.spec_testing.examples import OF_BODY, SPECIFICATION, Examples
from ..core.spec_testing.findings import Finding
from ..core.spec_testing.interpretations import applied_by, interpreted
from ..core.spec_testing.language import Language
from ..core.spec_testing.lemma_parameters import with_lemma_parameters
from ..core.spec_testing.making import implemented, made_examples, subjects_of
from ..core.spec_testing.operators import operator_set
from ..core.spec_testing.score import MethodScore, score_program
from ..core.spec_testing.triples import Options
from ..core.test_execution.examples_of_tests import SECONDS
from ..frontends.dafny import Dialect, holds_code, parse_file
from . import languages
from .examples import ExtraTests, examples_of
from .verifier.engine import DafnyOracle

DAFNY = "dafny"
ENGINES: dict[str, tuple[bool, tuple[str, ...]]] = {
    "auto": (True, ("z3", "cvc5")),
    "evaluate": (True, ()),
    "z3": (False, ("z3",)),
    "cvc5": (False, ("cvc5",)),
    DAFNY: (True, ()),
}
"""Engine → whether the evaluator comes first, and the solvers that are asked in order for what is left: all
of it where the evaluator is not used. With `DAFNY` the real verifier then judges every test and mutant again."""

MUTATED = {"outputs": (True, False), "body": (False, True), "both": (True, True)}
"""What is mutated: whether the outputs of tests are, and whether the bodies of methods are."""
EXECUTING = 0.25
"""The part of the time of a file in which its tests are executed."""
SHARE = 0.3
"""Of the time that is left for a file, for proofs that functions without a body keep their promises."""
MEMORY = 4 * 2**30
"""Bytes that a solver may use: unfolding a function without end takes all there are."""


@frozen(slots=True, kw_only=True)
class Scoring:
    """How a file is scored.

    `mutate`: what is mutated, one of `MUTATED`. `mutants`: how many wrong outputs a test gets, chosen by `seed` from
    the set called `operators`. `tests`: tests to use beside those in the file. `made`: how many are made of each
    method's body, 0 for none; None: for methods without a test, some. `dump`: a folder for the queries to solvers.
    `seconds`: of work, after which every verdict is a timeout. `root`, `dialect`: as for `frontends.dafny.parse_file`.
    """

    engine: str = "auto"
    mutants: int = MUTANTS
    mutate: str = "both"
    seed: int = 0
    operators: str = "both"
    tests: ExtraTests | None = None
    made: int | None = None
    dump: str | None = None
    seconds: float = SECONDS_PER_FILE
    root: Path | None = None
    dialect: Dialect | None = None

    def options(self, language: Language = languages.DAFNY) -> Options:
        """What judging a test needs. The time starts now. Raises InputError for an unknown engine or operator set."""
        engines = engines_of(self.engine, self.dump, self.seconds)
        outputs, bodies = MUTATED[self.mutate]
        mutants = self.mutants if outputs else 0
        return Options(engines, operator_set(self.operators), language, mutants, self.seed, bodies=bodies)


DEFAULT = Scoring()


@frozen(slots=True)
class FileScores:
    """What a file states: the scores of its methods, findings when it has none, and what of it could not be read.
    `clauses`: how many its specifications have, and how many of them are lowered; None where that is not counted."""

    methods: tuple[MethodScore, ...]
    findings: tuple[Finding, ...] = ()
    unread: tuple[str, ...] = ()
    clauses: tuple[int, int] | None = None


def clauses_of(program: Program) -> tuple[int, int]:
    """How many clauses the specifications of a source file have, and how many of them are lowered."""
    conditions = [
        condition
        for specification in program.specifications
        if specification.span is None or specification.span.file == program.file
        for condition in specification.conditions
    ]
    return len(conditions), sum(condition.term is not None for condition in conditions)


def score_file(path: Path | str, scoring: Scoring = DEFAULT) -> FileScores:
    """The scores of one Dafny file. Raises InputError for one that cannot be read or parsed, and for an unknown engine
    or operator set; SolverFailure where the verifier is asked for and missing."""
    end = time.monotonic() + scoring.seconds
    options = scoring.options()
    # Reading tests executes helpers, and has a share of the limit that is its own: where a helper does not end, the
    # methods are judged all the same, by the tests that were read up to there.
    executing = evolve(options.engines, deadline=min(SECONDS, scoring.seconds * EXECUTING), backends=())
    program, found = read_examples(path, scoring.tests, scoring.root, scoring.dialect, executing)
    clauses = clauses_of(program)
    if scoring.made != 0:
        program = with_lemma_parameters(subjects_of(implemented(program)))
        found = found.joined(made_examples(program, found, scoring.made, options.engines, options.language))
    if scoring.engine == DAFNY:
        options = evolve(options, oracle=DafnyOracle(find_verifier(), VerifierLimits(), end))
    methods = score_program(program, found, options, Path(path).stem)
    if scoring.made != 0:
        methods = _with_interpretations(methods, program, scoring.made, options, Path(path).stem)
    unread = tuple(f"{problem.span}: {problem.construct}" for problem in program.unread)
    return FileScores(methods, () if methods else (*found.findings, _nothing(path)), unread, clauses)


def _nothing(path: Path | str) -> Finding:
    """What to say of a file that was parsed and has no method to score."""
    if holds_code(path):
        return Finding("no-method", "", "the file declares no method with a postcondition or a test")
    return Finding("no-code", "", "the file holds no code")


def _with_interpretations(
    scores: Sequence[MethodScore], program: Program, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those that are *unknown* and rest on functions without a body as they are where these
    are interpreted. `count`: as of `made_examples`. Only methods and functions that nobody has written a test for: what
    a test expects is about the true function, and what a lemma says is to be proved of all."""
    open_scores = {each.method: each for each in scores if _is_unknown(each, program)}
    if not open_scores or options.oracle is not None:
        return tuple(scores)
    subjects = [each.specification for each in open_scores.values()]
    known, names = interpreted(program, subjects, options.engines.part(SHARE))
    if not names:
        return tuple(scores)
    found = made_examples(known, Examples(()), count, options.engines, options.language, open_scores.keys())
    again = score_program(known, found, options, label, open_scores.keys())
    decided = {}
    for each in again:
        own = applied_by([each.specification], known)
        shown = [_shown(name, known, options.language) for name in names if name in own]
        if shown and each.assessed.verdict != "unknown":
            decided[each.method] = _told(each, open_scores[each.method], " and ".join(shown))
    return tuple(decided.get(each.method, each) for each in scores)


def _is_unknown(score: MethodScore, program: Program) -> bool:
    """Is it a method or function with a body of which the verdict is unknown, and nobody has written a test for it?"""
    of_body = all(test.example.source in {*OF_BODY, SPECIFICATION} for test in score.tests)
    function = program.functions.get(score.method)
    bodiless = score.specification.kind == "function" and (function is None or function.body is None)
    definition = score.specification.kind == "lemma" or bodiless
    return score.assessed.verdict == "unknown" and score.status != "error" and of_body and not definition


def _shown(name: Name, program: Program, language: Language) -> str:
    """`hash, which has no body, as (key: int) => 1`."""
    function = program.functions[name]
    assert function.body is not None
    value = Closure(function.parameters, function.body, Environment({}))
    sort = function_of(*(each.sort for each in function.parameters), function.result)
    return f"{name}, which has no body, as {language.literal(value, sort, program.datatypes)}"


def _told(score: MethodScore, before: MethodScore, functions: str) -> MethodScore:
    """The score with the functions for which it is, in its verdict and its findings. What is found against a
    specification counts for all functions that keep their promises or not at all: that one of them shows it makes the
    verdict no other than it was `before`."""
    if score.assessed.verdict not in ("strong", "strong up to choice"):
        reason = f"{before.assessed.reason}; it is {score.assessed.verdict} with {functions}, and open for others"
        return evolve(before, assessed=evolve(before.assessed, reason=reason))
    said = f", with {functions}"
    findings = tuple(evolve(each, message=each.message + said) for each in score.findings)
    return evolve(score, assessed=evolve(score.assessed, reason=score.assessed.reason + said), findings=findings)


def read_examples(
    path: Path | str,
    tests: ExtraTests | None = None,
    root: Path | None = None,
    dialect: Dialect | None = None,
    engines: Engines | None = None,
) -> tuple[Program, Examples]:
    """The program of a Dafny file, and the examples in it and in `tests`. `engines`: as of `examples_of`.
    Raises InputError."""
    program = parse_file(path, root=root, dialect=dialect)
    found = examples_of(program, engines)
    if tests is not None:
        found = found.joined(tests.examples(Path(path).stem, program))
    return program, found


def dafny_files(sources: Iterable[Path | str]) -> list[Path]:
    """The .dfy files named or found in folders, each once and in order. Raises InputError for a source that
    does not exist and for a folder without any."""
    found: dict[Path, None] = {}
    for source in map(Path, sources):
        if source.is_dir():
            files = sorted(source.rglob("*.dfy"))
            if not files:
                raise InputError("no .dfy file in this folder", file=str(source))
        elif source.exists():
            files = [source]
        else:
            raise not_there(source)
        for file in files:
            found.setdefault(file)
    return list(found)


def engines_of(engine: str, dump: Path | str | None, seconds: float) -> Engines:
    """The engines of a name in `ENGINES`, with a limit for all their verdicts together. Raises InputError."""
    if engine not in ENGINES:
        raise InputError(f"no engine {engine!r}: choose {' or '.join(ENGINES)}")
    use_evaluator, solvers = ENGINES[engine]
    return Engines(
        use_evaluator=use_evaluator,
        backends=tuple(isolated(backend_of(name), MEMORY) for name in solvers),
        deadline=seconds,
        work=work_of(seconds),
        dump=None if dump is None else str(dump),
    )
