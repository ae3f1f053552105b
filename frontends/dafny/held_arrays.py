"""What holds of the arrays that objects hold, whatever is written."""

from collections.abc import Iterator, Mapping, Sequence

from ...core.ir.build import conj, implies, negate, op
from ...core.ir.contracts import Condition
from ...core.ir.sorts import OBJECT, Sort
from ...core.ir.terms import Binder, Term, var
from ...core.ir.variables import Name, pre_state, which_array
from .clauses import ClauseReader
from .lowering import Scope
from .lowering.objects import HELD_ARRAY, is_type_parameter


def elements_kept(
    reader: ClauseReader, names: Sequence[Name], fields: Mapping[Name, Binder], scope: Scope
) -> Iterator[Condition]:
    """An array that an object holds before a call and after it keeps its elements, where it is none of those that the
    clauses `modifies` name: `modifies this` lets the field hold another array, and changes none."""
    for name in (each for each in names if scope.variables[each].kind == HELD_ARRAY):
        which = which_array(name)
        framed = _framed(reader, scope.variables[name].args, fields, scope)
        if framed is None or name in reader.effects.fields or which not in scope.modified or which not in fields:
            continue
        now, before = var(which, OBJECT), var(pre_state(which), OBJECT)
        same = conj(op("eq", now, before), *(negate(op("eq", before, each)) for each in framed))
        sort = fields[name].sort
        kept = implies(same, op("eq", var(name, sort), var(pre_state(name), sort)))
        yield reader.fact(f"{name} is as before, if it is the same array", kept)


def _framed(
    reader: ClauseReader, elements: tuple[Sort, ...], fields: Mapping[Name, Binder], scope: Scope
) -> list[Term] | None:
    """The arrays that may have such elements and that a call may change, as objects. None where these are not known."""
    found: list[Term] = []
    for name in (*reader.effects.arrays, *reader.effects.fields):
        sort = scope.variables.get(name)
        if sort is None or sort.kind not in ("Array", HELD_ARRAY):
            continue
        # An `array<T>` may be an `array<int>` that a field holds.
        if sort.args != elements and not any(map(is_type_parameter, (*sort.args, *elements))):
            continue
        which = which_array(name)
        if sort.kind == "Array":
            found.append(op("array.object", var(name, sort)))
        elif which in fields:
            found.append(var(pre_state(which) if which in scope.modified else which, OBJECT))
        else:
            return None
    return found if reader.effects.inner is None else None
