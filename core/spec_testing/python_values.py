"""Examples made of Python values: the inputs and outputs of a Python task as those of a specified method.

Values convert through the method's types. What does not convert is reported, never bent. Which method
of a program they are meant for is found where only one may be.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, Literal

from attrs import frozen

from ..errors import NoRoomError, SortError
from ..ir.contracts import Datatype, Program, Specification
from ..ir.sorts import CHAR, Sort
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset
from ..ir.variables import Name, Valuation
from .examples import Example, Examples, Source
from .findings import Finding
from .operators.samples import field_sorts

SOURCE: Source = "Python task"


@frozen(slots=True)
class ReferenceCase:
    """One input of a Python function, and what its reference implementation returns for it."""

    arguments: tuple[Any, ...]
    result: Any


def examples_of_cases(cases: Sequence[ReferenceCase], program: Program, name: str) -> Examples:
    """The cases as examples of the method of the program that fits; `name` is the Python task's.

    The findings list what does not convert, one for each reason.
    """
    if not cases:
        return Examples(())
    problems: dict[str, int] = {}
    best: tuple[Example, ...] = ()
    subject = ""
    # Every method of the program is tried: the tests of the file do not say which one they are for.
    for specification in subjects_of(program):
        examples: list[Example] = []
        reasons: dict[str, int] = {}
        for number, case in enumerate(cases):
            # A value that does not convert is told by its reason, once, with how often it occurs.
            try:
                examples.append(example_of_case(case, specification, f"{name}#{number}"))
            except SortError as error:
                reasons[str(error)] = reasons.get(str(error), 0) + 1
        # The method that most cases convert to: another one of the file is a helper, with other parameters as a rule.
        if not subject or len(examples) > len(best):
            best, problems, subject = tuple(examples), reasons, specification.name
    findings = tuple(
        Finding("unconverted-test", subject, f"{count} of {len(cases)} tests of {name}: {reason}")
        for reason, count in problems.items()
    )
    return Examples(best, findings)


def example_of_case(case: ReferenceCase, specification: Specification, name: str, source: Source = SOURCE) -> Example:
    """The case as an example of a method. Raises SortError when it does not convert."""
    inputs = specification.inputs
    if len(case.arguments) != len(inputs):
        raise SortError(f"{len(case.arguments)} arguments for the {len(inputs)} parameters of {specification.name}")
    given = inputs_from_python(case.arguments, specification)
    outputs = outputs_from_python(case.result, specification, given)
    return Example(specification, given, outputs, {}, (), source, name, None)


def inputs_from_python(arguments: Sequence[Any], specification: Specification) -> dict[Name, Any]:
    """Arguments, as many as there are parameters, as values of these. Raises SortError."""
    return {
        binder.name: from_python(value, binder.sort, ("input", position), specification.datatypes)
        for position, (binder, value) in enumerate(zip(specification.inputs, arguments, strict=True))
    }


def outputs_from_python(result: Any, specification: Specification, given: Valuation) -> dict[Name, Any]:
    """The result as the method's results or, of a method that only modifies a parameter, as that parameter. Raises
    SortError."""
    outputs, datatypes = specification.outputs, specification.datatypes
    if outputs:
        # Several results come as a tuple, as Python returns them.
        parts = result if len(outputs) > 1 else (result,)
        if not isinstance(parts, (tuple, list)) or len(parts) != len(outputs):
            kind = type(result).__name__
            raise SortError(f"a Python {kind} for the {len(outputs)} results of {specification.name}")
        pairs = zip(outputs, parts, strict=True)
        found = {
            binder.name: from_python(part, binder.sort, ("result", binder.name), datatypes) for binder, part in pairs
        }
        if not specification.modifies:
            return found
        raise SortError(f"{specification.name} has results and modifies {', '.join(map(str, specification.modifies))}")
    # A procedure that changes its argument in place: the result stands for the argument.
    if len(specification.modifies) != 1:
        raise SortError(f"{specification.name} has no result, and not one parameter that it modifies")
    (name,) = specification.modifies
    before = given[name]
    (sort,) = (binder.sort for binder in specification.inputs if binder.name == name)
    if sort.kind != "Array":
        raise SortError(f"{specification.name} modifies {name}, which is no array")
    after = from_python(result, sort, before.identity, datatypes)
    # A Python list that is sorted in place has a counterpart, one that is appended to has none.
    if len(after.elements) != len(before.elements):
        raise SortError(f"{specification.name} cannot change the length of {name}")
    return {name: after}


def from_python(value: Any, sort: Sort, identity: Hashable, datatypes: Mapping[str, Datatype] = {}) -> Any:
    """A Python value as a value of a sort: the same truth value, number, text, elements; None, or what may be None
    instead, as one of a datatype with a case without a field and one with one.

    A float is the decimal that Python writes for it. A new array gets `identity`. Raises SortError where no value of
    the sort is the same.
    """

    def elements(values: Iterable[Any], element: Sort) -> tuple[Any, ...]:
        return tuple(from_python(each, element, (identity, index), datatypes) for index, each in enumerate(values))

    match sort.kind, value:
        # Conversion is by the sort that is wanted; Python's bool is no number here.
        case "Value", _:
            return value
        case "Bool", bool():
            return value
        case (("Bool" | "Int" | "Real" | "BitVec"), bool()):
            raise _mismatch(value, sort)
        case "Int", int():
            return value
        # A whole float counts as the int: JSON has no other numbers.
        case "Int", float() if value.is_integer():
            return int(value)
        case "Real", int() | Fraction():
            return Fraction(value)
        case "Real", float() if isfinite(value):
            # The decimal that Python writes is what the author of the test meant.
            return Fraction(Decimal(repr(value)))
        case "BitVec", int() if 0 <= value < 2 ** int(sort.label or 0):
            return value
        case "Char", str() if len(value) == 1:
            return value
        case "String", str():
            return value
        case "Seq", str() if sort.args[0] == CHAR:
            return tuple(value)
        case "Seq", list() | tuple():
            return elements(value, sort.args[0])
        # A text as the sequence of its characters, each a text of length 1.
        case "Seq", str() if _is_text(sort.args[0]):
            return elements(value, sort.args[0])  # The elements of a text are texts of length 1.
        case "Array", str() if sort.args[0] == CHAR:
            return ArrayValue(tuple(value), identity)
        case "Array", str() if _is_text(sort.args[0]):
            return ArrayValue(elements(value, sort.args[0]), identity)
        case "Array", list() | tuple():
            return ArrayValue(elements(value, sort.args[0]), identity)
        case "Set", set() | frozenset() | list() | tuple():
            return frozenset(elements(value, sort.args[0]))
        case "Multiset", list() | tuple():
            return Multiset(elements(value, sort.args[0]))
        case "Map", dict():
            keys, items = elements(value.keys(), sort.args[0]), elements(value.values(), sort.args[1])
            return FrozenMap(zip(keys, items, strict=True))
        case "Tuple", list() | tuple() if len(value) == len(sort.args):
            parts = zip(value, sort.args, strict=True)
            return tuple(from_python(part, inner, (identity, i), datatypes) for i, (part, inner) in enumerate(parts))
        # An option type: None, and a value inside.
        case "Datatype", _ if (cases := optional_cases(sort, datatypes)) is not None:
            if value is None:
                return DatatypeValue(cases.none)
            return DatatypeValue(cases.some, (from_python(value, cases.inside, (identity, 0), datatypes),))
        case "Datatype", _ if (kinds := kinds_of_cases(sort, datatypes)) and (of := _kind(value, kinds)) is not None:
            constructor, inside = kinds[of]
            return DatatypeValue(constructor, (from_python(value, inside, (identity, 0), datatypes),))
        # Right type, wrong size: told apart, since another encoding may have room.
        case ("Int", float() | Fraction()) | ("BitVec", int()):
            raise NoRoomError(f"{value} is no {sort}")
        case _:
            raise _mismatch(value, sort)


@frozen(slots=True)
class OptionalCases:
    """The constructors of a datatype that is a value or none: `none` without a field, `some` with one of the sort
    `inside`."""

    none: str
    some: str
    inside: Sort


def optional_cases(sort: Sort, datatypes: Mapping[str, Datatype]) -> OptionalCases | None:
    """What stands for None and for a value in a datatype; None for a sort that is no such datatype, or holds one, so
    that None would stand for two values."""
    declared = datatypes.get(str(sort.label)) if sort.kind == "Datatype" else None
    if declared is None or len(declared.constructors) != 2:
        return None
    # By their fields, as each language has names of its own for these.
    none, some = sorted(declared.constructors, key=lambda constructor: len(constructor.fields))
    if (len(none.fields), len(some.fields)) != (0, 1):
        return None
    (inside,) = field_sorts(some, sort, datatypes)
    if inside == sort or optional_cases(inside, datatypes) is not None:
        return None
    return OptionalCases(none.name, some.name, inside)


ValueKind = Literal["bool", "int", "real", "text", "list", "map"]


def kinds_of_cases(sort: Sort, datatypes: Mapping[str, Datatype]) -> Mapping[ValueKind, tuple[str, Sort]]:
    """What values of a datatype hold that are one of several kinds, `Number(int) | Text(string) | Other`: kind → the
    constructor and the sort of its field. Empty for other datatypes: with two fields in a case, or cases of one
    kind."""
    declared = datatypes.get(str(sort.label)) if sort.kind == "Datatype" else None
    cases = () if declared is None else declared.constructors
    if any(len(constructor.fields) > 1 for constructor in cases):
        return {}
    found: dict[ValueKind, tuple[str, Sort]] = {}
    holding = [constructor for constructor in cases if constructor.fields]
    for constructor in holding:
        (inside,) = field_sorts(constructor, sort, datatypes)
        kind = _kind_of_sort(inside)
        if kind is None or kind in found:
            return {}
        found[kind] = (constructor.name, inside)
    # A single case is a name for a value and not a choice between kinds: what it means is not said.
    return found if len(found) > 1 else {}


def _kind_of_sort(sort: Sort) -> ValueKind | None:
    if _is_text(sort) or sort == CHAR:
        return "text"
    match sort.kind:
        case "Bool":
            return "bool"
        case "Int" | "BitVec":
            return "int"
        case "Real":
            return "real"
        case "Seq" | "Array" | "Set" | "Tuple":
            return "list"
        case "Map":
            return "map"
    return None


def _kind(value: Any, kinds: Mapping[ValueKind, tuple[str, Sort]]) -> ValueKind | None:
    """The case that a value belongs to; a whole number is a real where there is no case for integers."""
    kind: ValueKind | None = None
    match value:
        case bool():
            kind = "bool"
        case int():
            kind = "int" if "int" in kinds else "real"
        case float() | Fraction():
            kind = "real"
        case str():
            kind = "text"
        case list() | tuple() | set() | frozenset():
            kind = "list"
        case dict():
            kind = "map"
    return kind if kind in kinds else None


def _is_text(sort: Sort) -> bool:
    return sort.kind == "String" or (sort.kind in ("Seq", "Array") and sort.args[0] == CHAR)


def _mismatch(value: Any, sort: Sort) -> SortError:
    return SortError(f"a Python {type(value).__name__} does not convert to {sort}")


def subjects_of(program: Program) -> list[Specification]:
    """The methods with an outcome, tests excluded: those that the file's own tests call come first."""
    tests = {test.name for test in program.tests}
    called = frozenset[str]().union(*(test.calls for test in program.tests))
    found = [s for s in program.specifications if s.name not in tests and (s.outputs or s.modifies)]
    return sorted(found, key=lambda s: s.name not in called)
