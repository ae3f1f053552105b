"""Replay against the independent scorer that comes with the data sets: the same violated clauses on every
input."""

import ast
import gzip
import json
import random
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets.evalplus import read
from specassay.benchmarks.datasets.tasks import ContractTask
from tests.samples import some

ARBITRARY = """
None | True | False | 0 | 1 | -1 | 2 | 1000 | 0.5 | -2.5 | inf | nan | 1+2j | '' | 'a' | 'A b' | '12' | '()'
'3.5' | b'x' | [] | [1] | [1, 2, 3] | ['a', 'b'] | [[1, 2], [3]] | [1.5, 'a'] | () | (1, 2) | ('a', 1) | {}
{'a': 1} | {1: [2]} | set() | {1, 2} | frozenset({1}) | range(3) | [None] | [(1, 2), (3, 4)] | [True] | [inf]
[[]] | [()]
"""
LITERALS = [text for line in ARBITRARY.strip().splitlines() for text in line.split(" | ")]
INPUTS = 24


@pytest.fixture(scope="module")
def scorer(data_dir: Path) -> Iterator[dict[str, Any]]:
    """The names that the scorer defines."""
    script = data_dir.parent / "tools" / "score_cvts.py"
    if not script.is_file():
        pytest.skip("the independent scorer is not beside the data sets")
    module = ast.parse(script.read_text(encoding="utf-8"))
    module.body.pop()  # the call of main
    names: dict[str, Any] = {"__name__": "scorer"}
    digits = sys.get_int_max_str_digits()
    exec(compile(module, str(script), "exec"), names)

    def late(*_: object) -> None:
        raise names["Late"]

    before = signal.signal(signal.SIGALRM, late)
    yield names
    signal.signal(signal.SIGALRM, before)
    # The scorer lifts the limit for its own process.
    sys.set_int_max_str_digits(digits)


def changed(literal: str, chance: random.Random) -> str:
    """A literal near another, or any."""
    value = ast.literal_eval(literal)
    match chance.randrange(4), value:
        case 0, _:
            return literal
        case 1, list() if value:
            del value[chance.randrange(len(value))]
        case 2, list() if value:
            other = chance.choice(["-1", "'x'", "None", "[]", "2.5"])
            value[chance.randrange(len(value))] = ast.literal_eval(other)
        case _, int():
            value = chance.choice([-value, value - 1, float(value)])
        case _, str():
            value = chance.choice([value + " ", value[1:], value.upper(), [value]])
        case _:
            return chance.choice(LITERALS)
    return repr(value)


def inputs(task: ContractTask, chance: random.Random) -> Iterator[dict[str, str]]:
    names = task.parameter_names
    valid = [row for row in map(list, task.base_input + task.plus_input[:30]) if len(repr(row)) < 300]
    valid = [row for row in valid if len(row) == len(names)]
    for number in range(INPUTS):
        if valid and number % 2:
            values = chance.choice(valid)
            yield {name: changed(repr(value), chance) for name, value in zip(names, values, strict=True)}
        else:
            yield {name: chance.choice(LITERALS) for name in names}


@pytest.mark.parametrize("name", ["HumanEvalPlus", "MbppPlus"])
def test_the_scorer_sees_the_same_violations(
    name: str, data_dir: Path, scorer: dict[str, Any], literals: Callable[[str], Any]
) -> None:
    source = data_dir / "evalplus" / f"{name}.jsonl.gz"
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        rows = {row["task_id"]: row for row in map(json.loads, lines)}
    chance = random.Random(0)
    with Replayer() as replayer:
        for task in some(list(read(source)), 3):
            assert isinstance(task, ContractTask)
            parameters, runs = scorer["build"](rows[task.task_id])
            assert list(task.parameter_names) == parameters
            assert replayer.load(task.replay_task) == len(runs)
            chosen = list(inputs(task, chance))
            for arguments, replay in zip(chosen, replayer.run_many(chosen, reference=False), strict=True):
                values = [literals(arguments[parameter]) for parameter in parameters]
                assert replay.decided
                assert replay.violated == scorer["violated"](runs, values), (task.task_id, arguments, replay)


@pytest.fixture(scope="module")
def literals() -> Callable[[str], Any]:
    from math import inf, nan

    names = {"inf": inf, "nan": nan, "set": set, "frozenset": frozenset, "range": range}
    return lambda text: eval(text, {"__builtins__": {}}, names)
