"""Search beside the solvers: inputs from the contract's own constants, mixed with plain values of every kind.

It decides nothing by itself: what it finds is an input that the oracle has observed, and not finding is no proof.

Inputs come from a seeded stream (`InputGenerator`). At first they are samples and plain values, one parameter at a
time; then inputs that violate few clauses are kept (`learn`), and most new ones are such an input with one part
changed, or two of them mixed. So `len(xs) > 3 and sorted(xs) == xs and xs[0] > 0` is not met by chance: an input that
meets two of the conditions is found first, and a small change of it meets the third.

Invariant: the same contract and seed give the same stream, whatever the machine and the order of hashes. Everything is
drawn from one generator, and nothing is drawn depending on time: `Effort` counts steps and tries.
"""

import ast
import json
import math
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import frozen

from ..evaluate.constants import constants_of
from ..ir.contracts import Contract
from ..ir.plain_values import is_hashable
from .structured import Structured
from .synthesis_limits import LIMITS
from .values import SIMPLE, in_order
from .verdicts import Arguments

HUGE, FEW = 1e100, 3
"""Floats are combined up to this size, and so many of them."""
EXTREME = (1e200, -1e200, 1e-200, 2.0**53, -math.inf)
"""Floats whose sums, products and quotients are out of reach, or are rounded to one of their operands; and the infinity
that is not plain."""
SHORTEST, LONGEST = 4, 1_000
"""Values are stretched to lengths between these that the contract mentions: shorter ones are drawn in any case, and
longer ones cost more to replay than they are likely to show."""


def always() -> bool:
    """There is always time."""
    return True


def none() -> int:
    """No steps are counted."""
    return 0


@frozen(slots=True)
class Effort:
    """What a search may spend: at most so many `tries` (inputs), while `go_on` says so. `seed` decides the order. It
    also ends when so many steps have been taken since something new was found (`quiet_steps`, by the count of `steps`),
    or so many inputs have been tried in vain, and twice as many as it took to come to that (`quiet_tries`): what all of
    them miss is violated by few inputs, if by any. `shrinking`: the tries that making one input simpler may take."""

    tries: int
    go_on: Callable[[], bool] = always
    seed: int = 0
    steps: Callable[[], int] = none
    quiet_steps: float = math.inf
    quiet_tries: float = math.inf
    shrinking: int = LIMITS.shrinking_executions

    def is_quiet(self, tries: int, last: int, steps: int) -> bool:
        """Is it time to end after so many tries, of which the `last` that found anything new was made after so many
        `steps`?"""
        return tries - last > max(self.quiet_tries, 2 * last) or self.steps() - steps > self.quiet_steps


def constants(contract: Contract) -> list[Any]:
    """The numbers and texts that occur in a contract, with the neighbours of whole numbers."""
    by_text: dict[str, Any] = {}
    for constant in constants_of(contract.body):
        if type(constant) in (int, float, str):
            values = [constant, constant - 1, constant + 1] if type(constant) is int else [constant]
            by_text.update((repr(value), value) for value in values)
    return list(by_text.values())


def near_floats(numbers: Iterable[Any]) -> list[float]:
    """Where floats are told apart: the neighbours of those among these numbers that are no multiples of 1/8, and the
    sums, differences, products, quotients and middles of them with each other number."""
    finite = [number for number in numbers if type(number) in (int, float) and abs(number) < HUGE]
    # Multiples of 1/8 are on the grid on which tests are looked for anyway.
    odd = [number for number in finite if number * 8 % 1][:FEW]
    neighbours = [math.nextafter(number, limit) for number in odd for limit in (math.inf, -math.inf)]
    for number in odd:
        for number_near in finite[: 3 * FEW]:
            neighbours += [number + number_near, number - number_near, number * number_near, (number + number_near) / 2]
            neighbours += [number / number_near] if number_near else []
    return list(dict.fromkeys(neighbours))


READERS = (ast.literal_eval, json.loads)
"""Functions that make values of texts."""
WRITTEN = ("[]", "{}", "[1]", '["a"]', "[[1]]", '[["a"]]', '[{"a": 1}]', '{"a": []}', "null", "None")
"""Texts of values, as these functions read them."""


def written_values(contract: Contract) -> list[str]:
    """Texts of values where a contract reads values from a text: those with the keys that it names are among them."""
    if not any(constant is reader for constant in constants_of(contract.body) for reader in READERS):
        return []
    keys = [key for key in constants(contract) if isinstance(key, str) and key.isidentifier()]
    objects = [f'{{"{key}": {value}}}' for key in keys for value in (1, '"a"', "[]")]
    entries = ", ".join(f'"{key}": 1' for key in keys)
    return [*WRITTEN, *objects, f"{{{entries}}}"]


def _speaks_of_floats(contract: Contract) -> bool:
    """Does it name a function that tells floats by their size?"""
    functions = (constant for constant in constants_of(contract.body) if callable(constant))
    return any(function in (math.isfinite, math.isinf, math.isnan) for function in functions)


def recombinations(arguments: Arguments, others_known: Iterable[Arguments]) -> Iterator[dict[str, Any]]:
    """The argument lists that differ from one known in one parameter, where they are as in `arguments`; and the other
    way round, where that is not the same. A parameter that one of them leaves out, as proofs do with receivers, is as
    the other has it."""
    for known_input in others_known:
        for name in (argument for argument in arguments if argument in known_input):
            if known_input[name] is not arguments[name]:
                yield {**known_input, name: arguments[name]}
                if len(arguments) > 2:
                    yield {**arguments, name: known_input[name]}


EDITS = ("", "a", " ", "1", "A", "+", "-", "_", ".", "0", "9", "é", "²")
"""What a character of a text is replaced by, or what is put into it."""
STRUCTURED = 0.3
"""The share of inputs that are made as wholes (`structured.py`)."""


SAMPLED = 0.85
"""The share of inputs in which a parameter that is declared to take objects has one."""
NEAR_KNOWN = 0.3
"""The share of inputs, where there are samples, that differ from a known one in one of these."""
PLAINEST: tuple[Any, ...] = (0, "a", None, 1, [], "", -1)
"""Plain values that are tried beside the first samples."""
EACH = 12
"""Samples of one parameter that are tried beside the first ones of the others."""


class InputGenerator:
    """An endless, seeded stream of inputs; `learn` adds an input whose parts are worth mixing."""

    def __init__(self, contract: Contract, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._parameters = contract.parameters
        self._atoms: list[Any] = [*constants(contract), *(v for v in SIMPLE if not isinstance(v, (list, tuple, dict)))]
        self._atoms += [2, 3, 10, -2, 1.5, -0.5, 0.1, "ab", "A", "1", " ", "(", ")", "b", "é"]
        self._atoms += near_floats(constants(contract))
        if _speaks_of_floats(contract):
            self._atoms += EXTREME
        self._atoms += written_values(contract)
        self._lengths = [atom for atom in constants(contract) if type(atom) is int and SHORTEST < atom <= LONGEST]
        self._structured = Structured(contract, self._random)
        self._known: list[Arguments] = []
        self._samples = contract.samples
        self._violated: list[int] = []

    def learn(self, arguments: Arguments, violated: int = 0) -> None:
        """Mix parts of this input, which violates so many clauses, into others. Those with the fewest are kept: of a
        contract of many clauses nearly every input violates nearly all, and so does what is near such an input."""
        if len(self._known) < LIMITS.known_inputs:
            self._known.append(arguments)
            self._violated.append(violated)
        elif violated < (most := max(self._violated)):
            position = self._violated.index(most)
            self._known[position], self._violated[position] = arguments, violated

    def __iter__(self) -> Iterator[dict[str, Any]]:
        if not self._samples:
            yield from self._plain()
        yield from self._sampled()
        for arguments in self._plain():
            # Near an input that is known to be valid, one change violates the fewest clauses.
            if self._known and self._random.random() < NEAR_KNOWN:
                changed = self._random.choice(list(self._samples))
                arguments = {**self._random.choice(self._known), changed: self._random.choice(self._samples[changed])}
            else:
                for name, samples in self._samples.items():
                    if self._random.random() < SAMPLED:
                        arguments[name] = self._random.choice(samples)
            yield arguments

    def _sampled(self) -> Iterator[dict[str, Any]]:
        """The first sample of each parameter, and the others, or plain values, of one at a time."""
        first = {name: self._samples[name][0] if name in self._samples else 0 for name in self._parameters}
        yield first
        # One at a time: with several changed, clauses about each would be violated together.
        for value in PLAINEST if self._samples else ():
            yield from ({**first, name: value} for name in self._parameters)
        for turn in range(1, EACH):
            for name, samples in self._samples.items():
                if turn < len(samples):
                    yield {**first, name: samples[turn]}

    def _plain(self) -> Iterator[dict[str, Any]]:
        while True:
            # Structure first: neither mutation nor chance makes ten numbers that sum to thirty.
            if self._random.random() < STRUCTURED:
                examples = self._random.choice(self._known) if self._known else {}
                yield self._structured.arguments(self._parameters, examples)
                continue
            # Most clauses are violated one step from an input that violates none: of `assert len(s) == len(t)` and ten
            # others, a known input with one item more violates this one alone, and a fresh input nearly all. What has
            # no known input yet needs the fresh ones.
            base = self._random.choice(self._known) if self._known and self._random.random() < 0.7 else {}
            arguments = {
                name: self._mutated(base[name]) if name in base else self._value(0) for name in self._parameters
            }
            # Crossover: an argument of another known input, for clauses that relate two parameters.
            if base and len(self._known) > 1 and self._random.random() < 0.4:
                known_input = self._random.choice(self._known)
                name = self._random.choice(self._parameters)
                arguments[name] = known_input.get(name, arguments[name])
            yield arguments

    def _value(self, depth: int) -> Any:
        draw = self._random.random()
        # The deeper, the likelier a plain value: the expected size of a value stays finite.
        if depth >= 3 or draw < (0.45 if depth else 0.35):
            return self._random.choice(self._atoms)
        if draw < 0.55:
            alphabet = [a for a in self._atoms if isinstance(a, str) and a] or ["a"]
            return "".join(self._random.choice(alphabet) for _ in range(self._random.randrange(4)))
        count = self._random.choice((0, 1, 1, 2, 2, 3, 4))
        # Half of the containers hold items of one type: a clause behind `all(isinstance(x, int) for x in xs)` is
        # reached by no other.
        uniform = self._random.random() < 0.5
        first = self._value(depth + 1)
        items = [first if uniform and self._random.random() < 0.5 else self._value(depth + 1) for _ in range(count)]
        if uniform and items:
            items = [item if type(item) is type(first) else first for item in items]
        return self._container(items, draw)

    def _container(self, items: list[Any], draw: float) -> Any:
        if draw < 0.78:
            return items
        if draw < 0.88:
            return tuple(items)
        hashable = [item for item in items if not isinstance(item, (list, dict, set)) and is_hashable(item)]
        if draw < 0.93:
            return dict(zip(hashable, items, strict=False))
        return set(hashable) if draw < 0.98 else frozenset(hashable)

    def _mutated(self, value: Any) -> Any:
        draw = self._random.random()
        # Most parts of an input stay as they are, or two changes at once would hide which of them mattered.
        if draw < 0.55:
            return value
        if draw < 0.65:
            return self._value(0)
        # The same value in another type violates a clause about types and next to nothing else.
        if draw < 0.72:
            return self._random.choice(in_other_kinds(value) or [self._value(0)])
        match value:
            # Of a length that the contract names, where a clause about length changes its answer.
            case str() | list() | tuple() if value and self._lengths and self._random.random() < 0.2:
                return self._stretched(value)
            case bool() | None:
                return self._random.choice(self._atoms)
            case int() | float():
                # Beyond 1e15 a step of one is lost in a float.
                return value + self._random.choice((-1, 1, 2, -2, 0.5)) if abs(value) < 1e15 else 0
            case str():
                position = self._random.randrange(len(value) + 1)
                # A character more, or one in the place of another.
                skipped = 1 if draw > 0.85 else 0
                return value[:position] + self._random.choice(EDITS) + value[position + skipped :]
            case list() | tuple():
                return self._mutated_items(value)
            case dict():
                return self._mutated_dict(value)
            case set() | frozenset():
                return self._mutated_set(value)
        return self._value(0)

    def _stretched(self, value: Any) -> Any:
        """A value of a length that the contract mentions: one item repeated, or the end left out."""
        length = self._random.choice(self._lengths)
        position = self._random.randrange(len(value))
        times = max(1, length - len(value) + 1)
        return (value[:position] + value[position : position + 1] * times + value[position + 1 :])[:length]

    def _mutated_items(self, value: Any) -> Any:
        items = list(value)
        choice = self._random.randrange(8)
        if choice == 0 and items:
            # Eight edits, as likely as one another: fewer, more, a copy, another item, a new one of its kind, two made
            # equal, two exchanged, and the other kind of sequence.
            items.pop(self._random.randrange(len(items)))
        elif choice == 1 and items:
            items.append(self._random.choice(items))
        elif choice == 2 or not items:
            items.insert(self._random.randrange(len(items) + 1), self._value(1))
        elif choice == 3:
            position = self._random.randrange(len(items))
            items[position] = self._mutated(items[position])
        elif choice == 4:
            position = self._random.randrange(len(items))
            # An item of the same type keeps a clause about the types of items true.
            items[position] = self._structured.value(type(items[position]), self._structured.size() % 9, 1)
        elif choice == 5:
            # Two equal items: what a clause about distinctness is about.
            items[self._random.randrange(len(items))] = self._random.choice(items)
        elif choice == 6:
            first, second = (self._random.randrange(len(items)) for _ in range(2))
            items[first], items[second] = items[second], items[first]
        else:
            # A list for a tuple and the other way round: what looks at items alone does not tell them apart.
            return tuple(items) if isinstance(value, list) else items
        return type(value)(items)

    def _mutated_dict(self, value: dict[Any, Any]) -> dict[Any, Any]:
        items = list(value.items())
        choice = self._random.randrange(4)
        position = self._random.randrange(len(items)) if items else 0
        if choice == 0 and items:
            items.pop(position)
        elif choice == 1 or not items:
            key, new_item = self._random.choice(self._atoms), self._random.choice(items)[1] if items else self._value(1)
            items.append((key, new_item))
        elif choice == 2:
            items[position] = (items[position][0], self._mutated(items[position][1]))
        else:
            items[position] = (self._random.choice(self._atoms), items[position][1])
        return {key: item for key, item in items if is_hashable(key)}

    def _mutated_set(self, value: "set[Any] | frozenset[Any]") -> Any:
        items = in_order(value)
        if items and self._random.random() < 0.4:
            items.pop(self._random.randrange(len(items)))
        else:
            items.append(self._random.choice(self._atoms))
        return type(value)(item for item in items if is_hashable(item))


def in_other_kinds(value: Any) -> list[Any]:
    """The value as other types would have it: what violates a clause about the type and as few others as possible."""
    match value:
        case bool():
            return [int(value)]
        case int():
            # Up to 2**53 the float is the same number, so that a clause about its value still holds.
            return [str(value), *([float(value), complex(value)] if abs(value) < 2**53 else []), [value], value == 1]
        case float():
            return [complex(value), str(value), *([int(value)] if math.isfinite(value) else [])]
        case str():
            return [value.encode("utf-8", "replace"), list(value), [value]]
        case bytes():
            return [value.decode("latin-1"), list(value)]
        case list() | tuple() | set() | frozenset() | dict():
            items = in_order(value) if isinstance(value, set | frozenset) else list(value)
            conversions: list[Any] = [kind(items) for kind in (list, tuple) if kind is not type(value)]
            # Only hashable items may become a set, or keys.
            if all(is_hashable(item) for item in items):
                conversions += [set(items), dict.fromkeys(items, 0)]
            return conversions
    return []
