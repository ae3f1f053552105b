"""Data sets of Hugging Face on disk."""

import json
from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.sets.registry import parts_in
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.core.errors import InputError

ROW: dict[str, Any] = {
    "task_id": "T/1",
    "entry_point": "f",
    "canonical_solution": "def f(n, xs):\n    return n\n",
    "contract": "    assert n\n",
    "base_input": json.dumps([[1, []], [True, ["a"]]]),
    "atol": None,
}


def save(folder: Path, *rows: dict[str, Any]) -> Path:
    """What `Dataset.save_to_disk` writes, as far as it is read."""
    import pyarrow  # Here, because each worker of xdist collects this file, and few run it.

    folder.mkdir(parents=True)
    table = pyarrow.Table.from_pylist(list(rows))
    with (
        pyarrow.OSFile(str(folder / "data-00000-of-00001.arrow"), "wb") as file,
        pyarrow.ipc.new_stream(file, table.schema) as stream,
    ):
        stream.write_table(table, max_chunksize=1)
    (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": "data-00000-of-00001.arrow"}]}))
    return folder


def test_rows_are_tasks(tmp_path: Path) -> None:
    found = load(save(tmp_path / "d", ROW, ROW | {"task_id": "T/2", "entry_point": "g"}, ROW | {"task_id": "T/3"}))
    assert [task.task_id for task in found] == ["T/1", "T/3"]
    assert all(isinstance(task, ContractTask) and task.base_input == ([1, []], [True, ["a"]]) for task in found)
    (problem,) = found.problems
    assert (problem.line, "define a function g" in str(problem)) == (2, True)


def test_all_splits_are_read(tmp_path: Path) -> None:
    for split in ("train", "test"):
        save(tmp_path / split, ROW | {"task_id": split})
    (tmp_path / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    assert [task.task_id for task in load(tmp_path)] == ["train", "test"]
    (part,) = parts_in(tmp_path)
    assert part.contracts == (tmp_path,)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("state.json", "{", "not JSON"),
        ("state.json", '{"_data_files": [{"filename": "../elsewhere"}]}', "names no files"),
        ("data-00000-of-00001.arrow", "nonsense", "cannot be read as a stream of Arrow"),
        ("dataset_dict.json", '{"splits": ["../.."]}', "names no splits"),
    ],
)
def test_a_broken_folder(name: str, content: str, message: str, tmp_path: Path) -> None:
    (save(tmp_path / "d", ROW) / name).write_text(content)
    with pytest.raises(InputError, match=message):
        load(tmp_path / "d")
