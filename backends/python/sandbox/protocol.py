"""What a sandbox is asked and what it answers."""

from typing import Literal

from attrs import frozen

SandboxOutcome = Literal[
    "value", "raised", "forbidden", "timeout", "memory", "crash", "unserialisable", "not loadable", "output"
]
"""What became of a module body or of one call.

- `value`: it returned, and the value could be brought out;
- `raised`: an exception came out of it (SystemExit and KeyboardInterrupt included, MemoryError excluded);
- `forbidden`: the interpreter's own exception for a system call that the sandbox forbids came out of it; files that
  cannot be seen inside are absent instead, and what code makes of either exception is its own;
- `timeout`: the processor time or the wall time of its process was over;
- `memory`: a MemoryError came out of it, or it took more memory than a call may;
- `crash`: its process ended otherwise, by a signal, by `os._exit`, or by saying what makes no sense;
- `unserialisable`: it returned a value that cannot be brought out: too deep, cyclic, or broken;
- `not loadable`: the code is no Python, its body raised, or it does not define the entry point;
- `output`: what it returned is larger than the limit.
"""


@frozen(slots=True)
class CallLimits:
    """Bounds on one call, kept from outside: a program cannot see them.

    `cpu_seconds`: its processor time, and some hundredths more. `wall_seconds`: without the time in which it waits for
    a processor. `memory_mb`: by how many MiB the memory in use may grow, looked at now and then. None: no limit.
    """

    cpu_seconds: float | None = None
    wall_seconds: float | None = None
    memory_mb: int | None = None


@frozen(slots=True)
class SandboxLimits:
    """Bounds on one sample: on one process that loads the code and runs its calls.

    `cpu_seconds`, `wall_seconds`: of the process from its start. `memory_mb`: its address space, in MiB
    (Python itself takes about 40). `output_bytes`: what one result may take, encoded (`Sandbox.run`: all together).
    `call`: what each call may take, and loading the code.
    """

    cpu_seconds: float = 5.0
    wall_seconds: float = 15.0
    memory_mb: int = 1024
    output_bytes: int = 16 << 20
    call: CallLimits = CallLimits()


@frozen(slots=True)
class CallOutcome:
    """What became of one call, or of the loading of the code.

    `value`: for the outcome "value", made of None, bool, int, float, complex, str, bytes, list, tuple, dict, set,
    frozenset and `Opaque`, all of these exact types. An instance of a subclass comes out as the plain data it holds
    (a `Counter` as a dict), a numpy scalar as the Python number.
    `encoded`: the bytes it came in. Equal bytes mean equal values of equal types (not the reverse); NaN included.
    `exception`: for "raised" and "not loadable", the name of the exception's class. `mro`: the names of that class
    and of its bases; only a builtin class has a plain name ("AssertionError"), all others are qualified by their
    module. `message`: of the exception, or why there is no value; one line, truncated.
    """

    kind: SandboxOutcome
    value: object = None
    encoded: bytes = b""
    exception: str = ""
    mro: tuple[str, ...] = ()
    message: str = ""


@frozen(slots=True)
class Run:
    """What became of a sample.

    `load` is None when the code was loaded; otherwise it says why not, and there are no results. `results`: by
    call, in order; there are fewer than calls when the process ended early: the last one then says why.
    `cpu_seconds`, `wall_seconds`: what the sample took, all its processes together.
    """

    load: CallOutcome | None
    results: tuple[CallOutcome, ...]
    cpu_seconds: float
    wall_seconds: float
