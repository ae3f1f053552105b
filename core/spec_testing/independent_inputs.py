"""Parts of an input that no clause of a precondition relates: each can be looked for by itself.

Example: `requires |s| > 3 && sorted(s) && |t| > 3 && sorted(t)`. Where one in a hundred values that are tried for s is
valid, and one in a hundred for t, so is one in ten thousand inputs.
"""

from collections.abc import Sequence

from attrs import frozen

from ..ir.build import conjuncts
from ..ir.contracts import Specification
from ..ir.terms import Binder, Term, free_names


@frozen(slots=True)
class InputPart:
    """Parameters, and the clauses about them: no other clause mentions any of them."""

    binders: tuple[Binder, ...]
    conditions: tuple[Term, ...]


def independent_parts(specification: Specification, conditions: Sequence[Term]) -> tuple[InputPart, ...]:
    """The parts of the inputs of a specification with these conditions, as many as there are; none where what inputs
    are is said by more than conditions: where they are objects, fields, or arrays that may be one."""
    if specification.heap or specification.objects or specification.aliases or specification.reached is not None:
        return ()
    if specification.dimensions:
        return ()
    groups = [{binder.name} for binder in specification.inputs]
    clauses = [clause for condition in conditions for clause in conjuncts(condition)]
    for clause in clauses:
        mentioned = free_names(clause)
        joined = [group for group in groups if group & mentioned]
        groups = [group for group in groups if not group & mentioned]
        groups += [set().union(*joined)] if joined else []
    return tuple(
        InputPart(
            tuple(binder for binder in specification.inputs if binder.name in group),
            tuple(clause for clause in clauses if free_names(clause) & group),
        )
        for group in groups
    )
