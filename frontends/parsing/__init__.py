"""What the front ends share: parsers made of a grammar, and what one of them would accept next."""

import fcntl
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from lark import Lark
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParseConf, ParserState


def parser_of(package: str, **options: Any) -> Lark:
    """The LALR parser of the `grammar.lark` in a package, with the options of `Lark`.

    Its tables take a second to build, so they are kept in the user's cache folder, where there is one; Lark rebuilds
    them when the options or its own version change.
    """
    grammar = files(package).joinpath("grammar.lark").read_text(encoding="utf-8")
    with suppress(OSError):
        kept = _cache_file(package.rpartition(".")[2], grammar)
        with _in_turn(kept):
            return Lark(grammar, parser="lalr", cache=str(kept), **options)
    return Lark(grammar, parser="lalr", **options)


def _cache_file(language: str, grammar: str) -> Path:
    """Where the tables are kept: a folder that only the user can write. Raises OSError without one."""
    # Two versions of specassay that a user has would otherwise replace each other's tables whenever they start.
    digest = sha256(grammar.encode()).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path.home() / ".cache") / "specassay"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder / f"{language}-{digest}.lark-cache"


@contextmanager
def _in_turn(kept: Path) -> Iterator[None]:
    """Let one process build tables that are not kept yet, and write them, while the others wait and then read them: of
    several workers that start together each would build the same."""
    with ExitStack() as stack:
        with suppress(OSError):  # A folder that can only be read, or a file system without locks: there each builds.
            lock = stack.enter_context(kept.with_suffix(".lock").open("a"))
            fcntl.flock(lock, fcntl.LOCK_SH if kept.exists() else fcntl.LOCK_EX)
        yield


# -- which terminals may stand where a parser stopped


def acceptable(state: ParserState[Any]) -> set[str]:
    """The terminals that a parser in this state accepts: what `InteractiveParser.accepts` of Lark returns. That copies
    the whole state for each terminal, which took longer than reading a short text; here a terminal's reductions only
    take states off the stack and put others on it."""
    configuration = state.parse_conf
    stack, end = state.state_stack, configuration.end_state
    return {
        name
        for name in configuration.states[stack[-1]]
        if name.isupper() and _accepted(name, configuration.states, stack, end)
    }


class StackOfStates(Protocol):
    """What a parser has read so far: `ParserState` of Lark is one."""

    parse_conf: ParseConf[Any]
    state_stack: list[Any]


def accepts(state: StackOfStates, name: str) -> bool:
    """Does a parser in this state accept a terminal?"""
    configuration, stack = state.parse_conf, state.state_stack
    if name not in configuration.states[stack[-1]]:
        return False
    return _accepted(name, configuration.states, stack, configuration.end_state)


def _accepted(name: str, states: Mapping[Any, Mapping[str, tuple[Any, Any]]], stack: Sequence[Any], end: Any) -> bool:
    # What would be the stack is the first `kept` states of the stack, and `added`.
    kept, added = len(stack) - 1, [stack[-1]]
    while True:
        found = states[added[-1]].get(name)
        if found is None:
            return False
        action, rule = found
        if action is Shift:
            return True
        size = len(rule.expansion)
        if size < len(added):
            del added[len(added) - size :]
            below = added[-1]
        else:
            kept -= size - len(added)
            below = stack[kept - 1]
            added.clear()
        after = states[below][rule.origin.name][1]
        added.append(after)
        if name == "$END" and after == end:
            return True
