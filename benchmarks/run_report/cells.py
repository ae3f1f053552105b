"""Tables of the report: cells that know what they are sorted by, what they lead to, and how they are marked."""

from typing import Literal

from attrs import frozen

from ..reporting.tables import TableData

Tone = Literal["", "bad", "warn", "ok", "open", "note"]
"""What a mark says: wrong, weak, good, not known, or something to know. The word in the cell says it, too."""
ColumnKind = Literal["text", "number", "code", "tag"]


@frozen(slots=True)
class Cell:
    """A cell: plain text. `order` is what it is sorted by, where that is not its text; `target` is the anchor of what
    it leads to."""

    text: str
    order: float | str | None = None
    target: str = ""
    tone: Tone = ""


@frozen(slots=True)
class Column:
    """A column: numbers are aligned to the right, code is source text, and tags are words of a short list, by which
    rows are chosen. `meaning` explains the name."""

    name: str
    kind: ColumnKind = "text"
    meaning: str = ""


@frozen(slots=True)
class Table:
    """A table with lines `notes` under it. `anchor` is its id in the document, and the name of its file."""

    anchor: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of the table {self.title!r} has not {len(self.columns)} cells")

    @property
    def plain(self) -> TableData:
        """The same for a terminal and for Markdown."""
        return TableData(
            self.title,
            tuple(column.name for column in self.columns),
            tuple(tuple(cell.text for cell in row) for row in self.rows),
            numeric=frozenset(column.name for column in self.columns if column.kind == "number"),
            code=frozenset(column.name for column in self.columns if column.kind == "code"),
            notes=self.notes,
        )

    def choices(self, index: int) -> tuple[str, ...]:
        """The words in a column of tags, in order."""
        return tuple(sorted({row[index].text for row in self.rows} - {""}))


def table_of(data: TableData, anchor: str) -> Table:
    """A table of plain text as one of the report."""

    def kind_of(name: str) -> ColumnKind:
        if name in data.numeric:
            return "number"
        return "code" if name in data.code else "text"

    columns = tuple(Column(name, kind_of(name)) for name in data.columns)
    return Table(anchor, data.title, columns, tuple(tuple(map(Cell, row)) for row in data.rows), data.notes)


def number(value: float, text: str | None = None) -> Cell:
    """A number, shown as itself or as `text`."""
    return Cell(f"{value:,}" if text is None else text, value)
