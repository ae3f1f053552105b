"""Queries in files: which commands a script has, and what is no query."""

import pytest

from specassay.backends.smtlib.query import commands_of, query_of
from specassay.core.errors import InputError, SolverFailure


def test_commands_are_told_apart_whatever_is_quoted_or_commented() -> None:
    text = '; (not this\n(assert (= |a ) b| "(""("))(declare-const |x (| Int) ; )\n(check-sat)\n'
    found = [(command.name, command.text) for command in commands_of(text)]
    assert found == [
        ("assert", '(assert (= |a ) b| "(""("))'),
        ("declare-const", "(declare-const |x (| Int)"),
        ("check-sat", "(check-sat)"),
    ]
    assert query_of(text).constants == (("|x (|", "Int"),)


@pytest.mark.parametrize(
    ("asserted", "multiplies"),
    [("(= (* x x) 1.0)", True), ("(= (* 2.0 x) 1.0)", False), ("(= ( / 1.0 x) 1.0)", True), ("(= x |(* x x)|)", False)],
)
def test_products_of_unknown_reals_are_seen(asserted: str, multiplies: bool) -> None:
    query = query_of(f"(declare-const x Real)(declare-const |(* x x)| Real)(assert {asserted})(check-sat)")
    assert query.multiplies_reals is multiplies


@pytest.mark.parametrize(
    "text",
    ["(assert true", "(assert true))(check-sat)", "true (check-sat)", "()", "((check-sat))", '(assert "a)', "|a"],
)
def test_what_is_no_script_is_refused(text: str) -> None:
    with pytest.raises(SolverFailure):
        query_of(text)


def test_a_query_has_one_check() -> None:
    with pytest.raises(InputError, match="2 check-sat"):
        query_of("(check-sat)(check-sat)")
    assert [command.text for command in query_of("(check-sat-assuming (a (not b)))").commands] == [
        "(assert a)",
        "(assert (not b))",
    ]
