"""Where contracts are, and where they are not."""

import math
from typing import List

LIMIT = 10


def plain(numbers: List[int], threshold: float = -1.5, *, _=None):
    assert numbers


def positional(numbers: List[int], /, threshold: "float" = -1.5, other=LIMIT):
    """The docstring is skipped."""
    import re

    def is_prime(n):  # a helper
        return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))

    assert isinstance(numbers, list), "a list"
    total = sum(numbers)
    assert total < LIMIT and any(is_prime(n) for n in numbers)
    for number in numbers:
        assert number > 0
    return re.sub("a", "b", total)


def no_contract(x):
    return x


def late(x):
    return_value = x + 1
    with open(x) as file:
        assert file
    return return_value


def one_line(x): assert x > 0; return x


def rebinding(sum):
    assert sum > 0 and len(str(sum)) < max
    max = sum
    return max


def generator(x):
    assert x
    yield x


async def coroutine(x):
    assert x


class Account:
    def withdraw(self, amount):
        assert amount > 0


def outer(x):
    def inner(y):
        assert y
        return y

    return inner(x)
