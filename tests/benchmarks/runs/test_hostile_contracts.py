"""Contracts that nobody should write: never a hang, never a wrong verdict, never a lost result."""

import ast
import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer, ReplayLimits
from specassay.backends.python.replay.guest.literals import literal
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.runs import observed_task
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.run_limits import LIMITS as RUN_LIMITS
from specassay.benchmarks.runs.task_report import Report

from ...samples import some

MOST = 31
LIMITS = Config(solver_limit=0.5, budget=1.5, max_subsets=MOST)
POOL: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    3,
    5,
    19,
    20,
    10**20,
    -(10**20),
    2**1024,
    10**400,
    10**5000,
    0.0,
    -0.5,
    1e300,
    math.inf,
    math.nan,
    2j,
    "",
    "a",
    "0",
    " ",
    "ab",
    "aab",
    "aaab",
    b"",
    b"a",
    [],
    [0],
    [1, 2],
    [[]],
    (),
    (0,),
    (1, 2),
    {},
    {"a": 0},
    {1: 2},
    set(),
    {0},
    {1, 2},
    frozenset(),
    frozenset({1}),
)


def task(contract: str, *names: str) -> ContractTask:
    return ContractTask(
        task_id="t",
        entry_point="f",
        parameters=tuple(Parameter(name) for name in names),
        contract_text=contract,
        solution=f"def f({', '.join(names)}): return 0",
        file="t.py",
        line=1,
    )


def decided(contract: str, *names: str, wall_seconds: float = 0.5) -> Report:
    with Replayer(ReplayLimits(cpu_seconds=0.2, wall_seconds=wall_seconds, memory_bytes=1 << 30)) as replayer:
        return synthesise(task(contract, *names), config=LIMITS, replayer=replayer)


class Only(ast.NodeTransformer):
    """Leaves one assertion in a contract."""

    def __init__(self, kept: ast.Assert) -> None:
        self.kept = kept

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return node if node is self.kept else ast.copy_location(ast.Pass(), node)


def contracts_alone(contract: str, names: tuple[str, ...]) -> Iterator[Any]:
    """For each clause a function that executes it alone."""
    count = sum(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(contract)))
    for index in range(count):
        function = ast.parse(f"def contract({', '.join(names)}): pass").body[0]
        module = ast.parse(contract)
        asserts = [node for node in ast.walk(module) if isinstance(node, ast.Assert)]
        asserts.sort(key=lambda node: (node.lineno, node.col_offset))
        assert isinstance(function, ast.FunctionDef)
        function.body = Only(asserts[index]).visit(module).body
        names_: dict[str, Any] = {}
        whole = ast.fix_missing_locations(ast.Module(body=[function], type_ignores=[]))
        exec(compile(whole, "contract", "exec"), names_)
        yield names_["contract"]


def violated(contract: str, names: tuple[str, ...], arguments: tuple[str, ...]) -> set[int]:
    """The clauses that CPython violates, each alone. The arguments are literals: every clause gets its own."""
    found = set()
    for index, alone in enumerate(contracts_alone(contract, names)):
        try:
            alone(*map(literal, arguments))
        except Exception:
            found.add(index)
    return found


def check(report: Report, contract: str, *names: str, infeasible: bool = True) -> None:
    """Nothing lost: a row for each set that was asked about. Nothing wrong: CPython confirms every test, and no value
    of the pool contradicts a proof."""
    assert report.error is None
    assert report.disagreements == report.contradictions == 0
    assert len(report.rows) == min(MOST, report.subsets)
    for row in report.rows:
        if row.verdict == "violating":
            assert row.arguments is not None
            arguments = tuple(row.arguments[name] for name in names)
            assert violated(contract, names, arguments) == set(row.violates), row
            assert row.raised is not None
    refused = {frozenset(row.violates) for row in report.rows if row.verdict == "infeasible"}
    if infeasible and refused:
        for values in product(POOL, repeat=len(names)):
            seen = frozenset(violated(contract, names, tuple(map(text_of, values))))
            assert seen not in refused, values


def text_of(value: Any) -> str:
    return hex(value) if isinstance(value, int) and not isinstance(value, bool) else repr(value)


DECIDED = {
    "an effect on a local": ("seen = []\nassert seen.append(x) is None\nassert len(seen) == 0\n", "x"),
    "an effect on an argument": ("assert x.append(1) is None\nassert len(x) < 3\n", "x"),
    "an effect that the next clause would see": ("assert x.pop()\nassert x\n", "x"),
    "an effect that mends": ("assert x.append(1) is None\nassert len(x) > 0\nassert x != 3\n", "x"),
    "an assertion that is caught": ("try:\n    assert x > 3\nexcept Exception:\n    x = 5\nassert x > 4\n", "x"),
    "a range that is too long": ("assert isinstance(x, int) and x >= 0\nassert len(range(x)) == x\n", "x"),
    "a changed argument": ("x.clear()\nassert not x\nassert isinstance(x, list)\n", "x"),
    "endless recursion": ("def g(n):\n    return g(n + 1)\nassert g(x)\nassert x\n", "x"),
    "deep recursion": (
        "def g(n):\n    return 0 if n <= 0 else 1 + g(n - 1)\nassert isinstance(x, int)\nassert g(x) < 500\n",
        "x",
    ),
    "unhashable keys": ("assert x in {1, 2}\nassert {x: 1}\nassert hash(x) is not None\n", "x"),
    "surrogates": ("assert x != '\\ud800'\nassert x.encode()\nassert isinstance(x, str)\n", "x"),
    "a huge power": ("assert x != 10**5000\nassert isinstance(x, int)\nassert x < 10**5000\n", "x"),
    "the text of a number": ("assert len(str(x)) < 10\nassert isinstance(x, int)\n", "x"),
    "a number of thousands of digits": (f"assert x != {'9' * 4000}\nassert isinstance(x, int)\n", "x"),
    "a text of thousands of digits": ("assert int('9' * 5000) > x\nassert isinstance(x, int)\n", "x"),
    "a tower of powers": ("assert isinstance(x, int)\nassert 2 ** x < 10 ** 500\n", "x"),
    "a shadowed builtin": ("len = 3\nassert x > len\nassert isinstance(x, int)\n", "x"),
    "parameters that shadow": ("assert len > 0\nassert isinstance(len, int)\nassert list\n", "len", "list"),
    "a helper that shadows": (
        "def isinstance(a, b):\n    return True\nassert isinstance(x, int)\nassert x > 2\n",
        "x",
    ),
    "a name that is unbound later": ("if x:\n    len = sum\nassert len(x)\nassert x\n", "x"),
    "nesting": ("assert " + "not " * 150 + "x\nassert x\n", "x"),
    "output": ("assert print(x) is None\nassert x\n", "x"),
    "lists of lists that grow": (
        "columns = []\nfor row in x:\n    for k in range(len(row)):\n        if k >= len(columns):\n"
        "            columns.append([])\n        columns[k] = columns[k] + [row[k]]\n"
        "assert all(sum(column) == 3 for column in columns)\nassert len(columns) == 2\n",
        "x",
    ),
    "a sort": (
        "a = list(x)\nfor i in range(len(a)):\n    for j in range(i + 1, len(a)):\n        if a[j] < a[i]:\n"
        "            t = a[i]\n            a[i] = a[j]\n            a[j] = t\nassert a[0] == 1\nassert a == list(x)\n",
        "x",
    ),
    "counts of triples": (
        "seen = {}\nfor i in x:\n    for j in x:\n        for k in x:\n"
        "            seen[i, j, k] = seen.get((i, j, k), 0) + 1\nassert max(seen.values()) < 3\nassert len(seen) > 1\n",
        "x",
    ),
    "a deleted parameter": ("del x\nassert x\nassert not x\n", "x"),
}


@pytest.mark.parametrize("name", some(list(DECIDED), 4))
def test_verdicts_are_confirmed(name: str) -> None:
    contract, *names = DECIDED[name]
    report = decided(contract, *names)
    check(report, contract, *names)
    assert any(row.verdict == "violating" for row in report.rows) or name == "an effect on a local"


UNBOUNDED = {
    "an endless loop": "assert x\nwhile x:\n    pass\nassert not x\n",
    "an endless generator": "def count():\n    while True:\n        yield 0\nassert x in count()\n",
    "a billion steps": "assert all(a + b != 7 for a in range(10**5) for b in range(10**5))\nassert x\n",
    "memory": "assert [0] * 10**12\nassert x\n",
    "memory in the set-up": "s = 'a' * 10**9\nassert s * 10**3 != x\nassert x\n",
    "a huge width": "assert f'{x:1000000000}'\nassert x\n",
    "a tower": "assert x ** x ** x ** x < 5\nassert isinstance(x, int)\n",
    "backtracking": "import re\nassert re.fullmatch(r'(a+)+b', x * 40 if x == 'a' else x)\nassert isinstance(x, str)\n",
    "the end of the process": "import os\nassert os._exit(3)\nassert x\n",
    "an exit": "import sys\nassert sys.exit()\nassert x\n",
}


@pytest.mark.parametrize("name", some(list(UNBOUNDED), 2))
def test_nothing_takes_forever_or_the_process_with_it(name: str) -> None:
    report = decided(UNBOUNDED[name], "x")
    assert report.error is None
    assert len(report.rows) == report.subsets
    assert all(row.verdict in ("violating", "unknown", "infeasible") for row in report.rows)


def test_a_clause_that_sleeps_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observed_task, "LIMITS", evolve(RUN_LIMITS, wasted_seconds=0.5))
    report = decided("import time\nassert time.sleep(60) is None\nassert x\n", "x", wall_seconds=0.2)
    assert [row.verdict for row in report.rows] == ["unknown"] * 3
    assert any("time.sleep" in problem for problem in report.problems)


@pytest.mark.slow
def test_a_million_subsets_are_cut() -> None:
    contract = "".join(f"assert x != {number}\n" for number in range(20))
    report = decided(contract, "x")
    check(report, contract, "x")
    assert report.subsets == 2**20 - 1
    sizes = [len(row.violates) for row in report.rows]
    assert sizes == sorted(sizes)
    assert [row.verdict for row in report.rows[:20]] == ["violating"] * 20
    assert {row.verdict for row in report.rows[20:]} == {"infeasible"}


@pytest.mark.slow
def test_a_large_literal() -> None:
    contract = f"assert x != {'a' * 300_000!r}\nassert x\n"
    report = decided(contract, "x")
    check(report, contract, "x", infeasible=False)
    assert [row.verdict for row in report.rows] == ["violating", "violating", "infeasible"]


def test_a_literal_beyond_what_is_read() -> None:
    report = decided(f"assert x != {'a' * 1_000_000!r}\n", "x")
    assert "at most 1,000,000 are read" in (report.error or "")
    assert not report.failed


def test_a_number_beyond_what_python_reads() -> None:
    report = decided(f"assert x != {'9' * 5000}\n", "x")
    assert "a literal that Python rejects" in (report.error or "")


@pytest.mark.parametrize("digits", [4299, 4300, 4301])
def test_a_replay_converts_as_many_digits_as_python(digits: int) -> None:
    """10**digits has one digit more."""
    with Replayer() as replayer:
        replayer.load(task("assert str(x)\nassert int('1' * y)\n", "x", "y").replay_task)
        replay = replayer.run({"x": hex(10 ** (digits - 1)), "y": str(digits)})
    assert replay.violated == ({0, 1} if digits > 4300 else set())
