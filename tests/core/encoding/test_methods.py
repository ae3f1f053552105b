"""Methods of known values have the results, and raise the exceptions, that they have in Python."""

import pytest

from specassay.core.encoding.context import Context
from specassay.core.encoding.expressions import evaluate

from .symbolic import exceptions, meant, raised_by, symbolic, term_of

VALUES = {"x": [3, 1, 3], "y": {1: "a", 2: "b"}, "n": "a,b;c"}
NAMES = {name: symbolic(value) for name, value in VALUES.items()}


@pytest.mark.parametrize(
    "text",
    [
        "x.count(3)", "x.index(1)", "x.copy()", "(1, 1.0).count(True)", "y.get(1)", "y.get(3)", "y.get(3, 0)",
        "list(y.keys())", "list(y.values())", "list(y.items())", "n.upper()", "n.startswith('a')",
        "n.endswith(('c', 'd'))",
        "n.find('b')", "n.find('z')", "n.replace(',', '')", "n.partition(',')", "n.removeprefix('a,')",
        "'-'.join(['a', 'b'])", "'12'.isdigit()", "''.isdigit()", "n.isascii()", "n.count('a')", "{1, 2}.union([3])",
        "{1, 2}.issubset({1, 2, 3})", "{1}.isdisjoint([2])", "(2.0).is_integer()",
        "b' a '.strip()", "b'aB'.lower()", "n.split(',', 1)",
    ],
)  # fmt: skip
def test_the_result_is_that_of_python(text: str) -> None:
    context = Context()
    found = evaluate(context, term_of(text), NAMES)
    assert (meant(found), exceptions(context), context.cuts) == (eval(text, dict(VALUES)), [], [])


@pytest.mark.parametrize(
    "text",
    [
        "x.index(7)", "x.nothing()", "n.index('z')", "n.count(1)", "y.get([])", "n.partition('')", "n.startswith(1)",
        "'-'.join([1])", "{1}.union([[]])", "None.get(1)",
    ],
)  # fmt: skip
def test_what_raises_in_python_raises(text: str) -> None:
    context = Context()
    evaluate(context, term_of(text), NAMES)
    assert exceptions(context)[:1] == [raised_by(lambda: eval(text, dict(VALUES)))]
