"""What holds of the arrays that objects hold, whatever is written."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product

from ...core.ir.build import conj, disj, implies, negate, op
from ...core.ir.contracts import Clause, ClauseKind, Condition, held_sorts
from ...core.ir.sorts import OBJECT, Sort
from ...core.ir.terms import Binder, Term, const, var
from ...core.ir.variables import Name, pre_state, which_array
from .classes import NULL
from .clauses import ClauseReader
from .lowering import Scope
from .lowering.objects import HELD_ARRAY, is_type_parameter, value_sort
from .trees import span_of


def arrays_consistent(reader: ClauseReader, used: Collection[Name], scope: Scope, kind: ClauseKind) -> list[Condition]:
    """An array that an object holds has the elements of any other name of it, in one state, and is no array with
    elements of another type."""
    held = [name for name, sort in scope.variables.items() if sort.kind == HELD_ARRAY and which_array(name) in used]
    given = [name for name, sort in scope.variables.items() if sort.kind == "Array" and name in used]
    found: list[Condition] = []
    for one, other in (*combinations(held, 2), *product(held, given)):
        sorts = scope.variables[one].args, scope.variables[other].args
        alike = sorts[0] == sorts[1]
        parts = (part for (sort,) in sorts for part in held_sorts(sort, reader.state.names.datatypes))
        if not {one, other} <= set(used) if alike else any(map(is_type_parameter, parts)):
            continue
        first, second = _which(one, scope), _which(other, scope)
        # Null is an array of any type, and has no elements.
        same = (
            op("eq", _elements(one, scope), _elements(other, scope)) if alike else op("eq", first, const(NULL, OBJECT))
        )
        if alike and other in given:
            same = disj(op("array.is_null", var(other, scope.variables[other])), same)
        span = span_of(reader.node, reader.state.source)
        said = f"{one}[..] == {other}[..]" if alike else f"{one} == null"
        clause = Clause(kind, f"{one} == {other} ==> {said}", span, (), "type", True)
        found.append(Condition(clause, implies(op("eq", first, second), same)))
    return found


def as_long(
    reader: ClauseReader, names: Sequence[Name], fields: Mapping[Name, Binder], scope: Scope
) -> list[Condition]:
    """An array that an object holds before a call and after it keeps its length."""
    found = []
    for name in (each for each in names if scope.variables[each].kind == HELD_ARRAY):
        binder, which = fields[name], which_array(name)
        same = op("eq", _length(name, binder), _length(pre_state(name), binder))
        if which in scope.modified:
            if which not in fields:  # no clause says which array it is
                continue
            kept = op("eq", var(which, OBJECT), var(pre_state(which), OBJECT))
            same = implies(kept, same)
        found.append(reader.fact(f"{name} is as long as before, if it is the same", same))
    return found


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


def _length(name: Name, binder: Binder) -> Term:
    return op("seq.len", var(name, binder.sort))


def _which(name: Name, scope: Scope) -> Term:
    """Which array a variable is or holds, as an object."""
    sort = scope.variables[name]
    return var(which_array(name), OBJECT) if sort.kind == HELD_ARRAY else op("array.object", var(name, sort))


def _elements(name: Name, scope: Scope) -> Term:
    sort = scope.variables[name]
    return var(name, value_sort(sort)) if sort.kind == HELD_ARRAY else op("array.elements", var(name, sort))
