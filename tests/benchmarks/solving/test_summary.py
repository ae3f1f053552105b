"""What the answers of several solvers say together."""

from pathlib import Path

from specassay.benchmarks.solving.asking import QueryFile, SolverAnswer
from specassay.benchmarks.solving.summary import SolverCell, SolverComparison, logic_of, task_of


def query(name: str, status: str = "unknown", logic: str = "ALL", theories: frozenset[str] = frozenset()) -> QueryFile:
    return QueryFile(name, Path(name), status, logic, theories)


def cell(*answers: tuple[str, float]) -> SolverCell:
    return SolverCell(tuple(SolverAnswer(outcome, cpu_seconds=seconds) for outcome, seconds in answers))


QUERIES = (query("a", "unsat"), query("b"), query("c"))
COMPARISON = SolverComparison(
    QUERIES,
    ("x", "y"),
    {
        ("a", "x"): cell(("sat", 1.0)),
        ("a", "y"): cell(("unsat", 2.0)),
        ("b", "x"): cell(("unsat", 3.0)),
        ("b", "y"): cell(("timeout", 10.0)),
        ("c", "x"): cell(("error", 0.1)),
        ("c", "y"): cell(("unknown", 0.2)),
    },
    limit=10.0,
    wrong={("a", "x")},
)


def test_who_is_wrong_decides_nothing_and_what_is_open_counts_twice_the_limit() -> None:
    x, y, best = COMPARISON.score("x"), COMPARISON.score("y"), COMPARISON.virtual_best()
    assert (x.par2, x.wrong, x.alone) == (round((3.0 + 20 + 20) / 3, 4), 1, 1)
    assert (y.par2, y.wrong, y.alone) == (round((2.0 + 20 + 20) / 3, 4), 0, 1)
    assert (best.par2, best.seconds) == (round((2.0 + 3.0 + 20) / 3, 4), 5.0)
    assert {name: number for name, number in y.outcomes.items() if number} == {"unsat": 1, "timeout": 1, "unknown": 1}


def test_a_query_that_says_what_it_is_contradicts_like_a_solver() -> None:
    (conflict,) = COMPARISON.conflicts()
    assert (conflict.query.name, conflict.sat, conflict.unsat) == ("a", ("x",), ("y", ":status"))


def test_of_different_answers_to_one_query_the_worst_counts() -> None:
    assert cell(("sat", 1.0), ("timeout", 9.0), ("sat", 2.0)).outcome == "timeout"
    both = cell(("sat", 1.0), ("unsat", 2.0))
    assert (both.outcome, both.is_unstable, both.definite) == ("unknown", True, frozenset({"sat", "unsat"}))


def test_queries_are_grouped_by_logic_and_by_the_task_whose_dump_they_are() -> None:
    assert logic_of(query("a", logic="QF_LIA")) == "QF_LIA"
    assert logic_of(query("a", theories=frozenset({"strings", "arrays"}))) == "ALL: arrays, strings"
    assert logic_of(query("a", logic="")) == "ALL: linear arithmetic"
    names = ("HumanEval_0-z3-001.smt2", "HumanEval_0-cvc5-cvc5-012.smt2", "folder/other.smt2", "x.smt2")
    assert [task_of(query(name)) for name in names] == ["HumanEval_0", "HumanEval_0", "folder", "-"]
