"""Which functions are tests: their assertions are about what they call, not about their arguments. A function without
any, that is no nested one, has no inputs to refuse either.

As pytest and unittest find them (docs.pytest.org, "Conventions for Python test discovery").
"""

import ast
from collections.abc import Iterator
from pathlib import PurePath

_Function = ast.FunctionDef | ast.AsyncFunctionDef

POSTCONDITION = "postcondition"
RETURN_VALUES = ("return_value", "result")
"""What the last parameter of a postcondition in a function of its own is called, which takes what the function
returned."""

FOLDERS = frozenset({"test", "tests"})
"""Folders whose files hold tests."""


def is_test_file(file: str | PurePath) -> bool:
    """Whether a file is named like one that holds tests."""
    path = PurePath(file)
    return path.suffix == ".py" and (
        path.stem.startswith("test_") or path.stem.endswith("_test") or path.stem == "conftest"
    )


def is_among_tests(file: PurePath) -> bool:
    """Whether a file, by its path in a folder of code, holds tests."""
    return is_test_file(file) or not FOLDERS.isdisjoint(file.parts[:-1])


def find_tests(tree: ast.Module, *, all_of_them: bool = False) -> Iterator[_Function]:
    """The tests of a module, with what is in them: of one that holds tests every function, else functions that are
    named `test_…` and can be called without arguments, methods of a `TestCase`, and fixtures; postconditions of other
    functions; and functions without parameters, unless they are nested."""
    stack: list[tuple[ast.AST, bool, ast.ClassDef | None, bool]] = [(tree, all_of_them, None, False)]
    while stack:
        node, test, owner, nested = stack.pop()
        match node:
            case ast.ClassDef():
                owner = node
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                test = test or _is_test(node, owner)
                if test or not (nested or _has_parameters(node)):
                    yield node
                owner, nested = None, True
        stack.extend((child, test, owner, nested) for child in ast.iter_child_nodes(node))


def _has_parameters(function: _Function) -> bool:
    declared_arguments = function.args
    return bool(
        declared_arguments.posonlyargs
        or declared_arguments.args
        or declared_arguments.kwonlyargs
        or declared_arguments.vararg
        or declared_arguments.kwarg
    )


def is_postcondition(node: ast.AST) -> bool:
    """Whether a statement of a module is a postcondition in a function of its own (`separate.py`): it asserts something
    about what its last parameter takes, which is what was returned."""
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    declared_arguments = node.args
    named = node.name == POSTCONDITION or node.name.startswith(f"{POSTCONDITION}_")
    plain = not (
        declared_arguments.posonlyargs
        or declared_arguments.vararg
        or declared_arguments.kwarg
        or declared_arguments.kwonlyargs
        or declared_arguments.defaults
    )
    about_result = bool(declared_arguments.args) and declared_arguments.args[-1].arg in RETURN_VALUES
    return (
        named and plain and about_result and any(isinstance(node_inside, ast.Assert) for node_inside in ast.walk(node))
    )


def _is_test(function: _Function, owner: ast.ClassDef | None) -> bool:
    if is_postcondition(function):
        return True
    if owner is not None and any(_name(base).endswith("TestCase") for base in owner.bases):
        return True
    declared_arguments = function.args
    required = (
        len(declared_arguments.posonlyargs)
        + len(declared_arguments.args)
        - len(declared_arguments.defaults)
        # The first parameter of a method is the object, which is given by the call.
        - (owner is not None)
    )
    required += sum(default is None for default in declared_arguments.kw_defaults)
    return (function.name.startswith("test_") and required <= 0) or any(
        _name(decorator.func if isinstance(decorator, ast.Call) else decorator) == "fixture"
        for decorator in function.decorator_list
    )


def _name(node: ast.expr) -> str:
    """The last part of a dotted name; empty for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
