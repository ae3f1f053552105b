"""A method or constructor → its specification: over its parameters, its results, and the fields of objects that its
clauses mention.

What an object stands for may be said by functions of its class, as `Elements()` of a stack, instead of ghost fields.
Where clauses mention fields through functions only, a caller knows of the object what these functions say, and how the
fields represent that is the object's own choice.

Example: `ensures Valid() && Elements() == old(Elements()) + [x]`. An array with another number beyond those elements is
the same stack, one with another element is not. Of which objects the stack consists, as `Repr(): set<object>` says, is
no part of what it stands for, no more than a ghost field of that type.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ...core.errors import Unsupported
from ...core.ir.build import UNBOUNDED, conj, op
from ...core.ir.contracts import (
    Condition,
    Dimensions,
    FrameTerm,
    Function,
    HeapModel,
    ReachedArrays,
    Specification,
    UnmentionedField,
)
from ...core.ir.sorts import BOOL, INT, OBJECT, Sort, map_of, seq_of, set_of
from ...core.ir.substitution import instantiate
from ...core.ir.terms import Binder, Term, const, free_names, free_variables, make, subterms, var
from ...core.ir.variables import (
    STATE,
    Name,
    field_name,
    field_sort,
    field_variable,
    heap_place,
    hidden_variable,
    holder_of,
    is_field,
    is_heap,
    is_heap_read,
    is_pre_state,
    is_which_array,
    member_of,
    root_of,
    which_array,
    without_state,
)
from .call_clauses import aliases_of, read_clauses
from .call_facts import NeededVariables, facts_after, facts_before, variables_needed
from .call_states import CallStates, states_of_call
from .classes import MATRIX, NULL, rank_of
from .clauses import ClauseReader, Formal
from .collect import Declaration, type_parameters
from .declarations import Declarations
from .effects import Effects
from .lowering import Scope
from .lowering.indices import lengths_of
from .lowering.objects import HELD_ARRAY, Stored, fields_of, value_sort
from .lowering.static_classes import ANY, NOTHING, declared_class
from .names import MethodSignature, Signature
from .syntax import Node, name_of, span_of, text_of


@frozen(slots=True)
class Models:
    """`fields` are the variables that clauses mention through functions only; `terms` what these say of them."""

    fields: tuple[Name, ...] = ()
    terms: tuple[Term, ...] = ()


NONE = Models()


def models_of(
    names: Collection[Name],
    ensures: Iterable[Condition],
    functions: Mapping[str, Signature],
    kind: str | None,
    defined: Mapping[Name, Function],
) -> Models:
    """The models among clauses of a postcondition. `names`: the fields that have a value of their own after the call;
    `kind`: the class of `this`, whose functions say what its objects stand for, too; `defined`: functions with their
    preconditions."""
    direct: set[Name] = set()
    calls: list[Term] = []
    frames: list[Term] = []
    # Fields that a clause mentions itself have a value that callers see. What is only seen through functions has the
    # value that these functions tell.
    for condition in ensures:
        clause = condition.clause
        if condition.term is None:
            return NONE  # What is not read may mention any field.
        if clause.implicit or clause.fact:
            continue
        names_in_clause = free_names(condition.term)
        direct |= {without_state(name) for name in _named(condition.term, functions)} & {*names}
        for term in _calls_given(condition.term, names):
            frame = str(term.data) in functions and functions[str(term.data)].of_any_objects
            if not frame and (not free_names(term) <= names_in_clause or not _is_of_one_state(term)):
                return NONE  # Of a bound variable, or of two states: no single value says it.
            (frames if frame else calls).append(term)
    # `hidden`: mentioned in calls, and nowhere outside of them.
    hidden = {name for call in (*calls, *frames) for name, _ in free_variables(call) if name in names} - direct
    # Predicates say that the representation is in order, and nothing of what it stands for: only other values are
    # observations.
    spoken = [call for call in calls if call.sort != BOOL and not hidden.isdisjoint(free_names(call))]
    owners = {root_of(name) for call in spoken for name in free_names(call) if name in hidden}
    # One observation of an object makes all its hidden fields its representation.
    fields = tuple(name for name in names if name in hidden and root_of(name) in owners)
    if not fields:
        return NONE
    class_functions = _functions_of(kind, functions, defined, calls, fields)
    if class_functions is None:
        return NONE
    # No number says what any number of elements or objects are: a list is not what `Length()` says of it.
    observations = tuple(dict.fromkeys((*calls, *class_functions)))
    linked = [call.sort for call in observations if call.sort != BOOL and any(map(is_heap, free_names(call)))]
    if linked and not any(map(_is_of_parts, linked)):
        return NONE
    # What only predicates and frames read of an object (`order` of `Valid()`) is nothing that it stands for.
    values = [call for call in observations if call.sort != BOOL]
    of_parts = {name for call in values if _is_of_parts(call.sort) for name in free_names(call)}
    if any(
        sort.args and name in fields and name not in of_parts for call in values for name, sort in free_variables(call)
    ):
        return NONE
    return Models(fields, observations)


def _is_of_parts(sort: Sort) -> bool:
    """Whether a value may have any number of parts."""
    return bool(sort.args) or sort.kind == "Datatype"


def _calls_given(term: Term, names: Collection[Name]) -> Iterator[Term]:
    """The outermost calls that are given fields as they are after the call, by the clause or as what they read."""
    pending = [term]
    while pending:
        subterm = pending.pop()
        # `head.val` is read of the objects by a function, too; but it is the clause that mentions `head`.
        if subterm.op == "call" and not is_heap_read(subterm.data):
            if not free_names(subterm).isdisjoint(names):
                yield subterm
            continue
        pending.extend(subterm.args)


def _named(term: Term, functions: Mapping[str, Signature]) -> set[Name]:
    """The variables that a clause mentions itself, in arguments of functions, too: `xs` of `Sum(xs)`, but not what
    `Elements()` reads of its object."""
    names_found, pending = set[Name](), [term]
    while pending:
        subterm = pending.pop()
        if subterm.op == "var":
            names_found.add(subterm.data)
        signature = functions.get(str(subterm.data)) if subterm.op == "call" else None
        # The first arguments of such a call are the state that the function reads, which nobody wrote.
        pending.extend(subterm.args if signature is None else subterm.args[len(signature.state) :])
    return names_found


def _members(kind: str | None, functions: Mapping[str, Signature]) -> list[Signature]:
    """The functions of a class that read the state of its objects."""
    return [function for name, function in functions.items() if name.rpartition(".")[0] == kind and function.state]


def _is_of_one_state(call: Term) -> bool:
    """Is a call about the state after the method alone? The fields of all objects there come with a number of their
    state, which counts from the one before."""
    return not any(
        is_pre_state(name) for argument in call.args for name in free_names(_fields_of_all(argument) or argument)
    )


def _fields_of_all(argument: Term) -> Term | None:
    """What a heap variable is after the method, without the number of the state; None for another term."""
    match argument:
        case Term(op="tuple.make", args=(number, fields)) if number.sort == INT and all(
            is_heap(without_state(name)) for name in free_names(number)
        ):
            return fields
        case _:
            return None


def _observes(signature: Signature, fields: Collection[Name]) -> bool:
    """Does a function tell something of the fields for each of its arguments, as `At(key)` does, be it of fields of the
    objects behind them?"""
    read = {state_read.variable for state_read in signature.state if state_read.field}
    through = any(is_heap(state_read.variable) for state_read in signature.state)
    return len(signature.state) < len(signature.parameters) and (through or not read.isdisjoint(fields))


def _functions_of(
    kind: str | None,
    functions: Mapping[str, Signature],
    defined: Mapping[Name, Function],
    calls: Sequence[Term],
    fields: Collection[Name],
) -> list[Term] | None:
    """What the functions of its class say of `this`: their values or, of those with parameters, the map of all values.
    Left out are those that read what is not known, or nothing of the `fields`. None where one of them may tell more of
    the objects behind `this` than is known.

    Example: of `At(i: nat) requires i < Length()` it is `map i | 0 <= i && i < Length() :: At(i)`. Of a function that
    takes any number that map has no value which evaluation finds, so that no two states say the same."""
    free_sorts = {name: sort for call in calls for name, sort in free_variables(call)}
    # Fields of all objects are arguments of the calls, one map for each field: a function of the class that reads such
    # a map is asked about the same map as the clauses are.
    heap: dict[Name, Term] = {}
    for call in calls:
        state = functions[str(call.data)].state if str(call.data) in functions else ()
        heap.update((read.variable, arg) for read, arg in zip(state, call.args, strict=False) if is_heap(read.variable))
    observations = []
    for signature in _members(kind, functions):
        parameters = signature.parameters[len(signature.state) :]
        if signature.of_any_objects or (parameters and not _observes(signature, fields)):
            continue
        reads = [
            heap.get(read.variable, var(read.variable, binder.sort))
            for read, binder in zip(signature.state, signature.parameters, strict=False)
        ]
        if any(is_heap(read.variable) and read.variable not in heap for read in signature.state):
            return None
        # Of the state after the call alone, and of `this`, whose fields are known: all else would need values that the
        # clauses do not name.
        plain = all(read.root == "this" or is_heap(read.variable) for read in signature.state)
        if (
            plain
            and not any(read.before for read in signature.state)
            and all(read.op != "var" or read.data in free_sorts or read.sort == OBJECT for read in reads)
        ):
            if parameters and signature.name not in defined:
                return None  # Which arguments it takes is not known.
            observations.append(_told_by(signature, reads, defined))
        elif parameters:
            return None
    return observations


def _told_by(signature: Signature, reads: Sequence[Term], defined: Mapping[Name, Function]) -> Term:
    """What a function says, of which these are what it reads."""
    parameters = signature.parameters[len(reads) :]
    binders = tuple(Binder(hidden_variable(parameter.name, "argument"), parameter.sort) for parameter in parameters)
    arguments_given = (*reads, *(var(binder.name, binder.sort) for binder in binders))
    call = make("call", arguments_given, signature.result, signature.name)
    if not binders:
        return call
    values = {parameter.name: value for parameter, value in zip(signature.parameters, arguments_given, strict=True)}
    required = conj(*(instantiate(condition, values) for condition in defined[signature.name].requires))
    arguments = arguments_given[len(reads) :]
    key = arguments[0] if len(arguments) == 1 else op("tuple.make", *arguments)
    domains = (UNBOUNDED,) * len(binders)
    return make("map.comprehension", (*domains, required, key, call), map_of(key.sort, call.sort), binders)


def specification(
    state: Declarations, declared: Declaration, also: frozenset[Name] = frozenset()
) -> Specification | None:
    """The specification of a method, which its callers see from now on; None for one without a signature. `also`:
    variables that it is over whether its clauses mention them or not, where it has such.

    Four steps: the two states of a call, the clauses as they are written in these, the variables that they need, and
    what holds of these variables in any case, whatever is written."""
    signature = state.names.methods.get(declared.qualified)
    if signature is None:
        return None
    # The order matters: what a clause mentions decides which fields are variables, and these decide which facts there
    # are.
    call = states_of_call(state, declared, signature)
    clauses = read_clauses(state, declared.node, call, also)
    call = clauses.call
    needed = variables_needed(state, call, clauses, also)
    requires = (*clauses.requires, *facts_before(call, clauses.reader, needed))
    written = (*clauses.promised, *clauses.ensures)
    facts = facts_after(state, call, clauses, needed)
    ensures = (*written, *facts)
    after = clauses.after
    heap, changed = needed.heap, call.changed
    outputs = [name for name in needed.fields if name in changed | needed.new]
    # What clauses leave open is said apart, for whoever looks for other outputs: fields behind functions, arrays
    # without a name, and fields that nothing mentions.
    models = models_of(outputs, ensures, state.names.functions, declared.owner, state.functions)
    taken = (*needed.given.values(), *heap, *needed.existing, *needed.this, *_with_lengths(call.inputs))
    reached = None if clauses.frames is None else _reached(clauses.reader, taken, after, clauses.frames)
    lost = [binder.name for binder in heap if binder.name in call.lost]
    holders = () if reached is None else reached.holders
    modifies = (*(name for name in needed.given if name in changed), *lost, *call.arrays, *holders)
    owned = state.names.parameters_of_type(declared.enclosing)
    of_aliases = (*clauses.promised, *clauses.ensures_of_aliases, *facts) if clauses.ensures_of_aliases else ()
    understood = clauses.says_something and all(condition.term is not None for condition in clauses.ensures)
    says_nothing_of = _unmentioned(state, call, needed.used) if understood else ()
    model = HeapModel(
        tuple(binder.name for binder in heap),
        tuple(_dimensions((*call.inputs, *call.outputs))),
        held=tuple(name for name in needed.fields if after.variables[name].kind == HELD_ARRAY),
        representation=_representation(outputs, needed.stored, ensures, state.names.functions),
        aliases=tuple(aliases_of(state, call, clauses.frames, needed.given)),
        objects=never_null(needed.this, call.inputs),
        ensures_of_aliases=tuple(alias.term for alias in of_aliases),
        modelled=models.fields,
        models=models.terms,
        reached=reached,
        field_types=tuple(_field_types(state, (binder for binder in heap if binder.name in {*call.lost, *holders}))),
        unmentioned=says_nothing_of,
        may_change=tuple(sorted((call.changed - call.new) | (call.lost if call.is_open else frozenset()))),
        frames=_frames(clauses.reader, after),
        extensible=tuple(name for name in call.effects.objects if _is_extensible(state, call, name)),
        handed_out=tuple(_handed_out(state, call, needed)),
    )
    method_specification = Specification(
        signature.name,
        taken,
        (*_with_lengths(call.outputs), *(needed.fields[name] for name in needed.fields if name in needed.new)),
        requires,
        ensures,
        tuple(dict.fromkeys(modifies)),
        span_of(declared.node, state.source),
        tuple(binder.name for binder, typed, _ in (*call.inputs, *call.outputs) if typed.nullable),
        (*owned, *type_parameters(declared.node)),
        heap=model,
        partial=partial_functions(call.inputs),
        unrestricted=unrestricted_functions(call.outputs),
        free_order=_says_free_order(state, declared),
    )
    state.names.methods[declared.qualified] = _signature_for_callers(state, call, needed, method_specification)
    return method_specification


def _signature_for_callers(
    state: Declarations, call: CallStates, needed: NeededVariables, method_specification: Specification
) -> MethodSignature:
    """What a call of the method has to know of its specification."""
    return MethodSignature(
        method_specification.name,
        method_specification.inputs,
        method_specification.outputs,
        method_specification.type_parameters,
        tuple(state.references(call.outputs, results=True)),
        next((name for name in call.results if name in needed.results), None),
    )


_FRAMES_OF_ANY = (OBJECT, set_of(OBJECT), seq_of(OBJECT))
_FREE_ORDER = re.compile(r"specassay:\s*free order\b")
_BEFORE_NAME = re.compile(r"[\s\w]*")


def _says_free_order(state: Declarations, declared: Declaration) -> bool:
    """Is there a comment `// specassay: free order` right before a declaration, or in it?"""
    node_place, source = declared.node.meta, state.source
    if node_place.empty or node_place.start_pos is None or node_place.end_pos is None:
        return False
    order_comments = [comment for comment in source.comments if _FREE_ORDER.search(comment.text)]
    return any(
        node_place.start_pos <= order_comment.start <= node_place.end_pos
        or (
            order_comment.end <= node_place.start_pos
            and _BEFORE_NAME.fullmatch(source.excerpt(order_comment.end, node_place.start_pos))
        )
        for order_comment in order_comments
    )


def _is_extensible(state: Declarations, call: CallStates, name: Name) -> bool:
    object_ = call.before.objects.get(name)
    declared = None if object_ is None else state.names.classes.get(object_.type)
    return declared is not None and declared.extensible


def _frames(reader: ClauseReader, scope: Scope) -> tuple[FrameTerm, ...] | None:
    """What the clauses `modifies` name, said of the pre-state. None where one is not supported."""
    try:
        return tuple(reader.frames(scope))
    except Unsupported:
        return None


def _reached(reader: ClauseReader, inputs: Iterable[Binder], scope: Scope, frames: tuple[Term, ...]) -> ReachedArrays:
    """The inputs that are or hold arrays, the same ones in both states."""
    replaced = reader.by_input.replaced if reader.by_input is not None else frozenset[Name]()
    holders: list[Name] = []
    for binder in inputs:
        seen = scope.variables.get(binder.name, binder.sort)
        field = which_array(binder.name) if seen.kind == HELD_ARRAY else binder.name
        # A variable that may hold other arrays after the call says nothing of those before.
        if reader.arrays.may_be_in(seen) and field not in replaced:
            holders.append(binder.name)
    return ReachedArrays(tuple(holders), frames)


def _field_types(state: Declarations, heap: Iterable[Binder]) -> Iterator[tuple[Name, Term]]:
    """What the types of fields promise of any object. Raises Unsupported."""
    for binder in heap:
        kind, field = heap_place(binder.name)
        stored = fields_of(state.names, kind)[field]
        if stored.guard is not None:
            yield binder.name, stored.guard(var(binder.name, field_sort(binder.sort)))


def _handed_out(state: Declarations, call: CallStates, needed: NeededVariables) -> Iterator[Name]:
    """The results, and the fields that may be other objects after the call, that a program may change."""
    named = {*call.effects.objects, *(binder.name for binder, _, _ in call.outputs)}
    outputs = {name for name in needed.fields if name in needed.new or root_of(name) in named} | {*call.effects.fields}
    fields = ((name, needed.stored[name].instance) for name in needed.fields if name in outputs)
    kinds = [
        *((binder.name, typed.kind) for binder, typed, _ in call.outputs if binder.sort == OBJECT),
        *((name, instance[0]) for name, instance in fields if instance and needed.stored[name].sort == OBJECT),
    ]
    for name, kind in kinds:
        listed = fields_of(state.names, kind).values() if kind in state.names.classes else ()
        if any(stored.declaration.mutable and not stored.declaration.ghost for stored in listed):
            yield name


def _unmentioned(state: Declarations, call: CallStates, used: Collection[Name]) -> tuple[UnmentionedField, ...]:
    """The fields that may change and that no clause mentions: `modifies c` with a postcondition about `c.x` alone lets
    `c.y` have any value, as ``modifies c`y`` does. Not ghost fields, which no program reads."""
    # A clause that depends on the number of the state may be about any field, and one that goes from object to object
    # about that field of any object.
    if STATE in used or call.constructs is not None:
        return ()
    scope, effects = call.before, call.effects
    # A field that a clause reaches through any object (`forall n :: n in Repr ==> n.data …`) is mentioned for every
    # object.
    through = {heap_place(name)[1] for name in used if is_heap(name)}
    engine = state.engine()
    through_frames: list[tuple[UnmentionedField, Stored]] = []
    for frame, is_object in (*((frame, True) for frame in effects.reached), *((f, False) for f in effects.collections)):
        declared, text = declared_class(engine, frame, scope), text_of(frame, state.source)
        if declared is None:
            raise engine.unsupported(f"the frame {text}, of objects of a class that is not known here,", frame)
        if declared == NOTHING:
            continue
        if declared == ANY:  # such as `Repr: set<object>`, which mostly holds `this`
            owner = _before(state, frame, scope, OBJECT if is_object else None)
            through_frames += () if owner is None else _of_named_in(state, owner, scope, effects)
            continue
        written = f"({text})" if name_of(frame) == "conditional" else text
        for member, stored in fields_of(state.names, declared[0]).items():
            name = f"{written}.{member}" if is_object else f"{member} of an object in {text}"
            owner = _before(state, frame, scope, OBJECT if is_object else None)
            through_frames.append((UnmentionedField(name, owner, member), stored))
    of_objects = [
        *(
            (UnmentionedField(field_variable(name, member), var(name, OBJECT), member), stored)
            for name in effects.objects
            for member, stored in fields_of(state.names, scope.objects[name].type).items()
        ),
        *through_frames,
    ]
    # A frame of one field, ``modifies c`y``, lets that field change, and no other.
    single_objects = [
        (UnmentionedField(name, var(root_of(name), OBJECT), member_of(name)), call.stored[name])
        for name in map(holder_of, effects.fields)
    ]
    return tuple(
        field
        for field, stored in (*of_objects, *single_objects)
        if stored.declaration.mutable
        and not stored.declaration.ghost
        and field.member not in through
        and (not is_field(field.name) or _is_unused(field.name, used))
    )


def _of_named_in(
    state: Declarations, frame: Term, scope: Scope, effects: Effects
) -> Iterator[tuple[UnmentionedField, Stored]]:
    """The fields of the objects with names, as far as they are in a frame of any objects: there the owner is the
    object, and elsewhere null, which has no fields."""
    for name, reference in scope.objects.items():
        if name in effects.objects or frame.sort not in _FRAMES_OF_ANY:
            continue
        object_ = var(name, OBJECT)
        if frame.sort == OBJECT:
            is_in = op("eq", object_, frame)
        else:
            is_in = op("set.member" if frame.sort == set_of(OBJECT) else "seq.member", object_, frame)
        owner = op("ite", is_in, object_, const(NULL, OBJECT))
        for field, stored in fields_of(state.names, reference.type).items():
            yield UnmentionedField(field_variable(name, field), owner, field), stored


def _before(state: Declarations, frame: Node, scope: Scope, sort: Sort | None) -> Term | None:
    """What a frame is, said of the pre-state. None where that is not supported."""
    try:
        return state.term(frame, evolve(scope, old=True), sort)
    except Unsupported:
        return None


def _is_unused(field: Name, used: Collection[Name]) -> bool:
    return field not in used and which_array(field) not in used


def never_null(this: Sequence[Binder], formals: Sequence[Formal]) -> tuple[Name, ...]:
    """The names of objects that are not null: `this`, and parameters of a type `C`, which is not `C?`."""
    receiver = (binder for binder in this if binder.sort == OBJECT)
    return tuple(
        binder.name for binder in (*receiver, *(formal[0] for formal in formals if formal[1].reference is not None))
    )


def unrestricted_functions(formals: Sequence[Formal]) -> tuple[Name, ...]:
    """The functions that are total, and that any values of the sorts of their parameters may be given."""
    return tuple(
        binder.name for binder, typed, _ in formals if typed.total and all(guard is None for _, guard in typed.domains)
    )


def partial_functions(formals: Sequence[Formal]) -> tuple[Name, ...]:
    """The names of functions that may have a precondition: those of the types `T --> U` and `T ~> U`."""
    return tuple(binder.name for binder, typed, _ in formals if binder.sort.kind == "Function" and not typed.total)


def _representation(
    names: Sequence[Name],
    stored: Mapping[Name, Stored],
    ensures: Sequence[Condition],
    functions: Mapping[str, Signature],
) -> tuple[Name, ...]:
    """The fields that may be chosen where ghost fields of the same object say what it stands for: those of which a
    predicate, as Valid(), says how they represent these. A ghost set of objects says nothing of that kind, but of what
    the representation consists; one of any objects (`Repr: set<object>`) is a frame and may be chosen, too. So does a
    ghost sequence of objects beside one of values, as the `spine: seq<Node>` of a queue beside its `contents`.

    A value that a clause mentions by its name callers see: `Valid() && n >= old(n)` lets n be several numbers, which
    are no ways to represent one. Of an object or array it may be its frame that is told, as in `fresh(items)`."""
    # A ghost field is a model if it says what the object stands for; a set of objects says what it is made of.
    models = {name for name in names if stored[name].declaration.ghost and stored[name].sort != set_of(OBJECT)}
    of_values = {name for name in models if not _is_sequence_of_objects(stored[name].sort)}
    spines, models = models - of_values if of_values else set(), of_values or models
    terms = [condition.term for condition in ensures if condition.term is not None] if models else []
    related: set[Name] = set()
    # Only predicates relate: `Valid()` takes both, and so says which representations stand for a model.
    for call in (subterm for subterm in subterms(*terms) if subterm.op == "call" and subterm.sort == BOOL):
        given_names = _fields_given(call)
        owners = {root_of(name) for name in given_names & models}
        related |= {name for name in given_names if root_of(name) in owners}
    frames = {name for name in names if _is_frame(stored[name])}
    # A field that a clause names is seen by callers: its value is promised, and not to be chosen.
    written = (condition for condition in ensures if not (condition.clause.implicit or condition.clause.fact))
    written_terms = [condition.term for condition in written if condition.term is not None] if related else []
    seen = set[Name]().union(*(_named(term, functions) for term in written_terms))
    chosen = {
        name
        for name in names
        if name in related - models and (name not in seen or (name not in spines and _may_be_framed(name, stored)))
    }
    return tuple(name for name in names if name in frames | chosen)


def _is_sequence_of_objects(sort: Sort | None) -> bool:
    return sort is not None and sort.kind == "Seq" and OBJECT in sort.args


def _may_be_framed(name: Name, stored: Mapping[Name, Stored]) -> bool:
    """Is it an object, or an array or a collection of objects?"""
    sort = stored[name].sort
    return is_which_array(name) or sort is None or sort == OBJECT or sort.kind == HELD_ARRAY or OBJECT in sort.args


def _fields_given(call: Term) -> set[Name]:
    """The variables that a function is given; of an object with a name, whose fields it reads as those of all objects,
    these fields, too."""
    names = free_names(*call.args)
    through = {field_name(name) for name in names if is_heap(name)}
    roots = {name for name in names if not is_field(name)} if through else ()
    return names | {field_variable(root, field) for root in roots for field in through}


def _is_frame(stored: Stored) -> bool:
    return stored.declaration.ghost and stored.sort == set_of(OBJECT) and stored.instance is None


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
