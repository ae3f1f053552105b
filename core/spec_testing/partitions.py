"""Ways through a contract: conditions on the input that tell its cases apart.

Inputs are worth trying that take each way: one for each operand of a disjunction, for each side of an implication, of a
conditional (a `match` is some) and of an equivalence, those of which a quantified condition or a membership is true and
false, and on, below and above the boundary of each comparison, in the clauses and in the bodies of the functions that
they call; inside a branch, under the conditions that lead there; and where two names may be one object or one array, an
input of which that is true. They are the partitions of DSpec2Test, which brings a contract to disjunctive normal form.
"""

from collections.abc import Iterator, Mapping

from attrs import define

from ..ir.build import add, conj, conjuncts, eq, integer, lt, negate
from ..ir.contracts import Function, Program, Specification
from ..ir.sorts import BOOL, INT, OBJECT, REAL
from ..ir.substitution import instantiate
from ..ir.terms import BINDING, Term, bare, free_names, substitute, var
from ..ir.type_instances import at_call
from ..ir.variables import Name
from .aliased import distinct_pairs

MOST_WAYS = 40
"""Conditions that tell inputs apart. Tests are made for a few of them, and each is evaluated on every input."""
MOST_VISITED = 2_000
"""Subterms of one clause and of the functions that it calls, where conditions are looked for: inlined functions share
none."""
DEEPEST = 2
"""Bodies of functions inside bodies of functions."""

BranchConditions = tuple[Term, ...]


def ways(specification: Specification, program: Program) -> list[Term]:
    """Bool terms over the inputs before the call, at most `MOST_WAYS`: first those that say that two names are one,
    then those of the precondition."""
    sorts = {binder.name: binder.sort for binder in specification.inputs}
    # Clauses of the postcondition speak of the state after; only what did not change, or its old value, is a condition
    # on the input.
    earlier = {state: var(name, sorts[name]) for name, state in specification.pre_states.items() if name in sorts}
    same = sorts.keys() - set(specification.modifies)
    required = {
        bare(conjunct)
        for condition in specification.requires
        if condition.term is not None
        for conjunct in conjuncts(condition.term)
    }
    # A way that the precondition excludes has no input.
    excluded = {bare(negate(term)) for term in required}
    # Aliasing first: it is what authors think of last.
    found: dict[Term, None] = dict.fromkeys(
        bare(substitute(alias.same, earlier)) for alias in distinct_pairs(specification)
    )
    for conditions, names, renaming in (
        (specification.requires, frozenset(sorts), {}),
        (specification.ensures, frozenset(same | earlier.keys()), earlier),
    ):
        # The walk has a budget of its own for each kind of clauses.
        walk = _Walk(program.functions, names)
        for condition in conditions:
            for way in walk.ways(condition.term, (), DEEPEST) if condition.term is not None else ():
                told = bare(substitute(way, renaming))
                # What is required is true of each input, and its negation of none.
                open_parts = set(conjuncts(told)) - required
                if not open_parts or not open_parts.isdisjoint(excluded):
                    continue
                found.setdefault(told)
                if len(found) >= MOST_WAYS:
                    return list(found)
    return list(found)


@define(slots=True, eq=False)
class _Walk:
    """The way through clauses. `names`: the variables that stand for inputs; what mentions others decides nothing."""

    functions: Mapping[Name, Function]
    names: frozenset[Name]
    visited: int = 0

    def ways(self, term: Term, path: BranchConditions, depth: int) -> Iterator[Term]:
        """The conditions in a term that is reached under those of a path."""
        # The recursion is bounded by nodes visited, since inlined functions multiply.
        self.visited += 1
        if self.visited > MOST_VISITED:
            return
        yield from self._told_apart(term, path)
        # Under a quantifier the variable is no input.
        if term.op in BINDING and term.op != "let":
            return
        # What is evaluated second is reached only where the first had the outcome that goes on.
        match term.op:
            case "and" | "or":
                # Short-circuit evaluation: the second operand is reached where the first did not decide.
                for arg in term.args:
                    yield from self.ways(arg, path, depth)
                    path = self._under(path, arg if term.op == "and" else negate(arg))
            case "implies":
                yield from self.ways(term.args[0], path, depth)
                yield from self.ways(term.args[1], self._under(path, term.args[0]), depth)
            case "ite":
                condition, then, orelse = term.args
                yield from self.ways(condition, path, depth)
                yield from self.ways(then, self._under(path, condition), depth)
                yield from self.ways(orelse, self._under(path, negate(condition)), depth)
            case "let":
                values = {binder.name: value for binder, value in zip(term.data, term.args[:-1], strict=True)}
                yield from self.ways(instantiate(term.args[-1], values), path, depth)
            # Inside a called function the cases are those of its body, for these arguments.
            case "call" if depth:
                function = self.functions.get(term.data)
                if function is not None and function.body is not None:
                    yield from self._inside(at_call(function, term), term, path, depth)
            case _:
                for arg in term.args:
                    yield from self.ways(arg, path, depth)

    def _inside(self, function: Function, call: Term, path: BranchConditions, depth: int) -> Iterator[Term]:
        assert function.body is not None
        values = {binder.name: arg for binder, arg in zip(function.parameters, call.args, strict=True)}
        yield from self.ways(instantiate(function.body, values), path, depth - 1)

    def _told_apart(self, term: Term, path: BranchConditions) -> Iterator[Term]:
        """The ways that part at one node."""
        # At each node, what would make its value another.
        conditions: list[Term] = []
        match term.op:
            case "or":
                conditions = list(term.args)
            case "implies" | "ite":
                conditions = [term.args[0], negate(term.args[0])]
            case "eq" if term.args[0].sort == BOOL:
                conditions = [term.args[0], negate(term.args[0])]
            case "eq" if term.args[0].sort == OBJECT or term.args[0].sort.kind == "Array":
                conditions = [term, negate(term)]
            # Boundary value analysis: on the boundary, and beside it.
            case "lt" | "le" | "eq" if term.args[0].sort in (INT, REAL):
                conditions = _boundary(*term.args)
            case "var" if term.sort == BOOL:
                conditions = [term, negate(term)]
            case "forall" | "exists" | "set.member" | "seq.member" | "map.member" | "multiset.member":
                # Of `r < 0 ==> forall i :: 0 <= i < a.Length ==> a[i] != x` there is an input with x in a, and one
                # without.
                conditions = [term, negate(term)]
        yield from (conj(*path, condition) for condition in conditions if self._is_known(condition))

    def _under(self, path: BranchConditions, condition: Term) -> BranchConditions:
        # A condition about bound variables or outputs is left out, which makes the path weaker: no verdict rests on it,
        # it only says which inputs are worth looking for.
        return (*path, condition) if self._is_known(condition) else path

    def _is_known(self, condition: Term) -> bool:
        free = free_names(condition)
        return bool(free) and free <= self.names


def _boundary(left: Term, right: Term) -> list[Term]:
    """Terms for the boundary of a comparison and its two neighbours."""
    if left.sort == INT:
        return [eq(left, right), eq(add(left, integer(1)), right), eq(left, add(right, integer(1)))]
    return [eq(left, right), lt(left, right), lt(right, left)]
