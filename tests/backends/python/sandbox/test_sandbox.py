"""What the sandbox says of programs, and that one says nothing about the next."""

import contextlib
import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.python.sandbox import (
    CallLimits,
    CallOutcome,
    Installation,
    Opaque,
    Sandbox,
    SandboxLimits,
    SandboxUnavailable,
    call_of,
    launch,
    probe,
)
from specassay.backends.python.sandbox.layers import Layer, Layers, layers_of
from specassay.backends.python.sandbox.protocol import TimeBudget, call_with
from specassay.backends.python.sandbox.session import Ended, SandboxSession
from specassay.core.errors import InputError, SolverFailure

# Of wall time there is plenty: these tests run beside others. Where time is to run out, it is processor time.
LIMITS = SandboxLimits(cpu_seconds=10, wall_seconds=60, memory_mb=256, output_bytes=1 << 16)
SHORT = SandboxLimits(cpu_seconds=0.1, wall_seconds=60, memory_mb=256, output_bytes=1 << 16)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(LIMITS) as sandbox:
        yield sandbox


def one(sandbox: Sandbox, code: str, call: str = "()", limits: SandboxLimits | None = None) -> CallOutcome:
    """What becomes of one call of `f`, or of loading it."""
    run = sandbox.run(code, "f", [call], limits=limits)
    return run.load or run.results[0]


def test_values_come_out_as_they_are(sandbox: Sandbox) -> None:
    value = (None, True, -1, 2**100, 0.5, 1j, "ä\n", b"x", [1, (2,)], {"k": {3}}, frozenset({4}))
    outcome = one(sandbox, "def f(x): return x", f"({value!r},)")
    assert outcome.kind == "value"
    assert repr(outcome.value) == repr(value)


def test_calls_may_use_the_names_of_values_without_a_literal(sandbox: Sandbox) -> None:
    outcome = one(sandbox, "def f(*x): return x", "(inf, -inf, set(), frozenset({1}), float('nan'))")
    assert repr(outcome.value) == "(inf, -inf, set(), frozenset({1}), nan)"


def test_every_call_gets_fresh_arguments(sandbox: Sandbox) -> None:
    run = sandbox.run("def f(x):\n    x.append(1)\n    return x", "f", ["([],)", "([],)"])
    assert [outcome.value for outcome in run.results] == [[1], [1]]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("from collections import Counter\ndef f(): return Counter('aa')", {"a": 2}),
        ("from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\ndef f(): return P(1)", (1,)),
        ("import enum\nclass E(enum.IntEnum):\n    A = 3\ndef f(): return E.A", 3),
        ("class L(list):\n    def __eq__(self, other): return True\ndef f(): return [L([1])]", [[1]]),
        (
            "import re\ndef f(): return re.match('a', 'ab')",
            Opaque("re.Match", "<re.Match object; span=(0, 1), match='a'>"),
        ),
        ("def f(): return (x for x in [])", Opaque("builtins.generator", "<generator object f.<locals>.<genexpr>>")),
    ],
)
def test_other_values_come_out_as_plain_data(sandbox: Sandbox, code: str, value: object) -> None:
    outcome = one(sandbox, code)
    assert outcome.value == value
    assert type(outcome.value) is type(value)


def test_an_exception_has_its_class_and_its_bases(sandbox: Sandbox) -> None:
    outcome = one(sandbox, "class Mine(AssertionError): pass\ndef f(): raise Mine('no\\nway')")
    assert outcome == CallOutcome(
        "raised",
        exception="Mine",
        mro=("candidate.Mine", "AssertionError", "Exception", "BaseException", "object"),
        message="no\\nway",
        lines=(2,),
    )


def test_an_exception_comes_from_lines_and_perhaps_out_of_another_one(sandbox: Sandbox) -> None:
    helper = "def g(x):\n    assert x\ndef f(*x):\n    try:\n        g(*x)\n    except TypeError:\n        assert x\n"
    run = sandbox.run(helper, "f", ["(0,)", "()", "(1,)"])
    found = [(each.lines, each.handling) for each in run.results]
    assert found == [((5, 2), False), ((7,), True), ((), False)]


def test_an_exception_far_below_a_builtin_is_known_as_one(sandbox: Sandbox) -> None:
    between = "".join(f"class E{number}(E{number - 1}): pass\n" for number in range(1, 30))
    outcome = one(sandbox, f"class E0(ValueError): pass\n{between}def f(): raise E29")
    assert outcome.mro[0] == "candidate.E29"
    assert outcome.mro[-4:] == ("ValueError", "Exception", "BaseException", "object")


def test_a_class_with_the_name_of_a_builtin_is_none(sandbox: Sandbox) -> None:
    outcome = one(sandbox, "class AssertionError(Exception): __module__ = 'builtins'\ndef f(): raise AssertionError")
    assert outcome.exception == "AssertionError"
    assert "AssertionError" not in outcome.mro


@pytest.mark.parametrize(
    ("code", "kind", "reason"),
    [
        ("def f(): exit", "raised", "not defined"),
        ("def f(): raise SystemExit(0)", "raised", "0"),
        ("import os\ndef f(): os.fork()", "forbidden", "Operation not permitted"),
        ("import socket\ndef f(): socket.socket()", "forbidden", "Operation not permitted"),
        ("def f(): raise PermissionError('not you')", "raised", "not you"),
        ("class Mine(PermissionError):\n    errno = 1\ndef f(): raise Mine(1, 'mine')", "raised", "mine"),
        ("def f(): raise KeyboardInterrupt", "raised", ""),
        ("def f(: pass", "not loadable", "syntax"),
        ("x = 1", "not loadable", "defines no function f"),
        ("f = 3", "not loadable", "defines no function f"),
        ("import nowhere_at_all", "not loadable", "nowhere_at_all"),
        ("raise SystemExit", "not loadable", ""),
        ("'\ud800'", "not loadable", "surrogates"),
        ("x = '\0'", "not loadable", "null"),
        ("def f(): return bytes(1 << 40)", "memory", ""),
        ("x = bytes(1 << 40)", "memory", ""),
        ("import os\ndef f(): os._exit(7)", "crash", "exit code 7"),
        ("import os\nos._exit(0)", "crash", "exit code 0"),
        ("import ctypes\ndef f(): ctypes.string_at(0)", "crash", "SIGSEGV"),
        ("def f():\n    x = []\n    x.append(x)\n    return x", "unserialisable", "cyclic"),
        ("def f(): return 'x' * 100000", "output", "65536 bytes"),
    ],
)
def test_what_goes_wrong_is_told_apart(sandbox: Sandbox, code: str, kind: str, reason: str) -> None:
    outcome = one(sandbox, code)
    assert outcome.kind == kind
    assert reason in outcome.message


@pytest.mark.parametrize("code", ["def f():\n    while True: pass", "while True: pass"])
def test_processor_time_runs_out(sandbox: Sandbox, code: str) -> None:
    outcome = one(sandbox, code, limits=SHORT)
    assert (outcome.kind, outcome.message) == ("timeout", "more than 0.1 s of processor time")


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("def f(x):\n    while x == 2: pass\n    return x", 2),
        ("while True: pass", 0),
    ],
)
def test_the_processor_time_of_one_call_runs_out(sandbox: Sandbox, code: str, values: int) -> None:
    run = sandbox.run(code, "f", CALLS, limits=evolve(LIMITS, call=CallLimits(0.1)))
    outcomes = [run.load] if run.load is not None else list(run.results)
    assert [outcome.kind for outcome in outcomes] == ["value"] * values + ["timeout"]
    assert outcomes[-1].message == "more than 0.1 s of processor time for one call"
    assert run.cpu_seconds < LIMITS.cpu_seconds / 2


def test_many_calls_may_take_longer_than_one(sandbox: Sandbox) -> None:
    code = "import time\ndef f(x):\n    end = time.process_time() + 0.09\n    while time.process_time() < end: pass"
    run = sandbox.run(code, "f", CALLS, limits=evolve(LIMITS, call=CallLimits(0.12)))
    assert [outcome.kind for outcome in run.results] == ["value"] * len(CALLS)


def test_the_memory_of_one_call_is_bounded_from_outside(sandbox: Sandbox) -> None:
    code = (
        "import time, resource\nLIMIT = resource.getrlimit(resource.RLIMIT_AS)\n"
        "def f(x):\n    grown = b'x' * (x << 20)\n    time.sleep(0.2)\n    return LIMIT[0] >> 20"
    )
    few, many = call_of("(1,)"), call_of("(60,)")
    program = sandbox.open(code, "f", limits=evolve(LIMITS, call=CallLimits(memory_mb=30)))
    try:
        assert program.call(few).kind == "value"
        assert program.call(many, CallLimits()).kind == "value"
        outcome = program.call(many)
    finally:
        program.close()
    assert (outcome.kind, outcome.message) == ("memory", "more than 30 MiB of memory for one call")
    assert not program.alive


def test_waiting_is_no_processor_time(sandbox: Sandbox) -> None:
    code = "import time\ndef f(x): time.sleep(0.2)"
    run = sandbox.run(code, "f", CALLS[:2], limits=evolve(LIMITS, call=CallLimits(0.1)))
    assert [outcome.kind for outcome in run.results] == ["value"] * 2


@pytest.mark.parametrize(
    "code",
    [
        "import time\ndef f(): time.sleep(600)",
        "import os\ndef f():\n    os.closerange(0, 64)\n    import time\n    time.sleep(600)",
    ],
)
def test_wall_time_runs_out(sandbox: Sandbox, code: str) -> None:
    outcome = one(sandbox, code, limits=SandboxLimits(10, 0.5, 256, 1 << 16))
    assert (outcome.kind, outcome.message) == ("timeout", "more than 0.5 s")


def test_short_waits_add_up_over_processes(sandbox: Sandbox) -> None:
    code = "import time\ndef f(seconds): time.sleep(seconds)\n"
    limits = evolve(LIMITS, budget=TimeBudget(0.3))
    first, second = (sandbox.run(code, "f", ["(0.06,)"] * 9, limits=limits, restarts=1) for _ in range(2))
    assert first.results[0].kind == "value"
    assert first.results[-1] == TimeBudget(0.3).over
    assert (second.load or second.results[0]) == TimeBudget(0.3).over


def test_who_computes_does_not_wait(sandbox: Sandbox) -> None:
    code = "import time\ndef f():\n    end = time.process_time() + 0.3\n    while time.process_time() < end: pass\n"
    assert one(sandbox, code, limits=evolve(LIMITS, budget=TimeBudget(0.2))).kind == "value"


def test_processes_have_their_processor_time_in_common(sandbox: Sandbox) -> None:
    code = "import time\ndef f():\n    end = time.process_time() + 0.06\n    while time.process_time() < end: pass\n"
    limits = evolve(LIMITS, budget=TimeBudget(600.0, 0.3))
    first, second = (sandbox.run(code, "f", ["()"] * 4, limits=limits) for _ in range(2))
    assert [outcome.kind for outcome in first.results] == ["value"] * 4
    assert (second.load or second.results[-1]).message == "more than 0.3 s in all its processes"


def test_what_ending_a_process_takes_is_no_waiting(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    close = SandboxSession.close
    queued = []

    def slow(session: SandboxSession) -> Ended:
        queued.append(session.queued())
        time.sleep(1.5)
        ended = close(session)
        queued.append(session.queued())
        return ended

    monkeypatch.setattr(SandboxSession, "close", slow)
    limits = evolve(LIMITS, call=CallLimits(0.05), budget=TimeBudget(600.0))
    outcome = one(sandbox, "def f():\n    while True: pass\n", limits=limits)
    assert outcome.message == "more than 0.05 s of processor time for one call"
    assert limits.budget is not None
    assert limits.budget.waiting_left > 600 - 1.4
    assert queued == sorted(queued)


def test_one_that_closes_its_pipe_and_sleeps_waits(sandbox: Sandbox) -> None:
    code = "import os, time\ndef f():\n    os.closerange(0, 64)\n    time.sleep(600)\n"
    limits = evolve(LIMITS, wall_seconds=300.0, budget=TimeBudget(0.3))
    assert one(sandbox, code, limits=limits) == TimeBudget(0.3).over


def test_large_and_small_values_after_each_other(sandbox: Sandbox) -> None:
    sizes = [300_000, 1, 65_527, 2, 65_523, 131_072, 3]
    run = sandbox.run(
        "def f(x): return 'x' * x", "f", [f"({size},)" for size in sizes], limits=evolve(LIMITS, output_bytes=1 << 20)
    )
    assert [len(outcome.encoded) - 5 for outcome in run.results] == sizes
    long = sandbox.run("def f(x): return len(x)", "f", [f"({'x' * size!r},)" for size in sizes])
    assert [outcome.value for outcome in long.results] == sizes


def test_code_of_five_megabytes_and_an_empty_one(sandbox: Sandbox) -> None:
    assert one(sandbox, "#" + "x" * (5 << 20) + "\ndef f(): return 1").value == 1
    assert one(sandbox, "").kind == "not loadable"


CODE = "import os\ndef f(x):\n    if x == 2: os._exit(1)\n    if x == 3: raise ValueError\n    return x"
CALLS = [f"({number},)" for number in range(5)]


def test_results_end_with_the_process(sandbox: Sandbox) -> None:
    run = sandbox.run(CODE, "f", CALLS)
    assert [outcome.kind for outcome in run.results] == ["value", "value", "crash"]


def test_the_rest_runs_in_a_fresh_process_on_request(sandbox: Sandbox) -> None:
    run = sandbox.run(CODE, "f", CALLS, restarts=1)
    assert [outcome.kind for outcome in run.results] == ["value", "value", "crash", "raised", "value"]
    assert run.results[4].value == 4


def test_calls_that_are_no_python_are_an_error_of_ours(sandbox: Sandbox) -> None:
    with pytest.raises(InputError, match="SyntaxError"):
        sandbox.run("def f(): return 1", "f", ["(1"])
    assert one(sandbox, "def f(): return 1").value == 1


def test_more_batches_of_calls_than_are_kept(sandbox: Sandbox) -> None:
    batches = [[f"({number},)"] for number in range(20)]
    for calls in batches + batches:
        assert sandbox.run("def f(x): return (x,)", "f", calls).results[0].value == eval(calls[0])


def test_a_program_does_not_even_see_other_files(sandbox: Sandbox) -> None:
    if not sandbox.layers.active & {"private root", "bubblewrap"}:
        pytest.skip("there is only Landlock, which hides no names")
    outcome = one(
        sandbox,
        "import os\ndef f(*paths): return [os.path.exists(path) for path in paths]",
        f"({__file__!r}, '/etc/passwd', '/proc/self', {os.path.dirname(json.__file__)!r})",
    )
    assert outcome.value == [False, False, False, True]


def test_a_program_gives_the_same_in_every_sandbox(sandbox: Sandbox) -> None:
    code = "import random\ndef f(): return list({'a', 'b', 'c', 'd', 'e'}), hash('x')"
    with Sandbox(LIMITS) as another:
        assert one(sandbox, code).encoded == one(another, code).encoded


def test_no_program_changes_the_next(sandbox: Sandbox) -> None:
    one(sandbox, "import builtins, math, sys\nbuiltins.len = math.pi = None\nsys.modules.clear()\ndef f(): pass")
    assert one(sandbox, "import math\ndef f(): return len('ab'), round(math.pi)").value == (2, 3)


def test_a_sandbox_that_was_killed_is_replaced(sandbox: Sandbox) -> None:
    assert one(sandbox, "def f(): return 1").value == 1
    assert sandbox._guest is not None
    session = sandbox._guest._process.pid
    sandbox._guest._process.kill()
    sandbox._guest._process.wait()
    assert one(sandbox, "def f(): return 2").value == 2
    assert ended(session)


def test_nothing_is_left_open(sandbox: Sandbox) -> None:
    one(sandbox, "def f(): return 1")
    gc.collect()
    before = os.listdir("/proc/self/fd")
    one(sandbox, "def f(): return 1")
    one(sandbox, "def f(): return [1] * 100000")
    assert os.listdir("/proc/self/fd") == before


def test_a_closed_sandbox_leaves_no_process() -> None:
    with Sandbox(LIMITS) as sandbox:
        one(sandbox, "def f(): return 1")
        assert sandbox._guest is not None
        session = sandbox._guest._process.pid
    assert ended(session)


def test_a_sandbox_ends_although_a_copy_of_its_socket_is_open() -> None:
    sandbox = Sandbox(LIMITS)
    assert sandbox._guest is not None
    session = sandbox._guest._process.pid
    copy = sandbox._guest.socket.dup()
    sandbox.close()
    assert ended(session)
    copy.close()


def ended(session: int) -> bool:
    """Whether all processes of a session have ended, after a while."""
    deadline = time.monotonic() + 30
    while session in set(_sessions()):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def _sessions() -> Iterator[int]:
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            state, _, _, session = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[:4]
            if state != "Z":
                yield int(session)


def test_the_layers_that_are_required_are_here() -> None:
    layers = probe()
    assert not layers.missing
    assert "rlimits" in layers.active
    assert "seccomp" in layers.described()


@pytest.mark.parametrize("name", ["seccomp", "no_new_privs"])
def test_a_layer_that_is_missing_is_missed(name: str) -> None:
    layers = Layers(tuple(Layer(each, each != name) for each in ("seccomp", "no_new_privs", "bubblewrap")))
    assert layers.missing == (name,)


def test_some_layer_has_to_guard_the_files() -> None:
    layers = Layers((Layer("seccomp", True), Layer("no_new_privs", True), Layer("landlock", False, "no kernel")))
    assert layers.missing == ("landlock or private root or bubblewrap",)


def test_without_a_layer_it_fails_closed_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_seccomp(active: dict[str, str], missing: dict[str, str]) -> Layers:
        return layers_of({}, {**active, **missing, "seccomp": "gone"})

    monkeypatch.setattr(launch, "layers_of", without_seccomp)
    with pytest.raises(SandboxUnavailable, match=r"no seccomp.*--unsafe"):
        Sandbox(LIMITS)
    with Sandbox(LIMITS, unsafe=True) as sandbox:
        assert one(sandbox, "def f(): return 1").value == 1


def test_an_interpreter_that_does_not_start_is_a_failure_of_a_tool() -> None:
    with pytest.raises(SolverFailure, match="does not start"):
        Sandbox(LIMITS, installation=Installation("/bin/false"))
    with pytest.raises(SandboxUnavailable, match="nowhere"):
        Sandbox(LIMITS, installation=Installation(os.path.join(os.path.dirname(sys.executable), "nowhere")))


@pytest.mark.parametrize(
    "arguments",
    [(), (1, [2.5, "é\ud800", None]), ({1: [2]}, {3}, frozenset()), (float("inf"), 1j, True, b"x"), ([[1]] * 2,)],
)
def test_a_call_is_the_same_from_its_values_and_from_its_text(sandbox: Sandbox, arguments: tuple[object, ...]) -> None:
    text = repr(arguments)
    program = sandbox.open("def f(*x):\n    if x and type(x[0]) is list: x[0][0].append(2)\n    return x", "f")
    try:
        first, second = (program.call(call).encoded for call in (call_with(arguments, text), call_of(text)))
    finally:
        program.close()
    assert first == second
