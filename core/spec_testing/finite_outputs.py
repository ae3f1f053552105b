"""All outputs that clauses accept on one input, where the evaluator finds finite domains for them.

It finds the finite domain of a sequence in conditions that bound it, one by one: `forall x :: x in r <==> x in s` says
which elements r has, and that it has no others, and in the whole there is no bound. As two implications, each of which
may bound a collection, it is one (`both_ways`). That is done here, for the outputs of one input, and not in the
evaluator: elsewhere a solver is quicker than the enumeration of all sequences of some elements.
"""

from collections.abc import Mapping, Sequence

from ..deciding.clauses import EVALUATOR, Decision
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import UNBOUNDED, boolean, conj, forall, implies, op
from ..ir.contracts import Program
from ..ir.sorts import BOOL
from ..ir.terms import Binder, Term, bare, free_names, var
from ..ir.variables import Name, Valuation


def all_outputs(
    clauses: Sequence[Term], unknowns: Mapping[Name, Binder], values: Valuation, program: Program, fuel: Fuel
) -> tuple[list[Valuation], Decision] | None:
    """The outputs of which clauses over the unknowns hold: *refuted* says that there are no others, *unknown* that no
    finite domain was found. `unknowns`: component → the unknown for it; `values`: those of the input. None where there
    is nothing to list, as of arrays, of which there may be any number with the same elements."""
    binders = list(unknowns.values())
    # Infinitely many arrays have the same contents: they cannot be listed.
    if not binders or any(binder.sort.kind == "Array" for binder in binders):
        return None
    # All outputs as one set comprehension over the unknowns: the evaluator finds its domain or says that there is none.
    components = [var(binder.name, binder.sort) for binder in binders]
    element = op("tuple.make", *components) if len(components) > 1 else components[0]
    body = conj(*clauses)
    everything = op("set.comprehension", *(UNBOUNDED for _ in binders), body, element, data=tuple(binders))
    result = evaluate(everything, values, program.functions, program.datatypes, fuel)
    # Undefined: no finite domain, which is no verdict.
    if result.state != "defined":
        return [], Decision("unknown", EVALUATOR, result.reason)
    found = [value if len(components) > 1 else (value,) for value in result.value]
    outputs: list[Valuation] = [dict(zip(unknowns, value, strict=True)) for value in found]
    return outputs, Decision("refuted", EVALUATOR)


def both_ways(clause: Term) -> tuple[Term, ...]:
    """Terms that together are true where a Bool term is true, and where it is false not all of them: of a conjunction
    part by part. Where it is undefined they may be true. `(set x | x in r) == s` is such an equivalence, too."""
    if clause.op == "and":
        return tuple(both_way for arg in clause.args for both_way in both_ways(arg))
    clause = _of_elements(clause)
    if clause.op != "forall":
        return (clause,)
    *given, body = clause.args
    premises, last = (body.args[0], body.args[1]) if body.op == "implies" else (boolean(True), body)
    if last.op != "eq" or last.args[0].sort != BOOL:
        return (clause,)
    first, second = last.args
    pairs = ((first, second), (second, first))
    return tuple(forall(clause.data, implies(conj(premises, left), right), given) for left, right in pairs)


def _of_elements(clause: Term) -> Term:
    """`(set x | x in r) == s` as `forall x :: x in r <==> x in s`; another term is itself."""
    if clause.op != "eq" or clause.args[0].sort.kind != "Set":
        return clause
    for first, second in (clause.args, clause.args[::-1]):
        first = bare(first)
        if first.op != "set.comprehension" or len(first.data) != 1:
            continue
        domain, condition, element = first.args
        (binder,) = first.data
        if binder.name in free_names(second) or domain != UNBOUNDED or element != var(binder.name, binder.sort):
            continue
        return forall(first.data, op("eq", condition, op("set.member", element, second)))
    return clause
