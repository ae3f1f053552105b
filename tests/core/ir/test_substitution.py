"""Names in terms: which are free, and which are not taken."""

from specassay.core.ir.build import between, eq, forall, integer, let, op
from specassay.core.ir.sorts import INT
from specassay.core.ir.substitution import FreeNames, unused_name
from specassay.core.ir.terms import Binder, var

X, Y = var("x", INT), var("y", INT)


def test_a_variable_is_free_where_it_is_not_bound() -> None:
    names = FreeNames()
    assert names.of(op("add", X, Y)) == {"x", "y"}
    assert names.of(forall([Binder("x", INT)], eq(X, Y))) == {"y"}
    # a domain stands before the variable is bound, and so does the value of `let`
    assert names.of(forall([Binder("x", INT)], eq(X, Y), [between(integer(0), X)])) == {"x", "y"}
    assert names.of(let(Binder("x", INT), op("add", X, integer(1)), X)) == {"x"}


def test_a_name_that_stands_anywhere_is_taken() -> None:
    assert unused_name("x", Y) == "x"
    assert unused_name("x", X, Y) == "x'"
    assert unused_name("x", X, forall([Binder("x'", INT)], eq(Y, Y))) == "x''"
