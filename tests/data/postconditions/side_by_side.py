"""Forty functions for a comparison with CrossHair and Hypothesis: what breaks them asks for a constant, a relation of two
arguments, a text, a shape, a type's rare value. The line before each says what is true of it, written before anything was
run."""

from typing import Optional


# wrong
def scaled(n: int) -> int:
    """
    post: _ == n + 1
    """
    if n * 7 == 86419753:
        return n
    return n + 1


# wrong
def factors(a: int, b: int) -> int:
    """
    pre: a > 1 and b > 1
    post: _ > a and _ > b
    """
    return 1 if a * b == 391 else a * b


# wrong
def command(s: str) -> int:
    """
    post: _ == len(s)
    """
    if s == "open sesame":
        return 0
    return len(s)


# wrong
def prefix(s: str) -> str:
    """
    post: _ == s
    """
    if s.startswith("ab") and len(s) == 9:
        return s[:-1]
    return s


# wrong
def limit(d: dict[str, int]) -> int:
    """
    post: 0 <= _ <= 100
    """
    return max(0, d.get("limit", 0))


# wrong
def balanced(xs: list[int]) -> bool:
    """
    post: _ == (sum(xs) != 100)
    """
    if len(xs) == 3 and sum(xs) == 100:
        return True
    return sum(xs) != 100


# wrong
def low_byte(n: int) -> int:
    """
    pre: n >= 0
    post: _ == n % 256
    """
    return 0 if n & 0xFF == 0xA5 else n & 0xFF


# wrong
def large(x: float) -> float:
    """
    pre: x == x
    post: _ >= 0
    """
    if x > 1e10:
        return -1.0
    return abs(x)


# wrong
def plateau(xs: list[int]) -> bool:
    """
    post: _ == (len(xs) > 3 and xs == sorted(xs) and xs[0] == xs[-1])
    """
    return len(xs) > 4 and all(x == xs[0] for x in xs)


# wrong
def word(n: int) -> int:
    """
    post: -(2**31) <= _ < 2**31
    """
    return n if n < 2**31 else 2**31 - 1


# wrong
def remainder(a: int, b: int) -> int:
    """
    pre: b != 0
    post: 0 <= _ < abs(b)
    """
    return a % b


# wrong
def searched(xs: list[int], x: int) -> bool:
    """
    pre: xs == sorted(xs)
    post: _ == (x in xs)
    """
    lo, hi = 0, len(xs) - 1
    while lo < hi:
        mid = (lo + hi) // 2
        if xs[mid] == x:
            return True
        if xs[mid] < x:
            lo = mid + 1
        else:
            hi = mid - 1
    return False


# weak fails
def assigned(line: str) -> str:
    """
    post: _ in line
    """
    return line.split("=")[1]


# strong fails
def found(d: dict[str, int], key: str) -> int:
    """
    pre: len(d) > 0
    post: _ == d[key]
    """
    return d[key]


# strong fails
def reciprocal(n: int) -> float:
    """
    post: _ == 1 / (n * n - 9)
    """
    return 1 / (n * n - 9)


# weak fails
def countdown(n: int) -> int:
    """
    post: _ >= 0
    """
    return 0 if n == 0 else 1 + countdown(n - 1)


# strong fails
def number(s: str) -> int:
    """
    pre: len(s) > 0
    post: _ == int(s)
    """
    return int(s)


# wrong
def shouted(s: str) -> str:
    """
    post: len(_) == len(s)
    """
    return s.upper()


# weak fails
def parsed(s: str) -> int:
    """
    pre: s.isdigit()
    post: _ >= 0
    """
    return int(s)


# wrong
def median(xs: list[int]) -> int:
    """
    pre: len(xs) % 2 == 1
    post: _ in xs
    post: xs == __old__.xs
    """
    xs.sort()
    return xs[len(xs) // 2]


# wrong
def swapped(p: tuple[int, int]) -> tuple[int, int]:
    """
    post: _[0] <= _[1]
    """
    return (p[1], p[0]) if p[0] > p[1] + 1 else p


# strong fails
def doubled(n: Optional[int]) -> int:
    """
    post: n is None or _ == 2 * n
    """
    return n + n


# wrong
def union_size(a: set[int], b: set[int]) -> int:
    """
    post: _ == len(a | b)
    """
    return len(a) + len(b) - (1 if a & b else 0)


# wrong
def initials(words: list[str]) -> str:
    """
    pre: all(words)
    post: len(_) == len(words)
    """
    return "".join(word[0] for word in words if word[0] != "_")


# wrong
def mirrored(s: str) -> bool:
    """
    post: _ == (s == s[::-1])
    """
    for i in range(len(s) // 2 - 1):
        if s[i] != s[len(s) - 1 - i]:
            return False
    return True


# wrong
def leap(year: int) -> bool:
    """
    pre: year > 0
    post: _ == (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    """
    return year % 4 == 0 and year % 100 != 0


# wrong
def triangle(a: int, b: int, c: int) -> bool:
    """
    pre: a > 0 and b > 0 and c > 0
    post: _ == (a + b > c and a + c > b and b + c > a)
    """
    return a + b >= c and a + c > b and b + c > a


# wrong
def compressed(s: str) -> list[str]:
    """
    post: "".join(_) == s
    """
    runs: list[str] = []
    for c in s:
        if runs and runs[-1][0] == c and len(runs[-1]) < 3:
            runs[-1] += c
        elif not runs or runs[-1][0] != c:
            runs.append(c)
    return runs


# wrong
def windows(xs: list[int], k: int) -> list[list[int]]:
    """
    pre: k > 0
    post: all(len(w) == k for w in _)
    """
    return [xs[i : i + k] for i in range(max(len(xs) - k + 1, 1))]


# wrong
def date_text(day: int, month: int) -> str:
    """
    pre: 1 <= day <= 31 and 1 <= month <= 12
    post: len(_) == 5
    """
    return f"{day:02d}/{month}" if month >= 10 else f"{day:02d}/{month:02d}" if day != 30 else f"{day}/{month}"


# strong
def held(n: int, lo: int, hi: int) -> int:
    """
    pre: lo <= hi
    post: _ == sorted([lo, n, hi])[1]
    """
    return min(max(n, lo), hi)


# strong
def tail(xs: list[int], n: int) -> list[int]:
    """
    pre: n > 0
    post: _ == xs[-n:]
    """
    return xs[max(len(xs) - n, 0) :]


# strong
def vowels(s: str) -> int:
    """
    post: _ == len([c for c in s if c in "aeiou"])
    """
    return sum(c in "aeiou" for c in s)


# strong
def triangular(n: int) -> int:
    """
    pre: 0 <= n <= 200
    post: _ == sum(range(n + 1))
    """
    return n * (n + 1) // 2


# strong
def grouped(words: list[str]) -> dict[int, list[str]]:
    """
    post: _ == {n: [w for w in words if len(w) == n] for n in map(len, words)}
    """
    found: dict[int, list[str]] = {}
    for word in words:
        found.setdefault(len(word), []).append(word)
    return found


# strong
def merged(a: dict[str, int], b: dict[str, int]) -> dict[str, int]:
    """
    post: _ == {**a, **b}
    """
    found = dict(a)
    found.update(b)
    return found


# strong
def bits(n: int) -> int:
    """
    pre: n >= 0
    post: _ == bin(n).count("1")
    """
    found = 0
    while n:
        n &= n - 1
        found += 1
    return found


# weak
def sample(xs: list[int]) -> int:
    """
    pre: len(xs) > 0
    post: _ in xs
    """
    return xs[len(xs) // 2]


# weak
def wrapped(s: str, width: int) -> list[str]:
    """
    pre: width > 0
    post: all(len(line) <= width for line in _)
    """
    return [s[i : i + width] for i in range(0, len(s), width)]


# weak
def distinct(xs: list[int]) -> list[int]:
    """
    post: len(_) == len(set(_))
    """
    return list(dict.fromkeys(xs))
