"""The two states of a call of a method: what is in scope in each, and what may differ between them.

A call hands out objects, as results and in fields that it changes. They may be new, or ones that there are. An object
with a name has variables of its own for its fields (`m.v`), and all objects have them in heap variables
(`object.Cell.v`). A result is both, so that what is said of it is said twice, and both have to agree: of `ensures m
== s[0]` the field `m.v` is that of `s[0]`, which no clause says. Such facts, which hold of every state after a call,
are in words and as terms here."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial

from attrs import evolve, frozen

from ...core.errors import Unsupported
from ...core.ir.build import conj, disj, implies, negate, op
from ...core.ir.contracts import held_sorts, may_hold
from ...core.ir.sorts import OBJECT, Sort, array_of
from ...core.ir.terms import Binder, Term, var
from ...core.ir.variables import STATE, Name, field_name, heap_place, heap_variable, is_field_of, member_of, root_of
from .clauses import Formal
from .collect import Declaration
from .declarations import Declarations
from .effects import Effects, FrameTypes, effects_of
from .lowering import Scope
from .lowering.heap_scopes import (
    declaring,
    held_lost_after,
    instances_in,
    lost_after,
    may_be_one_class,
    with_heap,
    with_held_arrays,
)
from .lowering.objects import HELD_ARRAY, Stored, fields_of, value_sort
from .lowering.states import state_number, with_allocated
from .lowering.static_classes import are_of_classes
from .names import MethodSignature, SymbolTable
from .syntax import Node, child, nodes


@frozen(slots=True)
class CallStates:
    """The scopes before and after a call. `constructs`: the class whose constructor is called.

    Of variables: `stored`, the fields of the objects with names before the call, and `of_results`, those of results;
    `new`, fields of the object that a constructor makes; `changed`, fields that may have another value after the call;
    `arrays`, parameters whose elements may; `lost`, fields of all objects that may be others for some of them, and
    `held_lost`, those that hold arrays. `makes`: objects may be made, and handed out.
    """

    signature: MethodSignature
    inputs: list[Formal]
    outputs: list[Formal]
    before: Scope
    after: Scope
    effects: Effects
    constructs: str | None
    stored: dict[Name, Stored]
    of_results: dict[Name, Stored]
    new: frozenset[Name]
    changed: frozenset[Name]
    arrays: tuple[Name, ...]
    lost: frozenset[Name]
    held_lost: frozenset[Name]
    makes: bool
    perhaps: frozenset[Name] = frozenset()

    @property
    def results(self) -> tuple[Name, ...]:
        return tuple(binder.name for binder, _, _ in self.outputs)

    def with_perhaps_changed(self, names: frozenset[Name]) -> "CallStates":
        """The same, where these arrays, parameters and what fields hold, may change as well."""
        fields = names & self.stored.keys()
        arrays = tuple(binder.name for binder, _, _ in self.inputs if binder.name in names - fields)
        after = evolve(self.after, modified=self.after.modified | names)
        return evolve(self, after=after, changed=self.changed | fields, arrays=(*self.arrays, *arrays), perhaps=names)

    @property
    def is_open(self) -> bool:
        """May a call change other objects than those that its frames name?"""
        return self.effects.unclear is not None and self.constructs is None

    @property
    def existing_before(self) -> Scope:
        """The scope before the call without the object that a constructor makes: nobody has another name for it, and
        its precondition may not speak of it (a field of it would be an output)."""
        objects = {
            name: object_ for name, object_ in self.before.objects.items() if self.constructs is None or name != "this"
        }
        return evolve(self.before, objects=objects)


def states_of_call(state: Declarations, declared: Declaration, signature: MethodSignature) -> CallStates:
    """The states of a call of a method or constructor. Raises Unsupported where a type is."""
    node, scope = declared.node, state.scope(declared)
    inputs = state.formals(child(node, "formals"), scope, matrices=True)
    results = child(node, "results")
    outputs = state.formals(None if results is None else nodes(results)[0], scope, matrices=True)
    # The state before, without what the call makes.
    scope_before = _before(state, declared, scope.bind(*signature.inputs), inputs, outputs)
    types = FrameTypes(partial(_sort_of, state, scope_before), partial(_are_of_classes, state, scope_before))
    effects = effects_of(node, scope_before, state.source, types)
    constructs = declared.owner if node.children[0] == "constructor" else None
    stored = stored_fields(state, scope_before)
    # A constructor's object has no fields before the call.
    new = {name for name in stored if constructs is not None and is_field_of(name, "this")}
    # What the frame allows to change, by the names that it has here.
    changed = {
        name
        for name, field_stored in stored.items()
        if effects.may_change(name, field_stored.declaration.mutable, scope_before)
    }
    # Where the method may hand out new objects, the clauses may speak of their fields: `fresh(c) && c.v == 0`. Before
    # the call there are none.
    handed_out = (
        *(output.sort for output in signature.outputs),
        *(scope_before.variables[field_stored] for field_stored in changed),
    )
    makes = constructs is not None or (declared.kind == "method" and may_be_objects(handed_out, state.names))
    is_unclear = effects.unclear is not None
    # What the call may change of all objects at once.
    lost = lost_after(state.names, scope_before, effects.objects, is_unclear, makes)
    objects = dict(scope_before.objects)
    if constructs is not None:
        objects["this"] = evolve(objects["this"], new=True)
    # The number of the state, which functions without a body depend on, is another one after what changes anything.
    numbered = {STATE} if nodes(node, "modifies") or constructs is not None else set()
    # From here on the variables of the state after, as far as they differ.
    modified = frozenset((*effects.arrays, *(changed - new), *lost, *numbered))
    after = evolve(scope_before.bind(*signature.outputs), objects=objects, modified=modified)
    holding = (binder.name for binder, _, _ in inputs if may_hold("Array", binder.sort, state.names.datatypes))
    after = with_allocated(state.with_formals(after, outputs, results=True), tuple(holding))
    names = {binder.name for binder, _, _ in outputs}
    return CallStates(
        signature,
        inputs,
        outputs,
        scope_before,
        after,
        effects,
        constructs,
        stored,
        of_results={name: field for name, field in stored_fields(state, after).items() if root_of(name) in names},
        new=frozenset(new),
        changed=frozenset(changed),
        arrays=tuple(dict.fromkeys(effects.arrays)),
        lost=frozenset(lost),
        held_lost=frozenset(held_lost_after(state.names, scope_before, effects.objects, is_unclear)),
        makes=makes,
    )


def stored_fields(state: Declarations, scope: Scope) -> dict[Name, Stored]:
    """The fields of the objects in scope, by their variables."""
    return {
        reference.variable(name): stored
        for reference in scope.objects.values()
        for name, stored in fields_of(state.names, reference.type).items()
        if stored.sort is not None
    }


def _before(
    state: Declarations, declared: Declaration, scope: Scope, inputs: list[Formal], outputs: list[Formal]
) -> Scope:
    """The scope of the pre-state: parameters, the object or value that `this` is, and the fields of all objects."""
    if scope.receiver is not None:
        scope = scope.bind(Binder("this", scope.receiver))
    scope_before = state.with_objects(scope, declared, inputs)
    # A result may be an object that there is, so that its type counts, too.
    around = scope_before.holding({binder.name: typed.instance for binder, typed, _ in outputs})
    instances = instances_in(state.names, around, declared.owner)
    scope_before = with_held_arrays(state.names, with_heap(state.names, scope_before, instances), instances)
    return scope_before.bind(state_number())


def _sort_of(state: Declarations, scope: Scope, node: Node) -> Sort | None:
    """The sort of an expression; of an array that an object holds, that of an array. None where it has none."""
    engine = state.engine()
    try:
        draft = engine.infer(node, scope)
        sort = engine.resolve(draft.sort, node)
    except Unsupported:
        return None
    return array_of(*sort.args) if sort.kind == HELD_ARRAY else sort


def _are_of_classes(state: Declarations, scope: Scope, node: Node) -> bool:
    return are_of_classes(state.engine(), node, scope)


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
    heap_by_field: dict[Name, Name] = {}
    for name in (field for field in fields if field in used):
        root, member = root_of(name), member_of(name)
        kind = declaring(names, scope.objects[root].type, member)
        # The class that declares the field has the map of it, whichever class below the object is of.
        heap = None if kind is None else heap_variable(kind, member)
        if heap is not None and heap not in scope.variables and root not in new and names.classes[str(kind)].parameters:
            raise Unsupported(f"{root}, which may be any object of {kind}, of which there are several instances")
        if heap is not None and heap in scope.variables:
            heap_by_field[name] = heap
    wanted_names = {*used, *(heap for name, heap in heap_by_field.items() if root_of(name) not in new)}
    return {name: heap for name, heap in heap_by_field.items() if heap in wanted_names}


def results_in_heap(
    heap_of: Mapping[Name, Name], given_names: Collection[Name], scope: Scope
) -> Iterator[tuple[str, Term]]:
    """A result that is an object of which the state after the call has the fields has these fields. `heap_of`: field of
    a result → the heap variable of that field; `given_names`: the variables that are fields of parameters, which count
    instead of what the heap has of these objects."""
    for name, heap in heap_of.items():
        owner, field = var(root_of(name), OBJECT), field_name(name)
        heap_now = op("tuple.at", var(heap, scope.variables[heap]), data=1)
        # An object that has a name here is described by its own variables, and the map may differ for it.
        named = (root_of(named_field) for named_field in given_names if field_name(named_field) == field)
        terms = (negate(op("eq", owner, var(named_field, OBJECT))) for named_field in named)
        field_of_result, field_in_heap = var(name, value_sort(scope.variables[name])), op("map.at", heap_now, owner)
        if field_in_heap.sort.kind == "Array":
            is_equal = disj(
                op("array.is_null", field_in_heap), op("eq", field_of_result, op("array.elements", field_in_heap))
            )
        else:
            is_equal = op("eq", field_of_result, field_in_heap)
        yield f"{name} is what the object has there", implies(conj(op("map.member", owner, heap_now), *terms), is_equal)


def of_no_other_class(
    names: SymbolTable, kinds: Mapping[Name, str], named: Mapping[Name, str], heap: Iterable[Binder]
) -> Iterator[tuple[str, Term]]:
    """What the types of results and fields say of the objects in them: they are none of another class. `kinds`: the
    variables that are objects, with their classes; `named`: objects that are none of these, with theirs."""
    listed = list(heap)
    for name, kind in kinds.items():
        result_object = var(name, OBJECT)
        of_other_classes = [
            op("eq", result_object, var(other_object, OBJECT))
            for other_object, other_class in named.items()
            if other_object != name and not may_be_one_class(names, kind, other_class)
        ]
        # The map of a field has the objects of the class that declares it as keys: an object of an unrelated class is
        # none of them.
        of_other_classes += [
            op("map.member", result_object, op("tuple.at", var(binder.name, binder.sort), data=1))
            for binder in listed
            if not may_be_one_class(names, kind, heap_place(binder.name)[0])
        ]
        if of_other_classes:
            yield f"{name} is of the class {kind}", negate(disj(*of_other_classes))
