"""Lines `file:line:column: rule: message`, as compilers print them and the problem matchers of editors read them."""

from collections.abc import Iterator

from ..text import MOST_CHARACTERS_OF_A_LINE, printable
from .export import Export, relative, told


def lines(export: Export) -> Iterator[str]:
    """A line for each finding. Where the line or the column is not known, it is 1."""
    for finding in export.findings:
        message = printable(told(finding).replace("\n", " "), MOST_CHARACTERS_OF_A_LINE)
        source_place = finding.place
        if source_place is None:
            yield f"{finding.kind}: {message}"
            continue
        file = printable(relative(source_place.file) or source_place.file, MOST_CHARACTERS_OF_A_LINE)
        yield f"{file}:{source_place.line or 1}:{source_place.column or 1}: {finding.kind}: {message}"
