"""`specassay spec --cross-check` and `--engine dafny`, with the stand-in for Dafny 4 on PATH."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.backends.dafny.process import find_dafny, run_limited
from specassay.dafny_harness.verifier import run as running

RIGHT = """
method Seven() returns (r: int)
  ensures r == 7
{ r := 7; }

method Test() { var r := Seven(); expect r == 7; }
"""


@pytest.fixture
def installed(fake_program: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PATH", str(fake_program.parent), prepend=":")
    find_dafny.cache_clear()
    yield
    find_dafny.cache_clear()


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PATH", "")
    find_dafny.cache_clear()
    yield
    find_dafny.cache_clear()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "seven.dfy"
    path.write_text(RIGHT, encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.mark.usefixtures("installed")
def test_agreement_is_a_table_and_no_finding(source: Path) -> None:
    result = run("spec", source, "--cross-check")
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "Dafny 4.9.0" in text
    assert "1 of 1 files have a definite answer on each triple; 0 disagreements." in text
    assert " 1 calls, " in text


@pytest.mark.usefixtures("installed")
def test_a_disagreement_is_a_finding_with_harness_and_ir(
    source: Path, fake_program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verifier that takes 7 for 8 contradicts every verdict."""
    folder = tmp_path / "bin"
    folder.mkdir()
    wrong = folder / "dafny"
    wrong.write_text(
        '#!/bin/sh\n[ "$1" = verify ] && sed -i -e "s/r == 7/r == 8/" -e "s/int := 7/int := 70/" harness.dfy\n'
        f'exec "{fake_program}" "$@"\n',
        encoding="utf-8",
    )
    wrong.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    find_dafny.cache_clear()
    result = run("spec", source, "--cross-check", "--mutants", "0")
    assert result.exit_code == 1
    assert "seven/Seven/0: we say holds, the verifier says refuted" in result.stdout
    assert "method Triple0()" in result.stdout
    assert "(r = 7)" in result.stdout or "r == 7" in result.stdout


@pytest.mark.usefixtures("installed")
def test_the_agreement_is_the_last_line_of_json(source: Path) -> None:
    result = run("spec", source, "--cross-check", "--json")
    *rows, last = map(json.loads, result.stdout.splitlines())
    assert [row["task_id"] for row in rows] == ["seven"]
    assert last["cross_check"]["disagreements"] == []
    assert {"ours": "holds", "verifier": "verified", "triples": 1} in last["cross_check"]["matrix"]


@pytest.mark.usefixtures("installed")
def test_the_verifier_reads_what_a_file_includes_from_the_root(tmp_path: Path) -> None:
    (tmp_path / "library.dfy").write_text("function Lucky(): int { 7 }\n", encoding="utf-8")
    path = tmp_path / "inner" / "seven.dfy"
    path.parent.mkdir()
    text = RIGHT.replace("\n{", "\n  ensures r == Lucky()\n{")
    path.write_text(f'include "../library.dfy"\n{text}', encoding="utf-8")
    result = run("spec", path, "--cross-check", "--mutants", "0", "--json", "--root", tmp_path)
    *_, last = map(json.loads, result.stdout.splitlines())
    assert last["cross_check"]["problems"] == {}
    assert last["cross_check"]["matrix"] == [{"ours": "holds", "verifier": "verified", "triples": 1}]


@pytest.mark.usefixtures("installed")
def test_the_verifier_reads_a_file_in_the_dialect_that_is_asked_for(source: Path) -> None:
    """`expect` is no statement of Dafny 2."""
    *_, last = map(json.loads, run("spec", source, "--cross-check", "--json", "--dafny", "2").stdout.splitlines())
    assert "Dafny 2" in last["cross_check"]["problems"][str(source)]


@pytest.mark.usefixtures("installed")
def test_the_verifier_can_be_the_engine(source: Path) -> None:
    result = run("spec", source, "--engine", "dafny", "--json")
    assert result.exit_code == 0
    (row,) = map(json.loads, result.stdout.splitlines())
    assert row["completeness"] == [1.0, 1.0]
    assert {engine for test in row["tests"] for mutant in test["mutants"] for engine in mutant["engines"]} == {"dafny"}


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("what", "verdict", "reason"),
    [
        ("proves", "unknown", "vacuous"),  # whatever it is asked, that something false holds too
        ("crashes", "error", "no space left"),
        ("hangs", "timeout", "timeout"),
    ],
)
def test_an_engine_that_says_nothing_decides_nothing(
    what: str,
    verdict: str,
    reason: str,
    source: Path,
    fake_program: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No test, and no mutant of one, is taken for proved or refuted, and none is left out of the bounds."""
    if what == "proves":
        (tmp_path / "bin").mkdir()
        everything = tmp_path / "bin" / "dafny"
        everything.write_text(
            f'#!/bin/sh\n"{fake_program}" "$@" | sed -e "s/outcome: Errors/outcome: Correct/"\n', encoding="utf-8"
        )
        everything.chmod(0o755)
        monkeypatch.setenv("PATH", str(everything.parent), prepend=":")
        find_dafny.cache_clear()
    else:
        name = {"crashes": "CRASH", "hangs": "HANG"}[what]
        source.write_text(RIGHT.replace("Seven()", f"Seven({name}: int)", 1).replace("Seven()", "Seven(1)"), "utf-8")
    if what == "hangs":
        monkeypatch.setattr(running, "run_limited", lambda command, _, *rest: run_limited(command, 0.3, *rest))
    result = run("spec", source, "--engine", "dafny", "--mutants", "1", "--json")
    (row,) = map(json.loads, result.stdout.splitlines())
    (test,) = row["tests"]
    assert test["verdict"] == verdict
    assert [clause["verdict"] for clause in test["clauses"]] == [verdict]
    assert reason in test["clauses"][0]["reason"]
    assert {mutant["verdict"] for mutant in test["mutants"]} == {verdict}
    assert row["assessment"]["verdict"] not in ("strong", "weak", "wrong")
    assert (row["correctness"], row["completeness"]) == ([0.0, 1.0], [0.0, 1.0])


@pytest.mark.usefixtures("installed")
def test_the_verifier_is_asked_about_violating_inputs(tmp_path: Path) -> None:
    path = tmp_path / "three.dfy"
    path.write_text("method Three(r: int)\n  requires r == 3\n{ }\n", encoding="utf-8")
    *rows, last = map(json.loads, run("cvt", path, "--cross-check", "--json").stdout.splitlines())
    assert [row["arguments"] for row in rows] == [{"r": "0"}]
    assert last["cross_check"]["matrix"] == [{"ours": "refuted", "verifier": "refuted", "triples": 1}]


@pytest.mark.usefixtures("missing")
@pytest.mark.parametrize("option", [["--cross-check"], ["--engine", "dafny"]])
def test_without_a_verifier_nothing_starts(source: Path, option: list[str]) -> None:
    result = run("spec", source, *option)
    assert result.exit_code == 3
    assert "apt-get install dafny" in result.stderr
    assert result.stdout == ""
