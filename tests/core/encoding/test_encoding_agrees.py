"""The encoding against the reference execution and CPython: the same violated clauses on concrete inputs."""

import math
import random
from typing import Any

import pytest

from specassay.core.evaluate.execution import run
from specassay.core.synthesis.values import SIMPLE
from specassay.frontends.python import parse_contract

from .judges import EncodingJudge, python

VALUES: tuple[Any, ...] = (
    *SIMPLE,
    2, 3, -2, 7, -7, 8, 2.5, -0.125, -1.5, 3.0, -math.inf, False, 1 - 2j, "b", "ab", "A1", " a ", "1", "-12", "1.5",
    "a,b", ",,", "a b", "()", "aba", "nan", b"ab", [1, 2], [2, 1], [1, 1, 3], [1, "a"], [True, 0.5], [[1], [2]],
    [[1, 2], [3, 4]], ["b", "a"], [(1, 2), (3, 4)], (1, 2), (2, 1, 1), ((1, 2), "a"), {1: 2}, {1: 2, "a": [3]},
    {"b": "a", "a": None}, {0: 1, 2: 3, "c": 1}, {1, 2}, {1, "a", None}, frozenset({1, 2}), [{1}], [{"a": 1}], [None, 0],
)  # fmt: skip

CONTRACTS = """
assert isinstance(x, int) and not isinstance(x, bool)
assert isinstance(x, (int, float, str))
assert type(x) == int or type(x) is list
assert type(x) in [int, str, dict]
assert type(x) == type(y)
assert x.__class__.__name__ == "int"
assert x == y
assert x != y
assert x < y
assert x <= y
assert x > y or x >= 3
assert 0 < x <= 7
assert 1 < x < y < 8
assert x is None
assert x is True or x is not None
assert not x
assert x and y
assert x or y
assert (x and 0) == (y or 1)
assert (x if y else 3) == 3
assert (1 if x > 2 else "a") == y
assert len(x) > 1
assert len(x) == len(y) - 1
assert x + y == 3
assert x - y <= 0
assert x * 3 > y
assert x // y == 2
assert x % y == 1
assert x // -2 < 1 and x % -2 == -1
assert x % 3 == 0
assert 7 % x == 1
assert 7.5 // x == -4.0
assert x / 2 == 1.5
assert x / y > 1
assert x ** 2 == 4
assert -x < +x
assert ~x == -3
assert x & y
assert x | y == {1, 2}
assert x ^ y
assert x - {1} == {2}
assert abs(x) == 2
assert x[0] == 1
assert x[-1] == 2
assert x[1][0] == 3
assert x["a"] is None
assert x[y]
assert x[1:] == [2]
assert x[-2:] == x
assert x[:-1] == x[0:1]
assert x[0:y] == x
assert x[y:-1] == "a"
assert x in y
assert x not in [1, "a", None, 2.5]
assert "a" in x
assert x in "aba"
assert 1 in x
assert all(i > 0 for i in x)
assert any(i == 1 for i in x)
assert all([i > 0 for i in x])
assert any([i[0] == 1 for i in x])
assert all(isinstance(i, int) and i < 3 for i in x if i != 1)
assert all(i <= j for i, j in zip(x, x[1:]))
assert all(len(row) == len(x[0]) for row in x)
assert all(isinstance(j, int) for i in x for j in i)
assert all(x) and not any(y)
assert x.isdigit() or x.isalpha()
assert x.islower()
assert x.isupper() or x.isspace() or x.isalnum() or x.isidentifier()
assert x.startswith("a")
assert x.endswith(("b", "1"))
assert x.lower() == "a1"
assert x.upper() == "AB"
assert x.strip() == "a"
assert x.lstrip() == x.rstrip()
assert x.strip("a") == "b"
assert x.split(",") == ["a", "b"]
assert len(x.split("a")) == 2
assert x.count("a") == 1
assert x.replace("a", "bb") == "bb"
assert x.find("b") == 1
assert x + "a" == "aa"
assert x < "b"
assert x.union(y) == {1, 2}
assert x.issubset({1, 2, "a"})
assert {1}.issuperset(x)
assert x.isdisjoint([1])
assert x & {1} == set()
assert x <= {1, 2} and x < {1, 2, 3}
assert set(x) == {1, 2}
assert len(set(x)) == len(x)
assert frozenset(x) | {0}
assert "a" in x.keys()
assert sum(x.values()) == 2
assert all(k == 0 or v for k, v in x.items())
assert x.get("a") == 0
assert x.get(1, 5) == 2
assert list(x.keys()) == [1, "a"]
assert {1: 2, 1: 3} == {1: x}
assert x == {"a": 0}
assert [i + 1 for i in x] == [2, 3]
assert [i for i in x if i] == x
assert {i for i in x} == {1}
assert {i: 1 for i in x} == {0: 1}
assert [j for i in x for j in i] == [1, 2]
assert [*x, 1] == [0, 1]
assert (x, *y) == (1, 2)
assert list(map(lambda i: i + 1, x)) == [2]
assert list(filter(lambda i: i, x)) == x
assert list(filter(None, x)) == x
assert list(zip(x, y)) == [(1, 2)]
assert [i for i, j in enumerate(x) if j == 1] == [0]
assert sum(1 for i in range(x)) == 2
assert sum(range(x, y)) == 3
assert list(range(x))[0] == 0
assert x in range(3)
assert sorted(x) == x
assert sorted(x) == [1, 2]
assert min(x) == 1
assert max(x) > 1
assert max(x, y) == 2
assert min(x, 1, y) == 1
assert sum(x) > 2
assert sum(x, 1) == 1
assert list(reversed(x)) == [2, 1]
assert "".join(reversed(x)) == x
assert int(x) == 1
assert int(x) > -8
assert float(x) > 0.5
assert float(x) == 2.5 or float(x) != float(x)
assert str(x) == "1"
assert str(x) in ("None", "True", "-2")
assert bool(x) == True
assert x == 0.1 or x < 0.3
assert x == float("inf") or x != x
assert math.isinf(x) or math.isnan(x)
assert ord(x) == 97
assert hasattr(x, "__len__") and not hasattr(x, "append")
assert callable(x) or callable(len)
assert hash(x) == hash(x)
assert x.count(1) == 1
assert tuple(x) == (1, 2)
assert list(x) == ["a", "b"]
assert bool(x) + bool(y) == 1
assert x == b"ab" or x == b""
assert x[0] == 97
assert x == 1j or x + 1 == 2 - 2j
assert x is x
assert x.foo
assert x.append
assert undefined_name
assert len(x, y)
assert isinstance(x, "a")
""".strip().splitlines()

STATEMENTS = [
    "def even(n):\n    return n % 2 == 0\nassert even(x)",
    "def f(n, k=2):\n    if n <= 0:\n        return k\n    return f(n - 1, k=k) + 1\nassert f(x) == 4",
    "def f(n):\n    for i in n:\n        if i == 1:\n            return i\nassert f(x) is None",
    "def check(n):\n    assert n > 0\n    return n\nassert check(x) < 3",
    "def check(n):\n    assert n > 0\nfor i in x:\n    check(i)",
    "def f(a):\n    return a\nassert f(x, y) == 1\nassert f(b=x)\nassert f()",
    "try:\n    int(x)\n    ok = True\nexcept ValueError:\n    ok = False\nassert ok",
    "try:\n    n = int(x)\nexcept (ValueError, TypeError):\n    n = 1\nassert n == 1",
    "try:\n    n = x[0]\nexcept LookupError:\n    n = 5\nexcept:\n    n = 6\nelse:\n    n = 7\nassert n > y",
    "ok = True\ntry:\n    x + 1\nexcept Exception as problem:\n    ok = False\nfinally:\n    z = 1\nassert ok and z",
    "try:\n    assert x > 0\nexcept AssertionError:\n    assert False\nassert x < 5",
    "try:\n    try:\n        int(x)\n    except ValueError:\n        raise\nexcept ValueError:\n    x = 3\nassert x == 3",
    "try:\n    if x == 1:\n        raise KeyError(x)\nexcept LookupError:\n    assert y == 1",
    "total = 0\nfor i in x:\n    total += i\nassert total > 2",
    "total = 0\nfor i in x:\n    if i == 1:\n        continue\n    if i == 3:\n        break\n    total = total + 1\nassert total == 1",
    "for i in x:\n    if i == 1:\n        break\nelse:\n    assert y\nassert x",
    "for i in x:\n    assert isinstance(i, int)\n    assert i > 0",
    "for i, j in x:\n    assert i < j",
    "for i in range(len(x)):\n    assert x[i] != y",
    "found = None\nfor i in x:\n    for j in i:\n        if j == 2:\n            found = i\nassert found is not None",
    "if isinstance(x, int):\n    assert x > 0\nelif isinstance(x, str):\n    assert x.islower()\nelse:\n    assert x",
    "if x > 2:\n    z = 1\nassert z == 1",
    "if not isinstance(x, list):\n    raise TypeError('no list')\nassert x\nassert len(x) < 3",
    "if x == 1:\n    raise ValueError\nassert x == 1\nassert y",
    "assert type(x) == int\nif x < 0:\n    raise ValueError\nassert x != 3",
    "x = x + 1\nassert x > 2\nx = 'a'\nassert x == y",
    "a, b = x\nassert a == b\nassert y",
    "a = b = x\nassert a is b or a != a",
    "(a, b), c = x\nassert c",
    "n = len(x)\nassert n > 1\nassert all(len(r) == n for r in x)",
    "f = lambda a, b: a + b\nassert f(x, 1) == 2",
    "g = [i for i in x]\nassert g == x\nassert len(g) == 2",
    "import math\nassert math.isfinite(x)",
    "d = {}\nassert x in d\nassert d.get(x) is None",
    "assert x\nassert y\nassert x == y\nassert x != y",
    "assert isinstance(x, int), 'x'\nassert isinstance(y, int), 'y'\nassert 0 <= x <= y\nassert x + y < 10",
    "while x > 3:\n    x = x - 1\nassert x == 3",
    "i = 0\nassert i == x\ni += 1\nassert i == x",
    "for i in [1, 2, 3]:\n    assert i != x",
    "for c in x:\n    assert c in 'ab'",
    "for k in x:\n    assert x[k]",
]


def inputs(text: str, count: int) -> list[dict[str, Any]]:
    """Inputs for x and y: all values once, or pairs of them."""
    chance = random.Random(text)
    if "y" not in text.replace("any", "").replace("type", "").replace("try", "").replace("key", ""):
        return [{"x": value, "y": 0} for value in chance.sample(VALUES, min(count, len(VALUES)))]
    return [{"x": chance.choice(VALUES), "y": chance.choice(VALUES)} for _ in range(count)]


@pytest.mark.parametrize("text", [*CONTRACTS, *STATEMENTS])
def test_the_same_clauses_are_violated(text: str) -> None:
    contract = parse_contract(text, name="contract", parameters=("x", "y"))
    real = python(text, ("x", "y"))
    judge = EncodingJudge(contract)
    decided = 0
    try:
        for arguments in inputs(text, 60):
            expected = real(arguments)
            executed = run(contract, arguments).violated
            assert executed in (None, expected), (arguments, expected)
            found = judge.violated(arguments)
            if found is not None:
                decided += 1
                assert found == expected, arguments
    finally:
        judge.close()
    print("DECIDED", decided, repr(text))
