"""What a row was computed from, as a digest: a row of an earlier run is good for another one where it is the same."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import metadata
from os.path import realpath
from pathlib import Path
from typing import Any

from ...backends.dafny.process import find_verifier
from ...backends.solvers import registry
from ...backends.solvers.choices import chosen
from ...dafny_harness.run import DAFNY, ENGINES
from ...frontends.dafny.includes import MOST_FILES
from ..build import digest_of_parts
from ..datasets.tasks import DafnyTask, PythonTask
from .run import RunSettings

MEANING = 3
"""Counted up when the meaning of rows changes."""
_INCLUDE = re.compile(r'\binclude\s+"([^"\n]*)"')


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
        "declaration": repr(task.declaration),
        "options": [
            settings.solver, config.solver_limit, config.budget, config.max_subsets, config.universe, config.classes,
            config.tests_per_set, settings.adequacy, settings.strengthen,
        ],
        "versions": _versions(settings.solver),
        **({"place": [task.module, task.stubs, task.python]} if task.module or task.stubs or task.python else {}),
    }  # fmt: skip
    return digest_of_parts(parts)


def digest_of_file(task: DafnyTask, settings: RunSettings) -> str:
    """Of the text of a file with specifications, of the files that it includes and of further tests, of the options
    that decide about rows, and of the versions of what computes them. A file that cannot be read counts as empty."""
    config = settings.config
    options = [
        settings.engine, settings.dialect, str(settings.root or task.root), config.seconds_per_file, config.mutants,
        config.seed, config.operators, settings.names, settings.made, settings.mutate,
    ]  # fmt: skip
    return _of_file(task, settings, options, [metadata.version("specassay"), *_versions_of_engine(settings.engine)])


def digest_of_preconditions(task: DafnyTask, settings: RunSettings) -> str:
    """As `digest_of_file`, for inputs that violate the preconditions of its methods."""
    config, root = settings.config, str(settings.root or task.root)
    options = ["cvt", settings.solver, settings.dialect, root, config.solver_limit, config.seconds_per_file]
    return _of_file(task, settings, options, _versions(settings.solver))


def _of_file(task: DafnyTask, settings: RunSettings, options: Sequence[Any], versions: Any) -> str:
    tests = None if settings.tests is None else _read(Path(settings.tests.path))
    parts = {"texts": list(_texts(task.file)), "tests": tests, "options": options, "versions": versions}
    return digest_of_parts({"meaning": MEANING, **parts})


@cache
def _versions_of_engine(engine: str) -> tuple[str, ...]:
    solvers = tuple(registry.solver(name).version() for name in ENGINES[engine][1])
    return (*solvers, find_verifier().version) if engine == DAFNY else solvers


def _texts(path: Path) -> Iterator[str]:
    """The text of a file, and of those that it includes, each once."""
    found, waiting = dict[Path, None](), [path]
    while waiting and len(found) < MOST_FILES:
        here = waiting.pop()
        resolved = Path(realpath(here))  # which ends in a loop of links, too
        if resolved in found:
            continue
        found[resolved] = None
        text = _read(here)
        yield text
        waiting += [here.parent / name for name in _INCLUDE.findall(text)]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


@cache
def _versions(solver: str) -> tuple[str, ...]:
    return metadata.version("specassay"), *(registry.solver(name).version() for name in chosen(solver))
