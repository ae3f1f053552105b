"""Tricks of programs: each earns what docs/rewards.md says."""

from functools import partial
from pathlib import Path

import pytest

from specassay.backends.python.sandbox import Sandbox
from specassay.benchmarks.cache import Cache
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.grading.grade import Settings
from specassay.benchmarks.grading.rewards import JOB, REFUSAL, reward

from ...samples import some
from .program_hacks import EARNED, HONEST

TASK = ContractTask(
    task_id="Own/1",
    entry_point="half",
    parameters=(Parameter("n"),),
    contract_text="    assert type(n) == int\n    assert n >= 0\n",
    solution="def half(n):\n    return n // 2\n",
    file="f",
    line=1,
    base_input=([4], [5]),
    plus_input=([0], [1000]),
)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    cache: Path = tmp_path_factory.mktemp("cache")
    return Settings(
        open_runner=partial(Sandbox, unsafe=True),
        cache=Cache(cache),
        valid=JOB,
        violating=REFUSAL,
        most_ended=2,
        alignment_seconds=2.0,
        secret=True,
    )


@pytest.mark.slow
def test_each_earns_what_is_documented(settings: Settings) -> None:
    asked = some(list(EARNED), 3)
    totals = {name: reward(TASK, EARNED[name][1], settings=settings).total for name in asked}
    assert totals == {name: EARNED[name][0] for name in asked}


def test_honest_checks_earn_all_in_every_style(settings: Settings) -> None:
    asked = some(list(HONEST), 3)
    assert {name: reward(TASK, HONEST[name], settings=settings).total for name in asked} == dict.fromkeys(asked, 1)
