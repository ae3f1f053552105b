"""What `parse --json` prints: the intermediate representation of a file, as `core/ir` defines it."""

from collections.abc import Mapping
from typing import Any

import attrs

from ...core.ir.contracts import Program
from ...core.ir.notation import show_value
from ...core.ir.sorts import Sort
from ...core.ir.statements import Statement
from ...core.ir.terms import Term, subterms
from ...core.spans import Span
from ..schema import VERSION

EXACT = 2**53
"""Whole numbers from here on are text in JSON: many readers take them for floats."""


def program_row(program: Program) -> dict[str, Any]:
    """The IR as a row with the fields of `Program`.

    A term is its position in the list `terms`, which holds each distinct term once, arguments (positions too)
    before the terms that use them. Statements say what they are in `statement`; spans are `[line, column, end
    line, end column]`, 1-based, the end exclusive; sorts and constants without a JSON form are text.
    """
    encoder = _Encoder()
    # A function of ours that a program carries along is no part of what its text says.
    fields = [field for field in attrs.fields(Program) if field.repr]
    listed = {field.name: encoder.encode(getattr(program, field.name)) for field in fields}
    return {"kind": "program", "version": VERSION, **listed, "terms": encoder.terms}


class _Encoder:
    """Collects the terms that it meets."""

    def __init__(self) -> None:
        self.terms: list[dict[str, Any]] = []
        self._positions: dict[Term, int] = {}

    def encode(self, value: Any) -> Any:
        match value:
            case None | bool() | str():
                return value
            case int() if abs(value) < EXACT:
                return value
            case Term():
                return self._term(value)
            case Span():
                return [value.line, value.column, value.end_line, value.end_column]
            case Sort():
                return str(value)
            case tuple() | list():
                return [self.encode(item) for item in value]
            case Mapping():
                return {str(key): self.encode(item) for key, item in value.items()}
            case _ if attrs.has(type(value)):
                kind = {"statement": type(value).__name__.lower()} if isinstance(value, Statement) else {}
                # What is computed from the others, a hash for one, differs from run to run and says nothing.
                attributes = [field for field in attrs.fields(type(value)) if field.init]
                return {
                    **kind,
                    **{attribute.name: self.encode(getattr(value, attribute.name)) for attribute in attributes},
                }
            case _:
                return show_value(value)

    def _term(self, root: Term) -> int:
        for term in subterms(root):
            if term not in self._positions:
                encoded = {
                    "op": term.op,
                    "sort": str(term.sort),
                    "data": self.encode(term.data),
                    "args": [self._positions[argument] for argument in term.args],
                    "span": self.encode(term.span),
                }
                self._positions[term] = len(self.terms)
                self.terms.append(encoded)
        return self._positions[root]
