"""The rows that commands write, as a reader of the file gets them."""

import json
import re
from pathlib import Path
from typing import Any

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.runs.run import RunSettings, run_specifications
from specassay.benchmarks.schema import line_of
from tests.samples import in_laws

TESTS = re.compile(r"\b(assert|expect)\b")


def evalplus_file(folder: Path, **fields: Any) -> Path:
    """A file with one task in EvalPlus's form, half of a number, of which some `fields` are others."""
    row = {
        "task_id": "Mbpp/1",
        "prompt": '"""\nHalf.\nassert half(4) == 2\n"""\n',
        "entry_point": "half",
        "atol": 0,
        "canonical_solution": "\ndef half(n):\n    return n // 2\n",
        "base_input": [[4]],
        "plus_input": [[6]],
        "contract": "\n    assert isinstance(n, int)\n    assert n >= 0\n",
        "assertion": "assert half(4) == 2",
    }
    path = folder / "tasks.jsonl"
    path.write_text(json.dumps({**row, **fields}) + "\n")
    return path


def _of_every_day(path: Path) -> dict[str, Any]:
    """Options with which a verdict takes a third of the time: of each set of operators one wrong output a test and no
    wrong bodies, and two tests for methods of a file that has none. `make laws` takes what users get."""
    if in_laws():
        return {}
    return {"mutants": 1, "mutate": "outputs"} | ({} if TESTS.search(path.read_text(encoding="utf-8")) else {"made": 2})


def rows_of_file(path: Path, **options: Any) -> list[dict[str, Any]]:
    """The rows that `specassay spec` writes about a file, without what most tests of every day can do without. The
    others ask for it: `made=None, mutants=5, mutate="both"` is what users get."""
    options = {**_of_every_day(path), **options}
    own = {name: options.pop(name) for name in ("engine", "tests", "made", "mutate") if name in options}
    settings = RunSettings(config=Config(**options), **own)
    found = run_specifications(SpecTask(task_id=path.stem, file=path), settings)
    return [json.loads(line_of(row)) for row in found.rows]
