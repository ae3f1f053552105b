"""Calls: of helpers with defaults and keywords, of builtins with a key, and what is not followed."""

import math
import re
from collections.abc import Callable
from typing import Any

import pytest

from specassay.core.encoding.calls import apply
from specassay.core.encoding.context import Context
from specassay.core.encoding.encoding_limits import LIMITS
from specassay.core.encoding.expressions import evaluate

from .symbolic import exceptions, known, meant, raised_by, symbolic, term_of

VALUES: dict[str, Any] = {"x": 3, "y": "ab", "xs": [3, -1, 2]}
NAMES = {name: symbolic(value) for name, value in VALUES.items()}


@pytest.mark.parametrize(
    "text",
    [
        "len(xs)",
        "max(xs, key=abs)",
        "min(xs, key=lambda n: -n)",
        "max([], default=7)",
        "sorted(xs, reverse=True)",
        "sorted(xs, key=abs)",
        "sorted(xs, key=None)",
        "sum(xs, start=10)",
        "list(map(abs, xs))",
        "list(filter(None, [0, 1, '']))",
        "list(filter(lambda n: n > 0, xs))",
        "list(enumerate(y, start=x))",
        "list(zip(xs, y))",
        "list(zip([1], [2], strict=True))",
        "(lambda a, b: a - b)(b=1, a=x)",
        "max(*xs)",
        "list(map(lambda a, b: a * b, xs, xs))",
        "f'{x:03d}{y}'",
        "'{1}{0}'.format(x, y)",
        "list(zip(*[xs, xs, xs]))",
        "(lambda: x)()",
        "all(10 // n < 9 for n in [5, 1, 0])",
        "any(10 // n > 1 for n in [5, 0])",
        "bool()",
    ],
)
def test_the_result_is_that_of_python(text: str) -> None:
    context = Context()
    found = evaluate(context, term_of(text), NAMES)
    assert (meant(found), exceptions(context)) == (eval(text, dict(VALUES)), [])


@pytest.mark.parametrize(
    "text",
    [
        "x()",
        "y(1)",
        "len()",
        "len(xs, xs)",
        "abs(1, 2)",
        "(lambda a: a)()",
        "(lambda a: a)(1, 2)",
        "(lambda a: a)(b=1)",
        "(lambda a: a)(1, a=2)",
        "sorted()",
        "sorted(xs, key=x)",
        "max(key=abs)",
        "list(zip([1], [], strict=True))",
        "all(10 // n for n in [5, 0])",
        "list(map(len, xs))",
    ],
)
def test_what_raises_in_python_raises(text: str) -> None:
    context = Context()
    evaluate(context, term_of(text), NAMES)
    assert exceptions(context)[:1] == [raised_by(lambda: eval(text, dict(VALUES)))]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("dict(**{})", "a call with **"),
        ("dict([], a=1)", "keyword arguments of dict"),
    ],
)
def test_what_is_not_followed_is_named(text: str, what: str) -> None:
    context = Context()
    evaluate(context, term_of(text), NAMES)
    assert [cut.what for cut in context.cuts if cut.kind == "unsupported"] == [what]
    assert exceptions(context) == []


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (re.sub, ("a", "b", "ab", 1, 0, 0)),
        (re.findall, ("a", "ab", 0, 0)),
        (re.split, ("a", "ab", 1, 0, 0)),
        (re.search, ("a", "ab", 0, 0)),
        (math.isclose, (1, 1, 0, 0)),
        (math.prod, ([2], 3)),
        (sum, ([2], 3, 4)),
        (iter, (list, 1, 1)),
        (enumerate, ([2], 3, 4)),
        (math.isqrt, (4, 4)),
        (len, ("a", "b")),
    ],
)
def test_a_function_takes_as_many_arguments_as_in_python(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    """Of `re.sub(pattern, text, subject, 1)` a TypeError that Python does not raise would be a false proof."""
    refuses = []
    for number in range(1, len(arguments) + 1):
        context = Context()
        apply(context, symbolic(function), list(map(symbolic, arguments[:number])))
        try:
            function(*arguments[:number])
        except TypeError:
            refuses.append(number)
        assert ("TypeError" in exceptions(context)) is (number in refuses), number
    assert refuses


def test_a_helper_that_reads_a_name_which_has_changed_is_not_followed() -> None:
    context = Context()
    helper = evaluate(context, term_of("lambda: x"), NAMES)
    call = term_of("y()")
    assert meant(evaluate(context, call, {**NAMES, "y": helper})) == 3
    assert context.cuts == []
    evaluate(context, call, {**NAMES, "y": helper, "x": symbolic(4)})
    assert [cut.what for cut in context.cuts] == ["a helper that reads x, which has changed"]


def test_helpers_that_call_too_deep_are_beyond_the_bounds() -> None:
    context = Context()
    helper = evaluate(context, term_of("lambda: 1"), NAMES)
    context.depth = LIMITS.nested_calls - 1
    assert meant(apply(context, helper, [])) == 1
    context.depth = LIMITS.nested_calls
    assert not apply(context, helper, []).alternatives
    assert [(cut.kind, cut.what, cut.most) for cut in context.cuts] == [("bound", "nested calls", LIMITS.nested_calls)]
    assert known(context.cuts[0].guard) is True
