"""What a module declares, as the replay worker lists it: see `guest/declared.py`."""

from typing import Any, Literal

import msgspec

Manner = Literal["call", "model_validate", "convert"]
ConstraintKind = Literal["required", "type", "constraint", "validator"]


class DeclaredClause(msgspec.Struct, frozen=True):
    """One constraint. `kind`: that there is a value (`required`), of its `type`, a `constraint` of values of the type,
    or a `validator` function. `field`: the parameter that it is about, empty for one about the whole; `path`: the
    place in it; `test`: Python's expression for it over `x`, a value of the class `of`, where there is one."""

    field: str
    path: str
    constraint: str
    kind: ConstraintKind
    test: str = ""
    of: str = ""

    @property
    def shown(self) -> str:
        """For people: `address.zip: max_length=5`."""
        return f"{self.path}: {self.constraint}" if self.path else self.constraint


class DeclaredField(msgspec.Struct, frozen=True):
    """A parameter. `key`: its name in an input; `type`: a tree of what values it takes."""

    name: str
    key: str
    required: bool
    type: dict[str, Any]


class DeclaredContract(msgspec.Struct, frozen=True):
    """A class or a function that declares constraints. `manner`: how an input is given to the library, in a call with
    arguments by their keys, to `model_validate` or to `msgspec.convert`. `unread`: what of it no clause stands for."""

    name: str
    manner: Manner
    fields: tuple[DeclaredField, ...]
    clauses: tuple[DeclaredClause, ...]
    unread: tuple[str, ...] = ()
