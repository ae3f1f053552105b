"""Calls of foreign code: the text of a tuple of arguments, made into what the process of a sample is sent."""

import ast
import marshal
from functools import lru_cache
from typing import Any

from attrs import frozen

from ....core.errors import InputError
from .guest import sample

MARSHAL_VERSION = 2
"""Without references between values: two equal lists of a call stay two lists. Known to every Python 3."""
MOST_KEPT = 4096


@frozen(slots=True)
class SandboxCall:
    """One call. `payload`: its arguments as `guest/sample.py` reads them. `names`: those of numpy that it needs."""

    payload: bytes
    names: frozenset[str] = frozenset()


@lru_cache(maxsize=MOST_KEPT)
def call_of(text: str) -> SandboxCall:
    """The call with the arguments that a text has: a tuple of literals and of the names in `guest.sample.NAMES` and
    `NUMPY_NAMES`. Raises InputError for a text that is no Python or uses other names."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        if unknown := names - sample.NAMES.keys() - set(sample.NUMPY_NAMES):
            raise NameError(", ".join(sorted(unknown)))
        if not names and (value := _plain(tree)) is not None:
            return SandboxCall(sample.MARSHALLED + marshal.dumps(value, MARSHAL_VERSION))
    except (NameError, SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise InputError(f"these calls are not Python: {f'{type(error).__name__}: {error}'[:500]}") from error
    payload = sample.TEXT + text.strip().encode("utf-8", "surrogatepass")
    return SandboxCall(payload, frozenset(names - sample.NAMES.keys()))


def call_with(arguments: tuple[Any, ...], text: str) -> SandboxCall:
    """The call with these arguments, which `text` stands for: faster than from the text alone."""
    if "{" not in text and "set(" not in text:  # the order of a set is that of its hashes
        try:
            return SandboxCall(sample.MARSHALLED + marshal.dumps(arguments, MARSHAL_VERSION))
        except ValueError:
            pass  # no plain value: the process has to evaluate it
    return call_of(text)


def _plain(tree: ast.Expression) -> tuple[Any, ...] | None:
    """The tuple that an expression is, None where the process has to evaluate it: the order of a set is that of
    its hashes."""
    if any(isinstance(node, ast.Set) for node in ast.walk(tree)):
        return None
    try:
        value = ast.literal_eval(tree)
    except (ValueError, TypeError):
        return None
    return value if isinstance(value, tuple) else None
