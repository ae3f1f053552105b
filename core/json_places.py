"""Where in a text of JSON a value is: the decoders of libraries say that of syntax errors only."""

import json
import re
from collections.abc import Sequence

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r,:]*")


def line_of_value(text: str, path: Sequence[str | int]) -> int:
    """The line of the value at a path of keys and positions, from 1, in a text that is JSON. Where the path leads
    nowhere, it is the line of the last value on it."""
    start = _after_space(text, 0)
    for step in path:
        member = _member(text, start, step)
        if member is None:
            break
        start = member
    return text.count("\n", 0, start) + 1


def _member(text: str, start: int, step: str | int) -> int | None:
    """Where the value of a key, or at a position, begins in the object or list that begins at `start`."""
    if text[start] != ("[" if isinstance(step, int) else "{"):
        return None
    found: int | None = None
    is_object, position, number = text[start] == "{", _after_space(text, start + 1), 0
    while text[position] not in "}]":
        key: str | int = number
        if is_object:
            key, end = _DECODER.raw_decode(text, position)
            position = _after_space(text, end)
        if key == step:
            found = position  # The last of equal keys counts, as for decoders.
        position = _after_space(text, _DECODER.raw_decode(text, position)[1])
        number += 1
    return found


def _after_space(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return position if space is None else space.end()
