"""Typed terms, values and sorts → Dafny text that every version from 2.3 to 4.x reads.

Reading a term's text again gives the same term, up to spans, for the terms that this package makes.
"""

from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any

from attrs import frozen

from ...core.errors import Unsupported
from ...core.sorts import BOOL, CHAR, Sort
from ...core.terms import Binder, Term, bare, fold
from ...core.values import DatatypeValue, FrozenMap, Multiset, ordered
from .strings import escape


class Level(IntEnum):
    """How tightly an expression holds together, from the weakest to the strongest."""

    OPEN = 0
    EQUIVALENCE = 1
    IMPLICATION = 2
    CONNECTIVE = 3
    COMPARISON = 4
    SHIFT = 5
    SUM = 6
    PRODUCT = 7
    BITS = 8
    CONVERSION = 9
    UNARY = 10
    POSTFIX = 11


@frozen(slots=True)
class Text:
    """The text of a term and how tightly it holds together."""

    text: str
    level: Level = Level.POSTFIX

    def at(self, level: Level) -> str:
        """The text where at least this level is needed."""
        return self.text if self.level >= level else f"({self.text})"


_LEFT: dict[str, tuple[str, Level]] = {
    "add": ("+", Level.SUM),
    "sub": ("-", Level.SUM),
    "mul": ("*", Level.PRODUCT),
    "div": ("/", Level.PRODUCT),
    "mod": ("%", Level.PRODUCT),
    "bv.add": ("+", Level.SUM),
    "bv.sub": ("-", Level.SUM),
    "bv.mul": ("*", Level.PRODUCT),
    "bv.div": ("/", Level.PRODUCT),
    "bv.mod": ("%", Level.PRODUCT),
    "seq.concat": ("+", Level.SUM),
    "set.union": ("+", Level.SUM),
    "set.difference": ("-", Level.SUM),
    "set.intersection": ("*", Level.PRODUCT),
    "multiset.union": ("+", Level.SUM),
    "multiset.difference": ("-", Level.SUM),
    "multiset.intersection": ("*", Level.PRODUCT),
    "map.merge": ("+", Level.SUM),
    "map.remove": ("-", Level.SUM),
}
"""Operators that associate to the left."""
_SEPARATE: dict[str, tuple[str, Level]] = {
    "bv.and": ("&", Level.BITS),
    "bv.or": ("|", Level.BITS),
    "bv.xor": ("^", Level.BITS),
    "bv.shl": ("<<", Level.SHIFT),
    "bv.shr": (">>", Level.SHIFT),
    "lt": ("<", Level.COMPARISON),
    "le": ("<=", Level.COMPARISON),
    "gt": (">", Level.COMPARISON),
    "ge": (">=", Level.COMPARISON),
    "bv.lt": ("<", Level.COMPARISON),
    "bv.le": ("<=", Level.COMPARISON),
    "seq.prefix": ("<=", Level.COMPARISON),
    "set.subset": ("<=", Level.COMPARISON),
    "set.proper_subset": ("<", Level.COMPARISON),
    "set.disjoint": ("!!", Level.COMPARISON),
    "multiset.subset": ("<=", Level.COMPARISON),
    "multiset.proper_subset": ("<", Level.COMPARISON),
    "multiset.disjoint": ("!!", Level.COMPARISON),
    "seq.member": ("in", Level.COMPARISON),
    "set.member": ("in", Level.COMPARISON),
    "multiset.member": ("in", Level.COMPARISON),
    "map.member": ("in", Level.COMPARISON),
}
"""Operators whose arguments must both hold together more tightly."""
_BETWEEN = {"|": ("seq.len", "set.card", "multiset.card", "map.card")}
_MEMBERS = {
    "array.len": "Length",
    "real.floor": "Floor",
    "map.keys": "Keys",
    "map.values": "Values",
    "map.items": "Items",
}
_CHAINED = {"le": "<=", "lt": "<", "ge": ">=", "gt": ">"}
_ASCENDING = frozenset({"le", "lt"})


def show_term(term: Term) -> str:
    """A term as a Dafny expression. Raises Unsupported for operators that Dafny does not have."""
    return fold(term, _show).text


def show_type(sort: Sort) -> str:
    """A sort as a Dafny type. Raises Unsupported for sorts of other languages."""
    match sort.kind:
        case "Bool" | "Int" | "Real" | "Char":
            return sort.kind.lower()
        case "Seq" if sort.args == (CHAR,):
            return "string"
        case "Seq" | "Set" | "Multiset" | "Map" | "Array":
            return f"{sort.kind.lower()}<{', '.join(map(show_type, sort.args))}>"
        case "Tuple":
            return f"({', '.join(map(show_type, sort.args))})"
        case "Function":
            *inputs, result = map(show_type, sort.args)
            return f"({', '.join(inputs)}) -> {result}"
        case "BitVec":
            return f"bv{sort.label}"
        case "Datatype" | "Uninterpreted":
            return f"{sort.label}<{', '.join(map(show_type, sort.args))}>" if sort.args else str(sort.label)
        case _:
            raise Unsupported(f"the sort {sort} in Dafny")


def literal(value: Any, sort: Sort) -> str:
    """A value as Dafny text. An array is what stands after `:=`: `new int[] [1, 2]`; null is `null`.

    Raises Unsupported for values without a literal, such as elements of a type parameter or functions.
    """
    return _literal(value, sort).text


def _literal(value: Any, sort: Sort) -> Text:
    match sort.kind:
        case "Bool":
            return Text("true" if value else "false")
        case "Int" | "BitVec":
            return Text(str(value), Level.UNARY if value < 0 else Level.POSTFIX)
        case "Real":
            return _real(value)
        case "Char":
            return Text(escape(value, "'"))
        case "Array":
            if value is None:
                return Text("null")
            return Text(f"new {show_type(sort.args[0])}[] {_elements(value.elements, sort.args[0], '[]')}", Level.OPEN)
        case "Seq" if sort.args[0] == CHAR:
            return Text(escape("".join(value), '"'))
        case "Datatype":
            return _datatype(value)
        case _:
            return _collection(value, sort)


def _collection(value: Any, sort: Sort) -> Text:
    match value:
        case tuple() if sort.kind == "Seq":
            return Text(_elements(value, sort.args[0], "[]"))
        case tuple() if sort.kind == "Tuple":
            parts = (literal(part, inner) for part, inner in zip(value, sort.args, strict=True))
            return Text(f"({', '.join(parts)})")
        case frozenset():
            return Text(_elements(ordered(value), sort.args[0], "{}"))
        case Multiset():
            repeated = [element for element in ordered(value) for _ in range(value.count(element))]
            return Text("multiset" + _elements(repeated, sort.args[0], "{}"))
        case FrozenMap():
            key, inner = sort.args
            parts = (f"{literal(k, key)} := {literal(value[k], inner)}" for k in ordered(value))
            return Text(f"map[{', '.join(parts)}]")
        case _:
            raise Unsupported(f"a literal of the sort {sort} in Dafny")


def _elements(values: Any, sort: Sort, brackets: str) -> str:
    return brackets[0] + ", ".join(literal(value, sort) for value in values) + brackets[1]


def _real(value: Fraction) -> Text:
    """A decimal where there is one, else a quotient."""
    numerator, denominator = abs(value.numerator), value.denominator
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    sign = "-" if value < 0 else ""
    level = Level.UNARY if sign else Level.POSTFIX
    if denominator != 1:
        return Text(f"{sign}{numerator}.0 / {value.denominator}.0", Level.PRODUCT)
    digits = max(twos, fives, 1)
    whole, rest = divmod(numerator * 10**digits // value.denominator, 10**digits)
    return Text(f"{sign}{whole}.{rest:0{digits}d}", level)


def _datatype(value: DatatypeValue) -> Text:
    """The constructor with its fields. Fields carry no sorts, so their literals go by what they are."""
    if not value.fields:
        return Text(value.constructor)
    return Text(f"{value.constructor}({', '.join(_field(field) for field in value.fields)})")


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
            return _datatype(value).text
        case tuple() if value and all(isinstance(part, str) for part in value):
            return escape("".join(value), '"')
        case tuple():
            return f"[{', '.join(map(_field, value))}]"
        case frozenset():
            return "{" + ", ".join(map(_field, ordered(value))) + "}"
        case _:
            raise Unsupported(f"a literal of a {type(value).__name__} in Dafny")


# ---- terms


def _show(term: Term, parts: tuple[Text, ...]) -> Text:
    name = term.op
    if name in _LEFT:
        symbol, level = _LEFT[name]
        return Text(f"{parts[0].at(level)} {symbol} {parts[1].at(Level(level + 1))}", level)
    if name in _SEPARATE:
        symbol, level = _SEPARATE[name]
        above = Level(level + 1)
        return Text(f"{parts[0].at(above)} {symbol} {parts[1].at(above)}", level)
    if name in _BETWEEN["|"]:
        return Text(f"|{parts[0].text}|")
    if name in _MEMBERS:
        return _of_old(term, 0, f"{_subject(term, parts)}.{_MEMBERS[name]}")
    shower = _SHOWERS.get(name)
    if shower is None:
        raise Unsupported(f"the operator {name} in Dafny", term.span)
    return shower(term, parts)


def _const(term: Term, parts: tuple[Text, ...]) -> Text:
    return _literal(term.data, term.sort)


def _not(term: Term, parts: tuple[Text, ...]) -> Text:
    inner = term.args[0]
    above = Level.SHIFT
    match inner.op:
        case "eq" | "array.is_null" | "seq.member" | "set.member" | "multiset.member" | "map.member":
            if inner.op == "eq" and inner.args[0].sort == BOOL:
                return Text(f"!{parts[0].at(Level.UNARY)}", Level.UNARY)
            symbol = " in " if inner.op.endswith(".member") else " == "
            left, right = _operands(inner)
            return Text(
                f"{left.at(above)}{symbol.replace(' in', ' !in').replace('==', '!=')}{right.at(above)}",
                Level.COMPARISON,
            )
        case _:
            return Text(f"!{parts[0].at(Level.UNARY)}", Level.UNARY)


def _operands(term: Term) -> tuple[Text, Text]:
    left = fold(term.args[0], _show)
    return left, Text("null") if term.op == "array.is_null" else fold(term.args[1], _show)


def _eq(term: Term, parts: tuple[Text, ...]) -> Text:
    if term.args[0].sort == BOOL:
        return Text(f"{parts[0].at(Level.EQUIVALENCE)} <==> {parts[1].at(Level.IMPLICATION)}", Level.EQUIVALENCE)
    return Text(f"{parts[0].at(Level.SHIFT)} == {parts[1].at(Level.SHIFT)}", Level.COMPARISON)


def _and(term: Term, parts: tuple[Text, ...]) -> Text:
    chain = _chain(term)
    if chain is not None:
        return Text(chain, Level.COMPARISON)
    return Text(" && ".join(part.at(Level.COMPARISON) for part in parts), Level.CONNECTIVE)


def _chain(term: Term) -> str | None:
    """`0 <= i < n` for comparisons of neighbours in one direction."""
    links = term.args
    if any(link.op not in _CHAINED for link in links):
        return None
    same = all((link.op in _ASCENDING) == (links[0].op in _ASCENDING) for link in links)
    if not same or any(bare(a.args[1]) is not bare(b.args[0]) for a, b in pairwise(links)):
        return None
    texts = [fold(links[0].args[0], _show).at(Level.SHIFT)]
    for link in links:
        texts += [_CHAINED[link.op], fold(link.args[1], _show).at(Level.SHIFT)]
    return " ".join(texts)


def _quantifier(term: Term, parts: tuple[Text, ...]) -> Text:
    """Domains become conditions, which every version of Dafny reads."""
    ranges = _ranges(term, parts)
    body = parts[-1].text
    if ranges:
        joined = " ==> " if term.op == "forall" else " && "
        level = Level.IMPLICATION if term.op == "forall" else Level.COMPARISON
        body = joined.join((" && ".join(ranges), parts[-1].at(level)))
    return Text(f"{term.op} {_binders(term.data)} :: {body}", Level.OPEN)


def _binders(binders: tuple[Binder, ...]) -> str:
    return ", ".join(f"{binder.name}: {show_type(binder.sort)}" for binder in binders)


def _ranges(term: Term, parts: tuple[Text, ...]) -> list[str]:
    """What the domains say, as conditions."""
    found = []
    for binder, domain in zip(term.data, term.args, strict=False):
        if domain.op == "range":
            low, high = (fold(bound, _show).at(Level.SHIFT) for bound in domain.args)
            found.append(f"{low} <= {binder.name} < {high}")
        elif domain.op == "elements":
            found.append(f"{binder.name} in {fold(domain.args[0], _show).at(Level.SHIFT)}")
    return found


def _condition(term: Term, parts: tuple[Text, ...]) -> str:
    """The condition of a comprehension or of a let-such-that, with its domains."""
    count = len(term.data)
    return " && ".join([*_ranges(term, parts), parts[count].at(Level.COMPARISON)])


def _set_comprehension(term: Term, parts: tuple[Text, ...]) -> Text:
    condition = parts[len(term.data)].text if not _ranges(term, parts) else _condition(term, parts)
    whole = f"set {_binders(term.data)} | {condition}"
    element = term.args[-1]
    if len(term.data) == 1 and element.op == "var" and element.data == term.data[0].name:
        return Text(whole, Level.OPEN)
    return Text(f"{whole} :: {parts[-1].text}", Level.OPEN)


def _map_comprehension(term: Term, parts: tuple[Text, ...]) -> Text:
    condition = parts[len(term.data)].text if not _ranges(term, parts) else _condition(term, parts)
    whole, key = f"map {_binders(term.data)} | {condition} :: ", term.args[-2]
    if len(term.data) == 1 and key.op == "var" and key.data == term.data[0].name:
        return Text(whole + parts[-1].text, Level.OPEN)
    return Text(f"{whole}{parts[-2].text} := {parts[-1].text}", Level.OPEN)


def _seq_comprehension(term: Term, parts: tuple[Text, ...]) -> Text:
    (binder,) = term.data
    length = fold(term.args[0].args[1], _show).text
    return Text(f"seq({length}, {binder.name} => {parts[-1].text})")


def _let(term: Term, parts: tuple[Text, ...]) -> Text:
    names = ", ".join(binder.name for binder in term.data)
    values = ", ".join(part.text for part in parts[:-1])
    return Text(f"var {names} := {values}; {parts[-1].text}", Level.OPEN)


def _such_that(term: Term, parts: tuple[Text, ...]) -> Text:
    condition = parts[len(term.data)].text if not _ranges(term, parts) else _condition(term, parts)
    return Text(f"var {_binders(term.data)} :| {condition}; {parts[-1].text}", Level.OPEN)


def _call(term: Term, parts: tuple[Text, ...]) -> Text:
    """A call; of a datatype's own function on its receiver."""
    name, given = str(term.data), term.args
    texts = [_current(arg) if _is_old(arg) else part.text for arg, part in zip(given, parts, strict=True)]
    receiver = given[0].sort if given else None
    if receiver is not None and receiver.kind == "Datatype" and name.startswith(f"{receiver.label}."):
        name = f"{parts[0].at(Level.POSTFIX)}.{name[len(str(receiver.label)) + 1 :]}"
        texts = texts[1:]
    text = f"{name}({', '.join(texts)})"
    if not any(map(_is_old, given)):
        return Text(text)
    if any(arg.sort.kind == "Array" and not _is_old(arg) for arg in given):
        raise Unsupported("a call on arrays of two states in Dafny", term.span)
    return Text(f"old({text})")


def _is_old(term: Term) -> bool:
    return term.op == "var" and str(term.data).startswith("old(")


def _current(term: Term) -> str:
    return str(term.data)[4:-1]


def _subject(term: Term, parts: tuple[Text, ...]) -> str:
    """The first argument as what a suffix follows; inside `old`, without its own `old`."""
    subject = term.args[0]
    return _current(subject) if _is_old(subject) else parts[0].at(Level.POSTFIX)


def _of_old(term: Term, position: int, text: str) -> Text:
    return Text(f"old({text})" if _is_old(term.args[position]) else text)


def _array_at(term: Term, parts: tuple[Text, ...]) -> Text:
    """In the old state `old(a[i])`, as long as the index reads no other state."""
    if _is_old(term.args[0]) and _reads_arrays(term.args[1]):
        return Text(f"old({_current(term.args[0])}[..])[{parts[1].text}]")
    return _of_old(term, 0, f"{_subject(term, parts)}[{parts[1].text}]")


def _reads_arrays(term: Term) -> bool:
    return fold(term, lambda node, inner: node.sort.kind == "Array" or any(inner))


def _wrapped(before: str, after: str) -> Callable[[Term, tuple[Text, ...]], Text]:
    def show(term: Term, parts: tuple[Text, ...]) -> Text:
        return Text(before + ", ".join(part.text for part in parts) + after)

    return show


def _as(target: str) -> Callable[[Term, tuple[Text, ...]], Text]:
    def show(term: Term, parts: tuple[Text, ...]) -> Text:
        return Text(f"{parts[0].at(Level.CONVERSION)} as {target or show_type(term.sort)}", Level.CONVERSION)

    return show


def _suffix(before: str, *between: str) -> Callable[[Term, tuple[Text, ...]], Text]:
    """The first argument, then the others with these texts after them."""

    def show(term: Term, parts: tuple[Text, ...]) -> Text:
        rest = "".join(part.text + text for part, text in zip(parts[1:], between, strict=True))
        return Text(parts[0].at(Level.POSTFIX) + before + rest)

    return show


def _distinct(term: Term, parts: tuple[Text, ...]) -> Text:
    texts = [part.at(Level.SHIFT) for part in parts]
    pairs = [f"{left} != {right}" for i, left in enumerate(texts) for right in texts[i + 1 :]]
    return Text(" && ".join(pairs) or "true", Level.CONNECTIVE if len(pairs) > 1 else Level.COMPARISON)


def _map_literal(term: Term, parts: tuple[Text, ...]) -> Text:
    pairs = (f"{key.text} := {value.text}" for key, value in zip(parts[::2], parts[1::2], strict=True))
    return Text(f"map[{', '.join(pairs)}]")


def _constructor(term: Term, parts: tuple[Text, ...]) -> Text:
    if not parts:
        return Text(str(term.data))
    return Text(f"{term.data}({', '.join(part.text for part in parts)})")


def _apply(term: Term, parts: tuple[Text, ...]) -> Text:
    return Text(f"{parts[0].at(Level.POSTFIX)}({', '.join(part.text for part in parts[1:])})")


_SHOWERS: dict[str, Callable[[Term, tuple[Text, ...]], Text]] = {
    "const": _const,
    "var": lambda term, parts: Text(str(term.data)),
    "not": _not,
    "and": _and,
    "or": lambda term, parts: Text(" || ".join(part.at(Level.COMPARISON) for part in parts), Level.CONNECTIVE),
    "implies": lambda term, parts: Text(
        f"{parts[0].at(Level.CONNECTIVE)} ==> {parts[1].at(Level.IMPLICATION)}", Level.IMPLICATION
    ),
    "eq": _eq,
    "distinct": _distinct,
    "ite": lambda term, parts: Text(f"if {parts[0].text} then {parts[1].text} else {parts[2].text}", Level.OPEN),
    "let": _let,
    "such_that": _such_that,
    "forall": _quantifier,
    "exists": _quantifier,
    "call": _call,
    "lambda": lambda term, parts: Text(f"({_binders(term.data)}) => {parts[-1].text}", Level.OPEN),
    "apply": _apply,
    "unbounded": lambda term, parts: Text(""),
    "range": lambda term, parts: Text(""),
    "elements": lambda term, parts: Text(""),
    "neg": lambda term, parts: Text(f"-{parts[0].at(Level.UNARY)}", Level.UNARY),
    "bv.not": lambda term, parts: Text(f"!{parts[0].at(Level.UNARY)}", Level.UNARY),
    "real.of_int": _as("real"),
    "real.to_int": _as("int"),
    "char.code": _as("int"),
    "char.of_int": _as("char"),
    "bv.of_int": _as(""),
    "bv.to_int": _as("int"),
    "seq.literal": _wrapped("[", "]"),
    "seq.at": _suffix("[", "]"),
    "seq.slice": _suffix("[", "..", "]"),
    "seq.update": _suffix("[", " := ", "]"),
    "seq.comprehension": _seq_comprehension,
    "array.at": _array_at,
    "array.elements": lambda term, parts: _of_old(term, 0, f"{_subject(term, parts)}[..]"),
    "array.is_null": lambda term, parts: Text(f"{parts[0].at(Level.SHIFT)} == null", Level.COMPARISON),
    "set.literal": _wrapped("{", "}"),
    "set.comprehension": _set_comprehension,
    "multiset.literal": _wrapped("multiset{", "}"),
    "multiset.of_seq": _wrapped("multiset(", ")"),
    "multiset.of_set": _wrapped("multiset(", ")"),
    "multiset.count": _suffix("[", "]"),
    "multiset.update": _suffix("[", " := ", "]"),
    "map.literal": _map_literal,
    "map.at": _suffix("[", "]"),
    "map.update": _suffix("[", " := ", "]"),
    "map.comprehension": _map_comprehension,
    "tuple.make": _wrapped("(", ")"),
    "tuple.at": lambda term, parts: Text(f"{parts[0].at(Level.POSTFIX)}.{term.data}"),
    "datatype.make": _constructor,
    "datatype.at": lambda term, parts: Text(f"{parts[0].at(Level.POSTFIX)}.{term.data[1]}"),
    "datatype.is": lambda term, parts: Text(f"{parts[0].at(Level.POSTFIX)}.{term.data}?"),
    "datatype.update": lambda term, parts: Text(f"{parts[0].at(Level.POSTFIX)}.({term.data[1]} := {parts[1].text})"),
}
