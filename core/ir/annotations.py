"""What the body of a method says for its proof: nothing comes of it, unless somebody asks for checks."""

from attrs import frozen

from ..spans import Span
from .terms import Term
from .updates import FieldPlace


@frozen(slots=True)
class GhostCondition:
    """A condition of ghost code: nothing comes of it, unless somebody asks for checks. `test` is None where the
    condition is not lowered, for the reason `problem`. `kind`: the keyword."""

    kind: str
    test: Term | None
    text: str
    span: Span | None = None
    problem: str = ""


@frozen(slots=True)
class Measure:
    """`decreases`: what gets smaller in lexicographic order with each turn of a loop, or each call in a recursion.
    `terms` is None where it is not lowered."""

    terms: tuple[Term, ...] | None
    text: str
    span: Span | None = None
    problem: str = ""


@frozen(slots=True)
class LabelledState:
    """`label name:`: from here on, `old@name(e)` is what e is in this state."""

    name: str
    span: Span | None = None


@frozen(slots=True)
class LemmaCall:
    """A call of a lemma: its precondition has to hold, and its postcondition should. `names` are the qualified ones
    that the lemma may have, the innermost first; `arguments` is None where they are not lowered."""

    names: tuple[str, ...]
    arguments: tuple[Term, ...] | None
    text: str
    span: Span | None = None
    problem: str = ""


@frozen(slots=True)
class Frames:
    """`modifies`: objects, arrays, and sets or sequences of them, each with the one field that may change, if it is one
    only. `parts` is None where they are not lowered."""

    parts: tuple[tuple[Term | FieldPlace, str], ...] | None
    text: str
    span: Span | None = None
    problem: str = ""
