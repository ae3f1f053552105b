"""What a function of a module is, and what a call of it takes."""

import ast

import pytest

from specassay.frontends.python.definitions import (
    Definition,
    NoDefinition,
    call_of_definition,
    definition_of,
    locals_of,
)
from specassay.frontends.python.styles.model import DefinitionNode, FunctionNode


def innermost(code: str) -> tuple[FunctionNode, tuple[DefinitionNode, ...]]:
    """The last function of a text in its deepest place, and what it is in."""
    around: list[DefinitionNode] = []
    (node,) = ast.parse(code).body
    while True:
        assert isinstance(node, DefinitionNode)
        inner = [each for each in node.body if isinstance(each, DefinitionNode)]
        if not inner:
            assert isinstance(node, FunctionNode)
            return node, tuple(around)
        around.append(node)
        node = inner[-1]


def defined(code: str) -> Definition:
    node, around = innermost(code)
    asserted = [each.test for each in ast.walk(node) if isinstance(each, ast.Assert)]
    return definition_of(node, around, asserted)


@pytest.mark.parametrize(
    ("inside", "around"),
    [
        ("assert k == 3; return [k for k in range(x)]", "k = 1"),
        ("assert k == 3", "match d:\n        case {1: 1, **k}: pass"),
        ("assert k == 3", "match d:\n        case [1, *k]: pass"),
        ("assert k == 3", "import k.path"),
        ("assert k == 3", "try: pass\n    except ValueError as k: pass"),
        ("assert k == 3", "found = [k := 2 for _ in d]"),
        ("assert k == 3\n        other = lambda k: k", "k = 1"),
    ],
)
def test_a_contract_mentions_variables_of_the_function_around_it(inside: str, around: str) -> None:
    code = f"def outer(d):\n    {around}\n    def inner(x):\n        {inside}\n    return inner\n"
    found = defined(code)
    assert (found.kind, found.closure, found.returned) == ("nested function", ("k",), True)


@pytest.mark.parametrize("inside", ["k = 1; assert k", "assert k\n        for k in x: pass", "import k; assert k"])
def test_a_variable_of_its_own_is_none_of_the_function_around_it(inside: str) -> None:
    assert defined(f"def outer(k):\n    def inner(x):\n        {inside}\n").closure == ()


def test_a_comprehension_binds_its_variables_for_itself_but_not_what_it_assigns() -> None:
    node, _ = innermost("def f(a, *rest, b=1):\n    global g\n    g = [(c := i) for i in a if (d := i)]\n")
    assert locals_of(node) == {"a", "rest", "b", "c", "d"}


@pytest.mark.parametrize(
    ("code", "described", "receiver"),
    [
        ("class C:\n    def __f(self): yield 1", "generator method C.__f", "self"),
        ("class C:\n    @staticmethod\n    def f(x): pass", "static method C.f", ""),
        ("class C:\n    def __class_getitem__(cls, x): pass", "class method C.__class_getitem__", "cls"),
        ("class C:\n    @x.setter\n    async def x(self, v): pass", "asynchronous setter C.x", "self"),
    ],
)
def test_what_a_method_is(code: str, described: str, receiver: str) -> None:
    found = defined(code)
    assert (str(found), found.receiver) == (described, receiver)


def test_a_method_without_an_object_is_called_of_its_class() -> None:
    method = defined("class C:\n    def f(self, x): pass")
    assert call_of_definition(method, {"self": "None", "x": "0"}) == "C.f(None, 0)"
    assert call_of_definition(method, {"self": "C()", "x": "0"}) == "C().f(0)"


def test_a_private_name_is_mangled() -> None:
    assert defined("class _C:\n    def __f(self): pass").attribute == "_C__f"


@pytest.mark.parametrize(
    "code",
    [
        "def a():\n    def b():\n        def c(): pass",
        "def a():\n    class B:\n        def c(self): pass",
        "class A:\n    def b(): pass",
        "def a():\n    yield\n    def b(): pass",
    ],
)
def test_what_cannot_be_called(code: str) -> None:
    with pytest.raises(NoDefinition):
        defined(code)
