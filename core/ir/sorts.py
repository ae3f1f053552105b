"""The sorts of the IR.

`VALUE` is Python's dynamic value: any of None, bool, int, float, complex, str, bytes, list, tuple, dict, set,
frozenset, a type or a function. The other sorts are those of SMT-LIB and of Dafny (reference manual, section 5).
"""

from collections.abc import Iterator

from attrs import frozen


@frozen(slots=True, cache_hash=True)  # Every term that is made is looked up by its sort.
class Sort:
    """A sort: its kind, its argument sorts, and a name (datatype, uninterpreted) or width (bit-vector) if any."""

    kind: str
    args: tuple["Sort", ...] = ()
    label: str | int | None = None

    def __str__(self) -> str:
        name = self.kind if self.label is None else str(self.label)
        if self.kind == "BitVec" and self.label is not None:
            name = f"bv{name}"
        return name + (f"<{', '.join(map(str, self.args))}>" if self.args else "")


def sorts_in(sort: Sort) -> Iterator[Sort]:
    """The sort and those that it is made of, as its text says: what the fields of a datatype hold is not among them."""
    yield sort
    for arg in sort.args:
        yield from sorts_in(arg)


BOOL = Sort("Bool")
INT = Sort("Int")
REAL = Sort("Real")
CHAR = Sort("Char")
STRING = Sort("String")
"""Text as a primitive sequence of code points: Python's str inside an encoding. A Dafny string is `seq_of(CHAR)`."""
REGEX = Sort("RegLan")
VALUE = Sort("Value")
DOMAIN = Sort("Domain")
"""What a bound variable ranges over: `unbounded`, `range`, `elements`. Never a sort of a variable."""


def seq_of(element: Sort) -> Sort:
    return Sort("Seq", (element,))


def set_of(element: Sort) -> Sort:
    return Sort("Set", (element,))


def multiset_of(element: Sort) -> Sort:
    return Sort("Multiset", (element,))


def map_of(key: Sort, value: Sort) -> Sort:
    return Sort("Map", (key, value))


def tuple_of(*elements: Sort) -> Sort:
    return Sort("Tuple", elements)


def array_of(element: Sort) -> Sort:
    """A snapshot of a one-dimensional array: its length and elements at one moment, and its identity."""
    return Sort("Array", (element,))


def datatype(name: str, *args: Sort) -> Sort:
    return Sort("Datatype", args, name)


def function_of(*sorts: Sort) -> Sort:
    """A function value: the sorts of its parameters, then of its result."""
    return Sort("Function", sorts)


def bit_vector(width: int) -> Sort:
    return Sort("BitVec", (), width)


def uninterpreted(name: str) -> Sort:
    """A sort of which only equality is known: a type parameter."""
    return Sort("Uninterpreted", (), name)


OBJECT = uninterpreted("object")
"""The sort of every object of a class, which is known by its identity."""


def only_knows_equality(sort: Sort) -> bool:
    """Is it a type parameter or an opaque type? Objects, and arrays of several dimensions (`array3<Int>`), are
    references: the heap says which there are, and what they hold."""
    return sort.kind == "Uninterpreted" and sort != OBJECT and "<" not in str(sort.label)
