"""A test is kept once, and what several data sets have for a problem is one problem."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.datasets.benchmark_problem import ProblemTest, joined_tests, told_apart
from specassay.benchmarks.datasets.problems import problem_name
from specassay.benchmarks.datasets.sets.registry import adapters
from specassay.benchmarks.problems import catalogue
from specassay.benchmarks.problems.catalogue import problems_of
from specassay.benchmarks.problems.own_problems import specification_tasks
from specassay.benchmarks.problems.tests_of_files import problem_tests_for, spread
from specassay.core.errors import InputError
from specassay.frontends.registry import language_of

ABS = "method Abs(x: int) returns (y: int)\n  ensures y >= 0\n"


@pytest.mark.parametrize(
    ("task_id", "name"),
    [
        ("Mbpp/3", "MBPP 3"),
        ("dafny-synthesis_task_id_113", "MBPP 113"),
        ("HumanEval/7", "HumanEval 7"),
        ("humaneval_007", "HumanEval 7"),
        ("human_eval_003b", "HumanEval 3"),
        ("humaneval_098_count_upper", "HumanEval 98"),
        ("humaneval_036_fizz_buzz__count7", "HumanEval 36 count7"),
        ("verina_basic_3_task", "VERINA basic 3"),
        ("binary_search", "binary_search"),
    ],
)
def test_names_of_one_problem(task_id: str, name: str) -> None:
    assert problem_name(task_id) == name


def test_each_input_is_one_test() -> None:
    tests = joined_tests(
        [
            ProblemTest(inputs=([1, 2],), right=(3,), origins=("a",)),
            ProblemTest(inputs=((1, 2),), right=(3.0,), wrong=(4,), origins=("b",)),
            ProblemTest(inputs=([True, 2],), right=(9,), origins=("c",)),
        ]
    )
    assert [(test.right, test.wrong, test.origins) for test in tests.tests] == [
        ((3,), (4,), ("a", "b")),
        ((9,), (), ("c",)),
    ]


def test_an_output_that_one_calls_right_and_another_wrong_is_neither_and_said() -> None:
    found = joined_tests([ProblemTest(inputs=(1,), right=(2, 3)), ProblemTest(inputs=(1,), wrong=(3,))])
    assert [(test.right, test.wrong) for test in found.tests] == [((2,), ())]
    assert found.left_out == ("1 outputs or inputs that one source calls right and another wrong",)


def test_plain_values_are_told_apart() -> None:
    assert told_apart((1, [2])) == told_apart([1, (2,)])
    assert told_apart(True) != told_apart(1)
    assert told_apart({"a": 1}) != told_apart({"a": 2})


def test_tests_with_wrong_outputs_are_taken_first() -> None:
    tests = [ProblemTest(inputs=(number,), wrong=(1,) if number == 50 else ()) for number in range(100)]
    taken = [test.inputs[0] for test in spread(tests, 8)]
    assert taken[:4] == [50, 0, 1, 2]
    assert len(set(taken)) == 8
    assert spread(tests[:3], 8) == tuple(tests[:3])


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "abs.dfy").write_text(ABS)
    rows = [{"inputs": {"x": -2}, "output": 2, "wrong": [-2]}, {"inputs": {"x": 3}, "output": 3}]
    row = {"id": "abs", "description": "The distance from 0.", "specifications": ["abs.dfy"], "tests": rows}
    (tmp_path / "own.jsonl").write_text(json.dumps(row) + "\n" + json.dumps({"id": "b", "specifications": ["no.dfy"]}))
    folder = tmp_path / "folder" / "abs"
    folder.mkdir(parents=True)
    (folder / "a.dfy").write_text(ABS)
    (folder / "problem.json").write_text(json.dumps({**row, "specifications": ["a.dfy"]}))
    return tmp_path


def test_problems_of_ones_own(own: Path) -> None:
    for source in (own / "own.jsonl", own / "folder"):
        found = problems_of([str(source)])
        problem = found.problem("abs")
        assert [subject.language for subject in problem.subjects] == ["dafny"]
        assert [(test.inputs, test.right, test.wrong) for test in problem.tests().tests] == [
            ((-2,), (2,), (-2,)),
            ((3,), (3,), ()),
        ]
    assert [str(error).partition(": ")[2] for error in problems_of([str(own / "own.jsonl")]).unread] == [
        "no file no.dfy"
    ]
    with pytest.raises(InputError, match="no problem 'x'"):
        problems_of([str(own / "own.jsonl")]).problem("x")


def test_files_of_a_data_set_are_judged_by_tests_of_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    for place, text in {
        "vericoding/dafny/humaneval/humaneval_001.dfy": ABS,
        "vericoding/verus/humaneval/humaneval_001.rs": "",
        "labelled_specs/verina/index.json": "{}",
        "labelled_specs/verina/expected/verina_basic_1.dfy": ABS
        + "method E0Test() { var y := Abs(-2); assert y == 2; }\n",
        "vericoding/dafny/verina/verina_basic_1_task.dfy": ABS,
    }.items():
        (data / place).parent.mkdir(parents=True, exist_ok=True)
        (data / place).write_text(text)
    monkeypatch.setenv("SPECASSAY_DATA", str(data))
    monkeypatch.setattr("specassay.benchmarks.problems.tests_of_files._folders", lambda: frozenset({data.resolve()}))
    catalogue.everything.cache_clear()
    file = data / "vericoding/dafny/verina/verina_basic_1_task.dfy"
    language = language_of(file)
    beside = problem_tests_for(file, language)
    assert beside is not None
    (example,) = beside.examples("", language.read(file)).examples
    assert (example.inputs, example.outputs) == ({"x": -2}, {"y": 2})
    assert example.test == "verina verina_basic_1.dfy:3"
    # Its own tests are no tests of another's, and a file that is in no data set has no problem.
    assert problem_tests_for(data / "labelled_specs/verina/expected/verina_basic_1.dfy", language) is None
    assert problem_tests_for(Path("/nowhere/humaneval_001.dfy"), language) is None
    catalogue.everything.cache_clear()


def test_what_is_not_read_of_a_data_set_on_this_machine_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "vericoding/dafny/humaneval/humaneval_001.dfy"
    file.parent.mkdir(parents=True)
    file.write_text(ABS)
    (tmp_path / "vericoding/verus/humaneval").mkdir(parents=True)
    monkeypatch.setenv("SPECASSAY_DATA", str(tmp_path))
    catalogue.everything.cache_clear()
    (error,) = problems_of(["vericoding"]).unread
    assert "verus/humaneval" in str(error)
    catalogue.everything.cache_clear()


def test_what_data_sets_say_of_their_files(tmp_path: Path) -> None:
    for place in (
        "mbpp_dfy/test/task_id_3.dfy",
        "dafny_bench/x.dfy",
        "clover/ground_truth/abs.dfy",
        "clover/weak_postcondition/abs.dfy",
        "vericoding/dafny/apps/a.dfy",
        "vericoding/verus/apps/a.rs",
        "vericontest/leetcode/lc1/verified.rs",
        "vericontest/codeforces/cf1/verified.rs",
        "vericontest/extended/cf1/verified.rs",
        "humaneval_verus/human_eval_003a.rs",
    ):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(ABS)
    found = {
        adapter.name: {
            (part.problem(file), part.has_tests, part.has_bodies)
            for part in adapter.find(tmp_path)
            for source in part.specifications
            for file in ([source] if source.is_file() else source.iterdir())
        }
        for adapter in adapters()
        if adapter.name != "suite"
    }
    assert {name: said for name, said in found.items() if said} == {
        "mbpp-dfy": {("MBPP 3", True, True)},
        "dafny-bench": {("DafnyBench x", False, True)},
        "clover-bench": {("Clover abs", True, True)},
        "vericoding": {("vericoding apps a", False, False)},
        "vericontest": {
            ("VeriContest lc1", False, True),
            ("VeriContest codeforces cf1", False, True),
            ("VeriContest extended cf1", False, True),
        },
        "humaneval-verus": {("HumanEval 3", False, None)},
    }


def test_specifications_of_problems_of_ones_own_are_judged_by_the_tests_that_stand_beside_them(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECASSAY_DATA", str(own / "none"))
    catalogue.everything.cache_clear()
    (own / "abs.dfy").write_text("method Abs(x: int) returns (y: int)\n  ensures y == x || y == -x\n")
    result = CliRunner().invoke(main, ["spec", str(own / "own.jsonl"), "-j", "1", "--json"])
    catalogue.everything.cache_clear()
    (row,) = (row for row in map(json.loads, result.stdout.splitlines()) if row["kind"] == "spec")
    assert (row["problem"]["name"], [test["origin"] for test in row["tests"]]) == ("abs", ["abs#0", "abs#1"])
    # -2 is labelled a wrong output of -2, and accepted.
    assert "accepts-wrong-output" in {finding["kind"] for finding in row["findings"]}
    assert "no file no.dfy" in result.stderr
    assert result.exit_code == 2


def test_inputs_that_are_written_in_order_have_the_names_of_the_parameters(tmp_path: Path) -> None:
    tests = [{"inputs": [5, 2], "output": 3}, {"inputs": {"less": 1, "from": 4}, "output": 3}]
    row = {"id": "minus", "parameters": {"from": "int", "less": "int"}, "tests": tests}
    (tmp_path / "own.jsonl").write_text(json.dumps(row) + "\n")
    # The other way round, by the names alone.
    text = "method Minus(less: int, from_: int) returns (r: int)\n  ensures r == from_ - less\n"
    (tmp_path / "minus.dfy").write_text(text.replace("from_", "From"))
    given = ["check-spec", str(tmp_path / "minus.dfy"), "--problem", "minus", "--data", str(tmp_path / "own.jsonl")]
    result = CliRunner().invoke(main, [*given, "--json"])
    found = json.loads(result.stdout)
    assert (found["verdict"], found["order"]) == ("no objection", "by name")


def test_a_reference_without_a_contract_is_no_subject_and_costs_no_problem(tmp_path: Path) -> None:
    (tmp_path / "a.dfy").write_text(ABS)
    (tmp_path / "a.py").write_text("def absolute(x):\n    return abs(x)\n")
    row = {"id": "abs", "specifications": ["a.dfy"], "tests": [{"inputs": [1], "output": 1}]}
    lines = [json.dumps({**row, "id": name, "reference": f"a.py::{name}"}) for name in ("absolute", "missing")]
    (tmp_path / "own.jsonl").write_text("\n".join(lines) + "\n")
    found = problems_of([str(tmp_path / "own.jsonl")])
    assert [subject.language for subject in found.problem("absolute").subjects] == ["dafny"]
    assert [str(error).partition(": ")[2] for error in found.unread] == ["no function missing in a.py"]
    # Without its tests a specification would be judged otherwise: its problem is not read, and so it is an error.
    tasks = list(specification_tasks(tmp_path / "own.jsonl"))
    assert [isinstance(task, InputError) for task in tasks] == [False, True]


def test_a_run_compares_references_with_specifications_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text("def half(n: int) -> int:\n    assert n % 2 == 0\n    return n // 2\n")
    half = "method Half(n: int) returns (r: int) requires n % 4 == 0 ensures 2 * r == n\n"
    for name in ("half", "other"):
        (tmp_path / f"{name}.dfy").write_text(half)
    rows = [
        {"id": "half", "function": "half", "reference": "half.py::half", "specifications": ["half.dfy"]},
        {"id": "other", "specifications": ["other.dfy"]},
    ]
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = ["bench", "--data", str(tmp_path / "own.jsonl"), "--question", "compare", "-j", "1", "--out"]
    result = CliRunner().invoke(main, [*asked, str(tmp_path / "run")])
    assert result.exit_code == 0
    found = map(json.loads, (tmp_path / "run" / "results.jsonl").read_text("utf-8").splitlines())
    assert [row["relation"] for row in found if row["kind"] == "comparison"] == ["weaker"]
    result = CliRunner().invoke(main, [*asked, str(tmp_path / "none"), "--task", "other"])
    assert "nothing is there both as a contract in Python and as a specification" in result.stderr
