"""The clauses of one method: what is written, what types promise, and what holds of every state."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Literal

from attrs import evolve, frozen

from ...core.errors import Unsupported
from ...core.ir.build import conj, disj, forall, implies, negate, op
from ...core.ir.contracts import Clause, ClauseKind, Condition, Problem
from ...core.ir.operator_names import operator_name
from ...core.ir.sorts import BOOL, OBJECT, sorts_in
from ...core.ir.substitution import unused_name
from ...core.ir.terms import Binder, Term, const, free_names, substitute, subterms, var
from ...core.ir.variables import (
    Name,
    field_name,
    field_variable,
    heap_place,
    is_heap,
    member_of,
    pre_state,
    root_of,
    without_state,
)
from .changed_arrays import ArraysByInput, ChangedArrays
from .classes import MATRIX, NULL, rank_of
from .declarations import Declarations
from .effects import Effects
from .lexing.scan import DafnySource
from .lowering import Scope
from .lowering.indices import promised
from .lowering.objects import Stored, fields_of, value_sort
from .syntax import ImpliedNode, Node, formal_name, name_of, nodes, span_of, text_of
from .type_guards import TypeGuard
from .types import Type

Formal = tuple[Binder, Type, Node]


def implicit(
    binder: Binder, guard: TypeGuard, node: Node, kind: ClauseKind, source: DafnySource, *, fact: bool = False
) -> Condition:
    """What the type of a parameter or field promises beyond its sort: `n: nat`."""
    text, span = text_of(node, source), span_of(node, source)
    try:
        return Condition(Clause(kind, text, span, (), "type", fact), guard(var(binder.name, binder.sort)))
    except Unsupported as error:
        return Condition(Clause(kind, text, span, (Problem(error.construct, error.span),), "type", fact), None)


@frozen(slots=True)
class ClauseReader:
    """Reads the clauses of one method. `replaced`: the heap variables of arrays whose objects may hold others after the
    call; `results`: what it returns."""

    state: Declarations
    effects: Effects
    constructs: bool
    node: Node
    replaced: frozenset[Name] = frozenset()
    results: frozenset[Name] = frozenset()
    by_input: ArraysByInput | None = None

    @property
    def arrays(self) -> ChangedArrays:
        return ChangedArrays(self.effects, self.state.names.datatypes, self.replaced, self.results)

    def implicit(self, formals: Sequence[Formal], kind: ClauseKind) -> list[Condition]:
        """What the types of parameters or results promise."""
        return [
            implicit(binder, guard, node, kind, self.state.source, fact=typed.fact)
            for binder, typed, node in formals
            if (guard := typed.whole) is not None
        ]

    def of_receiver(self, this: Sequence[Binder], scope: Scope) -> list[Condition]:
        """What holds of `this`, where it is a value of a datatype, by the types of its fields."""
        span = span_of(self.node, self.state.source)
        types = self.state.engine().types(scope)
        conditions = []
        for binder in this:
            if (guard := types.of_sort(binder.sort)) is not None:
                clause = Clause("requires", f"this: {binder.sort.label}", span, (), "type")
                conditions.append(Condition(clause, guard(var(binder.name, binder.sort))))
        return conditions

    def promised(
        self, fields: Mapping[Name, Binder], stored: Mapping[Name, Stored], kind: ClauseKind
    ) -> list[Condition]:
        """What the types of fields promise."""
        found = ((binder, stored[name]) for name, binder in fields.items())
        return [
            implicit(binder, each.guard, each.declaration.node, kind, each.declaration.source, fact=each.fact)
            for binder, each in found
            if each.guard is not None
        ]

    def not_null(self, outputs: Sequence[Formal]) -> list[Condition]:
        """Conditions: results are not null where their types say so."""
        objects = (binder for binder, typed, _ in outputs if typed.reference is not None)
        return [
            self.fact(f"{binder.name} is not null", negate(op("eq", var(binder.name, OBJECT), const(NULL, OBJECT))))
            for binder in objects
        ]

    def dimensions(self, formals: Sequence[Formal], kind: ClauseKind) -> list[Condition]:
        """What holds of the parameters or results that are arrays of several dimensions."""
        source, found = self.state.source, []
        for binder, _, node in formals:
            if binder.sort.kind == MATRIX:
                fact = partial(_promised, rank_of(binder.sort))
                found.append(
                    implicit(Binder(binder.name, value_sort(binder.sort)), fact, node, kind, source, fact=True)
                )
        return found

    def consistent(
        self, names: Sequence[Name], fields: Mapping[Name, Binder], scope: Scope, results: Sequence[Name] = ()
    ) -> list[Condition]:
        """Two parameters, or a result and another one, that are one object have the same fields."""
        conditions: list[Condition] = []
        kind: ClauseKind = "ensures" if results else "requires"
        for first, second in combinations((name for name in (*results, *names) if name in scope.objects), 2):
            # Pairs of two parameters are said by the preconditions.
            if results and first not in results:
                continue
            for binder in fields.values():
                twin = field_variable(second, member_of(binder.name))
                if root_of(binder.name) == first and twin in fields and fields[twin].sort == binder.sort:
                    same = op("eq", var(first, OBJECT), var(second, OBJECT))
                    other = fields[twin].name
                    equal = op("eq", var(binder.name, binder.sort), var(other, binder.sort))
                    text = f"{first} == {second} ==> {binder.name} == {other}"
                    span = span_of(self.node, self.state.source)
                    conditions.append(Condition(Clause(kind, text, span, (), "type", True), implies(same, equal)))
        return conditions

    def unchanged(self, fields: Mapping[Name, Binder], heap: Sequence[Binder], scope: Scope) -> list[Condition]:
        """What a call leaves as it was, of the `fields` of objects with names and of the fields of all objects: those
        of objects that are not in `modifies`, nor made by a constructor. Nothing, where `modifies` names more than
        objects."""
        # The frame as objects; arrays are spoken of elsewhere.
        try:
            frames = [(frame, field) for frame, field in self.frames(scope) if frame.sort.kind != "Array"]
            name_of_element = unused_name("object'", *(frame for frame, _ in frames))
            element = var(name_of_element, OBJECT)
            # A constructor may set all fields of its own object.
            made = [op("eq", element, var("this", OBJECT))] if self.constructs else []
            inside = [(_is_in(element, frame), field) for frame, field in frames]
        except Unsupported:
            return []

        def changes(variable: Name) -> Term:
            """May this field of the object that `element` is be another one after the call?"""
            return disj(*made, *(term for term, field in inside if field in ("", str(field_name(variable)))))

        conditions = []
        # Named objects first: the condition is about this object alone.
        for name, binder in fields.items():
            outside = negate(substitute(changes(name), {name_of_element: var(root_of(name), OBJECT)}))
            condition = op("eq", var(name, binder.sort), var(pre_state(name), binder.sort))
            conditions.append(self.framed(f"{name} is in no object that changes", implies(outside, condition)))
        # And of all objects at once, by a quantifier over those that are known in both states.
        for binder in heap:
            now, earlier = (
                op("tuple.at", var(name, binder.sort), data=1) for name in (binder.name, pre_state(binder.name))
            )
            # The map before the call has no entry for objects that the call makes, and neither has one for objects of
            # other classes. Of `this` of a constructor it may have one: a field that nobody has given a value yet.
            kind, field = heap_place(binder.name)
            is_constant = not fields_of(self.state.names, kind)[field].declaration.mutable
            kept = negate(disj(*made) if is_constant else changes(binder.name))
            known = conj(op("map.member", element, now), op("map.member", element, earlier), kept)
            condition = op("eq", op("map.at", now, element), op("map.at", earlier, element))
            whole = forall((Binder(name_of_element, OBJECT),), implies(known, condition))
            conditions.append(self.framed(f"{binder.name} of objects that do not change", whole))
        return conditions

    def changing(self, scope: Scope) -> tuple[Term, ...] | None:
        """What the clauses `modifies` name, said of the pre-state: arrays, objects, and collections of these. None
        where that is not supported."""
        found = []
        for frame in (frame for clause in nodes(self.node, "modifies") for frame in nodes(nodes(clause)[0])):
            if name_of(frame) == "frame_field":  # a field, and so no elements
                continue
            for sort in (OBJECT, None):
                try:
                    found.append(self.state.term(frame, evolve(scope, old=True), sort))
                    break
                except Unsupported:
                    if sort is None:
                        return None
        return tuple(found)

    def named_in_frames(self, scope: Scope) -> set[Name]:
        """The variables that the clauses `modifies` mention, in either state; none where a frame is not supported."""
        try:
            names = free_names(*(frame for frame, _ in self.frames(scope)))
        except Unsupported:
            return set()
        return names | set(map(without_state, names))

    def frames(self, scope: Scope) -> list[tuple[Term, str]]:
        """The objects, or sets and sequences of them, that the clauses `modifies` name, as they are before the call,
        and the field that may change of them; empty for all. Raises Unsupported."""
        found = []
        for frame in (frame for clause in nodes(self.node, "modifies") for frame in nodes(nodes(clause)[0])):
            single = name_of(frame) == "frame_field"
            field = formal_name(frame) if single else ""
            if single and not nodes(frame):
                found.append((var("this", OBJECT), field))
            else:
                owner = nodes(frame)[0] if single else frame
                found.append((self.state.term(owner, evolve(scope, old=True), None), field))
        return found

    def fact(self, text: str, term: Term) -> Condition:
        """What holds of every state after a call."""
        return Condition(Clause("ensures", text, span_of(self.node, self.state.source), (), "type", True), term)

    def framed(self, text: str, term: Term) -> Condition:
        """What holds of every state after a call by the clauses `modifies`."""
        return Condition(Clause("ensures", text, span_of(self.node, self.state.source), (), "frame", True), term)

    def open_fact(self, construct: str, origin: Literal["type", "frame"] = "type") -> Condition:
        """What holds of every state after a call, and is not supported."""
        span = span_of(self.node, self.state.source)
        return Condition(Clause("ensures", construct, span, (Problem(construct, span),), origin, True), None)

    def condition(self, part: Node, kind: ClauseKind, scope: Scope) -> Condition:
        """A clause. Where a frame is not understood, the state after the call is known of objects only."""
        source, unclear = self.state.source, self.effects.inner if self.by_input is None else None
        node = nodes(part)[-1]
        origin: Literal["text", "attribute"] = "attribute" if isinstance(part, ImpliedNode) else "text"
        text, span = text_of(node, source), span_of(node, source)
        if origin == "attribute":
            text = f"{text} (from {{:autocontracts}})"
        try:
            before = _mentions_old_state(node)
            sorts = (sort for name, sort in scope.variables.items() if not is_heap(name))
            arrays = any(each.kind == "Array" for sort in sorts for each in sorts_in(sort))
            if before and unclear is not None and arrays:
                raise Unsupported(f"old with `modifies {unclear}`", span)
            term = self.state.term(node, scope, BOOL)
            if (self.constructs or (arrays and unclear is not None)) and self.calls_in_two_states(term):
                raise Unsupported("a two-state function where the pre-state is not known", span)
            if kind == "ensures" and self.by_input is not None:
                self.arrays.check_by_input(term, scope, self.by_input)
            elif kind == "ensures":
                self.arrays.check_by_name(term, scope, span)
            return Condition(Clause(kind, text, span, (), origin), term)
        # A clause that is not lowered is kept with its problem: leaving it out would make the specification weaker.
        except Unsupported as error:
            return Condition(Clause(kind, text, span, (Problem(error.construct, error.span or span),), origin), None)

    def calls_in_two_states(self, term: Term) -> bool:
        called = (self.state.names.functions.get(subterm.data) for subterm in subterms(term) if subterm.op == "call")
        return any(
            read.before and read.root for signature in called if signature is not None for read in signature.state
        )


def _is_in(element: Term, frame: Term) -> Term:
    """Is an object the one that a frame is, or among those that it holds? Raises Unsupported for other frames."""
    if frame.sort == OBJECT:
        return op("eq", element, frame)
    if frame.sort.kind in ("Set", "Seq", "Multiset") and frame.sort.args[0] == OBJECT:
        return op(operator_name(f"{frame.sort.kind.lower()}.member"), element, frame)
    raise Unsupported(f"modifies of a {frame.sort}", frame.span)


def _mentions_old_state(node: Node) -> bool:
    return any(name_of(iter_subtree) in ("old", "unchanged") for iter_subtree in node.iter_subtrees())


def _promised(rank: int, value: Term) -> Term:
    return promised(value.data, value.sort, rank)
