"""The registry of data sets, data folders, choosing tasks, and readers of plain files."""

import importlib
import json
from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets import python_files, specification_files
from specassay.benchmarks.datasets import registry as datasets
from specassay.benchmarks.datasets.tasks import ContractTask, SpecTask
from specassay.core.errors import InputError

MODULE = '''"""A module."""
import math

LIMIT = 3


def half(n: int, *, deep=LIMIT) -> float:
    """Half of a number."""
    import re
    limit = LIMIT  # a set-up statement
    assert n > 0, "message"
    if deep:
        assert n < limit
    rest = n / 2
    assert rest >= 0
    with memoryview(b""):
        assert math.isfinite(n)
    return rest


def one(n): assert n; return n


def none(n):
    with n:
        return n
    assert n


class C:
    def method(self, n):
        assert n
'''


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "module.py"
    path.write_text(MODULE)
    return path


def test_functions_that_begin_with_assertions(module: Path) -> None:
    half, one, method = python_files.read(module)
    assert isinstance(half, ContractTask)
    assert isinstance(one, ContractTask)
    assert isinstance(method, ContractTask)
    assert (method.task_id, method.unsupported) == ("module.C.method", None)
    assert method.parameter_names == ("self", "n")
    assert str(method.definition) == "method C.method"
    assert (half.task_id, half.line, half.contract_line) == ("module.half", 7, 9)
    assert half.parameter_names == ("n", "deep")
    assert half.prompt == "Half of a number."
    assert half.contract_text.splitlines()[0] == "    import re"
    assert half.contract_text.endswith("    assert rest >= 0\n")
    assert half.solution.count("assert ") == 4
    assert one.contract_text.strip() == "assert n"
    assert one.contract_text.index("assert") == MODULE.splitlines()[one.line - 1].index("assert")


def test_such_functions_replay(module: Path) -> None:
    tasks = [task for task in python_files.read(module) if isinstance(task, ContractTask)]
    half, one, method = (task.replay_task for task in tasks)
    with Replayer() as replayer:
        assert replayer.load(half) == 3
        replay = replayer.run({"n": "-1", "deep": "None"})
        assert replay.outcomes == ("false", "unreached", "false")
        assert replay.runs_without_contract
        assert not replayer.run({"n": "inf", "deep": "None"}).runs_without_contract
        assert replayer.load(one) == 1
        assert replayer.load(method) == 1
        assert replayer.run({"self": "C()", "n": "0"}).outcomes == ("false",)


def test_a_module_named_like_its_function(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text("def f(x):\n\tassert x\n")
    (task,) = python_files.read(path)
    assert isinstance(task, ContractTask)
    assert (task.task_id, task.contract_text) == ("f", "\tassert x\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"def f(:\n", r"m\.py:1:7: found ':', expected"),
        (b"", r"m\.py: the file is empty"),
        (b"x = 1\n", "no function begins with assertions"),
        (b"\0\0", "found a NUL character"),
        (b"\xff", "not Python source text"),
        (b"x = " + b"(" * 10_000, "nested brackets"),
        (b"x = " + b"-" * 100_000 + b"1", "tokens"),
    ],
)
def test_python_files_that_hold_nothing(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "m.py"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(python_files.read(path))


def test_every_reader_is_there() -> None:
    for module in datasets.READERS.values():
        reader = importlib.import_module(module, "specassay.benchmarks.datasets")
        assert callable(reader.matches)
        assert callable(reader.read)


def test_sources_of_no_known_kind(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        list(datasets.load(tmp_path / "none.py"))
    (tmp_path / "a.txt").touch()
    with pytest.raises(InputError, match="unknown kind of file"):
        list(datasets.load(tmp_path / "a.txt"))


def test_specification_files_and_folders(tmp_path: Path) -> None:
    folder = tmp_path / "test"
    folder.mkdir()
    with pytest.raises(InputError, match=r"no \.dfy and no \.py file in this folder"):
        list(datasets.load(folder))
    for name in ("task_id_10", "task_id_9", "other"):
        (folder / f"{name}.dfy").touch()
    (tmp_path / "labels.json").write_text(json.dumps({"9": {"label": "WEAK", "raw": ""}}))
    found = [item for item in datasets.load(folder) if isinstance(item, SpecTask)]
    assert [(task.task_id, task.label) for task in found] == [
        ("other", None),
        ("task_id_9", "WEAK"),
        ("task_id_10", None),
    ]
    (alone,) = datasets.load(folder / "task_id_9.dfy")
    assert alone == found[1]
    (tmp_path / "labels.json").write_text("[]")
    with pytest.raises(InputError, match="expected numbers with objects that have a label"):
        list(specification_files.read(folder))


def test_choosing_tasks(module: Path) -> None:
    items = [*python_files.read(module), InputError("broken", file="d.jsonl", line=3)]
    assert datasets.select(items, []) == items
    assert datasets.select(items, ["module.one"]) == [items[1], items[-1]]
    both = r"module\.one or module\.half or module\.C\.method"
    with pytest.raises(InputError, match=rf"^no task 'Module\.on', did you mean {both}\?"):
        datasets.select(items, ["module.half", "Module.on"])
    with pytest.raises(InputError, match=r"no task 'zzz', the 3 tasks are module\.half to module\.C\.method"):
        datasets.select(items, ["zzz"])
    with pytest.raises(InputError, match="no task 'zzz', there are no tasks"):
        datasets.select([], ["zzz"])
