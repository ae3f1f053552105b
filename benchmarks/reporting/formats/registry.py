"""The formats by name. A new one is a module with a function `lines` from an `Export` to lines, and a line here. It is
imported when it is asked for."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

from attrs import frozen

if TYPE_CHECKING:
    from .export import Export

WriteLines = Callable[["Export"], Iterator[str]]


@frozen(slots=True)
class Format:
    """Where a format is, and what it shows: the tests of contracts in Python, or what every command finds."""

    module: str
    of_tests: bool = False

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands whose results it can show."""
        return ("cvt",) if self.of_tests else ("cvt", "spec")


FORMATS: Mapping[str, Format] = {
    "pytest": Format(".pytest_module", of_tests=True),
    "evalplus": Format(".evalplus", of_tests=True),
    "eas": Format(".eas", of_tests=True),
    "sarif": Format(".sarif"),
    "junit": Format(".junit"),
    "github": Format(".github"),
    "lines": Format(".lines"),
}


def names(command: str) -> tuple[str, ...]:
    """The formats of a command."""
    return tuple(name for name, result_format in FORMATS.items() if command in result_format.commands)


def document(name: str, export: "Export") -> str:
    """What a run found in the format of that name, which is one of `FORMATS`."""
    lines = cast(WriteLines, importlib.import_module(FORMATS[name].module, __package__).lines)
    return "".join(f"{line}\n" for line in lines(export))
