"""How the values, clauses and tests of a language are written: what testing a specification needs of it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import frozen

from ..errors import Unsupported
from ..evaluate.calls import Closure
from ..ir.contracts import Datatype, Program, Specification
from ..ir.notation import show_value
from ..ir.objects import with_own_variables
from ..ir.routines import Change, Routine
from ..ir.sorts import OBJECT, Sort
from ..ir.terms import Term
from ..ir.values import ordered
from ..ir.variables import ALLOCATED, RECEIVER, Name, Valuation, field_name, field_sort
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
    clause: Callable[[str], str] = "ensures {}".format
    """The text of a postcondition → how its clause is written."""


@frozen(slots=True)
class Notation:
    """How values, clauses and tests are written."""

    literal: Callable[[Any, Sort, Mapping[str, Datatype]], str]
    """The text of a value of a sort, with the datatypes that are declared. Raises Unsupported for a value that no
    expression makes, as an object."""
    rewriting: Rewriting | None = None
    """Stronger clauses; None where none are looked for."""
    tests: str = ""
    """What a method has to look like to be a test, for a file without one; empty where tests are no methods."""
    diff: Callable[[Change, Routine], str] | None = None
    """The lines that a change of a body concerns, before and after it. It raises Unsupported for one that cannot be
    written. None where bodies are not mutated."""
    show: Callable[[Term], str] = str
    """A term for people: one line, cut where it is long."""
    receiver: str = "this"
    """The word for the object that a method is called on."""
    choices: bool = True
    """May a body leave open which of several outputs it returns, as `:|` and `*` of Dafny do?"""

    def word(self, name: Name) -> str:
        """A variable as the language calls it."""
        return self.receiver if name == RECEIVER else str(name)

    def text(self, value: Any, sort: Sort, datatypes: Mapping[str, Datatype]) -> str:
        """A value for people: its literal or, where it has none, what is most like one."""
        try:
            return self.literal(value, sort, datatypes)
        except Unsupported:
            return self.show(value.term) if isinstance(value, Closure) else show_value(value, sort)

    def literals(self, values: Valuation, specification: Specification) -> dict[str, str]:
        """Parameter or result → its value as text. Fields of all objects are those of each: `object#102.next`."""
        sorts, datatypes = specification.sorts, specification.datatypes
        found: dict[str, str] = {}
        for name, value in values.items():
            if name not in specification.heap.fields:
                found[self.word(name)] = self.text(value, sorts[name], datatypes)
                continue
            # Objects with names are shown under these.
            own = with_own_variables(name, specification, values)
            for owner in (each for each in ordered(value[1]) if each not in own):
                text = f"{self.text(owner, OBJECT, datatypes)}.{field_name(name)}"
                found[text] = self.text(value[1][owner], field_sort(sorts[name]), datatypes)
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
