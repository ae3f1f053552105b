"""The operators of terms: one table, the meaning of each.

Definedness. A term is a value or *undefined* (Python raises; Dafny is ill-formed). A term is undefined when an
argument it needs is undefined, or where the table says so. `and`, `or`, `implies`, `ite`, `forall`, `exists` and
their Python counterparts need their arguments from left to right and stop as soon as the result is known.

Layout of binding operators. `data` is a tuple of n `Binder`; `args` are n terms, one per binder, followed by the
body (and, where the table says so, more). For quantifiers and comprehensions the n terms are domains:
`unbounded`, `range(low, high)` (half open), `elements(collection)`; a domain may mention earlier binders. For `let`
they are the bound values.
"""

from attrs import frozen


@frozen(slots=True)
class Operator:
    """An operator: its name, its argument count (None: any), and what it means."""

    name: str
    arity: int | None
    meaning: str


def _table(*rows: tuple[str, int | None, str]) -> dict[str, Operator]:
    return {name: Operator(name, arity, meaning) for name, arity, meaning in rows}


LOGIC = _table(
    ("const", 0, "data: the value"),
    ("var", 0, "data: the name"),
    ("not", 1, ""),
    ("and", None, "left to right"),
    ("or", None, "left to right"),
    ("implies", 2, "left to right"),
    ("eq", 2, "equality at one sort (arrays: identity); on Bool, if and only if"),
    ("distinct", None, "pairwise different"),
    ("ite", 3, "condition, then, else"),
    ("let", None, "bound values, body"),
    ("forall", None, "domains, body"),
    ("exists", None, "domains, body"),
    ("such_that", None, "domains, condition, body: any choice; undefined when none exists"),
    ("call", None, "data: the function's name; undefined when its precondition fails"),
    ("lambda", None, "n domains `unbounded`, body"),
    ("apply", None, "a lambda or function value, then its arguments"),
    ("unbounded", 0, "domain: every value of the binder's sort"),
    ("range", 2, "domain: low <= x < high"),
    ("elements", 1, "domain: the elements of a seq, set, multiset, map (its keys) or array"),
)

ARITHMETIC = _table(
    ("neg", 1, "Int, Real"),
    ("add", 2, "Int, Real"),
    ("sub", 2, "Int, Real"),
    ("mul", 2, "Int, Real"),
    ("div", 2, "Int: Euclidean (SMT-LIB Ints; Dafny 5.2.1); Real: exact; undefined at 0"),
    ("mod", 2, "Int: Euclidean remainder, never negative; undefined at 0"),
    ("lt", 2, "Int, Real, Char"),
    ("le", 2, "Int, Real, Char"),
    ("gt", 2, "Int, Real, Char"),
    ("ge", 2, "Int, Real, Char"),
    ("real.of_int", 1, ""),
    ("real.floor", 1, "greatest integer below or equal"),
    ("real.to_int", 1, "undefined unless integral"),
    ("char.code", 1, "Char to Int"),
    ("char.of_int", 1, "Int to Char; undefined outside 0..0x10FFFF"),
)

BIT_VECTORS = _table(
    ("bv.add", 2, "modulo 2^width"),
    ("bv.sub", 2, ""),
    ("bv.mul", 2, ""),
    ("bv.div", 2, "unsigned; undefined at 0"),
    ("bv.mod", 2, "unsigned; undefined at 0"),
    ("bv.and", 2, ""),
    ("bv.or", 2, ""),
    ("bv.xor", 2, ""),
    ("bv.not", 1, ""),
    ("bv.shl", 2, "second argument Int; undefined outside 0..width"),
    ("bv.shr", 2, "logical; second argument Int; undefined outside 0..width"),
    ("bv.lt", 2, "unsigned"),
    ("bv.le", 2, "unsigned"),
    ("bv.of_int", 1, "undefined outside 0..2^width-1"),
    ("bv.to_int", 1, "unsigned"),
)

STRINGS = _table(
    ("str.len", 1, ""),
    ("str.concat", None, ""),
    ("str.at", 2, "the one-character string at an index; empty outside (SMT-LIB Strings)"),
    ("str.substr", 3, "string, offset, length (SMT-LIB Strings)"),
    ("str.contains", 2, "haystack, needle"),
    ("str.prefixof", 2, "prefix, string"),
    ("str.suffixof", 2, "suffix, string"),
    ("str.indexof", 3, "haystack, needle, start; -1 when absent"),
    ("str.replace", 3, "first occurrence"),
    ("str.replace_all", 3, ""),
    ("str.lt", 2, "lexicographic by code point"),
    ("str.le", 2, ""),
    ("str.to_code", 1, "code point of a one-character string, else -1"),
    ("str.from_code", 1, ""),
    ("str.to_int", 1, "the decimal number, -1 unless all digits and non-empty"),
    ("str.from_int", 1, "decimal digits; empty for negatives"),
    ("str.in_re", 2, "string, regular expression"),
    ("re.literal", 0, "data: the text"),
    ("re.range", 0, "data: (first character, last character)"),
    ("re.characters", 0, "one character of a set; data: a CharacterSet"),
    ("re.allchar", 0, "any one character"),
    ("re.all", 0, "any text"),
    ("re.none", 0, "nothing"),
    ("re.union", None, ""),
    ("re.intersection", None, ""),
    ("re.concat", None, ""),
    ("re.star", 1, ""),
    ("re.plus", 1, ""),
    ("re.optional", 1, ""),
    ("re.complement", 1, ""),
    ("re.loop", 1, "data: (at least, at most)"),
)

COLLECTIONS = _table(
    ("seq.literal", None, "the elements"),
    ("seq.len", 1, ""),
    ("seq.at", 2, "undefined outside 0..len-1"),
    ("seq.concat", 2, ""),
    ("seq.slice", 3, "seq, low, high: s[low..high]; undefined unless 0 <= low <= high <= len"),
    ("seq.update", 3, "seq, index, value; undefined outside 0..len-1"),
    ("seq.member", 2, "element, seq"),
    ("seq.prefix", 2, "s <= t"),
    ("seq.comprehension", 2, "one binder (the index): domain range(0, n), body: seq(n, i => body)"),
    ("array.len", 1, ""),
    ("array.at", 2, "undefined outside 0..len-1"),
    ("array.elements", 1, "a[..]: the elements as a seq"),
    ("array.is_null", 1, ""),
    ("set.literal", None, ""),
    ("set.member", 2, "element, set"),
    ("set.union", 2, ""),
    ("set.intersection", 2, ""),
    ("set.difference", 2, ""),
    ("set.subset", 2, ""),
    ("set.proper_subset", 2, ""),
    ("set.disjoint", 2, ""),
    ("set.card", 1, ""),
    ("set.comprehension", None, "n domains, condition, element: set x | condition :: element"),
    ("multiset.literal", None, ""),
    ("multiset.of_seq", 1, ""),
    ("multiset.of_set", 1, ""),
    ("multiset.count", 2, "multiset, element"),
    ("multiset.member", 2, "element, multiset"),
    ("multiset.union", 2, "counts add"),
    ("multiset.intersection", 2, "minimum of counts"),
    ("multiset.difference", 2, "counts subtract, at least 0"),
    ("multiset.subset", 2, ""),
    ("multiset.proper_subset", 2, ""),
    ("multiset.disjoint", 2, ""),
    ("multiset.card", 1, ""),
    ("multiset.update", 3, "multiset, element, count; undefined for negative counts"),
    ("map.literal", None, "key, value, key, value, ..."),
    ("map.at", 2, "map, key; undefined for an absent key"),
    ("map.member", 2, "key, map"),
    ("map.update", 3, ""),
    ("map.merge", 2, "the right side wins"),
    ("map.remove", 2, "map, set of keys"),
    ("map.keys", 1, ""),
    ("map.values", 1, "as a set"),
    ("map.items", 1, "as a set of pairs"),
    ("map.card", 1, ""),
    ("map.comprehension", None, "n domains, condition, key, value"),
    ("tuple.make", None, ""),
    ("tuple.at", 1, "data: the 0-based position"),
    ("datatype.make", None, "data: the constructor's name"),
    ("datatype.at", 1, "data: (constructor, field); undefined for another constructor"),
    ("datatype.is", 1, "data: the constructor's name"),
    ("datatype.update", 2, "data: (constructor, field); undefined for another constructor"),
)

PYTHON = _table(
    ("python.truth", 1, "Value to Bool: bool(x)"),
    ("python.of_bool", 1, "Bool to Value"),
    ("python.not", 1, ""),
    ("python.and", None, "returns an operand, as Python does"),
    ("python.or", None, ""),
    ("python.ite", 3, "condition, then, else: only the chosen branch is evaluated"),
    ("python.unary", 1, "data: - + ~"),
    ("python.binary", 2, "data: + - * / // % ** @ & | ^ << >>"),
    ("python.compare", 2, "data: == != < <= > >= in not-in is is-not (with a space in the two-word ones)"),
    ("python.call", None, "callee, arguments; data: a tuple with, per argument, None, '*', '**' or the keyword"),
    ("python.method", None, "receiver, arguments; data: (method name, tuple as in python.call)"),
    ("python.attribute", 1, "data: the name"),
    ("python.index", 2, "x[i]"),
    ("python.slice", 3, "lower, upper, step (const None when absent): a slice object for python.index"),
    ("python.list", None, "a display; elements may be python.starred"),
    ("python.tuple", None, ""),
    ("python.set", None, ""),
    ("python.dict", None, "key, value, key, value, ...; a python.starred key with const None: **mapping"),
    ("python.starred", 1, "only inside displays"),
    ("python.comprehension", None, "data: `Comprehension`; iterables and conditions in order, then the element(s)"),
    ("python.assign", 1, "an assignment expression; data: the name that it binds in the function around it"),
    ("python.lambda", 1, "data: tuple of parameter names; body"),
    ("python.format", None, "an f-string; data: tuple of literal parts and (conversion, format) for each argument"),
)
"""Operators on VALUE: Python's own semantics (language reference, chapter 6). Undefined means: raises."""

OPERATORS: dict[str, Operator] = {
    **LOGIC, **ARITHMETIC, **BIT_VECTORS, **STRINGS, **COLLECTIONS, **PYTHON,
}
