"""A run in a file of TOML, for `specassay bench --config`."""

from pathlib import Path
from typing import Any

from attrs import field, frozen

from ...core.errors import InputError
from ..configuration import fields_in, read_toml
from ..executors.places import ExecutorPlace, place_of

OPTIONS: dict[str, type] = {
    "data": list,
    "questions": list,
    "samples": list,
    "candidates": list,
    "out": str,
    "solver": str,
    "engine": str,
    "k": str,
    "reject": str,
    "tasks": list,
}
"""The keys beside the fields of `Config`, and what each holds: a text, or a list of texts."""
CLUSTER = "cluster"
"""A table: see `place_of`."""
_PATHS = ("samples", "candidates", "out", "dump")


@frozen(slots=True)
class RunFile:
    """What such a file says. `options`: by the key; `limits`: fields of `Config`; `place`: where tasks run."""

    options: dict[str, Any] = field(factory=dict)
    limits: dict[str, Any] = field(factory=dict)
    place: ExecutorPlace = field(factory=ExecutorPlace)


def read_run_file(path: Path) -> RunFile:
    """Read the keys of a run. Relative paths are seen from the folder of the file: those of `samples`, `candidates`,
    `out` and `dump`, and of `data` where there is something.

    Raises InputError for a file that cannot be read, unknown keys (with the known one that is most like each), and
    values that make no sense.
    """
    table = read_toml(path)
    try:
        limits, values = fields_in(table, (*OPTIONS, CLUSTER))
        options = {name: _checked(name, value) for name, value in values.items() if name != CLUSTER}
        executor_place = place_of(values.get(CLUSTER, {}))
    # Which file is wrong is known here alone.
    except InputError as error:
        raise InputError(str(error), file=str(path)) from error
    for name in _PATHS:
        for mapping in (options, limits):
            if name in mapping:
                mapping[name] = _from(path.parent, mapping[name])
    # A data set may be named by its name or by a path; what exists beside the file is a path.
    if "data" in options:
        options["data"] = [
            source if not (path.parent / source).exists() else _from(path.parent, source) for source in options["data"]
        ]
    return RunFile(options, limits, executor_place)


def _checked(name: str, value: Any) -> Any:
    if OPTIONS[name] is list:
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise InputError(f"{name}: expected a list of texts, not {value!r}")
        return texts
    if name == "k" and type(value) is not bool:
        if isinstance(value, int):
            return str(value)
        if isinstance(value, list) and all(type(number) is int for number in value):
            return ",".join(map(str, value))
    if not isinstance(value, str):
        raise InputError(f"{name}: expected a text, not {value!r}")
    return value


def _from(folder: Path, value: Any) -> Any:
    return [str(folder / name) for name in value] if isinstance(value, list) else str(folder / value)
