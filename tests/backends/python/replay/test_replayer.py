"""Replay of small contracts, kind and hostile."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer, ReplayLimits, ReplayTask
from specassay.backends.python.replay import replayer as replaying
from specassay.backends.python.replay.confined import ConfinedChannel
from specassay.backends.python.sandbox import SandboxUnavailable, layers
from specassay.core.errors import InputError
from tests.processes import living, living_in_the_end

SHORT = ReplayLimits(cpu_seconds=0.3, wall_seconds=2.0, memory_bytes=128 << 20)
"""On the clock longer than any replay here takes on a busy machine."""


@pytest.fixture(scope="module")
def replayer() -> Iterator[Replayer]:
    with Replayer(SHORT) as started:
        yield started


def task(contract: str, *parameters: str, solution: str = "") -> ReplayTask:
    return ReplayTask(task_id="t", parameters=parameters, contract_text=contract, solution=solution, entry_point="f")


CLAUSES = """
    # The block is indented, as those of data sets are.
    assert isinstance(xs, list), "a message"
    assert len(xs) > 0
    first = xs[0]
    assert first > 0
    for x in xs:
        assert x < 10
"""


@pytest.mark.parametrize(
    ("xs", "outcomes", "exceptions", "raised", "first"),
    [
        ("[1, 2]", ("holds", "holds", "holds", "holds"), {}, None, None),
        ("[1, 20, 3]", ("holds", "holds", "holds", "false"), {}, "AssertionError", 3),
        ("(-1,)", ("false", "holds", "false", "holds"), {}, "AssertionError", 0),
        ("['a']", ("holds", "holds", "raises", "raises"), {2: "TypeError", 3: "TypeError"}, "TypeError", 2),
        (
            "[]",
            ("holds", "false", "raises", "raises"),
            dict.fromkeys([2, 3], "IndexError"),
            "AssertionError",
            1,
        ),
    ],
)
def test_each_clause_is_judged_alone(
    replayer: Replayer,
    xs: str,
    outcomes: tuple[str, ...],
    exceptions: dict[int, str],
    raised: str | None,
    first: int | None,
) -> None:
    assert replayer.load(task(CLAUSES, "xs")) == 4
    replay = replayer.run({"xs": xs})
    assert (replay.outcomes, replay.exceptions) == (outcomes, exceptions)
    assert (replay.raised, replay.raises_first) == (raised, first)
    assert replay.decided


@pytest.mark.parametrize(
    "contract",
    [
        "assert x.append(1) is None\nassert len(x) > 0",
        "try:\n    assert x\nexcept AssertionError:\n    pass",
        "assert next(_COUNT) != 1",
    ],
)
def test_what_the_whole_contract_accepts_is_no_violation(replayer: Replayer, contract: str) -> None:
    replayer.load(task(contract, "x", solution="import itertools\n_COUNT = itertools.count(1)\n"))
    replay = replayer.run({"x": "[]"}, reference=False)
    assert replay.violated
    assert replay.accepted
    assert not replay.decided


def test_violated_is_what_is_false_or_raises(replayer: Replayer) -> None:
    replayer.load(task("assert x\nassert x[0]\nif x: assert x > 1", "x"))
    replay = replayer.run({"x": "0"})
    assert replay.outcomes == ("false", "raises", "unreached")
    assert replay.violated == {0, 1}


@pytest.mark.parametrize(
    ("contract", "outcomes", "raised", "first"),
    [
        # Nothing matters after a clause's first violation, nor what set-up statements raise after it held.
        ("for i in (1, 0, x[9]):\n  assert i", ("raises",), "IndexError", None),
        ("assert x\ny = x[9]\nassert y", ("holds", "raises"), "IndexError", None),
        # The contract itself deals with the violation.
        ("try:\n  assert x[9]\nexcept IndexError:\n  pass", ("raises",), None, None),
        ("try:\n  assert not x\nexcept AssertionError:\n  raise ValueError", ("false",), "ValueError", 0),
        # An assert in a helper that only another assert calls.
        (
            "def g(v):\n  assert v > 9\n  return v\nassert g(1) < 5",
            ("unreached", "holds"),
            "AssertionError",
            0,
        ),
        # Two on one line; names that the instrumentation could clash with; a side effect of a clause.
        ("assert x; assert not x", ("holds", "false"), "AssertionError", 1),
        ("bool = not_ = Exception = None\nassert x", ("holds",), None, None),
        ("assert x.pop() == 2\nassert len(x) == 1", ("holds", "false"), None, None),
        ("exit = __import__('sys').exit\nexit()\nassert x", ("raises",), "SystemExit", None),
        ("def g(n):\n  return g(n)\nassert g(x)", ("raises",), "RecursionError", 0),
        ("# nothing", (), None, None),
    ],
)
def test_special_contracts(
    replayer: Replayer, contract: str, outcomes: tuple[str, ...], raised: str | None, first: int | None
) -> None:
    replayer.load(task(contract, "x"))
    replay = replayer.run({"x": "[1, 2]"})
    assert replay.outcomes == outcomes
    assert (replay.raised, replay.raises_first) == (raised, first)


@pytest.mark.parametrize(
    "literal",
    [
        "inf",
        "-inf",
        "[nan]",
        "1 - 2j",
        "complex(1, inf)",
        "frozenset({1})",
        "set()",
        "range(9)",
        "b'x'",
        "float",
    ],
)
def test_literals_may_name_what_has_no_display(replayer: Replayer, literal: str) -> None:
    replayer.load(task(f"from math import inf, nan\nassert repr(x) == repr({literal})", "x"))
    assert replayer.run({"x": literal}).outcomes == ("holds",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "open('f')",
        "().__class__",
        "[x for x in '']",
        "f'{1}'",
        "2 ** 9",
        "'a' * 9",
        "{[]}",
        "float('x')",
        "float(x=1)",
        "lambda: 0",
        "-'a'",
        "1 +",
        "(" * 10_000,
        "\ud800",
        "{**{}}",
        "int",
        "float('9' * 9)",
    ],
)
def test_nothing_but_literals_is_evaluated(replayer: Replayer, text: str) -> None:
    replayer.load(task("assert x", "x"))
    with pytest.raises(InputError, match=r"^t: "):
        replayer.run({"x": text})
    assert replayer.run({"x": "1"}).outcomes == ("holds",)


def test_large_and_odd_literals(replayer: Replayer) -> None:
    replayer.load(task("assert isinstance(x, int) or len(x) > 9999", "x"))
    texts = ["9" * 10_000, "'" + "a" * 1_000_000 + "'", r"'\ud800\x00'"]
    assert [replayer.run({"x": text}).outcomes for text in texts] == [("holds",), ("holds",), ("false",)]


def test_an_argument_must_be_given(replayer: Replayer) -> None:
    replayer.load(task("assert x", "x", "y"))
    with pytest.raises(InputError, match="no argument for y"):
        replayer.run({"x": "1"})


@pytest.mark.parametrize(
    ("contract", "outcome"),
    [
        ("while True: pass", "timeout"),
        ("while True:\n  try:\n    while True: pass\n  except: pass", "timeout"),
        ("import time\ntime.sleep(1000)", "timeout"),
        ("y = 10 ** 10 ** 10", "timeout"),
        ("y = [0] * 10 ** 9", "memory"),
        ("y = []\nwhile True: y.append(bytes(10 ** 7))", "memory"),
        ("import os\nos._exit(0)", "crash"),
        ("import ctypes\nctypes.string_at(0)", "crash"),
    ],
)
def test_what_limits_hide_is_no_verdict(replayer: Replayer, contract: str, outcome: str) -> None:
    indented = contract.replace("\n", "\n  ")
    replayer.load(task(f"if x:\n  {indented}\nassert True", "x"))
    good, bad, again = replayer.run_many([{"x": "0"}, {"x": "1"}, {"x": "0"}])
    assert bad.outcomes == (outcome,) * len(bad.outcomes)
    assert not bad.decided
    assert not bad.violated
    assert good == again
    assert good.decided


HANGING = """
if x:
  import os, signal, time
  signal.signal(signal.SIGALRM, signal.SIG_IGN)
  for number in range(64):
    try:
      os.close(number)
    except OSError:
      pass
  while True: time.sleep(1000)
assert True
"""


def test_the_end_of_a_contract_that_closes_its_pipes_and_stays_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Replayer(ReplayLimits(cpu_seconds=0.3, wall_seconds=0.5)) as replayer:
        replayer.load(task(HANGING, "x"))
        monkeypatch.setattr(replaying, "GRACE_SECONDS", 0.5)
        assert replayer.run({"x": "1"}).outcomes == ("timeout",)


def test_arguments_of_one_text_are_made_one_by_one(replayer: Replayer) -> None:
    contract = "assert x is not y\nassert x.items is not y.items\nassert x.items == []\nx.items.append(1)"
    solution = "class Box:\n    def __init__(self, items):\n        self.items = items\n"
    replayer.load(evolve(task(contract, "x", "y", solution=solution), expressions=True))
    for _ in range(3):
        assert replayer.run({"x": "Box([])", "y": "Box([])"}).outcomes == ("holds", "holds", "holds")


@pytest.mark.parametrize(
    "harm",
    [
        "import os\nos.kill(os.getppid(), 9)",
        "import os\nos.fork()",
        "import socket\nsocket.socket()",
        "import subprocess\nsubprocess.run(['true'])",
        "open('/etc/passwd')",
    ],
)
def test_a_contract_is_confined(replayer: Replayer, harm: str) -> None:
    indented = harm.replace("\n", "\n  ")
    replayer.load(task(f"if x:\n  {indented}\nassert True", "x"))
    replay = replayer.run({"x": "1"})
    assert replay.outcomes == ("raises",)
    # With bubblewrap the file is not even there.
    assert replay.exceptions[0] in {"PermissionError", "FileNotFoundError"}


FORGERY = """
import os
for number in range(64):
    try:
        os.write(number, LINES)
    except OSError:
        pass
os._exit(0)
"""


def test_what_a_task_writes_is_not_heard_by_the_next(replayer: Replayer) -> None:
    lines = b'{"outcomes": ["holds"]}\n{"ended": 0}\n{"clauses": 1}\n{"outcomes": ["holds"]}\n'
    replayer.load(task(FORGERY.replace("LINES", repr(lines)) + "assert x", "x"))
    replayer.run({"x": "0"})
    replayer.load(task("assert x\nassert not x", "x"))
    assert replayer.run({"x": "0"}).outcomes == ("false", "holds")


def test_a_forged_number_of_clauses_is_refused(replayer: Replayer) -> None:
    forged = FORGERY.replace("LINES", repr(b'{"clauses": 1000000000000}\n'))
    with pytest.raises(InputError, match="crash"):
        replayer.load(task("assert x", "x", solution=forged))
    assert replayer.load(task("assert x", "x")) == 1


def test_without_a_layer_it_fails_closed_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPECASSAY_UNSAFE", raising=False)
    monkeypatch.setattr(layers, "REQUIRED", ("seccomp", "a dragon"))
    advice = "no a dragon; --unsafe, or SPECASSAY_UNSAFE=1"
    with Replayer(SHORT) as closed, pytest.raises(SandboxUnavailable, match=advice):
        closed.load(task("assert x", "x"))
    with Replayer(SHORT, unsafe=True) as opened:
        opened.load(task("assert x > 1", "x"))
        assert [opened.run({"x": text}).outcomes for text in ("1", "2")] == [("false",), ("holds",)]


def test_output_does_not_disturb(replayer: Replayer) -> None:
    noise = "import os, sys\nprint('x' * 10**6)\nsys.stderr.write('y' * 10**6)\nos.write(1, b'{}')\n"
    replayer.load(task(noise + "assert input", "x"))
    assert replayer.run({"x": "1"}).outcomes == ("holds",)


def test_nothing_is_written_and_the_environment_is_empty(
    replayer: Replayer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECASSAY_SECRET", "1")
    target = tmp_path / "f"
    secret = "import os\nassert 'SPECASSAY_SECRET' not in os.environ\n"
    write = f"assert open({str(target)!r}, 'w').write('x') == 1"
    with Replayer(SHORT) as fresh:
        fresh.load(task(secret + write, "x"))
        assert fresh.run({"x": "1"}).outcomes[0] == "holds"
    assert not target.exists() or target.stat().st_size == 0


def test_one_task_does_not_poison_the_next(replayer: Replayer) -> None:
    replayer.load(task("import builtins\nbuiltins.len = lambda _: 9\nassert len(x) == 9", "x"))
    assert replayer.run({"x": "''"}).outcomes == ("holds",)
    replayer.load(task("assert len(x) == 9", "x"))
    assert replayer.run({"x": "''"}).outcomes == ("false",)


@pytest.mark.parametrize(
    ("solution", "x", "runs"),
    [
        ("def f(x): return x.pop()", "[1]", True),
        ("def f(x): return x.pop()", "[]", False),
        ("def f(x):\n  while x: pass", "1", None),
        ("def f(x): return 'a' * x", "10**9", None),
        ("def f(*x): return x", "(1, 2)", True),
        ("def f(*x): return x", "1", False),
        ("def f(*, x): return x", "1", True),
        ("def f(**x): return x['a']", "{'a': 1}", True),
        ("def g(x): return x", "1", None),
        ("def f(x): raise SystemExit", "1", False),
    ],
)
def test_the_reference_runs_without_the_contract(replayer: Replayer, solution: str, x: str, runs: bool | None) -> None:
    replayer.load(task("assert x == x\nassert x.clear()", "x", solution=solution))
    assert replayer.run({"x": x.replace("10**9", str(10**9))}).runs_without_contract is runs
    assert replayer.run({"x": "0"}, reference=False).runs_without_contract is None


@pytest.mark.parametrize(
    ("contract", "solution", "message"),
    [
        ("assert x\nassert (", "", r"contract is not Python: .* \(line 2\)"),
        ("  assert x\nassert x", "", "contract is not Python: unindent"),
        ("assert " + "(" * 10_000, "", "contract is not Python"),
        ("assert " + "1+" * 100_000 + "1", "", "too large"),
        ("global x", "", "contract is not Python"),
        ("assert x", "def f(:", r"reference implementation is not Python: .* \(line 2\)"),
        ("assert x", "1 / 0", "does not load: ZeroDivisionError"),
        ("assert x", "while True: pass", "takes too long"),
        ("assert x", "import os\nos._exit(3)", "ends in a crash"),
    ],
)
def test_what_does_not_load(replayer: Replayer, contract: str, solution: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        replayer.load(task(contract, "x", solution=solution))
    assert replayer.load(task("assert x", "x")) == 1


def test_closing_ends_the_processes() -> None:
    started = Replayer(SHORT)
    started.load(task("import time\nassert x", "x"))
    assert isinstance(started._channel, ConfinedChannel)
    group = started._channel.guest._process.pid
    started.run({"x": "0"})
    assert living(group)
    started.close()
    assert not living_in_the_end(group)
    with pytest.raises(InputError, match="no task"):
        started.run({"x": "1"})
