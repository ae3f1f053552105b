"""Applications of kernel operators as text. What SMT-LIB has with the same arguments, the operator's row names.

The others are written here: an operator that SMT-LIB has with other arguments (`seq.slice` is `seq.extract` with a
length in place of the end), or that is composed of several (an update of a sequence is three pieces in a row).

Example: `map.at(m, k)` is `(some.value (select m k))`, since a map is an array of optional values here.

Invariant: the text has the operator's value wherever the operator is defined. Outside it may have any: definedness is a
condition of its own that the printer's callers assert (`core/ir/definedness.py`). What has no text raises Unsupported.
"""

from collections.abc import Sequence
from fractions import Fraction

from ...core.errors import Unsupported
from ...core.ir.operators.table import OPERATORS
from ...core.ir.sorts import INT, Sort
from ...core.ir.terms import Term
from .sorts import SortTable, option_of
from .symbols import integer, real, string


def application(term: Term, arguments: Sequence[str], sorts: SortTable) -> str:
    """The text of an operator applied to printed arguments. Raises Unsupported outside the kernel."""
    op = term.op
    row = OPERATORS.get(op)
    if row is not None and row.smtlib is not None:
        if row.sorts.arity is None and len(arguments) < 2:  # one argument is printed as itself: cvc5 wants two
            return "".join(arguments) or row.smtlib_unit
        return f"({row.smtlib} {' '.join(arguments)})" if arguments else row.smtlib
    match op:
        case "const":
            return constant(term.data, term.sort)
        case "eq":
            return _equal(term.args[0], arguments, sorts)
        case "div":
            return f"({'div' if term.sort == INT else '/'} {' '.join(arguments)})"
        # A character is its code here, so that both are the number itself.
        case "char.code" | "char.of_int":
            return arguments[0]
        case "re.literal":
            return f"(str.to_re {string(term.data)})"
        case "re.range":
            return _range(term.data[0], term.data[1])
        case "re.characters":
            range_texts = [_range(chr(first), chr(last)) for first, last in term.data.ranges()]
            if len(range_texts) > 1:
                return f"(re.union {' '.join(range_texts)})"
            return range_texts[0] if range_texts else "re.none"
        case "re.loop":
            return f"((_ re.loop {term.data[0]} {term.data[1]}) {arguments[0]})"
        case "bv.shl" | "bv.shr":
            shift = "bvshl" if op == "bv.shl" else "bvlshr"
            return f"({shift} {arguments[0]} ((_ int_to_bv {term.sort.label}) {arguments[1]}))"
        case "bv.of_int":
            return f"((_ int_to_bv {term.sort.label}) {arguments[0]})"
        case _:
            return _structured(term, arguments, sorts)


def _range(first: str, last: str) -> str:
    return f"(re.range {string(first)} {string(last)})"


def constant(value: object, sort: Sort) -> str:
    """A value of a sort without parts. Values with parts are literals in the kernel."""
    match sort.kind, value:
        case "Bool", bool():
            return "true" if value else "false"
        case "Int", int():
            return integer(value)
        case "Real", Fraction() | int():
            return real(Fraction(value))
        case "Char", str():
            return str(ord(value))
        case "String", str():
            return string(value)
        case "BitVec", int():
            return f"(_ bv{value} {sort.label})"
        case _:
            raise Unsupported(f"a constant of sort {sort} ({type(value).__name__})")


def _equal(argument: Term, arguments: Sequence[str], sorts: SortTable) -> str:
    sort = argument.sort
    if sort.kind == "Array":
        # Arrays are references: two with the same elements are two (Dafny reference manual, "Array Types").
        identity = sorts.variants(sort)[0].selectors[0]
        return f"(= ({identity} {arguments[0]}) ({identity} {arguments[1]}))"
    _refuse_arrays(sort, sorts, argument)
    return f"(= {arguments[0]} {arguments[1]})"


def _refuse_arrays(sort: Sort, sorts: SortTable, term: Term) -> None:
    """SMT-LIB would compare what arrays hold, the IR compares which they are."""
    if (sort.args or sort.kind == "Datatype") and sorts.contains(sort, "Array"):
        raise Unsupported(f"equality on {sort}: arrays inside it are compared by identity", term.span)


def _structured(term: Term, arguments: Sequence[str], sorts: SortTable) -> str:
    """Operators of structured sorts."""
    match term.op:
        case "seq.literal":
            return _sequence(arguments, sorts.text(term.sort))
        case "seq.slice":
            collection, low, high = arguments
            return f"(seq.extract {collection} {low} (- {high} {low}))"
        case "seq.update":
            collection, index, value = arguments
            after = f"(seq.extract {collection} (+ {index} 1) (- (seq.len {collection}) (+ {index} 1)))"
            return f"(seq.++ (seq.extract {collection} 0 {index}) (seq.unit {value}) {after})"
        case "seq.member":
            _refuse_arrays(term.args[0].sort, sorts, term)
            return f"(seq.contains {arguments[1]} (seq.unit {arguments[0]}))"
        case "set.literal":
            return _stores(
                f"((as const {sorts.text(term.sort)}) false)", [(argument, "true") for argument in arguments]
            )
        case "set.member":
            return f"(select {arguments[1]} {arguments[0]})"
        case "multiset.literal":
            # An element may occur twice: each is counted up from what the ones before left, which a store with a number
            # in it could not do. The name is bound, so that the text does not double with each element.
            text = f"((as const {sorts.text(term.sort)}) 0)"
            for argument in arguments:
                text = f"(let ((m! {text})) (store m! {argument} (+ 1 (select m! {argument}))))"
            return text
        case "map.literal" | "map.at" | "map.member" | "map.update":
            return _map(term, arguments, sorts)
        case "array.make":
            return f"({sorts.variants(term.sort)[0].symbol} {' '.join(arguments)})"
        case "array.len" | "array.elements" | "array.at" | "array.is_null":
            return _array(term, arguments, sorts)
        case "array.allocated":
            identity = sorts.variants(term.args[0].sort)[0].selectors[0]
            # Allocated is null (0), or one of the arrays that are known to exist.
            which, *existing = (f"({identity} {argument})" for argument in arguments)
            return f"(or (= {which} 0){''.join(f' (= {which} {known})' for known in existing)} false)"
        case "tuple.make":
            return _construct(sorts.variants(term.sort)[0].symbol, arguments)
        case "tuple.at":
            return f"({sorts.variants(term.args[0].sort)[0].selectors[term.data]} {arguments[0]})"
        case "datatype.make":
            return _construct(sorts.variant(term.sort, term.data).symbol, arguments)
        case "datatype.is":
            return f"((_ is {sorts.variant(term.args[0].sort, term.data).symbol}) {arguments[0]})"
        case "datatype.at":
            constructor, name = term.data
            variant = sorts.variant(term.args[0].sort, constructor)
            return f"({variant.selectors[variant.fields.index(name)]} {arguments[0]})"
        case "datatype.update":
            constructor, name = term.data
            variant = sorts.variant(term.sort, constructor)
            field_texts = [f"({selector} {arguments[0]})" for selector in variant.selectors]
            field_texts[variant.fields.index(name)] = arguments[1]
            return _construct(variant.symbol, field_texts)
        case op:
            raise Unsupported(f"{op} in a solver query", term.span)


def _construct(symbol: str, arguments: Sequence[str]) -> str:
    return f"({symbol} {' '.join(arguments)})" if arguments else symbol


def _sequence(elements: Sequence[str], sort: str) -> str:
    if not elements:
        return f"(as seq.empty {sort})"
    units = [f"(seq.unit {element})" for element in elements]
    return units[0] if len(units) == 1 else f"(seq.++ {' '.join(units)})"


def _stores(base: str, entries: Sequence[tuple[str, str]]) -> str:
    opening = "(store " * len(entries)
    return opening + base + "".join(f" {key} {value})" for key, value in entries)


def _map(term: Term, arguments: Sequence[str], sorts: SortTable) -> str:
    map_sort = term.args[1].sort if term.op == "map.member" else term.sort if term.op != "map.at" else term.args[0].sort
    none, some = sorts.variants(option_of(map_sort.args[1]))
    match term.op:
        case "map.member":
            return f"((_ is {some.symbol}) (select {arguments[1]} {arguments[0]}))"
        case "map.at":
            return f"({some.selectors[0]} (select {arguments[0]} {arguments[1]}))"
        case "map.update":
            return f"(store {arguments[0]} {arguments[1]} ({some.symbol} {arguments[2]}))"
        case _:
            entries = [
                (key, f"({some.symbol} {value})") for key, value in zip(arguments[::2], arguments[1::2], strict=True)
            ]
            return _stores(f"((as const {sorts.text(map_sort)}) {none.symbol})", entries)


def _array(term: Term, arguments: Sequence[str], sorts: SortTable) -> str:
    identity, elements = sorts.variants(term.args[0].sort)[0].selectors
    match term.op:
        case "array.is_null":
            return f"(= 0 ({identity} {arguments[0]}))"
        case "array.len":
            return f"(seq.len ({elements} {arguments[0]}))"
        case "array.at":
            return f"(seq.nth ({elements} {arguments[0]}) {arguments[1]})"
        case _:
            return f"({elements} {arguments[0]})"
