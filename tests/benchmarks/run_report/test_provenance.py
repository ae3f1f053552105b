"""What a report says of where it comes from."""

import json

import pytest

from specassay.benchmarks.run_report.document import read_report

from .conftest import Write, method, violating

RUN = {
    "kind": "provenance",
    "version": 1,
    "session": 1,
    "started": "2026-11-23T07:39:30.374+00:00",
    "ended": None,
    "versions": {"specassay": "0.1.0", "z3": "5.4.1"},
    "options": {"solver": "z3", "classes": [], "budget": 30.0},
    "seed": 0,
    "machine": {"system": "Linux", "cores": 2, "memory": 24105},
    "data": [{"name": "dfy", "path": "/data/dfy", "tasks": 1, "files": 1, "bytes": 9, "sha256": "ab" * 32}],
}


def test_it_says_what_the_run_says_and_what_was_read(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    path = write(method("task_id_3", "weak", 0.5), violating("f", 0))
    path.write_text(json.dumps(RUN) + "\n" + path.read_text())
    report = read_report(path)
    found = {fact.name: fact.value for fact in report.provenance}
    assert found["run"] == "2026-11-23 07:39 UTC to where it was stopped"
    assert found["versions"] == "specassay 0.1.0, z3 5.4.1"
    assert found["options"] == "solver z3, budget 30.0"
    assert found["seed"] == "0"
    assert found["data dfy"] == "tasks: 1, files: 1, in dfy (SHA-256 abababababababab…)"
    assert found["machine"] == "Linux, 2 cores, 24,105 MiB"
    assert found["rows in rows.jsonl"].startswith("3 (SHA-256 ")
    assert found["report"].startswith("1970-01-01 00:00 UTC, specassay ")
    assert report.contents.methods[0].row.file == "dfy/task_id_3.dfy"


def test_with_several_sessions_each_line_names_its_own(write: Write) -> None:
    path = write(violating("f", 0))
    path.write_text("".join(json.dumps(RUN | {"session": each}) + "\n" for each in (1, 2)) + path.read_text())
    names = [fact.name for fact in read_report(path).provenance]
    assert {"session 1: seed", "session 2: seed"} <= set(names)
