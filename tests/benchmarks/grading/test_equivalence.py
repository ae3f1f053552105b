"""Relations between conditions."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.cache import NO_CACHE, Cache
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.grading.alignment import Comparing, align, published
from specassay.benchmarks.grading.equivalence import OUT_OF_TIME, Allowance, GuardComparer, GuardComparison, relation_of
from specassay.benchmarks.grading.guards import Guard, clauses_of, guards_of
from specassay.benchmarks.grading.normal import normal_form
from specassay.benchmarks.grading.typed_forms import told_by, typed_form
from specassay.core.encoding.bounds import Bounds
from specassay.core.synthesis.verdicts import Verdict

N = (Parameter("n"),)


def plain(text: str) -> Guard:
    return Guard(text, f"assert {text}", 1, 0)


def relation(clause: str, body: str, replayer: Replayer, *context: str) -> GuardComparison:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    (guard,) = guards_of(f"def f(n):\n{lines}", "f", ("n",))
    return GuardComparer(N, replayer, NO_CACHE).compare(plain(clause), guard, [plain(each) for each in context])


def test_equivalent_by_proof(replayer: Replayer) -> None:
    found = relation("len(n) > 0", "size = len(n)\nif size < 1:\n    raise ValueError", replayer)
    assert (found.relation, found.equivalent, found.bounded) == ("equivalent", True, False)


def test_witnesses_of_both_directions(replayer: Replayer) -> None:
    found = relation("type(n) == int", "assert isinstance(n, int)", replayer)
    assert (found.relation, found.equivalent) == ("implied by", False)
    assert found.clause_only in ({"n": "True"}, {"n": "False"})
    assert found.guard_only is None


def test_nan_tells_apart_what_looks_the_same_and_context_decides(replayer: Replayer) -> None:
    found = relation("n > 0", "if n <= 0:\n    raise ValueError", replayer)
    assert found.relation == "implied by"
    assert found.clause_only == {"n": "nan"}
    assert relation("n > 0", "if n <= 0:\n    raise ValueError", replayer, "isinstance(n, int)").equivalent


def test_conditions_that_the_context_implies_are_no_agreement(replayer: Replayer) -> None:
    found = relation("n is not None", "assert not isinstance(n, str)", replayer, "isinstance(n, int)")
    assert found.equivalent is False


def test_names_of_the_two_sides_do_not_meet(replayer: Replayer) -> None:
    clause = Guard("m > 0", "m = len(n)\nassert m > 0", 1, 0)
    guard = Guard("m > 0", "m = len(n) + 0\nassert m > 0", 1, 0)
    assert GuardComparer(N, replayer, NO_CACHE).compare(clause, guard).relation == "equivalent"


def test_a_helper(replayer: Replayer) -> None:
    found = relation("n > 4", "def check(m):\n    if not m > 4:\n        raise ValueError\ncheck(n)", replayer)
    assert found.relation == "equivalent"


def test_verdicts_are_kept(replayer: Replayer, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    first = GuardComparer(N, replayer, cache).compare(plain("n > 0"), plain("n > 1"))
    (file,) = tmp_path.rglob("*.json")
    assert GuardComparer(N, replayer, cache).compare(plain("n > 0"), plain("n > 1")) == first
    # What is kept costs what it cost: a program is known no better where another run has been before.
    spent = Allowance(json.loads(file.read_text())["work"] / 2)
    comparer = GuardComparer(N, replayer, cache, spent)
    assert comparer.compare(plain("n > 0"), plain("n > 1")) is OUT_OF_TIME
    assert comparer.compare(plain("n > 0"), plain("n > 1")) is OUT_OF_TIME
    assert spent.left < 0
    file.write_text("not JSON")
    again = GuardComparer(N, replayer, cache).compare(plain("n > 0"), plain("n > 1"))
    assert again.relation == first.relation == "implies"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("assert a > b", "assert b < a"),
        ("assert not a == b", "assert b != a"),
        ("assert a and b", "assert b and (a and True)"),
        ("assert all([x > 0 for x in a])", "for y in a:\n    assert 0 < y"),
        ("assert not any(not x for x in a)", "assert all(map(lambda z: z, a))"),
        ("assert isinstance(a, int) is True", "if not isinstance(a, int):\n    assert False"),
        ("assert a in [1, 2]", "assert not a not in (1, 2)"),
        ("assert 0 < a < 3", "assert a > 0 and a < 3"),
    ],
)
def test_normal_forms_that_are_equal(left: str, right: str) -> None:
    assert normal_form(left) == normal_form(right) is not None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("assert not a < b", "assert a >= b"),
        ("assert a or b", "assert b or a"),
        ("assert a is True", "assert a"),
        ("assert any(a for x in a)", "assert all(a for x in a)"),
        ("assert all(x for x in a if x > 0)", "assert all(x for x in a)"),
        ("assert all(all(x for x in y) for y in a)", "assert all(all(y for x in y) for y in a)"),
    ],
)
def test_normal_forms_that_are_not(left: str, right: str) -> None:
    assert normal_form(left) != normal_form(right)


@pytest.mark.slow
def test_alignment_of_a_program(replayer: Replayer, half: Callable[..., ContractTask]) -> None:
    code = """
def half(number):
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError
    if number < 0:
        raise ValueError
    assert number != 77
    return number // 2
"""
    found = align(half(), code, replayer, NO_CACHE)
    texts = [guard.text for guard in found.guards]
    assert texts == ["isinstance(n, int)", "not isinstance(n, bool)", "not n < 0", "n != 77"]
    assert found.proved.matched == frozenset()
    assert found.in_context.matched == {(0, 0), (1, 2)} - {(0, 0)}
    assert found.published.matched == frozenset()


def test_what_no_solver_was_asked_in_time_is_unknown(replayer: Replayer, half: Callable[..., ContractTask]) -> None:
    code = "def half(n):\n    assert n != 77\n    assert isinstance(n, int)\n    return n // 2\n"
    task = half()
    found = align(task, code, replayer, NO_CACHE, Comparing(seconds=0))
    comparisons = [pair.comparison for pair in found.pairs]
    assert OUT_OF_TIME in comparisons
    assert all(each == OUT_OF_TIME or each.equivalent for each in comparisons)


def test_inputs_that_separate_leave_nothing_to_ask_a_solver(
    replayer: Replayer, half: Callable[..., ContractTask]
) -> None:
    code = "def half(n):\n    assert n != 77\n    assert isinstance(n, int) and n > -1\n    return n // 2\n"
    inputs = tuple({"n": text} for text in ("77", "True", "'a'", "-1", "1.5", "nan"))
    found = align(half(), code, replayer, NO_CACHE, Comparing(seconds=0, inputs=inputs))
    # type(n) == int and n >= 0; where n is an int, n > -1 is n >= 0.
    assert found.in_context.matched | found.in_context.unknown == {(1, 2)}
    assert found.in_context.matched == {(1, 2)}
    assert not found.proved.matched


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("assert not n < 0", "assert n >= 0", True),
        ("assert n >= 1", "assert n > 0", True),
        ("assert not n * 2 + len(s) > m", "assert n * 2 + len(s) <= m", True),
        ("assert not any(x < 0 for x in a)", "assert all(x > -1 for x in a)", True),
        ("assert not n / 2 < 0", "assert n / 2 >= 0", False),
        ("assert not f < 0", "assert f >= 0", False),
        ("assert not any(x < 0 for x in b)", "assert all(x >= 0 for x in b)", False),
        ("assert n >= 1", "assert n > 1", False),
    ],
)
def test_forms_where_some_names_are_whole_numbers(left: str, right: str, same: bool) -> None:
    known = told_by(["assert isinstance(n, int)", "assert type(m) is int", "assert all(isinstance(y, int) for y in a)"])
    assert (typed_form(left, known) == typed_form(right, known)) == same


@pytest.mark.parametrize(
    ("block", "same"),
    [
        ("for i in range(len(a)):\n    assert type(a[i]) == str", True),
        ("for i in range(0, len(a)):\n    if type(a[i]) != str:\n        assert False", True),
        ("i = 0\nwhile i < len(a):\n    assert type(a[i]) == str\n    i += 1", True),
        ("assert all(type(a[i]) == str for i in range(len(a)))", True),
        ("for i in range(1, len(a)):\n    assert type(a[i]) == str", False),
        ("for i in range(len(a)):\n    assert type(a[i]) == str or i == 3", False),
        ("for i in range(len(a)):\n    assert type(a[i - 1]) == str", False),
        ("for i in range(0.0, len(a)):\n    assert type(a[i]) == str", False),
    ],
)
def test_places_of_a_list_are_its_elements(block: str, same: bool) -> None:
    clause = "assert all(type(x) == str for x in a)"
    for told in ("assert type(a) == list", "assert isinstance(a, tuple)"):
        known = told_by([told])
        assert (typed_form(clause, known) == typed_form(block, known)) == same
    # What binds i or a anew means another one.
    inner = "assert all((lambda i: a[i] > 0)(0) for i in range(len(a)))"
    assert typed_form(inner, told_by(["assert type(a) == list"])) == normal_form(inner)
    # Of a dictionary {'b': 0} they are not.
    assert typed_form(clause, told_by([])) != typed_form(block, told_by([]))


def test_the_published_variant_compares_text() -> None:
    clauses = clauses_of("assert isinstance(n, int) and n > 0")
    assert published(clauses, [plain("n > 0"), plain("0 < n")]).matched == {(1, 0)}


FIRST, SECOND, BOTH = frozenset({0}), frozenset({1}), frozenset({0, 1})


def verdicts(**outcomes: str) -> dict[frozenset[int], Verdict]:
    """A verdict on each set: `test`, `proof`, or found nothing within bounds."""
    made = {
        "test": Verdict(FIRST, "violating", "z3", {"n": 0}),
        "proof": Verdict(FIRST, "infeasible", "z3"),
        "bounded": Verdict(FIRST, "infeasible", "z3", bounds=Bounds()),
    }
    named = {"first": FIRST, "second": SECOND, "both": BOTH}
    return {named[name]: evolve(made[word], target=named[name]) for name, word in outcomes.items()}


def test_what_is_not_found_within_bounds_leaves_a_relation_open() -> None:
    found = relation_of(verdicts(first="proof", second="bounded", both="test"), share=True, in_context=False)
    assert (found.relation, found.equivalent, found.bounded) == ("unknown", None, True)
    assert found.reason == "none found within bounds"
    apart = relation_of(verdicts(first="test", second="test", both="bounded"), share=True, in_context=False)
    assert (apart.relation, apart.equivalent) == ("unknown", False)
    assert apart.clause_only == {"n": "0"}


@pytest.mark.parametrize(
    ("in_context", "both", "agree"), [(False, "proof", True), (True, "test", True), (True, "proof", False)]
)
def test_in_a_context_only_what_can_be_violated_agrees(in_context: bool, both: str, agree: bool) -> None:
    found = relation_of(verdicts(first="proof", second="proof", both=both), share=True, in_context=in_context)
    assert found.equivalent is agree
