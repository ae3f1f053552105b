"""Methods of known values have the results, and raise the exceptions, that they have in Python."""

import copy
from itertools import product
from types import MethodDescriptorType
from typing import Any

import pytest

from specassay.core.encoding.context import Context
from specassay.core.encoding.expressions import evaluate
from specassay.core.encoding.methods import unbound

from ...samples import some
from .symbolic import exceptions, meant, raised_by, symbolic, term_of

VALUES = {"x": [3, 1, 3], "y": {1: "a", 2: "b"}, "n": "a,b;c"}
NAMES = {name: symbolic(value) for name, value in VALUES.items()}


@pytest.mark.parametrize(
    "text",
    [
        "x.count(3)",
        "x.index(1)",
        "x.copy()",
        "(1, 1.0).count(True)",
        "y.get(1)",
        "y.get(3)",
        "y.get(3, 0)",
        "list(y.keys())",
        "list(y.values())",
        "list(y.items())",
        "n.upper()",
        "n.startswith('a')",
        "n.endswith(('c', 'd'))",
        "n.find('b')",
        "n.find('z')",
        "n.replace(',', '')",
        "n.partition(',')",
        "n.removeprefix('a,')",
        "'-'.join(['a', 'b'])",
        "'12'.isdigit()",
        "''.isdigit()",
        "n.isascii()",
        "n.count('a')",
        "{1, 2}.union([3])",
        "{1, 2}.issubset({1, 2, 3})",
        "{1}.isdisjoint([2])",
        "(2.0).is_integer()",
        "b'\\xff'.count(255)",
        "b' a '.strip()",
        "b'aB'.lower()",
        "n.split(',', 1)",
    ],
)
def test_the_result_is_that_of_python(text: str) -> None:
    context = Context()
    found = evaluate(context, term_of(text), NAMES)
    assert (meant(found), exceptions(context), context.cuts) == (eval(text, dict(VALUES)), [], [])


@pytest.mark.parametrize(
    "text",
    [
        "x.index(7)",
        "x.nothing()",
        "n.index('z')",
        "n.count(1)",
        "y.get([])",
        "n.partition('')",
        "n.startswith(1)",
        "'-'.join([1])",
        "{1}.union([[]])",
        "None.get(1)",
        "b'a'.count(256)",
        "b'a'.count(-1)",
        "x.upper(1 // 0)",
        "n.items([][0])",
        "y[1:]",
    ],
)
def test_what_raises_in_python_raises(text: str) -> None:
    context = Context()
    evaluate(context, term_of(text), NAMES)
    assert exceptions(context)[:1] == [raised_by(lambda: eval(text, dict(VALUES)))]


RECEIVERS: tuple[Any, ...] = ("ab", "", [1, 2], (1, 2), {"a": 1}, {1}, frozenset({1}), b"ab", 5, 2.5, True)
ARGUMENTS: tuple[Any, ...] = ("a", 1, None, (1, 2), b"a", [1], "", {"a": 1}, 2.0)
CHANGES = {
    "append",
    "clear",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "reverse",
    "sort",
    "add",
    "discard",
    "update",
}
"""Methods that change their receiver are assignments before the encoding sees them, or unsupported."""
METHODS = [
    (receiver, function)
    for receiver in RECEIVERS
    for name, function in sorted(vars(type(receiver)).items())
    if isinstance(function, MethodDescriptorType) and name[0] != "_" and name not in CHANGES
]


CALLS = [(), *some([*product(ARGUMENTS)], 3), *some([*product(ARGUMENTS, repeat=2)], 41)]


@pytest.mark.parametrize("arguments", CALLS, ids=repr)
def test_each_method_has_the_outcome_of_python_or_is_unsupported(arguments: tuple[Any, ...]) -> None:
    for receiver, function in METHODS:
        context = Context()
        found = unbound(context, function, list(map(symbolic, (receiver, *arguments))))
        if context.cuts:
            continue
        asked = receiver, function.__name__
        expected, raised = outcome(function, copy.deepcopy((receiver, *arguments)))
        assert exceptions(context)[:1] == raised, asked
        if not raised and not context.facts:
            assert meant(found) == (list(expected) if type(expected).__name__.startswith("dict_") else expected), asked


def test_a_function_of_a_type_takes_no_value_of_another() -> None:
    for (receiver, function), other in product(some(METHODS, 7), RECEIVERS):
        context = Context()
        unbound(context, function, [symbolic(other)])
        unbound(context, function, [])
        assert exceptions(context)[-1] == "TypeError"
        if not isinstance(other, type(receiver)):
            assert exceptions(context) == ["TypeError", "TypeError"], (function, other)


def outcome(function: Any, arguments: tuple[Any, ...]) -> tuple[Any, list[str]]:
    """The value, or the name of the exception."""
    try:
        return function(*arguments), []
    except Exception as problem:  # which one it is, is the question
        return None, [type(problem).__name__]
