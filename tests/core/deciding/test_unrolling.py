"""Calls and function values become bodies where that ends, and stay where it would not."""

from specassay.core.deciding.simplify import simplify
from specassay.core.evaluate.calls import Closure
from specassay.core.evaluate.environment import Environment
from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir import build
from specassay.core.ir.build import eq, forall, ge, gt, integer, ite, le, lt, op
from specassay.core.ir.contracts import Function
from specassay.core.ir.sorts import BOOL, INT, function_of, seq_of
from specassay.core.ir.terms import Binder, Term, subterms, var
from specassay.core.ir.variables import Name
from specassay.frontends.show import show

ZERO, ONE = integer(0), integer(1)
N, X = var("n", INT), var("x", INT)
S = var("s", seq_of(INT))

POWER = Function(
    "power",
    (Binder("x", INT), Binder("n", INT)),
    INT,
    ite(eq(N, ZERO), ONE, op("mul", X, build.call("power", X, build.sub(N, ONE), sort=INT))),
    requires=(ge(N, ZERO),),
)
COUNT = Function(
    "count",
    (Binder("s", seq_of(INT)), Binder("x", INT)),
    INT,
    ite(
        eq(op("seq.len", S), ZERO),
        ZERO,
        op(
            "add",
            ite(eq(op("seq.at", S, ZERO), X), ONE, ZERO),
            build.call("count", op("seq.slice", S, ONE, op("seq.len", S)), X, sort=INT),
        ),
    ),
)


def test_recursion_that_constants_drive_is_unrolled() -> None:
    power = build.call("power", X, N, sort=INT)
    assert show(simplify(power, {"n": 3}, {"power": POWER})) == "x * (x * x)"
    count = build.call("count", S, X, sort=INT)
    simpler = simplify(count, {"s": tuple(range(200))}, {"count": COUNT})
    assert not any(node.op == "call" for node in subterms(simpler))
    assert evaluate(simpler, {"x": 5}).value == 1


def test_recursion_that_is_symbolic_stays_a_call() -> None:
    power = build.call("power", X, N, sort=INT)
    assert show(simplify(power, {"x": 3}, {"power": POWER})) == "power(3, n)"
    count = build.call("count", S, X, sort=INT)
    assert show(simplify(count, {"x": 3}, {"count": COUNT})) == "count(s, 3)"
    loop = Function("f", (Binder("n", INT),), INT, build.call("f", build.add(N, ONE), sort=INT))
    assert show(simplify(build.call("f", N, sort=INT), {}, {"f": loop})) == "f(n)"


def test_a_function_value_is_put_into_what_is_said_of_it() -> None:
    a, b = (Binder(name, INT) for name in "ab")
    less, unbounded = var("less", function_of(INT, INT, BOOL)), (build.UNBOUNDED, build.UNBOUNDED)
    x, y = var("x", INT), var("y", INT)

    def said(condition: Term, body: Term) -> str:
        term = forall((Binder("x", INT), Binder("y", INT)), eq(op("apply", less, x, y), condition), unbounded)
        return show(simplify(term, {"less": Closure((a, b), body, Environment({}))}))

    first, second = var("a", INT), var("b", INT)
    assert said(lt(x, y), lt(first, second)) == said(gt(y, x), lt(first, second)) == "true"
    assert said(le(x, y), ge(second, first)) == "true"
    assert said(lt(x, y), le(first, second)) != "true"
    assert said(gt(x, y), lt(first, second)) != "true"
    # Where it has no value for some arguments, it stays.
    assert said(lt(x, y), lt(first, op("div", first, second))) != "true"


def test_what_is_not_decided_is_evaluated_once() -> None:
    """`ends(n)` calls itself n times, and then a function without a body: no call has a known value, and each is
    evaluated once, so that twice the depth takes twice the steps."""
    unknown = Function("unknown", (Binder("n", INT),), BOOL, None)
    again = build.call("ends", build.sub(N, ONE), sort=BOOL)
    ends = Function("ends", (Binder("n", INT),), BOOL, ite(eq(N, ZERO), build.call("unknown", N, sort=BOOL), again))
    functions: dict[Name, Function] = {"unknown": unknown, "ends": ends}

    def steps(term: Term, n: int) -> int:
        fuel = Fuel(steps=100_000, depth=1_000)
        left = simplify(term, {"n": integer(n).data}, functions, {}, fuel)
        assert left.op == "call"
        assert left.data == "unknown"
        return 100_000 - fuel.steps

    called = build.call("ends", N, sort=BOOL)
    assert steps(called, 80) < 3 * steps(called, 40)

    def nested(depth: int) -> Term:
        term = build.call("unknown", N, sort=BOOL)
        for number in range(depth):
            term = build.implies(lt(integer(number), N), term)
        return term

    assert steps(nested(80), 100) < 3 * steps(nested(40), 100)
