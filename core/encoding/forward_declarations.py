"""Functions that are declared before the module that defines them, for those that need each other.

The elements of a set are those that are not equal to one another, and two sets are equal when their elements are: so
`sequences.py` needs `among`, of `equality.py`, which needs `sequences.py`. The first of the two modules calls the
declaration here, the second imports the first and defines it:

    declared.among(context, value, entries)       # sequences.py

    @declared.among.defined_by                    # equality.py
    def among(context, value, entries): ...

To keep: imports run one way, and the package imports every module that defines one (`__init__.py`), so that none is
called before it is defined.
"""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from ..ir.terms import Term
from .abstract_values import AbstractSequence, Entry, Symbolic
from .context import Context

P = ParamSpec("P")
R = TypeVar("R")


class ForwardDeclaration(Generic[P, R]):
    """A function by its name and its type; it can be called once it is defined."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._definition: Callable[P, R] | None = None

    def defined_by(self, function: Callable[P, R]) -> Callable[P, R]:
        """A decorator: this is the definition. Raises ValueError for a second one."""
        if self._definition is not None:
            raise ValueError(f"{self.name} is defined twice")
        self._definition = function
        return function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._definition is None:
            raise NotImplementedError(f"{self.name}: the module that defines it is not imported")
        return self._definition(*args, **kwargs)


among = ForwardDeclaration[[Context, Symbolic, tuple[Entry, ...]], Term]("among")
"""Some present entry equals the value (`equality.py`)."""

is_sorted = ForwardDeclaration[[Context, AbstractSequence, bool], Term]("is_sorted")
"""A sequence with elements that are not shown equals the sorted list of its elements, perhaps in reverse
(`ordering.py`)."""

sorted_at = ForwardDeclaration[[Context, AbstractSequence, Term], Symbolic]("sorted_at")
"""The element of a sorted list with an `origin` at a position that is known to be inside (`ordering.py`)."""
