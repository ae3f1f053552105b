"""Verdicts about floats: what is infeasible is so for every double, and every test is confirmed by execution."""

import itertools
import math
import random
import struct
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.backends.solvers import registry
from specassay.core.evaluate.execution import run
from specassay.core.fuel import Fuel
from specassay.core.ir.contracts import Contract
from specassay.core.ir.statements import terms_of
from specassay.core.ir.terms import subterms
from specassay.core.synthesis.synthesise import Synthesis
from specassay.core.synthesis.verdicts import Arguments, Observation, Verdict
from specassay.frontends.python import parse_contract

from ...samples import samples, some

FLOAT = "assert type(x) is float"
BOTH = "assert type(x) is float and type(y) is float"
FINITE = "assert type(x) is float and math.isfinite(x)"
BOTH_FINITE = "assert type(x) is float and type(y) is float and math.isfinite(x) and math.isfinite(y)"

POSSIBLE = (
    (FLOAT, "not 0.3 < x < 0.35"),
    (FLOAT, "not 0.1 < x < 0.1001"),
    (FLOAT, "x != 0.1"),
    (FLOAT, "not 5e-325 < x < 1e-320"),
    (FLOAT, "not 1e300 < x < 1.0000000001e300"),
    (FLOAT, "not 1.7976931348623155e308 < x < math.inf"),
    (FLOAT, "x * 0.1 != 0.5"),
    (FLOAT, "not 0.4 < x < 0.45 or x < 0"),
    (FLOAT, "x + 1 != x"),
    (FLOAT, "x == x"),
    (FLOAT, "math.isclose(x, 0.3) == (x == 0.3)"),
    (FLOAT, "round(x, 1) == x"),
    ("assert type(x) is complex", "not 0.1 < x.real < 0.12"),
    (FLOAT, "not (0 < x < 0.1 and round(x * 10) == 1)"),
    (FLOAT, "abs(x) > 1e-300 or x == 0"),
    (FLOAT, "x.is_integer() or x < 2.0 ** 53 + 1"),
    (BOTH, "not 0.3 < x < y < 0.31"),
    (BOTH, "(x + y) - y == x"),
    (BOTH_FINITE, "x + y == y or x == 0 or abs(y) < 1e9"),
    ("assert type(x) is int", "float(x) == x"),
    ("assert type(x) is int and x > 0", "x / 2 > 0 or x > 2 ** 1023"),
    ("assert type(x) is complex", "x != 0.1j"),
    ("assert type(x) is int and type(y) is float", "x != y or x < 2 ** 60"),
)
"""A premise and a claim that some input satisfying the premise violates."""

LEFT_OPEN = (
    (BOTH_FINITE, "(x + y) - y == x"),
    (BOTH_FINITE, "x - y == 0 or x / (x - y) < 1e6"),
    (BOTH_FINITE, "math.isfinite(x + y)"),
    (BOTH_FINITE, "math.isfinite(x * y)"),
    (BOTH_FINITE, "(x + y) * (x - y) == x * x - y * y"),
    (BOTH_FINITE, "x * y / y == x or y == 0"),
    (FINITE, "x / 3 * 3 == x"),
    (FINITE, "x * 0.1 == x / 10"),
    (FINITE, "0.1 + x + 0.2 == x + 0.3"),
    (FINITE, "x // 0.1 == x * 10 // 1"),
    (FINITE, "sum([x, 0.1, 0.2]) == x + 0.3"),
    (FINITE, "str(x) != '0.1'"),
    (FLOAT, "x % 1 != 0.1"),
    ("assert type(x) is complex", "x != 0.1j"),
)
"""A premise and a claim that some input violates, which need not be found by a solver."""

IMPOSSIBLE = (
    (FLOAT, "not 0.1 < x < 0.10000000000000002"),
    (FLOAT, "not 5e-324 > x > 0"),
    (FLOAT, "not 1.7976931348623157e308 < x < math.inf"),
    (FLOAT, "x < 0.3 or x > 0.2 or x != x"),
    (FLOAT, "x == x or not x > 0"),
    (FLOAT, "not (x < 0.1 and x > 0.1)"),
    (FLOAT, "abs(x) >= 0 or x != x"),
    (FLOAT, "-x < 0 or x <= 0 or x != x"),
    (FLOAT, "not x == 0.1 or 10 * x == 1"),
    (FLOAT, "not x == 0.1 or x + 0.2 != 0.3"),
    (FLOAT, "not x == 0.1 or x + 0.2 == 0.30000000000000004"),
    (FLOAT, "not x == 1e16 or x + 1 == x"),
    (FLOAT, "x + 0 == x or x != x"),
    (FLOAT, "x * 1 == x or x != x"),
    (FINITE, "x - x == 0"),
    (FINITE, "x + 1 >= x"),
    (FINITE, "x * x >= 0"),
    (FINITE, "x == int(x) or not x.is_integer()"),
    (FINITE, "math.floor(x) <= x <= math.ceil(x)"),
    (FINITE, "abs(round(x) - x) <= 0.5 or abs(x) > 1000"),
    (FINITE, "int(x) == math.floor(x) or x < 0"),
    (FINITE, "0 <= x % 1 <= 1"),
    (FINITE, "x % 1 < 1 or x < 0"),
    (FINITE, "x // 1 == math.floor(x) or abs(x) > 1e15"),
    (FINITE, "x / 2 <= x or x < 0"),
    (FINITE, "not 2.5 < x < 3.5 or round(x) == 3"),
    (BOTH_FINITE, "x + y == y + x"),
    (BOTH_FINITE, "x * y == y * x"),
    (BOTH_FINITE, "x + y >= x or y < 0"),
    (BOTH_FINITE, "x - y > 0 or not x > y"),
    (BOTH_FINITE, "x - y != 0 or x == y"),
    (BOTH_FINITE, "max(x, y) >= x and min(x, y) <= y"),
    (BOTH, "not (x < y and y < x)"),
    (FINITE, "x < 0 or math.sqrt(x) >= 0"),
    (BOTH_FINITE, "x != y or math.isclose(x, y)"),
    (FLOAT, "not math.isclose(x, 0.3) or 0.29 < x < 0.31"),
    (FINITE, "not 0 <= x <= 1 or 0 <= round(x, 2) <= 1.1"),
    ("assert type(x) is complex", "x.real == 0.1 or x != 0.1j + 0.1"),
    ("assert type(x) is float and type(y) is float and x >= 0 and y >= 0", "sum([x, y, 0.1]) > 0"),
    (BOTH, "not (x == math.inf and y > x)"),
    ("assert type(x) is int", "x + 1 > x"),
    ("assert type(x) is int and abs(x) <= 2 ** 53", "float(x) == x"),
    ("assert type(x) is int and type(y) is float", "x < y or x >= y or y != y"),
)
"""A premise and a claim that holds wherever the premise does."""

SPECIAL = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -0.5,
    0.1,
    0.2,
    0.3,
    1 / 3,
    0.7,
    1e16,
    -1e16,
    1e-17,
    5e-324,
    -5e-324,
    1e-320,
    2.0**53,
    2.0**53 + 2,
    2.0**62,
    1e155,
    1e300,
    1.7976931348623157e308,
    -1.7976931348623157e308,
    math.inf,
    -math.inf,
    math.nan,
    0,
    1,
    -1,
    2,
    3,
    7,
    10,
    2**53,
    2**53 + 1,
    -(2**53) - 1,
    2**64,
    10**300,
    True,
    False,
    0.1j,
    1j,
    complex(1),
)


@cache
def _contract(premise: str, claim: str) -> Contract:
    return parse_contract(f"import math\n{premise}\nassert {claim}", name="contract", parameters=("x", "y"))


def decided(premise: str, claim: str, seconds: float = 3.0) -> tuple[Verdict, Contract]:
    """The verdict about the claim alone being violated, and the contract."""
    contract = _contract(premise, claim)

    def oracle(arguments: Arguments) -> Observation | None:
        seen = run(contract, arguments, Fuel(steps=20_000))
        return None if seen.violated is None else Observation(seen.violated, {})

    synthesis = Synthesis(contract, "z3", registry.get("z3").session, oracle, seconds_per_check=seconds, budget=10.0)
    try:
        return synthesis.decide(frozenset({1})), contract
    finally:
        synthesis.close()


def attacks(contract: Contract, chance: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """Inputs that may refute a verdict: the contract's own numbers, their neighbours, special values, random bits."""
    own = {
        node.data
        for term in terms_of(contract.body)
        for node in subterms(term)
        if node.op == "const" and type(node.data) in (int, float)
    }
    near = [near for value in own if abs(value) < 2**1000 for near in _around(float(value))]
    pool = [*SPECIAL, *own, *near]
    yield from ({"x": x, "y": y} for x, y in itertools.product([*own, *near], [*own, 0.1]))
    for _ in range(count):
        yield {name: _drawn(pool, chance) for name in ("x", "y")}


def _around(value: float) -> list[float]:
    return [value, -value, math.nextafter(value, math.inf), math.nextafter(value, -math.inf), value * 0.999, value / 3]


def _drawn(pool: list[Any], chance: random.Random) -> Any:
    draw = chance.random()
    if draw < 0.5:
        return chance.choice(pool)
    if draw < 0.7:
        return float(struct.unpack("<d", chance.randbytes(8))[0])
    return chance.uniform(-4, 4) if draw < 0.9 else chance.uniform(-1e17, 1e17)


NUMBERS = st.one_of(st.floats(allow_nan=True, allow_infinity=True), st.integers())


@settings(deadline=None, max_examples=50)
@given(NUMBERS, NUMBERS)
def test_no_two_numbers_violate_what_is_infeasible(x: float, y: float) -> None:
    for premise, claim in IMPOSSIBLE:
        assert run(_contract(premise, claim), {"x": x, "y": y}, Fuel(steps=20_000)).violated != frozenset({1}), claim


@pytest.mark.parametrize(("premise", "claim"), POSSIBLE)
def test_a_test_is_found(premise: str, claim: str) -> None:
    verdict, contract = decided(premise, claim)
    assert verdict.outcome == "violating", verdict.reason
    assert verdict.arguments is not None
    assert run(contract, verdict.arguments, Fuel(steps=20_000)).violated == frozenset({1})


@pytest.mark.slow
@pytest.mark.parametrize(("premise", "claim"), some(IMPOSSIBLE, 5))
def test_an_infeasible_set_withstands_a_search_over_doubles(premise: str, claim: str) -> None:
    verdict, contract = decided(premise, claim)
    assert (verdict.outcome, verdict.bounded) == ("infeasible", False), verdict.reason
    for arguments in attacks(contract, random.Random(claim), samples(800)):
        assert run(contract, arguments, Fuel(steps=20_000)).violated != frozenset({1}), arguments


@pytest.mark.parametrize(("premise", "claim"), some(LEFT_OPEN, 4))
def test_what_rounding_makes_possible_is_not_called_infeasible(premise: str, claim: str) -> None:
    verdict, contract = decided(premise, claim, seconds=0.3)
    assert verdict.outcome != "infeasible"
    if verdict.arguments is not None:
        assert run(contract, verdict.arguments, Fuel(steps=20_000)).violated == frozenset({1})
    assert any(
        run(contract, arguments, Fuel(steps=20_000)).violated == frozenset({1})
        for arguments in attacks(contract, random.Random(claim), 4_000)
    ), "the claim is true"
