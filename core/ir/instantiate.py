"""Substitution that never captures a variable."""

from collections.abc import Mapping

from ..trampoline import Steps, run
from .terms import BINDING, Binder, Term, binders, free_names, free_variables, make, rebuild, var
from .variables import Name


def instantiate(term: Term, values: Mapping[Name, Term]) -> Term:
    """The term with free variables replaced by name. Bound variables that would capture one are renamed."""
    free = frozenset(name for value in values.values() for name, _ in free_variables(value))
    return run(_replace(term, dict(values), free, {}))


def fresh(name: Name, taken: frozenset[Name]) -> Name:
    """The name, or the first of name'1, name'2, ... that is not taken."""
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name}'{number}"
    return candidate


def _replace(
    term: Term, values: dict[Name, Term], free: frozenset[Name], done: dict[Term, Term]
) -> Steps[Term]:
    """`done`: results under these very `values`."""
    if term in done:
        return done[term]
    if term.op == "var":
        result = values.get(term.data, term)
    elif term.op in BINDING:
        result = yield _under_binders(term, values, free)
    else:
        args = []
        for arg in term.args:
            args.append((yield _replace(arg, values, free, done)))
        result = rebuild(term, tuple(args))
    done[term] = result
    return result


def _under_binders(term: Term, values: dict[Name, Term], free: frozenset[Name]) -> Steps[Term]:
    inner, done = dict(values), dict[Term, Term]()
    names: list[Binder] = []
    args: list[Term] = []
    taken = free | free_names(term)
    for position, arg in enumerate(term.args):
        args.append((yield _replace(arg, inner, free, done)))
        if position < len(binders(term)):
            binder = binders(term)[position]
            name = fresh(binder.name, taken) if binder.name in free else binder.name
            inner, done = {**inner, binder.name: var(name, binder.sort)}, {}
            free |= {name}
            names.append(Binder(name, binder.sort))
    if tuple(names) == term.data:
        return rebuild(term, tuple(args))
    return make(term.op, args, term.sort, tuple(names), term.span)
