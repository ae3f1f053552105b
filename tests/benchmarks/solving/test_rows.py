"""Rows of a comparison of solvers, read back."""

from specassay.benchmarks.schema import SolverAnswerRow
from specassay.benchmarks.solving.rows import answer_of, comparison_of, records_of


def answer(query: str, solver: str, outcome: str = "sat") -> SolverAnswerRow:
    return SolverAnswerRow(
        task_id=query,
        solver=solver,
        solver_version="1",
        options="as registered",
        repeat=1,
        seed=None,
        outcome=outcome,
        message="",
        status="unknown",
        logic="QF_LIA",
        theories=["strings", "sequences"],
        cpu_seconds=0.5,
        seconds=0.6,
        memory=2.0,
        limit=10.0,
    )


def test_a_query_counts_only_where_every_solver_has_answered_it() -> None:
    """A comparison that was stopped: of the second query only one answer is there."""
    found = comparison_of([answer("a.smt2", "z3"), answer("a.smt2", "cvc5"), answer("b.smt2", "z3")], [])
    assert [query.name for query in found.queries] == ["a.smt2"]
    assert (found.solvers, found.limit) == (("z3", "cvc5"), 10.0)
    assert found.score("z3").outcomes["sat"] == found.score("cvc5").outcomes["sat"] == 1


def test_an_answer_is_the_one_that_its_row_tells() -> None:
    found = answer_of(answer("a.smt2", "z3", "timeout"))
    assert (found.outcome, found.cpu_seconds, found.seconds, found.peak_bytes) == ("timeout", 0.5, 0.6, 2 << 20)


def test_lists_are_one_text_in_a_spreadsheet() -> None:
    (record,) = records_of([answer("a.smt2", "z3")])
    assert record["theories"] == "strings sequences"
    assert "kind" not in record
