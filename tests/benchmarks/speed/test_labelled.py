"""Shares of labelled specifications with a finding."""

import json
from pathlib import Path

import msgspec
from click.testing import CliRunner

from specassay.benchmarks.schema import SpecRow, line_of
from specassay.benchmarks.speed.labelled import accepting, defects, main


def row(task: str, *kinds: str, tests: tuple[tuple[int, str], ...] = ()) -> SpecRow:
    fields = {
        "task_id": task,
        "file": f"{task}.dfy",
        "method": "M",
        "status": "scored",
        "repair": {"diff": "- a\n+ b"},
        "findings": [{"kind": kind, "method": "M", "message": kind, "line": 1} for kind in kinds],
        "tests": [{"line": line, "verdict": verdict} for line, verdict in tests],
    }
    return msgspec.convert(fields, SpecRow)


def write(path: Path, *rows: SpecRow) -> Path:
    path.write_text("".join(line_of(each) for each in rows))
    return path


def test_notes_and_proposals_are_no_finding() -> None:
    assert defects([row("a", "undecided", "repair", "kills-nothing")]) == []
    assert defects([row("a", "repair", "tautology"), row("a", "tautology")]) == ["tautology"]


def test_a_file_is_weak_where_it_accepts_an_output_that_is_labelled_wrong() -> None:
    labels = {"wrong/a.dfy": {"3": "U0_0"}, "wrong/b.dfy": {"3": "R0"}, "expected/c.dfy": {"3": "U0"}}
    rows = {name: [row(name, tests=((3, "holds"), (4, "holds")))] for name in "abc"}
    assert accepting(rows, labels) == {"a"}
    assert accepting({"a": [row("a", tests=((3, "refuted"),))]}, labels) == set()


def test_the_command_names_what_should_be_otherwise(tmp_path: Path) -> None:
    rows = write(tmp_path / "rows.jsonl", row("a", "tautology"), row("b", "repair"))
    run = CliRunner().invoke
    assert run(main, [str(rows), "--weak"]).output == "1 of 2 files have a finding (50 %)\n  b: nothing found\n"
    assert run(main, [str(rows), "--strong"]).output == "1 of 2 files have a finding (50 %)\n  a: tautology\n"
    index = tmp_path / "index.json"
    index.write_text(json.dumps({"wrong/b.dfy": {"7": "U1_0"}}))
    labelled = write(tmp_path / "wrong.jsonl", row("a", tests=((7, "holds"),)), row("b", tests=((7, "holds"),)))
    found = run(main, [str(labelled), "--wrong", str(index), "--tested", str(rows)])
    assert found.output == "0 of 1 files have a finding (0 %)\n  b: nothing found\n"
    assert run(main, [str(labelled), "--wrong", str(index)]).exit_code == 2
