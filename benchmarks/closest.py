"""Did you mean …? The name that somebody who mistyped one most likely meant.

Similarity by common parts (`difflib`, which click uses) misses what people mistype: of `z4` it finds no solver, and to
`--sover` `--json` is as like as `--solver`. So edits are counted first, as git and cargo do, and at most one for each
three letters, as in rustc: more make any short name another one.
"""

import difflib
import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")

LETTERS_AN_EDIT = 3
"""compiler/rustc_span/src/edit_distance.rs: `max(len, 3) / 3` edits."""


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name that is most like a word, whatever its case; None where none is like it."""
    known, wanted = list(names), word.lower()
    by_edits = min(known, key=lambda name: _edits(wanted, name.lower()), default=None)
    if by_edits is not None and _edits(wanted, by_edits.lower()) <= max(len(word), LETTERS_AN_EDIT) // LETTERS_AN_EDIT:
        return by_edits
    # Of a longer name only a part was typed: `mbpp` is not a few edits from `mbpp-dfy`, and yet it is meant.
    return next(iter(difflib.get_close_matches(word, known, 1)), None)


def suggestion(word: str, names: Iterable[str]) -> str:
    """`did you mean 'name'?` for the name that is closest; empty where there is none."""
    found = closest(word, names)
    return "" if found is None else f"did you mean {found!r}?"


def options_by_name(function: Callable[P, R]) -> Callable[P, R]:
    """The function, which raises InputError with the nearest name for an option that it does not have."""
    names = [name for name in inspect.signature(function).parameters if name != "self"]

    @functools.wraps(function)
    def called(*arguments: P.args, **options: P.kwargs) -> R:
        unknown = next((name for name in options if name not in names), None)
        if unknown is not None:
            from ..core.errors import InputError  # Here: help loads no library, and that of errors does.

            name = function.__qualname__.removesuffix(".__init__")
            hint = suggestion(unknown, names) or f"there are {', '.join(names)}"
            raise InputError(f"{name} has no option {unknown!r}: {hint}")
        return function(*arguments, **options)

    return called


def fields_by_name(kind: type[C]) -> type[C]:
    """The class, whose construction raises InputError with the nearest name for a field that it does not have."""
    built: Any = kind
    built.__init__ = options_by_name(built.__init__)
    return kind


def one_of(what: str, word: str, names: Iterable[str]) -> str:
    """A name that has to be one of some. Raises InputError for another one, with the nearest."""
    known = list(names)
    if word in known:
        return word
    from ..core.errors import InputError  # As above.

    raise InputError(f"no {what} {word!r}: {suggestion(word, known) or 'choose ' + ', '.join(known)}")


def _edits(one: str, other: str) -> int:
    """How many letters have to be added, left out or replaced, or neighbours exchanged, to make one word the other
    (optimal string alignment distance)."""
    before: list[int] = []
    above = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, against in enumerate(other, 1):
            best = min(above[j] + 1, row[-1] + 1, above[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, above = above, row
    return above[-1]
