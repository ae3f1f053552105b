"""A piece of Python text that is being read, and positions in it."""

from typing import Any

from attrs import evolve, frozen
from lark import Token, Tree
from lark.tree import Meta

from ...core.errors import InputError, ParseError
from ...core.spans import Span
from .pieces import TextOrigin
from .python_limits import LIMITS

_BLOCKS = frozenset(
    {
        "block",
        "suite",
        "if",
        "elif",
        "else",
        "while",
        "for",
        "try",
        "except",
        "except_group",
        "finally",
        "function",
        "class",
        "with",
        "match",
        "case",
        "decorated",
        "async",
    }
)


@frozen(slots=True)
class PythonSource:
    """Text with ``\\n`` line ends and a final one; `first_line` is the number of its first line in `file`.

    Where the text was put together from pieces of the file, `origin` has its places there, instead.
    """

    text: str
    file: str
    first_line: int = 1
    origin: TextOrigin | None = None

    def span(self, tree_or_token: Tree[Any] | Token | Meta) -> Span:
        """Where a tree (without parentheses around it) or a token is. A block ends with its last line."""
        start = tree_or_token.meta if isinstance(tree_or_token, Tree) else tree_or_token
        last_tree = _last(tree_or_token).meta if isinstance(tree_or_token, Tree) else tree_or_token
        if isinstance(start, Meta) and start.empty:
            return Span(self.file, self.first_line, 1, self.first_line, 1)
        if self.origin is not None:
            return self.origin.span(start.start_pos or 0, last_tree.end_pos or 0, self.file)
        offset = self.first_line - 1
        return Span(
            self.file,
            (start.line or 1) + offset,
            start.column or 1,
            (last_tree.end_line or 1) + offset,
            last_tree.end_column or 1,
        )

    def point(self, line: int, column: int) -> Span:
        """One character, by its line (1-based, in the text) and column."""
        if self.origin is not None:
            offset = sum(len(text_line) + 1 for text_line in self.text.split("\n")[: line - 1]) + column - 1
            return self.origin.span(offset, offset + 1, self.file)
        number = line + self.first_line - 1
        return Span(self.file, number, column, number, column + 1)

    def outer_text(self, tree: Tree[Any]) -> str:
        """The text of an expression, with the parentheses around it."""
        meta = tree.meta
        start = getattr(meta, "container_start_pos", meta.start_pos)
        end_offset = getattr(meta, "container_end_pos", meta.end_pos)
        return self.text[start:end_offset]

    def inside(self, start: int, expression: str) -> "PythonSource":
        """An expression that begins at an offset of this text, in brackets: the first takes the place before it.

        What precedes it on its line becomes blank, so that places stay right.
        """
        text_before = self.text[:start]
        line_start = text_before.rfind("\n") + 1
        padding = " " * (start - line_start)
        inner_source = read(padding[:-1] + "(" + expression + ")", self.file, self.first_line + text_before.count("\n"))
        return inner_source if self.origin is None else evolve(inner_source, origin=self.origin.after(line_start))


def _last(tree: Tree[Any]) -> Tree[Any]:
    """The last simple statement of a block or a compound statement; any other tree itself."""
    # To the parser a block ends where the next statement begins, behind comments and blank lines.
    while tree.data in _BLOCKS:
        child_trees = [child for child in tree.children if isinstance(child, Tree)]
        if not child_trees:
            return tree
        tree = child_trees[-1]
    return tree


def read(text: str, file: str, first_line: int = 1, origin: TextOrigin | None = None) -> PythonSource:
    """The text ready for the lexer; the others are as in `PythonSource`.

    Raises InputError when it is too long, ParseError for a NUL character."""
    if len(text) > LIMITS.characters:
        raise InputError(
            f"text of {len(text):,} characters: at most {LIMITS.characters:,} are read; split the file",
            file=file,
        )
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    source = PythonSource(lines if lines.endswith("\n") else lines + "\n", file, first_line)
    nul = lines.find("\0")
    if nul >= 0:
        line = lines.count("\n", 0, nul)
        raise ParseError(source.point(line + 1, nul - lines.rfind("\n", 0, nul)), "a NUL character", ("text",))
    return source if origin is None else evolve(source, origin=origin)
