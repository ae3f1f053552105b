"""Going on with the rows of an earlier run."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.commands.resume import SUPERSEDED


def task(path: Path, condition: str, name: str = "f") -> Path:
    path.write_text(f"def {name}(n):\n    assert {condition}\n    return n\n")
    return path


def cvt(source: Path, out: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["cvt", str(source), "--out", str(out), *options], catch_exceptions=False)


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_rows_of_another_text_of_the_contract_are_not_believed(tmp_path: Path) -> None:
    source, out = task(tmp_path / "a.py", "n > 0"), tmp_path / "rows.jsonl"
    cvt(source, out)
    (before,) = rows(out)
    task(source, "n == n or n != n")
    result = cvt(source, out, "--resume")
    (after,) = rows(out)
    assert (before["verdict"], after["verdict"]) == ("violating", "infeasible")
    assert before["digest"] != after["digest"]
    assert rows(tmp_path / f"rows.jsonl{SUPERSEDED}") == [before]
    assert "0 rows are used again" in result.stderr
    assert "1 that were computed from another text" in result.stderr


def test_rows_of_other_options_are_not_believed_and_equal_ones_are(tmp_path: Path) -> None:
    source, out = task(tmp_path / "a.py", "n > 0"), tmp_path / "rows.jsonl"
    cvt(source, out, "-k", "2")
    marked = rows(out)[0] | {"solver": "an earlier run"}
    out.write_text(json.dumps(marked) + "\n")
    assert "1 rows are used again" in cvt(source, out, "-k", "2", "--resume").stderr
    assert rows(out) == [marked]
    assert "0 rows are used again" in cvt(source, out, "--resume").stderr
    assert rows(out)[0]["solver"] != "an earlier run"


def test_rows_of_other_tasks_are_kept(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    cvt(task(tmp_path / "a.py", "n > 0"), out)
    (first,) = rows(out)
    result = cvt(task(tmp_path / "b.py", "n > 1", "g"), out, "--resume")
    assert "0 rows are used again, 1 of other tasks are kept" in result.stderr
    assert rows(out)[0] == first
    assert len(rows(out)) == 2


# --- spec


def method(path: Path, ensures: str, before: str = "") -> Path:
    text = f"{before}method M(n: int) returns (r: int)\n  ensures {ensures}\n{{ r := n; }}\n"
    path.write_text(f"{text}method MTest()\n{{\n  var r := M(2);\n  assert r == 2;\n}}\n")
    return path


def spec(source: Path, out: Path, *options: str) -> Result:
    command = ["spec", str(source), "--engine", "evaluate", "--out", str(out), *options]
    return CliRunner().invoke(main, command, catch_exceptions=False)


def test_files_whose_rows_are_there_are_not_scored_again_and_others_are_kept(tmp_path: Path) -> None:
    folder, out = tmp_path / "specs", tmp_path / "rows.jsonl"
    folder.mkdir()
    method(folder / "a.dfy", "r == n")
    spec(folder, out)
    marked = rows(out)[0] | {"reason": "an earlier run"}
    elsewhere = marked | {"file": "elsewhere.dfy"}
    out.write_text("".join(json.dumps(row) + "\n" for row in (marked, elsewhere)))
    method(folder / "b.dfy", "r >= n")
    result = spec(folder, out, "--resume")
    assert "1 rows are used again, 1 of other tasks are kept" in result.stderr
    first, second, third = rows(out)
    assert (first, second) == (marked, elsewhere)
    assert (third["file"], third["rows"]) == (str(folder / "b.dfy"), 1)
    assert "b.M" in result.output


def test_rows_of_a_specification_count_for_the_same_texts_and_options_only(tmp_path: Path) -> None:
    source, out = tmp_path / "a.dfy", tmp_path / "rows.jsonl"
    (tmp_path / "other.dfy").write_text("const ZERO := 0\n")
    spec(method(source, "r == n", 'include "other.dfy"\n'), out)
    digests = [rows(out)[0]["digest"]]
    assert "1 rows are used again" in spec(source, out, "--resume").stderr
    for change, options in (
        (lambda: method(source, "r >= n", 'include "other.dfy"\n'), ()),
        (lambda: (tmp_path / "other.dfy").write_text("const ZERO := 1\n"), ()),
        (lambda: None, ("--seed", "3")),
        (lambda: None, ("--mutants", "2")),
        (lambda: None, ("--operators", "full")),
    ):
        change()
        assert "0 rows are used again" in spec(source, out, "--resume", *options).stderr
        digests.append(rows(out)[0]["digest"])
    assert len(set(digests)) == 6


def test_a_file_of_which_rows_are_missing_is_scored_again(tmp_path: Path) -> None:
    source, out = method(tmp_path / "a.dfy", "r == n"), tmp_path / "rows.jsonl"
    source.write_text(source.read_text() + "method N() returns (r: int)\n  ensures r == 1\n{ r := 1; }\n")
    spec(source, out)
    assert [row["rows"] for row in rows(out)] == [2, 2]
    out.write_text(json.dumps(rows(out)[0]) + "\n" + out.read_text().splitlines()[1][:40])
    assert "0 rows are used again" in spec(source, out, "--resume").stderr
    assert [row["method"] for row in rows(out)] == ["M", "N"]


def test_resume_needs_the_rows(tmp_path: Path) -> None:
    source = method(tmp_path / "a.dfy", "r == n")
    assert CliRunner().invoke(main, ["spec", str(source), "--resume"]).exit_code == 2


def test_rows_of_version_1_are_used_again_and_those_of_no_known_version_are_not(tmp_path: Path) -> None:
    source, out = task(tmp_path / "a.py", "n > 0"), tmp_path / "rows.jsonl"
    cvt(source, out)
    (row,) = rows(out)
    out.write_text(json.dumps(row | {"version": 1}) + "\n")
    assert "1 rows are used again" in cvt(source, out, "--resume").stderr
    assert rows(out) == [row]
    out.write_text(json.dumps(row | {"version": 99}) + "\n")
    assert "0 rows are used again" in cvt(source, out, "--resume").stderr
    assert rows(out) == [row]
