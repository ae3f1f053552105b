"""The system calls that foreign code may use, as a seccomp filter. Sources: seccomp(2), linux/filter.h.

What is not in these tables fails with EPERM, which Python turns into PermissionError. Left out on purpose are all
ways to make or replace a process, to signal or inspect one, to make sockets (but for pairs), to change files or
their attributes, and everything that makes kernel objects which outlive the process.
"""

import ctypes
import errno
import os
import signal
import struct
from collections.abc import Sequence

from .linux import PR_SET_SECCOMP, checked, libc, prctl

# linux/audit.h
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# name: (number on x86_64, number on aarch64). The numbers of asm/unistd_64.h and asm-generic/unistd.h.
ALLOWED: dict[str, tuple[int | None, int | None]] = {
    # Open files
    "read": (0, 63),
    "readv": (19, 65),
    "pread64": (17, 67),
    "write": (1, 64),
    "writev": (20, 66),
    "close": (3, 57),
    "lseek": (8, 62),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "pipe": (22, None),
    "pipe2": (293, 59),
    "eventfd": (284, None),
    "eventfd2": (290, 19),
    # Names and attributes of files
    "fstat": (5, 80),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "stat": (4, None),
    "lstat": (6, None),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents": (78, None),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    # Waiting
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "epoll_create": (213, None),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_wait": (232, None),
    "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441),
    "pause": (34, None),
    "nanosleep": (35, 101),
    "clock_nanosleep": (230, 115),
    # Ends of a socket pair
    "recvfrom": (45, 207),
    "shutdown": (48, 210),
    "getsockname": (51, 204),
    "getpeername": (52, 205),
    "getsockopt": (55, 209),
    # Memory
    "brk": (12, 214),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "madvise": (28, 233),
    # Threads and signals of its own
    "futex": (202, 98),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
    "membarrier": (324, 283),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigpending": (127, 136),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "setitimer": (38, 103),
    "getitimer": (36, 102),
    "alarm": (37, None),
    "restart_syscall": (219, 128),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # Facts
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "getrusage": (98, 165),
    "getrlimit": (97, 163),
    "getrandom": (318, 278),
    "getcpu": (309, 168),
    "gettid": (186, 178),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getpgrp": (111, None),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "uname": (63, 160),
    "sysinfo": (99, 179),
}

CONDITIONAL: dict[str, tuple[int | None, int | None]] = {
    "open": (2, None),
    "openat": (257, 56),
    "ioctl": (16, 29),
    "fcntl": (72, 25),
    "prlimit64": (302, 261),
    "socketpair": (53, 199),
    "sendto": (44, 206),
    "clone": (56, 220),
}
SERVED: dict[str, tuple[int | None, int | None]] = {
    "mmap": (9, 222),
    "sendmsg": (46, 211),
    "recvmsg": (47, 212),
}
"""What is looked at, beside `clone`, in a process that may fork for later tasks: see `fork_server`."""
# Its arguments are behind a pointer, where a filter cannot look; the C library falls back on clone.
CLONE3 = (435, 435)

Test = tuple[int, int, int]
"""The 32 bits at this offset of `struct seccomp_data`, under this mask, have this value."""


def _argument(index: int, value: int, mask: int = 0xFFFFFFFF) -> Test:
    """The lower half of an argument; the upper half is 4 bytes further."""
    return 16 + 8 * index, mask, value


_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_TERMINAL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIO[N]CLEX
# Duplicates, flags and the size of a pipe. Not F_SETOWN and F_SETSIG: they send any signal to any process.
_DESCRIPTOR = (0, 1, 2, 3, 4, 1030, 1032)
# sys/socket.h, linux/sched.h (CLONE_THREAD, and all of CLONE_NEW*)
_AF_UNIX, _SOCK_STREAM, _SOCK_TYPE = 1, 1, 0xF
_CLONE_THREAD, _CLONE_NEW = 0x00010000, 0x7E020080
# As the C library forks: CLONE_CHILD_SETTID, CLONE_CHILD_CLEARTID.
_FORK = 0x01000000 | 0x00200000 | signal.SIGCHLD
_MAP_SHARED, _MAP_ANONYMOUS = 0x01, 0x20  # sys/mman.h

TESTS: dict[str, tuple[tuple[Test, ...], ...]] = {
    "open": ((_argument(1, 0, _WRITING),),),
    "openat": ((_argument(2, 0, _WRITING),),),
    "ioctl": tuple((_argument(1, request),) for request in _TERMINAL),
    "fcntl": tuple((_argument(1, command),) for command in _DESCRIPTOR),
    "prlimit64": ((_argument(0, 0),),),
    "socketpair": ((_argument(0, _AF_UNIX), _argument(1, _SOCK_STREAM, _SOCK_TYPE)),),
    # A pointer of zero: to the other end of the pair and nowhere else.
    "sendto": ((_argument(4, 0), (16 + 8 * 4 + 4, 0xFFFFFFFF, 0)),),
    "clone": ((_argument(0, _CLONE_THREAD, _CLONE_THREAD | _CLONE_NEW),),),
}
"""System call → alternatives, of which one has to hold with all its tests."""

# linux/filter.h: load a word, and it with a constant, jump if equal, return
_LOAD, _AND, _JUMP_EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
# linux/seccomp.h: what a filter answers, the places of what it looks at (struct seccomp_data), how it is installed
_ALLOW, _KILL_PROCESS, _ERRNO, _ASK = 0x7FFF0000, 0x80000000, 0x00050000, 0x7FC00000
_NUMBER, _ARCHITECTURE = 0, 4
_MODE_FILTER = 2
_SET_MODE_FILTER, _NEW_LISTENER = 1, 8
_SECCOMP = (317, 277)
"""The system call, on x86_64 and on aarch64."""


def program(machine: str, served: int | None = None) -> bytes:
    """The filter for a machine in `ARCHITECTURES`, as an array of `struct sock_filter`. `served`: the descriptor of a
    fork server's socket; descriptors can be sent over it, and of each fork, each thread and each memory that a fork
    would share, whoever listens is asked."""
    # A call of another architecture has other numbers (x86_64 runs 32-bit code, too): the process is killed.
    column = list(ARCHITECTURES).index(machine)
    code = [
        _instruction(_LOAD, _ARCHITECTURE),
        _instruction(_JUMP_EQUAL, ARCHITECTURES[machine], if_true=1),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER),
    ]
    if served is not None:
        shared = _argument(3, _MAP_SHARED | _MAP_ANONYMOUS, _MAP_SHARED | _MAP_ANONYMOUS)
        code += _case(SERVED["mmap"][column], [*_tests([shared], _ASK), _instruction(_RETURN, _ALLOW)])
        asked = [*_tests([_argument(0, _FORK)], _ASK), *_tests(TESTS["clone"][0], _ASK)]
        code += _case(CONDITIONAL["clone"][column], [*asked, _instruction(_RETURN, _ERRNO | errno.EPERM)])
        for name in ("sendmsg", "recvmsg"):
            code += _case(SERVED[name][column], _conditions(((_argument(0, served),),)))
    for numbers in ALLOWED.values():
        code += _case(numbers[column], [_instruction(_RETURN, _ALLOW)])
    for name, pair in CONDITIONAL.items():
        code += _case(pair[column], _conditions(TESTS[name]))
    # Of this one it is said that the kernel does not have it, so that the C library calls clone, which can be looked
    # at.
    code += _case(CLONE3[column], [_instruction(_RETURN, _ERRNO | errno.ENOSYS)])
    code.append(_instruction(_RETURN, _ERRNO | errno.EPERM))
    return b"".join(code)


def install(code: bytes) -> None:
    """Filter the system calls of this thread and of all threads it makes from now on. Raises OSError."""
    buffer = ctypes.create_string_buffer(code, len(code))
    filter_program = _Program(len(code) // 8, ctypes.addressof(buffer))
    prctl(PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(filter_program))


def install_listened(code: bytes) -> int:
    """Install a filter like `install`, and return the descriptor of its listener (seccomp_unotify(2)). Raises
    OSError."""
    buffer = ctypes.create_string_buffer(code, len(code))
    filter_program = _Program(len(code) // 8, ctypes.addressof(buffer))
    number = _SECCOMP[list(ARCHITECTURES).index(os.uname().machine)]
    words = (number, _SET_MODE_FILTER, _NEW_LISTENER, ctypes.addressof(filter_program))
    return checked(libc.syscall(*map(ctypes.c_long, words)))


def is_fork(number: int, flags: int) -> bool:
    """Whether a system call, by its number here and its first argument, makes a process."""
    return number in CONDITIONAL["clone"] and flags & 0xFFFFFFFF == _FORK


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def _instruction(operation: int, constant: int, *, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", operation, if_true, if_false, constant)


def _case(number: int | None, block: list[bytes]) -> list[bytes]:
    """Run a block, which returns, for one system call; skip it for all others."""
    return [] if number is None else [_instruction(_JUMP_EQUAL, number, if_false=len(block)), *block]


def _conditions(alternatives: tuple[tuple[Test, ...], ...]) -> list[bytes]:
    code = [instruction for tests in alternatives for instruction in _tests(tests, _ALLOW)]
    return [*code, _instruction(_RETURN, _ERRNO | errno.EPERM)]


def _tests(tests: Sequence[Test], verdict: int) -> list[bytes]:
    """Return a verdict where all tests hold; go on after it where one does not."""
    code: list[bytes] = []
    rest = 3 * len(tests) + 1
    for offset, mask, value in tests:
        rest -= 3
        code += [
            _instruction(_LOAD, offset),
            _instruction(_AND, mask),
            _instruction(_JUMP_EQUAL, value, if_false=rest),
        ]
    return [*code, _instruction(_RETURN, verdict)]
