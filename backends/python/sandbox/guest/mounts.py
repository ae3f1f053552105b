"""A root folder with nothing in it but what foreign code may read. Sources: mount(2), pivot_root(2),
mount_namespaces(7)."""

import ctypes
import os
from collections.abc import Iterable

from . import linux

# linux/mount.h
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_NOATIME, MS_NODIRATIME, MS_BIND = 1 << 5, 1 << 10, 1 << 11, 1 << 12
MS_REC, MS_PRIVATE, MS_RELATIME = 1 << 14, 1 << 18, 1 << 21
MNT_DETACH = 2
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
PLACE = "/tmp"
"""Any folder that every machine has: it is covered in the new namespace alone."""

# What a mount had, it keeps: a namespace may not take away what makes a mount safer. (statvfs(3), mount(2))
_KEPT = {
    os.ST_NOSUID: MS_NOSUID,
    os.ST_NODEV: MS_NODEV,
    os.ST_NOEXEC: MS_NOEXEC,
    os.ST_NOATIME: MS_NOATIME,
    os.ST_NODIRATIME: MS_NODIRATIME,
    os.ST_RELATIME: MS_RELATIME,
}


def enter(visible: Iterable[str]) -> None:
    """Hide all files from this process but `visible`, which it may read. Raises OSError, and then nothing has
    changed."""
    linux.unshare(linux.CLONE_NEWNS)
    _mount("none", "/", flags=MS_REC | MS_PRIVATE)
    # By descriptor, because what is at PLACE cannot be reached by its path any more.
    sources = {path: os.open(path, os.O_PATH | os.O_CLOEXEC) for path in _outermost(visible)}
    try:
        _mount("tmpfs", PLACE, kind="tmpfs", flags=MS_NOSUID | MS_NODEV, data="mode=755,size=1m")
        try:
            for path, source in sources.items():
                _bind(f"/proc/self/fd/{source}", PLACE + path)
            _mount("none", PLACE, flags=MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)
            os.chdir(PLACE)
            linux.checked(linux.libc.syscall(ctypes.c_long(PIVOT_ROOT[os.uname().machine]), b".", b"."))
        except OSError:
            os.chdir("/")
            linux.libc.umount2(os.fsencode(PLACE), MNT_DETACH)
            raise
        linux.checked(linux.libc.umount2(b".", MNT_DETACH))
        os.chdir("/")
    finally:
        for source in sources.values():
            os.close(source)


def _outermost(paths: Iterable[str]) -> list[str]:
    """The paths that exist and are in no other of them."""
    found: list[str] = []
    for path in sorted(filter(os.path.exists, paths)):
        if not any(path == outer or path.startswith(f"{outer}/") for outer in found):
            found.append(path)
    return found


def _bind(source: str, target: str) -> None:
    if os.path.isdir(source):
        os.makedirs(target, mode=0o755)
    else:
        os.makedirs(os.path.dirname(target), mode=0o755, exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o444))
    _mount(source, target, flags=MS_BIND)
    had = os.statvfs(target).f_flag
    kept = sum(flag for seen, flag in _KEPT.items() if had & seen)
    _mount("none", target, flags=MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | kept)


def _mount(source: str, target: str, *, kind: str = "none", flags: int, data: str = "") -> None:
    arguments = (os.fsencode(source), os.fsencode(target), kind.encode(), ctypes.c_ulong(flags), data.encode())
    linux.checked(linux.libc.mount(*arguments))
