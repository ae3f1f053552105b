"""What classes and traits declare: their fields and what they extend, own and inherited."""

from collections.abc import Iterable

from attrs import define, field, frozen
from lark import Token

from ...core.ir.sorts import Sort
from ...core.ir.values import UninterpretedValue
from ...core.ir.variables import LENGTHS, Name, StateVariable, field_variable, is_field, is_pre_state, root_of
from .lexing.scan import DafnySource
from .syntax import Node

Path = tuple[str, ...]
NULL = UninterpretedValue("object", 0)
MATRIX = "Array2"
"""The kind of sort that an `array2`, `array3`, ... has in expressions; its label names the rank if that is not two. Its
value is an array, row after row, beside the variables `a.Length0`, `a.Length1`, ..."""
LARGEST_RANK = len(LENGTHS)


def matrix_of(element: Sort, rank: int) -> Sort:
    """The sort of an array of two or more dimensions."""
    return Sort(MATRIX, (element,), None if rank == 2 else f"array{rank}")


def rank_of(sort: Sort) -> int:
    """How many dimensions an array of several has."""
    return 2 if sort.label is None else int(str(sort.label).removeprefix("array"))


def length_names(rank: int) -> tuple[str, ...]:
    """The fields that are the lengths of an array of so many dimensions."""
    return LENGTHS[:rank]


def position_name(rank: int) -> str:
    """The function that gives the place of an element of an array of so many dimensions; it is defined where the
    element is."""
    return f"array{rank}.position"


@frozen(slots=True)
class FieldDeclaration:
    """A `var`, or a `const` without a value, among the members of a class or trait."""

    name: str
    type: Node
    node: Node
    mutable: bool
    source: DafnySource
    ghost: bool = False
    excluded: bool = False
    """Does it say `{:autocontracts false}`?"""


@define(slots=True)
class ClassDeclaration:
    """A class or trait. `path` is where its members stand, `bases` are the names of what it extends, as written.
    `autocontracts` is where its name stands, if it has that attribute. `extensible`: may there be objects of it that
    have more fields, as of a trait and of a class in an abstract module?"""

    name: str
    parameters: tuple[str, ...]
    bases: tuple[Path, ...]
    path: Path
    fields: list[FieldDeclaration] = field(factory=list)
    autocontracts: Token | None = None
    extensible: bool = False


@frozen(slots=True)
class Reference:
    """What a name of an object stands for: an object of a class, whose fields are the variables `root.field`. `types`:
    type parameter of the class → what it stands for. `new`: nothing is known of it before the call. `rank`: of an array
    of several dimensions, how many."""

    type: str
    root: Name
    types: tuple[tuple[str, Sort], ...] = ()
    new: bool = False
    rank: int = 2

    def variable(self, name: Name) -> StateVariable:
        """The variable that is a field of the object."""
        return field_variable(self.root, name)


def mentioned_state(names: Iterable[Name]) -> dict[Name, Reference]:
    """The objects whose fields are among these variables."""
    roots = dict.fromkeys(root_of(name) for name in names if is_field(name) and not is_pre_state(name))
    return {root: Reference("", root) for root in roots}
