"""One attempt to build objects for a method, as programs do: by a constructor, then by calls of their methods.

Fields of an object are not drawn: hardly any random ones satisfy an invariant such as `Valid()`. Instead the program's
own code is run by the interpreter, in one store. A constructor is called with arguments that meet its precondition
(which may need objects themselves, built in the same way), then a few methods (`lived`); what the specification reads
of the objects is then an input that occurs in programs.

Example: for `method Pop()` of a stack with `requires size > 0` an attempt may run `new Stack(5)`, then `Push(3)` and
`Push(-1)`, and the input has `this.size = 2` and the elements. If `Pop` needs more than that, another attempt with more
calls may have it.

Invariant: every object has been made by code of the program that it was allowed to run: the preconditions of
constructor and methods held. Only fields of classes without constructor, and in a *free* life others, are assigned, as
whoever has the object may do. An attempt that fails says nothing: the next one draws anew.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import define, evolve, field, frozen

from ..interpret.bodies import (
    meets_precondition,
    new_instance,
    observed_inputs,
    perform_body,
    take_arrays,
)
from ..interpret.places import attempted_operand
from ..interpret.store import NULL, UNKNOWN, Variables, field_value
from ..ir.build import conjuncts
from ..ir.contracts import Program, Specification, held_sorts, lowered_terms, may_hold
from ..ir.objects import objects_in, renamed
from ..ir.operators.table import MEMBERSHIPS
from ..ir.routines import Instance, Routine
from ..ir.shapes import is_shaped, shaped_sort, shapes_in
from ..ir.sorts import OBJECT, Sort, uninterpreted
from ..ir.terms import Binder, Term, free_names, sorts_by_name
from ..ir.type_instances import matched, replace_sorts
from ..ir.values import ArrayValue, FrozenMap, UninterpretedValue
from ..ir.variables import ALLOCATED, RECEIVER, Name, is_field, is_which_array, qualifier_of
from .assigned_fields import MOST_HELD, SHARED_ARRAY, AssignedFields
from .drawn_inputs import LIKE_ANOTHER, Drawn, required_to_be_one
from .operators.samples import fresh_array
from .spec_testing_limits import LIMITS

ENOUGH_OBJECTS = 40
"""With so many objects, those that there are are given where they may be: arguments that meet no precondition leave
their objects behind, and a set may be asked to have all of them. Chosen, not measured."""


SHARED = 0.5
"""How often an object is given that there is already."""
NULLS = 0.2
"""How often an array of objects is to have some that are null."""
WHOLE = 0.3
"""How often a set of objects is to have all that there are. Chosen, not measured."""
ASSIGNED = 0.8
"""How often a field of an object is assigned that no constructor has made."""
REASSIGNED = 0.4
"""The same of one that a constructor has made, where that is done at all."""
_COLLECTIONS = (tuple, frozenset, FrozenMap)


def routine_of(specification: Specification, program: Program) -> Routine:
    """The subject with its parameters, and with its body if it has one. A function is applied, and a lemma says
    something: they do nothing."""
    if specification.kind == "method":
        name = specification.name
        # Without a body, its header has the parameters all the same.
        return program.routines[name] if name in program.routines else program.headers[name]
    parameters = (binder for binder in specification.inputs if not is_field(binder.name) and binder.name != RECEIVER)
    objects, nullable = (
        tuple(instance for instance in specification.heap.instances if instance.nullable == nullable)
        for nullable in (False, True)
    )
    return Routine(specification.name, tuple(parameters), specification.outputs, (), objects, nullable=nullable)


@define(slots=True, eq=False)
class ObjectBuilder(AssignedFields):
    """One attempt, in one store."""

    free: bool = False
    """Do others than its methods assign the fields of an object that a constructor has made?"""
    specifications: dict[str, Specification] = field(init=False)
    unconstructed: set[UninterpretedValue] = field(factory=set)
    """The objects whose constructor has not run: what a constructor is given exists before its object, so that nothing
    else may hold one of these."""

    arrays: dict[Sort, list[Any]] = field(factory=dict)
    """The arrays that were given."""
    one: dict[str, Mapping[Name, Name]] = field(factory=dict)
    """Routine → what `required_to_be_one` finds in its precondition."""
    definitions: dict[str, Sequence[tuple[Name, Term]]] = field(factory=dict)
    """Routine → what `defined` finds in its precondition."""
    relations: dict[str, Sequence[tuple[Instance, Term, bool]]] = field(factory=dict)
    """Routine → what `related` finds in its precondition."""
    members: dict[str, list["_Member"]] = field(factory=dict)
    """Class → what `_members` finds of it: it is the same in every store."""
    possible: dict[tuple[str, tuple[tuple[str, Sort], ...]], list[str]] = field(factory=dict)
    """Class or trait, with what its type parameters stand for → the classes whose objects may be given for one."""

    def __attrs_post_init__(self) -> None:
        self.specifications = {specification.name: specification for specification in self.program.specifications}

    def inputs(self, specification: Specification) -> Iterator[dict[Name, Any]]:
        """What a specification reads of objects that are built for its subject, with some other arguments each."""
        return (self.observed(specification, variables) for variables in self.drawn(specification))

    def drawn(self, specification: Specification) -> Iterator[Variables]:
        """Arguments of the subject: the same objects, which have lived a while, and others in each."""
        routine = routine_of(specification, self.program)
        same = self.required_to_be_one(routine)
        built_objects: Variables = {}
        for instance in routine.objects:
            # Objects are built in order, each near those before it.
            # One after the other: what one has come to hold in its life is what the next is built and lives near.
            built = built_objects.get(same.get(instance.name, "")) or self.object_for(instance, 0, built_objects)
            if built is None:
                return
            built_objects[instance.name] = built
            # An object that the subject itself constructs has not lived yet.
            if not instance.constructed:
                self.lived(built)
        kept = [parameter.name for parameter in routine.objects if parameter.constructed or parameter.name == RECEIVER]
        stay: Variables = {name: built_objects[name] for name in kept}
        for number in range(LIMITS.tried_arguments):
            # What has lived may hold objects of its own making, and a precondition ask for one of them.
            # In turn with the same parameters and with new ones.
            variables = self.arguments(routine, 0, stay if number % 2 else built_objects)
            if variables is not None:  # without parameters there are none
                yield variables

    def observed(self, specification: Specification, variables: Variables) -> dict[Name, Any]:
        """What the specification reads before the subject runs; what that constructs is not there yet."""
        inputs = observed_inputs(self.execution, specification, variables)
        if ALLOCATED in inputs:
            routine = routine_of(specification, self.program)
            inputs[ALLOCATED] -= {variables[parameter.name] for parameter in routine.objects if parameter.constructed}
        return inputs

    def arguments(self, routine: Routine, depth: int, known: Variables) -> Variables | None:
        """Values for the parameters of a routine; None where an object cannot be built. No two are one object or array
        but those that the precondition says are one."""
        variables = dict(known)
        same = self.required_to_be_one(routine)
        for object_parameter in routine.objects:
            # What the caller has fixed stays.
            if object_parameter.name in variables:
                continue
            # Not known yet is the first of two of which one may be null, and one may not.
            built = variables.get(same.get(object_parameter.name, "")) or self.object_for(
                object_parameter, depth, variables
            )
            if built is None:
                return None
            variables[object_parameter.name] = built
        plain = tuple(map(self.shaped_parameter(routine), routine.parameters))
        plain = tuple(binder for binder in plain if binder.name not in variables)
        held = tuple(self.fields(routine, variables))
        alone = Specification("", plain, (), (), ())
        # Plain parameters are drawn together, since preconditions relate them.
        drawn = Drawn(alone, self.program, {}, self.random, held, self.alike).inputs()
        objects = tuple(
            object_parameter
            for object_parameter in self.execution.store.objects
            if object_parameter not in self.unconstructed
        )
        nullable = {object_parameter.name: object_parameter for object_parameter in routine.nullable}
        sorts = sorts_by_name(routine.parameters)
        # In the order of declaration, so that a later one may be the same as an earlier one.
        for binder in plain:
            value = drawn[binder.name]
            # `requires a == b`: one object or array for both.
            if same.get(binder.name) in variables:
                variables[binder.name] = variables[same[binder.name]]
                continue
            if binder.name in nullable and binder.sort != OBJECT and value is not None:
                value = self.held(value, nullable[binder.name], depth)
                if value is None:
                    return None
            if binder.sort.kind == "Array" or is_shaped(binder.sort):  # Two objects may hold one array.
                arrays = self.arrays.setdefault(binder.sort, [])
                shared = [
                    *arrays,
                    *self.arrays_of((variables.get(parameter.name) for parameter in routine.objects), binder.sort),
                ]
                value = self.random.choice(shared) if shared and self.random.random() < SHARED_ARRAY else value
                arrays.append(value)
            elif binder.name in nullable and binder.sort == OBJECT:
                # Null, or an object, for a parameter that may be null.
                chosen_object = (
                    self.given(nullable[binder.name], depth, variables) if self.random.random() < SHARED else None
                )
                value = chosen_object or NULL
            elif binder.sort == OBJECT:
                value = self.random.choice(objects) if objects else NULL
            elif binder.name not in nullable and OBJECT in held_sorts(binder.sort, self.program.datatypes):
                value = self.with_objects(value, binder.sort, depth)
                if value is None:
                    return None
            take_arrays(self.execution, value)
            # An array of several dimensions keeps its lengths in the store.
            for array, lengths in shapes_in(value, binder.sort, self.program.datatypes):
                self.execution.store.shapes[array.identity] = lengths
            variables[binder.name] = value[0] if binder.sort != sorts[binder.name] else value
        # Parameters that the precondition defines by others (`n == |xs|`) are computed, not drawn.
        for name, term in self.defined(routine):
            value = UNKNOWN if name in known else attempted_operand(self.execution, term, variables, ghost=True)
            if value is not UNKNOWN:
                take_arrays(self.execution, value)
                variables[name] = value
        # And object parameters that it relates to others (`n == m.next`) are chosen among those.
        for instance, term, is_element in self.related(routine):
            if instance.name not in known and instance.name in variables:
                other_variables = {name: value for name, value in variables.items() if name != instance.name}
                named_objects = self._named_by(term, is_element, variables)
                arrays = [
                    object_parameter
                    for object_parameter in self.there(instance, other_variables)
                    if object_parameter in named_objects
                ]
                variables[instance.name] = self.random.choice(arrays) if arrays else variables[instance.name]
        return variables

    def related(self, routine: Routine) -> Sequence[tuple[Instance, Term, bool]]:
        """Object parameters that the precondition fixes by other parameters (`n == m.next`, `n in Repr()`), each with
        the term that fixes it and whether that is a collection. Random objects hardly ever fit."""
        if routine.name not in self.relations:
            instances = {
                instance.name: instance
                for instance in (*routine.objects, *routine.nullable)
                if not instance.constructed
            }
            terms = [term for instance in self.required(routine) for term in conjuncts(instance)]
            sides = [
                # Both sides of an equation, but only the element of a membership, can be solved for.
                (side, other_side, term.op != "eq")
                for term in terms
                if term.op == "eq" or term.op in MEMBERSHIPS
                for side, other_side in ((term.args,) if term.op != "eq" else (term.args, term.args[::-1]))
            ]
            self.relations[routine.name] = [
                (instances[side.data], other_side, is_element)
                for side, other_side, is_element in sides
                if side.op == "var"
                and side.sort == OBJECT
                and side.data in instances
                # `x == f(x)` does not define x.
                and side.data not in free_names(other_side)
            ]
        return self.relations[routine.name]

    def _named_by(self, term: Term, is_element: bool, variables: Variables) -> Collection[Any]:
        """The objects that a term is or holds; none where that is not known."""
        value = attempted_operand(self.execution, term, variables, ghost=True)
        if not is_element:
            return [value]
        return value if isinstance(value, _COLLECTIONS) else ()

    def defined(self, routine: Routine) -> Sequence[tuple[Name, Term]]:
        """The parameters of which the precondition says the value, by others: `requires n == |xs|`."""
        if routine.name not in self.definitions:
            names = {parameter.name for parameter in routine.parameters}
            sides = (
                pair
                # Written either way round.
                for condition in self.required(routine)
                for term in conjuncts(condition)
                if term.op == "eq"
                for pair in (term.args, term.args[::-1])
            )
            self.definitions[routine.name] = [
                (side.data, opposite)
                for side, opposite in sides
                if side.op == "var"
                and side.data in names
                and side.data not in free_names(opposite)
                and side.sort != OBJECT
                and side.sort.kind != "Array"
            ]
        return self.definitions[routine.name]

    def required(self, routine: Routine) -> list[Term]:
        """The precondition of a routine, as far as it is known."""
        known = self.specifications.get(routine.name)
        return [] if known is None else lowered_terms(known.requires)

    def required_to_be_one(self, routine: Routine) -> Mapping[Name, Name]:
        """What the function of this name says of the precondition of a routine."""
        if routine.name not in self.one:
            self.one[routine.name] = required_to_be_one(self.required(routine))
        return self.one[routine.name]

    def shaped_parameter(self, routine: Routine) -> Callable[[Binder], Binder]:
        """Parameter → the same with its lengths, where it is an array of several dimensions."""
        known = self.specifications.get(routine.name)
        ranks = (
            {} if known is None else {dimension.array: len(dimension.lengths) for dimension in known.heap.dimensions}
        )

        def with_lengths(binder: Binder) -> Binder:
            rank = ranks.get(binder.name)
            return binder if rank is None else Binder(binder.name, shaped_sort(binder.sort.args[0], rank))

        return with_lengths

    def fields(self, routine: Routine, owners: Variables) -> Iterator[tuple[Binder, Any]]:
        """What the objects of a routine hold, and the collections of others of their classes: arguments are drawn near
        it. Not arrays, and not what holds some: two objects would share them."""
        plain = [(instance.kind, owners[instance.name], self.plain_fields(instance)) for instance in routine.objects]
        for owner, object_ in self.execution.store.objects.items() if plain else ():
            # It is not there yet for anybody else.
            if owner in self.unconstructed:
                continue
            for kind, named, binders in plain:
                is_own = owner == named
                for binder in binders if is_own or object_.kind == kind else ():
                    value = field_value(object_, binder.name)
                    if type(value) in _COLLECTIONS or (is_own and type(value) is int):
                        yield binder, value

    def plain_fields(self, instance: Instance) -> list[Binder]:
        """The fields that neither are arrays nor hold some."""
        return [
            binder
            for binder in instance.fields
            if not is_which_array(binder.name) and not may_hold("Array", binder.sort, self.program.datatypes)
        ]

    def object_for(self, instance: Instance, depth: int, others: Variables) -> UninterpretedValue | None:
        """An object for a parameter, or for a constructor to construct; None where it cannot be built."""
        return self.unconstructed_instance(instance) if instance.constructed else self.given(instance, depth, others)

    def given(self, instance: Instance, depth: int, others: Variables) -> UninterpretedValue | None:
        """An object for a parameter: often one that there is, for methods may ask that it is known to others."""
        candidates = self.there(instance, others)
        if candidates and (self.random.random() < SHARED or len(self.execution.store.objects) >= ENOUGH_OBJECTS):
            return self.random.choice(candidates)
        kinds = self._kinds_for(instance)
        return self.built(self.random.choice(kinds), depth, instance) if kinds else None

    def there(self, instance: Instance, others: Variables) -> list[UninterpretedValue]:
        """The objects that may be given for a parameter, but for those that are given for others."""
        kinds, objects = self._kinds_for(instance), self.execution.store.objects.items()
        candidates = [
            owner for owner, object_ in objects if object_.kind in kinds and _is_at(object_.types, instance.types)
        ]
        return [owner for owner in candidates if owner not in self.unconstructed and owner not in others.values()]

    def _kinds_for(self, instance: Instance) -> list[str]:
        kinds = self.possible.get((instance.kind, instance.types))
        if kinds is None:
            kinds = [kind for kind in self.kinds(instance.kind) if self.types_at(kind, instance) is not None]
            self.possible[instance.kind, instance.types] = kinds
        return kinds

    def held(self, drawn: Any, instance: Instance, depth: int) -> Any:
        """A collection or array with objects in place of what was drawn, some of them more than once, and a map with
        objects as its values. Those that are new have lived, too: as they were constructed, they are much alike."""
        if isinstance(drawn, ArrayValue):
            # `array<Node?>` holds null, too; where the type is `array<Node>` such an array meets no precondition.
            objects = self.held(drawn.elements, instance, depth)
            nulls = self.random.random() < NULLS
            return fresh_array(
                tuple(NULL if nulls and self.random.random() < SHARED else element for element in objects)
            )
        if not _holds_objects_alone(drawn):
            return self._with_each(drawn, instance, depth)
        if depth == 0 and isinstance(drawn, frozenset) and self.random.random() < WHOLE:
            # A set may be asked to have all that its objects lead to (`forall n :: n in S ==> n.next in S`). One that
            # an object has (`Repr`) mostly must not have what leads to that object.
            # All objects of the class: what is closed under reachability.
            all_objects = frozenset(self.there(instance, {}))
            return all_objects | {NULL} if self.random.random() < SHARED else all_objects
        kept = []
        for _ in islice(drawn, MOST_HELD):
            objects_before = frozenset(self.execution.store.objects)
            object_ = self.given(instance, depth, {})
            if object_ is not None:
                kept.append(object_)
            if depth == 0 and object_ is not None and object_ not in objects_before:
                # New objects live a little, so that they differ from one another.
                self.lived(object_)
        return FrozenMap(zip(drawn, kept, strict=False)) if isinstance(drawn, FrozenMap) else type(drawn)(kept)

    def _with_each(self, drawn: Any, instance: Instance, depth: int) -> Any:
        """A value with an object for each that was drawn, as in `(1, c)`; None where one cannot be built."""
        wanted = sorted(set(objects_in([drawn])), key=lambda each: each.index)
        renaming = {value: self.given(instance, depth, {}) for value in wanted}
        return None if None in renaming.values() else renamed(drawn, renaming)

    def types_at(self, kind: str, like: Instance) -> dict[str, Sort] | None:
        """What the type parameters of a class stand for in objects that are like one of its own, or of what it extends:
        where `class Cell<A> extends Box<A>` is to be like a `Box<int>`, A is int. None where it has no such objects, as
        `IntBox extends Box<int>` has none like a `Box<bool>`."""
        receiver = next(
            (
                instance
                for member in self._members(kind)
                for instance in member.routine.objects
                if instance.name == RECEIVER
            ),
            None,
        )
        # The class writes the parameters of what it extends in its own: matching these with what is wanted solves for
        # its own.
        declared, arguments = {} if receiver is None else dict(receiver.types), dict[str, Sort]()
        for name, sort in like.types:
            if name in declared and not matched(declared[name], sort, arguments):
                return None
        # Only parameters of the class itself may have got a sort; a fixed one that differs has no such objects.
        parameters = {name for name, sort in declared.items() if sort == uninterpreted(name)}
        is_at = all(name in parameters or sort == uninterpreted(name) for name, sort in arguments.items())
        return {name: sort for name, sort in arguments.items() if sort != uninterpreted(name)} if is_at else None

    def built(self, kind: str, depth: int, like: Instance) -> UninterpretedValue | None:
        """An object of a class, after a constructor if it has one. `like`: the fields of one, where no member of the
        class says them."""
        # Objects that need objects: the depth and the number are limited.
        if depth > LIMITS.objects_inside_objects or len(self.execution.store.objects) > LIMITS.objects_of_an_attempt:
            return None
        makers = [
            member for member in self._members(kind) if any(instance.constructed for instance in member.routine.objects)
        ]
        types = self.types_at(kind, like) or {}
        # Without a constructor the fields are assigned, as a caller may do.
        if not makers:
            class_shape = self.program.classes.get(kind)
            default_shape = like if class_shape is None or like.kind == kind else class_shape.instance
            routines = (_instantiated(member.routine, types) for member in self._members(kind))
            shape = next(
                (
                    instance
                    for member_routine in routines
                    for instance in member_routine.objects
                    if instance.name == RECEIVER
                ),
                default_shape,
            )
            object_ = new_instance(self.execution, shape)
            return object_ if self.assigned(object_, depth, ASSIGNED, required=True) else None
        if self.alike > LIKE_ANOTHER and depth == 0:
            # An object that is built of nothing has nothing in common with others, if no method fills it. What it is
            # built of may be: a constructor that takes another object of its class would ask for one without an end.
            # Constructors that take something, where objects should have something in common.
            with_parameters = [
                candidate for candidate in makers if candidate.routine.parameters or len(candidate.routine.objects) > 1
            ]
            makers = with_parameters or makers
        maker = self.random.choice(makers)
        routine = _instantiated(maker.routine, types)
        shape = next(instance for instance in routine.objects if instance.constructed)
        for _ in range(LIMITS.tried_arguments):
            this = self.unconstructed_instance(shape)
            variables = self.arguments(routine, depth + 1, {RECEIVER: this})
            # The constructor is a method with a precondition; its object exists while it runs, and nobody else may use
            # it.
            if variables is not None and meets_precondition(self.execution, maker.specification, variables):
                perform_body(self.execution, routine, variables)
                self.unconstructed.discard(this)
                return this
        return None

    def unconstructed_instance(self, shape: Instance) -> UninterpretedValue:
        """An object for a constructor to construct."""
        object_ = new_instance(self.execution, shape)
        self.unconstructed.add(object_)
        return object_

    def lived(self, owner: Any) -> None:
        """Call some methods of an object; in a free life, some of its fields are assigned, too."""
        object_ = self.execution.store.objects.get(owner)
        if self.free and object_ is not None:
            self.assigned(owner, LIMITS.objects_inside_objects - 1, REASSIGNED, required=False)
        methods = self._methods(owner)
        most = LIMITS.calls_of_an_object if self.alike == LIKE_ANOTHER else LIMITS.calls_of_a_long_life
        for _ in range(self.random.randrange(most + 1) if methods else 0):
            self.called(owner)

    def called(self, owner: Any) -> None:
        """Call one of the methods of an object, with arguments that meet its precondition, if some are found."""
        methods = self._methods(owner)
        if not methods:
            return
        chosen = self.random.choice(methods)
        routine = _instantiated(chosen.routine, self.execution.store.objects[owner].types)
        for _ in range(LIMITS.tried_arguments):
            variables = self.arguments(routine, LIMITS.objects_inside_objects, {RECEIVER: owner})
            if variables is not None and meets_precondition(self.execution, chosen.specification, variables):
                perform_body(self.execution, routine, variables)
                break

    def _methods(self, owner: Any) -> list["_Member"]:
        """The methods of an object, but for constructors."""
        object_ = self.execution.store.objects.get(owner)
        members = [] if object_ is None else self._members(object_.kind)
        return [member for member in members if not any(instance.constructed for instance in member.routine.objects)]

    def _members(self, kind: str) -> list["_Member"]:
        members = self.members.get(kind)
        if members is None:
            members = self.members[kind] = list(_members(self.program, self.specifications, kind))
        return members


def _is_at(types: Mapping[str, Sort], wanted: Iterable[tuple[str, Sort]]) -> bool:
    """Do type parameters stand for what is wanted, as far as they are known?"""
    return all(types.get(name, sort) == sort for name, sort in wanted)


def _instantiated(routine: Routine, types: Mapping[str, Sort]) -> Routine:
    """A member of a generic class with what the type parameters stand for: a `Stack<int>` is filled with numbers."""
    if not types:
        return routine

    def at(binders: Sequence[Binder]) -> tuple[Binder, ...]:
        return tuple(Binder(binder.name, replace_sorts(binder.sort, types)) for binder in binders)

    def instance(template: Instance) -> Instance:
        type_arguments = {name: replace_sorts(sort, types) for name, sort in template.types}
        type_arguments.update(types if template.name == RECEIVER else {})
        return evolve(template, fields=at(template.fields), types=tuple(type_arguments.items()))

    objects, nullable = (tuple(map(instance, listed)) for listed in (routine.objects, routine.nullable))
    return evolve(routine, parameters=at(routine.parameters), objects=objects, nullable=nullable)


@frozen(slots=True)
class _Member:
    """A method of a class: its specification and its body."""

    specification: Specification
    routine: Routine


def _members(program: Program, specifications: dict[str, Specification], kind: str) -> Iterator[_Member]:
    for name in program.routines:
        owner = qualifier_of(name)
        if owner == kind and name in specifications:
            routine = program.routines[name]
            if any(instance.name == RECEIVER for instance in routine.objects):
                yield _Member(specifications[name], routine)


def _holds_objects_alone(drawn: Any) -> bool:
    """Is it a collection of objects, or a map to objects, and no tuple with other values or collection of tuples?"""
    listed = drawn.values() if isinstance(drawn, FrozenMap) else drawn
    return all(isinstance(value, UninterpretedValue) for value in listed)
