"""Where annotations are believed, tests are of the declared types, and proofs are about these alone."""

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.schema import CvtRow

MODULE = """
import re
import threading
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import IntFlag
from typing import Literal, NamedTuple, NotRequired, Optional, Protocol, Sequence, TypedDict

UNITS = ("kg", "lb")
Mode = Literal["r", "w"]


class Account:
    def __init__(self, owner: str, balance: int = 0) -> None:
        if balance < 0:
            raise ValueError
        self.owner, self.balance = owner, balance


@dataclass(frozen=True)
class Weight:
    value: float
    unit: str

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise ValueError


class Line(NamedTuple):
    quantity: int
    cents: int


class Sequence2:
    pass


def between(a: int, b: int):
    assert a >= 0
    assert b > a
    assert b >= 1


def idle(n: int):
    assert n * n >= 0


def limited(rows: list[int], limit: int):
    assert limit >= 0
    assert len(rows) <= limit


def checked(n: int, k: int):
    assert isinstance(n, int)
    assert n > k


def mode(name: Mode):
    assert name in ("r", "w")


def late(name: Optional[str]):
    assert name is None or len(name) >= 0


def nested(rows: list[dict[str, int]]):
    assert all(isinstance(v, int) for row in rows for v in row.values())
    assert all(v >= 0 for row in rows for v in row.values())


def deep(rows: list[dict[str, int]]):
    assert all(v == v + 0 for row in rows for v in row.values())


def unknown(n):
    assert n * n >= 0


def truth(flag: bool):
    assert flag in (True, False)


def transfer(source: Account, target: Account, amount: int):
    assert source is not target
    assert amount > 0


def pack(weight: Weight):
    assert weight.unit == "kg"


def total(lines: list[Line]):
    assert all(line.cents >= 0 for line in lines)


class Item(TypedDict):
    sku: str
    quantity: int
    note: NotRequired[str]


def ordered(items: list[Item]):
    assert items
    assert all(item["quantity"] > 0 for item in items)
    assert all("note" not in item or item["note"] for item in items)


class HasBalance(Protocol):
    balance: int


def withdraw(account: HasBalance, amount: int):
    assert amount > 0
    assert amount <= account.balance


class Right(IntFlag):
    READ = 1
    WRITE = 2


def grant(right: Right, name: str):
    assert right & Right.READ
    assert not (right & Right.WRITE and name == "guest")


def locked(lock: Optional[threading.Lock], seconds: float):
    assert lock is not None
    assert seconds > 0


@dataclass
class Priced:
    name: str
    price: Decimal
    count: int = 1

    def __post_init__(self) -> None:
        assert self.name
        assert self.price >= 0
        assert self.count > 0
        assert self.count >= 1


class Width:
    def __init__(self, width: int, unit: Sequence2) -> None:
        self.width, self.unit = width, unit

    def check(self) -> int:
        assert isinstance(self.width, int)
        assert self.unit is not None


def book(start: Optional[datetime], pattern: re.Pattern[str] | str | None, nights: int):
    assert start is not None or pattern is not None
    assert start is None or pattern is None or nights <= 0


class Path:
    pass


def dated(day: datetime, other: Path):
    assert day is not None
    assert other != 1


class Changed:
    def __init__(self, n: int) -> None:
        self.n = n

    def set(self, n) -> None:
        self.n = n

    def look(self) -> None:
        assert not isinstance(self.n, str)
        assert self.n != 7


def coloured(colour: tuple[int, int, int]):
    assert len(colour) == 3
    assert all(0 <= c <= 255 for c in colour)


def paid(lines: list[Line], discounts: dict[str, Line]):
    assert lines
    assert all(line.cents >= 0 for line in lines)
    assert all(line.cents >= 0 for line in discounts.values())


def lend(source: Account, target: Account, amount: int):
    assert source is not target
    assert amount <= source.balance + target.balance
    assert target.owner != "bank"


def spend(source: Account, amount: int):
    assert amount > 0
    assert amount <= source.balance
    source.balance -= amount


class Channel:
    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed = False

    def close(self) -> None:
        self.closed = True

    def send(self, text: str) -> None:
        assert not self.closed
        assert len(self.sent) < 3
        self.sent.append(text)


def seats(rows: dict[str, int], wanted: Counter[str]):
    assert sum(wanted.values()) <= 9
    assert all(rows.get(row, 0) >= count for row, count in wanted.items())


def hours(start: str):
    parsed = datetime.strptime(start, "%H:%M")
    assert parsed.minute != 1
"""


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ContractTask]:
    path = tmp_path_factory.mktemp("annotated") / "annotated.py"
    path.write_text(MODULE)
    return {task.entry_point: task for task in load(path) if isinstance(task, ContractTask)}


def rows_of(task: ContractTask, **options: object) -> dict[tuple[int, ...], CvtRow]:
    config = Config(budget=5, **options)  # type: ignore[arg-type]
    return {tuple(row.violates): row for row in synthesise(task, config=config).rows}


@pytest.mark.parametrize(
    ("name", "infeasible"),
    [
        ("between", {(2,), (0, 1)}),
        ("idle", {(0,)}),
        ("limited", {(0,)}),
        ("mode", {(0,)}),
        ("late", {(0,)}),
        ("deep", {(0,)}),
        ("truth", {(0,)}),
        ("unknown", set()),
        ("transfer", set()),
        ("pack", set()),
        ("total", set()),
        ("ordered", {(0, 1), (0, 2), (0, 1, 2)}),
        ("grant", set()),
        ("locked", set()),
        ("book", {(0, 1)}),
        ("hours", set()),
        ("coloured", {(0,), (0, 1)}),
        ("paid", {(0, 1), (0, 1, 2)}),
        ("lend", set()),
        ("send", set()),
        ("seats", set()),
    ],
)
def test_proofs_are_about_the_declared_types(
    tasks: dict[str, ContractTask], name: str, infeasible: set[tuple[int, ...]]
) -> None:
    rows = rows_of(tasks[name])
    assert {violates for violates, row in rows.items() if row.verdict == "infeasible"} == infeasible
    assert {row.verdict for row in rows.values()} <= {"violating", "infeasible"}
    assert {row.universe for row in rows.values()} == {"plain" if name == "unknown" else "annotated"}


def test_a_clause_about_a_type_has_tests_of_other_types_and_no_other_clause_has(tasks: dict[str, ContractTask]) -> None:
    rows = rows_of(tasks["checked"])
    assert rows[(0,)].arguments is not None
    assert not isinstance(eval(rows[(0,)].arguments["n"]), int)
    for row in rows.values():
        assert row.arguments is not None
        assert isinstance(eval(row.arguments["k"]), int)
    assert rows[(1,)].arguments is not None
    assert isinstance(eval(rows[(1,)].arguments["n"]), int)
    assert rows_of(tasks["nested"])[(0,)].verdict == "violating"


def test_annotations_are_not_believed_where_that_is_asked_for(tasks: dict[str, ContractTask]) -> None:
    rows = rows_of(tasks["between"], universe="plain")
    assert rows[(2,)].verdict == "violating"
    assert {row.universe for row in rows.values()} == {"plain"}


def test_objects_are_made_by_constructors_and_may_be_shared(tasks: dict[str, ContractTask]) -> None:
    transferred = rows_of(tasks["transfer"])[(0,)].arguments
    assert transferred is not None
    assert transferred["target"] in transferred["source"]
    packed = rows_of(tasks["pack"])[(0,)].arguments
    assert packed is not None
    assert packed["weight"].startswith("Weight(")
    lines = rows_of(tasks["total"])[(0,)].arguments
    assert lines is not None
    assert lines["lines"].startswith("[Line(")


def test_what_has_no_value_of_its_own_in_a_text_has_one_that_fits(tasks: dict[str, ContractTask]) -> None:
    """A protocol is met by what has its attributes, and flags are joined."""
    withdrawn = [row.arguments for row in rows_of(tasks["withdraw"]).values() if row.verdict == "violating"]
    assert len(withdrawn) == 2
    assert all(arguments and arguments["account"].startswith("Account(") for arguments in withdrawn)
    assert {key: row.arguments for key, row in rows_of(tasks["grant"]).items()}[(1,)] == {
        "right": "Right.READ | Right.WRITE",
        "name": "'guest'",
    }
    located = rows_of(tasks["locked"])[(1,)].arguments
    assert located is not None
    assert located["lock"] == "threading.Lock()"


def test_fields_are_of_the_types_that_their_constructor_declares(tasks: dict[str, ContractTask]) -> None:
    rows = rows_of(tasks["__post_init__"])
    infeasible = {violates for violates, row in rows.items() if row.verdict == "infeasible"}
    assert infeasible == {violates for violates in rows if (2 in violates) != (3 in violates)}
    made = [row.arguments["self"] for row in rows.values() if row.arguments]
    assert len(made) == 7
    assert all("Decimal(" in text for text in made)


def test_a_field_is_of_another_type_only_for_a_clause_about_its_type(tasks: dict[str, ContractTask]) -> None:
    rows = rows_of(tasks["check"])
    assert {violates: row.verdict for violates, row in rows.items()}[(0,)] == "violating"
    assert rows[(0,)].arguments is None or "Sequence2()" in rows[(0,)].arguments["self"]
    assert rows[(1,)].verdict == "unknown"  # None is no Sequence2, and proofs say nothing of what may be an object.


def test_an_object_of_the_standard_library_is_not_none_and_one_of_the_module_is_its_own(
    tasks: dict[str, ContractTask],
) -> None:
    rows = rows_of(tasks["dated"])
    assert rows[(0,)].verdict == "infeasible"
    assert rows[(1,)].verdict == "unknown"
    assert tasks["dated"].given["day"].of_class == "datetime"
    assert "other" not in tasks["dated"].given


def test_an_object_after_calls_of_its_methods_is_no_call_of_its_class(tasks: dict[str, ContractTask]) -> None:
    report = synthesise(tasks["look"], config=Config(budget=5))
    assert report.error is None
    assert [row.verdict for row in report.rows][:2] == ["violating", "violating"]


def test_a_field_that_is_set_from_outside_has_a_value_of_its_declared_type(tasks: dict[str, ContractTask]) -> None:
    row = rows_of(tasks["spend"])[0, 1]
    assert row.verdict == "violating"
    assert row.arguments is not None
    assert "setattr(obj, 'balance', -1)" in row.arguments["source"]
