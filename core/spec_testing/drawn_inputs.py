"""Inputs to try, valid or not: small values and those of a specification's constants first, then random ones of
moderate size, some of them in order, of equal length, or parts of each other.

Independent random values seldom meet a precondition that relates parameters: that `x in s`, that `|a| == |b|`, that two
arrays are one. So a value is drawn knowing those before it: now and then it is one of their elements, a part of one, as
long as one, or the same array.

Example: for `requires sorted(s) && x in s` the stream has some s in ascending order, and after each s some x that are
elements of it. Where conditions determine a value (`requires a == b` of objects), it is not drawn at all
(`required_to_be_one`).

Invariant: the stream is the same in every run, and it is endless; who takes from it bounds it (`drawn_inputs`). It says
nothing of what it does not contain: no input is excluded because none was drawn.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, cycle, islice
from math import inf, prod
from random import Random
from typing import Any

from attrs import field, frozen

from ..errors import Unsupported
from ..evaluate.environment import AsKey
from ..ir.build import conjuncts
from ..ir.contracts import Constructor, Datatype, Dimensions, Program, Specification, may_hold
from ..ir.shapes import element_of_shaped, is_shaped, rank_of_shaped, shaped_sort
from ..ir.sorts import INT, OBJECT, Sort
from ..ir.terms import Binder, Term
from ..ir.values import ArrayValue, FrozenMap, Multiset, UninterpretedValue, applied, elements_in, order_key, ordered
from ..ir.variables import Name, field_variable, is_field, is_which_array, member_of, root_of
from ..iteration import in_turn
from .candidate_inputs import Candidates, constants_of
from .contents import contents
from .function_values import DrawValue, drawn_function, near_function, restricted
from .operators.samples import Fields, drawn_circle, field_sorts, fields_of, fresh_array, height_of, least_height
from .spec_testing_limits import LIMITS

ARRAYS = 1_000_000
"""Arrays that objects of inputs hold have higher numbers than those that a body makes."""
PLAIN = 40
"""Small inputs that are tried before random ones, with which the others of the first `SYSTEMATIC` take turns: small
values of several parameters are much alike, and where all of them are valid nothing else would be tried."""
SYSTEMATIC = 400
"""Inputs of `Candidates` before which half of all inputs are drawn. Chosen, not measured."""
OFTEN_LONG = 0.25
"""How often that is, where such a constant is there."""
DEEPEST_CIRCLE = -6
"""So far below depth 0 values without an end are looked for, where a type has no others. Chosen."""
AT_CONSTANTS = 0.2
"""How often a value is a constant of its sort, where there is one."""
LIKE_ANOTHER = 0.2
"""How often a sequence is a part of another one of its sort."""
SHARED = 0.3
"""How often a value holds an array that there is already."""
LARGE = 40
"""Numbers are drawn between this, negative, and three times it."""


def inputs_to_try(specification: Specification, terms: Sequence[Term], program: Program) -> Iterator[dict[Name, Any]]:
    """Inputs to try. Raises Unsupported for a sort without literals."""
    objects = [binder.name for binder in specification.inputs if binder.sort == OBJECT and not is_field(binder.name)]
    fields = [binder.name for binder in specification.inputs if binder.sort == OBJECT and is_field(binder.name)]
    constants = constants_of(specification, terms, program)
    small: Iterable[dict[Name, Any]] = ()
    # Functions have no small values to list: they are drawn.
    if not any(may_hold("Function", binder.sort, program.datatypes) for binder in specification.inputs):
        small = Candidates(specification.inputs, tuple(terms), (), specification.nullable, program.datatypes, constants)
    # Bodies count up to numbers.
    moderate = [number for number in constants.get(INT, ()) if abs(number) < LARGE**3]
    drawn = Drawn(specification, program, {**constants, INT: moderate})
    # `requires a == b` of objects is not hit by chance: the equal ones are put in.
    same = required_to_be_one(terms)
    # Small systematic inputs first, then both by turns: neither may starve the other.
    by_turns = in_turn((islice(small, PLAIN, SYSTEMATIC), drawn))
    first = chain(islice(small, PLAIN), by_turns, islice(small, SYSTEMATIC, None))
    # What a frame lets change of an object that a field holds, only an input can show in which the field holds one.
    owners = {
        frame.owner.data
        for frame in specification.heap.unmentioned
        if frame.owner is not None and frame.owner.op == "var"
    }
    framed = {
        name: UninterpretedValue(str(OBJECT.label), len(objects) + number)
        for number, name in enumerate(fields, 1)
        if name in owners
    }
    # Alternately without and with objects in the fields that the frame is about.
    for inputs, others in zip(first, cycle(({}, framed)), strict=False):
        # Each object that has a name is one of its own, and holds no other.
        own = {name: UninterpretedValue(str(OBJECT.label), number) for number, name in enumerate(objects, 1)}
        held = {
            name: UninterpretedValue(str(OBJECT.label), -ARRAYS - number)
            for number, name in enumerate(fields)
            if is_which_array(name)
        }
        found = {**inputs, **own, **dict.fromkeys(fields, UninterpretedValue(str(OBJECT.label), 0)), **others, **held}
        yield with_one_for_both(found, same) if same else found


def required_to_be_one(conditions: Iterable[Term]) -> dict[Name, Name]:
    """Names of objects and arrays → the name of the same one before them, where a precondition says that they are one:
    `requires a == b`. Hardly any two are it by chance, and of three names that are one none."""
    found: dict[Name, Name] = {}
    for term in chain.from_iterable(map(conjuncts, conditions)):
        if term.op != "eq" or any(arg.op != "var" for arg in term.args) or not _is_reference(term.args[0].sort):
            continue
        first, second = (found.get(arg.data, arg.data) for arg in term.args)
        if not is_field(first) and not is_field(second):
            found.update(
                # All that were one with the second are one with the first from here on.
                {name: first for name, representative in (*found.items(), (second, second)) if representative == second}
            )
    return {name: representative for name, representative in found.items() if name != representative}


def _is_reference(sort: Sort) -> bool:
    return sort == OBJECT or sort.kind == "Array"


def with_one_for_both(values: dict[Name, Any], same: Mapping[Name, Name]) -> dict[Name, Any]:
    """The values, with the object or array that has the one name for those that have the other, and its fields."""
    found = dict(values)
    for name in values:
        owner = root_of(name)
        if owner in same:
            variable = field_variable(same[owner], member_of(name)) if is_field(name) else same[owner]
            found[name] = values.get(variable, values[name])
    return found


@frozen(slots=True)
class Drawn:
    """Random inputs, always the same ones. `constants`: those of the specification and of what it is about. `given`:
    values that there are before the inputs, such as what objects hold: `requires C <= this.V`. `alike`: how often a
    value is one of these or of the inputs before it, or a part of one."""

    specification: Specification
    program: Program
    constants: Mapping[Sort, Sequence[Any]]
    random: Random = field(factory=lambda: Random(0))
    given: Sequence[tuple[Binder, Any]] = ()
    alike: float = LIKE_ANOTHER
    # Thousands of inputs are drawn for one precondition: what they have in common is made once.
    _known: tuple[Binder, ...] = field(init=False)
    """The variables that are given, and then the parameters."""
    _longer: list[int] = field(init=False)
    """The constants that ask for a longer collection than is drawn otherwise."""

    @_known.default
    def _all_known(self) -> tuple[Binder, ...]:
        return (*(binder for binder, _ in self.given), *self.specification.inputs)

    @_longer.default
    def _all_longer(self) -> list[int]:
        return [
            each
            for each in self.constants.get(INT, ())
            if LIMITS.drawn_elements - 1 <= each < LIMITS.drawn_elements_for_constants
        ]

    def __iter__(self) -> Iterator[dict[Name, Any]]:
        for _ in range(LIMITS.drawn_inputs):
            yield self.inputs()

    def inputs(self) -> dict[Name, Any]:
        """One input. In half of them all collections are equally long; the parameters know those before them."""
        # `requires |a| == |b|`, `requires sorted(a)`: independent draws satisfy hardly ever what is asked most often.
        # One length for all collections of an input, half of the time.
        length = self.random.randrange(LIMITS.drawn_elements) if self.random.random() < 0.5 else None
        if self._longer and self.random.random() < OFTEN_LONG:
            length = self.random.choice(self._longer) + self.random.randrange(2)
        order = self.random.choice(("any", "any", "rising", "falling", "distinct"))
        found: dict[Name, Any] = {}
        dimensions = self.specification.heap.dimensions
        # Lengths of dimensions are parameters of their own, drawn once and used by the array.
        lengths = {name: self.random.randrange(4) for dimension in dimensions for name in dimension.lengths}
        # Each value sees those before it: that is how relations between parameters come about.
        before = [value for _, value in self.given]
        for binder in self.specification.inputs:
            sort = binder.sort
            if binder.name in lengths:
                value = lengths[binder.name]
            else:
                # An array of several dimensions has as many elements as its lengths say.
                shape = next((dimension for dimension in dimensions if dimension.array == binder.name), None)
                own = length if shape is None else prod(lengths[name] for name in shape.lengths)
                # The same array for two parameters: what a frame has to cope with.
                candidates = self._held_arrays(sort, before) if sort.kind == "Array" and shape is None else []
                if sort.kind in _SELDOM_ALIKE and self.random.random() < self.alike:
                    candidates = self._held(sort, before)
                if candidates and (sort.kind != "Array" or self.random.random() < SHARED):
                    value = self.random.choice(candidates)
                else:
                    value = self._value(sort, own, order, before)
            found[binder.name] = value
            before.append(value)
        for dimension in dimensions:
            if dimension.array in found:
                self._share_shaped(dimension, found)
        # A partial function: without a value on some arguments.
        for name in self.specification.partial:
            if self.random.random() < 0.4:
                found[name] = restricted(found[name], list(found.values()), self.random, self._drawing(1))
        return found

    def value(self, sort: Sort) -> Any:
        """Some value, whatever others there are. Raises Unsupported for a sort without literals."""
        return self._value(sort, None, "any", [])

    def _share_shaped(self, shape: Dimensions, found: dict[Name, Any]) -> None:
        """Now and then, give an array of several dimensions that a parameter holds for one that is a parameter."""
        (array,) = (binder.sort for binder in self.specification.inputs if binder.name == shape.array)
        held = self._shaped_among(shaped_sort(array.args[0], len(shape.lengths)), list(found.values()))
        if held and self.random.random() < SHARED:
            found[shape.array], *lengths = self.random.choice(held)
            found.update(zip(shape.lengths, lengths, strict=True))

    def _shaped_among(self, sort: Sort, before: list[Any]) -> list[Any]:
        """The arrays of several dimensions that are parameters, as values, or that parameters hold."""
        shaped_arrays = []
        for binder, value in self._pairs(before):
            shaped_arrays += [value] if binder.sort == sort else list(_parts(value)) if sort in binder.sort.args else []
        return shaped_arrays

    def _drawing(self, depth: int) -> DrawValue:
        """What draws a value of a sort, whatever others there are."""
        return lambda sort: self._value(sort, None, "any", [], depth)

    def _length(self, length: int | None) -> int:
        return self.random.randrange(LIMITS.drawn_elements) if length is None else length

    def _value(
        self, sort: Sort, length: int | None, order: str, before: list[Any], depth: int = LIMITS.drawn_levels
    ) -> Any:
        # Constants of the specification itself are where its clauses change their answers.
        constants = () if sort == INT else self.constants.get(sort, ())
        if constants and self.random.random() < AT_CONSTANTS:
            return self.random.choice(constants)
        match sort.kind:
            case "Bool":
                return self.random.random() < 0.5
            case "Int":
                return self._number(before)
            case "Real":
                return Fraction(self._number([]), self.random.choice((1, 1, 2, 4)))
            # Few characters, each twice as likely: repetitions matter more than variety.
            case "BitVec":
                return self.random.randrange(2 ** min(int(sort.label or 0), 64))
            case "Char":
                return self.random.choice("aabbcxyzAB019 ")
            case "Seq" | "Array":
                # A part of a sequence that is there: prefixes, slices.
                if sort.kind == "Seq" and before and self.random.random() < self.alike:
                    part = self._part(before, sort)
                    if part is not None:
                        return part
                elements = self._elements(sort.args[0], self._length(length), order, before, depth)
                return tuple(elements) if sort.kind == "Seq" else fresh_array(tuple(elements))
            case "Set":
                # Sets that overlap: two independent ones hardly ever do.
                shared = self._some_of(before, sort)
                if shared and self.random.random() < 0.5:
                    return frozenset(shared)
                others = self._elements(sort.args[0], self._length(length), order, before, depth)
                return frozenset((*shared, *others))
            case "Multiset":
                return Multiset(self._elements(sort.args[0], self._length(length), order, before, depth))
            case "Map":
                # The same map with its values exchanged, for clauses about keys.
                if (other := self._exchanged(before, sort)) is not None:
                    return other
                shared = self._some_of(before, sort)
                keys = [*self._elements(sort.args[0], self._length(length), order, before, depth), *shared]
                items = self._elements(sort.args[1], len(keys), "any", before, depth)
                return FrozenMap(zip(keys, items, strict=False))  # Of trees there may be fewer.
            case "Tuple" if is_shaped(sort):
                return self._shaped(sort, order, before, depth)
            case "Tuple":
                return tuple(self._value(arg, length, order, before, depth) for arg in sort.args)
            case "Uninterpreted":
                return UninterpretedValue(str(sort.label), self.random.randrange(4))
            case "Datatype":
                return self._constructed(sort, depth)
            case "Function":
                # A function near another one, or two functions would differ everywhere.
                known = [value for binder, value in self._pairs(before) if binder.sort == sort]
                if known and self.random.random() < SHARED:
                    return near_function(self.random.choice(known), self.random, self._drawing(depth - 1))
                return drawn_function(sort, self.random, self._drawing(depth - 1))
            case _:
                raise Unsupported(f"values of type {sort}")

    def _shaped(self, sort: Sort, order: str, before: list[Any], depth: int) -> tuple[Any, ...]:
        """An array of several dimensions."""
        lengths = [self.random.randrange(4) for _ in range(rank_of_shaped(sort))]
        elements = self._elements(element_of_shaped(sort), prod(lengths), order, before, depth)
        array = fresh_array((*elements, *elements[:1] * prod(lengths))[: prod(lengths)])
        return (array, *lengths) if len(array.elements) == prod(lengths) else (fresh_array(()), *(0 for _ in lengths))

    def _number(self, before: list[Any]) -> int:
        draw = self.random.random()
        # Numbers are often indices or lengths of the values before them, and hardly ever so by chance.
        sizes = _lengths(before) if draw < 0.4 else []
        if draw < 0.25 and sizes:
            return self.random.choice(sizes) - self.random.randrange(3)
        if draw < 0.4 and sizes:
            return self.random.randrange(self.random.choice(sizes) + 1)
        numbers = self.constants.get(INT)
        if 0.25 <= draw < 0.55 and numbers:
            return int(self.random.choice(numbers)) + self.random.randrange(-1, 2)
        if draw < 0.65 or (self.alike > LIKE_ANOTHER and draw < self.alike + 0.2):
            held = [each for value in before for each in _parts(value) if type(each) is int]
            if held:
                return self.random.choice(held)
        return self.random.randrange(-3, 10) if draw < 0.93 else self.random.randrange(-LARGE, 3 * LARGE)

    def _elements(self, sort: Sort, count: int, order: str, before: list[Any], depth: int) -> list[Any]:
        # Half of the inner collections are as long as the outer one: square matrices.
        length = None if self.random.random() < 0.5 else count
        if sort.kind not in ("Seq", "Array", "Set", "Map", "Multiset"):
            length = None
        if depth < LIMITS.drawn_levels and _may_hold_datatypes(sort, AsKey(self.program.datatypes)):
            # A tree may hold its children in a collection, whose numbers multiply.
            count = min(count, max(0, depth))
        # Elements that are whole numbers are drawn freely, where sharing would only repeat them.
        outer = [] if sort.kind == "Int" and self.alike == LIKE_ANOTHER else before
        elements: list[Any] = []
        # Elements taken from parameters before: `x in s` holds of them.
        if depth == LIMITS.drawn_levels and sort.kind in _SELDOM_ALIKE and self.random.random() < self.alike:
            pairs = self._pairs(before)
            elements += [value for binder, value in pairs if binder.sort == sort][:count]
            count -= len(elements)
        shaped, may_share = is_shaped(sort), sort.kind == "Array"
        # Arrays inside of arrays may be shared, too.
        for _ in range(count):
            candidates = [*elements, *self._known_arrays(sort, before)] if may_share else []
            if shaped:
                candidates = [*elements, *self._shaped_among(sort, before)]
            if candidates and self.random.random() < SHARED:
                elements.append(self.random.choice(candidates))
            else:
                elements.append(self._value(sort, length, order, outer, depth - 1))
        # An order over elements that have one: sorted inputs are what searches require.
        if order != "any":
            unique: list[Any] = list({contents(each): each for each in elements}.values())
            # Equal ones make way for larger numbers, so that the length stays.
            while order == "distinct" and len(unique) < count and sort.kind == "Int":
                unique.append(max(unique, default=0) + 1)
            elements = unique if order == "distinct" and len(unique) == count else elements
        if order in ("rising", "falling") and sort.kind in ("Int", "Real", "Char", "BitVec"):
            elements.sort(key=order_key, reverse=order == "falling")
        return elements

    def _pairs(self, before: list[Any]) -> Iterator[tuple[Binder, Any]]:
        """The variables that have the values `before`: those that are given, and then the first parameters."""
        return zip(self._known, before, strict=False)

    def _known_arrays(self, sort: Sort, before: list[Any]) -> list[Any]:
        """The arrays of this sort that are parameters, or that parameters hold."""
        pairs = self._pairs(before)
        return [*(value for binder, value in pairs if binder.sort == sort), *self._held_arrays(sort, before)]

    def _held(self, sort: Sort, before: list[Any]) -> list[Any]:
        """The elements and keys of this sort that parameters hold: `requires name in accounts`."""
        pairs = self._pairs(before)
        return [member for binder, value in pairs if binder.sort.args[:1] == (sort,) for member in _members(value)]

    def _held_arrays(self, sort: Sort, before: list[Any]) -> list[Any]:
        pairs = self._pairs(before)
        pairs = (pair for pair in pairs if not is_shaped(pair[0].sort))
        held = (array for binder, value in pairs if sort in binder.sort.args for array in _parts(value))
        return [array for array in held if isinstance(array, ArrayValue)]

    def _part(self, before: list[Any], sort: Sort) -> Any:
        """A part of a sequence that is given before, of the same sort."""
        pairs = self._pairs(before)
        same = [value for binder, value in pairs if binder.sort == sort and isinstance(value, tuple)]
        if not same:
            return None
        telling = [each for each in same if len(each) > 1]
        if self.alike > LIKE_ANOTHER and telling:
            whole = self.random.choice(telling)
            start = self.random.randrange(len(whole) - 1)
            return whole[start : start + 2 + self.random.randrange(len(whole))]
        whole = self.random.choice(same)
        start = self.random.randrange(len(whole) + 1)
        return whole[start : start + self.random.randrange(len(whole) + 1)]

    def _exchanged(self, before: list[Any], sort: Sort) -> FrozenMap | None:
        """Now and then, a map that is given before, with its values at other keys."""
        pairs = self._pairs(before)
        same = [value for binder, value in pairs if binder.sort == sort and len(value) > 1]
        if not same or self.random.random() > self.alike:
            return None
        keys, items = zip(*self.random.choice(same).items(), strict=True)
        return FrozenMap(zip(keys, self.random.sample(items, len(items)), strict=True))

    def _some_of(self, before: list[Any], sort: Sort) -> list[Any]:
        """Now and then, some elements or keys of a collection that is given before, of the same sort: those of two are
        hardly ever the same by chance."""
        pairs = self._pairs(before)
        same = [sorted(value, key=order_key) for binder, value in pairs if binder.sort == sort]
        if not same or self.random.random() > 2 * self.alike:
            return []
        return [each for each in self.random.choice(same) if self.random.random() < 0.5]

    def _constructed(self, sort: Sort, depth: int) -> Any:
        declared = self.program.datatypes.get(str(sort.label))
        if declared is None:
            raise Unsupported(f"values of type {sort}")
        shape = _shape_of(sort, AsKey(self.program.datatypes))
        chosen = bool(shape.circular) and depth > 0 and self.random.random() < 0.5
        # A value that comes back to itself may hold others that do, so that below depth 0 one is made only where none
        # has an end.
        if shape.circular and depth > DEEPEST_CIRCLE and (chosen or not shape.ends):
            return drawn_circle(sort, shape.circular, self.random, self._drawing(depth - 1))
        if not shape.ends and depth < DEEPEST_CIRCLE:
            raise Unsupported(f"values of type {sort}")
        # From depth 0 on the constructor whose values end first is taken.
        constructor, fields = shape.constructors[0] if depth <= 0 else self.random.choice(shape.constructors)
        return applied(constructor.name, tuple(map(self._drawing(depth - 1), fields)))


@frozen(slots=True)
class _DatatypeShape:
    """What values of a datatype are drawn by: its constructors with the sorts of their fields, the one whose values end
    first before the others; what a value that comes back to itself may be made of; whether some values end."""

    constructors: Sequence[tuple[Constructor, Sequence[Sort]]]
    circular: Fields
    ends: bool


@lru_cache(maxsize=1024)
def _shape_of(sort: Sort, datatypes: AsKey) -> _DatatypeShape:
    known: Mapping[str, Datatype] = datatypes.mapping
    listed = sorted(
        known[str(sort.label)].constructors, key=lambda each: (height_of(each, sort, datatypes), len(each.fields))
    )
    circular = fields_of(sort, known, lambda field_sort: field_sorts(field_sort, sort, known))
    constructors = tuple((each, field_sorts(each, sort, known)) for each in listed)
    return _DatatypeShape(constructors, circular, least_height(sort, datatypes) < inf)


@lru_cache(maxsize=1024)
def _may_hold_datatypes(sort: Sort, datatypes: AsKey) -> bool:
    known: Mapping[str, Datatype] = datatypes.mapping
    return may_hold("Datatype", sort, known)


_SELDOM_ALIKE = ("Seq", "Tuple", "Datatype", "Set", "Map", "Multiset")
"""Sorts of which two values are hardly ever the same by chance."""


def _lengths(values: Sequence[Any]) -> list[int]:
    """The lengths of the collections among some values."""
    return [len(elements_in(value)) for value in values if isinstance(value, (ArrayValue, tuple, frozenset))]


def _members(value: Any) -> tuple[Any, ...]:
    """The elements of a collection, or the keys of a map, in a fixed order."""
    match value:
        case tuple():
            return value
        case frozenset() | FrozenMap() | Multiset():
            return tuple(ordered(value))
        case _:
            return ()


def _parts(value: Any) -> tuple[Any, ...]:
    match value:
        case ArrayValue():
            return value.elements
        case tuple():
            return value
        case frozenset() | Multiset() | FrozenMap():
            return tuple(value)
        case _:
            return (value,)
