"""Which parts of a term mean the same in every round of a loop, whatever the loop's variables are."""

from collections.abc import Iterable

from ..ir.names import FreeNames
from ..ir.terms import Term, binders


def invariant(roots: Iterable[Term], names: frozenset[str], free: FreeNames) -> dict[Term, frozenset[str]]:
    """The largest subterms that do not mention these names, nor one that is bound around them, each with its free
    names. Leaves are none."""
    found: dict[Term, frozenset[str]] = {}
    done: set[tuple[Term, frozenset[str]]] = set()
    pending = [(root, names) for root in roots]
    while pending:
        term, hidden = pending.pop()
        if not term.args or (term, hidden) in done:
            continue
        done.add((term, hidden))
        if free.of(term).isdisjoint(hidden):
            found[term] = free.of(term)
            continue
        inner = hidden | {binder.name for binder in binders(term)}
        pending.extend((arg, inner) for arg in term.args)
    return found
