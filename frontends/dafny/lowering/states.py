"""What speaks of two states: `old(e)`, `unchanged(a)`, `fresh(e)`, `allocated(e)` (reference manual, sections 9.20 to
9.25).

The pre-state is a variable of its own for each array and field that may change. Which objects exist before is the
variable `ALLOCATED`, a set with null among them. Of arrays the parameters are what exists before.
"""

from collections.abc import Iterator, Mapping

from attrs import evolve

from ....core.errors import Unsupported
from ....core.ir.build import boolean, conj, forall, implies, integer, negate, op
from ....core.ir.contracts import Datatype, may_hold
from ....core.ir.sorts import BOOL, INT, OBJECT, Sort, seq_of, set_of, sorts_in
from ....core.ir.substitution import instantiate, unused_name
from ....core.ir.terms import TRUE, Binder, Term, const, free_variables, subterms, var
from ....core.ir.variables import (
    ALLOCATED,
    LENGTHS,
    STATE,
    Name,
    field_sort,
    field_variable,
    hidden_variable,
    is_field,
    is_heap,
    is_pre_state,
    pre_state,
    without_state,
)
from ..classes import MATRIX, NULL
from ..names import SymbolTable
from ..syntax import Node, child, formal_name, name_of, nodes, text_of, tokens
from .elaboration import Draft, Elaboration, Scope, rule
from .objects import HELD_ARRAY, field_of, fields_of, object_name, value_sort
from .reached import reached
from .static_classes import class_declaring, static_class

_EXISTING = set_of(OBJECT)


def with_allocated(scope: Scope, arrays: tuple[Name, ...]) -> Scope:
    """The scope in which it is known what exists before: objects, and these arrays."""
    return evolve(scope, variables={**scope.variables, ALLOCATED: _EXISTING}, allocated=arrays)


def two_states(names: SymbolTable, scope: Scope, formals: Node | None) -> Scope:
    """The scope of a two-state function: there is a pre-state of all arrays and of all fields that may change, but not
    of parameters that are `new`, which need not have been there (reference manual, "Two-state functions")."""
    new = {
        formal_name(formal)
        for formal in (() if formals is None else nodes(formals, "formal"))
        if "new" in nodes(formal, "formal_modifiers")[0].children
    }
    arrays = tuple(
        name
        for name, sort in scope.variables.items()
        if sort.kind == "Array" and not is_field(name) and name not in new
    )
    matrices = (name for name, sort in scope.variables.items() if sort.kind == MATRIX and name not in new)
    fields = {
        reference.variable(name)
        for root, reference in scope.objects.items()
        for name, stored in fields_of(names, reference.type).items()
        if root not in new
        and stored.sort is not None
        and (stored.declaration.mutable or stored.sort.kind == HELD_ARRAY)
    }
    return evolve(with_allocated(scope, arrays), modified=frozenset((*arrays, *matrices, *fields)))


def allocated_binder() -> Binder:
    """The variable that is the set of the objects that exist before."""
    return Binder(ALLOCATED, _EXISTING)


def state_number() -> Binder:
    """The variable that numbers the state."""
    return Binder(STATE, INT)


@rule("old")
def old(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`old(e)` reads `e` in the pre-state. Which array a name is does not change: `old(a)[0]` is what `a` holds now
    (reference manual, section 9.20)."""
    scope = earlier_state(elaboration, node, "old", scope)
    operand = nodes(node)[-1]
    # A name of an array is the same array before and after, and `old` of it changes nothing.
    if name_of(operand) == "name" and _holds_arrays(elaboration, scope.variables.get(str(operand.children[0]), BOOL)):
        return elaboration.infer(operand, scope)
    draft_before = elaboration.infer(operand, evolve(scope, old=True))
    if draft_before.identity is not None:
        return _held_before(elaboration, draft_before, operand, node, scope)
    array = elaboration.as_array(draft_before)
    if elaboration.inference.shallow(array.sort).kind == "Array":
        which = Draft(OBJECT, lambda: op("array.object", _before(elaboration, array.build(), node, scope)))
        return Draft(draft_before.sort, lambda: _elements_now(elaboration, draft_before, node, scope), which)
    return Draft(
        draft_before.sort,
        lambda: _without_arrays(elaboration, _before(elaboration, draft_before.build(), node, scope), node, scope),
    )


def _holds_arrays(elaboration: Elaboration, sort: Sort) -> bool:
    return sort.kind == MATRIX or may_hold("Array", sort, elaboration.names.datatypes)


def _elements_now(elaboration: Elaboration, draft_before: Draft, node: Node, scope: Scope) -> Term:
    """The elements now of an array that was reached in the pre-state: which array is known, and its elements if no
    array changes."""
    term = _before(elaboration, draft_before.build(), node, scope)
    if scope.fixed_arrays:
        return term
    if not scope.by_input or term.sort.kind != "Array":
        raise elaboration.unsupported("what an array has now that was somewhere before the call", node)
    return op("array.in_state", term, data="now", span=elaboration.span(node))


def _held_before(elaboration: Elaboration, draft_before: Draft, operand: Node, node: Node, scope: Scope) -> Draft:
    """`old(o.a)` is the array that `o` held. What that has now is known where `o` still holds it."""
    now = elaboration.infer(operand, scope)

    def elements() -> Term:
        assert draft_before.identity is not None
        if now.identity is None or draft_before.identity.build() != now.identity.build():
            raise elaboration.unsupported("what an array has now that an object held before the call", node)
        return now.build()

    return Draft(draft_before.sort, elements, draft_before.identity)


def _before(elaboration: Elaboration, term: Term, node: Node, scope: Scope) -> Term:
    """A term inside `old(...)`. An array in it is a parameter, or comes out of a variable that has a pre-state: what a
    bound variable holds is known in the state of the values that it ranges over."""
    changing = (scope.variables.get(name, BOOL) for name in scope.modified)
    replaced: dict[Name, Term] = {}
    arrays_inside = any(sort.kind not in ("Array", MATRIX) and _holds_arrays(elaboration, sort) for sort in changing)
    for variable, sort in free_variables(term):
        name = without_state(variable)
        if is_pre_state(variable) or not (sort.kind == "Array" or (arrays_inside and _holds_arrays(elaboration, sort))):
            continue
        is_matrix = field_variable(name, LENGTHS[0]) in scope.variables
        # A parameter was there before the call; a bound variable that hides its name need not have been.
        existed = name in (scope.allocated or ()) and name not in scope.hidden
        if not existed and not is_matrix and scope.by_input and sort.kind == "Array":
            replaced[variable] = op("array.in_state", var(variable, sort), data="before", span=elaboration.span(node))
        elif not existed and not is_matrix:
            raise elaboration.unsupported(f"the pre-state of {name}", node)
    return instantiate(term, replaced) if replaced else term


def _without_arrays(elaboration: Elaboration, term: Term, node: Node, scope: Scope) -> Term:
    """A value that was somewhere before the call. Of arrays in it the elements would be those of that state."""
    if scope.fixed_arrays:
        return term
    changed = (sort for name, sort in free_variables(term) if is_pre_state(name))
    if _holds_arrays(elaboration, term.sort) and any(_holds_arrays(elaboration, sort) for sort in changed):
        raise elaboration.unsupported("what arrays have now that were somewhere before the call", node)
    return term


def earlier_state(elaboration: Elaboration, node: Node, construct: str, scope: Scope) -> Scope:
    """The scope in which the pre-state is the one that a construct is about: at its label, if it has one."""
    labelled = child(node, "at_label")
    if labelled is None:
        if scope.allocated is None:
            raise elaboration.unsupported(f"{construct} where there is one state only", node)
        return scope
    label = str(tokens(labelled, "IDENT")[0])
    if label not in scope.labels:
        raise elaboration.unsupported(f"{construct} at the label {label}, which is not known here", node)
    # A label is a state inside of a body: what has changed since is what its own pre-state variables are for.
    changed_names = scope.labels[label]
    arrays = tuple(name for name in sorted(changed_names) if not is_field(name))
    return evolve(scope, label=label, modified=changed_names, allocated=arrays)


def _existing(scope: Scope) -> Term:
    """The set of the objects that exist before."""
    return var(pre_state(ALLOCATED, scope.label) if scope.label else ALLOCATED, _EXISTING)


@rule("unchanged")
def unchanged(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`unchanged(a, o, p`f)`: the elements of an array, all fields of an object, one field are what they were."""
    scope = earlier_state(elaboration, node, "unchanged", scope)
    frames = [_unchanged(elaboration, frame, scope) for frame in nodes(nodes(node)[-1])]
    return Draft(BOOL, lambda: conj(*(frame.build() for frame in frames), span=elaboration.span(node)))


def _unchanged(elaboration: Elaboration, frame: Node, scope: Scope) -> Draft:
    single = name_of(frame) == "frame_field"
    # An object with a name has its fields as variables: unchanged are these, one by one.
    owner = "this" if single and not nodes(frame) else object_name(nodes(frame)[0] if single else frame, scope)
    if owner is not None and owner in scope.objects and scope.objects[owner].type != MATRIX:
        fields = [formal_name(frame)] if single else _mutable_fields(elaboration, owner, scope)
        same_fields = [_same_field(elaboration, owner, field, frame, scope) for field in fields]
        return Draft(BOOL, lambda: conj(*(same_field.build() for same_field in same_fields)))
    name = str(frame.children[0]) if name_of(frame) == "name" else ""
    if scope.label and (not name or (name in scope.variables and name not in scope.modified)):
        # It was made later, or the name means another array since: Dafny asks that it is allocated there.
        frame_text = text_of(frame, elaboration.source)
        raise elaboration.unsupported(f"{frame_text} at the label {scope.label}, where it does not exist", frame)
    # An object that an expression gives, or a collection of them, is compared through the maps of all objects.
    of_objects = _unchanged_objects(elaboration, frame, scope, single)
    if of_objects is not None:
        return of_objects
    # What is left are arrays: of one that an object holds it matters which it is in both states, of others only what it
    # holds.
    earlier = evolve(scope, old=True)
    draft_before, after = (
        elaboration.as_array(elaboration.infer(frame, state_scope)) for state_scope in (earlier, scope)
    )
    if draft_before.identity is not None and after.identity is not None:
        same_field, two = draft_before.identity, after.identity
        return Draft(
            BOOL,
            lambda: _same_held(
                elaboration, (same_field.build(), two.build()), (draft_before.build(), after.build()), frame
            ),
        )
    return Draft(
        BOOL,
        lambda: _same_elements(
            elaboration, _before(elaboration, draft_before.build(), frame, earlier), after.build(), frame
        ),
    )


def _unchanged_objects(elaboration: Elaboration, frame: Node, scope: Scope, single: bool) -> Draft | None:
    """All fields of an object without a name (`s[i]`), or of each object in a set or a sequence, or one of these
    fields, are what they were. The objects are those that the expression gives now. None for what is no object."""
    subject = nodes(frame)[0] if single else frame
    collection = elaboration.infer(subject, scope)
    sort = elaboration.resolve(collection.sort, subject)
    if collection.identity is not None or sort not in (OBJECT, set_of(OBJECT), seq_of(OBJECT)):
        return None  # An array is an object, too, but not of a class.
    kind = static_class(elaboration, subject, scope)
    if kind is None or scope.label:
        raise elaboration.unsupported(f"unchanged of {text_of(frame, elaboration.source)}", frame)
    # What stands for an element until the whole is built, and a name is known that the text does not have.
    element = hidden_variable("element")
    element_draft = collection if sort == OBJECT else Draft(OBJECT, lambda: var(element, OBJECT))
    listed = fields_of(elaboration.names, kind[0])
    mutable = [str(name) for name, stored in listed.items() if stored.declaration.mutable]
    fields = [formal_name(frame)] if single else mutable
    pairs = []
    for name in fields:
        stored = listed.get(name)
        if stored is None or stored.sort is None or stored.sort.kind == HELD_ARRAY:
            raise elaboration.unsupported(f"unchanged of {text_of(frame, elaboration.source)}", frame)
        declared = class_declaring(elaboration, subject, name, scope)
        pairs.append(
            tuple(
                reached(elaboration, element_draft, name, frame, evolve(scope, old=old), declared)
                for old in (True, False)
            )
        )

    def build() -> Term:
        same_fields = conj(
            *(
                op("eq", after.build(), draft_before.build(), span=elaboration.span(frame))
                for draft_before, after in pairs
            )
        )
        # Of null there is nothing that could change.
        null = op("eq", element_draft.build(), const(NULL, OBJECT))
        if sort == OBJECT:
            return implies(negate(null), same_fields)
        member = op("set.member" if sort == set_of(OBJECT) else "seq.member", element_draft.build(), collection.build())
        inside = implies(conj(member, negate(null)), same_fields)
        name = unused_name("element'", inside)
        inside = instantiate(inside, {element: var(name, OBJECT)})
        return forall((Binder(name, OBJECT),), inside, span=elaboration.span(frame))

    return Draft(BOOL, build)


def _mutable_fields(elaboration: Elaboration, owner: Name, scope: Scope) -> list[Name]:
    """The fields of an object that may change, as far as its class is known."""
    reference = scope.objects[owner]
    if reference.type and reference.type != MATRIX:
        return [
            name for name, stored in fields_of(elaboration.names, reference.type).items() if stored.declaration.mutable
        ]
    return []


def _same_field(elaboration: Elaboration, owner: Name, field: Name, frame: Node, scope: Scope) -> Draft:
    """A field is what it was: of an array that an object holds, which array that is."""
    draft_before = field_of(elaboration, owner, field, frame, evolve(scope, old=True))
    after = field_of(elaboration, owner, field, frame, scope)
    if draft_before is None or after is None:
        raise elaboration.unsupported(f"unchanged of {text_of(frame, elaboration.source)}", frame)
    if draft_before.identity is not None and after.identity is not None:
        draft_before, after = draft_before.identity, after.identity

    def build() -> Term:
        term_before, two = draft_before.build(), after.build()
        return TRUE if term_before is two else op("eq", two, term_before, span=elaboration.span(frame))

    return Draft(BOOL, build)


def _same_held(elaboration: Elaboration, which: tuple[Term, Term], elements: tuple[Term, Term], node: Node) -> Term:
    """The elements of an array that an object holds, and held before, are what they were."""
    if which[0] is not which[1]:
        raise elaboration.unsupported(
            f"unchanged of {text_of(node, elaboration.source)}, which may be another array", node
        )
    # Also where its own name keeps it, for it may change under another one: who reads the clause has to see the array.
    return op("eq", elements[1], elements[0], span=elaboration.span(node))


def _same_elements(elaboration: Elaboration, term_before: Term, after: Term, node: Node) -> Term:
    """The elements of an array, or of each in a sequence, are what they were."""
    sort, span = term_before.sort, elaboration.span(node)
    element_sort = sort.args[0] if sort.kind == "Seq" else sort
    if element_sort.kind != "Array":
        raise elaboration.unsupported(f"unchanged of {text_of(node, elaboration.source)}, a {sort}", node)
    if term_before is after and after.op == "var" and sort.kind == "Array":
        # It is a parameter that is not modified: its elements are the same by themselves.
        return TRUE
    # Which arrays are meant must not depend on the state: an array of arrays may hold others.
    reads = (subterm for subterm in subterms(after) if subterm.op in ("array.at", "call", "apply"))
    if term_before is not after and any(_holds_arrays(elaboration, read.sort) for read in reads):
        raise elaboration.unsupported(
            f"unchanged of {text_of(node, elaboration.source)}, which may be another array", node
        )
    if sort.kind == "Array":
        return op("eq", op("array.elements", after), op("array.elements", term_before), span=span)
    # Of a sequence of arrays, the elements of each; null has none.
    index = Binder(unused_name("index'", term_before, after), INT)
    array_before, two = (op("seq.at", sequence, var(index.name, INT)) for sequence in (term_before, after))
    inside = conj(op("le", integer(0), var(index.name, INT)), op("lt", var(index.name, INT), op("seq.len", after)))
    same_contents = op("eq", op("array.elements", two), op("array.elements", array_before))
    return forall((index,), implies(conj(inside, negate(op("array.is_null", two))), same_contents), span=span)


@rule("fresh")
def fresh(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`fresh(e)`: an object, an array, or every object of a set, that does not exist before."""
    scope = earlier_state(elaboration, node, "fresh", scope)
    value = elaboration.as_array(elaboration.infer(nodes(node)[-1], scope))
    value = value if value.identity is None else value.identity
    return Draft(BOOL, lambda: _is_fresh(elaboration, value.build(), node, scope))


def _is_fresh(elaboration: Elaboration, term: Term, node: Node, scope: Scope) -> Term:
    span = elaboration.span(node)
    # A text without a pre-state says nothing about what is new.
    if term.sort in (OBJECT, _EXISTING) and ALLOCATED not in scope.variables and not scope.label:
        raise elaboration.unsupported("fresh where there is one state only", node)
    if term.sort == OBJECT:
        return op("not", op("set.member", term, _existing(scope), span=span), span=span)
    if term.sort == _EXISTING:
        return op("set.disjoint", term, _existing(scope), span=span)
    if term.sort.kind == "Array" and _is_known_as_object(elaboration, scope):
        which = op("array.object", term, span=span)
        return op("not", op("set.member", which, _existing(scope), span=span), span=span)
    if term.sort.kind == "Array":
        existing = _existing_arrays(term, scope, elaboration.names.datatypes)
        return op("not", op("array.allocated", term, *existing, span=span), span=span)
    raise elaboration.unsupported(f"fresh of a {term.sort}", node)


def _is_known_as_object(elaboration: Elaboration, scope: Scope) -> bool:
    """Is it asked of the set of all that exists whether an array does? Where objects hold arrays inside values, no
    list of names has them all."""
    is_wanted = scope.all_existing or any(_holding_arrays(scope, elaboration.names.datatypes))
    return ALLOCATED in scope.variables and is_wanted


def _holding_arrays(scope: Scope, datatypes: Mapping[str, Datatype]) -> Iterator[Name]:
    """The fields that hold arrays inside other values. One that is an array is known by which array that is."""
    for name, sort in scope.variables.items():
        held = is_heap(name) and field_sort(sort).kind == "Array"
        if is_field(name) and not held and may_hold("Array", sort, datatypes):
            yield name


def _existing_arrays(term: Term, scope: Scope, datatypes: Mapping[str, Datatype]) -> list[Term]:
    """The arrays of its sort that exist before. Raises Unsupported where one has no name here."""
    # An array whose name means something else here exists all the same.
    hidden = sorted(scope.hidden & {*(scope.allocated or ())})
    if hidden:
        raise Unsupported(f"what exists before, where a variable hides the array {hidden[0]}", term.span)
    arrays_known = [var(name, value_sort(scope.variables[name])) for name in scope.allocated or ()]
    held = set(_holding_arrays(scope, datatypes))
    holder = next((array for array in arrays_known if array.sort.kind != "Array"), None)
    if holder is not None or held:
        name = min(held) if holder is None else holder.data
        raise Unsupported(f"what exists before, where {name} may hold arrays,", term.span)
    return [array for array in arrays_known if array.sort == term.sort]


_REFERENCES = frozenset({"Array", "Uninterpreted", "Datatype"})
"""The kinds of values that are references, or may hold one."""


@rule("allocated")
def allocated(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`allocated(e)`: every value there is exists now; inside `old(...)`, it existed before."""
    value = elaboration.as_array(elaboration.infer(nodes(node)[-1], scope))
    value = value if value.identity is None else value.identity

    def build() -> Term:
        term, span = value.build(), elaboration.span(node)
        # In the present state everything that a term can denote is allocated. A term that may be undefined still has to
        # be defined.
        if not scope.old or not any(sort_inside.kind in _REFERENCES for sort_inside in sorts_in(term.sort)):
            return boolean(True, span) if term.op in ("var", "const") else op("eq", term, term, span=span)
        if scope.allocated is None:
            raise elaboration.unsupported("old(allocated(...)) where there is one state only", node)
        if term.sort == OBJECT:
            return op("set.member", term, _existing(scope), span=span)
        if term.sort == _EXISTING:
            # A set of objects, each of which existed.
            return op("set.subset", term, _existing(scope), span=span)
        if term.sort.kind == "Array":
            return op("array.allocated", term, *_existing_arrays(term, scope, elaboration.names.datatypes), span=span)
        raise elaboration.unsupported(f"allocated of a {term.sort}", node)

    return Draft(BOOL, build)
