"""Methods, nested functions, coroutines and generators: what violates their contracts, and on which objects."""

import math
from pathlib import Path

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.english.clause_examples import call_of
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report

STACK = '''
class Stack:
    """Numbers, up to a capacity."""

    def __init__(self, capacity: int) -> None:
        assert capacity > 0
        self.capacity = capacity
        self.items = []

    def push(self, item: int) -> None:
        assert item >= 0
        assert len(self.items) < self.capacity
        self.items.append(item)

    @property
    def top(self) -> int:
        if not self.items:
            raise IndexError("empty")
        return self.items[-1]

    @top.setter
    def top(self, value: int) -> None:
        assert self.items
        self.items[-1] = value

    @classmethod
    def of(cls, capacity: int) -> "Stack":
        assert cls.__name__ == "Stack"
        return cls(capacity)

    @staticmethod
    def check(item):
        assert item > 2
        assert item > 1

    def scaled(self, by: int) -> int:
        assert by > 5
        assert by > 0
        return by * len(self.items)

    def __getitem__(self, place):
        assert 0 <= place < len(self.items)
        return self.items[place]
'''


def reports(folder: Path, text: str) -> dict[str, Report]:
    """What is found of every task of a module, by the names in it."""
    path = folder / "own.py"
    path.write_text(text)
    tasks = [task for task in load(path) if isinstance(task, ContractTask)]
    return {task.task_id.removeprefix("own."): synthesise(task, config=Config(budget=10)) for task in tasks}


def found(report: Report) -> dict[tuple[int, ...], str | dict[str, str] | None]:
    """By set of clauses the arguments of its test, or the verdict."""
    assert report.error is None, report.error
    return {tuple(row.violates): row.arguments if row.verdict == "violating" else row.verdict for row in report.rows}


def replayed(text: str, call: str) -> BaseException | None:
    """What a call raises in Python, where the whole module is as it was written."""
    names: dict[str, object] = {"nan": math.nan, "inf": math.inf}
    exec(text, names)
    try:
        eval(call, names)
    except Exception as error:
        return error
    return None


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    return reports(tmp_path_factory.mktemp("stack"), STACK)


@pytest.mark.slow
def test_all_methods_are_read(stack: dict[str, Report]) -> None:
    assert list(stack) == [
        "Stack.__init__",
        "Stack.push",
        "Stack.top",
        "Stack.top.setter",
        "Stack.of",
        "Stack.check",
        "Stack.scaled",
        "Stack.__getitem__",
    ]


@pytest.mark.slow
def test_a_test_says_how_its_object_is_made(stack: dict[str, Report]) -> None:
    tests = found(stack["Stack.push"])
    assert set(tests) == {(0,), (1,), (0, 1)}
    for violates, arguments in tests.items():
        assert isinstance(arguments, dict), violates
        error = replayed(STACK, f"{arguments['self']}.push({arguments['item']})")
        assert isinstance(error, AssertionError), violates
    full = tests[1,]
    assert isinstance(full, dict)
    assert full["self"].startswith("(obj := Stack(1), obj.push(")


def test_what_no_clause_looks_at_is_no_part_of_the_question(stack: dict[str, Report]) -> None:
    tests = found(stack["Stack.scaled"])
    assert tests[1,] == "infeasible"
    assert isinstance(tests[0,], dict)
    assert tests[0,]["self"] == "Stack(1)"
    assert all(row.runs_without_contract for row in stack["Stack.scaled"].rows if row.arguments is not None)


def test_nothing_is_proved_of_objects(tmp_path: Path) -> None:
    text = "class C:\n    def f(self, n):\n        assert self.x\n        assert n > 0\n        assert n > 1\n"
    rows = reports(tmp_path, text)["C.f"].rows
    by_set = {tuple(row.violates): row for row in rows}
    assert by_set[1,].verdict == "infeasible"  # No clause of the proof is about the object.
    assert by_set[0, 1].verdict == "infeasible"
    assert by_set[2,].verdict == "unknown"  # No object has an x.
    assert "self.x, which may be any object" in str(by_set[2,].reason)


def test_every_kind_of_method_is_called_as_python_does(stack: dict[str, Report]) -> None:
    assert found(stack["Stack.__init__"]) == {(0,): {"self": "Stack.__new__(Stack)", "capacity": "0"}}
    assert found(stack["Stack.top"]) == {(0,): {"self": "Stack(1)"}}
    assert stack["Stack.top"].rows[0].raised == "IndexError"
    assert isinstance(found(stack["Stack.top.setter"])[0,], dict)
    assert found(stack["Stack.check"])[0,] == {"item": "2"}
    assert isinstance(found(stack["Stack.__getitem__"])[0,], dict)


def test_an_object_is_one_that_its_constructor_takes(stack: dict[str, Report]) -> None:
    arguments = [row.arguments for report in stack.values() for row in report.rows if row.arguments is not None]
    made = {texts["self"] for texts in arguments if "self" in texts and "__new__" not in texts["self"]}
    assert made
    assert all(replayed(STACK, text) is None for text in made)


SPECIAL = """
class Base:
    limit = 3

    def take(self, n):
        return n


class Derived(Base):
    def __init__(self, n=0):
        self.__secret = n

    def __check(self, n):
        return n > self.__secret

    def take(self, n):
        assert self.__check(n)
        assert super().take(n) < 5
        assert __class__ is Derived
        return n


def counter(start: int):
    assert start >= 0

    def step(by):
        nonlocal start
        assert by > 0
        assert by < start
        start += by
        return start

    return step


async def fetch(url: str, *rest, seconds=1, **more):
    assert url.startswith("https")
    assert seconds > 0
    import asyncio
    await asyncio.sleep(seconds)
    return url


def stream(first, /, *, last):
    assert first < last
    while first < last:
        yield first
        first += 1


async def pages(count):
    assert count != 7
    yield count
"""


@pytest.fixture(scope="module")
def special(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    return reports(tmp_path_factory.mktemp("special"), SPECIAL)


@pytest.mark.slow
def test_a_contract_is_compiled_as_if_in_its_class(special: dict[str, Report]) -> None:
    tests = found(special["Derived.take"])
    assert {violates for violates, what in tests.items() if isinstance(what, dict)} >= {(0,), (1,)}
    for violates in ((0,), (1,)):
        arguments = tests[violates]
        assert isinstance(arguments, dict)
        assert isinstance(replayed(SPECIAL, f"{arguments['self']}.take({arguments['n']})"), AssertionError)


@pytest.mark.slow
def test_a_nested_function_is_made_by_the_one_around_it(special: dict[str, Report]) -> None:
    tests = found(special["counter.step"])
    assert set(tests) == {(0,), (1,), (0, 1)}
    for arguments in tests.values():
        assert isinstance(arguments, dict)
        assert isinstance(replayed(SPECIAL, f"{arguments['counter']}({arguments['by']})"), (AssertionError, TypeError))


def test_coroutines_and_generators_run_to_their_first_stop(special: dict[str, Report]) -> None:
    assert set(found(special["fetch"])) == {(0,), (1,), (0, 1)}
    only = {tuple(row.violates): row for row in special["fetch"].rows}
    assert only[1,].raised == "AssertionError"
    assert found(special["stream"])[0,] == {"first": "0", "last": "0"}
    assert special["stream"].rows[0].runs_without_contract
    assert found(special["pages"]) == {(0,): {"count": "7"}}
    assert special["pages"].rows[0].runs_without_contract


def test_calls_are_what_a_person_would_paste(tmp_path: Path) -> None:
    text = STACK + SPECIAL
    path = tmp_path / "own.py"
    path.write_text(text)
    tasks = {task.task_id.removeprefix("own."): task for task in load(path) if isinstance(task, ContractTask)}
    given = {
        "Stack.push": ({"self": "Stack(1)", "item": "-1"}, "Stack(1).push(-1)"),
        "Stack.__init__": ({"self": "Stack.__new__(Stack)", "capacity": "0"}, "Stack(0)"),
        "Stack.top": ({"self": "Stack(1)"}, "Stack(1).top"),
        "Stack.top.setter": ({"self": "Stack(1)", "value": "0"}, "setattr(Stack(1), 'top', 0)"),
        "Stack.check": ({"item": "0"}, "Stack.check(0)"),
        "Stack.__getitem__": ({"self": "Stack(1)", "place": "0"}, "Stack(1).__getitem__(0)"),
        "counter.step": ({"counter": "counter(3)", "by": "0"}, "counter(3)(0)"),
        "fetch": (
            {"url": "'a'", "rest": "(1,)", "seconds": "0", "more": "{'k': 1}"},
            "fetch('a', 1, seconds=0, k=1).send(None)",
        ),
        "stream": ({"first": "1", "last": "0"}, "next(stream(1, last=0))"),
        "pages": ({"count": "7"}, "anext(pages(7)).send(None)"),
    }
    for name, (arguments, call) in given.items():
        assert call_of(tasks[name], arguments) == call
        assert isinstance(replayed(text, call), (AssertionError, IndexError)), name
