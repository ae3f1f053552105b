"""Values of sorts as Python's, and back: which type stands for which, what has no counterpart, and the
condition that a Python value is one of them.

    int ↔ int (no bool)        bool ↔ bool             real ↔ float (finite: what is rounded is no proof)
    char ↔ str of length 1     string, seq<char> ↔ str seq, array ↔ list or tuple, as the Python contract has it
    set ↔ set                  map ↔ dict              tuples ↔ tuples        bvN ↔ int from 0 to 2**N - 1
    a datatype with a case without and a case with one field ↔ None or its value (Optional)
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Literal

from attrs import frozen

from ...core.errors import InputError, SortError
from ...core.ir.contracts import Datatype
from ...core.ir.sorts import CHAR, Sort
from ...core.ir.values import ArrayValue, DatatypeValue, FrozenMap
from ...core.spec_testing.python_values import from_python, optional_cases

PythonKind = Literal[
    "int", "bool", "float", "char", "str", "list", "tuple", "set", "dict", "record", "bits", "optional"
]
LARGEST_FLOAT = "1.7976931348623157e+308"
ROUNDED = "a real number is compared where it is a finite float; arithmetic, which floats round, is not proved"


@frozen(slots=True)
class Counterpart:
    """A sort, and which Python type stands for it. `parts`: of the elements; of a dict of keys and values.
    `cases`: of an Optional, the constructors without and with a field."""

    sort: Sort
    kind: PythonKind
    parts: tuple["Counterpart", ...] = ()
    cases: tuple[str, str] = ("", "")

    @property
    def python(self) -> str:
        """The Python type, as an annotation."""
        inside = ", ".join(inner_counterpart.python for inner_counterpart in self.parts)
        match self.kind:
            case "char":
                return "str of length 1"
            case "bits":
                return f"int from 0 to 2**{self.sort.label} - 1"
            case "tuple":
                return f"tuple[{inside}, ...]"
            case "record":
                return f"tuple[{inside}]"
            case "optional":
                return f"{inside} | None"
            case "list" | "set" | "dict":
                return f"{self.kind}[{inside}]"
            case _:
                return self.kind


_PLAIN: Mapping[str, PythonKind] = {"Int": "int", "Bool": "bool", "Real": "float", "Char": "char", "BitVec": "bits"}


def counterparts_of(
    sort: Sort, datatypes: Mapping[str, Datatype], show_type: Callable[[Sort], str] = str
) -> list[Counterpart]:
    """The Python types that may stand for a sort, the likeliest first. `show_type`: as of `Language`. Raises InputError
    for one without a counterpart."""
    match sort.kind:
        case kind if kind in _PLAIN:
            return [Counterpart(sort, _PLAIN[kind])]
        case "Seq" | "Array" if sort.args[0] == CHAR:
            characters = Counterpart(sort, "list", (Counterpart(CHAR, "char"),))
            return [Counterpart(sort, "str"), *([characters] if sort.kind == "Array" else [])]
        case "Seq" | "Array":
            # A contract says `type(xs) is list` or takes any of both; the likelier one is compared first, and the other
            # only where nothing satisfies the contract with it.
            inner_counterparts = counterparts_of(sort.args[0], datatypes, show_type)
            kinds: tuple[PythonKind, ...] = ("list", "tuple")
            return [Counterpart(sort, kind, (counterpart,)) for kind, counterpart in product(kinds, inner_counterparts)]
        case "Set":
            return [
                Counterpart(sort, "set", (counterpart,))
                for counterpart in counterparts_of(sort.args[0], datatypes, show_type)
            ]
        case "Map" | "Tuple":
            python_kind: PythonKind = "dict" if sort.kind == "Map" else "record"
            return [
                Counterpart(sort, python_kind, counterparts)
                for counterparts in product(*(counterparts_of(arg, datatypes, show_type) for arg in sort.args))
            ]
        case "Datatype" if (cases := optional_cases(sort, datatypes)) is not None:
            inner_counterparts = counterparts_of(cases.inside, datatypes, show_type)
            return [
                Counterpart(sort, "optional", (counterpart,), (cases.none, cases.some))
                for counterpart in inner_counterparts
            ]
    raise InputError(f"no counterpart in Python: {show_type(sort)}")


def condition_of(counterpart: Counterpart, text: str, depth: int = 0) -> str:
    """The condition that a Python expression is one of the values of a counterpart."""
    element = f"_e{depth}"
    match counterpart.kind:
        case "int" | "bool" | "str":
            return f"type({text}) is {counterpart.kind}"
        case "float":
            # Reals have neither infinities nor nan, which this comparison refuses, too.
            return f"type({text}) is float and -{LARGEST_FLOAT} <= {text} <= {LARGEST_FLOAT}"
        case "char":
            return f"type({text}) is str and len({text}) == 1"
        case "bits":
            return f"type({text}) is int and 0 <= {text} < {2 ** int(counterpart.sort.label or 0)}"
        case "list" | "tuple" | "set":
            element_condition = condition_of(counterpart.parts[0], element, depth + 1)
            return f"type({text}) is {counterpart.kind} and all({element_condition} for {element} in {text})"
        case "dict":
            keys = condition_of(counterpart.parts[0], element, depth + 1)
            values = condition_of(counterpart.parts[1], element, depth + 1)
            every = f"all({keys} for {element} in {text}) and all({values} for {element} in {text}.values())"
            return f"type({text}) is dict and {every}"
        case "record":
            # No deeper: the parts are expressions of the same scope, without a variable of their own.
            component_conditions = [
                condition_of(component, f"{text}[{number}]", depth)
                for number, component in enumerate(counterpart.parts)
            ]
            return " and ".join(
                [f"type({text}) is tuple and len({text}) == {len(component_conditions)}", *component_conditions]
            )
        case "optional":
            return f"({text} is None or {condition_of(counterpart.parts[0], text, depth)})"


def to_python(value: Any, counterpart: Counterpart) -> Any:
    """A value of a sort as Python's. Raises SortError where Python has none that is the same."""
    inner_counterparts = counterpart.parts
    match counterpart.kind:
        case "float":
            # 1/3 has no float: a value that is rounded is another one, and separates nothing of the specification.
            nearest_float = float(value)
            if Fraction(nearest_float) != value:
                raise SortError(f"{value} is not a float")
            return nearest_float
        case "str":
            return "".join(value.elements if isinstance(value, ArrayValue) else value)
        case "list" | "tuple" if value is None:
            raise SortError("null has no counterpart in Python")
        case "list" | "tuple":
            elements = value.elements if isinstance(value, ArrayValue) else value
            python_elements = [to_python(element, inner_counterparts[0]) for element in elements]
            return python_elements if counterpart.kind == "list" else tuple(python_elements)
        case "set":
            return {to_python(item_value, inner_counterparts[0]) for item_value in value}
        case "dict":
            return {
                to_python(key, inner_counterparts[0]): to_python(item, inner_counterparts[1])
                for key, item in value.items()
            }
        case "record":
            return tuple(
                to_python(item_value, component)
                for item_value, component in zip(value, inner_counterparts, strict=True)
            )
        case "optional":
            return (
                None if value.constructor == counterpart.cases[0] else to_python(value.fields[0], inner_counterparts[0])
            )
        case _:
            return value


def to_typed(value: Any, counterpart: Counterpart, identity: Hashable) -> Any:
    """A Python value as one of the sort; a new array gets `identity`. Raises SortError where it is none."""
    inner_counterparts = counterpart.parts
    match counterpart.kind, value:
        case "optional", None:
            return DatatypeValue(counterpart.cases[0])
        case "optional", _:
            return DatatypeValue(counterpart.cases[1], (to_typed(value, inner_counterparts[0], (identity, 0)),))
        # A bool is an int in Python, and none here.
        case "int", int() if type(value) is int:
            return value
        case (("bool" | "bits"), _):
            return from_python(value, counterpart.sort, identity)
        # Infinities and nan are no rationals: their difference with themselves is not 0.
        case "float", float() if value - value == 0:
            return Fraction(value)
        case "char", str() if len(value) == 1:
            return value
        case "str", str():
            return ArrayValue(tuple(value), identity) if counterpart.sort.kind == "Array" else tuple(value)
        case ("list", list()) | ("tuple", tuple()):
            typed_elements = tuple(
                to_typed(element, inner_counterparts[0], (identity, number)) for number, element in enumerate(value)
            )
            return ArrayValue(typed_elements, identity) if counterpart.sort.kind == "Array" else typed_elements
        case "set", set():
            return frozenset(to_typed(element, inner_counterparts[0], identity) for element in value)
        case "dict", dict():
            items = value.items()
            return FrozenMap(
                (to_typed(k, inner_counterparts[0], identity), to_typed(v, inner_counterparts[1], identity))
                for k, v in items
            )
        case "record", tuple() if len(value) == len(inner_counterparts):
            pairs = enumerate(zip(value, inner_counterparts, strict=True))
            return tuple(to_typed(element, component, (identity, number)) for number, (element, component) in pairs)
    raise SortError(f"a Python {type(value).__name__} does not convert to {counterpart.python}")


def notes_of(
    names: Iterator[tuple[str, str]], counterparts: tuple[Counterpart, ...], show_type: Callable[[Sort], str]
) -> Iterator[str]:
    """What stands for what, parameter by parameter; `names`: in Python and in the specification, whose language writes
    its types so (`show_type`)."""
    for (python, specified), counterpart in zip(names, counterparts, strict=True):
        names_text = python if python == specified else f"{python}, {specified}"
        yield f"{names_text}: {counterpart.python} ↔ {show_type(counterpart.sort)}"
    if any(_has_floats(counterpart) for counterpart in counterparts):
        yield ROUNDED


def _has_floats(counterpart: Counterpart) -> bool:
    return counterpart.kind == "float" or any(map(_has_floats, counterpart.parts))
