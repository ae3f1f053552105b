"""Labelled specifications of a data set: a part of what `make orders` does with all of them."""

from pathlib import Path

import pytest

from ...samples import some
from .labelled import compare_variant


@pytest.mark.parametrize("name", some(["abs.dfy", "array_concat.dfy", "insert.dfy"], 3))
def test_a_weaker_variant_is_found_with_a_value(data_dir: Path, name: str) -> None:
    assert compare_variant(data_dir / "labelled_specs" / "clover", name, seconds=5).is_found
