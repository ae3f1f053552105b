"""The tables of a grammar: built once, kept in the user's folder, and read there."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from specassay.frontends import parsing
from specassay.frontends.python import parse as python
from specassay.frontends.python import parse_contract

PACKAGE = "specassay.frontends.python"


def test_of_several_processes_one_builds_and_the_others_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    built = []

    def lark(grammar: str, *, cache: str, **options: Any) -> str:
        if not Path(cache).exists():
            built.append(cache)
            time.sleep(0.1)  # Building takes seconds: the others come while it lasts.
            Path(cache).write_text("tables")
        return Path(cache).read_text()

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(parsing, "Lark", lark)
    with ThreadPoolExecutor(4) as pool:
        assert list(map(str, pool.map(parsing.parser_of, [PACKAGE] * 4))) == ["tables"] * 4
    assert len(built) == 1


def test_where_nothing_can_be_locked_they_are_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(parsing, "Lark", lambda grammar, *, cache, **options: cache)
    kept = Path(str(parsing.parser_of(PACKAGE)))
    kept.with_suffix(".lock").unlink()
    kept.with_suffix(".lock").mkdir()
    assert str(parsing.parser_of(PACKAGE)) == str(kept)


def test_versions_with_other_grammars_leave_each_other_their_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(parsing, "Lark", lambda grammar, *, cache, **options: cache)
    kept = set()
    for grammar in ("start: A", "start: B"):
        (tmp_path / "grammar.lark").write_text(grammar)
        monkeypatch.setattr(parsing, "files", lambda package: tmp_path)
        kept.add(str(parsing.parser_of(PACKAGE)))
    assert len(kept) == 2


def test_without_a_folder_the_parser_is_built_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    python._parser.cache_clear()
    try:
        assert len(parse_contract("assert x > 1", name="f", parameters=("x",)).clauses) == 1
    finally:
        python._parser.cache_clear()
