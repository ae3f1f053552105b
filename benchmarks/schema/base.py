"""What all rows have, and the version of their definitions."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Struct, structs

VERSION = 2
"""Counted up when a field changes its name or meaning, or goes; not when one is added."""

_NAMES_OF_VERSION_1 = {"bench": {"python": "contracts", "dafny": "specifications"}}
"""Kind → field of a row of version 1 → its name now. Rows of other kinds have the same fields in both versions."""


Rate = tuple[float, float]
"""The bounds that unknown verdicts leave, low and high, each in [0, 1]."""


Texts = dict[str, str]
"""Parameter, or result, to the text of a literal of its language."""


class Row(Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """What all rows have. A row is also a mapping from the names of its fields, without those that it does not have,
    so that `pandas.DataFrame(rows)` has a column for each.

    version: of the schema
    """

    version: int = VERSION

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON has it, in dicts and lists."""
        value: dict[str, Any] = msgspec.to_builtins(self)
        return value

    def keys(self) -> list[str]:
        """The names of the fields that it has."""
        return [field.encode_name for field in structs.fields(self) if getattr(self, field.name) is not UNSET]

    def __getitem__(self, name: str) -> Any:
        """The value of a field. Raises KeyError for one that it does not have."""
        if name not in self.keys():
            raise KeyError(name)
        field = next(field for field in structs.fields(self) if field.encode_name == name)
        return getattr(self, field.name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())


Mapping.register(Row)


class IntervalPart(Struct, frozen=True, kw_only=True):
    """A confidence interval of a rate.

    low: its lower end
    high: its upper end
    level: how sure it is, 0.95 for 95 %
    method: `wilson` or `bootstrap`
    """

    low: float
    high: float
    level: float
    method: str


class ScorePart(Struct, frozen=True, kw_only=True):
    """A rate in [0, 1]. What is not known is null, never 0.

    value: the rate, where the unknowns leave one value only
    low: the least value that it can take
    high: the greatest
    n: the units that it is measured over
    unknowns: how many of them are undecided
    no_data: units that were left out, since it is not defined for them
    interval: the confidence interval around all of that
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    unknowns: int
    no_data: int
    interval: IntervalPart | None


P = TypeVar("P", bound=Struct)


def part_of(kind: type[P], value: object, **told: object) -> P:
    """The part of a row, or the row, that says what a result says: each field is the attribute of that name, and so for
    what is inside. `told`: the fields that the result calls otherwise, or does not have."""
    if not told:
        return msgspec.convert(value, kind, from_attributes=True)
    # The kind of a row is its own, whatever the result calls so.
    others = {*told, *(("kind", "version") if issubclass(kind, Row) else ())}
    names = [field.name for field in structs.fields(kind) if field.name not in others]
    own = {name: getattr(value, name) for name in names if hasattr(value, name)}
    return msgspec.convert(own | told, kind, from_attributes=True)


R = TypeVar("R", bound=Row)


def kind_of(row: type[Row]) -> str:
    """The `kind` of the rows of a type."""
    return next(str(field.default) for field in msgspec.structs.fields(row) if field.name == "kind")


def current(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of version 1, as JSON has it, as one of this version; any other value as it is."""
    if value.get("version") != 1:
        return value
    if value.get("kind") == "task":
        question = "contract" if value.get("language") == "python" else "specification"
        return {**value, "version": VERSION, "question": question}
    names = _NAMES_OF_VERSION_1.get(str(value.get("kind")), {})
    return {**{names.get(name, name): field for name, field in value.items()}, "version": VERSION}


def row_of(row: type[R], value: Mapping[str, Any]) -> R | None:
    """The row that was read from JSON, if it is of this type, and of a version that is read."""
    # Whoever resumes asks, with files that anybody may have written: what is no row of ours, or of an unread version,
    # is no error there but work that is done again.
    value = current(value)
    if value.get("kind") != kind_of(row) or value.get("version") != VERSION:
        return None
    try:
        return msgspec.convert(value, row)
    except msgspec.ValidationError:
        return None


def line_of(row: Row | Mapping[str, Any]) -> str:
    """A row as a line of JSON, in ASCII: characters beyond it, lone surrogates among them, are escaped."""
    # msgspec's own encoder refuses lone surrogates, which texts of programs under test may hold.
    return json.dumps(msgspec.to_builtins(row) if isinstance(row, Row) else row) + "\n"
