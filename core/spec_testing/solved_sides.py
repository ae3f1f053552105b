"""An equation solved for a variable in one of its sides, by values: what `|s| == 3` or `a[i] == 7` makes of s and a.

Each operator is inverted as far as its value leaves the argument open in few ways, and whatever else an argument holds
stays as it was: s keeps its first three elements, a its others. It is the inverse of an evaluation at one place, as
lenses are (Foster et al., "Combinators for bidirectional tree transformations", 2007).
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from attrs import frozen

from ..ir.sorts import REAL, Sort
from ..ir.terms import Term
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, applied, elements_in, ordered
from ..ir.variables import Name
from .spec_testing_limits import LIMITS


class NotSolved(Exception):
    """The term cannot have the value, or it is not known how."""


@frozen(slots=True)
class EquationSolver:
    """Solves equations for the variables in `open_names`. `value`: of a term, where these have the values that they
    have so far; raises NotSolved where it has none. `draw`: some value of a sort; raises NotSolved for one without
    literals. `unfolded`: the body of the function that a term calls, about its arguments. `choose`: a number below
    another. `in_array`: the variables that hold the array with the identity of this one, with this one in its place;
    raises NotSolved where none does. `position`: where its constructor keeps the field that a `datatype.at` reads."""

    open_names: frozenset[Name]
    value: Callable[[Term], Any]
    draw: Callable[[Sort], Any]
    unfolded: Callable[[Term], Term | None]
    choose: Callable[[int], int]
    in_array: Callable[[ArrayValue], dict[Name, Any]]
    position: Callable[[Term], int]

    def assigned(self, term: Term, target: Any, depth: int = LIMITS.inverted_levels) -> dict[Name, Any]:
        """Variables → their values, with which a term has a value, if that of no other term in it changes with them.
        Raises NotSolved."""
        solve = None if depth < 0 else _INVERSES.get(term.op)
        if solve is None:
            raise NotSolved
        return solve(self, term, target, depth - 1)

    def of_either(
        self, first: tuple[Term, Any], second: tuple[Term, Any], depth: int = LIMITS.inverted_levels
    ) -> dict[Name, Any]:
        """One of two terms with its value: which, is chosen, and the other where the first cannot have it."""
        order = (first, second) if self.choose(2) else (second, first)
        try:
            return self.assigned(*order[0], depth)
        except NotSolved:
            return self.assigned(*order[1], depth)

    def all_of(self, pairs: list[tuple[Term, Any]], depth: int) -> dict[Name, Any]:
        """Several terms, each with its value; those that have theirs stay as they are."""
        found: dict[Name, Any] = {}
        for term, target in pairs:
            if self.value(term) != target:
                found.update(self.assigned(term, target, depth))
        return found

    def some(self, sort: Sort, count: int, apart: frozenset[Any] | None = None) -> list[Any]:
        """Draw `count` values of a sort; with `apart`, different ones and none of these."""
        found: list[Any] = []
        # A small sort may not have as many different values.
        for _ in range(20 * count):
            if len(found) == count:
                break
            value = self.draw(sort)
            if apart is None or (value not in apart and value not in found):
                found.append(value)
        if len(found) < count:
            raise NotSolved
        return found


def _variable(solver: EquationSolver, term: Term, target: Any, _depth: int) -> dict[Name, Any]:
    return {term.data: target} if term.data in solver.open_names else _not_solved()


def _element(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    container, index = term.args
    old, at = solver.value(container), solver.value(index)
    elements = elements_in(old)
    if not isinstance(elements, tuple):
        raise NotSolved
    if not 0 <= at < len(elements):
        return solver.assigned(index, elements.index(target), depth) if target in elements else _not_solved()
    return _holding(solver, container, (*elements[:at], target, *elements[at + 1 :]), depth)


def _not_solved() -> dict[Name, Any]:
    raise NotSolved


def _holding(solver: EquationSolver, container: Term, elements: tuple[Any, ...], depth: int) -> dict[Name, Any]:
    """A sequence or an array with these elements: of an array, under all of its names."""
    old = solver.value(container)
    if isinstance(old, ArrayValue):
        return solver.in_array(ArrayValue(elements, old.identity))
    return solver.assigned(container, elements, depth)


def _elements(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    return _holding(solver, term.args[0], target, depth)


def _length(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    (container,) = term.args
    old = solver.value(container)
    if not 0 <= target <= LIMITS.sized_elements or old is None:
        raise NotSolved
    elements = elements_in(old)
    more = solver.some(container.sort.args[0], max(0, target - len(elements)))
    return _holding(solver, container, (*elements[:target], *more), depth)


def _cardinality(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    (container,) = term.args
    old = solver.value(container)
    if not 0 <= target <= LIMITS.sized_elements:
        raise NotSolved
    kept = ordered(old)[:target]
    more = solver.some(container.sort.args[0], max(0, target - len(kept)), frozenset(kept))
    if isinstance(old, frozenset):
        return solver.assigned(container, frozenset((*kept, *more)), depth)
    values = [old[key] for key in kept] + solver.some(container.sort.args[1], len(more))
    return solver.assigned(container, FrozenMap(zip((*kept, *more), values, strict=True)), depth)


def _slice(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    container, low, high = term.args
    old, start, end = solver.value(container), solver.value(low), solver.value(high)
    if not 0 <= start <= len(old):
        raise NotSolved
    solution: dict[Name, Any] = {}
    if end - start != len(target):
        # `a[..n] == s` with a longer s: n is to be its length, unless that is what an end without a bound is.
        if high.op != "seq.len":
            solution = solver.assigned(high, start + len(target), depth)
        end = max(start, min(end, len(old)))
    return {**solution, **solver.assigned(container, (*old[:start], *target, *old[end:]), depth)}


def _concatenation(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    first, second = term.args
    left, right = solver.value(first), solver.value(second)
    if target[: len(left)] == left:
        return solver.assigned(second, target[len(left) :], depth)
    if right == target[len(target) - len(right) :]:
        return solver.assigned(first, target[: len(target) - len(right)], depth)
    cut = min(len(left), len(target))
    return solver.all_of([(first, target[:cut]), (second, target[cut:])], depth)


def _parts(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    """Solve a display of a tuple or a sequence, part by part."""
    if len(target) != len(term.args):
        raise NotSolved
    return solver.all_of(list(zip(term.args, target, strict=True)), depth)


def _fields(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    if not isinstance(target, DatatypeValue) or target.constructor != term.data:
        raise NotSolved
    return solver.all_of(list(zip(term.args, target.fields, strict=True)), depth)


def _component(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    (container,) = term.args
    old = solver.value(container)
    return solver.assigned(container, (*old[: term.data], target, *old[term.data + 1 :]), depth)


def _field(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    (container,) = term.args
    old = solver.value(container)
    if not isinstance(old, DatatypeValue) or old.constructor != term.data[0]:
        raise NotSolved
    at = solver.position(term)
    fields = (*old.fields[:at], target, *old.fields[at + 1 :])
    return solver.assigned(container, applied(old.constructor, fields), depth)


def _at_key(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    container, key = term.args
    return solver.assigned(container, FrozenMap({**solver.value(container), solver.value(key): target}), depth)


def _keys(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    (container,) = term.args
    old = solver.value(container)
    new = iter(solver.some(container.sort.args[1], len(target)))
    keys = ordered(target)
    return solver.assigned(container, FrozenMap((key, old[key] if key in old else next(new)) for key in keys), depth)


def _values(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    """Keys whose values are not wanted get those that are missing; for what is left there are further keys."""
    (container,) = term.args
    old = solver.value(container)
    values = ordered(target)
    held = frozenset(old.values())
    missing = [value for value in values if value not in held]
    new = {}
    for key in ordered(old) if values else ():
        # Keys that hold a wanted value keep it: the repair changes as little as it can.
        if old[key] in target:
            new[key] = old[key]
        else:
            new[key] = missing.pop() if missing else values[solver.choose(len(values))]
    further = solver.some(container.sort.args[0], len(missing), frozenset(old))
    return solver.assigned(container, FrozenMap({**new, **dict(zip(further, missing, strict=True))}), depth)


def _items(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    new = dict(ordered(target))
    if len(new) < len(target):  # a key with two values
        raise NotSolved
    return solver.assigned(term.args[0], FrozenMap(new), depth)


def _in_some_order(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    """Solve `multiset(s) == m` and `multiset(a[..]) == multiset(b[..])`: elements in some order."""
    listed = [element for element in ordered(target) for _ in range(target.count(element))]
    order = [listed.pop(solver.choose(len(listed))) for _ in range(len(listed))]
    return solver.assigned(term.args[0], tuple(order), depth)


def _union(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    first, second = term.args
    left, right = solver.value(first), solver.value(second)
    return solver.all_of([(first, (left & target) | (target - right)), (second, right & target)], depth)


def _intersection(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    first, second = term.args
    left, right = solver.value(first), solver.value(second)
    return solver.all_of([(first, target | (left - right)), (second, right | target)], depth)


def _set_difference(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    first, second = term.args
    left, right = solver.value(first), solver.value(second)
    return solver.all_of([(first, target | (left & right)), (second, right - target)], depth)


def _sum(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    first, second = term.args
    left, right = solver.value(first), solver.value(second)
    return solver.of_either((first, target - right), (second, target - left), depth)


def _difference(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    first, second = term.args
    left, right = solver.value(first), solver.value(second)
    return solver.of_either((first, target + right), (second, left - target), depth)


def _negation(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    return solver.assigned(term.args[0], -target, depth)


def _product(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    first, second = term.args
    for one, other in ((first, second), (second, first)):
        factor = solver.value(other)
        # By 0 everything is a solution, or nothing is; and whole numbers divide only evenly.
        if factor and (term.sort == REAL or target % factor == 0):
            try:
                return solver.assigned(one, Fraction(target) / factor if term.sort == REAL else target // factor, depth)
            except NotSolved:
                continue
    raise NotSolved


def _remainder(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    dividend, divisor = term.args
    value, by = solver.value(dividend), abs(solver.value(divisor))
    if not 0 <= target < by:
        raise NotSolved
    return solver.assigned(dividend, value - value % by + target, depth)


def _quotient(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    dividend, divisor = term.args
    return solver.assigned(dividend, target * solver.value(divisor), depth)


def _whole_number(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    if target != int(target):
        raise NotSolved
    return solver.assigned(term.args[0], int(target), depth)


def _branch(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    condition, then, orelse = term.args
    return solver.assigned(then if solver.value(condition) else orelse, target, depth)


def _result(solver: EquationSolver, term: Term, target: Any, depth: int) -> dict[Name, Any]:
    body = solver.unfolded(term)
    return _not_solved() if body is None else solver.assigned(body, target, depth)


_INVERSES: Mapping[str, Callable[[EquationSolver, Term, Any, int], dict[Name, Any]]] = {
    "var": _variable,
    "ite": _branch,
    "call": _result,
    "add": _sum,
    "sub": _difference,
    "neg": _negation,
    "mul": _product,
    "div": _quotient,
    "mod": _remainder,
    "real.of_int": _whole_number,
    "seq.at": _element,
    "array.at": _element,
    "array.elements": _elements,
    "seq.len": _length,
    "array.len": _length,
    "seq.slice": _slice,
    "seq.concat": _concatenation,
    "seq.literal": _parts,
    "set.union": _union,
    "set.intersection": _intersection,
    "set.difference": _set_difference,
    "set.card": _cardinality,
    "map.card": _cardinality,
    "map.at": _at_key,
    "map.keys": _keys,
    "map.values": _values,
    "map.items": _items,
    "multiset.of_seq": _in_some_order,
    "tuple.make": _parts,
    "tuple.at": _component,
    "datatype.make": _fields,
    "datatype.at": _field,
}
"""Operator → its inverse at one argument. Of those that are missing the value says too little of the arguments."""
