"""The real verifier beside our engines."""

from pathlib import Path

import pytest

from specassay.benchmarks.commands.cross_checking import check_verified
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.core.errors import InputError


def task(name: str) -> SpecTask:
    return SpecTask(task_id="a", file=Path(name))


def test_the_verifier_is_asked_about_its_own_language_only() -> None:
    check_verified([task("a.dfy")], "--cross-check")
    for name, title in (("a.rs", "Verus"), ("a.py", "Python")):
        with pytest.raises(InputError, match=f"reads no {title}: leave out --cross-check"):
            check_verified([task("b.dfy"), task(name)], "--cross-check")
