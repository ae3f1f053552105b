"""The processor time of other processes."""

import time


def cpu_seconds(process: int) -> float:
    """What a process has used: the clock that clock_getcpuclockid(3) names, 0 when it has ended."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0
