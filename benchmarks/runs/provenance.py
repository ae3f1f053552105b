"""Where results come from: versions, options, checksums of the data, the machine."""

import hashlib
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from ...backends.dafny.process import find_verifier
from ...backends.solvers import registry
from ...backends.solvers.choices import chosen
from ...core.errors import SolverFailure, unreadable
from ..build import build
from ..schema import DataPart, ProvenanceRow

_CHUNK = 1 << 20  # bytes of a file that are read at once


def provenance(
    solvers: str, options: Mapping[str, Any], seed: int, data: Sequence[DataPart], started: str
) -> ProvenanceRow:
    """Of a session that begins now. `solvers`: a name of `chosen`."""
    return ProvenanceRow(
        started=started,
        versions=versions(solvers),
        options=dict(options),
        seed=seed,
        data=list(data),
        machine=machine(),
    )


def versions(solvers: str) -> dict[str, str]:
    """Of specassay and of what it asks. `dafny` is "none" where there is no verifier."""
    found = {
        "specassay": metadata.version("specassay"),
        "build": build(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    found |= {name: registry.solver(name).version() for name in chosen(solvers)}
    try:
        found["dafny"] = find_verifier().version
    except SolverFailure:
        found["dafny"] = "none"
    return found


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
    files = [found for path in paths for found in _files(path)]
    size, digests = 0, []
    for inside, file in files:
        number, digest = _sha256(file)
        size += number
        digests.append((inside, digest))
    whole = hashlib.sha256("".join(f"{digest}  {inside}\n" for inside, digest in sorted(digests)).encode())
    alone = len(files) == 1 and len(paths) == 1 and paths[0].is_file()
    return DataPart(
        name=name, path=os.pathsep.join(map(str, paths)), tasks=tasks, files=len(files), bytes=size,
        sha256=digests[0][1] if alone else whole.hexdigest(),
    )  # fmt: skip


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    if not path.is_dir():
        yield path.name, path
        return
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") or part == "__pycache__" for part in file.relative_to(path).parts)
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
