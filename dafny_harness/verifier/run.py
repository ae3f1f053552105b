"""Asking the verifier: many queries about one program in one file, each answered by itself."""

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Literal

from attrs import define, evolve, frozen

from ...backends.dafny.process import START_SECONDS, Finished, Verifier, VerifierLimits, VerifierReport, run_limited
from ...core.errors import Unsupported
from .declarations import Sources
from .emit import Direction, Form, Harness, Methods, VerifierQuery, check_of, declarations, harness, methods, name_of
from .harness_limits import LIMITS
from .triple import Triple

VerifierStatus = Literal["verified", "refuted", "unknown", "timeout", "vacuous", "rejected", "error"]
"""`verified`: the postcondition, `refuted`: its negation; both only where `assert false` does not verify. `vacuous`: it
does, and the proof says nothing. `rejected`: the verifier does not read the harness, or none can be written. `error`:
the verifier broke."""

FILE = "harness.dfy"
_GRAVITY: tuple[VerifierStatus, ...] = ("rejected", "unknown", "timeout", "vacuous", "error")
"""Attempts without a proof: the later says more."""


@frozen(slots=True)
class VerifierAnswer:
    """What the verifier says about a triple. `harness` is a file that asks for the status alone, `seconds` the
    verifier's own time for it."""

    status: VerifierStatus
    message: str = ""
    harness: str = ""
    seconds: float = 0.0

    @property
    def definite(self) -> bool:
        return self.status in ("verified", "refuted")


NOT_ASKED = VerifierAnswer("timeout", "the time for all triples had run out before this one")


@frozen(slots=True)
class Job:
    """Triples of one program, and its files."""

    triples: Sequence[Triple]
    sources: Sources


@frozen(slots=True)
class VerifierAnswers:
    """One answer for each triple. `calls` of the verifier took `seconds` in all."""

    answers: tuple[VerifierAnswer, ...]
    calls: int
    seconds: float


def ask_all(
    jobs: Iterable[Job], verifier: Verifier, limits: VerifierLimits, processes: int = LIMITS.processes
) -> Iterator[VerifierAnswers]:
    """The answers to jobs, in order; `processes` at a time. Closing the iterator kills what still runs."""
    stop = Event()
    with ThreadPoolExecutor(processes) as pool:
        try:
            yield from pool.map(lambda job: ask(job, verifier, limits, stop), jobs)
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def ask(
    job: Job, verifier: Verifier, limits: VerifierLimits, stop: Event | None = None, deadline: float = math.inf
) -> VerifierAnswers:
    """Ask about triples: whether our verdict on each verifies; where it does not, whether its negation does.

    Once `stop` is set, and at the `deadline` (of `time.monotonic`), the verifier is killed, and what it has not
    answered is a timeout."""
    asking = _Asking(job, verifier, limits, stop or Event(), deadline)
    found: dict[int, VerifierAnswer] = {}
    for attempt in _ATTEMPTS:
        if asking.over:
            break
        # Each attempt is for what the earlier ones left open.
        pending = {
            number: query
            for number, triple in enumerate(job.triples)
            if _worth_trying(attempt, found.get(number)) and (query := _query(triple, attempt)) is not None
        }
        for number, answer in asking.ask(pending, attempt.form).items():
            found[number] = _graver(found.get(number), answer)
    answers = tuple(found.get(number, NOT_ASKED) for number in range(len(job.triples)))
    return VerifierAnswers(answers, asking.calls, asking.seconds)


@frozen(slots=True)
class _Attempt:
    """One way to ask: for our verdict or its negation, in a form, with the instances of quantifiers or without."""

    form: Form
    instances: bool = True
    negation: bool = False


_ATTEMPTS = (
    _Attempt("source", instances=False),
    _Attempt("source"),
    _Attempt("printed"),
    _Attempt("source", negation=True),
    _Attempt("printed", negation=True),
)


def _worth_trying(attempt: _Attempt, before: VerifierAnswer | None) -> bool:
    if before is None:
        return True
    if before.status == "rejected":
        return attempt.form == "printed"
    if before.status == "vacuous":
        return False  # What contradicts itself does so in every form.
    # Printing helps a verifier that does not read the source, and no other.
    return not before.definite and attempt.form == "source"


def _query(triple: Triple, attempt: _Attempt) -> VerifierQuery | None:
    negation = attempt.negation
    direction: Direction = "refuted" if (triple.verdict == "refuted") is not negation else "holds"
    if direction == "holds" and any(binder.name not in triple.witness for binder in triple.unknowns):
        return None  # It takes a witness to prove that there is one.
    if direction == "refuted" and not negation and triple.blamed:
        triple = triple.about(triple.blamed[:1])
    total = direction == "refuted" and (negation or triple.partial)
    return VerifierQuery(triple, direction, attempt.form, total=total, instances=attempt.instances)


def _graver(before: VerifierAnswer | None, now: VerifierAnswer) -> VerifierAnswer:
    if before is None or now.definite or _GRAVITY.index(now.status) >= _GRAVITY.index(before.status):
        return now
    return before


@define(slots=True)
class _Asking:
    """The calls of the verifier for one job."""

    job: Job
    verifier: Verifier
    limits: VerifierLimits
    stop: Event
    deadline: float
    calls: int = 0
    seconds: float = 0.0

    @property
    def over(self) -> bool:
        """Whether no more calls are wanted."""
        return self.stop.is_set() or time.monotonic() >= self.deadline

    def ask(self, queries: Mapping[int, VerifierQuery], form: Form) -> dict[int, VerifierAnswer]:
        """Answers to queries of one form; none for those that cannot be asked in it."""
        found: dict[int, VerifierAnswer] = {}
        if not queries:
            return found
        try:
            # Declarations are common to all queries of a form: if they cannot be written, no query of the form can be
            # asked.
            declared = declarations(self.job.triples, form, self.verifier.dialect, self.job.sources)
        except Unsupported as problem:
            return {number: VerifierAnswer("rejected", str(problem)) for number in queries}
        if declared is None:
            return found
        written: dict[str, Methods] = {}
        for number, query in queries.items():
            try:
                written[name_of(number)] = methods(name_of(number), query)
            except Unsupported as problem:
                found[number] = VerifierAnswer("rejected", str(problem))
        by_name: dict[str, VerifierAnswer] = {}
        for names in _batches(list(written)):
            by_name.update(self._proved({name: written[name] for name in names}, declared))
        for number, query in queries.items():
            if name_of(number) in by_name:
                found[number] = _directed(by_name[name_of(number)], query.direction)
        return found

    def _proved(self, asked: Mapping[str, Methods], declared: str) -> dict[str, VerifierAnswer]:
        """Query → its answer: `verified` where its method verifies and its vacuity check does not."""
        texts = {name: pair.query for name, pair in asked.items()}
        checks = {check_of(name): pair.vacuity for name, pair in asked.items()}
        answers = self._verify({**texts, **checks}, declared, self.limits)
        found = {}
        for name in asked:
            answer = answers[name]
            if answer.status == "verified":
                answer = _sound(answer, answers[check_of(name)])
            both = {name: texts[name], check_of(name): checks[check_of(name)]}
            found[name] = evolve(answer, harness=harness(both, declared).text)
        return found

    def _verify(self, texts: Mapping[str, str], declared: str, limits: VerifierLimits) -> dict[str, VerifierAnswer]:
        """Which methods of a file verify. Those that it does not say of a file of many are asked about alone."""
        if not texts:
            return {}
        if self.over:
            return dict.fromkeys(texts, NOT_ASKED)
        file = harness(texts, declared)
        finished = self._call(file.text, len(texts), limits)
        report = self.verifier.dialect.read(finished.output)
        if not report.finished and not finished.stopped and report.errors:
            return self._without_rejected(texts, declared, file, report, limits)
        found = {name: _read(name, file, report, limits) for name in texts if name in report.methods}
        left = [name for name in texts if name not in found]
        # One method that the verifier does not end may keep it from answering for the others.
        if len(texts) > 1:
            for name in left:
                found.update(self._verify({name: texts[name]}, declared, limits))
        elif left:
            found[left[0]] = NOT_ASKED if self.over else _unsaid(finished)
        return found

    def _without_rejected(
        self, texts: Mapping[str, str], declared: str, file: Harness, report: VerifierReport, limits: VerifierLimits
    ) -> dict[str, VerifierAnswer]:
        """The verifier does not read the file: only the methods where it says so, or all."""
        found: dict[str, VerifierAnswer] = {}
        for error in report.errors:
            guilty = file.method_at(error.line)
            for name in texts if guilty is None else (guilty,):
                found.setdefault(name, VerifierAnswer("rejected", error.text))
        left = {name: text for name, text in texts.items() if name not in found}
        return {**found, **self._verify(left, declared, limits)}

    def _call(self, text: str, queries: int, limits: VerifierLimits) -> Finished:
        limit = START_SECONDS + queries * (limits.seconds + 1)
        limit = max(0.0, min(limit, self.deadline - time.monotonic()))
        with TemporaryDirectory(prefix="specassay-") as folder:
            Path(folder, FILE).write_text(text, encoding="utf-8")
            command = self.verifier.dialect.command(self.verifier.executable, FILE, limits)
            finished = run_limited(command, limit, folder, self.stop)
        self.calls += 1
        self.seconds += finished.seconds
        return finished


def _read(name: str, file: Harness, report: VerifierReport, limits: VerifierLimits) -> VerifierAnswer:
    """`verified` or why not."""
    method = report.methods[name]
    first, last = file.spans[name]
    message = "; ".join(dict.fromkeys(error.text for error in report.errors if first <= error.line <= last))
    match method.outcome:
        case "verified":
            return VerifierAnswer("verified", seconds=method.seconds)
        case "timeout":
            return VerifierAnswer("timeout", message, seconds=method.seconds)
        case "errors" if method.seconds >= limits.seconds:
            # Boogie reports what its solver gave up on as a violation.
            return VerifierAnswer("timeout", message, seconds=method.seconds)
        case "errors":
            return VerifierAnswer("unknown", message, seconds=method.seconds)
        case "other":
            return VerifierAnswer("unknown", "the verifier gave no result", seconds=method.seconds)


def _sound(proof: VerifierAnswer, check: VerifierAnswer) -> VerifierAnswer:
    """What a proof is worth, given what became of its vacuity check."""
    seconds = proof.seconds + check.seconds
    match check.status:
        case "verified":
            return VerifierAnswer("vacuous", "assert false verifies", seconds=seconds)
        case "unknown" | "timeout" if check is not NOT_ASKED:
            return evolve(proof, seconds=seconds)
        case "timeout":
            return NOT_ASKED
        case _:
            return VerifierAnswer("error", f"the vacuity check: {check.status}: {check.message}", seconds=seconds)


def _unsaid(finished: Finished) -> VerifierAnswer:
    """The answer about the only method of a file, of which nothing was said."""
    if finished.stopped:
        return VerifierAnswer("timeout", "stopped at the time limit")
    return VerifierAnswer("error", " ".join(finished.output.strip().splitlines()[-3:]))


def _directed(answer: VerifierAnswer, direction: Direction) -> VerifierAnswer:
    if answer.status == "verified" and direction == "refuted":
        return evolve(answer, status="refuted")
    return answer


def _batches(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), LIMITS.queries):
        yield names[start : start + LIMITS.queries]
