"""What the tests of grading share: a sandbox, a replayer, small tasks."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from specassay.backends.python.replay import Replayer, ReplayLimits
from specassay.backends.python.sandbox import Sandbox
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.grading.comparing import Comparer
from specassay.benchmarks.grading.trial import Tools


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The code of these tests means no harm: it runs where a layer is missing, too."""
    with Sandbox(unsafe=True) as running:
        yield running


@pytest.fixture(scope="session")
def tools(sandbox: Sandbox) -> Iterator[Tools]:
    with Comparer(unsafe=True) as comparer:
        yield Tools(sandbox, comparer)


@pytest.fixture(scope="session")
def replayer() -> Iterator[Replayer]:
    with Replayer(ReplayLimits(cpu_seconds=0.5)) as running:
        yield running


@pytest.fixture
def half() -> Callable[..., ContractTask]:
    """A task with a contract of two clauses; keywords change it."""

    def make(**changes: object) -> ContractTask:
        fields: dict[str, Any] = {
            "task_id": "Mbpp/1",
            "entry_point": "half",
            "parameters": (Parameter("n"),),
            "contract_text": "    assert type(n) == int\n    assert n >= 0\n",
            "solution": "def half(n):\n    return n // 2\n",
            "file": "tasks.jsonl",
            "line": 1,
            "base_input": ([4], [5]),
            "plus_input": ([0], [-1], [1000]),
        }
        return ContractTask(**{**fields, **changes})

    return make
