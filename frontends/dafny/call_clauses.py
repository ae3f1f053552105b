"""The clauses of a method as they are written, read in the two states of a call; and which inputs may be one object or
one array, of which the method may change what one of the names gives.

The fields of each named object, and the elements of each array, are variables of their own. That is exact of objects
that differ. Where two may be one, a variable that the method does not change under its own name may change under the
other: `modifies this ensures other.x == old(other.x)` promises something of a call with `other == this`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import permutations

from attrs import evolve, frozen

from ...core.ir.build import conj, conjuncts, op
from ...core.ir.contracts import Condition, PossibleAlias
from ...core.ir.sorts import OBJECT
from ...core.ir.terms import Binder, Term, free_names, subterms, var
from ...core.ir.variables import (
    ALLOCATED,
    Name,
    field_variable,
    is_field,
    is_field_of,
    member_of,
    pre_state,
    without_state,
)
from .call_states import CallStates
from .changed_arrays import ArraysByInput
from .classes import MATRIX, Reference
from .clauses import ClauseReader, Formal
from .declarations import Declarations
from .effects import Effects
from .lowering import Scope
from .lowering.heap_scopes import declaring, may_be_one_object
from .lowering.objects import HELD_ARRAY, Stored, is_type_parameter, value_sort
from .names import SymbolTable
from .syntax import Node, nodes


@frozen(slots=True)
class ModifiesFrame:
    """What a method may change: by its clauses `modifies`, and as the variables that they come to, of which `arrays`
    are parameters."""

    effects: Effects
    changed: Collection[Name]
    arrays: Collection[Name]


def _possible_aliases(
    names: SymbolTable, scope: Scope, stored: Mapping[Name, Stored], fields: Mapping[Name, Binder], frame: ModifiesFrame
) -> Iterator[PossibleAlias]:
    """The pairs of names in scope that may be one, of which the first may change. `scope`: the pre-state,
    without an object that the call makes; `stored`: the fields of the objects in it; `fields`: those that clauses
    mention."""
    yield from _arrays(scope, frame)
    known = {
        name: object_ for name, object_ in scope.objects.items() if object_.type != MATRIX and object_.root == name
    }
    # Every ordered pair, since what may change under the first name matters for the second.
    for (one, first), (other, second) in permutations(known.items(), 2):
        if not may_be_one_object(names, first, second):
            continue
        # Nothing of the first object changes: then it does not matter whether they are one.
        own = {name for name in stored if is_field_of(name, one) and name in frame.changed}
        if not own and one not in frame.effects.objects:
            continue
        # What the frame leaves alone under the other name, but changes if that is the same object.
        kept = tuple(
            name
            for name, field in stored.items()
            if is_field_of(name, other)
            and name not in frame.changed
            and _changes(names, first, second, name, field, frame)
        )
        # Fields that both names have: one object has each of them once.
        twins = [
            (binder, fields[twin])
            for name, binder in fields.items()
            if is_field_of(name, one)
            and (twin := field_variable(other, member_of(name))) in fields
            and fields[twin].sort == binder.sort
        ]
        equal = (op("eq", _before(left, frame), _before(right, frame)) for left, right in twins)
        yield PossibleAlias(one, other, kept, conj(op("eq", var(one, OBJECT), var(other, OBJECT)), *equal))


def _changes(
    names: SymbolTable, first: Reference, second: Reference, variable: Name, field: Stored, frame: ModifiesFrame
) -> bool:
    """Does the method change a field of the second object, if that is the first one? The first may have more fields
    than those of its type."""
    member = member_of(variable)
    if declaring(names, first.type, member) == declaring(names, second.type, member):
        return field_variable(first.root, member) in frame.changed
    return first.root in frame.effects.objects and field.declaration.mutable


def _arrays(scope: Scope, frame: ModifiesFrame) -> Iterator[PossibleAlias]:
    """Pairs of arrays. The elements of a generic one may be of any type."""
    kinds = ("Array", MATRIX)
    arrays = {name: sort for name, sort in scope.variables.items() if sort.kind in kinds and not is_field(name)}
    for (one, first), (other, second) in permutations(arrays.items(), 2):
        alike = first == second or any(is_type_parameter(sort.args[0]) for sort in (first, second))
        # Only what the call may change under one name can change under another.
        if one not in frame.arrays or first.kind != second.kind or not alike:
            continue
        left, right = (_before(Binder(name, value_sort(sort)), frame) for name, sort in ((one, first), (other, second)))
        if left.sort == right.sort:
            elements = (op("array.elements", term) for term in (left, right))
            condition = conj(op("eq", left, right), op("eq", *elements))
        else:
            condition = op("eq", op("array.object", left), op("array.object", right))
        yield PossibleAlias(one, other, () if other in frame.arrays else (other,), condition)


def _before(binder: Binder, frame: ModifiesFrame) -> Term:
    """The value of a variable before the call."""
    changed = binder.name in frame.changed or binder.name in frame.arrays
    return var(pre_state(binder.name) if changed else binder.name, binder.sort)


@frozen(slots=True)
class CallClauses:
    """The clauses of a method as they are written, in the states of `call`. `promised`: what the types of its results
    say. `ensures_of_aliases`: the written postconditions once more, as they are to be read of a call in which two names
    are one object, if a call may be one. `after`: the state in which postconditions are read. `frames`: what `modifies`
    names, where each input says which arrays change."""

    call: CallStates
    reader: ClauseReader
    after: Scope
    requires: tuple[Condition, ...]
    promised: tuple[Condition, ...]
    ensures: tuple[Condition, ...]
    ensures_of_aliases: tuple[Condition, ...]
    aliases: tuple[PossibleAlias, ...]
    frames: tuple[Term, ...] | None

    @property
    def says_something(self) -> bool:
        """Is there a postcondition that is understood?"""
        return any(condition.term is not None for condition in self.ensures)


def read_clauses(state: Declarations, node: Node, call: CallStates, also: frozenset[Name] = frozenset()) -> CallClauses:
    """The clauses of the declaration `node`; one that is not supported is a condition without a term. `also`: variables
    that they are to be read over; with `ALLOCATED` among them, what is fresh is none of all that exist, and not only
    none of what has a name."""
    results = frozenset(call.results)
    reader = ClauseReader(state, call.effects, call.constructs is not None, node, call.held_lost, results)
    # First with the names that arrays have.
    after = evolve(call.after, fixed_arrays=not reader.arrays.change, all_existing=ALLOCATED in also)
    requires = reader.implicit(call.inputs, "requires")
    requires += [reader.condition(part, "requires", call.existing_before) for part in nodes(node, "requires")]
    promised = reader.implicit(call.outputs, "ensures")
    ensures = [reader.condition(part, "ensures", after) for part in nodes(node, "ensures")]
    # What may have changed under another name is read in two states from the start.
    perhaps = _perhaps_changed(reader, (*requires, *ensures), after) - call.new
    if perhaps and call.effects.inner is None:
        call, after = call.with_perhaps_changed(perhaps), evolve(after, modified=after.modified | perhaps)
        ensures = [reader.condition(part, "ensures", after) for part in nodes(node, "ensures")]
    frames = None
    unread = any(condition.term is None for condition in ensures)
    # Where arrays without a name change, the clauses are read again, for each input by itself.
    unsaid = bool(ensures) and not unread and call.effects.names_arrays_only
    if reader.arrays.change and call.constructs is None and (unread or unsaid):
        # By the names of arrays not all can be said: `a[0][0]` is about an array without a name. Asked of each input,
        # it can, which costs a solver more: so it is done only where it says more, or where an array without a name
        # changes of which nothing is said: each input says what that leaves open.
        again = _read_by_input(call, reader, after)
        if again is not None and _lowered(again.ensures) >= _lowered(ensures) + unread:
            reader, after, ensures, frames = again.reader, again.after, list(again.ensures), again.frames
    # An array that is changed is still one of its type, and so is what holds it.
    changing = [formal for formal in call.inputs if _may_change(formal, call, reader, frames)]
    promised += filter(_is_of_elements, reader.implicit(changing, "ensures"))
    # At last the clauses for inputs on which two names are one.
    aliases = tuple(aliases_of(state, call, frames, {}))
    apart = _kept_apart(requires)
    kept = {name for alias in aliases if frozenset((alias.first, alias.second)) not in apart for name in alias.kept}
    either = evolve(after, modified=after.modified | kept)
    of_aliases = [reader.condition(part, "ensures", either) for part in nodes(node, "ensures")] if kept else []
    return CallClauses(
        call, reader, after, tuple(requires), tuple(promised), tuple(ensures), tuple(of_aliases), aliases, frames
    )


def _is_of_elements(condition: Condition) -> bool:
    """Is it about what arrays hold, perhaps by a function? Which arrays there are does not change."""
    parts = () if condition.term is None else subterms(condition.term)
    return condition.term is None or any(part.op in ("array.at", "call") for part in parts)


def _may_change(formal: Formal, call: CallStates, reader: ClauseReader, frames: tuple[Term, ...] | None) -> bool:
    """May a parameter that is an array, or holds arrays, be another value after the call?"""
    binder, _, _ = formal
    return binder.name in call.arrays or (frames is not None and reader.arrays.may_be_in(binder.sort))


def _perhaps_changed(reader: ClauseReader, clauses: Iterable[Condition], scope: Scope) -> frozenset[Name]:
    """The arrays in clauses that change if they are what a field in `modifies` holds: of `modifies this, buf` and
    `ensures p[0] == 1` that `p` is `buf`, or not, is said by an input. So each has elements of its own after the call,
    which `facts_after` says are those of before where it is none of the arrays that change."""
    terms = (clause.term for clause in clauses if clause.term is not None)
    return frozenset(name for term in terms for name in reader.arrays.perhaps_changed(term, scope))


@frozen(slots=True)
class _ByInput:
    """Postconditions that are about whichever arrays each input has in the places that they speak of."""

    reader: ClauseReader
    after: Scope
    ensures: tuple[Condition, ...]
    frames: tuple[Term, ...]


def _read_by_input(call: CallStates, reader: ClauseReader, after: Scope) -> _ByInput | None:
    """None where what `modifies` names is not supported."""
    before = call.before
    there = frozenset({*before.variables, *(binder.name for binder in call.signature.inputs)})
    replaced = frozenset(name for name in call.changed if after.variables[name].kind != HELD_ARRAY)
    by_input = evolve(reader, by_input=ArraysByInput(there, replaced | call.lost | call.held_lost))
    holding = {name for name, sort in before.variables.items() if reader.arrays.may_be_in(sort)}
    in_two_states = evolve(after, modified=after.modified | holding, by_input=True)
    frames = by_input.changing(in_two_states)
    ensures = tuple(by_input.condition(node, "ensures", in_two_states) for node in nodes(reader.node, "ensures"))
    return None if frames is None else _ByInput(by_input, in_two_states, ensures, frames)


def aliases_of(
    state: Declarations, call: CallStates, frames: tuple[Term, ...] | None, given: Mapping[Name, Binder]
) -> Iterator[PossibleAlias]:
    """The pairs of names that may be one. Where each input says which arrays change, it also says which are one."""
    frame = ModifiesFrame(call.effects, call.changed - call.new, call.arrays)
    for alias in _possible_aliases(state.names, call.existing_before, call.stored, given, frame):
        if frames is None or call.before.variables[alias.first] == OBJECT:
            yield alias


def _lowered(conditions: Iterable[Condition]) -> int:
    return sum(condition.term is not None for condition in conditions)


def _kept_apart(requires: Iterable[Condition]) -> frozenset[frozenset[Name]]:
    """The pairs of names that a precondition says are two: `requires to != this`. Clauses need not be read for them as
    if they were one, which would need the fields of both in each test."""
    found = set()
    for term in (
        conjunct for condition in requires if condition.term is not None for conjunct in conjuncts(condition.term)
    ):
        if term.op == "not" and term.args[0].op == "eq":
            found.add(frozenset(arg.data for arg in term.args[0].args if arg.op == "var"))
    return frozenset(found)


def used_in(conditions: Iterable[Condition]) -> set[Name]:
    """The variables that clauses mention, in either state."""
    names = mentioned(conditions)
    return names | set(map(without_state, names))


def mentioned(conditions: Iterable[Condition]) -> set[Name]:
    """The variables that clauses mention, each state apart."""
    terms = (condition.term for condition in conditions if condition.term is not None)
    return free_names(*terms)
