"""The files of MBPP-DFY: all parse, all clauses are lowered, all tests are read."""

import json
from pathlib import Path

import pytest

from specassay.core.ir.contracts import Program
from specassay.core.ir.statements import OpaqueStatement, statements_of
from specassay.core.ir.terms import bare
from specassay.frontends.dafny import holds_code, parse_file, parse_signature, parse_test

from .rereading import reread


@pytest.fixture(scope="module")
def programs(data_dir: Path) -> dict[str, Program]:
    paths = sorted((data_dir / "mbpp_dfy" / "test").glob("*.dfy"))
    return {path.name: parse_file(path) for path in paths if holds_code(path)}


def test_every_file_with_code_is_read_and_lowered_completely(programs: dict[str, Program]) -> None:
    for name, program in programs.items():
        assert not program.problems, name
        clauses = [c for s in program.specifications for c in (*s.requires, *s.ensures)]
        assert all(c.term is not None for c in clauses), name
        assert program.specifications, name
        assert program.tests, name
        statements = [s for test in program.tests for s in statements_of(program.tested[test.name].body)]
        assert not [s for s in statements if isinstance(s, OpaqueStatement)], name


def test_the_text_of_every_term_reads_as_the_term(programs: dict[str, Program]) -> None:
    for name, program in programs.items():
        for text, term, again in reread(program):
            assert bare(again) is bare(term), f"{name}: {text}"


def test_every_signature_and_nearly_every_test_of_the_json_is_read(data_dir: Path) -> None:
    tasks = json.loads((data_dir / "mbpp_dfy" / "tests.json").read_text())
    unread, total = 0, 0
    for task in tasks.values():
        signature = parse_signature(task["method_signature"])
        for name, text in task["test_cases"].items():
            statements = parse_test(text, signature, name, "tests.json").tested[name].body
            total += 1
            unread += any(isinstance(statement, OpaqueStatement) for statement in statements)
    assert unread / total < 0.05
