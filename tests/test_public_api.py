"""The package as a library: only what `specassay.__all__` names."""

import inspect
import pydoc
import re
import resource
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest

import specassay
from tests.rows import evalplus_file

SAMPLE = """\
def half(n):
    assert isinstance(n, int)
    assert n >= 0
    return n // 2

def nothing(n):
    return n
"""
LARGEST = """\
method Largest(xs: seq<int>) returns (m: int)
  requires |xs| > 0
  ensures forall x :: x in xs ==> x <= m
{
  m := xs[0];
}

method LargestTest()
{
  var m := Largest([3, 1]);
  assert m == 3;
}
"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.py"
    path.write_text(SAMPLE)
    return path


@pytest.fixture
def largest(tmp_path: Path) -> Path:
    path = tmp_path / "largest.dfy"
    path.write_text(LARGEST)
    return path


@pytest.mark.parametrize("form", [str, Path])
def test_from_a_file_to_its_tests(sample: Path, form: Callable[[Path], str | Path]) -> None:
    tasks = specassay.load(form(sample))
    assert isinstance(tasks, specassay.Tasks)
    assert [task.task_id for task in tasks] == ["sample.half"]
    assert (len(tasks), tasks.problems) == (1, ())
    task = tasks["sample.half"]
    assert tasks[0] is task
    assert tasks[:2] == (task,)
    with pytest.raises(IndexError):
        tasks[1]
    assert isinstance(task, specassay.ContractTask)
    report = specassay.find_violations(task, solver="z3", config=specassay.Config(budget=100.0, solver_limit=20.0))
    assert isinstance(report, specassay.Report)
    assert {tuple(row.violates): row.verdict for row in report.rows} == {
        (0,): "violating",
        (1,): "violating",
        (0, 1): "violating",
    }


@pytest.mark.parametrize("form", [str, Path])
def test_the_score_of_a_specification(largest: Path, form: Callable[[Path], str | Path]) -> None:
    (found,) = specassay.score(form(largest))
    assert isinstance(found, specassay.MethodScore)
    assert (found.method, found.status, found.correctness.value) == ("Largest", "scored", 1.0)
    # A score is a row, too: `pandas.DataFrame(scores)` has a column for each of its names.
    assert dict(found) == found.to_dict()
    assert (found["method"], found["verdict"], found["correctness"]) == ("Largest", "wrong", 1.0)
    assert found.completeness.value is not None
    assert found.completeness.value < 1
    (few,) = specassay.score(form(largest), engine="evaluate", config=specassay.Config(mutants=1, operators="paper"))
    assert len(few.tests[0].mutants) == 1
    (postcondition,) = specassay.score(_with_postcondition(largest.parent))
    assert postcondition.method == "half"


def test_a_score_takes_no_more_memory_than_a_file_may(largest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unbounded = resource.getrlimit(resource.RLIMIT_DATA)

    def greedy(*arguments: object) -> object:
        assert resource.getrlimit(resource.RLIMIT_DATA) != unbounded
        raise MemoryError

    monkeypatch.setattr("specassay.benchmarks.runs.library.scores_of", greedy)
    with pytest.raises(specassay.InputError, match="the memory limit of 2048 MiB"):
        specassay.score(largest)
    assert resource.getrlimit(resource.RLIMIT_DATA) == unbounded


def _with_postcondition(folder: Path) -> Path:
    path = folder / "post.py"
    docstring = '    """\n    >>> half(4)\n    2\n\n    post: __return__ <= n\n    """\n'
    path.write_text(f"def half(n):\n{docstring}    return n // 2\n")
    return path


def test_the_reward_of_a_program_is_a_number(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECASSAY_UNSAFE", "1")
    (line,) = specassay.load(evalplus_file(sample.parent))
    assert isinstance(line, specassay.ContractTask)
    strict = "def half(n):\n    assert isinstance(n, int)\n    assert n >= 0\n    return n // 2\n"
    earned = specassay.reward(line, strict, specassay.Weights(passes=1, csr=1, aar=0, aap=0))
    assert isinstance(earned, specassay.Reward)
    assert float(earned) == 1.0
    (lax,) = specassay.rewards([(line, "def half(n):\n    return n // 2\n")])
    assert 0 < float(lax) < float(earned)
    assert max(lax, earned, key=float) is earned


def test_the_intermediate_representation(sample: Path, largest: Path) -> None:
    program = specassay.parse_file(str(sample))
    with pytest.raises(specassay.InputError, match="python is read without the option 'dialect'"):
        specassay.parse_file(sample, dialect="4")
    assert isinstance(program, specassay.Program)
    (contract,) = program.contracts
    assert isinstance(contract, specassay.Contract)
    assert [clause.text for clause in contract.clauses] == ["isinstance(n, int)", "n >= 0"]
    named = {each.name: each for each in specassay.parse_file(largest).specifications}
    assert isinstance(named["Largest"], specassay.Specification)


def test_errors_are_exceptions_that_say_what_to_do(sample: Path, largest: Path) -> None:
    assert issubclass(specassay.ParseError, specassay.InputError)
    assert issubclass(specassay.InputError, specassay.SpecassayError)
    assert issubclass(specassay.SolverFailure, specassay.SpecassayError)
    with pytest.raises(specassay.InputError, match="no such file"):
        specassay.load(sample.with_name("other.py"))
    with pytest.raises(specassay.InputError, match=r"did you mean sample\.half\?"):
        specassay.load(sample)["sample.haIf"]
    (dafny,) = specassay.load(largest)
    assert isinstance(dafny, specassay.SpecTask)
    with pytest.raises(specassay.InputError, match=r"score\(.*largest\.dfy"):
        specassay.find_violations(dafny)  # type: ignore[arg-type]  # that is refused
    (task,) = specassay.load(sample)
    assert isinstance(task, specassay.ContractTask)
    with pytest.raises(specassay.InputError, match="z4"):
        specassay.find_violations(task, solver="z4")
    with pytest.raises(specassay.InputError, match="names no class"):
        specassay.find_violations(task, config=specassay.Config(universe="wide", classes=("x",)))
    with pytest.raises(specassay.InputError, match="no engine 'magic'"):
        specassay.score(largest, engine="magic")
    largest.write_text("method M(\n")
    with pytest.raises(specassay.ParseError, match=r"largest\.dfy:\d+:\d+: found"):
        specassay.score(largest)
    largest.write_text("// nothing\n")
    with pytest.raises(specassay.InputError, match="holds no code"):
        specassay.score(largest)
    largest.write_text('include "absent.dfy"\n' + LARGEST)
    with pytest.raises(specassay.InputError, match=r"absent\.dfy"):
        specassay.score(largest)


def test_a_configuration_is_read_from_pyproject(tmp_path: Path) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.specassay]\nsolver-limit = 2.5\nmutants = 9\n")
    assert specassay.read_config(below) == specassay.Config(solver_limit=2.5, mutants=9)
    assert attrs.evolve(specassay.read_config(str(below)), mutants=5) == specassay.Config(solver_limit=2.5)


def test_help_names_everything_and_everything_has_help() -> None:
    shown = pydoc.plain(pydoc.render_doc(specassay))
    for name in specassay.__all__:
        value = getattr(specassay, name)
        assert value is not None
        if name != "__version__":
            assert name in (specassay.__doc__ or ""), name
            assert inspect.getdoc(value), name
            assert name in shown
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = specassay.no_such_name


def test_the_example_of_the_package_runs(sample: Path, largest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sample.parent)
    names: dict[str, Any] = {"pandas": import_module("pandas")}
    values: list[Any] = []
    for line in re.findall(r"^ *>>> (.*)$", specassay.__doc__ or "", re.MULTILINE):
        code, _, _ = line.partition("   #")
        try:
            values.append(eval(code, names))
        except SyntaxError:
            exec(code, names)
    sets, frame, scores, earned = values
    assert sets[0] == ([0], "violating", {"n": sets[0][2]["n"]})
    assert list(frame.violates) == [violates for violates, _, _ in sets]
    assert {"task_id", "verdict", "arguments", "solver"} <= set(frame.columns)
    assert [method for method, _ in scores] == ["Largest"]
    assert 0 <= earned <= 1


def test_rows_are_mappings_with_attributes(sample: Path) -> None:
    (task,) = specassay.load(sample).items
    assert isinstance(task, specassay.ContractTask)
    report = specassay.find_violations(task)
    row = report.rows[0]
    assert row["violates"] == row.violates == row.to_dict()["violates"]
    assert {**row}.keys() == set(row.keys())
    with pytest.raises(KeyError):
        row["violate"]
    shown = [repr(report), repr(task), repr(specassay.load(sample)), repr(specassay.reward(task, "def half(n): ..."))]
    assert all("\n" not in text and len(text) < 200 for text in shown)
    assert "version" not in repr(row)


def test_an_option_that_does_not_exist_is_told_with_the_nearest(sample: Path) -> None:
    task = specassay.load(sample).items[0]
    assert isinstance(task, specassay.ContractTask)
    wrong: tuple[tuple[Callable[..., object], dict[str, object], str], ...] = (
        (specassay.Config, {"budgt": 1.0}, "Config has no option 'budgt': did you mean 'budget'"),
        (specassay.Weights, {"pases": 1}, "did you mean 'passes'"),
        (specassay.SpecLimits, {"second": 1}, "did you mean 'seconds'"),
        (partial(specassay.find_violations, task), {"sover": "z3"}, "did you mean 'solver'"),
        (partial(specassay.prompts_for, [task]), {"strategy": "cs-mai"}, "no strategy 'cs-mai': did you mean 'cs-may'"),
        (partial(specassay.score, "x.dfy"), {"engin": "z3"}, "did you mean 'engine'"),
        (partial(specassay.read_spec_tests, {}), {"language": "dafni"}, "no language 'dafni': did you mean 'dafny'"),
        (specassay.Settings, {"x": 1}, "Settings has no option 'x': there are open_runner, "),
    )
    for function, options, message in wrong:
        with pytest.raises(specassay.InputError, match=re.escape(message)):
            function(**options)


def test_prompts_are_made_in_python(sample: Path) -> None:
    (prompt,) = specassay.prompts_for(specassay.load(sample), "cs-may")
    assert (prompt.task_id, prompt.strategy) == ("sample.half", "cs-may")
    assert "def half(n)" in prompt.request
