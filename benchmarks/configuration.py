"""How to run, in one object: the same for the library, the command line and `[tool.specassay]` in a pyproject.toml.

A value is the default here, unless the table of the nearest pyproject.toml has another, unless the caller (an
option, an argument) has yet another. The name ties the three together: the field `solver_limit` is the key
`solver-limit` and the default of the option whose parameter is called `solver_limit`.

Invariant: a `Config` that exists makes sense. Every field has a validator, which names the key as a user writes it, so
that no code behind it checks again.
"""

import math
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import attrs
from attrs import field, frozen

from ..core.errors import InputError, unreadable
from ..core.limits import MUTANTS, SECONDS_PER_CHECK, SECONDS_PER_FILE, SECONDS_PER_TASK, SETS_PER_TASK
from ..core.plugins import plugins
from .closest import fields_by_name, suggestion

FILE = "pyproject.toml"
TABLE = "specassay"
OPTIONS = ("baseline", "first", "format", "guards", "select", "sets", "statistics", "strict")
"""Keys of the table that are options of `cvt` and `spec` and say nothing about how to run."""
OPERATORS = ("both", "paper", "full")
"""The sets of mutation operators that are ours (`core/spec_testing/operators/registry.py`)."""


def _at_least(least: float, kind: type) -> Any:
    """A validator of numbers: finite, of a kind, and no smaller than `least`."""

    def check(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
        kinds = (int, float) if kind is float else (kind,)
        if type(value) not in kinds or not math.isfinite(value) or value < least:
            number = "whole number" if kind is int else "number"
            key = key_of_field(attribute.name)
            raise InputError(f"{key}: expected a {number} of at least {least:g}, not {value!r}")

    return check


def _one_of(*known: str) -> Any:
    """A validator of names."""

    def check(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
        if value not in known:
            raise InputError(f"{key_of_field(attribute.name)}: expected {' or '.join(map(repr, known))}, not {value!r}")

    return check


def _operators(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    _one_of(*OPERATORS, *plugins("operators"))(instance, attribute, value)


def _names(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    if not isinstance(value, tuple) or not all(isinstance(name, str) for name in value):
        raise InputError(f"{key_of_field(attribute.name)}: expected names, not {value!r}")


def _text(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    if not isinstance(value, str):
        raise InputError(f"{key_of_field(attribute.name)}: expected a name, not {value!r}")


def _flag(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    if type(value) is not bool:
        raise InputError(f"{key_of_field(attribute.name)}: expected true or false, not {value!r}")


def _path(value: Any) -> Any:
    """The text of a path. Raises InputError for what is none."""
    if value is not None and not isinstance(value, str | Path):
        raise InputError(f"dump: expected a folder, not {value!r}")
    return None if value is None else str(value)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _number(default: float | None, least: float, kind: type) -> Any:
    check = _at_least(least, kind)
    return field(default=default, validator=attrs.validators.optional(check) if default is None else check)


@fields_by_name
@frozen(slots=True, kw_only=True)
class Config:
    """Limits and choices of a run. Each has a default; `attrs.evolve(config, budget=5.0)` is a copy with another.

    About contracts in Python:

    - `solver_limit`: the seconds that one query to a solver may take.
    - `budget`: the seconds for one task, whatever they are spent on: of work that is counted, not of a clock, so that
      verdicts do not depend on what else the machine does. They are about those of processor time. None: 30, and 4
      for each function of the Python files that `specassay cvt` is given.
    - `max_subsets`: how many sets of clauses are looked at, small ones first.
    - `tests_per_set`: how many tests to find for one set of clauses.
    - `universe`: `"annotated"`, the values that annotations in files of Python declare, and plain ones where there are
      none; `"plain"` values whatever is declared; or also those of the `"wide"` universe: Fraction, Decimal, deque,
      numpy's scalars and `classes` (each `"MODULE:NAME"` or `"FILE.py:NAME"`).
    - `jobs`: how many processes work; None for one a core.
    - `roots`: folders that modules are imported from, beside those that are found; they have their names from the
      first that they are in. `stubs`: modules to replace by ones whose members refuse to be used. `exclude`: what of a
      folder is not read, as in a `.gitignore`. `python`: the interpreter that modules are run with, by its path or
      command; empty for the one that runs this.
    - `internal`: take assertions and guards behind other statements, and those of tests, for contracts too.

    About specifications:

    - `file_limit`: the seconds that one file may take; what is open after them is a timeout. None: 60, and 5 for each
      file of a folder that `specassay spec` is given.
    - `mutants`, `seed`, `operators`: how many wrong outputs are made for each test, by which random choice and with
      which operators: the published ones (`"paper"`), as many again with operators of our own (`"both"`), all of them
      mixed (`"full"`), or a set of another package.

    `dump`: a folder in which every query to a solver is kept as SMT-LIB 2.6; None keeps none.

    :raises InputError: for a value that makes no sense.
    """

    solver_limit: float = _number(SECONDS_PER_CHECK, 0.001, float)
    budget: float | None = _number(None, 0.001, float)
    max_subsets: int = _number(SETS_PER_TASK, 1, int)
    tests_per_set: int = _number(1, 1, int)
    universe: Literal["annotated", "plain", "wide"] = field(
        default="annotated", validator=_one_of("annotated", "plain", "wide")
    )
    classes: tuple[str, ...] = field(default=(), converter=_tuple, validator=_names)
    jobs: int | None = _number(None, 1, int)
    roots: tuple[str, ...] = field(default=(), converter=_tuple, validator=_names)
    stubs: tuple[str, ...] = field(default=(), converter=_tuple, validator=_names)
    python: str = field(default="", validator=_text)
    exclude: tuple[str, ...] = field(default=(), converter=_tuple, validator=_names)
    internal: bool = field(default=False, validator=_flag)
    file_limit: float | None = _number(None, 0, float)
    mutants: int = _number(MUTANTS, 0, int)
    seed: int = _number(0, -math.inf, int)
    operators: str = field(default="both", validator=_operators)
    dump: str | None = field(default=None, converter=_path)

    @property
    def seconds_per_task(self) -> float:
        """What a Python task may take."""
        return SECONDS_PER_TASK if self.budget is None else self.budget

    @property
    def seconds_per_file(self) -> float:
        """What a file may take that is looked at by itself."""
        return SECONDS_PER_FILE if self.file_limit is None else self.file_limit


DEFAULT = Config()


def read_config(folder: Path | str = ".") -> Config:
    """The configuration of a folder: the table `[tool.specassay]` of the nearest pyproject.toml in it or above it, and
    the defaults for what it leaves out. Keys are the fields of `Config` (`solver-limit` and `solver_limit` alike).

    :raises InputError: for a file that cannot be read, an unknown key (with the known ones) and a value that makes no
        sense.
    """
    return Config(**configured(folder))


def configured(folder: Path | str = ".") -> dict[str, Any]:
    """Return what the table of `read_config` says, by the names of fields. Raises InputError as it does."""
    return _read_table(folder)[0]


def option_defaults(folder: Path | str = ".") -> dict[str, Any]:
    """Return what the table says of options that are no fields, by name. A baseline is a path from
    the folder of the file. Raises InputError as `read_config` does."""
    _, options, path = _read_table(folder)
    if isinstance(options.get("baseline"), str) and path is not None:
        options["baseline"] = str(path.parent / options["baseline"])
    return options


def _read_table(folder: Path | str) -> tuple[dict[str, Any], dict[str, Any], Path | None]:
    here = Path(folder).absolute()
    path = next((each / FILE for each in (here, *here.parents) if (each / FILE).is_file()), None)
    if path is None:
        return {}, {}, None
    tools = read_toml(path).get("tool", {})
    table = tools.get(TABLE, {}) if isinstance(tools, dict) else {}
    if not isinstance(table, dict):
        raise InputError(f"[tool.{TABLE}] is not a table of keys and values", file=str(path))
    try:
        return *fields_in(table, OPTIONS), path
    except InputError as error:
        raise InputError(f"[tool.{TABLE}]: {error}", file=str(path)) from error


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file of TOML. Raises InputError where it cannot be read, and where it is none."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise unreadable(path, error) from error
    except ValueError as error:
        raise InputError(f"is not valid TOML: {error}", file=str(path)) from error


def fields_in(table: Mapping[str, Any], others: Iterable[str] = ()) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields of `Config` that a table gives, checked, and what it says under the names of `others`. Raises
    InputError for a key that is neither, and for a value that makes no sense."""
    fields, further = [each.name for each in attrs.fields(Config)], list(others)
    found = {key.replace("-", "_"): value for key, value in table.items()}
    known = [*further, *fields]
    if unknown := [key for key in table if key.replace("-", "_") not in known]:
        raise InputError(unknown_keys(unknown, list(map(key_of_field, known))))
    # Built for its validators; but only what the table says is given back, for the caller may have yet another value,
    # and what the table leaves out must not look as if it were set.
    given = [name for name in fields if name in found]
    complete = Config(**{name: found[name] for name in given})
    return (
        {name: getattr(complete, name) for name in given},
        {name: found[name] for name in further if name in found},
    )


def unknown_keys(keys: Iterable[str], known: list[str]) -> str:
    """What to say of keys that nothing reads, each with the known one that is most like it."""
    hints = []
    for key in keys:
        near = suggestion(key.replace("_", "-"), known)
        hints.append(f"unknown key {key!r}" + (near and f" ({near})"))
    return f"{', '.join(hints)}; the known keys are {', '.join(known)}"


def key_of_field(name: str) -> str:
    """A field as it is written in a file."""
    return name.replace("_", "-")
