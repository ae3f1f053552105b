"""Equivalences about elements as two implications, each of which may bound a collection.

`forall x :: x in r <==> x in s` says which elements r has, and that it has no others. The evaluator finds the finite
domain of a sequence in conditions that bound it, one by one: in the whole it finds none. That is done here, for the
outputs of one input, and not in the evaluator: elsewhere a solver is quicker than the enumeration of all sequences of
some elements.
"""

from ..ir.build import UNBOUNDED, boolean, conj, forall, implies, op
from ..ir.sorts import BOOL
from ..ir.terms import Term, bare, free_names, var


def both_ways(clause: Term) -> tuple[Term, ...]:
    """Terms that together are true where a Bool term is true, and where it is false not all of them: of a conjunction
    part by part. Where it is undefined they may be true. `(set x | x in r) == s` is such an equivalence, too."""
    if clause.op == "and":
        return tuple(part for each in clause.args for part in both_ways(each))
    clause = _of_elements(clause)
    if clause.op != "forall":
        return (clause,)
    *given, body = clause.args
    premises, last = (body.args[0], body.args[1]) if body.op == "implies" else (boolean(True), body)
    if last.op != "eq" or last.args[0].sort != BOOL:
        return (clause,)
    one, other = last.args
    pairs = ((one, other), (other, one))
    return tuple(forall(clause.data, implies(conj(premises, left), right), given) for left, right in pairs)


def _of_elements(clause: Term) -> Term:
    """`(set x | x in r) == s` as `forall x :: x in r <==> x in s`; another term is itself."""
    if clause.op != "eq" or clause.args[0].sort.kind != "Set":
        return clause
    for one, other in (clause.args, clause.args[::-1]):
        one = bare(one)
        if one.op != "set.comprehension" or len(one.data) != 1:
            continue
        domain, condition, element = one.args
        (binder,) = one.data
        if binder.name in free_names(other) or domain != UNBOUNDED or element != var(binder.name, binder.sort):
            continue
        return forall(one.data, op("eq", condition, op("set.member", element, other)))
    return clause
