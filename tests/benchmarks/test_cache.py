"""What is kept between runs is read back only while the same code computes it."""

from pathlib import Path

import pytest

from specassay.benchmarks import cache
from specassay.benchmarks.cache import Cache, key_of, user_folder


@pytest.mark.parametrize("changed", ["build", "version"])
def test_a_result_of_other_code_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    kept = Cache(tmp_path)
    kept.put(key_of("proof", "n > 0"), {"found": "equivalent"})
    assert kept.get(key_of("proof", "n > 0")) == {"found": "equivalent"}
    cache._made_by.cache_clear()
    with monkeypatch.context() as patched:
        if changed == "build":
            patched.setattr(cache, "build", lambda: "another")
        else:
            patched.setattr("importlib.metadata.version", lambda name: f"another {name}")
        assert kept.get(key_of("proof", "n > 0")) is None
    cache._made_by.cache_clear()


def test_the_variable_names_the_folder_of_all_that_is_kept_and_empty_means_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path))
    assert user_folder() == tmp_path
    monkeypatch.setenv(cache.FOLDER_VARIABLE, "")
    assert user_folder() is None
    assert Cache(user_folder()).get(key_of("proof", "n > 0")) is None
