"""The bodies of methods, which are executed; the objects that they are given; and what a change of a body is."""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from ..spans import Span
from .sorts import Sort
from .statements import Frames, Measure, Statement
from .terms import Binder, Term
from .updates import Arbitrary
from .variables import Name


@frozen(slots=True)
class Instance:
    """A parameter, or `this`, that is an object: its class, and its fields with what they hold. `constructed`: the
    routine is a constructor of it, or it is a result that is promised to be new. `nullable`: it may be null. `unset`:
    the fields whose types have fewer values than their sorts; `types`: what the type parameters of its class stand for;
    `ghosts`: the fields that no program reads; `constants`: those that only a constructor sets."""

    name: Name
    kind: str
    fields: tuple[Binder, ...]
    constructed: bool = False
    nullable: bool = False
    unset: tuple[Arbitrary, ...] = ()
    types: tuple[tuple[str, Sort], ...] = ()
    ghosts: frozenset[Name] = frozenset()
    constants: frozenset[Name] = frozenset()


@frozen(slots=True)
class HeldObjects:
    """A field that is an object of a class, or a collection or array of such objects. `types`: what the type parameters
    of that class stand for; `nullable`: it may be null, or have null in it."""

    kind: str
    types: tuple[tuple[str, Sort], ...] = ()
    nullable: bool = False


@frozen(slots=True)
class ClassShape:
    """The objects of a class or trait, as others may change them: `assigned` are the fields that may be assigned,
    `required` those that hold an object or array in every object, for their types have no null,
    `held` those of them that hold objects, and `guards` say what their types promise, over a variable of the field's
    name, which is a sequence of the elements where the field is an array: of `array<Node>` that none is null."""

    instance: Instance
    assigned: frozenset[Name]
    required: frozenset[Name]
    held: Mapping[Name, HeldObjects]
    guards: Mapping[Name, Term]


@frozen(slots=True)
class Routine:
    """The body of a method, which is executed. `objects`: `this` and the parameters that are objects; `nullable`:
    those that are one or null, or a collection of such objects. `source`: the text of the file, empty where several
    files give the body. `two_states`: it mentions what variables and fields were at its beginning. `measure` and
    `frames` are checked where somebody asks for that. `resumed`: it is the body of an iterator, which each call goes
    on with. `ghosts`: the parameters and results that no compiled program has."""

    name: str
    parameters: tuple[Binder, ...]
    results: tuple[Binder, ...]
    body: tuple[Statement, ...]
    objects: tuple[Instance, ...] = ()
    span: Span | None = None
    source: str = field(default="", eq=False, repr=False)
    two_states: bool = False
    measure: Measure | None = None
    frames: Frames | None = None
    resumed: bool = False
    nullable: tuple[Instance, ...] = ()
    ghosts: frozenset[Name] = frozenset()

    @property
    def is_written(self) -> bool:
        """Does the body do anything? In data sets of specifications `{ }` stands where it is still to be written."""
        return not all(isinstance(statement, Arbitrary) for statement in self.body)


@frozen(slots=True)
class RoutinesWithout(Mapping[str, Routine]):
    """Bodies without those of some names. Those that remain are lowered when they are asked for, as before."""

    bodies: Mapping[str, Routine]
    left_out: Collection[str]

    def __getitem__(self, name: str) -> Routine:
        if name in self.left_out:
            raise KeyError(name)
        return self.bodies[name]

    def __contains__(self, name: object) -> bool:
        return name not in self.left_out and name in self.bodies

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.bodies if name not in self.left_out)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@frozen(slots=True)
class Replaced:
    """A replacement in the expression `whole` of the part `old` by `new`; `mutated` is the result."""

    whole: Term
    mutated: Term
    old: Term
    new: Term

    @property
    def span(self) -> Span | None:
        return self.old.span


@frozen(slots=True)
class Rewritten:
    """The parts of the text at `spans`, which are in order, are deleted, or exchanged (the first with the last); or
    `statement` is put before the first, or in its place."""

    kind: Literal["delete", "exchange", "before", "instead"]
    spans: tuple[Span, ...]
    statement: Statement | None = None

    @property
    def span(self) -> Span | None:
        return self.spans[0]


Change = Replaced | Rewritten
