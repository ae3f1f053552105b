"""A method or constructor → its specification: over its parameters, its results, and the fields of objects that its
clauses mention."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from attrs import evolve

from ...core.errors import Unsupported
from ...core.ir.contracts import Condition, Dimensions, ReachedArrays, Specification, may_hold
from ...core.ir.sorts import BOOL, INT, OBJECT, Sort, array_of, set_of
from ...core.ir.terms import Binder, Term, free_names, subterms, var
from ...core.ir.variables import (
    ALLOCATED,
    STATE,
    Name,
    field_name,
    field_sort,
    field_variable,
    heap_place,
    is_field,
    is_field_of,
    is_heap,
    root_of,
    which_array,
    without_state,
)
from .aliases import ModifiesFrame, possible_aliases
from .classes import MATRIX, rank_of
from .clauses import ArraysByInput, ClauseReader, Formal
from .collect import Declaration, type_parameters
from .declarations import Declarations
from .effects import Effects, effects_of
from .handed_out import heap_of_results, may_be_objects, of_no_other_class, results_in_heap
from .lowering import Scope
from .lowering.matrices import lengths_of
from .lowering.objects import HELD_ARRAY, Stored, fields_of, value_sort
from .lowering.reached import held_lost_after, lost_after, static_class, with_heap, with_held_arrays
from .lowering.states import allocated_binder, state_number, with_allocated
from .models import NONE, models_of
from .names import MethodSignature
from .syntax import Node
from .trees import child, nodes, span_of, text_of


def specification(state: Declarations, declared: Declaration) -> Specification | None:
    """The specification of a method, which its callers see from now on; None for one without a signature."""
    signature = state.names.methods.get(declared.qualified)
    if signature is None:
        return None
    node, scope = declared.node, state.scope(declared)
    inputs = state.formals(child(node, "formals"), scope, matrices=True)
    results = child(node, "results")
    outputs = state.formals(None if results is None else nodes(results)[0], scope, matrices=True)
    scope = scope if scope.receiver is None else scope.bind(Binder("this", scope.receiver))
    before = state.with_objects(scope.bind(*signature.inputs), declared, inputs)
    before = with_held_arrays(state.names, with_heap(state.names, before, declared.owner), declared.owner)
    before = before.bind(state_number())
    effects = effects_of(node, before, state.source, partial(_sort_of, state, before))
    stored = stored_fields(state, before)
    constructs = declared.owner if node.children[0] == "constructor" else None
    new = {variable for variable in stored if constructs is not None and is_field_of(variable, "this")}
    changed = {name for name, each in stored.items() if effects.may_change(name, each.declaration.mutable, before)}
    arrays = list(dict.fromkeys(effects.arrays))
    modified = frozenset((*arrays, *(changed - new)))
    # Where the method may hand out new objects, the clauses may speak of their fields: `fresh(c) && c.v == 0`. Before
    # the call there are none.
    handed_out = (*(each.sort for each in signature.outputs), *(before.variables[each] for each in changed))
    makes = constructs is not None or (declared.kind == "method" and may_be_objects(handed_out, state.names))
    lost = lost_after(state.names, before, effects.objects, effects.unclear is not None or makes)
    held_lost = held_lost_after(state.names, before, effects.objects, effects.unclear is not None)
    numbered = {STATE} if nodes(node, "modifies") or constructs is not None else set()
    objects = dict(before.objects)
    if constructs is not None:
        objects["this"] = evolve(objects["this"], new=True)
    after = evolve(before.bind(*signature.outputs), objects=objects, modified=modified | lost | numbered)
    given_arrays = tuple(
        binder.name for binder, _, _ in inputs if may_hold("Array", binder.sort, state.names.datatypes)
    )
    after = with_allocated(state.with_formals(after, outputs, results=True), given_arrays)
    made_here = [binder.name for binder, _, _ in outputs]
    of_results = {name: each for name, each in stored_fields(state, after).items() if root_of(name) in made_here}
    reader = ClauseReader(state, effects, constructs is not None, node, held_lost)
    after = evolve(after, fixed_arrays=not reader.changes_arrays)
    frames = None
    existing_before = _existing(before, constructs)
    requires = reader.implicit(inputs, "requires")
    requires += [reader.condition(part, "requires", existing_before) for part in nodes(node, "requires")]
    ensures = reader.implicit(outputs, "ensures")
    promised = len(ensures)
    written = [reader.condition(part, "ensures", after) for part in nodes(node, "ensures")]
    if reader.changes_arrays and constructs is None and any(each.term is None for each in written):
        there = frozenset({*before.variables, *(binder.name for binder in signature.inputs)})
        replaced = frozenset(name for name in changed if after.variables[name].kind != HELD_ARRAY)
        by_input = evolve(reader, by_input=ArraysByInput(there, replaced | lost | held_lost))
        holding = {name for name, sort in before.variables.items() if reader.holds_arrays(sort)}
        in_two_states = evolve(after, modified=after.modified | holding, by_input=True)
        frames = by_input.changing(in_two_states)
        again = [by_input.condition(part, "ensures", in_two_states) for part in nodes(node, "ensures")]
        if frames is None or _lowered(again) <= _lowered(written):
            frames = None
        else:
            reader, after, written = by_input, in_two_states, again
    ensures += written
    frame = ModifiesFrame(effects, changed - new)
    apart = _kept_apart(requires)
    perhaps = [
        each for each in possible_aliases(state.names, existing_before, stored, {}, frame)
        if frames is None or before.variables[each.first] == OBJECT
    ]  # fmt: skip
    kept = {name for each in perhaps if frozenset((each.first, each.second)) not in apart for name in each.kept}
    either = evolve(after, modified=after.modified | kept)
    other = [reader.condition(part, "ensures", either) for part in nodes(node, "ensures")] if kept else []
    used = _used((*requires, *ensures, *other))
    says_something = any(each.term is not None for each in ensures[promised:])
    if says_something and not signature.outputs and not arrays and used.isdisjoint(changed):
        # Of what the method may change the clauses say nothing, and so they allow all of it.
        used |= changed
    is_open = effects.unclear is not None and constructs is None
    if not used.isdisjoint(changed | lost if is_open else lost):
        # To say which objects keep their fields takes the objects that do not, and the owners of the fields: without
        # `this`, no output is refused of a method with `modifies c` in which another object than c has changed.
        used |= {"this"} | reader.named_in_frames(after)
    if any(
        "this" in (each.first, each.second) and all(_has_field(used, one) for one in (each.first, each.second))
        for each in perhaps
    ):
        # Whether a parameter is `this` decides what such a call changes, and is asked of its inputs.
        used |= {"this"}
    if frames is not None:
        used |= set(map(without_state, free_names(*frames)))
        used |= {which_array(name) for name in used if after.variables.get(name, INT).kind == HELD_ARRAY}
    stored, new = {**stored, **of_results}, new | of_results.keys()
    new_results = {name for name in made_here if any(_promises_new(name, each.term) for each in ensures)}
    heap_of = heap_of_results(state.names, after, used, of_results, new_results)
    used |= set(heap_of.values())
    fields = {name: Binder(name, value_sort(after.variables[name])) for name in stored if name in used}
    same = reader.consistent(("this", *(one[0].name for one in inputs)), fields, after, made_here) if of_results else []
    used |= _used(same)
    heap = tuple(Binder(name, before.variables[name]) for name in before.variables if is_heap(name) and name in used)
    # Of a member of a datatype it is the value of which it is a member.
    receiver = before.variables.get("this") if "this" in used else None
    this = () if receiver is None else (Binder("this", receiver),)
    existing = (
        *((allocated_binder(),) if ALLOCATED in used else ()),
        *((state_number(),) if STATE in used else ()),
    )
    given = {name: binder for name, binder in fields.items() if name not in new}
    made = {name: binder for name, binder in fields.items() if name in new}
    requires += reader.promised(given, stored, "requires")
    ensures += reader.promised({name: fields[name] for name in fields if name in changed | new}, stored, "ensures")
    existed = (*(() if constructs else this), *signature.inputs)
    requires += reader.consistent([binder.name for binder in existed], fields, before)
    requires += reader.of_receiver(this, before)
    requires += reader.dimensions(inputs, "requires")
    requires += reader.arrays_consistent(used - new, before, "requires")
    if (reader.changes_arrays and reader.by_input is None) or not held_lost.isdisjoint(heap_of.values()):
        arrays_of = {name for name, one in heap_of.items() if field_sort(after.variables[one]).kind == "Array"}
        heap_of = {name: one for name, one in heap_of.items() if name not in arrays_of}
        ensures += [reader.open_fact(f"{name}, where arrays may change,") for name in sorted(arrays_of)]
    ensures += [*same, *(reader.fact(*each) for each in results_in_heap(heap_of, given, after))]
    if makes and heap:
        objects_in = {name: each for name, each in stored.items() if name in changed | new and each.sort == OBJECT}
        kinds = {name: each.instance[0] for name, each in objects_in.items() if each.instance}
        kinds |= {binder.name: typed.kind for binder, typed, _ in outputs if typed.kind and binder.sort == OBJECT}
        listed = {name: kind for name, kind in kinds.items() if name in fields or not is_field(name)}
        named = {one.name: before.objects[one.name].type for one in this if one.name in before.objects}
        ensures += [reader.fact(*each) for each in of_no_other_class(state.names, listed, named, heap)]
    ensures += [*reader.not_null(outputs), *reader.dimensions(outputs, "ensures")]
    ensures += reader.arrays_consistent(_mentioned(ensures), after, "ensures")
    ensures += reader.as_long([name for name in given if name in changed], fields, after)
    if is_open:
        # An array that an object holds may change where the object does not.
        own = {name for name in changed if after.variables[name].kind != HELD_ARRAY}
        open_fields = {name: fields[name] for name in fields if name in own - set(effects.fields)}
        facts = reader.unchanged(open_fields, [one for one in heap if one.name in lost], after)
        known = {*given, *(one.name for one in (*heap, *this, *signature.inputs))}
        ensures += [fact for fact in facts if set(map(without_state, _used([fact]))) <= known]
    elif makes:
        ensures += reader.unchanged({}, [one for one in heap if one.name in lost], after)
    owned = () if declared.owner is None else state.names.classes[declared.owner].parameters
    aliases = tuple(
        each for each in possible_aliases(state.names, existing_before, stored, given, frame)
        if frames is None or before.variables[each.first] == OBJECT
    )  # fmt: skip
    of_aliases = [*ensures[:promised], *other, *ensures[promised + len(other) :]] if other else []
    models = NONE if heap else models_of(
        [name for name in fields if name in changed | new], ensures, state.names.functions, declared.owner
    )  # fmt: skip
    taken = (*given.values(), *heap, *existing, *this, *_with_lengths(inputs))
    reached = None if frames is None else _reached(reader, taken, after, frames)
    holders = () if reached is None else reached.holders
    modifies = (*(name for name in fields if name in changed - new), *(one.name for one in heap if one.name in lost))
    found = Specification(
        signature.name,
        taken,
        (*_with_lengths(outputs), *made.values()),
        tuple(requires),
        tuple(ensures),
        tuple(dict.fromkeys((*modifies, *arrays, *holders))),
        span_of(node, state.source),
        tuple(binder.name for binder, typed, _ in inputs if typed.nullable),
        (*owned, *type_parameters(node)),
        tuple(binder.name for binder in heap),
        tuple(_dimensions((*inputs, *outputs))),
        held=tuple(name for name in fields if after.variables[name].kind == HELD_ARRAY),
        representation=_representation([name for name in fields if name in changed | new], stored, ensures),
        aliases=aliases,
        objects=never_null(this, inputs),
        partial=partial_functions(inputs),
        unrestricted=unrestricted_functions(outputs),
        ensures_of_aliases=tuple(each.term for each in of_aliases),
        modelled=models.fields,
        models=models.terms,
        reached=reached,
        field_types=tuple(_field_types(state, [one.name for one in heap if one.name in lost])),
        unmentioned=_unmentioned(state, before, used, effects) if says_something and constructs is None else (),
    )
    state.names.methods[declared.qualified] = MethodSignature(
        found.name,
        found.inputs,
        found.outputs,
        found.modifies,
        _changes(effects),
        constructs,
        found.type_parameters,
        tuple(state.references(outputs, results=True)),
        next((name for name in made_here if name in new_results), None),
        reached is not None,
    )
    return found


def _sort_of(state: Declarations, scope: Scope, node: Node) -> Sort | None:
    """The sort of an expression; of an array that an object holds, that of an array. None where it has none."""
    engine = state.engine()
    try:
        draft = engine.infer(node, scope)
        sort = engine.resolve(draft.sort, node)
    except Unsupported:
        return None
    return array_of(*sort.args) if sort.kind == HELD_ARRAY else sort


def _lowered(conditions: Iterable[Condition]) -> int:
    return sum(each.term is not None for each in conditions)


def _reached(reader: ClauseReader, inputs: Iterable[Binder], scope: Scope, frames: tuple[Term, ...]) -> ReachedArrays:
    """The inputs that are or hold arrays, the same ones in both states."""
    replaced = reader.by_input.replaced if reader.by_input is not None else frozenset[Name]()
    holders: list[Name] = []
    for binder in inputs:
        seen = scope.variables.get(binder.name, binder.sort)
        field = which_array(binder.name) if seen.kind == HELD_ARRAY else binder.name
        if reader.holds_arrays(seen) and field not in replaced:
            holders.append(binder.name)
    return ReachedArrays(tuple(holders), frames)


def _field_types(state: Declarations, heap: Sequence[Name]) -> Iterator[tuple[Name, Term]]:
    """What the types of fields promise of any object. Raises Unsupported."""
    for name in heap:
        kind, field = heap_place(name)
        stored = fields_of(state.names, kind)[field]
        if stored.guard is not None and stored.sort is not None:
            yield name, stored.guard(var(name, stored.sort))


def _unmentioned(
    state: Declarations, scope: Scope, used: Collection[Name], effects: Effects
) -> tuple[str, ...]:
    """The fields of objects all of whose fields may change that no clause mentions, as a program writes them: `modifies
    c` with a postcondition about `c.x` alone lets `c.y` have any value. Not ghost fields, which no program reads, and
    of frames that are one object only: of a collection, each input says which objects are in it."""
    # A clause that depends on the number of the state may be about any field, and one that goes from object to object
    # about that field of any object.
    if STATE in used:
        return ()
    through = {heap_place(name)[1] for name in used if is_heap(name)}
    named = ((str(name), scope.objects[name].type, name) for name in effects.objects)
    engine = state.engine()
    reached = ((text_of(frame, state.source), static_class(engine, frame, scope)) for frame in effects.reached)
    objects = (*named, *((text, found[0], None) for text, found in reached if found is not None))
    return tuple(
        f"{text}.{member}" for text, kind, root in objects for member, stored in fields_of(state.names, kind).items()
        if stored.declaration.mutable and not stored.declaration.ghost and member not in through
        and (root is None or _is_unused(field_variable(root, member), used))
    )  # fmt: skip


def _is_unused(field: Name, used: Collection[Name]) -> bool:
    return field not in used and which_array(field) not in used


def _has_field(variables: Iterable[Name], name: Name) -> bool:
    return any(is_field_of(each, name) for each in variables)


def never_null(this: Sequence[Binder], formals: Sequence[Formal]) -> tuple[Name, ...]:
    """The names of objects that are not null: `this`, and parameters of a type `C`, which is not `C?`."""
    receiver = (binder for binder in this if binder.sort == OBJECT)
    return tuple(binder.name for binder in (*receiver, *(one[0] for one in formals if one[1].reference is not None)))


def unrestricted_functions(formals: Sequence[Formal]) -> tuple[Name, ...]:
    """The functions that are total, and that any values of the sorts of their parameters may be given."""
    return tuple(
        binder.name for binder, typed, _ in formals if typed.total and all(guard is None for _, guard in typed.domains)
    )


def partial_functions(formals: Sequence[Formal]) -> tuple[Name, ...]:
    """The names of functions that may have a precondition: those of the types `T --> U` and `T ~> U`."""
    return tuple(binder.name for binder, typed, _ in formals if binder.sort.kind == "Function" and not typed.total)


def _existing(scope: Scope, constructs: str | None) -> Scope:
    """The scope without the object that a constructor makes: nobody has another name for it, and its precondition may
    not speak of it (a field of it would be an output)."""
    objects = {name: each for name, each in scope.objects.items() if constructs is None or name != "this"}
    return evolve(scope, objects=objects)


def _representation(
    names: Sequence[Name], stored: Mapping[Name, Stored], ensures: Sequence[Condition]
) -> tuple[Name, ...]:
    """The fields that may be chosen where ghost fields of the same object say what it stands for: those of which a
    predicate, as Valid(), says how they represent these. A ghost set of objects says nothing of that kind, but of what
    the representation consists; one of any objects (`Repr: set<object>`) is a frame and may be chosen, too."""
    models = {name for name in names if stored[name].declaration.ghost and stored[name].sort != set_of(OBJECT)}
    terms = [condition.term for condition in ensures if condition.term is not None] if models else []
    related: set[Name] = set()
    for call in (part for part in subterms(*terms) if part.op == "call" and part.sort == BOOL):
        given = _fields_given(call)
        owners = {root_of(name) for name in given & models}
        related |= {name for name in given if root_of(name) in owners}
    frames = {name for name in names if _is_frame(stored[name])}
    return tuple(name for name in names if name in frames or name in related - models)


def _fields_given(call: Term) -> set[Name]:
    """The variables that a function is given; of an object with a name, whose fields it reads as those of all objects,
    these fields, too."""
    names = free_names(*call.args)
    through = {field_name(name) for name in names if is_heap(name)}
    roots = {name for name in names if not is_field(name)} if through else ()
    return names | {field_variable(root, field) for root in roots for field in through}


def _is_frame(stored: Stored) -> bool:
    return stored.declaration.ghost and stored.sort == set_of(OBJECT) and stored.instance is None


def _promises_new(name: Name, term: Term | None) -> bool:
    """Does a clause say `fresh(name)`, perhaps among others?"""
    pending = [] if term is None else [term]
    while pending:
        part = pending.pop()
        if part.op == "and":
            pending.extend(part.args)
        elif part.op == "not" and part.args[0].op == "set.member":
            element, existing = part.args[0].args
            if element.data == name and existing.data == ALLOCATED:
                return True
    return False


def stored_fields(state: Declarations, scope: Scope) -> dict[Name, Stored]:
    """The fields of the objects in scope, by their variables."""
    return {
        reference.variable(name): stored
        for reference in scope.objects.values()
        for name, stored in fields_of(state.names, reference.type).items()
        if stored.sort is not None
    }


def _mentioned(conditions: Iterable[Condition]) -> set[Name]:
    """The variables that clauses mention, each state apart."""
    terms = (condition.term for condition in conditions if condition.term is not None)
    return free_names(*terms)


def _kept_apart(requires: Iterable[Condition]) -> frozenset[frozenset[Name]]:
    """The pairs of names that a precondition says are two: `requires to != this`. Clauses need not be read for them as
    if they were one, which would need the fields of both in each test."""
    found = set()
    pending = [each.term for each in requires if each.term is not None]
    while pending:
        term = pending.pop()
        if term.op == "and":
            pending += term.args
        elif term.op == "not" and term.args[0].op == "eq":
            found.add(frozenset(each.data for each in term.args[0].args if each.op == "var"))
    return frozenset(found)


def _used(conditions: Iterable[Condition]) -> set[Name]:
    """The variables that clauses mention, in either state."""
    names = _mentioned(conditions)
    return names | set(map(without_state, names))


def _with_lengths(formals: Sequence[Formal]) -> Iterator[Binder]:
    """The parameters, and after an array of several dimensions its lengths."""
    for binder, _, _ in formals:
        yield Binder(binder.name, value_sort(binder.sort))
        if binder.sort.kind == MATRIX:
            yield from (Binder(length.data, INT) for length in lengths_of(binder.name, rank_of(binder.sort)))


def _dimensions(formals: Sequence[Formal]) -> Iterator[Dimensions]:
    """The lengths of each array of several dimensions."""
    for binder, _, _ in formals:
        if binder.sort.kind == MATRIX:
            lengths = lengths_of(binder.name, rank_of(binder.sort))
            yield Dimensions(binder.name, tuple(length.data for length in lengths))


def _changes(effects: Effects) -> tuple[Name, ...] | None:
    """The objects that a call may change; None when it may be any."""
    if effects.open is not None:
        return None
    return tuple(dict.fromkeys((*effects.objects, *(root_of(name) for name in effects.fields))))
