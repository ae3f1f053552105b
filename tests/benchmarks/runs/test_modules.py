"""What surrounds a contract in its file: the replay does what Python does with it."""

from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask


def tasks_of(folder: Path, text: str) -> dict[str, ContractTask]:
    path = folder / "module.py"
    path.write_text(text, encoding="utf-8")
    tasks = [task for task in python_files.read(path) if isinstance(task, ContractTask)]
    return {task.task_id.removeprefix("module."): task for task in tasks}


HELPER = """
import icontract
from icontract import ensure, require

@icontract.invariant(lambda self: self.n < 100)
class Box:
    def __init__(self, n): self.n = n

@ensure(lambda result: result > 0)
def half(n): return n // 2

@icontract.snapshot(lambda xs: xs[:], name="before")
@ensure(lambda xs, OLD: len(xs) == len(OLD.before))
def first(xs): return xs.pop()

@require(lambda n: Box(n).n < 50)
@require(lambda n: half(n) < 10)
@require(lambda n: n == 7 or first([n]) == n)
def f(n): return n + 1
"""


def test_contracts_of_helpers_hold_in_the_replay(replayer: Replayer, tmp_path: Path) -> None:
    (task,) = (task for name, task in tasks_of(tmp_path, HELPER).items() if name == "f")
    assert replayer.load(task.replay_task) == 3
    assert replayer.run({"n": "7"}).outcomes == ("holds", "holds", "holds")
    replay = replayer.run({"n": "0"})
    assert replay.outcomes == ("holds", "raises", "raises")
    assert replay.exceptions == {1: "ViolationError", 2: "ViolationError"}
    assert replayer.run({"n": "100"}).outcomes[:2] == ("raises", "false")


AROUND = """
import deal
import icontract
from icontract._globals import SLOW
from pathlib import Path

HERE, HOME = Path(__file__).parent, Path.home()

@deal.pre(lambda n: n > 0)
def f(n): return str(HERE)

cases = deal.cases(f)

@icontract.require(lambda n: n > 0, enabled=__debug__)
def g(n): return n

@icontract.require(lambda n: n > 0, enabled=SLOW)
def slow(n): return n
"""


def test_a_module_that_uses_its_place_and_more_of_the_libraries(replayer: Replayer, tmp_path: Path) -> None:
    tasks = tasks_of(tmp_path, AROUND)
    assert "a condition that SLOW enables" in (tasks.pop("slow").unsupported or "")
    for name, task in tasks.items():
        replayer.load(task.replay_task)
        assert replayer.run({"n": "0"}).violated == {0}, name
        assert replayer.run({"n": "1"}).runs_without_contract, name
        if name == "f":
            assert replayer.values([{"n": "1"}]) == [repr(str(tmp_path))]


def test_a_module_runs_without_the_library_where_only_the_function_uses_it(tmp_path: Path) -> None:
    text = "from icontract import require, ensure\nimport deal as d\n@require(lambda n: n)\ndef f(n): return n\n"
    (task,) = tasks_of(tmp_path, text).values()
    assert task.libraries == ()
    assert "import" not in task.solution


INSIDE = """
try:
    import nothing_of_this_name
except ImportError:
    nothing_of_this_name = None

if nothing_of_this_name is None:
    def f(n):
        assert n > 0
        return 1
else:
    def f(n):
        assert n > 5
        return 2
"""


def test_functions_inside_blocks_of_a_module(replayer: Replayer, tmp_path: Path) -> None:
    taken, other = (task.replay_task for task in tasks_of(tmp_path, INSIDE).values())
    replayer.load(taken)
    assert replayer.run({"n": "0"}).runs_without_contract
    assert replayer.values([{"n": "0"}]) == ["1"]
    replayer.load(other)
    assert replayer.run({"n": "3"}).outcomes == ("false",)
    assert replayer.run({"n": "3"}).runs_without_contract is None, "Python does not execute this definition"


def test_two_functions_of_one_name(replayer: Replayer, tmp_path: Path) -> None:
    text = "def f(n):\n    assert n > 0\n    return 1\n\ndef f(n):\n    assert n < 0\n    return 2\n"
    tasks = tasks_of(tmp_path, text)
    assert list(tasks) == ["f:1", "f:5"]
    for number, task in enumerate(tasks.values(), start=1):
        replayer.load(task.replay_task)
        assert replayer.run({"n": "0"}).violated == {0}
        assert replayer.values([{"n": "0"}]) == [str(number)]


@pytest.mark.parametrize(
    "text",
    [
        "import icontract\nshort = icontract.require(lambda n: n)\n@short\ndef f(n):\n    assert n\n",
        "try:\n    import deal\nexcept ImportError:\n    deal = None\n"
        "@deal.pre(lambda n: n)\ndef f(n):\n    assert n\n",
    ],
)
def test_a_decorator_that_may_be_a_contract_is_refused(tmp_path: Path, text: str) -> None:
    tasks = tasks_of(tmp_path, text + "\ndef g(n):\n    assert n\n")
    assert "which may be a contract" in (tasks["f"].unsupported or "")
    assert tasks["g"].unsupported is None
