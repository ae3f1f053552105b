"""Reports are kept from one run to the next as long as nothing changes that they were computed from."""

from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs import kept
from specassay.benchmarks.runs.run import RunSettings, run_contract
from specassay.benchmarks.runs.task_report import Report

SETTINGS = RunSettings(config=Config(budget=2))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of two modules, one of which imports the other, and a third one."""
    package = tmp_path / "work" / "shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "prices.py").write_text(
        "from .limits import LEAST\n\n\n"
        "def price(n: int) -> int:\n    if n < LEAST:\n        raise ValueError\n    return n\n"
    )
    (package / "limits.py").write_text("LEAST = 3\n")
    (package / "other.py").write_text("MOST = 3\n")
    monkeypatch.setenv(kept.FOLDER_VARIABLE, str(tmp_path / "cache"))
    return package


def reported(package: Path, settings: RunSettings, monkeypatch: pytest.MonkeyPatch) -> tuple[Report, int]:
    """The report on the function, and how many were computed."""
    computed: list[str] = []

    def counted(task: ContractTask, settings: RunSettings, replayer: Replayer) -> Report:
        computed.append(task.task_id)
        return run_contract(task, settings, replayer)

    monkeypatch.setattr(kept, "run_contract", counted)
    [task] = [each for each in load(package / "prices.py") if isinstance(each, ContractTask)]
    with Replayer() as replayer:
        return kept.report_on(task, settings, replayer), len(computed)


def test_what_is_unchanged_is_read(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, computed = reported(project, SETTINGS, monkeypatch)
    assert computed == 1
    assert first.rows[0].verdict == "violating"
    (project / "other.py").write_text("MOST = 4\n")
    second, computed = reported(project, SETTINGS, monkeypatch)
    assert computed == 0
    assert second.rows == first.rows
    assert evolve(second, work=first.work) == first


@pytest.mark.parametrize("change", ["module", "imported", "option", "cache"])
def test_what_changes_is_computed_again(project: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    reported(project, SETTINGS, monkeypatch)
    settings = SETTINGS
    match change:
        case "module":
            (project / "prices.py").write_text((project / "prices.py").read_text().replace("n <", "n <="))
        case "imported":
            (project / "limits.py").write_text("LEAST = 30\n")
        case "option":
            settings = evolve(SETTINGS, config=Config(budget=2, universe="plain"))
        case "cache":
            for file in (project.parents[1] / "cache").rglob("*.json"):
                file.write_text("{")
    assert reported(project, settings, monkeypatch)[1] == 1


def test_nothing_is_kept_where_there_is_no_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept.FOLDER_VARIABLE, "")
    assert [reported(project, SETTINGS, monkeypatch)[1] for _ in range(2)] == [1, 1]
