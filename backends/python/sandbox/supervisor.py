"""Runs samples in the sandbox, and survives whatever they do."""

from collections.abc import Iterable, Sequence

from attrs import evolve

from ....core.errors import InputError
from ...processes.child import Closing
from .launch import ANSWER_SECONDS, Gone, Guest, Installation
from .layers import UNSAFE_ADVICE, Layers, SandboxUnavailable, unsafe_by_environment
from .protocol import CallLimits, CallOutcome, Run, SandboxCall, SandboxLimits, call_of
from .session import Ended, SandboxSession
from .session import decoded as with_value


class SandboxedProgram:
    """A program in a process of its own, which is asked for one call after the other; ends with `close`. When the
    sandbox itself is lost, that is the program's crash."""

    def __init__(self, sandbox: "Sandbox", session: SandboxSession) -> None:
        self._sandbox, self._session = sandbox, session

    @property
    def load(self) -> CallOutcome | None:
        """Why the code was not loaded, None when it was."""
        return self._session.load

    @property
    def alive(self) -> bool:
        """Whether it can be called."""
        return self._session.ended is None

    def call(self, call: SandboxCall, limits: CallLimits | None = None) -> CallOutcome:
        """What becomes of the next call under these limits (by default those of every call). Values are left as bytes,
        `encoded`: `guest.decoding.decode` reads them, or raises Malformed."""
        try:
            return self._session.call(call, limits)
        except Gone as gone:
            return self._lost(gone)
        except BaseException:
            self._sandbox.close()  # whatever it is doing, nobody will hear of it
            raise

    def spent(self) -> float:
        """The processor time that the process has taken until now, in seconds."""
        try:
            return self._session.spent()
        except Gone as gone:
            self._lost(gone)
            return 0.0

    def close(self) -> Ended:
        """End it; what it took."""
        try:
            return self._session.close()
        except Gone as gone:
            self._lost(gone)
        assert self._session.ended is not None
        return self._session.ended

    def _lost(self, gone: Gone) -> CallOutcome:
        self._sandbox.close()
        return self._session.abandon(str(gone))


class Sandbox(Closing):
    """Runs samples one at a time, each in a process of its own; a context manager. Not for two threads at once.

    `unsafe`: go on without the layers that are required and missing, as SPECASSAY_UNSAFE=1 says too. `installation`:
    another interpreter to run samples with. Raises SandboxUnavailable when samples cannot be confined.
    """

    def __init__(
        self, limits: SandboxLimits | None = None, unsafe: bool = False, *, installation: Installation | None = None
    ) -> None:
        self.limits = limits or SandboxLimits()
        self.unsafe = unsafe or unsafe_by_environment()
        self.installation = installation
        self._guest: Guest | None = None
        self._names: set[str] = set()
        self._start()

    @property
    def layers(self) -> Layers:
        """The layers that are on. Raises SandboxUnavailable."""
        return self._start().layers

    def close(self) -> None:
        """End the process inside. Another `run` starts another."""
        self._names.clear()
        if self._guest is not None:
            self._guest.kill()
            self._guest = None

    def open(
        self, code: str, entry_point: str, names: Iterable[str] = (), limits: SandboxLimits | None = None
    ) -> SandboxedProgram:
        """Load a program in a process of its own. `names`: those that its calls will use, `SandboxCall.names`. The
        program before has to be closed.

        Raises InputError where these names are not at hand, SandboxUnavailable when the sandbox cannot be started.
        """
        for may_try_again in (True, False):
            session = None
            try:
                session = SandboxSession(self._ready(set(names)), limits or self.limits)
                session.start(code, entry_point)
                return SandboxedProgram(self, session)
            except Gone as gone:
                # A sandbox that is lost is replaced; when it is lost again, or was when the sample had already said
                # something, that counts as the sample's crash.
                self.close()
                if session is not None and (session.heard or not may_try_again):
                    session.load = session.abandon(str(gone))
                    return SandboxedProgram(self, session)
                if session is not None:
                    session.abandon(str(gone))
            except InputError:
                raise
            except BaseException:
                self.close()
                raise
        raise SandboxUnavailable("the sandbox starts, but then does not respond")

    def run(
        self,
        code: str,
        entry_point: str,
        calls: Sequence[str],
        *,
        limits: SandboxLimits | None = None,
        restarts: int = 0,
        decoded: bool = True,
    ) -> Run:
        """Load `code` and call its function `entry_point` once for each of `calls`, in order, in one process.

        `calls`: each the text of a tuple of arguments (see `call_of`), which comes from us, not from the sample.
        `restarts`: how often to run what is left in a fresh process, with full limits again, after a call that ended
        its process.
        `decoded`: without it values are left as bytes, `encoded`.

        Raises InputError for calls that are no Python or use other names, SandboxUnavailable when the sandbox cannot be
        started.
        """
        prepared = [call_of(text) for text in calls]
        names = frozenset[str]().union(*(call.names for call in prepared))
        results: list[CallOutcome] = []
        rest = (limits or self.limits).output_bytes
        cpu = wall = 0.0
        while True:
            program = self.open(code, entry_point, names, evolve(limits or self.limits, output_bytes=rest))
            try:
                while program.alive and len(results) < len(prepared):
                    outcome = program.call(prepared[len(results)])
                    rest -= len(outcome.encoded)
                    if rest < 0:
                        outcome = CallOutcome("output", message="the results together exceed the limit")
                        rest = 0
                    results.append(with_value(outcome) if decoded else outcome)
            finally:
                ended = program.close()
            cpu, wall = cpu + ended.cpu, wall + ended.wall
            if program.load is not None or len(results) >= len(prepared) or restarts <= 0:
                # When the code does not load a second time, the results that there are remain.
                return Run(None if results else program.load, tuple(results), cpu, wall)
            restarts -= 1

    def _start(self) -> Guest:
        if self._guest is None:
            guest = Guest(self.installation)
            if guest.layers.missing and not self.unsafe:
                guest.kill()
                raise SandboxUnavailable(
                    f"foreign code cannot be confined here: no {', no '.join(guest.layers.missing)} "
                    f"({guest.layers.described()}); {UNSAFE_ADVICE}"
                )
            self._guest = guest
        return self._guest

    def _ready(self, names: set[str]) -> Guest:
        """A guest that knows these names. Raises Gone, InputError."""
        guest = self._start()
        if not names <= self._names:
            guest.send({"names": sorted(names)})
            reply = guest.receive(ANSWER_SECONDS)
            if "malformed" in reply:
                raise InputError(f"these calls are not Python: {reply['malformed']}")
            self._names |= names
        return guest
