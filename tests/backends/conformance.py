"""Terms with known status, over every sort: what every backend must answer.

One row: a name, whether values exist that make the terms defined and true, and the Bool terms. To certify
a new backend, register it: every row is run on it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from attrs import field, frozen

from specassay.core.ir import build as b
from specassay.core.ir.characters import characters, of_ranges
from specassay.core.ir.contracts import Constructor, Datatype, Function
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    REAL,
    REGEX,
    STRING,
    Sort,
    array_of,
    bit_vector,
    datatype,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
    uninterpreted,
)
from specassay.core.ir.terms import Binder, Term, const, make, var
from specassay.core.ir.values import ArrayValue, FrozenMap, Multiset
from specassay.core.ir.variables import Name

Status = Literal["sat", "unsat"]


@frozen(slots=True)
class Row:
    name: str
    status: Status
    terms: tuple[Term, ...]
    functions: Mapping[Name, Function] = field(factory=dict)
    datatypes: Mapping[str, Datatype] = field(factory=dict)
    undecided: frozenset[str] = frozenset()
    """Solvers that may answer unknown or run out of time; a wrong answer is never allowed."""
    beyond_evaluator: bool = False
    """The evaluator cannot decide the row, whatever the values: a quantifier over an infinite sort."""


ROWS: list[Row] = []


def row(name: str, status: Status, *terms: Term, undecided: str = "", **rest: Any) -> None:
    ROWS.append(Row(name, status, terms, undecided=frozenset(undecided.split()), **rest))


def variables(names: str, sort: Sort) -> list[Term]:
    return [var(name, sort) for name in names.split()]


i, j, n = variables("i j n", INT)
x, y = variables("x y", REAL)
p, q = variables("p q", BOOL)
c, d = variables("c d", CHAR)
s, t = variables("s t", STRING)
NUMBERS = seq_of(INT)
a, r = variables("a r", NUMBERS)
TEXT = seq_of(CHAR)
w = var("w", TEXT)
k = Binder("k", INT)
K = var("k", INT)
e = Binder("e", INT)
E = var("e", INT)


def op(name: str, *args: Term, **rest: Any) -> Term:
    return b.op(operator_name(name), *args, **rest)


def num(value: int) -> Term:
    return b.integer(value)


def text(value: str) -> Term:
    return b.string(value)


def ints(*values: int) -> Term:
    return const(tuple(values), NUMBERS)


def length(term: Term) -> Term:
    prefix = {"String": "str", "Array": "array"}.get(term.sort.kind, "seq")
    return op(f"{prefix}.len", term)


def at(sequence: Term, index: Term) -> Term:
    return op("seq.at", sequence, index)


# Bool
row("excluded middle", "sat", b.disj(p, b.negate(p)))
row("contradiction", "unsat", p, b.negate(p))
row("implication chain", "unsat", b.implies(p, q), p, b.negate(q))
row("empty connectives", "sat", make("and", (), BOOL), b.negate(make("or", (), BOOL)))
row("conditional", "unsat", op("ite", p, q, b.negate(q)), b.eq(p, b.negate(q)))
row("three booleans that differ", "unsat", b.ne(p, q), b.negate(p), b.negate(q))

# Int
row("linear", "sat", b.lt(i, j), b.lt(j, b.add(i, num(2))))
row("between integers", "unsat", b.lt(i, j), b.lt(j, b.add(i, num(1))))
row("Euclidean division", "unsat", b.negate(b.eq(op("div", num(-7), num(2)), num(-4))))
row("Euclidean remainder", "unsat", b.lt(op("mod", i, num(-3)), num(0)))
row("remainder", "sat", b.eq(op("mod", i, num(7)), num(3)), b.gt(i, num(100)))
row("square", "sat", b.eq(op("mul", i, i), num(144)), b.lt(i, num(0)))
row("no square root", "unsat", b.eq(op("mul", i, i), num(2)), b.le(num(0), i), b.le(i, num(5)))
row("big integer", "sat", b.eq(i, b.add(b.integer(2**200), num(1))))
row("big integers differ", "unsat", b.eq(i, b.integer(10**40)), b.lt(i, b.integer(10**40)))
row("negation", "unsat", b.eq(op("neg", i), b.add(i, num(1))))
row(
    "pigeons",
    "unsat",
    b.ne(i, j),
    b.ne(i, n),
    b.ne(j, n),
    *(b.conj(b.le(num(0), v), b.le(v, num(1))) for v in (i, j, n)),
)

# Definedness
row("division by zero", "unsat", b.eq(i, num(0)), b.eq(op("div", n, i), op("div", n, i)))
row("guarded division", "sat", b.eq(i, num(0)), b.disj(b.eq(i, num(0)), b.eq(op("div", n, i), num(1))))
row("guard on the wrong side", "unsat", b.eq(i, num(0)), op("or", b.eq(op("div", n, i), num(1)), b.eq(i, num(0))))
row("negated division by zero", "unsat", b.eq(i, num(0)), b.negate(b.eq(op("mod", n, i), num(1))))
row("conditional division", "sat", b.eq(i, num(0)), b.eq(op("ite", b.eq(i, num(0)), num(5), op("div", n, i)), num(5)))
row("index beyond the end", "unsat", b.eq(length(a), num(2)), b.eq(at(a, num(2)), at(a, num(2))))
row("negative index", "unsat", b.eq(at(a, num(-1)), num(0)))
row("index in bounds", "sat", b.eq(at(a, num(1)), num(7)))
row("slice out of order", "unsat", b.eq(length(op("seq.slice", a, num(2), num(1))), num(0)))
row("strict let", "unsat", op("let", op("div", num(1), i), b.boolean(True), data=(k,)), b.eq(i, num(0)))
row("not an integer", "unsat", b.eq(op("real.to_int", b.real("1/2")), op("real.to_int", b.real("1/2"))))
row("no such character", "unsat", b.eq(op("char.of_int", num(0x110000)), c))
row("shift too far", "unsat", b.eq(op("bv.shl", var("u", bit_vector(8)), num(9)), const(0, bit_vector(8))))
row("greater and less", "unsat", b.ge(i, j), b.lt(i, j))

# Real
row("between reals", "sat", b.lt(x, y), b.lt(y, b.add(x, b.real(1))))
row("thirds", "sat", b.eq(op("mul", x, b.real(3)), b.real(1)))
row("exact quotient", "unsat", b.negate(b.eq(op("div", b.real(-1), b.real(3)), const(Fraction(-1, 3), REAL))))
row("floor", "unsat", b.eq(op("real.floor", x), i), b.lt(x, op("real.of_int", i)))
row("floor of a negative", "unsat", b.negate(b.eq(op("real.floor", b.real("-1/2")), num(-1))))
row("integral real", "sat", b.eq(op("real.to_int", x), num(3)))
row("real division by zero", "unsat", b.eq(y, b.real(0)), b.eq(op("div", x, y), x))

# Char
row("character order", "sat", b.lt(const("a", CHAR), c), b.lt(c, const("c", CHAR)))
row("no character below", "unsat", b.lt(op("char.code", c), num(0)))
row("no character above", "unsat", b.gt(op("char.code", c), num(0x10FFFF)))
row("last character", "sat", b.eq(op("char.code", c), num(0x10FFFF)))
row("characters in a sequence", "unsat", b.eq(length(w), num(1)), b.lt(op("char.code", at(w, num(0))), num(0)))
row("word", "sat", b.eq(w, const(tuple("añ😀"), TEXT)), b.eq(at(w, num(2)), const("😀", CHAR)))

# String
LETTERS = op("re.plus", make("re.range", (), REGEX, ("a", "z")))
row("length", "sat", b.eq(length(s), num(3)))
row("concatenation", "sat", b.eq(op("str.concat", s, t), text("abc")), b.eq(length(s), num(1)))
row("one-argument concatenation", "sat", b.eq(make("str.concat", (s,), STRING), text("x")))
row("prefix longer than the text", "unsat", op("str.prefixof", s, t), b.gt(length(s), length(t)))
row("escapes", "sat", b.eq(s, text('"\\u{41}\n\x00é|')), b.eq(length(s), num(11)))
row("unicode", "sat", b.eq(s, text("añ😀")), b.eq(op("str.to_code", op("str.at", s, num(2))), num(0x1F600)))
row("letters", "sat", op("str.in_re", s, LETTERS), b.gt(length(s), num(2)))
row(
    "letters and digits",
    "unsat",
    op("str.in_re", s, LETTERS),
    op("str.in_re", s, op("re.plus", make("re.range", (), REGEX, ("0", "9")))),
)
row(
    "regular operators",
    "sat",
    op(
        "str.in_re",
        s,
        op(
            "re.concat",
            make("re.literal", (), REGEX, "ab"),
            op("re.loop", LETTERS, data=(1, 3)),
            op("re.optional", make("re.allchar", (), REGEX)),
            make("re.all", (), REGEX),
        ),
    ),
    b.negate(op("str.in_re", s, op("re.union", LETTERS, make("re.none", (), REGEX)))),
    b.le(length(s), num(5)),
)
row(
    "complement and intersection",
    "unsat",
    op("str.in_re", s, op("re.intersection", LETTERS, op("re.complement", op("re.star", LETTERS)))),
)
DIGITS = make("re.characters", (), REGEX, of_ranges([(48, 57), (0x660, 0x669), (0x1D7CE, 0x1D7FF)]))
row(
    "characters of a set",
    "sat",
    op("str.in_re", s, op("re.plus", DIGITS)),
    b.eq(length(s), num(3)),
    b.negate(op("str.in_re", s, op("re.star", make("re.range", (), REGEX, ("0", "9"))))),
)
row(
    "set of characters, single and with none",
    "sat",
    op(
        "str.in_re",
        s,
        op(
            "re.concat",
            make("re.characters", (), REGEX, characters("\u00e9")),
            op("re.optional", make("re.characters", (), REGEX, characters(""))),
        ),
    ),
)
row(
    "set of characters, refuted",
    "unsat",
    op("str.in_re", s, DIGITS),
    b.eq(length(s), num(1)),
    op("str.in_re", s, make("re.characters", (), REGEX, of_ranges([(0, 47), (58, 0x65F), (0x66A, 0x1D7CD)]))),
)
row("set of characters, none", "unsat", op("str.in_re", s, make("re.characters", (), REGEX, characters(""))))
row("one-argument union", "sat", op("str.in_re", s, make("re.union", (LETTERS,), REGEX)))
row("lexicographic", "sat", op("str.lt", text("B"), s), op("str.le", s, text("a")), b.eq(length(s), num(1)))
row("index of", "sat", b.eq(op("str.indexof", s, text("b"), num(1)), num(2)))
row("contains", "unsat", op("str.contains", s, text("ab")), b.lt(length(s), num(2)))
row("replace", "sat", b.eq(op("str.replace", s, text("a"), text("bb")), text("xbb")), op("str.contains", s, text("a")))
row("replace all", "sat", b.eq(op("str.replace_all", text("aXbX"), text("X"), text("")), s))
row("digits", "sat", b.eq(op("str.to_int", s), num(42)), b.eq(length(s), num(4)))
row("not a number", "unsat", b.eq(op("str.to_int", text("4x")), num(4)))
row("from integer", "unsat", b.negate(b.eq(op("str.from_int", num(-5)), text(""))))
row("substring", "sat", b.eq(op("str.substr", s, num(1), num(2)), text("bc")), op("str.suffixof", text("d"), s))
row("code points", "unsat", b.eq(op("str.to_code", op("str.from_code", num(955))), num(956)))

# Seq
row("sequence literal", "sat", b.eq(a, ints(1, 2, 3)), b.eq(at(a, num(0)), i))
row("sequences of unknowns", "unsat", b.eq(op("seq.literal", i, j), ints(1, 2)), b.negate(b.lt(i, j)))
row("empty sequence", "sat", b.eq(a, ints()), b.eq(length(a), num(0)))
row("sequence concatenation", "sat", b.eq(op("seq.concat", a, r), ints(1, 2, 3)), b.eq(length(a), num(1)))
row("membership", "unsat", op("seq.member", num(5), a), b.eq(a, ints(1, 2)))
row("membership in an unknown", "sat", op("seq.member", num(5), a), b.eq(length(a), num(2)))
row("update", "sat", b.eq(op("seq.update", a, num(1), num(9)), ints(1, 9, 3)), b.eq(at(a, num(1)), num(4)))
row("update keeps the length", "unsat", b.negate(b.eq(length(op("seq.update", a, num(0), i)), length(a))))
row("slice", "sat", b.eq(op("seq.slice", a, num(1), num(3)), ints(5, 6)), b.eq(length(a), num(3)))
row(
    "slice inside", "unsat", b.negate(b.eq(length(op("seq.slice", a, num(1), num(2))), num(1))), b.eq(length(a), num(3))
)
row("sequence prefix", "unsat", op("seq.prefix", ints(1, 2), a), b.eq(at(a, num(1)), num(3)))
row("sequence of sequences", "sat", b.eq(length(at(var("m", seq_of(NUMBERS)), num(0))), num(2)))
row(
    "sequence comprehension",
    "sat",
    b.eq(a, op("seq.comprehension", b.between(num(0), num(3)), op("mul", K, K), data=(k,))),
)
row(
    "sequence comprehension misses",
    "unsat",
    b.eq(at(op("seq.comprehension", b.between(num(0), n), op("mul", K, K), data=(k,)), num(2)), num(5)),
)

# Quantifiers
NONNEGATIVE = b.forall([k], b.le(num(0), at(a, K)), [b.between(num(0), length(a))])
row("all elements by position", "sat", NONNEGATIVE, b.eq(length(a), num(3)), b.gt(at(a, num(1)), num(4)))
row("all elements contradicted", "unsat", NONNEGATIVE, b.eq(at(a, num(1)), num(-1)))
row("elements of a sequence", "unsat", b.forall([e], b.gt(E, num(3)), [b.elements(a)]), b.eq(at(a, num(0)), num(2)))
row("some element", "sat", b.exists([e], b.gt(E, num(3)), [b.elements(a)]), b.eq(length(a), num(2)))
row("some listed element", "unsat", b.exists([e], b.gt(E, num(3)), [b.elements(ints(1, 2, 3))]))
row(
    "sorted",
    "unsat",
    b.forall(
        [k, Binder("l", INT)],
        b.le(at(a, K), at(a, var("l", INT))),
        [b.between(num(0), length(a)), b.between(K, length(a))],
    ),
    b.eq(a, ints(1, 3, 2)),
)
row("no largest integer", "unsat", b.forall([e], b.le(E, i)))
row("unbounded identity", "sat", b.forall([e], b.eq(b.add(E, i), E)), beyond_evaluator=True)
row("shadowed name", "sat", b.eq(K, num(7)), b.exists([k], b.eq(K, num(3))))
row("domain mentions the outer name", "sat", b.eq(K, num(2)), b.forall([k], b.lt(K, num(2)), [b.between(num(0), K)]))
row(
    "undefined under a quantifier",
    "unsat",
    b.forall([k], b.eq(at(a, K), at(a, K)), [b.between(num(0), num(3))]),
    b.lt(length(a), num(3)),
)
row("empty range", "sat", b.forall([k], b.boolean(False), [b.between(num(5), num(5))]))
row(
    "quantified sharing",
    "unsat",
    b.exists(
        [k],
        b.conj(b.lt(b.add(op("mul", K, K), b.add(K, n)), num(0)), b.gt(b.add(op("mul", K, K), b.add(K, n)), num(0))),
        [b.between(num(0), num(4))],
    ),
)

# Set
INTS = set_of(INT)
u, v = variables("u v", INTS)


def ints_set(*values: int) -> Term:
    return const(frozenset(values), INTS)


def member(value: Term, collection: Term) -> Term:
    return op("set.member", value, collection)


row("set order", "sat", b.eq(u, op("set.literal", num(2), num(1))), b.eq(u, ints_set(1, 2)))
row("set literal repeats", "unsat", b.negate(b.eq(op("set.literal", i, i), op("set.literal", i))))
row("union", "sat", b.eq(u, op("set.union", ints_set(1), op("set.literal", i))), member(num(5), u))
row("difference", "unsat", b.eq(u, op("set.difference", v, ints_set(1))), member(num(1), u))
row("subset", "unsat", op("set.subset", ints_set(1, 2), u), b.negate(member(num(2), u)))
row("proper subset of itself", "unsat", op("set.proper_subset", u, u))
row("disjoint", "unsat", op("set.disjoint", ints_set(1, 2), u), member(num(1), u))
row("cardinality of a literal", "unsat", b.eq(op("set.card", op("set.literal", i, j)), num(2)), b.eq(i, j))
row("empty set", "sat", b.eq(u, ints_set()), b.eq(op("set.card", ints_set()), num(0)))


def sized(collection: Term) -> Term:
    return op("set.card", collection)


def less_than(bound: Term) -> Term:
    return op("set.comprehension", b.UNBOUNDED, b.conj(b.le(num(0), K), b.lt(K, bound)), K, data=(k,))


row("equal sizes of equal sets", "unsat", b.negate(b.eq(sized(op("set.union", u, v)), sized(op("set.union", v, u)))))
row("sizes", "sat", b.negate(b.eq(u, v)), b.eq(sized(op("set.union", u, v)), sized(u)), undecided="cvc5")
row("equal sizes of comprehensions", "unsat", b.eq(i, n), b.lt(sized(less_than(i)), sized(less_than(n))))
row("a comprehension between bounds", "unsat", b.eq(sized(less_than(n)), num(0)), b.lt(num(0), n))
row(
    "comprehension",
    "unsat",
    member(num(7), op("set.comprehension", b.between(num(0), num(5)), b.boolean(True), K, data=(k,))),
)
row(
    "mapped comprehension",
    "sat",
    member(i, op("set.comprehension", b.between(num(1), num(4)), b.boolean(True), op("mul", K, K), data=(k,))),
    b.gt(i, num(5)),
)
row("elements of a set", "sat", b.forall([e], b.gt(E, num(3)), [b.elements(op("set.literal", i, j))]))
row("set in a tuple", "sat", b.eq(var("pair", tuple_of(INTS, INT)), const((frozenset({3}), 4), tuple_of(INTS, INT))))
row(
    "union as an argument",
    "unsat",
    b.eq(op("tuple.make", op("set.union", u, ints_set(1)), i), const((frozenset({2}), 4), tuple_of(INTS, INT))),
)
row("symbolic cardinality", "unsat", b.lt(op("set.card", u), num(1)), member(num(3), u))
row("set of characters", "sat", b.eq(var("cs", set_of(CHAR)), op("set.literal", c)), b.eq(c, const("q", CHAR)))
row(
    "a set of characters has characters",
    "unsat",
    b.negate(b.eq(var("cs", set_of(CHAR)), op("set.literal", sort=set_of(CHAR)))),
    b.forall([Binder("any", CHAR)], b.negate(op("set.member", var("any", CHAR), var("cs", set_of(CHAR))))),
)

# Multiset
BAG = multiset_of(INT)
g, h = variables("g h", BAG)


def count(bag: Term, value: Term) -> Term:
    return op("multiset.count", bag, value)


row("counts", "sat", b.eq(g, const(Multiset([1, 1, 2]), BAG)), b.eq(count(g, num(1)), num(2)))
row("no negative count", "unsat", b.lt(count(g, num(1)), num(0)))
row("permutation", "sat", b.eq(op("multiset.of_seq", a), const(Multiset([3, 1, 3]), BAG)), b.lt(at(a, num(1)), num(3)))
row(
    "not a permutation",
    "unsat",
    b.eq(op("multiset.of_seq", a), op("multiset.of_seq", ints(3, 1))),
    b.eq(at(a, num(0)), num(2)),
)
row(
    "multiset union",
    "unsat",
    b.eq(g, op("multiset.union", const(Multiset([1]), BAG), h)),
    b.eq(count(g, num(1)), num(0)),
)
row("multiset difference", "unsat", b.gt(count(op("multiset.difference", g, h), num(1)), count(g, num(1))))
row("multiset size", "unsat", b.eq(op("multiset.card", op("multiset.of_seq", a)), num(2)), b.eq(length(a), num(3)))
row("negative update", "unsat", b.eq(op("multiset.update", g, num(1), num(-1)), g))

# Map
TABLE = map_of(INT, STRING)
f, o = variables("f o", TABLE)
row("map literal", "sat", b.eq(f, const(FrozenMap({1: "a", 2: "b"}), TABLE)), b.eq(op("map.at", f, i), text("b")))
row("absent key", "unsat", b.eq(f, const(FrozenMap({1: "a"}), TABLE)), b.eq(op("map.at", f, num(2)), text("")))
row("map update", "unsat", b.negate(b.eq(op("map.at", op("map.update", f, i, s), i), s)))
row(
    "map equality is by entries",
    "sat",
    b.eq(op("map.update", f, num(1), text("x")), op("map.literal", num(1), text("x"))),
)
row("map keys", "unsat", b.eq(op("map.keys", f), ints_set(1)), op("map.member", num(2), f))
row(
    "map merge",
    "unsat",
    b.eq(o, op("map.merge", f, const(FrozenMap({1: "r"}), TABLE))),
    b.eq(op("map.at", o, num(1)), text("l")),
)
row("map remove", "unsat", op("map.member", num(1), op("map.remove", f, ints_set(1))))
row(
    "map comprehension",
    "sat",
    b.eq(
        var("sq", map_of(INT, INT)),
        op("map.comprehension", b.between(num(0), num(3)), b.boolean(True), K, op("mul", K, K), data=(k,)),
    ),
)

# Tuple
PAIR = tuple_of(INT, STRING)
pair = var("pair2", PAIR)
row("tuple", "sat", b.eq(op("tuple.at", pair, data=0), num(3)), b.eq(op("tuple.at", pair, data=1), text("z")))
row("tuple equality", "unsat", b.eq(op("tuple.make", i, s), op("tuple.make", j, s)), b.lt(i, j))

# Array
ARRAY = array_of(INT)
z, zz = variables("z zz", ARRAY)
row("array elements", "sat", b.eq(op("array.at", z, num(1)), num(5)), b.eq(length(z), num(2)))
row("array index", "unsat", b.eq(op("array.at", z, length(z)), num(0)))
row("null array", "unsat", op("array.is_null", z), b.eq(length(z), length(z)))
row(
    "arrays with equal elements differ",
    "sat",
    b.negate(b.eq(z, zz)),
    b.eq(op("array.elements", z), op("array.elements", zz)),
)
row(
    "one array with other elements",
    "sat",
    b.eq(z, zz),
    b.negate(b.eq(op("array.elements", z), op("array.elements", zz))),
)
row("null is allocated", "sat", op("array.allocated", z, zz), op("array.is_null", z), b.negate(op("array.is_null", zz)))
row(
    "another array is not allocated",
    "unsat",
    op("array.allocated", z, zz),
    b.negate(op("array.is_null", z)),
    b.negate(b.eq(z, zz)),
)
row("array constant", "sat", b.eq(op("array.elements", const(ArrayValue((4, 5), "old"), ARRAY)), a))

# Datatype
LIST = datatype("List", INT)
LISTS = {
    "List": Datatype(
        "List",
        ("T",),
        (
            Constructor("Nil", ()),
            Constructor(
                "Cons", (Binder("head", uninterpreted("T")), Binder("tail", datatype("List", uninterpreted("T"))))
            ),
        ),
    )
}
xs, ys = variables("xs ys", LIST)


def cons(head: Term, tail: Term) -> Term:
    return op("datatype.make", head, tail, data="Cons", sort=LIST)


NIL = op("datatype.make", data="Nil", sort=LIST)
HEAD = op("datatype.at", xs, data=("Cons", "head"), sort=INT)
row("constructors differ", "unsat", b.eq(cons(i, xs), NIL), datatypes=LISTS)
row("datatype value", "sat", b.eq(xs, cons(num(1), cons(i, NIL))), b.gt(i, num(3)), datatypes=LISTS)
row("field of another constructor", "unsat", op("datatype.is", xs, data="Nil"), b.eq(HEAD, HEAD), datatypes=LISTS)
row("acyclic", "unsat", b.eq(xs, cons(i, xs)), datatypes=LISTS)
row(
    "datatype update",
    "sat",
    b.eq(op("datatype.update", xs, num(8), data=("Cons", "head")), cons(num(8), NIL)),
    b.eq(HEAD, num(2)),
    datatypes=LISTS,
)
row(
    "update of the last field",
    "unsat",
    b.negate(b.eq(op("datatype.update", xs, ys, data=("Cons", "tail")), cons(num(2), ys))),
    b.eq(HEAD, num(2)),
    datatypes=LISTS,
)
TREE = datatype("Tree")
TREES = {"Tree": Datatype("Tree", (), (Constructor("Leaf", ()), Constructor("Node", (Binder("kids", seq_of(TREE)),))))}
row(
    "sequence inside its own datatype",
    "sat",
    b.eq(length(op("datatype.at", var("tree", TREE), data=("Node", "kids"), sort=seq_of(TREE))), num(1)),
    datatypes=TREES,
    undecided="z3",
)

# Bit-vector
BYTE = bit_vector(8)
m1, m2 = variables("m1 m2", BYTE)
row("wraps around", "sat", b.eq(op("bv.add", m1, const(1, BYTE)), const(0, BYTE)))
row("unsigned order", "unsat", op("bv.lt", m1, const(0, BYTE)))
row("bits", "sat", b.eq(op("bv.and", m1, const(0x0F, BYTE)), const(5, BYTE)), op("bv.le", const(0x80, BYTE), m1))
row("shift", "unsat", b.negate(b.eq(op("bv.shr", const(0x80, BYTE), num(7)), const(1, BYTE))))
row("bit-vector and integer", "unsat", b.gt(op("bv.to_int", m1), num(255)))
row("integer to bits", "sat", b.eq(op("bv.of_int", i, sort=BYTE), const(200, BYTE)))
row("integer too large", "unsat", b.eq(op("bv.of_int", num(256), sort=BYTE), m1))
row(
    "bits of both or of one",
    "unsat",
    b.ne(op("bv.xor", m1, m2), op("bv.sub", op("bv.or", m1, m2), op("bv.and", m1, m2))),
)
row("complement of bits", "unsat", b.ne(op("bv.not", m1), op("bv.sub", const(255, BYTE), m1)))
row("remainder of bits", "sat", b.eq(op("bv.mod", op("bv.mul", m1, const(3, BYTE)), const(16, BYTE)), const(5, BYTE)))
row("bit-vector division by zero", "unsat", b.eq(op("bv.div", m1, const(0, BYTE)), m2))

# Uninterpreted
THING = uninterpreted("Thing")
o1, o2, o3 = variables("o1 o2 o3", THING)
row("different things", "sat", b.ne(o1, o2), b.ne(o1, o3), b.ne(o2, o3))
row("equality is transitive", "unsat", b.eq(o1, o2), b.eq(o2, o3), b.negate(b.eq(o1, o3)))
row(
    "sequence of things",
    "sat",
    op("seq.member", o1, var("things", seq_of(THING))),
    b.negate(b.eq(at(var("things", seq_of(THING)), num(0)), o1)),
)

# Functions
SUM = Function(
    "sum",
    (Binder("l", NUMBERS),),
    INT,
    b.ite(
        b.eq(length(var("l", NUMBERS)), num(0)),
        num(0),
        b.add(
            at(var("l", NUMBERS), num(0)),
            b.call("sum", op("seq.slice", var("l", NUMBERS), num(1), length(var("l", NUMBERS))), sort=INT),
        ),
    ),
)
EVEN = Function(
    "even",
    (k,),
    BOOL,
    b.ite(b.eq(K, num(0)), b.boolean(True), b.call("odd", b.sub(K, num(1)), sort=BOOL)),
    requires=(b.le(num(0), K),),
)
ODD = Function(
    "odd",
    (k,),
    BOOL,
    b.ite(b.eq(K, num(0)), b.boolean(False), b.call("even", b.sub(K, num(1)), sort=BOOL)),
    requires=(b.le(num(0), K),),
)
HALF = Function("half", (k,), INT, op("div", K, num(2)), requires=(b.eq(op("mod", K, num(2)), num(0)),))
PARITY = {"even": EVEN, "odd": ODD}
row(
    "recursive function of a constant",
    "unsat",
    b.negate(b.eq(b.call("sum", ints(1, 2, 3), sort=INT), num(6))),
    functions={"sum": SUM},
)
row(
    "recursive function of an unknown",
    "sat",
    b.eq(b.call("sum", a, sort=INT), num(10)),
    b.eq(length(a), num(2)),
    functions={"sum": SUM},
)
row("mutual recursion", "unsat", b.call("odd", num(6), sort=BOOL), functions=PARITY)
row("mutual recursion solved", "sat", b.call("odd", i, sort=BOOL), b.gt(i, num(2)), functions=PARITY)
row("precondition fails", "unsat", b.eq(b.call("half", num(3), sort=INT), i), functions={"half": HALF})
row("precondition holds", "sat", b.eq(b.call("half", i, sort=INT), num(4)), functions={"half": HALF})
row(
    "precondition guarded",
    "sat",
    b.disj(b.eq(i, num(3)), b.eq(b.call("half", i, sort=INT), num(1))),
    b.eq(i, num(3)),
    functions={"half": HALF},
)
row(
    "function without a body",
    "unsat",
    b.negate(b.eq(b.call("opaque", i, sort=INT), b.call("opaque", j, sort=INT))),
    b.eq(i, j),
    functions={"opaque": Function("opaque", (k,), INT, None)},
)
row(
    "what a function ensures",
    "unsat",
    b.lt(b.call("size", i, sort=INT), num(0)),
    functions={"size": Function("size", (k,), INT, None, ensures=(b.le(num(0), b.call("size", K, sort=INT)),))},
)

L = var("l", NUMBERS)
SIZE = Function(
    "length",
    (Binder("l", NUMBERS),),
    INT,
    b.ite(
        b.eq(length(L), num(1)),
        num(1),
        b.add(num(1), b.call("length", op("seq.slice", L, num(1), length(L)), sort=INT)),
    ),
    requires=(b.lt(num(0), length(L)),),
)
row(
    "recursion outside the precondition", "sat", b.eq(b.call("length", a, sort=INT), num(1)), functions={"length": SIZE}
)

NESTED = seq_of(NUMBERS)
LL = var("ll", NESTED)
TOGETHER = Function(
    "together",
    (Binder("ll", NESTED),),
    BAG,
    b.ite(
        b.eq(length(LL), num(0)),
        const(Multiset([]), BAG),
        op(
            "multiset.union",
            op("multiset.of_seq", at(LL, num(0))),
            b.call("together", op("seq.slice", LL, num(1), length(LL)), sort=BAG),
        ),
    ),
)
row(
    "recursive function that gives a multiset",
    "unsat",
    b.ne(count(b.call("together", const(((1, 2), (2,)), NESTED), sort=BAG), num(2)), num(2)),
    functions={"together": TOGETHER},
)
