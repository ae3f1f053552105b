"""The queries of a folder."""

from pathlib import Path

from attrs import frozen

from ...backends.smtlib.query import ScriptQuery, read_query
from ...backends.solvers.one_query import profile_of_query
from ...core.errors import InputError

SUFFIX = ".smt2"


@frozen(slots=True)
class QueryFile:
    """A query. `name`: its path in the folder; `status`: what it says of itself; `theories`: what it needs beyond
    linear arithmetic, as far as that is told from its text."""

    name: str
    path: Path
    status: str
    logic: str
    theories: frozenset[str]


@frozen(slots=True)
class QueryFolder:
    """What is in a folder: its queries by name, and why others are none."""

    queries: tuple[QueryFile, ...]
    errors: tuple[InputError, ...]


def read_folder(path: Path) -> QueryFolder:
    """The `.smt2` files of a folder, and of the folders in it, or that one file. Raises InputError when there is
    none."""
    if not path.exists():
        raise InputError("does not exist", file=str(path))
    files = sorted(each for each in path.rglob(f"*{SUFFIX}") if each.is_file()) if path.is_dir() else [path]
    if not files:
        hint = "; `bench`, `cvt` and `spec` write queries with --dump DIR"
        raise InputError(f"has no {SUFFIX} file{hint}", file=str(path))
    root = path if path.is_dir() else path.parent
    queries, errors = [], []
    for file in files:
        try:
            queries.append(_described(file, file.relative_to(root).as_posix(), read_query(file)))
        except InputError as error:
            errors.append(error)
    return QueryFolder(tuple(queries), tuple(errors))


def _described(path: Path, name: str, query: ScriptQuery) -> QueryFile:
    return QueryFile(name, path.absolute(), query.status, query.logic, profile_of_query(query).theories)
