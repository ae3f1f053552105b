"""Inputs at the constants of a candidate."""

from specassay.benchmarks.rewards.judging import judged, read_candidate, singled_out_of
from specassay.benchmarks.rewards.singled_out import singled_out
from specassay.benchmarks.rewards.tests import read_spec_tests
from specassay.core.ir.contracts import Program
from specassay.core.ir.values import ArrayValue
from specassay.frontends.registry import language

from .near_right import CALLS, HELPER, SIGNATURE

TESTS = read_spec_tests(CALLS, signature=SIGNATURE, reference=sum)


def made_of(clauses: str) -> list[tuple[int, ...]]:
    return [values for (values,) in singled_out_of(HELPER + clauses, TESTS)]


def test_collections_members_and_two_of_them_joined() -> None:
    made = made_of("requires s != [13, 7] + [99] && s !in {[40]} ensures t == T(s)")
    assert {(13, 7), (99,), (40,), (13, 7, 99), (99, 13, 7)} <= set(made)


def test_what_is_inside_of_maps_and_nested_collections() -> None:
    made = made_of("ensures (s in map[[13, 7] := [8]] || [s] == [[40, 41]] || multiset{[5]} == multiset{s}) ==> t == 0")
    assert {(13, 7), (8,), (40, 41), (5,)} <= set(made)


def test_numbers_that_stand_for_elements() -> None:
    made = made_of("ensures |s| == 4 && s[0] == 13 && s[1] == 7 ==> t == T(s)")
    assert {(13, 7), (13, 7, 0, 0)} <= set(made)


def test_numbers_and_those_beside_them_together() -> None:
    head = "method M(a: int, b: int) returns (c: int)"
    text = f"{head} ensures a == 700 && b == -5 ==> c == 0"
    tests = read_spec_tests({"M": [{"inputs": [1, 2], "output": 3}]}, signature=head)
    program = read_candidate(text, "M", language("dafny"))
    assert isinstance(program, Program)
    made = singled_out(tests.for_candidate(program.specifications[0]).examples, program)
    pairs = [tuple(values.values()) for values in made]
    assert {(700, 2), (701, 2), (1, 699), (700, -5)} <= set(pairs)


def test_an_array_stays_one_beside_a_number() -> None:
    head = "method M(a: array<int>, b: int) returns (c: int)"
    tests = read_spec_tests({"M": [{"inputs": [[1, 2], 2], "output": 3}]}, signature=head)
    text = f"{head} requires a[..] != [13, 7] && b != 700 ensures c == a.Length + 1"
    program = read_candidate(text, "M", language("dafny"))
    assert isinstance(program, Program)
    made = singled_out(tests.for_candidate(program.specifications[0]).examples, program)
    arrays = [values["a"] for values in made]
    assert all(isinstance(array, ArrayValue) for array in arrays)
    assert ((13, 7), 700) in [(values["a"].elements, values["b"]) for values in made]
    assert judged(text, tests, 1, 10.0).verdict == "paid"


def test_a_function_is_not_called_with_what_is_larger_than_what_was_drawn() -> None:
    called: list[list[int]] = []

    def total(values: list[int]) -> int:
        called.append(values)
        return sum(values)

    tests = read_spec_tests(CALLS, signature=SIGNATURE, reference=total)
    called.clear()
    further = tests.beside([((13, 7),), ((10**9,),), ((1,) * 99,)])
    assert called == [[13, 7]]
    assert len(further.hidden) == len(tests.hidden) + 1
    assert further.function is None


def test_what_is_no_candidate_singles_nothing_out() -> None:
    assert singled_out_of("no Dafny", TESTS) == singled_out_of("method Other()", TESTS) == ()
