"""`specassay audit`: what is weak, wrong, vacuous or contradictory, each with a witness and a command."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.commands import bench_work
from specassay.benchmarks.runs import parallel

pytestmark = pytest.mark.usefixtures("no_report")
METHOD = "method Next(n: nat) returns (r: int)\n  requires n < 100\n  ensures {ensures}\n{{ r := n + 1; }}\n"
TEST = "method {name}Test() {{ var r := Next({n}); assert r == {r}; }}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A contract whose clauses contradict each other, one with an idle clause, and a weak specification; of these
    authors say which outputs are wrong."""
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text(
        "def never(n):\n    assert n is None\n    assert n is not None\n    return n\n\n\n"
        "def idle(n):\n    assert type(n) == int and n > 3\n    assert n == n or n != n\n    return n\n\n\n"
        "def good(n):\n    assert type(n) == int\n    return n\n"
    )
    for kind, tests in (("expected", [("E0", 1, 2)]), ("wrong", [("U0", 1, 3), ("U1", 1, 0), ("R0", 99, 0)])):
        (tmp_path / "verina" / kind).mkdir(parents=True)
        text = METHOD.format(ensures="r > n") + "".join(TEST.format(name=name, n=n, r=r) for name, n, r in tests)
        (tmp_path / "verina" / kind / "t.dfy").write_text(text)
    index = {"expected/t.dfy": {"5": "E0"}, "wrong/t.dfy": {"5": "U0", "6": "U1", "7": "R0"}}
    (tmp_path / "verina" / "index.json").write_text(json.dumps(index))
    return tmp_path


def audit(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["audit", *map(str, arguments), "-j", "1"])


@pytest.mark.slow
def test_every_finding_has_a_witness_and_a_command_that_shows_it(folder: Path) -> None:
    result = audit(folder, "--json")
    assert result.exit_code == 1, result.stderr
    first, *rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert first["kind"] == "provenance"
    found: dict[tuple[str, str], Any] = {(row["rule"], row["task_id"]): row for row in rows}
    assert found.keys() == {
        ("contradictory-contract", "a.never"),
        ("idle-clause", "a.idle"),
        ("accepts-another-output", "t.Next"),
        ("accepts-wrong-output", "t.Next"),
        ("allows-bad-input", "t.Next"),
        ("body-mutant-survives", "t.Next"),
    }
    wrong = found["accepts-wrong-output", "t.Next"]
    assert (wrong["witness"], wrong["line"]) == ("Next(1) → 3", 5)
    assert wrong["parts"] == {"inputs": {"n": "1"}, "expected": {}, "other": {"r": "3"}}
    assert wrong["message"] == "accepts 1 of 2 outputs that the authors of the data call wrong"
    assert found["allows-bad-input", "t.Next"]["witness"] == "Next(99)"
    assert all(row["witness"] or row["text"] for row in rows)
    for key, shows in (
        (("contradictory-contract", "a.never"), "contradictory-contract"),
        (("accepts-another-output", "t.Next"), "accepts-another-output"),
    ):
        again = CliRunner().invoke(main, shlex.split(found[key]["command"])[1:])
        assert shows in again.output


def test_a_kept_audit_goes_on_and_is_written_for_people(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert audit(folder / "code", "--out", out).exit_code == 1
    result = audit(folder / "code", "--out", out, "--resume")
    rows = [json.loads(line) for line in (out / "findings.jsonl").read_text().splitlines()]
    assert [row["kind"] for row in rows[:2]] == ["provenance", "finding"] or rows[1]["kind"] == "provenance"
    text = (out / "audit.md").read_text()
    assert text.index("Provenance") < text.index("## contradictory-contract")
    assert "reproduce: `specassay cvt" in text
    assert "contradictory-contract: a.never" in result.output


@pytest.mark.slow
def test_a_run_of_bench_is_audited_without_computing_anything_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    given = ["bench", "--data", str(folder / "code"), "--data", str(folder / "verina" / "expected"), "--out", str(run)]
    assert CliRunner().invoke(main, [*given, "-j", "1"]).exit_code == 0
    expected = audit(folder / "code", folder / "verina" / "expected", "--json").stdout.splitlines()[1:]
    monkeypatch.setattr(parallel, "report_on", None)
    monkeypatch.setattr(parallel, "run_specifications", None)
    result = audit(run, "--json")
    assert result.exit_code == 1, result.output
    assert result.stdout.splitlines()[1:] == expected
    assert "--task" in audit(run, "--task", "a.idle").output
    monkeypatch.setattr(bench_work, "build", lambda: "another")
    other = audit(run)
    assert (other.exit_code, "by another version of specassay" in other.stderr) == (2, True)
    (run / "run.sqlite").write_bytes(b"SQLite format 3" + bytes(5000))
    assert (audit(run).exit_code, CliRunner().invoke(main, ["report", str(run)]).exit_code) == (2, 2)


def test_the_test_or_the_clauses_are_the_witness_where_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "t.dfy").write_text(
        METHOD.format(ensures="r == n + 1")
        + TEST.format(name="Next", n=100, r=101)
        + TEST.format(name="Other", n=3, r=5)
        + "method Fails(n: int) returns (r: int) ensures true { r := 1 / n; }\n"
        + "method Never(n: int) returns (r: int)\n  requires n < 3\n  requires n > 4\n  ensures r == n\n{ r := n; }\n"
    )
    rows = [json.loads(line) for line in audit(tmp_path, "--json").stdout.splitlines()]
    found = {row["rule"]: (row["witness"], row["text"], row["parts"]) for row in rows[1:]}
    told = {"inputs": {"n": "100"}, "expected": {"r": "101"}, "other": {}}
    assert found["breaks-precondition"] == ("Next(100) where 101 is expected", "n < 100", told)
    told = {"inputs": {"n": "3"}, "expected": {"r": "5"}, "other": {"r": "4"}}
    assert found["contradicts-test"] == ("Next(3) → 4 where 5 is expected", "r == n + 1", told)
    assert found["fails-at-run-time"] == ("Fails(0)", "", {"inputs": {"n": "0"}, "expected": {}, "other": {}})
    assert found["contradiction"] == ("", "(n < 3) && (n > 4)", {})
    assert "not-executed" not in found


def test_nothing_wrong(folder: Path) -> None:
    assert audit(folder / "code", "--task", "a.good").exit_code == 0


def test_a_folder_in_one_language_has_no_translations(tmp_path: Path) -> None:
    (tmp_path / "one.dfy").write_text("method F() returns (r: int)\n  ensures r == 1\n")
    result = CliRunner().invoke(
        main, ["audit", str(tmp_path), "--question", "translation", "--out", str(tmp_path / "o")]
    )
    assert result.exit_code == 2
    assert "compares data sets by name, such as vericoding" in result.output
