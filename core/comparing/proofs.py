"""Does a clause follow from others? Asked of solvers: the others, with the clause negated, are satisfiable together or
not. The others are assumptions, so that a proof says which of them it needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from ..deciding.clauses import Decision, Engines, Theory, undecided_by
from ..deciding.solver import Answer, Backend, Outcome
from ..errors import Unsupported
from ..ir.build import conj, negate
from ..ir.definedness import well_defined
from ..ir.sorts import BOOL
from ..ir.terms import Term, make
from ..ir.type_instances import monomorphic


@frozen(slots=True)
class Proof:
    """*holds*: proved; *unknown* with `models`, values that are not confirmed yet, or without any. `core`: the
    positions of the premises that the proof needs, None where that is not known."""

    decision: Decision
    models: tuple[Mapping[str, Any], ...] = ()
    core: tuple[int, ...] | None = None


def implied(
    clause: Term, known: Sequence[Term], given: Sequence[Term], *, theory: Theory, engines: Engines
) -> Proof:
    """Is a clause defined and true wherever the `known` terms are, and those that are `given` anyway? Every solver is
    asked until one proves it."""
    found = Decision("unknown", None, "no solver was asked")
    models: list[Mapping[str, Any]] = []
    for backend, share in zip(engines.backends, engines.shares(len(engines.backends)), strict=True):
        if share.remaining <= 0:
            return Proof(Decision("timeout", None, "the time limit was reached"), tuple(models))
        try:
            answer, core = _asked(clause, known, given, backend, theory, share)
        except Unsupported as unsupported:
            found = Decision("unknown", backend.name, str(unsupported))
            continue
        if answer.outcome is Outcome.UNSAT:
            return Proof(Decision("holds", backend.name), (), core)
        if answer.outcome is Outcome.SAT:
            models.append(answer.model)
            found = Decision("unknown", backend.name, "the value of the solver is not confirmed by evaluation")
            break
        found = undecided_by(backend.name, answer)
    return Proof(found, tuple(models))


def _asked(
    clause: Term, known: Sequence[Term], given: Sequence[Term], backend: Backend, theory: Theory, engines: Engines
) -> tuple[Answer, tuple[int, ...] | None]:
    functions = theory.functions
    goal = negate(conj(well_defined(clause, functions), clause))
    facts = conj(*(conj(well_defined(each, functions), each) for each in given))
    assumed = [conj(well_defined(each, functions), each) for each in known]
    whole, instances = monomorphic(make("and", (goal, facts, *assumed), BOOL), functions)
    if any(function.extreme for function in instances.values()):
        raise Unsupported("an extreme predicate, where unfolding it does not end")
    session = backend.session(instances, theory.datatypes, dump=engines.dump, label="compare")
    try:
        seconds = engines.remaining
        if len(whole.args) != len(assumed) + 2:
            session.add(whole)
            return engines.charge(session.check(seconds=seconds), seconds), None
        session.add(*whole.args[:2])
        answer = engines.charge(session.check(whole.args[2:], seconds), seconds)
        return answer, answer.core
    finally:
        session.close()
