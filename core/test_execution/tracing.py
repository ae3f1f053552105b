"""What a test does and says: the calls that it makes, what it demands of their results, and its comments."""

from collections.abc import Callable, Mapping

from attrs import define, field, frozen

from ..deciding.engines import ENDLESS, Engines
from ..ir.contracts import Program, Specification
from ..ir.terms import Term
from ..ir.values import ArrayValue
from ..ir.variables import Name, Valuation, which_array
from ..spans import Span
from ..spec_testing.equations import Equations
from ..spec_testing.examples import Source
from ..spec_testing.findings import Finding


@frozen(slots=True)
class MethodCall:
    """A call of a method under test. `unknowns`: result or modified parameter → the unknown that stands for its value
    after the call. `locals`: result → the variable of the test that receives it. `values`: parameter → what it is
    given. `way`: what holds of earlier results where the call happens. `fields`: heap variable that the method modifies
    → what it is after the call. `forgotten`: the unknowns that stand for what it may change and its specification does
    not mention."""

    specification: Specification
    unknowns: Mapping[Name, Term]
    locals: Mapping[Name, Name]
    span: Span | None
    values: Valuation = field(factory=dict)
    way: tuple[Term, ...] = ()
    fields: Valuation = field(factory=dict)
    forgotten: frozenset[Name] = frozenset()


@frozen(slots=True)
class Fact:
    """Something that a test says: a Bool term over unknowns. `implied`: nobody says it of a result, it only has to hold
    for the test to go on."""

    test: Term
    source: Source
    span: Span | None
    implied: bool = False


@frozen(slots=True)
class Note:
    """A comment, the variables in scope at it, the call before it, and what was printed since that call or the comment
    before this one. `beside`: it is on the line of the statement before it. `others`: values were printed that are no
    results, or are not known."""

    text: str
    scope: Mapping[Name, Term]
    call: MethodCall
    span: Span | None
    printed: tuple[Term, ...] = ()
    beside: bool = False
    others: bool = False


@frozen(slots=True)
class CommentReading:
    """What a comment says: a Bool term over unknowns, or (None) why it could not be read."""

    fact: Term | None
    problem: str = ""


@frozen(slots=True)
class Comments:
    """What comments of tests mean in a language. `read`: the expectation in a comment about the call before it, None
    for a comment that looks like none. `looks_like_one`: does a comment look as if it said what is expected?"""

    read: Callable[[Note, Program], CommentReading | None]
    looks_like_one: Callable[[str], bool]


NO_COMMENTS = Comments(lambda note, program: None, lambda text: False)
"""The comments of a language in which they say nothing of results."""


@frozen(slots=True)
class Reading:
    """How a test is read. `source`: what its assertions are reported as. `engines`: after their deadline nothing is
    computed. `comments`: what its comments mean."""

    source: Source = "assertion"
    engines: Engines = ENDLESS
    comments: Comments = NO_COMMENTS


@define(slots=True)
class Trace:
    """What one test method does. `spare` are the variables that nothing reads: authors name expected values
    so."""

    calls: list[MethodCall] = field(factory=list)
    facts: list[Fact] = field(factory=list)
    notes: list[Note] = field(factory=list)
    spare: dict[Name, Term] = field(factory=dict)
    findings: list[Finding] = field(factory=list)
    early: list[str] = field(factory=list)
    """The comments before the first call."""
    incomplete: bool = False
    """Is there a part of the test of which nothing is known?"""
    stopped: bool = False
    """Is that the rest of it, because of something that is not supported?"""
    needed: list[Term] = field(factory=list)
    """Values that depend on results and have to be known for the test to go on."""


def give_shapes(call: MethodCall, equations: Equations) -> None:
    """An array that a method modifies keeps its length."""
    for name, value in call.values.items():
        if name not in call.unknowns:
            continue
        if isinstance(value, ArrayValue):
            equations.give_shape(call.unknowns[name], len(value.elements))
        elif (
            name in call.specification.heap.held and which_array(name) not in call.unknowns and isinstance(value, tuple)
        ):
            equations.give_shape(call.unknowns[name], len(value))
