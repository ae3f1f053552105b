"""The data sets that have a name, ours and those of other packages, and where they are found."""

import os
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen
from platformdirs import user_data_path

from ....core.errors import InputError, not_there
from ....core.plugins import load, plugins
from ....frontends.registry import suffixes
from ...closest import suggestion
from .. import evalplus, hugging_face, python_files
from ..folders import files_of
from ..specification_files import holds_files, is_specified, specified_in
from .adapter import DataSetAdapter, DataSetPart
from .built_in import BUILT_IN, FEASIBLE

FOLDER_VARIABLE = "SPECASSAY_DATA"
"""The environment variable that names the user's folder of data sets."""


@frozen(slots=True)
class FoundDataSet:
    """A data set where it was found."""

    folder: Path
    parts: tuple[DataSetPart, ...]


def adapters() -> Iterator[DataSetAdapter]:
    """All of them, ours first. Other packages give the object that they add to `specassay.datasets` an attribute
    `adapter`. Raises InputError for one of another package that does not load."""
    yield from BUILT_IN
    for name in plugins("datasets"):
        adapter = getattr(load("datasets", name), "adapter", None)
        if isinstance(adapter, DataSetAdapter):
            yield adapter


def adapter_of(name: str) -> DataSetAdapter:
    """The data set with this name. Raises InputError, with the name most like it."""
    by_name = {adapter.name: adapter for adapter in adapters()}
    if name not in by_name:
        hint = suggestion(name, by_name) or f"the known ones are {', '.join(by_name)}"
        raise InputError(f"neither a data set nor a file or folder: {name!r}; {hint}")
    return by_name[name]


def user_folder(name: str) -> Path:
    """Where `specassay data get` puts a data set."""
    return user_data_path("specassay") / "data" / name


def folders(name: str) -> tuple[Path, ...]:
    """Where a data set is looked for, in that order."""
    configured = os.environ.get(FOLDER_VARIABLE)
    users_folder = user_folder(name)
    return (Path(configured), users_folder) if configured else (users_folder,)


def locate(name: str) -> FoundDataSet | None:
    """Where a data set is, None where it is not on this machine. Raises InputError for an unknown name and for broken
    files."""
    adapter = adapter_of(name)
    for folder in folders(name):
        if data_parts := adapter.find(folder):
            return FoundDataSet(folder, data_parts)
    return None


def parts_of(name: str) -> tuple[DataSetPart, ...]:
    """What a user means: a data set by its name, or a path (`parts_in`). Raises InputError for what is neither, and for
    a data set that is not on this machine."""
    path = Path(name)
    names = {adapter.name for adapter in adapters()}
    if name not in names and (path.exists() or os.sep in name):
        return parts_in(path)
    located = locate(name)
    if located is None:
        raise InputError(
            f"the data set {name} is not on this machine; `specassay data get {name}` says how to get it, "
            f"{FOLDER_VARIABLE} names a folder that has it"
        )
    return located.parts


def parts_in(path: Path) -> tuple[DataSetPart, ...]:
    """What a file or a folder holds: the data sets that are in it, and its other folders of source files; where there
    is no data set, all its source files. Raises InputError where there is nothing, and for broken files."""
    if not path.exists():
        raise not_there(path)
    if path.is_file():
        name = path.name.split(".jsonl")[0] if evalplus.matches(path) else path.stem
        if is_specified(path) or holds_files(path):
            return (DataSetPart(name=name, specifications=(path,)),)
        return (DataSetPart(name=name, contracts=(path,)),)
    # A folder written by `datasets` of Hugging Face is one data set, whatever files are in it.
    if hugging_face.matches(path):
        return (DataSetPart(name=path.absolute().name, contracts=(path,)),)
    data_parts = [data_part for adapter in adapters() if adapter.name != "suite" for data_part in adapter.find(path)]
    claimed = {source for data_part in data_parts for source in data_part.sources}
    beside = path / "evalplus"
    feasible = evalplus.read_feasible(beside / FEASIBLE) if (beside / FEASIBLE).is_file() else {}
    for file in sorted(file for file in beside.glob("*.jsonl*") if evalplus.matches(file) and file not in claimed):
        data_parts.append(DataSetPart(name=file.name.split(".jsonl")[0], contracts=(file,), feasible=feasible))
        claimed.add(file)
    if not data_parts:
        plain_part = _plain(path)
        if plain_part is None:
            raise InputError(
                f"holds no data set and no {', '.join(suffixes())} or .jsonl files (evalplus/*.jsonl.gz, "
                "mbpp_dfy/test/*.dfy, …); see `specassay data list`",
                file=str(path),
            )
        return (plain_part,)
    # Folders that no data set claims are read as plain sources, so that nothing is silently left out.
    for folder in sorted(child for child in path.iterdir() if child.is_dir() and not child.name.startswith(".")):
        if not any(source.is_relative_to(folder) for source in claimed) and (plain_part := _plain(folder)) is not None:
            data_parts.append(plain_part)
    return tuple(data_parts)


def _plain(folder: Path) -> DataSetPart | None:
    """The source files of a folder."""
    contracts = next(files_of(folder, python_files.SUFFIX), None) is not None
    specified = specified_in(folder)
    if not contracts and not specified:
        return None
    sources = tuple(files_of(folder, python_files.SUFFIX)) if contracts and specified else (folder,)
    return DataSetPart(
        name=folder.absolute().name,
        contracts=sources if contracts else (),
        specifications=(folder,) if specified else (),
        root=folder,
    )
