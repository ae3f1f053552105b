"""Sets of clauses that a person breaks at once are broken at once, by a search that knows what clauses ask for."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.contract_oracle import contract_of, evaluated
from specassay.benchmarks.runs.typed_values import TypedValues, declared_types
from specassay.core.steering import steer
from specassay.core.steering.goals import applied
from specassay.core.synthesis.directed import DirectedSearch
from specassay.core.synthesis.search import Effort
from specassay.core.synthesis.verdicts import Arguments, Observation, targets
from tests.samples import often

EASY = Path(__file__).parents[2] / "data/guards/easy.py"
SEEDS = 60
TRIES = 4_000


@cache
def tasks() -> dict[str, ContractTask]:
    return {task.entry_point: task for task in python_files.read(EASY) if isinstance(task, ContractTask)}


def infeasible(name: str) -> set[frozenset[int]]:
    """What the docstring of a function says of it."""
    said = re.search(rf'def {name}\(.*\n    """(.*)"""', EASY.read_text())
    assert said is not None
    return {frozenset(map(int, places.split())) for places in said[1].split(";") if places.strip()}


@pytest.mark.parametrize("name", often(re.findall(r"^def (\w+)", EASY.read_text(), re.MULTILINE), 8))
def test_each_set_that_can_be_violated_is(name: str) -> None:
    contract = contract_of(tasks()[name])
    types = declared_types(contract)

    def oracle(arguments: Arguments) -> Observation | None:
        suits = all(types.suits(parameter, value) for parameter, value in arguments.items())
        return evaluated(contract, arguments) if suits else None

    typed = TypedValues(contract)
    search = DirectedSearch(contract, oracle, Effort(TRIES), lambda steps: None)
    search.learn(typed.arguments() for _ in range(SEEDS))
    wanted = [frozenset[int](), *targets(len(contract.clauses))]
    search.reach(wanted)
    assert set(wanted) - search.found.keys() == infeasible(name)
    for violated, arguments in search.found.items():
        seen = oracle(arguments)
        assert seen is not None
        assert seen.violated == violated


@pytest.mark.slow
def test_steering_that_finds_nothing_is_paid_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was looked for in vain took ten seconds, of which one was counted."""
    path = tmp_path / "f.py"
    path.write_text(
        "def f(text: str) -> None:\n    low, sep, high = text.partition('-')\n    assert sep == '-'\n"
        "    assert low.isdecimal() and high.isdecimal()\n    assert int(low) <= int(high)\n"
    )
    (task,) = python_files.read(path)
    assert isinstance(task, ContractTask)
    contract = contract_of(task)
    applications, spent = 0, 0

    def counted(*arguments: Any) -> Any:
        nonlocal applications
        applications += 1
        return applied(*arguments)

    def spend(steps: int) -> None:
        nonlocal spent
        assert steps >= 0
        spent += steps

    monkeypatch.setattr(steer, "applied", counted)
    search = DirectedSearch(contract, lambda arguments: evaluated(contract, arguments), Effort(12), spend)
    search.learn([{"text": "1-2"}, {"text": "a"}])
    search.reach([frozenset({0}), frozenset({0, 2})])
    # Of what is left in the middle, the steps since the last input are not counted.
    assert spent > 0.9 * applications * steer.STEPS_OF_AN_OPERATION
