"""What an enumeration of several variables need not do in its innermost loop."""

import pytest

from specassay.core.evaluate.binding import Filter, filters, invariant
from specassay.core.ir.build import add, conj, disj, eq, implies, integer, lt, negate, op
from specassay.core.ir.contracts import Function
from specassay.core.ir.sorts import BOOL, INT, seq_of
from specassay.core.ir.substitution import FreeNames
from specassay.core.ir.terms import Binder, Term, var
from specassay.core.ir.variables import Name

FIRST, LATER, LIMIT = (var(name, INT) for name in "ijn")
S = var("s", seq_of(INT))
ORDER = (Binder("i", INT), Binder("j", INT))
AT_I, AT_J = op("seq.at", S, FIRST), op("seq.at", S, LATER)


def found(guard: Term, wanted: bool = True) -> tuple[tuple[Filter, ...], ...]:
    return filters(ORDER, guard, wanted, {}, {}, FreeNames())


def test_the_largest_parts_without_the_variables_of_a_loop_are_invariant() -> None:
    length = op("seq.len", S)
    terms = invariant([lt(FIRST, add(length, LIMIT))], frozenset({"i"}), FreeNames())
    assert terms == {add(length, LIMIT): frozenset({"s", "n"})}


def test_a_leaf_is_not_worth_keeping() -> None:
    assert invariant([lt(FIRST, LIMIT)], frozenset({"i"}), FreeNames()) == {}


def test_what_mentions_a_variable_that_is_bound_around_it_is_not_invariant() -> None:
    inner = op("exists", op("unbounded"), lt(LATER, add(LIMIT, LIMIT)), data=(Binder("j", INT),))
    whole = conj(lt(FIRST, LIMIT), inner, eq(FIRST, add(FIRST, LIMIT)))
    assert inner in invariant([whole], frozenset({"i"}), FreeNames())
    of_both = op("exists", op("unbounded"), lt(add(LATER, LIMIT), FIRST), data=(Binder("j", INT),))
    assert invariant([of_both], frozenset({"i"}), FreeNames()) == {}


def test_a_condition_on_the_outer_variable_is_tested_before_the_inner_loop() -> None:
    assert found(conj(lt(FIRST, LIMIT), lt(LATER, FIRST))) == ((Filter(lt(FIRST, LIMIT), True),), ())


def test_nothing_is_tested_that_mentions_a_later_variable_or_not_this_one() -> None:
    assert found(lt(LATER, FIRST)) == ((), ())
    assert found(conj(lt(LIMIT, integer(3)), lt(LATER, FIRST))) == ((), ())


def test_of_what_is_to_be_false_the_premises_are_needed() -> None:
    assert found(implies(lt(FIRST, LIMIT), lt(LATER, FIRST)), wanted=False) == ((Filter(lt(FIRST, LIMIT), True),), ())
    assert found(disj(lt(FIRST, LIMIT), lt(LATER, FIRST)), wanted=False) == ((Filter(lt(FIRST, LIMIT), False),), ())


def test_of_what_is_to_be_false_the_conclusion_is_false() -> None:
    guard = implies(lt(LATER, LIMIT), lt(FIRST, LIMIT))
    assert found(guard, wanted=False)[0] == (Filter(lt(FIRST, LIMIT), False),)


def test_each_condition_is_tested_once_its_last_variable_has_a_value() -> None:
    order = (*ORDER, Binder("k", INT))
    third = var("k", INT)
    parts = (lt(FIRST, LIMIT), lt(LATER, FIRST), lt(third, LATER))
    tests = filters(order, conj(*parts), True, {}, {}, FreeNames())
    one, both = Filter(parts[0], True), Filter(parts[1], True)
    assert tests == ((one,), (one, both), ())


def test_a_call_of_a_function_that_is_always_defined_holds_nothing_up() -> None:
    body = add(var("x", INT), integer(1))
    functions: dict[Name, Function] = {"f": Function("f", (Binder("x", INT),), INT, body)}
    guard = conj(eq(op("call", LATER, data="f", sort=INT), LIMIT), lt(FIRST, LIMIT))
    assert filters(ORDER, guard, True, functions, {}, FreeNames())[0] == (Filter(lt(FIRST, LIMIT), True),)
    assert filters(ORDER, guard, True, {}, {}, FreeNames())[0] == ()


def test_a_negation_turns_what_is_needed() -> None:
    p = var("p", BOOL)
    mixed = conj(negate(conj(p, lt(FIRST, LIMIT))), lt(LATER, LIMIT))
    assert found(mixed)[0] == (Filter(conj(p, lt(FIRST, LIMIT)), False),)


@pytest.mark.parametrize(("first", "tested"), [(lt(LATER, LIMIT), True), (eq(AT_J, integer(0)), False)])
def test_what_follows_something_that_may_be_undefined_is_not_tested_before_it(first: Term, tested: bool) -> None:
    """`s[j] == 0 && i < n` is undefined where j is outside, whatever i is."""
    guard = conj(first, lt(FIRST, LIMIT))
    assert bool(found(guard)[0]) is tested


def test_what_may_be_undefined_is_tested_itself_where_it_comes_first() -> None:
    assert found(conj(eq(AT_I, integer(0)), lt(LATER, LIMIT)))[0] == (Filter(eq(AT_I, integer(0)), True),)
