"""What the bodies of methods do to variables, objects and arrays: the places where values are kept, and the statements
that change them (Dafny reference manual, section 8)."""

from attrs import frozen

from ..spans import Span
from .sorts import Sort
from .terms import Binder, Term
from .variables import Name


@frozen(slots=True)
class FieldPlace:
    """A field of an object; as a value, the array that it holds."""

    subject: Term
    field: Name


@frozen(slots=True)
class ElementPlace:
    """An element of an array, which is a value or held in a field. As many indices as the array has dimensions."""

    array: Term | FieldPlace
    indices: tuple[Term, ...]


Place = Name | FieldPlace | ElementPlace
"""Where a value is kept: a local variable, a field, an element."""


@frozen(slots=True)
class Update:
    """`places := values`, all values before the first change. `ghost`: where a value is not known, neither is the
    place afterwards, and the execution goes on."""

    places: tuple[Place, ...]
    values: tuple[Term | FieldPlace, ...]
    span: Span | None = None
    ghost: bool = False


@frozen(slots=True)
class Arbitrary:
    """`var target: T` or `target := *`: some value of the sort. `unset`: what a program has there that was compiled, if
    not what the sort has; `guard`: what values of the type satisfy, about the target."""

    target: Binder
    span: Span | None = None
    unset: Term | None = None
    guard: Term | None = None


@frozen(slots=True)
class NewArray:
    """`target := new T[lengths]`. `elements` is the sequence of them; or `element` is the one at the indices, which it
    reads as the variables `indices`; otherwise they are `any`."""

    target: Name
    sort: Sort
    lengths: tuple[Term, ...]
    elements: Term | None = None
    element: Term | None = None
    indices: tuple[Name, ...] = ()
    span: Span | None = None
    any: Arbitrary | None = None


@frozen(slots=True)
class NewObject:
    """`target := new C`: an object with arbitrary fields, which the call of a constructor follows. `types`: what the
    type parameters of its class stand for; `unset`: fields whose types have fewer values than their sorts."""

    target: Name
    kind: str
    fields: tuple[Binder, ...]
    span: Span | None = None
    types: tuple[tuple[str, Sort], ...] = ()
    unset: tuple[Arbitrary, ...] = ()


@frozen(slots=True)
class Call:
    """`places := subject.method(arguments)`: the method's body is executed. A `ghost` one that cannot be is passed
    over, and its places are not known then. `types`: what the type parameters stand for, those that are known."""

    method: str
    arguments: tuple[Term | FieldPlace, ...]
    places: tuple[Place, ...]
    subject: Term | None = None
    span: Span | None = None
    ghost: bool = False
    types: tuple[tuple[str, Sort], ...] = ()


@frozen(slots=True)
class Choose:
    """`targets :| condition`. `choice` is the tuple of the values to take; `found`: the variable that says whether
    there are any, without which there have to be some."""

    targets: tuple[Binder, ...]
    choice: Term
    found: Name = ""
    span: Span | None = None
    ghost: bool = False


@frozen(slots=True)
class UpdateAll:
    """`forall targets | condition { place := value; ... }`. `choices` is the set of the tuples of their values. All
    values are known before the first change."""

    targets: tuple[Binder, ...]
    choices: Term
    updates: tuple[tuple[Place, Term | FieldPlace], ...]
    span: Span | None = None
