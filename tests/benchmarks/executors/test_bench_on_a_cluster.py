"""`bench` on the workers of a cluster: the rows of one process, whatever happens to workers and scheduler."""

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.commands.run_file import read_run_file
from specassay.benchmarks.executors import places
from specassay.benchmarks.executors.executor import Processes
from specassay.benchmarks.store import open_run
from specassay.benchmarks.store.records import NewResult, PlannedTask
from specassay.benchmarks.store.writing import RunWriter
from specassay.core.errors import InputError

from .items import as_work, cube

if TYPE_CHECKING:
    from distributed import LocalCluster

pytestmark = pytest.mark.usefixtures("no_report")
TASKS = 8
DAFNY = """
method Next(n: int) returns (r: int)
  ensures r > n
{ r := n + 1; }
method NextTest() { var r := Next(2); assert r == 3; }
"""
GOOD = "def f(n):\n    assert type(n) == int\n    return n\n"
ALL = TASKS + 1


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of cheap tasks in both languages, and programs for one of them."""
    folder = tmp_path_factory.mktemp("data")
    lines = [
        {
            "task_id": f"T/{number}",
            "prompt": "",
            "entry_point": "f",
            "canonical_solution": "def f(n): return n\n",
            "contract": f"    assert type(n) == int\n    assert n > {number}\n",
            "base_input": [[20]],
            "plus_input": [],
            "atol": 0,
        }
        for number in range(TASKS)
    ]
    for name in ("evalplus", "mbpp_dfy/test"):
        (folder / name).mkdir(parents=True)
    (folder / "evalplus" / "Tiny.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "mbpp_dfy" / "test" / "task_id_1.dfy").write_text(DAFNY)
    samples = [{"task_id": "T/0", "solution": text} for text in (GOOD, GOOD.replace("return n", "return 0"))]
    (folder / "s.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    return folder


def bench(data: Path, out: Path, *options: str) -> Result:
    return CliRunner().invoke(
        main, ["bench", "--data", str(data), "--out", str(out), "--solver", "z3", "--unsafe", *options]
    )


def with_programs(data: Path) -> tuple[str, str]:
    return "--samples", str(data / "s.jsonl")


def rows(out: Path) -> list[dict[str, Any]]:
    lines = map(json.loads, (out / "results.jsonl").read_text().splitlines())
    return [line for line in lines if line["kind"] != "provenance"]


@pytest.fixture(scope="module")
def alone(no_report: None, data: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The rows of one process."""
    out = tmp_path_factory.mktemp("alone") / "run"
    bench(data, out, "-j", "1", *with_programs(data))
    return rows(out)


@contextmanager
def once_there_are_results(happens: Callable[[], object]) -> Iterator[None]:
    """In a run: what happens when half of the tasks are done."""
    add, numbers = RunWriter.add, count(1)

    def adding(writer: RunWriter, task: PlannedTask, result: NewResult) -> None:
        add(writer, task, result)
        if next(numbers) == TASKS // 2:
            happens()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunWriter, "add", adding)
        yield


@pytest.mark.slow
def test_two_workers_of_which_one_is_killed_give_the_rows_of_one_process(
    local: "LocalCluster", data: Path, alone: list[dict[str, Any]], tmp_path: Path
) -> None:
    killed: list[int] = []

    def kill() -> None:
        killed.append(next(iter(local.workers.values())).process.pid)
        os.kill(killed[0], signal.SIGKILL)

    with once_there_are_results(kill):
        result = bench(data, tmp_path / "run", "--cluster", local.scheduler_address, *with_programs(data))
    assert killed
    assert result.exit_code == 0, result.output
    assert rows(tmp_path / "run") == alone


CLUSTER = """
from distributed import LocalCluster
import time
if __name__ == "__main__":
    with LocalCluster(n_workers=1, processes=False, dashboard_address=":0", protocol="tcp://") as cluster:
        print(cluster.scheduler_address, flush=True)
        time.sleep(600)
"""


@pytest.mark.slow
def test_a_cluster_that_goes_away_loses_nothing_that_is_finished(
    data: Path, alone: list[dict[str, Any]], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    with subprocess.Popen([sys.executable, "-c", CLUSTER], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with once_there_are_results(process.kill):
            result = bench(data, out, "--cluster", address)
        process.kill()
    assert result.exit_code == 3
    assert f"{address}: its scheduler is gone" in result.stderr
    with open_run(out) as run:
        done = ALL - len(run.pending())
    assert done >= TASKS // 2
    assert f"{out}: {done} of {ALL} tasks are done and kept; --resume continues" in result.stderr
    again = bench(data, out, "--resume", "-j", "1")
    assert f"{done} of {ALL} tasks are done already" in again.stderr
    assert rows(out) == [row for row in alone if row["kind"] in ("cvt", "spec")]


SBATCH = """#!/bin/sh
cp "$1" "$0.job"
nohup sh "$0.job" >/dev/null 2>&1 &
echo "Submitted batch job $!"
"""


def test_workers_are_started_in_the_queue_of_a_batch_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands with the names of SLURM's, which start what it would start."""
    for name, text in (("sbatch", SBATCH), ("scancel", '#!/bin/sh\nkill "$@"\n')):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "run.toml").write_text(
        "[cluster]\nqueue = 'slurm'\npatience = 60\n[cluster.options]\ncores = 1\nmemory = '1GB'\ninterface = 'lo'\n"
    )
    with places.executor_at(read_run_file(tmp_path / "run.toml").place, 1) as executor:
        known = executor.as_known([3, 4], as_work(cube))
        assert dict(known) == {0: 27, 1: 64}
    assert (tmp_path / "bin" / "sbatch.job").exists()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("queue = 'slrum'", r"\[cluster\]: queue: expected one of slurm, .*did you mean 'slurm'"),
        ("adress = 'tcp://h:1'", r"\[cluster\]: unknown key 'adress' \(did you mean 'address'\?\)"),
        ("address = 'tcp://h:1'\nqueue = 'pbs'", r"an address or a queue, not both"),
        ("patience = 0", r"patience: expected a number of seconds, not 0"),
        ("options = 3", r"options: expected a table, not 3"),
    ],
)
def test_a_wrong_table_is_told_before_anything_starts(tmp_path: Path, table: str, said: str) -> None:
    path = tmp_path / "run.toml"
    path.write_text(f"[cluster]\n{table}\n")
    with pytest.raises(InputError, match=said):
        read_run_file(path)


def test_what_is_wrong_with_a_cluster_is_told(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "exclude each other" in bench(data, tmp_path / "a", "--cluster", "tcp://h:1", "--slurm").stderr
    result = bench(data, tmp_path / "b", "--queue", "pbs")
    assert result.exit_code == 2
    assert "[cluster.options]: You must specify how much cores" in result.stderr
    result = bench(data, tmp_path / "e", "--cluster", "host")
    assert (result.exit_code, "write an address such as tcp://10.0.0.1:8786" in result.stderr) == (2, True)
    monkeypatch.setattr(places, "CONNECT_SECONDS", 0.2)
    result = bench(data, tmp_path / "c", "--cluster", "tcp://127.0.0.1:1")
    assert result.exit_code == 3
    assert "tcp://127.0.0.1:1: no scheduler of dask answers" in result.stderr
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = bench(data, tmp_path / "d", "--cluster", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert "pip install 'specassay[cluster]'" in result.stderr


def test_this_machine_is_the_place_by_default() -> None:
    with places.executor_at(places.ExecutorPlace(), 3) as executor:
        assert executor == Processes(3)
