"""Asking the verifier: many questions about one program in one file, each answered by itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from attrs import define, evolve, field, frozen

from ...core.errors import Unsupported
from .emit import (
    VACUITY_SECONDS,
    Direction,
    Form,
    Harness,
    Question,
    check_of,
    declarations,
    harness,
    methods,
    name_of,
)
from .find import START_SECONDS, Verifier
from .process import Finished, run_limited
from .report import Limits, Report
from .triple import Triple

Status = Literal["verified", "refuted", "unknown", "timeout", "vacuous", "rejected", "error"]
"""`verified`: the postcondition, `refuted`: its negation; both only where `assert false` does not verify. `vacuous`: it
does, and the proof says nothing. `rejected`: the verifier does not read the harness, or none can be written. `error`:
the verifier broke."""

PROCESSES = 2
MOST_QUESTIONS = 40
"""Questions in one file."""
FILE = "harness.dfy"
_GRAVITY: tuple[Status, ...] = ("rejected", "unknown", "timeout", "vacuous", "error")
"""Attempts without a proof: the later says more."""


@frozen(slots=True)
class Answer:
    """What the verifier says about a triple. `harness` is a file that asks for the status alone, `seconds` the
    verifier's own time for it."""

    status: Status
    message: str = ""
    harness: str = ""
    seconds: float = 0.0

    @property
    def definite(self) -> bool:
        return self.status in ("verified", "refuted")


@frozen(slots=True)
class Job:
    """Triples of one program and the lines of its source."""

    triples: Sequence[Triple]
    source: Sequence[str]


@frozen(slots=True)
class Answers:
    """One answer for each triple. `calls` of the verifier took `seconds` in all."""

    answers: tuple[Answer, ...]
    calls: int
    seconds: float


def ask_all(jobs: Iterable[Job], verifier: Verifier, limits: Limits, processes: int = PROCESSES) -> Iterator[Answers]:
    """The answers to jobs, in order; `processes` at a time."""
    with ThreadPoolExecutor(processes) as pool:
        yield from pool.map(lambda job: ask(job, verifier, limits), jobs)


def ask(job: Job, verifier: Verifier, limits: Limits) -> Answers:
    """Ask about triples: whether our verdict on each verifies; where it does not, whether its opposite does."""
    asking = _Asking(job, verifier, limits)
    found: dict[int, Answer] = {}
    for opposite in (False, True):
        for form in _FORMS:
            pending = {
                number: question
                for number, triple in enumerate(job.triples)
                if number not in found or not found[number].definite
                if (question := _question(triple, form, opposite)) is not None
            }
            if form == "printed" and not opposite:
                # Printing helps where the verifier does not read the source.
                pending = {n: q for n, q in pending.items() if n not in found or found[n].status == "rejected"}
            for number, answer in asking.ask(pending, form).items():
                found[number] = _graver(found.get(number), answer)
    answers = tuple(found.get(number, Answer("rejected")) for number in range(len(job.triples)))
    return Answers(answers, asking.calls, asking.seconds)


_FORMS: tuple[Form, ...] = ("source", "printed")


def _question(triple: Triple, form: Form, opposite: bool) -> Question | None:
    direction: Direction = "refuted" if (triple.verdict == "refuted") is not opposite else "holds"
    if direction == "holds" and any(binder.name not in triple.witness for binder in triple.unknowns):
        return None  # It takes a witness to prove that there is one.
    if direction == "refuted" and not opposite and triple.blamed:
        triple = triple.about(triple.blamed[:1])
    return Question(triple, direction, form, total=direction == "refuted" and (opposite or triple.partial))


def _graver(before: Answer | None, now: Answer) -> Answer:
    if before is None or now.definite or _GRAVITY.index(now.status) >= _GRAVITY.index(before.status):
        return now
    return before


@define(slots=True)
class _Asking:
    """The calls of the verifier for one job."""

    job: Job
    verifier: Verifier
    limits: Limits
    calls: int = 0
    seconds: float = 0.0

    def ask(self, questions: Mapping[int, Question], form: Form) -> dict[int, Answer]:
        """Answers to questions of one form; none for those that cannot be asked in it."""
        found: dict[int, Answer] = {}
        if not questions:
            return found
        try:
            declared = declarations(self.job.triples, form, self.verifier.dialect, self.job.source)
        except Unsupported as problem:
            return {number: Answer("rejected", str(problem)) for number in questions}
        if declared is None:
            return found
        written: dict[str, dict[str, str]] = {}
        for number, question in questions.items():
            try:
                written[name_of(number)] = methods(name_of(number), question)
            except Unsupported as problem:
                found[number] = Answer("rejected", str(problem))
        by_name: dict[str, Answer] = {}
        for names in _batches(list(written)):
            by_name.update(self._batch({name: written[name] for name in names}, declared))
        for number, question in questions.items():
            if name_of(number) in by_name:
                found[number] = _directed(by_name[name_of(number)], question.direction)
        return found

    def _batch(self, asked: Mapping[str, Mapping[str, str]], declared: str) -> dict[str, Answer]:
        """By name of a question: `verified` where its method verifies, whatever it asks."""
        file = harness({name: text for pair in asked.values() for name, text in pair.items()}, declared)
        finished = self._call(file.text, len(asked))
        report = self.verifier.dialect.read(finished.output)
        if not report.finished and not finished.stopped and report.errors:
            return self._without_rejected(asked, declared, file, report)
        found = {}
        for name in asked:
            if report.finished or (name in report.methods and check_of(name) in report.methods):
                found[name] = evolve(self._read(name, file, report), harness=_alone(asked[name], declared))
        left = {name: pair for name, pair in asked.items() if name not in found}
        if len(asked) == 1:
            status: Status = "timeout" if finished.stopped else "error"
            return {**found, **{name: Answer(status, _tail(finished), file.text) for name in left}}
        for name, pair in left.items():
            found.update(self._batch({name: pair}, declared))
        return found

    def _without_rejected(
        self, asked: Mapping[str, Mapping[str, str]], declared: str, file: Harness, report: Report
    ) -> dict[str, Answer]:
        """The verifier does not read the file: only the methods where it says so, or all."""
        found: dict[str, Answer] = {}
        for error in report.errors:
            guilty = file.method_at(error.line)
            for name, pair in asked.items():
                if guilty is None or guilty in pair:
                    found.setdefault(name, Answer("rejected", error.text, _alone(pair, declared)))
        left = {name: pair for name, pair in asked.items() if name not in found}
        return {**found, **self._batch(left, declared)} if left else found

    def _call(self, text: str, questions: int) -> Finished:
        limit = START_SECONDS + questions * (self.limits.seconds + VACUITY_SECONDS + 1)
        with TemporaryDirectory(prefix="specassay-") as folder:
            Path(folder, FILE).write_text(text, encoding="utf-8")
            command = self.verifier.dialect.command(self.verifier.executable, FILE, self.limits)
            finished = run_limited(command, limit, folder)
        self.calls += 1
        self.seconds += finished.seconds
        return finished

    def _read(self, name: str, file: Harness, report: Report) -> Answer:
        """The answer for a method: it must verify, and its vacuity check must not."""
        one, check = report.methods.get(name), report.methods.get(check_of(name))
        if one is None or check is None:
            return Answer("error", "the verifier does not mention the method")
        first, last = file.spans[name]
        message = "; ".join(dict.fromkeys(error.text for error in report.errors if first <= error.line <= last))
        match one.outcome:
            case "verified" if check.outcome == "verified":
                return Answer("vacuous", "assert false verifies", seconds=one.seconds)
            case "verified":
                return Answer("verified", seconds=one.seconds)
            case "timeout":
                return Answer("timeout", message, seconds=one.seconds)
            case "errors" if one.seconds >= self.limits.seconds:
                # Boogie reports what its solver gave up on as a violation.
                return Answer("timeout", message, seconds=one.seconds)
            case "errors":
                return Answer("unknown", message, seconds=one.seconds)
            case outcome:
                return Answer("unknown", f"outcome: {outcome}", seconds=one.seconds)


def _alone(pair: Mapping[str, str], declared: str) -> str:
    return harness(pair, declared).text


def _directed(answer: Answer, direction: Direction) -> Answer:
    if answer.status == "verified" and direction == "refuted":
        return evolve(answer, status="refuted")
    return answer


def _tail(finished: Finished) -> str:
    lines = finished.output.strip().splitlines()
    return "stopped at the time limit" if finished.stopped else " ".join(lines[-3:])


def _batches(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), MOST_QUESTIONS):
        yield names[start : start + MOST_QUESTIONS]
