"""Forty functions with 142 guards, for a comparison with CrossHair and Hypothesis. The sets of guards that no input
violates alone stand in `tests/benchmarks/runs/test_side_by_side.py`."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from typing import Literal, NamedTuple, Optional
import math
import re


class Side(Enum):
    BUY = "buy"
    SELL = "sell"


@dataclass(frozen=True)
class Order:
    side: Side
    quantity: int
    price: float


class Point(NamedTuple):
    x: int
    y: int


@dataclass
class Account:
    owner: str
    balance: int
    limit: int = 0


VOWELS = "aeiou"
UNITS = {"m": 1.0, "cm": 0.01, "km": 1000.0}


def roman(text: str):
    if not (text):
        raise ValueError('roman 0')
    if not (set(text) <= set('IVXLCDM')):
        raise ValueError('roman 1')
    if not ('IIII' not in text):
        raise ValueError('roman 2')
    if not (not text.startswith('IV') or len(text) == 2):
        raise ValueError('roman 3')
    return len(text)


def luhn(digits: str):
    if not (digits.isdigit()):
        raise ValueError('luhn 0')
    if not (len(digits) >= 2):
        raise ValueError('luhn 1')
    if not (sum(int(d) for d in digits) % 10 == 0):
        raise ValueError('luhn 2')
    return int(digits)


def isbn(code: str):
    if not (len(code) == 10):
        raise ValueError('isbn 0')
    if not (code[:9].isdigit()):
        raise ValueError('isbn 1')
    if not (code[9] in '0123456789X'):
        raise ValueError('isbn 2')
    return code


def transfer(source: Account, target: Account, amount: int):
    if not (amount > 0):
        raise ValueError('transfer 0')
    if not (source is not target):
        raise ValueError('transfer 1')
    if not (source.balance + source.limit >= amount):
        raise ValueError('transfer 2')
    if not (source.owner):
        raise ValueError('transfer 3')
    return amount


def match_orders(bid: Order, ask: Order):
    if not (bid.side is Side.BUY):
        raise ValueError('match_orders 0')
    if not (ask.side is Side.SELL):
        raise ValueError('match_orders 1')
    if not (bid.price >= ask.price):
        raise ValueError('match_orders 2')
    if not (bid.quantity > 0 and ask.quantity > 0):
        raise ValueError('match_orders 3')
    return min(bid.quantity, ask.quantity)


def schedule(start: date, end: date, holidays: list[date]):
    if not (start <= end):
        raise ValueError('schedule 0')
    if not (all(start <= day <= end for day in holidays)):
        raise ValueError('schedule 1')
    if not (len(set(holidays)) == len(holidays)):
        raise ValueError('schedule 2')
    return (end - start).days


def interest(principal: Decimal, rate: Decimal, years: int):
    if not (principal > 0):
        raise ValueError('interest 0')
    if not (Decimal(0) <= rate <= Decimal(1)):
        raise ValueError('interest 1')
    if not (0 < years <= 50):
        raise ValueError('interest 2')
    if not (principal == principal.quantize(Decimal('0.01'))):
        raise ValueError('interest 3')
    return principal * rate * years


def matrix(rows: list[list[int]]):
    if not (rows):
        raise ValueError('matrix 0')
    if not (all(len(row) == len(rows[0]) for row in rows)):
        raise ValueError('matrix 1')
    if not (len(rows) == len(rows[0])):
        raise ValueError('matrix 2')
    if not (all(rows[i][i] != 0 for i in range(len(rows)))):
        raise ValueError('matrix 3')
    return len(rows)


def triangle(a: float, b: float, c: float):
    if not (a > 0 and b > 0 and c > 0):
        raise ValueError('triangle 0')
    if not (a + b > c):
        raise ValueError('triangle 1')
    if not (a + c > b):
        raise ValueError('triangle 2')
    if not (b + c > a):
        raise ValueError('triangle 3')
    return a + b + c


def histogram(values: list[float], edges: list[float]):
    if not (len(edges) >= 2):
        raise ValueError('histogram 0')
    if not (all(a < b for a, b in zip(edges, edges[1:]))):
        raise ValueError('histogram 1')
    if not (all(edges[0] <= v <= edges[-1] for v in values)):
        raise ValueError('histogram 2')
    return len(edges) - 1


def weights(weights: dict[str, float]):
    if not (weights):
        raise ValueError('weights 0')
    if not (all(w >= 0 for w in weights.values())):
        raise ValueError('weights 1')
    if not (abs(sum(weights.values()) - 1.0) < 1e-9):
        raise ValueError('weights 2')
    return len(weights)


def permute(order: list[int], items: list[str]):
    if not (len(order) == len(items)):
        raise ValueError('permute 0')
    if not (sorted(order) == list(range(len(order)))):
        raise ValueError('permute 1')
    if not (order != list(range(len(order)))):
        raise ValueError('permute 2')
    return items


def parents(parent: list[int]):
    if not (parent):
        raise ValueError('parents 0')
    if not (parent[0] == -1):
        raise ValueError('parents 1')
    if not (all(0 <= p < i for i, p in enumerate(parent) if i > 0)):
        raise ValueError('parents 2')
    return len(parent)


def convert(length: float, unit: str, to: str):
    if not (unit in UNITS):
        raise ValueError('convert 0')
    if not (to in UNITS):
        raise ValueError('convert 1')
    if not (unit != to):
        raise ValueError('convert 2')
    if not (length >= 0):
        raise ValueError('convert 3')
    return length * UNITS[unit] / UNITS[to]


def plate(text: str):
    if not (re.fullmatch(r'[A-Z]{1,3}-[A-Z]{1,2} [0-9]{1,4}', text) is not None):
        raise ValueError('plate 0')
    if not (not text.endswith('0')):
        raise ValueError('plate 1')
    if not ('SS' not in text):
        raise ValueError('plate 2')
    return text


def clock(text: str):
    if not (text.count(':') == 1):
        raise ValueError('clock 0')
    if not (int(text.split(':')[0]) < 24):
        raise ValueError('clock 1')
    if not (int(text.split(':')[1]) < 60):
        raise ValueError('clock 2')
    return text


def decode(pairs: list[tuple[str, int]]):
    if not (all(len(c) == 1 for c, _ in pairs)):
        raise ValueError('decode 0')
    if not (all(n > 0 for _, n in pairs)):
        raise ValueError('decode 1')
    if not (all(a[0] != b[0] for a, b in zip(pairs, pairs[1:]))):
        raise ValueError('decode 2')
    return ''.join(c * n for c, n in pairs)


def base(digits: list[int], radix: int):
    if not (radix >= 2):
        raise ValueError('base 0')
    if not (digits):
        raise ValueError('base 1')
    if not (all(0 <= d < radix for d in digits)):
        raise ValueError('base 2')
    if not (digits[0] != 0 or len(digits) == 1):
        raise ValueError('base 3')
    return 0


def knight(a: Point, b: Point):
    if not (0 <= a.x < 8 and 0 <= a.y < 8):
        raise ValueError('knight 0')
    if not (0 <= b.x < 8 and 0 <= b.y < 8):
        raise ValueError('knight 1')
    if not ({abs(a.x - b.x), abs(a.y - b.y)} == {1, 2}):
        raise ValueError('knight 2')
    return True


def sudoku(row: list[int]):
    if not (len(row) == 9):
        raise ValueError('sudoku 0')
    if not (all(0 <= n <= 9 for n in row)):
        raise ValueError('sudoku 1')
    if not (len({n for n in row if n}) == sum(1 for n in row if n)):
        raise ValueError('sudoku 2')
    return row


def flags(mask: int, width: Literal[8, 16, 32]):
    if not (mask >= 0):
        raise ValueError('flags 0')
    if not (mask < 1 << width):
        raise ValueError('flags 1')
    if not (mask & (mask - 1) == 0):
        raise ValueError('flags 2')
    if not (mask & 1 == 0):
        raise ValueError('flags 3')
    return mask


def geo(lat: float, lon: float):
    if not (-90 <= lat <= 90):
        raise ValueError('geo 0')
    if not (-180 <= lon < 180):
        raise ValueError('geo 1')
    if not (not math.isnan(lat) and not math.isnan(lon)):
        raise ValueError('geo 2')
    return lat


def leap(year: int, month: int, day: int):
    if not (1 <= month <= 12):
        raise ValueError('leap 0')
    if not (1 <= day <= 31):
        raise ValueError('leap 1')
    if not (year % 4 == 0):
        raise ValueError('leap 2')
    if not (month != 2 or day <= 29):
        raise ValueError('leap 3')
    return day


def template(text: str, values: dict[str, str]):
    if not (text.count('{') == text.count('}')):
        raise ValueError('template 0')
    if not (all('{' + key + '}' in text for key in values)):
        raise ValueError('template 1')
    if not (all(v for v in values.values())):
        raise ValueError('template 2')
    return text


def version(low: str, high: str):
    if not (low.count('.') == 2):
        raise ValueError('version 0')
    if not (high.count('.') == 2):
        raise ValueError('version 1')
    if not (tuple(int(p) for p in low.split('.')) <= tuple(int(p) for p in high.split('.'))):
        raise ValueError('version 2')
    return low


def edges(n: int, pairs: list[tuple[int, int]]):
    if not (n > 0):
        raise ValueError('edges 0')
    if not (all(0 <= a < n and 0 <= b < n for a, b in pairs)):
        raise ValueError('edges 1')
    if not (all(a != b for a, b in pairs)):
        raise ValueError('edges 2')
    if not (len(set(pairs)) == len(pairs)):
        raise ValueError('edges 3')
    return n


def window(items: list[int], size: int, step: int):
    if not (0 < size <= len(items)):
        raise ValueError('window 0')
    if not (step > 0):
        raise ValueError('window 1')
    if not ((len(items) - size) % step == 0):
        raise ValueError('window 2')
    return size


def morse(text: str):
    if not (text.strip() == text):
        raise ValueError('morse 0')
    if not (set(text) <= set('.- ')):
        raise ValueError('morse 1')
    if not ('   ' not in text):
        raise ValueError('morse 2')
    if not (all(len(word) <= 5 for word in text.split(' '))):
        raise ValueError('morse 3')
    return text


def quota(used: dict[str, int], limits: dict[str, int]):
    if not (set(used) <= set(limits)):
        raise ValueError('quota 0')
    if not (all(used[k] <= limits[k] for k in used)):
        raise ValueError('quota 1')
    if not (all(v >= 0 for v in limits.values())):
        raise ValueError('quota 2')
    if not (sum(used.values()) <= 100):
        raise ValueError('quota 3')
    return used


def quadratic(a: float, b: float, c: float):
    if not (a != 0):
        raise ValueError('quadratic 0')
    if not (b * b - 4 * a * c >= 0):
        raise ValueError('quadratic 1')
    if not (all(math.isfinite(v) for v in (a, b, c))):
        raise ValueError('quadratic 2')
    return a


def subnet(address: str, prefix: int):
    if not (len(address.split('.')) == 4):
        raise ValueError('subnet 0')
    if not (all(part.isdigit() for part in address.split('.'))):
        raise ValueError('subnet 1')
    if not (all(int(part) <= 255 for part in address.split('.'))):
        raise ValueError('subnet 2')
    if not (0 <= prefix <= 32):
        raise ValueError('subnet 3')
    return prefix


def ladder(words: list[str]):
    if not (len(words) >= 2):
        raise ValueError('ladder 0')
    if not (all(len(w) == len(words[0]) for w in words)):
        raise ValueError('ladder 1')
    if not (all(sum(a != b for a, b in zip(u, v)) == 1 for u, v in zip(words, words[1:]))):
        raise ValueError('ladder 2')
    return len(words)


def bracket(text: str):
    if not (all(c in '()[]' for c in text)):
        raise ValueError('bracket 0')
    if not (text.count('(') == text.count(')')):
        raise ValueError('bracket 1')
    if not (text.count('[') == text.count(']')):
        raise ValueError('bracket 2')
    if not (')(' not in text):
        raise ValueError('bracket 3')
    return text


def discount(price: int, percent: Optional[int], code: Optional[str]):
    if not (price >= 0):
        raise ValueError('discount 0')
    if not (percent is None or 0 < percent <= 100):
        raise ValueError('discount 1')
    if not ((percent is None) == (code is None)):
        raise ValueError('discount 2')
    if not (code is None or code.isupper()):
        raise ValueError('discount 3')
    return price


def hexed(data: bytes, width: int):
    if not (width in (1, 2, 4, 8)):
        raise ValueError('hexed 0')
    if not (len(data) % width == 0):
        raise ValueError('hexed 1')
    if not (data):
        raise ValueError('hexed 2')
    if not (data[0] != 0):
        raise ValueError('hexed 3')
    return data.hex()


def rank(scores: dict[str, list[int]]):
    if not (scores):
        raise ValueError('rank 0')
    if not (all(v for v in scores.values())):
        raise ValueError('rank 1')
    if not (len({len(v) for v in scores.values()}) == 1):
        raise ValueError('rank 2')
    if not (all(0 <= s <= 10 for v in scores.values() for s in v)):
        raise ValueError('rank 3')
    return scores


def pascal(row: list[int]):
    if not (row):
        raise ValueError('pascal 0')
    if not (row[0] == 1 and row[-1] == 1):
        raise ValueError('pascal 1')
    if not (row == row[::-1]):
        raise ValueError('pascal 2')
    if not (sum(row) == 2 ** (len(row) - 1)):
        raise ValueError('pascal 3')
    return row


def deadline(begin: date, days: int, latest: Optional[date]):
    if not (days > 0):
        raise ValueError('deadline 0')
    if not (latest is None or begin + timedelta(days=days) <= latest):
        raise ValueError('deadline 1')
    if not (begin.year >= 2000):
        raise ValueError('deadline 2')
    if not (begin.weekday() < 5):
        raise ValueError('deadline 3')
    return begin


def anagram(left: str, right: str):
    if not (left.isalpha()):
        raise ValueError('anagram 0')
    if not (right.isalpha()):
        raise ValueError('anagram 1')
    if not (sorted(left) == sorted(right)):
        raise ValueError('anagram 2')
    if not (left != right):
        raise ValueError('anagram 3')
    return left


def digits_sum(n: int, k: int):
    if not (n >= 0):
        raise ValueError('digits_sum 0')
    if not (sum(int(d) for d in str(abs(n))) == k):
        raise ValueError('digits_sum 1')
    if not (k % 3 == 0):
        raise ValueError('digits_sum 2')
    if not (n % 2 == 1):
        raise ValueError('digits_sum 3')
    return n

