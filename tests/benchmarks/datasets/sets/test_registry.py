"""Data sets by name: where they are found, and in which forms."""

import gzip
import json
from pathlib import Path

import pytest

from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.sets.built_in import BUILT_IN
from specassay.benchmarks.datasets.sets.registry import adapter_of, adapters, locate, parts_in, parts_of
from specassay.benchmarks.datasets.tasks import ContractTask, SpecTask
from specassay.core.errors import InputError

LINE = {
    "task_id": "T/1",
    "prompt": "",
    "entry_point": "f",
    "canonical_solution": "def f(n):\n    return n\n",
    "contract": "    assert n\n",
}


def put(folder: Path, *names: str) -> Path:
    """A folder of files with something in them."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(LINE) + "\n" if ".jsonl" in name else "method M() ensures true {}"
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return folder


@pytest.mark.parametrize(
    ("name", "files", "parts"),
    [
        ("humaneval-plus", ["evalplus/HumanEvalPlus.jsonl.gz"], ["HumanEvalPlus"]),
        ("humaneval-plus", ["HumanEvalPlus-v0.1.10.jsonl"], ["HumanEvalPlus-v0.1.10"]),
        ("mbpp-plus", ["evalplus/MbppPlus-v0.2.0.jsonl.gz"], ["MbppPlus-v0.2.0"]),
        ("mbpp-dfy", ["mbpp_dfy/test/task_id_3.dfy"], ["mbpp_dfy"]),
        (
            "clover-bench",
            ["clover/ground_truth/a.dfy", "clover/weak_or_wrong/b.dfy"],
            ["clover", "clover-weak-or-wrong"],
        ),
        ("dafny-bench", ["dafny_bench/a.dfy"], ["dafny_bench"]),
        ("dafny-bench", ["DafnyBench/dataset/ground_truth/a.dfy"], ["dafny_bench"]),
    ],
)
def test_a_data_set_is_found_in_the_folder_of_the_user(
    name: str, files: list[str], parts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, *files)
    monkeypatch.setenv("SPECASSAY_DATA", str(tmp_path))
    found = locate(name)
    assert found is not None
    assert [part.name for part in found.parts] == parts
    assert sum(len(load(source)) for part in found.parts for source in part.sources) == len(files)


def test_what_the_authors_of_verina_say_of_tests_is_read(tmp_path: Path) -> None:
    put(tmp_path, "verina/expected/a.dfy", "verina/wrong/a.dfy")
    index = {"expected/a.dfy": {"3": "E0"}, "wrong/a.dfy": {"4": "U0_0", "5": "U0_1", "6": "R0"}}
    (tmp_path / "verina" / "index.json").write_text(json.dumps(index))
    expected, wrong = adapter_of("verina").find(tmp_path)
    assert not expected.wrong_tests
    assert (wrong.wrong_tests, wrong.bad_inputs) == ({"a": frozenset({4, 5})}, {"a": frozenset({6})})
    (tmp_path / "verina" / "index.json").write_text('{"a": 3}')
    with pytest.raises(InputError, match=r"index\.json: expected files with lines and labels"):
        adapter_of("verina").find(tmp_path)


def test_every_adapter_says_what_it_is() -> None:
    found = list(adapters())
    assert [adapter.name for adapter in found][: len(BUILT_IN)] == [adapter.name for adapter in BUILT_IN]
    assert all(adapter.title and adapter.reference and adapter.address for adapter in found)
    assert all(len(file.sha256) == 64 and file.url.startswith("https://") for each in found for file in each.published)


def test_a_name_that_is_not_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SPECASSAY_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(
        InputError, match=r"neither a data set nor a file or folder: 'mbpp-dfi'; did you mean 'mbpp-dfy'\?"
    ):
        parts_of("mbpp-dfi")
    with pytest.raises(InputError, match="`specassay data get verina` says how"):
        parts_of("verina")
    with pytest.raises(InputError, match="no such file"):
        parts_of(str(tmp_path / "none"))


def test_a_folder_of_data_sets_is_read_whole(tmp_path: Path) -> None:
    put(
        tmp_path,
        "evalplus/HumanEvalPlus.jsonl.gz",
        "evalplus/Mine.jsonl",
        "evalplus/samples/S.jsonl",
        "dafny_bench/a.dfy",
        "plain/b.dfy",
    )
    (tmp_path / "evalplus" / "known_feasible.json").write_text('{"T/1": [[0]]}')
    parts = parts_in(tmp_path)
    assert [part.name for part in parts] == ["HumanEvalPlus", "dafny_bench", "Mine", "plain"]
    assert parts[0].feasible == parts[2].feasible == {"T/1": (frozenset({0}),)}


def test_a_folder_without_data_sets_is_source_code(tmp_path: Path) -> None:
    put(tmp_path, "a.dfy")
    (tmp_path / "b.py").write_text("def f(n):\n    assert n\n    return n\n")
    (part,) = parts_in(tmp_path)
    assert (part.name, part.specifications, part.contracts) == (tmp_path.name, (tmp_path,), (tmp_path / "b.py",))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="holds no data set"):
        parts_in(tmp_path / "empty")


def test_the_real_data_folder(data_dir: Path) -> None:
    parts = {part.name: part for part in parts_in(data_dir)}
    python = [
        item for part in parts.values() for source in part.contracts if source.suffix == ".gz" for item in load(source)
    ]
    dafny = [item for source in parts["mbpp_dfy"].specifications for item in load(source)]
    assert all(isinstance(item, ContractTask) for item in python)
    assert all(isinstance(item, SpecTask) and item.label for item in dafny)
    assert set(parts["MbppPlus"].feasible) == {item.task_id for item in python}
    assert {"clover", "verina", "verina-wrong", "dafny_bench", "python_contracts"} <= parts.keys()
