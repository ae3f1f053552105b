"""What the free variables of a term are in the state of a program that runs.

A term reads a snapshot (`ArrayValue`, maps of fields), a program changes things in place. A `Reader` gives the terms of
bodies, of preconditions and of functions what they were lowered for: the elements of an array now, `o.f` the field of
the object that the variable o holds, `object.C.f` a map of that field of all objects.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..ir.contracts import Datatype, may_hold
from ..ir.sorts import Sort
from ..ir.terms import Term, free_variables, ordered_variables
from ..ir.values import ArrayValue, CodatatypeValue, UninterpretedValue
from ..ir.variables import (
    ALLOCATED,
    LENGTHS,
    STATE,
    Name,
    field_sort,
    hidden_variable,
    is_field,
    is_heap,
    is_pre_state,
    label_of,
    member_of,
    root_of,
    without_state,
)
from .store import UNKNOWN, Store, Variables, field_value

BEGINNING = hidden_variable("state", "")
"""The variable that keeps the store at the beginning of a body, where it mentions that."""

Reader = Callable[[Variables, Store], Any]
"""The value of one variable of a term; UNKNOWN where it has none."""


def readers(term: Term, datatypes: Mapping[str, Datatype]) -> tuple[tuple[Name, Reader], ...]:
    """How the free variables of a term are read."""
    return tuple((name, _reader(name, sort, datatypes)) for name, sort in ordered_variables(term))


def reads_state_when_called(term: Term) -> bool:
    """Is it a function that reads fields or elements? After `var f := x reads c => x + c.n; c.n := 2;`, f(1) is 3
    (reference manual, section 5.3: what a function reads, it reads when it is applied)."""
    return term.op == "lambda" and any(is_field(name) or _may_hold(sort) for name, sort in free_variables(term))


def _may_hold(sort: Sort) -> bool:
    return sort.kind in ("Array", "Datatype") or any(map(_may_hold, sort.args))


def _reader(name: Name, sort: Sort, datatypes: Mapping[str, Datatype]) -> Reader:
    if without_state(name) == ALLOCATED:
        # What exists before the call, or at a label; before a body begins, now.
        state = state_variable(label_of(name))
        return lambda variables, store: variables.get(state, store).allocated()
    if is_pre_state(name):
        return _earlier(_reader(without_state(name), sort, datatypes), state_variable(label_of(name)))
    if name == STATE:
        return lambda variables, store: store.version
    if is_heap(name):
        if field_sort(sort).kind == "Array":
            return lambda variables, store: store.heap_of_arrays(name)
        return lambda variables, store: store.heap(name)
    if is_field(name):
        return _part(root_of(name), member_of(name), sort)
    if may_hold("Array", sort, datatypes):
        return lambda variables, store: store.now(_at_hand(variables.get(name, UNKNOWN)))
    return lambda variables, store: variables.get(name, UNKNOWN)


def state_variable(label: str) -> Name:
    """The variable that keeps the store at a label, or at the beginning of a body where there is none."""
    return hidden_variable("state", label)


def _at_hand(value: Any) -> Any:
    """A value in which arrays can be found. What is not computed yet may hold some: then it is unknown."""
    return UNKNOWN if isinstance(value, CodatatypeValue) else value


def _earlier(read: Reader, state: Name) -> Reader:
    """The same in a state that is kept. Local variables are what they are now (reference manual, section 9.20)."""

    def read_before(variables: Variables, store: Store) -> Any:
        kept = variables.get(state)
        return UNKNOWN if kept is None else read(variables, kept)

    return read_before


def _part(root: Name, member: Name, sort: Sort) -> Reader:
    """A length of an array of several dimensions, or a field of an object: of an array that it holds the elements."""
    dimension = LENGTHS.index(member) if member in LENGTHS else len(LENGTHS)

    def read(variables: Variables, store: Store) -> Any:
        owner = variables.get(root, UNKNOWN)
        if isinstance(owner, ArrayValue):
            lengths = store.shapes.get(owner.identity)
            return UNKNOWN if lengths is None or dimension >= len(lengths) else lengths[dimension]
        found = store.objects.get(owner) if isinstance(owner, UninterpretedValue) else None
        value = UNKNOWN if found is None else field_value(found, member)
        if sort.kind == "Seq" and (value is None or isinstance(value, ArrayValue)):
            return () if value is None else store.now(value).elements
        return store.now(value)

    return read
