"""Tables as data, for a terminal and for Markdown."""

import re
from collections.abc import Iterable
from html import escape as escape_html

from attrs import evolve, frozen
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .text import printable

NOTHING = "-"
"""In the cell of what there is none of."""
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
    """So many of what a noun with the plural -s names: `1 task`, `1,234 tasks`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@frozen(slots=True)
class TableData:
    """A table: cells are plain text. `numeric` columns are aligned to the right, `code` columns hold source
    text.

    Both are names of columns. `notes` are lines under the table.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[str] = frozenset()
    code: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of the table {self.title!r} has not {len(self.columns)} cells")


def without_empty_columns(table: TableData) -> TableData:
    """The table without the columns in which every cell is empty."""
    kept = [index for index in range(len(table.columns)) if not table.rows or any(row[index] for row in table.rows)]
    columns = tuple(table.columns[index] for index in kept)
    return evolve(table, columns=columns, rows=tuple(tuple(row[index] for index in kept) for row in table.rows))


class _Piped(Console):
    """A closed pipe is told like any other failure to write; rich would leave with the exit code of findings."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """A console no wider than `WIDTH`; colours only on a terminal."""
    found = Console(stderr=stderr, highlight=False)
    return _Piped(stderr=stderr, highlight=False, width=min(found.width, WIDTH) if found.is_terminal else WIDTH)


def show(tables: Iterable[TableData]) -> None:
    """Print tables to standard output."""
    out = console()
    for table in tables:
        for part in _parts(table, out.width):
            # A title of the table itself would be folded to the table's width, which may be one column's.
            out.print(Text(printable(part.title), style="bold"))
            out.print(as_rich(part, out.width))
        for note in table.notes:
            out.print(Text(printable(note), style="dim"))
        out.print()


def _parts(table: TableData, width: int) -> list[TableData]:
    """The table, or where its columns do not fit side by side several of them, each with the first column.

    Rich would fold the names of columns that are too many (`dec`, `ide`, `d`) until nobody can read them. So one
    with many columns goes on below, as pandas prints wide frames.
    """
    needed = [_least_width(table, index) + GAP for index in range(len(table.columns))]
    parts = [[0]] if needed else []
    for index in range(1, len(needed)):
        if len(parts[-1]) > 1 and sum(needed[each] for each in parts[-1]) + needed[index] > width - EDGES:
            parts.append([0])
        parts[-1].append(index)
    if len(parts) <= 1:
        return [table]
    return [
        evolve(
            table,
            title=f"{table.title} ({place} of {len(parts)})",
            columns=tuple(table.columns[index] for index in part),
            rows=tuple(tuple(row[index] for index in part) for row in table.rows),
        )
        for place, part in enumerate(parts, 1)
    ]


def _least_width(table: TableData, index: int) -> int:
    """Below this a column cannot be read: numbers and words of its name stay whole, text has `READABLE`."""
    name = table.columns[index]
    cells = max((len(row[index]) for row in table.rows), default=0)
    words = len(name) if len(name) <= WORD else max(map(len, name.split()))
    return max(words, cells if name in table.numeric else min(cells, READABLE))


def as_rich(table: TableData, width: int = WIDTH) -> Table:
    """The table for a terminal of so many columns, without its title."""
    shown = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for name, column in zip(table.columns, _widths(table, width), strict=True):
        shown.add_column(
            Text(name),
            width=column,
            justify="right" if name in table.numeric else "left",
            overflow="fold",
            style="cyan" if name in table.code else "",
        )
    for row in table.rows:
        shown.add_row(*(Text(printable(cell)) for cell in row))
    return shown


def _widths(table: TableData, width: int) -> list[int]:
    """Of the columns, in a table of so many characters.

    Where there is no room for all, the widest give: to a common width, but none below what can be read. Short columns
    stay whole if that leaves the others enough. (Left to itself, rich breaks the short ones, too.)
    """
    columns = range(len(table.columns))
    cells = [[printable(row[index]) for row in table.rows] for index in columns]
    longest = [max(map(len, [name, *column])) for name, column in zip(table.columns, cells, strict=True)]
    room = width - EDGES - GAP * (len(longest) - 1)
    least = [length if length <= SHORT else min(length, READABLE) for length in longest]
    if sum(least) > room:
        least = [_least_width(table, index) for index in columns]
    common = max(longest, default=0)
    found = longest
    while sum(found) > room and common:
        common -= 1
        found = [max(lowest, min(length, common)) for length, lowest in zip(longest, least, strict=True)]
    return found


def as_markdown(table: TableData) -> str:
    """The table as a section of a Markdown document (GitHub's tables)."""
    rule = ("---:" if name in table.numeric else "---" for name in table.columns)
    lines = [f"## {as_prose(table.title)}", "", _line(map(as_prose, table.columns)), _line(rule)]
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        lines.append(_line(as_code(cell) if name in table.code else as_prose(cell) for name, cell in cells))
    for note in table.notes:
        lines += ["", as_prose(note)]
    return "\n".join(lines) + "\n"


def as_prose(text: str) -> str:
    """Plain text in Markdown, outside and inside tables.

    Of HTML only what would be read as such is escaped, where a tag or an entity may start: `<==>` and `<=` stay
    readable in the source, too.
    """
    shown = _MARKUP.sub(lambda match: escape_html(match[0], quote=False), printable(text))
    for character in "\\`*_[]|":
        shown = shown.replace(character, "\\" + character)
    return shown


def as_code(text: str) -> str:
    """Source text in Markdown, outside and inside tables; nothing for no text."""
    shown = printable(text).replace("|", "\\|")
    if not shown:
        return ""
    fence = "`"
    while fence in shown:
        fence += "`"
    padding = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{padding}{shown}{padding}{fence}"


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
