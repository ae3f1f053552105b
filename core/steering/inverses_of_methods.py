"""Methods backwards: what a receiver, or an argument, may have to be so that a method gives what is wanted.

The source is Python's library reference, "Built-in Types"."""

import re
from collections.abc import Callable, Iterator, Sequence
from operator import methodcaller
from typing import Any

from ..ir import library
from ..ir.python_builtins import PREDICATES, TABLE, names
from ..iteration import in_turn
from .applications import Application, matched_texts, other_matches, with_item
from .goals import LONGEST, Goal
from .nearby import CHARACTERS, fresh_keys, like, places

_SAME = names(row for row in TABLE if row.alike)


def by_method(name: str, application: Application) -> Iterator[Any]:
    """Values of the operand of a method that may change."""
    receiver, *arguments = application.operands
    goal = application.goal
    if not application.is_receiver:
        if isinstance(receiver, re.Pattern):
            yield from matched_texts(receiver, goal)
        elif name == "join" and goal.kind == "equals":
            # Splitting by an empty separator is an error; joined with one, every item is a character.
            yield from (goal.value.split(receiver) if receiver else list(goal.value),)
        elif name in ("startswith", "endswith") and goal.kind == "is":
            yield receiver[:1] if name == "startswith" else receiver[-1:]
        elif name == "get" and isinstance(receiver, dict):
            yield from receiver
        return
    if isinstance(receiver, str | bytes):
        yield from _text_by_method(name, receiver, arguments, application)
    elif isinstance(receiver, dict):
        yield from _dict_by_method(name, receiver, arguments, application)
    elif isinstance(receiver, set | frozenset):
        yield from _set_by_method(name, receiver, arguments, goal)
    elif isinstance(receiver, re.Match):
        called = methodcaller(name, *arguments)
        yield from other_matches(application, arguments[0] if name == "group" and arguments else 0, called)
    elif name == "to_bytes" and goal.kind == "equals":
        yield int.from_bytes(goal.value, arguments[1] if len(arguments) > 1 else "big")
    elif library.is_readable(receiver, name):
        yield from library.with_result(receiver, name, goal.value)
    elif name == "count" and goal.kind == "equals":
        yield from _counted(list(receiver), [arguments[0]], goal.value, lambda items: type(receiver)(items))


def _text_by_method(name: str, text: Any, arguments: Sequence[Any], application: Application) -> Iterator[Any]:
    goal, empty = application.goal, type(text)()
    result = goal.value
    if name in PREDICATES and goal.kind == "is":
        yield from _of_kind(name, text, result)
    elif name in ("startswith", "endswith") and goal.kind == "is":
        yield from _with_edge(text, arguments[0], name == "startswith", result)
    # `index` raises unless its argument is there: whatever the goal, the argument is put in.
    elif goal.kind != "equals":
        if name in ("index", "rindex"):
            yield from with_item(application, arguments[0])
        return
    elif name in _SAME:
        yield result
        if arguments and name == "removeprefix":
            yield arguments[0] + result
        if arguments and name == "removesuffix":
            yield result + arguments[0]
    elif name in ("split", "rsplit"):
        # Without a separator, text is split at runs of white space; one space is the shortest of them.
        separator = arguments[0] if arguments and arguments[0] is not None else empty + type(text)(_space(text))
        yield separator.join(result)
    elif name in ("partition", "rpartition"):
        yield empty.join(result)
    elif name == "splitlines":
        yield type(text)(_line(text)).join(result)
    elif name == "count":
        pieces = text.split(arguments[0])
        # A text with n separators has n + 1 pieces.
        yield from _counted(pieces, [empty], result + 1, arguments[0].join)
        yield arguments[0] * result
    elif name in ("find", "index", "rfind", "rindex"):
        if result < 0:
            yield text.replace(arguments[0], empty)
        else:
            # What fills the text up must not contain what is sought, which would be found too early.
            filler = (text.replace(arguments[0], empty) or type(text)(_letter(text))) * (result + 1)
            yield filler[:result] + arguments[0] + text[result + len(arguments[0]) :]
    elif name == "encode":
        yield result.decode(*arguments[:1])
    elif name == "decode":
        yield result.encode(*arguments[:1])
    elif name == "hex":
        yield bytes.fromhex(result)


def _space(text: Any) -> Any:
    return " " if isinstance(text, str) else b" "


def _line(text: Any) -> Any:
    return "\n" if isinstance(text, str) else b"\n"


def _letter(text: Any) -> Any:
    return "a" if isinstance(text, str) else b"a"


def _counted(items: list[Any], filler: list[Any], count: int, built: Callable[[list[Any]], Any]) -> Iterator[Any]:
    """Items of which one is there so often, more of it at the end, in front, or less of it."""
    missing = count - (items.count(filler[0]) if built(items) == items else len(items))
    if 0 <= missing <= LONGEST:
        yield built([*items, *filler * missing])
        yield built([*filler * missing, *items])
        yield built([*items[:1], *filler * missing, *items[1:]])
    elif missing < 0 and len(items) > -missing:
        yield built(items[:missing])
        yield built(items[-missing:])


def _of_kind(name: str, text: Any, holds: bool) -> Iterator[Any]:
    """A text of which a predicate about its characters is so."""
    characters = PREDICATES[name].holds_of
    if isinstance(text, bytes):
        # Bytes have the same predicates over ASCII alone.
        plain = (letter.encode() for letter in _of_kind(name, text.decode("latin-1"), holds) if letter.isascii())
        yield from plain
        return
    if not holds:
        changed = (
            text[:position] + replacement + text[position + 1 :]
            for position in reversed(places(len(text)))
            for replacement in (PREDICATES[name].fails_of or CHARACTERS)
        )
        # In turn, so that a long text does not spend all suggestions on its own positions.
        yield from in_turn(
            [
                changed,
                [""],
                (replacement + text for replacement in "- +a0"),
                (text + replacement for replacement in " a0-"),
            ]
        )
        return
    predicate = getattr(str, name)
    # First all characters that offend are replaced, which keeps the length; only then are they dropped.
    for character in characters:
        yield "".join(letter if predicate(letter) else character for letter in text) or character
    yield "".join(letter for letter in text if predicate(letter))
    yield (characters * (len(text) // len(characters) + 1))[: max(len(text), 1)]
    yield from (text.upper(), text.lower(), text.title())


def _with_edge(text: Any, edges: Any, first: bool, has_edge: bool) -> Iterator[Any]:
    """A text that begins, or ends, with one of the edges, or with none of them."""
    for edge in edges if isinstance(edges, tuple) else (edges,):
        if has_edge:
            yield edge + text if first else text + edge
            yield edge + text[len(edge) :] if first else text[: max(len(text) - len(edge), 0)] + edge
            yield edge
        elif edge:
            yield text[len(edge) :] if first else text[: len(text) - len(edge)]
            yield text[1:] if first else text[:-1]
            for character in CHARACTERS if isinstance(text, str) else (b"a", b"\0"):
                yield character + text[1:] if first else text[:-1] + character
                yield character + text if first else text + character


def _dict_by_method(
    name: str, value: dict[Any, Any], arguments: Sequence[Any], application: Application
) -> Iterator[Any]:
    goal = application.goal
    if name == "get":
        if goal.kind == "equals":
            yield {**value, arguments[0]: goal.value}
        elif goal.kind == "is":
            yield from with_item(application, arguments[0])
        return
    if goal.kind != "equals":
        return
    keys_wanted = list(goal.value)
    match name:
        case "values":
            keys = [*value, *fresh_keys(value, application.constants)]
            yield dict(zip(keys, keys_wanted, strict=False))
            if len(keys_wanted) == len(value) - 1:
                # One of them is gone, and its key with it.
                for gone in value:
                    yield {key: item for key, item in value.items() if key != gone}
        case "items":
            yield dict(keys_wanted)
        case "keys":
            items = [*value.values(), *like(list(value.values()), application.constants)]
            yield {
                key: value.get(key, items[min(position, len(items) - 1)]) for position, key in enumerate(keys_wanted)
            }
            yield dict(zip(keys_wanted, items, strict=False))
        case "copy":
            yield goal.value


def _set_by_method(name: str, value: Any, arguments: Sequence[Any], goal: Goal) -> Iterator[Any]:
    argument = set(arguments[0]) if arguments else set()
    match name:
        case "issubset" if goal.kind == "is":
            yield type(value)(value & argument if goal.value else value)
        case "issuperset" if goal.kind == "is":
            yield type(value)(value | argument if goal.value else value - argument)
        case "isdisjoint" if goal.kind == "is":
            yield type(value)(value - argument if goal.value else value | argument)
        case _ if goal.kind == "equals":
            yield type(value)(goal.value)
