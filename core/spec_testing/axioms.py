"""What a program takes for granted: lemmas without a body.

`function Exp(x: real): real` and `lemma Zero() ensures Exp(0.0) == 1.0` are how Dafny states an axiom. What another
lemma promises of `Exp` then holds of the functions that meet the axioms, and of no others.
"""

from collections.abc import Iterable, Mapping

from ..ir.build import conj, forall, implies
from ..ir.contracts import Function, Program, Specification
from ..ir.terms import Term, free_names, subterms
from ..ir.variables import Name, is_field

MOST_AXIOMS = 12
"""For one lemma. A solver tries instances of each, and more of them leave it less time for those that matter."""


def axioms_for(specification: Specification, program: Program) -> dict[str, Term]:
    """The axioms about functions without a body that a lemma mentions, directly or through others, by the names of the
    lemmas that state them; none for a lemma that is an axiom itself."""
    if specification.assumed:
        return {}
    stated = {one.name: term for one in program.specifications if (term := _axiom(one)) is not None}
    known = _open_functions(_said_by(specification), program.functions)
    found: dict[str, Term] = {}
    while True:
        new = {
            name: term for name, term in stated.items()
            if name not in found and not known.isdisjoint(_open_functions([term], program.functions))
        }  # fmt: skip
        # All axioms that are one step further, or none: a part of them would depend on the order in the file.
        if not new or len(found) + len(new) > MOST_AXIOMS:
            return found
        found |= new
        known |= _open_functions(new.values(), program.functions)


def _axiom(specification: Specification) -> Term | None:
    """What a lemma without a body says of all inputs; None for any other, and where that is no term."""
    conditions = (*specification.requires, *specification.ensures)
    plain = not (specification.type_parameters or specification.heap or specification.instances)
    if not (specification.assumed and plain) or any(each.term is None for each in conditions):
        return None
    requires, ensures = (
        conj(*(each.term for each in listed if each.term is not None))
        for listed in (specification.requires, specification.ensures)
    )
    whole = implies(requires, ensures)
    names = {binder.name for binder in specification.inputs}
    if not free_names(whole) <= names or any(map(is_field, names)):
        return None
    return forall(specification.inputs, whole) if specification.inputs else whole


def _said_by(specification: Specification) -> list[Term]:
    return [each.term for each in (*specification.requires, *specification.ensures) if each.term is not None]


def _open_functions(terms: Iterable[Term], functions: Mapping[Name, Function]) -> set[Name]:
    """The functions without a body that terms call, directly or through the bodies of others."""
    found, seen, pending = set[Name](), set[Name](), list(terms)
    while pending:
        for name in {part.data for part in subterms(pending.pop()) if part.op == "call"} - seen:
            seen.add(name)
            function = functions.get(name)
            if function is not None and function.body is None:
                found.add(name)
            elif function is not None and function.body is not None:
                pending.append(function.body)
    return found
