"""The free names of terms, and substitution that never captures one."""

from collections.abc import Mapping

from attrs import define, field

from ..trampoline import Steps, run
from .terms import (
    BINDING,
    Binder,
    Term,
    binders,
    fold,
    free_names,
    free_variables,
    make,
    rebuild,
    subterms,
    var,
    without_bound,
)
from .variables import Name


@define(slots=True)
class FreeNames:
    """A cache. `of` costs what it has not seen before."""

    _known: dict[Term, frozenset[Name]] = field(factory=dict)

    def of(self, term: Term) -> frozenset[Name]:
        """The names of the term's free variables."""
        names_known = self._known.get(term)
        return fold(term, _free_names, self._known) if names_known is None else names_known


def _free_names(node: Term, of_arguments: tuple[frozenset[Name], ...]) -> frozenset[Name]:
    if node.op == "var":
        return frozenset((node.data,))
    return without_bound(of_arguments, [binder.name for binder in binders(node)])


def unused_name(wish: str, *terms: Term) -> str:
    """`wish`, with as many apostrophes more as it takes to stand in none of the terms, free or bound.

    No name is ours from the start: an identifier of Dafny may have apostrophes (reference manual, 2.6.1), and one of
    the user's that a binder of ours captures makes another term, with another value.
    """
    taken: set[Name] = set()
    for node in subterms(*terms):
        if node.op == "var":
            taken.add(node.data)
        elif node.op in BINDING:
            taken.update(binder.name for binder in binders(node))
    while wish in taken:
        wish += "'"
    return wish


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


def _replace(term: Term, values: dict[Name, Term], free: frozenset[Name], done: dict[Term, Term]) -> Steps[Term]:
    """`done`: results under these very `values`."""
    if term in done:
        return done[term]
    if term.op == "var":
        result = values.get(term.data, term)
    elif term.op in BINDING:
        # Bound names hide values, and may have to be renamed for those that are put in.
        result = yield _under_binders(term, values, free)
    else:
        args = []
        for arg in term.args:
            args.append((yield _replace(arg, values, free, done)))
        result = rebuild(term, tuple(args))
    done[term] = result
    return result


def _under_binders(term: Term, values: dict[Name, Term], free: frozenset[Name]) -> Steps[Term]:
    # `exists y :: y > x` with y for x is `exists y'1 :: y'1 > y`: a binder that would capture a free name is renamed.
    # What a binder hides is replaced by itself, or by its new name, from the next argument on: a domain sees the
    # binders before its own. The results so far (`done`) are of other values and cannot be used there.
    values_inside, done = dict(values), dict[Term, Term]()
    names: list[Binder] = []
    args: list[Term] = []
    taken = free | free_names(term)
    for position, arg in enumerate(term.args):
        args.append((yield _replace(arg, values_inside, free, done)))
        if position < len(binders(term)):
            binder = binders(term)[position]
            name = fresh(binder.name, taken) if binder.name in free else binder.name
            values_inside, done = {**values_inside, binder.name: var(name, binder.sort)}, {}
            free |= {name}
            names.append(Binder(name, binder.sort))
    if tuple(names) == term.data:
        return rebuild(term, tuple(args))
    return make(term.op, args, term.sort, tuple(names), term.span)
