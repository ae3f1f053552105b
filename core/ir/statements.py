"""Statements: what a Python contract does around its assertions, what a test method does, and the bodies of
methods, with what these say for their proof.

In a contract every term has sort VALUE; in specifications terms are typed.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from attrs import frozen

from ..spans import Span
from .signatures import HelperSignature
from .terms import Binder, Term
from .updates import Arbitrary, Call, Choose, FieldPlace, NewArray, NewObject, Update, UpdateAll
from .variables import Name


@frozen(slots=True)
class GhostCondition:
    """A condition of ghost code: nothing comes of it, unless somebody asks for checks. `test` is None where the
    condition is not lowered, for the reason `problem`. `kind`: the keyword. `names`: what the text calls the variables
    that it sees, and these; empty where all of them are called what they are."""

    kind: str
    test: Term | None
    text: str
    span: Span | None = None
    problem: str = ""
    names: tuple[tuple[str, Name], ...] = ()


@frozen(slots=True)
class Measure:
    """`decreases`: what gets smaller in lexicographic order with each turn of a loop, or each call in a recursion.
    `terms` is None where it is not lowered. `names`: as of `GhostCondition`."""

    terms: tuple[Term, ...] | None
    text: str
    span: Span | None = None
    problem: str = ""
    names: tuple[tuple[str, Name], ...] = ()


@frozen(slots=True)
class LabelledState:
    """`label name:`: from here on, `old@name(e)` is what e is in this state."""

    name: str
    span: Span | None = None


@frozen(slots=True)
class LemmaCall:
    """A call of a lemma: its precondition has to hold, and its postcondition should. `names` are the qualified ones
    that the lemma may have, the innermost first; `arguments` is None where they are not lowered. `trusted`: it is
    called in a proof of which nothing is checked, or only mentioned there."""

    names: tuple[str, ...]
    arguments: tuple[Term, ...] | None
    text: str
    span: Span | None = None
    problem: str = ""
    trusted: bool = False


@frozen(slots=True)
class Frames:
    """`modifies`: objects, arrays, and sets or sequences of them, each with the one field that may change, if it is one
    only. `parts` is None where they are not lowered."""

    parts: tuple[tuple[Term | FieldPlace, str], ...] | None
    text: str
    span: Span | None = None
    problem: str = ""


Target = str | tuple["Target", ...]
"""What an assignment, a loop or a comprehension binds: a name, or a tuple of targets to unpack."""


def names_of(target: Target) -> frozenset[str]:
    """The names that a target binds."""
    return frozenset({target}) if isinstance(target, str) else frozenset().union(*map(names_of, target))


@frozen(slots=True)
class Assign:
    """`target = value`. A chained assignment is several of these; an augmented one has a binary term."""

    target: Target
    value: Term
    span: Span | None = None


@frozen(slots=True)
class Check:
    """`assert test`: clause number `clause` of the contract. Checking never stops execution (see `Contract`)."""

    clause: int
    test: Term
    span: Span | None = None


@frozen(slots=True)
class If:
    """A conditional. One of several `alternatives` stands before the others, which are in its `orelse`: where more of
    them hold, a program may take any."""

    test: Term
    then: tuple["Statement", ...]
    orelse: tuple["Statement", ...] = ()
    span: Span | None = None
    alternatives: bool = False


@frozen(slots=True)
class For:
    target: Target
    iterable: Term
    body: tuple["Statement", ...]
    orelse: tuple["Statement", ...] = ()
    span: Span | None = None


@frozen(slots=True)
class While:
    """`labels` are those that a `Break` or `Continue` may name; `invariants`, `measure` and `frames` are
    checked where somebody asks for that."""

    test: Term
    body: tuple["Statement", ...]
    orelse: tuple["Statement", ...] = ()
    span: Span | None = None
    labels: tuple[str, ...] = ()
    invariants: tuple[GhostCondition, ...] = ()
    measure: Measure | None = None
    frames: Frames | None = None


def raised_name(name: str, base: str) -> str:
    """What a raised exception of a class that is no builtin one is called, after its builtin base."""
    return f"{name}({base})"


def base_of_raised(name: str) -> str:
    """The builtin class that an exception is of, or has as its base; the name as it is where that says nothing."""
    return name.partition("(")[2].removesuffix(")") or name


@frozen(slots=True)
class ExceptHandler:
    """`except exceptions as name: body`; no exceptions means a bare `except`."""

    exceptions: tuple[str, ...]
    name: str | None
    body: tuple["Statement", ...]


@frozen(slots=True)
class Try:
    body: tuple["Statement", ...]
    handlers: tuple[ExceptHandler, ...]
    orelse: tuple["Statement", ...] = ()
    final: tuple["Statement", ...] = ()
    span: Span | None = None


@frozen(slots=True)
class Raise:
    """`raise exception(...)`; None re-raises."""

    exception: str | None
    span: Span | None = None


@frozen(slots=True)
class Return:
    value: Term | None
    span: Span | None = None


@frozen(slots=True)
class Define:
    """A helper function; it sees the enclosing scope. `parameters`: the names of all. `defaults`: of the last ones, or
    of those that the signature says. `special`: None where every parameter may be given by position and keyword."""

    name: str
    parameters: tuple[str, ...]
    defaults: tuple[Term, ...]
    body: tuple["Statement", ...]
    span: Span | None = None
    special: HelperSignature | None = None

    @property
    def signature(self) -> HelperSignature:
        """How a call binds its arguments."""
        if self.special is not None:
            return self.special
        return HelperSignature(self.parameters, self.parameters[len(self.parameters) - len(self.defaults) :])


@frozen(slots=True)
class Evaluate:
    """An expression statement: it matters when it raises."""

    value: Term
    span: Span | None = None


@frozen(slots=True)
class Expect:
    """`assert test` or `expect test` in a test method, `expect test` in another body; `text` is its source. What is
    `assumed` and does not hold makes an execution one that no caller sees."""

    test: Term
    text: str
    span: Span | None = None
    assumed: bool = False


@frozen(slots=True)
class Print:
    """`print values` in a test method."""

    values: tuple[Term, ...]
    span: Span | None = None


@frozen(slots=True)
class Remark:
    """A comment in a test method: authors write expected outputs there. `text` is without the comment marks."""

    text: str
    span: Span | None = None


@frozen(slots=True)
class Break:
    """Leave the innermost loop, or the loop or block that has the label."""

    span: Span | None = None
    label: str = ""


@frozen(slots=True)
class Continue:
    span: Span | None = None
    label: str = ""


OpaqueEffect: TypeAlias = Literal["nothing", "output", "variables", "state", "anything"]
"""What a statement may change that is not lowered (see `OpaqueStatement`)."""
TestProblem: TypeAlias = Literal["unsupported-test", "wrong-arity", "unknown-method"]
"""What a finding about a statement of a test is called."""


@frozen(slots=True)
class OpaqueStatement:
    """A statement that is read but not lowered: whatever depends on it is unsupported, with this name and place.

    Of a test, which goes on behind it: `effect` is what it may change. Nothing, where it is an assertion; the output;
    the variables `assigns` alone; also the *state*, which is what objects and arrays hold; or anything, and it may
    leave the test."""

    construct: str
    span: Span | None = None
    effect: OpaqueEffect = "anything"
    assigns: tuple[Binder, ...] = ()
    problem: TestProblem = "unsupported-test"


@frozen(slots=True)
class Block:
    """A block. The variables `hides` are declared in it and have the name of one outside; `labels` a `Break` may
    name."""

    body: tuple["Statement", ...]
    hides: tuple[Name, ...] = ()
    labels: tuple[str, ...] = ()
    span: Span | None = None


@frozen(slots=True)
class Yield:
    """Stop here, until the iterator is asked to go on."""

    span: Span | None = None


# One union for contracts, tests and bodies, which share control flow: who walks through
# statements does so once for all of them. Which of them a body may hold is known to who reads it.
Statement = (
    Assign
    | Check
    | If
    | For
    | While
    | Try
    | Raise
    | Return
    | Define
    | Evaluate
    | Expect
    | Print
    | Remark
    | Break
    | Continue
    | OpaqueStatement
    | Update
    | Arbitrary
    | NewArray
    | NewObject
    | Call
    | Choose
    | UpdateAll
    | Block
    | GhostCondition
    | LabelledState
    | LemmaCall
    | Yield
)
Body = tuple[Statement, ...]


def statements_of(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement in a block, nested blocks included.

    Blocks are found by the names of their fields: a new statement that has one calls it `body`, `then`, `orelse` or
    `final`, or whoever looks for calls, assignments or clauses does not see what is in it.
    """
    for statement in statements:
        yield statement
        for block in ("body", "then", "orelse", "final"):
            yield from statements_of(getattr(statement, block, ()))
        for handler in getattr(statement, "handlers", ()):
            yield from statements_of(handler.body)


def terms_of(statements: tuple[Statement, ...]) -> Iterator[Term]:
    """Every term that a contract or test computes in a block, nested blocks included."""
    for statement in statements_of(statements):
        yield from own_terms(statement)


def own_terms(statement: Statement) -> Iterator[Term]:
    """The terms of a statement, not those of the blocks in it: in fields called `test`, `value` or `iterable`, and in
    the defaults of helpers."""
    for part in ("test", "value", "iterable"):
        term = getattr(statement, part, None)
        if isinstance(term, Term):
            yield term
    yield from getattr(statement, "defaults", ())


@frozen(slots=True)
class Generator:
    """One `for target in iterable if condition ...` of a comprehension: how many conditions it has."""

    target: Target
    conditions: int


@frozen(slots=True)
class Comprehension:
    """Data of `python.comprehension`. The term's arguments: for each generator its iterable then its conditions,
    then the element (for a dict: key, value). `kind` is list, set, dict or generator."""

    kind: str
    generators: tuple[Generator, ...]
