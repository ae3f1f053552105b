"""Landlock: which files a process and its descendants may open. Source: landlock(7), linux/landlock.h."""

import ctypes
import os
import struct
from collections.abc import Iterable

from .linux import checked, libc

# System calls: the same numbers on every architecture but alpha, as of all calls since Linux 5.1.
SYS_CREATE_RULESET, SYS_ADD_RULE, SYS_RESTRICT_SELF = 444, 445, 446
# linux/landlock.h
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1
READ_FILE, READ_DIR = 1 << 2, 1 << 3

# Rights to open, change, make, remove and run files, by the version of the interface that added them.
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
_TCP_RIGHTS = {4: 0b11}
_SCOPES = {6: 0b11}
"""Abstract sockets of, and signals to, processes outside."""


def version() -> int:
    """The version of the interface; 0 where the kernel has none, or has it switched off."""
    known: int = libc.syscall(ctypes.c_long(SYS_CREATE_RULESET), None, ctypes.c_size_t(0), CREATE_RULESET_VERSION)
    return max(0, known)


def restrict(readable: Iterable[str]) -> None:
    """From now on this process can read the files and folders `readable` and what is beneath them, and nothing else;
    it can write, make and run no file, and use no TCP. Raises OSError."""
    known = version()
    attributes = struct.pack("=QQQ", *(_rights(table, known) for table in (_FILE_RIGHTS, _TCP_RIGHTS, _SCOPES)))
    # Kernels know the structure as far as their version has it, and accept what is beyond as long as it is zero.
    ruleset = checked(libc.syscall(ctypes.c_long(SYS_CREATE_RULESET), attributes, ctypes.c_size_t(24), 0))
    try:
        for path in readable:
            _allow(ruleset, path)
        checked(libc.syscall(ctypes.c_long(SYS_RESTRICT_SELF), ruleset, 0))
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rights = READ_FILE | READ_DIR if os.path.isdir(path) else READ_FILE
        rule = struct.pack("=Qi", rights, beneath)
        checked(libc.syscall(ctypes.c_long(SYS_ADD_RULE), ruleset, RULE_PATH_BENEATH, rule, 0))
    finally:
        os.close(beneath)


def _rights(table: dict[int, int], known: int) -> int:
    return sum(bits for since, bits in table.items() if since <= known)
