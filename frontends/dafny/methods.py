"""A method or constructor → its specification: over its parameters, its results, and the fields of objects that its
clauses mention."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from attrs import evolve, frozen

from ...core.build import implies, op
from ...core.contracts import Clause, ClauseKind, Condition, Problem, Specification
from ...core.errors import Unsupported
from ...core.sorts import BOOL, INT
from ...core.terms import Binder, Term, free_variables, subterms, var
from .classes import ALLOCATED, MATRIX, OBJECT
from .collect import Declared, type_parameters
from .declarations import Declarations
from .effects import Effects, effects_of
from .lexing.scan import Source
from .lowering import Scope
from .lowering.matrices import lengths_of, promised
from .lowering.objects import Stored, fields_of, value_sort
from .lowering.states import allocated_binder, with_allocated
from .names import MethodSignature
from .syntax import Node
from .trees import child, name_of, nodes, span_of, text_of
from .types import Guard, Type

Formal = tuple[Binder, Type, Node]


def specification(state: Declarations, declared: Declared) -> Specification | None:
    """The specification of a method, which its callers see from now on; None for one without a signature."""
    signature = state.names.methods.get(declared.qualified)
    if signature is None:
        return None
    node, scope = declared.node, state.scope(declared)
    inputs = state.formals(child(node, "formals"), scope, matrices=True)
    results = child(node, "results")
    outputs = state.formals(None if results is None else nodes(results)[0], scope)
    scope = scope if scope.receiver is None else scope.bind(Binder("this", scope.receiver))
    before = state.with_objects(scope.bind(*signature.inputs), declared, inputs)
    effects = effects_of(node, before, state.source)
    stored = _stored(state, before)
    constructs = declared.owner if node.children[0] == "constructor" else None
    new = {variable for variable in stored if constructs is not None and variable.startswith("this.")}
    changed = {name for name, each in stored.items() if effects.may_change(name, each.declaration.mutable, before)}
    arrays = list(dict.fromkeys(effects.arrays))
    modified = frozenset((*arrays, *(changed - new)))
    after = evolve(before.bind(*signature.outputs), objects=before.objects, modified=modified)
    given_arrays = tuple(binder.name for binder, _, _ in inputs if binder.sort.kind == "Array")
    after = with_allocated(after, given_arrays)
    reader = _Reader(state, effects, constructs is not None, node)
    requires = reader.implicit(inputs, "requires")
    requires += [reader.condition(part, "requires", before) for part in nodes(node, "requires")]
    ensures = reader.implicit(outputs, "ensures")
    ensures += [reader.condition(part, "ensures", after) for part in nodes(node, "ensures")]
    used = _used((*requires, *ensures))
    fields = {name: Binder(name, value_sort(before.variables[name])) for name in stored if name in used}
    this = (Binder("this", OBJECT),) if "this" in used and before.variables.get("this") == OBJECT else ()
    existing = (allocated_binder(),) if ALLOCATED in used else ()
    requires += reader.consistent([binder.name for binder in (*this, *signature.inputs)], fields, before)
    requires += reader.dimensions(inputs)
    given = {name: binder for name, binder in fields.items() if name not in new}
    made = {name: binder for name, binder in fields.items() if name in new}
    requires += reader.promised(given, stored, "requires")
    ensures += reader.promised({name: fields[name] for name in fields if name in changed | new}, stored, "ensures")
    owned = () if declared.owner is None else state.names.classes[declared.owner].parameters
    found = Specification(
        signature.name,
        (*given.values(), *existing, *this, *_with_lengths(inputs)),
        (*signature.outputs, *made.values()),
        tuple(requires),
        tuple(ensures),
        (*(name for name in fields if name in changed - new), *arrays),
        span_of(node, state.source),
        tuple(binder.name for binder, typed, _ in inputs if typed.nullable),
        (*owned, *type_parameters(node)),
    )
    state.names.methods[declared.qualified] = MethodSignature(
        found.name, found.inputs, found.outputs, found.modifies, _changes(effects), constructs, found.type_parameters
    )
    return found


def _stored(state: Declarations, scope: Scope) -> dict[str, Stored]:
    """The fields of the objects in scope, by their variables."""
    return {
        reference.variable(name): stored
        for reference in scope.objects.values()
        for name, stored in fields_of(state.names, reference.type).items()
        if stored.sort is not None
    }


def _used(conditions: Iterable[Condition]) -> set[str]:
    """The variables that clauses mention, in either state."""
    terms = (condition.term for condition in conditions if condition.term is not None)
    names = {name for term in terms for name, _ in free_variables(term)}
    return names | {name[4:-1] for name in names if name.startswith("old(")}


def _with_lengths(formals: Sequence[Formal]) -> Iterator[Binder]:
    """The parameters, and after an array2 its lengths."""
    for binder, _, _ in formals:
        yield Binder(binder.name, value_sort(binder.sort))
        if binder.sort.kind == MATRIX:
            yield from (Binder(str(length.data), INT) for length in lengths_of(binder.name))


def _changes(effects: Effects) -> tuple[str, ...] | None:
    """The objects that a call may change; None when it may be any."""
    if effects.unclear is not None:
        return None
    return tuple(dict.fromkeys((*effects.objects, *(name.split(".")[0] for name in effects.fields))))


def implicit(binder: Binder, guard: Guard, node: Node, kind: ClauseKind, source: Source) -> Condition:
    """What the type of a parameter or field promises beyond its sort: `n: nat`."""
    text, span = text_of(node, source), span_of(node, source)
    try:
        return Condition(Clause(kind, text, span, implicit=True), guard(var(binder.name, binder.sort)))
    except Unsupported as error:
        return Condition(Clause(kind, text, span, (Problem(error.construct, error.span),), implicit=True), None)


@frozen(slots=True)
class _Reader:
    """Reads the clauses of one method."""

    state: Declarations
    effects: Effects
    constructs: bool
    node: Node

    def implicit(self, formals: Sequence[Formal], kind: ClauseKind) -> list[Condition]:
        """What the types of parameters or results promise."""
        return [
            implicit(binder, typed.guard, node, kind, self.state.source)
            for binder, typed, node in formals
            if typed.guard is not None
        ]

    def promised(self, fields: Mapping[str, Binder], stored: Mapping[str, Stored], kind: ClauseKind) -> list[Condition]:
        """What the types of fields promise."""
        found = ((binder, stored[name].guard, stored[name].declaration) for name, binder in fields.items())
        return [
            implicit(binder, guard, declaration.node, kind, declaration.source)
            for binder, guard, declaration in found
            if guard is not None
        ]

    def dimensions(self, formals: Sequence[Formal]) -> list[Condition]:
        """What holds of the parameters that are an array2."""
        matrices = (
            (Binder(one.name, value_sort(one.sort)), part) for one, _, part in formals if one.sort.kind == MATRIX
        )
        return [
            implicit(binder, lambda value: promised(str(value.data), value.sort), part, "requires", self.state.source)
            for binder, part in matrices
        ]

    def consistent(self, names: Sequence[str], fields: Mapping[str, Binder], scope: Scope) -> list[Condition]:
        """Two parameters that are one object have the same fields."""
        found = []
        for one, other in combinations((name for name in names if name in scope.objects), 2):
            for binder in fields.values():
                owner, _, field = binder.name.partition(".")
                twin = f"{other}.{field}"
                if owner == one and twin in fields and fields[twin].sort == binder.sort:
                    same = op("eq", var(one, OBJECT), var(other, OBJECT))
                    equal = op("eq", var(binder.name, binder.sort), var(twin, binder.sort))
                    text = f"{one} == {other} ==> {binder.name} == {twin}"
                    span = span_of(self.node, self.state.source)
                    found.append(Condition(Clause("requires", text, span, implicit=True), implies(same, equal)))
        return found

    def condition(self, part: Node, kind: ClauseKind, scope: Scope) -> Condition:
        """A clause. Where a frame is not understood, the state after the call is known of objects only."""
        source, unclear = self.state.source, self.effects.unclear
        node = nodes(part)[-1]
        text, span = text_of(node, source), span_of(node, source)
        try:
            before = _mentions_old_state(node)
            if before and self.constructs:
                raise Unsupported("old in a constructor", span)
            arrays = any(sort.kind == "Array" for sort in scope.variables.values())
            if before and unclear is not None and (arrays or not scope.objects):
                raise Unsupported(f"old with `modifies {unclear}`", span)
            term = self.state.term(node, scope, BOOL)
            if (self.constructs or (arrays and unclear is not None)) and self.calls_in_two_states(term):
                raise Unsupported("a two-state function where the state before is not known", span)
            return Condition(Clause(kind, text, span), term)
        except Unsupported as error:
            return Condition(Clause(kind, text, span, (Problem(error.construct, error.span or span),)), None)

    def calls_in_two_states(self, term: Term) -> bool:
        called = (self.state.names.functions.get(str(part.data)) for part in subterms(term) if part.op == "call")
        return any(read.before and read.root for one in called if one is not None for read in one.state)


def _mentions_old_state(node: Node) -> bool:
    return any(name_of(part) in ("old", "unchanged") for part in node.iter_subtrees())
