"""Functions as solvers read them: defined in an order that they can be read in, and never a contradiction."""

from collections.abc import Callable

import pytest

from specassay.backends.smtlib.script import InvariantPrinter
from specassay.backends.smtlib.sorts import SortTable
from specassay.backends.solvers import registry
from specassay.backends.solvers.session import TextSession
from specassay.core.deciding.solver import Outcome
from specassay.core.errors import Unsupported
from specassay.core.ir.build import add, boolean, call, conj, eq, gt, implies, integer, ite, le, negate, op, sub
from specassay.core.ir.contracts import Constructor, Datatype, Function
from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    Sort,
    array_of,
    datatype,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
)
from specassay.core.ir.terms import Binder, Term, var

Open = Callable[..., TextSession]
N, x = Binder("n", INT), var("x", INT)
n = var("n", INT)
TREE, ARRAYS = datatype("Tree"), seq_of(array_of(INT))
KEY, LEFT, MORE = Binder("key", CHAR), Binder("left", TREE), Binder("more", seq_of(TREE))
TREES = {"Tree": Datatype("Tree", (), (Constructor("Leaf", ()), Constructor("Node", (KEY, LEFT, MORE))))}
ZERO, ONE = integer(0), integer(1)


def of(name: str, argument: Term, sort: Sort = INT) -> Term:
    return call(name, argument, sort=sort)


def function(name: str, body: Term | None, **rest: object) -> Function:
    return Function(name, (N,), BOOL if body is not None and body.sort == BOOL else INT, body, **rest)  # type: ignore[arg-type]


FUNCTIONS = {
    each.name: each
    for each in (
        function("Twice", add(n, n)),
        function("Four", of("Twice", of("Twice", n))),
        function("Even", ite(eq(n, ZERO), boolean(True), of("Odd", sub(n, ONE), BOOL)), requires=(le(ZERO, n),)),
        function("Odd", ite(eq(n, ZERO), boolean(False), of("Even", sub(n, ONE), BOOL)), requires=(le(ZERO, n),)),
        function("Endless", ite(gt(n, ZERO), n, add(ONE, of("Endless", n))), requires=(gt(n, ZERO),)),
        function("Some", None, requires=(gt(n, integer(2)),), ensures=(gt(of("Some", n), n),)),
        function("Few", None, requires=(gt(n, integer(2)),), ensures=(gt(n, ONE),)),
        Function("Alike", (Binder("a", ARRAYS), Binder("b", ARRAYS)), BOOL, eq(var("a", ARRAYS), var("b", ARRAYS))),
        function("Bad", add(op("call", n, data="Nowhere", sort=INT), n)),
    )
}


@pytest.mark.parametrize(
    ("asked", "outcome"),
    [
        (negate(eq(of("Four", x), op("mul", integer(4), x))), Outcome.UNSAT),
        (of("Even", integer(6), BOOL), Outcome.SAT),
        (of("Odd", integer(6), BOOL), Outcome.UNSAT),
        (eq(of("Endless", integer(-3)), integer(8)), Outcome.UNSAT),  # A call outside its precondition has no value.
        (conj(gt(x, integer(9)), le(of("Some", x), x)), Outcome.UNSAT),
    ],
)
def test_a_function_is_what_is_said_of_it(asked: Term, outcome: Outcome, open_session: Open) -> None:
    session = open_session(registry.get("z3"), FUNCTIONS)
    session.add(asked)
    assert session.check(seconds=5).outcome is outcome


def test_a_recursion_without_an_end_outside_the_precondition_is_no_contradiction(open_session: Open) -> None:
    session = open_session(registry.get("z3"), FUNCTIONS)
    session.add(implies(gt(x, ZERO), eq(of("Endless", x), x)))
    session.add(eq(x, ZERO))
    assert session.check(seconds=5).outcome is Outcome.SAT


def test_a_postcondition_says_nothing_outside_the_precondition(open_session: Open) -> None:
    session = open_session(registry.get("z3"), FUNCTIONS)
    session.add(eq(of("Few", integer(3)), integer(7)))
    assert session.check(seconds=0.05).outcome is not Outcome.UNSAT


def test_a_function_that_is_not_declared_is_unsupported_and_leaves_nothing_behind(open_session: Open) -> None:
    session = open_session(registry.get("z3"), FUNCTIONS)
    alike = call("Alike", var("a", ARRAYS), var("b", ARRAYS), sort=BOOL)
    for _ in range(2):
        with pytest.raises(Unsupported, match="call of the undeclared function Nowhere"):
            session.add(gt(of("Bad", x), integer(0)))
        with pytest.raises(Unsupported, match="compared by identity"):
            session.add(alike)
    session.add(gt(of("Twice", x), integer(5)))
    assert session.check(seconds=5).outcome is Outcome.SAT


@pytest.mark.parametrize(
    ("sort", "matters"),
    [
        (INT, False),
        (seq_of(INT), False),
        (set_of(INT), False),
        (map_of(INT, INT), False),
        (CHAR, True),
        (seq_of(CHAR), True),
        (multiset_of(INT), True),
        (map_of(INT, CHAR), True),
        (tuple_of(INT, CHAR), True),
        (tuple_of(INT, INT), False),
        (TREE, True),
        (seq_of(TREE), True),
    ],
)
def test_only_where_some_values_are_none_of_the_sort_something_is_said(sort: Sort, matters: bool) -> None:
    declared: list[str] = []
    printer = InvariantPrinter(SortTable(TREES, declared.append), declared.append)
    text = printer.text(sort, "v")
    assert (text is not None) is matters
    recursive = [each for each in declared if "define-funs-rec" in each]
    assert len(recursive) == (1 if sort in (TREE, seq_of(TREE)) else 0)
    printer.text(sort, "v")
    assert [each for each in declared if "define-funs-rec" in each] == recursive


def test_a_value_is_in_its_sort_wherever_it_is(open_session: Open) -> None:
    """No model has a character beyond Unicode, or a count below 0, inside another value."""
    chars, bags = var("cs", seq_of(CHAR)), var("b", multiset_of(INT))
    first = op("char.code", op("seq.at", chars, ZERO))
    for impossible in (
        conj(gt(op("seq.len", chars), ZERO), gt(first, integer(0x10FFFF))),
        gt(ZERO, op("multiset.count", bags, x)),
    ):
        session = open_session(registry.get("z3"))
        session.add(impossible)
        assert session.check(seconds=5).outcome is Outcome.UNSAT
