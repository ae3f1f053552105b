"""Runs contracts in the replay worker and survives whatever they do to it."""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn, TypeVar

import attrs
import msgspec

from ....core.errors import InputError, SolverFailure
from ...processes.child import Closing
from ..sandbox.layers import UNSAFE_ADVICE, SandboxUnavailable, unsafe_by_environment
from .confined import WORKER, Channel, ChannelClosed, ConfinedChannel, Silent
from .resting import lay, woken
from .tasks import (
    CallResult,
    Construction,
    DeclaredContract,
    ObjectsWanted,
    Replay,
    ReplayLimits,
    ReplayOutcome,
    ReplayTask,
    shared,
)

A = TypeVar("A")
T = TypeVar("T")
_ArgumentTexts = list[str | None]
"""The texts of arguments, None for one that is left out."""
BATCH = 256
"""Inputs that are sent before their answers are read: a message is paid once for many, and what a lost process has not
answered is sent again. Chosen, not measured."""
BOOT = (
    "import sys, types; package = types.ModuleType('worker'); package.__path__ = [sys.argv[1]]; "
    "sys.modules['worker'] = package; from worker.worker import main; main()"
)
"""What starts the worker without the sandbox: there, as here, it is a module of a package with those beside it."""
MOST_DECLARED = 10_000
"""Constraints of one class."""
GRACE_SECONDS = 5.0
"""What the worker may need beyond the limits of the code it runs, on a busy machine."""


class _Reply(msgspec.Struct):
    """Any answer of the worker: see its documentation."""

    clauses: int | None = None
    error: str | None = None
    line: int | None = None
    malformed: str | None = None
    ended: int | None = None
    outcomes: tuple[ReplayOutcome, ...] | None = None
    exceptions: dict[int, str] = {}
    accepted: bool | None = None
    raised: str | None = None
    raises_first: int | None = None
    reference: bool | None = None
    fails: str | None = None
    seconds: float = 0.0
    value: str | None = None
    after: tuple[str, ...] = ()
    state: str = ""
    built: tuple[str, ...] = ()
    declared: tuple[DeclaredContract, ...] | None = None
    again: bool = False
    late: bool = False


def _result_of(reply: _Reply) -> CallResult:
    return CallResult(reply.value, reply.raised, reply.after)


class Replayer(Closing):
    """Replays inputs of one task at a time in a separate Python process; a context manager.

    The process is in the sandbox, which is replaced when it hangs. A contract that wants to can forge its own outcome,
    but no other. `unsafe`, which the environment can set too (`SPECASSAY_UNSAFE=1`): where the sandbox lacks a layer
    that is required, a process without any, with limited memory and no output, which keeps accidents in check but
    not malice.
    """

    def __init__(self, limits: ReplayLimits | None = None, *, unsafe: bool = False) -> None:
        self.limits = limits or ReplayLimits()
        self.unsafe = unsafe or unsafe_by_environment()
        self._channel: Channel | ConfinedChannel | None = None
        self._task: ReplayTask | None = None
        self._loaded = False
        self._clauses = 0
        self._alone: set[str] = set()  # the keys of modules whose tasks import on their own

    def load(self, task: ReplayTask) -> int:
        """Make `task` the one that `run` replays; return how many clauses its contract has.

        Raises InputError when the contract or the reference implementation cannot be loaded, SolverFailure
        when the worker cannot be started (SandboxUnavailable when it cannot be confined).
        """
        self._unload()
        self._task = task
        self._begin()
        return self._clauses

    def run(self, arguments: Mapping[str, str], *, reference: bool = True) -> Replay:
        """Replay one input: see `run_many`."""
        return self.run_many([arguments], reference=reference)[0]

    def run_many(self, inputs: Iterable[Mapping[str, str]], *, reference: bool = True) -> list[Replay]:
        """Replay inputs, each a mapping of every parameter to the text of a Python literal (which may use the
        names inf, nan, set, frozenset, float, complex, range), with the reference implementation too if asked
        for.

        Of what declares constraints, an argument that is missing is left out.
        Raises InputError for an argument that is missing or no literal, and what `load` raises when the task
        has to be loaded again after a crash.
        """
        rows = [self._row(arguments) for arguments in inputs]

        def replayed(some: Sequence[_ArgumentTexts]) -> list[Replay]:
            request, seconds = {"run": some, "reference": reference}, 2 * self.limits.wall_seconds
            return self._batch(request, len(some), seconds, self._replay, self._lost)

        return self._in_batches(rows, replayed)

    def listing(self) -> tuple[DeclaredContract, ...]:
        """What the module of a loaded task declares: see `ReplayTask.declared`. Raises InputError where there is no
        answer."""
        if not self._loaded:
            self._begin()
        try:
            self._say({"listing": True})
            return self._hear(self.limits.wall_seconds).declared or ()
        except (Silent, ChannelClosed, msgspec.DecodeError) as error:
            self._drop()
            raise InputError(f"{self._task.task_id if self._task else ''}: cannot list its declarations") from error

    def values(self, inputs: Iterable[Mapping[str, str]]) -> list[str | None]:
        """What the reference implementation returns for inputs, as text; None where it does not. Raises as `run_many`
        does."""
        rows = [self._row(arguments) for arguments in inputs]

        def called(some: Sequence[_ArgumentTexts]) -> list[str | None]:
            seconds = self.limits.wall_seconds
            return self._batch({"call": some}, len(some), seconds, lambda reply: reply.value, lambda outcome: None)

        return self._in_batches(rows, called)

    def calls(self, inputs: Iterable[Mapping[str, str]]) -> list[CallResult]:
        """What the reference implementation does on inputs. Raises as `run_many` does."""
        rows = [self._row(arguments) for arguments in inputs]

        def called(some: Sequence[_ArgumentTexts]) -> list[CallResult]:
            seconds = self.limits.wall_seconds
            return self._batch({"call": some}, len(some), seconds, _result_of, lambda outcome: CallResult())

        return self._in_batches(rows, called)

    def construct(self, parameter: str, texts: Sequence[str]) -> list[Construction]:
        """What the text of each argument for a parameter makes."""

        def constructed(some: Sequence[str]) -> list[Construction]:
            # Answered up to the first that ends the process: the caller asks for the rest in another one.
            constructions: list[Construction] = []
            try:
                self._say({"construct": some, "parameter": parameter})
                for _ in some:
                    reply = self._hear(self.limits.wall_seconds)
                    if reply.ended is not None:
                        self._loaded = False
                        death = _death(reply.ended)
                        constructions.append(
                            Construction(f"constructing it ends in a {death}", late=death == "timeout")
                        )
                        break
                    constructions.append(Construction(reply.malformed, reply.state, reply.late))
            except (Silent, ChannelClosed, msgspec.DecodeError):
                self._drop()
                constructions.append(Construction("constructing it does not terminate", late=True))
            return constructions

        return self._in_batches(texts, constructed)

    def build(self, objects_wanted: ObjectsWanted) -> tuple[str, ...]:
        """Expressions for objects of the classes that are asked for; none where that ends the process."""
        if not self._loaded:
            self._begin()
        try:
            self._say({"build": attrs.asdict(objects_wanted)})
            reply = self._hear(2 * self.limits.wall_seconds)
        except (Silent, ChannelClosed, msgspec.DecodeError):
            self._drop()
            return ()
        self._loaded = reply.ended is None
        return reply.built

    def __exit__(self, *exception: object) -> None:
        # Where something was raised, the sandbox may be in the middle of an answer. Not so where a generator is closed
        # that uses this replayer, as nobody wants more of it: that is where it yields.
        if isinstance(self._channel, ConfinedChannel) and exception[0] in (None, GeneratorExit):
            channel, self._channel = self._channel, None
            lay(channel, GRACE_SECONDS)
        self.close()

    def close(self) -> None:
        """End the process. Another `load` starts another."""
        self._loaded, self._task = False, None
        if self._channel is not None:
            self._channel.kill()
            self._channel = None

    def _row(self, arguments: Mapping[str, str]) -> _ArgumentTexts:
        if self._task is None:
            raise InputError("no task is loaded")
        if self._task.declared:
            return [arguments.get(name) for name in self._task.parameters]
        missing = [name for name in self._task.parameters if name not in arguments]
        if missing:
            raise InputError(f"{self._task.task_id}: no argument for {', '.join(missing)}")
        return [arguments[name] for name in self._task.parameters]

    def _in_batches(self, rows: Sequence[T], answered: Callable[[Sequence[T]], list[A]]) -> list[A]:
        """An answer for each row. `answered`: those of some rows, up to the first that ends the process which they run
        in: at least one. The rows after that are run in another one."""
        answers: list[A] = []
        while len(answers) < len(rows):
            if not self._loaded:
                self._begin()
            answers += answered(rows[len(answers) : len(answers) + BATCH])
        return answers

    def _batch(
        self,
        request: object,
        count: int,
        seconds: float,
        read: Callable[[_Reply], A],
        lost: Callable[[ReplayOutcome], A],
    ) -> list[A]:
        """The answers to a request about so many rows, up to the first that ends the process. `seconds`: for each.
        `read` makes an answer of a reply, `lost` one of what became of the process."""
        answers: list[A] = []
        # Invariant: one reply a row, in order, and none beside them. A row that ends the process has the reply that
        # says so, and the rows after it are run in another one: they did nothing yet.
        try:
            self._say(request)
            while len(answers) < count:
                reply = self._hear(seconds)
                if reply.ended is not None:
                    self._loaded = False
                    answers.append(lost(_death(reply.ended)))
                    break
                if reply.malformed is not None:
                    self._refuse(reply.malformed, rest=count - len(answers) - 1)
                answers.append(read(reply))
        except Silent:
            self._drop()
            answers.append(lost("timeout"))
        except (ChannelClosed, msgspec.DecodeError):
            self._drop()
            answers.append(lost("crash"))
        return answers

    def _replay(self, reply: _Reply) -> Replay:
        if reply.outcomes is None or len(reply.outcomes) != self._clauses:
            raise msgspec.DecodeError("the outcomes are not those of the clauses")
        return Replay(
            outcomes=reply.outcomes,
            exceptions=reply.exceptions,
            accepted=reply.accepted,
            raised=reply.raised,
            raises_first=reply.raises_first,
            runs_without_contract=reply.reference,
            fails=reply.fails,
            seconds=self._seconds(reply),
        )

    def _seconds(self, reply: _Reply) -> float:
        """The processor time that the worker says an input took: what runs there may say anything, and no input takes
        more than what it is allowed twice, with its contract and without."""
        return min(max(reply.seconds, 0.0), 2 * self.limits.cpu_seconds)

    def _refuse(self, reason: str, rest: int) -> NoReturn:
        """Say that an argument is none. `rest`: how many replies are still to come, which nobody will read."""
        # The replies to other rows are under way: read by the next request, they would be taken for its own.
        if rest:
            self._drop()
        raise InputError(f"{self._task.task_id if self._task else ''}: {reason}")

    def _lost(self, outcome: ReplayOutcome) -> Replay:
        return Replay(outcomes=(outcome,) * self._clauses, seconds=self.limits.cpu_seconds)

    def _begin(self) -> None:
        """Load the task in a new process."""
        assert self._task is not None
        try:
            reply = self._ask_to_load(self._task)
            if reply.error is not None:
                self._hear(GRACE_SECONDS)  # that the task's process has ended
        except (Silent, msgspec.DecodeError) as error:
            self._drop()
            raise InputError(f"{self._task.task_id}: loading does not terminate") from error
        except (ChannelClosed, OSError) as error:
            self._drop()
            raise SolverFailure(f"the replay worker does not run: {sys.executable} does not start {WORKER}") from error
        if reply.error is not None:
            where = "" if reply.line is None else f" (line {reply.line})"
            raise InputError(f"{self._task.task_id}: {reply.error}{where}")
        most = MOST_DECLARED if self._task.declared else len(self._task.contract_text)
        if reply.clauses is None or not 0 <= reply.clauses <= most:
            raise InputError(f"{self._task.task_id}: loading ends in a {_death(reply.ended or 0)}")
        self._clauses, self._loaded = reply.clauses, True

    def _ask_to_load(self, task: ReplayTask) -> _Reply:
        """What becomes of loading a task. What others of its module import, too, is imported once for all of them where
        that can be. Raises what starting a process and speaking to it raise."""
        common = shared(task)
        # A process that has imported what tasks of a module share forks one for each task. Where that cannot be
        # done, as an import raises, the worker says `again`, and from then on each task imports for itself.
        if common is not None and common.key in self._alone:
            common = None
        key, imports = (common.key, common.text) if common else ("", "")
        request = {"load": attrs.asdict(task), "limits": attrs.asdict(self.limits), "imports": imports}
        self._channel = self._opened(task)
        self._channel.begin(json.dumps(request).encode("ascii"), GRACE_SECONDS, key)
        seconds = self.limits.import_seconds if task.search_path else self.limits.wall_seconds
        reply = self._hear(seconds if common is None else 2 * seconds)
        if not reply.again:
            return reply
        self._hear(GRACE_SECONDS)  # that this process has ended
        self._alone.add(key)
        return self._ask_to_load(task)

    def _opened(self, task: ReplayTask) -> Channel | ConfinedChannel:
        """A channel to a worker that can import what the task needs. Raises SandboxUnavailable, OSError."""
        channel = self._channel
        worker_needs = task.classes, task.libraries, task.search_path, task.python
        # A sandbox shows only what it was started with: for another task it may lack files.
        if isinstance(channel, ConfinedChannel) and not channel.provides(*worker_needs):
            channel.kill()
            channel = None
        if channel is not None:
            return channel
        try:
            confined = woken(*worker_needs) or ConfinedChannel(*worker_needs)
            if not confined.guest.layers.missing:
                return confined
            confined.kill()
            reason = f"no {', no '.join(confined.guest.layers.missing)}"
        except SandboxUnavailable as error:
            reason = str(error)
        # Outside of a sandbox nothing runs unless somebody has asked for it.
        if not self.unsafe:
            raise SandboxUnavailable(f"contracts cannot be confined here: {reason}; {UNSAFE_ADVICE}")
        return Channel([task.python or sys.executable, "-I", "-c", BOOT, str(WORKER.parent)])

    def _unload(self) -> None:
        if not self._loaded:
            return
        self._loaded = False
        try:
            self._say({"end": True})
            ended = self._hear(0).ended is not None
        except (Silent, ChannelClosed, msgspec.DecodeError):
            ended = False
        if not ended:
            self._drop()

    def _drop(self) -> None:
        """Kill the worker; the next use starts another."""
        self._loaded = False
        if self._channel is not None:
            self._channel.kill()
            self._channel = None

    def _say(self, request: object) -> None:
        assert self._channel is not None
        self._channel.send(json.dumps(request).encode("ascii"), GRACE_SECONDS)

    def _hear(self, seconds: float) -> _Reply:
        assert self._channel is not None
        return msgspec.json.decode(self._channel.receive(seconds + GRACE_SECONDS), type=_Reply)


def _death(status: int) -> ReplayOutcome:
    """Why a process ended, by its wait status."""
    return "timeout" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU else "crash"
