"""The bodies of methods, which are executed, and the objects that they are given."""

from attrs import field, frozen

from ..spans import Span
from .annotations import Frames, Measure
from .statements import Statement
from .terms import Binder
from .variables import Name


@frozen(slots=True)
class Instance:
    """A parameter, or `this`, that is an object: its class, and its fields with what they hold. `constructed`: the
    routine is a constructor of it. `nullable`: it may be null."""

    name: Name
    kind: str
    fields: tuple[Binder, ...]
    constructed: bool = False
    nullable: bool = False


@frozen(slots=True)
class Routine:
    """The body of a method, which is executed. `objects`: `this` and the parameters that are objects; `nullable`: those
    that are one or null, or a collection of such objects. `source`: the text of the file. `two_states`: it mentions
    what variables and fields were at its beginning. `measure` and `frames` are checked where somebody asks for that.
    `resumed`: it is the body of an iterator, which each call goes on with."""

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
