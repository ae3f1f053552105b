"""What a variable, a field or the elements of an array hold where nobody gave them a value.

A compiled program has the default value of the type there. For the language any value of the type is there (reference
manual, "Variable Initialization and Definite Assignment"): where the choices ask for that, it is another value, or a
mark that stands for any."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ..errors import OutOfFuel, Unsupported
from ..ir.operators.context import Undecided
from ..ir.sorts import OBJECT, Sort
from ..ir.terms import Binder, Term
from ..ir.type_instances import replace_sorts
from ..ir.updates import Arbitrary, NewArray
from ..ir.values import ArrayValue, DatatypeValue
from ..ir.variables import Name, is_hidden
from .choices import FIRST_MARK, Choices, IsAllowed, is_not_known
from .places import is_true, value_of
from .state import ExecutionState, ExecutionStopped
from .store import NULL, UNKNOWN, Variables, some_value

SOME_NUMBERS = (0, 1, -1, 2, 3)
"""What `*` is, where that is a number."""


OTHER_CHARACTER = "b"
"""A character that no compiled program has where nobody gave one."""


def initial_value(execution: ExecutionState, sort: Sort) -> Any:
    """What a field has in a new object. One that is an array is null."""
    return None if sort.kind == "Array" else unset_value(execution, sort)


def unset_value(execution: ExecutionState, sort: Sort) -> Any:
    """What a compiled program has where nobody gave a value, or another value in its place (`Choices.marks`); UNKNOWN
    where there is none or it is not known."""
    if may_have_witness(execution, sort):
        return UNKNOWN
    return _marked(execution, replace_sorts(sort, execution.types), _compiled_value(execution, sort))


def _compiled_value(execution: ExecutionState, sort: Sort) -> Any:
    program = execution.program
    return some_value(replace_sorts(sort, execution.types), program.datatypes, program.semantics)


def _marked(execution: ExecutionState, sort: Sort, value: Any, is_allowed: IsAllowed | None = None) -> Any:
    """Another value than that which a compiled program has where nobody gave one, if the choices ask for that: for the
    language, any value of the type is there (reference manual, "Variable Initialization and Definite Assignment")."""
    choices = execution.choices
    if choices is None or value is UNKNOWN:
        return value
    choices.blank = True
    if choices.marks is None:
        return value
    looked = choices.looked
    another = _another(execution, choices, sort, value, is_allowed)
    # Making a value is no look at the marks in it, though sets and datatypes ask for their hashes.
    choices.looked = looked
    return another


def _another(execution: ExecutionState, choices: Choices, sort: Sort, value: Any, is_allowed: IsAllowed | None) -> Any:
    """A value other than this one, with marks in it where the sort has any."""
    # A part of a value may be any: whether the whole is of its type is asked of the whole.
    inside = None if is_allowed is None else is_not_known
    match sort.kind:
        case "Bool":
            return choices.watched(not value)
        # Of these sorts one other value stands in its place, and whether anybody looks at it is watched.
        case "BitVec":
            return choices.watched(1)
        case "Char":
            return choices.watched(OTHER_CHARACTER)
        case "Seq" | "Set":
            element = _marked(execution, sort.args[0], _compiled_value(execution, sort.args[0]), inside)
            elements = () if element is UNKNOWN else (element,)
            return choices.watched(elements if sort.kind == "Seq" else frozenset(elements))
        case "Tuple":
            return tuple(_marked(execution, part, held, inside) for part, held in zip(sort.args, value, strict=True))
        case "Datatype":
            return choices.watched(_other_constructor(execution, sort, value, inside))
        case "Map":
            return choices.watched(value)
        case _:
            return choices.mark(value, is_allowed)


def _other_constructor(
    execution: ExecutionState, sort: Sort, value: DatatypeValue, is_allowed: IsAllowed | None
) -> DatatypeValue:
    """A value of a datatype that another constructor makes, else one with other fields."""
    declared = execution.program.datatypes[str(sort.label)]
    types = dict(zip(declared.parameters, sort.args, strict=False))
    for constructor in sorted(declared.constructors, key=lambda constructor: constructor.name == value.constructor):
        sorts = [replace_sorts(binder.sort, types) for binder in constructor.fields]
        # Fields that hold datatypes stay as they are: there is no end to those inside each other.
        held = [_compiled_value(execution, part) for part in sorts]
        fields = tuple(
            part_value if _holds_datatypes(part) else _marked(execution, part, part_value, is_allowed)
            for part, part_value in zip(sorts, held, strict=True)
        )
        if UNKNOWN not in fields:
            return DatatypeValue(constructor.name, fields)
    return value


def _holds_datatypes(sort: Sort) -> bool:
    return sort.kind == "Datatype" or any(map(_holds_datatypes, sort.args))


def may_have_witness(execution: ExecutionState, sort: Sort) -> bool:
    """May a type parameter stand for a type with a witness? Which types they stand for is known as sorts: T is Int
    in a call of `G<int>()`, and in one of `G<pos>()`, too, where it is 1 by `type pos = x: int | x > 0 witness 1`.
    Without a witness a type has the value of its sort, or Dafny refuses it."""
    return execution.program.has_witnesses and replace_sorts(sort, execution.types) not in (sort, OBJECT)


def arbitrary_value(execution: ExecutionState, statement: Arbitrary, variables: Variables) -> Any:
    """A value for a variable that is not initialised, or for `*`, whose variable has no name in the text. Of the
    first nobody means to make use, so it is no choice. UNKNOWN where none is known to be of its type."""
    target, is_boolean = statement.target, statement.target.sort.kind == "Bool" and statement.guard is None
    # A variable of the text is assigned before it is read, so that its first value tells nothing apart.
    if execution.choices is None or not is_hidden(target.name):
        return execution.random.random() < 0.5 if is_boolean else value_left_open(execution, statement, variables)
    if is_boolean:
        return execution.choices.pick((True, False))
    # Some numbers stand for all: that none of them fails is no proof.
    execution.choices.open = True
    first = value_left_open(execution, statement, variables)
    if target.sort.kind != "Int":
        return first
    numbers_of_type = [number for number in SOME_NUMBERS if is_of_type(execution, number, statement, variables)]
    return execution.choices.pick(numbers_of_type) if numbers_of_type else first


def value_left_open(execution: ExecutionState, statement: Arbitrary, variables: Variables) -> Any:
    """What a compiled program has where nobody gave a value, or another value in its place; UNKNOWN where none is known
    to be of the type."""
    value = _compiled_value_of_type(execution, statement, variables)
    sort = replace_sorts(statement.target.sort, execution.types)
    marked = _marked(execution, sort, value, _is_allowed(execution, statement, variables))
    return value if marked is not value and not _may_be_marked(execution, marked, statement, variables) else marked


def _is_allowed(execution: ExecutionState, statement: Arbitrary | None, variables: Variables) -> IsAllowed | None:
    """Which values are of the type of what nobody gave one; None for all, or where nobody asks."""
    if statement is None or statement.guard is None or not _stands_for_any(execution):
        return None
    kept = dict(variables)

    def is_allowed(value: Any) -> bool:
        # It is asked when the execution has ended, perhaps with its time.
        with suppress(OutOfFuel):
            return is_of_type(execution, value, statement, kept)
        return True

    return is_allowed


def _may_be_marked(execution: ExecutionState, mark: Any, statement: Arbitrary, variables: Variables) -> bool:
    """May a value stand where nobody gave one? A mark that stands for any value of the type need not be one of them:
    whoever looks at it may see what no such value would show, and then its output is no pattern."""
    return _stands_for_any(execution) or is_of_type(execution, mark, statement, variables)


def _stands_for_any(execution: ExecutionState) -> bool:
    return execution.choices is not None and (execution.choices.marks or 0) >= FIRST_MARK


def _compiled_value_of_type(execution: ExecutionState, statement: Arbitrary, variables: Variables) -> Any:
    sort, written = statement.target.sort, statement.unset
    if written is not None:
        value = value_of(execution, written, variables)
    else:
        value = UNKNOWN if may_have_witness(execution, sort) else _compiled_value(execution, sort)
    return value if is_of_type(execution, value, statement, variables) else UNKNOWN


def is_of_type(execution: ExecutionState, value: Any, statement: Arbitrary, variables: Variables) -> bool:
    """Is it known that a value is of the type?"""
    if statement.guard is None:
        return True
    try:
        return is_true(execution, statement.guard, {**variables, statement.target.name: value})
    except (ExecutionStopped, Undecided, Unsupported):
        return False


def new_array(execution: ExecutionState, statement: NewArray, variables: Variables) -> ArrayValue:
    lengths = tuple(value_of(execution, length, variables) for length in statement.lengths)
    if any(length < 0 for length in lengths):
        raise ExecutionStopped(f"an array of length {min(lengths)}", statement.span)
    size = 1
    for length in lengths:
        size *= length
    # The size is bounded before a single element is made.
    execution.fuel.allow(size)
    execution.fuel.step(1 + size // 10)
    if statement.elements is not None:
        elements = tuple(value_of(execution, statement.elements, variables))
        if len(elements) != size:
            raise ExecutionStopped(f"{len(elements)} elements for an array of {size}", statement.span)
    elif statement.element is not None:
        elements = tuple(_initial_elements(execution, statement.element, statement.indices, lengths, variables, size))
    else:
        elements = _unset_elements(execution, statement, variables, size)
    if UNKNOWN in elements:
        elements = (NULL if statement.sort.kind == "Uninterpreted" else None,) * size
    return execution.store.new_array(elements, lengths)


def _unset_elements(execution: ExecutionState, statement: NewArray, variables: Variables, size: int) -> tuple[Any, ...]:
    """Elements that nobody gave a value: what a compiled program has, or marks that stand for any value."""
    element = _first_element(execution, statement, variables)
    if size and execution.choices is not None:
        execution.choices.blank = True
    if execution.choices is None or execution.choices.marks is None:
        return (element,) * size
    guard, sort = statement.any, replace_sorts(statement.sort, execution.types)
    is_allowed = _is_allowed(execution, guard, variables)
    # A mark for each element: two of them may have different values.
    marks = tuple(_marked(execution, sort, element, is_allowed) for _ in range(size))
    if guard is None or all(_may_be_marked(execution, mark, guard, variables) for mark in marks):
        return marks
    return (element,) * size


def _first_element(execution: ExecutionState, statement: NewArray, variables: Variables) -> Any:
    """What the elements of an array are at first."""
    is_promised = statement.any is not None and statement.any.guard is not None
    wanted = statement.any or Arbitrary(Binder(statement.target, statement.sort))
    unset_element = _compiled_value_of_type(execution, wanted, variables)
    if unset_element is UNKNOWN and (is_promised or may_have_witness(execution, statement.sort)):
        raise Undecided("an element that was never assigned", statement.span)
    return unset_element


def _initial_elements(
    execution: ExecutionState,
    element: Term,
    indices: tuple[Name, ...],
    lengths: tuple[int, ...],
    variables: Variables,
    size: int,
) -> Iterable[Any]:
    for number in range(size):
        index_values: Variables = {}
        rest = number
        for name, length in zip(reversed(indices), reversed(lengths), strict=True):
            # The elements lie row by row: the last index runs fastest.
            rest, index_values[name] = divmod(rest, length)
        yield value_of(execution, element, {**variables, **index_values})
