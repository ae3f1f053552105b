"""Objects whose constructor refuses what the text of the module says are made of what its contract accepts."""

import re

import pytest

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise

MODULE = """\
import re
from dataclasses import dataclass


@dataclass
class Item:
    sku: str
    price: int

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Z]{2}[0-9]{4}", self.sku):
            raise ValueError(self.sku)


class Order:
    def __init__(self, items: list[Item], paid: bool = False) -> None:
        self.items = items
        self.paid = paid

    def pay(self, amount: int) -> None:
        if not self.items:
            raise ValueError("empty")
        if amount < sum(item.price for item in self.items):
            raise ValueError("not enough")
        self.paid = True


def total(item: Item, count: int) -> int:
    if count < 1:
        raise ValueError(count)
    return count * item.price
"""


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ContractTask]:
    path = tmp_path_factory.mktemp("accepted") / "shop.py"
    path.write_text(MODULE)
    return {task.task_id: task for task in python_files.read(path) if isinstance(task, ContractTask)}


def test_a_parameter_is_an_object_that_its_constructor_accepts(tasks: dict[str, ContractTask]) -> None:
    (row,) = synthesise(tasks["shop.total"]).rows
    assert row.arguments is not None
    assert re.fullmatch(r"Item\('[A-Z]{2}\d{4}', -?\d+\)", row.arguments["item"]), row.arguments
    assert row.valid


def test_a_receiver_may_hold_such_objects(tasks: dict[str, ContractTask]) -> None:
    rows = {tuple(row.violates): row for row in synthesise(tasks["shop.Order.pay"]).rows}
    assert (rows[1,].arguments or {}).get("self", "").startswith("Order([Item('")
