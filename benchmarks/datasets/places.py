"""Where findings are, as far as that is known."""

from attrs import frozen

from ...core.spans import Span


@frozen(slots=True)
class SourcePlace:
    """A file, and what is known of the range in it: lines and columns from 1 in characters, the end exclusive."""

    file: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        parts = (self.file, self.line, self.column if self.line is not None else None)
        return ":".join(str(part) for part in parts if part is not None)


def place_of_span(span: Span) -> SourcePlace:
    """The place of a range of source text."""
    return SourcePlace(span.file, span.line, span.column, span.end_line, span.end_column)
