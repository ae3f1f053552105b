"""What a verdict without a test rests on."""

from specassay.backends.solvers import registry
from specassay.core.synthesis.synthesise import Synthesis, operations
from specassay.frontends.python import parse_contract

TEXT = """
import math
def f(v):
    try:
        return sorted(v)[0]
    finally:
        v = 0
n = len(x)
assert n >= 0
assert math.gcd(x, 2) in (1, 2) and not f(x)
assert f"{x.upper()}" != [*x, -n][1:]
"""


def test_the_operations_of_clauses_and_of_the_statements_around_them() -> None:
    contract = parse_contract(TEXT, name="contract", parameters=("x",))
    around = {"def", "try", "finally", "return", "sorted", "[]", "len"}
    assert set(operations(contract, {0})) == around | {">="}
    assert set(operations(contract, {1})) == around | {"math.gcd", "in", "(,)", "and", "not"}
    assert set(operations(contract, {2})) == around | {"!=", 'f""', ".upper", "[,]", "*", "-", "[:]"}


def test_a_proof_names_the_operations_of_its_core_alone() -> None:
    text = "assert len(x) >= 0 or abs(x)\nassert x == [] or sorted(x)\nassert isinstance(x, list)"
    contract = parse_contract(text, name="contract", parameters=("x",))
    synthesis = Synthesis(
        contract=contract, solver="z3", open_session=registry.get("z3").session, oracle=lambda arguments: None
    )
    try:
        verdict = synthesis.decide(frozenset({0}))
    finally:
        synthesis.close()
    assert verdict.outcome == "infeasible"
    assert not verdict.bounded
    assert set(verdict.operations) == {"len", ">=", "or", "abs", "isinstance", "list"}
