"""Which specassay this is, to the last byte, and digests of what a row was computed from."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_LAYERS = ("core", "frontends", "backends", "dafny_harness", "benchmarks")
_CODE = (".py", ".lark", ".j2")
CHARACTERS = 16


@cache
def build() -> str:
    """A digest of the source files of specassay: a version may have many of them while it is worked on."""
    files = [path for layer in _LAYERS for path in sorted((PACKAGE / layer).rglob("*")) if path.suffix in _CODE]
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def digest_of_parts(parts: Mapping[str, object]) -> str:
    """A digest of everything in `parts`; what JSON has not counts as its text."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:CHARACTERS]
