"""The clauses of two specifications over their common variables: what each side promises and demands, be it written,
said by a frame or by a type that the other side does not have; and what holds of every state, whatever they say.

A field of an object with two names has two variables. That a method does not modify `other.x` is no promise where
`other` may be `this`, of which it modifies `x`: what a side lets alone under one name, it lets alone where that is no
other name of what it changes. And after a call, too, one object has its fields once (`facts_after`).

Example: `method M(c: C) modifies this` beside `modifies this, c`. The first promises `c.x == old(c.x)` where `c` is not
`this`, which the second does not.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import evolve, frozen

from ..ir.build import conj, disj, eq, forall, implies, negate, op
from ..ir.contracts import Clause, ClauseKind, Condition, PossibleAlias, Problem, Specification, lowered_terms
from ..ir.sorts import OBJECT
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, bare, const, free_names, free_variables, sorts_by_name, var
from ..ir.values import UninterpretedValue
from ..ir.variables import (
    ALLOCATED,
    RECEIVER,
    Name,
    field_sort,
    field_variable,
    is_field,
    is_heap,
    is_pre_state,
    member_of,
    pre_state,
    root_of,
    without_state,
)

ELEMENT = "object'"
"""The bound variable of what is said of all objects: no program has such a name."""
NULL = const(UninterpretedValue(str(OBJECT.label), 0), OBJECT)


@frozen(slots=True)
class AlignedClauses:
    """The clauses of one side over the common variables. `requires` are about the pre-state."""

    requires: tuple[Condition, ...]
    ensures: tuple[Condition, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the clauses that are lowered."""
        return tuple(lowered_terms((*self.requires, *self.ensures)))

    def mapped(self, change: Callable[[Term], Term]) -> "AlignedClauses":
        """The clauses with other terms."""
        requires, ensures = (
            tuple(
                condition if condition.term is None else evolve(condition, term=change(condition.term))
                for condition in listed
            )
            for listed in (self.requires, self.ensures)
        )
        return AlignedClauses(requires, ensures)


@frozen(slots=True)
class StateFacts:
    """What holds of all states, before a call and after it. `kept`: what else holds after it of the fields of all
    objects, which is asked of values only. `open`: something that holds is not supported, so that values that meet all
    this may be no states."""

    before: tuple[Term, ...] = ()
    after: tuple[Term, ...] = ()
    kept: tuple[Term, ...] = ()
    open: bool = False


@frozen(slots=True)
class SideTerms:
    """A specification and what its terms become: `value`, of a term, the same over the common variables, of which its
    own are `renamed`."""

    specification: Specification
    value: Callable[[Term], Term]
    renamed: Mapping[Name, Name]

    def name(self, own_name: Name) -> Name:
        """The common variable that one of this side is."""
        return self.renamed.get(own_name, own_name)


@frozen(slots=True)
class CommonVariables:
    """The inputs and outputs of both sides, and the inputs that one of them may change."""

    inputs: tuple[Binder, ...]
    outputs: tuple[Binder, ...]
    modifies: tuple[Name, ...]

    def before(self, term: Term) -> Term:
        """A term about one state as one about the state before the call."""
        changed = {
            input_.name: var(pre_state(input_.name), input_.sort)
            for input_ in self.inputs
            if input_.name in self.modifies
        }
        return instantiate(term, {name: changed[name] for name in free_names(term) if name in changed})


def modified_by(side: SideTerms) -> tuple[Name, ...]:
    """What a side may change: under its own name, and under another one."""
    kept = (
        name
        for alias in side.specification.heap.aliases
        for name in alias.kept
        if side.specification.heap.ensures_of_aliases
    )
    listed = {input_.name for input_ in side.specification.inputs}
    return tuple(
        dict.fromkeys(
            map(side.name, (*side.specification.modifies, *(kept_name for kept_name in kept if kept_name in listed)))
        )
    )


def clauses_of(side: SideTerms, common: CommonVariables) -> AlignedClauses:
    """The clauses of a side, facts among them, and what its frame lets alone."""
    specification = side.specification
    # With aliases, the clauses in the form that holds for whichever names are one object.
    of_aliases = specification.heap.ensures_of_aliases or tuple(condition.term for condition in specification.ensures)
    requires = tuple(
        condition if condition.term is None else evolve(condition, term=common.before(side.value(condition.term)))
        for condition in specification.requires
    )
    ensures = [
        condition if term is None else evolve(condition, term=_in_two_states(side, term))
        for condition, term in zip(specification.ensures, of_aliases, strict=True)
    ]
    ensures += _let_alone(side, common)
    return AlignedClauses(requires, tuple(ensures))


def _in_two_states(side: SideTerms, term: Term) -> Term:
    """A term of `ensures`: `x` is the value after the call, `old(x)` that before."""
    past = {
        name: var(pre_state(side.name(without_state(name))), sort)
        for name, sort in free_variables(term)
        if is_pre_state(name)
    }
    return side.value(instantiate(term, past))


def _let_alone(side: SideTerms, common: CommonVariables) -> Iterator[Condition]:
    """Conditions: what a side does not modify keeps its value, unless it is another name of something modified."""
    modified_names = {side.name(name) for name in side.specification.modifies}
    span = side.specification.span
    # What it lets change of all objects, its frame says, of those with names, too.
    framed_names = {own.name for own, heap in named_in_heap(common.inputs) if heap.name in modified_names}
    for binder in common.inputs:
        if binder.name not in common.modifies or binder.name in modified_names | framed_names or span is None:
            continue
        is_unchanged = _unchanged(binder, tuple(_owners(binder, side.specification.modifies, side)))
        other_names = [
            common.before(side.value(_in_one_state(alias)))
            for alias in side.specification.heap.aliases
            if binder.name in map(side.name, alias.kept)
        ]
        # Two names may be of one object: what is modified under another name changes under this one, too.
        term = implies(negate(disj(*other_names)), is_unchanged) if other_names else is_unchanged
        yield Condition(Clause("ensures", f"{binder.name} is not modified", span, (), "frame", True), term)


def _in_one_state(alias: PossibleAlias) -> Term:
    """The term, about one state, that two names denote one object."""
    past = {name: var(without_state(name), sort) for name, sort in free_variables(alias.same) if is_pre_state(name)}
    return instantiate(alias.same, past)


def _owners(heap: Binder, changed: Iterable[Name], side: SideTerms) -> Iterator[Name]:
    """Whose field, which the heap variable has of all objects, is changed by a variable of its own."""
    for name in changed:
        if is_heap(heap.name) and is_field(name) and not is_heap(name) and member_of(name) == member_of(heap.name):
            yield root_of(side.name(name))


def _unchanged(binder: Binder, owners: Iterable[Name] = ()) -> Term:
    """A variable keeps its value; one of all objects for all but the owners."""
    after, value_before = binder.variable, var(pre_state(binder.name), binder.sort)
    if binder.sort.kind == "Array":
        return eq(op("array.elements", after), op("array.elements", value_before))
    if not is_heap(binder.name):
        return eq(after, value_before)
    # A heap variable is a state number, and a map that has objects made since, too.
    now, earlier = (op("tuple.at", heap_state, data=1) for heap_state in (after, value_before))
    element = var(ELEMENT, OBJECT)
    known_in_both = conj(op("map.member", element, now), op("map.member", element, earlier))
    # The field of an owner is said by a variable of its own, which this side may change.
    others = (negate(eq(element, var(owner, OBJECT))) for owner in owners)
    same_value = eq(op("map.at", now, element), op("map.at", earlier, element))
    return forall((Binder(ELEMENT, OBJECT),), implies(conj(known_in_both, *others), same_value))


# -- what is a clause of one side, and what holds of all states


def without_facts(first_clauses: AlignedClauses, second_clauses: AlignedClauses, common_values: bool) -> AlignedClauses:
    """The clauses that one side has, and facts that the other one lacks: those of its frame and of its types."""
    return AlignedClauses(
        tuple(
            condition
            for condition in first_clauses.requires
            if not _is_common(condition, second_clauses.requires, common_values)
        ),
        tuple(
            condition
            for condition in first_clauses.ensures
            if not _is_common(condition, second_clauses.ensures, common_values)
        ),
    )


def _is_common(condition: Condition, other_conditions: Iterable[Condition], common_values: bool) -> bool:
    """Does it hold of every state, whichever of the two methods is called? What a frame lets alone is promised by one.
    What types say of one variable (`r: C` is not null, of `r: C?` it may be) both say, or it is a clause of one, unless
    only values of both types are looked at."""
    clause, term = condition.clause, condition.term
    if common_values and clause.origin == "type" and term is not None:
        return True
    # What is written is a clause of its side, and what a frame lets alone is a promise of its method.
    if not clause.fact or clause.origin == "frame" or term is None:
        return clause.fact and clause.origin != "frame"
    # A fact that relates variables is one about states (one object has its fields once), whatever a side says.
    if len({without_state(name) for name in free_names(term)}) > 1:
        return True
    return any(
        other_condition.term is not None and bare(other_condition.term) is bare(term)
        for other_condition in other_conditions
    )


def not_null(side: SideTerms, side_beside: SideTerms, common: CommonVariables) -> Iterator[Condition]:
    """Conditions: parameters and results are not null, where only the types of one side say so."""
    span = side.specification.span
    listed: tuple[tuple[ClauseKind, tuple[Binder, ...]], ...] = (
        ("requires", common.inputs),
        ("ensures", common.outputs),
    )
    for kind, binders in listed:
        for binder in binders:
            if span is None or not (_never_null(side, binder, kind) and not _never_null(side_beside, binder, kind)):
                continue
            variable = binder.variable
            null = op("array.is_null", variable) if binder.sort.kind == "Array" else eq(variable, NULL)
            clause = Clause(kind, f"{binder.name} is not null", span, (), "type")
            # A parameter may be modified, and it is its value before the call that must not be null.
            yield Condition(clause, common.before(negate(null)) if kind == "requires" else negate(null))


def _never_null(side: SideTerms, binder: Binder, kind: ClauseKind) -> bool:
    if binder.sort.kind == "Array" and not is_field(binder.name):
        return binder.name not in map(side.name, side.specification.nullable)
    return kind == "requires" and binder.name in map(side.name, side.specification.heap.objects)


def open_frame(specification: Specification) -> Condition | None:
    """A clause for a frame that is not compared."""
    span = specification.span
    if span is None:
        return None
    problem = Problem("a frame that may name more than there are variables for", span)
    return Condition(Clause("ensures", "what `modifies` names", span, (problem,), "frame"), None)


def facts_of(
    sides: tuple[AlignedClauses, AlignedClauses],
    terms: tuple[SideTerms, SideTerms],
    common: CommonVariables,
    common_values: bool,
) -> StateFacts:
    """What holds of all states, of which both sides speak. `common_values`: of values of both sides' types alone."""
    first, second = sides
    # A condition that both sides have, or that one has and the other takes for granted.
    shared = [
        [
            condition
            for first_conditions, second_conditions in (
                (getattr(first, kind), getattr(second, kind)),
                (getattr(second, kind), getattr(first, kind)),
            )
            for condition in first_conditions
            if _is_common(condition, second_conditions, common_values)
        ]
        for kind in ("requires", "ensures")
    ]
    terms_before, after = (lowered_terms(listed) for listed in shared)
    # Two names of one object have the same fields after the call.
    aliases = [(side, alias) for side in terms for alias in side.specification.heap.aliases]
    after += [fact for side, alias in aliases for fact in _one_after(side, alias, common)]
    terms_before += _of_objects(terms, common)
    named = list(named_in_heap(common.inputs))
    # The field of a named object, among the fields of all objects.
    terms_before += (common.before(_held_at(own_binder, heap)) for own_binder, heap in named)
    # Where nobody changes the variable of all objects, it is that of the state before the call.
    after += (_held_at(own_binder, heap) for own_binder, heap in named if heap.name in common.modifies)
    kept = tuple(
        _known_after(input_) for input_ in common.inputs if is_heap(input_.name) and input_.name in common.modifies
    )
    # A fact that was not read leaves the comparison open.
    unread = any(shared_condition.term is None for listed in shared for shared_condition in listed)
    return StateFacts(_once(terms_before), _once(after), kept, unread)


def _once(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple({bare(term): term for term in terms}.values())


def _one_after(side: SideTerms, alias: PossibleAlias, common: CommonVariables) -> Iterator[Term]:
    """Two names of one object have the same fields after the call, and those of one array the same elements."""
    first_name, second_name = side.name(alias.first), side.name(alias.second)
    sorts = sorts_by_name(common.inputs)
    are_one = common.before(side.value(_in_one_state(alias)))
    if sorts.get(first_name) == OBJECT and sorts.get(second_name) == OBJECT:
        for name, sort in sorts.items():
            # The same field of the other name.
            twin = (
                field_variable(second_name, member_of(name)) if is_field(name) and root_of(name) == first_name else None
            )
            if twin is not None and sorts.get(twin) == sort:
                yield implies(are_one, eq(var(name, sort), var(twin, sort)))
    elif first_name in sorts and sorts[first_name] == sorts.get(second_name) and sorts[first_name].kind == "Array":
        first, second = (op("array.elements", var(name, sorts[name])) for name in (first_name, second_name))
        yield implies(are_one, eq(first, second))


def _of_objects(sides: tuple[SideTerms, SideTerms], common: CommonVariables) -> Iterator[Term]:
    """Terms: objects that are never null are not null, and objects and arrays of inputs exist."""
    names = [{side.name(object_) for object_ in side.specification.heap.objects} for side in sides]
    existing = [common.before(each.variable) for each in common.inputs if each.name == ALLOCATED]
    for binder in common.inputs:
        variable = common.before(binder.variable)
        if binder.sort == OBJECT and binder.name in names[0] & names[1]:
            yield negate(eq(variable, NULL))
        # A constructor's object is not among those that exist before the call, and all others are.
        makes = binder.name == RECEIVER and any(root_of(output.name) == RECEIVER for output in common.outputs)
        if binder.sort.kind == "Array":
            variable = op("array.object", variable)
        if variable.sort == OBJECT:
            members = (op("set.member", variable, every) for every in existing)
            yield from map(negate, members) if makes else members


def named_in_heap(inputs: Iterable[Binder]) -> Iterator[tuple[Binder, Binder]]:
    """The field of an object with a name, and the variable that has this field of all objects."""
    listed = tuple(inputs)
    names = {binder.name for binder in listed if binder.sort == OBJECT}
    heaps = [binder for binder in listed if is_heap(binder.name) and binder.sort.kind == "Tuple"]
    for binder in listed:
        if is_field(binder.name) and not is_heap(binder.name) and root_of(binder.name) in names:
            for heap in heaps:
                if member_of(heap.name) == member_of(binder.name) and field_sort(heap.sort) == binder.sort:
                    yield binder, heap


def _held_at(own: Binder, heap: Binder) -> Term:
    """The variable of all objects has, at an object with a name, what the variable of that object is."""
    fields, owner = op("tuple.at", heap.variable, data=1), var(root_of(own.name), OBJECT)
    same = eq(op("map.at", fields, owner), own.variable)
    return implies(negate(eq(owner, NULL)), conj(op("map.member", owner, fields), same))


def _known_after(heap: Binder) -> Term:
    """Objects whose fields are known before the call are so after it."""
    now, earlier = (op("tuple.at", var(name, heap.sort), data=1) for name in (heap.name, pre_state(heap.name)))
    return op("set.subset", op("map.keys", earlier), op("map.keys", now))
