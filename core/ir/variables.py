"""What variables stand for: a local or parameter, a field of an object, a field of all objects, an earlier state.

A term names a variable by text. This module alone decides how that text is made from what the variable stands for, and
reads it back: everything else asks here. The forms are

    x                     a local variable or parameter
    o.f                   the field f of the object that o names
    object.C.f            what the field f of the class C holds of every object: a *heap variable*
    o.f#array             which array the field f of o holds, as an object; `o.f` are its elements
    old(v), old@L(v)      the value of v, one of the above, before the call or at the label L: its *pre-state*

None of them is an identifier of a language, so that no variable of a program is captured. The invariant to keep:
`without_state(pre_state(v, label)) == v` for every v that is itself in the present state, and each `is_…` below is true
of exactly what the function before it makes.
"""

from .sorts import INT, OBJECT, Sort, map_of, tuple_of

_OLD, _AT_LABEL = "old(", "old@"
_READ, _UNKNOWN = ".read", ".unknown"
_ARRAY = "#array"
HEAP = "object"
"""The root of heap variables, in place of an object's name: no variable of a program is called so."""
ALLOCATED = f"{HEAP}.allocated"
"""The variable that is the set of the objects that exist before a call, null among them. It is no heap variable."""
STATE = f"{HEAP}.state"
"""The variable that numbers the state of all objects and arrays, for functions of which nobody knows what they read of
it. It is no heap variable."""


# -- states


def pre_state(variable: str, label: str = "") -> str:
    """The variable that is the value of `variable` before the call or, with a label, in the state at that label."""
    return f"{_AT_LABEL}{label}({variable})" if label else f"{_OLD}{variable})"


def is_pre_state(variable: str) -> bool:
    """Is it the value of a variable in an earlier state, be it before the call or at a label?"""
    return variable.startswith((_OLD, _AT_LABEL))


def is_before_call(variable: str) -> bool:
    """Is it the value of a variable before the call?"""
    return variable.startswith(_OLD)


def is_at_label(variable: str) -> bool:
    """Is it the value of a variable in the state at a label?"""
    return variable.startswith(_AT_LABEL)


def label_of(variable: str) -> str:
    """The label of the state that a pre-state is about; empty for the pre-state."""
    return variable[len(_AT_LABEL) : variable.index("(")] if is_at_label(variable) else ""


def without_state(variable: str) -> str:
    """The variable whose value, in the present state or in an earlier one, `variable` is."""
    return variable[variable.index("(") + 1 : -1] if is_pre_state(variable) else variable


# -- fields of an object with a name


def field_variable(root: str, field: str) -> str:
    """The variable that is a field of the object `root`."""
    return f"{root}.{field}"


def is_field(variable: str) -> bool:
    """Is it a field: of an object with a name, or of all objects?"""
    return "." in variable


def root_of(variable: str) -> str:
    """The object of which a variable is a field; the variable itself where it is none."""
    return variable.partition(".")[0]


def member_of(variable: str) -> str:
    """What comes after the object: the field, with its class where the variable is of the heap; empty for a variable
    that is no field."""
    return variable.partition(".")[2]


def field_name(variable: str) -> str:
    """The name of the field that a variable is; the variable itself where it is none."""
    return variable.rpartition(".")[2]


def is_field_of(variable: str, root: str) -> bool:
    """Is it a field of the object `root`?"""
    return variable.startswith(f"{root}.")


def which_array(variable: str) -> str:
    """The variable, or the field, that says which array is held by the field that `variable` is."""
    return variable + _ARRAY


def is_which_array(variable: str) -> bool:
    """Does it say which array a field holds? Not true of an earlier state of such a variable."""
    return variable.endswith(_ARRAY)


def holder_of(variable: str) -> str:
    """The field that holds the array of a variable of `which_array`; any other variable itself."""
    return variable.removesuffix(_ARRAY)


# -- fields of all objects


def heap_variable(kind: str, field: str) -> str:
    """The heap variable of a field: `kind` is the class that declares it, with its module if it has one."""
    return f"{HEAP}.{kind}.{field}"


def is_heap(variable: str) -> bool:
    """Is it a heap variable, or one of the functions that read one?"""
    return variable.startswith(f"{HEAP}.") and variable not in (ALLOCATED, STATE)


def heap_place(variable: str) -> tuple[str, str]:
    """The class and the field of a heap variable."""
    kind, _, field = member_of(variable).rpartition(".")
    return kind, field


def heap_read(variable: str) -> str:
    """The function that reads the heap variable at an object."""
    return variable + _READ


def heap_unknown(variable: str) -> str:
    """The function, and in a test the variable, that is the field of an object that the heap variable does not hold."""
    return variable + _UNKNOWN


def is_heap_read(function: str) -> bool:
    """Is it the function that reads a heap variable?"""
    return function.endswith(_READ) and is_heap(function)


def is_heap_unknown(variable: str) -> bool:
    """Is it a field of an object of which nothing is known?"""
    return variable.endswith(_UNKNOWN) and is_heap(variable)


def heap_of_read(function: str) -> str:
    """The heap variable that a function of `heap_read` reads."""
    return function.removesuffix(_READ)


def heap_sort(sort: Sort) -> Sort:
    """The sort of the heap variable of a field of this sort: the number of a state, and a map from the objects whose
    field is known to its value."""
    return tuple_of(INT, map_of(OBJECT, sort))


def field_sort(sort: Sort) -> Sort:
    """The sort of the field whose heap variable has this sort."""
    return sort.args[1].args[1]
