"""Terms and values as text for people."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.ir import build
from specassay.core.ir.build import conj, disj, eq, exists, forall, implies, integer, ite, le, lt, ne, negate, op
from specassay.core.ir.notation import MAX_TEXT, show_value
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import BOOL, CHAR, INT, REAL, VALUE, bit_vector, datatype, map_of, seq_of, set_of, tuple_of
from specassay.core.ir.statements import Comprehension, Generator
from specassay.core.ir.terms import Binder, Term, const, make, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset
from specassay.frontends.show import show

I, J, N = (var(name, INT) for name in "ijn")  # noqa: E741
S, R = var("s", seq_of(INT)), var("r", seq_of(INT))
P, Q = var("p", BOOL), var("q", BOOL)
ZERO = integer(0)
INDEX = [Binder("i", INT)]
A, B = var("a", VALUE), var("b", VALUE)


def at(term: Term, index: Term) -> Term:
    return op("seq.at", term, index)


def python(name: str, *args: Term, data: Any = None) -> Term:
    return make(operator_name(f"python.{name}"), args, VALUE, data)


TERMS = [
    (
        forall(INDEX, implies(conj(le(ZERO, I), lt(I, op("seq.len", S))), eq(at(R, I), at(S, I)))),
        "forall i: Int :: 0 <= i < |s| ==> r[i] == s[i]",
    ),
    (forall(INDEX, ne(at(R, I), N), [build.between(ZERO, N)]), "forall i :: 0 <= i < n ==> r[i] != n"),
    (exists(INDEX, lt(I, N), [build.elements(S)]), "exists i :: i in s && i < n"),
    (conj(le(I, J), lt(J, N), build.gt(N, ZERO)), "i <= j < n && n > 0"),
    (conj(disj(P, Q), negate(P)), "(p || q) && !p"),
    (implies(implies(P, Q), implies(Q, P)), "(p ==> q) ==> q ==> p"),
    (eq(P, eq(Q, P)), "p <==> (q <==> p)"),
    (op("sub", I, op("sub", J, N)), "i - (j - n)"),
    (op("mul", op("add", I, J), op("neg", N)), "(i + j) * -n"),
    (op("sub", I, integer(-3)), "i - -3"),
    (op("mul", build.real("1/3"), var("x", REAL)), "1/3 * x"),
    (negate(op("seq.member", I, S)), "i !in s"),
    (op("add", ite(P, I, J), N), "(if p then i else j) + n"),
    (op("seq.slice", S, ZERO, op("seq.len", S)), "s[0..|s|]"),
    (op("seq.update", S, I, N), "s[i := n]"),
    (
        op("seq.comprehension", build.between(ZERO, N), op("mul", I, I), data=tuple(INDEX)),
        "seq(n, i => i * i)",
    ),
    (
        op("set.comprehension", build.elements(S), lt(I, N), op("neg", I), data=tuple(INDEX)),
        "set i | i in s && i < n :: -i",
    ),
    (build.let(Binder("j", INT), op("add", I, N), eq(J, ZERO)), "var j := i + n; j == 0"),
    (op("datatype.at", var("t", datatype("T")), data=("Cons", "head"), sort=INT), "t.head"),
    (op("datatype.is", var("t", datatype("T")), data="Cons"), "t.Cons?"),
    (build.call("f", I, N, sort=INT), "f(i, n)"),
    (const(("h", '"'), seq_of(CHAR)), '"h\\""'),
    (
        python("compare", python("binary", A, python("binary", A, B, data="+"), data="*"), B, data="not in"),
        "a * (a + b) not in b",
    ),
    (python("and", python("or", A, B), python("not", A)), "(a or b) and not a"),
    (python("binary", python("unary", A, data="-"), B, data="**"), "(-a)**b"),
    (python("method", python("index", A, B), B, data=("count", (None,))), "a[b].count(b)"),
    (python("call", const(len, VALUE), A, data=(None,)), "len(a)"),
    (python("call", var("f", VALUE), A, B, data=("*", "key")), "f(*a, key=b)"),
    (
        python(
            "comprehension",
            A,
            python("compare", B, A, data="<"),
            B,
            data=Comprehension("generator", (Generator("b", 1),)),
        ),
        "(b for b in a if b < a)",
    ),
    (python("tuple", A), "(a,)"),
    (python("index", A, python("slice", const(None, VALUE), B, const(None, VALUE))), "a[:b]"),
    (python("format", A, data=("{", (None, ".2f"))), "f'{{{a:.2f}'"),
]


@pytest.mark.parametrize(("term", "text"), TERMS, ids=[text for _, text in TERMS])
def test_terms_read_as_people_write_them(term: Term, text: str) -> None:
    assert show(term) == text


def test_deep_and_widely_shared_terms_are_cut() -> None:
    deep = shared = I
    for _ in range(5_000):
        deep = op("add", deep, integer(1))
        shared = op("add", shared, shared)
    assert show(deep).startswith("i + 1 + 1")
    assert show(deep).endswith("…")
    assert len(show(shared)) == MAX_TEXT


VALUES = [
    (True, BOOL, "true"),
    (Fraction(-157, 50), REAL, "-3.14"),
    (Fraction(2), REAL, "2.0"),
    (Fraction(1, 3), REAL, "1/3"),
    ("'", CHAR, "'\\''"),
    (tuple("a\n"), seq_of(CHAR), '"a\\n"'),
    ((1, 2), seq_of(INT), "[1, 2]"),
    ((1, "x"), tuple_of(INT, CHAR), "(1, 'x')"),
    (frozenset({3, 1}), set_of(INT), "{1, 3}"),
    (Multiset((2, 1, 2)), None, "multiset{1, 2, 2}"),
    (FrozenMap({2: "b", 1: "a"}), map_of(INT, CHAR), "map[1 := 'a', 2 := 'b']"),
    (ArrayValue((1,), "a"), None, "[1]"),
    (None, None, "null"),
    (DatatypeValue("Cons", (1, DatatypeValue("Nil"))), None, "Cons(1, Nil)"),
    ([1, None], VALUE, "[1, None]"),
    (10**5000, INT, "<an integer of 16610 bits>"),
]


@pytest.mark.parametrize(("value", "sort", "text"), VALUES, ids=[text for _, _, text in VALUES])
def test_values(value: Any, sort: Any, text: str) -> None:
    assert show_value(value, sort) == text


def test_bits_hold_together_more_tightly_than_products_as_in_dafny() -> None:
    u, v = (var(name, bit_vector(8)) for name in "uv")
    assert show(op("bv.and", op("bv.mul", u, v), v)) == "(u * v) & v"
    assert show(op("bv.mul", op("bv.and", u, v), v)) == "u & v * v"
