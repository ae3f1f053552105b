"""Literals (reference manual, section 2.5) → values, and values and sorts → Dafny text.

Some texts do not say what type they have: `[]`, `None`, `5` of a bit-vector, and what is made of these alone. The
reader infers types as Dafny does, from what surrounds such a text. Where nothing does, the printer writes a type.
"""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from ...core.errors import Unsupported
from ...core.ir.contracts import Datatype
from ...core.ir.operators.arithmetic import MAX_CODE_POINT
from ...core.ir.rational_trees import RationalTree
from ...core.ir.shapes import element_of_shaped, is_shaped
from ...core.ir.sorts import CHAR, OBJECT, Sort, sorts_in
from ...core.ir.terms import Term
from ...core.ir.type_instances import replace_sorts
from ...core.ir.values import DatatypeValue, FrozenMap, Multiset, ordered
from ...core.spans import Span
from .classes import NULL
from .dafny_limits import LIMITS
from .symbols import Precedence, Text

_SIMPLE = {"0": "\0", "n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "'": "'"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U\{([0-9a-fA-F_]+)\}|(.))")
_NAMES = {"\0": "\\0", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}


def unescape(literal: str, span: Span) -> tuple[str, ...]:
    """The characters of a literal with its quotes. Raises Unsupported for an escape that Dafny does not have."""
    if literal.startswith("@"):
        return tuple(literal[2:-1].replace('""', '"'))

    def replace(match: re.Match[str]) -> str:
        short, long, simple_escape = match.groups()
        if simple_escape is not None and simple_escape in _SIMPLE:
            return _SIMPLE[simple_escape]
        code = int((short or long or "110000").replace("_", ""), 16)
        if code > MAX_CODE_POINT:
            raise Unsupported(f"the escape {match.group()}", span)
        return chr(code)

    return tuple(_ESCAPE.sub(replace, literal[1:-1]))


def whole_number(literal: str, span: Span) -> int:
    """The value of `12`, `1_000` or `0xFF`."""
    digits = literal.replace("_", "")
    if len(digits) > LIMITS.digits:
        raise Unsupported(f"a number of more than {LIMITS.digits} digits", span)
    return int(digits, 16) if digits.startswith("0x") else int(digits)


def decimal_number(literal: str, span: Span) -> Fraction:
    """The exact value of `1.50` or, from Dafny 4.10 on, `1.5e-3`."""
    digits, _, exponent = literal.replace("_", "").lower().partition("e")
    if len(digits) > LIMITS.digits or len(exponent) > 4:
        raise Unsupported(f"a number of more than {LIMITS.digits} digits", span)
    return Fraction(digits) * Fraction(10) ** int(exponent or 0)


def escape(text: str, quote: str) -> str:
    """A literal for the text. Characters outside printable ASCII are written `\\u....` as Dafny 2 and 4 both read
    them; beyond the basic plane `\\U{......}`, which is Dafny 4's."""
    return quote + "".join(_escaped(character, quote) for character in text) + quote


def _escaped(character: str, quote: str) -> str:
    if character in _NAMES:
        return _NAMES[character]
    if character == quote:
        return "\\" + character
    if " " <= character <= "~":
        return character
    code = ord(character)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{{{code:X}}}"


def show_type(sort: Sort) -> str:
    """A sort as a Dafny type. Raises Unsupported for sorts of other languages."""
    match sort.kind:
        case "Bool" | "Int" | "Real" | "Char":
            return sort.kind.lower()
        case "Seq" if sort.args == (CHAR,):
            return "string"
        case "Seq" | "Set" | "Multiset" | "Map" | "Array":
            return f"{sort.kind.lower()}<{', '.join(map(show_type, sort.args))}>"
        case "Tuple" if is_shaped(sort):
            return f"{sort.label}<{show_type(element_of_shaped(sort))}>"
        case "Tuple":
            return f"({', '.join(map(show_type, sort.args))})"
        case "Function":
            *inputs, result = map(show_type, sort.args)
            return f"({', '.join(inputs)}) -> {result}"
        case "BitVec":
            return f"bv{sort.label}"
        case "Uninterpreted" if sort == OBJECT:
            return "object?"  # Null is among the values of the sort.
        case "Datatype" | "Uninterpreted":
            return f"{sort.label}<{', '.join(map(show_type, sort.args))}>" if sort.args else str(sort.label)
        case _:
            raise Unsupported(f"the sort {sort} in Dafny")


def literal(value: Any, sort: Sort, datatypes: Mapping[str, Datatype] = {}) -> str:
    """A value as Dafny text. An array is what stands after `:=`: `new int[] [1, 2]`; null is `null`. `datatypes`: those
    that are declared. The fields of a value of another one are written as what they look like: (0, 1) as a sequence.

    Raises Unsupported for values without a literal, such as elements of a type parameter or functions.
    """
    return show_literal(value, sort, datatypes).text


def shown(value: Any, sort: Sort, datatypes: Mapping[str, Datatype] = {}) -> str:
    """A value as `literal` writes it, but for many equal elements in a row: `seq(1000, _ => 0)`, as Dafny 3 and 4 read
    it, and `new int[1000](_ => 0)`."""
    # None is `null`.
    elements = value.elements if sort.kind == "Array" and value is not None else value
    if sort.kind not in ("Array", "Seq") or not isinstance(elements, tuple) or len(elements) < LIMITS.repeated_elements:
        return literal(value, sort, datatypes)
    element_sort, pieces = sort.args[0], list[tuple[bool, tuple[Any, ...]]]()
    for _, run in groupby(elements):
        equal = tuple(run)
        if len(equal) >= LIMITS.repeated_elements or not pieces or pieces[-1][0]:
            pieces.append((len(equal) >= LIMITS.repeated_elements, equal))
        else:
            pieces[-1] = (False, (*pieces[-1][1], *equal))
    if sort.kind == "Array":
        # An array has one initializer; of a sequence the runs are concatenated.
        if len(pieces) > 1 or not pieces[0][0]:
            return literal(value, sort, datatypes)
        initial = literal(elements[0], element_sort, datatypes)
        return f"new {show_type(element_sort)}[{len(elements)}](_ => {initial})"
    return " + ".join(
        f"seq({len(run)}, _ => {literal(run[0], element_sort, datatypes)})" if equal else literal(run, sort, datatypes)
        for equal, run in pieces
    )


def show_literal(value: Any, sort: Sort, datatypes: Mapping[str, Datatype] = {}) -> Text:
    # By sort, since a number may be an int, a bit-vector or a real.
    match sort.kind:
        case "Bool":
            return Text("true" if value else "false")
        case "Int" | "BitVec":
            return Text(str(value), Precedence.UNARY if value < 0 else Precedence.POSTFIX)
        case "Real":
            return _real(value)
        case "Char":
            return Text(escape(value, "'"))
        case "Array":
            if value is None:
                return Text("null")
            return Text(
                f"new {show_type(sort.args[0])}[] {_elements(value.elements, sort.args[0], '[]', datatypes)}",
                Precedence.OPEN,
            )
        case "Seq" if sort.args[0] == CHAR:
            return Text(escape("".join(value), '"'))
        case "Datatype":
            return _datatype(value, sort, datatypes)
        case "Uninterpreted" if value == NULL:
            return Text("null")
        case _:
            return _collection(value, sort, datatypes)


def _collection(value: Any, sort: Sort, datatypes: Mapping[str, Datatype]) -> Text:
    # In one order, so that a value has one text.
    match value:
        case tuple() if sort.kind == "Seq":
            return Text(_elements(value, sort.args[0], "[]", datatypes))
        case (array, *lengths) if is_shaped(sort):
            element = element_of_shaped(sort)
            array_start = f"new {show_type(element)}[{', '.join(map(str, lengths))}]"
            return Text(f"{array_start} {_elements(array.elements, element, '[]', datatypes)}", Precedence.OPEN)
        case tuple() if sort.kind == "Tuple":
            component_texts = (
                literal(component, value_sort, datatypes)
                for component, value_sort in zip(value, sort.args, strict=True)
            )
            return Text(f"({', '.join(component_texts)})")
        case frozenset():
            return Text(_elements(ordered(value), sort.args[0], "{}", datatypes))
        case Multiset():
            repeated = [element for element in ordered(value) for _ in range(value.count(element))]
            return Text("multiset" + _elements(repeated, sort.args[0], "{}", datatypes))
        case FrozenMap():
            key, value_sort = sort.args
            component_texts = (
                f"{literal(k, key, datatypes)} := {literal(value[k], value_sort, datatypes)}" for k in ordered(value)
            )
            return Text(f"map[{', '.join(component_texts)}]")
        case _:
            raise Unsupported(f"a literal of the sort {sort} in Dafny")


def _elements(values: Any, sort: Sort, brackets: str, datatypes: Mapping[str, Datatype]) -> str:
    return brackets[0] + ", ".join(literal(value, sort, datatypes) for value in values) + brackets[1]


def decimal(value: Fraction) -> str | None:
    """The text of a decimal fraction, with a digit on either side of the point; None of one that has no end."""
    # A decimal ends where the denominator is 2**twos * 5**fives, after as many digits as the larger of the two.
    numerator, denominator = abs(value.numerator), value.denominator
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    if denominator != 1:
        return None
    digits = max(twos, fives, 1)
    integer_part, rest = divmod(numerator * 10**digits // value.denominator, 10**digits)
    return f"{'-' if value < 0 else ''}{integer_part}.{rest:0{digits}d}"


def _real(value: Fraction) -> Text:
    """A decimal where there is one, else a quotient."""
    decimal_text = decimal(value)
    if decimal_text is None:
        return Text(f"{value.numerator}.0 / {value.denominator}.0", Precedence.PRODUCT)
    return Text(decimal_text, Precedence.UNARY if value < 0 else Precedence.POSTFIX)


def _datatype(value: DatatypeValue | RationalTree, sort: Sort, datatypes: Mapping[str, Datatype]) -> Text:
    """The constructor with its fields. Fields carry no sorts: their literals go by what the constructor says or, where
    it is not declared, by what they are."""
    if isinstance(value, RationalTree):
        raise Unsupported("a literal of a value without an end in Dafny")
    if not value.fields:
        return Text(value.constructor)
    declared = datatypes.get(str(sort.label))
    constructors = () if declared is None else declared.constructors
    constructor = next((candidate for candidate in constructors if candidate.name == value.constructor), None)
    if declared is None or constructor is None:
        return Text(f"{value.constructor}({', '.join(map(_field, value.fields))})")
    types = dict(zip(declared.parameters, sort.args, strict=False))
    sorts = (replace_sorts(binder.sort, types) for binder in constructor.fields)
    fields = (literal(field, sort, datatypes) for field, sort in zip(value.fields, sorts, strict=True))
    return Text(f"{value.constructor}({', '.join(fields)})")


def _field(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Fraction():
            return _real(value).text
        case str():
            return escape(value, "'")
        case DatatypeValue():
            return f"{value.constructor}({', '.join(map(_field, value.fields))})" if value.fields else value.constructor
        # Without sorts, a sequence of characters shows by its elements alone; an empty one is `[]`, which is a text as
        # well.
        case tuple() if value and all(isinstance(character, str) for character in value):
            return escape("".join(value), '"')
        case tuple():
            return f"[{', '.join(map(_field, value))}]"
        case frozenset():
            return "{" + ", ".join(map(_field, ordered(value))) + "}"
        case _:
            raise Unsupported(f"a literal of a {type(value).__name__} in Dafny")


_ANY = frozenset(
    {"seq.literal", "set.literal", "multiset.literal", "seq.concat", "seq.update", "map.merge", "map.remove"}
    | {f"{kind}.{name}" for kind in ("set", "multiset") for name in ("union", "intersection", "difference")}
    | {f"bv.{name}" for name in ("add", "sub", "mul", "div", "mod", "and", "or", "xor")}
)
"""One argument with a type is enough."""
_FIRST = frozenset(
    {
        "seq.slice",
        "multiset.of_seq",
        "multiset.of_set",
        "bv.not",
        "bv.shl",
        "bv.shr",
        "map.keys",
        "map.values",
        "map.items",
        "map.update",
        "multiset.update",
        "seq.at",
        "map.at",
    }
)
_LAST = frozenset({"let", "such_that", "lambda", "seq.comprehension", "set.comprehension"})


def is_untyped(term: Term, untyped_arguments: Collection[bool]) -> bool:
    """Does the text of a term leave its type open? `untyped_arguments`: the same of its arguments."""
    # Whether any argument tells the types that the whole leaves open.
    untyped_flags = list(untyped_arguments)
    match term.op:
        case "const":
            return _is_untyped_value(term.data, term.sort)
        case "datatype.make":
            return len(untyped_flags) - sum(untyped_flags) < len(term.sort.args)
        case "tuple.make":
            return any(untyped_flags)
        case "ite":
            return untyped_flags[1] and untyped_flags[2]
        case "map.literal":
            return not untyped_flags or all(untyped_flags[::2]) or all(untyped_flags[1::2])
        case "map.comprehension":
            return any(untyped_flags[-2:])
        case name if name in _ANY:
            return all(untyped_flags)
        case name if name in _FIRST:
            return untyped_flags[0]
        case name if name in _LAST:
            return untyped_flags[-1]
        case _:
            return False


def _is_untyped_value(value: Any, sort: Sort) -> bool:
    match value:
        case None:
            return True
        case int():
            return sort.kind == "BitVec"
        case tuple() if sort.kind == "Tuple":
            # One component without a type leaves the whole tuple open, as Dafny infers them one by one.
            return any(
                _is_untyped_value(component, inner_sort) for component, inner_sort in zip(value, sort.args, strict=True)
            )
        case FrozenMap():
            # A map is open if all its keys are, or all its values: one typed entry fixes the type of the others.
            key, inner_sort = sort.args
            return all(_is_untyped_value(key_or_value, key) for key_or_value in value) or all(
                _is_untyped_value(key_or_value, inner_sort) for key_or_value in value.values()
            )
        case tuple() | frozenset() | Multiset():
            return all(_is_untyped_value(component, sort.args[0]) for component in value)
        case DatatypeValue():
            # Fields carry no sorts: type arguments that no field shows can only be known from outside.
            typed = sum(_is_plain(field) for field in value.fields)
            return typed < len(sort.args) or any(inner_sort.kind == "BitVec" for inner_sort in sorts_in(sort))
        case _:
            return False


def _is_plain(value: Any) -> bool:
    """A field of a datatype's value carries no sort: is it of a type that its literal says?"""
    match value:
        case bool() | int() | Fraction() | str():
            return True
        case DatatypeValue():
            return bool(value.fields) and all(map(_is_plain, value.fields))
        case tuple() | frozenset():
            return any(map(_is_plain, value))
        case _:
            return False
