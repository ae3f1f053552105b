"""Symbolic Python values: guarded unions of abstract values, whose parts are typed terms."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Protocol, TypeGuard

from attrs import field, frozen

from ..ir.statements import Define
from ..ir.terms import FALSE, Term


@frozen(slots=True, eq=False)
class AbstractNone:
    pass


@frozen(slots=True, eq=False)
class AbstractBool:
    term: Term


@frozen(slots=True, eq=False)
class AbstractInt:
    term: Term


# The parameter `x` of `def f(x: int | None)` is Symbolic(((is_none, AbstractNone()), (not is_none, AbstractInt(x)))):
# each operation is followed once for each alternative, and the results are a union again. Invariant: for every input
# exactly one guard is true, or none, where the evaluation has raised before. So a guard need never be repeated inside a
# value.

FINITE, POSITIVE_INFINITY, NEGATIVE_INFINITY, NOT_A_NUMBER = range(4)


@frozen(slots=True, eq=False)
class AbstractFloat:
    """A float: `kind` (Int) is one of the constants above; when it is finite, `value` is the number, an Int of eighths
    or a Real (`units.py`). Of another kind the value says nothing."""

    kind: Term
    value: Term


@frozen(slots=True, eq=False)
class AbstractComplex:
    real: AbstractFloat
    imaginary: AbstractFloat


@frozen(slots=True, eq=False)
class AbstractText:
    """A str, as a String term."""

    term: Term


@frozen(slots=True, eq=False)
class Entry:
    """A possible element: it exists when `present` (Bool) is true. `Skolem constant` names an element beyond those that
    are shown (`skolem.py`)."""

    present: Term
    value: "Symbolic"
    skolem: Hashable = None


@frozen(slots=True, eq=False)
class Raised:
    """Under `guard` the evaluation raises an exception of this class (a builtin's name, or another's); `names` are
    those of the block at that point."""

    guard: Term
    exception: str
    names: "dict[str, Symbolic]" = field(factory=dict)


# A list of any length with two elements shown is AbstractSequence("list", n, (e0 if n > 0, e1 if n > 1), True, n > 2,
# …): "there is an element such that" looks at the entries, "all elements" at the entries and at one Skolem constant
# `beyond` them, which stands for whichever of the others an input has.


@frozen(slots=True, eq=False)
class AbstractSequence:
    """A list, tuple, bytes, iterator or dict view: the present entries in order.

    `length` (Int) counts all elements. `prefix`: entry j is present iff j < length. `more` (Bool): there are
    elements beyond the entries; they are equal to the last entry. `beyond`: some of these where nothing bounds their
    number. `pending`: what computing the elements of an iterator raises, once they are asked for. `owner` names the
    elements: sequences of one owner have the same. `origin`: a sequence that is the sorted list of these elements; then
    the entries are its first ones, and nothing says that later ones repeat the last. `descending`: sorted in reverse.
    """

    kind: str
    length: Term
    entries: tuple[Entry, ...]
    prefix: bool
    more: Term
    pending: tuple[Raised, ...] = ()
    beyond: tuple[Entry, ...] = ()
    owner: Hashable = None
    origin: "AbstractSequence | None" = None
    descending: bool = False


@frozen(slots=True, eq=False)
class AbstractSet:
    """A set or frozenset of the present members, which may repeat (see `sequences.distinct`). `more` (Bool): there are
    members beyond these, some of them `beyond`; then `size` (Int) counts all that are different."""

    kind: str
    members: tuple[Entry, ...]
    more: Term = FALSE
    beyond: tuple[Entry, ...] = ()
    size: Term | None = None


@frozen(slots=True, eq=False)
class AbstractDict:
    """A dict: the present keys are pairwise different; `values` are by position. `counts`: a collections.Counter of
    elements, so that all values are positive, and a key that is not there has 0."""

    length: Term
    keys: tuple[Entry, ...]
    values: tuple["Symbolic", ...]
    counts: bool = False


class UnknownContainer(Protocol):
    """A container of the input, of a kind that is not known (`inputs.Node`): what can be asked of it. Each query makes
    the constants that the answer needs, once."""

    @property
    def name(self) -> str:
        """Its own: of an argument the parameter's name, of what is inside it a path."""

    @property
    def depth(self) -> int:
        """0 for an argument, 1 for its elements, and so on."""

    @property
    def length(self) -> Term:
        """How many elements it has (Int)."""

    def entries(self, kind: str) -> tuple[Entry, ...]:
        """Were it of this kind: the elements that are shown; of a dict, the keys."""

    def beyond(self, kind: str) -> tuple[Entry, ...]:
        """Were it of this kind: some elements after those that are shown."""

    def sequence(self, kind: str) -> AbstractSequence:
        """Were it a list, tuple or bytes: its elements in order."""

    def value_at(self, position: int) -> "Symbolic":
        """Were it a dict: the value of the key that is shown at this position."""

    def rest_value(self, position: int) -> "Symbolic":
        """Were it a dict: the value of this one of the keys after those that are shown."""


@frozen(slots=True, eq=False)
class AbstractNode:
    """A container of the input whose contents nothing has asked for yet."""

    kind: str
    node: UnknownContainer


@frozen(slots=True, eq=False)
class AbstractRange:
    start: Term
    stop: Term
    step: int


@frozen(slots=True, eq=False)
class AbstractSlice:
    lower: "Symbolic"
    upper: "Symbolic"
    step: "Symbolic"


@frozen(slots=True, eq=False)
class AbstractConstant:
    """A type, a function of the library, or another object that is only passed around."""

    value: Any


@frozen(slots=True, eq=False)
class AbstractMatch(AbstractConstant):
    """A match of a pattern in a text, where one is `found` (Bool), by `re.match`, `re.fullmatch` or `re.search`
    (`how`); `value` is some match, of the same type."""

    text: Term
    pattern: str
    flags: int
    how: str
    found: Term


@frozen(slots=True, eq=False)
class AbstractHelper:
    """A helper function of the contract, or a lambda, with the names it sees and the values of its defaults."""

    definition: Define
    names: "dict[str, Symbolic]"
    defaults: tuple["Symbolic", ...] = ()


@frozen(slots=True, eq=False)
class AbstractObject:
    """An object that a function of the standard library returned (`library_results.py`), and by `key` of what. Only
    what asks for its attributes, by the shape of each, or compares it, ever sees one (`expressions.evaluate`).

    `rank`: its place (Int) in the order of those of its type, among those alike in `aware` (Bool). `number`: what it is
    compared with numbers as."""

    kind: type
    key: Hashable
    attributes: "Mapping[str, Callable[[Any, Hashable], Symbolic]]" = field(factory=dict)
    rank: Term | None = None
    aware: Term | None = None
    number: AbstractFloat | None = None


AbstractValue = (
    AbstractNone
    | AbstractBool
    | AbstractInt
    | AbstractFloat
    | AbstractComplex
    | AbstractText
    | AbstractSequence
    | AbstractSet
    | AbstractDict
    | AbstractNode
    | AbstractRange
    | AbstractSlice
    | AbstractConstant
    | AbstractHelper
    | AbstractObject
)


@frozen(slots=True, eq=False)
class Symbolic:
    """Alternatives (guard, abstract value). Guards are Bool terms, pairwise exclusive."""

    alternatives: tuple[tuple[Term, AbstractValue], ...]

    def __iter__(self) -> Iterator[tuple[Term, AbstractValue]]:
        return iter(self.alternatives)


def identity(value: Symbolic) -> Hashable:
    """What two symbolic values have in common only if they are the same value, whatever the inputs are."""
    return tuple((guard, _identity(abstract)) for guard, abstract in value)


def _identity(abstract: AbstractValue) -> Hashable:
    match abstract:
        case AbstractNone():
            return AbstractNone
        case AbstractBool(term) | AbstractInt(term) | AbstractText(term):
            return type(abstract), term
        case AbstractFloat(kind, number):
            return AbstractFloat, kind, number
        case AbstractNode(kind, node):
            # By the name of the part of the input, of which every path sees the same.
            return AbstractNode, kind, node.name
    return abstract


def is_counter(abstract: AbstractValue) -> TypeGuard[AbstractDict]:
    """Is it a counter, and no plain dict?"""
    return isinstance(abstract, AbstractDict) and abstract.counts


Visit = Callable[[AbstractValue], Symbolic | None]


PLAIN = ("NoneType", "bool", "int", "float", "complex", "str", "bytes", "list", "tuple", "dict", "set")
"""The kinds of plain values."""


def kind_of(abstract: AbstractValue) -> str:
    """The name of the Python type of an abstract value."""
    match abstract:
        case AbstractNone():
            return "NoneType"
        case AbstractBool():
            return "bool"
        case AbstractInt():
            return "int"
        case AbstractFloat():
            return "float"
        case AbstractComplex():
            return "complex"
        case AbstractText():
            return "str"
        case AbstractSequence(kind) | AbstractSet(kind) | AbstractNode(kind):
            return kind
        case AbstractDict():
            return "dict"
        case AbstractRange():
            return "range"
        case AbstractSlice():
            return "slice"
        case AbstractHelper():
            return "function"
        case AbstractObject(kind):
            # With its module: two classes of one name are two types.
            return f"{kind.__module__}.{kind.__name__}"
        case AbstractConstant(value):
            return type(value).__name__
