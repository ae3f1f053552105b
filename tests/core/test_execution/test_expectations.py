"""What a test says of a call, as an example: the strongest source, and no example where what it says is not enough."""

from collections.abc import Iterable
from typing import Any

from specassay.core.ir.build import eq, gt, integer
from specassay.core.ir.contracts import TestMethod
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import Term, const, var
from specassay.core.ir.variables import Name
from specassay.core.spec_testing.examples import Examples
from specassay.core.test_execution.expectations import examples_in, unknowns_of
from specassay.core.test_execution.tracing import Fact, MethodCall, Note, Reading, Trace
from specassay.frontends.dafny import DAFNY, parse_program

PROGRAM = parse_program("method M(n: int) returns (r: int, q: int) ensures r > n { r, q := n + 1, 0; }", "t.dfy")
(M,) = PROGRAM.specifications
TEST = TestMethod("T")


def result(name: str, number: int = 0) -> Term:
    return var(f"{name}{number}", INT)


def called(number: int = 0, given: Any = 5) -> MethodCall:
    unknowns: dict[Name, Term] = {"r": result("r", number), "q": result("q", number)}
    return MethodCall(M, unknowns, {"r": f"x{number}", "q": f"y{number}"}, None, {"n": given})


def said(test: Term, implied: bool = False) -> Fact:
    return Fact(test, "assertion", None, implied)


def read(trace: Trace) -> Examples:
    return examples_in(trace, TEST, PROGRAM, Reading(comments=DAFNY.comments))


def outcomes(calls: Iterable[MethodCall], *facts: Fact, **rest: Any) -> tuple[list[tuple[Any, ...]], list[str]]:
    """Input, outputs and unknowns of each example, and the kinds of findings."""
    found = read(Trace(list(calls), list(facts), **rest))
    return (
        [(dict(each.inputs), dict(each.outputs), set(each.unknowns)) for each in found.examples],
        [each.kind for each in found.findings],
    )


def test_a_result_is_known_where_the_test_determines_it() -> None:
    both = outcomes([called()], said(eq(result("r"), integer(6))), said(eq(result("q"), integer(0))))
    assert both == ([({"n": 5}, {"r": 6, "q": 0}, set())], [])


def test_what_the_test_leaves_open_stays_unknown_under_what_it_says() -> None:
    found = read(Trace([called()], [said(gt(result("r"), integer(5)))]))
    (example,) = found.examples
    assert (dict(example.outputs), set(example.unknowns)) == ({}, {"r", "q"})
    assert example.constraints == (gt(result("r"), integer(5)),)
    of_two = [said(gt(result("r", number), integer(5))) for number in (0, 1)]
    both = read(Trace([called(0), called(1)], of_two)).examples
    assert [each.constraints for each in both] == [(fact.test,) for fact in of_two]


def test_a_call_of_which_nothing_is_said_is_no_example() -> None:
    first, second = called(0), called(1)
    assert outcomes([first, second], said(eq(result("r", 1), integer(6))))[1] == ["no-expectation"]
    assert outcomes([first], said(eq(result("r"), integer(6)), implied=True)) == ([], ["no-expectation"])


def test_two_expectations_of_one_result_conflict() -> None:
    facts = [said(eq(result("r"), integer(number))) for number in (6, 7)]
    assert outcomes([called()], *facts) == ([], ["conflicting-expectations"])


def test_an_input_that_a_result_determines_is_known_where_that_is() -> None:
    second = called(1, given=result("r", 0))
    facts = [said(eq(result("r", 0), integer(6))), said(eq(result("r", 1), integer(7)))]
    found = read(Trace([called(0), second], facts))
    assert [each.outputs["r"] for each in found.examples] == [6, 7]


def test_a_comment_counts_where_no_assertion_is_about_the_call() -> None:
    call = called()
    scope: dict[Name, Term] = {"x0": result("r"), "y0": result("q")}
    note = Note("x0 == 8", scope, call, None, beside=True)
    (example,) = read(Trace([call], [], [note])).examples
    assert (example.outputs["r"], example.source) == (8, "comment")
    (asserted,) = read(Trace([call], [said(eq(result("r"), integer(6)))], [note])).examples
    assert (asserted.outputs["r"], asserted.source) == (6, "assertion")


def test_a_variable_that_nothing_reads_is_expected_by_its_name() -> None:
    spare: dict[Name, Term] = {"expected0": const(9, INT), "other0": const(1, INT), "e1": const(2, INT)}
    (example,) = read(Trace([called()], spare=dict(spare))).examples
    assert (example.outputs["r"], example.source) == (9, "expected variable")


def test_where_a_part_of_a_test_is_not_followed_an_open_result_is_no_example() -> None:
    trace = Trace([called()], [said(gt(result("r"), integer(5)))], incomplete=True)
    assert [each.kind for each in read(trace).findings] == ["unsupported-test"]
    whole = [said(eq(result(name), integer(6))) for name in ("r", "q")]
    assert len(read(Trace([called()], whole, incomplete=True)).examples) == 1


def test_the_unknowns_of_a_call_are_its_results() -> None:
    assert unknowns_of(called(3)) == {"r3", "q3"}
