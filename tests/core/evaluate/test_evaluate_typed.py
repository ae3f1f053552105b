"""The typed evaluator against plain Python, and what it does where there is no value."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.evaluate.environment import Evaluation
from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir import build
from specassay.core.ir.build import UNBOUNDED, conj, eq, exists, forall, ge, gt, iff, implies, integer, ite, le, lt, op
from specassay.core.ir.contracts import Constructor, Datatype, Function
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    REAL,
    REGEX,
    STRING,
    array_of,
    bit_vector,
    datatype,
    map_of,
    multiset_of,
    seq_of,
    tuple_of,
    uninterpreted,
)
from specassay.core.ir.terms import Binder, Term, const, make, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue
from specassay.core.ir.variables import Name

from ...samples import samples

ZERO, ONE = integer(0), integer(1)
I, J, N, X = (var(name, INT) for name in "ijnx")  # noqa: E741
S, R = var("s", seq_of(INT)), var("r", seq_of(INT))


def binders(names: str) -> list[Binder]:
    return [Binder(name, INT) for name in names.split()]


def value(
    term: Term,
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
    **environment: Any,
) -> Any:
    result = evaluate(term, environment, functions, datatypes)
    assert result.state == "defined", result
    return result.value


def length(term: Term) -> Term:
    return op("seq.len", term)


def at(term: Term, index: Term) -> Term:
    return op("seq.at", term, index)


@settings(deadline=None, max_examples=samples(400))
@given(data=st.data())
def test_agrees_with_plain_python(typed: Any, data: st.DataObject) -> None:
    sample, environment = data.draw(typed.samples), data.draw(typed.environments)
    result = evaluate(sample.term, environment)
    try:
        expected = sample.oracle(environment)
    except typed.nothing:
        assert result.state == "undefined", sample.term
    else:
        assert (result.state, result.value) == ("defined", expected), sample.term
        assert type(result.value) is type(expected)


@settings(deadline=None)
@given(st.integers(), st.integers().filter(bool))
def test_division_is_euclidean(a: int, b: int) -> None:
    quotient = value(op("div", I, J), i=a, j=b)
    remainder = value(op("mod", I, J), i=a, j=b)
    assert a == b * quotient + remainder
    assert 0 <= remainder < abs(b)


@settings(deadline=None)
@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 8))
def test_bit_vectors_wrap_around(a: int, b: int, shift: int) -> None:
    x, y = var("x", bit_vector(8)), var("y", bit_vector(8))
    assert value(op("bv.add", x, y), x=a, y=b) == (a + b) % 256
    assert value(op("bv.sub", x, y), x=a, y=b) == (a - b) % 256
    assert value(op("bv.not", x), x=a) == 255 - a
    assert value(op("bv.shl", x, I), x=a, i=shift) == a * 2**shift % 256
    assert evaluate(op("bv.shr", x, I), {"x": a, "i": 9}).state == "undefined"


def literal(text: str) -> Term:
    return make("re.literal", (), REGEX, text)


REGEXES = [
    (op("re.star", op("re.union", literal("ab"), literal("a"))), "(ab|a)*"),
    (op("re.concat", op("re.plus", make("re.range", (), REGEX, ("a", "b"))), literal("c")), "[ab]+c"),
    (make("re.loop", (literal("ab"),), REGEX, (1, 2)), "(ab){1,2}"),
    (op("re.concat", op("re.optional", literal("b")), op("re.allchar"), op("re.all")), "b?.(?s:.*)"),
    (op("re.complement", op("re.concat", op("re.all"), literal("ab"), op("re.all"))), "(?!.*ab).*"),
    (
        op(
            "re.intersection",
            op("re.star", literal("a")),
            make("re.loop", (op("re.allchar"),), REGEX, (2, 3)),
        ),
        "aaa?",
    ),
]


@pytest.mark.parametrize(("regex", "pattern"), REGEXES, ids=[pattern for _, pattern in REGEXES])
@settings(deadline=None)
@given(text=st.text("abc", max_size=6))
def test_regular_expressions_mean_what_pythons_do(regex: Term, pattern: str, text: str) -> None:
    expected = re.fullmatch(pattern, text) is not None
    assert value(op("str.in_re", var("x", STRING), regex), x=text) is expected


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("str.at", ("abc", 3), ""),
        ("str.substr", ("abcde", 1, 3), "bcd"),
        ("str.substr", ("abc", -1, 2), ""),
        ("str.indexof", ("banana", "an", 2), 3),
        ("str.indexof", ("abc", "", 4), -1),
        ("str.replace", ("abab", "ab", "x"), "xab"),
        ("str.replace", ("ab", "", "x"), "xab"),
        ("str.replace_all", ("abab", "ab", "x"), "xx"),
        ("str.replace_all", ("ab", "", "x"), "ab"),
        ("str.to_int", ("007",), 7),
        ("str.to_int", ("-7",), -1),
        ("str.to_int", ("",), -1),
        ("str.from_int", (-7,), ""),
        ("str.to_code", ("ab",), -1),
    ],
)
def test_strings_follow_smt_lib(name: str, arguments: tuple[Any, ...], expected: Any) -> None:
    terms = [const(a, STRING if isinstance(a, str) else INT) for a in arguments]
    assert value(op(operator_name(name), *terms)) == expected


def test_multisets_and_maps() -> None:
    m, k = var("m", multiset_of(INT)), var("k", map_of(INT, BOOL))
    env: dict[str, Any] = {"m": Multiset((1, 1, 2)), "k": FrozenMap({1: True, 2: False}), "i": 1}
    assert value(op("multiset.count", m, I), **env) == 2
    assert value(op("multiset.difference", m, op("multiset.literal", ONE, integer(5))), **env) == Multiset((1, 2))
    assert value(op("multiset.proper_subset", op("multiset.literal", ONE), m), **env)
    assert value(op("map.items", op("map.remove", k, op("set.literal", ONE))), **env) == frozenset({(2, False)})
    assert evaluate(op("map.at", k, integer(3)), env).state == "undefined"
    assert evaluate(op("multiset.update", m, I, integer(-1)), env).state == "undefined"


def test_datatypes_are_read_by_field_name() -> None:
    pair = datatype("Pair")
    declared = {
        "Pair": Datatype("Pair", (), (Constructor("None", ()), Constructor("Both", tuple(binders("a b"))))),
    }
    x = var("x", pair)
    second = op("datatype.at", x, data=("Both", "b"), sort=INT)
    both = DatatypeValue("Both", (1, 2))
    assert value(second, datatypes=declared, x=both) == 2
    assert evaluate(second, {"x": DatatypeValue("None")}, {}, declared).state == "undefined"
    updated = op("datatype.update", x, integer(9), data=("Both", "b"))
    assert value(updated, datatypes=declared, x=both) == DatatypeValue("Both", (1, 9))


def test_arrays_are_equal_by_identity_and_functions_see_their_state() -> None:
    ints = array_of(INT)
    a, b = var("a", ints), var("b", ints)
    before, after = ArrayValue((1, 2), "a"), ArrayValue((2, 2), "a")
    assert value(eq(a, b), a=before, b=after)
    assert not value(eq(a, b), a=before, b=ArrayValue((1, 2), "b"))
    first = Function("first", (Binder("a", ints),), INT, op("array.at", a, ZERO))
    pair = op("tuple.make", build.call("first", a, sort=INT), build.call("first", b, sort=INT))
    assert value(pair, {"first": first}, a=before, b=after) == (1, 2)
    many = seq_of(ints)
    inner = Function("inner", (Binder("s", many),), INT, op("array.at", at(var("s", many), ZERO), ZERO))
    calls = [build.call("inner", var(name, many), sort=INT) for name in "st"]
    assert value(op("tuple.make", *calls), {"inner": inner}, s=(before,), t=(after,)) == (1, 2)
    assert evaluate(op("array.len", a), {"a": None}).state == "undefined"


SUM = Function(
    "sum",
    (Binder("s", seq_of(INT)),),
    INT,
    ite(
        eq(length(S), ZERO),
        ZERO,
        build.add(at(S, ZERO), build.call("sum", op("seq.slice", S, ONE, length(S)), sort=INT)),
    ),
)
FIB = Function(
    "fib",
    (Binder("n", INT),),
    INT,
    ite(
        lt(N, integer(2)),
        N,
        build.add(*(build.call("fib", build.sub(N, integer(k)), sort=INT) for k in (1, 2))),
    ),
    requires=(ge(N, ZERO),),
)


def test_recursion_is_deep_and_doubly_recursive_functions_are_cheap() -> None:
    assert value(build.call("sum", S, sort=INT), {"sum": SUM}, s=tuple(range(2000))) == 1999000
    assert value(build.call("fib", N, sort=INT), {"fib": FIB}, n=90) == 2880067194370816120


def test_a_failing_precondition_is_undefined() -> None:
    result = evaluate(build.call("fib", N, sort=INT), {"n": -1}, {"fib": FIB})
    assert (result.state, result.reason) == ("undefined", "the precondition of fib fails")


def test_out_of_fuel_is_unknown() -> None:
    loop = Function("f", (Binder("n", INT),), INT, build.call("f", build.add(N, ONE), sort=INT))
    for fuel in (Fuel(), Fuel(steps=50), None):
        assert evaluate(build.call("f", N, sort=INT), {"n": 0}, {"f": loop}, fuel=fuel).state == "unknown"
    huge = I
    for _ in range(40):
        huge = op("mul", huge, huge)
    assert evaluate(huge, {"i": 3}).state == "unknown"


def test_terms_of_any_depth() -> None:
    deep = I
    for _ in range(20_000):
        deep = op("add", deep, ONE)
    assert value(deep, i=0) == 20_000


def test_long_lists_of_datatypes_compare() -> None:
    def chain(n: int) -> DatatypeValue:
        found = DatatypeValue("Nil")
        for k in range(n):
            found = DatatypeValue("Cons", (k, found))
        return found

    a, b = var("a", datatype("List")), var("b", datatype("List"))
    assert value(eq(a, b), a=chain(5000), b=chain(5000))
    assert not value(eq(a, b), a=chain(5000), b=chain(4999))


def in_range(low: Term, index: Term, high: Term) -> Term:
    return conj(le(low, index), lt(index, high))


C = var("c", CHAR)
DECIDED = [
    # sorted: the bounds of i follow from those of j
    (
        forall(binders("i j"), implies(conj(le(ZERO, I), lt(I, J), lt(J, length(S))), le(at(S, I), at(S, J)))),
        False,
    ),
    (forall(binders("x"), iff(op("seq.member", X, R), conj(op("seq.member", X, S), gt(X, ONE)))), True),
    (
        forall(
            binders("x"),
            implies(
                op("seq.member", X, R),
                exists(binders("i"), conj(in_range(ZERO, I, length(S)), eq(X, at(S, I)))),
            ),
        ),
        True,
    ),
    (exists(binders("x"), eq(op("mul", X, X), integer(16))), True),
    (exists(binders("x"), eq(op("mul", X, X), integer(15))), False),
    (exists(binders("x"), eq(op("mul", integer(2), X), integer(7))), False),
    (exists(binders("i j"), conj(in_range(ZERO, J, length(S)), eq(I, at(S, J)), gt(I, integer(2)))), True),
    (exists(binders("x"), conj(lt(build.sub(N, X), ONE), lt(X, integer(4)))), False),
    (
        forall(
            [Binder("c", CHAR)],
            implies(conj(le(const("a", CHAR), C), le(C, const("z", CHAR))), op("lt", C, const("{", CHAR))),
        ),
        True,
    ),
    (forall([Binder("b", BOOL)], build.disj(var("b", BOOL), build.negate(var("b", BOOL)))), True),
    # an unbounded domain with a witness at hand
    (exists(binders("x"), gt(X, N)), True),
    (forall(binders("x"), lt(X, N)), False),
]


@pytest.mark.parametrize(("term", "expected"), DECIDED, ids=[str(k) for k in range(len(DECIDED))])
def test_finite_domains_are_inferred(term: Term, expected: bool) -> None:
    assert value(term, s=(1, 2, 3, 2), r=(2, 3), n=5) is expected


def test_what_has_no_finite_domain_and_no_witness_is_unknown() -> None:
    result = evaluate(forall(binders("x"), gt(build.add(X, ONE), X)), {})
    assert (result.state, result.reason) == ("unknown", "no finite domain for x")
    everything = op("set.comprehension", UNBOUNDED, gt(X, ZERO), X, data=(Binder("x", INT),))
    assert evaluate(everything, {}).state == "unknown"


def test_a_guard_after_a_partial_conjunct_bounds_nothing() -> None:
    # Outside the guard s[x] is undefined, so the quantifier has no value that the guard alone would give it.
    body = implies(conj(gt(at(S, X), ZERO), in_range(ZERO, X, length(S))), build.boolean(True))
    assert evaluate(forall(binders("x"), body), {"s": (1,)}).state == "unknown"


def test_inner_variables_shadow_outer_ones() -> None:
    inner = exists(binders("x"), gt(X, integer(1)), [build.between(ZERO, X)])
    whole = op("exists", build.between(ZERO, integer(2)), inner, data=(Binder("y", INT),))
    assert value(whole, x=3) is True
    both = exists(binders("y x"), gt(X, integer(9)), [build.between(ZERO, integer(3)), build.between(ZERO, X)])
    assert value(both, x=3) is False


def test_such_that_has_the_value_that_each_choice_gives() -> None:
    bag = build.op("set.literal", integer(3), integer(1), integer(2))
    domain = build.elements(bag)
    data = (Binder("x", INT),)

    def chosen(condition: Term, body: Term) -> Evaluation:
        return evaluate(op("such_that", domain, condition, body, data=data), {})

    assert chosen(gt(X, integer(2)), build.neg(X)).value == -3
    assert chosen(gt(X, ONE), gt(X, ONE)).value is True
    assert chosen(gt(X, ONE), build.neg(X)).state == "unknown"
    assert chosen(gt(X, integer(3)), X).state == "undefined"
    endless = op("such_that", build.UNBOUNDED, gt(op("mul", X, X), ONE), X, data=data)
    assert evaluate(endless, {}).state == "unknown"


def test_lambdas_keep_the_variables_around_them() -> None:
    function = op("lambda", UNBOUNDED, op("add", X, N), data=(Binder("x", INT),))
    applied = build.let(Binder("n", INT), integer(100), op("apply", function, ONE))
    assert value(applied, n=5) == 101


def test_map_comprehension_with_two_values_for_a_key_is_undefined() -> None:
    domain = build.between(ZERO, integer(3))
    data = (Binder("x", INT),)
    good = op("map.comprehension", domain, build.boolean(True), X, op("mul", X, X), data=data)
    assert value(good) == FrozenMap({0: 0, 1: 1, 2: 4})
    bad = op("map.comprehension", domain, build.boolean(True), ZERO, X, data=data)
    assert evaluate(bad, {}).state == "undefined"


def test_reals_are_exact() -> None:
    a = var("a", REAL)
    assert value(eq(op("mul", a, build.real(3)), build.real(1)), a=Fraction(1, 3))
    assert value(op("real.floor", a), a=Fraction(-1, 2)) == -1
    assert evaluate(op("real.to_int", a), {"a": Fraction(1, 2)}).state == "undefined"


def test_a_variable_without_value_is_unknown_and_python_operators_are_not_ours() -> None:
    assert evaluate(X, {}).reason == "no value for x"
    assert evaluate(make("python.not", (X,), INT), {"x": 1}).state == "unknown"


def test_functions_of_generic_parameters_do_not_confuse_equal_values() -> None:
    t = uninterpreted("T")
    same = Function("same", (Binder("x", t),), t, var("x", t))
    term = op("tuple.make", build.call("same", ONE, sort=INT), build.call("same", build.boolean(True), sort=BOOL))
    assert [type(part) for part in value(term, {"same": same})] == [int, bool]


def test_small_sorts_are_enumerated() -> None:
    pair = tuple_of(BOOL, bit_vector(2))
    p = var("p", pair)
    every = forall([Binder("p", pair)], lt(op("bv.to_int", op("tuple.at", p, data=1)), integer(4)))
    assert value(every) is True
    some = exists([Binder("o", uninterpreted("T"))], eq(var("o", uninterpreted("T")), var("q", uninterpreted("T"))))
    assert value(some, q=UninterpretedValue("T", 3)) is True


def test_what_functions_came_to_is_kept_for_the_clauses_after_it() -> None:
    """Mutants of an output are judged by clauses that call the same function of the same input."""
    n = var("n", INT)
    less = build.call("sum", build.sub(n, integer(1)), sort=INT)
    body = ite(le(n, integer(0)), integer(0), build.add(n, less))
    functions: dict[Name, Function] = {"sum": Function("sum", (Binder("n", INT),), INT, body=body)}
    taken = []
    for result, right in ((5050, True), (5051, False)):
        fuel = Fuel(10_000, depth=200)
        found = evaluate(eq(build.call("sum", integer(100), sort=INT), integer(result)), {}, functions, fuel=fuel)
        assert (found.state, found.value) == ("defined", right)
        taken.append(10_000 - fuel.steps)
    assert taken[1] < taken[0] / 10
