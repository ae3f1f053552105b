"""Grading from end to end."""

import json
import operator
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from specassay.__main__ import main
from specassay.backends.python.replay import Replayer
from specassay.backends.python.sandbox import Sandbox, SandboxLimits
from specassay.benchmarks.cache import NO_CACHE, Cache
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.executors.executor import Processes
from specassay.benchmarks.grading import files
from specassay.benchmarks.grading.command import holm, load_tasks
from specassay.benchmarks.grading.expected import Expectations, expectations_of, known_seconds
from specassay.benchmarks.grading.grade import Grade, Grader, Settings, TaskTests
from specassay.benchmarks.grading.judging import ProgramJudgement, not_run
from specassay.benchmarks.grading.samples import Sample
from specassay.benchmarks.grading.trial import ProgramBounds, Tools, try_out
from specassay.benchmarks.schema import DifferencePart, GradeRow, PairedPart
from specassay.core.errors import InputError
from specassay.core.metrics.paired import mcnemar, sign_flips

Make = Callable[..., ContractTask]
GOOD = "def half(n):\n    return n // 2\n"
STRICT = "def half(n):\n    assert type(n) == int\n    assert n >= 0\n    return n // 2\n"


def test_expected_outputs_and_inputs_that_are_no_tests(half: Make, sandbox: Sandbox, replayer: Replayer) -> None:
    found = expectations_of(half(), lambda: sandbox, replayer, NO_CACHE)
    assert [(case.call, case.expected) for case in found.base] == [("(4,)", 2), ("(5,)", 2)]
    assert [case.call for case in found.plus] == ["(0,)", "(1000,)"]
    (left_out,) = found.left_out
    assert (left_out.suite, left_out.place, left_out.call) == ("plus", 1, "(-1,)")
    assert "contract" in left_out.reason


def test_expected_outputs_are_kept_by_content(half: Make, sandbox: Sandbox, replayer: Replayer, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert known_seconds(half(), cache) == 0
    first = expectations_of(half(), lambda: sandbox, replayer, cache)
    kept = set(tmp_path.rglob("*.json"))
    assert expectations_of(half(), lambda: sandbox, replayer, cache) == first
    assert known_seconds(half(), cache) == first.seconds
    assert set(tmp_path.rglob("*.json")) == kept
    other = half(solution="def half(n):\n    return n / 2\n")
    assert known_seconds(other, cache) == 0
    assert expectations_of(other, lambda: sandbox, replayer, cache) != first
    assert set(tmp_path.rglob("*.json")) > kept


def test_a_solution_that_does_not_load_or_raises(half: Make, sandbox: Sandbox, replayer: Replayer) -> None:
    not_loading = half(solution="def half(n):\n    return n\nraise ValueError\n")
    with pytest.raises(InputError):
        expectations_of(not_loading, lambda: sandbox, replayer, NO_CACHE)
    dividing = half(solution="def half(n):\n    return 1 // (n - 4)\n")
    raising = expectations_of(dividing, lambda: sandbox, replayer, NO_CACHE)
    assert [item.reason for item in raising.left_out][:1] == ["the canonical solution: raised (ZeroDivisionError)"]


@pytest.fixture(scope="module")
def tests(sandbox: Sandbox) -> Expectations:
    task = ContractTask(
        task_id="Own/1",
        entry_point="half",
        parameters=(Parameter("n"),),
        contract_text="pass",
        solution=GOOD,
        file="f",
        line=1,
        base_input=([4], [5]),
        plus_input=([0], [1000]),
    )
    with Replayer() as replayer:
        return expectations_of(task, lambda: sandbox, replayer, NO_CACHE)


@pytest.mark.parametrize(
    ("code", "base", "plus", "place"),
    [
        (GOOD, "pass", "pass", None),
        ("def half(n):\n    return n >> 1", "pass", "pass", None),
        ("def half(n):\n    return n / 2", "wrong", "not run", 1),
        ("def half(n):\n    return 2", "pass", "wrong", 0),
        ("def half(n):\n    assert n\n    return n // 2", "pass", "raised", 0),
        ("def half(n):\n    while n > 9: pass\n    return n // 2", "pass", "timeout", 1),
        ("def half(n):\n    import os\n    os._exit(0)", "crash", "not run", 0),
        ("raise SystemExit", "not loadable", "not loadable", None),
        ("def other(n): return n", "not loadable", "not loadable", None),
        ("def half(n):\n    a = []\n    a.append(a)\n    return a", "unserialisable", "not run", 0),
    ],
)
def test_verdicts(tools: Tools, tests: Expectations, code: str, base: str, plus: str, place: int | None) -> None:
    limits = SandboxLimits(cpu_seconds=0.2)
    found: ProgramJudgement = try_out(code, tests, (), tools, ProgramBounds(limits, limits)).judgement
    assert (found.base.verdict, found.plus.verdict) == (base, plus)
    assert place in (found.base.place, found.plus.place)


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    path = tmp_path / "data.jsonl"
    row = {
        "task_id": "Mbpp/1",
        "prompt": '"""Half."""\n',
        "entry_point": "half",
        "canonical_solution": GOOD,
        "contract": "\n    assert type(n) == int\n    assert n >= 0\n",
        "base_input": [[4]],
        "plus_input": [[7], [-1]],
    }
    other = {**row, "task_id": "Mbpp/9"}
    path.write_text(json.dumps(row) + "\n" + json.dumps(other) + "\n")
    return path


def samples(path: Path, *codes: str, task_id: str = "Mbpp/1") -> Path:
    path.write_text("".join(json.dumps({"task_id": task_id, "solution": code}) + "\n" for code in codes))
    return path


@pytest.fixture
def run(dataset: Path) -> Callable[..., tuple[int, str]]:
    def call(*arguments: object) -> tuple[int, str]:
        always = ["grade", "--dataset", dataset, "--cache", "-", "--unsafe"]
        result = CliRunner().invoke(main, [str(argument) for argument in (*always, *arguments)])
        return result.exit_code, result.output

    return call


def rows(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def test_the_command_in_json(run: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    chatty = f"Here:\n```python\n{STRICT}```\n"
    file = samples(tmp_path / "s.jsonl", GOOD, STRICT, chatty, "def half(n): return 0", "nothing")
    code, output = run("--samples", file, "--json", "--k", "1,2")
    assert code == 1
    *grades, left_out, statistics = rows(output)
    assert [grade["plus"]["verdict"] for grade in grades] == ["pass", "pass", "pass", "not run", "not loadable"]
    assert left_out["left_out"][0]["input"] == "(-1,)"
    assert statistics["problems"] == {"no function": 1, "code extracted": 1, "repeated": 0} | statistics["problems"]
    assert statistics["tasks_without_samples"] == 1
    passing = statistics["pass_at_k"]
    assert passing["plus"]["1"]["low"] == pytest.approx(3 / 5)
    assert passing["as_written"]["1"]["low"] == pytest.approx(2 / 5)
    assert passing["conditional"]["1"]["low"] == pytest.approx(3 / 4)
    assert passing["strict"]["1"]["low"] == pytest.approx(3 / 10)
    assert passing["both"]["1"]["low"] == pytest.approx(2 / 5)
    assert passing["plus"]["2"]["low"] == pytest.approx(1 - 2 / 5 * 1 / 4)
    tests = len(grades[0]["responses"])
    assert (statistics["csr"]["low"], statistics["csr"]["n"]) == (pytest.approx(2 / 5), 5 * tests)
    assert statistics["csr_correct"]["low"] == pytest.approx(2 / 3)
    assert statistics["avc"]["low"] == pytest.approx(2 / 5)
    assert statistics["aar"]["low"] == pytest.approx(2 / 5)
    assert statistics["aap"]["low"] == 1
    assert statistics["aar_published"]["low"] == pytest.approx(2 / 5)


BAD = {
    "empty": " ",
    "no function": "def half(n:",
    "too long": "x = '" + "a" * 5_000_000 + "'",
    "not loadable": "raise SystemExit\n" + GOOD,
    "timeout": "while True:\n    pass\n" + GOOD,
    "forbidden": "def half(n):\n    open('written', 'w')",
    "crash": "def half(n):\n    import os\n    os._exit(0)",
    "raised": "def half(n):\n    raise ValueError(b'\\xff')",
    "wrong": "def half(n):\n    return '\\udcff'",
    "pass": "import os\nos.write(1, b'\\xff\\xfe')\n" + GOOD,
}


@pytest.mark.slow
def test_whatever_is_wrong_with_a_sample_has_a_name_in_rows_and_tables(
    run: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    always = ("--samples", samples(tmp_path / "s.jsonl", *BAD.values()), "--no-alignment", "--cpu", "0.2")
    code, output = run(*always, "--json")
    assert code == 1
    *grades, _, statistics = rows(output)
    assert len(grades) == statistics["samples"] == sum(statistics["verdicts"].values()) == len(BAD)
    names = [grade["problem"] or grade["base"]["verdict"] for grade in grades]
    assert names == list(BAD)
    shown = [line.split() for line in run(*always, "--statistics")[1].splitlines()]
    for name in BAD:
        assert [*name.split(), "1"] in shown


def test_tables_and_pairs(run: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    first = samples(tmp_path / "first.jsonl", GOOD, STRICT)
    second = samples(tmp_path / "second.jsonl", "def half(n): return 2", STRICT)
    code, output = run("--samples", first, "--samples", second, "--paired", "--no-alignment")
    assert code == 1
    for text in ("CSR", "Paired tests", "n >= 0", "(7,)", "where only one passes"):
        assert text in output
    assert max(map(len, output.splitlines())) <= 100
    # What is found comes first, and every rate in its variants only where somebody asks.
    assert output.startswith("Leaderboard")
    failing = output[output.index("Programs that do not pass") : output.index("In all: second: wrong 1.")]
    assert "second  Mbpp/1#0  wrong" in failing
    assert "pass@1 plus" not in output
    asked = run("--samples", first, "--samples", second, "--statistics", "--no-alignment")[1]
    assert asked.index("Programs that do not pass") < asked.index("pass@1 plus")


def test_tests_of_a_wide_universe(run: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    texts = (
        "Fraction(1, 2)",
        "Decimal('1')",
        "deque([1])",
        "array('q', [1])",
        "UserString('a')",
        "UserList([1])",
        "inf",
        *(["float64(0.5)"] if find_spec("numpy") else []),
    )
    file = tmp_path / "cvts.jsonl"
    row = {"task_id": "Mbpp/1", "verdict": "violating", "violates": [0], "runs_without_contract": True}
    file.write_text("".join(json.dumps({**row, "arguments": {"n": text}}) + "\n" for text in texts))
    naming = "def half(n):\n    if type(n) != int:\n        raise TypeError(type(n).__name__)\n    return n // 2\n"
    listed = samples(tmp_path / "s.jsonl", STRICT, naming)
    code, output = run("--samples", listed, "--cvts", file, "--json", "--reject", "TypeError")
    assert code == 0, output
    assert all(isinstance(msgspec.convert(row, GradeRow), GradeRow) for row in rows(output) if row["kind"] == "grade")
    strict, named = (row["responses"] for row in rows(output) if "responses" in row)
    assert [response["exception"] for response in strict] == ["AssertionError"] * len(texts)
    assert [response["rejection"] for response in named] == ["rejected"] * len(texts)


@pytest.mark.parametrize(("text", "said"), [("Square()", "Square"), ("1 +", "not Python"), ("(" * 9999, "not Python")])
def test_tests_that_cannot_be_made(run: Callable[..., tuple[int, str]], tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "cvts.jsonl"
    row = {"task_id": "Mbpp/1", "verdict": "violating", "violates": [0], "arguments": {"n": text}}
    file.write_text(json.dumps(row) + "\n")
    code, output = run("--samples", samples(tmp_path / "s.jsonl", GOOD), "--cvts", file)
    assert code == 2
    assert f"{file}:1:" in output
    assert said in output


@pytest.mark.parametrize(
    "arguments",
    [("--k", "0"), ("--k", "x"), ("--reject", "a b"), ("--task", "Mbpp/7"), ("--cvts", "absent.jsonl")],
)
def test_wrong_usage(run: Callable[..., tuple[int, str]], tmp_path: Path, arguments: tuple[str, str]) -> None:
    assert run("--samples", samples(tmp_path / "s.jsonl", GOOD), *arguments)[0] == 2


def test_samples_of_no_task_are_named(run: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    code, output = run("--samples", samples(tmp_path / "s.jsonl", GOOD, task_id="Other/1"))
    assert code == 2
    assert "unknown task" in output


def test_everything_passes(run: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    assert run("--samples", samples(tmp_path / "s.jsonl", STRICT), "--no-alignment")[0] == 0


@pytest.mark.slow
def test_worker_processes_give_the_same_rows(
    run: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SAMPLES_A_WORKER", 2)
    monkeypatch.setattr(files, "SAMPLES_TOGETHER", 2)
    codes = (GOOD, STRICT, "def half(n): return 0", "def half(n):\n    raise SystemExit")
    file = samples(tmp_path / "s.jsonl", *codes)
    alone, together = (run("--samples", file, "--json", "--jobs", jobs) for jobs in (1, 2))
    assert together[0] == alone[0]
    # Rows come as soon as they are known.
    assert sorted(together[1].splitlines()) == sorted(alone[1].splitlines())


def test_a_program_that_occurs_again_is_not_run_again(
    run: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded: list[str] = []
    real = Grader.grade

    def grade(grader: Grader, task: ContractTask, sample: Sample) -> Grade:
        graded.append(sample.code)
        return real(grader, task, sample)

    monkeypatch.setattr(Grader, "grade", grade)
    file = samples(tmp_path / "s.jsonl", GOOD, STRICT, GOOD, "nothing", "")
    _, output = run("--samples", file, "--json", "--no-alignment", "--jobs", "1")
    found = [row for row in rows(output) if "responses" in row]
    assert len(graded) == 4
    assert [row["plus"]["verdict"] for row in found] == ["pass", "pass", "pass", "not loadable", "not loadable"]
    assert [row["number"] for row in found] == list(range(5))


def test_a_row_waits_for_no_other_sample_of_its_task(half: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []
    monkeypatch.setattr(Grader, "tests", lambda grader, task: TaskTests(nothing_expected(), ()))
    monkeypatch.setattr(Grader, "grade", lambda grader, task, sample: made(events, sample))
    chosen = [Sample(task_id="Mbpp/1", number=each, code=f"half = {each}", origin="s:1") for each in range(3)]
    settings = Settings(open_runner=lambda: Sandbox(unsafe=True), aligned=False)
    files.grade_files(
        {Path("s"): chosen},
        {"Mbpp/1": half()},
        settings,
        Processes(1),
        lambda source, sample, graded: events.append(f"row {sample.number}"),
        lambda: None,
    )
    assert events == ["graded 0", "row 0", "graded 1", "row 1", "graded 2", "row 2"]


def nothing_expected() -> Expectations:
    return Expectations(("Mbpp/1", "half"), (), (), 0.0)


def made(events: list[str], sample: Sample) -> Grade:
    events.append(f"graded {sample.number}")
    return Grade(sample, not_run(""), (), None)


def _die(work: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def _mortal(settings: object) -> Iterator[Callable[[object], None]]:
    yield _die


def test_samples_whose_worker_dies_are_counted(
    run: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_worker", _mortal)
    monkeypatch.setattr(files, "SAMPLES_A_WORKER", 1)
    monkeypatch.setattr(files, "SAMPLES_TOGETHER", 2)
    code, output = run("--samples", samples(tmp_path / "s.jsonl", *[GOOD] * 2), "--json", "--jobs", "2")
    assert code == 3
    (statistics,) = rows(output)
    assert (statistics["samples"], statistics["problems"]["worker died"]) == (2, 2)


def test_mcnemar() -> None:
    assert mcnemar(0, 0) == 1
    assert mcnemar(5, 5) == 1
    assert mcnemar(0, 6) == pytest.approx(2 / 64)
    assert mcnemar(1, 9) == mcnemar(9, 1) == pytest.approx(22 / 1024)


@given(st.lists(st.integers(-4, 4), max_size=10))
def test_sign_flips_are_counted_as_they_are_listed(differences: list[int]) -> None:
    sums = [abs(sum(map(operator.mul, signs, differences))) for signs in product((1, -1), repeat=len(differences))]
    extreme = sum(each >= abs(sum(differences)) for each in sums)
    assert sign_flips(differences) == pytest.approx(extreme / len(sums))


@given(st.integers(0, 12), st.integers(0, 12))
def test_with_one_sample_a_task_that_is_mcnemars_test(only_first: int, only_second: int) -> None:
    assert sign_flips([1] * only_first + [-1] * only_second) == pytest.approx(mcnemar(only_first, only_second))


def paired(p_value: float, difference: DifferencePart) -> PairedPart:
    return PairedPart(
        first="a",
        second=str(p_value),
        pairs=1,
        unpaired=0,
        only_first_passes=0,
        only_second_passes=0,
        mcnemar_p=p_value,
        p_by_task=p_value,
        p_holm=p_value,
        pass_difference=difference,
        csr_difference=difference,
        disagreements=[],
    )


def test_several_tests_are_corrected_and_keep_their_places() -> None:
    nothing = DifferencePart(n=0, mean=None, low=None, high=None)
    tests = [paired(p, nothing) for p in (0.01, 0.04, 0.03, 0.5)]
    assert [test.p_holm for test in holm(tests)] == pytest.approx([0.04, 0.09, 0.09, 0.5])


def test_canonical_solutions_pass(data_dir: Path, sandbox: Sandbox, tools: Tools) -> None:
    """On a part: all of them take minutes."""
    tasks, _ = load_tasks(sorted((data_dir / "evalplus").glob("*.jsonl.gz")), ())
    with Replayer() as replayer:
        for task in list(tasks.values())[::80]:
            found = expectations_of(task, lambda: sandbox, replayer, NO_CACHE)
            module = f"{task.preamble}\n{task.solution}"
            limits = SandboxLimits(cpu_seconds=60, wall_seconds=200)
            judgement = try_out(module, found, (), tools, ProgramBounds(limits, limits)).judgement
            assert judgement.passes_plus, (task.task_id, judgement)
