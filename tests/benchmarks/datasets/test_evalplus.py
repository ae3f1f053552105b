"""Reading EvalPlus files, good and bad."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.datasets import text_lines
from specassay.benchmarks.datasets.evalplus import read, read_feasible
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.core.errors import InputError

PROMPT = 'from typing import List\n\n\ndef f(xs: List[int], k: int = 2, *rest, key=None) -> int:\n    """Doc."""\n'


def row(**changes: Any) -> dict[str, Any]:
    """A task in which the prompt begins the function."""
    task = {
        "task_id": "A/1",
        "prompt": PROMPT,
        "entry_point": "f",
        "canonical_solution": "\n    return xs[k]\n",
        "contract": "\n    assert len(xs) > k\n",
        "base_input": [[[1, 2, 3], 1]],
        "plus_input": [[[10**30], 0]],
    }
    return {**task, **changes}


def write(path: Path, *lines: str | dict[str, Any]) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def tasks(source: Path) -> list[ContractTask]:
    return [item for item in read(source) if isinstance(item, ContractTask)]


def errors(source: Path) -> list[str]:
    return [str(item).removeprefix(str(source)) for item in read(source) if isinstance(item, InputError)]


def test_a_function_that_the_prompt_begins(tmp_path: Path) -> None:
    (task,) = tasks(write(tmp_path / "d.jsonl", "", row()))
    assert task.parameter_names == ("xs", "k", "rest", "key")
    assert task.hints == ("List[int]", "int", None, None)
    assert [parameter.default for parameter in task.parameters] == [None, "2", None, "None"]
    assert (task.line, task.preamble) == (2, PROMPT)
    assert task.base_input == ([[1, 2, 3], 1],)
    assert task.plus_input == ([[10**30], 0],)
    assert task.replay_task.contract_text == "\n    assert len(xs) > k\n"


def test_a_solution_that_is_a_module(tmp_path: Path) -> None:
    solution = "import math\ndef f(n): return 1\ndef f(a, /, b): return math.pi\n"
    (task,) = tasks(write(tmp_path / "d.jsonl", row(prompt="'not code", canonical_solution=solution)))
    assert task.parameter_names == ("a", "b")
    assert task.preamble == ""


def test_an_empty_object_is_no_inputs(tmp_path: Path) -> None:
    """As MBPP+ has it for a task without further inputs; an object with members is another format."""
    source = write(tmp_path / "d.jsonl", row(plus_input={}), row(task_id="A/2", plus_input={"0": [1]}))
    assert [task.plus_input for task in tasks(source)] == [()]
    assert len(errors(source)) == 1
    assert "$.plus_input" in errors(source)[0]


def test_broken_lines_are_reported_and_the_others_kept(tmp_path: Path) -> None:
    source = write(
        tmp_path / "d.jsonl",
        row(),
        '{"task_id": "A/2", ',
        "[1]",
        json.dumps({key: value for key, value in row(task_id="A/3").items() if key != "contract"}),
        row(task_id="A/4", canonical_solution="def g(): pass", prompt=""),
        row(),
        "[" * 100_000,
        row(task_id="A/5", canonical_solution="def f(x): return " + "(" * 1000, prompt=""),
        row(task_id="A/6", base_input={}),
        row(task_id="A/7"),
    )
    assert [task.task_id for task in tasks(source)] == ["A/1", "A/7"]
    starts = [
        ":2: not JSON: Expecting property name enclosed in double quotes at column",
        ":3: not a task of EvalPlus: Expected `object`, got `array`",
        ":4: not a task of EvalPlus: Object missing required field `contract`",
        ":5: A/4: neither solution nor prompt and solution define a function f",
        ":6: A/1 occurs twice, also on line 1",
        ":7: JSON that cannot be read",
        ":8: A/5: neither",
        ":9: not a task of EvalPlus: Expected `array`, got `object` - at `$.base_input`",
    ]
    found = errors(source)
    assert len(found) == len(starts)
    assert all(message.startswith(start) for message, start in zip(found, starts, strict=True)), found


def test_compressed_or_not_whatever_the_name(tmp_path: Path) -> None:
    source = tmp_path / "d.jsonl"
    source.write_bytes(gzip.compress(json.dumps(row()).encode()))
    assert [task.task_id for task in tasks(source)] == ["A/1"]


def test_a_compressed_file_that_breaks_off(tmp_path: Path) -> None:
    whole = gzip.compress("\n".join(json.dumps(row(task_id=f"A/{n}")) for n in range(2000)).encode())
    source = tmp_path / "d.jsonl.gz"
    source.write_bytes(whole[: len(whole) // 2])
    found = tasks(source)
    assert 0 < len(found) < 2000
    assert errors(source)[-1].startswith(f":{found[-1].line + 1}: the compressed file is broken")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"\n \n", "the file is empty"),
        (b"\x7fELF\0\0\0", "the file is binary"),
        (gzip.compress(b"", mtime=0), "the file is empty"),
        (gzip.compress(b"\0" * 1_000_000), "the file is binary"),
    ],
)
def test_files_that_hold_nothing(tmp_path: Path, content: bytes, message: str) -> None:
    source = tmp_path / "d.jsonl"
    source.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        list(read(source))
    assert caught.value.file == str(source)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(read(tmp_path / "none.jsonl"))
    with pytest.raises(InputError, match="Is a directory"):
        list(read(tmp_path))


def test_a_long_line_is_read_or_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    garbage = "x" * 10_000_000
    long = row(task_id="A/2", contract="    assert xs  # " + garbage)
    source = write(tmp_path / "d.jsonl", garbage, long, row(task_id="A/3"))
    assert [task.task_id for task in tasks(source)] == ["A/2", "A/3"]
    assert errors(source) == [":1: not JSON: Expecting value at column 1"]
    monkeypatch.setattr(text_lines, "MAX_LINE", 5 << 20)
    assert [task.task_id for task in tasks(source)] == ["A/3"]
    assert errors(source) == [f":{line}: longer than 5 MiB" for line in (1, 2)]
    monkeypatch.setattr(text_lines, "MAX_FILE", 15 << 20)
    assert errors(source)[-1] == ":3: the rest is beyond 0 GiB"


def test_a_line_that_is_not_utf_8(tmp_path: Path) -> None:
    source = tmp_path / "d.jsonl"
    source.write_bytes(b"\xff\xfe{}\n" + json.dumps(row()).encode() + b"\r\n{\0}\n")
    assert [task.task_id for task in tasks(source)] == ["A/1"]
    assert errors(source) == [":1: not UTF-8 at byte 1", ":3: a NUL character"]


def test_feasible_sets(tmp_path: Path) -> None:
    source = tmp_path / "f.json"
    source.write_text('{"A/1": [[0], [0, 1]]}')
    assert read_feasible(source) == {"A/1": (frozenset({0}), frozenset({0, 1}))}
    for content in ('{"A/1": 3}', "{", ""):
        source.write_text(content)
        with pytest.raises(InputError, match="expected task ids with lists of clause indices"):
            read_feasible(source)
    with pytest.raises(InputError, match="no such file"):
        read_feasible(tmp_path / "g.json")


@pytest.mark.parametrize("name", ["HumanEvalPlus", "MbppPlus"])
def test_the_real_files(data_dir: Path, name: str) -> None:
    items = list(read(data_dir / "evalplus" / f"{name}.jsonl.gz"))
    assert items
    for item in items:
        assert isinstance(item, ContractTask)
        assert bool(item.preamble) == (name == "HumanEvalPlus")
        assert item.base_input
        assert "assert" in item.contract_text
