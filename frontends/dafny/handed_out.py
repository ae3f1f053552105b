"""What a call hands out: objects as results and in fields that it changes. They may be new, or ones that there are.

An object with a name has variables of its own for its fields (`m.v`), and all objects have them in heap variables
(`object.Cell.v`). A result is both, so that what is said of it is said twice, and both have to agree: of
`ensures m == s[0]` the field `m.v` is that of `s[0]`, which no clause says. Such facts, which hold of every state after
a call, are in words and as terms here.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from ...core.errors import Unsupported
from ...core.ir.build import conj, disj, implies, negate, op
from ...core.ir.contracts import held_sorts
from ...core.ir.sorts import OBJECT, Sort
from ...core.ir.terms import Binder, Term, var
from ...core.ir.variables import Name, field_name, heap_place, heap_variable, member_of, root_of
from .lowering import Scope
from .lowering.heap_scopes import declaring, may_be_one_class
from .lowering.objects import value_sort
from .names import SymbolTable


def may_be_objects(sorts: Iterable[Sort], names: SymbolTable) -> bool:
    """May values of one of these sorts be objects, or hold some?"""
    return any(OBJECT in held_sorts(sort, names.datatypes) for sort in sorts)


def heap_of_results(
    names: SymbolTable, scope: Scope, used: Collection[Name], fields: Iterable[Name], new: Collection[Name]
) -> dict[Name, Name]:
    """Field of a result → the heap variable of that field, where clauses mention that, too, and where a result that is
    not promised to be new may be an object that there is, whose fields are known. `fields`: those of results; `new`:
    the results that are. Raises Unsupported where what they hold is not known, for there are several instances of their
    class in scope."""
    found: dict[Name, Name] = {}
    for name in (each for each in fields if each in used):
        root, member = root_of(name), member_of(name)
        kind = declaring(names, scope.objects[root].type, member)
        heap = None if kind is None else heap_variable(kind, member)
        if heap is not None and heap not in scope.variables and root not in new and names.classes[str(kind)].parameters:
            raise Unsupported(f"{root}, which may be any object of {kind}, of which there are several instances")
        if heap is not None and heap in scope.variables:
            found[name] = heap
    wanted = {*used, *(heap for name, heap in found.items() if root_of(name) not in new)}
    return {name: heap for name, heap in found.items() if heap in wanted}


def results_in_heap(heap_of: Mapping[Name, Name], given: Collection[Name], scope: Scope) -> Iterator[tuple[str, Term]]:
    """A result that is an object of which the state after the call has the fields has these fields. `heap_of`: field of
    a result → the heap variable of that field; `given`: the variables that are fields of parameters, which count
    instead of what the heap has of these objects."""
    for name, heap in heap_of.items():
        owner, field = var(root_of(name), OBJECT), field_name(name)
        known = op("tuple.at", var(heap, scope.variables[heap]), data=1)
        named = (root_of(each) for each in given if field_name(each) == field)
        other = (negate(op("eq", owner, var(each, OBJECT))) for each in named)
        it, there = var(name, value_sort(scope.variables[name])), op("map.at", known, owner)
        if there.sort.kind == "Array":
            same = disj(op("array.is_null", there), op("eq", it, op("array.elements", there)))
        else:
            same = op("eq", it, there)
        yield f"{name} is what the object has there", implies(conj(op("map.member", owner, known), *other), same)


def of_no_other_class(
    names: SymbolTable, kinds: Mapping[Name, str], named: Mapping[Name, str], heap: Iterable[Binder]
) -> Iterator[tuple[str, Term]]:
    """What the types of results and fields say of the objects in them: they are none of another class. `kinds`: the
    variables that are objects, with their classes; `named`: objects that are none of these, with theirs."""
    listed = list(heap)
    for name, kind in kinds.items():
        it = var(name, OBJECT)
        others = [
            op("eq", it, var(each, OBJECT))
            for each, other in named.items()
            if each != name and not may_be_one_class(names, kind, other)
        ]
        others += [
            op("map.member", it, op("tuple.at", var(binder.name, binder.sort), data=1))
            for binder in listed
            if not may_be_one_class(names, kind, heap_place(binder.name)[0])
        ]
        if others:
            yield f"{name} is of the class {kind}", negate(disj(*others))
