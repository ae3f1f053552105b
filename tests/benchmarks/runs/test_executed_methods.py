"""What is no plain function of plain values is called in the sandbox, and CPython says whether it keeps its word."""

from pathlib import Path

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.runs.run import RunSettings, run_specifications
from specassay.benchmarks.schema import SpecRow
from specassay.benchmarks.schema.spec import AssessmentPart

MODULE = '''
import asyncio
from dataclasses import dataclass
from datetime import date, timedelta

import deal
import icontract


@dataclass(frozen=True)
class Point:
    x: int
    y: int

    @property
    @icontract.ensure(lambda self, result: result == abs(self.x) + abs(self.y))
    def norm(self) -> int:
        return abs(self.x) + abs(self.y)

    @staticmethod
    @icontract.ensure(lambda n, result: result.x == n)
    def diagonal(n: int) -> "Point":
        return Point(n, n)

    @classmethod
    @icontract.require(lambda text: text.count(",") == 1)
    @icontract.require(lambda text: all(part.lstrip("-").isdecimal() and part.isascii() for part in text.split(",")))
    @icontract.ensure(lambda result: result.x >= 0)
    def parsed(cls, text: str) -> "Point":
        x, y = text.split(",")
        return cls(int(x), int(y))


class Purse:
    def __init__(self, coins: int) -> None:
        self.__coins = abs(coins)

    @icontract.ensure(lambda self, result: result == self.__coins)
    def count(self) -> int:
        return self.__coins


class Tally:
    def __init__(self, n: int = 0) -> None:
        self.n = n
        self.log: list[int] = []

    @icontract.snapshot(lambda self: (self.n, list(self.log)), name="all")
    @icontract.ensure(lambda self, by, OLD: self.n == OLD.all[0] + by and self.log == [*OLD.all[1], by])
    @icontract.ensure(lambda self, result: result == self.n)
    def add(self, by: int) -> int:
        self.n += by
        self.log.append(by)
        return self.n

    def reset(self) -> None:
        """
        post[self]: self.n == 0 and self.log == []
        """
        self.n = 0
        self.log = []

    def restart(self) -> None:
        """
        post[self]: self.n == 0
        """
        self.n = 0

    def sign(self) -> None:
        """
        post[self]: self.n == -__old__.self.n and self.log == self.log[:]
        """
        self.n = -self.n

    def extend(self, more: list[int]) -> None:
        """
        post[self]: self.log == __old__.self.log + more and self.n == __old__.self.n
        """
        self.log += more


class Recent:
    def __init__(self, size: int) -> None:
        assert size > 0
        self.size = size
        self.keys: list[str] = []

    def put(self, key: str) -> None:
        """
        post: len(self.keys) <= self.size
        """
        self.keys.append(key)
        if len(self.keys) > self.size + 1:
            self.keys.pop(0)


@dataclass
class Bag:
    items: list[int]

    def put(self, item: int) -> None:
        """
        post: self.items[-1] == item
        """
        if item not in self.items:
            self.items.append(item)


@icontract.ensure(lambda p, q, result: result == Point(p.x + q.x, p.y + q.y))
def added(p: Point, q: Point) -> Point:
    return Point(q.x + p.x, q.y + p.y)


@icontract.require(lambda day: day.year < 9990)
@icontract.ensure(lambda day, result: result.month == day.month or result.day == 1)
def tomorrow(day: date) -> date:
    return day + timedelta(days=2)


@icontract.ensure(lambda n, result: result == n + 1)
async def slowly(n: int) -> int:
    await asyncio.sleep(3600)
    return n + 1


@deal.pre(lambda n: 0 <= n < 20)
@deal.post(lambda result: result >= 0)
def downwards(n: int):
    while n > -2:
        yield n
        n -= 1


def squares(n: int):
    """
    pre: 0 <= n < 20
    post: list(_) == [k * k for k in range(n)]
    post: sum(_) >= 0
    """
    for k in range(n):
        yield k * k


def adder(step: int):
    @icontract.ensure(lambda x, result: result > x + step)
    def add(x: int) -> int:
        return x + step

    return add
'''
VERDICTS = {
    "Point.norm": "strong",
    "Point.diagonal": "weak",
    "Point.parsed": "wrong",
    "Purse.count": "strong",
    "Tally.add": "strong",
    "Tally.reset": "strong",
    "Tally.restart": "unknown",  # Its log may be anything.
    "Tally.sign": "unknown",  # So it may, although a clause is about it.
    "Tally.extend": "unknown",  # It may change `more`.
    "Recent.put": "wrong",
    "Bag.put": "wrong",
    "added": "strong",
    "tomorrow": "wrong",
    "slowly": "strong",
    "downwards": "wrong",
    "squares": "unknown",
    "adder.add": "wrong",
}


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SpecRow]:
    path = tmp_path_factory.mktemp("executed") / "objects.py"
    path.write_text(MODULE)
    report = run_specifications(SpecTask(task_id="objects", file=path), RunSettings(config=Config(file_limit=40.0)))
    return {str(row.method): row for row in report.rows}


@pytest.mark.slow
def test_each_kind_of_function_is_called_and_judged(rows: dict[str, SpecRow]) -> None:
    assert {
        name: row.assessment.verdict for name, row in rows.items() if isinstance(row.assessment, AssessmentPart)
    } == VERDICTS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "call"),
    [("downwards", "list(downwards("), ("adder.add", "adder("), ("tomorrow", "")],
)
def test_the_call_to_paste_runs_the_function_to_its_end(rows: dict[str, SpecRow], name: str, call: str) -> None:
    (broken,) = [finding for finding in rows[name].findings if finding.kind == "body-breaks-postcondition"]
    assert call in broken.message
    assert ("broken by" in broken.message) == bool(call)


@pytest.mark.slow
def test_another_object_of_the_class_shows_that_a_postcondition_is_weak(rows: dict[str, SpecRow]) -> None:
    (accepted,) = [finding for finding in rows["Point.diagonal"].findings if finding.kind == "accepts-another-output"]
    assert accepted.witness is not None
    given = accepted.witness["inputs"]["n"]
    assert accepted.witness["expected"] == {"result": f"Point(x={given}, y={given})"}
    assert accepted.witness["other"]["result"].startswith(f"Point(x={given}, y=")


NAN = '''
class Scale:
    def __init__(self, factor: float) -> None:
        self.factor = factor

    def by(self, x: float) -> float:
        """post: _ == self.factor * x"""
        return self.factor * x

    def count(self, xs: list[float]) -> int:
        """post: _ == len(xs)"""
        return len(xs)

    @staticmethod
    def same(x: float) -> float:
        """post: _ == x"""
        return x
'''


def test_what_a_clause_says_of_nan_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(NAN, encoding="utf-8")
    report = run_specifications(SpecTask(task_id="a", file=tmp_path / "a.py"), RunSettings(config=Config()))
    told = {str(row.method): row.assessment for row in report.rows if isinstance(row.assessment, AssessmentPart)}
    assert {name: each.text for name, each in told.items()} == {
        "Scale.by": "strong, not of nan",
        "Scale.count": "strong",
        "Scale.same": "strong, not of nan",
    }
    assert "Scale.same(nan) returns nan" in told["Scale.same"].reason
