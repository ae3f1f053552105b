"""Lemmas about all values of a type: their quantified variables become parameters.

Example: `lemma Sum(x: int) ensures forall n: nat, m: nat :: Exp(x, n + m) == Exp(x, n) * Exp(x, m)`. No enumeration
ends that tries all n and m, and no solver proves the claim without an induction. But whoever proves it for n and m that
are arbitrary has proved it, so that the lemma says the same as

    lemma Sum(x: int, n: nat, m: nat) ensures Exp(x, n + m) == Exp(x, n) * Exp(x, m)

which is tested on inputs like any other lemma.

Invariant: a quantifier is taken out only where it stands for the whole claim, or for the conclusion of one, or for a
part of a conjunction of those; under a negation or an `exists` it would mean something else. One whose variables have
finite domains stays: it is decided for all their values.
"""

from collections.abc import Mapping

from attrs import define, evolve, field

from ..evaluate.domains import plan
from ..ir.build import conj, implies
from ..ir.contracts import Condition, Datatype, Function, Program, Specification
from ..ir.sorts import BOOL, Sort
from ..ir.substitution import fresh, instantiate
from ..ir.terms import Binder, Term, free_names, sorts_by_name, var
from ..ir.variables import Name


def with_lemma_parameters(program: Program) -> Program:
    """The program in which the lemmas that speak of all values of a type have these as parameters."""
    listed = tuple(
        _with_parameters(specification, program) if specification.kind == "lemma" else specification
        for specification in program.specifications
    )
    return evolve(program, specifications=listed)


def _with_parameters(specification: Specification, program: Program) -> Specification:
    taken = sorts_by_name(specification.inputs)
    free = frozenset[Name]().union(*(free_names(term) for term in specification.terms))
    lifting = _Lifting(program.functions, program.datatypes, free | taken.keys())
    ensures = tuple(_lifted(condition, lifting) for condition in specification.ensures)
    added = tuple(Binder(name, sort) for name, sort in lifting.added.items())
    return evolve(specification, inputs=(*specification.inputs, *added), ensures=ensures) if added else specification


def _lifted(condition: Condition, lifting: "_Lifting") -> Condition:
    return condition if condition.term is None else evolve(condition, term=lifting.lift(condition.term))


@define(slots=True)
class _Lifting:
    """`taken`: names that mean something else. `added`: the parameters that quantified variables have become. Those of
    two claims may be one: both claims hold of all values if their conjunction does."""

    functions: Mapping[Name, Function]
    datatypes: Mapping[str, Datatype]
    taken: frozenset[Name]
    added: dict[Name, Sort] = field(factory=dict)

    def lift(self, term: Term) -> Term:
        """A claim without the quantifiers around it that have no finite domain."""
        match term.op:
            case "and":
                return conj(*(self.lift(arg) for arg in term.args), span=term.span)
            case "implies":
                premise, conclusion = term.args
                # A quantifier in the premise would become the other one: it stays where it is.
                return implies(premise, self.lift(conclusion))
            case "forall" if self._is_endless(term):
                names = {binder.name: self._parameter(binder) for binder in term.data}
                values = {old: var(new, self.added[new]) for old, new in names.items()}
                return self.lift(instantiate(term.args[-1], values))
            case _:
                return term

    def _is_endless(self, term: Term) -> bool:
        *domains, body = term.args
        if any(domain.op != "unbounded" for domain in domains):
            return False
        found = plan(term.data, domains, body, False, self.functions, self.datatypes)
        return any(domain.op == "unbounded" and binder.sort != BOOL for binder, domain in found)

    def _parameter(self, binder: Binder) -> Name:
        others = frozenset(name for name, sort in self.added.items() if sort != binder.sort)
        name = fresh(binder.name, self.taken | others)
        self.added[name] = binder.sort
        return name
