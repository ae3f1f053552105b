"""The characters of a solver: SMT-LIB's theory of strings has 196,608 of them, Python 1,114,112.

What matters of a character is in which of the sets of an encoding it is, and whether it occurs in the contract:
characters that nothing tells apart are one *class*. Here each class becomes one block of a solver's characters, so that
every set is a few ranges. ASCII stays as it is. `renaming.py` says why that loses nothing.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from ..ir.build import joined, op
from ..ir.characters import ASCII, COUNT, CharacterSet, classes, of_ranges
from ..ir.sorts import REGEX
from ..ir.terms import Term, make
from .encoding_limits import LIMITS

SOLVER_COUNT = 0x30000
"""Characters in SMT-LIB 2.6's theory of strings."""


@frozen(slots=True, repr=False)
class CharacterBlock:
    """The solver's characters from `first` on, `size` of them, stand for Python's in `runs` (first and last code
    points), in this order. They are of a class, or a run of one, whose code points are from `low` to `high`."""

    first: int
    size: int
    runs: tuple[tuple[int, int], ...]
    low: int
    high: int

    def member(self, number: int) -> int:
        """The code point that the block's character number `place` stands for."""
        for low, high in self.runs:
            if number <= high - low:
                return low + number
            number -= high - low + 1
        raise IndexError(number)

    def place(self, code: int) -> int | None:
        """The number of a code point in the block; None for one that has none of its own."""
        smaller = 0
        for low, high in self.runs:
            if low <= code <= high:
                return smaller + code - low if smaller + code - low < self.size else None
            smaller += high - low + 1
        return None


@frozen(slots=True, eq=False, repr=False)
class Alphabet:
    """The meaning of a solver's characters: up to 127 themselves, then blocks. `ordered`: in the order of Python's."""

    blocks: tuple[CharacterBlock, ...]
    ordered: bool

    def decoded(self, text: str) -> str:
        """Python's text for a solver's."""
        return "".join(map(self._decoded, text))

    def _decoded(self, character: str) -> str:
        code = ord(character)
        if code < 128:
            return character
        block = self.blocks[bisect_right(self.blocks, code, key=lambda block: block.first) - 1]
        return chr(block.member(code - block.first))

    def coded(self, text: str) -> str | None:
        """A solver's text for Python's; None where it has a character that only others of its class stand for."""
        codes = [ord(character) if character < "\x80" else self._coded(ord(character)) for character in text]
        return "".join(map(chr, (code for code in codes if code is not None))) if None not in codes else None

    def _coded(self, code: int) -> int | None:
        for block in self.blocks:
            position = block.place(code)
            if position is not None:
                return block.first + position
        return None

    def regex(self, members: CharacterSet) -> Term:
        """One of the solver's characters that stand for members of a set; no class is partly in it."""
        ranges = list((members & ASCII).ranges())
        inside = (block for block in self.blocks if chr(block.runs[0][0]) in members)
        solver_characters = of_ranges([*ranges, *((block.first, block.first + block.size - 1) for block in inside)])
        if solver_characters.edges == (0, SOLVER_COUNT):
            return op("re.allchar")
        terms = [make("re.range", (), REGEX, (chr(first), chr(last))) for first, last in solver_characters.ranges()]
        return joined("re.union", terms, op("re.none"))


_PLEASANT = ((0xC0, 0x24F), (0xA1, 0xBF), (0x250, 0xD7FF), (0xE000, COUNT - 1), (0x80, 0xA0), (0xD800, 0xDFFF))
"""Latin letters first, surrogates last: which members of a class stand for it where that does not matter."""


@lru_cache(maxsize=64)
def alphabet(sets: frozenset[CharacterSet], ordered: bool) -> Alphabet:
    """An alphabet in whose blocks nothing is partly in one of the sets; in order if that is wished and possible."""
    # ASCII is one of the sets, so that no class is partly in it. Example: with the sets of letters and of digits the
    # classes beyond ASCII are letters, digits and all else: three blocks, of some 65,000 characters where there are as
    # many. Where texts are compared, each run of such a class is a block of its own, in Python's order.
    beyond_ascii = [class_ for class_ in classes(sets | {ASCII}) if class_.edges[0] >= 128]
    # A run is contiguous in Python's order, which blocks have to keep where texts are compared by `<`.
    runs = [of_ranges([run]) for run in sorted(run for class_members in beyond_ascii for run in class_members.ranges())]
    # Too many runs leave no room for more than a character each: then the classes do, and order is given up.
    ordered = ordered and len(runs) <= LIMITS.runs_of_classes
    members_of_blocks = runs if ordered else beyond_ascii
    # Every class gets as many of the solver's characters as it has members, while there are enough.
    sizes = _shared(list(map(len, members_of_blocks)))
    blocks, first = [], 128
    for members, size in zip(members_of_blocks, sizes, strict=True):
        # Of members that nothing tells apart those are shown which a reader can tell apart.
        chosen = (_middle(members, size),) if ordered else tuple(_pleasant(members))
        blocks.append(CharacterBlock(first, size, chosen, members.edges[0], members.edges[-1] - 1))
        first += size
    return Alphabet(tuple(blocks), ordered)


def _pleasant(members: CharacterSet) -> Iterator[tuple[int, int]]:
    return (run for window in _PLEASANT for run in (members & of_ranges([window])).ranges())


def example(members: CharacterSet) -> str:
    """A member of a set of characters, a letter where there is one."""
    ascii_members = members & ASCII
    return chr(ascii_members.edges[0] if ascii_members else next(_pleasant(members))[0])


def _middle(run: CharacterSet, size: int) -> tuple[int, int]:
    """Return a range of `size` characters of a run, from a letter on where there is one."""
    low, high = run.edges[0], run.edges[1] - 1
    first = min(0xC0, high - size + 1) if low < 0xC0 <= high else low
    return first, first + size - 1


def _shared(sizes_wanted: list[int]) -> list[int]:
    """The solver's characters beyond ASCII, shared out: what is small gets all that it has."""
    unassigned = SOLVER_COUNT - 128
    sizes = [0] * len(sizes_wanted)
    waiting = sorted(range(len(sizes_wanted)), key=lambda index: sizes_wanted[index])
    # The smallest first: what it leaves of an equal share is for those after it.
    while waiting:
        position = waiting.pop(0)
        sizes[position] = min(sizes_wanted[position], unassigned // (len(waiting) + 1))
        unassigned -= sizes[position]
    return sizes
