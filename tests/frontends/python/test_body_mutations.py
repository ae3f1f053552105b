"""Mutations of Python bodies: each is a program, none is the original, and what is promised and checked stays."""

import ast

import pytest

from specassay.frontends.python.body_mutations import OPERATORS, BodyMutation, body_mutations
from specassay.frontends.python.module import parse_module
from specassay.frontends.python.source import read
from specassay.frontends.python.styles.model import FunctionNode, Module, module_of

BODY = '''
def f(xs: list[int], n: int = 3, *, word: str = "a") -> int:
    """Some text, 1 + 1."""
    assert n > 0, "n < 1"
    if len(xs) > 9:
        raise ValueError("more than 9")
    found = 0
    for i in range(n - 1):
        if xs[i] in (1, 2) or not xs:
            continue
        while found < 4:
            found += xs[i] * 2
            break
    text = word.lower().strip("x")
    part = xs[1 : n]
    best = max(part, key=abs, default=-1) if part else 0
    g = lambda y: y is None
    print(f"{n + 1}", text)
    del part
    result = found + best
    assert result > -100
    return result
'''


def read_module(text: str) -> tuple[Module, FunctionNode]:
    source = read(text, "code.py")
    module = module_of(source, parse_module(source))
    return module, next(node for node in module.tree.body if isinstance(node, FunctionNode))


@pytest.fixture(scope="module")
def made() -> tuple[Module, list[BodyMutation]]:
    module, function = read_module(BODY)
    return module, list(body_mutations(module, function))


def test_each_is_another_program(made: tuple[Module, list[BodyMutation]]) -> None:
    module, mutations = made
    original = ast.dump(ast.parse(module.source.text))
    for mutation in mutations:
        assert ast.dump(ast.parse(mutation.of(module.source.text))) != original, mutation
    assert {mutation.operator for mutation in mutations} == set(OPERATORS)


def test_what_is_checked_promised_and_declared_stays(made: tuple[Module, list[BodyMutation]]) -> None:
    module, mutations = made
    for mutation in mutations:
        text = mutation.of(module.source.text)
        for kept in ('f(xs: list[int], n: int = 3, *, word: str = "a")', "Some text, 1 + 1", 'assert n > 0, "n < 1"'):
            assert kept in text
        assert "if len(xs) > 9:\n        raise ValueError" in text
        assert "    assert result > -100\n" in text


def test_a_diff_has_the_lines_that_change(made: tuple[Module, list[BodyMutation]]) -> None:
    module, mutations = made
    diffs = {mutation.diff(module.source.text) for mutation in mutations}
    assert "- found += xs[i] * 2\n+ found = (xs[i] * 2)" in diffs
    assert "- part = xs[1 : n]\n+ part = xs[2 : n]" in diffs
    assert "- break\n+ pass" in diffs
