"""Elements beyond those that an encoding shows, for queries about some or all elements.

The elements of an argument that are not shown are unbounded in number. Whether all of them satisfy a condition depends
on one of them: the first that does not, if there is one. It has a name, a Skolem constant, and unknown contents. Each
query takes one of its own; those of other queries are elements, too, and satisfy the condition if that one does. So an
encoding can prove that no value of any size violates a set of clauses.

Example: `all(x > 0 for x in xs)` and `any(x < 0 for x in xs)`. The first clause has the constant k1 with: the clause is
true iff all the elements that are shown are positive and k1 is. The second has k2, an element too: so where the first
clause is true, `k2 > 0` holds, and the second is false for lists of every length.

Invariant: what is said of a constant must hold of some element of every real input, else inputs are lost and proofs are
false. Therefore a constant is taken by one query only (`taken`), two texts share one only where they ask the same of
each element (`shared`), and where none is left a bound is recorded instead of an answer.
"""

from collections.abc import Callable, Hashable
from functools import partial

from ..ir.build import implies
from ..ir.terms import FALSE, Term
from .abstract_values import Entry
from .context import Context, any_of
from .guards import conjunction, disjunction, negation


def take(context: Context, beyond: tuple[Entry, ...]) -> Entry | None:
    """A Skolem constant that no other query has; None when all are taken."""
    for entry in beyond:
        if entry.skolem not in context.taken:
            context.taken.add(entry.skolem)
            return entry
    return None


def shared(context: Context, beyond: tuple[Entry, ...], query: Hashable) -> Entry | None:
    """The Skolem constant of a query that is asked more than once, in one loop or in several clauses: the same one each
    time. None when all were taken before. Queries are the same if they have the same answer for each element,
    whatever the path."""
    if not beyond:
        return None
    # The entries of a dict's views stand for the same elements with other values.
    key = ("witness", beyond[0].skolem, beyond[0].value, query)
    if key not in context.summaries:
        context.summaries[key] = take(context, beyond)
    entry: Entry | None = context.summaries[key]
    return entry


def available(context: Context, beyond: tuple[Entry, ...]) -> bool:
    """Is there a Skolem constant that no query has?"""
    return any(entry.skolem not in context.taken for entry in beyond)


def decided(
    context: Context,
    more: Term,
    beyond: tuple[Entry, ...],
    found: Term,
    decides: Callable[[Entry], Term],
    query: Hashable = None,
) -> Term:
    """Whether some element beyond those shown decides a query. `found`: an element that is shown decides it.

    `decides` gives when an element does, and may raise. Where no Skolem constant is left, a bound says so. `query`
    names one that may be asked again (`shared`).
    """
    skolem_entry = None
    # Questions by name share their constant: the same question has the same answer.
    if more is not FALSE:
        skolem_entry = take(context, beyond) if query is None else shared(context, beyond, query)
    # No constant left, or a further element cannot be: within bounds the shown ones are all there is.
    if skolem_entry is None:
        context.bound(conjunction(more, negation(found)), "elements of a sequence", hard=False)
        return FALSE
    # What deciding raises belongs to the query: an element may raise before it decides.
    raised_before = len(context.raised)
    hit: Term = FALSE
    # The constant matters only where no shown element has decided.
    with context.under(conjunction(negation(found), skolem_entry.present)) as possible:
        if possible:
            hit = conjunction(negation(found), skolem_entry.present, decides(skolem_entry))
    raised = any_of(context.raised[raised_before:])
    # Otherwise nothing decides and nothing raises; then no other element beyond does, either. That is what makes the
    # constant stand for all of them.
    exclude(context, beyond, skolem_entry, negation(disjunction(found, hit, raised)), decides)
    return hit


def exclude(
    context: Context, beyond: tuple[Entry, ...], own: Entry, undecided: Term, decides: Callable[[Entry], Term]
) -> None:
    """Where the own Skolem constant leaves a query undecided, all other elements do."""
    for entry in beyond:
        if entry is own:
            continue
        with context.under(conjunction(undecided, entry.present)) as possible:
            if possible:
                rule_out(context, partial(decides, entry))


def rule_out(context: Context, decides: Callable[[], Term]) -> None:
    """State that under the context's path a query is not decided, and nothing is raised. What the encoding does not
    follow states nothing."""
    hit, raised, followed = _apart(context, decides)
    context.know(implies(followed, negation(disjunction(hit, raised))))


def state(context: Context, build: Callable[[], Term]) -> None:
    """State a fact under the context's path. What the encoding does not follow, or what raises, states nothing."""
    fact, raised, followed = _apart(context, build)
    context.know(implies(conjunction(followed, negation(raised)), fact))


def _apart(context: Context, build: Callable[[], Term]) -> tuple[Term, Term, Term]:
    """What is built, when that raises, and when it is reached and followed; nothing of it is kept in the context."""
    start = len(context.cuts)
    with context.collecting() as raised:
        built = build()
    doubt = disjunction(*(cut.guard for cut in context.cuts[start:] if cut.kind != "size"))
    del context.cuts[start:]
    return built, any_of(raised), conjunction(context.path, negation(doubt))
