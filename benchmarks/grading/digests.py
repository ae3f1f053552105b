"""What the row of a grade was computed from, as a digest."""

from collections.abc import Mapping
from importlib import metadata

from attrs import define, field

from ...backends.solvers.built_in import BUILT_IN
from ...backends.solvers.choices import chosen
from ...core.synthesis.values import text_of
from ..datasets.tasks import PythonTask
from ..digest import digest_of_parts
from .grade import Settings
from .samples import Sample

MEANING = 1
"""Counted up when the meaning of rows changes."""


@define(slots=True)
class Digests:
    """Digests of the grades of samples of these tasks: of the program, the task's contract, solution and inputs, the
    options that decide about rows, and the versions of what computes them."""

    tasks: Mapping[str, PythonTask]
    settings: Settings
    _of_tasks: dict[str, str] = field(factory=dict)

    def of(self, sample: Sample) -> str:
        """The digest for a sample of one of the tasks."""
        if (task := self._of_tasks.get(sample.task_id)) is None:
            task = self._of_tasks[sample.task_id] = self._of_task(self.tasks[sample.task_id])
        return digest_of_parts({"task": task, "code": sample.code, "problem": sample.problem})

    def _of_task(self, task: PythonTask) -> str:
        settings = self.settings
        solvers = [(name, metadata.version(BUILT_IN.get(name, "specassay"))) for name in chosen(settings.solver)]
        made = (solvers, settings.limit)
        tests = made if settings.cvts is None else settings.cvts.get(task.task_id)
        parts = {
            "meaning": MEANING,
            "contract": task.contract_text,
            "context": [
                task.context, task.preamble, task.solution, task.entry_point, task.reference, task.unsupported,
                task.atol,
            ],
            "parameters": [(each.name, each.hint, each.default, each.stars) for each in task.parameters],
            "inputs": [text_of(task.base_input), text_of(task.plus_input)],
            "violating tests": repr(tests),
            "options": [
                repr(settings.valid), repr(settings.violating), settings.most_ended, sorted(settings.reject),
                settings.aligned, settings.alignment_seconds,
            ],
            "version": metadata.version("specassay"),
        }  # fmt: skip
        return digest_of_parts(parts)
