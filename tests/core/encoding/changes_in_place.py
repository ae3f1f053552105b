"""Contracts that change containers in place in every way that is written as assignments; see `contracts.py`."""

CHANGES = """
found = []
for i in x:
    if i not in found:
        found.append(i)
assert len(found) == len(x)
assert found

found = [0]
found.extend(x)
found.insert(1, y)
assert found[1] == 2
assert found == [0, 2, 1, 2]

found = list(x)
found.reverse()
assert found[0] == 2
found.sort()
assert found[0] == 1
found.clear()
assert found == x

found = list(x)
found.remove(y)
assert found == [1, 3]

found = list(x)
found[0] = y
assert found == [2, 2]
assert sum(found) == 4

found = list(x)
found[y] = 5
assert found == [1, 5]

found = [[0, 0]]
found[y] = x
assert found[0] == 1

found = list(x)
last = found.pop()
first = found.pop(0)
assert last == 3
assert first == 1
assert not found

found = list(x)
if not found or found.pop() != 2:
    found = [9]
assert found == [1]

found = list(x)
def both():
    inner = [1, 2]
    return inner.pop() + 10 * inner.pop(0)
n = found.pop() + found.pop()
assert n == 3
assert both() == 12

seen = set()
for i in x:
    assert i not in seen
    seen.add(i)
assert len(seen) < 2

seen = {1, 2, frozenset({1})}
seen.discard({1})
seen.discard(x)
assert len(seen) == 1
seen.remove(y)
assert 1 in seen
seen.update([x, y])
assert len(seen) == 3

seen = set(x)
seen.difference_update([1])
assert not seen

counts = {}
for i in x:
    counts[i] = counts.get(i, 0) + 1
assert counts.get(1) == 2
assert all(n < 3 for n in counts.values())

counts = {}
for i in x:
    counts.setdefault(i, 0)
    counts[i] += 1
assert sum(counts.values()) == 3
assert max(counts.values()) == 1

found = [0]
found += x
total = 0
for i in found:
    total += i
assert total == 3
assert found == [0, 1, 2]

other = x
other += y
assert other == 3
assert x != other

seen = {1, 2}
seen |= {x}
seen -= {y}
seen &= {1, 2, 3}
seen ^= {2}
assert len(seen) == 1

d = {1: 2}
d.update({x: y})
assert d[1] == 2
assert len(d) == 2
d.clear()
assert x in d

try:
    found = []
    found.pop()
    assert x
except IndexError:
    found.append(x)
assert found == [1]

depth = []
good = True
for c in x:
    if c == "(":
        depth.append(c)
    elif c == ")":
        if depth:
            depth.pop()
        else:
            good = False
assert good
assert not depth
""".strip().split("\n\n")
