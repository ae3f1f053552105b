"""Which arrays and objects outputs refer to, of what no clause says it.

A result that is one of the parameters holds what that one holds after the call; with other elements it is a new array
(`with_identities`). What a field says is an array is no object of a class, or the other way round: in terms all
references have one sort, so that nothing in a postcondition refuses an object in the place of an array that a field
holds, `this.keys#array = object#101`, and no program has such an output (`kinds_of_references`). And new objects are
called as those of the expected output, whatever a solver calls them (`names_of_new_objects`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import is_
from typing import Any

from attrs import evolve, field, frozen

from ..interpret.store import NULL
from ..ir.build import conj, eq, implies, integer, lt, negate, op
from ..ir.contracts import Datatype, Specification, held_sorts, lowered_terms
from ..ir.objects import objects_in
from ..ir.operator_names import OperatorName
from ..ir.sorts import INT, OBJECT, Sort, seq_of, set_of
from ..ir.terms import TRUE, Binder, Term, const, var
from ..ir.type_instances import replace_sorts
from ..ir.values import ArrayValue, DatatypeValue, UninterpretedValue, array_object, ordered, parts_of
from ..ir.variables import Name, Valuation, is_which_array, object_of_part, whole_of
from ..iteration import grouped
from .contents import contents
from .equations import compares_arrays
from .operators.samples import fresh_array
from .reached_arrays import is_open


@frozen(slots=True)
class GivenArrays:
    """What `with_identities` asks of an input, for all the outputs that are tried with it. `held`: array → what it
    holds after the call, of all that stay as they are; `modified`: those that do not; `after`: the names, arrays or
    modified, whose values after the call may hold arrays."""

    specification: Specification
    inputs: Valuation
    shapes: dict[Name, tuple[Name, ...]] = field(init=False)
    held: dict[Any, Any] = field(init=False)
    modified: list[tuple[Name, ArrayValue]] = field(init=False)
    after: list[tuple[Name, Any]] = field(init=False)

    @shapes.default
    def _shapes(self) -> dict[Name, tuple[Name, ...]]:
        return {dimension.array: dimension.lengths for dimension in self.specification.heap.dimensions}

    @held.default
    def _held(self) -> dict[Any, Any]:
        # Of an array that is inside another value and given by itself, the latter decides.
        held: dict[Any, Any] = {}
        for _, before in self._given():
            for array in _inside(before):
                held.setdefault(array.identity, _holding(array))
        for name, before in self._given():
            if isinstance(before, ArrayValue) and name not in self.specification.modifies:
                held[before.identity] = self.holding(name, before)
        return held

    @modified.default
    def _modified(self) -> list[tuple[Name, ArrayValue]]:
        modifies = self.specification.modifies
        return [(name, old) for name, old in self._given() if isinstance(old, ArrayValue) and name in modifies]

    @after.default
    def _after(self) -> list[tuple[Name, Any]]:
        changing = set(self.specification.modifies) - set(self.specification.heap.fields)
        return [(name, old) for name, old in self._given() if isinstance(old, ArrayValue) or name in changing]

    @property
    def unchanged(self) -> frozenset[UninterpretedValue]:
        """The arrays, as objects, that are known to hold the same after the call."""
        if self.specification.heap.fields or is_open(self.specification):
            return frozenset()
        arrays = (array for _, before in self._given() for array in (before, *_inside(before)))
        known = {array_object(array) for array in arrays if isinstance(array, ArrayValue)}
        return frozenset(known - {array_object(old) for _, old in self.modified})

    def _given(self) -> Iterator[tuple[Name, Any]]:
        return (
            (input_.name, self.inputs[input_.name])
            for input_ in self.specification.inputs
            if input_.name in self.inputs
        )

    def holding(self, name: Name, array: ArrayValue) -> tuple[Any, ...]:
        """What the array of a parameter holds, in its shape."""
        return _holding(array, [self.inputs[each] for each in self.shapes.get(name, ())])


def with_identities(given: GivenArrays, outputs: Valuation) -> dict[Name, Any]:
    """The outputs as arrays that a call may leave. A parameter that is modified is the array that it was. A result that
    is one of the parameters has what that one holds; with other elements it is a new array."""
    # Example: of `method M(a: array<int>) returns (b: array<int>) ensures b == a` the body returns a itself. An output
    # made of that by changing an element would still be "the array a", and meet the postcondition, although a holds
    # something else: no call ends in such a state.
    found = dict(outputs)
    # What each array holds after the call, by identity.
    held = dict(given.held)
    # A modified parameter is the array that it was, with new contents.
    for name, before in given.modified:
        after = found.get(name)
        if isinstance(after, ArrayValue):
            held[before.identity] = given.holding(name, after)
            if after.identity != before.identity:
                found[name] = evolve(after, identity=before.identity)
    # What values hold inside is the same arrays: with other contents they are new ones.
    for name, before in given.after:
        after = found.get(name)
        if isinstance(before, ArrayValue) and isinstance(after, ArrayValue):
            elements = _with_new_arrays(after.elements, held)
            found[name] = after if elements is after.elements else evolve(after, elements=elements)
        elif name in found and name in given.specification.modifies and name not in given.specification.heap.fields:
            found[name] = _with_new_arrays(after, held)
    # Last the results: they may be any array that there is.
    for binder in given.specification.outputs:
        if binder.name in found:
            lengths = [found[each] for each in given.shapes.get(binder.name, ()) if each in found]
            found[binder.name] = _with_new_arrays(found[binder.name], held, lengths)
    return found


def _holding(array: ArrayValue, lengths: Sequence[Any] = ()) -> tuple[Any, ...]:
    """What an array holds, and in which shape: an array of several dimensions holds row after row. Of an array of
    arrays it is which arrays these are."""
    return contents(tuple(_which(element) for element in array.elements)), *lengths


def _which(value: Any) -> Any:
    return array_object(value) if isinstance(value, ArrayValue) else value


def _inside(value: Any) -> Iterator[ArrayValue]:
    """The arrays that a value holds, itself aside."""
    for part in parts_of(value):
        if isinstance(part, ArrayValue):
            yield part
        if type(part) not in _HOLDING_NOTHING:
            yield from _inside(part)


_HOLDING_NOTHING = frozenset({bool, int, str, UninterpretedValue})


def _with_new_arrays(value: Any, held: dict[Any, Any], lengths: Sequence[Any] = ()) -> Any:
    """The value with new arrays in the place of those that would hold something else than they do (`held`)."""
    match value:
        case ArrayValue():
            holding = _holding(value, lengths)
            return value if held.setdefault(value.identity, holding) == holding else fresh_array(value.elements)
        case tuple():
            parts = [_with_new_arrays(part, held) for part in value]
            # The same object where nothing changed, so that unchanged values stay shared.
            return value if all(map(is_, parts, value)) else tuple(parts)
        case DatatypeValue():
            fields = tuple(_with_new_arrays(part, held) for part in value.fields)
            return value if all(map(is_, fields, value.fields)) else DatatypeValue(value.constructor, fields)
        case _:
            return value


def facts_of_identities(specification: Specification, after: Mapping[Name, Term]) -> Iterator[Term]:
    """What `with_identities` says, as terms: `after` are those that stand for outputs and modified parameters. Nothing
    where the postcondition does not ask whether two arrays are one."""
    if not compares_arrays(lowered_terms(specification.ensures)):
        return
    arrays = [binder for binder in specification.inputs if binder.sort.kind == "Array"]
    # A modified parameter stays the same array.
    for binder in arrays:
        if binder.name in specification.modifies:
            yield eq(after[binder.name], var(specification.pre_states[binder.name], binder.sort))
    shapes = {dimension.array: dimension.lengths for dimension in specification.heap.dimensions}
    results = [binder for binder in specification.outputs if binder.sort.kind == "Array"]
    # If a result is one of the parameters, it holds what that holds, and has its shape.
    for result in results:
        for second in arrays:
            if second.sort == result.sort:
                first, same = after[result.name], after.get(second.name, second.variable)
                yield implies(eq(first, same), eq(op("array.elements", first), op("array.elements", same)))
                lengths = zip(shapes.get(result.name, ()), shapes.get(second.name, ()), strict=False)
                equal = [eq(after[length], after.get(known, var(known, INT))) for length, known in lengths]
                yield from (implies(eq(first, same), term) for term in equal)


_COLLECTIONS: Mapping[Sort, OperatorName] = {seq_of(OBJECT): "seq.member", set_of(OBJECT): "set.member"}


def kinds_of_references(expected: Valuation, unknowns: Mapping[Name, Binder], values: Valuation) -> Iterator[Term]:
    """What holds of the references in each output: which array a field holds is no object of a class that there is, and
    what the expected output has no array in holds none. `expected`: the expected output; `unknowns`: component → the
    unknown for it; `values`: those of the input."""
    known = ordered(set(objects_in(chain(values.values(), expected.values()))))
    objects, arrays = (
        [reference for reference in known if reference.index > 0],
        [reference for reference in known if reference.index < 0],
    )
    for name, value in ((name, value) for name, value in expected.items() if name in unknowns):
        unknown = unknowns[name].variable
        if _says_which_array(name):
            yield from (negate(_is_or_holds(unknown, object_)) for object_ in objects)
        elif (unknown.sort == OBJECT or unknown.sort in _COLLECTIONS) and not _has_arrays(value):
            yield from (negate(_is_or_holds(unknown, array)) for array in arrays)


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


def names_of_new_objects(
    expected: Valuation, unknowns: Mapping[Name, Binder], values: Valuation, datatypes: Mapping[str, Datatype]
) -> list[Term]:
    """What may be said of the new objects of other outputs. `expected`: the expected output; `unknowns`: component →
    the unknown for it; `values`: those of the input.

    No clause tells which object `new` makes, so that an output is accepted whatever its new objects are called. They
    are called as in the expected output: the new object in one place, if it is in none of the places before, is the one
    that is expected there, if that is in none of them either. Of `r := new Cell(0)` with the expected output r = object
    7 the other outputs have object 7, too, and differ in what that holds.

    That loses none. Every output can be renamed so: going from place to place, an exchange of two new objects takes no
    name away that an earlier one gave. The fields of object 7 are places, too, and an exchange of object 7 would be one
    of its fields as well: whoever comes to them has given object 7 its name, or leaves it that name from there on."""
    # What existed before keeps its name.
    existing = {NULL, *objects_in(values.values())}
    there_before = const(frozenset(existing), set_of(OBJECT))
    named: list[tuple[Term, Term, Any]] = []
    terms = []
    # In the order in which a reader comes to the places.
    for owner, name in _from_the_outside(expected, unknowns, existing):
        if owner is not None and owner not in existing:
            named.append((const(owner, OBJECT), TRUE, owner))
        unknown = unknowns[name].variable
        for term, is_there, wanted in _places(unknown, expected[name], datatypes):
            # A new object that no earlier place holds is the expected one at this place: symmetry breaking.
            if wanted not in existing and all(wanted != other for _, _, other in named):
                other = [negate(conj(there, eq(term, each))) for each, there, _ in named]
                is_new = negate(op("set.member", term, there_before))
                terms.append(implies(conj(is_there, is_new, *other), eq(term, const(wanted, OBJECT))))
            named.append((term, is_there, wanted))
    return terms


def _from_the_outside(
    expected: Valuation, components: Iterable[Name], existing: Collection[Any]
) -> Iterator[tuple[Any, Name]]:
    """The components of an output, each with the object whose field it is, or None: what has a name and the fields of
    objects that exist first, then those of the new objects in it, and so on; at last of those that nobody comes to."""
    listed = [name for name in components if name in expected]
    fields = grouped((_owner_of(name), name) for name in listed)
    # Breadth first, from what has a name.
    pending = [None, *(owner for owner in fields if owner in existing)]
    done = set()
    while fields:
        for owner in pending:
            done.add(owner)
            for name in fields.pop(owner, ()):
                yield owner, name
                inside = sorted(objects_in([expected[name]]), key=lambda each: each.index)
                pending.extend(value for value in inside if value in fields and value not in pending)
        # What nobody reaches comes last, so that every component is visited.
        pending = list(fields)[:1]


def _owner_of(name: Name) -> UninterpretedValue | None:
    """The object whose field a part of a heap variable is; None for any other component."""
    index = object_of_part(name)
    return None if index is None else UninterpretedValue(str(OBJECT.label), index)


def _places(
    value: Term, expected: Any, datatypes: Mapping[str, Datatype], there: Term = TRUE
) -> Iterator[tuple[Term, Term, Any]]:
    """Where an output may be an object, or a sequence, array, tuple or datatype in it hold one: the place, the
    condition under which it is there, and the object that is expected there."""
    sort = value.sort
    if sort == OBJECT:
        yield value, there, expected
    elif sort.kind in ("Seq", "Array", "Tuple", "Datatype") and OBJECT in held_sorts(sort, datatypes):
        for part, is_there, wanted in _parts(value, expected, datatypes):
            yield from _places(part, wanted, datatypes, conj(there, is_there))


def _parts(value: Term, expected: Any, datatypes: Mapping[str, Datatype]) -> Iterator[tuple[Term, Term, Any]]:
    """The parts of a value that it has where the expected one does, each with the condition that it has it."""
    match expected:
        case tuple() if value.sort.kind == "Seq":
            for index, element in enumerate(expected):
                yield op("seq.at", value, integer(index)), lt(integer(index), op("seq.len", value)), element
        case ArrayValue():
            yield op("array.elements", value), negate(op("array.is_null", value)), expected.elements
        case tuple():
            for index, element in enumerate(expected):
                yield op("tuple.at", value, data=index), TRUE, element
        case DatatypeValue():
            # Its fields are there only if the same constructor made it.
            declared = datatypes[str(value.sort.label)]
            constructor = next(each for each in declared.constructors if each.name == expected.constructor)
            sorts = dict(zip(declared.parameters, value.sort.args, strict=True))
            is_made = op("datatype.is", value, data=constructor.name)
            for binder, element in zip(constructor.fields, expected.fields, strict=True):
                name, sort = (constructor.name, binder.name), replace_sorts(binder.sort, sorts)
                yield op("datatype.at", value, data=name, sort=sort), is_made, element
