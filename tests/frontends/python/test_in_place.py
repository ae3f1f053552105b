"""Changes of containers in place: what a name owns has a value at each point; what something else may see has none."""

from typing import Any

import pytest

from specassay.core.evaluate.execution import run
from specassay.frontends.python import parse_contract

from ...core.encoding.judges import python

ALIASED = """
found = []
other = found
other.append(x)
assert found == []

found = x
found.append(1)
assert x == []

def add(items):
    items.append(1)
    return items
found = []
assert add(found) == [1]
assert found == []

found = []
rows = [found]
found.append(x)
assert rows == [[]]

found = []
later = (len(found) for _ in [0])
found.append(x)
assert list(later) == [0]

found = []
count = lambda: len(found)
found.append(x)
assert count() == 0

found = [1, 2, 3]
seen = 0
for i in found:
    seen += 1
    if seen < 9:
        found.append(i)
assert seen == 3

counts = {}
view = counts.keys()
counts[1] = x
assert not view

def count():
    return len(found)
found = []
found.append(x)
assert count() == 0

row = [0]
rows = [row, row]
rows[0] += [x]
assert row == [0]

row = [0]
rows = [row]
rows[0][0] = x
assert row == [0]

found = [1, 2]
best = max(found, [0])
found.append(9)
assert best == [1, 2]

found = []
rest = [] or found
found.append(x)
assert rest == []

found = []
same = sum([], found)
found.append(x)
assert same == []

found = [3, 1]
same = found
found.sort()
assert same == [3, 1]

while x and x.pop() > 1:
    x.append(0)
assert not x

found = [1, 2]
found[0:2:2] = [x]
assert found == [1, 2]

found = [1, 2]
n = 0 if x else 1
del found[n:2]
assert found == [1, 2]

found = [1, 2]
other = found
del other[0]
assert found == [1, 2]

found = [1, 2]
other = found
other[:] = [x]
assert found == [1, 2]

found = [1, 2]
rows = [found]
del rows[0][0]
assert found == [1, 2]

found = {1: 2}
view = found.keys()
del found[1]
assert view

found = x if x == [] else []
other = found
other += [1]
assert found == []

found = [0]
other = found
found *= 2
assert other == [0]

def add(items):
    items += [1]
    return 0
found = []
assert add(found) == 0
assert found == []

rows = [[0], [0]]
for row in rows:
    row += [x]
assert rows == [[0], [0]]

found = {1}
other = found
other |= {2}
assert found == {1}

found = []
try:
    found.extend(1 // i for i in (1, 0))
except ZeroDivisionError:
    assert found == []

found = []
assert [found.append(i) for i in (1, 2)]
assert found == []

def outer():
    found = []
    def inner():
        found.append(x)
    inner()
    return found
assert outer() == []

(found, other) = ([], [])
found.append(x)
assert found == []
""".strip().split("\n\n")
"""In each of these the container that changes is not one that a name alone refers to."""

WRONG = """
found = [1, 2]
del found[x]
assert not found

found = {1: 2, "ab": 3}
del found[x]
assert not found

found = [1, 2]
del found[x:]
assert found == [1]

found = [1, 2]
found[:x] = [3]
assert found == [3]

found = [1, 2]
found[x:] = [3]
assert found == [3]

found = [1, 2]
found[1:2] = x
assert found == [1, 2]

found = {}
found[0:1] = [x]
assert found

found = {1}
del found[1]
assert found

found = []
found.append(x, 1)
assert x

found = []
found.insert(0)
assert x

found = []
found.pop(9)
assert x

found = []
found.append(item=x)
assert x

found = [2, 1]
found.sort(reverse=True, key=abs)
assert found == x

found = set()
found.append(x)
assert x

found = []
found[x] = 1
assert x

found = {}
found[x] += 1
assert x

found = [0]
found[0] -= x
assert found == [0]
""".strip().split("\n\n")
INPUTS: tuple[Any, ...] = (0, 1, [], [1], [2, 1], {1: 2}, "ab", 2.5, None)


def both(text: str, value: Any) -> tuple[Any, Any]:
    """What the evaluator finds violated, and what CPython does."""
    found = run(parse_contract(text, name="contract", parameters=("x",)), {"x": value}).violated
    return found, python(text, ("x",))({"x": value})


@pytest.mark.parametrize("text", ALIASED)
def test_what_another_name_may_see_is_not_taken_for_a_value(text: str) -> None:
    for value in (1, 0, 2.5):
        found, expected = both(text, value)
        assert found in (None, expected), value


@pytest.mark.parametrize("text", ALIASED)
def test_one_of_the_clauses_needs_the_alias(text: str) -> None:
    """Otherwise the test above would show nothing."""
    assert any(both(text, value)[1] for value in (1, 0))


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_change_fails_as_in_python(text: str) -> None:
    for value in INPUTS:
        found, expected = both(text, value)
        assert found in (None, expected), value


@pytest.mark.parametrize(
    "text",
    [
        "found = []\nfor i in x:\n  if i not in found: found.append(i)\nassert len(found) == len(x)",
        "seen = set()\nfor i in x:\n  assert i not in seen\n  seen.add(i)",
        "counts = dict()\nfor i in x: counts[i] = counts.get(i, 0) + 1\nassert max(counts.values()) < 2",
        "def kept(v):\n  new = []\n  for i in v: new.append(i)\n  new.sort()\n  return new\nassert kept(x) == x",
        "kept = [i for i in x]\nkept[0] = kept.pop() + len(kept)\nassert kept == [4, 2]",
        "kept = [0, 1, 2, 5, 7, 2]\nkept[kept.pop()] = kept.pop()\nassert kept == x",
        "kept = [1]\ntry: kept[{}[0]] = 1 // 0\nexcept ZeroDivisionError: kept = [2]\nassert kept == x",
        "total = 0\nfor i in x: total += i\nassert total < 3",
        "found = []\nfor i in x: found += [i] * 2\nassert found == x",
        "found = []\nfound += (1, 2)\nassert found == x",
        "seen = {1}\nfor i in x: seen |= {i}\nassert len(seen) < 2",
        "n = len(x)\nn *= 2\nn -= 1\nassert n > 2",
        "kept = [i for i in x]\ndel kept[-1]\ndel kept[0]\nassert kept == [2]",
        "kept = [3, 1, 4, 1, 5]\nfor i in x: del kept[i]\nassert kept == [3, 4, 1, 5]",
        "kept = [3, 1, 4, 1, 5]\nfor i in x: del kept[-i], kept[i:]\nassert len(kept) == 1",
        "kept = [3, 1, 4]\nfor i in x: del kept[:-i]\nassert kept == [4]",
        "kept = [3, 1, 4]\ndel kept[1:1], kept[2:9]\nassert kept == x",
        "kept = [3, 1, 4]\nkept[1:2] = x\nassert len(kept) == 3",
        "kept = [3, 1, 4]\nfor i in x: kept[i:] = (i, i)\nassert kept == [3, 1, 1]",
        "kept = [3, 1, 4]\nkept[:] = kept[1:]\nkept[:0] = kept\nassert kept == [1, 4] * len(x)",
        "kept = [3, 1]\ntry: kept[:] = (1 // i for i in (1, 0))\nexcept ZeroDivisionError: pass\nassert kept == x",
        "kept = {1: 2, 2: 3, True: 4}\nfor i in x: del kept[i]\nassert len(kept) == 1",
        "kept = {1: 2}\ntry: del kept[x]\nexcept TypeError: kept = {}\nassert kept",
        "kept = [5, *x]\nnew = [*kept, kept.pop()]\nassert len(new) == len(x) + 2",
        "kept = [5, *x]\nnew = {*kept, len(kept), kept.pop()}\nassert new == {5, len(x) + 1, *x}",
        "kept = [5]\npairs = {1: 2}\nnew = {**pairs, 3: kept.pop()}\nassert new == {1: 2, 3: 5}",
        "kept = [5, *x]\nnew = kept + [kept.pop()]\nassert new == [5, *x]",
        "kept = [1, 1, *x]\nfound = kept.count(kept.pop())\nassert found == 1",
        "kept = [3, 2, 1, 0, -1]\nlast = kept[kept.pop()]\nassert last == len(x)",
        "kept = [5, *x]\nsame = kept == [kept.pop()]\nassert same",
        "kept = [3, 1, 4]\nkept[kept.pop() - 3] += 1\nassert kept == [3, len(x)]",
        "places = [0, 1, 0]\nkept = [3, 1]\nkept[places.pop()] += 1\nassert len(places) == 2 and kept == [4, 1]",
        "kept = [2, 3]\nnew = pow(*kept, kept.pop())\nassert new == 2 + len(x)",
        "kept = [5, *x]\nshown = f'{kept}{kept.pop()}'\nassert shown.count(',') == len(x)",
    ],
)
def test_what_a_name_owns_always_has_a_value(text: str) -> None:
    for value in ([], [1], [2, 1], [1, 1], [3, 2, 1]):
        found, expected = both(text, value)
        assert found == expected, value
