"""What holds of all elements of a sequence of any size is proved, not only within bounds."""

import pytest

from specassay.backends.solvers import registry
from specassay.core.deciding.solver import Outcome
from specassay.core.encoding.encode import Encoding, encode
from specassay.core.encoding.inputs import KINDS
from specassay.core.encoding.pool import pooled
from specassay.core.ir.build import negate
from specassay.frontends.python import parse_contract

from ...samples import some

_INTS = "assert isinstance(x, list) and all(type(i) == int for i in x)"
_ZIPPED = "assert all(a <= b for a, b in zip(x, x[1:]))"
_INDEXED = "assert all(x[i] <= x[i + 1] for i in range(len(x) - 1))"

INFEASIBLE = [
    ("keys that are asked for", "assert x.keys() >= {1, 'a'}\nassert 'a' in x", {1}),
    ("no other keys", "assert x.keys() <= {1, 'a'}\nassert all(k in (1, 'a') for k in x)", {1}),
    ("keys of two", "assert x.keys() == {1, 'a'}\nassert {1} < x.keys()", {1}),
    ("not negative", "assert all(isinstance(i, int) and i >= 0 for i in x)\nassert sum(x) >= 0", {1}),
    ("the greatest", "assert all(isinstance(i, int) and i >= 0 for i in x)\nassert sum(x) >= max(x)\nassert x", {1}),
    ("dice", "assert len(x) == 10\nassert all(type(i) == int and 1 <= i <= 6 for i in x)\nassert sum(x) <= 60", {2}),
    ("more dice", "assert len(x) == 10\nassert all(type(i) == int and 1 <= i for i in x)\nassert sum(x) >= 10", {2}),
    ("sizes of rows", "assert all(isinstance(i, list) and i for i in x)\nassert sum(len(i) for i in x) >= len(x)", {1}),
    ("least", "assert x and all(type(i) == int for i in x)\nassert min(x) >= 0\nassert all(i >= 0 for i in x)", {2}),
    ("greatest", "assert x and all(type(i) == int for i in x)\nassert max(x) < 9\nassert all(i < 9 for i in x)", {1}),
    ("parts of a sum of tuples", "assert all(isinstance(i, tuple) for i in x)\nassert len(sum(x, ())) >= 0", {0}),
    ("count", "assert isinstance(x, list)\nassert x.count(0) <= len(x)", {1}),
    ("some and count", "assert isinstance(x, list)\nassert x.count(0) > 0\nassert 0 in x", {2}),
    ("set of few", "assert isinstance(x, list) and all(i in (0, 1) for i in x)\nassert set(x) <= {0, 1}", {1}),
    ("different", "assert isinstance(x, list) and all(type(i) == int for i in x)\nassert len(set(x)) <= len(x)", {1}),
    ("a range", "assert isinstance(x, list) and all(i in range(9) for i in x)\nassert not x or x[0] in range(10)", {1}),
    ("one key", "assert not len(x[0])\nassert all(len(i) == len(x[0]) for i in x)\nassert not any(map(len, x))", {2}),
    ("the last element", "assert any(i != 0 for i in x)\nassert x[-1] != 0", {0}),
    ("neighbours", f"{_INTS}\n{_ZIPPED}\nassert x == sorted(x)", {2}),
    ("neighbours by index", f"{_INTS}\n{_INDEXED}\n{_ZIPPED}", {1}),
    ("sorted", f"{_INTS}\nassert x == sorted(x)\n{_INDEXED}", {2}),
    ("a list", "assert isinstance(x, list)\nassert x == sorted(x)", {0}),
    ("first and last", f"{_INTS}\nassert x and x == sorted(x)\nassert x[0] <= x[-1]", {2}),
    ("the last is the greatest", f"{_INTS}\nassert x\n{_ZIPPED}\nassert x[-1] == max(x)", {3}),
    ("last of sorted", f"{_INTS}\nassert x\nassert sorted(x)[-1] == max(x)", {2}),
    ("descending", f"{_INTS}\nassert all(a >= b for a, b in zip(x, x[1:]))\nassert x == sorted(x, reverse=True)", {2}),
    ("descending ends", f"{_INTS}\nassert x and x == sorted(x, reverse=True)\nassert x[0] >= x[-1]", {2}),
    ("the first of the reverse", f"{_INTS}\nassert x\nassert sorted(x, reverse=True)[0] == max(x)", {2}),
    ("a middle place", f"{_INTS}\nassert x\nassert min(x) <= sorted(x)[len(x) // 2] <= max(x)", {2}),
    ("places of sorted", f"{_INTS}\nassert len(x) > 1\nassert sorted(x)[-2] <= sorted(x)[-1]", {2}),
    ("sum of sorted", f"{_INTS}\nassert sum(sorted(x)) == sum(x)", {1}),
    ("greatest of sorted", f"{_INTS}\nassert x\nassert max(sorted(x)) == max(x)", {2}),
    ("all places", f"{_INTS}\nassert all(x[i] > 0 for i in range(len(x)))\nassert all(i > 0 for i in x)", {2}),
    ("a result for every element", "assert isinstance(x, list)\nassert len([i == 0 for i in x]) == len(x)", {1}),
]

FEASIBLE = [
    "assert isinstance(x, list) and len(x) > 5 and x[0] < x[1] < x[2]\nassert x == sorted(x)",
    "assert len(x) > 5\nassert x[0] == x[1] == x[2] == x[3]\nassert x[-1] == x[0]",
    f"assert isinstance(x, list)\n{_ZIPPED}\nassert all(a < b for a, b in zip(x, x[1:]))",
    "assert isinstance(x, list) and len(x) > 5 and x[0] > x[1] > x[2]\nassert x == sorted(x, reverse=True)",
    "assert len(x) > 4 and all(a <= b for a, b in zip(x, x[1:]))\nassert len(set(x)) == len(x)",
    # Of equal elements the last one is last: here an int, though the first of the greatest is a float.
    "assert len(x) > 4 and x[0] == max(x) and all(type(i) == float for i in x[:3])\n"
    "assert isinstance(sorted(x)[-1], float)",
    # The fourth element has no length.
    "assert isinstance(x, list) and len(x) > 3\n"
    "assert isinstance(x[0], str) and isinstance(x[1], str) and isinstance(x[2], str)\n"
    "assert len([len(i) for i in x]) >= 0",
    "assert isinstance(x, list) and len(x) > 3 and x[0] == x[1] == x[2] == 0\nassert {0}.issuperset(x)",
]


def _outcome(text: str, violated: set[int]) -> Outcome:
    """The answer of the encoding with texts as ranks, or else of the one with texts of the solver's own theory."""
    contract = parse_contract(text, name="f", parameters=("x",))
    original = encode(contract, KINDS, skolem_constants=True)
    outcome = Outcome.UNKNOWN
    for encoding in (pooled(original), original):
        if encoding is not None and outcome is not Outcome.UNSAT:
            outcome = _answer(encoding, violated)
    return outcome


def _answer(encoding: Encoding, violated: set[int]) -> Outcome:
    session = registry.get("z3").session()
    try:
        session.add(*encoding.facts)
        literals = [
            clause.violated if index in violated else negate(clause.violated)
            for index, clause in enumerate(encoding.clauses)
        ]
        return session.check(literals, 20.0).outcome
    finally:
        session.close()


@pytest.mark.parametrize(("text", "violated"), [pytest.param(*case[1:], id=case[0]) for case in some(INFEASIBLE, 8)])
def test_what_no_value_of_any_size_violates_is_proved(text: str, violated: set[int]) -> None:
    assert _outcome(text, violated) is Outcome.UNSAT


@pytest.mark.slow
@pytest.mark.parametrize("text", some(FEASIBLE, 4))
def test_elements_that_are_not_shown_may_decide(text: str) -> None:
    contract = parse_contract(text, name="f", parameters=("x",))
    encoding = encode(contract, KINDS, skolem_constants=True)
    assert _answer(pooled(encoding) or encoding, {len(contract.clauses) - 1}) is Outcome.SAT
