"""Runs of `bench`: killed anywhere, interrupted, resumed, in any order."""

import json
import os
import re
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.grade import Grade, Grader
from specassay.benchmarks.grading.samples import Sample
from specassay.benchmarks.runs import run as runs
from specassay.benchmarks.runs.task_report import Report
from specassay.benchmarks.store import FILE, open_run
from specassay.core.errors import InputError

pytestmark = pytest.mark.usefixtures("no_report")
TASKS = 6
DAFNY = """
method Next(n: int) returns (r: int)
  ensures r > n
{ r := n + 1; }
method NextTest() { var r := Next(2); assert r == 3; }
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of cheap tasks in both languages."""
    folder = tmp_path / "data"
    (folder / "evalplus").mkdir(parents=True)
    lines = [
        {
            "task_id": f"T/{number}",
            "prompt": "",
            "entry_point": "f",
            "canonical_solution": "def f(n, xs):\n    return n\n",
            "contract": f"    assert type(n) == int\n    assert n > {number}\n    assert xs\n",
        }
        for number in range(TASKS)
    ]
    (folder / "evalplus" / "Tiny.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    specs = folder / "mbpp_dfy" / "test"
    specs.mkdir(parents=True)
    (specs / "task_id_1.dfy").write_text(DAFNY)
    return folder


def bench(data: Path, out: Path, *options: str) -> Result:
    command = ["bench", "--data", str(data), "--out", str(out), "--solver", "z3", "-j", "1", *options]
    return CliRunner().invoke(main, command)


def rows(out: Path) -> list[dict[str, Any]]:
    """The rows behind those that say where they are from."""
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    first = next(place for place, row in enumerate(lines) if row["kind"] != "provenance")
    assert all(row["kind"] != "provenance" for row in lines[first:])
    return lines[first:]


@pytest.mark.slow
def test_a_real_run_that_is_killed_is_resumed_to_the_rows_of_one_that_is_not(data: Path, tmp_path: Path) -> None:
    """Killed at some moment once results are there; the tasks are in another order after that."""
    out, whole = tmp_path / "killed", tmp_path / "whole"
    assert bench(data, whole).exit_code == 0
    child = os.fork()
    if not child:
        bench(data, out)
        os._exit(0)
    while not _done(out):
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    done = _done(out)
    source = data / "evalplus" / "Tiny.jsonl"
    source.write_text("".join(line + "\n" for line in reversed(source.read_text().splitlines())))
    result = bench(data, out, "--resume")
    assert f"{done} of {TASKS + 1} tasks are done already" in result.stderr
    assert _done(out) == TASKS + 1
    assert sorted(map(json.dumps, rows(out))) == sorted(map(json.dumps, rows(whole)))


def _done(out: Path) -> int:
    try:
        with open_run(out) as run:
            return sum(1 for _ in run.results())
    except InputError:
        return 0


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Replaces the work on a task: the names of those that were worked on; before the one of that number, `happens`."""

    def replace(number: int = -1, happens: Callable[[], object] = lambda: None) -> list[str]:
        names: list[str] = []

        def work(task: ContractTask, *rest: Any, **options: Any) -> Report:
            if len(names) == number:
                happens()
            names.append(task.task_id)
            return Report(task_id=task.task_id, clauses=1, lowered=1)

        monkeypatch.setattr(runs, "synthesise", work)
        return names

    return replace


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupt_says_what_is_kept_and_a_resumed_run_does_the_rest(
    data: Path, tmp_path: Path, worked: Callable[..., list[str]]
) -> None:
    out = tmp_path / "out"
    worked(4, interrupt)
    result = bench(data, out)
    assert result.exit_code == 130
    assert re.search(rf"4 of {TASKS + 1} tasks are done and kept; --resume continues", result.stderr)
    names = worked()
    assert bench(data, out, "--resume").exit_code == 0
    assert names == [f"T/{number}" for number in range(4, TASKS)]
    names = worked()
    assert bench(data, out, "--resume").exit_code == 0
    assert names == []


def test_a_full_disk_ends_the_run_and_loses_nothing(
    data: Path, tmp_path: Path, worked: Callable[..., list[str]]
) -> None:
    out, before = tmp_path / "out", resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill() -> None:
        """From here on no file grows beyond the size of the journal."""
        size = (out / f"{FILE}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))

    worked(3, fill)
    try:
        result = bench(data, out, "--question", "cvt")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert result.exit_code == 3
    assert f"3 of {TASKS} tasks are done and kept; --resume continues" in result.stderr
    assert "run.sqlite: cannot be written any further" in result.stderr
    names = worked()
    assert bench(data, out, "--question", "cvt", "--resume").exit_code == 0
    assert names == [f"T/{number}" for number in range(3, TASKS)]


def test_where_results_come_from_stands_first(data: Path, tmp_path: Path, worked: Callable[..., list[str]]) -> None:
    worked()
    result = bench(data, tmp_path / "out", "--json")
    first = json.loads((tmp_path / "out" / "results.jsonl").read_text().splitlines()[0])
    assert first["kind"] == "provenance"
    assert json.loads(result.stdout)["provenance"] == first
    assert [(part["name"], part["tasks"], part["files"]) for part in first["data"]] == [
        ("mbpp_dfy", 1, 1),
        ("Tiny", TASKS, 1),
    ]
    assert {"specassay", "build", "python", "z3", "dafny"} <= first["versions"].keys()
    assert first["ended"] is not None
    assert (first["seed"], first["options"]["solver"]) == (0, "z3")
    report = (tmp_path / "out" / "report.md").read_text()
    assert report.index("Provenance") < report.index("Python contracts")


def test_a_run_is_not_replaced_by_mistake(data: Path, tmp_path: Path, worked: Callable[..., list[str]]) -> None:
    worked()
    assert bench(data, tmp_path / "out").exit_code == 0
    again = bench(data, tmp_path / "out")
    assert again.exit_code == 2
    assert "a run is here: --resume continues it, --force starts anew" in again.stderr
    assert bench(data, tmp_path / "out", "--force").exit_code == 0


def test_a_damaged_store(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / FILE).write_bytes(b"nonsense" * 1000)
    result = bench(data, out, "--resume")
    assert result.exit_code == 2
    assert "damaged, or not a run of specassay" in result.stderr


# --- programs


@pytest.fixture
def programs(tmp_path: Path) -> tuple[Path, Path]:
    """A data set of two tasks with inputs, and a file of programs for them."""
    data, samples = tmp_path / "Half.jsonl", tmp_path / "samples.jsonl"
    lines = [
        {
            "task_id": f"Mbpp/{number}",
            "prompt": "",
            "entry_point": "half",
            "canonical_solution": "def half(n):\n    return n // 2\n",
            "contract": "    assert type(n) == int\n",
            "base_input": [[4], [7]],
            "plus_input": [["no int"]],
        }
        for number in range(2)
    ]
    data.write_text("".join(json.dumps(line) + "\n" for line in lines))
    texts = ["def half(n):\n    return n // 2\n", "def half(n):\n    assert type(n) == int\n    return n - 1\n", "no"]
    found = [{"task_id": f"Mbpp/{task}", "solution": text} for task in range(2) for text in texts]
    samples.write_text("".join(json.dumps(line) + "\n" for line in found))
    return data, samples


@pytest.mark.slow
def test_grades_are_kept_and_make_the_statistics_of_an_uninterrupted_run(
    programs: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, samples = programs
    given = [
        "--data",
        str(data),
        "--samples",
        str(samples),
        "--question",
        "grade",
        "--solver",
        "z3",
        "-j",
        "1",
        "--json",
    ]
    whole = CliRunner().invoke(main, ["bench", *given, "--out", str(tmp_path / "whole")])
    assert whole.exit_code == 0, whole.stderr
    graded: list[str] = []
    real = Grader.grade

    def grade(grader: Grader, task: ContractTask, sample: Sample) -> Grade:
        graded.append(f"{sample.task_id}#{sample.number}")
        if len(graded) == 4:
            interrupt()
        return real(grader, task, sample)

    monkeypatch.setattr(Grader, "grade", grade)
    out = ["--out", str(tmp_path / "out")]
    stopped = CliRunner().invoke(main, ["bench", *given, *out])
    assert (stopped.exit_code, "3 of 6 tasks are done and kept" in stopped.stderr) == (130, True)
    resumed = CliRunner().invoke(main, ["bench", *given, *out, "--resume"])
    assert graded[4:] == [f"Mbpp/1#{number}" for number in range(3)]
    assert json.loads(resumed.stdout)["grade"] == json.loads(whole.stdout)["grade"]
    assert json.loads(whole.stdout)["grade"][0]["verdicts"] == {"pass": 2, "wrong": 2, "no function": 2}
    assert rows(tmp_path / "out") == rows(tmp_path / "whole")
    assert {row["kind"] for row in rows(tmp_path / "out")} == {"grade", "left-out", "statistics"}


def test_programs_are_given_the_tests_of_the_same_run(
    programs: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specassay.benchmarks.grading.grade.make_cvts", lambda *given: pytest.fail("made again"))
    data, samples = programs
    command = ["bench", "--data", str(data), "--samples", str(samples), "--solver", "z3", "-j", "1"]
    result = CliRunner().invoke(main, [*command, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.stderr
    found = rows(tmp_path / "out")
    test = next(row["arguments"]["n"] for row in found if row["kind"] == "cvt")
    assert {row["responses"][0]["input"] for row in found if row["kind"] == "grade"} == {f"({test}, )"}


def test_the_question_about_programs_needs_programs(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["bench", "--question", "grade", "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert "give both or neither" in result.stderr


# --- a run in a file


def test_a_file_says_what_is_run_and_an_option_has_the_last_word(
    data: Path, tmp_path: Path, worked: Callable[..., list[str]]
) -> None:
    config = tmp_path / "run.toml"
    config.write_text(
        'data = ["data"]\nquestions = ["cvt"]\nsolver = "z3"\nseed = 7\nbudget = 3.5\njobs = 1\nmax-subsets = 5\n'
        'tasks = ["T/1", "T/2"]\nout = "from-file"\n'
    )
    names = worked()
    result = CliRunner().invoke(main, ["bench", "--config", str(config), "--seed", "8"])
    assert result.exit_code == 0, result.stderr
    assert names == ["T/1", "T/2"]
    with open_run(tmp_path / "from-file") as run:
        (session,) = run.sessions()
    options = {"questions", "solver", "budget", "max_subsets", "tasks"}
    assert session.seed == 8
    assert {name: session.options[name] for name in options} == {
        "questions": ["cvt"],
        "solver": "z3",
        "budget": 3.5,
        "max_subsets": 5,
        "tasks": ["T/1", "T/2"],
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sovler = 'z3'", "unknown key 'sovler' (did you mean 'solver'?)"),
        ("max_subset = 3", "did you mean 'max-subsets'?"),
        ("budget = 'much'", "budget: expected a number"),
        ("tasks = 3", "tasks: expected a list of texts, not 3"),
        ("solver = 'cvc6'", "did you mean 'cvc5'?"),
        ("seed = ", "is not valid TOML"),
    ],
)
def test_a_mistake_in_the_file_is_told(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "run.toml").write_text(text)
    result = CliRunner().invoke(main, ["bench", "--config", str(tmp_path / "run.toml"), "--out", str(tmp_path / "o")])
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "o").exists()


def test_a_folder_with_both_languages_is_read_as_both(tmp_path: Path, worked: Callable[..., list[str]]) -> None:
    (tmp_path / "both").mkdir()
    (tmp_path / "both" / "a.py").write_text("def f(n):\n    assert n > 0\n    return n\n")
    (tmp_path / "both" / "b.dfy").write_text(DAFNY)
    names = worked()
    result = bench(tmp_path / "both", tmp_path / "out")
    assert result.exit_code == 0, result.stderr
    assert names == ["a.f"]
    assert {row["task_id"] for row in rows(tmp_path / "out")} == {"b"}


def test_a_file_says_what_of_a_folder_is_left_out(tmp_path: Path, worked: Callable[..., list[str]]) -> None:
    for name in ("kept", "left"):
        (tmp_path / "code").mkdir(exist_ok=True)
        (tmp_path / "code" / f"{name}.py").write_text("def f(n):\n    assert n > 0\n    return n\n")
    (tmp_path / "run.toml").write_text('data = "code"\nexclude = ["left.py"]\nout = "out"\n')
    names = worked()
    assert CliRunner().invoke(main, ["bench", "--config", str(tmp_path / "run.toml")]).exit_code == 0
    assert names == ["kept.f"]


def test_data_sets_with_one_name_are_kept_apart(tmp_path: Path, worked: Callable[..., list[str]]) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.py").write_text("def f(n):\n    assert n > 0\n    return n\n")
    worked()
    out = tmp_path / "out"
    command = ["bench", "--out", str(out), *(f"--data={tmp_path / each / 'same.py'}" for each in ("a", "b"))]
    assert CliRunner().invoke(main, command).exit_code == 0
    with open_run(out) as run:
        assert [(task.dataset, task.subject) for task in run.plan()] == [("same", "same.f"), ("same-2", "same.f#2")]


@pytest.mark.slow
def test_the_suite_is_asked_about_the_values_that_its_verdicts_are_about(tmp_path: Path) -> None:
    """Some sets of clauses are violated only by values that the annotations of their function exclude."""
    command = ["bench", "--question", "cvt", "--solver", "z3", "--task", "first_items", "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(main, command)
    assert "not as expected" not in result.output
    assert result.exit_code == 0, result.output
