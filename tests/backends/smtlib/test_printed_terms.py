"""Terms that are printed for solvers and read back are true of the same values, wherever they are defined."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from specassay.backends.smtlib.operators import application
from specassay.backends.smtlib.printer import Printer
from specassay.backends.smtlib.query import query_of
from specassay.backends.smtlib.script import Script
from specassay.backends.smtlib.sorts import SortTable
from specassay.backends.smtlib.terms import read_terms
from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir import build as b
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import BOOL, INT, REAL, STRING, Sort, bit_vector, function_of
from specassay.core.ir.terms import Binder, Term, const, free_names, make, var

BYTE = bit_vector(8)
SORTS: dict[str, Sort] = {"x": INT, "y": INT, "p": BOOL, "q": REAL, "s": STRING, "t": STRING, "v": BYTE, "w": BYTE}
VALUES: dict[str, list[Any]] = {
    "x": [-7, 0, 3],
    "y": [-2, 1, 2],
    "p": [False, True],
    "q": [Fraction(-1, 2), Fraction(3)],
    "s": ["", "ab", 'a"b'],
    "t": ["", "b"],
    "v": [0, 5, 255],
    "w": [1, 3],
}
x, y, p, q, s, t, v, w = (var(name, sort) for name, sort in SORTS.items())
ONE, TWO = b.integer(1), b.integer(2)
SHARED = b.add(b.mul(x, y), x, y)


def eq(name: str, *arguments: Term, is_: Term) -> Term:
    return b.eq(b.op(operator_name(name), *arguments), is_)


TERMS = [
    b.lt(b.neg(x), b.sub(y, ONE)),
    b.le(b.op("div", x, y), b.op("mod", x, y)),
    b.gt(b.mul(x, x), y),
    b.ge(x, y),
    b.implies(p, b.lt(x, y)),
    b.conj(p, b.lt(x, y)),
    b.disj(p, b.lt(x, y)),
    b.negate(p),
    b.ite(p, b.lt(x, y), b.lt(y, x)),
    b.eq(b.ite(p, x, y), TWO),
    b.eq(q, b.real(Fraction(-1, 2))),
    b.lt(b.op("real.of_int", x), q),
    eq("real.floor", q, is_=x),
    b.lt(b.op("div", q, b.real(3)), q),
    eq("str.len", s, is_=TWO),
    eq("str.concat", s, t, is_=b.string("abb")),
    eq("str.at", s, y, is_=b.string("b")),
    eq("str.substr", s, b.integer(0), y, is_=t),
    b.op("str.prefixof", t, s),
    b.op("str.suffixof", t, s),
    b.op("str.contains", s, t),
    eq("str.indexof", s, t, b.integer(0), is_=ONE),
    b.op("str.lt", s, t),
    b.op("str.le", s, t),
    b.eq(s, b.string('a"b')),
    eq("bv.add", v, w, is_=v),
    eq("bv.mul", v, w, is_=v),
    eq("bv.and", v, w, is_=w),
    eq("bv.or", v, w, is_=v),
    eq("bv.xor", v, w, is_=v),
    eq("bv.not", v, is_=const(250, BYTE)),
    b.op("bv.lt", v, w),
    eq("bv.sub", v, w, is_=const(4, BYTE)),
    eq("bv.div", v, w, is_=const(5, BYTE)),
    eq("bv.mod", v, w, is_=const(2, BYTE)),
    b.eq(b.mul(SHARED, SHARED), b.add(SHARED, SHARED, SHARED)),
    b.conj(*(b.lt(b.mul(*[SHARED] * power), b.integer(10**power)) for power in range(1, 9))),
]


def printed(term: Term) -> str:
    script = Script({}, {})
    script.assertion(term)
    return "\n".join(command.text for command in script.take())


@pytest.mark.parametrize("term", TERMS, ids=[str(number) for number in range(len(TERMS))])
def test_what_is_read_back_means_the_same(term: Term) -> None:
    found = read_terms(query_of(f"{printed(term)}(check-sat)"))
    names = [name for name in SORTS if name in free_names(term)]
    seen = set()
    for values in product(*(VALUES[name] for name in names)):
        assignment: dict[Any, Any] = dict(zip(names, values, strict=True))
        again: dict[Any, Any] = {f"${name}": value for name, value in assignment.items()}
        outcome = evaluate(b.conj(*found.assertions), again)
        expected = evaluate(term, assignment)
        assert (outcome.state, outcome.value) == (expected.state, expected.value), assignment
        seen.add(expected.value)
    assert seen >= {True, False} or len(names) > 1


def printer() -> tuple[Printer, list[str]]:
    declared: list[str] = []
    sorts = SortTable({}, declared.append)
    return Printer(
        sorts, declared.append, lambda term: str(term.data), lambda sort, text: None, {"k": INT, "j": INT}
    ), declared


def test_what_is_used_often_or_is_long_is_defined_once_and_before() -> None:
    own, declared = printer()
    long = b.add(*(b.mul(x, b.integer(10**20 + number)) for number in range(30)))
    text = own.text(b.lt(b.mul(long, long), long))
    assert len(text) < 100
    assert len(declared) >= 1
    assert sum("100000000000000000007" in each for each in declared) == 1
    before = len(declared)
    own.text(b.lt(long, ONE))
    assert len(declared) == before


def test_the_scope_of_a_name_is_the_outermost_that_binds_what_it_mentions() -> None:
    own, declared = printer()
    closed, inner = b.mul(SHARED, SHARED, SHARED, SHARED), b.mul(*[b.add(var("k", INT), x)] * 9)
    body = b.lt(b.add(inner, inner, closed), b.add(closed, closed))
    text = own.text(make("forall", (b.UNBOUNDED, body), BOOL, (Binder("k", INT),)))
    assert any(each.startswith("(define-fun t!") for each in declared)
    assert not any(" k" in each for each in declared)
    assert "(let ((t!" in text


def test_nested_quantifiers_of_one_kind_are_one_with_all_ranges_inside() -> None:
    own, _ = printer()
    k, j = var("k", INT), var("j", INT)
    inner = make("forall", (b.op("range", b.integer(0), k), b.lt(j, x)), BOOL, (Binder("j", INT),))
    text = own.text(make("forall", (b.op("range", ONE, y), inner), BOOL, (Binder("k", INT),)))
    assert text.count("forall") == 1
    assert text == "(forall ((k Int) (j Int)) (=> (and (and (<= 1 k) (< k y)) (and (<= 0 j) (< j k))) (< j x)))"
    exists = make("exists", (b.op("range", ONE, y), b.lt(k, x)), BOOL, (Binder("k", INT),))
    assert own.text(exists) == "(exists ((k Int)) (and (and (<= 1 k) (< k y)) (< k x)))"


def test_what_has_no_text_is_unsupported() -> None:
    own, _ = printer()
    sorts = SortTable({}, lambda text: None)
    for term in (b.op("range", x, y), b.op("lambda", b.UNBOUNDED, x, data=(Binder("k", INT),))):
        with pytest.raises(Unsupported):
            own.text(term)
    f = var("f", function_of(INT, INT))
    with pytest.raises(Unsupported):
        application(b.op("apply", f, x), ["f", "x"], sorts)
    assert application(b.op("and"), [], sorts) == "true"
    assert application(b.op("and", p), ["p"], sorts) == "p"
