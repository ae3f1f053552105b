"""Sequences and maps that share what they hold are what tuples and dictionaries are, and grow in equal steps."""

import json
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from specassay.core.ir.grown import FEWEST, GrownSequence, concatenated, key_of_value
from specassay.core.ir.values import FrozenMap


def _grown(size: int) -> GrownSequence:
    found = concatenated(tuple(range(size - 1)), (size - 1,))
    assert isinstance(found, GrownSequence)
    return found


PLAIN = tuple(range(80))
LISTED: Any = [*PLAIN]
OPERATIONS: tuple[Callable[[tuple[int, ...]], Any], ...] = (
    len,
    bool,
    hash,
    repr,
    list,
    sum,
    frozenset,
    lambda s: (s == PLAIN, s == PLAIN, s != PLAIN, s != PLAIN),
    lambda s: (s == PLAIN[:-1], PLAIN[:-1] == s, s == LISTED, s != LISTED),
    lambda s: (s < (*PLAIN, 1), (*PLAIN, 1) > s, s <= PLAIN, s <= PLAIN, s > PLAIN, s >= PLAIN),
    lambda s: (hash((s, 1)), s in {PLAIN}, {PLAIN: 1}.get(s), (s,) == (PLAIN,)),
    lambda s: tuple(reversed(s)),
    lambda s: (s[0], s[-1], s[3:7], s[::-1], s[5:], s[:-5], s[90:]),
    lambda s: (79 in s, 80 in s, s.index(7), s.count(7), s * 2, 2 * s),
    lambda s: (s + (1,), (1,) + s, [*s, *s]),  # noqa: RUF005
    lambda s: sorted([(1,), s, ()]),
    lambda s: "%s %s" % s[:2],  # noqa: UP031
    lambda s: {**dict(zip(s, s, strict=True))},
    lambda s: pickle.loads(pickle.dumps(s)),
    lambda s: json.dumps([s]),
    lambda s: print_of(*s),
)


def print_of(*arguments: int) -> tuple[int, ...]:
    return arguments


@pytest.mark.parametrize("operation", OPERATIONS)
def test_everybody_sees_a_tuple(operation: Callable[[tuple[int, ...]], Any]) -> None:
    grown = _grown(80)
    assert isinstance(grown, tuple)
    assert operation(grown) == operation(PLAIN)


def test_patterns_and_positions_are_those_of_a_tuple() -> None:
    match _grown(80):
        case (0, 1, *rest):
            assert len(rest) == 78
        case _:
            raise AssertionError
    with pytest.raises(IndexError):
        _grown(80)[80]
    assert type(pickle.loads(pickle.dumps(_grown(80)))) is tuple


def test_appending_changes_no_sequence() -> None:
    """Any of the sequences may be appended to, in any order: each stays what a tuple would be."""
    random = Random(1)
    known: list[tuple[tuple[int, ...], tuple[int, ...]]] = [(tuple(range(FEWEST)), tuple(range(FEWEST)))]
    for number in range(600):
        grown, plain = known[-1] if random.random() < 0.7 else random.choice(known)
        more = tuple(range(number, number + random.randrange(4)))
        known.append((concatenated(grown, more), plain + more))
    for grown, plain in random.sample(known, 150):
        assert (grown, tuple(grown), hash(grown)) == (plain, plain, hash(plain))
        other, same = random.choice(known)
        assert (grown == other) is (plain == same)
        assert key_of_value(grown) == key_of_value(concatenated(grown, ()))


def test_each_element_is_copied_once() -> None:
    """However many are appended to one sequence after the other, they stand in one list."""
    first = _grown(FEWEST + 1)
    last: tuple[Any, ...] = first
    for number in range(1_000):
        last = concatenated(last, (number,))
    copied = concatenated(first, (1,))
    assert isinstance(last, GrownSequence)
    assert isinstance(copied, GrownSequence)
    assert first._shared is last._shared
    assert copied._shared is not first._shared


def test_the_digest_looks_at_each_element_once() -> None:
    looked = 0

    class Seen(int):
        def __hash__(self) -> int:
            nonlocal looked
            looked += 1
            return int(self)

    sequence: tuple[int, ...] = tuple(map(Seen, range(FEWEST)))
    keys = set()
    for number in range(500):
        sequence = concatenated(sequence, (Seen(number),))
        keys.add(key_of_value(sequence))
    assert (len(keys), looked) == (500, FEWEST + 500)


def test_maps_that_share_their_items_are_what_dictionaries_are() -> None:
    random = Random(2)
    known: list[tuple[FrozenMap, dict[int, int]]] = [(FrozenMap(), {})]
    for number in range(600):
        grown, plain = known[-1] if random.random() < 0.7 else random.choice(known)
        if random.random() < 0.1:
            assert list(grown.items()) == list(plain.items())
        key = random.randrange(number // 2 + 1)
        known.append((grown.with_item(key, number), {**plain, key: number}))
    for grown, plain in known:
        assert len(grown) == len(plain)
        assert (7 in grown, grown.get(3), list(grown)) == (7 in plain, plain.get(3), list(plain))
        assert (grown, hash(grown)) == (FrozenMap(plain), hash(FrozenMap(plain)))


def test_a_map_that_is_iterated_over_does_not_grow() -> None:
    grown = FrozenMap({1: 1}).with_item(2, 2)
    for key in grown:
        assert grown.with_item(key + 10, 0)[key + 10] == 0
    assert list(grown.items()) == [(1, 1), (2, 2)]


def test_maps_grow_in_place() -> None:
    last = FrozenMap().with_item(0, 0)
    for number in range(1, 1_000):
        assert (last.has_room(number), last.has_room(0)) == (True, False)
        last = last.with_item(number, number)
    assert list(last) == list(range(1_000))
