"""Contracts in decorators, guards and docstrings: replayed without their libraries, and as these judge."""

from pathlib import Path
from types import ModuleType

import deal
import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise
from specassay.core.evaluate.execution import run
from specassay.frontends.python import literal, parse_contract
from specassay.frontends.python.source import read

DECORATED = {
    "icontract": """
from icontract import require as req, ensure, snapshot
import icontract as ic

LIMIT = 3
def short(text): return len(text) < LIMIT

@req(lambda x: x > 0)
@ic.require(lambda y, x: x < y, "in order")
@req(short)
@req(lambda x, banned=-5, *, other=7.5: x not in (banned, other))
@req(lambda x: x == 0, enabled=False)
@ensure(lambda result: result)
def f(x, y, text="a"):
    if x == 7:
        raise ValueError("seven")
    return True
""",
    "deal": """
import deal as d
from deal import pre

LIMIT = 3
def short(text): return True if len(text) < LIMIT else "too long"

@d.pre(lambda a, b, c: a > 0 or "not positive")
@pre(lambda _: _.x < _.y and all(_.x != v for v in (1, 5)))
@d.pre(lambda x, y, text: short(text))
@d.pre(lambda x, y, text: text or False)
@d.pre(lambda x, y, text: x != 6)
@d.raises(ValueError)
def f(x, y, text):
    if x == 7:
        raise ValueError("seven")
    return True
""",
}
ARGUMENTS = (
    (2, 3, "a"),
    (0, 3, "a"),
    (2, 1, "a"),
    (2, 3, "abc"),
    (0, 0, "abcd"),
    (7, 8, "a"),
    ("2", 3, "a"),
    (1, 2, "a"),
    (None, 1, 1),
    (2, 3, ""),
    (7, 0, "aaaa"),
    (2.5, 3, ["a"]),
    (2, 3, 5),
    (-1, -2, ""),
    (True, 2, "b"),
)


def task_of(folder: Path, text: str, name: str = "module.f") -> ContractTask:
    path = folder / "module.py"
    path.write_text(text, encoding="utf-8")
    (task,) = (task for task in python_files.read(path) if isinstance(task, ContractTask) and task.task_id == name)
    return task


@pytest.mark.parametrize("library", sorted(DECORATED))
def test_a_replay_accepts_what_the_library_accepts(library: str, tmp_path: Path) -> None:
    task = task_of(tmp_path, DECORATED[library])
    module = ModuleType("decorated")
    exec(compile(DECORATED[library], str(tmp_path / "module.py"), "exec"), module.__dict__)
    with Replayer() as replayer:
        replayer.load(task.replay_task)
        for arguments in ARGUMENTS:
            replay = replayer.run(dict(zip(task.parameter_names, map(literal, arguments), strict=True)))
            try:
                accepted = module.__dict__["f"](*arguments)
            except Exception:
                accepted = False
            assert accepted == (replay.raised is None), arguments
            assert (replay.raised is None) == (not replay.violated), arguments


@pytest.mark.parametrize("library", sorted(DECORATED))
def test_the_decorator_next_to_the_function_is_checked_first(library: str, tmp_path: Path) -> None:
    task = task_of(tmp_path, DECORATED[library])
    with Replayer() as replayer:
        replayer.load(task.replay_task)
        replay = replayer.run({"x": "0", "y": "0", "text": "'long'"})
    assert replay.violated >= {0, 1, 2}
    assert replay.raises_first == max(replay.violated)
    assert replay.runs_without_contract


@pytest.mark.parametrize("library", sorted(DECORATED))
def test_the_evaluator_agrees_with_the_replay(library: str, tmp_path: Path) -> None:
    task = task_of(tmp_path, DECORATED[library])
    contract = parse_contract(
        read(task.contract_text, task.file, origin=task.origin),
        name="f",
        parameters=task.parameter_names,
        context=task.context,
    )
    assert not any(clause.problems for clause in contract.clauses)
    with Replayer() as replayer:
        replayer.load(task.replay_task)
        for arguments in ARGUMENTS:
            given = dict(zip(task.parameter_names, arguments, strict=True))
            outcomes = run(contract, given)
            replay = replayer.run({name: literal(value) for name, value in given.items()})
            assert outcomes.violated == replay.violated, arguments
            assert outcomes.first == replay.raises_first, arguments


GUARDS = '''
def f(n, items):
    """Guards of every kind."""
    if not isinstance(n, int):
        raise TypeError
    elif n < 0:
        reason = f"{n} is negative"
        raise ValueError(reason)
    for item in items:
        if item > n: raise ValueError("too large")
    try:
        sum(items)
    except TypeError as error:
        raise ValueError("no numbers") from error
    assert len(items) < 4
    if n in items:
        if n == 2:
            raise ValueError
            print("never")
        else:
            n = 3
    [].append(n)
    result = 0
    for item in items:
        result += item
    if result > 100:
        raise OverflowError
    return result
'''


def test_guards_are_clauses(tmp_path: Path) -> None:
    task = task_of(tmp_path, GUARDS)
    with Replayer() as replayer:
        assert replayer.load(task.replay_task) == 6
        for n, items, violated in (
            ("1", "[1]", set()),
            ("'a'", "[]", {0, 1}),
            ("-1", "[]", {1}),
            ("1.5", "[1]", {0}),
            ("2", "[2]", {5}),
            ("2", "[3]", {2}),
            ("5", "[0, 0, 0, 5]", {4}),
            ("1", "0", {2, 3, 4, 5}),
            ("200", "[101]", set()),
        ):
            replay = replayer.run({"n": n, "items": items})
            assert replay.violated == violated, (n, items)
        assert replayer.run({"n": "'a'", "items": "[]"}).raised == "TypeError"
        assert replayer.run({"n": "-1", "items": "[]"}).raised == "ValueError"
        assert replayer.run({"n": "5", "items": "[0, 0, 0, 0]"}).raised == "AssertionError"
        assert replayer.run({"n": "1", "items": "0"}).raised == "TypeError"
        assert not replay.runs_without_contract  # what is below the head still raises


def test_texts_and_places_of_guards(tmp_path: Path) -> None:
    task = task_of(tmp_path, GUARDS)
    contract = parse_contract(
        read(task.contract_text, "module.py", origin=task.origin), name="f", parameters=task.parameter_names
    )
    assert [(clause.text, clause.span.line, clause.span.column) for clause in contract.clauses] == [
        ("isinstance(n, int)", 4, 12),
        ("not (n < 0)", 6, 5),
        ("not (item > n)", 10, 9),
        ('raise ValueError("no numbers") from error', 14, 9),
        ("len(items) < 4", 15, 12),
        ("raise ValueError", 18, 13),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("library", sorted(DECORATED))
def test_every_set_of_clauses_from_a_file(library: str, tmp_path: Path) -> None:
    report = synthesise(task_of(tmp_path, DECORATED[library]), "z3")
    assert report.error is None
    assert report.lowered == report.clauses
    assert {row.verdict for row in report.rows if len(row.violates) == 1} == {"violating"}


CHAINED = """
import deal

@deal.pre(lambda x: x < 9, message="0")
@deal.chain(
    deal.pre(lambda x: x > 0, message="1"),
    deal.chain(deal.pre(lambda x: x % 3, message="2"), deal.pure),
)
@deal.pre(lambda x: x % 2, message="3")
def f(x):
    return x
"""


def test_the_contracts_of_a_chain_are_checked_as_deal_checks_them(tmp_path: Path) -> None:
    task = task_of(tmp_path, CHAINED)
    module = ModuleType("decorated")
    exec(compile(CHAINED, str(tmp_path / "module.py"), "exec"), module.__dict__)
    with Replayer() as replayer:
        replayer.load(task.replay_task)
        for x in (1, 5, -1, -3, -6, 3, 12, 11, 9, 10):
            replay = replayer.run({"x": literal(x)})
            first = None
            try:
                module.__dict__["f"](x)
            except deal.PreContractError as refused:
                first = int(str(refused).split()[0])
            assert replay.raises_first == first, x


ACCOUNTS = """
import deal

class Account:
    def __init__(self, amount: int):
        self.amount = amount

    def is_open(self):
        return True if self.amount >= 0 else "closed"

@deal.pre(lambda account: account.is_open())
def f(account: Account) -> int:
    return 1
"""


def test_a_method_named_like_a_predicate_may_refuse_by_a_message(tmp_path: Path) -> None:
    task = task_of(tmp_path, ACCOUNTS)
    with Replayer() as replayer:
        replayer.load(task.replay_task)
        assert not replayer.run({"account": "Account(1)"}).violated
        assert replayer.run({"account": "Account(-1)"}).violated == {0}


UNSUPPORTED = """
from icontract import require
import deal
from deal import *
from elsewhere import condition
require2 = require
LIMIT = 1

def no_library(check): return lambda function: function

@require(condition)
def imported(x): return x

@require(lambda x, z: x)
def absent(x): return x

@require(lambda LIMIT: LIMIT)
def rebound(LIMIT): return LIMIT

@require(lambda x: x > LIMIT)
def captured(x, LIMIT): return x

@chain(pre(lambda x: x), condition)
def chained(x): return x

@deal.pre(lambda _: _.y)
def attribute(x): return x

@deal.pre(lambda *args, **options: len(args) == 1)
def called(x): return x

@deal.pre(lambda *args, **options: len(args) == 1)
def one_way(*given): return given

@deal.pre(lambda a, **options: a)
def twice(a, /, **options): return a

@require(lambda a: a > 0)
def hidden(a, /, **options): return a

@no_library(lambda x: x > 0)
def other(x):
    assert x
    return x

@require(lambda x: x)
async def later(x): return x

class C:
    @require(lambda self, x: x)
    def method(self, x): return x

def outer():
    @require(lambda x: x)
    def inner(x): return x

class C:
    class D:
        def method(self):
            class E:
                @require(lambda x: x)
                def inner(self, x): return x
"""


def test_what_is_not_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(UNSUPPORTED, encoding="utf-8")
    tasks = [task for task in python_files.read(path) if isinstance(task, ContractTask)]
    reasons = {task.task_id.removeprefix("module."): task.unsupported for task in tasks}
    assert {name for name, reason in reasons.items() if reason is None} == {
        "rebound",
        "one_way",
        "other",
        "later",
        "C.method",
        "outer.inner",
    }
    for name, reason in {
        "imported": f"the condition condition at {path}:11:10",
        "absent": "parameter 'z' of a condition",
        "captured": "name 'LIMIT' of the module, which the function binds too",
        "chained": "condition in @deal.chain",
        "attribute": "_.y, which is not an argument",
        "called": "a condition that sees whether an argument is given by its name",
        "twice": "a ** parameter beside positional-only ones",
        "hidden": "a ** parameter beside positional-only ones",
        "C.D.method.E.inner": "inner of C.D.method.E, which a function defines",
    }.items():
        assert reason in (reasons[name] or ""), name
    report = synthesise(next(task for task in tasks if task.unsupported), "z3")
    assert report.problems
    assert report.error is None
