"""Annotations of GitHub Actions (docs.github.com, "Workflow commands for GitHub Actions", Setting an error message)."""

from collections.abc import Iterator

from ...datasets.tasks import SourcePlace
from ..text import MOST_CHARACTERS_OF_A_LINE, printable
from .export import Export, relative, told

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def lines(export: Export) -> Iterator[str]:
    """A workflow command for each finding; the file is relative to the folder in which the command runs."""
    for finding in export.findings:
        values = {**_place(finding.place), "title": f"specassay {finding.kind}"}
        properties = ",".join(f"{name}={_property(str(value))}" for name, value in values.items() if value is not None)
        yield f"::{COMMANDS[export.level(finding.kind)]} {properties}::{_data(told(finding))}"


def _place(source_place: SourcePlace | None) -> dict[str, str | int | None]:
    """GitHub takes columns only of a range on one line, and ends that are in it."""
    if source_place is None:
        return {}
    address: dict[str, str | int | None] = {
        "file": relative(source_place.file) or source_place.file,
        "line": source_place.line,
    }
    if source_place.end_line is not None and source_place.end_line != source_place.line:
        return {**address, "endLine": source_place.end_line}
    last = (
        None
        if source_place.end_column is None or source_place.column is None
        else max(source_place.column, source_place.end_column - 1)
    )
    return {**address, "col": source_place.column, "endColumn": last}


def _data(text: str) -> str:
    text = "\n".join(printable(line, MOST_CHARACTERS_OF_A_LINE) for line in text.split("\n"))
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
