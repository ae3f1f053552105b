"""Many edited texts over worker processes. The n-th text of a seed is the same on every machine with the same files."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

from attrs import frozen

from specassay.backends.processes.workers import in_order

from .corpus import corpus
from .cutting import cut
from .edits import edited
from .minimise import minimise
from .reading import Failure, failure, limited_memory

SLICE = 500
"""Texts that a worker gets at once."""
TO_SHRINK = 20.0
"""Seconds to make one failing text small."""


@frozen(slots=True)
class Search:
    """What to read. `seconds`: processor time that one text may take."""

    language: str
    seed: int
    data: Path | None
    seconds: float = 10.0


@frozen(slots=True)
class Outcome:
    """What came of the texts from `start` on: how many there are, and those that failed, made small, one for each
    place."""

    start: int
    count: int
    failures: tuple[Failure, ...]


@frozen(slots=True)
class Material:
    """What is edited: files, and single declarations of them with what they need."""

    texts: tuple[str, ...]
    declarations: tuple[str, ...]


def material(search: Search) -> Material:
    texts = corpus(search.language, search.data)
    cuts = (cut(search.language, text) for text in texts)
    return Material(tuple(texts), tuple(dict.fromkeys(part for parts in cuts for part in parts)))


def text_of(search: Search, found: Material, number: int) -> str:
    """The text of this number."""
    random = Random(f"{search.seed}:{search.language}:{number}")
    return edited(random, found.texts, found.declarations)


def run(search: Search, first: int, count: int, workers: int) -> Iterator[Outcome]:
    """The outcomes of `count` texts from the number `first` on, slice by slice."""
    slices = [(start, min(SLICE, first + count - start)) for start in range(first, first + count, SLICE)]
    yield from in_order(slices, partial(_open, search), workers, _lost)


@contextmanager
def _open(search: Search) -> Iterator[Callable[[tuple[int, int]], Outcome]]:
    found = material(search)
    with limited_memory():
        yield partial(_slice, search, found)


def _slice(search: Search, texts: Material, numbers: tuple[int, int]) -> Outcome:
    start, count = numbers
    failures: dict[str, Failure] = {}
    for number in range(start, start + count):
        found = failure(search.language, text_of(search, texts, number), search.seconds)
        if found is not None and found.key not in failures:
            failures[found.key] = minimise(search.language, found, search.seconds, TO_SHRINK)
    return Outcome(start, count, tuple(failures.values()))


def _lost(numbers: tuple[int, int]) -> Outcome:
    start, count = numbers
    place = f"a worker process died on one of the texts {start} to {start + count - 1}"
    return Outcome(start, count, (Failure(place, "", place),))
