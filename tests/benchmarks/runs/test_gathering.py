"""Tasks of several files together."""

from pathlib import Path

from specassay.benchmarks.commands.plans import plan_of_data, run
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.reporting.statistics import contract_statistics
from specassay.benchmarks.runs.gathering import gather
from specassay.benchmarks.runs.parallel import reports
from specassay.benchmarks.runs.run import RunSettings

SETTINGS = RunSettings(config=Config(jobs=1))
ONE = "def halved(n):\n    assert n > 0\n    return n / 2\n"
TWO = "def halved(n):\n    assert n >= 0\n    assert n % 2 == 0\n    return n // 2\n"


def test_functions_of_one_name_in_two_files_are_two_tasks(tmp_path: Path) -> None:
    paths = [tmp_path / name / "halves.py" for name in ("first", "second")]
    for path, text in zip(paths, (TWO, ONE), strict=True):
        path.parent.mkdir()
        path.write_text(text)
    tasks = gather(paths, ContractTask).tasks
    assert [task.task_id for task in tasks] == ["halves.halved", "halves.halved#2"]
    found = contract_statistics(list(reports(tasks, SETTINGS)))
    assert (found.tasks, found.clauses, found.coverage.n) == (2, 3, 3)
    assert found.coverage.low == 1.0
    both = run(plan_of_data([str(path.parent) for path in paths]), SETTINGS).contract_statistics()["all"]
    assert (both.exact, both.violating, both.coverage.low) == (4, 4, 1.0)
