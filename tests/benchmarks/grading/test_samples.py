"""Samples in every shape, the broken ones under their names."""

import gzip
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.samples import MOST_CHARACTERS, read_samples
from specassay.core.errors import InputError

Make = Callable[..., ContractTask]
GOOD = "def half(n):\n    return n // 2\n"


def write(path: Path, *rows: object) -> Path:
    lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
    data = b"\n".join(lines) + b"\n"
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def problems(path: Path, task: ContractTask) -> Counter[str | None]:
    return Counter(sample.problem for sample in read_samples(path, {task.task_id: task}))


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz"])
def test_solutions_and_completions(tmp_path: Path, half: Make, name: str) -> None:
    task = half(prompt='def half(n):\n    """Half."""\n')
    path = write(
        tmp_path / name,
        {"task_id": "Mbpp/1", "solution": GOOD},
        {"task_id": "Mbpp/1", "completion": "    return n // 2\n"},
    )
    first, second = read_samples(path, {"Mbpp/1": task})
    assert (first.number, second.number) == (0, 1)
    assert first.code == GOOD
    assert second.code == task.prompt + "    return n // 2\n"
    assert not first.extracted
    assert not second.extracted


def test_a_folder(tmp_path: Path, half: Make) -> None:
    for number in (0, 2, 10):
        file = tmp_path / "Mbpp_1" / f"{number}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(GOOD + f"# {number}\n")
    (tmp_path / "Mbpp_1" / "11.py").write_bytes(b"\xff")
    samples = read_samples(tmp_path, {"Mbpp/1": half()})
    assert [Path(sample.origin).name for sample in samples] == ["0.py", "2.py", "10.py", "11.py"]
    assert [sample.problem for sample in samples] == [None, None, None, "not UTF-8"]


def test_a_folder_of_a_function_whose_name_has_underscores(tmp_path: Path, half: Make) -> None:
    (tmp_path / "one_half").mkdir()
    (tmp_path / "one_half" / "0.py").write_text(GOOD)
    (sample,) = read_samples(tmp_path, {"one_half": half()})
    assert (sample.task_id, sample.problem) == ("one_half", None)


def test_everything_wrong_has_a_name(tmp_path: Path, half: Make) -> None:
    path = write(
        tmp_path / "s.jsonl",
        {"task_id": "Mbpp/1", "solution": " \n"},
        {"task_id": "Mbpp/1", "solution": "def half(n:"},
        {"task_id": "Mbpp/1", "solution": "def other(n): return n"},
        {"task_id": "Mbpp/1", "solution": "x" * (MOST_CHARACTERS + 1)},
        {"task_id": "Mbpp/1", "solution": GOOD + "# \ud800"},
        {"task_id": "Mbpp/1"},
        {"task_id": "Mbpp/999", "solution": GOOD},
        {"solution": GOOD},
        b"{",
        b"[1]",
        b'{"task_id": "Mbpp/1", "solution": "\xff"}',
        b"[" * 100_000,
    )
    assert problems(path, half()) == {
        "empty": 2,
        "no function": 2,
        "too long": 1,
        "not UTF-8": 1,
        "unknown task": 1,
        "unreadable": 5,
    }


def test_repeated_code_is_marked_and_kept(tmp_path: Path, half: Make) -> None:
    row = {"task_id": "Mbpp/1", "solution": GOOD}
    samples = read_samples(write(tmp_path / "s.jsonl", row, row), {"Mbpp/1": half()})
    assert [sample.repeats for sample in samples] == [False, True]


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: path.write_text(""), lambda path: None])
def test_a_source_without_samples_is_refused(tmp_path: Path, half: Make, make: Callable[[Path], object]) -> None:
    path = tmp_path / "source"
    make(path)
    with pytest.raises(InputError):
        read_samples(path, {"Mbpp/1": half()})
