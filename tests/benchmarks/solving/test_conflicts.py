"""Fewer assertions of a disagreement."""

from specassay.backends.smtlib.query import ScriptQuery, query_of
from specassay.benchmarks.solving.conflicts import fewer_assertions


def test_only_the_assertions_that_are_needed_together_are_kept() -> None:
    lines = ["(declare-const x Int)", *(f"(assert (< x {number}))" for number in range(9)), "(check-sat)"]

    def differs(query: ScriptQuery) -> bool:
        return "(< x 2)" in query.text and "(< x 7)" in query.text

    found = fewer_assertions(query_of("\n".join(lines)), differs)
    assert found.text.splitlines() == ["(declare-const x Int)", "(assert (< x 2))", "(assert (< x 7))"]
