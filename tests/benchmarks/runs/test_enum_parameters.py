"""Parameters that are members of enumerations: what terms say of them, against CPython, and what is proved."""

from collections.abc import Mapping
from functools import partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.contract_oracle import provable_part
from specassay.core.evaluate.execution import run
from specassay.core.ir.contracts import Contract
from specassay.core.ir.sorts import VALUE
from specassay.core.ir.statements import Check
from specassay.core.ir.terms import Term, rebuild, subterms, var

from .test_inlined_methods import reports, verdicts

ENUMS = """
import enum
from enum import Enum, IntEnum
from typing import Optional


class Color(Enum):
    RED = "r"
    GREEN = "g"
    BLUE = 3


class Level(IntEnum):
    LOW = 1
    MID = 3
    HIGH = 5


class Mode(str, enum.Enum):
    READ = "r"
    WRITE = "w"
"""
TESTS = {
    "Color": (
        "isinstance(c, Color)",
        "c is Color.RED",
        "Color.BLUE is not c",
        "c == Color.GREEN",
        "Color.RED != c",
        "c in (Color.RED, Color.BLUE)",
        "c not in [Color.BLUE]",
        "c in {Color.RED, None}",
        "c is None",
        "c.value == 'g'",
        "c.name",
        "c.value == Color.BLUE.value",
        "len(c.name) > len(Color.RED.name)",
        "c in (Color.RED,) or c is Color.BLUE",
        "isinstance(c, str)",
        "not isinstance(c, (int, list))",
    ),
    "Level": (
        "isinstance(c, Level)",
        "c is Level.LOW",
        "c == Level.HIGH",
        "c != Level.LOW",
        "c > Level.LOW",
        "Level.LOW <= c < Level.HIGH",
        "c >= 3",
        "c == 5",
        "c in (Level.LOW, Level.MID)",
        "c in {Level.HIGH}",
        "c in (Level.LOW, 3)",
        "c.value % 2 == 1",
        "c.name == 'LOW'",
        "Level.HIGH > Level.LOW == 1",
        "isinstance(c, (str, int))",
        "isinstance(c, bool)",
    ),
    "Mode": (
        "c == Mode.READ",
        "c == 'r'",
        "c < Mode.WRITE",
        "c in (Mode.READ,)",
        "c is not Mode.WRITE",
        "c.value == 'w'",
        "isinstance(c, str)",
        "isinstance(c, (int, list))",
    ),
}
PLAIN: list[Any] = [None, 0, 1, 3.0, 4, 5, True, "r", "w", "RED", "", (1,), [1], {1}, {}, float("nan"), b"r"]
UNKNOWN = "unknown!"
ANYTHING: list[Any] = [None, 1, 2, 3, 5, "r", "w", []]
OTHERS = [SimpleNamespace(name="RED", value="g"), SimpleNamespace(name="LOW", value=3), SimpleNamespace()]


@pytest.mark.parametrize(("kind", "test"), [(kind, test) for kind, tests in TESTS.items() for test in tests])
def test_terms_mean_what_python_does(tmp_path: Path, kind: str, test: str) -> None:
    path = tmp_path / "m.py"
    path.write_text(f"{ENUMS}\n\ndef f(c: Optional[{kind}]):\n    assert {test}\n")
    [task] = load(path)
    assert isinstance(task, ContractTask)
    contract = of_anything(provable_part(task))
    assert contract.clauses[0].problems == ()
    names: dict[str, Any] = {}
    exec(path.read_text(), names)
    known = 0
    for value in (*names[kind], *PLAIN, *OTHERS):
        given = described(value, names[kind])
        told = {name: given.get(name) for name in contract.parameters}
        answers = {run(contract, told | {UNKNOWN: each}).violated for each in ANYTHING}
        said = answers.pop() if len(answers) == 1 else None
        # Of other objects some things are not known: how they compare, and whether they have a hash.
        assert said is not None or value in OTHERS, value
        known += said is not None
        assert said in (None, violated(names["f"], value)), value
    assert known >= len(PLAIN) + len(names[kind])


MATCHES = {
    "Color": """
    match c:
        case Color.RED | None:
            assert n > 1
        case Color.BLUE if n == 0:
            assert False
        case Color.GREEN:
            assert n != 1
        case _:
            assert n < 2
    """,
    "Level": """
    match c:
        case Level.HIGH:
            assert n != 1
        case Level.LOW | Level.MID if n:
            assert n == 2
        case None:
            assert n == 1
    """,
    "Mode": """
    match c:
        case Mode.READ:
            assert n > 1
        case Mode.WRITE | _ if n != 1:
            assert n < 1
    """,
}


@pytest.mark.parametrize(("kind", "text"), MATCHES.items(), ids=MATCHES)
def test_patterns_of_members_fit_what_they_fit_in_python(tmp_path: Path, kind: str, text: str) -> None:
    """Members that are numbers or texts are equal to these; an object of another class is equal to none."""
    path = tmp_path / "m.py"
    path.write_text(f"{ENUMS}\n\ndef f(c: Optional[{kind}], n):{text}")
    [task] = load(path)
    assert isinstance(task, ContractTask)
    contract = provable_part(task)
    assert all(clause.problems == () for clause in contract.clauses)
    names: dict[str, Any] = {}
    exec(path.read_text(), names)
    for value, n in product((*names[kind], *PLAIN, *OTHERS), range(3)):
        given = {"n": n, **described(value, names[kind])}
        found = run(contract, {name: given.get(name) for name in contract.parameters}).violated
        assert found is not None, value
        assert bool(found) == bool(violated(partial(names["f"], n=n), value)), (value, n)


def of_anything(contract: Contract) -> Contract:
    """The contract in which a variable stands for all of which nothing is said."""

    def completed(term: Term) -> Term:
        if term.op == "python.object":
            return var(UNKNOWN, VALUE)
        return rebuild(term, tuple(map(completed, term.args)))

    [check] = contract.body
    assert isinstance(check, Check)
    body = (evolve(check, test=completed(check.test)),)
    return evolve(contract, parameters=(*contract.parameters, UNKNOWN), body=body)


def described(value: Any, cls: type) -> Mapping[str, Any]:
    """The variables of a parameter `c` for which a value stands."""
    if not isinstance(value, cls | SimpleNamespace):
        return {"c": value, "c?": False, "c.__class__?": False}
    attributes = ("name", "value")
    told: dict[str, Any] = {"c?": True, "c.__class__?": isinstance(value, cls)}
    told |= {f"c.{each}": getattr(value, each, None) for each in attributes}
    told |= {f"c.{each}!": not hasattr(value, each) for each in attributes}
    return told | {"c.__member__": getattr(value, "name", None)}


def violated(function: Any, value: Any) -> frozenset[int]:
    try:
        function(value)
    except Exception:
        return frozenset({0})
    return frozenset()


CONTRACTS = """

def fill(n: int, c: Color):
    match c:
        case Color.RED:
            if n > 3:
                raise ValueError
        case Color.GREEN | Color.BLUE:
            if n < 0:
                raise ValueError
        case _:
            raise TypeError


def paint(c: Color):
    if not isinstance(c, Color):
        raise TypeError
    if c not in (Color.RED, Color.GREEN):
        raise ValueError
    if c is Color.BLUE:
        raise ValueError


def wait(n: int, level: Level):
    assert isinstance(level, Level)
    assert level >= Level.MID
    assert level is not Level.HIGH or n > 0


def found(c):
    assert isinstance(c, Color)
    assert c is Color.BLUE or c.value < "h"
    assert c is Color.BLUE or c.value in ("g", "r")
"""


def test_what_members_make_impossible_is_proved(replayer: Replayer, tmp_path: Path) -> None:
    found = {name: verdicts(each) for name, each in reports(tmp_path / "m.py", ENUMS + CONTRACTS, replayer).items()}
    names: dict[str, Any] = {}
    exec(ENUMS + CONTRACTS, names)
    for name, clauses in {
        "paint": ("isinstance(c, Color)", "c in (Color.RED, Color.GREEN)", "c is not Color.BLUE"),
        "wait": ("isinstance(level, Level)", "level >= Level.MID", "level is not Level.HIGH or n > 0"),
        "found": ("isinstance(c, Color)", "c is Color.BLUE or c.value < 'h'", "c is Color.BLUE or c.value in 'g r'"),
    }.items():
        values = [*names["Color"], *names["Level"], *PLAIN, *OTHERS]
        reached = set()
        for one, n in product(values, (0, 1, None)):
            given = {"c": one, "level": one, "n": n}
            reached.add(tuple(i for i, each in enumerate(clauses) if not holds(each, names, given)))
        assert {each for each, verdict in found[name].items() if verdict == "infeasible"}.isdisjoint(reached), name
    assert {each for each, verdict in found["paint"].items() if verdict == "violating"} == {(0, 1), (1, 2)}
    assert set(found["paint"].values()) == {"violating", "infeasible"}
    assert found["wait"][(1,)] == found["wait"][(2,)] == "violating"
    assert found["wait"][(1, 2)] == "infeasible"
    # Of the members but BLUE the values are "r" and "g".
    assert found["found"][(2,)] == "infeasible"
    assert found["found"][(1,)] == "violating"


def holds(clause: str, names: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    try:
        return bool(eval(clause, dict(names), dict(given)))
    except Exception:
        return False


def test_clauses_that_enumerations_leave_open_are_refused(tmp_path: Path) -> None:
    tests = [
        "x == Color.RED",
        "x in (Color.RED, 1)",
        "Color('r')",
        "x in Color",
        "c == d",
        "c in (Color.RED, 1)",
        "c is Level.LOW",
        "Color.PINK is c",
        "x is Level.LOW",
        "f'{Level.LOW}' == x",
    ]
    bodies = "\n".join(f"    assert {each}" for each in tests)
    path = tmp_path / "m.py"
    path.write_text(f"{ENUMS}\n\ndef f(x, c: Color, d: Color):\n{bodies}\n")
    [task] = load(path)
    assert isinstance(task, ContractTask)
    contract = provable_part(task)
    unknown = {
        part.clause
        for part in contract.body
        if isinstance(part, Check) and any(node.op == "python.object" for node in subterms(part.test))
    }
    for number, clause in enumerate(contract.clauses):
        assert clause.problems or number in unknown, tests[number]
