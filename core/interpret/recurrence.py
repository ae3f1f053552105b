"""Loops that come back to a state that they were in: what follows is the same again, without end.

`while i < n { i := i; }` is one, and many mutants of bodies are, which would each take all of their steps.
"""

from typing import Any

from attrs import define, frozen

from ..errors import NotComputed
from ..ir.statements import Statement, Yield, statements_of
from ..ir.updates import Arbitrary, Call
from .store import Store, Variables

FIRST_LOOK = 32
"""Turns after which states are compared: most loops have fewer."""


@frozen(slots=True, eq=False)
class LoopState:
    """What the turns of a loop depend on: the variables, and in the store the arrays and the fields, which its version
    counts."""

    variables: Variables
    arrays: dict[Any, tuple[Any, ...]]
    version: int

    def is_now(self, variables: Variables, store: Store) -> bool:
        """Is it known to be the state?"""
        try:
            return self.version == store.version and self.variables == variables and self.arrays == store.arrays
        except NotComputed:
            return False


@define(slots=True, eq=False)
class Recurrence:
    """Looks for a state that comes back after turns of a loop. By Brent's algorithm (BIT 20, 1980): each state is
    compared with that after the last turn whose number is a power of two, so that circles of any length are found, and
    one state is kept."""

    body: tuple[Statement, ...]
    _kept: LoopState | None = None

    def found(self, turn: int, variables: Variables, store: Store) -> bool:
        """Is the state after a turn one that was there before? To be asked from `FIRST_LOOK` on."""
        if self._kept is not None and self._kept.is_now(variables, store):
            return True
        if turn & (turn - 1) == 0 and not _has_more_state(self.body):
            self._kept = LoopState(dict(variables), dict(store.arrays), store.version)
        return False


def _has_more_state(body: tuple[Statement, ...]) -> bool:
    """May statements depend on anything else? A Bool that is any goes on with the generator of an execution, and an
    iterator, which a call may be of, with its body."""
    return any(
        isinstance(statement_inside, Call | Yield)
        or (isinstance(statement_inside, Arbitrary) and statement_inside.target.sort.kind == "Bool")
        for statement_inside in statements_of(body)
    )
