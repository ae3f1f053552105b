"""How terms of a body read the state at hand.

A term reads a snapshot (`ArrayValue`, maps of fields), a program changes things in place. A `Reader` gives the terms of
bodies, of preconditions and of functions what they were lowered for: the elements of an array now, `o.f` the field of
the object that the variable o holds, `object.C.f` a map of that field of all objects.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from ..evaluate.direct import Direct, direct_once
from ..evaluate.environment import AsKey
from ..ir.contracts import Datatype, may_hold
from ..ir.sorts import OBJECT, Sort, sorts_in
from ..ir.terms import Term, free_variables, ordered_variables, subterms
from ..ir.values import ArrayValue, CodatatypeValue, UninterpretedValue, arrays_within
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
    return term.op == "lambda" and any(
        is_field(name) or any(sort_inside.kind in ("Array", "Datatype") for sort_inside in sorts_in(sort))
        for name, sort in free_variables(term)
    )


def _reader(name: Name, sort: Sort, datatypes: Mapping[str, Datatype]) -> Reader:
    if without_state(name) == ALLOCATED:
        # What exists before the call, or at a label; before a body begins, now.
        state = state_variable(label_of(name))
        return lambda variables, store: variables.get(state, store).allocated()
    if is_pre_state(name):
        held = may_hold("Array", sort, datatypes)
        earlier = _earlier(_reader(without_state(name), sort, datatypes), state_variable(label_of(name)), held)
        # A parameter that is a value and changes has its earlier value beside it.
        return lambda variables, store: variables[name] if name in variables else earlier(variables, store)
    if name == STATE:
        return lambda variables, store: store.version
    if is_heap(name):
        if field_sort(sort).kind == "Array":
            return lambda variables, store: store.heap_of_arrays(name)
        return lambda variables, store: store.heap(name)
    if is_field(name):
        return _part(root_of(name), member_of(name), sort, datatypes)
    if may_hold("Array", sort, datatypes):
        return lambda variables, store: store.now(_at_hand(variables.get(name, UNKNOWN)))
    return lambda variables, store: variables.get(name, UNKNOWN)


def state_variable(label: str) -> Name:
    """The variable that keeps the store at a label, or at the beginning of a body where there is none."""
    return hidden_variable("state", label)


def _at_hand(value: Any) -> Any:
    """A value in which arrays can be found. What is not computed yet may hold some: then it is unknown."""
    return UNKNOWN if isinstance(value, CodatatypeValue) else value


def _earlier(read: Reader, state: Name, may_hold_arrays: bool) -> Reader:
    """The same in a state that is kept. Local variables are what they are now (reference manual, section 9.20)."""

    def read_before(variables: Variables, store: Store) -> Any:
        kept = variables.get(state)
        if kept is None:
            return UNKNOWN
        value_before = read(variables, kept)
        # What an array held before it was made, nobody knows.
        made_later = may_hold_arrays and any(array.identity not in kept.arrays for array in arrays_within(value_before))
        return UNKNOWN if made_later else value_before

    return read_before


def _part(root: Name, member: Name, sort: Sort, datatypes: Mapping[str, Datatype]) -> Reader:
    """A length of an array of several dimensions, or a field of an object: of an array that it holds the elements."""
    # What does not depend on the state is decided here once: a reader runs for each evaluation of its term.
    dimension = LENGTHS.index(member) if member in LENGTHS else len(LENGTHS)
    holds_arrays = may_hold_arrays(sort, datatypes)

    def read(variables: Variables, store: Store) -> Any:
        owner = variables.get(root, UNKNOWN)
        if isinstance(owner, ArrayValue):
            lengths = store.shapes.get(owner.identity)
            return UNKNOWN if lengths is None or dimension >= len(lengths) else lengths[dimension]
        object_found = store.objects.get(owner) if isinstance(owner, UninterpretedValue) else None
        value = UNKNOWN if object_found is None else field_value(object_found, member)
        if sort.kind == "Seq" and (value is None or isinstance(value, ArrayValue)):
            # A clause may read an array that a field holds as the sequence of its elements.
            return () if value is None else store.now(value).elements
        return store.now(value) if holds_arrays else value

    return read


def may_hold_arrays(sort: Sort, datatypes: Mapping[str, Datatype]) -> bool:
    """May a value of a sort be an array or hold one, as one of a type parameter may, so that it may change?"""
    open_type = any(sort_inside.kind == "Uninterpreted" and sort_inside != OBJECT for sort_inside in sorts_in(sort))
    return open_type or may_hold("Array", sort, datatypes)


# What follows is kept for all executions: of one body there are many, on further inputs and with further choices.


@frozen(slots=True, eq=False)
class ReadingPlan:
    """How the variables of a term are read; whether it makes functions that read the state when they are called; and
    the function that computes it, if it is small."""

    readers: tuple[tuple[Name, Reader], ...]
    makes_live_functions: bool
    function: Direct | None


@lru_cache(maxsize=4096)
def kept_plan(term: Term, functions: AsKey, datatypes: AsKey) -> ReadingPlan:
    by_name: Mapping[str, Datatype] = datatypes.mapping
    return ReadingPlan(readers(term, by_name), may_make_live_functions(term), direct_once(term, functions))


@lru_cache(maxsize=4096)
def may_make_live_functions(term: Term) -> bool:
    return any(map(reads_state_when_called, subterms(term)))


@lru_cache(maxsize=4096)
def reads_all_at_once(term: Term, datatypes: AsKey) -> bool:
    """Is all that a term reads among its variables? A function value may read the state when it is applied."""
    by_name: Mapping[str, Datatype] = datatypes.mapping
    functions = any(may_hold("Function", sort, by_name) for _, sort in free_variables(term))
    return not functions and not may_make_live_functions(term)
