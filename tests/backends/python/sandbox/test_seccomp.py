"""The filter of system calls, executed as the kernel does."""

import struct

import pytest

from specassay.backends.python.sandbox.guest import seccomp

ALLOW, EPERM, ENOSYS, KILL, ASK = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000, 0x7FC00000
MACHINES = tuple(seccomp.ARCHITECTURES)


def verdict(
    machine: str, number: int, *arguments: int, architecture: int | None = None, served: int | None = None
) -> int:
    """What the filter of a machine returns for a system call."""
    padded = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    data = struct.pack("=iIQ6Q", number, architecture or seccomp.ARCHITECTURES[machine], 0, *padded)
    code = list(struct.iter_unpack("=HBBI", seccomp.program(machine, served)))
    accumulator, position = 0, 0
    while True:
        operation, if_true, if_false, constant = code[position]
        position += 1
        match operation:
            case 0x20:
                (accumulator,) = struct.unpack_from("=I", data, constant)
            case 0x54:
                accumulator &= constant
            case 0x15:
                position += if_true if accumulator == constant else if_false
            case 0x06:
                return int(constant)
            case _:
                raise AssertionError(f"no such instruction: {operation:#x}")


def number(machine: str, name: str) -> int:
    tables = {**seccomp.SERVED, **seccomp.ALLOWED, **seccomp.CONDITIONAL, "clone3": seccomp.CLONE3}
    found = tables[name][MACHINES.index(machine)]
    assert found is not None
    return found


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("read", (), ALLOW),
        ("exit_group", (), ALLOW),
        ("openat", (0, 0, 0o2000000), ALLOW),
        ("openat", (0, 0, 0o1), EPERM),
        ("openat", (0, 0, 0o2), EPERM),
        ("openat", (0, 0, 0o100), EPERM),
        ("openat", (0, 0, 0o1000), EPERM),
        ("clone", (0x3D0F00,), ALLOW),
        ("clone", (17,), EPERM),
        ("clone", (0x3D0F00 | 0x10000000,), EPERM),
        ("clone", (0x100,), EPERM),
        ("clone3", (), ENOSYS),
        ("fcntl", (0, 4), ALLOW),
        ("fcntl", (0, 8), EPERM),
        ("fcntl", (0, 10), EPERM),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), EPERM),
        ("prlimit64", (0,), ALLOW),
        ("prlimit64", (1,), EPERM),
        ("socketpair", (1, 0o2000001), ALLOW),
        ("socketpair", (1, 2), EPERM),
        ("socketpair", (2, 1), EPERM),
        ("sendto", (0, 0, 0, 0, 0), ALLOW),
        ("sendto", (0, 0, 0, 0, 1), EPERM),
        ("sendto", (0, 0, 0, 0, 1 << 32), EPERM),
    ],
)
def test_a_system_call_is_judged_by_its_arguments(
    machine: str, name: str, arguments: tuple[int, ...], expected: int
) -> None:
    assert verdict(machine, number(machine, name), *arguments) == expected


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("clone", (0x01200011,), ASK),
        ("clone", (0x3D0F00,), ASK),
        ("clone", (17,), EPERM),
        ("clone", (0x01200011 | 0x10000000,), EPERM),
        ("clone3", (), ENOSYS),
        ("mmap", (0, 4096, 3, 0x21), ASK),
        ("mmap", (0, 4096, 3, 0x22), ALLOW),
        ("mmap", (0, 4096, 1, 0x01), ALLOW),
        ("sendmsg", (63,), ALLOW),
        ("sendmsg", (62,), EPERM),
        ("recvmsg", (63,), ALLOW),
        ("openat", (0, 0, 0o1), EPERM),
        ("read", (), ALLOW),
    ],
)
def test_a_process_that_may_leave_copies_is_asked_about(
    machine: str, name: str, arguments: tuple[int, ...], expected: int
) -> None:
    assert verdict(machine, number(machine, name), *arguments, served=63) == expected


# asm/unistd_64.h and asm-generic/unistd.h
FORBIDDEN = {
    "execve": (59, 221),
    "execveat": (322, 281),
    "fork": (57, None),
    "vfork": (58, None),
    "kill": (62, 129),
    "tgkill": (234, 131),
    "ptrace": (101, 117),
    "socket": (41, 198),
    "connect": (42, 203),
    "sendmsg": (46, 211),
    "bind": (49, 200),
    "prctl": (157, 167),
    "unshare": (272, 97),
    "mount": (165, 40),
    "unlinkat": (263, 35),
    "truncate": (76, 45),
    "fchmodat": (268, 53),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_send_signal": (424, 424),
    "io_uring_setup": (425, 425),
    "openat2": (437, 437),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "setns": (308, 268),
    "seccomp": (317, 277),
}


@pytest.mark.parametrize("name", FORBIDDEN)
@pytest.mark.parametrize("machine", MACHINES)
def test_what_is_not_in_the_table_is_refused(machine: str, name: str) -> None:
    forbidden = FORBIDDEN[name][MACHINES.index(machine)]
    if forbidden is not None:
        assert verdict(machine, forbidden) == EPERM


@pytest.mark.parametrize("machine", MACHINES)
def test_other_architectures_and_numbers_do_not_get_through(machine: str) -> None:
    assert verdict(machine, number(machine, "read"), architecture=0x40000003) == KILL
    assert verdict(machine, number(machine, "read") | 0x40000000) == EPERM
    assert verdict(machine, 100_000) == EPERM


@pytest.mark.parametrize("column", range(len(MACHINES)))
def test_no_number_stands_for_two_calls(column: int) -> None:
    pairs = [*seccomp.ALLOWED.values(), *seccomp.CONDITIONAL.values(), seccomp.CLONE3]
    numbers = [pair[column] for pair in pairs if pair[column] is not None]
    assert len(numbers) == len(set(numbers))
