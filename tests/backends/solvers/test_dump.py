"""Dumped queries: complete SMT-LIB scripts that both solvers read and answer as recorded."""

from pathlib import Path

import cvc5
import pytest
import z3

from specassay.backends.solvers import registry
from specassay.core.errors import InputError
from specassay.core.ir import build as b
from specassay.core.ir.sorts import BOOL, INT
from specassay.core.ir.terms import var

from ..conformance import ROWS, Row

SAMPLE = [row for row in ROWS if not row.undecided][::6]


def replay_z3(path: Path) -> str:
    solver = z3.SimpleSolver(ctx=z3.Context())
    solver.from_file(str(path))
    return str(solver.check())


def replay_cvc5(path: Path) -> list[str]:
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    for option in ("arrays-exp", "mbqi", "fmf-fun"):
        solver.setOption(option, "true")
    symbols = cvc5.SymbolManager(terms)
    parser = cvc5.InputParser(solver, symbols)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(path))
    said = []
    while not (command := parser.nextCommand()).isNull():
        said.append(command.invoke(solver, symbols).strip())
    return list(filter(None, said))


@pytest.mark.parametrize("row", SAMPLE, ids=lambda row: row.name.replace(" ", "-"))
def test_replays_in_every_solver(row: Row, tmp_path: Path) -> None:
    session = registry.get("z3").session(
        row.functions, row.datatypes, dump=str(tmp_path), label=f"row/{row.name}"
    )
    session.check(row.terms, seconds=20)
    session.close()
    (path,) = tmp_path.iterdir()
    assert f"(set-info :status {row.status})" in path.read_text()
    assert replay_z3(path) == row.status
    assert replay_cvc5(path) == [row.status]


def test_every_check_is_its_own_file(tmp_path: Path) -> None:
    for _ in range(2):
        session = registry.get("cvc5").session(dump=str(tmp_path / "queries"), label="HumanEval/0 |x|")
        session.add(var("p", BOOL))
        session.check()
        session.check([b.negate(var("p", BOOL))])
        session.close()
    files = sorted((tmp_path / "queries").iterdir())
    assert [file.name for file in files] == [
        f"HumanEval_0_x_-cvc5-{number:03d}.smt2" for number in range(1, 5)
    ]
    assert [replay_z3(file) for file in files] == ["sat", "unsat", "sat", "unsat"]


def test_undecided_query_has_unknown_status(tmp_path: Path) -> None:
    session = registry.get("z3").session(dump=str(tmp_path), label="open")
    square = b.mul(var("i", INT), var("i", INT), var("i", INT))
    cube = b.mul(var("j", INT), var("j", INT), var("j", INT))
    session.add(b.eq(b.add(square, cube, b.mul(var("k", INT), var("k", INT), var("k", INT))), b.integer(114)))
    session.check(seconds=0.05)
    session.close()
    (path,) = tmp_path.iterdir()
    assert "(set-info :status unknown)" in path.read_text()


def test_unwritable_folder_is_an_input_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    session = registry.get("z3").session(dump=str(blocked))
    session.add(var("p", BOOL))
    with pytest.raises(InputError, match="cannot write the query"):
        session.check()
    session.close()
