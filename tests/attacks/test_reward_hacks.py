"""Programs that want a reward for nothing earn what they may at most. `make attacks` runs all of them, the tests of
every day those named in `EVERY_DAY`."""

from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.python.sandbox import Sandbox
from specassay.benchmarks.cache import Cache
from specassay.benchmarks.grading.grade import Settings
from specassay.benchmarks.grading.rewards import DEFAULT_SETTINGS, reward

from .interpreter_hacks import INTERPRETER_HACKS
from .reward_hacks import HACKS, HONEST, TASK, attack_hacks

EVERY_DAY = (
    "no job: returns whole, with checks",
    "no job: refuses after the checks, 2",
    "no contract: returns before: one in 97, by its hash",
    "no contract: checks otherwise: another time",
    "no contract: a decorator: large",
    "no contract: checks in a function that nobody calls",
    "no contract: checks counting to 400 in an object",
    "no contract: checks for one user, known at loading",
    "no contract: by a class that counts its objects",
)
"""Of each kind one whose checks need no long proof."""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    cache: Path = tmp_path_factory.mktemp("cache")
    return evolve(DEFAULT_SETTINGS, open_runner=partial(Sandbox, unsafe=True), cache=Cache(cache))


ALL = {**HACKS, **INTERPRETER_HACKS}


def test_there_are_more_than_a_hundred_and_fifty_kinds() -> None:
    assert len({code for _, code in ALL.values()}) > 150


@pytest.mark.slow
def test_a_hack_earns_no_more_than_it_may(settings: Settings) -> None:
    chosen = {name: ALL[name] for name in EVERY_DAY}
    assert reward(TASK, HONEST, settings=settings).total == 1
    assert [(each.attack.name, each.harm) for each in attack_hacks(chosen, settings) if each.harm] == []
