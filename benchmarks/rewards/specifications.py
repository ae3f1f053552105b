"""A score of a candidate specification for reinforcement learning: does it accept what is right, and refuse the rest?

The share of wrong outputs that a specification refuses is the completeness of S. K. Lahiri (FMCAD 2024,
arXiv:2406.09757), which SpecRL (arXiv:2604.05820) pays; beyond it count whether any other output is accepted at all,
and invalid inputs. docs/rewards.md lists what it pays for, and what tricks earn.

A candidate is text from anybody. It is read and judged in a process of its own, which is kept for the next one, under
limits of processor time and memory that the kernel enforces.

Processes stay warm: each is started once, and replaced when it had to be killed.
"""

import atexit
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from queue import Empty, LifoQueue
from typing import Any, TypeVar

from attrs import asdict, define, evolve, field, frozen

from ...backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits
from ...core.errors import InputError, not_there, unreadable
from ...core.metrics import Score
from ..closest import fields_by_name, options_by_name
from .judging import SpecParts, judged, nothing, singled_out_of
from .reward_limits import LIMITS
from .tests import SpecTests, read_spec_tests

Worked = TypeVar("Worked")
STARTING = RequestLimits(cpu_seconds=60.0, wall_seconds=300.0)
"""For importing what the work needs, before its own limits hold."""


@define(slots=True, eq=False)
class WarmPool:
    """Processes that are kept. Safe for threads; a forked child has a pool of its own."""

    warm_up: Callable[[], None]
    _idle: "LifoQueue[KillableProcess]" = field(factory=LifoQueue, init=False)
    _owner: int = field(factory=os.getpid, init=False)

    def map(
        self, work: Callable[..., Worked], arguments: Iterable[tuple[Any, ...]], bounds: RequestLimits, jobs: int
    ) -> list[Worked | ProcessStopped]:
        """`work(*each)` for each of the arguments, in order, by at most so many processes. Or why one was stopped."""
        listed = list(arguments)
        if min(jobs, len(listed)) < 2:
            return [self._one(work, completion, bounds) for completion in listed]
        with ThreadPoolExecutor(min(jobs, len(listed))) as threads:
            return list(threads.map(lambda completion: self._one(work, completion, bounds), listed))

    def _one(
        self, work: Callable[..., Worked], arguments: tuple[Any, ...], bounds: RequestLimits
    ) -> Worked | ProcessStopped:
        process = self._taken()
        try:
            if not process.is_running:
                process.ask(STARTING, self.warm_up)
            return process.ask(bounds, work, *arguments)
        except ProcessStopped as stopped:
            return stopped
        finally:
            self._idle.put(process)

    def _taken(self) -> KillableProcess:
        if self._owner != os.getpid():  # a forked child must not speak with the processes of its parent
            self._idle, self._owner = LifoQueue(), os.getpid()
            atexit.register(self.close)
        try:
            return self._idle.get_nowait()
        except Empty:
            return KillableProcess(loads=self.warm_up.__module__)

    def close(self) -> None:
        """End the processes. Another call starts others."""
        while self._owner == os.getpid() and not self._idle.empty():
            self._idle.get().close()


TestSource = SpecTests | Path | str | Mapping[str, Any] | Sequence[Any]


@fields_by_name
@frozen(slots=True)
class SpecWeights:
    """How much each part counts; only their proportions matter, and a part without data does not count. `weaker`: the
    share that is left to a candidate which accepts a wrong output, or does not allow an input that it must.

    :raises InputError: for a negative weight, when `complete` is 0, since a specification is paid for what it refuses,
        and for a `weaker` that is no share.
    """

    complete: float = 0.8
    functional: float = 0.1
    rejects: float = 0.1
    weaker: float = 0.05

    def __attrs_post_init__(self) -> None:
        if min(self.complete, self.functional, self.rejects) < 0 or not self.complete:
            raise InputError(f"weights must not be negative, and that of `complete` not 0: {self}")
        if not 0 <= self.weaker <= 1:
            raise InputError(f"`weaker` is a share, from 0 to 1, not {self.weaker}")


@fields_by_name
@frozen(slots=True)
class SpecLimits:
    """What one candidate may take: seconds of work (counted, so that a busy machine changes no verdict) for its tests,
    and as many for what separates it from what is right, after which what is left is undecided; processor time, with
    all solvers, and wall time in seconds and memory in MiB, after which it is stopped. `mutants`: how many wrong
    outputs a test gets, from each of two sets of operators."""

    seconds: float = 1.0
    cpu_seconds: float = 6.0
    wall_seconds: float = 300.0
    memory_mb: int = 1024
    mutants: int = 4


@frozen(slots=True, repr=False)
class SpecReward(SpecParts):
    """The reward of a specification, which is a number (`float(reward)`), and what it is made of.

    `total` is that number and lies in [0, 1]. It is 0 unless every right output is accepted (`correct` is 1); then it
    is the weighted mean of the rates at their lower bounds, so that what is undecided earns nothing:

    - `complete`: wrong outputs that are refused; or `held_out` where that is less: outputs refused on inputs that no
      test has, of each all but one.
    - `functional`: tests on which no other output is accepted (proved), of those that are decided.
    - `rejects`: inputs labelled invalid that the precondition refuses.
    - `domain`, by which all of it is multiplied: of further inputs of a reference, those that are allowed; of all of
      them or of the larger ones, whichever is less.
    - `weaker`: an input with an output that the candidate accepts and must not, or an input that it does not allow and
      must, of any size (docs/rewards.md). Where there is one, the share `SpecWeights.weaker` is left.

    `verdict` says why it earns what it does, `reason` shows it. Rates have their unknowns (`complete.unknowns`).
    """

    weights: SpecWeights = field(kw_only=True)
    total: float = field(kw_only=True)

    def __float__(self) -> float:
        return self.total

    def __repr__(self) -> str:
        return f"SpecReward({self.total:.3f}: {', '.join(f'{name} {value}' for name, value in self.to_dict().items())})"

    def to_dict(self) -> dict[str, float | str | None]:
        """The number and what it is made of, by name: every rate at its lower bound."""
        names = ("correct", "complete", "held_out", "functional", "rejects", "domain")
        rates = {name: getattr(self, name).low for name in names}
        return {"total": self.total, "verdict": self.verdict, "reason": self.reason, "weaker": self.weaker, **rates}


DEFAULT_WEIGHTS = SpecWeights()
DEFAULT_LIMITS = SpecLimits()


@options_by_name
def spec_reward(
    candidate: Path | str,
    tests: TestSource,
    weights: SpecWeights = DEFAULT_WEIGHTS,
    *,
    limits: SpecLimits = DEFAULT_LIMITS,
) -> SpecReward:
    """The reward of one candidate specification: is what is right accepted, and the rest refused?

    :param candidate: the text of a Dafny program, or a chatty answer that holds it; a `Path` is a file to read it from.
        Text is never taken for a path.
    :param tests: see `read_spec_tests`; read once where one `SpecTests` is used for many candidates. Tests in the
        candidate do not count.
    :param weights: how much each part counts.
    :param limits: what the candidate may take.
    :raises InputError: for a Path where no file is, and tests that cannot be used. Whatever is wrong with the
        candidate is a reward of 0 and its `verdict`.
    """
    return spec_rewards([(candidate, tests)], weights, limits=limits)[0]


@options_by_name
def spec_rewards(
    pairs: Iterable[tuple[Path | str, TestSource]],
    weights: SpecWeights = DEFAULT_WEIGHTS,
    *,
    limits: SpecLimits = DEFAULT_LIMITS,
    jobs: int = 1,
) -> list[SpecReward]:
    """The rewards of many candidates, in order, by at most so many processes, which are kept for the next call. Raises
    as `spec_reward` does."""
    given = [(_text(candidate), _tests(tests)) for candidate, tests in pairs]
    bounds = RequestLimits(limits.cpu_seconds, limits.wall_seconds, limits.memory_mb, altogether=limits.cpu_seconds)
    # What a Python function says of the inputs that a candidate singles out is asked here: it is trusted, and the
    # process that reads the candidate is not.
    beside = [place for place, (_, tests) in enumerate(given) if tests.function is not None]
    asked = ((text, tests.beside(())) for text, tests in (given[place] for place in beside))
    first = evolve(bounds, altogether=min(LIMITS.singling_out_seconds, bounds.altogether))
    singled = dict(zip(beside, POOL.map(singled_out_of, asked, first, jobs), strict=True))
    requests = [
        (text, tests.beside(() if isinstance(inputs, ProcessStopped) else inputs), limits.mutants, limits.seconds)
        for place, (text, tests) in enumerate(given)
        for inputs in [singled.get(place, ())]
    ]
    return [paid(each, weights) for each in POOL.map(judged, requests, bounds, jobs)]


def _text(candidate: Path | str) -> str:
    # Text comes from a model, a Path from whoever calls: a completion that names a file must not be that file.
    if isinstance(candidate, str):
        return candidate
    if not isinstance(candidate, Path):
        raise InputError(f"a candidate is text, or the Path of a file, not an object of {type(candidate).__name__}")
    try:
        return candidate.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise unreadable(candidate, error) from None


def _tests(tests: TestSource) -> SpecTests:
    if isinstance(tests, SpecTests):
        return tests
    if isinstance(tests, (str, Path)):
        path = Path(tests)
        try:
            status = path.stat()
        except OSError:
            raise not_there(path) from None
        return _of_file(path, status.st_mtime_ns, status.st_size)
    return read_spec_tests(tests)


@lru_cache(maxsize=256)
def _of_file(path: Path, changed: int, size: int) -> SpecTests:
    return read_spec_tests(path)


def paid(found: SpecParts | ProcessStopped, weights: SpecWeights) -> SpecReward:
    """The reward for what was found of a candidate, or for one that had to be stopped."""
    parts = nothing("stopped", str(found)) if isinstance(found, ProcessStopped) else found
    total = _total(parts, weights) if parts.verdict == "paid" else 0.0
    return SpecReward(**asdict(parts, recurse=False), weights=weights, total=total)


def _total(parts: SpecParts, weights: SpecWeights) -> float:
    """The weighted mean of the parts that there are data for."""
    beyond = parts.held_out.low
    complete = parts.complete.low if beyond is None or parts.complete.low is None else min(parts.complete.low, beyond)
    weighed = (
        (weights.complete, complete),
        (weights.functional, _decided(parts.functional)),
        (weights.rejects, parts.rejects.low),
    )
    known = [(weight, value) for weight, value in weighed if value is not None]
    total = sum(weight * value for weight, value in known) / sum(weight for weight, _ in known)
    if parts.weaker:
        total *= weights.weaker
    return total if parts.domain.low is None else total * parts.domain.low


def _decided(functional: Score) -> float | None:
    """The share of the tests of which it is known whether another output is accepted. Clauses that say the result are
    decided more often than those that describe it, which is no merit."""
    if functional.low is None or functional.n == functional.unknowns:
        return None
    return functional.low * functional.n / (functional.n - functional.unknowns)


def _warm_up() -> None:
    """Judge a candidate, so that everything that judging needs is imported."""
    text = "method M(x: int, s: seq<int>) returns (r: int)\n  ensures r == x + |s|\n"
    judged(text, read_spec_tests({"M": [{"inputs": [1, [2]], "output": 2}]}), 1, 10.0)


POOL = WarmPool(_warm_up)
atexit.register(POOL.close)
