"""Search tries values of the size and the structure that a contract asks for."""

import pytest

from specassay.core.evaluate.execution import run
from specassay.core.fuel import Fuel
from specassay.core.synthesis.search import Effort
from specassay.core.synthesis.synthesise import search
from specassay.core.synthesis.verdicts import Arguments, Observation
from specassay.frontends.python import parse_contract

CASES = [
    ("five different", "assert isinstance(x, list)\nassert len(x) >= 5 and len(set(x)) == len(x)", {0}),
    ("six keys", "assert len(x) >= 6\nassert all(isinstance(k, str) for k in x)\nassert x['a'] == 0", {1}),
    ("eight sorted", "assert isinstance(x, list)\nassert len(x) == 8\nassert x == sorted(x)", {2}),
    ("zeros and ones", "assert all(i in (0, 1) for i in x)\nassert sum(x) < 10", {1}),
    ("permutation", "assert sorted(x) == list(range(len(x)))\nassert len(x) < 4", {1}),
    ("long text", "assert len(x) > 20\nassert all(c in 'ab' for c in x)", {1}),
    ("weighted digits", "assert len(x) == 10\nassert sum((10 - i) * int(c) for i, c in enumerate(x)) % 11 == 0", {1}),
    ("two of one size", "assert len(x) == len(y)\nassert len(x) > 7\nassert x != y", {2}),
    ("rearranged", "assert sorted(x) == sorted(y)\nassert len(x) < 5\nassert x == y", {1, 2}),
    ("square", "assert all(len(row) == len(x) for row in x)\nassert len(x) < 4", {1}),
    ("beyond the exact floats", "assert isinstance(x, int)\nassert float(x) == x", {1}),
    ("parts", "assert len(x.split('.')) == 4\nassert all(p.isdigit() for p in x.split('.'))", {1}),
]


@pytest.mark.parametrize(("text", "violated"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_search_alone_finds_an_input(text: str, violated: set[int]) -> None:
    contract = parse_contract(text, name="f", parameters=("x", "y") if "y" in text else ("x",))

    def oracle(arguments: Arguments) -> Observation | None:
        seen = run(contract, arguments, Fuel(steps=20_000)).violated
        return None if seen is None else Observation(seen, dict.fromkeys(seen, "false"))

    known = search(contract, None, {}, oracle, Effort(600))
    found = known.get(frozenset(violated)) or search(contract, {frozenset(violated)}, known, oracle, Effort(20_000))
    assert found
