"""Contracts over x and y that together use every construct of the encoding, and values for x and y."""

import math
from typing import Any

from specassay.core.synthesis.values import SIMPLE

VALUES: tuple[Any, ...] = (
    *SIMPLE,
    2, 3, -2, 7, -7, 8, 2.5, -0.125, -1.5, 3.0, -math.inf, False, 1 - 2j, "b", "ab", "A1", " a ", "1", "-12", "1.5",
    "a,b", ",,", "a b", "()", "aba", "nan", b"ab", [1, 2], [2, 1], [1, 1, 3], [1, "a"], [True, 0.5], [[1], [2]],
    [[1, 2], [3, 4]], ["b", "a"], [(1, 2), (3, 4)], (1, 2), (2, 1, 1), ((1, 2), "a"), {1: 2}, {1: 2, "a": [3]},
    {"b": "a", "a": None}, {0: 1, 2: 3, "c": 1}, {1, 2}, {1, "a", None}, frozenset({1, 2}), [{1}],
    [{"a": 1}], [None, 0],
    "é", "²", "Straße", "١٢", "\n", "a\u2003b", "ǅ", "\ud800", "\U000e0100", "ΑΣ", ["é", "E"], {"½": "¼"},
    [math.nan], [math.nan, 1], [1, math.nan, 0], [1, 2, 2, 2, 2], [0, 1, 1, 1], "aaaaaa", (3, 3, 3, 3, 3), [[], [0]],
    ((),), [{1}, {2}], {"a": math.nan}, [(1, 2, 3)], ["a", "", "b"], [0, 0.0, False], {0: [], "": ()},
)  # fmt: skip

BEYOND: tuple[Any, ...] = (
    [1, 1, 1, 0], [1, 2, 3, 4, 5], [3, 2, 1, 0, -1, "a"], [0, 0, 0, 0, 2], (1, 2, 3, "a"), [1, 2, 3, [1, 2, 3, 4]],
    [[1, 2, 9]], [[], [], [], [1]], "aaaaab", "12345678", {1, 2, 3, 4}, {0, 1, 2, "a"}, {(1, 2), 3}, {(1, 2, 3, 4)},
    {1: 1, 2: 2, 3: 3, 4: 0}, {(1,): 2, "a": 0}, {"a": 0, 1: 1, 2: 2, 5: 5}, frozenset({1, 2, 3, 4}), b"aaab", 17,
    2**60 + 1, -(2**70), [[[[[[1]]]]]], [[[[[[2]]]]]], [1.5, 2.5, 1.0, 0.5], 2.0**45, [2**60 + 1, 0.5],
)  # fmt: skip
"""Values that are larger than the encoding looks."""

CONTRACTS = """
assert "a" in x.keys() | {"a"}
assert {1} | x.keys() == {1} or x.keys() & {1, "a"}
assert len(x.keys() - y.keys()) == 1
assert list({5, x})[0] == 5
assert next(iter({x, 1})) == x
assert sorted(set(x)) == x
assert list(set(x)) == x
assert min({x, y}) == x
assert max(set(x)) == x[0]
assert len(set(x)) == 2 and sum(set(x)) == 3
assert any(1 / i > 0 for i in {1, x})
assert all(c in "ab" for c in set(x))
assert [i for i in set(x) if i] == [1, 2]
assert x & {1, 2} == {1} and list(x | {3})[0] == 3
assert (lambda a: list(a)[0] == list(a)[0])(set(x))
assert next(iter(x)) == y
assert next(iter(x), None) is None
assert next((i for i in x if i), 0) == 1
assert next((i for i in x if i > 1), y) == 2
assert getattr(x, "real") == 1 and getattr(x, "imag", None) == 0
assert getattr(y, "numerator_", 3) == 3
assert isinstance(x, int | str | None)
assert x[::-1] == y
assert x == x[::-1] and x[1::-1] != x
assert x[::2] == [1]
assert x[y::-2] == x[:0]
assert x[:1:-1] or x[-1::-3] == "a"
assert x[::y] == x
assert x[::0] == x
assert x[5:0:-1] == x[-1:0:-1]
assert y in range(5, x, -2) or y in range(x, 9, 3)
assert list(range(x, 0, -2)) == [5, 3, 1]
assert len(range(0, x, 3)) == y and range(1, 9, 3)[x] == 7
assert range(x, y, 0)
assert max(x, default=0) < y
assert min(x, key=len, default=None) == y
assert max(x, key=lambda v: -v) == min(x)
assert max(x, y, key=abs) == 3 or min(x, y, default=1)
assert sorted(x, key=lambda v: -v) == x
assert sorted(x, key=len, reverse=True)[0] == y
assert sorted(x, key=None) == x
assert sum(x, start=y) == 3
assert [i for i, v in enumerate(x, start=1)] == x
assert [i for i, _ in enumerate(x, y)] == [2, 3]
assert len(list(zip(x, y, strict=True))) == 2
assert [a + b for a, b in zip(x, (1, 2), strict=True)] == [2, 4]
assert dict(zip(x, y, strict=False)) == {1: 2}
assert dict(x) == {1: 2, 3: 4} or dict() == x
assert x.index(y) == 1
assert x.index("b") < x.find(y) or y.index(x) == 0
assert x.rfind(",") == x.find(",") and x.rindex("a") == 2
assert x.partition(",")[2] == y
assert x.rpartition(" ") == ("", "", x)
assert x.split(",", 1) == ["a", "b"] or x.rsplit("a", maxsplit=1)[-1] == ""
assert x.removeprefix("a") == x.removesuffix(y)
assert x is None or (n := len(x)) > 1 and n != 3
assert isinstance(x, int) and not isinstance(x, bool)
assert isinstance(x, (int, float, str))
assert isinstance(x, (int, y))
assert isinstance(x, (str, (y, list)))
assert isinstance(x, y) or True
assert isinstance(x, int | str)
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
assert x & 1
assert x & 7 == 2 and 3 & x == y
assert x << 2 == 8
assert x >> 1 == -2
assert round(x) == 2
assert round(x) == y and round(y) == y
assert divmod(x, y) == (2, 1)
assert divmod(x, -2)[1] == -1
assert divmod(x, 0.5)[0] > 3
assert pow(x, 2) == 4
assert x ** 2 == 6.25 or x ** 3 == -27
assert x ** 0 == 1 and x ** 1 == x
assert x.is_integer()
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
assert x.split() == ["a", "b"]
assert "".join(x) == "ab" or x == y
assert ",".join(x) != "b,a"
assert all(c.isdigit() or c in ".-" for c in x)
assert not any(c.isupper() for word in x for c in word if c != "b")
assert all(c != y for c in x)
assert len(x.split()) == 1
assert all(word.isdigit() for word in x.split())
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
assert "a\\nb".islower() == x
assert (x + "\\n").islower()
assert {1} in {frozenset({1}), x}
assert x in {1, frozenset({2})}
assert max(x) > min(x)
assert sorted(x)[0] <= x[0]
assert max(x, y) == 2
assert min(x, 1, y) == 1
assert sum(x) > 2
assert sum(x, 1) == 1
assert list(reversed(x)) == [2, 1]
assert int(x) == 1
assert int(x) > -8
assert float(x) > 0.5
assert float(x) == 2.5 or float(x) != float(x)
assert str(x) == "1"
assert str(x) in ("None", "True", "-2")
assert bool(x) == True
assert x == 0.1 or x < 0.3
assert x == float("inf") or x != x
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
assert len(x, y)
assert isinstance(x, "a")
assert len()
assert isinstance(x)
assert list(x, y)
assert x.get(1, 2, 3)
assert x[0] == x[0]
assert x[0] in x
assert x == [x[0]]
assert [x] == [x]
assert {x} == {y}
assert {x: 1}[y]
assert x in {}
assert {}.get(x) is None
assert x.keys() == {"a"}
assert x.keys()[0]
assert 1 in x.values()
assert x in y.keys()
assert x.startswith(y)
assert "ab".startswith(("b", x))
assert "a b".split(x) == ["a", "b"]
assert x.__class__ == y.__class__
assert hasattr(x, "real") or hasattr(x, "__name__")
assert x.__name__
assert x + 0.5 > x
assert x / 3 > 0
assert x * 0.5 == 1
assert float(x) == x
assert 0.5 * x * x > 1
assert list(filter(y, x)) == [1]
assert any(map(lambda i: i > 0, x))
assert all(i > 0 for i in (j - 1 for j in x))
assert 1 in (i + 1 for i in x)
assert list(zip(x, (i + 1 for i in y)))
assert sorted(x, reverse=True) == x
assert sorted(i for i in x) == x
assert sorted(x, y)
assert min([]) == x
assert max(x, default=0) == 1
assert x[::2] == x
assert x[1:1] == x
assert x[True] == 2
assert x["a":]
assert range(3)[1:] == x
assert len(range(x)) == 3
assert (x, y) < (y, x)
assert [x] <= [y]
assert x < [1, 2, 2]
assert [1, 2] * 2 == x
assert x * 2 == x
assert 2 * x == x + x
assert "a" * x == "aa"
assert not x == y
assert x == y == 0
assert x is None is None
assert (lambda: x)() == 1
assert [f(1) for f in [lambda i: i + x]] == [2]
assert all(isinstance(k, str) and v for k, v in x.items())
assert dict(x) == x
assert x.index(1) == 0
assert x.title() == "A"
assert round(x) == 2
assert divmod(x, 2) == (1, 0)
assert complex(x)
assert x ** y == 1
assert x << 1 == 2
assert x @ y
assert -x == 2.5 or +x == -1.5
assert not (x and not y)
assert (x or y) and (y or x)
assert isinstance(x, type(y))
assert type(x)(1) == 1
""".strip().splitlines()

STATEMENTS = """
def even(n):
    return n % 2 == 0
assert even(x)

def f(n, k=2):
    if n <= 0:
        return k
    return f(n - 1, k=k) + 1
assert f(x) == 4

def f(n):
    for i in n:
        if i == 1:
            return i
assert f(x) is None

def check(n):
    assert n > 0
    return n
assert check(x) < 3

def check(n):
    assert n > 0
for i in x:
    check(i)

def f(a):
    return a
assert f(x, y) == 1
assert f(b=x)
assert f()

try:
    int(x)
    ok = True
except ValueError:
    ok = False
assert ok

try:
    n = int(x)
except (ValueError, TypeError):
    n = 1
assert n == 1

try:
    n = x[0]
except LookupError:
    n = 5
except:
    n = 6
else:
    n = 7
assert n > y

ok = True
try:
    x + 1
except Exception as problem:
    ok = False
finally:
    z = 1
assert ok and z

try:
    assert x > 0
except AssertionError:
    assert False
assert x < 5

try:
    try:
        int(x)
    except ValueError:
        raise
except ValueError:
    x = 3
assert x == 3

try:
    if x == 1:
        raise KeyError(x)
except LookupError:
    assert y == 1

total = 0
for i in x:
    total += i
assert total > 2

total = 0
for i in x:
    if i == 1:
        continue
    if i == 3:
        break
    total = total + 1
assert total == 1

for i in x:
    if i == 1:
        break
else:
    assert y
assert x

for i in x:
    assert isinstance(i, int)
    assert i > 0

for i, j in x:
    assert i < j

for i in range(len(x)):
    assert x[i] != y

found = None
for i in x:
    for j in i:
        if j == 2:
            found = i
assert found is not None

if isinstance(x, int):
    assert x > 0
elif isinstance(x, str):
    assert x.islower()
else:
    assert x

if x > 2:
    z = 1
assert z == 1

if not isinstance(x, list):
    raise TypeError('no list')
assert x
assert len(x) < 3

if x == 1:
    raise ValueError
assert x == 1
assert y

assert type(x) == int
if x < 0:
    raise ValueError
assert x != 3

x = x + 1
assert x > 2
x = 'a'
assert x == y

a, b = x
assert a == b
assert y

a = b = x
assert a is b or a != a

(a, b), c = x
assert c

n = len(x)
assert n > 1
assert all(len(r) == n for r in x)

f = lambda a, b: a + b
assert f(x, 1) == 2

g = [i for i in x]
assert g == x
assert len(g) == 2

import math
assert math.floor(x) == -2

import math
assert math.ceil(x) == 3 or math.ceil(x) == math.floor(y) + 1

import math
assert math.trunc(x) == -1

import math
assert math.isqrt(x) == 2

import math
assert math.isqrt(x) ** 2 == x

import math
assert math.gcd(x, 6) == 3

import math
assert math.gcd(x, y, 4) > 1
assert math.gcd() == 0

import math
assert math.gcd(x, y) == 1
assert math.gcd(x) == x

import math
assert math.isfinite(x) or math.isinf(x) or math.isnan(x)

d = {}
assert x in d
assert d.get(x) is None

assert x
assert y
assert x == y
assert x != y

assert isinstance(x, int), 'x'
assert isinstance(y, int), 'y'
assert 0 <= x <= y
assert x + y < 10

i = 0
assert i == x
i += 1
assert i == x

for i in [1, 2, 3]:
    assert i != x

for c in x:
    assert c in 'ab'

for k in x:
    assert x[k]

i = 0
while i < 3:
    i += 1
assert x == i

n, digits = x, 0
while n > 0:
    n //= 10
    digits += 1
assert digits < 2
assert x != 7

i = 0
while i < len(x):
    if x[i] == y:
        break
    i += 1
else:
    i = -1
assert i == 1

n = x
while True:
    if n > 3 or not n > -9:
        break
    n += 2
    if n == 1:
        continue
    assert n != 3
assert n == 4

items = list(x)
while items:
    last = items[-1]
    items.pop()
    assert last != 2
    if last == 3:
        raise ValueError
assert last

def last(v):
    while v:
        if len(v) == 1:
            return v[0]
        v = v[1:]
assert last(x) == 2

if x == 1:
    i = 0
    while i < 3:
        i += 1
assert x != 2

assert all(i > 0 for i in x[:2])
for i in x:
    assert i > 0

n = 0
try:
    n = 1
    int(x)
except (TypeError, ValueError):
    pass
assert n == 1

try:
    n = x[0] + y[0]
except IndexError:
    n = 0
assert n == 0

try:
    a = 1
    a = int(x)
except ValueError as problem:
    a = isinstance(problem, ValueError)
assert a

try:
    int(x)
except Exception as problem:
    pass
assert problem

def f():
    return z
if x:
    z = 1
else:
    z = 2
assert f() == y

z = 1
def f():
    return z
if x:
    z = 2
    assert f() == 2
assert f() == 1

def f(n, k=len(x)):
    return n + k
assert f(1) == 2

if x.title() == 'A':
    assert y
assert y

z = map(int, x)
assert list(z) == [1]
assert list(z) == []

z = (i for i in x)
assert all(z)
assert not all(z)

def f(z):
    return list(z) + list(z)
assert f(map(int, x)) == [1, 1]

for i in x:
    try:
        n = int(i)
    except ValueError:
        continue
    finally:
        n = 5
assert n == 5

for i in x:
    if i == 2:
        z = i
        break
    z = 0
assert z == 2

for i, j in enumerate(x):
    if i > 0:
        assert j

for i in map(lambda i: i + 1, x):
    assert i > 1

def f(n):
    if n == 0:
        return True
    return g(n - 1)
def g(n):
    return f(n)
assert f(x)

def f(n):
    assert n > 0
    return f(n - 1) if n > 1 else n
f(x)

a, b = map(int, x)
assert a < b

x = [x]
for x in x:
    pass
assert x == 1

if x:
    pass
elif y:
    assert False
assert True
""".strip().split("\n\n")

UNBOUNDED = """
assert all(a <= b for a, b in zip(x, x[1:]))
assert x == sorted(x)

assert all(a < b for a, b in zip(x[:-1], x[1:]))
assert x[0] <= x[-1]
assert len(set(x)) == len(x)

assert all(x[i] <= x[i + 1] for i in range(len(x) - 1))
assert sorted(x) == x
assert x[-1] == max(x)

assert any(x[i - 1] > x[i] for i in range(1, len(x)))
assert x[4] != x[3]
assert x[len(x) // 2] == x[-2]

assert sorted(x)[-1] == max(x)
assert sorted(x)[0] == x[0]
assert sorted(x)[len(x) // 2] > 0

assert all(x[i] != 0 for i in range(len(x)))
assert 0 not in x
assert tuple(sorted(x)) == x

assert list(x) == sorted(x)
assert x[-1] != x[y]
assert all(b - a == 1 for a, b in zip(x, x[1:]))

z = [] if x else y[1:]
for i in x:
    assert i > 0
assert x[0] > 0 and x[1] > 0 and x[2] > 0

for i, j in enumerate(x):
    if i > 3:
        assert j
assert len(x) > 2

total = 0
for i in x:
    total += i
assert total > 3
assert total < 12

def f(n):
    if n < 1:
        return 0
    return 1 + f(n - 1)
assert f(x) != 17
assert x < 20

def f(n):
    assert n != 0
    if n > 0:
        f(n - 1)
f(x)
assert x > 3

if x.expandtabs() == '12345678':
    assert False
assert x

if sorted(x, reverse=True)[0] == 5:
    assert False
assert x

i = 0
while i < len(x):
    assert x[i]
    i += 1
assert x[0]

for i in x:
    for j in i:
        assert j < 3
assert x

n = 0
for i in x:
    if i == 0:
        n = 1
        break
assert n
assert 0 not in x

try:
    n = sum(x)
except TypeError:
    n = -1
assert n > 9
assert n != -1

assert x + 0.5 > x
assert x / 3 * 3 == x
assert x * 1.5 > 2

for k in x:
    assert k
assert len(x) < 3

assert sum(x) >= 0
assert all(isinstance(i, int) and i >= 0 for i in x)

assert sum(x) >= 10
assert sum(x) <= 60
assert all(1 <= i <= 6 for i in x)

assert sum(x) > max(x)
assert min(x) >= 1

assert len(set(x)) <= len(x)
assert len(set(x)) > 3

assert len(set(x)) == len(x)
assert len(set(x)) < 3
assert y in set(x)

assert x.count(y) >= 1
assert y in x
assert x.count(y) <= len(x)
assert x.count(y) == len(x)

assert sorted(x)[0] == min(x)
assert len(sorted(x)) == len(x)

assert sorted(x) == sorted(y)
assert x == y

assert all(isinstance(i, tuple) for i in x)
assert all(isinstance(i, int) for i in sum(x, ()))

assert len([len(i) for i in x]) >= 0
assert all(isinstance(i, (str, list, tuple)) for i in x)

assert len({len(i) for i in x}) == 1
assert len(set(map(len, x))) == 1

assert all(k == v for k, v in x.items())
assert y in x.values()

assert set(x).issubset({0, 1}) and {0}.issubset(x)
assert sum(x) < 3

assert set(x) == set(y)
assert len(x) == len(y)

assert max(len(i) for i in x) == 2
assert all(len(i) == 2 for i in x)

assert len(list(x)) == len(x)
assert tuple(x) == y

assert sum(x) // len(x) >= min(x)
assert abs(sum(x)) <= 3

assert all(len(set(i)) == len(i) for i in x)
assert len(set(x)) == 1
""".strip().split("\n\n")
"""Contracts in which something depends on what is beyond the bounds."""
