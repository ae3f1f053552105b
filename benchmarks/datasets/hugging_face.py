"""Data sets that Hugging Face's `datasets` saved to disk (`save_to_disk`), with the columns of EvalPlus.

Such a folder has a `state.json` that names its files, which are streams of Arrow; a folder of splits has a
`dataset_dict.json`. They are read by pyarrow: nothing of `datasets` is loaded, and no code that a data set brings.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...core.errors import InputError, unreadable
from .evalplus import task_of
from .tasks import ContractTask

STATE = "state.json"
SPLITS = "dataset_dict.json"
_TEXTS_OF_JSON = ("base_input", "plus_input")


def matches(source: Path) -> bool:
    """Whether `source` is a folder that `save_to_disk` wrote."""
    return source.is_dir() and ((source / SPLITS).is_file() or (source / STATE).is_file())


def read(source: Path) -> Iterator[ContractTask | InputError]:
    """Yield the tasks of a data set in order, those of all splits, and what is wrong with each row that holds none.

    Raises InputError for a folder that cannot be read, and without pyarrow.
    """
    try:
        import pyarrow
    except ImportError:
        message = "is a data set of Hugging Face: pip install 'specassay[huggingface]'"
        raise InputError(message, file=str(source)) from None
    for folder in _folders(source):
        for file in _files(folder):
            number = 0
            try:
                # Batch by batch: data sets are larger than memory.
                with pyarrow.memory_map(str(file)) as mapped, pyarrow.ipc.open_stream(mapped) as batches:
                    for batch in batches:
                        for row in batch.to_pylist():
                            number += 1
                            yield _task(row, file, number)
            except (OSError, pyarrow.ArrowException) as error:
                raise InputError(f"cannot be read as a stream of Arrow: {error}", file=str(file)) from error


def _folders(source: Path) -> list[Path]:
    if not (source / SPLITS).is_file():
        return [source]
    splits = _json(source / SPLITS).get("splits")
    if not isinstance(splits, list) or not all(isinstance(name, str) and Path(name).name == name for name in splits):
        raise InputError("names no splits", file=str(source / SPLITS))
    return [source / name for name in splits]


def _files(folder: Path) -> list[Path]:
    listed = _json(folder / STATE).get("_data_files")
    names = [entry.get("filename") for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    if not names or not all(isinstance(name, str) and Path(name).name == name for name in names):
        raise InputError("names no files", file=str(folder / STATE))
    return [folder / str(name) for name in names]


def _json(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise unreadable(path, error) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", file=str(path)) from error
    if not isinstance(content, dict):
        raise InputError("not a JSON object", file=str(path))
    return content


def _task(row: dict[str, Any], file: Path, number: int) -> ContractTask | InputError:
    """The task of a row. Inputs are values, or texts of JSON where their types differ; what is null is left out."""
    present = {name: value for name, value in row.items() if value is not None}
    try:
        for name in _TEXTS_OF_JSON:
            if isinstance(present.get(name), str):
                present[name] = json.loads(present[name])
        return task_of(present, str(file), number)
    except InputError as error:
        return error
    except (ValueError, RecursionError) as error:
        return InputError(f"inputs that are not JSON: {error}", file=str(file), line=number)
