"""Values with the structure that contracts ask for: of a size that the contract names, distinct, sorted, equal,
palindromic, rectangular, with a digit where a digit is wanted; and several arguments that fit each other.

Random values have none of that: no list of ten small numbers sums to 30 by chance if lists of ten are never tried.
"""

import random
import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..evaluate.constants import constants_of
from ..ir.contracts import Contract
from .values import in_order

LONGEST = 1_000
"""The largest size that a value gets."""
USUAL = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12)
"""Sizes that are tried whatever the contract names."""
LARGEST = 2**512
"""Numbers beyond it are left to the other search: their products are no floats, and too long for a text."""
LETTERS = string.ascii_lowercase
CONTAINERS = (list, list, tuple, str, dict, set)
_FAULTS: tuple[Any, ...] = (None, -1, "a", 0.5, [], "", 0, 2, -0.5, True, (), {}, 10**6)
"""What takes the place of one item, so that only one is wrong."""


class Structured:
    """A seeded source of values for one contract, built of the numbers and texts that it mentions."""

    def __init__(self, contract: Contract, chance: random.Random) -> None:
        self._chance = chance
        constants = list(constants_of(contract.body))
        self.numbers = sorted({constant for constant in constants if type(constant) is int})
        self._texts = list(dict.fromkeys(constant for constant in constants if type(constant) is str))
        # Limits of lengths stand in the contract: those next to them decide it.
        named = {near for number in self.numbers for near in (number - 1, number, number + 1)}
        self._named = sorted(size for size in named if 2 < size <= LONGEST) or list(USUAL)
        self._short = [size for size in self._named if size <= 64] or list(USUAL)
        types = [constant for constant in constants if isinstance(constant, type)]
        self._kinds = [kind for kind in (list, tuple, str, dict, set, int, frozenset, bytes) if kind in types]
        self._alphabets = [text for text in self._texts if len(set(text)) > 1] + [string.digits, LETTERS, "01"]
        self._alphabets += ["".join(text for text in self._texts if len(text) == 1) or string.hexdigits]

    def arguments(self, parameters: Sequence[str], examples: Mapping[str, Any]) -> dict[str, Any]:
        """Values for all parameters, each of the kind that `examples` has it, if any; often of one size, and one made
        from another."""
        size = self.size()
        # Half of the time all arguments are of one size: clauses such as `len(s) == len(t)` hold then.
        one_size = self._chance.random() < 0.5
        arguments_made: dict[str, Any] = {}
        for name in parameters:
            draw = self._chance.random()
            # An argument made from another one: a part, a permutation or its sum is what relations between parameters
            # ask for.
            if arguments_made and draw < 0.25:
                arguments_made[name] = self._made_from(self._chance.choice(list(arguments_made.values())))
            elif name in examples and draw < 0.9:
                arguments_made[name] = self.value(type(examples[name]), size if one_size else self.size())
            else:
                # Now and then a kind that no known input has, so that the kinds seen first do not become the only ones.
                kinds = self._kinds if self._kinds and draw < 0.95 else CONTAINERS
                arguments_made[name] = self.value(self._chance.choice(kinds), size if one_size else self.size())
        return arguments_made

    def size(self) -> int:
        draw = self._chance.random()
        if draw < 0.6:
            return self._chance.choice(self._short)
        return self._chance.choice(USUAL if draw < 0.95 else self._named)

    def value(self, kind: type, size: int, depth: int = 0) -> Any:
        """A value of this type (bool and float count as int) and, for one that has a length, of this size."""
        if issubclass(kind, str):
            return self.text(size)
        if issubclass(kind, bytes):
            return bytes(self._chance.choice((0, 1, 65, 97, 255)) for _ in range(size))
        if issubclass(kind, dict):
            return self._dict(size, depth)
        if issubclass(kind, (set, frozenset)):
            return kind(self._distinct(size))
        if issubclass(kind, (list, tuple)):
            return kind(self._items(size, depth))
        number = self.number()
        # Halves are floats that are no whole numbers, and exact.
        return number / 2 if issubclass(kind, float) else number

    def number(self) -> int:
        """A whole number: near one that the contract mentions, a power, a sum or product of such, or of some digits."""
        chance = self._chance
        # What a contract multiplies or squares would leave the range in which solvers and readers feel at home.
        some = [*(number for number in self.numbers if abs(number) < LARGEST), 10]
        match chance.randrange(6):
            case 0:
                # Off by one or two around a constant: the boundary of a comparison with it.
                number: int = chance.choice(some) + chance.randint(-2, 2)
            case 1:
                # Powers of two and their neighbours: masks, widths of machine integers, halving.
                number = int(2 ** chance.randrange(64)) + chance.choice((-1, 0, 0, 1))
            case 2:
                first, second = chance.choice(some), chance.choice(some)
                # Products, sums and squares of constants: what arithmetic clauses compare with.
                number = chance.choice((first * second, first + second, first**2))
            case 3:
                # Squares, for clauses about roots.
                number = chance.randrange(1, 40) ** 2
            case 4:
                # Any small number, and one of any number of digits.
                number = chance.randrange(1_000)
            case _:
                number = chance.randrange(10 ** chance.randrange(1, 12))
        return -number if chance.random() < 0.15 else number

    def text(self, size: int) -> str:
        """A text of this size: one letter, a palindrome, words with something between them, digits."""
        chance = self._chance
        alphabet = chance.choice(self._alphabets)
        match chance.randrange(6):
            case 0:
                # The alphabet in turn, then one letter alone, a palindrome, words, two blocks, anything.
                text = (alphabet * (size // len(alphabet) + 1))[:size]
            case 1:
                text = chance.choice(alphabet) * size
            case 2:
                half = "".join(chance.choice(alphabet) for _ in range((size + 1) // 2))
                text = half + half[::-1][size % 2 :]
            case 3:
                text = self._joined(size % 10)
            case 4:
                text = alphabet[0] * (size // 2) + alphabet[-1] * (size - size // 2)
            case _:
                text = "".join(chance.choice(alphabet) for _ in range(size))
        # One character that does not fit violates a clause about all characters, and nothing else.
        if text and chance.random() < 0.3:
            position = chance.randrange(len(text))
            text = text[:position] + chance.choice(string.printable[:95]) + text[position + 1 :]
        return text

    def _joined(self, count: int) -> str:
        """Words, numbers or texts of the contract, with one of these between them."""
        chance = self._chance
        word = chance.choice((self._word, lambda: str(chance.randrange(10)), lambda: str(self.number())))
        words = [chance.choice(self._texts) if self._texts and chance.random() < 0.3 else word() for _ in range(count)]
        return chance.choice(("", " ", ",", *self._texts)).join(words)

    def _word(self) -> str:
        return "".join(self._chance.choice(LETTERS) for _ in range(self._chance.randrange(1, 5)))

    def _distinct(self, size: int) -> list[Any]:
        """Different values that can be hashed."""
        chance = self._chance
        start = chance.choice((0, 0, 1, 1, *self.numbers)) if chance.random() < 0.8 else chance.randint(-9, 9)
        match chance.randrange(4):
            case 0:
                return [f"{LETTERS[position % 26]}{position // 26 or ''}" for position in range(size)]
            case 1:
                step = chance.choice((2, 3, -1))
                return [start + step * position for position in range(size)]
            case 2 if self._texts:
                named = self._texts[:size]
                return [*named, *range(size - len(named))]
            case _:
                return list(range(start, start + size))

    def _dict(self, size: int, depth: int) -> dict[Any, Any]:
        keys = self._distinct(size)
        if self._texts and self._chance.random() < 0.6:
            keys = [*self._texts, *(key for key in keys if key not in self._texts)][: max(size, 1)]
        return dict(zip(keys, self._items(len(keys), depth + 1), strict=True))

    def _items(self, size: int, depth: int) -> list[Any]:
        """Items of one kind, in some arrangement, perhaps with one that does not fit."""
        chance = self._chance
        items = self._plain_items(size, depth)
        # What contracts ask of sequences, which items drawn one by one hardly ever have: no order, a palindrome, each
        # item twice, the other order; in half of the cases as they are. One item that does not fit violates one clause.
        match chance.randrange(8):
            case 0:
                chance.shuffle(items)
            case 1:
                items = items[: (size + 1) // 2] + items[: size // 2][::-1]
            case 2:
                items = [item for item in items[: (size + 1) // 2] for _ in range(2)][:size]
            case 3:
                items.reverse()
        if items and chance.random() < 0.35:
            items[chance.randrange(len(items))] = self._odd_item(items, depth)
        return items

    def _odd_item(self, items: list[Any], depth: int) -> Any:
        chance = self._chance
        match chance.randrange(4):
            case 0:
                return chance.choice(items)
            case 1 if depth < 2:
                return self.value(type(chance.choice(items)), self.size() % 9, depth + 1)
            case 2:
                return chance.choice([*_FAULTS, *self.numbers, *self._texts])
        return chance.choice(_FAULTS)

    def _plain_items(self, size: int, depth: int) -> list[Any]:
        chance = self._chance
        # Each maker is a shape that some clause asks for: equal items, a range, distinct ones, bits, digits, two
        # values, a progression, texts of one width, halves, sorted with repetitions.
        makers: list[Callable[[], list[Any]]] = [
            lambda: [0] * size,
            lambda: [1] * size,
            lambda: list(range(size)),
            lambda: list(range(1, size + 1)),
            lambda: self._distinct(size),
            lambda: [chance.randrange(2) for _ in range(size)],
            lambda: [chance.randrange(10) for _ in range(size)],
            lambda: [chance.choice(low_high) for _ in range(size)],
            lambda: [first + position * step for position in range(size)],
            lambda: [self.text(width) for _ in range(size)],
            lambda: [chance.choice(self._texts or ["a", "b"]) for _ in range(size)],
            lambda: [position / 2 for position in range(size)],
            lambda: sorted(chance.randrange(20) for _ in range(size)),
        ]
        # Bound after the makers that use them: one draw each, however many items there are.
        low_high = [chance.choice([0, 1, *self.numbers]), chance.choice([0, 1, *self.numbers])]
        first, step = chance.choice([0, 1, *self.numbers]), chance.choice((1, 1, 2, -1))
        width = self.size() % 9
        # Rows only where the whole stays small: depth multiplies.
        if depth < 2 and size <= 12 and chance.random() < 0.45:
            return self._rows(size, depth)
        return chance.choice(makers)()

    def _rows(self, size: int, depth: int) -> list[Any]:
        """Containers of one size: the rows of a matrix, pairs, records."""
        chance = self._chance
        kind: Any = chance.choice((list, list, tuple, dict) if self._texts else (list, list, tuple))
        width = chance.choice((size, 2, 2, 3, self.size() % 10))
        if chance.random() < 0.4:
            # Consecutive cells without repetition: Latin squares, magic squares and permutations of boards.
            cells = list(range(chance.choice((0, 1)), size * width + 1))
            if chance.random() < 0.5:
                chance.shuffle(cells)
            rows = [cells[position * width : (position + 1) * width] for position in range(size)]
            return (
                [kind(row) for row in rows]
                if kind is not dict
                else [self._record(position) for position in range(size)]
            )
        return [
            self._record(position) if kind is dict else self.value(kind, width, depth + 1) for position in range(size)
        ]

    def _record(self, number: int) -> dict[Any, Any]:
        values = (number, str(number), LETTERS[number % 26], 0.5 * number)
        return {key: self._chance.choice(values) for key in self._texts}

    def _made_from(self, value: Any) -> Any:
        """Another value that goes with this one: a copy, a rearrangement, a part, an element, a size, a sum."""
        chance = self._chance
        # A number goes with one next to it; anything else without items can only be repeated.
        if not isinstance(value, (list, tuple, str, dict, set, frozenset)):
            return value + chance.randint(-1, 1) if isinstance(value, (int, float)) else value
        items = in_order(value) if isinstance(value, set | frozenset) else list(value)
        match chance.randrange(7):
            case 0:
                # An alias of the other argument: what contracts about equal parameters need.
                return value
            case 1:
                chance.shuffle(items)
            case 2:
                items = items[: chance.randrange(len(items) + 1)]
            case 3:
                return chance.choice(items) if items else None
            case 4:
                # Its size, or one beside it: indices and counts.
                return len(items) + chance.randint(-1, 1)
            case 5:
                # The sum of its numbers, or one beside it: totals and budgets.
                numbers = [item for item in items if isinstance(item, (int, float))]
                return sum(numbers) + chance.randint(-1, 1)
            case _:
                items += items[:1]
        if isinstance(value, str):
            return "".join(items)
        if isinstance(value, dict):
            return {key: value[key] for key in items}
        return type(value)(items)
