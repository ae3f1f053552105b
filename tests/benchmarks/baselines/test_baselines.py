"""The baselines: what they are given, what is read from them, and that nothing of it is taken on trust."""

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.baselines import BASELINES, run_baseline
from specassay.benchmarks.baselines.run import ComparedTool, module
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter

TASK = ContractTask(
    task_id="T/1",
    entry_point="f",
    parameters=(Parameter("x"),),
    file="T.jsonl",
    line=1,
    contract_text="assert isinstance(x, int)\nassert x > 3\n",
    solution="def f(x):\n    return x\n",
)


def test_the_probes_say_which_clauses_are_violated() -> None:
    names: dict[str, object] = {}
    exec(module(TASK), names)
    violated = names["violated"]
    assert callable(violated)
    assert [violated(value) for value in (4, 3, 3.5, "")] == [[], [1], [0], [0, 1]]
    assert sum(name.startswith("target_") for name in names) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", BASELINES)
def test_the_one_set_of_a_simple_contract_is_found(name: str) -> None:
    """Both end when there is nothing more to find: the time is for a busy machine."""
    task = evolve(TASK, contract_text="assert isinstance(x, int)\n")
    with Replayer() as replayer:
        found = run_baseline(BASELINES[name], task, 100.0, replayer)
    assert found.error is None
    assert found.exact == {frozenset({0})}


def test_the_counterexamples_of_crosshair_are_read() -> None:
    output = (
        "p.py:4: error: false when calling target_0(-0.5, [(1, 'a')]) (which returns True)\n"
        "p.py:9: error: false when calling target_1(float('nan'), y = set()) (which returns True)\n"
        "p.py:9: info: Not confirmed.\n"
    )
    assert list(BASELINES["CrossHair"].inputs(output)) == [["-0.5", "[(1, 'a')]"], ["float('nan')", "set()"]]


def test_only_what_replays_counts_and_a_process_that_hangs_is_killed() -> None:
    script = "import time; print('2\\nnonsense(', flush=True); time.sleep(1000)"

    def command(task: ContractTask, path: Path, seconds: float) -> list[str]:
        return [sys.executable, "-c", script]

    baseline = ComparedTool("json", command, lambda output: ([line] for line in output.splitlines()))
    with Replayer() as replayer:
        found = run_baseline(baseline, TASK, 0.7, replayer)  # It has three times as long to say something.
    assert found.exact == {frozenset({1})}


@pytest.mark.slow
def test_the_loop_ends_when_there_is_nothing_more_to_find(tmp_path: Path) -> None:
    (tmp_path / "probes.py").write_text("def violated(x):\n    return [0]\n")
    command = [sys.executable, "-m", "specassay.benchmarks.baselines.hypothesis_loop", "probes.py", "1", "1", "600"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=True)
    assert len(done.stdout.splitlines()) == 1
