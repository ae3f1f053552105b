"""Which specassay this is, to the last byte."""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_LAYERS = ("core", "frontends", "backends", "dafny_harness", "benchmarks")
_CODE = (".py", ".lark", ".j2")


@cache
def build() -> str:
    """A digest of the source files of specassay: a version may have many of them while it is worked on."""
    files = [path for layer in _LAYERS for path in sorted((PACKAGE / layer).rglob("*")) if path.suffix in _CODE]
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
