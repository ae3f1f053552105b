"""The ways to state a contract, and what is left out of each."""

import deal as d
import icontract
from icontract import ensure, require as req, snapshot

LIMIT = 10


def is_short(text):
    return len(text) < LIMIT


@icontract.require(lambda x: x > 0, "x must be positive")
@req(lambda y, x: isinstance(y, int) and
     x < y)
@req(is_short, enabled=True)
@icontract.require(lambda x: x != 3, enabled=False)
@ensure(lambda result, x: result > x)
def by_icontract(x, y=4, *, text="é"):
    assert text, "and the body's own"
    return x + y


@d.pre(lambda a, b: a <= b or "in the wrong order")
@d.pre(lambda _: _.low > 0 and all(_.high != v for v in (1, 2)))
@d.pre(lambda low, high: is_short(low))
@d.raises(ValueError)
@d.post(lambda r: r >= 0)
@d.pure
def by_deal(low, high):
    return high - low


def by_guards(n, items):
    """Raises where it must."""
    if not isinstance(n, int):
        raise TypeError(f"n is {n}")
    elif n < 0 or (n > 10
                   and n != 12):
        message = "out of range"
        raise ValueError(message)
    if items is None:
        items = []
    else:
        if not items: raise ValueError
    for item in items:
        if item == n: raise ValueError("n")  # no n
        elif not (item or
                  item == 0): raise ValueError
    try:
        hash(n)
    except TypeError:
        raise ValueError("unhashable")
    assert len(items) < 5
    total = 0
    while total < n:
        total += 1
    if total > 3:
        return None
    with open(total) as file:
        if not file:
            raise OSError
    return total


def by_docstring(items, index):
    """The item at an index.

    pre: isinstance(items, list)
    pre[index]:
        0 <= index
        index < len(items)

    post: __return__ in items
    Other words: index, items.
    """
    return items[index]


def captured(x, LIMIT):
    return x


@req(lambda x: x < LIMIT)
def other_name(x, LIMIT):
    return x


@req(lambda z: z)
def unknown_name(x):
    return x


@icontract.invariant(lambda self: self.x)
class Account:
    @req(lambda amount: amount > 0)
    def withdraw(self, amount):
        if amount > 100:
            raise ValueError
        return amount


@req(lambda x: x)
async def later(x):
    return x


def unconditional(x):
    raise NotImplementedError


def deep(x):
    result = []
    for item in x:
        result.append(item)
    if not result:
        raise KeyError
    return result


@snapshot(lambda x: x[:], name="before")
@ensure(lambda x, result, OLD: len(result) == len(OLD.before) + 1)
def only_ensures(x):
    return [*x, 1]


@d.chain(d.pre(lambda x: x), d.safe)
def chained(x):
    return x
