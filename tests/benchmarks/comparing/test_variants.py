"""The laws of comparing: a specification is equal to itself, whatever its names, order and clauses are."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.benchmarks.comparing.pairs import compare_pair
from specassay.benchmarks.comparing.subjects import ComparingOptions, read_subjects

from .variants import dafny_variants, python_variants

EXAMPLES = 200 if settings.default is not None and settings.default.max_examples > 25 else 15
"""`make laws` takes them all."""
SEEDS = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("variants")


def relation(folder: Path, texts: tuple[str, str], suffix: str) -> str:
    files = [folder / f"{name}{suffix}" for name in "ab"]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    one, other = (read_subjects(str(file)).found[-1] for file in files)
    found = compare_pair(one, other, ComparingOptions(seconds=10))
    assert found.comparison is not None, found.reason
    return found.comparison.relation


@settings(max_examples=EXAMPLES)
@given(seed=SEEDS)
def test_a_dafny_specification_is_equal_to_itself_in_other_words(folder: Path, seed: int) -> None:
    assert relation(folder, dafny_variants(seed), ".dfy") == "equal", "\n".join(dafny_variants(seed))


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(seed=SEEDS)
def test_a_python_contract_is_equal_to_itself_in_other_words(folder: Path, seed: int) -> None:
    assert relation(folder, python_variants(seed), ".py") == "equal", "\n".join(python_variants(seed))
