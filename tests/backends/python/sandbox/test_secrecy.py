"""What a program can read of others: their sources, inputs that it has not been asked about, our environment."""

import os
import secrets
from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer
from specassay.backends.python.replay import ReplayLimits as ReplayLimits
from specassay.backends.python.replay.tasks import ReplayTask
from specassay.backends.python.sandbox import Sandbox, SandboxLimits

from ....attacks.forging import SEARCH

LIMITS = SandboxLimits(cpu_seconds=20, wall_seconds=60, memory_mb=512, output_bytes=1 << 20)
SEARCHING = SEARCH + "def f(*x):\n    return sorted(search(rb'mark-[0-9a-f]{16}'))\n"


def marker() -> str:
    return f"mark-{secrets.token_hex(8)}"


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    monkeypatch.setenv("MARK", marker())
    return Sandbox(LIMITS, unsafe=True)


def test_a_search_of_the_memory_finds_what_is_there(sandbox: Sandbox) -> None:
    own, asked = marker(), marker()
    with sandbox:
        run = sandbox.run(f"OWN = '{own}'\n{SEARCHING}", "f", [f"('{asked}',)"])
    assert run.results[0].value == sorted([own, asked])


def test_a_program_finds_no_other_programs_source_or_inputs(sandbox: Sandbox) -> None:
    earlier, loading, own = marker(), marker(), marker()
    with sandbox:
        for size in (0, 500, 1000, 50_000):
            source = f"X = '{earlier}'\ndef f(*x): return X, x\n" + "#" * size
            sandbox.run(source, "f", [f"({marker()!r},)"] * 20)
        sandbox.run(f"'{loading}' 1", "f", [])
        run = sandbox.run(f"X = '{own}'\n{SEARCHING}", "f", ["()"])
    assert run.results[0].value == [own]


def test_a_program_finds_no_input_before_its_time(sandbox: Sandbox) -> None:
    markers = [marker() for _ in range(4)]
    with sandbox:
        run = sandbox.run(SEARCHING, "f", [f"({each!r}, {{1}})" for each in markers])
    for place, outcome in enumerate(run.results):
        assert isinstance(outcome.value, list)
        assert set(outcome.value).isdisjoint(markers[place + 1 :])
        assert markers[place] in outcome.value


READING_AHEAD = """
import os, select
def f(x):
    found = b''
    for number in range(3, 64):
        try:
            while select.select([number], [], [], 0)[0]:
                part = os.read(number, 65536)
                if not part: break
                found += part
        except (OSError, ValueError):
            pass
    return found
"""


def test_no_pipe_holds_an_input_before_its_time(sandbox: Sandbox) -> None:
    with sandbox:
        run = sandbox.run(READING_AHEAD, "f", [f"('{marker()}',)" for _ in range(3)])
    assert [outcome.value for outcome in run.results] == [b""] * 3


def test_an_answer_to_what_was_not_asked_ends_the_process(sandbox: Sandbox) -> None:
    ahead = "import os, struct\ndef f(x):\n    data = b''.join(struct.pack('<IBI', n, 1, 1) + b'T' for n in range(3))\n"
    ahead += "    for number in range(3, 64):\n        try: os.write(number, data)\n        except OSError: pass\n"
    with sandbox:
        run = sandbox.run(ahead, "f", ["(1,)", "(2,)", "(3,)"])
    assert [outcome.kind for outcome in run.results] == ["value", "crash"]


def test_a_contract_finds_no_other_tasks_text(tmp_path: Path) -> None:
    """The only answer of a contract is whether it holds: here, whether it found a marker."""
    clause = SEARCH.replace("\n", "\n    ") + "\n    assert not search(rb'mark-[0-9a-f]{16}')"
    assert not os.environ.get("MARK")

    def task(contract: str, solution: str) -> ReplayTask:
        return ReplayTask(
            task_id="t", contract_text=contract, preamble="", solution=solution, entry_point="f", parameters=("n",)
        )

    searching = f"    {clause.strip()}\n"
    with Replayer(ReplayLimits(cpu_seconds=10, wall_seconds=60), unsafe=True) as replayer:
        for text in ("def f(n): return 1", f"def f(n): return '{marker()}'"):
            replayer.load(task("    assert n\n", text))
            assert replayer.run({"n": "1"}).accepted
        replayer.load(task(searching, "def f(n): return 1"))
        assert replayer.run({"n": "1"}).accepted
        replayer.load(task(f"    X = '{marker()}'\n{searching}", "def f(n): return 1"))
        assert replayer.run({"n": "1"}).accepted is False
