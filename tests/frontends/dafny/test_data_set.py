"""The files of MBPP-DFY: all parse, all clauses are lowered, all tests are read."""

import json
from pathlib import Path

from specassay.core.contracts import Program
from specassay.core.errors import InputError
from specassay.core.statements import Opaque
from specassay.frontends.dafny import parse_file, parse_signature, parse_test_statements

EMPTY = "task_id_747.dfy"


def programs(data_dir: Path) -> dict[str, Program | InputError]:
    found: dict[str, Program | InputError] = {}
    for path in sorted((data_dir / "mbpp_dfy" / "test").glob("*.dfy")):
        try:
            found[path.name] = parse_file(path)
        except InputError as error:
            found[path.name] = error
    return found


def test_every_file_with_code_is_read_and_lowered_completely(data_dir: Path) -> None:
    found = programs(data_dir)
    errors = {name: str(result) for name, result in found.items() if isinstance(result, InputError)}
    assert all(name == EMPTY and message.endswith("is empty") for name, message in errors.items()), errors
    for name, program in found.items():
        if isinstance(program, Program):
            assert not program.problems, name
            clauses = [c for s in program.specifications for c in (*s.requires, *s.ensures)]
            assert all(c.term is not None for c in clauses), name
            assert program.specifications, name
            assert program.tests, name
            statements = [s for test in program.tests for s in test.body]
            assert not [s for s in statements if isinstance(s, Opaque)], name


def test_every_signature_and_nearly_every_test_of_the_json_is_read(data_dir: Path) -> None:
    tasks = json.loads((data_dir / "mbpp_dfy" / "tests.json").read_text())
    unread, total = 0, 0
    for task in tasks.values():
        program = Program(file="tests.json", specifications=(parse_signature(task["method_signature"]),))
        for text in task["test_cases"].values():
            statements = parse_test_statements(text, program, "tests.json")
            total += 1
            unread += any(isinstance(statement, Opaque) for statement in statements)
    assert unread / total < 0.05
