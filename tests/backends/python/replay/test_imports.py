"""Modules of projects, imported by their real names inside the sandbox."""

from pathlib import Path

import attrs
import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.core.errors import InputError

CART = """
from __future__ import annotations

import dataclasses

from . import prices
from .prices import of


@dataclasses.dataclass
class Line:
    article: str


def total(article: str, count: int) -> int:
    assert count > 0
    assert article in prices.KNOWN
    assert __name__ == "shop.cart" and __package__ == "shop"
    return of(article) * count
"""


@pytest.fixture(name="shop")
def _shop(tmp_path: Path) -> Path:
    """A package whose modules import each other, its `__init__` included."""
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .cart import total\n")
    (folder / "prices.py").write_text("from . import cart\nKNOWN = {'tea': 3}\nof = KNOWN.get\n")
    (folder / "cart.py").write_text(CART)
    return tmp_path


def task_of(file: Path) -> ContractTask:
    (task,) = load(file)
    assert isinstance(task, ContractTask)
    return task


def test_a_module_is_imported_by_its_name_without_the_contract(shop: Path) -> None:
    task = task_of(shop / "shop" / "cart.py")
    assert task.module == "shop.cart"
    with Replayer() as replayer:
        assert replayer.load(task.replay_task) == 3
        valid, bad = replayer.run_many(
            [
                {"article": "'tea'", "count": "2"},
                {"article": "'tea'", "count": "-2"},
            ]
        )
        values = replayer.values([{"article": "'tea'", "count": "-2"}])
    assert valid.accepted
    assert valid.outcomes == ("holds", "holds", "holds")
    assert bad.violated == {0}
    assert bad.runs_without_contract
    assert values == ["-6"]


def test_a_folder_is_read_by_qualified_names(shop: Path) -> None:
    (task,) = load(shop)
    assert task.task_id == "shop.cart.total"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import shop_absent\n", r"No module named 'shop_absent'.*--stub shop_absent"),
        ("1 / 0\n", r"ZeroDivisionError: division by zero \(.*prices.py:1\)"),
        ("def\n", "SyntaxError"),
    ],
)
def test_an_import_that_fails_is_named(shop: Path, text: str, message: str) -> None:
    (shop / "shop" / "prices.py").write_text(text)
    with Replayer() as replayer, pytest.raises(InputError, match=message):
        replayer.load(task_of(shop / "shop" / "cart.py").replay_task)


def test_a_project_can_be_read_and_not_written(shop: Path) -> None:
    (shop / "shop" / "prices.py").write_text(
        f"open({str(shop / 'shop' / 'written')!r}, 'w')\nKNOWN = {{}}\nof = None\n"
    )
    with Replayer() as replayer, pytest.raises(InputError, match="Error"):
        replayer.load(task_of(shop / "shop" / "cart.py").replay_task)
    assert not (shop / "shop" / "written").exists()


def test_a_module_that_hangs_at_import_costs_its_own_time(shop: Path) -> None:
    (shop / "shop" / "prices.py").write_text("while True: pass\n")
    with Replayer() as replayer:
        replayer.limits = type(replayer.limits)(import_seconds=0.3)
        with pytest.raises(InputError, match="takes too long"):
            replayer.load(task_of(shop / "shop" / "cart.py").replay_task)


def test_a_module_is_never_taken_for_another_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("MOST = 3\n")
    (tmp_path / "json.py").write_text("from helper import MOST\n\n\ndef check(x):\n    assert x < MOST\n")
    task = task_of(tmp_path / "json.py").replay_task
    with Replayer() as replayer:
        replayer.load(task)
        assert replayer.run({"x": "1"}).accepted
        with pytest.raises(InputError, match="another module named json"):
            replayer.load(attrs.evolve(task, module="json"))


STUBBED = """
from heavy.arrays import Array, zeros


def check(x):
    assert not isinstance(x, Array)
    assert x != 1 or zeros(x)
"""


def test_a_stub_can_be_mentioned_and_not_used(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(STUBBED)
    task = task_of(tmp_path / "own.py").replay_task
    with Replayer() as replayer:
        with pytest.raises(InputError, match="--stub heavy"):
            replayer.load(task)
        replayer.load(attrs.evolve(task, stubs=("heavy",)))
        fine, used = replayer.run_many([{"x": "2"}, {"x": "1"}])
    assert fine.accepted
    assert used.outcomes == ("holds", "raises")
    assert used.exceptions == {1: "NotImplementedError"}


def test_a_stub_of_a_module_stands_for_the_package_that_it_would_be_in(tmp_path: Path) -> None:
    text = "from absent.maths.primes import factors\n\ndef check(n):\n    assert n > 0\n    return factors(n)\n"
    (tmp_path / "own.py").write_text(text)
    task = task_of(tmp_path / "own.py").replay_task
    with Replayer() as replayer:
        replayer.load(attrs.evolve(task, stubs=("absent.maths.primes",)))
        assert replayer.run({"n": "0"}).violated == {0}
