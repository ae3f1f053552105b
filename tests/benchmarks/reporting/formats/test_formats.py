"""Tests in the forms of other tools; the pytest module is run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.reporting.formats.export import Export, Suite
from specassay.benchmarks.reporting.formats.registry import document, names
from specassay.benchmarks.schema import CvtRow
from tests.samples import some

CLAUSES = ("assert isinstance(n, int)", "assert n > 0", "assert len(items) >= n, 'too few'")
FUNCTION = "def take(n, items):\n    {0}\n    {1}\n    {2}\n    return items[:n]\n"


def run_pytest(folder: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_take.py"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    alone["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # it takes longer than the tests
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout


def written(folder: Path, form: str, *options: str) -> str:
    (folder / "take.py").write_text(FUNCTION.format(*CLAUSES))
    result = CliRunner().invoke(main, ["cvt", str(folder / "take.py"), "--format", form, *options])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.slow
def test_the_module_passes_with_the_contract_and_fails_without_any_of_its_clauses(tmp_path: Path) -> None:
    (tmp_path / "test_take.py").write_text(written(tmp_path, "pytest", "-k", "2"))
    code, output = run_pytest(tmp_path)
    assert code == 0, output
    for number in some(range(3), 3, first=1):
        kept = ["pass" if number == other else clause for other, clause in enumerate(CLAUSES)]
        (tmp_path / "take.py").write_text(FUNCTION.format(*kept))
        code, output = run_pytest(tmp_path)
        assert code == 1, output
        failed = {line.split("[")[1].split("]")[0] for line in output.splitlines() if line.startswith("FAILED")}
        assert failed
        assert all(str(number) in name for name in failed)


@pytest.mark.slow
def test_a_guard_raises_what_it_likes(tmp_path: Path) -> None:
    function = "def take(n):\n    {0}\n    return n\n"
    guard = "if not isinstance(n, int):\n        raise ValueError(n)"
    (tmp_path / "take.py").write_text(function.format(guard))
    result = CliRunner().invoke(main, ["cvt", str(tmp_path / "take.py"), "--format", "pytest"])
    (tmp_path / "test_take.py").write_text(result.stdout)
    assert run_pytest(tmp_path)[0] == 0
    (tmp_path / "take.py").write_text(function.format("pass"))
    assert run_pytest(tmp_path)[0] == 1


@pytest.mark.slow
def test_inputs_that_separate_mutants_are_tests_too(tmp_path: Path) -> None:
    module = written(tmp_path, "pytest", "--strengthen")
    assert "def test_take_accepts(call):" in module
    (tmp_path / "test_take.py").write_text(module)
    code, output = run_pytest(tmp_path)
    assert code == 0, output
    (tmp_path / "take.py").write_text(FUNCTION.format(*CLAUSES).replace("n > 0", "n > 1"))
    code, output = run_pytest(tmp_path)
    assert code == 1, output


def test_the_inputs_of_evalplus_raise_what_is_expected(tmp_path: Path) -> None:
    row = json.loads(written(tmp_path, "evalplus", "-k", "3"))
    assert row["entry_point"] == "take"
    assert len(row["inputs"]) == len(row["expected"]) == len(row["violates"]) >= 7
    names: dict[str, object] = {}
    exec((tmp_path / "take.py").read_text(), names)
    take = names["take"]
    assert callable(take)
    for arguments, expected in zip(row["inputs"], row["expected"], strict=True):
        with pytest.raises(Exception) as raised:  # noqa: PT011
            take(*arguments)
        assert type(raised.value).__name__ == expected
    (valid,) = row["valid_inputs"]
    take(*valid)


def suite(arguments: dict[str, str], parameters: str, body: str = "", *, task_id: str = "HumanEval/0") -> Suite:
    task = ContractTask(
        task_id=task_id,
        entry_point="f",
        parameters=tuple(map(Parameter, arguments)),
        file="H.jsonl",
        line=1,
        contract_text="assert x\n",
        solution=f"def f({parameters}):\n    return 0\n",
    )
    row = CvtRow(task_id=task_id, violates=[0], verdict="violating", arguments=arguments, raised="AssertionError")
    return Suite(task, [row])


def test_what_json_cannot_say_is_kept_apart() -> None:
    row = json.loads(document("evalplus", Export(suites=[suite({"x": "(1, 2)"}, "x")])))
    assert row["inputs"] == []
    assert row["not_json"] == [{"arguments": {"x": "(1, 2)"}, "expected": "AssertionError", "violates": [0]}]


@pytest.mark.parametrize(
    ("parameters", "arguments", "call"),
    [
        ("x, /, y, *, z", {"x": "1", "y": "2", "z": "3"}, "f(1, 2, z=3)"),
        ("x, *rest", {"x": "1", "rest": "(2, 3)"}, "f(1, 2, 3)"),
        ("x, **more", {"x": "nan", "more": "{'a': 1}"}, "f(float('nan'), a=1)"),
    ],
)
def test_calls_fit_the_signature(parameters: str, arguments: dict[str, str], call: str) -> None:
    module = document("pytest", Export(suites=[suite(arguments, parameters)]))
    compile(module, "module", "exec")
    assert f"lambda: {call}," in module


def test_classes_of_the_wide_universe_are_imported() -> None:
    wide = suite({"x": "Fraction(1, 2)", "y": "Money(3)"}, "x, y")
    named = Suite(evolve(wide.task, classes=("shop.money:Money",)), wide.rows)
    module = document("pytest", Export(suites=[named]))
    assert "from fractions import Fraction\nfrom shop.money import Money\n" in module
    assert "f(Fraction(1, 2), Money(3))" in module


def test_functions_of_one_name_are_told_apart() -> None:
    module = document("pytest", Export(suites=[suite({"x": "1"}, "x"), suite({"x": "2"}, "x", task_id="HumanEval/1")]))
    assert "from humaneval_0 import f\nfrom humaneval_1 import f as f_2\n" in module
    assert "f_2(2)" in module


def test_every_format_takes_no_tests_at_all() -> None:
    for name in names("cvt"):
        compile(document(name, Export()) if name == "pytest" else "", name, "exec")


def test_rows_for_machines_have_one_form(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["cvt", str(tmp_path), "--format", "pytest", "--json"])
    assert result.exit_code == 2
    assert "--format pytest" in result.stderr
