"""What a call binds to the parameters of a function, against CPython."""

import inspect
from itertools import product
from typing import Any

import pytest

from specassay.core.ir.signatures import HelperSignature

HEADINGS = [
    "",
    "a",
    "a, b",
    "a, b=5",
    "a=4, b=5",
    "a, /",
    "a, /, b",
    "a, b=5, /",
    "a, /, b, *, c",
    "*, c",
    "*, c=6",
    "*, c, d=7",
    "a, b=5, *, c",
    "a=4, *, c, d=7",
    "*rest",
    "a, *rest",
    "a, b=5, *rest",
    "*rest, c",
    "a, *rest, c=6, d",
    "**options",
    "a, **options",
    "a, /, **options",
    "*rest, **options",
    "a, /, b=5, *rest, c, d=7, **options",
]
ARGUMENTS = [(), (1,), (1, 2), (1, 2, 3)]
KEYWORDS: list[dict[str, int]] = [
    {},
    {"a": 10},
    {"b": 20},
    {"c": 30},
    {"d": 40},
    {"e": 50},
    {"a": 10, "b": 20},
    {"c": 30, "a": 10},
    {"d": 40, "c": 30, "e": 50},
    {"rest": 1},
    {"options": 1},
    {"b": 20, "c": 30, "d": 40},
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_call_binds_what_it_does_in_python(heading: str) -> None:
    names: dict[str, Any] = {}
    exec(f"def f({heading}): return dict(locals())", names)
    function = names["f"]
    parameters = inspect.signature(function).parameters.values()
    signature = signature_of(function)
    defaults = [each.default for each in parameters if each.default is not each.empty]
    assert signature.heading == tuple(part.partition("=")[0].strip() for part in heading.split(",") if part)
    for arguments, keywords in product(ARGUMENTS, KEYWORDS):
        try:
            expected = function(*arguments, **keywords)
        except TypeError:
            expected = None
        bound = signature.bound(arguments, keywords, defaults)
        found = None if bound is None else dict(bound.values)
        if bound is not None and found is not None:
            found |= {signature.rest: tuple(bound.rest)} if signature.rest else {}
            found |= {signature.options: dict(bound.options)} if signature.options else {}
        assert found == expected, (arguments, keywords)


def signature_of(function: Any) -> HelperSignature:
    parameters = inspect.signature(function).parameters.values()
    kinds = {kind: [each.name for each in parameters if each.kind is kind] for kind in inspect._ParameterKind}
    [rest] = kinds[inspect.Parameter.VAR_POSITIONAL] or [""]
    [options] = kinds[inspect.Parameter.VAR_KEYWORD] or [""]
    return HelperSignature(
        tuple(each.name for each in parameters if each.name not in (rest, options)),
        tuple(each.name for each in parameters if each.default is not each.empty),
        len(kinds[inspect.Parameter.POSITIONAL_ONLY]),
        frozenset(kinds[inspect.Parameter.KEYWORD_ONLY]),
        rest,
        options,
    )
