"""The formats by name. A new one is a module with a function from suites to lines, and a line here."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from . import eas, evalplus, pytest_module
from .suite import Suite

Format = Callable[[Sequence[Suite]], Iterator[str]]

FORMATS: Mapping[str, Format] = {
    "pytest": pytest_module.lines,
    "evalplus": evalplus.lines,
    "eas": eas.lines,
}


def document(name: str, suites: Sequence[Suite]) -> str:
    """The tests of all tasks in the format of that name, which is one of `FORMATS`."""
    return "".join(f"{line}\n" for line in FORMATS[name](suites))
