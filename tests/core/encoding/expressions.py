"""Contracts of one expression over x and y, which together use each kind of expression that is encoded."""

NUMBERS = """
assert x == y
assert x != y
assert x < y
assert x <= y
assert x > y or x >= 3
assert 0 < x <= 7
assert 1 < x < y < 8
assert not x
assert x and y
assert x or y
assert (x and 0) == (y or 1)
assert (x if y else 3) == 3
assert (1 if x > 2 else "a") == y
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
assert x < 1 << 64
assert -(3 << 200 >> 199) < x
assert x >> 1 == -2
assert round(x) == 2
assert round(x) == y and round(y) == y
assert divmod(x, y) == (2, 1)
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
assert x ^ y
assert abs(x) == 2
assert (x, *y) == (1, 2)
assert int(x) == 1
assert int(x) > -8
assert float(x) > 0.5
assert float(x) == 2.5 or float(x) != float(x)
assert str(x) == "1"
assert bool(x) == True
assert x == 0.1 or x < 0.3
assert x == float("inf") or x != x
assert bool(x) + bool(y) == 1
assert x == b"ab" or x == b""
assert x == 1j or x + 1 == 2 - 2j
assert x + 0.5 > x
assert x / 3 > 0
assert x * 0.5 == 1
assert float(x) == x
assert 0.5 * x * x > 1
assert (x, y) < (y, x)
assert x * 2 == x
assert 2 * x == x + x
assert not x == y
assert x == y == 0
assert divmod(x, 2) == (1, 0)
assert complex(x)
assert x ** y == 1
assert x << 1 == 2
assert -x == 2.5 or +x == -1.5
assert not (x and not y)
assert (x or y) and (y or x)
""".strip().splitlines()
"""Numbers, comparisons and truth."""

TEXTS = """
assert x.index("b") < x.find(y) or y.index(x) == 0
assert x.rfind(",") == x.find(",") and x.rindex("a") == 2
assert x.partition(",")[2] == y
assert x.rpartition(" ") == ("", "", x)
assert x.split(",", 1) == ["a", "b"] or x.rsplit("a", maxsplit=1)[-1] == ""
assert x.removeprefix("a") == x.removesuffix(y)
assert x in "aba"
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
assert x.splitlines() == ["a", "b"]
assert len(x.splitlines()) <= len(x)
assert len((x + "\\r\\n" + y).splitlines()) == 2
assert not x.splitlines() or x.splitlines()[0] != "" or x[0] in "\\n\\r\\v\\f\\x1c\\x1d\\x1e\\x85\\u2028\\u2029"
assert "".join(x) == "ab" or x == y
assert ",".join(x) != "b,a"
assert all(c.isdigit() or c in ".-" for c in x)
assert not any(c.isupper() for word in x for c in word if c != "b")
assert len(x.split()) == 1
assert all(word.isdigit() for word in x.split())
assert x.replace("a", "bb") == "bb"
assert x.find("b") == 1
assert x + "a" == "aa"
assert x < "b"
assert "a\\nb".islower() == x
assert (x + "\\n").islower()
assert ord(x) == 97
assert x.startswith(y)
assert "ab".startswith(("b", x))
assert x.startswith(tuple(y)) or "1".endswith(x)
assert "a b".split(x) == ["a", "b"]
assert "a" * x == "aa"
assert x.title() == "A"
""".strip().splitlines()
"""Methods and operators of texts."""

CONTAINERS = """
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
assert next((i for i in x if i), 0) == 1
assert next((i for i in x if i > 1), y) == 2
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
assert len(x) > 1
assert len(x) == len(y) - 1
assert divmod(x, -2)[1] == -1
assert divmod(x, 0.5)[0] > 3
assert x | y == {1, 2}
assert x - {1} == {2}
assert x[0] == 1
assert x[-1] == 2
assert x[1][0] == 3
assert x[y]
assert x[1:] == [2]
assert x[-2:] == x
assert x[:-1] == x[0:1]
assert x[0:y] == x
assert x[y:-1] == "a"
assert x in y
assert x not in [1, "a", None, 2.5]
assert "a" in x
assert 1 in x
assert all(i > 0 for i in x)
assert any(i == 1 for i in x)
assert all([i > 0 for i in x])
assert any([i[0] == 1 for i in x])
assert all(i <= j for i, j in zip(x, x[1:]))
assert all(len(row) == len(x[0]) for row in x)
assert all(x) and not any(y)
assert all(c != y for c in x)
assert x.count("a") == 1
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
assert {1} in {frozenset({1}), x}
assert x in {1, frozenset({2})}
assert max(x) > min(x)
assert sorted(x)[0] <= x[0]
assert max(x, y) == 2
assert min(x, 1, y) == 1
assert sum(x) > 2
assert sum(x, 1) == 1
assert list(reversed(x)) == [2, 1]
assert str(x) in ("None", "True", "-2")
assert x.count(1) == 1
assert tuple(x) == (1, 2)
assert list(x) == ["a", "b"]
assert x[0] == 97
assert list(x, y)
assert x.get(1, 2, 3)
assert x[0] == x[0]
assert x[0] in x
assert x == [x[0]]
assert [x] == [x]
assert {x} == {y}
assert {x: 1}[y]
assert x in {}
assert x.keys() == {"a"}
assert x.keys() >= {1, "a"} or {0} < x.keys()
assert x.keys() <= {1, 0, "a"} and {0: 1, 1: 2, "a": x}.keys() > x.keys()
assert x.keys() == y.keys() or x.keys() == y
assert x.keys() < [1] or x.values() <= {1}
assert x.keys()[0]
assert 1 in x.values()
assert x in y.keys()
assert list(filter(y, x)) == [1]
assert any(map(lambda i: i > 0, x))
assert all(map(str.isdigit, x))
assert all(map(lambda i, j: i < j, x, y))
assert sorted(x, key=str.lower) == x
assert list(map(str.strip, x)) == ["a"]
assert str.lower(x) == "a" or list.count(x, 1) == 1
assert str.lower() == "a"
assert dict.get(x, "a") == 1 or str.isdigit(x, y)
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
assert [x] <= [y]
assert x < [1, 2, 2]
assert [1, 2] * 2 == x
assert [f(1) for f in [lambda i: i + x]] == [2]
assert dict(x) == x
assert dict(a=x, b=y) == {"a": 1, "b": 2}
assert x.index(1) == 0
""".strip().splitlines()
"""Containers, iteration, and functions over these."""

TYPES = """
assert next(iter(x), None) is None
assert getattr(x, "real") == 1 and getattr(x, "imag", None) == 0
assert getattr(y, "numerator_", 3) == 3
assert isinstance(x, int | str | None)
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
assert x is None
assert x is True or x is not None
assert x["a"] is None
assert all(isinstance(i, int) and i < 3 for i in x if i != 1)
assert all(isinstance(j, int) for i in x for j in i)
assert hasattr(x, "__len__") and not hasattr(x, "append")
assert callable(x) or callable(len)
assert hash(x) == hash(x)
assert x is x
assert x.foo
assert x.append
assert len(x, y)
assert isinstance(x, "a")
assert len()
assert isinstance(x)
assert {}.get(x) is None
assert x.__class__ == y.__class__
assert hasattr(x, "real") or hasattr(x, "__name__")
assert x.__name__
assert x is None is None
assert (lambda: x)() == 1
assert all(isinstance(k, str) and v for k, v in x.items())
assert x @ y
assert isinstance(x, type(y))
assert type(x)(1) == 1
assert type(x)[0] or y
""".strip().splitlines()
"""Types, attributes, identity, and calls that are wrong."""

FORMATTED = """
assert all(len(set(c)) == len(c) for c in zip(*x))
assert [list(c) for c in zip(*x)] == x
assert max(*x) == 2
assert sum(map(lambda a, b: a * b, x, x)) == 4
assert list(dict.fromkeys(x)) == list(x)
assert len(dict.fromkeys(x, 0)) == len(x)
assert x & (x - 1) == 0
assert x | y > 2
assert x ^ y == 3
assert f"{x}" == "12"
assert f"{x}-{y}" == "1-2"
assert f"{x:02d}" == "05"
assert f"{x:5}" == "    1"
assert f"{x:b}".count("1") == 1
assert f"{x!r}" == str(x)
assert "{}".format(x) == "12"
assert "{1}{0:>4}".format(x, y)[0] == "1"
assert "{a}".format(a=x) == str(x)
assert format(x, "05d")[0] == "0"
assert f"{x:.2f}" == "1.00"
assert f"{x:,}" == "1,000"
assert bin(x).count("1") == 2
assert hex(x) == "0x1"
assert len(oct(x)) < 5
assert x.bit_length() <= 2
assert x.bit_count() == 1
assert pow(x, y, 3) == 1
assert pow(x, 2, y) == 1
assert str(x) == str(y)
assert len(str(x)) > 2
assert str(x)[0] == "["
assert str(x) == "a" or f"{x}!" == "a!"
assert f"{x!r}"[-1] == "]"
assert str(x).isalnum()
assert str(x).startswith("(") or str(x)[-1] == "j"
assert str(x) == str(x)[::-1]
assert "." in str(x)
assert x.zfill(3) == "001"
assert x.rjust(4, "0")[0] == "0"
assert x.center(4) == x
assert x.expandtabs(2) == "a  b"
assert len(x.expandtabs()) >= len(x) and "\\t" not in x.expandtabs()
assert x.expandtabs(0) != x
assert x.center(5, "a").count("a") == 2
assert x.ljust(y) == x
assert chr(x) == "a"
assert ord(chr(x)) == x
assert chr(x).isdigit()
assert x.lower().find(y) < 2
""".strip().splitlines()
"""Texts of values, bits, and calls with what is unpacked."""

EXPRESSIONS = (*NUMBERS, *TEXTS, *CONTAINERS, *TYPES, *FORMATTED)
