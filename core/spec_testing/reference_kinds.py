"""Which references are arrays and which are objects of a class: no program gives one where its types ask for the other.

In terms all references have one sort, so that nothing in a postcondition refuses an object in the place of an array
that a field holds, `this.keys#array = object#101`. Such an output is none.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ..ir.build import negate, op
from ..ir.objects import objects_in
from ..ir.sorts import OBJECT, seq_of, set_of
from ..ir.terms import Binder, Term, const, var
from ..ir.values import UninterpretedValue, ordered
from ..ir.variables import Name, Valuation, is_which_array, whole_of

_COLLECTIONS = {seq_of(OBJECT): "seq.member", set_of(OBJECT): "set.member"}


def kinds_of_references(expected: Valuation, unknowns: Mapping[Name, Binder], values: Valuation) -> Iterator[Term]:
    """What holds of the references in each output: which array a field holds is no object of a class that there is, and
    what the expected output has no array in holds none. `expected`: the expected output; `unknowns`: component → the
    unknown for it; `values`: those of the input."""
    known = ordered(set(objects_in(chain(values.values(), expected.values()))))
    objects, arrays = [each for each in known if each.index > 0], [each for each in known if each.index < 0]
    for name, value in ((name, value) for name, value in expected.items() if name in unknowns):
        unknown = var(unknowns[name].name, unknowns[name].sort)
        if _says_which_array(name):
            yield from (negate(_is_or_holds(unknown, each)) for each in objects)
        elif (unknown.sort == OBJECT or unknown.sort in _COLLECTIONS) and not _has_arrays(value):
            yield from (negate(_is_or_holds(unknown, each)) for each in arrays)


def keeps_kinds(output: Valuation, expected: Valuation) -> bool:
    """Does an output have references of the kinds that `kinds_of_references` says?"""
    for name, value in output.items():
        if _says_which_array(name):
            if any(each.index > 0 for each in objects_in([value])):
                return False
        elif name in expected and _has_arrays(value) and not _has_arrays(expected[name]):
            return False
    return True


def _has_arrays(value: Any) -> bool:
    """Are there arrays among the references in it?"""
    return any(each.index < 0 for each in objects_in([value]))


def _says_which_array(name: Name) -> bool:
    """Does a component say which array a field holds, be it the field of one object in the heap?"""
    return is_which_array(whole_of(name))


def _is_or_holds(value: Term, reference: UninterpretedValue) -> Term:
    there: Any = const(reference, OBJECT)
    return op("eq", value, there) if value.sort == OBJECT else op(_COLLECTIONS[value.sort], there, value)
