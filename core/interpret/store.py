"""The state of a program that runs: its arrays and objects, and the values that variables and fields may have.

A program changes things in place. So variables and fields hold references, of which only the identity matters, and the
store has what each is now; `places.py` says what the variables of terms are in it.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from attrs import define, evolve, field

from ..fuel import Fuel
from ..ir.contracts import Datatype, Semantics
from ..ir.sorts import OBJECT, Sort
from ..ir.type_instances import replace_sorts
from ..ir.values import (
    ArrayValue,
    DatatypeValue,
    FrozenMap,
    Multiset,
    UninterpretedValue,
    array_object,
    parts_of,
    with_parts,
)
from ..ir.variables import Name, Valuation, heap_place, holder_of, is_which_array

NULL = UninterpretedValue(str(OBJECT.label), 0)
DEEPEST = 8
"""Constructors inside each other in a value that nobody gave: a type that needs more has none that is known."""
FIRST = 100
"""Objects that an execution makes have higher numbers, which those of its inputs do not have."""
LOOKED_INTO = 25
"""How many times as long as a copy a look into an element takes."""
ATOMS = frozenset({bool, int, str, Fraction, UninterpretedValue})
"""The types of values that hold no array. All elements of an array have one type; null is an array."""
UNKNOWN: Any = object()
"""What a variable or field holds of which nothing is known."""


@define(slots=True, eq=False)
class Object:
    """An object: its class, its fields by name, and what the type parameters of its class stand for."""

    kind: str
    fields: dict[Name, Any] = field(factory=dict)
    types: Mapping[str, Sort] = field(factory=dict)


@define(slots=True, eq=False)
class Store:
    """Arrays by identity, the lengths of those of several dimensions, and objects. `version` counts the changes of
    fields; `bases`: class → itself and all that it extends."""

    arrays: dict[Any, tuple[Any, ...]] = field(factory=dict)
    shapes: dict[Any, tuple[int, ...]] = field(factory=dict)
    objects: dict[UninterpretedValue, Object] = field(factory=dict)
    version: int = 0
    made: int = 0
    """How many arrays and objects were made."""
    assigned: set[tuple[UninterpretedValue, Name]] = field(factory=set)
    """The fields that somebody has given a value: what those of a new object have otherwise, nobody says."""
    _maps: dict[Name, tuple[int, Any]] = field(factory=dict)
    _numbers: dict[UninterpretedValue, int] = field(factory=dict)
    """What was made here, arrays as objects → when, counted from 1."""
    bases: Mapping[str, tuple[str, ...]] = field(factory=dict)
    first: int = FIRST
    """What is made here has higher numbers."""
    fuel: Fuel | None = None
    """What pays for looking through collections."""
    elsewhere: frozenset[UninterpretedValue] = frozenset()
    """Objects, arrays as objects, that exist as well, of which nothing is known: a set may have them (`Repr`), and what
    is made here is none of them."""

    def copy(self) -> "Store":
        """The state as it is now."""
        # Fields are assigned in place, and arrays replaced: of these the table alone is copied.
        objects = {
            value: Object(object_.kind, dict(object_.fields), object_.types) for value, object_ in self.objects.items()
        }
        arrays, shapes, numbers = dict(self.arrays), dict(self.shapes), dict(self._numbers)
        assigned = set(self.assigned)
        return Store(
            arrays,
            shapes,
            objects,
            self.version,
            self.made,
            assigned,
            numbers=numbers,
            bases=self.bases,
            first=self.first,
            fuel=self.fuel,
            elsewhere=self.elsewhere,
        )

    def allocated(self) -> frozenset[UninterpretedValue]:
        """The objects that there are, null among them, and the arrays that are known as objects."""
        return frozenset({NULL, *self.objects, *map(array_object, self.known_arrays())})

    def number_of(self, reference: Any) -> int:
        """When an array or object was made, counted from 1; 0 for what was there before."""
        return self._numbers.get(array_object(reference) if isinstance(reference, ArrayValue) else reference, 0)

    def new_array(self, elements: tuple[Any, ...], lengths: tuple[int, ...]) -> ArrayValue:
        self.made += 1
        array = ArrayValue(elements, ("new", self.made))
        # It may be the caller's, from another execution, as an array or as an object.
        while (
            array.identity in self.arrays
            or array_object(array) in self.arrays
            or (self.elsewhere and array_object(array) in self.elsewhere)
        ):
            self.made += 1
            array = ArrayValue(elements, ("new", self.made))
        self.arrays[array.identity] = elements
        self._numbers[array_object(array)] = self.made
        if len(lengths) > 1:
            self.shapes[array.identity] = lengths
        return array

    def add_array(self, array: ArrayValue) -> None:
        """Take an array of the caller, which keeps its identity."""
        self.arrays.setdefault(array.identity, array.elements)

    def elements(self, array: ArrayValue) -> tuple[Any, ...]:
        return self.arrays.get(array.identity, array.elements)

    def new_object(self, kind: str, fields: Valuation) -> UninterpretedValue:
        return self.add_object(None, kind, fields)

    def add_object(self, identity: UninterpretedValue | None, kind: str, fields: Valuation) -> UninterpretedValue:
        """An object that the caller knows by its identity, or a new one."""
        self.made += 1
        # A new object must not be one that an input knows.
        while identity is None and UninterpretedValue(str(OBJECT.label), self.first + self.made) in self.elsewhere:
            self.made += 1
        value = identity or UninterpretedValue(str(OBJECT.label), self.first + self.made)
        if identity is None:
            self._numbers[value] = self.made
        self.objects[value] = Object(kind, dict(fields))
        self.version += 1
        return value

    def set_field(self, owner: UninterpretedValue, name: Name, value: Any) -> None:
        self.objects[owner].fields[name] = value
        self.assigned.add((owner, name))
        self.version += 1

    def heap(self, variable: Name) -> Any:
        """The number of the state and, for each object that has it, the value of the field that a heap variable is
        about."""
        kept_map = self._maps.get(variable)
        # A map of all objects takes long to make, and most reads come between two changes.
        if kept_map is None or kept_map[0] != self.version:
            values_by_object = {
                identity: value
                for identity, value in self._fields(variable)
                if value is not UNKNOWN and not isinstance(value, ArrayValue)
            }
            kept_map = self.version, (self.version, FrozenMap(values_by_object))
            self._maps[variable] = kept_map
        return kept_map[1]

    def heap_of_arrays(self, variable: Name) -> Any:
        """The same of a field that holds an array. It is made each time: elements change without the fields."""
        held = (item for item in self._fields(variable) if item[1] is None or isinstance(item[1], ArrayValue))
        return self.version, FrozenMap({object_identity: self.now(value) for object_identity, value in held})

    def _fields(self, variable: Name) -> Iterator[tuple[UninterpretedValue, Any]]:
        """What each object has in the field that a heap variable is about. Two classes may have fields of one name:
        `object.Node.repr` has nothing of a List."""
        kind, name = heap_place(variable)
        for value, object_ in self.objects.items():
            if kind in self.bases.get(object_.kind, (kind,)):
                yield value, field_value(object_, name)

    def keep_reachable(self, roots: Iterable[Any]) -> None:
        """Drop the objects and arrays that no path leads to from some values: no program that starts there can come to
        them. Keeps all where a value is none into which one can look, such as a function."""
        # An array is known by its identity or as an object of that identity: both lead to the same elements.
        by_object = {array_object(array): array for array in self.known_arrays()}
        objects, arrays = set[UninterpretedValue](), set[Any]()
        pending = list(roots)
        while pending:
            # A search through references, each looked at once: cycles of objects are common.
            value = pending.pop()
            if isinstance(value, UninterpretedValue):
                value = by_object.get(value, value)
            match value:
                case ArrayValue() if value.identity not in arrays:
                    arrays.add(value.identity)
                    pending.extend(_parts_of(self.elements(value)))
                case UninterpretedValue() if value in self.objects and value not in objects:
                    objects.add(value)
                    pending.extend(self.objects[value].fields.values())
                case ArrayValue() | UninterpretedValue() | None:
                    continue
                case tuple() | frozenset() | FrozenMap() | Multiset() | DatatypeValue():
                    # A value that is not known to be free of references (a closure, say) may lead anywhere. Nothing is
                    # dropped then: too much kept costs memory, too little gives a wrong answer.
                    pending.extend(_parts_of(value))
                case _ if type(value) not in ATOMS and value is not UNKNOWN:
                    return
        self.objects = {identity: object_ for identity, object_ in self.objects.items() if identity in objects}
        self.arrays = {identity: elements for identity, elements in self.arrays.items() if identity in arrays}
        self.version += 1  # the maps that are kept name objects that are gone

    def known_arrays(self) -> Iterator[ArrayValue]:
        """The arrays that exist."""
        return (ArrayValue(elements, identity) for identity, elements in self.arrays.items())

    def now(self, value: Any) -> Any:
        """A value with what its arrays hold now: the same object where it holds none that changed."""
        if type(value) in ATOMS:
            return value
        if isinstance(value, ArrayValue):
            held = self.elements(value)
            if held and type(held[0]) not in ATOMS:  # It may hold arrays itself.
                held = self.now(held)
            return value if held is value.elements else evolve(value, elements=held)
        if self.fuel is not None and isinstance(value, tuple):
            self.fuel.copy(LOOKED_INTO * len(value))
        return with_parts(value, self.now)


def _parts_of(value: Any) -> Iterable[Any]:
    """What a collection or a datatype's value holds; nothing of many atoms alike."""
    if isinstance(value, tuple) and len(kinds := set(map(type, value))) == 1 and kinds <= ATOMS - {UninterpretedValue}:
        return ()
    return parts_of(value)


Variables = dict[Name, Any]


def field_value(object_read: Object, member: Name) -> Any:
    """A field of an object, or which array the field holds."""
    if member in object_read.fields:  # Which array it is may be known without the array itself.
        return object_read.fields[member]
    value = object_read.fields.get(holder_of(member), UNKNOWN)
    return array_object(value) if is_which_array(member) and value is not UNKNOWN else value


def some_value(sort: Sort, datatypes: Mapping[str, Datatype], semantics: Semantics, depth: int = DEEPEST) -> Any:
    """The value that a compiled program gives to what is not initialised; UNKNOWN where there is none."""
    match sort.kind:
        case "Bool":
            return False
        case "Int" | "BitVec":
            return 0
        case "Real":
            return Fraction(0)
        case "Char":
            return semantics.first_character
        case "Seq":
            return ()
        case "Set":
            return frozenset()
        case "Multiset":
            return Multiset()
        case "Map":
            return FrozenMap()
        case "Uninterpreted":
            return UninterpretedValue(str(sort.label), 0)
        case "Tuple":
            components = tuple(some_value(arg, datatypes, semantics, depth) for arg in sort.args)
            return UNKNOWN if UNKNOWN in components else components
        case "Datatype" if depth > 0 and str(sort.label) in datatypes:
            declared = datatypes[str(sort.label)]
            types = dict(zip(declared.parameters, sort.args, strict=False))
            # The constructor with the fewest fields first: of a recursive datatype it is the one that ends.
            for constructor in sorted(
                declared.constructors, key=lambda constructor_known: len(constructor_known.fields)
            ):
                fields = tuple(
                    some_value(replace_sorts(binder.sort, types), datatypes, semantics, depth - 1)
                    for binder in constructor.fields
                )
                if UNKNOWN not in fields:
                    return DatatypeValue(constructor.name, fields)
            return UNKNOWN
        case _:
            return UNKNOWN


def may_have_sort(value: Any, sort: Sort, datatypes: Mapping[str, Datatype]) -> bool:
    """May a value be of this sort? False where it is of another one, as a field of a `Node<bool>` where those of a
    `Node<int>` are asked for: what has a field of all objects of a class has it of all its instances."""

    def all_have(values: Iterable[Any], element_sort: Sort) -> bool:
        return all(may_have_sort(value, element_sort, datatypes) for value in values)

    match sort.kind:
        case "Bool" | "Int" | "Real" | "Char" | "BitVec":
            return type(value) is _TYPES[sort.kind]
        case "Uninterpreted":
            return isinstance(value, UninterpretedValue) and value.sort == sort.label
        case "Seq" | "Set" | "Multiset":
            kind = _TYPES[sort.kind]
            # A sequence is a tuple, a set a frozenset, and a multiset neither.
            return isinstance(value, (tuple, frozenset, Multiset)) and (
                isinstance(value, kind) and all_have(value, sort.args[0])
            )
        case "Tuple":
            if not isinstance(value, tuple) or len(value) != len(sort.args):
                return False
            return all(
                may_have_sort(component, arg, datatypes) for component, arg in zip(value, sort.args, strict=True)
            )
        case "Map":
            is_map = isinstance(value, FrozenMap)
            return is_map and all_have(value, sort.args[0]) and all_have(value.values(), sort.args[1])
        case "Array":
            return value is None or (isinstance(value, ArrayValue) and all_have(value.elements, sort.args[0]))
        case "Datatype":
            declared = datatypes.get(str(sort.label))
            # Of a sort that is not declared here only plain values are known to be of another one.
            if declared is None or not isinstance(value, DatatypeValue):
                return not isinstance(value, _PLAIN)
            types = dict(zip(declared.parameters, sort.args, strict=False))
            constructor_found = next(
                (constructor for constructor in declared.constructors if constructor.name == value.constructor), None
            )
            fields_and_binders = (
                () if constructor_found is None else zip(value.fields, constructor_found.fields, strict=True)
            )
            return constructor_found is not None and all(
                may_have_sort(component, replace_sorts(binder.sort, types), datatypes)
                for component, binder in fields_and_binders
            )
        case _:
            return not isinstance(value, _PLAIN)


_TYPES: Mapping[str, type] = {
    "Bool": bool,
    "Int": int,
    "Real": Fraction,
    "Char": str,
    "BitVec": int,
    "Seq": tuple,
    "Set": frozenset,
    "Multiset": Multiset,
}
_PLAIN = (bool, int, Fraction, str, UninterpretedValue, tuple, frozenset, Multiset, FrozenMap, ArrayValue)
