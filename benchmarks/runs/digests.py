"""What a row was computed from, as a digest: a row of an earlier run is good for another one where it is the same."""

import hashlib
import json
from importlib import metadata

from ...backends.solvers import registry
from ...backends.solvers.choices import chosen
from ..datasets.tasks import PythonTask
from .run import RunSettings

MEANING = 2
"""Counted up when the meaning of rows changes."""
CHARACTERS = 16


def digest_of(task: PythonTask, settings: RunSettings) -> str:
    """Of a task's contract, of the module around it and of what runs beside it, of the options that decide about rows,
    and of the versions of what computes them."""
    config = settings.config
    parts = {
        "meaning": MEANING,
        "contract": task.contract_text,
        "context": [task.context, task.preamble, task.solution, task.entry_point, task.unsupported],
        "parameters": [(each.name, each.hint, each.default, each.stars) for each in task.parameters],
        "order": [] if task.origin is None else [repr(task.origin.order), repr(task.origin.raises)],
        "classes": task.classes,
        "options": [
            settings.solver, config.solver_limit, config.budget, config.max_subsets, config.universe, config.classes,
            config.tests_per_set, settings.adequacy, settings.strengthen,
        ],
        "versions": _versions(settings),
    }  # fmt: skip
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:CHARACTERS]


def _versions(settings: RunSettings) -> list[str]:
    return [metadata.version("specassay"), *(registry.solver(name).version() for name in chosen(settings.solver))]
