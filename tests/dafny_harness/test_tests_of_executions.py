"""Executions as tests: what returned is expected, and each place where a body fails is one finding."""

from typing import Any

from attrs import evolve

from specassay.core.deciding.clauses import theory_of
from specassay.core.interpret.bodies import ExecutionOutcome
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import Binder
from specassay.core.spans import Span
from specassay.core.spec_testing import made_tests
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.executed_subjects import Executed
from specassay.frontends.dafny import DAFNY, parse_program

PROGRAM = parse_program("method M(n: int) returns (r: int) ensures r > n { r := n + 1; }", "t.dfy")
(M,) = PROGRAM.specifications
HERE, THERE = Span("t.dfy", 1, 5, 1, 9), Span("t.dfy", 1, 11, 1, 12)


def executed(given: int, state: Any, **rest: Any) -> Executed:
    return Executed({"n": given}, ExecutionOutcome(state, **rest))


def made(*executions: Executed) -> Examples:
    return made_tests.tests_of(M, executions, DAFNY, "body", theory_of(PROGRAM))


def test_what_the_body_returned_is_expected() -> None:
    found = made(executed(1, "returned", outputs={"r": 2}), executed(5, "returned", outputs={"r": 6}))
    assert [(dict(each.inputs), dict(each.outputs), each.source) for each in found.examples] == [
        ({"n": 1}, {"r": 2}, "body"),
        ({"n": 5}, {"r": 6}, "body"),
    ]
    assert found.findings == ()


def test_each_place_where_the_body_fails_is_one_finding_with_the_first_input() -> None:
    found = made(
        executed(1, "failed", reason="index 1", span=HERE),
        executed(2, "failed", reason="index 2", span=HERE),
        executed(3, "failed", reason="index 3", span=THERE),
        executed(4, "failed", reason="no span"),
    )
    assert found.examples == ()
    assert [(each.kind, each.span, each.message) for each in found.findings] == [
        ("fails-at-run-time", HERE, "M(1) fails: index 1"),
        ("fails-at-run-time", THERE, "M(3) fails: index 3"),
        ("fails-at-run-time", M.span, "M(4) fails: no span"),
    ]


def test_what_cannot_be_executed_is_one_finding_with_its_number() -> None:
    found = made(
        executed(1, "unknown", reason="fuel", span=HERE),
        executed(2, "unknown", reason="other"),
        executed(3, "returned", outputs={"r": 4}),
    )
    (finding,) = found.findings
    assert finding.kind == "not-executed"
    assert finding.message.startswith("on 2 of 3 inputs the body cannot be executed: fuel")
    assert len(found.examples) == 1


def test_a_field_that_the_body_assigns_and_no_clause_mentions_is_told() -> None:
    unsaid = ((Binder("this.log", INT), 7),)
    found = made(executed(1, "returned", outputs={"r": 2}), executed(2, "returned", outputs={"r": 3}, unsaid=unsaid))
    (finding,) = found.findings
    assert finding.kind == "accepts-another-output"
    assert finding.message == "no clause constrains this.log, which the body assigns"
    assert finding.witness is not None
    assert dict(finding.witness.inputs) == {"n": "2"}


def test_a_clause_that_is_not_read_may_be_about_a_field_that_no_other_mentions() -> None:
    unread = evolve(M, ensures=(*M.ensures, evolve(M.ensures[0], term=None)))
    unsaid = ((Binder("this.log", INT), 7),)
    returned = Executed({"n": 2}, ExecutionOutcome("returned", outputs={"r": 3}, unsaid=unsaid))
    assert made_tests.tests_of(unread, [returned], DAFNY, "body", theory_of(PROGRAM)).findings == ()
