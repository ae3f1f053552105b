"""Starts the process inside the sandbox, and speaks to it."""

import compileall
import contextlib
import importlib.util
import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import field, frozen

from .guest import confinement
from .layers import Layers, SandboxUnavailable, layers_of

GUEST = Path(__file__).with_name("guest")
PACKAGES = ("numpy",)
"""Installed packages that samples may import."""
BOOT = (
    "import sys, types; package = types.ModuleType('guest'); package.__path__ = [sys.argv[1]]; "
    "sys.modules['guest'] = package; from guest.zygote import main; main()"
)
# The order of sets is that of hashes: with a seed of its own for every process, the same program would give other
# results every time. Memory arenas by thread would take address space, which is limited.
ENVIRONMENT = {"PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "2", "OPENBLAS_NUM_THREADS": "1"}
ISOLATION = ("private root", "pid namespace", "net namespace")
SYSTEM = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/share/zoneinfo")
CREDENTIALS = struct.Struct("=iII")
"""`struct ucred` of unix(7): process, user, group."""
CREDENTIALS_SPACE = socket.CMSG_SPACE(CREDENTIALS.size)
NOBODY = str(confinement.NOBODY)
START_SECONDS = 30.0
"""Seconds for an interpreter to start, confine itself and import what programs usually import, on a busy machine."""
ANSWER_SECONDS = 10.0
"""What the guest may take to answer beyond the limits of a sample, on a busy machine."""


class Gone(Exception):
    """The process inside has ended, or does not answer in time."""


@frozen(slots=True)
class Needs:
    """What is to be at hand inside: the module that runs tasks, files and folders to read (the folders are searched for
    modules), and packages, by the folder or the file that they are."""

    worker: Path | None = None
    readable: tuple[str, ...] = ()
    packages: Mapping[str, str] = field(factory=dict)


@frozen(slots=True)
class Installation:
    """Another interpreter to run samples with, which does not find installed packages, and a folder with a copy of the
    modules that run inside, where our own may not be read."""

    python: str
    guest: Path = GUEST


class Guest:
    """The process inside, with the layers it put on. Raises SandboxUnavailable when it does not start."""

    def __init__(self, installation: Installation | None = None, needs: Needs | None = None) -> None:
        if sys.platform != "linux":
            raise SandboxUnavailable("the sandbox needs Linux, even with --unsafe")
        needs = needs or Needs()
        settings = {
            "packages": {**(_packages() if installation is None else {}), **needs.packages},
            "readable": needs.readable,
            "worker": str(needs.worker) if needs.worker else None,
        }
        inside = installation or Installation(sys.executable)
        if installation is None:
            _compile(GUEST)
            if needs.worker:
                _compile(needs.worker.parent)
        self.layers = Layers(())
        ours = {**settings, "outside": False}
        self._start([], inside, ours)
        # Where the kernel denies namespaces to us, bubblewrap may still be allowed to make them.
        if not isolated(self.layers) and (bubblewrap := usable_bubblewrap()) is not None:
            self.kill()
            try:
                self._start(_bubblewrap(bubblewrap, inside, settings), inside, {**settings, "outside": True})
            except SandboxUnavailable:
                # Less isolation is reported in the layers: whoever needs all of them refuses to go on.
                self._start([], inside, ours)

    def _start(self, prefix: Sequence[str], inside: Installation, settings: dict[str, Any]) -> None:
        # -I would ignore the seed too: these are its parts, with an environment of nothing but ours; -S: no
        # installed packages, and no code that they have for every start.
        ours, theirs = socket.socketpair()
        label = f"sandbox of process {os.getpid()}"  # for people who look at a list of processes
        options = ["-P", "-s", "-S", "-c", BOOT]
        command = [*prefix, inside.python, *options, str(inside.guest), label, str(theirs.fileno())]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=ENVIRONMENT,
                cwd="/",
                start_new_session=True,
                pass_fds=[theirs.fileno()],
            )
        except OSError as error:
            ours.close()
            raise SandboxUnavailable(f"the sandbox does not start: {command[0]}: {error.strerror}") from error
        finally:
            theirs.close()
        # Says which process wrote a message, by its number here and not in its own namespace. The kernel does not join
        # messages of different processes in one reading.
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.socket = ours
        self.sender = 0
        self._received = bytearray()
        try:
            self.send(settings)
            hello = self.receive(START_SECONDS)
            if "failed" in hello:
                raise Gone(hello["failed"])
        except Gone as error:
            self.kill()
            raise SandboxUnavailable(f"the sandbox does not start: {error or inside.python}") from error
        active = {"rlimits": "", **hello["layers"], **({"bubblewrap": prefix[0]} if prefix else {})}
        self.layers = layers_of(active, hello["missing"])

    def send(self, message: object, descriptors: Sequence[int] = ()) -> None:
        """Say something, and hand over descriptors. Raises Gone."""
        data = json.dumps(message).encode("ascii")
        try:
            self.socket.settimeout(ANSWER_SECONDS)
            socket.send_fds(self.socket, [len(data).to_bytes(4, "little")], descriptors)
            self.socket.sendall(data)
        except OSError as error:
            self.kill()
            raise Gone(f"it does not listen: {error}") from error

    def receive(self, seconds: float) -> dict[str, Any]:
        """The next answer. Raises Gone."""
        deadline = time.monotonic() + seconds
        while (answer := self.answer()) is None:
            try:
                self.socket.settimeout(max(0.001, deadline - time.monotonic()))
                self.read()
            except TimeoutError:
                self.kill()
                raise Gone("it does not answer") from None
        return answer

    def read(self) -> None:
        """Take what has come. Raises Gone at the end."""
        try:
            chunk, ancillary, _, _ = self.socket.recvmsg(1 << 16, CREDENTIALS_SPACE)
        except ConnectionResetError:
            chunk, ancillary = b"", []
        if not chunk:
            self.kill()
            raise Gone("it ended")
        self._received += chunk
        for _, kind, data in ancillary:
            if kind == socket.SCM_CREDENTIALS:
                self.sender = CREDENTIALS.unpack(data)[0]

    def answer(self) -> dict[str, Any] | None:
        """The first answer that has come and was not taken, None when there is none."""
        size = int.from_bytes(self._received[:4], "little")
        if len(self._received) < 4 or len(self._received) < 4 + size:
            return None
        data = bytes(self._received[4 : 4 + size])
        del self._received[: 4 + size]
        answer: dict[str, Any] = json.loads(data)
        return answer

    def speaks(self, seconds: float) -> bool:
        """Whether something has come that was not taken, or comes within that time."""
        return bool(self._received) or bool(select.select([self.socket], [], [], seconds)[0])

    def is_quiet(self) -> bool:
        """Whether it is there and says nothing."""
        return self._process.poll() is None and not select.select([self.socket], [], [], 0)[0]

    def kill(self) -> None:
        """End the process inside and all that it started."""
        with contextlib.suppress(OSError):  # it is no longer connected
            # Closing would not be enough: processes that we forked have copies.
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


@cache
def _compile(folder: Path) -> None:
    """Leave the modules of a folder compiled, where that can be written: the interpreter inside writes nothing, and in
    a checkout, or where an installer compiles nothing, it would compile most of them each time it starts."""
    compiled = folder / "__pycache__"
    if not sys.dont_write_bytecode and os.access(compiled if compiled.exists() else folder, os.W_OK):
        compileall.compile_dir(folder, maxlevels=0, quiet=2)


def probe() -> Layers:
    """The layers that a sandbox has on this machine. Raises SandboxUnavailable when none starts."""
    guest = Guest()
    guest.kill()
    return guest.layers


def isolated(layers: Layers) -> bool:
    """Whether our own layers hide files, processes and the network: then nothing else is asked for these."""
    return layers.active.issuperset(ISOLATION)


def usable_bubblewrap() -> str | None:
    """Where bubblewrap is, None where it is not, and for root: it would run code as root, whose threads no limit
    bounds. Root can do by itself what bubblewrap does, and then becomes nobody."""
    return shutil.which("bwrap") if os.geteuid() != 0 else None


def _packages() -> dict[str, str]:
    """The folders of the installed packages that samples may import."""
    specs = {name: importlib.util.find_spec(name) for name in PACKAGES}
    return {name: str(Path(spec.origin).parent) for name, spec in specs.items() if spec and spec.origin}


def _bubblewrap(program: str, inside: Installation, settings: dict[str, Any]) -> list[str]:
    """The command that starts another in namespaces with nothing but Python in sight.

    Without --die-with-parent, which means the parent's *thread*; the guest ends when its socket does.
    """
    prefixes = {str(Path(path).parent.parent) for path in (inside.python, os.path.realpath(inside.python))}
    packages = settings["packages"].values()
    # Wheels keep shared libraries beside the package, under this name.
    libraries = {f"{folder}.libs" for folder in packages}
    worker = {os.path.dirname(settings["worker"])} if settings["worker"] else set()
    seen = sorted({*prefixes, *SYSTEM, *packages, *libraries, *settings["readable"], *worker, str(inside.guest)})
    binds = [word for path in seen for word in ("--ro-bind-try", path, path)]
    devices = [word for name in ("null", "zero", "random", "urandom") for word in ("--dev-bind", *2 * [f"/dev/{name}"])]
    environment = [word for name, value in ENVIRONMENT.items() for word in ("--setenv", name, value)]
    return [
        *(program, "--unshare-all", "--unshare-user", "--uid", NOBODY, "--gid", NOBODY),
        *("--new-session", "--clearenv", "--cap-drop", "ALL", "--chdir", "/"),
        *binds,
        *devices,
        *environment,
        "--",
    ]
