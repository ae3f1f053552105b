"""The tests in Python files, for scoring specifications: `assert f(…) == …`, alone or in test functions, and examples
in docstrings. What is expected, and the arguments, are literals; a test that is anything else is left out and counted.
"""

import ast
import doctest
from collections.abc import Iterator, Sequence
from typing import Any

from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.spec_testing.examples import Example, Examples, Source
from ...core.spec_testing.findings import Finding
from ...frontends.python.deep import unparse
from ...frontends.python.definitions import signature_of
from ...frontends.python.specification import Specified
from ...frontends.python.styles.model import RESULT, Module

ASSERTION: Source = "assertion"
DOCTEST: Source = "doctest"


def examples_of_module(module: Module, specified: Specified) -> Examples:
    """The examples of one function in its module."""
    examples: list[Example] = []
    unread = 0
    tests: list[tuple[ast.Call, ast.expr, Source, ast.stmt]] = [
        *((call, expected, ASSERTION, node) for call, expected, node in _assertions(module.tree, specified)),
        *((call, expected, DOCTEST, specified.function) for call, expected in _doctests(specified)),
    ]
    for call, expected, source, node in tests:
        try:
            # Nothing of the file is run: a test counts where its values can be read.
            inputs = _bound(call, specified)
            output = _literal(expected)
        except NotALiteral:
            unread += 1
            continue
        name = f"line {node.lineno}"
        outputs = {RESULT: output}
        examples.append(Example(specified.specification, inputs, outputs, {}, (), source, name, module.span(node)))
    if not unread:
        return Examples(tuple(examples))
    message = f"{unread} of its tests have arguments or results that are not literals"
    return Examples(tuple(examples), (Finding("unsupported-test", specified.function.name, message),))


def _assertions(tree: ast.Module, specified: Specified) -> Iterator[tuple[ast.Call, ast.expr, ast.Assert]]:
    """The calls and expected results in assertions outside functions, and in functions without parameters."""
    name = specified.function.name
    for statement in _tests(tree.body):
        match statement.test:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
                for call, expected in ((left, right), (right, left)):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
                        yield call, expected, statement
                        break


def _tests(statements: Sequence[ast.stmt]) -> Iterator[ast.Assert]:
    for statement in statements:
        match statement:
            case ast.Assert():
                yield statement
            case ast.FunctionDef(args=ast.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kwarg=None)):
                yield from _tests(statement.body)
            case ast.If(body=body):
                yield from _tests(body)


def _doctests(specified: Specified) -> Iterator[tuple[ast.Call, ast.expr]]:
    name = specified.function.name
    try:
        examples = doctest.DocTestParser().get_examples(ast.get_docstring(specified.function) or "")
    except ValueError:
        return  # No doctest, as its indentation says.
    for example in examples:
        try:
            call = ast.parse(example.source.strip(), mode="eval").body
            want = ast.parse(example.want.strip() or "None", mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
            yield call, want


def _literal(node: ast.expr) -> Any:
    return literal(unparse(node))


def _bound(call: ast.Call, specified: Specified) -> dict[str, Any]:
    """The values of the parameters in a call. Raises Malformed where they are no literals or do not fit."""
    parameters = specified.function.args
    positional = [parameter.arg for parameter in (*parameters.posonlyargs, *parameters.args)]
    if any(isinstance(arg, ast.Starred) for arg in call.args) or any(keyword.arg is None for keyword in call.keywords):
        raise NotALiteral("unpacked arguments")
    values = [_literal(arg) for arg in call.args]
    arguments: dict[str, Any] = dict(zip(positional, values, strict=False))
    keywords = {str(keyword.arg): _literal(keyword.value) for keyword in call.keywords}
    extra = values[len(positional) :]
    if parameters.vararg is not None:
        arguments[parameters.vararg.arg] = tuple(extra)
    elif extra:
        raise NotALiteral("too many arguments")
    # A positional-only parameter may share its name with a keyword that `**kwargs` takes.
    by_keyword = {
        *positional[len(parameters.posonlyargs) :],
        *(kwonlyarg.arg for kwonlyarg in parameters.kwonlyargs),
    } - arguments.keys()
    arguments |= {name: value for name, value in keywords.items() if name in by_keyword}
    rest = {name: value for name, value in keywords.items() if name not in by_keyword}
    if parameters.kwarg is not None:
        arguments[parameters.kwarg.arg] = rest
    elif rest:
        raise NotALiteral("an unexpected argument")
    for parameter, default in signature_of(specified.function):
        if parameter.arg not in arguments:
            if default is None:
                raise NotALiteral(f"no argument for {parameter.arg}")
            arguments[parameter.arg] = _literal(default)
    return {str(binder.name): arguments[str(binder.name)] for binder in specified.specification.inputs}
