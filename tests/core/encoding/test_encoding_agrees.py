"""The encoding against the reference execution and CPython: the same violated clauses on concrete inputs."""

import random
from typing import Any

import pytest

from specassay.core.evaluate.execution import run
from specassay.core.fuel import Fuel
from specassay.frontends.python import parse_contract

from ...samples import often, samples, some
from .changes_in_place import CHANGES
from .expressions import EXPRESSIONS
from .judges import EncodingJudge, python
from .matches import MATCHES
from .statements import STATEMENTS
from .unbounded import UNBOUNDED
from .values import BEYOND, VALUES

PARAMETERS = ("x", "y")


def inputs(text: str, count: int) -> list[dict[str, Any]]:
    """Inputs for x and y: values, or pairs of them where y matters."""
    chance = random.Random(text)
    if "y" not in text.replace("any", "").replace("type", "").replace("try", "").replace("key", ""):
        return [{"x": value, "y": 0} for value in chance.sample(VALUES, count)]
    return [{"x": chance.choice(VALUES), "y": chance.choice(VALUES)} for _ in range(count)]


@pytest.mark.parametrize("text", often([*some([*EXPRESSIONS, *STATEMENTS, *CHANGES], 24), *MATCHES], 3))
def test_the_same_clauses_are_violated(text: str) -> None:
    contract = parse_contract(text, name="contract", parameters=PARAMETERS)
    real = python(text, PARAMETERS)
    judge = EncodingJudge(contract)
    decided = 0
    # Few of the values are what a function refuses in its own way (a negative number): in the laws each is tried.
    chosen = inputs(text, samples(8, 4) if judge.needs_solver else samples(len(VALUES), 14))
    try:
        for arguments in chosen:
            executed = run(contract, arguments, Fuel(steps=20_000))
            assert executed.unknown is None or "fuel" not in executed.unknown, "what follows may take for ever"
            expected = real(arguments)
            assert executed.violated in (None, expected), (arguments, expected)
            found = judge.violated(arguments)
            if found is not None:
                decided += 1
                assert found == expected, arguments
    finally:
        judge.close()
    clauses = judge.encoding.clauses
    followed = "hash" not in text and not any(
        clause.unsupported_constructs or any(limit.what == "nested calls" for limit in clause.bounds)
        for clause in clauses
    )
    assert decided > len(chosen) // 2 or not followed or judge.needs_solver


@pytest.mark.parametrize("text", some(UNBOUNDED, 16))
def test_whatever_is_beyond_the_bounds_is_possible(text: str) -> None:
    contract = parse_contract(text, name="contract", parameters=PARAMETERS)
    real = python(text, PARAMETERS)
    judge = EncodingJudge(contract)
    assert not judge.needs_solver
    for value in BEYOND:
        arguments = {"x": value, "y": 1}
        if run(contract, arguments, Fuel(steps=20_000)).unknown is None or "f(" not in text:
            assert judge.allows(arguments, real(arguments)), arguments
