"""Which objects a call makes, in another output: as in the expected one, without loss of generality.

No clause tells which object `new` makes, so that an output is accepted whatever its new objects are called. They are
called as in the expected output: the new object in one place, if it is in none of the places before, is the one that is
expected there, if that is in none of them either. Of `r := new Cell(0)` with the expected output r = object 7 the other
outputs have object 7, too, and differ in what that holds.

Every output can be renamed so: going from place to place, an exchange of two new objects takes no name away that an
earlier one gave.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ..interpret.store import NULL
from ..ir.build import conj, eq, implies, integer, lt, negate, op
from ..ir.contracts import held_sorts
from ..ir.sorts import OBJECT, set_of
from ..ir.terms import TRUE, Binder, Term, const, var
from ..ir.variables import Name, Valuation
from .states import objects_in


def names_of_new_objects(expected: Valuation, unknowns: Mapping[Name, Binder], values: Valuation) -> list[Term]:
    """What may be said of the new objects of other outputs. `expected`: the expected output; `unknowns`: component →
    the unknown for it; `values`: those of the input."""
    existing = {NULL, *objects_in(values.values())}
    there_before = const(frozenset(existing), set_of(OBJECT))
    places = [
        place
        for name, binder in unknowns.items()
        if name in expected
        for place in _places(var(binder.name, binder.sort), expected[name])
    ]
    found = []
    for number, (place, is_there, wanted) in enumerate(places):
        earlier = places[:number]
        if wanted in existing or any(wanted == other for _, _, other in earlier):
            continue
        other = [negate(conj(there, eq(place, each))) for each, there, _ in earlier]
        is_new = negate(op("set.member", place, there_before))
        found.append(implies(conj(is_there, is_new, *other), eq(place, const(wanted, OBJECT))))
    return found


def _places(value: Term, expected: Any, there: Term = TRUE) -> Iterator[tuple[Term, Term, Any]]:
    """Where an output may be an object, or a sequence or tuple in it hold one: the place, the condition under which it
    is there, and the object that is expected there."""
    if value.sort == OBJECT:
        yield value, there, expected
    elif value.sort.kind == "Seq" and OBJECT in held_sorts(value.sort, {}):
        for index, each in enumerate(expected):
            inside = lt(integer(index), op("seq.len", value))
            yield from _places(op("seq.at", value, integer(index)), each, conj(there, inside))
    elif value.sort.kind == "Tuple":
        for index, each in enumerate(expected):
            yield from _places(op("tuple.at", value, data=index), each, there)
