"""Values that solvers print, as values of the IR.

Sets, multisets and maps are arrays to a solver, functions of all keys, of which only finitely many may have an entry.
Solvers print them as stores into a constant array, ``(store ((as const ...) false) 3 true)``, or as a lambda whose body
compares its variable with constants, ``(lambda ((x Int)) (or (= x 3) (and (<= 5 x) (< x 8))))``. The second is
tabulated: between two constants that are next to each other, and beyond the least and the greatest, all comparisons are
the same; so one value on each side of all constants tells whether there are infinitely many entries, and the values
between are tried one by one. Where a key has no order, one value that equals no constant stands for all others.

Invariant: what is read is exactly the solver's value, or NotAValue is raised. A value that is read wrong is found out
when the model is evaluated, and a verdict lost; nothing is proved by it.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from ...core.errors import SolverFailure, SpecassayError
from ...core.ir.operators.arithmetic import MAX_CODE_POINT
from ...core.ir.sorts import INT, Sort
from ...core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue
from .sorts import SortTable, option_of
from .symbols import SExpr, parse

_ESCAPE = re.compile(r"\\u(?:\{([0-9a-fA-F]{1,5})\}|([0-9a-fA-F]{4}))")
_MOST_ENTRIES = 10_000
"""Keys of one collection that are tried where its model is a function. What may have more is no value."""
_MOST_DIGITS = 4_000
"""Digits of one number; Python converts up to 4,300 (`sys.int_info.default_max_str_digits`)."""
_MOST_PARTS = 1_000_000
"""Parts of one value, those that it shares counted as often as they stand in it."""


class NotAValue(SpecassayError):
    """A solver's value that has no counterpart here: an infinite collection, or beyond our limits of size."""


class ValueReader:
    """Reads the values of a script's variables. `identities` are those of the script's array constants, and `elements`
    tells which elements of a model are constants of the script."""

    def __init__(self, sorts: SortTable, identities: Mapping[Hashable, int]) -> None:
        self._sorts = sorts
        self._identities = identities
        self.elements: Mapping[UninterpretedValue, UninterpretedValue] = {}

    def read(self, text: str, sort: Sort) -> Any:
        """The value of this sort that an SMT-LIB text denotes. Raises NotAValue for an infinite
        collection and SolverFailure for text that is not understood."""
        try:
            expr = _with_names(parse(text), {})
            if _parts(expr, {}) > _MOST_PARTS:
                raise NotAValue(f"a value of more than {_MOST_PARTS:,} parts")
            return self._value(expr, sort)
        except RecursionError:
            raise NotAValue("a value that is nested too deeply") from None

    def _value(self, expr: SExpr, sort: Sort) -> Any:
        # Every answer is read at the sort that was declared: solvers print integers for reals, and characters as
        # numbers.
        match sort.kind:
            case "Bool":
                return _boolean(expr)
            case "Int":
                return _integer(expr)
            case "Real":
                return _fraction(expr)
            case "Char":
                return _character(expr)
            case "String":
                return _text(expr)
            case "BitVec":
                return _bits(expr)
            case "Uninterpreted":
                return self._element(_opaque(expr, sort))
            case "Seq":
                return tuple(self._value(unit, sort.args[0]) for unit in _units(expr))
            case "Set":
                return frozenset(self._entries(expr, sort, Sort("Bool"), False))
            case "Multiset":
                return Multiset.of_counts(self._entries(expr, sort, INT, 0))
            case "Map":
                entries = self._entries(expr, sort, option_of(sort.args[1]), None)
                return FrozenMap((key, value[0]) for key, value in entries.items())
            case _:
                return self._constructed(expr, sort)

    def _element(self, model_element: UninterpretedValue) -> UninterpretedValue:
        """The constant that an element of a model is, or one beside all constants."""
        if model_element in self.elements:
            return self.elements[model_element]
        # An element that is none of the constants must not get the number of one.
        constants = (element.index for element in self.elements.values() if element.sort == model_element.sort)
        return UninterpretedValue(model_element.sort, model_element.index + max(constants, default=-1) + 1)

    def _constructed(self, expr: SExpr, sort: Sort) -> Any:
        name, *field_expressions = expr if isinstance(expr, list) else [expr]
        # `(as none (Option Int))` names a constructor with its sort; of `((as some …) 3)` the fields follow.
        if name == "as" and isinstance(field_expressions[0], str):
            name, field_expressions = field_expressions[0], []
        elif isinstance(name, list) and name[:1] == ["as"]:
            name = name[1]
        for variant in self._sorts.variants(sort):
            # z3 and cvc5 differ in whether they print the bars of a quoted symbol.
            if isinstance(name, str) and variant.symbol.strip("|") == name.strip("|"):
                fields = tuple(
                    self._value(expression, sort)
                    for expression, sort in zip(field_expressions, variant.sorts, strict=True)
                )
                break
        else:
            raise _not_understood(expr, sort)
        match sort.kind:
            case "Tuple":
                return fields
            case "Option":
                return fields or None
            case "Array":
                return self._array(*fields)
            case _:
                return DatatypeValue(variant.name, fields)

    def _array(self, number: int, elements: tuple[Any, ...]) -> ArrayValue | None:
        if number == 0:
            return None
        # The solver numbers arrays as it likes; those that the script has constants for keep their own identity.
        identities = (identity for identity, number_given in self._identities.items() if number_given == number)
        return ArrayValue(elements, next(identities, ("model", number)))

    def _entries(self, expr: SExpr, sort: Sort, entry: Sort, absent: Any) -> dict[Any, Any]:
        """The entries of an SMT-LIB array that are not `absent`, which must be finitely many."""
        stores = []
        while isinstance(expr, list) and len(expr) == 4 and expr[0] == "store":
            # The outermost store is the last that was made, and comes first here: `reversed` lets it win below.
            stores.append((self._value(expr[2], sort.args[0]), self._value(expr[3], entry)))
            expr = expr[1]
        entries: dict[Any, Any] = {}
        # What is left is the default: of a constant array, or a function.
        match expr:
            case [["as", "const", _], default]:
                # A default that is not `absent` has entries at all keys, of which there must be few (Bool, a small
                # bit-vector).
                if self._value(default, entry) != absent:
                    value = self._value(default, entry)
                    entries = dict.fromkeys(_everything(sort.args[0]), value)
            case ["lambda", [[str() as name, _]], body]:
                entries = self._tabulated(name, body, sort.args[0], entry, absent)
            case _:
                raise _not_understood(expr, sort)
        entries.update(reversed(stores))
        return {key: value for key, value in entries.items() if value != absent}

    def _tabulated(self, name: str, body: SExpr, key: Sort, entry: Sort, absent: Any) -> dict[Any, Any]:
        """The entries of `lambda name. body`, where body compares the name with constants."""
        points = self._constants(name, body, key)
        numeric = key.kind in ("Int", "Char")
        if numeric and points:
            numbers = sorted(ord(point) if key.kind == "Char" else point for point in points)
            # No comparison changes its answer beyond the least and the greatest constant: what holds one step beyond
            # holds of infinitely many keys.
            outside = [numbers[0] - 1, numbers[-1] + 1]
            if numbers[-1] - numbers[0] > _MOST_ENTRIES:
                raise NotAValue(f"a collection that may have more than {_MOST_ENTRIES} elements")
            inside: Iterable[Any] = range(numbers[0], numbers[-1] + 1)
        else:
            # Of a key without an order, one value that equals none of the constants speaks for all that are not named.
            # An entry on the outside holds of infinitely many keys: no collection of the IR.
            outside, inside = [_Other()], points
        for point in outside:
            if self._value(self._at(name, body, point, key), entry) != absent:
                raise NotAValue("a collection with infinitely many elements")
        return {
            chr(point) if key.kind == "Char" else point: self._value(self._at(name, body, point, key), entry)
            for point in inside
        }

    def _constants(self, name: str, body: SExpr, key: Sort) -> list[Any]:
        constants = []
        pending = [body]
        while pending:
            # Constants are looked for where the name is compared, on either side; `ite` and the connectives hold more.
            expr = pending.pop()
            match expr:
                case ["=" | "<=" | ">=" | "<" | ">", left, right]:
                    if left == name:
                        constants.append(self._value(right, key))
                    elif right == name:
                        constants.append(self._value(left, key))
                    else:
                        raise _not_understood(expr, key)
                case ["ite" | "and" | "or" | "not", *operands]:
                    pending.extend(operands)
                case _:
                    pass  # A leaf: the entry itself, whose numbers are no keys.
        return constants

    def _at(self, name: str, body: SExpr, point: Any, key: Sort) -> SExpr:
        """The body at one point: a leaf of its conditionals, or true or false."""
        match body:
            case ["ite", condition, then, orelse]:
                # Conditions are decided at the point, so that only one leaf is left.
                chosen = then if self._at(name, condition, point, key) == "true" else orelse
                return self._at(name, chosen, point, key)
            case ["and", *operands]:
                return _truth(all(self._at(name, operand, point, key) == "true" for operand in operands))
            case ["or", *operands]:
                return _truth(any(self._at(name, operand, point, key) == "true" for operand in operands))
            case ["not", operand]:
                return _truth(self._at(name, operand, point, key) != "true")
            case ["=" | "<=" | ">=" | "<" | ">" as relation, left, right]:
                low, high = (point if side == name else self._comparable(side, key) for side in (left, right))
                return _truth(_compare(str(relation), low, high))
            case _ if body == name and isinstance(point, bool):
                return _truth(point)
            case _ if body == name:
                raise _not_understood(body, key)
            case _:
                return body

    def _comparable(self, expr: SExpr, key: Sort) -> Any:
        value = self._value(expr, key)
        return ord(value) if key.kind == "Char" else value


class _Other:
    """A value that differs from every constant."""


def _compare(relation: str, left: Any, right: Any) -> bool:
    match relation:
        case "=":
            return bool(left == right)
        case "<=":
            return bool(left <= right)
        case ">=":
            return bool(left >= right)
        case "<":
            return bool(left < right)
        case _:
            return bool(left > right)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _not_understood(expr: SExpr, sort: Sort) -> SpecassayError:
    return SolverFailure(f"a solver's value of sort {sort} was not understood: {str(expr)[:120]}")


def _with_names(expr: SExpr, names: Mapping[str, SExpr]) -> SExpr:
    """Names bound by `let` replaced by what they stand for (shared, not copied). `let` is parallel: what it binds is
    read with the names outside it (SMT-LIB 2.6, section 3.6.1)."""
    match expr:
        case ["let", [*bindings], body]:
            inner_names = dict(names)
            for binding in bindings:
                assert isinstance(binding, list)
                inner_names[str(binding[0])] = _with_names(binding[1], names)
            return _with_names(body, inner_names)
        case list():
            return [_with_names(child_expression, names) for child_expression in expr]
        case _:
            return names.get(expr, expr)


def _parts(expr: SExpr, counts_known: dict[int, int]) -> int:
    """How many parts an expression has when it is written out: with `let`, a text of 30 lines may stand for a billion.
    `counts_known`: of the lists, by identity."""
    if not isinstance(expr, list):
        return 1
    count_known = counts_known.get(id(expr))
    if count_known is None:
        count_known = counts_known[id(expr)] = 1 + sum(_parts(expression, counts_known) for expression in expr)
    return count_known


def _boolean(expr: SExpr) -> bool:
    if expr not in ("true", "false"):
        raise _not_understood(expr, Sort("Bool"))
    return expr == "true"


def _integer(expr: SExpr) -> int:
    value = _fraction(expr)
    if value.denominator != 1:
        raise _not_understood(expr, INT)
    return value.numerator


def _fraction(expr: SExpr) -> Fraction:
    match expr:
        case str() if re.fullmatch(r"\d+(\.\d+)?", expr):
            if len(expr) > _MOST_DIGITS:
                raise NotAValue(f"a number of {len(expr)} digits")
            return Fraction(expr)
        case ["-", value]:
            return -_fraction(value)
        case ["/", numerator, denominator]:
            return _fraction(numerator) / _fraction(denominator)
        case ["to_real", value]:
            return _fraction(value)
        case ["root-obj", *_] | [["_", "real_algebraic_number", *_], *_] | ["_", "real_algebraic_number", *_]:
            raise NotAValue("an irrational number")
        case _:
            raise _not_understood(expr, Sort("Real"))


def _character(expr: SExpr) -> str:
    code = _integer(expr)
    if not 0 <= code <= MAX_CODE_POINT:
        raise _not_understood(expr, Sort("Char"))
    return chr(code)


def _text(expr: SExpr) -> str:
    if not (isinstance(expr, str) and expr.startswith('"')):
        raise _not_understood(expr, Sort("String"))
    return _ESCAPE.sub(lambda escape: chr(int(escape[1] or escape[2], 16)), expr[1:-1].replace('""', '"'))


def _bits(expr: SExpr) -> int:
    match expr:
        case str() if expr.startswith("#x"):
            return int(expr[2:], 16)
        case str() if expr.startswith("#b"):
            return int(expr[2:], 2)
        case ["_", str() as value, _] if value.startswith("bv"):
            return int(value[2:])
        case _:
            raise _not_understood(expr, Sort("BitVec"))


def _opaque(expr: SExpr, sort: Sort) -> UninterpretedValue:
    name = expr[1] if isinstance(expr, list) and expr[:1] == ["as"] else expr
    number_found = re.search(r"(\d+)\|?$", name) if isinstance(name, str) else None
    if number_found is None:
        raise _not_understood(expr, sort)
    return UninterpretedValue(str(sort.label), int(number_found[1]))


def _units(expr: SExpr) -> list[SExpr]:
    """The elements of a sequence: concatenations of units, to any depth."""
    elements: list[SExpr] = []
    pending = [expr]
    while pending:
        match pending.pop():
            case ["seq.unit", element]:
                elements.append(element)
            case ["seq.++", *concatenated]:
                pending.extend(reversed(concatenated))
            case ["as", "seq.empty", _]:
                pass
            case unread:
                raise SolverFailure(f"a solver's sequence was not understood: {str(unread)[:120]}")
    return elements


def _everything(sort: Sort) -> Iterable[Any]:
    """All values of a small finite sort."""
    if sort.kind == "Bool":
        return (False, True)
    if sort.kind == "BitVec" and isinstance(sort.label, int) and 2**sort.label <= _MOST_ENTRIES:
        return range(2**sort.label)
    raise NotAValue("a collection with infinitely many elements")
