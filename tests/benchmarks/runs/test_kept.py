"""Reports are kept from one run to the next as long as nothing changes that they were computed from."""

import ast
from pathlib import Path

import attrs
import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer
from specassay.benchmarks import cache
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs import kept
from specassay.benchmarks.runs.kept import needed_code
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
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path / "cache"))
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


MODULE = """\
from .limits import LEAST
from . import limits as around

MOST = 9


class Basket:
    def __init__(self, n):
        self.count = n


def helper(n):
    return n + MOST


def other(n):
    return around.far(n)


def price(n: int) -> int:
    if helper(n) < LEAST:
        raise ValueError
    return n
"""


@pytest.mark.parametrize(
    ("before", "after", "needs"),
    [
        ("around.far(n)", "around.far(n) + 1", False),
        ("class Basket:", "# A comment, which moves lines.\nclass Basket:", False),
        ("self.count = n", "self.count = n + 1", False),
        ("n + MOST", "n + MOST + 1", True),
        ("n + MOST", "n.count + MOST", True),
        ("MOST = 9", "MOST = 8", True),
        ("def other(n):", "@register\ndef other(n):", True),
        ("return around.far(n)", "return globals()", True),
    ],
)
def test_of_a_module_a_function_needs_what_it_mentions(tmp_path: Path, before: str, after: str, needs: bool) -> None:
    (tmp_path / "limits.py").write_text("LEAST = 3\n\n\ndef far(n):\n    return n\n")
    changed = MODULE.replace(before, after)
    first, second = (
        needed_code(text, text[: text.index("def price")].count("\n") + 1, [tmp_path / "limits.py"])
        for text in (MODULE, changed)
    )
    assert (first != second) is needs


def test_lines_that_are_told_move_with_the_function(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "limits.py").write_text("LEAST = 3\n\n\ndef far(n):\n    return n\n")
    (project / "prices.py").write_text(MODULE)
    [problem] = reported(project, SETTINGS, monkeypatch)[0].problems
    assert problem.endswith("prices.py:21:20")
    (project / "prices.py").write_text(MODULE.replace("class Basket", "# Moved.\n\nclass Basket"))
    report, computed = reported(project, SETTINGS, monkeypatch)
    assert computed == 0
    assert report.problems[0].endswith("prices.py:23:20")


def test_an_edit_of_an_imported_function_that_is_not_called_leaves_what_is_known(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "limits.py").write_text("LEAST = 3\n\n\ndef far(n):\n    return n\n")
    reported(project, SETTINGS, monkeypatch)
    (project / "limits.py").write_text("LEAST = 3\n\n\ndef far(n):\n    return n + 1\n")
    assert reported(project, SETTINGS, monkeypatch)[1] == 0
    (project / "limits.py").write_text("LEAST = 4\n\n\ndef far(n):\n    return n + 1\n")
    assert reported(project, SETTINGS, monkeypatch)[1] == 1


def test_nothing_is_kept_where_there_is_no_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.FOLDER_VARIABLE, "")
    assert [reported(project, SETTINGS, monkeypatch)[1] for _ in range(2)] == [1, 1]


def test_what_is_installed_is_told_by_its_version(project: Path) -> None:
    (project / "prices.py").write_text(
        "import ast\nimport attrs\nfrom .limits import LEAST\n\n\ndef f(n): assert n > LEAST\n"
    )
    (project.parent / "__init__.py").write_text("import nothing\n")
    [task] = [each for each in load(project / "prices.py") if isinstance(each, ContractTask)]
    folders = [str(Path(module.__file__).parent) for module in (ast, attrs)]  # type: ignore[arg-type]
    task = evolve(task, search_path=(str(project.parent), *folders))
    imported = {file.relative_to(project.parent.resolve()).as_posix() for file in kept._imported(task)}
    assert imported == {"shop/__init__.py", "shop/limits.py"}


def test_of_many_modules_all_is_needed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_READ", 0)
    monkeypatch.setattr(kept, "needed_code", None)
    assert [reported(project, SETTINGS, monkeypatch)[1] for _ in range(2)] == [1, 0]
    (project / "limits.py").write_text("LEAST = 3\nMOST = 4\n")
    assert reported(project, SETTINGS, monkeypatch)[1] == 1
