"""A contract that accepts a call on which its function fails says so, and only where the function did not mean it."""

from pathlib import Path

import pytest
from msgspec import UNSET

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.reporting.findings import of_python
from specassay.benchmarks.runs.contract_oracle import contract_of
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.failing_inputs import demanded_types

HEAD = '    if n < 0:\n        raise ValueError("n")\n'


def failing(folder: Path, text: str) -> list[tuple[dict[str, str], str]]:
    """The arguments and the exception of what is found for the last function of a module."""
    path = folder / "f.py"
    path.write_text(text)
    tasks = [task for task in python_files.read(path) if isinstance(task, ContractTask)]
    report = synthesise(tasks[-1], "z3", Config(universe="annotated", budget=8.0))
    told = [(dict(row.fails.arguments), row.fails.raised) for row in report.rows if row.fails is not UNSET]
    kinds = [finding.kind for finding in of_python(report, (), tasks[-1])]
    assert kinds.count("fails-on-valid-input") == len(told)
    return told


@pytest.mark.parametrize(
    ("parameters", "body", "arguments", "raised"),
    [
        ("n: int, xs: list[int]", "return sum(xs) / len(xs)", {"n": "0", "xs": "[]"}, "ZeroDivisionError"),
        ("n: int, xs: list", "return max(len(xs), 1 // len(xs))", {"n": "0", "xs": "[]"}, "ZeroDivisionError"),
        ("n: int, xs: list[int]", "return xs[0]", {"n": "0", "xs": "[]"}, "IndexError"),
        ("n: int, d: dict[str, int]", 'return d["a"]', {"n": "0", "d": "{}"}, "KeyError"),
        ("n: int, s: str | None", "return s + 'a'", {"n": "0", "s": "None"}, "TypeError"),
        ("n: int", "import random\n    random.seed(n)\n    assert n != 43", {"n": "43"}, "AssertionError"),
        ("n: int", "return f(n + 1)", {"n": "0"}, "RecursionError"),
    ],
)
def test_the_simplest_call_is_told(
    tmp_path: Path, parameters: str, body: str, arguments: dict[str, str], raised: str
) -> None:
    text = f"def f({parameters}) -> object:\n{HEAD}    {body}\n"
    assert failing(tmp_path, text) == [(arguments, raised)]


@pytest.mark.parametrize(
    "text",
    [
        f"def f(n, m):\n{HEAD}    return n / m\n",  # Whatever has no type may be called with anything.
        f"def f(n: int, m):\n{HEAD}    return n / m\n",
        f'def f(n: int) -> int:\n    """It raises ZeroDivisionError for 0."""\n{HEAD}    return 1 // n\n',
        f'def f(n: int) -> int:\n    """It raises an ArithmeticError for 0."""\n{HEAD}    return 1 // n\n',
        f"def g(n):\n    if n == 0:\n        raise IndexError(n)\n    return n\ndef f(n: int) -> int:\n{HEAD}"
        "    m = g(n)\n    return m\n",
        f"import json\ndef f(n: int, s: str) -> object:\n{HEAD}    return json.loads(s)\n",
        "class F:\n    def __init__(self, size: int) -> None:\n        self.size = size\n"
        f"    def __getitem__(self, n: int) -> int:\n{HEAD}        return [1][n]\n".replace(
            HEAD, HEAD.replace("    ", "        ")
        ),
        f"def f(n: int, xs: list) -> object:\n{HEAD}    return sum(xs)\n",
        f"def f(n: int, xs: tuple[dict, ...]) -> object:\n{HEAD}    return [x[0] for x in xs if x]\n",
        f"def f(n: int, *xs: int) -> int:\n{HEAD}    return xs[0]\n",
        f"def f(n: int) -> int:\n{HEAD}    return n + 1\n",
    ],
)
def test_what_is_meant_or_not_known_is_no_failure(tmp_path: Path, text: str) -> None:
    assert failing(tmp_path, text) == []


def test_objects_are_made_of_what_their_constructors_declare(tmp_path: Path) -> None:
    text = (
        "from dataclasses import dataclass\n@dataclass\nclass Row:\n    cells: {}\n"
        f"def f(row: Row, n: int) -> object:\n{HEAD}    return row.cells + ''\n"
    )
    assert failing(tmp_path, text.format("str")) == []
    assert [raised for _, raised in failing(tmp_path, text.format("int"))] == ["TypeError"]


ALGEBRA = """\
def f(operators, numbers):
    assert type(operators) == list and {}
    assert len(numbers) == len(operators) + 1
    assert all(type(number) == int and number >= 0 for number in numbers)
    assert all(operator in ["+", "-", "*", "//"] for operator in operators)
    return eval("".join(map("{{}}{{}}".format, numbers, [*operators, ""])))
"""


def test_a_contract_declares_the_types_that_its_clauses_demand(tmp_path: Path) -> None:
    """The kind of HumanEval/160, whose text allows to divide by 0."""
    fails = [({"operators": "['//']", "numbers": "[0, 0]"}, "ZeroDivisionError")]
    assert failing(tmp_path, ALGEBRA.format("isinstance(numbers, list)")) == fails
    assert failing(tmp_path, ALGEBRA.format("len(operators) < 9")) == []


@pytest.mark.parametrize(
    ("clauses", "types"),
    [
        (["isinstance(x, int)", "type(y) is float"], {"x": "int", "y": "float"}),
        (["not (type(x) != str)", "x in ('a', 'b')", "y in [1]"], {"x": "Literal['a', 'b']", "y": "Literal[1]"}),
        (["type(x) == list and all(type(n) == int and n > 0 for n in x)"], {"x": "list[int]"}),
        (["isinstance(x, set)", "all(n in (1, 2) for n in x)", "isinstance(y, list)"], {"x": "set[Literal[1, 2]]"}),
        (["isinstance(x, (int, str))", "isinstance(x, int) or y", "all(type(n) is int for n in y if n)"], {}),
    ],
)
def test_types_are_demanded_by_what_holds_of_each_valid_input(
    tmp_path: Path, clauses: list[str], types: dict[str, str]
) -> None:
    path = tmp_path / "f.py"
    path.write_text("def f(x, y):\n" + "".join(f"    assert {clause}\n" for clause in clauses) + "    return x\n")
    [task] = [task for task in python_files.read(path) if isinstance(task, ContractTask)]
    assert demanded_types(contract_of(task)) == types
