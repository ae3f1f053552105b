"""PEP 316: the functions that it adds to the builtins."""

import pytest

from specassay.core.evaluate.execution import run
from specassay.core.ir.contracts import Contract
from specassay.frontends.python import parse_contract
from specassay.frontends.python.files import functions_of
from specassay.frontends.python.module import parse_module
from specassay.frontends.python.source import read
from specassay.frontends.python.styles.model import module_of


def contract_of(clause: str, rest: str = "") -> Contract:
    source = read(f'{rest}\ndef f(xs):\n    """What it does.\n\n    pre: {clause}\n    """\n    return xs\n', "code.py")
    found = functions_of(module_of(source, parse_module(source)))
    block = next(each.written.block for each in found if each.name == "f")
    assert block is not None
    return parse_contract(block, name="f", parameters=["xs"], context=source.text)


@pytest.mark.parametrize(
    ("clause", "holding", "violating"),
    [
        ("forall(xs)", [1, 2], [0, 1]),
        ("forall(xs, lambda x: x > 1)", [2, 3], [1, 2]),
        ("exists(xs)", [0, 1], [0]),
        ("exists(xs, lambda x: x > 1)", [1, 2], []),
        ("forall([x > 0 for x in xs])", [1], [0]),
        ("implies(len(xs) > 1, xs[0] == 0)", [0], [1, 2]),
        ("implies(len(xs) > 2, False, len(xs) > 1)", [1, 2], [1]),
        ("forall(xs, lambda x: exists(x))", [[1], [0, 1]], [[0]]),
    ],
)
def test_quantifiers_and_implications(clause: str, holding: object, violating: object) -> None:
    contract = contract_of(clause)
    assert contract.clauses[0].problems == ()
    assert run(contract, {"xs": holding}).outcomes == ("holds",)
    assert run(contract, {"xs": violating}).outcomes != ("holds",)


def test_a_function_of_the_module_is_its_own() -> None:
    contract = contract_of("exists(xs)", "def exists(xs):\n    return xs == 7\n")
    assert run(contract, {"xs": 7}).outcomes == ("holds",)
    assert run(contract, {"xs": [1]}).outcomes == ("false",)
