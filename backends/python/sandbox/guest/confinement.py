"""The layers around foreign code: which there are here, and putting them on.

Most are put on once, in the zygote, and inherited: namespaces, an unprivileged user, no capabilities,
no_new_privs, Landlock. Resource limits and the filter of system calls come last, in the process that runs the code,
because the zygote itself forks and kills.
"""

import importlib.machinery
import importlib.util
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType

from . import fork_server, landlock, linux, mounts, seccomp

NOBODY = 65534
"""The user and the group without rights: `/proc/sys/kernel/overflowuid`, user_namespaces(7)."""
NAMESPACES = {
    "pid namespace": linux.CLONE_NEWPID,
    "net namespace": linux.CLONE_NEWNET,
    "ipc namespace": linux.CLONE_NEWIPC,
}
# What a program may have of each: one that takes all disturbs nobody, one that needs more raises. Chosen, not measured.
OPEN_FILES = 64
THREADS = 128
STACK_BYTES = 64 << 20
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
INSTALLED = frozenset({"site-packages", "dist-packages"})


@dataclass
class Confined:
    """What was put on, by name, with a detail; what was not, with the reason."""

    layers: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    filter_code: bytes | None = None
    served_filter_code: bytes | None = None

    def attempt(self, name: str, action: Callable[[], str | None]) -> None:
        """Put a layer on, if this machine lets us."""
        try:
            self.layers[name] = action() or ""
        except OSError as error:
            self.missing[name] = error.strerror or str(error)


class Packages:
    """Finds the installed packages that samples may import, by their folders or single files; no others, nor any folder
    of such."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = places

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """See importlib.abc.MetaPathFinder."""
        place = self.places.get(name)
        if place is None or path is not None:
            return None
        if place.endswith(".py"):
            return importlib.util.spec_from_file_location(name, place)
        return importlib.util.spec_from_file_location(
            name, os.path.join(place, "__init__.py"), submodule_search_locations=[place]
        )


def confine(packages: Mapping[str, str], readable: Iterable[str], *, outside: bool) -> Confined:
    """Put on what is inherited. Returns in the process that is to be the zygote, which may be a child of this one.

    `packages`: where the installed packages are that samples may import. `readable`: what else may be read. `outside`:
    somebody else has made the namespaces.
    """
    confined = Confined()
    others = [*_with_libraries(packages.values()), *readable, *_libraries(), *DEVICES, "/usr/share/zoneinfo"]
    readable = [*_standard_library(), *others]
    if outside:
        confined.layers["user namespace"] = ""
    else:
        _enter_namespaces(confined, readable, [*filter(os.path.isdir, sys.path), *others])
    confined.attempt("no capabilities", linux.drop_capabilities)
    if "pid namespace" in confined.layers:
        # Only now: the kernel forgets it whenever rights change. Not for the process that the supervisor started,
        # because "parent" means the thread that did.
        linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    confined.attempt("no_new_privs", lambda: linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1))
    confined.attempt("not inspectable", lambda: linux.prctl(linux.PR_SET_DUMPABLE, 0))
    confined.attempt("landlock", lambda: _restrict_files(readable))
    machine = os.uname().machine
    if machine in seccomp.ARCHITECTURES:
        confined.filter_code = seccomp.program(machine)
        confined.served_filter_code = seccomp.program(machine, fork_server.DESCRIPTOR)
        confined.layers["seccomp"] = machine
    else:
        confined.missing["seccomp"] = f"no table of system calls for {machine}"
    _test(confined)
    return confined


def limit(memory_bytes: int, cpu_seconds: int | None, *, threads: bool) -> None:
    """Bound what this process uses. `cpu_seconds`: None when somebody else bounds it. `threads`: bound their number
    too, which is counted by user."""
    bounds = {
        resource.RLIMIT_AS: memory_bytes,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_STACK: STACK_BYTES,
    }
    if cpu_seconds is not None:
        bounds[resource.RLIMIT_CPU] = cpu_seconds
    if threads:
        bounds[resource.RLIMIT_NPROC] = THREADS
    # No bound may be raised above one that is already there, which would fail.
    for kind, bound in bounds.items():
        hard = resource.getrlimit(kind)[1]
        bound = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(kind, (bound, bound))


def silence() -> None:
    """Read nothing from the standard input, and write to nowhere."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)


def _standard_library() -> list[str]:
    """What is in its folders, without what is installed there."""
    folders = [Path(folder) for folder in sys.path if os.path.isdir(folder)]
    return [str(entry) for folder in folders for entry in folder.iterdir() if entry.name not in INSTALLED]


def _libraries() -> list[str]:
    """The libraries that the standard library loads."""
    machine = os.uname().machine
    own = map(str, Path(sys.base_prefix, "lib").glob("*.so*"))
    return [f"/lib/{machine}-linux-gnu", f"/usr/lib/{machine}-linux-gnu", "/lib64", "/usr/lib64", *own]


def _with_libraries(folders: Iterable[str]) -> list[str]:
    """The folders of packages, and the shared libraries that their wheels put beside them."""
    return [name for folder in folders for name in (folder, f"{folder}.libs") if os.path.exists(name)]


def _enter_namespaces(confined: Confined, readable: Iterable[str], visible: Iterable[str]) -> None:
    # Who is root can make the other namespaces first and give up its rights in the end; anybody else gets the right to
    # make them from a user namespace alone (user_namespaces(7)).
    root = os.geteuid() == 0
    if not root:
        confined.attempt("user namespace", _enter_user_namespace)
    for name, flag in NAMESPACES.items():
        confined.attempt(name, partial(linux.unshare, flag))
    confined.attempt("no host name", _hide_host)
    if "pid namespace" in confined.layers:
        _become_first()
    confined.attempt("private root", lambda: mounts.enter(visible))
    if root:
        confined.attempt("unprivileged user", lambda: _become_nobody(readable))
        # Root of a namespace of its own is nobody in particular outside, but for the files that it owns.
        confined.attempt("user namespace", lambda: linux.unshare(linux.CLONE_NEWUSER))


def _enter_user_namespace() -> None:
    user, group = os.geteuid(), os.getegid()
    linux.unshare(linux.CLONE_NEWUSER)
    # Files can be made (the new root folder) only by users that have a name inside.
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} {group} 1")


def _hide_host() -> None:
    linux.unshare(linux.CLONE_NEWUTS)
    socket.sethostname("sandbox")


def _become_first() -> None:
    """Go on as the first process of the new namespace: when it ends, the kernel ends all others there."""
    # The process that calls `unshare` stays outside of the new namespace: its first child is the first process there
    # (pid_namespaces(7)).
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _become_nobody(readable: Iterable[str]) -> str:
    """Change to a user without any rights. Raises PermissionError where that user cannot read the library."""
    # Not links that lead nowhere: Debian's library has one into /etc, which the private root has not.
    present = [path for path in readable if os.path.exists(path)]
    os.setgroups([])
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        for path in present:
            os.close(os.open(path, os.O_RDONLY))
    except BaseException:
        os.seteuid(0)
        os.setegid(0)
        raise
    os.seteuid(0)
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    return str(NOBODY)


def _restrict_files(readable: Iterable[str]) -> str:
    version = landlock.version()
    if not version:
        raise OSError("not in this kernel, or switched off")
    landlock.restrict(readable)
    return f"ABI {version}"


def _test(confined: Confined) -> None:
    """Try what the layers forbid, in a process that wears them all; a layer that lets it happen is missing."""
    attempts: tuple[tuple[str, Callable[[], object]], ...] = (
        ("seccomp", socket.socket),
        ("seccomp", lambda: os.kill(os.getpid(), 0)),
        ("seccomp", os.fork),
        ("landlock", lambda: os.listdir("/")),
        ("private root", lambda: os.stat("/proc")),
    )
    for name, action in attempts:
        if name not in confined.layers:
            continue
        child = os.fork()
        if child == 0:
            os._exit(_forbidden(confined, action))
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
            del confined.layers[name]
            confined.missing[name] = "applied, but it allows what it should forbid"


def _forbidden(confined: Confined, action: Callable[[], object]) -> int:
    """0 when the action is refused, 1 when it is not, 2 when the layers do not go on."""
    try:
        limit(1 << 30, 10, threads=False)
        if confined.filter_code is not None:
            seccomp.install(confined.filter_code)
    except OSError:
        return 2
    try:
        action()
    except (PermissionError, FileNotFoundError):
        return 0
    return 1
