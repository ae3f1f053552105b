"""Of the tests of one set of clauses, the one that is reported."""

import ast
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.english.clause_examples import call_of
from specassay.benchmarks.runs.cvt import synthesise


def test_clauses_are_false_and_the_function_runs_where_such_an_input_exists(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text("def f(base):\n    assert not base > 36\n    return base + 1\n")
    (task,) = python_files.read(path)
    assert isinstance(task, ContractTask)
    (row,) = synthesise(task, "z3").rows
    assert row.arguments == {"base": "37"}
    assert row.how == {"0": "false"}
    assert row.runs_without_contract is True


def test_arguments_have_the_declared_types_where_such_a_test_exists(tmp_path: Path) -> None:
    # No random text matches the pattern: a valid one comes from the solver's test of the other clause.
    path = tmp_path / "f.py"
    path.write_text(
        "import re\n\n\ndef transfer(account: str, amount: int) -> int:\n"
        '    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}", account):\n        raise ValueError("account")\n'
        '    if amount <= 0:\n        raise ValueError("amount")\n    return amount\n\n\n'
        "def windows(items: list[int], size: int) -> list[int]:\n"
        "    if size < 1 or size > len(items):\n        raise IndexError(size)\n"
        '    if any(item % 2 for item in items):\n        raise ValueError("odd")\n'
        "    return [max(items[at : at + size]) for at in range(len(items) - size + 1)]\n"
    )
    for task in python_files.read(path):
        assert isinstance(task, ContractTask)
        rows = synthesise(task, "z3").rows
        assert [sorted(row.violates) for row in rows] == [[0], [1], [0, 1]]
        for row in rows:
            assert isinstance(row.arguments, dict)
            assert isinstance(row.how, dict)
            kinds = [type(ast.literal_eval(text)).__name__ for text in row.arguments.values()]
            assert kinds == (["str", "int"] if task.task_id.endswith("transfer") else ["list", "int"]), row.arguments
            assert set(row.how.values()) == {"false"}, row


def test_objects_of_the_declared_types_come_before_stand_ins(tmp_path: Path) -> None:
    """Two dates with an order, both before 1900, and no object that only has a `year`."""
    path = tmp_path / "f.py"
    path.write_text(
        "from datetime import date\n\n\ndef days(a: date, b: date) -> int:\n"
        '    if a > b:\n        raise ValueError("order")\n'
        '    if a.year < 1900:\n        raise ValueError("too old")\n    return (b - a).days\n'
    )
    (task,) = python_files.read(path)
    assert isinstance(task, ContractTask)
    rows = synthesise(task, "z3").rows
    assert [sorted(row.violates) for row in rows] == [[0], [1], [0, 1]]
    for row in rows:
        assert isinstance(row.arguments, dict)
        assert all(text.startswith("datetime.date") for text in row.arguments.values()), row.arguments
        assert isinstance(row.how, dict)
        assert set(row.how.values()) == {"false"}


def test_a_text_takes_the_place_of_a_list_where_a_text_is_declared(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text(
        "def part(s: str) -> str:\n    assert s\n    assert s == s.strip()\n    return s\n\n\n"
        "def password(s: str) -> str:\n    assert len(s) >= 8\n    assert any(c.isupper() for c in s)\n"
        '    assert not s.startswith("admin")\n    return s\n'
    )
    lists = []
    for task in python_files.read(path):
        assert isinstance(task, ContractTask)
        for row in synthesise(task, "z3", Config(universe="plain")).rows:
            assert isinstance(row.arguments, dict)
            if row.arguments["s"][0] not in "'\"":
                lists.append((task.entry_point, sorted(row.violates)))
    assert lists == [("part", [0, 1])], "no text is empty and begins with a space"


def test_plain_arguments_are_made_simpler_without_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of sets with a replay for each simpler value left no time for proofs."""
    path = tmp_path / "f.py"
    path.write_text(
        "class Box:\n    def __init__(self, a: int, b: int, c: int, d: int) -> None:\n"
        + "".join(f"        if {name} <= 5:\n            raise ValueError\n" for name in "abcd")
        + "        self.a = a\n"
    )
    replayed: list[object] = []
    run = Replayer.run

    def counted(self: Replayer, *arguments: Any, **options: Any) -> Any:
        replayed.append(arguments)
        return run(self, *arguments, **options)

    monkeypatch.setattr(Replayer, "run", counted)
    (task,) = python_files.read(path)
    assert isinstance(task, ContractTask)
    assert len(synthesise(task, "z3").rows) == 15
    assert len(replayed) < 3 * 15


def test_no_test_has_the_message_of_an_error_or_a_random_key(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text(
        "from dataclasses import dataclass\n\n\n@dataclass\nclass User:\n    name: str\n    active: bool = True\n\n\n"
        "def grant(user: User, owner: User) -> None:\n"
        '    """Grant."""\n'
        '    if not user.active:\n        raise PermissionError("inactive")\n'
        '    if user.name == owner.name:\n        raise PermissionError("yourself")\n\n\n'
        "def rate(rates: dict[str, float], source: str, target: str) -> float:\n"
        '    if source not in rates or target not in rates:\n        raise KeyError("missing")\n'
        '    if rates[source] <= 0 or rates[target] <= 0:\n        raise ValueError("rate")\n'
        "    return rates[target] / rates[source]\n"
    )
    grant, rate = python_files.read(path)
    assert isinstance(grant, ContractTask)
    assert isinstance(rate, ContractTask)
    texts = [text for row in synthesise(grant, "z3").rows for text in dict(row.arguments or {}).values()]
    assert len(texts) == 6
    assert all(len(text) <= len("User('a', active=False)") for text in texts), texts
    arguments = {tuple(row.violates): row.arguments for row in synthesise(rate, "z3").rows}[(1,)]
    assert arguments is not None
    assert set(ast.literal_eval(arguments["rates"])) == {
        ast.literal_eval(arguments[name]) for name in ("source", "target")
    }


DEFAULTS = """
def positive(value, name, strictly_positive=True):
    value = int(value)
    if value < 0 or (strictly_positive and value == 0):
        raise ValueError(name)
    return value

def layout(graph, scale=1, center=None, dim=2, *, name=None):
    if dim < 2:
        raise ValueError("dim")
    if scale <= 0:
        raise ValueError("scale")
    return graph

def first(a=1, b=2, /, c=3):
    if b < 0:
        raise ValueError
    if c < 0:
        raise ValueError
    return a

def every(a=1, *rest):
    if a < 0:
        raise ValueError
    if not rest:
        raise IndexError
    return rest
"""


def test_calls_leave_the_defaults_that_nothing_depends_on(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(DEFAULTS)
    calls = {}
    for task in python_files.read(path):
        assert isinstance(task, ContractTask)
        rows = synthesise(task, "z3").rows
        tests = [row.arguments for row in rows if len(row.violates) == 1]
        assert isinstance(rows[0].valid, dict)
        calls[task.entry_point] = [call_of(task, arguments) for arguments in (rows[0].valid, *tests) if arguments]
    assert calls == {
        "positive": ["positive(1, 0)", "positive(0, 0)"],
        "layout": ["layout(0)", "layout(0, dim=0)", "layout(0, 0)"],
        "first": ["first()", "first(1, -1)", "first(c=-1)"],
        "every": ["every(1, 0)", "every(-1, 0)", "every()"],
    }


def test_what_is_crossed_with_an_object_is_as_short_as_it_can_be(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text(
        "import re\n\n\nclass Pattern:\n    def __init__(self, regex: str | re.Pattern) -> None:\n"
        "        self.regex = re.compile(regex) if isinstance(regex, str) else regex\n\n"
        "    def check(self, value):\n        if self.regex.match(value) is None:\n"
        "            raise ValueError(value)\n        return value\n"
    )
    (task,) = python_files.read(path)
    assert isinstance(task, ContractTask)
    (row,) = synthesise(task, "z3").rows
    assert row.how == {"0": "false"}
    assert isinstance(row.arguments, dict)
    assert row.arguments["value"] == "''"
