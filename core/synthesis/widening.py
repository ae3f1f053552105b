"""The kinds of values that a set of clauses leaves to the arguments and to their elements.

An encoding of many elements is small only where few kinds of values are left of each. Which these are is asked of an
encoding of all kinds and all sizes, with the literals of the set: a kind that is unsatisfiable there is one that no
input has which violates exactly these clauses. So an encoding without it loses no such input.

Example: of `assert isinstance(code, str)`, `assert len(code) == 13`, `assert code.isdigit()` the set {2} leaves texts
only, by the literal of clause 0; and an encoding of thirteen characters is as good as one of thirteen unknown elements.
"""

from collections.abc import Mapping, Sequence

from attrs import frozen

from ..deciding.solver import Outcome
from ..encoding.context import WITHIN_BOUNDS
from ..encoding.guards import conjunction, disjunction, negation
from ..encoding.inputs import KINDS, ROLES, InputNode
from ..ir.build import gt, integer
from ..ir.terms import TRUE, Term
from .queries import Query

HOLDERS = {"item": ("list", "tuple"), "hashed": ("dict", "set", "frozenset"), "value": ("dict",)}
"""The containers that have elements of a role."""
CONTAINERS = frozenset(kind for kinds in HOLDERS.values() for kind in kinds)
MOST_KINDS = 6
"""More kinds than this are as good as all of them: each takes a model."""

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
    for name, node in query.encoding.nodes.items():
        parts: dict[str, list[Present]] = {name: [(TRUE, node)]}
        if inside:
            parts |= {f"{name}.{role}": elements for role in HOLDERS if (elements := _elements(node, role))}
        for part, nodes in parts.items():
            found = _asked(query, literals, nodes)
            if found is not None and (found[0] or part != name):
                # An element that no input has may be of any kind.
                kinds[part] = found[0] or ("int",)
                places |= found[1]
    return Left(kinds, frozenset(places))


def _elements(node: InputNode, role: str) -> list[Present]:
    """The elements that a container has in a role: those that are shown, and one that stands for any other. None where
    there is no such one, since nothing is known of all elements then."""
    holds = disjunction(*(node.is_kind(kind) for kind in HOLDERS[role] if kind in node.kinds))
    further = conjunction(holds, gt(node.length, integer(node.unroll_bound)), negation(WITHIN_BOUNDS))
    shown: list[Present] = []
    spare: list[Present] = []
    for (own, position), child in node.children.items():
        if own == role:
            shown.append((conjunction(holds, gt(node.length, integer(position))), child))
        elif ROLES.get(own) == role:
            # A value that is not shown belongs to the key that is not.
            skolem = own if role != "value" else "hashedrest"
            if (node.name, skolem, position) in (node.context.spares or ()):
                spare.append((further, child))
    return [*shown, spare[0]] if spare else []


def _asked(
    query: Query, literals: Sequence[Term], nodes: Sequence[Present]
) -> tuple[tuple[str, ...], frozenset[int]] | None:
    """The kinds of which one of these elements may be, and the places of the literals which exclude all others. None
    where they are many, or a query has no answer."""
    seen: set[str] = set()
    while len(seen) <= MOST_KINDS:
        others = (conjunction(present, *(negation(node.is_kind(kind)) for kind in seen)) for present, node in nodes)
        answer = query.check([*literals, disjunction(*others)])
        if answer.outcome is Outcome.UNSAT:
            used = frozenset(answer.core or range(len(literals))) & frozenset(range(len(literals)))
            return tuple(kind for kind in KINDS if kind in seen), used
        tags = [answer.model.get(f"{node.name}.tag") for _, node in nodes] if answer.outcome is Outcome.SAT else []
        new = {KINDS[tag] for tag in tags if isinstance(tag, int) and 0 <= tag < len(KINDS)} - seen
        if not new:
            return None
        seen |= new
    return None
