"""Names of free variables, computed once for each subterm."""

from attrs import define, field

from .terms import BINDING, Term, binders, fold


@define(slots=True)
class FreeNames:
    """A cache. `of` costs what it has not seen before."""

    _known: dict[Term, frozenset[str]] = field(factory=dict)

    def of(self, term: Term) -> frozenset[str]:
        """The names of the term's free variables."""
        return fold(term, _free_names, self._known)


def _free_names(node: Term, of_arguments: tuple[frozenset[str], ...]) -> frozenset[str]:
    if node.op == "var":
        return frozenset((node.data,))
    if node.op not in BINDING:
        return frozenset().union(*of_arguments)
    bound: set[str] = set()
    free: set[str] = set()
    names = binders(node)
    for position, inside in enumerate(of_arguments):
        free |= inside - bound
        if position < len(names):
            bound.add(names[position].name)
    return frozenset(free)
