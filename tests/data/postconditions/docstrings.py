"""Postconditions of PEP 316. The line before each says what is true of it, written before anything was run."""

from typing import Optional


# strong
def double(n: int) -> int:
    """
    post: __return__ == 2 * n
    """
    return n + n


# weak
def successor(n: int) -> int:
    """
    post: __return__ > n
    """
    return n + 1


# wrong
def magnitude(n: int) -> int:
    """
    post: _ >= 0
    """
    return n if n > -3 else -n


# vacuous
def tripled(n: int) -> int:
    """
    post: _ == _ or n > 0
    """
    return 3 * n


# strong
def larger(a: int, b: int) -> int:
    """
    post: _ in (a, b)
    post: _ >= a and _ >= b
    """
    return b if a < b else a


# weak
def largest(xs: list[int]) -> int:
    """
    pre: len(xs) > 0
    post: all(x <= _ for x in xs)
    """
    return max(xs)


# strong
def smallest(xs: list[int]) -> int:
    """
    pre: xs
    post: _ in xs and all(_ <= x for x in xs)
    """
    m = xs[0]
    for x in xs[1:]:
        if x < m:
            m = x
    return m


# weak
def ordered(xs: list[int]) -> list[int]:
    """
    post[]: all(a <= b for a, b in zip(_, _[1:]))
    """
    return sorted(xs)


# strong
def ordered_again(xs: list[int]) -> list[int]:
    """
    post: _ == sorted(xs)
    """
    found = list(xs)
    found.sort()
    return found


# weak fails
def mean(xs: list[float]) -> float:
    """
    post: min(xs) <= _ <= max(xs)
    """
    return xs[0] * 0 + sum(xs) / len(xs) if len(set(xs)) != 1 else xs[0]


# wrong
def incremented(n: int) -> int:
    """
    pre: n >= 0
    post: _ == n + 1
    """
    if n == 4711:
        return n
    return n + 1


# strong
def backwards(s: str) -> str:
    """
    post: _ == s[::-1]
    """
    return "".join(reversed(s))


# strong
def added(items: list[int], item: int) -> None:
    """
    post: items == __old__.items + [item]
    """
    items.append(item)


# wrong
def included(items: list[int], item: int) -> None:
    """
    post: len(items) == len(__old__.items) + 1
    """
    if item not in items:
        items.append(item)


# weak
def sign(n: int) -> int:
    """
    post: implies(n > 0, _ > 0)
    post: implies(n < 0, _ < 0)
    """
    return (n > 0) - (n < 0)


# weak
def upper_bound(xs: list[int]) -> int:
    """
    post: forall(xs, lambda x: x <= _)
    """
    return max(xs, default=0)


# weak
def position(xs: list[int], x: int) -> Optional[int]:
    """
    post: _ is None or xs[_] == x
    """
    return xs.index(x) if x in xs else None


# strong
def place(xs: list[int], x: int) -> int:
    """
    post: _ == (xs.index(x) if x in xs else -1)
    """
    for i, y in enumerate(xs):
        if x == y:
            return i
    return -1


# strong
def inverted(d: dict[str, int]) -> dict[int, str]:
    """
    pre: len(set(d.values())) == len(d)
    post: _ == {v: k for k, v in d.items()}
    """
    found = {}
    for k, v in d.items():
        found[v] = k
    return found


# weak
def counted(words: list[str]) -> dict[str, int]:
    """
    post: set(_) == set(words)
    """
    found: dict[str, int] = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


# weak
def clamped(n: int, lo: int, hi: int) -> int:
    """
    pre: lo <= hi
    post: lo <= _ <= hi
    """
    return max(lo, min(n, hi))


# strong
def limited(n: int, lo: int, hi: int) -> int:
    """
    pre: lo <= hi
    post: _ == (lo if n < lo else hi if n > hi else n)
    """
    return max(lo, min(n, hi))


# strong
def root(n: int) -> int:
    """
    pre: 0 <= n <= 10000
    post:
        _ >= 0
        _ * _ <= n < (_ + 1) ** 2
    """
    r = 0
    while (r + 1) * (r + 1) <= n:
        r += 1
    return r


# weak
def common_divisor(a: int, b: int) -> int:
    """
    pre: a > 0 and b > 0
    post: _ > 0 and a % _ == 0 and b % _ == 0
    """
    while b:
        a, b = b, a % b
    return a


# weak
def split_up(a: int, b: int) -> tuple[int, int]:
    """
    pre: b > 0
    post: _[0] * b + _[1] == a
    """
    return a // b, a % b


# strong
def divided(a: int, b: int) -> tuple[int, int]:
    """
    pre: b > 0
    post: len(_) == 2
    post: _[0] * b + _[1] == a and 0 <= _[1] < b
    """
    return divmod(a, b)


# wrong
def is_prime(n: int) -> bool:
    """
    pre: n >= 0
    post: _ == all(n % d for d in range(2, n)) and n > 1
    """
    return n > 1 and all(n % d for d in range(2, n))


# strong fails
def factorial(n: int) -> int:
    """
    post: _ == (1 if n <= 1 else n * factorial(n - 1))
    """
    return 1 if n == 0 else n * factorial(n - 1)


# strong
def looked_up(d: dict[str, int], key: str) -> int:
    """
    post: _ == d[key]
    raises: KeyError
    """
    return d[key]


# strong fails
def chosen(xs: list[int], i: int) -> int:
    """
    post: _ == xs[i]
    raises: KeyError
    """
    return xs[i]


# weak
def shout(s: str) -> str:
    """
    post: _.endswith("!")
    """
    return s.upper() + "!"


# wrong
def without_spaces(s: str) -> str:
    """
    post: " " not in _
    """
    return s.replace(" ", "", 2)
