"""The sets, multisets and maps that rules allow (`region.CollectionRules`)."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from ..ir.operators.context import Undecided, Undefined
from ..ir.terms import Term
from ..ir.values import FrozenMap, Multiset, ordered
from ..trampoline import Steps
from .environment import Environment, Evaluator

MOST = 1 << 14
"""Collections that are enumerated: as many as a set of 14 elements has subsets."""
_ABSENT = object()
"""What is there instead of a value at an element that the collection does not have."""


def all_collections(machine: Evaluator, term: Term, environment: Environment) -> Steps[frozenset[Any]]:
    """The set that `region.COLLECTIONS` names. Raises Undecided where there are too many, or an element has no rule."""
    kind = term.sort.args[0].kind
    try:
        upper, lower = yield from machine.arguments(term.args[:2], environment)
    except Undefined as problem:
        raise Undecided(f"what bounds a collection is undefined: {problem.reason}") from None
    rules = tuple(zip(term.args[2::2], term.args[3::2], strict=True))
    elements, options, number = ordered(upper), [], 1
    for element in elements:
        values = [True] if kind == "Set" else (yield from _values(machine, environment, term, rules, element))
        if kind == "Multiset":
            # An element that is there as often as 0 times is not there.
            values = [count for count in values if count > 0]
        options.append(values if element in lower else [_ABSENT, *values])
        number *= len(options[-1])
        if number > MOST:
            raise Undecided(f"more than {MOST} collections", term.span)
    # What has to be there may be nothing that may.
    if not lower <= upper:
        return frozenset()
    found = set[Any]()
    for chosen in product(*options):
        machine.context.fuel.step()
        there = {key: value for key, value in zip(elements, chosen, strict=True) if value is not _ABSENT}
        found.add(_collection(kind, there))
    return frozenset(found)


def _values(
    machine: Evaluator, environment: Environment, term: Term, rules: Sequence[tuple[Term, Term]], element: Any
) -> Steps[Sequence[Any]]:
    """The values that may be at an element: the fewest that a rule leaves."""
    fewest: Sequence[Any] | None = None
    for condition, values in rules:
        (binder,) = condition.data
        inner = environment.inner((binder.name,))
        inner[binder.name] = element
        # A rule that is undefined here bounds nothing here; another may.
        try:
            if not (yield machine.value(condition.args[-1], inner)):
                continue
            some = ordered((yield machine.value(values.args[-1], inner)))
        except Undefined:
            continue
        fewest = some if fewest is None or len(some) < len(fewest) else fewest
    if fewest is None:
        raise Undecided(f"nothing bounds the value at an element of a {term.sort.args[0].kind.lower()}", term.span)
    return fewest


def _collection(kind: str, there: dict[Any, Any]) -> Any:
    match kind:
        case "Set":
            return frozenset(there)
        case "Multiset":
            return Multiset.of_counts(there)
        case _:
            return FrozenMap(there)
