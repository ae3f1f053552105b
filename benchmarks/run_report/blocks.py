"""What the page of one task is made of."""

from typing import ClassVar

from attrs import field, frozen

from ..reporting.tables import Table, Tone


@frozen(slots=True)
class Mark:
    """A word about a clause, and what stands behind it."""

    word: str
    tone: Tone = ""
    detail: str = ""


@frozen(slots=True)
class ClauseLine:
    """A clause of a contract or specification: what stands before it (its number, `ensures`), its text, and what there
    is to say about it. `blamed`: it is what is wrong."""

    label: str
    text: str
    marks: tuple[Mark, ...] = ()
    blamed: Tone = ""


@frozen(slots=True)
class Clauses:
    """The text of a contract or specification, clause by clause."""

    form: ClassVar[str] = "clauses"
    title: str
    lines: tuple[ClauseLine, ...]
    note: str = ""


@frozen(slots=True)
class SideBySide:
    """Two texts beside each other; on a narrow screen the second is below the first."""

    form: ClassVar[str] = "sides"
    title: str
    sides: tuple[Clauses, Clauses]


@frozen(slots=True)
class SourceBlock:
    """SourceBlock text as it is written. `first`: the number of its first line; `blamed`: numbers of lines to mark."""

    form: ClassVar[str] = "source"
    title: str
    text: str
    first: int = 1
    blamed: frozenset[int] = frozenset()

    @property
    def lines(self) -> list[tuple[int, str]]:
        """The lines with their numbers."""
        return list(enumerate(self.text.splitlines(), self.first))


@frozen(slots=True)
class WitnessBlock:
    """What shows that something is wrong: name and value, and the value as source text."""

    form: ClassVar[str] = "witness"
    title: str
    parts: tuple[tuple[str, str], ...]
    tone: Tone = "bad"


@frozen(slots=True)
class Grid:
    """A table of the page."""

    form: ClassVar[str] = "grid"
    table: Table


@frozen(slots=True)
class Diff:
    """A change of source text: lines that begin with `-` go, lines that begin with `+` come."""

    form: ClassVar[str] = "diff"
    title: str
    text: str
    note: str = ""

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each line with its sign."""
        return [(line[:1] if line[:1] in "+-" else "", line) for line in self.text.splitlines()]


@frozen(slots=True)
class Remarks:
    """Sentences, each with its kind."""

    form: ClassVar[str] = "remarks"
    title: str
    items: tuple[tuple[Mark, str], ...]


@frozen(slots=True)
class Command:
    """What reproduces it in a shell."""

    form: ClassVar[str] = "command"
    title: str
    text: str


@frozen(slots=True)
class Prose:
    """A text with its paragraphs and lines."""

    form: ClassVar[str] = "prose"
    title: str
    text: str


@frozen(slots=True)
class Panel:
    """Something beside others: its name, the verdict on it, and what there is to show of it."""

    title: str
    verdict: str
    tone: Tone
    blocks: "tuple[PageBlock, ...]"


@frozen(slots=True)
class Panels:
    """Several things beside each other, as many as fit; the others are below."""

    form: ClassVar[str] = "panels"
    title: str
    panels: tuple[Panel, ...]


PageBlock = Clauses | SideBySide | SourceBlock | WitnessBlock | Grid | Diff | Remarks | Command | Prose | Panels


@frozen(slots=True)
class Page:
    """The page of a task. `anchor` is its id; `verdict` what there is to know first."""

    anchor: str
    title: str
    verdict: str
    tone: Tone
    where: str = ""
    summary: str = ""
    blocks: tuple[PageBlock, ...] = field(default=())
