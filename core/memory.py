"""An end to the memory that a piece of work may take: Python raises `MemoryError` inside, which costs that piece.

The kernel counts what a process may write to (`RLIMIT_DATA` of getrlimit(2)), and so nothing that is only reserved.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .limits import MEMORY_PER_FILE

OUT_OF_MEMORY = f"the memory limit of {MEMORY_PER_FILE >> 20} MiB for a file was reached"


@contextmanager
def bounded_memory(size: int = MEMORY_PER_FILE) -> Iterator[None]:
    """Let what happens inside take so many bytes more than this process has. Where the system does not say how many it
    has, or a smaller limit is set already, nothing changes. Processes that begin inside have the limit too, unless they
    are `freed`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    held = _held()
    limit = size + held
    smaller = any(known not in (resource.RLIM_INFINITY, -1) and known <= limit for known in (soft, hard))
    if not held or smaller:
        yield
        return
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def freed(process: int = 0) -> None:
    """Take the limit from another process, or from this one, which has one of its own."""
    if hasattr(resource, "prlimit"):
        _, hard = resource.prlimit(process, resource.RLIMIT_DATA)
        resource.prlimit(process, resource.RLIMIT_DATA, (hard, hard))


def _held() -> int:
    """Bytes that this process may write to; 0 where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    lines = (line.split() for line in status.splitlines())
    return next((int(fields[1]) << 10 for fields in lines if fields[0] == "VmData:"), 0)
