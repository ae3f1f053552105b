"""The report in Markdown, short enough for a comment on a pull request."""

from ..reporting.tables import Table, as_markdown, as_prose, plain_table
from ..reporting.text import MOST_CHARACTERS_OF_A_LINE
from .document import RunReport

MOST_CHARACTERS = 60_000
"""Code hosts take 65,536 of them in a comment."""
MOST_FINDINGS = 20
"""Rows of the table of what to look at first. The text says how many more there are."""
LEFT_OUT = frozenset({"python-tasks", "specifications-methods", "programs-all", "pairs-all", "findings-all"})
"""Tables with a row for each task."""


def markdown_of(report: RunReport) -> str:
    """The summary, what to look at first, and the tables of statistics; details fold."""
    sections = [f"# {as_prose(report.title)}\n", *(f"- {as_prose(line)}" for line in report.summary.asked), ""]
    if report.summary.banner:
        sections.insert(1, f"> **{as_prose(report.summary.banner)}**\n")
    cards = [(card.name, card.value, card.interval, card.about) for card in report.summary.cards]
    if cards:
        sections.append(as_markdown(plain_table("Scores", ("score", "value", "interval", "of"), cards)))
    first = report.summary.first[:MOST_FINDINGS]
    if first:
        rows = tuple((item.verdict, item.subject, item.message, item.witness) for item in first)
        columns = ("verdict", "subject", "what", "witness")
        sections.append(as_markdown(plain_table("What to look at first", columns, rows, code={"witness"})))
        if report.summary.more:
            sections.append(f"{report.summary.more:,} more are in the report.\n")
    else:
        sections.append("Nothing was found to be wrong or weak.\n")
    facts = "; ".join(f"{fact.name}: {fact.value}" for fact in report.provenance)
    provenance = (
        f"<details><summary>Provenance</summary>\n\n{as_prose(facts, MOST_CHARACTERS_OF_A_LINE)}\n\n</details>\n"
    )
    # Hosts cut long comments off: tables are left out before that would happen.
    room = MOST_CHARACTERS - sum(map(len, sections)) - len(provenance)
    for table in report.tables:
        if table.anchor not in LEFT_OUT and len(text := _folded(table)) < room:
            sections.append(text)
            room -= len(text)
    return "\n".join([*sections, provenance])


def _folded(table: Table) -> str:
    return f"<details><summary>{as_prose(table.title)}</summary>\n\n{as_markdown(table)}\n</details>\n"
