"""What testing a specification needs of the language that it is written in."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import frozen

from ..ir.contracts import Datatype, Program, Specification
from ..ir.objects import with_own_variables
from ..ir.routines import Change, Routine
from ..ir.sorts import OBJECT, Sort
from ..ir.terms import Term
from ..ir.values import ordered
from ..ir.variables import ALLOCATED, Name, Valuation, field_name, field_sort
from ..spans import Span

Parse = Callable[[str, Mapping[Name, Sort], Sort | None, Program, Span], Term]
"""Text of an expression, its free variables, its sort if known, what it may call, where it stands → its term. Raises
ParseError, SortError and Unsupported."""


@frozen(slots=True)
class Edit:
    """A text for the clause at a position of the postcondition or, if `added`, one more clause after it."""

    clause: int
    text: str
    added: bool = False


@frozen(slots=True)
class Rewriting:
    """How clauses are read and which stronger ones are worth trying, the likeliest first."""

    parse: Parse
    edits: Callable[[Specification], Iterable[Edit]]


@frozen(slots=True)
class Language:
    """How values, clauses and tests are written. `literal`: the text of a value of a sort, with the datatypes that are
    declared. `rewriting`: None where no
    stronger clauses are looked for. `tests`: what a method has to look like to be a test, for a file without one; empty
    where tests are no methods. `diff`: the lines that a change of a body concerns, before and after it; it raises
    Unsupported for one that cannot be written. None where bodies are not mutated."""

    literal: Callable[[Any, Sort, Mapping[str, Datatype]], str]
    rewriting: Rewriting | None = None
    tests: str = ""
    diff: Callable[[Change, Routine], str] | None = None

    def literals(self, values: Valuation, specification: Specification) -> dict[str, str]:
        """Parameter or result → its value as text. Fields of all objects are those of each: `object#102.next`."""
        sorts, datatypes = specification.sorts, specification.datatypes
        found: dict[str, str] = {}
        for name, value in values.items():
            if name not in specification.heap:
                found[str(name)] = self.literal(value, sorts[name], datatypes)
                continue
            own = with_own_variables(name, specification, values)
            for owner in (each for each in ordered(value[1]) if each not in own):
                text = f"{self.literal(owner, OBJECT, datatypes)}.{field_name(name)}"
                found[text] = self.literal(value[1][owner], field_sort(sorts[name]), datatypes)
        return found


def with_fields(literals: Mapping[str, str]) -> bool:
    """Are there fields of objects among the values?"""
    return any("." in name for name in literals)


def told(literals: Mapping[str, str], named: bool = False) -> str:
    """Values for people: one after the other, as in a call; with their names where fields of objects are among them, or
    where they are to be `named`."""
    if not (named or with_fields(literals)):
        return ", ".join(literals.values())
    listed = sorted(literals.items(), key=lambda pair: "." in pair[0])
    return ", ".join(f"{name} = {text}" for name, text in listed if name != str(ALLOCATED))
