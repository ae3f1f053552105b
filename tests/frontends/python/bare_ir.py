"""The IR without its positions: what the parse-print law compares."""

from typing import Any

import attrs

from specassay.core.ir.terms import Term, bare
from specassay.core.spans import Span


def without_spans(part: Any) -> Any:
    """A term, statement or tuple of them with every span None."""
    if isinstance(part, Span):
        return None
    if isinstance(part, Term):
        return bare(part)
    if isinstance(part, tuple):
        return tuple(map(without_spans, part))
    if attrs.has(type(part)):
        return attrs.evolve(part, **{f.name: without_spans(getattr(part, f.name)) for f in attrs.fields(type(part))})
    return part
