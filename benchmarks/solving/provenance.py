"""Where a comparison of solvers comes from."""

import datetime
import hashlib
import platform
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from ..build import build
from ..runs.provenance import data_part, machine
from ..schema import ProvenanceRow
from .queries import QueryFile
from .solvers import ComparedSolver

DIGITS = 16


def provenance_of(
    source: Path, queries: Sequence[QueryFile], solvers: Sequence[ComparedSolver], options: Mapping[str, Any]
) -> ProvenanceRow:
    """Of a comparison that begins now. A solver that is called by a command is told by the SHA-256 of its program: the
    ways of asking for a version differ. Raises InputError for a query that cannot be read."""
    versions = {
        "specassay": metadata.version("specassay"), "build": build(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **{each.name: each.version or f"program {_digest(Path(each.command[0]))}" for each in solvers},
    }  # fmt: skip
    commands = {f"command of {each.name}": each.options for each in solvers if each.command}
    seed = options.get("seed")
    return ProvenanceRow(
        session=1, started=utc_now(), versions=versions,
        options={**{name: value for name, value in options.items() if name != "seed"}, **commands}, seed=seed,
        data=[data_part(source.name, [source], len(queries))], machine=machine(),
    )  # fmt: skip


def utc_now() -> str:
    """Now, as in ISO 8601."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _digest(program: Path) -> str:
    """The beginning of the SHA-256 of a file; of one that may be run and not read, that."""
    try:
        return hashlib.sha256(program.read_bytes()).hexdigest()[:DIGITS]
    except OSError:
        return "that cannot be read"
