"""Solvers against each other, with solvers that misbehave among them."""

import csv
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.commands import solvers
from specassay.benchmarks.commands.resume import SUPERSEDED
from specassay.benchmarks.run_report.reading import read_rows
from specassay.benchmarks.schema import SolverAnswerRow
from specassay.benchmarks.solving import asking

SATISFIABLE = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< 1 x 4))\n(assert (> x 2))\n(check-sat)\n"
CONTRADICTORY = "(set-info :status unsat)\n(declare-const x Int)\n(assert (< x x))\n(check-sat)\n(exit)\n"
FAKE = """
import sys, time
kind, text = sys.argv[1], open(sys.argv[2]).read() if len(sys.argv) > 2 else sys.stdin.read()
if kind == "hangs":
    time.sleep(60)
if kind == "spins":
    while True:
        pass
if kind == "liar" and "get-value" in text:
    print("sat\\n((x 77))")
elif kind == "input":
    print("unsupported\\nunsat" if "(< x x)" in text else "sat")
elif kind == "seed":
    print("unknown" if "(set-option :random-seed 7)" in text else "sat")
else:
    print({"unsat": "unsat", "liar": "sat", "flood": "x" * 100_000}.get(kind, "what \\x1b[31m?"))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    queries = tmp_path / "queries" / "inner"
    queries.mkdir(parents=True)
    (queries / "one.smt2").write_text(SATISFIABLE)
    (tmp_path / "fake.py").write_text(FAKE)
    return tmp_path


def fake(folder: Path, kind: str, rest: str = "") -> str:
    return f"--solver-cmd={kind}={shlex.join([sys.executable, '-S', str(folder / 'fake.py'), kind])} {rest}".strip()


def run(folder: Path, *options: str) -> tuple[Result, list[dict[str, Any]]]:
    out = folder / "rows.jsonl"
    words = ["solvers", str(folder / "queries"), "--solver", "yices", "--query-limit", "5", "-j", "1"]
    result = CliRunner().invoke(main, [*words, "--out", str(out), *options], catch_exceptions=False)
    return result, [json.loads(line) for line in out.read_text().splitlines()]


def outcomes(rows: list[dict[str, Any]]) -> dict[tuple[str, str], str]:
    return {(row["task_id"], row["solver"]): row["outcome"] for row in rows if row["kind"] == "solver-answer"}


def scores(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["solver"]: row for row in rows if row["kind"] == "solver-score"}


@pytest.mark.slow
def test_registered_solvers_answer_every_query_of_a_folder(folder: Path) -> None:
    (folder / "queries" / "two.smt2").write_text(CONTRADICTORY)
    (folder / "queries" / "text.smt2").write_text('(declare-const s String)\n(assert (= s "a"))\n(check-sat)\n')
    table = folder / "all.csv"
    result, rows = run(folder, "--solver", "z3", "--csv", str(table))
    assert result.exit_code == 0, result.output
    found = outcomes(rows)
    for solver in ("z3", "yices"):
        assert found["inner/one.smt2", solver] == "sat"
        assert found["two.smt2", solver] == "unsat"
    assert found["text.smt2", "yices"] == "not asked"
    assert all(row["memory"] > 1 for row in rows if row.get("outcome") in ("sat", "unsat"))
    assert "No disagreement" in result.output
    lines = list(csv.DictReader(table.open()))
    assert len(lines) == 6
    assert {line["status"] for line in lines if line["task_id"] == "two.smt2"} == {"unsat"}
    best = scores(rows)["virtual best"]
    assert (best["outcomes"]["sat"], best["outcomes"]["unsat"]) == (2, 1)
    assert scores(rows)["yices"]["par2"] == pytest.approx(10 / 3, abs=0.4), "one of three is not decided: twice 5 s"


@pytest.mark.slow
def test_a_comparison_is_a_folder_that_says_where_it_comes_from(folder: Path) -> None:
    (folder / "queries" / "T_1-z3-z3-001.smt2").write_text(CONTRADICTORY)
    (folder / "queries" / "T_1-z3-z3-002.smt2").write_text(CONTRADICTORY.replace(":status unsat", ":status sat"))
    made = folder / "made"
    words = [
        str(folder / "queries"),
        "--solver",
        "yices",
        "--query-limit",
        "5",
        "--report",
        str(made),
        fake(folder, "unsat"),
    ]
    result = CliRunner().invoke(main, ["solvers", *words, "-j", "2"], catch_exceptions=False)
    assert result.exit_code == 1
    rows = [json.loads(line) for line in (made / "solvers.jsonl").read_text().splitlines()]
    assert rows[0]["kind"] == "provenance"
    assert rows[0]["versions"].keys() >= {"specassay", "yices", "unsat"}
    assert rows[0]["data"][0]["tasks"] == 3
    assert rows[0]["started"] <= rows[0]["ended"]
    assert len(list(csv.DictReader((made / "solvers.csv").open()))) == 6
    html, text = (made / "solvers.html").read_text(), (made / "solvers.md").read_text()
    assert html.index('id="provenance"') < html.index("solvers disagree") < html.index("By task")
    assert "T_1" in html[html.index("By task") :]
    assert html.count("<figure") == 2, "a cactus plot, and the two against each other"
    assert "3 queries for yices, unsat" in text
    assert "2 disagreements, 1 of them not explained" in text
    assert len(read_rows([made]).of(SolverAnswerRow)) == 6, "`report` takes the folder, too"


@pytest.mark.slow
def test_a_solver_that_answers_wrongly_is_told_by_the_model_of_another(folder: Path) -> None:
    result, rows = run(folder, fake(folder, "unsat"))
    (conflict,) = (row for row in rows if row["kind"] == "solver-conflict")
    assert conflict["explained"]
    assert conflict["wrong"] == ["unsat"]
    assert "x = 3" in conflict["explanation"]
    assert conflict["assertions"] == 2
    assert "assert" not in conflict["minimised"], "the other says unsat of any script"
    assert scores(rows)["unsat"]["wrong"] == 1
    assert scores(rows)["unsat"]["par2"] == 10.0
    assert scores(rows)["yices"]["alone"] == 1
    assert result.exit_code == 0, "explained"
    assert result.output.index("Disagreements") < result.output.index("PAR-2")


@pytest.mark.slow
def test_a_model_that_falsifies_an_assertion_tells_who_is_wrong(folder: Path) -> None:
    (folder / "queries" / "inner" / "one.smt2").write_text(CONTRADICTORY)
    result, rows = run(folder, fake(folder, "liar"))
    (conflict,) = (row for row in rows if row["kind"] == "solver-conflict")
    assert (conflict["sat"], conflict["unsat"]) == (["liar"], ["yices", ":status"])
    assert conflict["wrong"] == ["liar"]
    assert "falsifies assertion 1: x = 77" in conflict["explanation"]
    assert result.exit_code == 0


def test_a_status_that_no_model_refutes_is_a_finding(folder: Path) -> None:
    (folder / "queries" / "inner" / "one.smt2").write_text(CONTRADICTORY.replace(":status unsat", ":status sat"))
    result, rows = run(folder)
    (conflict,) = (row for row in rows if row["kind"] == "solver-conflict")
    assert not conflict["explained"]
    assert result.exit_code == 1


@pytest.mark.slow
def test_solvers_that_misbehave_are_kept_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "patience", lambda seconds: 3.0)  # of wall time, for the one that sleeps
    expected = {"nonsense": "error", "flood": "error", "hangs": "timeout", "spins": "timeout"}
    result, rows = run(folder, *(fake(folder, kind) for kind in expected), "--query-limit", "0.3")
    answers = {row["solver"]: row for row in rows if row["kind"] == "solver-answer" and row["solver"] != "yices"}
    assert {kind: answer["outcome"] for kind, answer in answers.items()} == expected
    assert all(len(answer["message"]) < 1000 for answer in answers.values())
    assert "what \\x1b[31m?" in answers["nonsense"]["message"]
    assert all(scores(rows)[kind]["outcomes"][outcome] == 1 for kind, outcome in expected.items())
    assert result.exit_code == 0


@pytest.mark.slow
def test_a_command_reads_its_input_and_takes_a_seed(folder: Path) -> None:
    _, rows = run(folder, fake(folder, "input", "<"), fake(folder, "seed"), "--seed", "7", "--repeats", "2")
    assert outcomes(rows)["inner/one.smt2", "input"] == "sat"
    assert outcomes(rows)["inner/one.smt2", "seed"] == "unknown"
    assert [row["repeat"] for row in rows if row.get("solver") == "seed" and "repeat" in row] == [1, 2]
    assert {row["seed"] for row in rows if row.get("solver") == "yices" and "seed" in row} == {None}


@pytest.mark.slow
def test_what_solvers_agree_on_is_written_as_the_status(folder: Path) -> None:
    file = folder / "queries" / "inner" / "one.smt2"
    file.write_text("; (set-info :status unknown)\n(set-info :status unknown)\n" + SATISFIABLE)
    contested = folder / "queries" / "two.smt2"
    contested.write_text(CONTRADICTORY.replace("(set-info :status unsat)\n", ""))
    run(folder, fake(folder, "liar"), "--write-status")
    assert file.read_text() == "; (set-info :status unknown)\n(set-info :status sat)\n" + SATISFIABLE
    assert ":status" not in contested.read_text(), "yices and the other do not agree"


def test_files_that_are_no_queries_are_named_and_the_others_compared(folder: Path) -> None:
    bad = [
        ("(assert true)\n", "0 check-sat"),
        ("(check-sat)\n(check-sat)\n", "2 check-sat"),
        ("(push 1)\n(check-sat)\n", "push"),
        ("(assert (= 1 1)\n(check-sat)\n", "not closed"),
        ("hello", "not an SMT-LIB command"),
    ]
    for number, (text, _) in enumerate(bad):
        (folder / "queries" / f"bad{number}.smt2").write_text(text)
    result, rows = run(folder)
    assert result.exit_code == 2
    for number, (_, message) in enumerate(bad):
        (said,) = (line for line in result.stderr.splitlines() if f"bad{number}.smt2" in line)
        assert message in said
    assert outcomes(rows) == {("inner/one.smt2", "yices"): "sat"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "no such file or folder"),
        ([".", "--solver", "z4"], "'z4' is not one of 'z3'"),
        ([".", "--solver-cmd", "no-such-solver -q"], "there is no program 'no-such-solver'"),
        ([".", "--solver", "z3", "--solver-cmd", "z3=true"], "two solvers are called z3"),
        ([".", "--solver-cmd", "'"], "--solver-cmd"),
        ([".", "--solver", "yices"], "has no .smt2 file"),
    ],
)
def test_bad_input_is_told_before_anything_is_asked(
    tmp_path: Path, words: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["solvers", *words])
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.slow
def test_an_interrupted_comparison_reports_what_it_has_and_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "queries" / "two.smt2").write_text(CONTRADICTORY)
    made, asked = folder / "made", list[str]()
    words = ["solvers", str(folder / "queries"), "--report", str(made), "-j", "1", "--solver", "yices"]
    words += [fake(folder, "input", "<"), fake(folder, "nonsense")]

    def counted(question: asking.SolverRun, limits: asking.AskingLimits) -> asking.SolverAnswer:
        if len(asked) == 4:
            asked.append("interrupted")
            raise KeyboardInterrupt
        asked.append(f"{question.query.name} {question.solver.name}")
        return asking.ask(question, limits)

    monkeypatch.setattr(solvers, "ask", counted)
    stopped = CliRunner().invoke(main, words, catch_exceptions=False)
    assert stopped.exit_code == 130
    assert "4 of 6 runs of solvers on queries are finished and kept" in stopped.stderr
    assert "inner/one.smt2" in (made / "solvers.csv").read_text()
    assert "1 queries for yices" in (made / "solvers.md").read_text(), "the one that all were asked about"
    resumed = CliRunner().invoke(main, [*words, "--resume"], catch_exceptions=False)
    assert resumed.exit_code == 0, resumed.output
    assert asked[5:] == ["inner/one.smt2 nonsense", "two.smt2 input", "two.smt2 nonsense"], "an error is asked again"
    rows = [json.loads(line) for line in (made / "solvers.jsonl").read_text().splitlines()]
    assert [(row["session"], row["ended"] is None) for row in rows if row["kind"] == "provenance"] == [
        (1, True),
        (2, False),
    ]
    assert list(outcomes(rows).items()) == [
        (("inner/one.smt2", "yices"), "sat"),
        (("inner/one.smt2", "input"), "sat"),
        (("inner/one.smt2", "nonsense"), "error"),
        (("two.smt2", "yices"), "unsat"),
        (("two.smt2", "input"), "unsat"),
        (("two.smt2", "nonsense"), "error"),
    ]
    assert scores(rows)["yices"]["outcomes"]["unsat"] == 1


@pytest.mark.slow
def test_an_answer_to_another_text_or_with_another_limit_is_not_used_again(folder: Path) -> None:
    run(folder)
    _, rows = run(folder, "--resume")
    assert outcomes(rows) == {("inner/one.smt2", "yices"): "sat"}
    (folder / "queries" / "inner" / "one.smt2").write_text(CONTRADICTORY)
    result, rows = run(folder, "--resume")
    assert "0 rows are used again" in result.stderr
    assert outcomes(rows) == {("inner/one.smt2", "yices"): "unsat"}
    assert len((folder / f"rows.jsonl{SUPERSEDED}").read_text().splitlines()) == 1
    result, _ = run(folder, "--resume", "--query-limit", "4")
    assert "0 rows are used again" in result.stderr
