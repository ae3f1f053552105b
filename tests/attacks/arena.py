"""What attacks are aimed at, and the witnesses that watch it from outside."""

import contextlib
import os
import resource
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .records import Witness

EVALUATOR_CPU_SECONDS = 3.0
EVALUATOR_MEMORY_KB = 256 << 10
SOCKETS = ("socket", "datagrams")
GRACE_SECONDS = 10.0
"""What a run may take beyond its limit of wall time before the evaluator counts as hung."""
IPC_TABLES = {"shm": "-m", "msg": "-q", "sem": "-s"}
"""Tables of /proc/sysvipc, and the switch of ipcrm for each."""


class Arena:
    """A secret, a folder, sockets and a process, all of this run alone; a context manager.

    `watch` runs code under the eyes of all witnesses; what they saw is then in `harm`.
    """

    def __init__(self) -> None:
        self.secret = f"secret{secrets.token_hex(8)}"
        self.key = secrets.randbelow(1 << 30) + (1 << 20)
        self.folder = Path(tempfile.mkdtemp(prefix="specassay-attacks-"))
        self.harm: dict[Witness, str] = {}
        self._abstract = f"specassay-{self.key}"
        self._processes: set[int] = set()
        self._fill()
        self._listen()
        self._spawn()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for listener in self._listeners.values():
            listener.close()
        self._end_victim()
        shutil.rmtree(self.folder, ignore_errors=True)

    def prelude(self) -> str:
        """Assignments of the names that attacks use."""
        names = {
            "SECRET": str(self.folder / "secret.txt"),
            "FOLDER": str(self.folder),
            "PORT": self._listeners["TCP"].getsockname()[1],
            "DATAGRAMS": self._listeners["UDP"].getsockname()[1],
            "SOCKET": str(self.folder / "socket"),
            "ABSTRACT": self._abstract,
            "VICTIM": self._victim.pid,
            "KEY": self.key,
        }
        return "".join(f"{name} = {value!r}\n" for name, value in names.items())

    @property
    def victim(self) -> int:
        """The process that should be left alone."""
        return self._victim.pid

    @property
    def address(self) -> tuple[str, int]:
        """The address of the TCP listener."""
        host, port = self._listeners["TCP"].getsockname()
        return host, port

    @contextlib.contextmanager
    def watch(self, wall_seconds: float) -> Iterator[None]:
        """Let the witnesses watch what happens meanwhile, and put everything right afterwards.

        `wall_seconds`: what it may take. Exceptions of the evaluator are seen as harm, and end here.
        """
        self.harm = {}
        self._processes = set(self._ours())
        self._files = self._snapshot()
        self._state = self._victim_state()
        used, start = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
        try:
            yield
        except Exception as error:
            self.harm["evaluator"] = f"it raised {type(error).__name__}: {error}"
        after = resource.getrusage(resource.RUSAGE_SELF)
        if time.monotonic() - start > wall_seconds + GRACE_SECONDS:
            self.harm["evaluator"] = "it hung"
        if after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime > EVALUATOR_CPU_SECONDS:
            self.harm["evaluator"] = "it spent its time on this"
        if after.ru_maxrss - used.ru_maxrss > EVALUATOR_MEMORY_KB:
            self.harm["evaluator"] = f"it took {(after.ru_maxrss - used.ru_maxrss) >> 10} MiB for this"
        self._look()

    def returned(self, text: str) -> None:
        """Say what an attack brought out."""
        if self.secret in text:
            self.harm["leak"] = "the secret came out"

    def _look(self) -> None:
        orphans = set(self._ours()) - self._processes
        if orphans:
            self.harm["orphans"] = f"{len(orphans)} processes are left"
            for process in orphans:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        contacts = [name for name, listener in self._listeners.items() if _contacted(listener)]
        if contacts:
            self.harm["contact"] = f"by {', '.join(contacts)}"
        if (state := self._victim_state()) != self._state:
            self.harm["victim"] = f"{self._state} became {state}"
            self._end_victim()
            self._spawn()
        if objects := self._kernel_objects():
            self.harm["kernel objects"] = ", ".join(objects)
        if (files := self._snapshot()) != self._files:
            changed = {name for name, _ in files.items() ^ self._files.items()}
            self.harm["files"] = f"changed: {', '.join(sorted(changed))[:60]}"
            self._empty()
            self._fill()

    # --- files

    def _fill(self) -> None:
        (self.folder / "secret.txt").write_text(self.secret)
        (self.folder / "existing.txt").write_text("as it was")
        (self.folder / "hidden_module.py").write_text(f"value = {self.secret!r}\n")
        (self.folder / "folder").mkdir(exist_ok=True)
        (self.folder / "folder" / self.secret).touch()

    def _empty(self) -> None:
        for path in self.folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name not in SOCKETS:
                path.unlink()

    def _snapshot(self) -> dict[str, tuple[object, ...]]:
        found: dict[str, tuple[object, ...]] = {}
        for path in self.folder.rglob("*"):
            entry = path.lstat()
            content = path.read_bytes()[:100] if stat.S_ISREG(entry.st_mode) else b""
            attributes = tuple(os.listxattr(path, follow_symlinks=False))
            times = () if stat.S_ISDIR(entry.st_mode) else (entry.st_mtime_ns,)
            found[str(path.relative_to(self.folder))] = (entry.st_mode, entry.st_uid, content, *times, attributes)
        return found

    # --- sockets

    def _listen(self) -> None:
        self._listeners = {
            "TCP": _bound(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "UDP": _bound(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "a socket in the file system": _bound(socket.AF_UNIX, socket.SOCK_STREAM, str(self.folder / "socket")),
            "an abstract socket": _bound(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{self._abstract}"),
            "a datagram": _bound(socket.AF_UNIX, socket.SOCK_DGRAM, str(self.folder / "datagrams")),
        }

    # --- processes

    def _spawn(self) -> None:
        self._victim = subprocess.Popen(
            ["sleep", "3600"], env={"SECRET": self.secret, "PATH": os.defpath}, start_new_session=True
        )
        while _field(self._victim.pid, "State") not in ("S", "T") or not _command(self._victim.pid).startswith("sleep"):
            pass  # it is not there yet

    def _end_victim(self) -> None:
        self._victim.kill()
        self._victim.wait()

    def _victim_state(self) -> tuple[object, ...]:
        process = self._victim.pid
        if self._victim.poll() is not None:
            return ("ended",)
        return (
            _field(process, "State"),
            _field(process, "TracerPid"),
            os.getpriority(os.PRIO_PROCESS, process),
            len(os.sched_getaffinity(process)),
            resource.prlimit(process, resource.RLIMIT_CORE),
        )

    def _ours(self) -> Iterator[int]:
        """Processes of this run: those of a sandbox or of a plain evaluator, and what carries the key."""
        # With the space after the number: 12 is not the start of 123.
        marks = (f"sandbox of process {os.getpid()} ", f"plain run of process {os.getpid()} ", str(self.key))
        for process in map(int, filter(str.isdigit, os.listdir("/proc"))):
            command = _command(process)
            if process != os.getpid() and any(mark in command for mark in marks):
                yield process

    # --- kernel objects

    def _kernel_objects(self) -> list[str]:
        found = []
        for table in IPC_TABLES:
            rows = Path("/proc/sysvipc", table).read_text().splitlines()[1:]
            found += [f"{table} {row.split()[1]}" for row in rows if int(row.split()[0]) == self.key]
        for row in found:
            table, number = row.split()
            subprocess.run(["ipcrm", IPC_TABLES[table], number], check=True)
        for path in Path("/dev/shm").glob(f"*{self.key}*"):
            found.append(str(path))
            path.unlink()
        return found


def _bound(family: int, kind: int, address: Any) -> socket.socket:
    listener = socket.socket(family, kind)
    listener.bind(address)
    listener.setblocking(False)
    if kind == socket.SOCK_STREAM:
        listener.listen()
    return listener


def _contacted(listener: socket.socket) -> bool:
    try:
        if listener.type == socket.SOCK_STREAM:
            listener.accept()[0].close()
        else:
            listener.recv(100)
    except BlockingIOError:
        return False
    return True


def _field(process: int, name: str) -> str:
    """A field of the status of a process, its first word; empty when there is no such process."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return ""
    return next((line.split()[1] for line in lines if line.startswith(f"{name}:")), "")


def _command(process: int) -> str:
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
