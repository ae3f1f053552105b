"""Positions in source text."""

from attrs import frozen


@frozen(slots=True)
class Span:
    """A range of source text: 1-based lines and columns, the end exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
