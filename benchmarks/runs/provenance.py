"""Where results come from: versions, options, checksums of the data, the machine.

What a row was computed from is a digest: a row of an earlier run is good for another one where it is the same.
"""

import hashlib
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from ...backends.dafny.process import find_dafny
from ...backends.solvers import registry
from ...backends.solvers.choices import chosen
from ...backends.solvers.engines import ENGINES
from ...core.errors import SolverFailure, unreadable
from ..build import build, digest_of_parts
from ..datasets.tasks import ContractTask, SpecTask
from ..schema import DataPart, ProvenanceRow
from .run import RunSettings, problem_tests_of

_CHUNK = 1 << 20  # bytes of a file that are read at once
MEANING = 3
"""Counted up when the meaning of rows changes."""


def provenance(
    solvers: str, options: Mapping[str, Any], seed: int, data: Sequence[DataPart], started: str
) -> ProvenanceRow:
    """The provenance of a session that begins now. `solvers`: a name of `chosen`."""
    return ProvenanceRow(
        started=started,
        versions=versions(solvers),
        options=dict(options),
        seed=seed,
        data=list(data),
        machine=machine(),
    )


def versions(solvers: str) -> dict[str, str]:
    """Name → version, of specassay and of what it asks. `dafny` is "none" where there is no verifier."""
    versions = {
        "specassay": metadata.version("specassay"),
        "build": build(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    versions |= {name: registry.solver(name).version() for name in chosen(solvers)}
    try:
        versions["dafny"] = find_dafny().version
    except SolverFailure:
        versions["dafny"] = "none"
    return versions


def machine() -> dict[str, Any]:
    """The machine that this process runs on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    return {"system": platform.platform(), "processor": _processor(), "cores": os.cpu_count(), "memory": memory}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def data_part(name: str, paths: Sequence[Path], tasks: int) -> DataPart:
    """A data set with the checksum of its files: those of `paths`, and of the folders among them. Raises InputError for
    a file that cannot be read."""
    files = [file for path in paths for file in _files(path)]
    size, digests = 0, []
    for inside, file in files:
        number, digest = _sha256(file)
        size += number
        digests.append((inside, digest))
    # The digest of what `sha256sum` prints of the files, so that anybody can check it; of one file, its own.
    digest_of_all = hashlib.sha256("".join(f"{digest}  {inside}\n" for inside, digest in sorted(digests)).encode())
    single = len(files) == 1 and len(paths) == 1 and paths[0].is_file()
    return DataPart(
        name=name,
        path=os.pathsep.join(map(str, paths)),
        tasks=tasks,
        files=len(files),
        bytes=size,
        sha256=digests[0][1] if single else digest_of_all.hexdigest(),
    )


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    if not path.is_dir():
        yield path.name, path
        return
    for file in sorted(path.rglob("*")):
        hidden = any(folder.startswith(".") or folder == "__pycache__" for folder in file.relative_to(path).parts)
        if file.is_file() and not hidden:
            yield file.relative_to(path).as_posix(), file


def _sha256(path: Path) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
    except OSError as error:
        raise unreadable(path, error) from error
    return size, digest.hexdigest()


def digest_of(task: ContractTask, settings: RunSettings) -> str:
    """Of a task's contract, of the module around it and of what runs beside it, of the options that decide about rows,
    and of the versions of what computes them.

    Invariant: two runs with one digest write the same rows. An option that changes a row is listed here, or `--resume`
    mixes rows of both values; one that changes none (`--jobs`, `--dump`) is not, or rows are computed again in vain."""
    config = settings.config
    digest_parts = {
        "meaning": MEANING,
        "contract": task.contract_text,
        "context": [task.context, task.preamble, task.solution, task.entry_point, task.unsupported],
        "parameters": [
            (parameter.name, parameter.hint, parameter.default, parameter.stars) for parameter in task.parameters
        ],
        "order": [] if task.origin is None else [repr(task.origin.order), repr(task.origin.raises)],
        "classes": task.classes,
        "declaration": repr(task.declaration),
        "options": [
            settings.solver,
            config.solver_limit,
            config.seconds_per_task,
            config.max_subsets,
            config.universe,
            config.classes,
            config.tests_per_set,
            settings.adequacy,
            settings.strengthen,
        ],
        "versions": _versions(settings.solver),
        **({"place": [task.module, task.stubs, task.python]} if task.module or task.stubs or task.python else {}),
    }
    return digest_of_parts(digest_parts)


def digest_of_file(task: SpecTask, settings: RunSettings) -> str:
    """Of the text of a file with specifications, of other files that its meaning may depend on and of further tests, of
    the options that decide about rows, and of the versions of what computes them. A file that cannot be read counts as
    empty."""
    config = settings.config
    options = [
        settings.engine,
        settings.dialect,
        str(settings.root or task.root),
        config.seconds_per_file,
        config.mutants,
        config.seed,
        config.operators,
        settings.names,
        settings.made,
        settings.mutate,
    ]
    return _of_file(task, settings, options, [metadata.version("specassay"), *_versions_of_engine(settings.engine)])


def digest_of_preconditions(task: SpecTask, settings: RunSettings) -> str:
    """The digest of a file like `digest_of_file`, for inputs that violate preconditions."""
    config, root = settings.config, str(settings.root or task.root)
    options = ["cvt", settings.solver, settings.dialect, root, config.solver_limit, config.seconds_per_file]
    return _of_file(task, settings, options, _versions(settings.solver))


def _of_file(task: SpecTask, settings: RunSettings, options: Sequence[Any], versions: Any) -> str:
    tests = None if settings.tests is None else _read(Path(settings.tests.path))
    digest_parts = {
        "texts": [_read(file) for file in task.language.sources(task.file)],
        "tests": tests,
        "options": options,
        "versions": versions,
    }
    if (beside := problem_tests_of(task, settings)) is not None:
        digest_parts["problem"] = [_digest_of_data(source.file) for source in beside.problem.sources]
    return digest_of_parts({"meaning": MEANING, **digest_parts})


@cache
def _digest_of_data(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def _versions_of_engine(engine: str) -> tuple[str, ...]:
    if engine not in ENGINES:  # of a language, whose verifier is asked
        return (find_dafny().version,)
    return tuple(registry.solver(name).version() for name in ENGINES[engine][1])


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


@cache
def _versions(solver: str) -> tuple[str, ...]:
    return metadata.version("specassay"), *(registry.solver(name).version() for name in chosen(solver))
