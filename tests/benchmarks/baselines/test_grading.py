"""EvalPlus and `specassay grade` on the same samples; EvalPlus is played by a script with its command line."""

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from specassay.backends.python.sandbox import call_of
from specassay.benchmarks.baselines import evalplus, grading
from specassay.benchmarks.baselines.usage import measured
from specassay.benchmarks.grading.command import load_tasks
from specassay.benchmarks.grading.samples import Sample
from specassay.core.errors import InputError

FAKE = """
import json, os, sys
options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
assert options["--parallel"] == "1"
assert options["--dataset"] == "mbpp" and options["--samples"].endswith(".jsonl")
assert os.environ["HF_HUB_OFFLINE"] == "1" and os.path.basename(os.environ["XDG_CACHE_HOME"]) == "evalplus"
read = lambda path: [json.loads(line) for line in open(path)]
problems = {row["task_id"] for row in read(os.environ["MBPP_OVERRIDE_PATH"])}
found = {}
for row in read(options["--samples"]):
    assert row["task_id"] in problems
    status = {"base_status": "pass", "plus_status": "fail" if "SLOW" in row["solution"] else "pass"}
    found.setdefault(row["task_id"], []).append(status)
assert problems == set(found), "Missing problems in samples"
json.dump({"eval": found}, open(options["--samples"].replace(".jsonl", "_eval_results.json"), "w"))
"""
GOOD = "def half(n):\n    return n // 2\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "evalplus" / "samples"
    folder.mkdir(parents=True)
    row = {
        "prompt": "",
        "entry_point": "half",
        "canonical_solution": GOOD,
        "contract": "assert type(n) == int\n",
        "base_input": [[4]],
        "plus_input": [[7]],
    }
    rows = [{**row, "task_id": f"Mbpp/{number}"} for number in (1, 2, 3)]
    # Not compressed, whatever the name says: what is read is told by its content.
    (folder.parent / "MbppPlus.jsonl.gz").write_text("".join(json.dumps(row) + "\n" for row in rows))
    codes = (("Mbpp/1", GOOD), ("Mbpp/2", GOOD + "# SLOW"), ("Mbpp/2", "def half(n): return 0"), ("Mbpp/99", GOOD))
    text = "".join(json.dumps({"task_id": task_id, "solution": code}) + "\n" for task_id, code in codes)
    (folder / "mbpp_model.jsonl.gz").write_text(text)
    return tmp_path / "data"


@pytest.fixture
def command(tmp_path: Path) -> str:
    script = tmp_path / "evalplus.evaluate"
    script.write_text(f"#!{sys.executable}\n{FAKE}")
    script.chmod(0o755)
    return str(script)


@pytest.mark.slow
def test_both_get_the_same_samples_and_their_verdicts_are_compared(data: Path, command: str) -> None:
    (compared,) = grading.compare(data, grading.sample_files(data), command, 1, lambda: None)
    assert (compared.dataset, compared.name, compared.samples) == ("mbpp", "mbpp_model", 3)
    assert (compared.theirs.passing, compared.ours.passing) == (2, 2)
    assert [(one.task_id, one.number) for one in compared.differing] == [("Mbpp/2", 0), ("Mbpp/2", 1)]
    assert [one.theirs for one in compared.differing] == ["base pass, plus fail", "base pass, plus pass"]
    assert compared.differing[1].ours == "base wrong, plus not run"
    assert compared.ours.cold is not None
    table, differing = grading.tables([compared], 1)
    assert [row[1] for row in table.texts] == ["EvalPlus", "specassay", "programs alone"]
    assert {len(row) for row in table.texts} == {len(table.columns)}
    assert len(differing.rows) == 2


def test_a_run_that_fails_is_no_result(data: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho no such data >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(InputError, match="no such data"):
        list(grading.compare(data, grading.sample_files(data), str(broken), 1, lambda: None))


def test_where_evalplus_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str) -> None:
    monkeypatch.delenv(evalplus.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert evalplus.executable() == command
    monkeypatch.setenv(evalplus.VARIABLE, str(tmp_path / "absent"))
    assert evalplus.executable() is None


PARENT = """
import subprocess, sys
subprocess.run([sys.executable, "-c", "import time; x = bytearray(200 << 20); time.sleep(2); print(sum(range(10**7)))"])
subprocess.run([sys.executable, "-c", "print(sum(range(10**7)))"])
"""


@pytest.mark.slow
def test_what_all_processes_take_counts(tmp_path: Path) -> None:
    usage = measured([sys.executable, "-c", PARENT], os.environ, tmp_path / "log", 60)
    assert usage.exit_code == 0
    assert usage.output.count("49999995000000") == 2
    # Memory is sampled every 250 ms: the process keeps its own for longer than the sampler is ever kept waiting.
    assert usage.peak_bytes > 150 << 20
    assert usage.cpu_seconds > 0


def test_a_command_is_ended_when_its_time_is_over(tmp_path: Path) -> None:
    usage = measured([sys.executable, "-c", "import time; time.sleep(600)"], os.environ, tmp_path / "log", 0.5)
    assert usage.exit_code is None


def test_programs_alone_take_their_own_time_on_the_calls_that_were_made(data: Path) -> None:
    tasks, _ = load_tasks([data / "evalplus" / "MbppPlus.jsonl.gz"], ())
    code = "import time\ndef half(n):\n    while time.process_time() < 0.1: pass\n    return n // 2\n"
    samples = [Sample(task_id="Mbpp/1", number=0, code=code, origin="")]
    passed, failed = {"verdict": "pass", "place": None}, {"verdict": "wrong", "place": 0}
    responses = [{"input": "('a',)", "outcome": "value"}, {"input": "('b',)", "outcome": "memory"}]
    row = {"task_id": "Mbpp/1", "number": 0, "base": passed, "plus": passed, "responses": responses}
    (program,) = grading.programs(tasks, samples, [row])
    assert (program.entry_point, [payload for payload, _ in program.calls]) == (
        "half",
        [call_of(text).payload for text in ("(4,)", "(7,)", "('a',)")],
    )
    (program,) = grading.programs(tasks, samples, [{**row, "base": failed, "plus": failed}])
    assert len(program.calls) == 2
    assert 0.1 <= grading.seconds_alone(tasks, samples, [row]) < 2


@pytest.mark.skipif(find_spec("numpy") is None, reason="needs numpy")
def test_programs_alone_are_called_with_numbers_of_numpy(data: Path) -> None:
    tasks, _ = load_tasks([data / "evalplus" / "MbppPlus.jsonl.gz"], ())
    code = "import time\ndef half(n):\n    while type(n).__name__ == 'int64' and time.process_time() < 0.3: pass\n"
    samples = [Sample(task_id="Mbpp/1", number=0, code=code, origin="")]
    failed = {"verdict": "wrong", "place": 0}
    responses = [{"input": "(int64(-1),)", "outcome": "timeout"}]
    row = {"task_id": "Mbpp/1", "number": 0, "base": failed, "plus": failed, "responses": responses}
    assert grading.seconds_alone(tasks, samples, [row]) >= 0.3
