"""What a module imports is imported once for all its functions, and nothing else is common to them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer
from specassay.backends.python.replay.tasks import shared
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask

CART = '''"""A cart."""
from __future__ import annotations

import icontract
{imports}
import random


def one(x: int):
    assert x > 0
    prices.seen.append(x)
    return prices.stamp, len(prices.seen), random.random()


@icontract.require(lambda x: x > 0)
def two(x: int):
    prices.seen.append(x)
    return prices.stamp, len(prices.seen), random.random()


@icontract.require(lambda x: x > 0)
def three(x: int):
    return prices.stamp, len(prices.seen) + 1, random.random()
'''
PRICES = "import random\nimport time\nstamp = time.perf_counter_ns()\nseen = []\nrandom.seed(7)\n"


def tasks(folder: Path, prices: str = PRICES, imports: str = "from . import prices") -> Sequence[ContractTask]:
    """Those of a module of three functions, which imports another one."""
    (folder / "shop").mkdir()
    (folder / "shop/__init__.py").touch()
    (folder / "shop/prices.py").write_text(prices)
    (folder / "shop/cart.py").write_text(CART.format(imports=imports))
    found = load(folder).items
    return [task for task in found if isinstance(task, ContractTask)]


def values(replayer: Replayer, task: ContractTask) -> tuple[int, int, float]:
    """What a function returns, in a process of its own."""
    replayer.load(task.replay_task)
    (text,) = replayer.values([{"x": "1"}])
    assert text is not None
    stamp, seen, random = text.strip("()").split(",")
    return int(stamp), int(seen), float(random)


def test_a_module_is_imported_once_for_all_its_functions(tmp_path: Path) -> None:
    with Replayer() as replayer:
        found = [values(replayer, task) for task in [*tasks(tmp_path)] * 2]
        assert replayer.run({"x": "0"}).violated == {0}
    assert len(set(found)) == 1
    assert found[0][1] == 1


def test_a_task_that_ends_its_process_is_followed_by_others(tmp_path: Path) -> None:
    first, second, _ = tasks(
        tmp_path,
        PRICES + "class Seen(list):\n    def append(self, x):\n        import os\n"
        "        os._exit(1) if x > 1 else super().append(x)\nseen = Seen()\n",
    )
    with Replayer() as replayer:
        stamps = {values(replayer, first)[0]}
        assert replayer.values([{"x": "2"}, {"x": "1"}])[0] is None
        stamps |= {values(replayer, each)[0] for each in (first, second)}
    assert len(stamps) == 1


@pytest.mark.parametrize(
    "shares",
    [
        "import threading\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n",
        "file = open(__file__)\n",
        "import mmap\nmemory = mmap.mmap(-1, 4096)\n",
        "from . import cart\n",
    ],
    ids=["thread", "file", "memory", "circle"],
)
def test_what_a_copy_would_share_is_imported_for_each_function(tmp_path: Path, shares: str) -> None:
    found = tasks(tmp_path, PRICES + shares)
    with Replayer() as replayer:
        stamps = [values(replayer, task)[:2] for task in found]
    assert len(set(stamps)) == 3
    assert {seen for _, seen in stamps} == {1}


def test_what_is_in_an_object_of_a_class_of_c_is_no_attribute(tmp_path: Path) -> None:
    (task, *_) = tasks(tmp_path, PRICES + "class Price:\n    def __init__(self, n): self.n = n\n")
    with Replayer() as replayer:
        replayer.load(task.replay_task)
        texts = ["collections.Counter('a')", "collections.Counter('b')", "prices.Price(1)", "prices.Price(1)"]
        made = replayer.construct("x", texts)
    assert [each.refused for each in made] == [None] * 4
    assert made[0].state == made[1].state == ""
    assert made[2].state == made[3].state != ""


def test_statements_before_an_import_are_executed_before_it(tmp_path: Path) -> None:
    (task, *_) = tasks(tmp_path, imports="import os\nos.environ['SHOP'] = '1'\nfrom . import prices")
    common = shared(task.replay_task)
    assert common is not None
    assert "import os" in common.text
    assert "prices" not in common.text


FORKING = """
import os, socket
try:
    with socket.socket(fileno=os.dup(63)) as end:
        for _ in range(8):
            end.send(b"fork")
            os.fork()
except OSError:
    pass
"""


def test_imported_code_cannot_fork_more_than_once(tmp_path: Path) -> None:
    """It reaches the socket of the server, and gets what it would have had anyway: one copy. Another module has
    another process."""
    hostile, *_ = tasks(tmp_path, PRICES + FORKING)
    (tmp_path / "other.py").write_text("import textwrap, shop\n\n\ndef check(x):\n    assert x > 0\n    return x\n")
    (honest,) = (task for task in load(tmp_path).items if task.task_id == "other.check")
    assert isinstance(honest, ContractTask)
    with Replayer() as replayer:
        replayer.load(hostile.replay_task)
        replayer.load(honest.replay_task)
        assert replayer.run({"x": "0"}).violated == {0}
