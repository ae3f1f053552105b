"""Our verdicts beside the real verifier's, on the same Hoare triples, and of inputs that violate preconditions: is each
clause what we say on each input?"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from ..backends.dafny.process import VerifierLimits, find_dafny
from ..backends.solvers.engines import engines_of
from ..core.deciding.clauses import ClauseVerdict
from ..core.errors import SpecassayError
from ..core.ir.contracts import Program
from ..core.language import ReadingOptions
from ..core.language.scoring import DEFAULT, Scoring, read_examples
from ..core.spec_testing.making import made_examples
from ..core.spec_testing.score import score_program
from ..core.spec_testing.triples import Options
from ..core.spec_testing.violating_inputs import Violations
from ..frontends.dafny import DAFNY
from ..frontends.show import show
from .verifier.declarations import sources_of
from .verifier.harness_limits import LIMITS as HARNESS
from .verifier.run import Job, VerifierAnswer, VerifierAnswers, VerifierStatus, ask_all
from .verifier.triple import Triple, triples_of

_CONTRADICTIONS: frozenset[tuple[ClauseVerdict, VerifierStatus]] = frozenset(
    {("holds", "refuted"), ("refuted", "verified")}
)
LIMITS = VerifierLimits()


@frozen(slots=True)
class Subject:
    """A file to check, and the folder from which it may include others: its own if None."""

    file: Path
    root: Path | None = None


@frozen(slots=True)
class CheckedTriple:
    """A triple with our verdict and the verifier's answer."""

    triple: Triple
    answer: VerifierAnswer

    @property
    def disagrees(self) -> bool:
        """Whether both are definite and differ."""
        return (self.triple.verdict, self.answer.status) in _CONTRADICTIONS

    def explained(self) -> str:
        """Both verdicts, the triple in the intermediate representation and the harness, as people read them."""
        lines = [f"{self.triple.label}: we say {self.triple.verdict}, the verifier says {self.answer.status}"]
        lines.extend(f"  {name} = {value!r}" for name, value in self.triple.values.items())
        for condition in self.triple.clauses:
            shown = "not lowered" if condition.term is None else show(condition.term)
            lines.append(f"  {condition.clause.kind} {shown}  ({condition.clause.span})")
        return "\n".join([*lines, "  the harness:", *(f"    {line}" for line in self.answer.harness.splitlines())])


@frozen(slots=True)
class FileCheck:
    """The triples of one file, and what asking about them took. `problem`: why there are none, if something failed."""

    file: Path
    checked: tuple[CheckedTriple, ...]
    calls: int = 0
    seconds: float = 0.0
    problem: str = ""

    @property
    def definite(self) -> bool:
        """Whether there are triples, and the verifier has a definite answer on each."""
        return bool(self.checked) and all(triple.answer.definite for triple in self.checked)


@frozen(slots=True)
class CrossCheck:
    """The agreement of our engines with a verifier. `version` is the verifier's."""

    version: str
    files: tuple[FileCheck, ...]

    @property
    def checked(self) -> Iterator[CheckedTriple]:
        for file in self.files:
            yield from file.checked

    @property
    def matrix(self) -> dict[tuple[ClauseVerdict, VerifierStatus], int]:
        """(our verdict, the verifier's) → how many triples."""
        return dict(Counter((triple.triple.verdict, triple.answer.status) for triple in self.checked))

    @property
    def disagreements(self) -> tuple[CheckedTriple, ...]:
        return tuple(triple for triple in self.checked if triple.disagrees)

    @property
    def calls(self) -> int:
        """How often the verifier was called."""
        return sum(file.calls for file in self.files)

    @property
    def seconds(self) -> float:
        """The time of all calls, as if one followed the other."""
        return sum(file.seconds for file in self.files)


def cross_check(
    subjects: Iterable[Subject],
    scoring: Scoring = DEFAULT,
    *,
    program: str = "dafny",
    limits: VerifierLimits = LIMITS,
    processes: int = HARNESS.processes,
    step: Callable[[], None] = lambda: None,
) -> CrossCheck:
    """Score Dafny files as `run.score_file` does, and ask the verifier called `program` about every triple.

    The root is that of each subject, and no query is kept. `limits` hold for each of the verifier's methods,
    `processes` of it run at a time, and `step` is called after each file.
    Raises SolverFailure where there is no verifier, and InputError for an unknown engine or operator set; a file
    that cannot be read has a `problem` instead.
    """
    verifier = find_dafny(program)
    scoring = evolve(scoring, dump=None)
    scoring.options(DAFNY, engines_of)
    subjects = list(subjects)
    prepared: list[Job | str] = []
    for subject in subjects:
        options = evolve(scoring.options(DAFNY, engines_of), functional=False)  # The time of this file starts now.
        prepared.append(_job(subject, scoring, options))
    jobs = [job for job in prepared if isinstance(job, Job)]
    answers = ask_all(jobs, verifier, limits, processes)
    return CrossCheck(verifier.version, tuple(_files(subjects, prepared, answers, step)))


def _files(
    subjects: Iterable[Subject],
    prepared: Iterable[Job | str],
    answers: Iterator[VerifierAnswers],
    step: Callable[[], None],
) -> Iterator[FileCheck]:
    for subject, job in zip(subjects, prepared, strict=True):
        if isinstance(job, str):
            yield FileCheck(subject.file, (), problem=job)
        else:
            found = next(answers)
            checked = (CheckedTriple(*pair) for pair in zip(job.triples, found.answers, strict=True))
            yield FileCheck(subject.file, tuple(checked), found.calls, found.seconds)
        step()


def _job(subject: Subject, scoring: Scoring, options: Options) -> Job | str:
    """The triples of a file, or why there are none."""
    task = subject.file.stem
    try:
        reading = ReadingOptions(subject.root, scoring.reading.dialect)
        program, examples = read_examples(subject.file, DAFNY, scoring.tests, reading)
        if scoring.made != 0:
            examples = examples.joined(made_examples(program, examples, scoring.made, options.engines, DAFNY))
        scores = score_program(program, examples, options, task)
        sources = sources_of(program)
    except (SpecassayError, OSError, UnicodeDecodeError) as error:
        return str(error)
    triples = [triple for score in scores for triple in triples_of(score, program, task)]
    return Job(triples, sources)


@frozen(slots=True)
class ViolationChecks:
    """The violations found in the methods of a file."""

    file: Path
    program: Program
    violations: Sequence[Violations]


def cross_check_violations(
    files: Sequence[ViolationChecks],
    *,
    program: str = "dafny",
    limits: VerifierLimits = LIMITS,
    processes: int = HARNESS.processes,
) -> CrossCheck:
    """Ask the verifier called `program` about every clause on every violating input. Raises SolverFailure where there
    is no verifier, OSError for a file that is gone."""
    verifier = find_dafny(program)
    jobs = [Job(list(_triples(file)), sources_of(file.program)) for file in files]
    answers = ask_all(jobs, verifier, limits, processes)
    checked = (
        FileCheck(checks.file, tuple(map(CheckedTriple, job.triples, answer.answers)), answer.calls, answer.seconds)
        for checks, job, answer in zip(files, jobs, answers, strict=True)
    )
    return CrossCheck(verifier.version, tuple(checked))


def _triples(found: ViolationChecks) -> Iterable[Triple]:
    for violations in found.violations:
        yield from _triples_of(violations, found.program)


def _triples_of(violations: Violations, program: Program) -> Iterator[Triple]:
    """Yield a triple for each violating input and clause: the clause holds, or is refuted."""
    specification = violations.specification
    for verdict in violations.verdicts:
        seen = violations.observations.get(verdict.target)
        if verdict.arguments is None or seen is None:
            continue
        for index, condition in enumerate(violations.clauses):
            violated = index in seen.violated
            yield Triple(
                f"{specification.name}/violates {sorted(verdict.target)}/clause {index}",
                program,
                specification,
                verdict.arguments,
                {},
                (condition,),
                "refuted" if violated else "holds",
                (0,) if violated else (),
                seen.how.get(index) == "undefined",
            )
