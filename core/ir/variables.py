"""What variables stand for: a local or parameter, a field of an object, a field of all objects, an earlier state.

A local or parameter is called by its name, a plain `str`. Every other variable is a `StateVariable`, which says by
attributes what it stands for. Nothing reads that out of a text: `str(variable)` is for messages, rows and SMT-LIB only,
where it is

    o.f                   the field f of the object that o names
    object.C.f            what the field f of the class C holds of every object: a *heap variable*
    o.f#array             which array the field f of o holds, as an object; `o.f` are its elements
    v[2]                  the element at 2 of an array or sequence that v is
    whole#3               a variable that no text has, which a statement is taken apart with: a *hidden variable*
    old(v), old@L(v)      the value of v, one of the above, before the call or at the label L: its *pre-state*

None of them is an identifier of a language, so that no variable of a program has such a text.

A field by itself, without an object, is a `Name` too: `f`, or `f#array`, as `member_of` gives it and `field_variable`
takes it. The invariants to keep: `field_variable(root_of(v), member_of(v)) is v` for every field v of an object, and
`without_state(pre_state(v, label)) is v` for every v that is itself in the present state.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeAlias
from weakref import WeakValueDictionary

from attrs import evolve, field, frozen

from .sorts import INT, OBJECT, Sort, map_of, tuple_of

HEAP = "object"
"""The root of heap variables, in place of an object's name: no variable of a program is called so."""
RECEIVER = "this"
"""The parameter that is the object which a method is called on, however a language calls it."""
LENGTHS = tuple(f"Length{dimension}" for dimension in range(16))
"""The fields of an array of two or more dimensions: its length in each of them."""
Use = Literal["value", "read", "unknown"]
"""What a name is used for: it is a variable; the function that reads a heap variable at an object; what a field is of
an object which the heap variable does not hold, a function or, in a test, a variable."""


@frozen(slots=True, eq=False, repr=False, weakref_slot=True)
class StateVariable:
    """A variable that is no local variable or parameter in its present state. Build it with the functions below: of
    equal ones there is one object, as of equal terms, so that comparing and hashing them costs nothing.

    `root`: the name of the object, or the variable itself where `path` is empty. `path`: the fields from there on; the
    length of an array of two dimensions that a field holds is a field of that. `kind`: of a heap variable, the class
    that declares the field. `is_array`: it is not what the field holds, but which array that is. `label`: None for the
    present state, "" for the one before the call, else the label of the state. `indices`: it is the element there of
    the array or sequence that it would be without, or an element of that element; of a heap variable, the field of the
    object with that number. `is_hidden`: `root` is the name of a variable that no text has.
    """

    root: str
    path: tuple[str, ...] = ()
    kind: str = ""
    is_array: bool = False
    use: Use = "value"
    label: str | None = None
    indices: tuple[int, ...] = ()
    is_hidden: bool = False
    text: str = field(init=False)

    @text.default
    def _text(self) -> str:
        text = ".".join((self.root, *([self.kind] if self.kind else []), *self.path))
        text += "#array" if self.is_array else ""
        text += "" if self.use == "value" else f".{self.use}"
        text += "".join(f"[{index}]" for index in self.indices)
        if self.label is None:
            return text
        return f"old@{self.label}({text})" if self.label else f"old({text})"

    @property
    def attributes(self) -> tuple[Any, ...]:
        """What tells it from others."""
        return self.root, self.path, self.kind, self.is_array, self.use, self.label, self.indices, self.is_hidden

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __lt__(self, other: "Name") -> bool:
        """Compare names by their texts, so that plain texts and state variables sort together."""
        return self.text < str(other)

    def __gt__(self, other: "Name") -> bool:
        return self.text > str(other)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, self.attributes


Name: TypeAlias = str | StateVariable
"""What a term calls a variable."""
Valuation: TypeAlias = Mapping[Any, Any]
"""Variable → its value. The keys are names: a `Mapping[Name, Any]` would not take the arguments of a Python function, a
`dict[str, Any]`, since a mapping is invariant in its keys."""
_interned: WeakValueDictionary[tuple[Any, ...], StateVariable] = WeakValueDictionary()


def _unique(variable: StateVariable) -> StateVariable:
    """The one object that is this variable."""
    return _interned.setdefault(variable.attributes, variable)


def _restored(*attributes: Any) -> StateVariable:
    return _unique(StateVariable(*attributes))


# Making a variable in order to find the one that it is equal to costs some microseconds, and a heap is asked for the
# same variables at each step of a body: what was made of which is remembered.
@lru_cache(maxsize=1 << 14)
def _evolved(variable: Name, **changes: Any) -> StateVariable:
    """The variable with other attributes."""
    return _unique(evolve(StateVariable(variable) if isinstance(variable, str) else variable, **changes))


@lru_cache(maxsize=1 << 14)
def _changed(variable: Name, **changes: Any) -> Name:
    """The variable with other attributes: a name alone where nothing else is left of it."""
    changed_variable = _evolved(variable, **changes)
    plain = not (
        changed_variable.path
        or changed_variable.is_array
        or changed_variable.label is not None
        or changed_variable.indices
        or changed_variable.is_hidden
    )
    return changed_variable.root if plain else changed_variable


def by_text(names: Iterable[Name]) -> dict[str, Name]:
    """Text → the variable that has it: for values by name that people write, or that a file has."""
    return {str(name): name for name in names}


@lru_cache(maxsize=1 << 14)
def hidden_variable(*name_parts: object) -> StateVariable:
    """A local variable that no text has: a statement is taken apart with it, or nothing is known of it. Other parts
    are another variable."""
    return _unique(StateVariable("#".join(map(str, name_parts)), is_hidden=True))


def is_hidden(variable: Name) -> bool:
    """Is it a variable that no text has: one of `hidden_variable` or of its fields, or which array a field holds?"""
    return isinstance(variable, StateVariable) and (variable.is_hidden or variable.is_array)


# -- states


def pre_state(variable: Name, label: str = "") -> Name:
    """The variable that is the value of `variable` before the call or, with a label, in the state at that label. That
    of an earlier state is itself: its value does not change any more."""
    return variable if is_pre_state(variable) else _changed(variable, label=label)


def is_pre_state(variable: Name) -> bool:
    """Is it the value of a variable in an earlier state, be it before the call or at a label?"""
    return isinstance(variable, StateVariable) and variable.label is not None


def is_before_call(variable: Name) -> bool:
    """Is it the value of a variable before the call?"""
    return isinstance(variable, StateVariable) and variable.label == ""


def label_of(variable: Name) -> str:
    """The label of the state that a pre-state is about; empty for the pre-state."""
    return (variable.label or "") if isinstance(variable, StateVariable) else ""


def without_state(variable: Name) -> Name:
    """The variable whose value, in the present state or in an earlier one, `variable` is."""
    return _changed(variable, label=None) if is_pre_state(variable) else variable


# -- fields of an object with a name


def field_variable(root: Name, field: Name) -> StateVariable:
    """The variable that is a field of the object `root`, or of what the field `root` holds."""
    path = (field,) if isinstance(field, str) else (field.root, *field.path)
    is_array = isinstance(field, StateVariable) and field.is_array
    outer_path = root.path if isinstance(root, StateVariable) else ()
    return _evolved(root, path=(*outer_path, *path), is_array=is_array)


def is_field(variable: Name) -> bool:
    """Is it a field: of an object with a name, or of all objects?"""
    return isinstance(variable, StateVariable) and bool(variable.path)


def last_part(name: str) -> str:
    """A qualified name, of a method or type, without its class or module: of `C.m` and of `C::m`, `m`."""
    return _parts(name)[1]


def qualifier_of(name: str) -> str:
    """The class or module in a qualified name: of `C.m` and of `C::m`, `C`; empty where there is none."""
    return _parts(name)[0]


def _parts(name: str) -> tuple[str, str]:
    joint = "::" if "::" in name else "."
    text_before, _, last = name.rpartition(joint)
    return text_before, last


def root_of(variable: Name) -> Name:
    """The name of the object of which a variable is a field; of a variable that is none, its own name."""
    if isinstance(variable, str):
        return variable
    return _unique(StateVariable(variable.root, is_hidden=True)) if variable.is_hidden else variable.root


def member_of(variable: Name) -> Name:
    """The field, of its object, that a variable is; empty for a variable that is no field."""
    if not isinstance(variable, StateVariable) or not variable.path:
        return ""
    first, *further_fields = variable.path
    return _changed(variable, root=first, path=tuple(further_fields), kind="", use="value", label=None, is_hidden=False)


def field_name(variable: Name) -> Name:
    """The last of the fields on the way to a variable; the variable itself where it is no field."""
    if not isinstance(variable, StateVariable) or not variable.path:
        return variable
    return _changed(variable, root=variable.path[-1], path=(), kind="", use="value", label=None, is_hidden=False)


def owner_of(variable: Name) -> Name:
    """What a variable is a field of, in the same state; the variable itself where it is no field."""
    if not isinstance(variable, StateVariable) or not variable.path:
        return variable
    return _changed(variable, path=variable.path[:-1], is_array=False)


def is_field_of(variable: Name, root: Name) -> bool:
    """Is it a field of the object `root`, in the present state?"""
    return is_field(variable) and root_of(variable) == root and not is_pre_state(variable)


def which_array(variable: Name) -> StateVariable:
    """The variable, or the field, that says which array is held by the field that `variable` is."""
    return _evolved(variable, is_array=True)


def is_which_array(variable: Name) -> bool:
    """Does it say which array a field holds? Not true of an earlier state of such a variable."""
    return isinstance(variable, StateVariable) and variable.is_array and _is_plain(variable)


def _is_plain(variable: StateVariable) -> bool:
    return variable.use == "value" and variable.label is None


def holder_of(variable: Name) -> Name:
    """The field that holds the array of a variable of `which_array`, in the same state; any other variable itself."""
    return _changed(variable, is_array=False) if isinstance(variable, StateVariable) else variable


# -- elements


def element_of(variable: Name, index: int) -> StateVariable:
    """The variable that is an element of the array or sequence that `variable` is, or its field of one object."""
    outer_indices = variable.indices if isinstance(variable, StateVariable) else ()
    return _evolved(variable, indices=(*outer_indices, index))


def whole_of(variable: Name) -> Name:
    """The outermost array or sequence of which a variable is an element; any other variable itself."""
    return _changed(variable, indices=()) if isinstance(variable, StateVariable) else variable


# -- fields of all objects

ALLOCATED = field_variable(HEAP, "allocated")
"""The variable that is the set of the objects that exist before a call, null among them. It is no heap variable."""
STATE = field_variable(HEAP, "state")
"""The variable that numbers the state of all objects and arrays, for functions of which nobody knows what they read of
it. It is no heap variable."""


def heap_variable(kind: str, field: Name) -> StateVariable:
    """The heap variable of a field: `kind` is the class that declares it, with its module if it has one."""
    return _evolved(field_variable(HEAP, field), kind=kind)


def is_heap(variable: Name) -> bool:
    """Is it a heap variable, or one of the functions that read one?"""
    return isinstance(variable, StateVariable) and bool(variable.kind) and variable.label is None


def heap_place(variable: Name) -> tuple[str, Name]:
    """The class and the field of a heap variable."""
    return (variable.kind if isinstance(variable, StateVariable) else ""), member_of(variable)


def object_of_part(variable: Name) -> int | None:
    """The number of the object whose field a variable made by `element_of` is."""
    is_part = isinstance(variable, StateVariable) and bool(variable.kind) and bool(variable.indices)
    return variable.indices[0] if isinstance(variable, StateVariable) and is_part else None


def heap_read(variable: StateVariable) -> StateVariable:
    """The function that reads the heap variable at an object."""
    return _evolved(variable, use="read")


def heap_unknown(variable: StateVariable) -> StateVariable:
    """The function, and in a test the variable, that is the field of an object that the heap variable does not hold."""
    return _evolved(variable, use="unknown")


def is_heap_read(function: Name) -> bool:
    """Is it the function that reads a heap variable?"""
    return is_heap(function) and isinstance(function, StateVariable) and function.use == "read"


def heap_of_read(function: StateVariable) -> StateVariable:
    """The heap variable that a function of `heap_read` reads."""
    return _evolved(function, use="value")


def heap_sort(sort: Sort) -> Sort:
    """The sort of the heap variable of a field of this sort: the number of a state, and a map from the objects whose
    field is known to its value."""
    return tuple_of(INT, map_of(OBJECT, sort))


def field_sort(sort: Sort) -> Sort:
    """The sort of the field whose heap variable has this sort."""
    return sort.args[1].args[1]
