"""The variables that a specification is over, and what holds of these and of the arrays that objects hold, whatever is
written.

The clauses of a method mention fields of named objects, heap variables, and arrays. What is not written but always true
relates these: that a `nat` is not negative, that a field that `modifies` does not name keeps its value, that an array
has the same elements under each of its names. Such facts are clauses that are marked (`Clause.fact`): evaluator and
solvers use them, and no finding is about them.

Example: `method Fill(a: array<int>) modifies this ensures this.buf == a` in a class with the field `buf`. The variables
are a, `this.buf` (its elements) and `this.buf#array` (which array it is), the last two in both states. Facts after the
call: where `this.buf#array` is a, the elements of `this.buf` are those of a; and a, which is in no frame, holds what it
did.

Invariant: every fact holds in each state that a program can be in before (`facts_before`) or after (`facts_after`) the
call. A fact that is too strong excludes real outputs: wrong ones would count as refused, and proofs be false.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from attrs import frozen

from ...core.ir.build import conj, conjuncts, disj, implies, integer, negate, op
from ...core.ir.contracts import Clause, ClauseKind, Condition, held_sorts
from ...core.ir.operator_names import operator_name
from ...core.ir.sorts import INT, OBJECT, Sort
from ...core.ir.terms import Binder, Term, const, free_names, var
from ...core.ir.variables import (
    ALLOCATED,
    STATE,
    Name,
    field_name,
    field_sort,
    heap_place,
    heap_variable,
    is_field,
    is_field_of,
    is_heap,
    pre_state,
    which_array,
    without_state,
)
from .call_clauses import CallClauses, mentioned, used_in
from .call_states import CallStates, heap_of_results, of_no_other_class, results_in_heap
from .classes import NULL, Reference
from .clauses import ClauseReader
from .declarations import Declarations
from .lowering import Elaboration, Scope
from .lowering.heap_scopes import declaring, may_be_one_object
from .lowering.objects import HELD_ARRAY, Stored, fields_of, is_type_parameter, types_at, value_sort
from .lowering.states import allocated_binder, state_number
from .lowering.static_classes import static_class
from .names import SymbolTable
from .syntax import Node, name_of, nodes, span_of


@frozen(slots=True)
class NeededVariables:
    """The variables of a specification. `used`: the names of all, in either state; `stored`: what is known of the
    fields of named objects, also of results; `new`: those of objects that there are not before the call; `fields`: the
    used ones. `heap`: the fields of all objects; `heap_of`: field of a result → that field of all objects. `same`: what
    holds where a result and another name are one object. `results`: those that are promised to be new objects."""

    used: frozenset[Name]
    stored: Mapping[Name, Stored]
    new: frozenset[Name]
    fields: Mapping[Name, Binder]
    heap: tuple[Binder, ...]
    heap_of: Mapping[Name, Name]
    same: tuple[Condition, ...]
    results: frozenset[Name]
    this: tuple[Binder, ...]
    existing: tuple[Binder, ...]

    @property
    def given(self) -> dict[Name, Binder]:
        """The fields of objects that there are before the call."""
        return {name: binder for name, binder in self.fields.items() if name not in self.new}


def variables_needed(
    state: Declarations, call: CallStates, clauses: CallClauses, also: frozenset[Name] = frozenset()
) -> NeededVariables:
    """The variables that the clauses are about, and those that say what these are: which object has a field, which
    ones a frame is about, what all objects have where a result may be any of them. `also`: others that are wanted."""
    before, after, reader = call.before, clauses.after, clauses.reader
    # A fixed point by stages: each stage adds what says what the variables before it are.
    used = _in_clauses(call, clauses, also & after.variables.keys())
    used |= set(_of_members(state, call, clauses, used))
    if clauses.frames is not None:
        used |= set(map(without_state, free_names(*clauses.frames)))
        # That an array is not in a frame is said of which array it is.
        used |= {which_array(name) for name in used if after.variables.get(name, INT).kind == HELD_ARRAY}
    # Two names of an array are related only if both are variables.
    used |= _of_same_arrays(call, after, used)
    if clauses.frames is None and call.effects.inner is not None:
        arrays = {name for name in used if after.variables.get(name, INT).kind == HELD_ARRAY}
        frames = reader.changing(after) if arrays else None
        used |= set(map(which_array, arrays)) | set(map(without_state, free_names(*(frames or ()))))
    if call.perhaps:
        # They change where they are one of these, which an input says.
        held = (name for name in (*call.perhaps, *call.effects.fields) if after.variables[name].kind == HELD_ARRAY)
        used |= {each for name in held for each in (name, which_array(name))}
    written = (*clauses.promised, *clauses.ensures)
    results = frozenset(
        name for name in call.results if any(_promises_new(name, condition.term) for condition in written)
    )
    heap_of = heap_of_results(state.names, after, used, call.of_results, results)
    used |= set(heap_of.values())
    stored, new = {**call.stored, **call.of_results}, call.new | call.of_results.keys()
    fields = {name: Binder(name, value_sort(after.variables[name])) for name in stored if name in used}
    # Facts about results mention further variables, which are needed then.
    named = ("this", *(binder.name for binder, _, _ in call.inputs))
    same = reader.consistent(named, fields, after, call.results) if call.of_results else []
    used |= used_in(same)
    # In the order of the scope, so that a specification has the same inputs each time.
    heap = tuple(Binder(name, before.variables[name]) for name in before.variables if is_heap(name) and name in used)
    # Of a member of a datatype `this` is the value of which it is a member.
    receiver = before.variables.get("this") if "this" in used else None
    this = () if receiver is None else (Binder("this", receiver),)
    existing = (
        *((allocated_binder(),) if ALLOCATED in used else ()),
        *((state_number(),) if STATE in used else ()),
    )
    names, made = frozenset(used), frozenset(new)
    return NeededVariables(names, stored, made, fields, heap, heap_of, tuple(same), results, this, existing)


def _in_clauses(call: CallStates, clauses: CallClauses, also: frozenset[Name]) -> set[Name]:
    """The variables that clauses mention or that are wanted, and those without which they would say less than they
    do."""
    changed = call.changed - call.perhaps
    used = set(also) | used_in((*clauses.requires, *clauses.promised, *clauses.ensures, *clauses.ensures_of_aliases))
    if clauses.says_something and not call.signature.outputs and not call.effects.arrays and used.isdisjoint(changed):
        # Of what the method may change the clauses say nothing, and so they allow all of it.
        used |= changed
    if not used.isdisjoint(changed | call.lost if call.is_open else call.lost):
        # To say which objects keep their fields takes the objects that do not, and the owners of the fields: without
        # `this`, no output is refused of a method with `modifies c` in which another object than c has changed.
        used |= {"this"} | clauses.reader.named_in_frames(clauses.after)
    if any(
        "this" in (alias.first, alias.second) and all(_has_field(used, one) for one in (alias.first, alias.second))
        for alias in clauses.aliases
    ):
        # Whether a parameter is `this` decides what such a call changes, and is asked of its inputs.
        used |= {"this"}
    if clauses.says_something:
        # `modifies c.rows` lets each element of the array have any value after the call, as it does for a parameter.
        used |= {name for name in call.effects.fields if clauses.after.variables[name].kind == HELD_ARRAY}
    return used


def _of_same_arrays(call: CallStates, after: Scope, used: set[Name]) -> set[Name]:
    """The elements of the arrays that fields hold, where results or other fields may be one of these after the call: of
    `ensures r == a`, or `b == old(a)`, the result has the elements of `a`, and so has the field."""
    held = {name: sort for name, sort in after.variables.items() if sort.kind == HELD_ARRAY}
    # A field that may hold another array after the call may hold one of these.
    exchanged = (name for name in used if which_array(name) in after.modified)
    results = (binder.name for binder, _, _ in call.outputs if binder.sort.kind == "Array")
    sought = {after.variables[name].args for name in (*exchanged, *results) if name in used}
    return {name for name, sort in held.items() if which_array(name) in used and sort.args in sought}


def _of_members(state: Declarations, call: CallStates, clauses: CallClauses, used: set[Name]) -> Iterator[Name]:
    """The fields of all objects of which no clause says anything, where a frame is a collection of objects (`modifies
    s`): that of an object in it may have any value after the call, and each input says which objects those are. Not
    ghost fields, which no program reads. A clause that depends on the number of the state may be about any field."""
    # A clause that is not lowered may be about any field, as one that depends on the whole state may.
    if STATE in used or call.constructs is not None or any(condition.term is None for condition in clauses.ensures):
        return
    engine, scope = state.engine(), call.before
    members = {heap_place(name)[1] for name in used if is_heap(name)}
    members |= {field_name(name) for name in used if is_field(name)}
    frames = call.effects.collections if clauses.ensures else ()
    for kind in sorted({kind for frame in frames for kind in _classes_of(engine, frame, scope)}):
        for member, stored in fields_of(state.names, kind).items():
            variable = heap_variable(declaring(state.names, kind, member) or kind, member)
            plain = stored.declaration.mutable and not stored.declaration.ghost
            if plain and member not in members and variable in scope.variables:
                yield variable


def _classes_of(engine: Elaboration, frame: Node, scope: Scope) -> Iterator[str]:
    """The classes of the objects that a frame may have, as far as the declarations say."""
    match name_of(frame):
        # `s + t`, `{a, b}`, `if c then s else t`: objects of each part.
        case "arithmetic" | "set_display" | "conditional":
            for node in nodes(frame):
                yield from _classes_of(engine, node, scope)
        case "comprehension":
            yield from _classes_of(engine, nodes(frame)[-1], scope)
        case _:
            pair = static_class(engine, frame, scope)
            if pair is not None and pair[0]:
                yield pair[0]


def _has_field(variables: Iterable[Name], name: Name) -> bool:
    return any(is_field_of(variable, name) for variable in variables)


def _promises_new(name: Name, term: Term | None) -> bool:
    """Does a clause say `fresh(name)`, perhaps among others?"""
    for part in () if term is None else conjuncts(term):
        if part.op == "not" and part.args[0].op == "set.member":
            element, existing = part.args[0].args
            if element.data == name and existing.data == ALLOCATED:
                return True
    return False


def facts_before(call: CallStates, reader: ClauseReader, needed: NeededVariables) -> Iterator[Condition]:
    """What holds of every state in which the method is called, by its types and as one object has its fields once."""
    before = call.before
    existed = (*(() if call.constructs else needed.this), *call.signature.inputs)
    yield from reader.promised(needed.given, needed.stored, "requires")
    yield from reader.consistent([binder.name for binder in existed], needed.fields, before)
    named = (binder.name for binder in existed if binder.sort == OBJECT and binder.name in before.objects)
    listed = {name: before.objects[name] for name in named}
    yield from _of_unrelated_classes(
        reader, {**listed, **_references_of_fields(reader.state.names, needed, needed.given)}
    )
    yield from reader.of_receiver(needed.this, before)
    yield from reader.dimensions(call.inputs, "requires")
    yield from arrays_consistent(reader, needed.used - needed.new, before, "requires")


def facts_after(
    state: Declarations, call: CallStates, clauses: CallClauses, needed: NeededVariables
) -> tuple[Condition, ...]:
    """What holds of every state after a call: by types, by what the method may not change, and as one object has its
    fields once, whichever of its names or places it is read by."""
    reader, after, fields = clauses.reader, clauses.after, needed.fields
    given, heap_of, outputs = needed.given, dict(needed.heap_of), call.changed | needed.new
    # Types first: they hold of whatever the state is, and of an array in a field, which may hold others, too.
    holding = {name for name in fields if clauses.frames is not None and reader.arrays.may_be_in(fields[name].sort)}
    facts = reader.promised(
        {name: fields[name] for name in fields if name in outputs | holding}, needed.stored, "ensures"
    )
    # Where arrays may have changed, what an object holds is not known from before.
    if (reader.arrays.change and reader.by_input is None) or not call.held_lost.isdisjoint(heap_of.values()):
        arrays_of = {name for name, heap in heap_of.items() if field_sort(after.variables[heap]).kind == "Array"}
        heap_of = {name: heap for name, heap in heap_of.items() if name not in arrays_of}
        facts += [reader.open_fact(f"{name}, where arrays may change,") for name in sorted(arrays_of)]
    # An object's fields are the same by each of its names.
    facts += [*needed.same, *(reader.fact(*pair) for pair in results_in_heap(heap_of, given, after))]
    if call.makes:
        facts += [reader.fact(*result) for result in _classes_of_results(state, call, needed)]
    facts += [*reader.not_null(call.outputs), *reader.dimensions(call.outputs, "ensures")]
    # What the clauses mention decides which facts are worth stating.
    seen = mentioned((*clauses.promised, *clauses.ensures, *facts))
    facts += arrays_consistent(reader, seen | fields.keys() | set(call.arrays), after, "ensures")
    changed = [name for name in given if name in call.changed]
    results = [binder.name for binder, _, _ in call.outputs if binder.name in seen]
    facts += as_before(reader, [*changed, *(needed.new & fields.keys()), *results], given, after)
    facts += _kept(reader, call.perhaps, given, after)
    lost = [binder for binder in needed.heap if binder.name in call.lost]
    # What is in no frame stays, unless the frame itself is open.
    if call.is_open:
        # An array that an object holds may change where the object does not.
        own = {name for name in call.changed if after.variables[name].kind != HELD_ARRAY} - set(call.effects.fields)
        unchanged = reader.unchanged({name: fields[name] for name in fields if name in own}, lost, after)
        binders = (*needed.heap, *needed.this, *call.signature.inputs)
        known = {*given, *(binder.name for binder in binders)}
        facts += [fact for fact in unchanged if set(map(without_state, used_in([fact]))) <= known]
    elif call.makes:
        facts += reader.unchanged({}, lost, after)
    return tuple(facts)


def _references_of_fields(
    names: SymbolTable, needed: NeededVariables, fields: Collection[Name]
) -> dict[Name, Reference]:
    """What those of some fields hold that hold objects."""
    return {
        name: Reference(stored.instance[0], name, types_at(names, *stored.instance))
        for name, stored in ((name, needed.stored[name]) for name in fields)
        if stored.sort == OBJECT and stored.instance
    }


def _of_unrelated_classes(reader: ClauseReader, references: Mapping[Name, Reference]) -> Iterator[Condition]:
    """Objects of classes which have nothing in common are two: one fact for each pair. `references`: variables that are
    objects or null, with what these are."""
    span = span_of(reader.node, reader.state.source)
    for (one, first_reference), (other, second_reference) in combinations(references.items(), 2):
        if may_be_one_object(reader.state.names, first_reference, second_reference):
            continue
        first, second = var(one, OBJECT), var(other, OBJECT)
        same = implies(op("eq", first, second), op("eq", first, const(NULL, OBJECT)))
        yield Condition(Clause("requires", f"{one} is not {other}, or null", span, (), "type", True), same)


def _classes_of_results(state: Declarations, call: CallStates, needed: NeededVariables) -> Iterator[tuple[str, Term]]:
    """Facts: objects that the method may hand out belong to the classes of the results and fields that hold them."""
    before, outputs = call.before, call.changed | needed.new
    held = _references_of_fields(state.names, needed, outputs & needed.fields.keys())
    kinds = {name: reference.type for name, reference in held.items()}
    kinds |= {binder.name: typed.kind for binder, typed, _ in call.outputs if typed.kind and binder.sort == OBJECT}
    named = {binder.name: before.objects[binder.name].type for binder in needed.this if binder.name in before.objects}
    named |= {binder.name: typed.kind for binder, typed, _ in call.inputs if typed.kind and typed.reference is not None}
    return of_no_other_class(state.names, kinds, named, needed.heap)


def arrays_consistent(reader: ClauseReader, used: Collection[Name], scope: Scope, kind: ClauseKind) -> list[Condition]:
    """An array that an object holds has the elements of any other name of it, in one state, and is no array with
    elements of another type."""
    held = [name for name, sort in scope.variables.items() if sort.kind == HELD_ARRAY and which_array(name) in used]
    given = [name for name, sort in scope.variables.items() if sort.kind == "Array" and name in used]
    conditions = [
        # Null holds no elements.
        _none_in_null(reader, name, scope, kind)
        for name in held
        if scope.variables[name].label and name in used
    ]
    # Each two arrays that may be one.
    for one, other in (*combinations(held, 2), *product(held, given)):
        sorts = scope.variables[one].args, scope.variables[other].args
        alike = sorts[0] == sorts[1]
        parts = (held_sort for (sort,) in sorts for held_sort in held_sorts(sort, reader.state.names.datatypes))
        # Arrays of different element types are never one, unless a type parameter stands for either.
        if not {one, other} <= set(used) if alike else any(map(is_type_parameter, parts)):
            continue
        first, second = _which(one, scope), _which(other, scope)
        # Null is an array of any type, and has no elements.
        consistent = (
            op("eq", _elements(one, scope), _elements(other, scope)) if alike else op("eq", first, const(NULL, OBJECT))
        )
        if alike and other in given:
            consistent = disj(op("array.is_null", var(other, scope.variables[other])), consistent)
        span = span_of(reader.node, reader.state.source)
        said = f"{one}[..] == {other}[..]" if alike else f"{one} == null"
        clause = Clause(kind, f"{one} == {other} ==> {said}", span, (), "type", True)
        conditions.append(Condition(clause, implies(op("eq", first, second), consistent)))
    return conditions


def _none_in_null(reader: ClauseReader, name: Name, scope: Scope, kind: ClauseKind) -> Condition:
    """Where a field holds no array there are no elements."""
    is_null = op("eq", _which(name, scope), const(NULL, OBJECT))
    empty = op("eq", _length(name, scope), integer(0))
    clause = Clause(
        kind, f"{name} has no elements where it is null", span_of(reader.node, reader.state.source), (), "type", True
    )
    return Condition(clause, implies(is_null, empty))


def as_before(
    reader: ClauseReader, names: Sequence[Name], fields: Mapping[Name, Binder], scope: Scope
) -> Iterator[Condition]:
    """An array that a field held before a call has its length afterwards, whichever of these names it has then, and its
    elements, where it is none of those that the clauses `modifies` name: `modifies this` lets a field hold another
    array, and changes none. `a, b := b, a` leaves in `a` what was in `b`. `fields`: those of objects that there are
    before the call."""
    # Which arrays may have been held before, and by which fields.
    arrays = [name for name in names if scope.variables[name].kind in ("Array", HELD_ARRAY)]
    held = [name for name in fields if scope.variables[name].kind == HELD_ARRAY]
    for name, former in product(arrays, held):
        which, sort = which_array(former), scope.variables[former]
        alike = scope.variables[name].args == sort.args
        # The field holds the same array as before: its length cannot change.
        if which not in scope.modified:
            if name == former:  # It is the same array, of which `arrays_consistent` knows the other names.
                kept = op("eq", _length(name, scope), op("seq.len", _former(former, fields, scope)))
                yield reader.fact(f"{name} is as long as before", kept)
                yield from _kept_without_name(reader, name, fields, scope)
            continue
        # Without a variable for which array it is, nothing can be said.
        if not alike or which not in fields:  # no clause says which array it is
            continue
        before = var(pre_state(which), OBJECT)
        unchanged = op("eq", _which(name, scope), before)
        if scope.variables[name].kind == "Array":
            unchanged = conj(negate(op("array.is_null", var(name, scope.variables[name]))), unchanged)
        kept = op("eq", _length(name, scope), op("seq.len", _former(former, fields, scope)))
        yield reader.fact(f"{name} is as long as {former} before, if it is the same array", implies(unchanged, kept))
        # And the elements, where no frame may contain it.
        framed = _framed(reader, sort.args, before, fields, scope)
        if framed is not None and former not in reader.effects.fields:
            untouched = conj(unchanged, *map(negate, framed))
            kept = op("eq", _elements(name, scope), _former(former, fields, scope))
            yield reader.framed(f"{name} is as {former} before, if it is the same array", implies(untouched, kept))


def _kept_without_name(
    reader: ClauseReader, name: Name, fields: Mapping[Name, Binder], scope: Scope
) -> Iterator[Condition]:
    """That an array which a field holds, before and after, keeps its elements where it is in no frame, if one of these
    is an array without a name: of `modifies if f then rows else cols` only one changes."""
    which = which_array(name)
    if reader.effects.inner is None or reader.by_input is not None or name in reader.effects.fields:
        return
    framed = (
        None if which not in fields else _framed(reader, scope.variables[name].args, var(which, OBJECT), fields, scope)
    )
    if framed is not None:
        kept = op("eq", _elements(name, scope), _former(name, fields, scope))
        yield reader.framed(
            f"{name} is as before, if it is no array that changes", implies(conj(*map(negate, framed)), kept)
        )


def _kept(
    reader: ClauseReader, perhaps: Iterable[Name], fields: Mapping[Name, Binder], scope: Scope
) -> Iterator[Condition]:
    """An array that changes where it is one of those that `modifies` names, and else keeps its elements: `fields` have
    what these are."""
    for name in sorted(perhaps):
        sort = scope.variables[name]
        if sort.kind == "Array":
            before = var(pre_state(name), sort)
            which, earlier = op("array.object", before), op("array.elements", before)
        else:
            which, earlier = _which(name, scope), _former(name, fields, scope)
        framed = _framed(reader, sort.args, which, fields, scope)
        if framed is None:
            yield reader.open_fact(f"the array {name}, which may be one that changes,", "frame")
            continue
        kept = implies(conj(*map(negate, framed)), op("eq", _elements(name, scope), earlier))
        yield reader.framed(f"{name} is as before, if it is no array that changes", kept)


def _former(name: Name, fields: Mapping[Name, Binder], scope: Scope) -> Term:
    """The elements of the array that a field held before the call."""
    return var(pre_state(name) if name in scope.modified else name, fields[name].sort)


def _framed(
    reader: ClauseReader, elements: tuple[Sort, ...], array: Term, fields: Mapping[Name, Binder], scope: Scope
) -> list[Term] | None:
    """What an array with such elements, as an object, is one of where a call may change it. None where that is not
    known."""
    terms: list[Term] = []
    # The named frames, as far as they may hold such an array.
    for name in (*reader.effects.arrays, *reader.effects.fields):
        sort = scope.variables.get(name)
        if sort is None or sort.kind not in ("Array", HELD_ARRAY):
            continue
        # An `array<T>` may be an `array<int>` that a field holds.
        if sort.args != elements and not any(map(is_type_parameter, (*sort.args, *elements))):
            continue
        which = which_array(name)
        if sort.kind == "Array":
            terms.append(op("eq", array, op("array.object", var(pre_state(name), sort))))
        elif which in fields:
            terms.append(op("eq", array, var(pre_state(which) if which in scope.modified else which, OBJECT)))
        # A frame whose array is not known may be any.
        else:
            return None
    if reader.effects.inner is None:
        return terms
    # A frame that is an array without a name (`modifies rows[0]`), or a collection, is one by the state before.
    frames = reader.changing(scope)
    inside = None if frames is None else [_is_in(array, frame) for frame in frames]
    return None if inside is None or None in inside else [*terms, *(term for term in inside if term is not None)]


def _is_in(array: Term, frame: Term) -> Term | None:
    """The term that an array is in a frame; None if the frame has no term."""
    if frame.sort == OBJECT:
        return op("eq", array, frame)
    if frame.sort.kind == "Array":
        return op("eq", array, op("array.object", frame))
    if frame.sort.kind in ("Set", "Seq") and frame.sort.args[0] == OBJECT:
        return op(operator_name(f"{frame.sort.kind.lower()}.member"), array, frame)
    return None


def _length(name: Name, scope: Scope) -> Term:
    return op("seq.len", _elements(name, scope))


def _which(name: Name, scope: Scope) -> Term:
    """Which array a variable is or holds, as an object."""
    sort = scope.variables[name]
    return var(which_array(name), OBJECT) if sort.kind == HELD_ARRAY else op("array.object", var(name, sort))


def _elements(name: Name, scope: Scope) -> Term:
    sort = scope.variables[name]
    return var(name, value_sort(sort)) if sort.kind == HELD_ARRAY else op("array.elements", var(name, sort))
