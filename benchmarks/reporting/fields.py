"""Columns that are declared once, for the tables of commands (terminal and Markdown), for those of the report of a run
(HTML and Markdown), for those of papers (LaTeX), and for records (CSV and data frames)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Literal, TypeVar

from attrs import evolve, frozen

from .run_tables import bounds
from .tables import NOTHING, Cell, Column, ColumnKind, Table, Value, number

S = TypeVar("S")
T = TypeVar("T")

Showing = Literal["command", "report", "page", "paper"]
"""A table that a command prints or writes, one of the report of a run, one on the page of a task there, and one in the
layout of a paper."""
COMMAND: tuple[Showing, ...] = ("command",)
REPORT: tuple[Showing, ...] = ("report",)
PAGE: tuple[Showing, ...] = ("page",)
PAPER: tuple[Showing, ...] = ("paper",)
COMMAND_AND_PAGE: tuple[Showing, ...] = ("command", "page")
REPORT_AND_PAGE: tuple[Showing, ...] = ("report", "page")


@frozen(slots=True)
class Field(Generic[T]):
    """A column: the name over it, what it says of a row of T, and what that means.

    A `share` is a pair of a part and its whole, and a `rate` is its bounds, or None for no data. `places` are the
    tables that have it, and `record` is its name in records, empty where it is in none.
    """

    name: str
    value: Callable[[T], Any]
    kind: ColumnKind | Literal["share", "rate"] = "text"
    meaning: str = ""
    places: tuple[Showing, ...] = ("command", "report")
    record: str = ""

    @property
    def column(self) -> Column:
        """The head of the column."""
        return Column(self.name, "number" if self.kind == "share" or self.kind == "rate" else self.kind, self.meaning)

    def cell(self, item: T) -> Cell:
        """What a table shows of an item."""
        value = self.value(item)
        match self.kind:
            case "rate" if not isinstance(value, str):
                return Cell(bounds(value), -1.0 if value is None else value[0])
            case "share":
                numerator, denominator = value
                return (
                    number(numerator / denominator, f"{numerator} of {denominator}")
                    if denominator
                    else number(-1.0, NOTHING)
                )
        match value:
            case Cell():
                return value
            case int() | float():
                return number(value)
        return Cell(value or "")

    def of(self, part_of: Callable[[S], T]) -> "Field[S]":
        """The same column of what has an item as a part."""
        # `evolve` is typed to keep the class as it is; this changes its parameter, from the part to the whole.
        return evolve(self, value=lambda whole: self.value(part_of(whole)))  # type: ignore[return-value, arg-type]

    def values(self, item: T) -> dict[str, Value]:
        """What a record says of an item; of a rate both bounds."""
        value = self.value(item)
        if self.kind == "rate":
            low, high = (None, None) if value is None or isinstance(value, str) else value
            return {f"{self.record}_low": low, f"{self.record}_high": high}
        return {self.record: value.text if isinstance(value, Cell) else value}


def recorded(name: str, value: Callable[[T], Any]) -> Field[T]:
    """A column of records alone."""
    return Field(name, value, places=(), record=name)


def rate(name: str, value: Callable[[T], Any], meaning: str = "") -> Field[T]:
    """A rate by its bounds, in all tables and in records. A text in its place says why there is none."""
    return Field(name, value, "rate", meaning, ("command", "report", "paper"), record=name)


def table_of(
    title: str,
    fields: Sequence[Field[T]],
    items: Iterable[T],
    showing: Showing = "command",
    *,
    anchor: str = "",
    notes: tuple[str, ...] = (),
) -> Table:
    """The table of items at a place."""
    columns_shown = [field for field in fields if showing in field.places]
    columns = tuple(field.column for field in columns_shown)
    return Table(
        anchor, title, columns, tuple(tuple(field.cell(item) for field in columns_shown) for item in items), notes
    )


def record_of(fields: Sequence[Field[T]], item: T) -> dict[str, Value]:
    """An item as a record."""
    return {name: value for field in fields if field.record for name, value in field.values(item).items()}
