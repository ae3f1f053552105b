"""PEP 316: the functions that it adds to the builtins."""

import pytest

from specassay.core.evaluate.execution import run
from specassay.core.ir.contracts import Contract
from specassay.frontends.python import parse_contract
from specassay.frontends.python.files import functions_of, unread_guards_of
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


def of_docstring(docstring: str) -> tuple[list[str], dict[int, str]]:
    """The clauses of a function of `xs` with that docstring, and the reasons of what is not read by line."""
    source = read(f'def f(xs):\n    """\n    {docstring}\n    """\n    return xs\n', "code.py")
    module = module_of(source, parse_module(source))
    blocks = (each.written.block for each in functions_of(module))
    lines = [line.removeprefix("assert ") for block in blocks if block is not None for line in block.text.splitlines()]
    return lines, {
        module.span(guard.node).line: guard.reason for each in unread_guards_of(module) for guard in each.guards
    }


@pytest.mark.parametrize("label", ["pre:", ":pre:", "pre::", ":pre::", "pre[]:", "pre::\n       "])
def test_labels_of_sphinx_are_read_as_crosshair_reads_them(label: str) -> None:
    assert of_docstring(f"{label} len(xs) > 1") == (["len(xs) > 1"], {})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (":requires: len(xs) > 1", "it stands behind a label of no tool"),
        ("@precondition: len(xs) > 1", "it stands behind a label of no tool"),
        ("@pre len(xs) > 1", "it stands behind a label of no tool"),
        ("Requires: xs and xs[0]", "it stands behind a label of no tool"),
        ("pre: len(xs) => 1", "it is no expression"),
        (":pre: xs is a list", "it is no expression"),
    ],
)
def test_conditions_that_nobody_checks_are_told(line: str, reason: str) -> None:
    found, unread = of_docstring(line)
    assert found == []
    assert unread[3].startswith(reason)


@pytest.mark.parametrize(
    "line",
    [
        "Requires: numpy",
        "requires : xs",
        ":param xs: xs > 1",
        "pre: what is sorted",
        "Requires: a list, xs.",
        "xs: xs > 1",
    ],
)
def test_prose_is_no_condition(line: str) -> None:
    assert of_docstring(line) == ([], {})


def test_invariants_of_a_docstring_are_inherited() -> None:
    text = (
        'class C:\n    """C.\n\n    inv: self.n > 0\n    """\n'
        'class D(C):\n    """inv: self.n < 9"""\nclass E:\n    pass\n'
    )
    source = read(text, "code.py")
    blocks = {each.name: each.written.block for each in functions_of(module_of(source, parse_module(source)))}
    lines = {name: block.text.splitlines() for name, block in blocks.items() if block is not None}
    assert lines == {"C": ["assert self.n > 0"], "D": ["assert self.n > 0", "assert self.n < 9"]}
