"""What all rows have, and the version of their definitions."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

VERSION = 1
"""Counted up when a field changes its name or meaning, or goes; not when one is added."""


Rate = tuple[float, float]
"""The bounds that unknown verdicts leave, low and high, each in [0, 1]."""


Texts = dict[str, str]
"""Parameter, or result, to the text of a literal of its language."""


class Row(Struct, frozen=True, kw_only=True):
    """What all rows have.

    version: of the schema
    """

    version: int = VERSION


def line_of(row: Row | Mapping[str, Any]) -> str:
    """A row as a line of JSON, in ASCII: characters beyond it, lone surrogates among them, are escaped."""
    return json.dumps(msgspec.to_builtins(row) if isinstance(row, Row) else row) + "\n"
