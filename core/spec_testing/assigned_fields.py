"""Fields of objects that are assigned from outside, as whoever has an object may do it: with values of their types, new
arrays, and objects that are there or are built for it."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from attrs import define, evolve, field

from ..errors import Unsupported
from ..interpret.bodies import take_arrays
from ..interpret.places import is_met
from ..interpret.state import ExecutionState
from ..interpret.store import NULL, UNKNOWN, Object, Variables, field_value
from ..ir.contracts import Program, Specification, held_sorts
from ..ir.objects import objects_in, renamed
from ..ir.routines import HeldObjects, Instance
from ..ir.shapes import shapes_in
from ..ir.sorts import OBJECT, Sort, seq_of, set_of, sorts_in
from ..ir.terms import Binder, Term
from ..ir.type_instances import replace_sorts
from ..ir.values import ArrayValue, UninterpretedValue, array_object, arrays_within, elements_in
from ..ir.variables import Name, heap_place
from .drawn_inputs import Drawn

MOST_HELD = 4
"""Objects in a collection that is given."""
FOOTPRINT = 0.8
"""How often a ghost set of objects is given what its object consists of."""
NULL_FIELDS = 0.3
"""How often null is what such a field is given."""
SHARED_ARRAY = 0.3
"""How often an array is one that an object holds already, or that was given."""


@define(slots=True, eq=False)
class AssignedFields:
    """What assigns the fields of objects, in the store of one attempt. `alike`: how often values are drawn near those
    that objects hold."""

    program: Program
    execution: ExecutionState
    random: Random
    alike: float
    constants: Mapping[Sort, Sequence[Any]] = field(factory=dict)
    """Constants that the subject mentions: fields are given them, too."""
    read: tuple[Name, ...] = ()
    """The fields of all objects that the subject reads."""

    @abstractmethod
    def given(self, instance: Instance, depth: int, others: Variables) -> UninterpretedValue | None:
        """An object like an instance, one that there is or a new one; None where it cannot be built."""

    @abstractmethod
    def held(self, drawn: Any, instance: Instance, depth: int) -> Any:
        """A collection or array with objects in place of what was drawn."""

    def kinds(self, kind: str) -> list[str]:
        """The classes whose objects are of this class or trait: of a trait those that extend it, if there are any."""
        listed = (item for item in self.program.bases.items() if item[0] not in self.program.datatypes)
        found = [name for name, bases in listed if kind in bases]
        return [name for name in found if not any(name in self.program.bases[each][1:] for each in found)] or [kind]

    def assigned(self, owner: UninterpretedValue, depth: int, share: float, required: bool) -> bool:
        """Give fields of an object other values, each as often as `share` says: whoever has an object may assign its
        fields, and where its class has no constructor nothing else does. There (`required`) those whose types have no
        null always get a value. Is the object one that a program could have made? It is not, where a field has to hold
        an object of which there is none."""
        # An object whose class is not known keeps its fields.
        object_ = self.execution.store.objects[owner]
        shape = self.program.classes.get(object_.kind)
        always = shape.required if shape is not None and required else frozenset[Name]()
        fields = (
            ()
            if shape is None
            else tuple(
                Binder(binder.name, replace_sorts(binder.sort, object_.types))
                for binder in shape.instance.fields
                if binder.name in always or (binder.name in shape.assigned and self.random.random() < share)
            )
        )
        if shape is None or not fields:
            return True
        # Of functions no values are drawn: a field keeps what it has.
        plain = tuple(
            field_binder
            for field_binder in fields
            if field_binder.sort != OBJECT and not any(sort.kind == "Function" for sort in sorts_in(field_binder.sort))
        )
        # Drawn near the values that objects hold already, since fields are related more often than not.
        drawn = Drawn(Specification("", plain, (), (), ()), self.program, self.constants, self.random, (), self.alike)
        values = drawn.inputs()
        for field_binder in fields:
            held = shape.held.get(field_binder.name)
            value = values.get(field_binder.name, UNKNOWN)
            if held is not None:
                value = self._held_by_field(field_binder, held, object_, value, depth)
            # A value with objects in it cannot be drawn: its objects have to exist in this store.
            elif OBJECT in held_sorts(field_binder.sort, self.program.datatypes):
                value = self.with_objects(value, field_binder.sort, depth)
            # Now and then an array that another object has: aliasing is what frames are about.
            elif field_binder.sort.kind == "Array" and (
                there := self.arrays_of(self.execution.store.objects, field_binder.sort)
            ):
                value = self.random.choice(there) if self.random.random() < SHARED_ARRAY else value
            if value is None:
                return False
            # The field's type may be narrower than its sort (`nat`).
            if value is not UNKNOWN and self.is_of_type(field_binder.name, value, shape.guards.get(field_binder.name)):
                take_arrays(self.execution, value)
                for array, lengths in shapes_in(value, field_binder.sort, self.program.datatypes):
                    self.execution.store.shapes[array.identity] = lengths
                self.execution.store.set_field(owner, field_binder.name, value)
            # A required field without a value: no program could have made this object.
            elif field_binder.name in always:
                return False
        # Last, since what an object consists of is told by its other fields: in a loop with these a set would lack what
        # a field after it leads to, and invariants such as `next in Repr` would hold of few of the objects.
        for field_binder in fields:
            if (
                field_binder.sort == set_of(OBJECT)
                and field_binder.name in shape.instance.ghosts
                and self.random.random() < FOOTPRINT
            ):
                held = shape.held.get(field_binder.name)
                self.execution.store.set_field(
                    owner, field_binder.name, self._footprint(owner, None if held is None else held.kind)
                )
        return True

    def arrays_of(self, owners: Iterable[Any], sort: Sort) -> list[ArrayValue]:
        """The arrays of a sort that the fields of objects hold: a parameter, or another field, may be one of them."""
        store, found = self.execution.store, []
        for made in (store.objects[owner] for owner in owners if owner in store.objects):
            shape = self.program.classes.get(made.kind)
            for each in () if shape is None else shape.instance.fields:
                value = field_value(made, each.name) if replace_sorts(each.sort, made.types) == sort else None
                if isinstance(value, ArrayValue):
                    found.append(store.now(value))
        return found

    def _footprint(self, owner: UninterpretedValue, kind: str | None) -> frozenset[UninterpretedValue]:
        """An object and all that its fields lead to, arrays too; those of one class, where the set is of such objects.
        That is what a ghost set says of objects that are specified by dynamic frames (`Repr`)."""
        # The objects reachable through the fields, ghost fields left out: those say what is reached, and would make it
        # circular.
        store = self.execution.store
        reached, pending = {owner}, [owner]
        while pending:
            object_ = store.objects.get(pending.pop())
            shape = None if object_ is None else self.program.classes.get(object_.kind)
            ghosts = frozenset[Name]() if shape is None else shape.instance.ghosts
            values = [] if object_ is None else [value for name, value in object_.fields.items() if name not in ghosts]
            # Arrays count as objects that are reached.
            held = {*objects_in(values), *(array_object(value) for value in arrays_within(tuple(values)))} - {NULL}
            pending.extend(held - reached)
            reached |= held
        if kind is None:
            return frozenset(reached)
        kinds = self.kinds(kind)
        return frozenset(value for value in reached if value in store.objects and store.objects[value].kind in kinds)

    def _held_by_field(self, field_: Binder, held: HeldObjects, owner: Object, value: Any, depth: int) -> Any:
        """What a field is given that holds objects; None where it needs one and there is none."""
        shape = self.program.classes.get(held.kind)
        if shape is None or (value is UNKNOWN and field_.sort != OBJECT):
            return UNKNOWN
        types = tuple((name, replace_sorts(sort, owner.types)) for name, sort in held.types)
        fields = tuple(Binder(binder.name, replace_sorts(binder.sort, dict(types))) for binder in shape.instance.fields)
        like = evolve(shape.instance, types=types, fields=fields, nullable=held.nullable)
        if field_.sort != OBJECT:
            return self.held(value, like, depth + 1)
        if held.nullable and self.random.random() < NULL_FIELDS:
            return NULL
        found = self.given(like, depth + 1, {})
        return NULL if found is None and held.nullable else found

    def with_objects(self, drawn: Any, sort: Sort, depth: int) -> Any:
        """A value with objects in the places of those that were drawn; None where one cannot be built. Of `object`, and
        sets and sequences of it, any that there are, and of what holds objects in another way (`map<int, Node>`, a
        field of a datatype) those of the one class that they may be of. Raises Unsupported where there are several."""
        there = tuple(self.execution.store.objects)
        some = self.random.sample(there, self.random.randrange(min(len(there), MOST_HELD) + 1))
        if sort == OBJECT:
            return self.random.choice(there) if there else None
        if sort in (seq_of(OBJECT), set_of(OBJECT)):
            return tuple(some) if sort.kind == "Seq" else frozenset(some)
        wanted = sorted(set(objects_in([drawn])), key=lambda each: each.index)
        renaming = {value: self.given(self._only_class(), depth + 1, {}) for value in wanted}
        return None if None in renaming.values() else renamed(drawn, renaming)

    def _only_class(self) -> Instance:
        """An object of the one class that objects inside other values are of: of which the subject reads fields, or
        the only one that there is. What is of another class has no such fields, and then nothing is known."""
        kinds = sorted({str(heap_place(name)[0]) for name in self.read})
        if len(kinds) != 1:
            kinds = [class_ for class_ in self.program.classes if self.kinds(class_) == [class_]]
        shape = self.program.classes.get(kinds[0]) if len(kinds) == 1 else None
        if shape is None or shape.instance.types:
            raise Unsupported("objects inside other values, which may be of several classes", None)
        return shape.instance

    def is_of_type(self, name: Name, value: Any, guard: Term | None) -> bool:
        """Is a value one that the type of its field has?"""
        given = elements_in(value)
        return guard is None or is_met(self.execution, guard, {name: given})
