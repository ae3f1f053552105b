"""Linux system calls that Python's `os` does not have. Sources: prctl(2), unshare(2), capset(2), capabilities(7).

The guest stands alone: it runs where nothing of this package but its folder can be imported. So the one call that
`backends/processes/parents.py` makes too is written here again.
"""

import ctypes
import os
import time

# linux/prctl.h, linux/capability.h
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
CAPABILITY_VERSION_3 = 0x20080522

# linux/sched.h
CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def checked(result: int) -> int:
    """The result of a call of `libc`. Raises OSError when that says that it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def prctl(option: int, *arguments: int) -> None:
    """Raises OSError."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    checked(libc.prctl(ctypes.c_int(option), *map(ctypes.c_ulong, padded)))


def unshare(flags: int) -> None:
    """Raises OSError."""
    checked(libc.unshare(ctypes.c_int(flags)))


def drop_capabilities() -> None:
    """Give up every capability for good. Raises OSError."""
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    for capability in range(64):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # it is the first that this kernel does not know, or we may not: then there is none to drop
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    checked(libc.capset(header, nothing))


def cpu_seconds(process: int) -> float:
    """Processor time that a process took, all its threads together (the kernel's clock identifiers are those of
    clock_getcpuclockid(3)). Raises OSError when it has ended."""
    return time.clock_gettime((~process << 3) | 2)
