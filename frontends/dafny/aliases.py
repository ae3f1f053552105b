"""Which inputs of a method may be one object or one array, of which it may change what one of the names gives.

The fields of each named object, and the elements of each array, are variables of their own. That is exact of objects
that differ. Where two may be one, a variable that the method does not change under its own name may change under the
other: `modifies this ensures other.x == old(other.x)` promises something of a call with `other == this`.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import permutations

from attrs import frozen

from ...core.ir.build import conj, op
from ...core.ir.contracts import PossibleAlias
from ...core.ir.sorts import OBJECT
from ...core.ir.terms import Binder, Term, var
from ...core.ir.variables import Name, field_variable, is_field, is_field_of, member_of, pre_state
from .classes import MATRIX, Reference
from .effects import Effects
from .lowering import Scope
from .lowering.objects import Stored, value_sort
from .lowering.reached import declaring, may_be_one_class
from .names import SymbolTable


@frozen(slots=True)
class ModifiesFrame:
    """What a method may change: by its clauses `modifies`, and as the variables that they come to."""

    effects: Effects
    changed: Collection[Name]


def possible_aliases(
    names: SymbolTable, scope: Scope, stored: Mapping[Name, Stored], fields: Mapping[Name, Binder], frame: ModifiesFrame
) -> Iterator[PossibleAlias]:
    """The pairs of names in scope that may be one, of which the first may change. `scope`: the pre-state,
    without an object that the call makes; `stored`: the fields of the objects in it; `fields`: those that clauses
    mention."""
    yield from _arrays(scope, frame)
    known = {name: each for name, each in scope.objects.items() if each.type != MATRIX and each.root == name}
    for (one, first), (other, second) in permutations(known.items(), 2):
        if not may_be_one_class(names, first.type, second.type):
            continue
        own = {name for name in stored if is_field_of(name, one) and name in frame.changed}
        if not own and one not in frame.effects.objects:
            continue
        kept = tuple(
            name
            for name, field in stored.items()
            if is_field_of(name, other) and name not in frame.changed
            and _changes(names, first, second, name, field, frame)
        )  # fmt: skip
        twins = [
            (binder, fields[twin])
            for name, binder in fields.items()
            if is_field_of(name, one) and (twin := field_variable(other, member_of(name))) in fields
            and fields[twin].sort == binder.sort
        ]  # fmt: skip
        equal = (op("eq", _before(left, frame), _before(right, frame)) for left, right in twins)
        yield PossibleAlias(one, other, kept, conj(op("eq", var(one, OBJECT), var(other, OBJECT)), *equal))


def _changes(
    names: SymbolTable, first: Reference, second: Reference, variable: Name, field: Stored, frame: ModifiesFrame
) -> bool:
    """Does the method change a field of the second object, if that is the first one? The first may have more fields
    than those of its type."""
    member = member_of(variable)
    if declaring(names, first.type, member) == declaring(names, second.type, member):
        return field_variable(first.root, member) in frame.changed
    return first.root in frame.effects.objects and field.declaration.mutable


def _arrays(scope: Scope, frame: ModifiesFrame) -> Iterator[PossibleAlias]:
    """Pairs of arrays. The elements of a generic one may be of any type."""
    kinds = ("Array", MATRIX)
    arrays = {name: sort for name, sort in scope.variables.items() if sort.kind in kinds and not is_field(name)}
    for (one, first), (other, second) in permutations(arrays.items(), 2):
        alike = first == second or any(_is_generic(sort.args[0]) for sort in (first, second))
        if one not in frame.effects.arrays or first.kind != second.kind or not alike:
            continue
        left, right = (_before(Binder(name, value_sort(sort)), frame) for name, sort in ((one, first), (other, second)))
        if left.sort == right.sort:
            elements = (op("array.elements", each) for each in (left, right))
            same = conj(op("eq", left, right), op("eq", *elements))
        else:
            same = op("eq", op("array.object", left), op("array.object", right))
        yield PossibleAlias(one, other, () if other in frame.effects.arrays else (other,), same)


def _is_generic(sort: object) -> bool:
    return getattr(sort, "kind", "") == "Uninterpreted" and sort != OBJECT


def _before(binder: Binder, frame: ModifiesFrame) -> Term:
    """The value of a variable before the call."""
    changed = binder.name in frame.changed or binder.name in frame.effects.arrays
    return var(pre_state(binder.name) if changed else binder.name, binder.sort)
