"""The checks that programs make, taken out of their code."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

from specassay.benchmarks.grading.grading_limits import LIMITS
from specassay.benchmarks.grading.guards import clauses_of, guards_of


def texts(body: str, parameters: Sequence[str] = ("n",), before: str = "") -> list[str]:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    code = f"{before}def f({', '.join(parameters)}):\n{lines}"
    return [guard.text for guard in guards_of(code, "f", parameters)]


def blocks(code: str, parameters: Sequence[str] = ("n",)) -> list[str]:
    return [guard.block for guard in guards_of(code, "f", parameters)]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return n", []),
        ("assert n > 0, 'positive'", ["n > 0"]),
        ("assert isinstance(n, int) and 0 < n < 9", ["isinstance(n, int)", "0 < n", "n < 9"]),
        ("if n < 0 or n > 9:\n    raise ValueError", ["not n < 0", "not n > 9"]),
        ("if not (n > 0 and n < 9):\n    raise ValueError", ["n > 0", "n < 9"]),
        ("if not isinstance(n, int):\n    print(n)\n    raise TypeError('n')", ["isinstance(n, int)"]),
        ("if n > 0:\n    return n\nelse:\n    raise ValueError", ["n > 0"]),
        (
            "if n < 0:\n    raise ValueError\nelif n > 9:\n    raise TypeError\nelse:\n    return n",
            ["not n < 0", "not n > 9"],
        ),
        ("if n == 0:\n    return 0\nelif n > 9:\n    raise TypeError", ["not n > 9"]),
        ("if n:\n    try:\n        float(n)\n    except ValueError:\n        raise TypeError from None", ["False"]),
        ("if n:\n    for e in n:\n        raise ValueError", ["False"]),
        ("return n\nassert n > 0", []),
        ("if n:\n    return n", []),
        (
            "if not all(isinstance(e, int) and e > 0 for e in n):\n    raise ValueError",
            ["all((isinstance(e, int) for e in n))", "all((e > 0 for e in n))"],
        ),
        (
            "if any(e < 0 or e > 9 for e in n):\n    raise ValueError",
            ["all((not e < 0 for e in n))", "all((not e > 9 for e in n))"],
        ),
    ],
)
def test_conditions(body: str, found: list[str]) -> None:
    assert texts(body) == found


@pytest.mark.parametrize(
    "before",
    [
        "n[0][1] = 2",
        "del n[0].first",
        "n.pop()",
        "last = n.pop()",
        "n[0].sort()",
        "first = n[0].setdefault(1, 2)",
        "heapq.heapify(n)",
        "least = heappop(n)",
        "first = next(n)",
    ],
)
def test_what_changes_a_value_before_its_check_comes_along(before: str) -> None:
    assert blocks(f"def f(n):\n    {before}\n    assert n") == [f"{before}\nassert n"]


@pytest.mark.parametrize("before", ["size = len(n)", "n[0]", "found = n.index(2)", "m[n] = 1", "m.append(n)"])
def test_what_only_reads_a_value_is_left_out(before: str) -> None:
    assert blocks(f"def f(n):\n    {before}\n    assert n") == ["assert n"]


def test_what_a_check_depends_on_comes_along() -> None:
    code = """
def f(n):
    total = sum(n)
    unrelated = 3
    size = len(n)
    if size == 0:
        return 0
    assert n
    if size > 9:
        raise ValueError(total)
"""
    assert blocks(code)[1] == "size = len(n)\nif size == 0:\n    return\nassert not size > 9"


def test_loops_and_handlers_and_nested_conditions() -> None:
    code = """
def f(n):
    for e in n:
        if not isinstance(e, int):
            raise TypeError
    try:
        float(n)
    except ValueError as error:
        raise TypeError from error
    if isinstance(n, list):
        if len(n) == 0:
            raise ValueError
    while n:
        n = n[1:]
        assert n != [1]
"""
    assert blocks(code) == [
        "for e in n:\n    assert isinstance(e, int)",
        "try:\n    float(n)\nexcept ValueError as error:\n    assert False",
        "if isinstance(n, list):\n    assert not len(n) == 0",
        "while n:\n    n = n[1:]\n    assert n != [1]",
    ]


_SIMPLE = st.sampled_from(
    [
        *("t += x", "t -= 1", "u = t", "t = u", "u += 1", "x += 1", "pass"),
        *("continue", "break", "return", "raise ValueError"),
        *("assert t < 4", "assert x != 2", "assert u", "check(x)", "check(t)", "add(t)"),
    ]
)


def _nested(bodies: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    def lines(head: str, body: Sequence[str], last: str, other: Sequence[str]) -> list[str]:
        behind = [last, *(f"    {line}" for line in other)] if last else []
        return [head, *(f"    {line}" for line in body), *behind]

    conditions = st.sampled_from(["if x > 1:", "if t > 2:", "if u:"])
    branches = st.builds(lines, conditions, bodies, st.sampled_from(["", "else:"]), bodies)
    walks = st.builds(
        lines,
        st.sampled_from(["for y in range(x):", "for x in xs[1:]:"]),
        bodies,
        st.sampled_from(["", "else:"]),
        bodies,
    )
    tried = st.builds(lines, st.just("try:"), st.just(["t += 1 // x"]), st.just("except ZeroDivisionError:"), bodies)
    single = _SIMPLE.map(lambda line: [line])
    several = st.lists(single | branches | walks | tried, min_size=1, max_size=3)
    return several.map(lambda found: [line for part in found for line in part])


_BODIES = st.recursive(_SIMPLE.map(lambda line: [line]), _nested, max_leaves=8)
_HELPERS = """
def check(x):
    if x > 7:
        return
    assert x != 3
def add(t):
    assert t < 6
"""


def _raises(body: Sequence[str], xs: list[int]) -> bool:
    names: dict[str, Any] = {}
    lines = "".join(f"    {line}\n" for line in body)
    exec(f"{_HELPERS}def f(xs):\n{lines}", names)
    try:
        names["f"](xs)
    except (AssertionError, ValueError, NameError):
        return True
    return False


@pytest.mark.slow
@settings(deadline=None, max_examples=400)
@given(st.sampled_from(["for x in xs:", "while xs:", "if xs:"]), _BODIES)
@example("for x in xs:", ["assert t < 4", "t += x"])
@example("for x in xs:", ["if x > 1:", "    continue", "assert t < 4", "t += 1"])
@example("for x in xs:", ["if x > 1:", "    return", "raise ValueError"])
@example("for x in xs:", ["if t > 2:", "    raise ValueError", "else:", "    t += x"])
@example("for x in xs:", ["for y in range(x):", "    assert t < 4", "t += 1"])
@example("while xs:", ["assert t < 4", "t += 1"])
@example("if xs:", ["for y in range(x):", "    check(x)", "for y in range(x):", "    check(x)"])
@example("if xs:", ["for x in xs:", "    if x > 1:", "        break", "else:", "    raise ValueError"])
@example("for x in xs:", ["check(x)", "assert t < 4", "t += 1"])
def test_a_program_is_stopped_by_a_check_where_a_block_is_violated(head: str, inner: list[str]) -> None:
    moved = ["x, *xs = xs"] if not head.startswith("for") else []
    body = ["t = u = 0", head, *(f"    {line}" for line in [*moved, *inner])]
    code = _HELPERS + "def f(xs):\n" + "".join(f"    {line}\n" for line in body)
    try:
        compile(code, "program", "exec")
    except SyntaxError:
        # There is no turn to end.
        reject()
    found = [guard.block.splitlines() for guard in guards_of(code, "f", ("xs",))]
    for xs in ([], [0], [1], [2], [3], [1, 1, 1], [2, 2, 2], [0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 1, 3, 1, 3, 9]):
        assert any(_raises(block, xs) for block in found) == _raises(body, xs), xs


def test_helpers_and_decorators() -> None:
    code = """
LIMIT = 9
def check(value: int, name='x') -> None:
    if value > LIMIT:
        raise ValueError(name)
def positive(function):
    def wrapper(number, *rest, **options):
        if number <= 0 or rest:
            raise ValueError
        return function(number, *rest)
    return wrapper
def limited(limit):
    def decorator(function):
        def wrapper(number):
            assert number < limit
            return function(number)
        return wrapper
    return decorator
@positive
@limited(7)
def f(m):
    check(m)
    return m
"""
    assert blocks(code) == [
        "assert not n <= 0",
        "assert not ()",
        "limit = 7\nnumber = n\nassert number < limit",
        "LIMIT = 9\n\ndef check(value, name='x'):\n    assert not value > LIMIT\ncheck(n)",
    ]


@pytest.mark.parametrize(
    "code",
    [
        "def check(x, y):\n    assert x > 0 and y > x\ndef f(a, b):\n    check(a, b)\n    return a\n",
        "def ok(x, y):\n    'Is it?'\n    return x > 0 and y > x\ndef f(a, b):\n    assert ok(a, b)\n    return a\n",
        "def need(c):\n    if not c:\n        raise ValueError\ndef f(a, b):\n    need(a > 0)\n    need(b > a)\n",
        "def f(*args):\n    x, y = args\n    assert x > 0\n    assert y > x\n",
        "def f(*args):\n    assert len(args) == 2\n    x = args[0]\n    assert x > 0\n    assert args[1] > x\n",
        "def check(x, y):\n    assert x > 0\n    assert y > x\ndef f(*args):\n    check(*args)\n    return args\n",
        "def f(a, b):\n    if a > 0:\n        if b > a:\n            return a\n    raise ValueError\n",
        "def f(a, b):\n    if a > 0 and b > a:\n        return a\n    else:\n        raise ValueError\n",
    ],
)
def test_one_check_in_many_styles(code: str) -> None:
    found = [block for block in blocks(code, ("a", "b")) if block != "assert 2 == 2"]
    assert found == ["assert a > 0", "assert b > a"]


def test_a_check_knows_the_lines_at_which_it_refuses() -> None:
    code = "def f(n):\n    assert (n >\n        0)\n    if n > 9:\n        print()\n        raise ValueError\n"
    assert [(guard.line, guard.raised) for guard in guards_of(code, "f", ("n",))] == [
        (2, ((2, 3),)),
        (4, ((4, 4), (6, 6))),
    ]


def test_what_is_evaluated_on_the_way_to_a_refusal_refuses_too() -> None:
    code = "def f(a):\n    if not len(a) > 0:\n        raise ValueError\n    for x in a:\n        assert x > 0\n"
    assert [guard.raises_at([line]) for guard in guards_of(code, "f", ("a",)) for line in (2, 3, 4, 5)] == [
        *(True, True, False, False),
        *(False, False, True, True),
    ]


def test_a_flag_is_as_many_checks_as_its_condition_has_parts() -> None:
    code = "def f(a):\n    ok = True\n    for x in a:\n        if not (x > 0 and x < 9):\n            ok = False\n"
    assert blocks(f"{code}    assert ok\n", ("a",)) == [
        "assert all((_each > 0 for _each in a))",
        "assert all((_each < 9 for _each in a))",
    ]


def test_parameters_get_the_names_of_the_task() -> None:
    code = "def f(b, a):\n    assert a < b\n    assert all(b < x for x in a)\n"
    assert blocks(code, ("a", "b")) == ["assert b < a", "assert all((a < x for x in b))"]
    shadowed = "def f(b, a):\n    assert all(b for a in b)\n"
    assert blocks(shadowed, ("a", "b")) == ["b, a = (a, b)\nassert all((b for a in b))"]


def test_clauses_of_a_contract() -> None:
    text = "    assert isinstance(n, list) and n, 'x' # $_CONTRACT_$\n    for e in n:\n        assert e\n"
    assert [clause.text for clause in clauses_of(text)] == ["isinstance(n, list)", "n", "e"]
    assert [clause.is_plain for clause in clauses_of(text)] == [True, True, False]


@pytest.mark.parametrize("code", ["", "def f(n:", "f = 3", "x" * 10, "def f(n): return " + "(" * 500 + ")" * 500])
def test_code_without_such_a_function(code: str) -> None:
    assert guards_of(code, "f", ("n",)) == []


def test_there_is_a_limit() -> None:
    assert len(texts("\n".join(f"assert n != {number}" for number in range(200)))) == LIMITS.guards


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.sampled_from(
            [
                "assert n",
                "if n:",
                "    raise ValueError",
                "else:",
                "    assert m",
                "m = n",
                "for e in n:",
                "    if e:",
                "        raise E",
                "try:",
                "    g(n)",
                "except E:",
                "return 0",
                "g(n)",
                "with n:",
            ]
        ),
        max_size=8,
    )
)
def test_every_block_asserts_something_once(lines: list[str]) -> None:
    body = "".join(f"    {line}\n" for line in lines)
    code = f"def g(x):\n    if x:\n        raise E\n    g(x)\n@g\ndef f(n):\n{body or '    pass'}"
    for block in blocks(code):
        assert block.count("assert") == 1
