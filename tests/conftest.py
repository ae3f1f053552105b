"""Fixtures shared by all tests, and what happens when something the tests need is not there."""

import gc
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

# What fails for one must fail for all. `--hypothesis-profile=search` looks for more.
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=8)
settings.register_profile("search", deadline=None)
settings.load_profile("repeatable")

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
REQUIRED = frozenset(filter(None, os.environ.get("SPECASSAY_REQUIRE", "").split(",")))
DATA = Path(os.environ.get("SPECASSAY_DATA", ROOT.parent / "shared" / "data")).resolve()


# The tests start hundreds of interpreters: compiling every module in each takes longer than many a test. What the
# workers of xdist find here is what this process leaves, which reads it first.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# Hypothesis in a process that a test starts would take seconds to make its tables of characters, in every folder anew.
# Tests compute everything, and leave nothing in the cache of whoever runs them.
os.environ["SPECASSAY_CACHE_DIR"] = ""
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(ROOT / ".hypothesis"))

# What the tests are made of stays until the end, and is large: that the garbage collector goes through it again and
# again takes a third of the time of collecting the tests, and a fifth of that of running them.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--hypothesis-profile") != "search":
        # Hypothesis draws numbers and texts that it finds in the modules that are loaded, too: what it draws would
        # depend on the tests before, so that what fails for one would not fail for all. In a fresh checkout it would
        # also take each worker five seconds to look for them.
        providers._get_local_constants = lambda: providers._local_constants  # none
    _read_files_in_turn(config)


def _read_files_in_turn(config: pytest.Config) -> None:
    """Let each worker of xdist read the files in an order of its own when all are run.

    In a fresh checkout each file is compiled, which takes most of the time of collecting, and what one worker has
    compiled the others find: of three that read in the same order, each would compile everything.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args not in (config.getini("testpaths"), [str(HERE)]):
        return
    files = sorted(map(str, HERE.rglob("test_*.py")))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // int(worker["workercount"])
    config.args = [*files[first:], *files[:first]]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that ask for something by `require`, before `-m` selects some of them, and put all in order."""
    for item in items:
        if "require" in getattr(item, "fixturenames", ()):
            item.add_marker("requires")
    _put_the_dearest_first(items)


def _put_the_dearest_first(items: list[pytest.Item]) -> None:
    """Put the tests of the whole, which lie in no folder below, before all others, and those by folder and file.

    Each worker of xdist begins with a part of the list, and one that has nothing left takes from the end of another's.
    The files of the whole have the dearest fixtures (a wheel that is built and installed, a package of plug-ins): at
    the end of the list up to four tests of one file ran in as many workers, which each made the fixture again, and the
    others waited for them.
    """
    items.sort(key=lambda item: (item.path.parent != HERE, item.path))


def pytest_collection_finish() -> None:
    # What is garbage by now is little beside what stays: to look for it first takes each worker half a second.
    gc.freeze()
    gc.enable()
    # Most of what a test makes is gone before there are so many objects, by the counts of references. With a tenth of
    # them the collector took 7 % of the time of the tests of Dafny files, with half of them 3 %.
    gc.set_threshold(2_000_000, 20, 100)


def pytest_sessionfinish() -> None:
    # pytest collects garbage five times at the end, for the sake of exceptions that nobody has seen, and Python once
    # more: through all that the tests have left, that took each worker up to four seconds.
    gc.freeze()


def _find(name: str) -> Path | None:
    if name == "data":
        return DATA if DATA.is_dir() else None
    if name == "browser":
        program = shutil.which("chromium") if importlib.util.find_spec("playwright") else None
        return Path(program) if program else None
    program = shutil.which(name)
    return Path(program) if program else None


@pytest.fixture(scope="session")
def require() -> Callable[[str], Path]:
    """`require(name)` is the path of `"data"` (the data sets) or of a program such as `"dafny"`; of `"browser"`, that
    of Chromium, where playwright is installed, too.

    Where it is absent the test is skipped, or fails when `SPECASSAY_REQUIRE` (comma-separated) names it. The
    data sets are looked for in `SPECASSAY_DATA`, else in `../shared/data` beside the checkout.
    """

    def find(name: str) -> Path:
        path = _find(name)
        if path is not None:
            return path
        message = f"{name} is not here (looked in {DATA if name == 'data' else 'PATH'})"
        if name in REQUIRED:
            pytest.fail(f"{message}, and SPECASSAY_REQUIRE demands it")
        pytest.skip(message)

    return find


@pytest.fixture(scope="session")
def data_dir(require: Callable[[str], Path]) -> Path:
    """The folder of the real data sets (``evalplus/`` and ``mbpp_dfy/``), read-only."""
    return require("data")


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the checkout, which is the package ``specassay``."""
    return ROOT
