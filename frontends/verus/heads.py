"""The head of a function as its text has it, which is what somebody is given who is to write its specification."""

from ...core.ir.contracts import Specification
from .scan import VerusSource

_AFTER = frozenset({"requires", "ensures", "returns", "recommends", "decreases", "opens_invariants", "no_unwind", "{"})


def head(specification: Specification, text: str) -> str:
    """`fn name(…) -> (r: T)` of a specification in the text of its file."""
    source = VerusSource(text, "<head>")
    span = specification.span
    assert span is not None
    start = source.lines[span.line - 1] + span.column - 1
    tokens = [token for token in source.tokens if token.start >= start]
    first = next(place for place, token in enumerate(tokens) if token.text == "fn")
    depth = 0
    for token in tokens[first:]:
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        # Outside of brackets: a parameter's pattern or type may have any of these words.
        if not depth and token.text in _AFTER:
            return source.excerpt(tokens[first].start, token.start)
    return source.excerpt(tokens[first].start, len(text))
