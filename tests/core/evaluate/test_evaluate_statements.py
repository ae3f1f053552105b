"""What the evaluator makes of f-strings, unpacking with a star and assignment expressions, against CPython."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.evaluate.execution import evaluate_after, run
from specassay.frontends.python import parse_contract, parse_expression

from ...samples import samples

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2000, 2000),
    st.floats(allow_nan=True),
    st.text("ab1é'{", max_size=4),
    st.lists(st.integers(-3, 3), max_size=3),
    st.binary(max_size=2),
    st.just(2j),
    st.just({"a": [1]}),
    st.just(10**5000),
)
SPECIFICATIONS = st.one_of(
    st.sampled_from(["", "d", "x", "b", ",", "_", ".2f", ">8", "^5", "+", " ", "e", "%", "s", "q", "08.3f", "*<6"]),
    st.text("<>^+-# 0,._dfsxbe%n123", max_size=4),
)


@given(VALUES, SPECIFICATIONS, st.sampled_from(["", "!r", "!s", "!a"]))
@settings(max_examples=samples(800), deadline=None)
def test_a_formatted_value_is_that_of_cpython(value: Any, specification: str, conversion: str) -> None:
    text = f"f'<{{v{conversion}:{specification}}}>'"
    found = evaluate_after((), parse_expression(text, ("v",)), {"v": value})
    try:
        expected = ("defined", eval(text, {"v": value}))
    except Exception as error:
        expected = ("undefined", type(error).__name__)
    assert (found.state, found.value if found.state == "defined" else found.reason) == expected


@pytest.mark.parametrize(
    "text", ["f'{n}{{}}{n!r:>{n}}'", "f'{n=}'", "format(n, '>5')", "f'{n:{w}.{p}f}'", "f'{[n, w]}' + f'{ {n: w} }'"]
)
def test_fields_in_formats(text: str) -> None:
    environment = {"n": 7, "w": 9, "p": 2}
    found = evaluate_after((), parse_expression(text, environment), environment)
    assert found.value == eval(text, dict(environment))


@pytest.mark.parametrize("text", ["f'{n:1000000000}'", "f'{(lambda: n)}'", "f'{n:>{10**8}}'", "str([lambda: n])"])
def test_texts_that_are_not_built(text: str) -> None:
    assert evaluate_after((), parse_expression(text, ("n",)), {"n": 7}).state == "unknown"


@pytest.mark.parametrize(
    ("pattern", "text", "state"),
    [
        ("(a+)+b", "a" * 40, "unknown"),
        ("(a|aa)+$", "a" * 40 + "b", "unknown"),
        ("(a+)+b", "a" * 10, "defined"),
        ("a*a*a*a*a*b", "a" * 200, "unknown"),
        (r"[a-z]+@[a-z]+\.com", "a" * 40, "defined"),
        ("(", "a" * 40, "undefined"),
    ],
)
def test_regular_expressions_that_backtrack(pattern: str, text: str, state: str) -> None:
    term = parse_expression("re.fullmatch(p, s) is None", ("p", "s"))
    assert evaluate_after((), term, {"p": pattern, "s": text}).state == state


STATEMENTS = """
first, *middle, last = xs
*init, _ = xs
[only, *rest] = init or [0]
if (n := len(middle)) > 2:
    out = n
elif (m := n + 1) and m > 1:
    out = -m
else:
    out = 0
while (n := n - 1) > 0:
    out += n
assert (first, middle, last, init, only, rest, out) == expected
assert f"{first!r:>3}" == text
"""


def expected(xs: Any) -> tuple[Any, str]:
    names = {"xs": xs}
    program, _, _ = STATEMENTS.partition("assert")
    exec(program, names)
    keys = ("first", "middle", "last", "init", "only", "rest", "out")
    return tuple(names[key] for key in keys), f"{names['first']!r:>3}"


@given(st.one_of(st.lists(st.integers(0, 3), max_size=7), st.text(max_size=6), st.integers()))
@settings(max_examples=samples(100, 4), deadline=None)
def test_stars_and_assignment_expressions(xs: Any) -> None:
    contract = parse_contract(STATEMENTS, name="f", parameters=("xs", "expected", "text"))
    assert not any(clause.problems for clause in contract.clauses)
    values, text, raised = None, "", None
    try:
        values, text = expected(xs)
    except Exception as error:
        raised = type(error).__name__
    outcomes = run(contract, {"xs": xs, "expected": values, "text": text})
    assert outcomes.raised == raised
    if raised is None:
        assert outcomes.outcomes == ("holds", "holds")
        assert run(contract, {"xs": xs, "expected": None, "text": ""}).violated == frozenset({0, 1})


@pytest.mark.parametrize("text", ["assert (y := x) > 0\nassert y", "assert any((y := v) for v in x)\nassert y"])
def test_a_clause_that_binds_is_not_lowered(text: str) -> None:
    contract = parse_contract(text, name="f", parameters=("x",))
    assert [problem.construct for problem in contract.clauses[0].problems] == ["assignment expression"]
    assert contract.clauses[1].problems
