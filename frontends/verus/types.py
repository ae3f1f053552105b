"""The types of Verus as values: what a type in a text means, its sort, and what holds of every value of it.

References, boxes and wrappers of ghost code are the value that they hold (Verus reference, "Types"): `&T`, `Box<T>`,
`Rc<T>`, `Ghost<T>`, … are T. Vectors, slices and arrays are sequences, for an owned value is known by its elements.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import evolve, field, frozen

from ...core.errors import Unsupported
from ...core.ir.build import between, conj, elements, eq, forall, ge, implies, integer, le, op
from ...core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    REAL,
    Sort,
    datatype,
    function_of,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
    uninterpreted,
)
from ...core.ir.terms import TRUE, Binder, Term, free_names, var
from . import tree as t
from .printing import show_type

POINTER_BITS = 64
"""The width of `usize` and `isize`, unless a program says another by `global size_of usize`."""
WIDTHS = {"8": 8, "16": 16, "32": 32, "64": 64, "128": 128, "size": POINTER_BITS}
"""The name of a width → its bits."""
FLOATS = frozenset({"f32", "f64"})
"""Types whose operations nothing is known of: Verus has no assumptions about them."""
TRANSPARENT = frozenset({"Box", "Rc", "Arc", "Ghost", "Tracked"})
LISTS = frozenset({"Vec", "slice", "array", "VecDeque", "Iter"})
"""Containers of programs that a sequence stands for."""
_COLLECTIONS = {"Seq": 1, "Set": 1, "ISet": 1, "Multiset": 1, "Map": 2, "IMap": 2, "HashMap": 2, "HashSet": 1}
_COLLECTIONS |= {"BTreeMap": 2, "BTreeSet": 1}
_ORDERED = frozenset({"BTreeMap", "BTreeSet"})
"""Maps and sets that are gone through in the order of their keys, which their type says."""
NAMED_ITERATOR = "VerusForLoopWrapper"
"""The type of an iterator that a `for` loop gives a name: a pair of how often it went on, and all that it gives."""
LITERAL = "{integer}"
"""The type of a literal without a suffix, which takes the type of what is beside it."""


class UnknownType(Unsupported):
    """A value of which nothing beside it tells the type, as `None`."""


@frozen(slots=True, cache_hash=True)
class VerusType:
    """`name`: of a basic type or container, `tuple`, `fn` (the parameters, then the result), `adt` or `param`, whose
    own name is `label`."""

    name: str
    arguments: tuple["VerusType", ...] = ()
    label: str = ""
    size: Term | None = field(default=None, eq=False)
    """The length of an array, where it is known."""
    sizes: tuple[Term | None, ...] = field(default=(), eq=False)
    """What the `const` parameters of a structure are, where that is known."""

    def __str__(self) -> str:
        listed = ", ".join(map(str, self.arguments))
        if self.name == "tuple":
            return f"({listed}{',' if len(self.arguments) == 1 else ''})"
        return (self.label or self.name) + (f"<{listed}>" if listed else "")

    @property
    def owner(self) -> str:
        """The name under which its methods are declared."""
        return self.name if self.name in ("Map", "Set") else self.label or self.name

    @property
    def is_integer(self) -> bool:
        return self.name in ("int", "nat", LITERAL) or self.name in RANGES

    @property
    def element(self) -> "VerusType":
        return self.arguments[0]

    @property
    def is_sequence(self) -> bool:
        return self.name == "Seq" or self.name in LISTS or self.name == "str"


def _ranges() -> Iterator[tuple[str, tuple[int, int]]]:
    for suffix, bits in WIDTHS.items():
        yield f"u{suffix}", (0, 2**bits - 1)
        yield f"i{suffix}", (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


RANGES: dict[str, tuple[int, int]] = dict(_ranges())
"""A machine integer → its least and its greatest value."""
BUILT_IN_TYPES = frozenset(
    {
        *RANGES,
        *LISTS,
        *_COLLECTIONS,
        *TRANSPARENT,
        *FLOATS,
        "char",
        "str",
        "String",
        "bool",
        "BTreeMap",
        "BTreeSet",
        "mem",
    }
)
"""What stands before the names of functions that no program declares: types, and a module."""
INTEGER, NATURAL, BOOLEAN, CHARACTER = (VerusType(name) for name in ("int", "nat", "bool", "char"))
UNIT = VerusType("tuple")
STR = VerusType("str", (CHARACTER,))
CHARACTERS = VerusType("Seq", (CHARACTER,))
REAL_TYPE = VerusType("real")


def width_of(kind: VerusType) -> int:
    """The bits of a machine integer."""
    return WIDTHS[kind.name[1:]]


def sequence_of(element: VerusType) -> VerusType:
    return VerusType("Seq", (element,))


@frozen(slots=True)
class Structure:
    """An enum, or a struct, which is an enum with one variant of its own name."""

    name: str
    parameters: tuple[str, ...]
    variants: tuple[t.VariantDef, ...]
    derives: frozenset[str] = frozenset()
    """The traits of which `#[derive(…)]` makes implementations."""
    constants: tuple[str, ...] = ()
    """Its parameters that are `const`."""
    constant_places: frozenset[int] = frozenset()
    """Their places among all parameters but lifetimes."""

    def among(self, segment: t.PathSegment) -> tuple[list[t.GenericArgument], list[t.GenericArgument]]:
        """The generic arguments of a path to it that are types, and those that are `const`."""
        types: list[t.GenericArgument] = []
        constants: list[t.GenericArgument] = []
        given = (argument for argument in segment.arguments if not isinstance(argument, t.Lifetime))
        for place, argument in enumerate(given):
            (constants if place in self.constant_places else types).append(argument)
        return types, constants

    def variant(self, name: str) -> t.VariantDef | None:
        return next((variant for variant in self.variants if variant.name == name), None)


OPTION = Structure(
    "Option",
    ("T",),
    (
        t.VariantDef("None", "unit", ()),
        t.VariantDef("Some", "tuple", (t.FieldDef("0", t.TypePath(t.RustPath((t.PathSegment("T"),)))),)),
    ),
    frozenset({"Ord"}),
)
RESULT = Structure(
    "Result",
    ("T", "E"),
    (
        t.VariantDef("Ok", "tuple", (t.FieldDef("0", t.TypePath(t.RustPath((t.PathSegment("T"),)))),)),
        t.VariantDef("Err", "tuple", (t.FieldDef("0", t.TypePath(t.RustPath((t.PathSegment("E"),)))),)),
    ),
    frozenset({"Ord"}),
)
ORDERING = Structure(
    "Ordering",
    (),
    tuple(t.VariantDef(name, "unit", ()) for name in ("Less", "Equal", "Greater")),
    frozenset({"Ord"}),
)


@frozen(slots=True)
class TypeScope:
    """What the names of types mean: type parameters and `Self`, the structures of the program, and its aliases; and
    those in lengths: its constants, and what parameters of a function that are `const` are."""

    names: Mapping[str, VerusType]
    structures: Mapping[str, Structure]
    aliases: Mapping[str, t.ItemType] = field(factory=dict)
    constants: Mapping[tuple[str, str], t.ItemConst] = field(factory=dict)
    lengths: Mapping[str, Term] = field(factory=dict)

    def with_names(self, names: Mapping[str, VerusType]) -> "TypeScope":
        return evolve(self, names={**self.names, **names})

    def with_functions(self, functions: Mapping[str, t.PathSegment]) -> "TypeScope":
        """The types with type parameters that stand for functions, which take and give this."""
        named = {name: self._function(each.inputs or (), each.output) for name, each in functions.items()}
        return self.with_names(named) if named else self

    def read(self, node: t.RustType) -> VerusType:
        """The type that a text means. Raises Unsupported."""
        try:
            return self._read(node)
        except RecursionError:
            raise Unsupported("a type that is nested too deeply") from None

    def _read(self, node: t.RustType) -> VerusType:
        match node:
            case t.TypeReference(target):
                return self.read(target)
            case t.TypeTuple(parts):
                return VerusType("tuple", tuple(map(self.read, parts)))
            case t.TypeSlice(element):
                return VerusType("slice", (self.read(element),))
            case t.TypeArray(element, size):
                return VerusType("array", (self.read(element),), size=self._length(size))
            case t.TypeFunction("spec_fn" | "fn", inputs, output):
                return self._function(inputs, output)
            case t.TypeBounds(_, bounds) if (segment := function_bound(bounds)) is not None:
                return self._function(segment.inputs or (), segment.output)
            case t.TypePath(path):
                return self._path(path)
            case _:
                raise Unsupported(f"the type `{show_type(node)}`")

    def _function(self, inputs: tuple[t.RustType, ...], output: t.RustType | None) -> VerusType:
        result = UNIT if output is None else self.read(output)
        return VerusType("fn", (*map(self.read, inputs), result))

    def _length(self, node: t.GenericArgument) -> Term | None:
        """The length that a text means; None where it is neither a number nor the name of one."""
        match node:
            case t.ExprLit("int", int() as value):
                return integer(value)
            case t.ExprPath(path) if len(path.segments) == 1:
                name = path.segments[0].name
                # A parameter hides a constant of its name, which may be defined by another one.
                if name in self.lengths:
                    return self.lengths[name]
                constant = self.constants.get(("", name))
                # A constant that is defined by itself has no length, and no end.
                without = {key: each for key, each in self.constants.items() if key != ("", name)}
                defined = None if constant is None else constant.value
                return None if defined is None else evolve(self, constants=without, lengths={})._length(defined)
        return None

    def _path(self, path: t.RustPath) -> VerusType:
        # Associated types through a trait are not followed.
        if path.owner is not None:
            raise Unsupported(f"the type `{show_type(t.TypePath(path))}`")
        last = path.segments[-1]
        name = last.name
        # The old name of `spec_fn`.
        if name == "FnSpec" and last.inputs is not None:
            return self._function(last.inputs, last.output)
        structure = self.structures.get(name)
        if structure is not None and structure.constants and name not in self.names:
            return self._with_constants(structure, last)
        arguments = tuple(self.read(each) for each in types_among(last.arguments))
        # `Self::Item`: what the implementation says.
        if len(path.segments) == 2 and path.segments[0].name == "Self" and f"Self::{name}" in self.names:
            return self.names[f"Self::{name}"]
        # Type parameters come before declared types of the same name.
        if name in self.names:
            return self.names[name]
        if structure is not None:
            if len(arguments) != len(structure.parameters):
                raise Unsupported(f"the type `{show_type(t.TypePath(path))}` with {len(arguments)} type arguments")
            return VerusType("adt", arguments, name)
        # Wrappers are what they hold.
        if name in TRANSPARENT and len(arguments) == 1:
            return arguments[0]
        if name in ("bool", "int", "nat", "char", "real", "f32", "f64") or name in RANGES:
            return VerusType(name)
        if name in ("str", "String"):
            return STR
        if name in ("Vec", "VecDeque") and arguments:
            return VerusType("Vec", arguments[:1])
        # `ISet` and `HashSet` are sets: what tells them apart is no matter of a specification.
        if (count := _COLLECTIONS.get(name)) is not None and len(arguments) >= count:
            if name in _ORDERED:
                return VerusType(name.removeprefix("BTree"), arguments[:count], name)
            return VerusType(name.removeprefix("I").removeprefix("Hash"), arguments[:count])
        # An alias is read with its parameters.
        if (alias := self.aliases.get(name)) is not None and alias.type is not None:
            named = dict(zip([generic.name for generic in alias.generics], arguments, strict=False))
            return self.with_names(named).read(alias.type)
        raise Unsupported(f"the type `{show_type(t.TypePath(path))}`")

    def _with_constants(self, structure: Structure, segment: t.PathSegment) -> VerusType:
        """The type of a structure with parameters that are `const`."""
        types, constants = structure.among(segment)
        if (len(types), len(constants)) != (len(structure.parameters), len(structure.constants)):
            raise Unsupported(f"the type `{segment.name}` with {len(segment.arguments)} arguments")
        sizes = tuple(
            self._length(t.ExprPath(each.path) if isinstance(each, t.TypePath) else each) for each in constants
        )
        return VerusType("adt", tuple(map(self.read, types_among(types))), structure.name, sizes=sizes)

    def fields(self, kind: VerusType, variant: t.VariantDef) -> tuple[tuple[str, VerusType], ...]:
        """The fields of a variant of a type with what they hold."""
        structure = self.structures[kind.label]
        # A field's type is written over the parameters of the structure, and means the arguments of this type.
        names = {**dict(zip(structure.parameters, kind.arguments, strict=True)), "Self": kind}
        sizes = zip(structure.constants, kind.sizes, strict=False)
        inside = evolve(self, names=names, lengths={name: size for name, size in sizes if size is not None})
        return tuple((each.name, inside.read(each.type)) for each in variant.fields)


def function_bound(bounds: Iterable[t.TypeBound]) -> t.PathSegment | None:
    """What a type takes and gives that is bound as in `F: Fn(u8) -> bool`; None where it is no function."""
    for bound in bounds:
        if isinstance(bound, t.TraitBound) and bound.path.segments[-1].inputs is not None:
            return bound.path.segments[-1]
    return None


def types_among(arguments: Iterable[t.GenericArgument]) -> Iterator[t.RustType]:
    """The generic arguments that are types."""
    for argument in arguments:
        if isinstance(argument, t.RustType):
            yield argument


def sort_of(kind: VerusType) -> Sort:
    """The sort of the values of a type. Raises Unsupported."""
    arguments = [sort_of(argument) for argument in kind.arguments]
    # Machine integers are whole numbers with bounds, so that arithmetic is exact.
    match kind.name:
        case "bool":
            return BOOL
        case "char":
            return CHAR
        case "real":
            return REAL
        # Floats are opaque: no theory of them is claimed.
        case "f32" | "f64":
            return uninterpreted(kind.name)
        case "tuple":
            return tuple_of(*arguments)
        case "fn":
            return function_of(*arguments)
        case "Set":
            return set_of(arguments[0])
        case "Multiset":
            return multiset_of(arguments[0])
        case "Map":
            return map_of(arguments[0], arguments[1])
        case "adt":
            return datatype(kind.label, *arguments)
        case "param":
            return uninterpreted(kind.label)
        case _ if kind.is_integer:
            return INT
        case _ if kind.is_sequence:
            return seq_of(arguments[0])
        case _:
            raise Unsupported(f"the type `{kind}`")


def within(low: int, high: int, value: Term) -> Term:
    return conj(le(integer(low), value), le(value, integer(high)))


BoundsOfType = Callable[[VerusType, Term], Term]
"""What holds of a value of a type by itself."""


def bounds(scope: TypeScope, kind: VerusType, value: Term, recursive: BoundsOfType) -> Term:
    """What holds of every value of a type beyond its sort; `recursive` says that of a structure."""

    def inside(part: VerusType, term: Term) -> Term:
        return bounds(scope, part, term, recursive)

    # Beyond its sort a value keeps the promises of its type, down to its parts.
    match kind.name:
        case "nat":
            return ge(value, integer(0))
        case name if name in RANGES:
            return within(*RANGES[name], value)
        case "tuple":
            return conj(
                *(inside(argument, op("tuple.at", value, data=place)) for place, argument in enumerate(kind.arguments))
            )
        case "adt":
            return recursive(kind, value)
        case "Map":
            return conj(
                _of_all(kind.arguments[0], op("map.keys", value), inside),
                _of_all(kind.arguments[1], op("map.values", value), inside),
            )
        case "fn":
            return _of_all_values(kind, value, inside)
        case "Set" | "Multiset":
            return _of_all(kind.element, value, inside)
        case _ if kind.is_sequence:
            # A `Vec` has at most `usize::MAX` elements; a `Seq` any number, and an array as many as its type says.
            length = op("seq.len", value)
            # A parameter that is `const` is as large as an array of this length is long.
            if kind.name == "array" and kind.size != length:
                if kind.size is None:
                    raise Unsupported("an array whose length is no number")
                return conj(eq(length, kind.size), _of_all_places(kind.element, value, length, inside))
            fits = le(length, integer(RANGES["usize"][1])) if kind.name != "Seq" else TRUE
            return conj(fits, _of_all_places(kind.element, value, length, inside))
        case _:
            return TRUE


def _sizes(kind: VerusType) -> Iterator[Term]:
    """The lengths of arrays in a type."""
    if kind.size is not None:
        yield kind.size
    yield from (size for size in kind.sizes if size is not None)
    for argument in kind.arguments:
        yield from _sizes(argument)


def _of_all(element: VerusType, collection: Term, inside: BoundsOfType) -> Term:
    binder = Binder(_unused("element", collection), sort_of(element))
    promise = inside(element, var(binder.name, binder.sort))
    return TRUE if promise == TRUE else forall((binder,), promise, (elements(collection),))


def _of_all_values(kind: VerusType, function: Term, inside: BoundsOfType) -> Term:
    """What a function gives is of its type wherever its arguments are."""
    *taken, given = kind.arguments
    binders = list[Binder]()
    for argument in taken:
        # Not a name in the function, which would then be about the bound variable.
        name = _unused("argument", function) + "_" * len(binders)
        binders.append(Binder(name, sort_of(argument)))
    variables = [var(binder.name, binder.sort) for binder in binders]
    promise = inside(given, op("apply", function, *variables))
    promises = conj(*(inside(argument, variable) for argument, variable in zip(taken, variables, strict=True)))
    return promise if promise == TRUE or not binders else forall(tuple(binders), implies(promises, promise))


def _of_all_places(element: VerusType, whole: Term, length: Term, inside: BoundsOfType) -> Term:
    # The lengths of inner arrays may mention parameters.
    name = _unused("place", op("tuple.make", whole, *_sizes(element)))
    promise = inside(element, op("seq.at", whole, var(name, INT)))
    return TRUE if promise == TRUE else forall((Binder(name, INT),), promise, (between(integer(0), length),))


def _unused(name: str, term: Term) -> str:
    """A name that no variable of a term has: elements of elements are bound one inside the other."""
    while name in free_names(term):
        name += "_"
    return name


def structure_bounds(scope: TypeScope, kind: VerusType, value: Term, inside: BoundsOfType) -> Term:
    """What holds of a value of a structure: of each variant, what its fields promise."""
    structure = scope.structures[kind.label]
    promised = []
    for variant in structure.variants:
        parts = [
            inside(part, op("datatype.at", value, data=(variant.name, name), sort=sort_of(part)))
            for name, part in scope.fields(kind, variant)
        ]
        promise = conj(*parts)
        only = len(structure.variants) == 1
        if promise != TRUE:
            promised.append(promise if only else implies(op("datatype.is", value, data=variant.name), promise))
    return conj(*promised)


def parameters_in(kind: VerusType) -> Iterator[str]:
    if kind.name == "param":
        yield kind.label
    for argument in kind.arguments:
        yield from parameters_in(argument)


def unify(declared: VerusType, actual: VerusType, types: dict[str, VerusType]) -> None:
    """Note in `types` what the type parameters of a declared type stand for in an actual one."""
    if declared.name == "param":
        # The first argument that tells a type decides; a literal only while nothing else does.
        type_ = types.get(declared.label)
        if type_ is None or (type_.name == LITERAL and actual.name != LITERAL):
            types[declared.label] = actual
        return
    if declared.is_sequence and actual.is_sequence:
        unify(declared.element, actual.element, types)
        return
    for argument, other in zip(declared.arguments, actual.arguments, strict=False):
        unify(argument, other, types)


def with_parameters(kind: VerusType, types: Mapping[str, VerusType]) -> VerusType:
    if kind.name == "param":
        return types.get(kind.label, kind)
    if not kind.arguments:
        return kind
    return evolve(kind, arguments=tuple(with_parameters(argument, types) for argument in kind.arguments))
