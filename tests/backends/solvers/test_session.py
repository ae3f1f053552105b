"""What every session promises beyond the answers of the conformance table."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import cvc5
import pytest
import z3

from specassay.backends.solvers import registry
from specassay.backends.solvers.driver import PRODUCTS, Profile
from specassay.backends.solvers.session import TextBackend, TextSession
from specassay.backends.solvers.z3 import Z3Driver
from specassay.core.deciding.solver import Outcome
from specassay.core.encoding.encode import encode
from specassay.core.errors import InputError, SortError, Unsupported
from specassay.core.ir import build as b
from specassay.core.ir.contracts import Function
from specassay.core.ir.sorts import BOOL, INT, REAL, STRING, seq_of, set_of, uninterpreted
from specassay.core.ir.terms import Binder, Term, const, make, var
from specassay.core.ir.values import UninterpretedValue
from specassay.frontends.python import parse_contract

from ..conformance import ROWS, Row

Open = Callable[..., TextSession]
FIRST, SECOND = var("i", INT), var("j", INT)
P, Q = var("p", BOOL), var("q", BOOL)


def number(value: int) -> Term:
    return b.integer(value)


def test_assumptions_hold_for_one_check_only(backend: TextBackend, open_session: Open) -> None:
    session = open_session(backend)
    session.add(b.lt(FIRST, SECOND))
    assert session.check([b.gt(FIRST, SECOND)]).outcome is Outcome.UNSAT
    assert session.check([b.gt(FIRST, number(5))]).model["i"] > 5
    session.add(b.lt(SECOND, FIRST))
    assert session.check().outcome is Outcome.UNSAT


def test_core_gives_positions_of_assumptions(backend: TextBackend, open_session: Open) -> None:
    session = open_session(backend)
    session.add(b.implies(P, b.lt(FIRST, number(0))))
    irrelevant = b.eq(var("n", INT), number(7))
    answer = session.check([irrelevant, Q, P, b.negate(Q), b.gt(FIRST, number(3))])
    assert answer.outcome is Outcome.UNSAT
    assert set(answer.core) in ({1, 3}, {2, 4})
    assert session.check([irrelevant, P, irrelevant, b.ge(FIRST, number(0))]).core == (1, 3)


def test_assumption_must_be_defined(backend: TextBackend, open_session: Open) -> None:
    session = open_session(backend)
    session.add(b.eq(SECOND, number(0)))
    quotient = b.op("div", FIRST, SECOND)
    assert session.check([b.negate(b.eq(quotient, number(1)))]).core == (0,)


def test_model_has_every_declared_variable(complete_backend: TextBackend, open_session: Open) -> None:
    session = open_session(complete_backend)
    session.add(b.disj(P, b.eq(var("s", STRING), b.string("x"))), b.eq(FIRST, FIRST))
    session.add(b.lt(SECOND, b.add(SECOND, number(1))))
    assert session.check([P]).model.keys() >= {"p", "s", "j"}


def test_elements_that_only_know_equality_are_told_apart(complete_backend: TextBackend, open_session: Open) -> None:
    session, sort = open_session(complete_backend), uninterpreted("T")
    one, two, x = (*(const(UninterpretedValue("T", number), sort) for number in (3, 7)), var("x", sort))
    session.add(b.op("seq.member", x, const((one.data, two.data), seq_of(sort))), b.ne(x, one))
    answer = session.check()
    assert answer.model == {"x": two.data}
    session.add(b.ne(x, two))
    assert session.check().outcome is Outcome.UNSAT
    session = open_session(complete_backend)
    session.add(b.ne(x, one), b.ne(x, two))
    other = session.check().model["x"]
    assert other.sort == "T"
    assert other not in (one.data, two.data)


def test_nothing_is_asserted_when_a_term_is_unsupported(backend: TextBackend, open_session: Open) -> None:
    session = open_session(backend)
    binder = Binder("u", set_of(INT))
    over_sets = b.forall([binder], b.op("set.member", FIRST, var("u", binder.sort)))
    with pytest.raises(Unsupported, match="a quantifier over Set<Int>"):
        session.add(b.lt(FIRST, number(0)), over_sets)
    assert session.check([b.gt(FIRST, number(0))]).outcome is Outcome.SAT


def test_unsupported_term_does_not_spoil_later_ones(complete_backend: TextBackend, open_session: Open) -> None:
    """The failing term introduced a constant for the union; it must not be used without its axiom."""
    session = open_session(complete_backend)
    u, v = (var(name, set_of(INT)) for name in "uv")
    union = b.op("tuple.make", b.op("set.union", u, v), FIRST)
    choice = b.op("such_that", b.UNBOUNDED, b.boolean(True), b.boolean(True), data=(Binder("k", INT),))
    with pytest.raises(Unsupported, match="choice"):
        session.add(b.conj(b.eq(union, var("pair", union.sort)), choice))
    session.add(b.eq(b.op("tuple.make", b.op("set.union", u, v), FIRST), var("pair", union.sort)))
    session.add(b.op("set.member", FIRST, u))
    outside = b.negate(b.op("set.member", FIRST, b.op("tuple.at", var("pair", union.sort), data=0)))
    assert session.check([outside]).outcome is Outcome.UNSAT


def test_recursion_may_come_late(complete_backend: TextBackend, open_session: Open) -> None:
    """A solver that was started for a script without recursion is replaced by one that is prepared for it."""
    n = var("n", INT)
    body = b.ite(b.le(n, number(0)), number(0), b.add(n, b.call("triangle", b.sub(n, number(1)), sort=INT)))
    session = open_session(complete_backend, {"triangle": Function("triangle", (Binder("n", INT),), INT, body)})
    session.add(b.gt(FIRST, number(1)))
    assert session.check().outcome is Outcome.SAT
    session.add(b.eq(b.call("triangle", FIRST, sort=INT), number(10)))
    assert session.check(seconds=20).model["i"] == 4


def test_one_name_has_one_sort(backend: TextBackend, open_session: Open) -> None:
    session = open_session(backend)
    session.add(b.lt(FIRST, SECOND))
    with pytest.raises(SortError, match="the variable i"):
        session.add(var("i", BOOL))


def test_dropped_assumption_leaves_no_trace(backend: TextBackend, open_session: Open) -> None:
    session = open_session(backend)
    session.add(b.gt(FIRST, number(3)))
    cubes = (b.mul(term, term, term) for term in (var(name, INT) for name in "xyz"))
    session.check([b.eq(b.add(*cubes), number(114))], seconds=0.3)
    assert session.check([b.lt(FIRST, number(5))]).model["i"] == 4


def test_only_truth_is_asserted(backend: TextBackend, open_session: Open) -> None:
    with pytest.raises(SortError, match="Bool"):
        open_session(backend).add(FIRST)


@pytest.mark.parametrize("name", ["and", "x y", "a|b", "back\\slash", "", "é", "1", "str.len", "t!1", "%"])
def test_any_name_can_be_printed(name: str, backend: TextBackend, open_session: Open) -> None:
    session = open_session(backend)
    session.add(b.eq(var(name, INT), number(7)), b.eq(var(name + "'", INT), number(8)))
    assert session.check().model == {name: 7, name + "'": 8}


def test_text_beyond_the_theory_is_unsupported(backend: TextBackend, open_session: Open) -> None:
    with pytest.raises(Unsupported, match=r"U\+30000"):
        open_session(backend).add(b.eq(var("s", STRING), b.string("\U00030000")))


def test_infinite_set_is_no_value(backend: TextBackend, open_session: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only an infinite set contains every integer: the arrays of a solver may, a set may not."""
    monkeypatch.setattr("specassay.backends.solvers.cvc5.patience", lambda seconds: seconds)
    session = open_session(backend)
    k = Binder("k", INT)
    session.add(b.forall([k], b.op("set.member", var("k", INT), var("u", set_of(INT)))))
    assert session.check(seconds=0.1).outcome in (Outcome.UNKNOWN, Outcome.TIMEOUT)


def test_python_operator_is_unsupported_by_name(backend: TextBackend, open_session: Open) -> None:
    from specassay.core.ir.sorts import VALUE

    truth = make("python.truth", (var("x", VALUE),), BOOL)
    with pytest.raises(Unsupported, match=r"python\.truth"):
        open_session(backend).add(truth)


def test_what_a_solver_has_no_theory_of_is_not_asked(solver: str, open_session: Open) -> None:
    session = open_session(registry.get(solver))
    session.add(b.gt(FIRST, number(3)))
    answer = session.check([b.eq(var("s", STRING), b.string("x"))])
    if "strings" in registry.solver(solver).theories:
        assert answer.outcome is Outcome.SAT
    else:
        assert (answer.outcome, answer.message) == (Outcome.UNKNOWN, "not asked: it lacks strings")


def test_close_is_idempotent(backend: TextBackend) -> None:
    session = backend.session()
    session.add(P)
    session.check()
    session.close()
    session.close()


def test_a_model_of_products_of_unknown_reals_is_not_denied() -> None:
    # x ** 0.5 of 1e308, as floats are encoded: z3's older arithmetic calls it unsatisfiable.
    contract = parse_contract("r = x ** 0.5\nassert r < x", name="contract", parameters=("x",))
    encoding = encode(contract, ("float",))
    session = registry.get("z3").session()
    try:
        session.add(*encoding.facts)
        large = [b.eq(var("x.float_kind", INT), number(0)), b.eq(var("x.float", REAL), b.real(Fraction(1e308)))]
        assert session.check(large, 5.0).outcome is not Outcome.UNSAT
    finally:
        session.close()


def test_z3_that_runs_out_of_memory_knows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does so while it is told something, too, and then says nothing of what it was not told."""

    def assert_nothing(*_: object) -> None:
        raise z3.Z3Exception(b"out of memory")

    session = registry.get("z3").session()
    with monkeypatch.context() as patched:
        patched.setattr(z3, "Z3_solver_assert", assert_nothing)
        session.add(b.boolean(False))
        answers = [session.check(), session.check()]
    session.close()
    assert [(each.outcome, each.message) for each in answers] == [(Outcome.UNKNOWN, "out of memory")] * 2


def test_a_query_about_products_has_fewer_steps_of_z3() -> None:
    """Each of them takes several times as long as one of linear arithmetic."""
    names = "".join(f"(declare-const {name} Int)" for name in "xyz")
    cubes = " ".join(f"(* {name} {name} {name})" for name in "xyz")
    taken = []
    for profile in (Profile(), Profile(frozenset({PRODUCTS}))):
        driver = Z3Driver(profile)
        driver.feed(f"{names}\n(assert (= (+ {cubes}) 114))")
        assert driver.check([], [], 0.02).outcome is Outcome.TIMEOUT
        statistics = driver._solver.statistics()
        taken.append(statistics.get_key_value("rlimit count"))
        driver.close()
    assert taken[1] < taken[0] / 2


def test_cvc5_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    session = registry.get("cvc5").session()
    session.add(b.eq(b.op("str.len", var("s", STRING)), b.integer(100_000)))
    session.check()
    session.close()
    assert capfd.readouterr().err == ""


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
    session = registry.get("z3").session(row.functions, row.datatypes, dump=str(tmp_path), label=f"row/{row.name}")
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
    assert [file.name for file in files] == [f"HumanEval_0_x_-cvc5-{number:03d}.smt2" for number in range(1, 5)]
    assert [replay_z3(file) for file in files] == ["sat", "unsat", "sat", "unsat"]


def test_undecided_query_has_unknown_status(tmp_path: Path) -> None:
    session = registry.get("z3").session(dump=str(tmp_path), label="open")
    square = b.mul(var("i", INT), var("i", INT), var("i", INT))
    cube = b.mul(var("j", INT), var("j", INT), var("j", INT))
    session.add(b.eq(b.add(square, cube, b.mul(var("k", INT), var("k", INT), var("k", INT))), b.integer(114)))
    answer = session.check(seconds=0.05)
    session.close()
    # The limit is named: a user who knows it can raise it.
    assert (answer.outcome, answer.message) == (Outcome.TIMEOUT, "timeout: no answer within 0.05 s")
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
