"""When does it mean anything that a solver finds nothing within bounds?

An encoding that is cut short everywhere (a loop of a thousand turns, of which six are followed) has no inputs left
within its bounds. Then every query is unsatisfiable, and nothing follows. So a verdict within bounds is given only

- where its core has a clause that is violated: else the clauses that hold exclude each other within the bounds;
- where inputs within the bounds are known (models that the oracle has confirmed) on which the clauses hold that the
  target does not name, and for each clause of the target one that violates it;
- and where no input of the whole run, within the bounds or not, makes every literal of the core true: such an input
  shows that the bounds are too narrow for this contract.

Otherwise the target is unknown. Each unsatisfiable core that is used again for another target has to pass anew.

Wider bounds need to know which kinds of values a set of clauses leaves to the arguments and their elements. An encoding
of many elements is small only where few kinds of values are left of each. Which these are is asked of an encoding of
all kinds and all sizes, with the literals of the set: a kind that is unsatisfiable there is one that no input has which
violates exactly these clauses. So an encoding without it loses no such input.

Example: of `assert isinstance(code, str)`, `assert len(code) == 13`, `assert code.isdigit()` the set {2} leaves texts
only, by the literal of clause 0; and an encoding of thirteen characters is as good as one of thirteen unknown elements.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial

from attrs import frozen

from ..deciding.solver import Outcome
from ..encoding.context import FOLLOWED, WITHIN_BOUNDS
from ..encoding.guards import conjunction, disjunction, negation
from ..encoding.inputs import KINDS, ROLES, InputNode
from ..ir.build import gt, integer
from ..ir.terms import TRUE, Term
from .queries import Query
from .synthesis_limits import LIMITS
from .verdicts import Arguments, Core, Observation, named

Observe = Callable[[Arguments], Observation | None]


def objection(query: Query, target: frozenset[int], core: Core, observe: Observe, realised: Set[frozenset[int]]) -> str:
    """Why nothing follows for a target from a core within bounds; empty where it does. `observe` asks the oracle about
    an input, `realised` has the sets of clauses that any input of the run violates (it grows with `observe`)."""
    if not core.violated:
        return "no input is within the bounds: there the clauses that have to hold contradict each other"
    if refuted := _refuted(core, realised):
        return refuted
    others = query.some(frozenset(), frozenset(range(len(query.encoding.clauses))) - target)
    if not _some(query, observe, lambda violated: violated <= target, others):
        return "no input within the bounds is known on which the other clauses hold"
    for clause in sorted(target):
        literals = query.some(frozenset({clause}), frozenset())
        if not _some(query, observe, partial(_has, clause), literals):
            return f"the bounds are too narrow: no input within them is known that violates clause {clause}"
    return _refuted(core, realised)  # once more: by what was observed just now


def _some(query: Query, observe: Observe, fits: Callable[[frozenset[int]], bool], literals: list[Term]) -> bool:
    """Is an input within the bounds known, or found, with the literals, so that `fits` its violated clauses?"""
    # Inputs that earlier queries came across cost nothing.
    if any(map(fits, query.covered)):
        return True
    # A model may be refuted by the oracle: the next one is asked for, a few times, since one confirmed input is enough.
    for _ in range(LIMITS.models_within_bounds):
        answer = query.check([*literals, WITHIN_BOUNDS, FOLLOWED])
        if answer.outcome is not Outcome.SAT:
            return False
        arguments = query.decode(answer)
        seen = None if arguments is None else observe(arguments)
        if seen is not None:
            query.covered.add(seen.violated)
            if fits(seen.violated):
                return True
        # The same input would come back otherwise.
        query.block(answer)
    return False


def _refuted(core: Core, realised: Set[frozenset[int]]) -> str:
    found = next(filter(core.matches, realised), None)
    return "" if found is None else f"the bounds are too narrow: an input beyond them violates {named(found)}"


def _has(clause: int, violated: frozenset[int]) -> bool:
    return clause in violated


HOLDERS = {"item": ("list", "tuple"), "hashed": ("dict", "set", "frozenset"), "value": ("dict",)}
"""The containers that have elements of a role."""
CONTAINERS = frozenset(kind for kinds in HOLDERS.values() for kind in kinds)

Present = tuple[Term, InputNode]
"""A node, and when there is such an element."""


@frozen(slots=True)
class Left:
    """The `kinds` that are left, by argument and by part of it (`inputs.part_of`), where they are few; and the `places`
    of the clauses whose literals that follows from."""

    kinds: Mapping[str, tuple[str, ...]]
    places: frozenset[int]


def kinds_left(query: Query, literals: Sequence[Term], inside: bool) -> Left:
    """The kinds that the arguments may be of, in an encoding of all kinds and sizes; `inside`: their elements, too, for
    which the encoding needs a spare Skolem constant (`encode.Extent`)."""
    kinds: dict[str, tuple[str, ...]] = {}
    places: set[int] = set()
    # An argument is present in every input; an element only where its container is long enough.
    for name, node in query.encoding.nodes.items():
        parts: dict[str, list[Present]] = {name: [(TRUE, node)]}
        if inside:
            parts |= {f"{name}.{role}": elements for role in HOLDERS if (elements := _elements(node, role))}
        for part, nodes in parts.items():
            pair = _asked(query, literals, nodes)
            # An argument without a kind means that the set has no input at all: that is no reason to narrow the
            # encoding.
            if pair is not None and (pair[0] or part != name):
                # An element that no input has may be of any kind.
                kinds[part] = pair[0] or ("int",)
                places |= pair[1]
    return Left(kinds, frozenset(places))


def _elements(node: InputNode, role: str) -> list[Present]:
    """The elements that a container has in a role: those that are shown, and one that stands for any other. None where
    there is no such one, since nothing is known of all elements then."""
    # Only a container of this role has such children; the conditions of the others would be vacuous.
    holds = disjunction(*(node.is_kind(kind) for kind in HOLDERS[role] if kind in node.kinds))
    further = conjunction(holds, gt(node.length, integer(node.unroll_bound)), negation(WITHIN_BOUNDS))
    presents: list[Present] = []
    spare: list[Present] = []
    for (own, position), child in node.children.items():
        if own == role:
            # The child number `k` exists where the container has more than `k` elements.
            presents.append((conjunction(holds, gt(node.length, integer(position))), child))
        elif ROLES.get(own) == role:
            # A value that is not shown belongs to the key that is not.
            skolem = own if role != "value" else "hashedrest"
            # Without a Skolem constant for the elements beyond the shown ones, nothing is known of all elements.
            if (node.name, skolem, position) in (node.context.spares or ()):
                spare.append((further, child))
    return [*presents, spare[0]] if spare else []


def _asked(
    query: Query, literals: Sequence[Term], nodes: Sequence[Present]
) -> tuple[tuple[str, ...], frozenset[int]] | None:
    """The kinds of which one of these elements may be, and the places of the literals which exclude all others. None
    where they are many, or a query has no answer."""
    seen: set[str] = set()
    while len(seen) <= LIMITS.kinds:
        # Each answer names a kind not yet seen, until none is left: then the seen ones are all, and the core says which
        # literals it takes.
        others = (conjunction(present, *(negation(node.is_kind(kind)) for kind in seen)) for present, node in nodes)
        answer = query.check([*literals, disjunction(*others)])
        if answer.outcome is Outcome.UNSAT:
            # The solver may name the disjunction, which is no literal of the set.
            used = frozenset(answer.core or range(len(literals))) & frozenset(range(len(literals)))
            return tuple(kind for kind in KINDS if kind in seen), used
        # Several nodes may differ in kind in one model; each is a kind that is left.
        tags = [answer.model.get(f"{node.name}.tag") for _, node in nodes] if answer.outcome is Outcome.SAT else []
        new = {KINDS[tag] for tag in tags if isinstance(tag, int) and 0 <= tag < len(KINDS)} - seen
        if not new:
            return None
        seen |= new
    return None
