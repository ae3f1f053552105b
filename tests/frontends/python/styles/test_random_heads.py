"""Heads of random functions against these functions: what CPython refuses first, a contract refuses first, as far as
it has read the guards."""

import ast
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from specassay.core.evaluate.execution import run
from specassay.core.ir.contracts import Contract
from specassay.frontends.python import parse_file

HEADER = """import threading

LOCK = threading.RLock()
SEEN = []

def store(value):
    SEEN.append(value)

def f(x):
    n = x % 3
"""
PROGRAMS, VALUES = 40, range(-4, 26)


class Writer:
    """Writes blocks of guards, each of which raises another number, and of statements with and without an effect."""

    def __init__(self, chooser: Random) -> None:
        self.chooser = chooser
        self.guards = 0

    def block(self, depth: int) -> list[str]:
        return [line for _ in range(self.chooser.randint(1, 3)) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        simple: dict[Callable[[int], list[str]], int] = {self.guard: 6, self.effect: 3, self.binding: 2}
        nested: dict[Callable[[int], list[str]], int] = {
            self.branches: 7,
            self.cases: 2,
            self.lock: 1,
            self.end: 1,
            self.turns: 1,
        }
        weights = {**simple, **nested} if depth else simple
        [write] = self.chooser.choices(list(weights), list(weights.values()))
        return write(depth - 1)

    def condition(self) -> str:
        low, high = self.chooser.randint(-3, 9), self.chooser.randint(2, 20)
        return self.chooser.choice(
            [f"x % {high} < 2", f"x > {low}", f"x < {high}", f"not x % {high}", f"n == {low}", "n"]
        )

    def refusal(self) -> str:
        self.guards += 1
        return f"raise BufferError({self.guards - 1})"

    def guard(self, _: int) -> list[str]:
        return [f"if {self.condition()}:", f"    {self.refusal()}"]

    def effect(self, _: int) -> list[str]:
        return [self.chooser.choice(["store(x)", "SEEN.append(n)", "return x", "return store(x)", "pass"])]

    def binding(self, _: int) -> list[str]:
        return [f"n = x % {self.chooser.randint(2, 5)}"]

    def branches(self, depth: int) -> list[str]:
        lines = [f"if {self.condition()}:", *indented(self.block(depth))]
        while self.chooser.random() < 0.4:
            lines += [f"elif {self.condition()}:", *indented(self.block(depth))]
        if self.chooser.random() < 0.5:
            lines += ["else:", *indented(self.block(depth) if self.chooser.random() < 0.7 else [self.refusal()])]
        return lines

    def cases(self, depth: int) -> list[str]:
        cases = ["case 0:", f"case 1 if {self.condition()}:", "case 1 | 2:", "case _:"]
        return ["match n:", *(line for case in cases for line in indented([case, *indented(self.block(depth))]))]

    def lock(self, depth: int) -> list[str]:
        return ["with LOCK:", *indented(self.block(depth))]

    def end(self, depth: int) -> list[str]:
        return ["try:", *indented(self.block(depth)), "finally:", "    store(n)"]

    def turns(self, depth: int) -> list[str]:
        return ["for _ in range(n):", *indented(self.block(depth))]


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def numbers_of(contract: Contract, tree: ast.Module) -> dict[int, int]:
    """What the guard of each clause raises → the number of the clause."""
    clauses: dict[int, int] = {}
    for number, clause in enumerate(contract.clauses):
        assert clause.span is not None
        node = next(
            node for node in ast.walk(tree) if isinstance(node, ast.If | ast.Raise) and node.lineno == clause.span.line
        )
        suites = [[node]] if isinstance(node, ast.Raise) else [node.body, node.orelse]
        [raised, *_] = [suite[-1] for suite in suites if len(suite) == 1 and isinstance(suite[-1], ast.Raise)]
        assert isinstance(raised.exc, ast.Call)
        clauses[ast.literal_eval(raised.exc.args[0])] = number
    return clauses


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_a_random_head_refuses_what_its_function_refuses(tmp_path: Path, seed: int) -> None:
    writer = Writer(Random(seed))
    text = HEADER + "\n".join(indented([*writer.block(2), *writer.block(2)])) + "\n"
    path = tmp_path / "m.py"
    path.write_text(text)
    contract = next((each for each in parse_file(path).contracts if each.name == "f"), None)
    if contract is None:  # All guards stand behind what ends a head.
        return
    assert not any(clause.problems for clause in contract.clauses)
    clauses = numbers_of(contract, ast.parse(text))
    assert len(clauses) == len(contract.clauses)
    names: dict[str, Any] = {}
    exec(text, names)
    for value in VALUES:
        first = None
        try:
            names["f"](value)
        except BufferError as error:
            first = clauses.get(error.args[0])  # None where that guard is not read.
        found = run(contract, {"x": value}).violated
        assert found is not None, (value, text)
        assert min(found, default=None) == first, (value, text)
