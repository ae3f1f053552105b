"""Tables as data, for a terminal, for Markdown, and for the report of a run (`run_report`); and records as CSV."""

import csv
import io
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape as escape_html
from typing import Literal

from attrs import evolve, frozen
from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from .text import MOST_CHARACTERS, MOST_CHARACTERS_OF_A_LINE, printable

NOTHING = "-"
"""Shown in an empty cell."""
WIDTH = 100
"""No table is wider, whatever the terminal."""
SHORT = 16
"""Columns of short cells are not broken; the long ones get what is left, where that is enough to read them."""
WORD = 8
"""No name of a column is broken that is no longer, however little room there is; of a longer one the words stay."""
READABLE = 20
"""A long column is not made narrower than this by those that are not broken."""
GAP = 2
"""Between columns."""
EDGES = 2
"""What rich leaves free left and right of a table."""
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|&(?=#?\w+;)|^\s*>", re.MULTILINE)
"""Where CommonMark sees an HTML tag, an entity or a block quote."""


def count(number: int) -> str:
    """A number of things."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """Write a number with its noun, whose plural ends in -s: `1 task`, `1,234 tasks`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


Tone = Literal["", "bad", "warn", "ok", "open", "note"]
"""What a mark says: wrong, weak, good, not known, or something to know. The word in the cell says it, too."""
_STYLES: dict[Tone, str] = {"bad": "red", "warn": "yellow", "ok": "green"}
"""Tones on a terminal."""
ColumnKind = Literal["text", "number", "code", "tag"]


@frozen(slots=True)
class Cell:
    """A cell: plain text. In a document that can be sorted and followed, `order` is what it is sorted by, where that is
    not its text, and `target` the anchor of what it leads to."""

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
    """A table with lines `notes` under it, for a terminal, for Markdown, and for the report, in which `anchor` is its
    id and the name of its file."""

    anchor: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of the table {self.title!r} has not {len(self.columns)} cells")

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The texts of the cells."""
        return tuple(tuple(cell.text for cell in row) for row in self.rows)

    def choices(self, index: int) -> tuple[str, ...]:
        """The words in a column of tags, in order."""
        return tuple(sorted({row[index].text for row in self.rows} - {""}))


def plain_table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numeric: Container[str] = (),
    code: Container[str] = (),
    notes: tuple[str, ...] = (),
) -> Table:
    """A table whose cells are text and nothing more. `numeric` and `code` are names of columns."""
    kinds: tuple[ColumnKind, ...] = tuple(
        "number" if name in numeric else "code" if name in code else "text" for name in columns
    )
    return Table("", title, tuple(map(Column, columns, kinds)), tuple(tuple(map(Cell, row)) for row in rows), notes)


LONGEST = 240
"""Characters of an argument, or of a message, that are shown."""


def clip(text: str, most: int = LONGEST) -> str:
    """A text of a length that a table can show."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def number(value: float, text: str | None = None) -> Cell:
    """A number, shown as itself or as `text`."""
    return Cell(f"{value:,}" if text is None else text, value)


def _with_columns(table: Table, kept: Sequence[int], title: str) -> Table:
    columns = tuple(table.columns[index] for index in kept)
    return evolve(table, title=title, columns=columns, rows=tuple(tuple(row[i] for i in kept) for row in table.rows))


def without_empty_columns(table: Table) -> Table:
    """The table without the columns in which every cell is empty."""
    columns = range(len(table.columns))
    kept = [index for index in columns if not table.rows or any(row[index].text for row in table.rows)]
    return _with_columns(table, kept, table.title)


class _Piped(Console):
    """A closed pipe is told like any other failure to write; rich would leave with the exit code of findings."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """A console no wider than `WIDTH`; colours only on a terminal."""
    standard = Console(highlight=False)
    return _Piped(highlight=False, width=min(standard.width, WIDTH) if standard.is_terminal else WIDTH)


def show(tables: Iterable[Table]) -> None:
    """Print tables to standard output."""
    out = console()
    for table in tables:
        for columns_part in _parts(table, out.width):
            # A title of the table itself would be folded to the table's width, which may be one column's.
            out.print(Text(printable(columns_part.title), style="bold"))
            out.print(as_rich(columns_part, out.width))
        for note in table.notes:
            out.print(Text(printable(note, MOST_CHARACTERS_OF_A_LINE), style="dim"))
        out.print()


def _parts(table: Table, width: int) -> list[Table]:
    """The table, or where its columns do not fit side by side several of them, each with the first columns, as many as
    tell its rows apart: the language alone does not say whose rate it is.

    Rich would fold the names of columns that are too many (`dec`, `ide`, `d`) until nobody can read them. So one
    with many columns goes on below, as pandas prints wide frames.
    """
    needed = [_least_width(table, index) + GAP for index in range(len(table.columns))]
    repeated = _telling(table, needed, width)
    groups = [[*repeated]] if needed else []
    for index in range(len(repeated), len(needed)):
        used = sum(needed[column] for column in groups[-1])
        if len(groups[-1]) > len(repeated) and used + needed[index] > width - EDGES:
            groups.append([*repeated])
        groups[-1].append(index)
    if len(groups) <= 1:
        return [table]
    return [
        _with_columns(table, group, f"{table.title} ({number} of {len(groups)})")
        for number, group in enumerate(groups, 1)
    ]


def _telling(table: Table, needed: Sequence[int], width: int) -> range:
    """The first columns that tell the rows apart; the first alone where those would take more than half of the room, or
    none do."""
    for count in range(1, len(needed)):
        if sum(needed[:count]) > width / 2:
            break
        if len({row[:count] for row in table.texts}) == len(table.rows):
            return range(count)
    return range(min(1, len(needed)))


def _least_width(table: Table, index: int) -> int:
    """Below this a column cannot be read: numbers and words of its name stay whole, text has `READABLE`."""
    column = table.columns[index]
    cells = max((len(row[index].text) for row in table.rows), default=0)
    words = len(column.name) if len(column.name) <= WORD else max(map(len, column.name.split()))
    return max(words, cells if column.kind == "number" else min(cells, READABLE))


def as_rich(table: Table, width: int = WIDTH) -> RichTable:
    """The table for a terminal of so many columns, without its title."""
    rich_table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column, room in zip(table.columns, _widths(table, width), strict=True):
        rich_table.add_column(
            Text(column.name),
            width=room,
            justify="right" if column.kind == "number" else "left",
            overflow="fold",
            style="cyan" if column.kind == "code" else "",
        )
    for row in table.rows:
        rich_table.add_row(*(Text(printable(cell.text), style=_STYLES.get(cell.tone, "")) for cell in row))
    return rich_table


def _widths(table: Table, width: int) -> list[int]:
    """Of the columns, in a table of so many characters.

    Where there is no room for all, the widest give: to a common width, but none below what can be read. Short columns
    stay whole if that leaves the others enough. (Left to itself, rich breaks the short ones, too.)
    """
    columns = range(len(table.columns))
    cells = [[printable(row[index].text) for row in table.rows] for index in columns]
    longest = [max(map(len, [column.name, *texts])) for column, texts in zip(table.columns, cells, strict=True)]
    room = width - EDGES - GAP * (len(longest) - 1)
    least = [length if length <= SHORT else min(length, READABLE) for length in longest]
    if sum(least) > room:
        least = [_least_width(table, index) for index in columns]
    common = max(longest, default=0)
    widths = longest
    while sum(widths) > room and common:
        common -= 1
        widths = [max(lowest, min(length, common)) for length, lowest in zip(longest, least, strict=True)]
    return widths


def as_markdown(table: Table) -> str:
    """The table as a section of a Markdown document (GitHub's tables)."""
    rule = ("---:" if column.kind == "number" else "---" for column in table.columns)
    names = (as_prose(column.name) for column in table.columns)
    lines = [f"## {as_prose(table.title)}", "", _line(names), _line(rule)]
    written = [as_code if column.kind == "code" else as_prose for column in table.columns]
    for row in table.texts:
        lines.append(_line(write(text) for write, text in zip(written, row, strict=True)))
    for note in table.notes:
        lines += ["", as_prose(note, MOST_CHARACTERS_OF_A_LINE)]
    return "\n".join(lines) + "\n"


def as_prose(text: str, most: int = MOST_CHARACTERS) -> str:
    """Plain text in Markdown, outside and inside tables, cut after `most` characters.

    Of HTML only what would be read as such is escaped, where a tag or an entity may start: `<==>` and `<=` stay
    readable in the source, too.
    """
    escaped = _MARKUP.sub(lambda match: escape_html(match[0], quote=False), printable(text, most))
    for character in "\\`*_[]|":
        escaped = escaped.replace(character, "\\" + character)
    return escaped


def as_code(text: str) -> str:
    """Source text in Markdown, outside and inside tables; nothing for no text."""
    escaped = printable(text).replace("|", "\\|")
    if not escaped:
        return ""
    fence = "`"
    while fence in escaped:
        fence += "`"
    padding = " " if escaped.startswith("`") or escaped.endswith("`") else ""
    return f"{fence}{padding}{escaped}{padding}{fence}"


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


Value = str | int | float | bool | None
"""What a record has under a name."""


def csv_of(names: Iterable[str], records: Iterable[Mapping[str, Value]]) -> str:
    """Records as CSV (RFC 4180) with a line of names. A text that a spreadsheet would take for a formula gets an
    apostrophe before it, which spreadsheets hide."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    listed = tuple(names)
    writer.writerow(listed)
    writer.writerows([_harmless(record[name]) for name in listed] for record in records)
    return out.getvalue().encode("utf-8", "backslashreplace").decode("utf-8")


def _harmless(value: Value) -> Value:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
