"""The rows that commands write, as a reader of the file gets them."""

import json
from pathlib import Path
from typing import Any

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import DafnyTask
from specassay.benchmarks.runs.run import RunSettings, run_dafny
from specassay.benchmarks.schema import line_of
from tests.samples import in_laws


def few_made() -> dict[str, int]:
    """Options for specifications of which three made tests show as much as ten, which `make laws` makes."""
    return {} if in_laws() else {"made": 3}


def rows_of_file(path: Path, **options: Any) -> list[dict[str, Any]]:
    """The rows that `specassay spec` writes about a file."""
    own = {name: options.pop(name) for name in ("engine", "tests", "made", "mutate") if name in options}
    settings = RunSettings(config=Config(**options), **own)
    found = run_dafny(DafnyTask(task_id=path.stem, file=path), settings)
    return [json.loads(line_of(row)) for row in found.rows]
