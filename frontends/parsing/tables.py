"""Parsers of Lark, whose tables are kept between runs."""

import os
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from lark import Lark


def parser_of(package: str, **options: Any) -> Lark:
    """The LALR parser of the `grammar.lark` in a package, with the options of `Lark`.

    Its tables take a second to build, so they are kept in the user's cache folder, where there is one; Lark rebuilds
    them when the grammar, the options or its own version change.
    """
    grammar = files(package).joinpath("grammar.lark").read_text(encoding="utf-8")
    with suppress(OSError):
        return Lark(grammar, parser="lalr", cache=str(_cache_file(package.rpartition(".")[2])), **options)
    return Lark(grammar, parser="lalr", **options)


def _cache_file(language: str) -> Path:
    """Where the tables are kept: a folder that only the user can write. Raises OSError without one."""
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path.home() / ".cache") / "specassay"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder / f"{language}-grammar.lark-cache"
