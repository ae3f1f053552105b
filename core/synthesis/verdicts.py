"""What synthesis says about a set of clauses."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Literal

from attrs import field, frozen

from ..solver import Outcome

Arguments = Mapping[str, Any]


@frozen(slots=True)
class Observation:
    """What an execution of the contract on an input showed: the violated clauses, and how each is violated."""

    violated: frozenset[int]
    how: Mapping[int, str]

    def false_count(self) -> int:
        return sum(1 for manner in self.how.values() if manner == "false")


Oracle = Callable[[Arguments], Observation | None]
"""Executes the contract on an input; None when the outcome is unknown."""


@frozen(slots=True)
class SolverCheck:
    """One solver's answer about one target: sat is a model, not yet a test."""

    solver: str
    outcome: Outcome
    seconds: float
    bounded: bool = False


@frozen(slots=True)
class Verdict:
    """`violating` carries certified arguments. `infeasible` carries its unsat core and says whether a bound of the
    encoding takes part (`bounded`: then it holds within bounds only) and for which universe of values it holds.
    `unknown` carries a reason."""

    target: frozenset[int]
    outcome: Literal["violating", "infeasible", "unknown"]
    solver: str
    arguments: Arguments | None = None
    core: tuple[str, ...] = ()
    bounded: bool = False
    reason: str = ""
    universe: str = ""
    checks: tuple[SolverCheck, ...] = field(default=())


def targets(clauses: int, most: int | None = None) -> Iterator[frozenset[int]]:
    """The non-empty sets of clause indices, small ones first; at most `most` of them."""
    produced = 0
    for size in range(1, clauses + 1):
        for chosen in combinations(range(clauses), size):
            if most is not None and produced >= most:
                return
            produced += 1
            yield frozenset(chosen)
