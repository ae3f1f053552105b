"""Invariants of classes, and preconditions that are inherited: held against the libraries themselves."""

import linecache
import math
from pathlib import Path

import deal
import icontract
import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report

ACCOUNTS = """
from dataclasses import dataclass
import deal
from icontract import DBC, invariant, require


@invariant(lambda self: self.balance >= 0)
@invariant(lambda self: self.owner != "", "somebody owns it")
class Account(DBC):
    def __init__(self, owner: str, balance: int = 0) -> None:
        self.owner = owner
        self.balance = balance

    @require(lambda amount: amount > 0)
    @require(lambda amount: amount < 1000)
    def withdraw(self, amount: int) -> None:
        self.balance -= amount

    @require(lambda days: days > 7)
    def wait(self, days: int) -> None:
        pass


@invariant(lambda self: self.rate < 321)
class Saving(Account):
    def __init__(self, owner: str, rate: int) -> None:
        super().__init__(owner, 5)
        self.rate = rate

    @require(lambda amount: amount == -1)
    def withdraw(self, amount: int) -> None:
        pass

    def wait(self, days: int) -> None:
        pass


@deal.inv(lambda obj: obj.low <= obj.high)
@dataclass
class Range:
    low: int = 0
    high: int = 10
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    path = tmp_path_factory.mktemp("accounts") / "own.py"
    path.write_text(ACCOUNTS)
    tasks = [task for task in load(path) if isinstance(task, ContractTask)]
    return {task.task_id.removeprefix("own."): synthesise(task, config=Config(budget=10)) for task in tasks}


@pytest.fixture(scope="module")
def real() -> dict[str, object]:
    names: dict[str, object] = {"inf": math.inf, "nan": math.nan}

    linecache.cache["accounts"] = len(ACCOUNTS), None, ACCOUNTS.splitlines(keepends=True), "accounts"
    exec(compile(ACCOUNTS, "accounts", "exec"), names)
    return names


def refused(text: str, names: dict[str, object]) -> bool:
    try:
        eval(text, dict(names))
    except (icontract.ViolationError, deal.InvContractError):
        return True
    return False


@pytest.mark.parametrize(("name", "single"), [("Account", 2), ("Saving", 2), ("Range", 1)])
def test_objects_that_break_invariants_are_refused_by_the_library(
    name: str, single: int, found: dict[str, Report], real: dict[str, object]
) -> None:
    rows = [row for row in found[name].rows if row.arguments is not None]
    assert sum(len(row.violates) == 1 for row in rows) == single
    for row in rows:
        assert row.arguments is not None
        assert refused(row.arguments["self"], real), row.arguments


def test_an_object_of_a_method_has_its_invariants(found: dict[str, Report], real: dict[str, object]) -> None:
    rows = [row for row in found["Account.withdraw"].rows if row.arguments is not None]
    assert rows
    for row in rows:
        assert row.arguments is not None
        assert not refused(row.arguments["self"], real)
        assert refused(f"{row.arguments['self']}.withdraw({row.arguments['amount']})", real)


def test_an_overriding_method_weakens_what_it_requires(found: dict[str, Report], real: dict[str, object]) -> None:
    (row,) = found["Saving.withdraw"].rows
    assert row.arguments is not None
    assert refused(f"{row.arguments['self']}.withdraw({row.arguments['amount']})", real)
    assert not refused("Saving('a', 1).withdraw(-1)", real)
    assert not refused("Saving('a', 1).withdraw(999)", real)


def test_a_method_without_its_own_has_the_preconditions_of_the_base(
    found: dict[str, Report], real: dict[str, object]
) -> None:
    (row,) = found["Saving.wait"].rows
    assert row.arguments is not None
    assert refused(f"{row.arguments['self']}.wait({row.arguments['days']})", real)


OWN = """
import enum
import icontract
import shop
from shop import Account

class Local(icontract.DBC):
    pass

class Own(BASES):
    @icontract.require(lambda n: n > 0)
    def take(self, n):
        return n

def other(n):
    assert n
"""


@pytest.mark.parametrize(
    ("bases", "known"), [("Account", False), ("shop.Account", False), ("Local", True), ("enum.Enum", True), ("", True)]
)
def test_a_base_of_another_module_may_weaken_what_a_method_requires(tmp_path: Path, bases: str, known: bool) -> None:
    (tmp_path / "own.py").write_text(OWN.replace("BASES", bases))
    task = load(tmp_path / "own.py")["own.Own.take"]
    assert isinstance(task, ContractTask)
    if known:
        assert task.unsupported is None
    else:
        assert f"@require of a method whose base {bases} may weaken it" in str(task.unsupported)
