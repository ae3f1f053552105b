"""Names of free variables, computed once for each subterm."""

from attrs import define, field

from .terms import BINDING, Term, binders


@define(slots=True)
class FreeNames:
    """A cache. `of` costs what it has not seen before."""

    _known: dict[Term, frozenset[str]] = field(factory=dict)

    def of(self, term: Term) -> frozenset[str]:
        """The names of the term's free variables."""
        known = self._known
        stack = [term]
        while stack:
            node = stack[-1]
            if node in known:
                stack.pop()
                continue
            missing = [arg for arg in node.args if arg not in known]
            if missing:
                stack.extend(missing)
            else:
                known[stack.pop()] = self._combine(node)
        return known[term]

    def _combine(self, node: Term) -> frozenset[str]:
        if node.op == "var":
            return frozenset((node.data,))
        if node.op not in BINDING:
            return frozenset().union(*(self._known[arg] for arg in node.args))
        bound: set[str] = set()
        free: set[str] = set()
        names = binders(node)
        for position, arg in enumerate(node.args):
            free |= self._known[arg] - bound
            if position < len(names):
                bound.add(names[position].name)
        return frozenset(free)
