"""Sets of characters, exact over all code points that CPython has (surrogates too).

What Python asks of one character (`str.isalpha`, `\\w`, does `lower` change it?) is asked once of each of the
1,114,112 code points, and kept as a set. Such a set has at most some hundred runs, so that sets are united and told
apart quickly.
"""

import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from attrs import field, frozen

COUNT = sys.maxunicode + 1
"""Code points."""


@frozen(slots=True, cache_hash=True, repr=False)
class CharacterSet:
    """A set of code points. `edges` ascend: the first code point inside, the first outside again, and so on."""

    edges: tuple[int, ...] = field(default=())

    def __repr__(self) -> str:
        ranges_shown = [f"U+{first:04X}-U+{last:04X}" for first, last in self.ranges()]
        return f"<characters: {', '.join(ranges_shown[:4])}{', …' if len(ranges_shown) > 4 else ''}>"

    def __contains__(self, character: str) -> bool:
        return bisect_right(self.edges, ord(character)) % 2 == 1

    def __bool__(self) -> bool:
        return bool(self.edges)

    def __len__(self) -> int:
        return sum(last + 1 - first for first, last in self.ranges())

    def ranges(self) -> Iterator[tuple[int, int]]:
        """The runs: first and last code point of each."""
        for position in range(0, len(self.edges), 2):
            yield self.edges[position], self.edges[position + 1] - 1

    def characters(self) -> Iterator[str]:
        """The members, in order."""
        return (chr(code) for first, last in self.ranges() for code in range(first, last + 1))

    def __or__(self, other: "CharacterSet") -> "CharacterSet":
        return of_ranges([*self.ranges(), *other.ranges()])

    def __and__(self, other: "CharacterSet") -> "CharacterSet":
        return ~(~self | ~other)

    def __sub__(self, other: "CharacterSet") -> "CharacterSet":
        return ~(~self | other)

    def __invert__(self) -> "CharacterSet":
        edges_flipped = self.edges[1:] if self.edges[:1] == (0,) else (0, *self.edges)
        return CharacterSet(edges_flipped[:-1] if edges_flipped[-1:] == (COUNT,) else (*edges_flipped, COUNT))


def of_ranges(ranges: Iterable[tuple[int, int]]) -> CharacterSet:
    """The union of ranges, each given by its first and last code point."""
    edges: list[int] = []
    for first, last in sorted(ranges):
        if edges and first <= edges[-1]:
            edges[-1] = max(edges[-1], last + 1)
        else:
            edges += (first, last + 1)
    return CharacterSet(tuple(edges))


def characters(text: Iterable[str]) -> CharacterSet:
    """The set of the given characters."""
    return of_ranges((ord(character), ord(character)) for character in text)


def from_code(code: int) -> CharacterSet:
    """The characters from a code point on."""
    return of_ranges([(max(code, 0), COUNT - 1)] if code < COUNT else [])


EVERY = from_code(0)
ASCII = of_ranges([(0, 127)])


@lru_cache(maxsize=1)
def _all() -> str:
    return array("I", range(COUNT)).tobytes().decode(f"utf-32-{sys.byteorder[0]}e", "surrogatepass")


def satisfying(test: Callable[[str], bool]) -> CharacterSet:
    """The characters of which a test of one character holds."""
    holds = bytes(map(test, _all()))
    edges: list[int] = []
    boundary = holds.find(1)
    while boundary >= 0:
        edges.append(boundary)
        boundary = holds.find(1 - len(edges) % 2, boundary)
    return CharacterSet((*edges, COUNT) if len(edges) % 2 else tuple(edges))


@lru_cache(maxsize=64)
def holding(method: str) -> CharacterSet:
    """The characters of which a predicate of str without arguments (`isalpha`, ...) holds, as texts of length 1."""
    test: Callable[[str], bool] = getattr(str, method)
    return satisfying(test)


@lru_cache(maxsize=1)
def continuing() -> CharacterSet:
    """The characters that an identifier may have after its first (language reference 2.3)."""
    return satisfying(lambda character: ("a" + character).isidentifier())


@lru_cache(maxsize=256)
def matching(pattern: str, flags: int = 0) -> CharacterSet:
    """The characters that a pattern of one character matches (`\\d`, `[\\w.]`), with flags of `re`."""
    matches = re.finditer(f"(?:{pattern})+", _all(), flags)
    return CharacterSet(tuple(edge for match in matches for edge in match.span()))


@lru_cache(maxsize=64)
def changed_by(method: str) -> CharacterSet:
    """The characters that a method of str without arguments (`lower`, ...) does not leave as they are."""
    change: Callable[[str], str] = getattr(str, method)
    step = 256
    stretches = (_all()[start : start + step] for start in range(0, COUNT, step))
    # No method drops a character: a part that stays the same has no character that changes.
    suspects = (character for stretch in stretches if change(stretch) != stretch for character in stretch)
    return characters(character for character in suspects if change(character) != character)


@lru_cache(maxsize=1)
def digits() -> tuple[CharacterSet, ...]:
    """The characters that int() and float() read as a digit, by the digit's value."""
    by_value: list[list[str]] = [[] for _ in range(10)]
    for character in holding("isdecimal").characters():
        by_value[int(character)].append(character)
    return tuple(map(characters, by_value))


@lru_cache(maxsize=1)
def number_space() -> CharacterSet:
    """The characters that int() and float() ignore at both ends: not all that `str.isspace` knows."""
    return characters(space for space in holding("isspace").characters() if _reads(f"{space}1{space}"))


def _reads(text: str) -> bool:
    try:
        return int(text) == 1
    except ValueError:
        return False


@lru_cache(maxsize=64)
def classes(sets: frozenset[CharacterSet]) -> tuple[CharacterSet, ...]:
    """The classes of all characters that no set tells apart: exact, disjoint, by their first character."""
    ordered = list(sets)
    toggles: dict[int, int] = {0: 0}
    for number, character_set in enumerate(ordered):
        for edge in character_set.edges:
            toggles[edge] = toggles.get(edge, 0) ^ (1 << number)
    toggles.setdefault(COUNT, 0)
    inside = 0
    ranges_by_sets: dict[Hashable, list[tuple[int, int]]] = {}
    for first, following in pairwise(sorted(toggles)):
        inside ^= toggles[first]
        ranges_by_sets.setdefault(inside, []).append((first, following - 1))
    return tuple(map(of_ranges, ranges_by_sets.values()))
