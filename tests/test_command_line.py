"""The commands: what they print, what they write, and how they end."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import SUMMARIES, main
from specassay.backends.python.sandbox import layers
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs import run as runs
from specassay.benchmarks.runs.task_report import Report

CONTRACT = '''
def clip(n: int, low: int) -> int:
    """Return n, but not less than low."""
    assert isinstance(n, int)
    assert low >= 0
    return max(n, low)
'''
DAFNY = """
method Double(n: int) returns (r: int)
  requires n >= 0
  ensures r == 2 * n
{ r := n + n; }

method DoubleTest()
{
  var r := Double(3);
  assert r == 6;
}
"""
WEAK = DAFNY.replace("r == 2 * n", "r >= n")
WRONG = DAFNY.replace("r == 2 * n", "r == 3 * n")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def rows_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def evalplus_line(task_id: str, contract: str = "    assert n > 0\n") -> str:
    return json.dumps(
        {
            "task_id": task_id,
            "prompt": "",
            "entry_point": "f",
            "canonical_solution": "def f(n):\n    return n\n",
            "contract": contract,
            "base_input": [[1]],
            "plus_input": [],
        }
    )


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    path = tmp_path / "clip.py"
    path.write_text(CONTRACT)
    return path


@pytest.fixture
def dafny_file(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str, name: str = "double.dfy") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


@pytest.fixture
def synthesise(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[ContractTask], Report]], None]:
    """Replace what does the work on a Python task."""

    def replace(work: Callable[[ContractTask], Report]) -> None:
        monkeypatch.setattr(runs, "synthesise", lambda task, *settings, **options: work(task))

    return replace


class TestCvt:
    def test_every_subset_of_a_file_has_a_row(self, contract: Path, tmp_path: Path) -> None:
        out = tmp_path / "rows.jsonl"
        result = run("cvt", contract, "--out", out)
        assert result.exit_code == 0
        rows = {tuple(row["violates"]): row for row in rows_of(out.read_text())}
        assert set(rows) == {(0,), (1,), (0, 1)}
        assert {row["verdict"] for row in rows.values()} == {"violating"}
        assert set(rows[0, 1]["arguments"]) == {"n", "low"}
        assert set(rows[0, 1]["how"]) == {"0", "1"}
        assert rows[1,]["arguments"]["low"] in result.output

    def test_json_is_the_same_rows_on_standard_output(self, contract: Path, tmp_path: Path) -> None:
        out = tmp_path / "rows.jsonl"
        result = run("cvt", contract, "--json", "--out", out)
        assert result.stdout == out.read_text()
        assert len(rows_of(result.stdout)) == 3

    def test_two_solvers_are_compared(self, contract: Path, tmp_path: Path) -> None:
        result = run("cvt", contract, "--solver", "both", "--out", tmp_path / "rows.jsonl")
        assert result.exit_code == 0
        assert "Disagreements (one says sat, another unsat): 0." in result.output

    def test_all_solvers_are_a_portfolio_of_which_the_first_that_knows_is_believed(self, tmp_path: Path) -> None:
        path = tmp_path / "bounds.py"
        path.write_text("def f(n):\n    assert n is None or n > 3\n    assert n is None or n > 2\n    return n\n")
        result = run("cvt", path, "--solver", "all", "--json")
        by_set = {tuple(row["violates"]): row for row in rows_of(result.stdout)}
        assert (by_set[1,]["verdict"], by_set[1,]["solver"]) == ("infeasible", "yices")

    def test_a_clause_that_no_input_violates_is_a_finding(self, tmp_path: Path) -> None:
        path = tmp_path / "idle.py"
        path.write_text("def f(n):\n    assert n == n or True\n    return n\n")
        result = run("cvt", path)
        assert result.exit_code == 1
        assert "idle-clause" in result.output

    def test_queries_are_kept_on_request(self, contract: Path, tmp_path: Path) -> None:
        run("cvt", contract, "--solver", "both", "--dump", tmp_path / "deep" / "queries")
        assert any("(check-sat" in path.read_text() for path in (tmp_path / "deep" / "queries").iterdir())

    def test_only_the_wanted_task(self, tmp_path: Path) -> None:
        path = tmp_path / "tasks.jsonl.gz"
        path.write_bytes(gzip.compress("\n".join(map(evalplus_line, ("T/1", "T/2"))).encode()))
        result = run("cvt", path, "--task", "T/2", "--json")
        assert {row["task_id"] for row in rows_of(result.stdout)} == {"T/2"}

    def test_an_unknown_task_is_answered_with_those_like_it(self, tmp_path: Path) -> None:
        path = tmp_path / "tasks.jsonl"
        path.write_text(evalplus_line("Mbpp/17"))
        out = tmp_path / "rows.jsonl"
        out.write_text("precious")
        result = run("cvt", path, "--task", "mbpp/71", "--out", out, "--force")
        assert result.exit_code == 2
        assert "did you mean Mbpp/17?" in result.stderr
        assert out.read_text() == "precious"


class TestBadInput:
    @pytest.mark.parametrize("command", ["cvt", "spec", "parse"])
    @pytest.mark.parametrize("content", [None, b"", b"\x7fELF\0\0\xff\xfe"], ids=["missing", "empty", "binary"])
    def test_a_file_that_cannot_be_used(self, command: str, content: bytes | None, tmp_path: Path) -> None:
        for suffix in {"cvt": (".py", ".jsonl"), "spec": (".dfy",), "parse": (".py", ".dfy")}[command]:
            if suffix == ".dfy" and content == b"":
                continue  # An empty file is a program of Dafny.
            path = tmp_path / f"file{suffix}"
            if content is not None:
                path.write_bytes(content)
            result = run(command, path)
            assert result.exit_code == 2, suffix
            assert str(path) in result.stderr, suffix

    def test_a_dafny_file_without_code_is_a_finding(self, dafny_file: Callable[[str], Path]) -> None:
        result = run("spec", dafny_file("// nothing"))
        assert result.exit_code == 1
        assert "no-code" in result.stdout
        assert result.stderr == ""

    def test_an_include_that_is_not_followed_is_bad_input_and_the_rest_is_scored(
        self, dafny_file: Callable[[str], Path]
    ) -> None:
        path = dafny_file('include "../secret.dfy"\n' + DAFNY)
        result = run("spec", path, "--json")
        assert result.exit_code == 2
        assert f'{path}:1:1: include "../secret.dfy": outside the folder' in result.stderr
        assert [row["status"] for row in rows_of(result.stdout)] == ["scored", "error"]
        assert run("parse", path).exit_code == 2

    def test_syntax_of_another_version_is_bad_input(self, dafny_file: Callable[[str], Path]) -> None:
        path = dafny_file("function method F(): int { 1 }\n" + DAFNY)
        result = run("spec", path, "--dafny", "4")
        assert result.exit_code == 2
        assert ":1:10: found 'function method', which Dafny 4 does not have, expected --dafny 2" in result.stderr
        assert run("spec", path, "--dafny", "2").exit_code == 0

    def test_what_is_not_done_for_dafny_is_not_passed_over(self, dafny_file: Callable[[str], Path]) -> None:
        path = dafny_file(DAFNY)
        refused = run("cvt", path, "--adequacy")
        assert (refused.exit_code, "are for contracts in Python" in refused.stderr) == (2, True)
        assert "one input is found for each set" in run("cvt", path, "-k", "2").stderr
        assert run("cvt", path).stderr == ""

    def test_a_file_of_another_kind(self, contract: Path, dafny_file: Callable[[str], Path]) -> None:
        assert "one language at a time" in run("cvt", contract, dafny_file(DAFNY)).stderr
        assert "name Dafny files with it" in run("cvt", contract, "--cross-check").stderr
        assert "`specassay cvt` reads" in run("spec", contract).stderr
        assert run("cvt", contract.parent / "notes.txt").exit_code == 2

    def test_a_broken_line_is_reported_and_the_others_are_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "tasks.jsonl"
        path.write_text("\n".join([evalplus_line("T/1"), '{"task_id": "T/2"', evalplus_line("T/3")]))
        result = run("cvt", path, "--json")
        assert result.exit_code == 2
        assert f"{path}:2: " in result.stderr
        assert [row["task_id"] for row in rows_of(result.stdout)] == ["T/1", "T/3"]

    def test_a_contract_outside_the_grammar_is_reported_with_its_position(self, tmp_path: Path) -> None:
        path = tmp_path / "tasks.jsonl"
        path.write_text("\n".join([evalplus_line("T/1", "    assert n >\n"), evalplus_line("T/2")]))
        result = run("cvt", path, "--json")
        assert result.exit_code == 2
        assert re.search(r"T/1: .*:1:\d+", result.stderr)
        rows = rows_of(result.stdout)
        assert [(row["task_id"], row["verdict"]) for row in rows] == [("T/1", "error"), ("T/2", "violating")]

    @pytest.mark.parametrize("out", ["no/such/folder/rows.jsonl", "."])
    def test_an_output_that_cannot_be_written_stops_before_the_work(
        self, out: str, contract: Path, tmp_path: Path, synthesise: Callable[..., None]
    ) -> None:
        def work(task: ContractTask) -> Report:
            pytest.fail("worked for nothing")

        synthesise(work)
        result = run("cvt", contract, "--out", tmp_path / out)
        assert result.exit_code == 2
        assert "cannot be written" in result.stderr

    def test_a_results_folder_that_cannot_be_made(self, contract: Path) -> None:
        result = run("bench", "--out", contract / "below")
        assert result.exit_code == 2
        assert "cannot be written" in result.stderr

    def test_a_data_folder_without_data(self, tmp_path: Path) -> None:
        result = run("bench", "--data", tmp_path, "--out", tmp_path / "out")
        assert result.exit_code == 2
        assert "evalplus" in result.stderr

    def test_usage(self) -> None:
        assert run("cvt").exit_code == 2
        assert run("cvt", "x.py", "--solver", "yices").exit_code == 2
        assert run("spec", "x.dfy", "--mutants", "-1").exit_code == 2


class TestWhatGoesWrong:
    @pytest.fixture
    def tasks(self, tmp_path: Path) -> Path:
        path = tmp_path / "tasks.jsonl"
        path.write_text("\n".join(map(evalplus_line, ("T/1", "T/2", "T/3"))))
        return path

    def test_one_task_takes_no_other_with_it(self, tasks: Path, synthesise: Callable[..., None]) -> None:
        error = ZeroDivisionError("division")

        def work(task: ContractTask) -> Report:
            if task.task_id == "T/2":
                raise error
            return Report(task_id=task.task_id)

        synthesise(work)
        result = run("cvt", tasks, "--json")
        assert result.exit_code == 3
        assert str(error) in result.stderr
        (row,) = rows_of(result.stdout)
        assert (row["task_id"], row["verdict"]) == ("T/2", "error")
        assert str(error) in row["reason"]

    def test_sigterm_ends_a_run_as_an_interrupt_does(
        self, tasks: Path, tmp_path: Path, synthesise: Callable[..., None]
    ) -> None:
        def work(task: ContractTask) -> Report:
            if task.task_id == "T/2":
                os.kill(os.getpid(), signal.SIGTERM)
            return Report(task_id=task.task_id, error="x")

        synthesise(work)
        before = signal.getsignal(signal.SIGTERM)
        result = run("cvt", tasks, "--out", tmp_path / "rows.jsonl", "-j", "1")
        assert (result.exit_code, result.stderr) == (130, "error: interrupted\n")
        assert len(rows_of((tmp_path / "rows.jsonl").read_text())) == 1
        assert signal.getsignal(signal.SIGTERM) == before

    def test_an_interrupt_keeps_what_was_written(
        self, tasks: Path, tmp_path: Path, synthesise: Callable[..., None]
    ) -> None:
        def work(task: ContractTask) -> Report:
            if task.task_id == "T/3":
                raise KeyboardInterrupt
            return Report(task_id=task.task_id, error="x")

        synthesise(work)
        out = tmp_path / "rows.jsonl"
        result = run("cvt", tasks, "--out", out)
        assert result.exit_code == 130
        assert "interrupted" in result.stderr
        assert [row["task_id"] for row in rows_of(out.read_text())] == ["T/1", "T/2"]


class TestSpec:
    def test_a_strong_specification(self, dafny_file: Callable[[str], Path], tmp_path: Path) -> None:
        out = tmp_path / "rows.jsonl"
        result = run("spec", dafny_file(DAFNY), "--out", out)
        assert result.exit_code == 0
        (row,) = rows_of(out.read_text())
        assert (row["method"], row["correctness"], row["completeness"]) == ("Double", [1, 1], [1, 1])
        assert "Double" in result.output

    def test_a_weak_one_is_a_finding_with_a_witness(self, dafny_file: Callable[[str], Path]) -> None:
        result = run("spec", dafny_file(WEAK))
        assert result.exit_code == 1
        assert re.search(r"Double\(3\) → \d+", result.output)

    def test_a_wrong_one_contradicts_its_test(self, dafny_file: Callable[[str], Path]) -> None:
        result = run("spec", dafny_file(WRONG))
        assert result.exit_code == 1
        assert "contradicts-test" in result.output

    def test_a_file_that_does_not_parse_keeps_the_others(self, dafny_file: Callable[[str, str], Path]) -> None:
        dafny_file(DAFNY, "a.dfy")
        broken = dafny_file("method (", "b.dfy")
        result = run("spec", broken.parent, "--json")
        assert result.exit_code == 2
        assert re.search(r"b\.dfy:1:\d+: found", result.stderr)
        assert [row["status"] for row in rows_of(result.stdout)] == ["scored", "error"]

    def test_the_seed_decides_the_wrong_outputs(self, dafny_file: Callable[[str], Path]) -> None:
        path = dafny_file(WEAK)
        first, again, other = (run("spec", path, "--seed", seed, "--json").stdout for seed in ("1", "1", "2"))
        assert first == again != other

    def test_labels_are_the_last_line_of_json(self, dafny_file: Callable[..., Path], tmp_path: Path) -> None:
        labels = tmp_path / "labels.json"
        labels.write_text(json.dumps({"7": {"label": "STRONG"}}), encoding="utf-8")
        result = run("spec", dafny_file(WEAK, "task_id_7.dfy"), "--labels", labels, "--json")
        *_, last = rows_of(result.stdout)
        assert last["labels"]["n"] == 1
        (file,) = last["labels"]["files"]
        assert (file["label"], file["judgement"], file["disagrees"]) == ("STRONG", "WEAK", True)
        assert "Double(" in file["witness"]

    @pytest.mark.parametrize("option", [["--cross-check"], ["--engine", "dafny"]])
    def test_the_verifier_is_not_asked_about_python(
        self, option: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("specassay.backends.dafny.process.find_dafny", lambda: None)
        path = tmp_path / "same.py"
        path.write_text("def same(n):\n    r = n\n    assert r == n\n    return r\n\nassert same(1) == 1\n")
        result = run("spec", path, *option)
        assert result.exit_code == 2
        assert "the verifier reads no Python" in result.stderr

    def test_a_missing_file_of_tests(self, dafny_file: Callable[[str], Path]) -> None:
        assert run("spec", dafny_file(DAFNY), "--tests", "nowhere.json").exit_code == 2


class TestBench:
    @pytest.mark.slow
    def test_a_task_of_the_suite(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        result = run("bench", "--task", "factorial", "--out", out)
        assert result.exit_code == 0, result.stderr
        for title in ("Python contracts", "Specifications: which", "Solvers on the same sets of clauses"):
            assert title in result.output
        rows = rows_of((out / "results.jsonl").read_text())
        assert {row.get("method") for row in rows} == {None, "ComputeFactorial"}
        assert "## Python contracts" in (out / "report.md").read_text()
        assert result.stdout.splitlines()[-1].startswith(f"{out / 'report.html'}: ")
        report = (out / "report.html").read_text()
        for part in ("Python: contracts", "Specifications", "Time by phase", "type(n) == int", "Solvers"):
            assert part in report
        assert "/benchmarks/suite/" not in report

    @pytest.mark.slow
    def test_the_figures_as_json(self, tmp_path: Path) -> None:
        result = run("bench", "--task", "factorial", "--out", tmp_path, "--json")
        statistics = json.loads(result.stdout)
        assert statistics["contracts"]["suite"]["tasks"] == 1
        assert {solver["name"] for solver in statistics["solvers"]} == {"z3", "cvc5"}
        assert statistics["exit_code"] == result.exit_code == 0

    @pytest.mark.slow
    def test_an_unexpected_verdict_is_reported(self, tmp_path: Path, synthesise: Callable[..., None]) -> None:
        synthesise(lambda task: Report(task_id=task.task_id))
        result = run("bench", "--task", "clamp", "--out", tmp_path)
        assert result.exit_code == 1
        assert "clamp: clauses {0}: no verdict, expected violating" in result.stderr
        assert "Mismatch" in (tmp_path / "report.md").read_text()

    def test_a_data_folder(self, tmp_path: Path) -> None:
        evalplus, dafny = tmp_path / "evalplus", tmp_path / "mbpp_dfy" / "test"
        evalplus.mkdir()
        dafny.mkdir(parents=True)
        (evalplus / "Tiny.jsonl").write_text(evalplus_line("Mbpp/7"))
        (evalplus / "known_feasible.json").write_text('{"Mbpp/7": [[0]]}')
        (dafny / "task_id_7.dfy").write_text(WEAK)
        result = run("bench", "--data", tmp_path, "--out", tmp_path / "out")
        assert result.exit_code == 0, result.stderr
        for part in ("Tiny", "mbpp_dfy", "MBPP 7", "accepts-another-output", "0 of 1 (0 %)"):
            assert part in result.output


class TestParse:
    def test_for_people(self, contract: Path, dafny_file: Callable[[str], Path]) -> None:
        result = run("parse", contract, dafny_file(DAFNY))
        assert result.exit_code == 0
        assert "0: assert isinstance(n, int)" in result.output
        assert "ensures r == 2 * n" in result.output

    def test_as_json(self, contract: Path) -> None:
        (program,) = rows_of(run("parse", contract, "--json").stdout)
        (found,) = program["contracts"]
        assert found["parameters"] == ["n", "low"]
        check = found["body"][1]
        test = program["terms"][check["test"]]
        assert (check["statement"], check["clause"], check["span"]) == ("check", 1, [5, 5, 5, 20])
        assert all(argument < check["test"] for argument in test["args"])

    def test_json_holds_what_the_file_says_and_no_hashes(self, dafny_file: Callable[[str], Path]) -> None:
        path = dafny_file("datatype D = A | B(n: int)\nmethod M() returns (r: D) ensures r == B(3) { r := B(3); }\n")
        (program,) = rows_of(run("parse", path, "--json").stdout)
        assert {"constructor": "B", "fields": [3]} in [term["data"] for term in program["terms"]]

    def test_what_is_not_supported_is_listed(self, tmp_path: Path) -> None:
        path = tmp_path / "exotic.py"
        path.write_text("import icontract\n\n@icontract.snapshot(len)\ndef f(n):\n    assert n\n")
        result = run("parse", path)
        assert result.exit_code == 0
        assert f"unsupported: @snapshot of something other than a lambda at {path}:3:2" in result.output

    def test_an_error_has_its_position(self, contract: Path, dafny_file: Callable[[str], Path]) -> None:
        broken = dafny_file("method M(n: int)\n  ensures n > )\n")
        result = run("parse", broken, contract)
        assert result.exit_code == 2
        assert re.search(re.escape(str(broken)) + r":\d+:\d+: found", result.stderr)
        assert "clip" in result.stdout


class TestThePackage:
    def test_help_and_core_load_no_solver(self) -> None:
        # `ours`: what would be heavy in each worker.
        code = (
            "import sys, specassay.core, specassay.__main__, specassay.benchmarks.grading.command\n"
            "specassay.__main__.main(['--help'], standalone_mode=False)\n"
            "ours = {'specassay.benchmarks.runs.cvt', 'specassay.backends.solvers.registry'}\n"
            "sys.exit(any(name.split('.')[0] in ('z3', 'cvc5') or name in ours for name in sys.modules))"
        )
        done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "Find inputs that violate a contract." in done.stdout

    def test_every_public_name_is_there(self) -> None:
        import specassay

        assert set(specassay.__all__) <= set(dir(specassay))
        assert all(getattr(specassay, name) is not None for name in specassay.__all__)
        with pytest.raises(AttributeError, match="no_such_name"):
            _ = specassay.no_such_name

    @pytest.mark.slow
    def test_nothing_but_the_tables_where_there_is_no_terminal(self, contract: Path) -> None:
        environment = {**os.environ, "COLUMNS": "40", "TERM": "xterm-256color"}
        environment.pop("FORCE_COLOR", None)
        command = [sys.executable, "-m", "specassay", "cvt", str(contract)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=contract.parent)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= 100


@pytest.mark.parametrize("command", sorted(SUMMARIES))
def test_the_help_of_every_command_fits_a_narrow_terminal(command: str) -> None:
    shown = CliRunner().invoke(main, [command, "--help"], terminal_width=80).stdout
    assert [line for line in shown.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("command", ["cvt", "spec", "bench", "grade", "prompts", "generate"])
def test_every_command_that_runs_foreign_code_can_be_allowed_to_without_layers(command: str) -> None:
    assert "--unsafe" in run(command, "--help").stdout


@pytest.mark.slow
def test_unsafe_is_allowed_for_one_command_only(contract: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPECASSAY_UNSAFE", raising=False)
    monkeypatch.setattr(layers, "REQUIRED", ("a dragon",))
    assert run("cvt", contract, "-j", "1").exit_code == 3
    assert run("cvt", contract, "-j", "1", "--unsafe").exit_code == 0
    assert run("cvt", contract, "-j", "1").exit_code == 3
    monkeypatch.setenv("SPECASSAY_UNSAFE", "1")
    assert run("cvt", contract, "-j", "1").exit_code == 0
