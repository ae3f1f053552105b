"""A verifier that is always there: the stand-in for Dafny 4."""

import sys
from pathlib import Path

import pytest

from specassay.backends.dafny.process import Verifier, find_dafny

FAKE = Path(__file__).parent / "fake_dafny_4.py"


@pytest.fixture(scope="session")
def fake_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An executable that speaks Dafny 4's command line."""
    path = tmp_path_factory.mktemp("bin") / "dafny"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE}" "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture(scope="session")
def fake(fake_program: Path) -> Verifier:
    return find_dafny(str(fake_program))
