"""Files: which functions have contracts, and files that cannot be read."""

import json
from pathlib import Path

import pytest

from specassay.core.errors import InputError, ParseError
from specassay.core.ir.contracts import Program
from specassay.frontends import registry
from specassay.frontends.python import parse_file

from .printed_contracts import print_contract, print_term

GOLDEN = Path(__file__).parents[2] / "data" / "python"


def described(program: Program) -> dict[str, object]:
    """A program as plain data, positions without the file's name."""
    return {
        "contracts": [
            {
                "name": contract.name,
                "parameters": list(contract.parameters),
                "hints": list(contract.hints),
                "defaults": [None if term is None else print_term(term) for term in contract.defaults],
                "clauses": [
                    {
                        "text": clause.text,
                        "at": f"{clause.span.line}:{clause.span.column}",
                        "problems": [problem.construct for problem in clause.problems],
                    }
                    for clause in contract.clauses
                ],
                "body": print_contract(contract).splitlines()
                if not any(clause.problems for clause in contract.clauses)
                else None,
            }
            for contract in program.contracts
        ],
        "problems": [f"{problem.construct} at {problem.span and problem.span.line}" for problem in program.problems],
    }


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.py")), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    """Each tests/data/python/NAME.py beside NAME.json, the contracts that are read from it."""
    assert described(parse_file(path)) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_there_are_golden_files() -> None:
    assert len(list(GOLDEN.glob("*.py"))) >= 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\t\n", "the file is empty"),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe", "not Python source text"),
        (b"x = 1\nassert \x00x\n", r":2:8: found a NUL character"),
        (b"# coding: nonsense\nx = 1\n", "not Python source text"),
        (b"def f(x):\n    assert (x\n    return x\n", r":3:5: found 'return', expected '\)'"),
        (b"def f(x):\n    assert " + b"(" * 10_000, r":2:212: found more than 200 nested brackets"),
        (b"x" * 9_000_000, "larger than 8,000,000 bytes"),
        (b"x" * 2_000_000, "at most 1,000,000 are read"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.py"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message) as raised:
        parse_file(path)
    assert str(path) in str(raised.value)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        parse_file(tmp_path / "missing.py")


def test_the_declared_encoding_and_line_ends_are_honoured(tmp_path: Path) -> None:
    path = tmp_path / "latin.py"
    path.write_bytes(b"# -*- coding: latin-1 -*-\r\ndef f(s):\r\n    assert s != '\xe9', 'm'\r\n")
    (contract,) = parse_file(path).contracts
    assert contract.clauses[0].text == "s != 'é'"
    assert contract.clauses[0].span.line == 3


def test_columns_count_characters_not_bytes(tmp_path: Path) -> None:
    path = tmp_path / "wide.py"
    path.write_text("é = 1\ndef f(s): é = 'é'; assert s; return s\n", encoding="utf-8")
    (contract,) = parse_file(path).contracts
    assert str(contract.clauses[0].span).endswith(":2:27")


def test_the_registry_finds_the_front_end_by_suffix(tmp_path: Path) -> None:
    path = tmp_path / "a.PY"
    path.write_text("def f(x):\n    assert x\n")
    assert [contract.name for contract in registry.parse_file(path).contracts] == ["f"]
    (tmp_path / "a.txt").touch()
    with pytest.raises(InputError, match=r"no front end reads '\.txt'; give a \.py or \.dfy or \.rs file"):
        registry.language_of(tmp_path / "a.txt")
    with pytest.raises(InputError, match=r"a folder; give the \.py or \.dfy or \.rs files in it"):
        registry.language_of(tmp_path)
    with pytest.raises(InputError, match="nowhere: no such file or folder"):
        registry.language_of(tmp_path / "nowhere")
    assert issubclass(ParseError, InputError)


@pytest.mark.parametrize(
    "binding",
    [
        "LIMIT = 2",
        "import os as LIMIT",
        "def LIMIT(): pass",
        "for LIMIT in x: pass",
        "del LIMIT",
        "match x:\n        case {1: 1, **LIMIT}: pass",
        "with x as LIMIT: pass",
        "found = [LIMIT := i for i in x]",
    ],
)
def test_a_local_variable_is_not_the_modules_before_it_has_a_value(tmp_path: Path, binding: str) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"LIMIT = 3\n\n\ndef f(x):\n    assert LIMIT == 3\n    print(x)\n    {binding}\n")
    read = parse_file(path)
    assert (read.contracts, [each.construct for each in read.problems]) == (
        (),
        ["variable 'LIMIT', which has no value before the contract ends"],
    )


@pytest.mark.parametrize(
    "following",
    ["return [LIMIT for LIMIT in x]", "return lambda LIMIT: LIMIT", "def g():\n        LIMIT = 1", "x.LIMIT = 1"],
)
def test_what_binds_a_name_for_itself_alone_leaves_the_modules_to_the_contract(tmp_path: Path, following: str) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"LIMIT = 3\n\n\ndef f(x):\n    assert LIMIT == 3\n    print(x)\n    {following}\n")
    read = parse_file(path)
    assert ([each.name for each in read.contracts], read.problems) == (["f"], ())
