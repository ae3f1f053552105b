"""Names in terms: of free variables, computed once for each subterm, and names that are not taken."""

from attrs import define, field

from .terms import BINDING, Term, binders, fold, subterms
from .variables import Name


@define(slots=True)
class FreeNames:
    """A cache. `of` costs what it has not seen before."""

    _known: dict[Term, frozenset[Name]] = field(factory=dict)

    def of(self, term: Term) -> frozenset[Name]:
        """The names of the term's free variables."""
        return fold(term, _free_names, self._known)


def _free_names(node: Term, of_arguments: tuple[frozenset[Name], ...]) -> frozenset[Name]:
    if node.op == "var":
        return frozenset((node.data,))
    if node.op not in BINDING:
        return frozenset().union(*of_arguments)
    bound: set[Name] = set()
    free: set[Name] = set()
    names = binders(node)
    for position, inside in enumerate(of_arguments):
        free |= inside - bound
        if position < len(names):
            bound.add(names[position].name)
    return frozenset(free)


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
