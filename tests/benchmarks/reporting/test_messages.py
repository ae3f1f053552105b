"""Messages that name what is wrong, once, and where it is."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.commands import running
from specassay.benchmarks.reporting.results import Results
from specassay.benchmarks.runs.task_report import Report
from specassay.frontends.registry import suffixes

SUFFIXES = " or ".join(suffixes())


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def test_an_error_names_its_task_once_and_its_line() -> None:
    Path("app.py").write_text("import nosuchmodule\n\n\ndef pay(n):\n    assert n > 0\n    return n\n")
    (line, *_) = run("cvt", "app.py").stderr.splitlines()
    assert line.startswith("error: app.pay: app.py:4: its module does not load: ModuleNotFoundError")
    assert line.count("app.pay") == 1


@pytest.mark.parametrize(("command", "name"), [("cvt", "a.py"), ("spec", "a.dfy")])
def test_what_cannot_be_read_is_told_once_and_names_its_file_once(command: str, name: str) -> None:
    Path(name).write_text("method f(:\n")
    done = run(command, name)
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"error: {name}:1:")
    assert (line.count(name), done.stdout, done.exit_code) == (1, "", 2)


def test_a_python_file_without_anything_to_score_is_told_once() -> None:
    Path("a.py").write_text("def f(n):\n    return n\n")
    done = run("spec", "a.py")
    assert done.stderr.startswith("error: a.py: no function has a postcondition (decorators")
    assert (done.stderr.count("a.py"), done.stdout, done.exit_code) == (1, "", 2)


def test_specifications_in_python_are_not_called_dafnys() -> None:
    for name in ("a", "b"):
        Path(f"{name}.py").write_text("def f(n):\n    r = n + 1\n    assert r > n\n    return r\n")
    shown = run("spec", "a.py", "b.py").stdout
    assert ("Specifications: which outputs they accept" in shown, "Dafny" in shown) == (True, False)


def test_a_call_that_has_to_raise_is_no_finding_where_a_type_that_does_is() -> None:
    check = "def check(n):\n    if n < 0:\n        raise ValueError\n\n\n"
    Path("app.py").write_text(
        check + "def f(n):\n    check(n)\n    return n\n\n\ndef g(s):\n    assert len(s) >= 0\n    return s\n"
    )
    shown = run("cvt", "app.py").output
    assert [("app.f" in line, "app.g" in line) for line in shown.splitlines() if ": raising-clause: " in line] == [
        (False, True)
    ]


@pytest.mark.parametrize("command", ["audit", "bench --data", "data check"])
def test_no_result_is_shown_of_what_cannot_be_read_at_all(command: str) -> None:
    Path("notes.txt").write_text("hello\n")
    done = run(*command.split(), "notes.txt")
    assert done.stderr.startswith("error: notes.txt: unknown kind of file")
    assert (done.stdout, done.exit_code) == ("", 2)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("cvt b.dfy", "No method has a requires clause: there is nothing to violate."),
        ("parse empty.py", "empty.py: no contract, no specification and no test"),
    ],
)
def test_nothing_to_show_is_said(command: str, said: str) -> None:
    Path("b.dfy").write_text("method Next(n: int) returns (r: int) { r := n + 1; }\n")
    Path("empty.py").write_text("def f(n):\n    return n\n")
    done = run(*command.split())
    assert (done.exit_code, done.stdout.strip()) == (0, said)


@pytest.mark.slow
def test_nesting_that_is_too_deep_has_its_line() -> None:
    Path("deep.py").write_text(f"def f(n):\n    assert n > 0\n\n\nx = {'+'.join(['1'] * 20000)}\ny = 3\n")
    assert run("cvt", "deep.py").stderr.startswith("error: deep.py:5:")


@pytest.mark.parametrize("command", ["cvt", "spec"])
def test_what_is_not_there_is_told_apart(command: str) -> None:
    Path("loop").symlink_to("loop")
    Path("gone").symlink_to("nowhere.py")
    told = {source: run(command, source).stderr for source in ("-", "loop", "gone", "absent")}
    assert "standard input is not read" in told["-"]
    assert "Too many levels of symbolic links" in told["loop"]
    assert "a link to nowhere.py, which does not exist" in told["gone"]
    assert "no such file or folder" in told["absent"]


def test_a_file_of_a_folder_that_is_no_python_does_not_stop_the_others() -> None:
    Path("folder").mkdir()
    Path("folder", "bad.py").write_text("def f(:\n")
    Path("folder", "own.py").write_text("def f(n):\n    assert n\n")
    done = run("cvt", "folder")
    assert done.exit_code == 2
    assert "bad.py:1:7" in done.stderr
    assert "own.f" in done.stdout


@pytest.mark.parametrize("name", ["sp ace.py", "a.b.py", "class.py", "plain.py"])
def test_an_exported_module_imports_its_file_whatever_it_is_called(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(name).write_text("def f(n):\n    assert n > 0\n    return n\n")
    assert run("cvt", name, "--format", "pytest", "--out", "test_out.py").exit_code == 0
    monkeypatch.syspath_prepend(str(Path.cwd()))
    scope: dict[str, Any] = {"__file__": str(Path("test_out.py").absolute()), "__name__": "test_out"}
    exec(compile(Path("test_out.py").read_text(), "test_out.py", "exec"), scope)
    assert scope["f"](2) == 2


def test_findings_are_left_out_only_where_rows_have_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(running, "lines_of_findings", lambda findings: [["one"]] * 50)
    running.show_findings([])
    assert capsys.readouterr().out.count("one") == 50
    running.show_findings([], Path("rows.jsonl"))
    shown = capsys.readouterr().out
    assert "10 more findings; the rows in rows.jsonl have them all." in shown


def test_a_failure_of_a_tool_is_told() -> None:
    results = Results()
    results.contracts["all"] = [Report(task_id="f", disagreements=2), Report(task_id="g")]
    assert results.broken_tools() == ["f: two solvers contradict each other: 2"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("diff a.py nowhere.py", "nowhere.py: no such file or folder"),
        ("diff a.py folder", "a.py: a file, and the other is a folder; compare two files or two folders"),
        ("diff folder folder", f"folder: a folder without run.sqlite, so not a run, and without {SUFFIXES} files"),
        ("cvt a.py --task g", "no task 'g', the only task is a.f"),
        ("parse folder", f"folder: a folder; give the {SUFFIXES} files in it"),
        ("parse nowhere", "nowhere: no such file or folder"),
        ("compare a.py::g a.py", "nothing here is called g; there is f"),
        ("grade --dataset a.py --samples a.py", "a.py: no tasks found; a data set is a file as EvalPlus publishes it"),
        ("grade --dataset a.py --samples a.py --k 1,x", "'x' is not a number from 1 on; write numbers as in 1,10"),
        ("solvers nowhere", "nowhere: no such file or folder"),
        ("score-cvts nowhere --dataset nowhere", "nowhere: no such file or folder"),
        ("run b.dfy Next --args x", "write a list or an object, such as '[3, 1]'"),
        ("report a.py", "a.py:1: no row that --out wrote"),
    ],
)
def test_an_error_says_what_to_do_instead(arguments: str, said: str) -> None:
    Path("a.py").write_text("def f(n):\n    assert n > 0\n    return n\n")
    Path("b.dfy").write_text("method Next(n: int) returns (r: int) { r := n + 1; }\n")
    Path("folder").mkdir()
    done = run(*arguments.split())
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
