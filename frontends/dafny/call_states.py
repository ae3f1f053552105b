"""The two states of a call of a method: what is in scope in each, and what may differ between them."""

from functools import partial

from attrs import evolve, frozen

from ...core.errors import Unsupported
from ...core.ir.contracts import may_hold
from ...core.ir.sorts import Sort, array_of
from ...core.ir.terms import Binder
from ...core.ir.variables import STATE, Name, is_field_of, root_of
from .clauses import Formal
from .collect import Declaration
from .declarations import Declarations
from .effects import Effects, FrameTypes, effects_of
from .handed_out import may_be_objects
from .lowering import Scope
from .lowering.heap_scopes import held_lost_after, instances_in, lost_after, with_heap, with_held_arrays
from .lowering.objects import HELD_ARRAY, Stored, fields_of
from .lowering.states import state_number, with_allocated
from .lowering.static_classes import are_of_classes
from .names import MethodSignature
from .syntax import Node
from .trees import child, nodes


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

    @property
    def results(self) -> tuple[Name, ...]:
        return tuple(binder.name for binder, _, _ in self.outputs)

    @property
    def is_open(self) -> bool:
        """May a call change other objects than those that its frames name?"""
        return self.effects.unclear is not None and self.constructs is None

    @property
    def existing_before(self) -> Scope:
        """The scope before the call without the object that a constructor makes: nobody has another name for it, and
        its precondition may not speak of it (a field of it would be an output)."""
        objects = {
            name: each for name, each in self.before.objects.items() if self.constructs is None or name != "this"
        }
        return evolve(self.before, objects=objects)


def states_of_call(state: Declarations, declared: Declaration, signature: MethodSignature) -> CallStates:
    """The states of a call of a method or constructor. Raises Unsupported where a type is."""
    node, scope = declared.node, state.scope(declared)
    inputs = state.formals(child(node, "formals"), scope, matrices=True)
    results = child(node, "results")
    outputs = state.formals(None if results is None else nodes(results)[0], scope, matrices=True)
    before = _before(state, declared, scope.bind(*signature.inputs), inputs, outputs)
    types = FrameTypes(partial(_sort_of, state, before), partial(_are_of_classes, state, before))
    effects = effects_of(node, before, state.source, types)
    constructs = declared.owner if node.children[0] == "constructor" else None
    stored = stored_fields(state, before)
    new = {name for name in stored if constructs is not None and is_field_of(name, "this")}
    changed = {name for name, each in stored.items() if effects.may_change(name, each.declaration.mutable, before)}
    # Where the method may hand out new objects, the clauses may speak of their fields: `fresh(c) && c.v == 0`. Before
    # the call there are none.
    handed_out = (*(each.sort for each in signature.outputs), *(before.variables[each] for each in changed))
    makes = constructs is not None or (declared.kind == "method" and may_be_objects(handed_out, state.names))
    is_unclear = effects.unclear is not None
    lost = lost_after(state.names, before, effects.objects, is_unclear or makes)
    objects = dict(before.objects)
    if constructs is not None:
        objects["this"] = evolve(objects["this"], new=True)
    # The number of the state, which functions without a body depend on, is another one after what changes anything.
    numbered = {STATE} if nodes(node, "modifies") or constructs is not None else set()
    modified = frozenset((*effects.arrays, *(changed - new), *lost, *numbered))
    after = evolve(before.bind(*signature.outputs), objects=objects, modified=modified)
    holding = (binder.name for binder, _, _ in inputs if may_hold("Array", binder.sort, state.names.datatypes))
    after = with_allocated(state.with_formals(after, outputs, results=True), tuple(holding))
    names = {binder.name for binder, _, _ in outputs}
    return CallStates(
        signature,
        inputs,
        outputs,
        before,
        after,
        effects,
        constructs,
        stored,
        of_results={name: each for name, each in stored_fields(state, after).items() if root_of(name) in names},
        new=frozenset(new),
        changed=frozenset(changed),
        arrays=tuple(dict.fromkeys(effects.arrays)),
        lost=frozenset(lost),
        held_lost=frozenset(held_lost_after(state.names, before, effects.objects, is_unclear)),
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
    before = state.with_objects(scope, declared, inputs)
    # A result may be an object that there is, so that its type counts, too.
    around = before.holding({binder.name: typed.instance for binder, typed, _ in outputs})
    instances = instances_in(state.names, around, declared.owner)
    before = with_held_arrays(state.names, with_heap(state.names, before, instances), instances)
    return before.bind(state_number())


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
