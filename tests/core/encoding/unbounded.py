"""Contracts over x and y in which something depends on what is beyond the bounds."""

UNBOUNDED = """
assert not "ab".startswith(tuple(x))

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

if x.format(y) == '12345678':
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

assert sum(range(len(x))) >= sorted(x)[-1] + sorted(x)[len(x) // 2] + sum(x[::2])
assert sorted(x)[len(x) // 2] + max(x) + min(x) > 3 * sorted(x)[len(x) - 1]

assert x.isalpha()
assert y.isalpha()
assert x != y

assert x < 1 << y
assert 2 ** y > 10 ** x

assert x >> y == 1
assert x & (x - 1) == 0
""".strip().split("\n\n")
