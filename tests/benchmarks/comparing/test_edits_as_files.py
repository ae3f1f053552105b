"""Edits of Dafny specifications, as files that `specassay diff` is given: with rows, exit codes and texts."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main

from ...core.comparing.edits import EDITS, Edit
from ...samples import often, some


@pytest.mark.parametrize("edit", often(some(EDITS, 10, 1), 4), ids=lambda edit: edit.name)
def test_an_edit_of_a_file(edit: Edit, tmp_path: Path) -> None:
    before, after = tmp_path / "before.dfy", tmp_path / "after.dfy"
    before.write_text(edit.before, "utf-8")
    after.write_text(edit.after, "utf-8")
    result = CliRunner().invoke(main, ["diff", str(before), str(after), "--json"], catch_exceptions=False)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    relations = {row["relation"] for row in rows}
    assert relations - {"equal"} == {edit.relation} - {"equal"}
    assert result.exit_code == (0 if edit.relation in ("equal", "stronger") else 1)
    assert "#array" not in "".join(row["task_id"] for row in rows)
