"""The rows of commands: what they are, and that their document says so."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.schema import (
    PARTS,
    ROWS,
    VERSION,
    CvtRow,
    ScorePart,
    current,
    described,
    document,
    kind_of,
    line_of,
    part_of,
    row_of,
)
from specassay.core.metrics import proportion, wilson_interval

DOCUMENT = Path("docs/schema.md")
ROW = CvtRow(task_id="T/1", violates=[0, 2], verdict="violating", arguments={"n": "'\ud800'"}, reason=None)


def test_the_document_is_that_of_the_definitions(root: Path) -> None:
    """To write it: `python -m specassay.benchmarks.schema > docs/schema.md`."""
    assert (root / DOCUMENT).read_text(encoding="utf-8") == document()


@pytest.mark.parametrize("kind", [*ROWS, *PARTS])
def test_every_field_is_described_once(kind: type[msgspec.Struct]) -> None:
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    assert list(described(kind)) == [name for name in names if name not in ("version", "kind") or kind in PARTS]


def test_a_row_is_a_line_of_ascii_and_comes_back_the_same() -> None:
    line = line_of(ROW)
    assert line.isascii()
    value = json.loads(line)
    assert (value["kind"], value["version"], value["task_id"], value["violates"]) == ("cvt", VERSION, "T/1", [0, 2])
    assert "digest" not in value
    assert row_of(CvtRow, value) == ROW


@pytest.mark.parametrize(
    "change", [{"kind": "error"}, {"version": VERSION + 1}, {"verdict": "perhaps"}, {"violates": "0"}, {"kind": None}]
)
def test_a_row_of_another_kind_version_or_shape_is_none(change: dict[str, object]) -> None:
    assert row_of(CvtRow, json.loads(line_of(ROW)) | change) is None


def test_rows_of_version_1_are_read() -> None:
    """What became of tasks is written as it was; statistics name their question, and not a language."""
    assert row_of(CvtRow, json.loads(line_of(ROW)) | {"version": 1}) == ROW
    bench = {"kind": "bench", "version": 1, "task_id": "", "python": {"p": 1}, "dafny": {}, "findings": {"weak": 2}}
    assert current(bench) == {
        "kind": "bench",
        "version": VERSION,
        "task_id": "",
        "contracts": {"p": 1},
        "specifications": {},
        "findings": {"weak": 2},
    }


def test_a_rate_keeps_what_is_known_and_what_is_not() -> None:
    nothing = {"value": None, "low": None, "high": None, "n": 0, "unknowns": 0, "no_data": 0, "interval": None}
    assert msgspec.to_builtins(part_of(ScorePart, proportion(0, 0, 0))) == nothing
    interval = wilson_interval(2, 4)
    assert msgspec.to_builtins(part_of(ScorePart, proportion(2, 0, 4))) == {
        "value": 0.5,
        "low": 0.5,
        "high": 0.5,
        "n": 4,
        "unknowns": 0,
        "no_data": 0,
        "interval": {"low": interval.low, "high": interval.high, "level": 0.95, "method": "wilson"},
    }
    assert part_of(ScorePart, proportion(1, 1, 4)).value is None


@pytest.mark.slow
def test_every_row_of_a_command_has_its_kind_and_fits_it(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text("def half(n):\n    assert n >= 0\n    return n // 2\n")
    (tmp_path / "task_id_7.dfy").write_text(
        "method Next(n: int) returns (m: int)\n  requires n > 0\n  ensures m > n\n{ m := n + 1; }\n"
        "method NextTest() { var m := Next(1); assert m == 2; }\n"
    )
    (tmp_path / "broken.dfy").write_text("method M(\n")
    kinds = {kind_of(each): each for each in ROWS}
    found = []
    (tmp_path / "labels.json").write_text('{"7": {"label": "STRONG"}}')
    bench = ["bench", "--task", "factorial", "--out", str(tmp_path)]
    for arguments in (
        ["cvt", "half.py", "--adequacy"],
        ["cvt", "task_id_7.dfy"],
        bench,
        ["prompts", "--dataset", "half.py"],
        ["spec", "task_id_7.dfy", "broken.dfy", "--labels", "labels.json"],
    ):
        paths = [str(tmp_path / each) if re.search(r"\.\w+$", each) else each for each in arguments]
        for line in CliRunner().invoke(main, [*paths, "--json"]).stdout.splitlines():
            row = json.loads(line)
            msgspec.convert(row, kinds[row["kind"]])
            assert row["version"] == VERSION
            found.append(row["kind"])
    assert set(found) == {"cvt", "adequacy", "spec", "labels", "bench", "prompt"}
