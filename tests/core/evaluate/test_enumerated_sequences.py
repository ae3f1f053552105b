"""The sequences that rules allow are those of a search through all sequences, short ones first."""

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest

from specassay.core.evaluate.environment import Environment
from specassay.core.evaluate.region import SEQUENCES, RuleLayout
from specassay.core.evaluate.sequences import all_sequences, each_sequence
from specassay.core.evaluate.typed import Machine
from specassay.core.fuel import Fuel
from specassay.core.ir.build import add, boolean, disj, integer, le, lt, op, sub
from specassay.core.ir.operators.context import EvaluationContext, Undecided
from specassay.core.ir.sorts import INT, seq_of, set_of
from specassay.core.ir.terms import Binder, Term, const, make, var
from specassay.core.trampoline import Steps, run

NUMBERS = seq_of(INT)
START, POSITION, LENGTH = Binder("s", NUMBERS), Binder("i", INT), Binder("n", INT)
s, i, n = (var(each.name, each.sort) for each in (START, POSITION, LENGTH))
SIZE = op("seq.len", s)
LAST, BEFORE = (op("seq.at", s, sub(SIZE, integer(back))) for back in (1, 2))
ASCENDING = disj(lt(SIZE, integer(2)), lt(BEFORE, LAST))


def rule(condition: Term, *values: int) -> tuple[Term, Term]:
    """At each place that satisfies a condition, the element is one of these values."""
    parameters = (START, POSITION, LENGTH)
    unbounded = [op("unbounded")] * 3
    chosen = const(frozenset(values), set_of(INT))
    return tuple(op("lambda", *unbounded, each, data=parameters) for each in (condition, chosen))  # type: ignore[return-value]


def sequences(first: str, bounds: tuple[Term, ...], rules: list[tuple[Term, Term]], *prefixes: Term) -> Term:
    conditions = [op("lambda", op("unbounded"), each, data=(START,)) for each in prefixes]
    parts = (*bounds, *(part for pair in rules for part in pair), *conditions)
    return make(SEQUENCES, parts, set_of(NUMBERS), RuleLayout(first, len(rules)))  # type: ignore[arg-type]


def listed(term: Term, steps: int = 10_000) -> list[Any]:
    """The sequences in the order in which they are visited."""
    found: list[Any] = []

    def visit(values: Any) -> Steps[bool]:
        yield from ()
        found.append(values)
        return len(found) == 3 and steps == 3

    machine = Machine(EvaluationContext(fuel=Fuel(10_000)), Environment({}))
    last = run(each_sequence(machine, term, Environment({}), visit))
    assert last is (len(found) == 3 and steps == 3)
    assert steps == 3 or run(all_sequences(machine, term, Environment({}))) == frozenset(found)
    return found


def every(lengths: range, values: range) -> Iterator[tuple[int, ...]]:
    return (each for length in lengths for each in product(values, repeat=length))


def ascends(values: tuple[int, ...]) -> bool:
    return all(one < other for one, other in pairwise(values))


def test_all_sequences_of_the_lengths_are_visited_short_ones_first() -> None:
    term = sequences("bounded", (integer(1), integer(4)), [rule(boolean(True), 0, 1, 2)])
    assert listed(term) == list(every(range(1, 4), range(3)))


def test_what_begins_wrong_is_left_out() -> None:
    term = sequences("bounded", (integer(0), integer(4)), [rule(boolean(True), 0, 1, 2)], ASCENDING)
    assert listed(term) == [each for each in every(range(4), range(3)) if ascends(each)]
    growing = sequences("growing", (integer(1),), [rule(boolean(True), 0, 1, 2)], ASCENDING)
    assert listed(growing) == [each for each in every(range(1, 9), range(3)) if ascends(each)]


def test_the_rule_that_leaves_the_fewest_is_taken_where_its_condition_holds() -> None:
    first, later = rule(lt(i, integer(1)), 7), rule(boolean(True), 0, 1)
    last = rule(le(n, add(i, integer(1))), 5)
    undefined = rule(lt(op("div", integer(1), i), integer(0)), 8)
    term = sequences("bounded", (integer(2), integer(4)), [undefined, later, first, last])
    assert listed(term) == [(7, 5), (7, 0, 5), (7, 1, 5)]


def test_a_rule_knows_the_length_of_a_sequence_that_grows() -> None:
    term = sequences("growing", (integer(0),), [rule(lt(i, n), 0, 1)], ASCENDING)
    assert listed(term) == [(), (0,), (1,), (0, 1)]


def test_a_set_of_sequences_is_filtered() -> None:
    pool = const(frozenset({(1, 2), (2, 1), (), (0, 1, 2)}), set_of(NUMBERS))
    assert set(listed(sequences("among", (pool,), [], ASCENDING))) == {(1, 2), (), (0, 1, 2)}


def test_a_visitor_ends_the_enumeration() -> None:
    for kind, bounds in (("bounded", (integer(0), integer(3))), ("growing", (integer(0),))):
        assert listed(sequences(kind, bounds, [rule(boolean(True), 0, 1)]), 3) == [(), (0,), (1,)]


@pytest.mark.parametrize(
    ("first", "bounds", "rules", "reason"),
    [
        ("bounded", (integer(1), integer(2)), [], "nothing bounds the element at 0"),
        ("bounded", (integer(1), integer(2)), [rule(lt(i, integer(0)), 1)], "nothing bounds the element at 0"),
        ("bounded", (integer(0), op("div", integer(1), integer(0))), [], "what bounds a sequence is undefined"),
        ("growing", (integer(0),), [rule(boolean(True), *range(30_000))], "more than 20000 sequences"),
    ],
)
def test_what_is_not_bounded_is_undecided(
    first: str, bounds: tuple[Term, ...], rules: list[tuple[Term, Term]], reason: str
) -> None:
    with pytest.raises(Undecided, match=reason):
        listed(sequences(first, bounds, rules))


def test_a_condition_without_a_value_excludes_nothing() -> None:
    odd = lt(op("div", integer(1), SIZE), integer(9))
    term = sequences("growing", (integer(0),), [rule(lt(i, integer(2)), 0, 1), rule(le(integer(2), i))], odd)
    assert listed(term) == list(every(range(3), range(2)))
