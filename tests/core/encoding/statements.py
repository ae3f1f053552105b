"""Contracts of several statements over x and y: functions, loops, exceptions, assignments."""

STATEMENTS = r"""
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

def f(a, *rest, k=2):
    return a == k or rest == (a,)
assert f(x)
assert f(x, y)
assert f(x, k=y)
assert f(*x)
assert f(x, y, 2, k=x)

def f(a, /, b=1, **options):
    return a == b or len(options) == a
assert f(x)
assert f(x, b=y)
assert f(x, a=y)
assert f(x, y, 3)
assert f(x, y, c=1, d=x)
assert f(a=x)

def f(*, k, n=0):
    return k > n
assert f(k=x)
assert f(n=y, k=x)
assert f(x)
assert f(n=x)

def f(n, *rest):
    return n if not rest else f(*rest)
assert f(x, y) == 1

assert (lambda a, *rest, k=3: a == k or rest)(x)
assert (lambda *a, **k: len(a) + len(k) == x)(x, y)
assert (lambda *a, **k: "b" in k and k["b"] == x)(a=x, b=y)
assert (lambda a, b=y: a == b)(x)

assert [a for i in x if (a := i * 2) > 2] == [4]
assert any((a := i) == y or a == 1 for i in x)
assert {a: b for i in x if (a := i) if (b := a + 1) != 2}
assert [a for i in x if i and (a := i) > 1 and a != y]
assert {(a := i): a for i in x} == {1: 1}
assert sum(a for i in x for j in (1, 2) if abs(a := i) >= j) > 3
assert [[a for j in (1, i) if (a := j) == i] for i in x] != [[1, 1]]
assert all(not (a := i) or f"{a}" == "1" for i in x)
assert [b + 1 if (b := i) else b for i in x] == [2]

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

if not x:
    return
assert x[0] > 1
if isinstance(x, str):
    assert len(x) > 1
    return
elif y == 1:
    return
assert x != y

if x == 1:
    return
elif x == 2:
    assert y
    return
else:
    assert False
assert y > 2

try:
    if x == 1:
        return int(y)
    return 6 // x
except ZeroDivisionError:
    assert y == 0
except (ValueError, TypeError):
    assert False
assert y

def refuse(condition):
    if condition:
        raise KeyError
assert [refuse(x == 1)]
if x:
    assert [refuse(y == 1), 0]
    return
assert [refuse(len(y) > 1)]

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

import collections.abc
assert isinstance(x, collections.abc.Sequence)

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
assert math.isqrt(x) >= 0

import math
assert math.gcd(x, 6) == 3
assert math.gcd(x, 6) >= 1

import math
assert math.gcd(x, y, 4) > 1
assert math.gcd() == 0

import math
assert math.gcd(x, y) == 1
assert math.gcd(x) == x

import math
assert math.lcm(x, 6) == 12
assert math.lcm(x, 6) >= 0
assert math.lcm(x, y, 4) > 4
assert math.lcm() == 1

import math
assert math.lcm(x, y) == 6
assert math.lcm(x) == x

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

items = [0, 1, 2]
items[x:] = [y]
assert items[0] != y

items = [0, x, 2]
items[1:2] = y
del items[0], items[:x]
assert len(items) == 2

items = [0, 1, x]
del items[y]
assert items[0] == x

items = {1: x, 2: y}
del items[x]
assert len(items) == y

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

import functools
assert functools.reduce(lambda a, b: a + b, x) == 3

import functools
assert functools.reduce(lambda a, b: a * b, x, 1) > y

import math
assert math.prod(x) > 2

import math
assert math.prod(x, start=y) > 2

import itertools
assert list(itertools.chain(x, [y])) == [1, y]

import itertools
assert all(isinstance(v, int) for v in itertools.chain(*x))

from itertools import chain
assert sum(chain.from_iterable(x)) > 2

from itertools import combinations
assert all(a != b for a, b in combinations(x, 2))

import itertools
assert any(a + b == y for a, b in itertools.combinations_with_replacement(x, 2))

import itertools
assert all(a + b > 0 for a, b in itertools.product(x, y))

import itertools
assert len(list(itertools.product(x, repeat=2))) == 4

import itertools
assert any(a - b == 1 for a, b in itertools.permutations(x, 2))

import itertools
assert x in [list(p) for p in itertools.permutations(x)]

import itertools
assert all(a <= b for a, b in itertools.pairwise(x))
assert x == sorted(x)

import itertools
assert list(itertools.accumulate(x))[-1] == y

import itertools
assert all(v > 0 for v in itertools.accumulate(x, lambda a, b: a * b))

import itertools
assert len(list(itertools.accumulate(x, initial=y))) == 3

for i, v in enumerate(x):
    assert v > 0

for a, b in zip(x, y):
    assert a == b

assert x & 6 == 4
assert x | 1 == x

import math
assert math.factorial(x) > 5

import math
assert math.comb(x, y) == 3

from collections import Counter
assert max(Counter(x).values()) <= 1

from collections import Counter
assert Counter(x) == Counter(y)

from collections import Counter
assert Counter(x)["a"] == 1
assert Counter(x)[1] == 1

from collections import Counter
c = Counter(x)
assert c.most_common(1)[0][1] > 1
assert c.most_common() == [(1, 2), (2, 1)]

import collections
assert len(collections.Counter(x)) == len(x)
assert sum(collections.Counter(x).values()) == len(x)

from collections import Counter
assert not Counter(x) - Counter(y)

from collections import Counter
assert (Counter(x) & Counter([1, 2, y])).total() == 2

from collections import Counter
assert all(v % 2 == 0 for v in Counter(x).values())
assert type(Counter(x)) is dict or isinstance(Counter(x), Counter)

from collections import Counter
assert Counter(x) == {1: 1, 2: 1}

from collections import Counter
assert Counter(x).get(y, 0) < 2

from collections import Counter
assert len(x) > 0
assert max(Counter(x).values()) < 2

import math
assert math.prod(x) == 0 or 0 not in x

import math
assert math.comb(x, 1) == x

from itertools import chain, permutations
assert len(list(chain.from_iterable([x, y]))) >= len(x)
assert len(list(permutations(x))) >= 1

import functools
assert functools.reduce(lambda a, b: a, [x, y]) == x

try:
    enumerate(x)
except TypeError:
    assert y

import math
assert math.log(x) > 0

import math
assert math.log2(x) == 1
assert math.log10(x) < y

import re
assert re.sub(r"\s", "", x) == x

import re
assert re.sub("[^a-z]+", "-", x) == y

import re
assert len(re.findall(r"\d", x)) >= 1

import re
assert re.split(",", x)[0] == "a"

import re
assert len(re.split(r"\s+", x)) == 1
assert re.findall("x*", x)

import re
assert re.match(r"(?=.*\d)(?=.*[a-z]).{2,}$", x)

import re
assert re.fullmatch(r"(?!a)\w+", x)

import re
assert re.search(r"a(?=b)", x)

import re
assert re.match(r"^(?!.*aa)[ab]*$", x)

import re
assert re.search(r"a(?!b$)", x)
assert re.fullmatch(r"(?=a$).*", x)

import re
assert re.compile(r"[a-z]+").fullmatch(x)

import re
word = re.compile(r"[a-z]+", re.I | re.A)
assert word.search(x) and word.sub("", y) == ""

import re
assert re.compile("(").match(x)

import re
assert re.compile("a").match()

import re
assert re.compile(r"-").split(x) == ["a"] or re.compile(x)

import sys
assert x < sys.maxsize or x == sys.float_info.max

import operator
assert operator.add(x, y) == 3 or operator.lt(x, y)

import operator
assert operator.lt(x)

import operator
assert all(map(operator.lt, x, x[1:]))

from operator import itemgetter
assert max(x, key=itemgetter(1)) == (1, 2)

import operator
assert operator.itemgetter(0, -1)(x) == (1, 2)

import operator
assert operator.contains(x, y) and operator.not_(y)

import functools, operator
assert functools.reduce(operator.add, x, 1) == 3

import operator
assert operator.neg(x) == 1

import re
m = re.fullmatch(r"(\d+)-(\w*)", x)
assert m and int(m.group(1)) > 3
assert m and m[2] == "a"

import re
m = re.match(r"(?P<a>[a-z]+)(?:=(\w+))?", x)
assert m
assert m.group("a") != "b" and m.group(2) is None

import re
m = re.search(r"(a+)b$", x)
assert m is None or m.start(1) < m.end()
assert m is not None and m.groups() == ("a",)

import re
m = re.match(r"(a)|b", x)
assert m and m.group() == m[0]
assert m[1] or m["c"]

import re
m = re.match(r"a", x)
assert m == m and m is not re.match(r"a", x)
assert m.span() == (0, 1)
assert m.nope

import re
m = re.compile("(a(b)?)c").match(x)
assert m.group(1, 2) == ("a", None) or m.group(3)

import re
assert re.match(r"^a$|^b$", x)
assert re.search(r"1$|y", x) or re.fullmatch(r"a|b$", x)

import re
assert re.match(r"^ab|^ac?$|^$", x)
m = re.match(r"(a)$|b(.)", x)
assert m and m[0] != "a"
""".strip().split("\n\n")
