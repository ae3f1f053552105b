"""Objects after several calls of their methods, each call made on what the ones before it have made.

Calls are drawn with feedback (Pacheco, Lahiri, Ernst, Ball: "Feedback-directed random test generation", ICSE 2007):
what raises is not gone on with, nor what leads to an object that is like a known one. A graph with two nodes and an
edge takes three calls that fit each other, which independent draws hardly ever make.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from ...core.iteration import in_turn
from ...frontends.python.receivers import after_call
from .constructing import Constructing

ROUNDS, TRIED = 2, 64
"""Calls after those that a sample has already, and expressions that are tried in one round."""
GONE_ON = 6
"""Objects of one round that the next one begins with."""


def after_further_calls(
    constructing: Constructing, parameter: str, texts: Sequence[str], calls: Sequence[str]
) -> list[str]:
    """Expressions for objects in further states, the ones with the fewest calls first. `texts` make the objects that
    are known."""
    seen = {made.state for made in constructing.of(parameter, texts)}
    further: list[str] = []
    begun = list(texts[:GONE_ON])
    for _ in range(ROUNDS if calls else 0):
        tried = list(islice(_extended(begun, calls), TRIED))
        begun = []
        for text, made in zip(tried, constructing.of(parameter, tried), strict=True):
            # Of two objects whose attributes are objects nobody knows whether they are alike.
            if made.refused is None and made.state and "<" not in made.state and made.state not in seen:
                seen.add(made.state)
                begun.append(text)
        further += begun
        begun = begun[:GONE_ON]
    return further


def _extended(texts: Sequence[str], calls: Sequence[str]) -> Iterator[str]:
    return in_turn([map(after_call, [text] * len(calls), calls) for text in texts])
