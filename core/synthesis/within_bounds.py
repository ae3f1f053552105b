"""When does it mean anything that a solver finds nothing within bounds?

An encoding that is cut short everywhere (a loop of a thousand turns, of which six are followed) has no inputs left
within its bounds. Then every query is unsatisfiable, and nothing follows. So a verdict within bounds is given only

- where its core has a clause that is violated: else the clauses that hold exclude each other within the bounds;
- where inputs within the bounds are known (models that the oracle has confirmed) on which the clauses hold that the
  target does not name, and for each clause of the target one that violates it;
- and where no input of the whole run, within the bounds or not, makes every literal of the core true: such an input
  shows that the bounds are too narrow for this contract.

Otherwise the target is unknown. Each unsatisfiable core that is used again for another target has to pass anew.
"""

from collections.abc import Callable, Set
from functools import partial

from ..deciding.solver import Outcome
from ..encoding.context import FOLLOWED, WITHIN_BOUNDS
from ..ir.terms import Term
from .queries import Query
from .verdicts import Arguments, Core, Observation, named

Observe = Callable[[Arguments], Observation | None]

MODELS = 4
"""Models of one query that may be refuted before the bounds count as empty."""


def objection(
    query: Query, target: frozenset[int], core: Core, observe: Observe, realised: Set[frozenset[int]]
) -> str:
    """Why nothing follows for a target from a core within bounds; empty where it does. `observe` asks the oracle about
    an input, `realised` has the sets of clauses that any input of the run violates (it grows with `observe`)."""
    if not core.violated:
        return "the bounds leave nothing: within them the clauses that hold exclude each other"
    if refuted := _refuted(core, realised):
        return refuted
    others = query.some(frozenset(), frozenset(range(len(query.encoding.clauses))) - target)
    if not _some(query, observe, lambda violated: violated <= target, others):
        return "the bounds leave nothing: no input within them is known on which the other clauses hold"
    for clause in sorted(target):
        literals = query.some(frozenset({clause}), frozenset())
        if not _some(query, observe, partial(_has, clause), literals):
            return f"the bounds are too narrow: no input within them is known that violates clause {clause}"
    return _refuted(core, realised)  # once more: by what was observed just now


def _some(query: Query, observe: Observe, fits: Callable[[frozenset[int]], bool], literals: list[Term]) -> bool:
    """Is an input within the bounds known, or found, with the literals, so that `fits` its violated clauses?"""
    if any(map(fits, query.covered)):
        return True
    for _ in range(MODELS):
        answer = query.check([*literals, WITHIN_BOUNDS, FOLLOWED])
        if answer.outcome is not Outcome.SAT:
            return False
        arguments = query.decode(answer)
        seen = None if arguments is None else observe(arguments)
        if seen is not None:
            query.covered.add(seen.violated)
            if fits(seen.violated):
                return True
        query.block(answer)
    return False


def _refuted(core: Core, realised: Set[frozenset[int]]) -> str:
    found = next(filter(core.matches, realised), None)
    return "" if found is None else f"the bounds are too narrow: an input beyond them violates {named(found)}"


def _has(clause: int, violated: frozenset[int]) -> bool:
    return clause in violated
