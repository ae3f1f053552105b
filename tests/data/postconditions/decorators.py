"""Postconditions of icontract and deal. The line before each says what is true of it, written before anything was
run."""

import deal
import icontract


# strong
@icontract.ensure(lambda n, result: result == n * n)
def square(n: int) -> int:
    return n**2


# weak
@icontract.ensure(lambda result: result >= 0)
def distance(a: int, b: int) -> int:
    return abs(a - b)


# wrong
@icontract.ensure(lambda a, b, result: result == abs(a - b))
def gap(a: int, b: int) -> int:
    return a - b if a >= b else b - a + (b == 7)


# weak
@icontract.require(lambda xs: len(xs) > 0)
@icontract.ensure(lambda xs, result: result in xs)
def first_of(xs: list[int]) -> int:
    return xs[0]


# strong
@icontract.snapshot(lambda xs: xs[:], name="before")
@icontract.ensure(lambda xs, OLD: xs == OLD.before[::-1])
def flipped(xs: list[int]) -> None:
    xs.reverse()


# wrong
@icontract.require(lambda xs: len(xs) > 0)
@icontract.snapshot(lambda xs: len(xs), name="size")
@icontract.ensure(lambda xs, OLD: len(xs) == OLD.size - 1)
def dropped(xs: list[int]) -> None:
    xs.remove(xs[0])
    if 13 in xs:
        xs.remove(13)


# weak
@icontract.snapshot(lambda d: dict(d), name="before")
@icontract.ensure(lambda d, key, value, OLD: d[key] == value)
def stored(d: dict[str, int], key: str, value: int) -> None:
    d[key] = value


# strong
@icontract.ensure(lambda s, result: result == (s == s[::-1]))
def is_palindrome(s: str) -> bool:
    return all(a == b for a, b in zip(s, reversed(s)))


# weak
@icontract.ensure(lambda words, result: len(result) <= len(words))
@icontract.ensure(lambda words, result: all(word in words for word in result))
def unique(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))


# strong
@icontract.ensure(lambda xs, result: result == sum(x for x in xs if x > 0))
def positive_sum(xs: list[int]) -> int:
    total = 0
    for x in xs:
        if x > 0:
            total += x
    return total


# vacuous
@icontract.ensure(lambda n, result: result == n + 1 or n * n >= 0)
def following(n: int) -> int:
    return n + 1


# strong fails
@icontract.ensure(lambda a, b, result: result == a // b)
def quotient(a: int, b: int) -> int:
    return a // b


# strong
@deal.pre(lambda a, b: b != 0)
@deal.ensure(lambda a, b, result: result == a // b)
def safe_quotient(a: int, b: int) -> int:
    return a // b


# weak
@deal.post(lambda result: result % 2 == 0)
def evened(n: int) -> int:
    return n - n % 2


# wrong
@deal.post(lambda result: result > 0)
def length(s: str) -> int:
    return len(s)


# strong
@deal.ensure(lambda _: _.result == _.s + _.s)
def twice(s: str) -> str:
    return s * 2


# strong
@deal.raises(ZeroDivisionError)
@deal.ensure(lambda a, b, result: result == a % b)
def rest(a: int, b: int) -> int:
    return a % b


# strong fails
@deal.raises(ValueError)
@deal.ensure(lambda xs, result: result == max(xs) - xs[0])
def rise(xs: list[int]) -> int:
    return max(xs) - xs[0] if len(xs) != 0 else xs[1]


# strong
@deal.reason(ValueError, lambda n: n < 0)
@deal.raises(ValueError)
@deal.ensure(lambda n, result: result == n // 2)
def half(n: int) -> int:
    if n < 0:
        raise ValueError
    return n // 2


# strong fails
@deal.reason(ValueError, lambda n: n > 9)
@deal.raises(ValueError)
@deal.ensure(lambda n, result: result == str(n))
def digit(n: int) -> str:
    if n > 9 or n < 0:
        raise ValueError
    return str(n)


@icontract.invariant(lambda self: self.balance >= 0)
class Account:
    def __init__(self) -> None:
        self.balance = 0

    # strong
    @icontract.require(lambda amount: amount >= 0)
    @icontract.snapshot(lambda self: self.balance, name="balance")
    @icontract.ensure(lambda self, amount, OLD: self.balance == OLD.balance + amount)
    def deposit(self, amount: int) -> None:
        self.balance += amount

    # wrong
    @icontract.snapshot(lambda self: self.balance, name="balance")
    @icontract.ensure(lambda self, amount, OLD: self.balance == OLD.balance - amount)
    def withdraw(self, amount: int) -> None:
        self.balance -= amount

    # weak
    @icontract.require(lambda percent: 0 <= percent <= 100)
    @icontract.snapshot(lambda self: self.balance, name="balance")
    @icontract.ensure(lambda self, OLD: self.balance >= OLD.balance)
    def add_interest(self, percent: int) -> None:
        self.balance += self.balance * percent // 100


@deal.inv(lambda self: not hasattr(self, "items") or len(self.items) <= self.room)
class Shelf:
    def __init__(self, room: int) -> None:
        self.room = max(room, 0)
        self.items: list[int] = []

    # wrong
    @deal.post(lambda result: result >= 1)
    def put(self, item: int) -> int:
        self.items.append(item)
        return len(self.items)

    # weak fails
    @deal.ensure(lambda self, result: isinstance(result, int))
    def take(self) -> int:
        return self.items.pop()
