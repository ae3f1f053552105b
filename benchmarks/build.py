"""Which specassay this is, to the last byte, and digests of what a row was computed from."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_LAYERS = ("core", "frontends", "backends", "dafny_harness", "benchmarks")
_CODE = (".py", ".lark", ".j2")
DIGITS = 16
"""Hexadecimal digits of a SHA-256 that are kept, 64 bits: of a million texts two have the same with a chance of 3 in
10**8."""


@cache
def build() -> str:
    """A digest of the source files of specassay: a version may have many of them while it is worked on."""
    files = [path for layer in _LAYERS for path in sorted((PACKAGE / layer).rglob("*")) if path.suffix in _CODE]
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def digest_of_parts(parts: Mapping[str, object]) -> str:
    """A digest of everything in `parts`; what JSON has not counts as its text."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:DIGITS]
